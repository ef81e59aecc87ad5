"""The two players of the C++ yardstick, value for value, to compare speeds: ``yardstick_players.py:random`` and ``yardstick_players.py:greedy``.

They are made for classic Mercato with ``trade_proposals = 0``; any other move counts 0.
"""

import numpy as np

from sim.core.compile import index
from sim.core.rng import below
from sim.mercato.state import ACTIONS, CARE, INJURE, PLACE, PLAY_COMPO, REPLACE, TRANSFER
from strategies.toolkit import compiled, strategy


@strategy(game="mercato", name="random", version=1, about="the yardstick's uniformly random player")
def choose_randomly(view, moves, n_moves, params, memory, rng):
    """A uniform legal move."""
    return below(rng, n_moves)


VALUES = np.zeros(len(ACTIONS))
VALUES[[PLACE, TRANSFER, CARE, INJURE, REPLACE, PLAY_COMPO]] = 10.0, 12.0, 9.0, 8.0, -5.0, -1.0
HEALING = 12.0  # what a replacement is worth more if it takes an injured player's place by one of his line


@compiled
def yardstick_value(move):
    """What the yardstick's greedy player gives for a move."""
    healing = (move.action == REPLACE) & (move.injuries > 0) & (move.card == move.line)
    return VALUES[index(move.action)] + HEALING * healing


@strategy(game="mercato", name="greedy", version=1, about="the yardstick's greedy player")
def choose_greedily(view, moves, n_moves, params, memory, rng):
    """The move of highest value, plus a uniform deviate of 0 to 0.0999 in steps of 0.0001."""
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = yardstick_value(moves[i]) + below(rng, 1000) * 1e-4
        if value > best_value:
            best, best_value = i, value
    return best
