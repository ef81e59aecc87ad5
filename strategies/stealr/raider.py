"""`raider`: steals and claims rents as early as it can.

Any card that takes something from somebody goes before properties and money, dearest first, and rather from whoever it hurts most. It keeps
nothing back but Just Say No.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.stealr.cards import GO_AGAIN, PASS_GO, SHACK
from sim.stealr.state import BANK, PLACE, PLAY, USE
from strategies.registry import strategy
from strategies.stealr.finish import FINISH_SCRATCH, find_finish, finishing
from strategies.stealr.habits import WINS, bank_gain, habit, lay_gain, use_gain

PARAMS = {"raid": 6.0, "place": 3.0, "spite": 0.8, "no": 5.0}
P_RAID, P_PLACE, P_SPITE, P_NO = range(4)


@compiled
def raider_value(view, move, params):
    """What a move takes from others, or else what it brings."""
    action = move.action
    if action == PLACE:
        return params[P_PLACE] + lay_gain(view, move)
    if action == USE:
        value = use_gain(view, move, params[P_SPITE])
        raids = value > 0.5 and move.card != PASS_GO and move.card != GO_AGAIN and move.card != SHACK
        return value + params[P_RAID] if raids else value
    if action == BANK:
        return bank_gain(view, move)
    return habit(view, move, params[P_NO])


@strategy(game="stealr", name="raider", version=1, about="steals and claims rents as early as it can", params=PARAMS, memory=FINISH_SCRATCH)
def choose(view, moves, n_moves, params, memory, rng):
    """The move that takes most; ties by lot."""
    ready = view.decision == PLAY and find_finish(view, memory)
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = raider_value(view, moves[i], params) + 0.1 * uniform(rng)
        if ready:
            value += 2.0 * WINS * finishing(view, moves[i], memory)
        if value > best_value:
            best, best_value = i, value
    return best
