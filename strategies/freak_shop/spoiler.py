"""`spoiler`: takes from the shop what the leader needs.

It looks at the same exchanges as `greedy`. Beside its own points, and what the exchange costs the leader of the others at once, it weighs each
card that it takes (and, against it, gives) by the points that one more card of that value would bring that leader.
"""

import numpy as np

from sim.freak_shop.cards import KINDS, MAX_SEATS, VALUES
from sim.freak_shop.scoring import objective_points
from strategies.freak_shop.deals import W_CARDS, W_NEED, W_POINTS, W_WORTH, WEIGHTS, carry_on, look_at_deals
from strategies.freak_shop.survey import MEMORY, NEED, PLANNED_TURN, RIVAL, survey
from strategies.registry import strategy
from strategies.toolkit import compiled

PARAMS = {"need": 0.5, "worth": 0.001}
P_NEED, P_WORTH = range(2)


@compiled
def note_needs(view, memory):
    """How many points one more card of each value (without sale mark) would bring the leader of the others."""
    manors = np.zeros((MAX_SEATS, KINDS), np.int64)
    for seat in range(view.players):
        for kind in range(KINDS):
            manors[seat, kind] = view.manor[seat, kind]
    leader = memory[RIVAL]
    for place in range(VALUES):
        memory[NEED + place] = 0
        for slot in range(3):
            objective = int(view.objectives[slot])
            manors[leader, 2 * place] += 1
            memory[NEED + place] += objective_points(view.rules, objective, manors, int(view.players), leader)
            manors[leader, 2 * place] -= 1
            memory[NEED + place] -= int(view.points[leader, slot])


@strategy(
    game="freak_shop",
    name="spoiler",
    version=1,
    about="points for itself, and from the shop what the leader of the others needs; of the same exchanges as greedy",
    params=PARAMS,
    memory=MEMORY,
)
def choose(view, moves, n_moves, params, memory, rng):
    """Plan the exchange that is best for itself and worst for the leader; then its steps."""
    if memory[PLANNED_TURN] != view.turn:
        memory[PLANNED_TURN] = view.turn
        survey(view, memory, 1)
        note_needs(view, memory)
        weights = np.zeros(WEIGHTS)
        weights[W_POINTS], weights[W_WORTH], weights[W_CARDS], weights[W_NEED] = 1.0, params[P_WORTH], 0.000001, params[P_NEED]
        look_at_deals(view, memory, np.zeros((1, KINDS), np.int64), weights, rng)
    return carry_on(view, moves, n_moves, memory, rng)
