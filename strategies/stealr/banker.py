"""`banker`: fills its bank first, then builds.

Until its bank holds what it has set itself, money and what brings money (rents, Yoink!, Heist, Tax Collector) come first; then properties, and
whatever cards can still take.
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.stealr.cards import DEAL_BREAKER, HEIST, TAX_COLLECTOR, UNFAIR_TRADE, YOINK
from sim.stealr.state import BANK, PLACE, PLAY, USE
from strategies.registry import strategy
from strategies.stealr.finish import FINISH_SCRATCH, find_finish, finishing
from strategies.stealr.habits import WINS, bank_gain, habit, lay_gain, use_gain, worth

PARAMS = {"goal": 10.0, "first": 8.0, "place": 3.0, "spite": 0.2, "keep": 0.5, "no": 4.0}
P_GOAL, P_FIRST, P_PLACE, P_SPITE, P_KEEP, P_NO = range(6)


@compiled
def brings_money(card):
    """Whether a card fills the bank of who plays it."""
    return card < DEAL_BREAKER or card == HEIST or card == TAX_COLLECTOR or card == UNFAIR_TRADE or card == YOINK


@compiled
def banker_value(view, move, params):
    """What a move brings, the bank first while it is small."""
    action = move.action
    first = params[P_FIRST] if view.bank_value[view.seat] < params[P_GOAL] else 0.0
    if action == PLACE:
        return params[P_PLACE] + lay_gain(view, move)
    if action == USE:
        value = use_gain(view, move, params[P_SPITE]) - params[P_KEEP] * worth(view, int(move.card))
        return value + first if value > 0.0 and brings_money(int(move.card)) else value
    if action == BANK:
        value = bank_gain(view, move)
        return value + first if value > 0.0 else value
    return habit(view, move, params[P_NO])


@strategy(game="stealr", name="banker", version=1, about="fills its bank first, then completes sets", params=PARAMS, memory=FINISH_SCRATCH)
def choose(view, moves, n_moves, params, memory, rng):
    """The move that brings most, money first while the bank is small; ties by lot."""
    ready = view.decision == PLAY and find_finish(view, memory)
    best, best_value = 0, -1e9
    for i in range(n_moves):
        value = banker_value(view, moves[i], params) + 0.1 * uniform(rng)
        if ready:
            value += 2.0 * WINS * finishing(view, moves[i], memory)
        if value > best_value:
            best, best_value = i, value
    return best
