"""`greedy`: does what gains most at once.

Every action has a price: a transfer brings a player and takes one from somebody, so it comes first, then placing, caring, injuring, replacing an
injured player. Compos are played for the players that they gain. It does not look at who is ahead, nor at what the pile still holds.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.mercato.state import CARE, INJURE, PLACE, REPLACE, TRANSFER
from strategies.mercato.habits import WINS, habit
from strategies.mercato.table import completes, missing
from strategies.registry import strategy

PARAMS = {"place": 10.0, "transfer": 12.0, "care": 9.0, "injure": 8.0, "replace_injured": 7.0, "replace": -5.0}
P_PLACE, P_TRANSFER, P_CARE, P_INJURE, P_REPLACE_INJURED, P_REPLACE = range(6)


@compiled
def greedy_value(view, move, params):
    """What a move gains at once."""
    action = move.action
    if action == PLACE:
        return params[P_PLACE]
    if action == REPLACE:
        return params[P_REPLACE_INJURED] if move.injuries > 0 and move.line == move.card else params[P_REPLACE]
    if action == INJURE:
        return params[P_INJURE] - 3.0 * move.injuries
    if action == TRANSFER:
        return params[P_TRANSFER]
    if action == CARE:
        return params[P_CARE] + 1.0 - move.injuries
    return habit(view, move)


@strategy(game="mercato", name="greedy", version=1, about="takes the action that gains most at once, whoever is ahead", params=PARAMS)
def choose(view, moves, n_moves, params, memory, rng):
    """The move of highest one-step value; ties by lot."""
    lacking = missing(view, int(view.seat))
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = WINS if completes(view, moves[i], lacking) else greedy_value(view, moves[i], params)
        value += 0.1 * uniform(rng)
        if value > best_value:
            best, best_value = i, value
    return best
