"""Doing a move: what a card played begins, and what each answer does (S-3 to S-8, S-12 to S-33)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.core.contract import apply, implements
from sim.stealr.cards import (
    COLOURS,
    DEAL_BREAKER,
    DOUBLE_RENT,
    DOUBLE_RENT_ANY,
    GO_AGAIN,
    HEIST,
    JUST_SAY_NO,
    MARKET_CRASH,
    PASS_GO,
    PLACE_OF,
    PROPERTY,
    RENT,
    RENT_ANY,
    SHACK,
    SUPER_SLY_DEAL,
    YOINK,
)
from sim.stealr.effects import victims
from sim.stealr.payment import is_rent, note_paid, pay_from_bank, pay_from_table, pay_shack, repossess
from sim.stealr.piles import discard_card, draw, hand_over_unseen, log, lose_openly
from sim.stealr.state import (
    ACCEPT,
    ANSWER,
    BANK,
    BANKED,
    DEBT,
    DISCARD,
    END,
    ENDING,
    FAMILY_OF,
    HAND_OUT,
    KEEP,
    MOVE_JOKER,
    N_ASKED,
    N_CLAIMED,
    N_COUNTERED,
    N_DISCARDS,
    N_JOKERS,
    N_LOST,
    N_MONEY,
    N_MOVED,
    N_PLAYS,
    N_PROPERTIES,
    NAME,
    PAY,
    PLACE,
    PLAY,
    PLAYED,
    PUT,
    S_ANSWER,
    S_HAND_OUT,
    S_NAME,
    S_SET,
    SET,
    STATE,
)
from sim.stealr.table import arrive, complete_sets, lay, may_be_victim_of_debt, put_in_bank, rent_of
from sim.stealr.turn import begin_card, next_target, resolve, settle, take_back


@implements(apply, STATE)
def _apply(state, rules, move):
    decision = state.decision
    seat = index(state.actor)
    if decision == PLAY:
        _act(state, rules, seat, move)
    elif decision == PAY:
        _pay(state, rules, seat, move)
    elif decision == ANSWER:
        _answer(state, rules, seat, move)
    else:
        unseen = decision == DEBT and rules.debt_card_to == 1
        log(state, seat, move.action, -1 if unseen else move.card, move.seat, move.colour, -1, move.value, move.number)
        if decision == DISCARD:
            _discard(state, seat, int(move.card))
        elif decision == DEBT:
            _settle_debt(state, rules, seat, int(move.card), int(move.seat))
        elif decision == PUT:
            state.arriving = -1
            arrive(state, rules, seat, PLACE_OF[index(move.card), index(move.colour)])
        elif decision == NAME:
            _name(state, move)
        elif decision == SET:
            state.number = move.number
            state.step = S_ANSWER
        elif decision == KEEP:
            state.kept = move.value if move.value > 0 else PLACE_OF[index(move.card), index(move.colour)]
            state.step = S_HAND_OUT
        elif decision == HAND_OUT:
            _hand_out(state, rules, seat, move)
    settle(state, rules)


@compiled
def _discard(state, seat, card):
    """S-8."""
    lose_openly(state, seat, card)
    discard_card(state, card)
    state.count[seat, N_DISCARDS] += 1


@compiled
def _use_play(state, seat):
    """S-4."""
    state.plays_left -= 1
    state.plays_made += 1
    state.count[seat, N_PLAYS] += 1


@compiled
def _act(state, rules, seat, move):
    """S-4 to S-7: what the active player does in his turn."""
    action = move.action
    if action == END:
        state.stage = ENDING
        return
    card = index(move.card)
    log(state, seat, action, card, move.seat, move.colour, move.source, move.value, move.number)
    if action == MOVE_JOKER:
        state.moves_left -= 1
        state.count[seat, N_MOVED] += 1
        lay(state, rules, seat, PLACE_OF[card, index(move.source)], -1)
        arrive(state, rules, seat, PLACE_OF[card, index(move.colour)])
        return
    _use_play(state, seat)
    lose_openly(state, seat, card)
    if action == BANK:
        put_in_bank(state, seat, rules.value[card], 1)
        state.banked[card] += 1
        state.by_card[seat, BANKED, index(FAMILY_OF[card])] += 1
        if card < PROPERTY:
            state.count[seat, N_MONEY] += 1
    elif action == PLACE:
        state.count[seat, N_PROPERTIES if card < PROPERTY + COLOURS else N_JOKERS] += 1
        arrive(state, rules, seat, PLACE_OF[card, index(move.colour)])
    else:
        _use(state, rules, seat, move)


@compiled
def _use(state, rules, seat, move):
    """S-12, S-13, S-20 to S-31: a card is played for its effect."""
    card = index(move.card)
    state.by_card[seat, PLAYED, index(FAMILY_OF[card])] += 1
    if card == SHACK:
        state.shacks[seat, index(move.colour)] += 1
        return
    if card == GO_AGAIN and state.last_round == 0:  # S-31: it waits for its turn's draw
        state.go_again = 1
        state.stage = ENDING
        return
    discard_card(state, card)
    if card == GO_AGAIN:  # S-34: no turn to be won
        state.stage = ENDING
    elif card == PASS_GO:
        draw(state, seat, max(0, int(rules.pass_go_hand) - int(state.hand_size[seat])))
    else:
        state.colour = move.colour
        state.number = move.number
        targets = 1 << index(move.seat) if move.seat >= 0 else 0
        if is_rent(card):
            targets = _claim_rent(state, rules, seat, card, int(move.colour))
        elif card == SUPER_SLY_DEAL or card == MARKET_CRASH or card == HEIST:
            targets = victims(state, rules, seat, card, int(move.colour))
        elif card == YOINK:
            state.amount = rules.yoink_amount
        begin_card(state, card, targets)
        if card == MARKET_CRASH:
            state.step = S_NAME
        elif card == DEAL_BREAKER:
            if complete_sets(state, rules, int(move.seat), int(move.colour)) > 1:
                state.step = S_SET
            else:
                state.number = 0


@compiled
def _claim_rent(state, rules, seat, card, colour):
    """S-12 to S-14: the amount, and of whom it can be claimed (bits)."""
    double = DOUBLE_RENT <= card < RENT_ANY or card == DOUBLE_RENT_ANY
    amount = rent_of(state, rules, seat, colour) * (2 if double else 1)
    state.amount = amount
    targets = 0
    if amount > 0:
        for other in range(state.players):
            if other != seat and may_be_victim_of_debt(state, rules, other):
                targets |= 1 << other
                state.count[seat, N_ASKED] += 1
                state.count[seat, N_CLAIMED] += amount
    return targets


@compiled
def _answer(state, rules, seat, move):
    """S-33: a No, or none (which leaves no trace, C-7)."""
    if move.action == ACCEPT:
        resolve(state, rules)
        return
    log(state, seat, move.action, JUST_SAY_NO, state.target, -1, -1, -1, -1)
    lose_openly(state, seat, JUST_SAY_NO)
    discard_card(state, JUST_SAY_NO)
    state.by_card[seat, PLAYED, index(FAMILY_OF[JUST_SAY_NO])] += 1
    if state.noes > 0:
        state.count[index(state.target if state.noes & 1 else state.active), N_COUNTERED] += 1
    if rules.just_say_no_costs_play and seat == state.active:
        state.plays_left -= 1
        state.count[seat, N_PLAYS] += 1
    state.noes += 1


@compiled
def _pay(state, rules, seat, move):
    """S-15: one card towards what is owed; no change is given."""
    if move.value > 0:
        value = int(move.value)
        log(state, seat, move.action, -1, state.active, -1, -1, value, -1)
        note_paid(state, seat, value)
        pay_from_bank(state, seat, int(state.active), value)
    else:
        value = int(rules.value[index(move.card)])
        log(state, seat, move.action, move.card, state.active, move.colour, -1, value, -1)
        if move.card == SHACK:
            note_paid(state, seat, value)
            pay_shack(state, rules, seat, int(move.colour))
        else:
            pay_from_table(state, rules, seat, PLACE_OF[index(move.card), index(move.colour)])
    state.owed = max(0, state.owed - value)


@compiled
def _settle_debt(state, rules, seat, card, holder):
    """S-3: a card for a token, or for all that one holder has."""
    if state.plays_left > 0:
        state.plays_left -= 1
        state.count[seat, N_PLAYS] += 1
    take_back(state, seat, holder, int(state.tokens[seat, index(holder)]) if rules.debt_cards_per == 1 else 1)
    if rules.debt_card_to == 1:
        hand_over_unseen(state, seat, holder, card)
        return
    lose_openly(state, seat, card)
    if card >= RENT or card < PROPERTY:
        put_in_bank(state, holder, rules.value[card], 1)
        state.banked[card] += 1
    elif card < PROPERTY + COLOURS:
        arrive(state, rules, holder, card - PROPERTY)
    else:
        state.arriving = card
        state.receiver = holder


@compiled
def _name(state, move):
    """S-22: a card of one opponent; the next opponent's is named before anyone answers."""
    state.named[index(state.target)] = PLACE_OF[index(move.card), index(move.colour)]
    if state.waiting:
        next_target(state)
        state.step = S_NAME
        return
    for other in range(state.players):
        state.waiting |= (1 if state.named[other] >= 0 else 0) << other
    state.target = state.active
    next_target(state)


@compiled
def _hand_out(state, rules, seat, move):
    """S-24, S-25: one card goes to another player."""
    receiver = int(move.seat)
    if move.value > 0:
        pay_from_bank(state, seat, receiver, int(move.value))
        state.count[seat, N_LOST] += 1
    else:
        repossess(state, rules, seat, receiver, PLACE_OF[index(move.card), index(move.colour)])
