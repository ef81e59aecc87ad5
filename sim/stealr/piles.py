"""Cards between piles and hands: drawing, discarding, what is known of the hands, and the public log (S-2, S-9, S-27)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.core.rng import RESHUFFLE, open_stream
from sim.core.shuffle import shuffle_coupled
from sim.stealr.cards import CARD_TYPES, KINDS, NO_CARD
from sim.stealr.state import FAMILY_OF, HELD, LOG_LENGTH


@compiled
def log(state, who, action, card, seat, colour, source, value, number):
    """Write a public event; what was not public, or does not apply, is -1."""
    row = state.log[index(state.events) % LOG_LENGTH]
    row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7] = who, action, card, seat, colour, source, value, number
    state.events += 1


@compiled
def discard_card(state, card):
    """A card goes to the discard pile."""
    state.discard[index(card)] += 1
    state.discard_size += 1


@compiled
def next_card(state):
    """S-9: take the next card of the draw pile, made of the shuffled discards if it is empty; ``NO_CARD`` when both are empty."""
    if state.pile_size == 0:
        if state.discard_size == 0:
            return NO_CARD
        reshuffle(state)
    card = int(state.pile[index(state.pile_top)])
    state.pile_top += 1
    state.pile_size -= 1
    return card


@compiled
def reshuffle(state):
    """S-9: shuffle the discards and make them the draw pile. Coupled to no other deck: by now games of different decks hold different discards."""
    counts = state.scratch
    for kind in range(KINDS):
        counts[kind] = state.discard[kind]
        state.discard[kind] = 0
    open_stream(state.chance, state.seed, state.block, state.game, RESHUFFLE, state.reshuffles)
    state.pile_size = shuffle_coupled(state.chance, counts, counts, state.pile, 0)
    state.pile_top = 0
    state.discard_size = 0
    state.reshuffles += 1


@compiled
def draw(state, seat, number):
    """S-2, S-30: draw cards into a hand, as many as there are."""
    for _ in range(number):
        card = next_card(state)
        if card == NO_CARD:
            return
        gain(state, seat, card)


@compiled
def gain(state, seat, card):
    """A card comes to a hand."""
    seat, card = index(seat), index(card)
    state.hand[seat, card] += 1
    state.hand_size[seat] += 1
    state.by_card[seat, HELD, index(FAMILY_OF[card])] += 1


@compiled
def lose_openly(state, holder, card):
    """A card leaves a hand before everyone's eyes: what was known of that kind goes down by one."""
    holder, card = index(holder), index(card)
    state.hand[holder, card] -= 1
    state.hand_size[holder] -= 1
    if state.knowing:
        for observer in range(state.players):
            if state.known[observer, holder, card] > 0:
                state.known[observer, holder, card] -= 1


@compiled
def hand_over_unseen(state, giver, receiver, card):
    """S-3 (`debt_card_to = "hand"`): a card goes from hand to hand, seen by the two only; for all others it may have been any that they knew of."""
    for observer in range(state.players):
        if observer == receiver:
            if state.known[observer, giver, card] > 0:
                state.known[observer, giver, card] -= 1
        elif observer != giver:
            for kind in range(KINDS):
                if state.known[observer, giver, kind] > 0:
                    state.known[observer, giver, kind] -= 1
    state.hand[giver, card] -= 1
    state.hand_size[giver] -= 1
    gain(state, receiver, card)
    state.known[giver, receiver, card] += 1
    state.knowing = 1


@compiled
def take_type(state, thief, victim, wanted):
    """S-27: all cards of a type go from hand to hand; returns how many.

    The thief sees the rest of the hand, the victim what has gone; the others know that all cards of the type have gone, so also those that
    they knew of.
    """
    taken = 0
    for kind in range(KINDS):
        number = int(state.hand[victim, kind])
        if CARD_TYPES[kind] == wanted:
            for observer in range(state.players):
                if observer != thief and observer != victim:
                    state.known[observer, thief, kind] += state.known[observer, victim, kind]
                    state.known[observer, victim, kind] = 0
            state.known[victim, thief, kind] += number
            state.known[thief, victim, kind] = 0
            for _ in range(number):
                state.hand[victim, kind] -= 1
                gain(state, thief, kind)
            taken += number
        else:
            state.known[thief, victim, kind] = number
    state.hand_size[victim] -= taken
    state.knowing = 1
    return taken
