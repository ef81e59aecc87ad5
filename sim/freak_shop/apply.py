"""Doing a step, and the end of a turn: F-3 to F-8, C-6."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.core.contract import apply, implements
from sim.core.leading import note_leaders
from sim.freak_shop.cards import KINDS
from sim.freak_shop.exchange import prepare_sums
from sim.freak_shop.scoring import leaders, total, update_points
from sim.freak_shop.state import (
    CARDS,
    EXCHANGE,
    FAIR_PRICE,
    GIVE,
    GOOD_DEAL,
    N_FAIR_PRICES,
    N_GIVEN,
    N_GOOD_DEALS,
    N_PASSES,
    N_TAKEN,
    PASS,
    STATE,
    TAKE,
)


@implements(apply, STATE)
def _apply(state, rules, move):
    action = int(move.action)
    if action == GOOD_DEAL or action == FAIR_PRICE:
        state.exchange = action
        state.decision = CARDS
        if action == FAIR_PRICE:
            prepare_sums(state)
    elif action == TAKE or action == GIVE:
        kind = index(move.kind)
        number = int(move.number) if action == TAKE else -int(move.number)
        state.delta[kind] = number
        state.last = kind
        state.difference += number * (kind // 2 + 1)
        if state.exchange == GOOD_DEAL and _is_even(state):
            _exchange(state, rules)
    else:
        _exchange(state, rules)


@compiled
def _is_even(state):
    """F-4: whether as many cards have been taken as given."""
    balance = 0
    for kind in range(KINDS):
        balance += int(state.delta[kind])
    return balance == 0


@compiled
def _exchange(state, rules):
    """The cards change hands, and the turn ends."""
    seat = index(state.active)
    given = taken = 0
    for kind in range(KINDS):
        number = int(state.delta[kind])
        state.manor[seat, kind] += number
        state.shop[kind] -= number
        state.last_delta[seat, kind] = number
        state.delta[kind] = 0
        taken += max(0, number)
        given += max(0, -number)
    state.last_exchange[seat] = state.exchange
    state.count[seat, N_TAKEN] += taken
    state.count[seat, N_GIVEN] += given
    if state.exchange == PASS:
        state.count[seat, N_PASSES] += 1
    elif state.exchange == GOOD_DEAL:
        state.count[seat, N_GOOD_DEALS] += 1
    else:
        state.count[seat, N_FAIR_PRICES] += 1
    if not state.closed:
        refill(state, int(rules.refill), int(rules.shop_minimum))
    _look(state, rules, seat)
    _next_turn(state, rules)


@compiled
def refill(state, number, least):
    """F-7: so many cards, then as many as the shop needs to have ``least``. F-8: the closing card ends it."""
    cards = 0
    for kind in range(KINDS):
        cards += int(state.shop[kind])
    while number > 0 or cards < least:
        state.pile_size -= 1
        if state.pile_top == state.closing_at:
            state.closed = 1
            return
        kind = index(state.pile[index(state.pile_top)])
        state.pile_top += 1
        state.left[kind] -= 1
        state.shop[kind] += 1
        cards += 1
        number -= 1


@compiled
def _look(state, rules, seat):
    """Points as the manors lie now, of which only ``seat``'s has changed; who leads (F-22), and how far behind each seat has been."""
    update_points(rules, state.objectives, state.manor, state.players, seat, state.points)
    note_leaders(state, leaders(rules, state.manor, state.players, state.points))
    most = total(state.points, 0)
    for other in range(1, state.players):
        most = max(most, total(state.points, other))
    for other in range(state.players):
        state.behind[other] = max(most - total(state.points, other), int(state.behind[other]))


@compiled
def _next_turn(state, rules):
    """F-8: the closing card ends the game at once, or under ``equal_turns`` when everyone has had as many turns; C-6: so does the turn limit."""
    seat = (state.active + 1) % state.players
    if state.closed and (rules.equal_turns == 0 or seat == state.first):
        state.actor = -1
    elif state.turn >= rules.max_turns:
        state.unfinished = 1
        state.actor = -1
    else:
        begin_turn(state, seat)


@compiled
def begin_turn(state, seat):
    """F-3: this seat is to choose an exchange."""
    state.turn += 1
    state.turns[index(seat)] += 1
    state.active = seat
    state.actor = seat
    state.decision = EXCHANGE
    state.exchange = PASS
    state.last = -1
    state.difference = 0
