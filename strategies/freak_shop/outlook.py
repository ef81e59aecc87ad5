"""`expert`'s outlook: what it expects to come of a manor, in points of its lead over the rival (the best other seat) at the end."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.freak_shop.cards import VALUES
from sim.freak_shop.scoring import depends_on_others
from strategies.freak_shop.deals import next_gain
from strategies.freak_shop.survey import CARDS, OTHERS, RIVAL, SHOP_CARDS, scored
from strategies.freak_shop.time import risk, turns_to_come

PARAMS = {
    "win": 3.0,  # points that winning is worth beside the lead
    "next": 0.8,  # of the best good deal that the shop would offer it next: how much of it is counted at a first look …
    "next_others": 0.9,  # … and, where the others have made their best deals before, at a second
    "deny": 0.3,  # of the best good deal that the shop offers anyone else: how much of it counts against an exchange at a first look …
    "deny_others": 0.15,  # … and of the deals that the others then make at a second
    "horizon": 2.2,  # turns to come from which it asks what its wealth can be turned into
    "cash": 0.9,  # how much it trusts that, and not the points that it has
    "now": 0.003,  # how much its lead counts before
    "reply": 0.5,  # how much of what the rival's next exchange can bring it counts, if the game goes on
    "gather": 1.0,  # what the next good deal weighs beside points where it looks for manors that offer both
    "worth_1": 0.1, "worth_2": 0.1, "worth_3": 0.1, "worth_4": 0.1, "worth_5": 0.1, "worth_6": 0.1,
    "worth_7": 0.1, "worth_8": 0.1, "worth_9": 0.1, "worth_10": 0.1, "worth_11": 0.1, "worth_12": 0.1,
}  # fmt: skip
"""``worth_1`` to ``worth_12``: by objective, what a unit of wealth is worth beside what it can be turned into at once (the mean of the three
counts)."""
P_WIN, P_NEXT, P_NEXT_OTHERS, P_DENY, P_DENY_OTHERS, P_HORIZON, P_CASH, P_NOW, P_REPLY, P_GATHER, P_WORTH = range(11)

# What is kept during a search: search[…].
TURNS, PER_WORTH, LEVEL, NEAR = range(4)
SEARCH = 4

# The best exchanges so far, best first: top[rank, …] is value, kind of exchange, at which value cards go both ways, copies of each value after it.
KEPT = 8
T_VALUE, T_EXCHANGE, T_MIXED, T_COPIES = range(4)
TOP_WIDTH = T_COPIES + VALUES
NOTHING = -1e18


@compiled
def begin_search(view, memory, params, search):
    """What is the same for all exchanges of a turn."""
    search[TURNS] = turns_to_come(view)
    search[NEAR] = 1.0 if search[TURNS] <= params[P_HORIZON] else 0.0
    search[PER_WORTH] = search[LEVEL] = 0.0
    for slot in range(3):
        objective = int(view.objectives[slot])
        search[PER_WORTH] += params[P_WORTH + objective - 1] / 3.0
        if not depends_on_others(objective):  # what the rival has whatever this strategy does
            search[LEVEL] -= int(view.points[memory[RIVAL], slot])


@compiled
def foresee(view, memory, after, params, search, curve, mixed_at, gain, deny, reply):
    """The value of having ``after``.

    ``gain`` and ``deny`` are what the shop left offers this strategy and the others, in wealth and weighed already; ``reply`` what the rival's
    next exchange will bring it, in points (0: not looked at). ``curve[s]``: the points of what a sum s can be turned into next.
    """
    worth = cards = 0
    for place in range(VALUES):
        copies = int(after[0, 2 * place])
        worth += (place + 1) * copies
        cards += copies
    lead = scored(view, memory, after, mixed_at) + search[LEVEL]
    left = memory[SHOP_CARDS] + memory[CARDS] - cards
    chance = risk(view, left, int(view.players))
    ended = at_the_end(lead, worth, params)
    if reply > 0.0 and chance > 0.0:  # the game ends before the rival's turn, or after it
        before = risk(view, left, 1)
        ended = (before * ended + (chance - before) * at_the_end(lead - reply, worth, params)) / chance
    if chance >= 1.0:
        return ended
    turns = search[TURNS]
    wealth = worth + min(1.0, turns) * gain
    if search[NEAR] > 0.0:
        at = min(len(curve) - 1, int(wealth) if turns > 1.0 else worth)
        later = params[P_CASH] * (curve[at] + search[LEVEL]) + (1.0 - params[P_CASH]) * lead
        later += search[PER_WORTH] * (wealth - deny) - params[P_REPLY] * reply
    else:
        later = search[PER_WORTH] * (wealth - deny) + params[P_NOW] * lead
    return chance * ended + (1.0 - chance) * later


@compiled
def at_the_end(lead, worth, params):
    """A lead with which the game ends. The cards break a tie (F-22), so wealth does more often than not."""
    ended = lead + 0.002 * worth
    if ended > 0.0:
        return ended + params[P_WIN]
    return ended - params[P_WIN] if ended < 0.0 else 0.0


@compiled
def consider_exchange(view, memory, after, params, search, curve, top, exchange, mixed_at, rng):
    """Put the exchange that leads to ``after`` among the best so far, if it is one of them; ties by lot."""
    gain, deny = params[P_NEXT] * next_gain(memory, -1, after), params[P_DENY] * next_gain(memory, OTHERS, after)
    value = foresee(view, memory, after, params, search, curve, mixed_at, gain, deny, 0.0) + 1e-9 * uniform(rng)
    if value <= top[KEPT - 1, T_VALUE]:
        return
    for rank in range(KEPT):  # the same manor may have been found before
        same = top[rank, T_VALUE] != NOTHING and top[rank, T_EXCHANGE] == exchange and top[rank, T_MIXED] == mixed_at
        for place in range(VALUES):
            same = same and top[rank, T_COPIES + place] == after[0, 2 * place]
        if same:
            return
    rank = KEPT - 1
    while rank > 0 and top[rank - 1, T_VALUE] < value:
        for field in range(TOP_WIDTH):
            top[rank, field] = top[rank - 1, field]
        rank -= 1
    top[rank, T_VALUE], top[rank, T_EXCHANGE], top[rank, T_MIXED] = value, exchange, mixed_at
    for place in range(VALUES):
        top[rank, T_COPIES + place] = after[0, 2 * place]


@compiled
def lay_out_kept(top, rank, after):
    """Set the scratch manor to what the exchange of this rank leads to; False if there is none."""
    if top[rank, T_VALUE] == NOTHING:
        return False
    for place in range(VALUES):
        after[0, 2 * place] = int(top[rank, T_COPIES + place])
    return True
