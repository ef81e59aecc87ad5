"""Sensible answers to the decisions beside a turn's action, shared by the simple strategies.

All values are on one scale: placing a player is worth about 10, doing nothing 0.
"""

from __future__ import annotations

from sim.core.compile import compiled
from sim.mercato.cards import BLESSURE, COMPO, FOSSOYEUR, GARDIEN, LINES, SOIN, SOURNOIS, TRANSFERT
from sim.mercato.state import (
    ACCEPT,
    DISCARD,
    DRAW_CARD,
    DROP,
    GIVE_BACK,
    HEAL,
    PLAY_COMPO,
    PROPOSE,
    SABOTAGE,
    STEAL,
    SUFFER,
    SWAP,
    TAKE,
    TAKE_PARTNER,
)
from strategies.mercato.table import has_hands, missing, missing_under, need, room, shed, wounds

WINS = 1000.0  # what completing the own team is worth: more than anything else


@compiled
def needs_card(view, line):
    """Whether the own team needs one more player of this line than the hand holds."""
    return need(view, int(view.seat), line) > int(view.hand[line])


@compiled
def is_surplus(view, line):
    """Whether the hand holds more players of this line than the own team needs."""
    return int(view.hand[line]) > max(0, need(view, int(view.seat), line))


@compiled
def worth(view, card, held):
    """What a card is worth in the own hand, as the last of ``held`` of its kind."""
    me = int(view.seat)
    if card < LINES:
        lacking = need(view, me, card)
        if held <= lacking:
            return 9.0 if card == GARDIEN else 8.0
        return 2.0 - 0.5 * (held - max(0, lacking))
    if card == TRANSFERT:
        return 8.0 - held
    if card == SOIN:
        return (6.0 if wounds(view, me) > 0 else 5.0) - held
    if card == BLESSURE:
        return 5.0 - held
    gain = missing(view, me) - missing_under(view, me, card - COMPO)
    if gain > 0:
        return 3.0 + 2.0 * gain
    return 3.0 if view.coach[me] == SOURNOIS else 0.5


@compiled
def use_to(view, seat, card):
    """How useful a card would be to another seat, 0 to 1."""
    if card < LINES:
        return 1.0 if need(view, seat, card) > 0 else 0.1
    if card == TRANSFERT:
        return 1.0
    if card == SOIN:
        return 1.0 if wounds(view, seat) > 0 else 0.4
    if card == BLESSURE:
        return 0.6
    return 0.6 if missing_under(view, seat, card - COMPO) < missing(view, seat) else 0.1


@compiled
def use_to_fossoyeur(view, card):
    """How useful a card would be on top of the discards to an opposing Fossoyeur (M-30); 0 without one."""
    if view.variant < 2:
        return 0.0
    for seat in range(view.players):
        if seat != view.seat and view.coach[seat] == FOSSOYEUR and not view.won[seat]:
            return use_to(view, seat, card)
    return 0.0


@compiled
def drawn_worth(view, card):
    """What a card is worth to the own team in a duel, where it is applied at once."""
    me = int(view.seat)
    if card < LINES:
        if room(view, me, card) <= 0:
            return 0.0
        return 11.0 if card == GARDIEN else 10.0
    if card == TRANSFERT:
        for line in range(LINES):
            if room(view, me, line) > 0 and view.team[1 - me, line, 0] > 0:
                return 13.0
        return 0.0
    if card == SOIN:
        return 10.0 if wounds(view, me) > 0 else 0.0
    if card == BLESSURE:
        return -10.0
    return 10.0 * max(compo_gain(view, me, card, 1.0), compo_gain(view, 1 - me, card, 1.0))


@compiled
def swap_gain(view, seat, weight):
    """Players gained by swapping compos (M-28): own ones and, ``weight`` each, those that the other loses; never to complete his team."""
    me = int(view.seat)
    theirs = missing_under(view, seat, int(view.compo[me]))
    if theirs == 0:
        return -20.0
    own = missing(view, me) - missing_under(view, me, int(view.compo[seat]))
    return own + weight * (theirs - missing(view, seat))


@compiled
def compo_gain(view, seat, card, weight):
    """Players gained by playing a compo on a team: own ones, or, ``weight`` each, those that another loses; never to complete his team.

    An injured player who leaves counts in part: an empty place is filled more easily.
    """
    compo = card - COMPO
    after = missing_under(view, seat, compo)
    gain = missing(view, seat) - after + 0.3 * shed(view, seat, compo)
    if seat == view.seat:
        return gain
    return -weight * gain if after > 0 else -20.0


@compiled
def suffer_value(view, move):
    """M-21: the owner hurts whoever is hurt already, and rather in a line that the other could rob; the opponent chooses the contrary."""
    owner = int(view.active)
    value = 3.0 * move.injuries
    if room(view, 1 - owner, int(move.line)) > 0:
        value += 1.0
    if move.line == GARDIEN:
        value -= 0.5
    return value if owner == view.seat else -value


@compiled
def trade_gain(view, given, received):
    """What the own hand gains by giving a player of one line for one of another."""
    return worth(view, received, int(view.hand[received]) + 1) - worth(view, given, int(view.hand[given]))


@compiled
def proposal_value(view, move):
    """A trade is proposed to get a needed player for one to spare, when there is nothing better to do."""
    return 3.0 if is_surplus(view, int(move.card)) and needs_card(view, int(move.line)) else -20.0


@compiled
def habit(view, move):
    """The value of any move that is not one of placing, replacing, caring, injuring and transferring."""
    action = move.action
    if action == DISCARD:
        return -worth(view, int(move.card), int(view.hand[move.card])) - 2.0 * use_to_fossoyeur(view, int(move.card))
    if action == DROP:  # how many must go from each line is given: the injured first; what a Fossoyeur could use lies deeper if it goes first
        return 5.0 * move.injuries + use_to_fossoyeur(view, int(move.line))
    if action == PROPOSE:
        return proposal_value(view, move)
    if action == ACCEPT:
        return trade_gain(view, int(view.wanted), int(view.offered))
    if action == TAKE_PARTNER:
        return float(missing(view, int(move.seat)))
    if action == PLAY_COMPO:
        owner = int(view.seat) if move.seat < 0 else int(move.seat)
        return 9.0 * compo_gain(view, owner, int(move.card), 1.0) - 1.0
    if action == SABOTAGE:
        return 7.0 * compo_gain(view, int(move.seat), int(move.card), 1.0) - 1.5
    return rare_habit(view, move)


@compiled
def rare_habit(view, move):
    """The rest of :func:`habit`: abilities, reactions and the duel."""
    action = move.action
    if action == STEAL:  # free, and the worse of two cards can be given back: at once, from whoever is closest
        return 60.0 - missing(view, int(move.seat))
    if action == SWAP:
        gain = swap_gain(view, int(move.seat), 0.7)
        return 30.0 + gain if gain > 0.5 else -20.0
    if action == GIVE_BACK:
        return -worth(view, int(move.card), int(view.hand[move.card])) - 2.0 * use_to(view, int(view.robbed), int(move.card))
    if action == TAKE:
        card = int(move.card)
        return worth(view, card, int(view.hand[card]) + 1) if has_hands(view) else drawn_worth(view, card)
    if action == DRAW_CARD:
        return 4.0
    if action == HEAL:
        return 9.0 - move.injuries
    if action == SUFFER:
        return suffer_value(view, move)
    return 0.0  # REFUSE, END, DECLINE, PASS, SUFFER_RANDOM
