"""`climber`: wants few cards, and dear ones.

It looks at the same exchanges as `greedy` and weighs the points at once, the sum of its cards and, against it, their number: it climbs from value
to value with good deals and gives two or three cards for one whenever that costs no points to speak of.
"""

import numpy as np

from sim.freak_shop.cards import KINDS
from strategies.freak_shop.deals import W_CARDS, W_POINTS, W_WORTH, WEIGHTS, carry_on, look_at_deals
from strategies.freak_shop.survey import MEMORY, PLANNED_TURN, survey
from strategies.registry import strategy

PARAMS = {"worth": 0.5, "cards": 2.0}
P_WORTH, P_CARDS = range(2)


@strategy(
    game="freak_shop",
    name="climber",
    version=1,
    about="few dear cards, and points on the way; of the same exchanges as greedy",
    params=PARAMS,
    memory=MEMORY,
)
def choose(view, moves, n_moves, params, memory, rng):
    """Plan the exchange with the dearest manor and the most points after it; then its steps."""
    if memory[PLANNED_TURN] != view.turn:
        memory[PLANNED_TURN] = view.turn
        survey(view, memory, 0)
        weights = np.zeros(WEIGHTS)
        weights[W_POINTS], weights[W_WORTH], weights[W_CARDS] = 1.0, params[P_WORTH], -params[P_CARDS]
        look_at_deals(view, memory, np.zeros((1, KINDS), np.int64), weights, rng)
    return carry_on(view, moves, n_moves, memory, rng)
