"""Cards on the move: drawing, discarding, and what everyone knows of the hands (M-15, M-16, M-27)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.core.rng import RESHUFFLE, open_stream
from sim.core.shuffle import shuffle_coupled
from sim.mercato.cards import BLESSURE, KINDS, NO_CARD
from sim.mercato.state import LOG_LENGTH


@compiled
def log(state, who, action, card, seat, line, injuries):
    """Write a public event; what was not public is -1."""
    row = state.log[index(state.events) % LOG_LENGTH]
    row[0], row[1], row[2], row[3], row[4], row[5] = who, action, card, seat, line, injuries
    state.events += 1


@compiled
def discard_card(state, card):
    """Lay a card on top of the discards."""
    state.discard[index(state.discard_size)] = card
    state.discard_size += 1


@compiled
def discard_player(state, line, injuries):
    """Lay a player on top of the discards, followed by its injuries (M-16)."""
    discard_card(state, line)
    for _ in range(injuries):
        discard_card(state, BLESSURE)


@compiled
def next_card(state):
    """Take the next card of the draw pile, made of the shuffled discards if it is empty; ``NO_CARD`` when both are empty (M-16)."""
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
    """Shuffle the discards and make them the draw pile (M-16)."""
    counts = state.scratch
    for kind in range(KINDS):
        counts[kind] = 0
    for i in range(state.discard_size):
        counts[index(state.discard[i])] += 1
    # Coupled to no other deck: by now games of different decks hold different discards, and the gain measured with the printed deck
    # as reference was the same (1.5 against 1.5 with four players) at twice the time.
    open_stream(state.chance, state.seed, state.block, state.game, RESHUFFLE, state.reshuffles)
    state.pile_size = shuffle_coupled(state.chance, counts, counts, state.pile, 0)
    state.pile_top = 0
    state.discard_size = 0
    state.reshuffles += 1


@compiled
def draw(state, seat):
    """Draw a card into a hand."""
    card = next_card(state)
    if card != NO_CARD:
        state.hand[index(seat), index(card)] += 1
        state.hand_size[index(seat)] += 1


@compiled
def lose_openly(state, holder, card):
    """A card leaves a hand before everyone's eyes: what was known of that kind goes down by one."""
    holder, card = index(holder), index(card)
    state.hand[holder, card] -= 1
    state.hand_size[holder] -= 1
    if state.knowing:
        for observer in range(state.players):
            if state.known[holder, card, observer] > 0:
                state.known[holder, card, observer] -= 1


@compiled
def lose_unseen(state, holder, card, witness):
    """A card leaves a hand, seen by ``witness`` and the holder only: for all others it may have been any of those they knew of (M-27)."""
    state.hand[holder, card] -= 1
    state.hand_size[holder] -= 1
    if state.knowing:
        for observer in range(state.players):
            if observer == witness:
                if state.known[holder, card, observer] > 0:
                    state.known[holder, card, observer] -= 1
            else:
                for kind in range(KINDS):
                    if state.known[holder, kind, observer] > 0:
                        state.known[holder, kind, observer] -= 1


@compiled
def gain(state, holder, card):
    """A card comes to a hand."""
    state.hand[holder, card] += 1
    state.hand_size[holder] += 1


@compiled
def learn(state, observer, holder, card):
    """``observer`` has seen one more card of this kind come to the hand of ``holder``."""
    if observer != holder:
        state.known[holder, card, observer] += 1
        state.knowing = 1


@compiled
def learn_at_least(state, observer, holder, card):
    """``observer`` has understood that ``holder`` has a card of this kind."""
    if observer != holder and state.known[holder, card, observer] == 0:
        state.known[holder, card, observer] = 1
        state.knowing = 1


@compiled
def learn_hand(state, observer, holder):
    """``observer`` sees the whole hand of ``holder`` (M-27)."""
    for kind in range(KINDS):
        state.known[holder, kind, observer] = state.hand[holder, kind]
    state.knowing = 1
