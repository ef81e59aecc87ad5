"""Doing a move: which effects belong to which answer, and in what order."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.core.contract import apply, implements
from sim.mercato.cards import NO_CARD, SOURNOIS
from sim.mercato.effects import (
    change_compo,
    discard_care,
    discard_from_hand,
    discard_transfer,
    drop,
    give_back,
    heal,
    hurt,
    hurt_at_random,
    injure,
    place,
    propose,
    replace,
    steal,
    swap_compos,
    take_discard,
    trade,
    trade_if_settled,
    transfer,
)
from sim.mercato.piles import discard_card, gain, learn, log, lose_openly
from sim.mercato.state import (
    ACCEPT,
    ACTION,
    ANSWER,
    CARE,
    DECLINE,
    DISCARD,
    DRAW,
    DRAW_CARD,
    DRAWING,
    DUEL_CARD,
    END,
    ENDING,
    GIVE,
    GIVE_BACK,
    HEAL,
    HEAL_MORE,
    INJURE,
    N_ABILITY,
    N_DISCARDED,
    N_REACTED,
    N_REFUSED,
    PARTNER,
    PLACE,
    PLAY_COMPO,
    PROPOSE,
    REACT_CARE,
    REACT_PLACE,
    REFUSE,
    REPLACE,
    SABOTAGE,
    SHRINK,
    STATE,
    STEAL,
    SUFFER,
    SUFFER_RANDOM,
    SWAP,
    TAKE,
    TRANSFER,
)
from sim.mercato.team import with_hands
from sim.mercato.turn import forget_healed, settle


@implements(apply, STATE)
def _apply(state, rules, move):
    decision = state.decision
    seat = index(state.actor)
    if decision == ACTION:
        _act(state, rules, seat, move)
    elif decision == DUEL_CARD:
        _apply_drawn(state, rules, move)
    elif decision == SHRINK:
        log(state, seat, move.action, -1, -1, move.line, move.injuries)
        drop(state, seat, int(move.line), int(move.injuries))
    elif decision == ANSWER:
        state.to_ask[seat] = 0
        state.accepted[seat] = 1 if move.action == ACCEPT else 0
        state.count[seat, N_REFUSED] += 1 if move.action == REFUSE else 0
        trade_if_settled(state)
    elif decision == PARTNER:
        trade(state, int(move.seat))
    elif decision == GIVE:
        log(state, seat, GIVE_BACK, -1, state.robbed, -1, -1)
        give_back(state, seat, int(move.card))
    elif decision == HEAL_MORE:
        _heal_more(state, seat, move)
    elif decision == REACT_PLACE or decision == REACT_CARE:
        _react(state, seat, move)
    elif decision == DRAW:
        _draw_or_take(state, seat, move)
    else:  # FINISH, LIMIT, DUEL_OPEN, DUEL_CLOSE
        if move.action == DISCARD:
            log(state, seat, DISCARD, move.card, -1, -1, -1)
            discard_from_hand(state, seat, int(move.card))
        elif move.action == END:
            state.stage = ENDING
        elif move.action == DECLINE:
            state.stage = DRAWING
        else:
            _use_ability(state, rules, seat, move)
    settle(state, rules)


@compiled
def _use_ability(state, rules, seat, move):
    """M-25, M-28."""
    log(state, seat, move.action, -1, move.seat, -1, -1)
    if move.action == STEAL:
        steal(state, seat, int(move.seat))
    else:
        swap_compos(state, rules, seat, int(move.seat))


@compiled
def _act(state, rules, seat, move):
    """M-6 to M-14, M-25, M-28, M-29."""
    action = move.action
    if action == STEAL or action == SWAP:
        _use_ability(state, rules, seat, move)
        return
    log(state, seat, action, move.card, move.seat, move.line, move.injuries)
    if action == PROPOSE:
        propose(state, rules, seat, int(move.card), int(move.line))
        return
    state.actions_left -= 1
    if action == PLACE:
        lose_openly(state, seat, int(move.card))
        place(state, seat, int(move.card))
    elif action == REPLACE:
        replace(state, seat, int(move.card), int(move.line), int(move.injuries))
    elif action == CARE:
        discard_care(state, seat)
        heal(state, seat, int(move.line), int(move.injuries))
    elif action == INJURE:
        injure(state, seat, int(move.seat), int(move.line), int(move.injuries))
    elif action == TRANSFER:
        discard_transfer(state, seat)
        transfer(state, rules, seat, int(move.seat), int(move.line))
    elif action == PLAY_COMPO:
        lose_openly(state, seat, int(move.card))
        change_compo(state, seat, seat, int(move.card))
    elif action == SABOTAGE:
        lose_openly(state, seat, int(move.card))
        change_compo(state, int(move.seat), seat, int(move.card))
        state.count[seat, N_ABILITY] += 1
        state.after_shrink = 1
    elif action == DISCARD:
        discard_from_hand(state, seat, int(move.card))


@compiled
def _heal_more(state, seat, move):
    """M-26: a further player healed with the same card, or not."""
    if move.action == HEAL:
        log(state, seat, HEAL, -1, -1, move.line, move.injuries)
        heal(state, seat, int(move.line), int(move.injuries))
        state.count[seat, N_ABILITY] += 1
    else:
        forget_healed(state)


@compiled
def _react(state, seat, move):
    """M-24, M-31: the card is played, then one is drawn; declining leaves no trace (C-7)."""
    state.reacting = -1
    if move.action == DECLINE:
        return
    log(state, seat, move.action, move.card, -1, move.line, move.injuries)
    if move.action == PLACE:
        lose_openly(state, seat, int(move.card))
        place(state, seat, int(move.card))
    else:
        discard_care(state, seat)
        heal(state, seat, int(move.line), int(move.injuries))
        forget_healed(state)
    state.count[seat, N_REACTED] += 1
    state.drawing = seat


@compiled
def _draw_or_take(state, seat, move):
    """M-30, M-33: Le Fossoyeur's first draw."""
    state.stage = DRAWING
    if move.action == DRAW_CARD:
        return
    card = int(move.card)
    log(state, seat, TAKE, card, -1, -1, -1)
    take_discard(state, card)
    state.draws_left -= 1
    if with_hands(state):
        gain(state, seat, card)
        for observer in range(state.players):
            learn(state, observer, seat, card)
    else:
        state.drawn = card


@compiled
def _apply_drawn(state, rules, move):
    """M-21: the card drawn in a duel leaves the table."""
    seat = int(state.active)
    action = move.action
    card = int(state.drawn)
    state.drawn = NO_CARD
    if action != SUFFER_RANDOM:
        owner = seat if action == SUFFER else int(move.seat)
        log(state, seat, action, card, owner, move.line, move.injuries)
    if action == PLACE:
        place(state, seat, card)
    elif action == DISCARD or action == DECLINE:
        discard_card(state, card)
        state.count[seat, N_DISCARDED] += 1
    elif action == SUFFER:
        hurt(state, seat, int(move.line), int(move.injuries))
    elif action == SUFFER_RANDOM:
        hurt_at_random(state, rules, seat)
    elif action == HEAL:
        discard_card(state, card)
        heal(state, seat, int(move.line), int(move.injuries))
    elif action == TRANSFER:
        discard_card(state, card)
        transfer(state, rules, seat, int(move.seat), int(move.line))
    elif action == PLAY_COMPO:
        change_compo(state, int(move.seat), seat, card)
        if state.coach[seat] == SOURNOIS and move.seat != seat and state.extra_cards_left > 0:
            state.after_shrink = 1
