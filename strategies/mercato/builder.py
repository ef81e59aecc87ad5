"""`builder`: completes its own team, and troubles the others only when it has nothing to build.

Among players to place, the line that lacks most beyond the hand waits and what the hand has plenty of goes first: so the hand stays open for any
draw. It injures when neither placing, transferring, caring nor a better compo is possible, and then any line of anybody.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.mercato.state import CARE, INJURE, PLACE, PROPOSE, REPLACE, SABOTAGE, TRANSFER
from strategies.mercato.habits import WINS, habit, needs_card
from strategies.mercato.table import completes, missing, need
from strategies.registry import strategy

PARAMS = {"transfer": 11.5, "care": 10.5, "injure": 2.5, "rare": 1.0}
P_TRANSFER, P_CARE, P_INJURE, P_RARE = range(4)


@compiled
def builder_value(view, move, params):
    """What a move does for the own team."""
    me = int(view.seat)
    action = move.action
    if action == PLACE:
        return 10.0 + 0.2 * (int(view.hand[move.card]) - need(view, me, int(move.card)))
    if action == REPLACE:
        if move.injuries > 0 and move.line == move.card:
            return 9.0
        return 1.0 if view.hand[move.line] > need(view, me, int(move.line)) else -5.0
    if action == TRANSFER:  # rather in a line for which the hand holds nothing
        return params[P_TRANSFER] + (params[P_RARE] if needs_card(view, int(move.line)) else -3.0)
    if action == CARE:
        return params[P_CARE] + 1.0 - move.injuries + (0.5 if needs_card(view, int(move.line)) else 0.0)
    if action == INJURE:
        return params[P_INJURE] - move.injuries
    if action == SABOTAGE:
        return 0.3 * habit(view, move)
    if action == PROPOSE:
        return habit(view, move) + 0.5
    return habit(view, move)


@strategy(game="mercato", name="builder", version=1, about="completes its own team first and leaves the others in peace", params=PARAMS)
def choose(view, moves, n_moves, params, memory, rng):
    """The move that brings the own team furthest; ties by lot."""
    lacking = missing(view, int(view.seat))
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = WINS if completes(view, moves[i], lacking) else builder_value(view, moves[i], params)
        value += 0.1 * uniform(rng)
        if value > best_value:
            best, best_value = i, value
    return best
