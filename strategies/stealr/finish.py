"""The win that is there already: sets that can be completed in this turn by laying cards from the hand and moving jokers, which is free (S-5, S-7).

All built-in strategies but `random` look for it before anything else: a quarter of all games between them end that way.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled, index
from sim.stealr.cards import (
    COLOUR_LAST,
    COLOURS,
    FIRST_JOKER_PLACE,
    JOKER,
    JOKER_COLOURS,
    MULTICOLOUR,
    PLACE_KINDS,
    PLACE_OF,
    PLACES,
    PROPERTY,
)
from sim.stealr.reference import JOKER_PAIRS
from sim.stealr.state import MOVE_JOKER, PLACE

JOKER_KINDS = len(JOKER_COLOURS)
# Scratch, in whole numbers of the strategy's memory.
WANT = 0  # [place]: cards that shall lie there
TABLE_LEFT = PLACES  # [two-colour joker]: on the table, not yet assigned
HAND_LEFT = TABLE_LEFT + JOKER_KINDS  # [two-colour joker]: in the hand
MULTIS_LEFT = HAND_LEFT + JOKER_KINDS  # multicolour jokers on the table
MULTIS_HELD = MULTIS_LEFT + 1
FINISH_SCRATCH = MULTIS_HELD + 1

# The pairs of colours make a forest: taken from the leaves, each colour after those that hang on it, jokers are never given where they leave a hole.
LEAVES_FIRST = np.array([0, 1, 8, 7, 6, 9, 2, 3, 4, 5], np.int8)
"""(COLOURS,) the colours in that order: Marron, Bleu Clair, Services, Bleu Foncé, Vert, Gare, then the two pairs that stand alone."""
EDGES = np.array(
    [[0, -1, -1], [0, 1, -1], [2, -1, -1], [2, -1, -1], [3, -1, -1], [3, -1, -1], [4, 5, -1], [4, -1, -1], [6, -1, -1], [1, 5, 6]], np.int8
)
"""(COLOURS, 3) the two-colour jokers that may lie in a colour, those shared with earlier colours first."""
SHARED_LATER = np.array([[1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0]], np.int8)
"""(COLOURS, 3) 1 where the joker's other colour comes later."""


@compiled
def find_finish(view, memory):
    """Whether the seat, whose turn it is, can win by laying and moving alone; what shall lie where is then noted in ``memory``."""
    me = int(view.seat)
    candidates, number = 0, 0
    multis = int(view.hand[MULTICOLOUR])
    for colour in range(COLOURS):
        multis += int(view.table[me, index(COLOUR_LAST[colour])])
    for colour in range(COLOURS):
        own = int(view.table[me, colour]) + int(view.hand[PROPERTY + colour])
        for i in range(3):
            if EDGES[colour, i] >= 0:
                joker = index(EDGES[colour, i])
                own += int(view.hand[JOKER + joker])
                for side in range(2):
                    own += int(view.table[me, index(PLACE_OF[JOKER + joker, index(JOKER_PAIRS[joker, side])])])
        if own > 0 and own + multis >= view.rules.set_size[colour]:
            candidates |= 1 << colour
            number += 1
    wanted = int(view.rules.sets_to_win)
    if number < wanted:
        return False
    subset = candidates
    while subset > 0:
        chosen = 0
        for colour in range(COLOURS):
            chosen += (subset >> colour) & 1
        if chosen == wanted and (_fill(view, memory, subset, 0) or _fill(view, memory, subset, 1)):
            return True
        subset = (subset - 1) & candidates
    return False


@compiled
def _fill(view, memory, subset, table_first):
    """Assign cards to the colours of a subset (bits); True if plays and joker moves suffice. Cards of the hand come before jokers of the table that
    another colour might need, or after them."""
    me = int(view.seat)
    memory[MULTIS_LEFT] = 0
    memory[MULTIS_HELD] = view.hand[MULTICOLOUR]
    for joker in range(JOKER_KINDS):
        memory[HAND_LEFT + joker] = view.hand[JOKER + joker]
        memory[TABLE_LEFT + joker] = 0
    for place in range(PLACES):
        memory[WANT + place] = 0
        kind = int(PLACE_KINDS[place])
        if kind == MULTICOLOUR:
            if view.rules.multicolour_moves:
                memory[MULTIS_LEFT] += int(view.table[me, place])
        elif kind >= JOKER:
            memory[TABLE_LEFT + kind - JOKER] += int(view.table[me, place])
    plays = 0
    for step in range(COLOURS):
        colour = index(LEAVES_FIRST[step])
        if (subset >> colour) & 1 == 0:
            continue
        size = int(view.rules.set_size[colour])
        lying = int(view.table[me, colour])
        need = size - lying
        memory[WANT + colour] = lying
        fixed = 0  # multicolour jokers that may not be moved (`multicolour_moves`)
        if view.rules.multicolour_moves == 0:
            fixed = min(max(0, need), int(view.table[me, index(COLOUR_LAST[colour])]))
            memory[WANT + index(COLOUR_LAST[colour])] = fixed
        need -= fixed
        for later in range(2):
            need = _take_jokers(memory, colour, need, TABLE_LEFT, later) if later == 0 or table_first else need
        held = min(max(0, need), int(view.hand[PROPERTY + colour]))
        memory[WANT + colour] += held
        left = _take_jokers(memory, colour, need - held, HAND_LEFT, 0)
        plays += max(0, need) - max(0, left)
        need = left
        if not table_first:
            need = _take_jokers(memory, colour, need, TABLE_LEFT, 1)
        left = _take_jokers(memory, colour, need, HAND_LEFT, 1)
        plays += max(0, need) - max(0, left)
        need = max(0, left)
        if need + fixed >= size:  # S-10: not of multicolour jokers alone
            return False
        moved = min(need, memory[MULTIS_LEFT])
        held = min(need - moved, memory[MULTIS_HELD])
        if moved + held < need:
            return False
        memory[MULTIS_LEFT] -= moved
        memory[MULTIS_HELD] -= held
        memory[WANT + index(COLOUR_LAST[colour])] += need
        plays += held
    moves = -plays
    for place in range(PLACES):
        moves += max(0, memory[WANT + place] - int(view.table[me, place]))
    return plays <= view.plays_left and moves <= view.moves_left


@compiled
def _take_jokers(memory, colour, need, source, later):
    """Give two-colour jokers of the table or hand to a colour: those of which the other colour comes later, or not. Returns what it still needs."""
    for i in range(3):
        if need > 0 and EDGES[colour, i] >= 0 and SHARED_LATER[colour, i] == later:
            joker = index(EDGES[colour, i])
            taken = min(need, memory[source + joker])
            memory[source + joker] -= taken
            memory[WANT + index(PLACE_OF[JOKER + joker, colour])] += taken
            need -= taken
    return need


@compiled
def finishing(view, move, memory):
    """Whether a move is a step of the win found: 2 for a joker moved, 1 for a card laid, 0 for any other move."""
    if move.action != PLACE and move.action != MOVE_JOKER:
        return 0
    me = int(view.seat)
    place = index(PLACE_OF[index(move.card), index(move.colour)])
    if memory[WANT + place] <= view.table[me, place]:
        return 0
    if move.action == PLACE:
        return 1
    source = index(PLACE_OF[index(move.card), index(move.source)])
    return 2 if view.table[me, source] > memory[WANT + source] else 0


assert FIRST_JOKER_PLACE == COLOURS  # a property's place is its colour
