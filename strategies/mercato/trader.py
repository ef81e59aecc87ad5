"""`trader`: turns players that it can't use into players that it needs, by trading, and refuses trades that help a leader.

It proposes as soon as it holds a player to spare and lacks one of another line for which it holds none, before it injures anybody; it does not
propose the same trade twice in a turn. It agrees to a trade that gains something for its own hand unless the proposer is ahead of it or within a few
players of a complete team. Otherwise it plays like `greedy`, with more thought for what the hand already covers.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.mercato.state import ACCEPT, CARE, INJURE, PLACE, PROPOSE, REPLACE, TAKE_PARTNER, TRANSFER
from strategies.mercato.habits import WINS, habit, is_surplus, needs_card, trade_gain
from strategies.mercato.table import completes, missing
from strategies.registry import strategy

PARAMS = {"propose": 9.5, "afraid": 2.0, "injure": 8.0, "transfer": 12.0}
P_PROPOSE, P_AFRAID, P_INJURE, P_TRANSFER = range(4)
M_TURN, M_PROPOSED = range(2)  # memory: the turn (all seats together), and a bit for each trade proposed in it


@compiled
def trader_value(view, move, params, memory):
    """What a move gains, trades above all."""
    action = move.action
    if action == PROPOSE:
        tried = (memory[M_PROPOSED] >> (4 * int(move.card) + int(move.line))) & 1
        wanted = is_surplus(view, int(move.card)) and needs_card(view, int(move.line))
        return params[P_PROPOSE] if wanted and not tried else -20.0
    if action == ACCEPT:
        theirs, own = missing(view, int(view.proposer)), missing(view, int(view.seat))
        helps_leader = theirs <= params[P_AFRAID] or theirs < own
        return -1.0 if helps_leader else trade_gain(view, int(view.wanted), int(view.offered))
    if action == TAKE_PARTNER:
        return float(missing(view, int(move.seat)))
    if action == PLACE:
        return 10.0
    if action == TRANSFER:
        return params[P_TRANSFER] + (0.5 if needs_card(view, int(move.line)) else 0.0) - 0.1 * missing(view, int(move.seat))
    if action == CARE:
        return 10.0 - move.injuries
    if action == INJURE:
        return params[P_INJURE] - 3.0 * move.injuries - 0.1 * missing(view, int(move.seat))
    if action == REPLACE:
        return 7.0 if move.injuries > 0 and move.line == move.card else -5.0
    return habit(view, move)


@strategy(game="mercato", name="trader", version=1, about="trades what it can't use for what it needs, never with a leader", params=PARAMS, memory=2)
def choose(view, moves, n_moves, params, memory, rng):
    """The move that gains most, trades included; ties by lot."""
    lacking = missing(view, int(view.seat))
    if memory[M_TURN] != view.turn:
        memory[M_TURN] = view.turn
        memory[M_PROPOSED] = 0
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = WINS if completes(view, moves[i], lacking) else trader_value(view, moves[i], params, memory)
        value += 0.1 * uniform(rng)
        if value > best_value:
            best, best_value = i, value
    if moves[best].action == PROPOSE:
        memory[M_PROPOSED] |= 1 << (4 * int(moves[best].card) + int(moves[best].line))
    return best
