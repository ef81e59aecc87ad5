"""`expert`'s foresight: each kind of move done on the scratch copy of the table (see `outlook`), and taken back."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.mercato.cards import BLESSURE, COMPO, LINES, MARABOUT, OPPORTUNISTE, SOIN, SOURNOIS, STRATEGE, TRANSFERT
from sim.mercato.state import (
    ACCEPT,
    CARE,
    DRAW_CARD,
    DROP,
    GIVE_BACK,
    HEAL,
    INJURE,
    PLACE,
    PLAY_COMPO,
    PROPOSE,
    REACT_CARE,
    REACT_PLACE,
    REPLACE,
    SABOTAGE,
    SUFFER,
    SWAP,
    TAKE,
    TAKE_PARTNER,
    TRANSFER,
)
from strategies.mercato.outlook import DRAW_BONUS, DUEL_DRAW, HAND, HEALTHY, HURT, KNOWN, MILLION, OFFER, RATE, TEAM_COMPO, WOUNDS
from strategies.mercato.table import has_hands


@compiled
def card_lost(view, move):
    """The card that leaves the own hand, or -1."""
    action = move.action
    if action == CARE:
        return SOIN
    if action == INJURE:
        return BLESSURE
    if action == TRANSFER:
        return TRANSFERT
    if action == ACCEPT:
        return int(view.wanted)
    if action == TAKE_PARTNER:
        return int(view.offered)
    if action == TAKE:
        return -1
    return int(move.card)  # -1 where the action has none


@compiled
def card_gained(view, move):
    """The card that comes to the own hand, or -1."""
    action = move.action
    if action == PROPOSE:
        return int(move.line)
    if action == ACCEPT:
        return int(view.offered)
    if action == TAKE_PARTNER:
        return int(view.wanted)
    return int(move.card) if action == TAKE else -1


@compiled
def seat_changed(view, move):
    """The opponent whose team, compo or hand the move changes, or -1."""
    if move.action == GIVE_BACK:
        return int(view.robbed)
    if move.action == ACCEPT:
        return int(view.proposer)
    seat = int(view.active) if move.action == SUFFER else int(move.seat)
    return -1 if seat == view.seat else seat


@compiled
def _hurt(memory, at, injuries, change):
    """One more injury on a player with ``injuries`` (change 1), or that taken back (-1)."""
    if injuries == 0:
        memory[HEALTHY + at] -= change
        memory[HURT + at] += change
    memory[WOUNDS + at] += change


@compiled
def do(view, move, memory, change):
    """Do a move on the scratch (change 1), or take it back (-1)."""
    me, other = int(view.seat), seat_changed(view, move)
    action, line, injuries = move.action, int(move.line), int(move.injuries)
    lost, gained = card_lost(view, move), card_gained(view, move)
    if has_hands(view):
        if lost >= 0:
            memory[HAND + lost] -= change
        if gained >= 0:
            memory[HAND + gained] += change
        if other >= 0 and (action == GIVE_BACK or action == ACCEPT or action == TAKE_PARTNER):
            if lost < LINES:
                memory[KNOWN + 4 * other + lost] += change
            if gained >= 0:
                memory[KNOWN + 4 * other + gained] -= change
    if action == PLACE or action == REPLACE:
        memory[HEALTHY + 4 * me + lost] += change
    if action == REPLACE or action == DROP:
        if injuries == 0:
            memory[HEALTHY + 4 * me + line] -= change
        else:
            memory[HURT + 4 * me + line] -= change
            memory[WOUNDS + 4 * me + line] -= change * injuries
    elif action == CARE or action == HEAL:
        _hurt(memory, 4 * me + line, injuries - 1, -change)
        also = _also_healed(view, move)
        if also >= 0:
            _hurt(memory, 4 * me + also, 0, -change)
    elif action == INJURE or action == SUFFER:
        _hurt(memory, 4 * (me if other < 0 else other) + line, injuries, change)
    elif action == TRANSFER:
        memory[HEALTHY + 4 * me + line] += change
        memory[HEALTHY + 4 * other + line] -= change
    elif action == SWAP or action == PLAY_COMPO or action == SABOTAGE:
        _change_compos(view, move, memory, other, change)


@compiled
def _change_compos(view, move, memory, other, change):
    """M-13, M-21, M-28, M-29: what no longer fits is taken as gone."""
    me = int(view.seat)
    if move.action == SWAP:
        memory[TEAM_COMPO + me] = int(view.compo[other if change > 0 else me])
        memory[TEAM_COMPO + other] = int(view.compo[me if change > 0 else other])
    else:
        owner = me if other < 0 else other
        memory[TEAM_COMPO + owner] = move.card - COMPO if change > 0 else int(view.compo[owner])


@compiled
def _also_healed(view, move):
    """M-26: the line of a second player whom Le Marabout can heal with the card that he now plays, or -1."""
    me = int(view.seat)
    if view.coach[me] != MARABOUT or view.rules.marabout_heals < 2 or view.healed_now > 0:
        return -1
    for line in range(LINES):
        if view.team[me, line, 1] > (1 if line == move.line and move.injuries == 1 else 0):
            return line
    return -1


@compiled
def extra_turns(view, move, params):
    """What a move brings beside its effect on the table, in turns: cards drawn out of turn, what a trade gives away."""
    action = move.action
    if action == PROPOSE:
        return -params[OFFER]
    if action == DRAW_CARD or view.decision == REACT_CARE or view.decision == REACT_PLACE:
        return params[DRAW_BONUS] if action == DRAW_CARD or action == PLACE or action == CARE else 0.0
    if action == SABOTAGE:
        return params[DRAW_BONUS]
    if action == PLAY_COMPO and move.seat >= 0 and move.seat != view.seat:
        return params[DUEL_DRAW] if view.coach[view.seat] == SOURNOIS and view.extra_cards_left > 0 else 0.0
    return 0.0


@compiled
def undone(view, move, memory):
    """About how much of a move its victim's coach undoes: L'Opportuniste cares at once, Le Stratège places a player (M-31, M-24)."""
    if not has_hands(view) or move.seat < 0:
        return 0.0
    seat = int(move.seat)
    if move.action == INJURE and view.coach[seat] == OPPORTUNISTE:
        return 1.0 if view.known[seat, SOIN] > 0 else min(1.0, int(view.hand_size[seat]) * memory[RATE + SOIN] / MILLION)
    return 0.3 if move.action == TRANSFER and view.coach[seat] == STRATEGE else 0.0
