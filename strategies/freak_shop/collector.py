"""`collector`: wants many cards, and has cheap ones.

It looks at the same exchanges as `greedy` and weighs the points at once and the number of its cards: it gives one card for two or three whenever
the shop lets it.
"""

import numpy as np

from sim.freak_shop.cards import KINDS
from strategies.freak_shop.deals import W_CARDS, W_POINTS, W_WORTH, WEIGHTS, carry_on, look_at_deals
from strategies.freak_shop.survey import MEMORY, PLANNED_TURN, survey
from strategies.registry import strategy

PARAMS = {"cards": 2.0, "worth": 0.01}
P_CARDS, P_WORTH = range(2)


@strategy(
    game="freak_shop",
    name="collector",
    version=1,
    about="many cheap cards, and points on the way; of the same exchanges as greedy",
    params=PARAMS,
    memory=MEMORY,
)
def choose(view, moves, n_moves, params, memory, rng):
    """Plan the exchange with the most cards and points after it; then its steps."""
    if memory[PLANNED_TURN] != view.turn:
        memory[PLANNED_TURN] = view.turn
        survey(view, memory, 0)
        weights = np.zeros(WEIGHTS)
        weights[W_POINTS], weights[W_WORTH], weights[W_CARDS] = 1.0, params[P_WORTH], params[P_CARDS]
        look_at_deals(view, memory, np.zeros((1, KINDS), np.int64), weights, rng)
    return carry_on(view, moves, n_moves, memory, rng)
