"""`greedy`: does what gains most at once.

Every play has a price: a card laid towards a set, cards taken, money claimed or banked. It makes the dearest, whoever is ahead, and says No to
whatever costs it more than a little.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.stealr.state import BANK, PLACE, PLAY, USE
from strategies.registry import strategy
from strategies.stealr.finish import FINISH_SCRATCH, find_finish, finishing
from strategies.stealr.habits import WINS, bank_gain, habit, lay_gain, use_gain, worth

PARAMS = {"place": 3.0, "spite": 0.3, "keep": 0.4, "no": 3.0}
P_PLACE, P_SPITE, P_KEEP, P_NO = range(4)


@compiled
def greedy_value(view, move, params):
    """What a move gains at once."""
    action = move.action
    if action == PLACE:
        return params[P_PLACE] + lay_gain(view, move)
    if action == USE:
        return use_gain(view, move, params[P_SPITE]) - params[P_KEEP] * worth(view, int(move.card))
    if action == BANK:
        return bank_gain(view, move)
    return habit(view, move, params[P_NO])


@strategy(
    game="stealr", name="greedy", version=1, about="makes the play that gains most at once, whoever is ahead", params=PARAMS, memory=FINISH_SCRATCH
)
def choose(view, moves, n_moves, params, memory, rng):
    """The move of highest one-step value; ties by lot."""
    ready = view.decision == PLAY and find_finish(view, memory)
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = greedy_value(view, moves[i], params) + 0.1 * uniform(rng)
        if ready:
            value += 2.0 * WINS * finishing(view, moves[i], memory)
        if value > best_value:
            best, best_value = i, value
    return best
