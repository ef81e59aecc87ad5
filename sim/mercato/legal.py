"""Legal moves: what a seat may answer to each kind of decision."""

from __future__ import annotations

from sim.core.compile import compiled, index, lowest, positive, store_word
from sim.core.contract import implements, legal_moves
from sim.mercato.cards import (
    ATTAQUANT,
    BLESSURE,
    CAMELEON,
    COMPO,
    FOURBE,
    LEVELS,
    LINES,
    MAX_INJURIES,
    NO_CARD,
    SOIN,
    SOURNOIS,
    TRANSFERT,
)
from sim.mercato.state import (
    ACCEPT,
    ACTION,
    ANSWER,
    CARE,
    DECLINE,
    DISCARD,
    DRAW,
    DRAW_CARD,
    DROP,
    DUEL_CARD,
    DUEL_CLOSE,
    DUEL_OPEN,
    END,
    FINISH,
    GIVE,
    GIVE_BACK,
    HEAL,
    HEAL_MORE,
    INJURE,
    LIMIT,
    PASS,
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
    TAKE_PARTNER,
    TRANSFER,
)
from sim.mercato.team import INJURED, asked_for, has_injurable, has_room, is_out, players_in
from sim.mercato.turn import can_rob, can_swap

TAKEN = MAX_INJURIES
"""Who has this many injuries can't be injured: in the masks of :func:`_attack_moves` this level stands for a transfer."""


@compiled
def _word(action, card, seat, line, injuries):
    """A move's fields packed in the order of :data:`MOVE`."""
    return int(action) | (int(card) & 255) << 8 | (int(seat) & 255) << 16 | (int(line) & 255) << 24 | (int(injuries) & 255) << 32


@compiled
def _add(moves, n, action, card, seat, line, injuries):
    """Append a move; returns the new number of moves."""
    store_word(moves[index(n)], _word(action, card, seat, line, injuries))
    return n + 1


@compiled
def _add_if(moves, n, legal, action, card, seat, line, injuries):
    """Append a move if it is legal. Writes first and counts afterwards: these branches could not be predicted."""
    _add(moves, n, action, card, seat, line, injuries)
    return n + (1 if legal else 0)


@implements(legal_moves, STATE)
def _legal_moves(state, rules, moves):
    decision = state.decision
    if decision == ACTION:
        return _action_moves(state, rules, moves)
    if decision == DUEL_CARD:
        return _duel_moves(state, rules, moves)
    if decision == LIMIT or decision == GIVE:
        return _hand_moves(state, moves, 0, DISCARD if decision == LIMIT else GIVE_BACK)
    if decision == ANSWER:
        return _add(moves, _add(moves, 0, ACCEPT, -1, -1, -1, -1), REFUSE, -1, -1, -1, -1)
    if decision == SHRINK:
        return _drop_moves(state, rules, moves)
    if decision == REACT_PLACE:
        n = 0
        for line in range(LINES):
            if state.hand[state.actor, line] > 0 and has_room(state, rules, state.actor, line):
                n = _add(moves, n, PLACE, line, -1, -1, -1)
        return _add(moves, n, DECLINE, -1, -1, -1, -1)
    if decision == REACT_CARE:
        return _add(moves, _care_moves(state, moves, 0, CARE), DECLINE, -1, -1, -1, -1)
    if decision == HEAL_MORE:
        return _add(moves, _care_moves(state, moves, 0, HEAL), DECLINE, -1, -1, -1, -1)
    if decision == FINISH or decision == DUEL_CLOSE:
        return _add(moves, _ability_moves(state, rules, moves, 0), END, -1, -1, -1, -1)
    if decision == DUEL_OPEN:
        return _add(moves, _ability_moves(state, rules, moves, 0), DECLINE, -1, -1, -1, -1)
    if decision == DRAW:
        return _draw_moves(state, rules, moves)
    n = 0  # PARTNER
    for seat in range(state.players):
        if state.accepted[seat]:
            n = _add(moves, n, TAKE_PARTNER, -1, seat, -1, -1)
    return n


@compiled
def _action_moves(state, rules, moves):
    """M-7 to M-14, M-25, M-28, M-29.

    What is possible is worked out in bit masks, and only then written down: what a hand holds can't be predicted, and a branch that was guessed
    wrong costs more than all this arithmetic. In a mask of cells, bit 16 k + 4 l + i stands for players in line l with i injuries.
    """
    seat = index(state.actor)
    hand = positive(state.hand, seat)
    own = positive(state.team, seat)
    free = 0  # bit 4 l: there is room in line l
    for line in range(LINES):
        free |= (1 if has_room(state, rules, seat, line) else 0) << 4 * line
    n = 0
    cells = 0  # k: the card
    for card in range(LINES):
        held = (hand >> card) & 1
        room = (free >> 4 * card) & 1
        n = _add_if(moves, n, held & room == 1, PLACE, card, -1, -1, -1)
        # M-8: a player of the same line, or, if there is room in the new one's line, of any.
        cells |= (own & (15 << 4 * card | 0xFFFF * room) & 0xFFFF * held) << 16 * card
    while cells != 0:
        cell = lowest(cells)
        cells ^= 1 << cell
        n = _add(moves, n, REPLACE, cell >> 4 & 3, -1, cell >> 2 & 3, cell & 3)
    cells = own & INJURED * (hand >> SOIN & 1)
    while cells != 0:
        cell = lowest(cells)
        cells ^= 1 << cell
        n = _add(moves, n, CARE, -1, -1, cell >> 2, cell & 3)
    n = _attack_moves(state, rules, moves, n, seat, hand, free)
    if hand >> COMPO != 0:
        n = _compo_moves(state, rules, moves, n, hand)
    if n == 0 or rules.discard == 1:  # M-14
        if state.hand_size[seat] > 0:
            n = _hand_moves(state, moves, n, DISCARD)
        else:
            n = _add(moves, n, PASS, -1, -1, -1, -1)
    if state.proposals_left > 0:
        n = _proposals(state, rules, moves, n)
    if state.abilities_left > 0 and (state.coach[seat] == FOURBE or state.coach[seat] == CAMELEON):
        n = _ability_moves(state, rules, moves, n)
    return n


@compiled
def _attack_moves(state, rules, moves, n, seat, hand, free):
    """M-10, M-11: injuries and transfers, of everyone who has not won."""
    cells = 0  # k: the other seat
    for other in range(state.players):
        reached = 1 if other != seat and not state.won[other] else 0
        cells |= (positive(state.team, other) * reached) << 16 * other
    hurt = cells & 0x1111_1111_1111_1111 * ((1 << int(rules.injuries_per_player)) - 1) * (hand >> BLESSURE & 1)
    taken = cells & 0x0001_0001_0001_0001 * free * (hand >> TRANSFERT & 1)
    cells = hurt | taken << TAKEN
    while cells != 0:
        cell = lowest(cells)
        cells ^= 1 << cell
        level = cell & 3
        n = _add(moves, n, TRANSFER if level == TAKEN else INJURE, -1, cell >> 4 & 3, cell >> 2 & 3, 0 if level == TAKEN else level)
    return n


@compiled
def _compo_moves(state, rules, moves, n, hand):
    """M-13, M-29: compos of the hand, on the own team or, for Le Sournois, on others."""
    seat = index(state.actor)
    sabotages = state.coach[seat] == SOURNOIS
    compos = hand >> COMPO
    while compos != 0:
        card = COMPO + lowest(compos)
        compos &= compos - 1
        if rules.same_compo or state.compo[seat] != card - COMPO:
            n = _add(moves, n, PLAY_COMPO, card, -1, -1, -1)
        if sabotages:
            for other in range(state.players):
                if other != seat and not is_out(state, rules, other) and (rules.same_compo or state.compo[other] != card - COMPO):
                    n = _add(moves, n, SABOTAGE, card, other, -1, -1)
    return n


@compiled
def _proposals(state, rules, moves, n):
    """M-12: a player card of the hand for one of another line, if there is anyone to answer."""
    seat = int(state.actor)
    others = 0
    for other in range(state.players):
        if other != seat and not is_out(state, rules, other):
            others += 1
    if others == 0:
        return n
    for card in range(LINES):
        if state.hand[seat, card] > 0:
            for wanted in range(ATTAQUANT + 1):
                if wanted != card or rules.trade_same_line:
                    n = _add(moves, n, PROPOSE, card, -1, wanted, -1)
    return n


@compiled
def _ability_moves(state, rules, moves, n):
    """M-25, M-28: the free abilities."""
    for other in range(state.players):
        if can_rob(state, rules, other):
            n = _add(moves, n, STEAL, -1, other, -1, -1)
        if can_swap(state, rules, other):
            n = _add(moves, n, SWAP, -1, other, -1, -1)
    return n


@compiled
def _hand_moves(state, moves, n, action):
    """One move for each kind of card in the hand."""
    hand = positive(state.hand, index(state.actor))
    while hand != 0:
        n = _add(moves, n, action, lowest(hand), -1, -1, -1)
        hand &= hand - 1
    return n


@compiled
def _care_moves(state, moves, n, action):
    """M-9, M-26: one move for each kind of injured player that this card has not healed yet."""
    for line in range(LINES):
        for injuries in range(1, LEVELS):
            if state.team[state.actor, line, injuries] > state.healed[line, injuries]:
                n = _add(moves, n, action, -1, -1, line, injuries)
    return n


@compiled
def _drop_moves(state, rules, moves):
    """M-13: one move for each kind of player in the lines that hold too many."""
    seat = int(state.actor)
    n = 0
    for line in range(LINES):
        if players_in(state, seat, line) > asked_for(state, rules, seat, line):
            for injuries in range(LEVELS):
                if state.team[seat, line, injuries] > 0:
                    n = _add(moves, n, DROP, -1, -1, line, injuries)
    return n


@compiled
def _draw_moves(state, rules, moves):
    """M-30: draw, or one of the latest discards; of equal ones the latest."""
    n = _add(moves, 0, DRAW_CARD, -1, -1, -1, -1)
    depth = min(int(rules.fossoyeur_depth), int(state.discard_size))
    for i in range(depth):
        card = state.discard[state.discard_size - 1 - i]
        offered = False
        for j in range(1, n):
            offered = offered or moves[j].card == card
        if not offered:
            n = _add(moves, n, TAKE, card, -1, -1, -1)
    return n


@compiled
def _duel_moves(state, rules, moves):
    """M-21: what can be done with the card drawn in a duel."""
    seat = int(state.active)
    other = 1 - seat
    card = int(state.drawn)
    if card == NO_CARD:
        return _add(moves, 0, PASS, -1, -1, -1, -1)
    n = 0
    if card < LINES:
        if has_room(state, rules, seat, card):
            n = _add(moves, n, PLACE, card, -1, -1, -1)
    elif card == BLESSURE:
        if rules.duel_injury == 2:
            if has_injurable(state, rules, seat):
                n = _add(moves, n, SUFFER_RANDOM, -1, -1, -1, -1)
        else:
            for line in range(LINES):
                for injuries in range(rules.injuries_per_player):
                    if state.team[seat, line, injuries] > 0:
                        n = _add(moves, n, SUFFER, -1, -1, line, injuries)
    elif card == SOIN:
        n = _care_moves(state, moves, n, HEAL)
        if n > 0:
            n = _add(moves, n, DECLINE, -1, -1, -1, -1)
    elif card == TRANSFERT:
        for line in range(LINES):
            if state.team[other, line, 0] > 0 and has_room(state, rules, seat, line):
                n = _add(moves, n, TRANSFER, -1, other, line, 0)
        if n > 0 and rules.duel_may_decline_transfer:
            n = _add(moves, n, DECLINE, -1, -1, -1, -1)
    else:
        for owner in range(2):
            if rules.same_compo or state.compo[owner] != card - COMPO:
                n = _add(moves, n, PLAY_COMPO, card, owner, -1, -1)
    if n == 0:
        n = _add(moves, n, DISCARD, card, -1, -1, -1)
    return n
