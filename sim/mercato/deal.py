"""Set-up: M-1 to M-4, M-20, M-23."""

from __future__ import annotations

from sim.core.compile import clear_record, compiled
from sim.core.contract import implements, setup
from sim.core.rng import DEAL, DEAL_CARDS, DEAL_EXTRA, DEAL_REST, FIRST_PLAYER, below, open_stream
from sim.core.shuffle import insert, shuffle_coupled
from sim.mercato.cards import COMPO, KINDS, MAX_PILE, MAX_SEATS, NO_CARD, NO_COACH, NOBODY
from sim.mercato.options import CLASSIC, ULTIME, ULTIME_DUEL
from sim.mercato.reference import COACH_REFERENCE, COMPO_REFERENCE, PLAIN_REFERENCE
from sim.mercato.state import STATE
from sim.mercato.team import missing_players, note_missing
from sim.mercato.turn import begin_turn, settle


@implements(setup, STATE)
def _setup(state, rules, table):
    clear(state, table)
    stream = state.chance
    shift = int(table.deal_shift)
    compos = _deal_compos(stream, state, rules, shift)
    if state.variant == ULTIME or state.variant == ULTIME_DUEL:
        _deal_coaches(stream, state, rules, shift)
    open_stream(stream, state.seed, state.block, state.game, DEAL, 0)
    for kind in range(KINDS):
        state.scratch[kind] = rules.deck[kind] if kind < COMPO else 0
    state.pile_size = shuffle_coupled(stream, state.scratch, PLAIN_REFERENCE, state.pile, 0)
    if state.variant == CLASSIC or state.variant == ULTIME:
        _deal_hands(state, rules, shift)
    # M-3, M-20: the other compos join the pile. Each goes to a uniform place of the shuffled cards, which leaves the pile uniformly shuffled.
    open_stream(stream, state.seed, state.block, state.game, DEAL_REST, 0)
    for place in range(MAX_PILE + int(state.players), MAX_PILE + compos):
        insert(stream, state.pile, int(state.pile_top), int(state.pile_size), state.pile[place])
        state.pile_size += 1
    open_stream(stream, state.seed, state.block, state.game, FIRST_PLAYER, 0)
    state.first = below(stream, state.players)  # M-4
    for seat in range(MAX_SEATS):
        note_missing(state, seat, missing_players(state, rules, seat) if seat < state.players else NOBODY)
    begin_turn(state, rules, int(state.first))
    settle(state, rules)


@compiled
def clear(state, table):
    """An empty table for this game's players."""
    clear_record(state)
    state.players = table.seats
    state.variant = table.variant
    state.seed = table.seed
    state.block = table.block
    state.game = table.game
    state.drawn = state.offered = state.wanted = NO_CARD
    state.proposer = state.robbed = state.reacting = state.drawing = -1
    state.shrinking[0] = state.shrinking[1] = -1
    for seat in range(MAX_SEATS):
        state.coach[seat] = NO_COACH


@compiled
def _place_dealt_to(state, seat, shift):
    """The place whose compo, coach and hand a seat gets: blocks rotate them over the seats."""
    return int((seat + shift) % state.players)


@compiled
def _deal_compos(stream, state, rules, shift):
    """M-1, M-20: shuffle the compos (into the second half of the pile's array) and deal one to each seat; returns their number."""
    open_stream(stream, state.seed, state.block, state.game, DEAL_CARDS, 0)
    for kind in range(KINDS):
        state.scratch[kind] = rules.deck[kind] if kind >= COMPO else 0
    compos = shuffle_coupled(stream, state.scratch, COMPO_REFERENCE, state.pile, MAX_PILE)
    for seat in range(state.players):
        state.compo[seat] = state.pile[MAX_PILE + _place_dealt_to(state, seat, shift)] - COMPO
        state.start_compo[seat] = state.compo[seat]
    return compos


@compiled
def _deal_coaches(stream, state, rules, shift):
    """M-23: a coach for each seat, no two alike; the others stay out of the game."""
    open_stream(stream, state.seed, state.block, state.game, DEAL_EXTRA, 0)
    shuffle_coupled(stream, rules.coaches, COACH_REFERENCE, state.pile, 0)
    for seat in range(state.players):
        state.coach[seat] = state.pile[_place_dealt_to(state, seat, shift)]


@compiled
def _deal_hands(state, rules, shift):
    """M-2: the opening hands, one card at a time."""
    for _ in range(rules.opening_hand):
        for place in range(state.players):
            seat = (place + state.players - shift) % state.players
            card = state.pile[state.pile_top]
            state.pile_top += 1
            state.pile_size -= 1
            state.hand[seat, card] += 1
            state.hand_size[seat] += 1
