"""`guard`: loses nothing that matters.

It keeps a Just Say No for what would lose it a complete set or the game, unless it holds several; and fills a bank with small money before it lays
what completes no set, so that it seldom pays with more than was asked, or from its table.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.stealr.cards import JUST_SAY_NO
from sim.stealr.state import ANSWER, BANK, PLACE, PLAY, USE
from strategies.registry import strategy
from strategies.stealr.finish import FINISH_SCRATCH, find_finish, finishing
from strategies.stealr.habits import WINS, bank_gain, habit, lay_gain, use_gain, worth

PARAMS = {"reserve": 8.0, "change": 4.0, "place": 4.0, "spite": 0.5, "keep": 0.7, "no": 8.0, "no_to_spare": 3.5}
P_RESERVE, P_CHANGE, P_PLACE, P_SPITE, P_KEEP, P_NO, P_SPARE = range(7)


@compiled
def guard_value(view, move, params):
    """What a move brings without baring the own table."""
    action = move.action
    if action == PLACE:
        return params[P_PLACE] + lay_gain(view, move)
    if action == USE:
        return use_gain(view, move, params[P_SPITE]) - params[P_KEEP] * worth(view, int(move.card))
    if action == BANK:
        value = bank_gain(view, move)
        if value > 0.0 and view.bank_value[view.seat] < params[P_RESERVE]:
            value += params[P_CHANGE] + (1.0 if move.value <= 3 else 0.0)
        return value
    spare = view.decision == ANSWER and view.hand[JUST_SAY_NO] > 1
    return habit(view, move, params[P_SPARE if spare else P_NO])


@strategy(
    game="stealr",
    name="guard",
    version=1,
    about="keeps Just Say No for what would lose the game, and change to pay with",
    params=PARAMS,
    memory=FINISH_SCRATCH,
)
def choose(view, moves, n_moves, params, memory, rng):
    """The move that brings most at no risk; ties by lot."""
    ready = view.decision == PLAY and find_finish(view, memory)
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = guard_value(view, moves[i], params) + 0.1 * uniform(rng)
        if ready:
            value += 2.0 * WINS * finishing(view, moves[i], memory)
        if value > best_value:
            best, best_value = i, value
    return best
