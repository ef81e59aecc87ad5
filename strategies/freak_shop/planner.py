"""`planner`: gets rich first, and turns its wealth into points when the closing card comes near.

As long as it is sure of further turns it takes no notice of the objectives: it makes the good deal that adds most to the sum of its cards, or a
fair price that gathers several copies of a cheap value for a better deal next time. Then it plays like `rich`. It looks at the same exchanges as
`greedy`.
"""

import numpy as np

from sim.freak_shop.cards import KINDS
from strategies.freak_shop.deals import W_CARDS, W_NEXT, W_POINTS, W_WORTH, WEIGHTS, carry_on, look_at_deals
from strategies.freak_shop.survey import MEMORY, PLANNED_TURN, survey
from strategies.freak_shop.time import sure_turns
from strategies.registry import strategy

PARAMS = {"next": 0.7, "near": 2.0}
P_NEXT, P_NEAR = range(2)


@strategy(
    game="freak_shop",
    name="planner",
    version=1,
    about="wealth first, by good deals of several copies; points once the closing card comes near; of the same exchanges as greedy",
    params=PARAMS,
    memory=MEMORY,
)
def choose(view, moves, n_moves, params, memory, rng):
    """Plan the exchange with the most wealth, or near the end the most points, after it; then its steps."""
    if memory[PLANNED_TURN] != view.turn:
        memory[PLANNED_TURN] = view.turn
        survey(view, memory, 0)
        weights = np.zeros(WEIGHTS)
        if sure_turns(view) >= params[P_NEAR]:
            weights[W_WORTH], weights[W_NEXT], weights[W_CARDS] = 1.0, params[P_NEXT], 0.001
        else:
            weights[W_POINTS], weights[W_WORTH], weights[W_CARDS] = 1.0, 0.001, 0.000001
        look_at_deals(view, memory, np.zeros((1, KINDS), np.int64), weights, rng)
    return carry_on(view, moves, n_moves, memory, rng)
