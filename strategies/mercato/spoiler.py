"""`spoiler`: injures and robs whoever is closest to a complete team, and builds with what is left.

Injuries and transfers go to the team that misses fewest players, into its goal first (the rarest player) and then into the lines with fewest
players to spare. Le Sournois's sabotages and Le Caméléon's swaps are judged by what they cost the leader. It never trades with a leader.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.mercato.cards import GARDIEN
from sim.mercato.state import ACCEPT, CARE, INJURE, PLACE, PLAY_COMPO, REPLACE, SABOTAGE, SWAP, TRANSFER
from strategies.mercato.habits import WINS, compo_gain, habit, swap_gain
from strategies.mercato.table import completes, in_play, missing
from strategies.registry import strategy

PARAMS = {"injure": 11.0, "transfer": 13.0, "closest": 0.5, "goal": 0.4}
P_INJURE, P_TRANSFER, P_CLOSEST, P_GOAL = range(4)


@compiled
def closeness(view, seat):
    """How close a seat is to a complete team: 11 players missing count 0, none 11; a seat that can't win any more counts less."""
    return 11.0 - missing(view, seat) if in_play(view, seat) else -5.0


@compiled
def spoiler_value(view, move, params):
    """What a move costs the closest opponent, or else what it gains."""
    action = move.action
    if action == INJURE or action == TRANSFER:
        value = params[P_CLOSEST] * closeness(view, int(move.seat))
        value += params[P_GOAL] if move.line == GARDIEN else 0.0
        return value + (params[P_TRANSFER] if action == TRANSFER else params[P_INJURE] - 4.0 * move.injuries)
    if action == PLACE:
        return 10.0
    if action == REPLACE:
        return 7.0 if move.injuries > 0 and move.line == move.card else -5.0
    if action == CARE:
        return 10.0 - move.injuries
    if action == SABOTAGE:
        gain = compo_gain(view, int(move.seat), int(move.card), 1.0)
        return 8.0 * gain + params[P_CLOSEST] * closeness(view, int(move.seat)) if gain > 0.0 else -2.0
    if action == PLAY_COMPO and move.seat >= 0 and move.seat != view.seat:
        return 10.0 * compo_gain(view, int(move.seat), int(move.card), 1.2)
    if action == SWAP:
        gain = swap_gain(view, int(move.seat), 1.0)
        return 30.0 + gain + 0.1 * closeness(view, int(move.seat)) if gain > 0.5 else -20.0
    if action == ACCEPT:
        return habit(view, move) - (20.0 if missing(view, int(view.proposer)) <= missing(view, int(view.seat)) else 0.0)
    return habit(view, move)


@strategy(game="mercato", name="spoiler", version=1, about="injures and robs whoever is closest to a complete team", params=PARAMS)
def choose(view, moves, n_moves, params, memory, rng):
    """The move that costs the leader most; ties by lot."""
    lacking = missing(view, int(view.seat))
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = WINS if completes(view, moves[i], lacking) else spoiler_value(view, moves[i], params)
        value += 0.1 * uniform(rng)
        if value > best_value:
            best, best_value = i, value
    return best
