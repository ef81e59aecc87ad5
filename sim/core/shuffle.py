"""Shuffles that keep decks of different composition coupled.

Two design points that differ by a few cards should be dealt almost the same cards, so that their difference is measured on like deals (common random
numbers). Every copy of every card of a *reference* deck (the printed one) has its place in one Fisher–Yates permutation of the block's stream. A copy
that a deck lacks leaves a hole; a copy that it has beyond the reference takes a hole's place. Holes that remain are filled from
the bottom; copies for which no hole is left are inserted at a place of their own, and what lay there goes to the bottom. All other cards
stay where they are. Each of
these steps turns a uniform permutation into a uniform permutation (inserting so is the inside-out Fisher–Yates step; filling depends on
where the holes are, not on which cards are around them), so every deck is shuffled uniformly.
"""

from __future__ import annotations

from sim.core.compile import compiled
from sim.core.rng import below

HOLE = -1


@compiled
def shuffle_coupled(stream, counts, reference, out, start):
    """Write a shuffled deck to ``out[start:]``; the card at ``out[start]`` is the top. Returns its size.

    ``counts[kind]`` copies of each kind; ``reference[kind]`` the copies that the coupling refers to. ``out`` must have room for the
    larger of the two decks. Draws one number a reference card, then one a card inserted.
    """
    size = 0
    lacking = 0
    for kind in range(len(counts)):
        for copy in range(int(reference[kind])):
            here = copy < counts[kind]
            out[start + size] = kind if here else HOLE
            lacking += 0 if here else 1
            size += 1
    # Copies beyond the reference take holes in the order of kinds, as long as there are any.
    kind = 0
    beyond = max(0, int(counts[0]) - int(reference[0]))
    for place in range(start, start + size):
        if lacking == 0:
            break
        if out[place] == HOLE:
            while beyond == 0 and kind < len(counts) - 1:
                kind += 1
                beyond = max(0, int(counts[kind]) - int(reference[kind]))
            if beyond == 0:
                break
            out[place] = kind
            beyond -= 1
            lacking -= 1
    for i in range(size - 1, 0, -1):
        j = below(stream, i + 1)
        swapped = out[start + i]
        out[start + i] = out[start + j]
        out[start + j] = swapped
    if lacking > 0:
        return _fill_holes(out, start, size)
    while True:
        while beyond == 0 and kind < len(counts) - 1:
            kind += 1
            beyond = max(0, int(counts[kind]) - int(reference[kind]))
        if beyond == 0:
            return size
        insert(stream, out, start, size, kind)
        size += 1
        beyond -= 1


@compiled
def _fill_holes(out, start, size):
    """Move cards from the bottom into the holes above them; returns the number of cards."""
    top = start
    bottom = start + size - 1
    while True:
        while bottom >= top and out[bottom] == HOLE:
            bottom -= 1
        while top < bottom and out[top] != HOLE:
            top += 1
        if top >= bottom:
            return bottom - start + 1
        out[top] = out[bottom]
        out[bottom] = HOLE


@compiled
def insert(stream, out, start, size, card):
    """Put ``card`` at a uniform place of the ``size`` shuffled cards at ``out[start:]``; what lay there goes to the bottom."""
    place = start + below(stream, size + 1)
    out[start + size] = out[place]
    out[place] = card
