"""`builder`: lays properties first, for complete sets, and leaves the others in peace until it has none to lay.

What completes a set or comes nearest to it goes first; then what draws cards; then money to pay with, so that nothing need be taken from its table.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.stealr.cards import GO_AGAIN, PASS_GO
from sim.stealr.state import BANK, PLACE, PLAY, USE
from strategies.registry import strategy
from strategies.stealr.finish import FINISH_SCRATCH, find_finish, finishing
from strategies.stealr.habits import WINS, bank_gain, habit, lay_gain, use_gain, worth

PARAMS = {"place": 12.0, "draw": 3.0, "money": 1.0, "spite": 0.1, "keep": 0.5, "no": 4.0}
P_PLACE, P_DRAW, P_MONEY, P_SPITE, P_KEEP, P_NO = range(6)


@compiled
def builder_value(view, move, params):
    """What a move does for the own sets."""
    action = move.action
    if action == PLACE:
        return params[P_PLACE] + lay_gain(view, move)
    if action == USE:
        value = use_gain(view, move, params[P_SPITE]) - params[P_KEEP] * worth(view, int(move.card))
        return value + params[P_DRAW] if value > 0.0 and (move.card == PASS_GO or move.card == GO_AGAIN) else value
    if action == BANK:
        value = bank_gain(view, move)
        return value + params[P_MONEY] if value > 0.0 else value
    return habit(view, move, params[P_NO])


@strategy(
    game="stealr",
    name="builder",
    version=1,
    about="lays properties for its own sets first, and takes from others only when it has none to lay",
    params=PARAMS,
    memory=FINISH_SCRATCH,
)
def choose(view, moves, n_moves, params, memory, rng):
    """The move that brings its sets furthest; ties by lot."""
    ready = view.decision == PLAY and find_finish(view, memory)
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = builder_value(view, moves[i], params) + 0.1 * uniform(rng)
        if ready:
            value += 2.0 * WINS * finishing(view, moves[i], memory)
        if value > best_value:
            best, best_value = i, value
    return best
