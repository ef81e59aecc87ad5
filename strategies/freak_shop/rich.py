"""`rich`: scores most at once, like `greedy`, and of what scores the same it takes what makes it wealthiest.

It looks at the same exchanges as `greedy`. Ties are broken by the sum of its cards, then by their number, then by lot.
"""

import numpy as np

from sim.freak_shop.cards import KINDS
from strategies.freak_shop.deals import W_CARDS, W_POINTS, W_WORTH, WEIGHTS, carry_on, look_at_deals
from strategies.freak_shop.survey import MEMORY, PLANNED_TURN, survey
from strategies.registry import strategy

PARAMS = {"worth": 0.001, "cards": 0.000001}
P_WORTH, P_CARDS = range(2)


@strategy(
    game="freak_shop",
    name="rich",
    version=1,
    about="the most points at once, of the same exchanges as greedy; ties by the sum of its cards, then by their number",
    params=PARAMS,
    memory=MEMORY,
)
def choose(view, moves, n_moves, params, memory, rng):
    """Plan the exchange with the most points, then the most wealth, after it; then its steps."""
    if memory[PLANNED_TURN] != view.turn:
        memory[PLANNED_TURN] = view.turn
        survey(view, memory, 0)
        weights = np.zeros(WEIGHTS)
        weights[W_POINTS], weights[W_WORTH], weights[W_CARDS] = 1.0, params[P_WORTH], params[P_CARDS]
        look_at_deals(view, memory, np.zeros((1, KINDS), np.int64), weights, rng)
    return carry_on(view, moves, n_moves, memory, rng)
