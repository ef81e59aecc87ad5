"""`greedy`: makes the exchange that scores most at once.

It looks at all good deals and at the simplest fair prices (see `deals`): one card against two or three, two or three against one, and a plain
card against one on sale of the same value. Of those that score the same it takes any, whatever they do to its wealth.
"""

import numpy as np

from sim.freak_shop.cards import KINDS
from strategies.freak_shop.deals import W_POINTS, WEIGHTS, carry_on, look_at_deals
from strategies.freak_shop.survey import MEMORY, PLANNED_TURN, survey
from strategies.registry import strategy


@strategy(
    game="freak_shop",
    name="greedy",
    version=1,
    about="the most points at once, of all good deals and of fair prices of one card for up to three or up to three for one; ties by lot",
    memory=MEMORY,
)
def choose(view, moves, n_moves, params, memory, rng):
    """Plan the exchange with the most points after it; then its steps."""
    if memory[PLANNED_TURN] != view.turn:
        memory[PLANNED_TURN] = view.turn
        survey(view, memory, 0)
        weights = np.zeros(WEIGHTS)
        weights[W_POINTS] = 1.0
        look_at_deals(view, memory, np.zeros((1, KINDS), np.int64), weights, rng)
    return carry_on(view, moves, n_moves, memory, rng)
