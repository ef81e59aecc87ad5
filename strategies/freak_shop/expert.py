"""`expert`: plans the exchange as a whole, for the end of the game.

It looks at all good deals, and at the best of all fair prices: those that lead to the most points (with few or many cards on sale, where that
matters), to the best next good deal, and to mixtures of the two. After each it sees (see `outlook`) the chance that the game ends before its next
turn and its lead over the best other seat if it does; what its wealth can be turned into if it doesn't, the shop being what it leaves; and what
that shop offers to the others. The eight best it looks at again after the others' best deals and, near the end, after the rival's best fair
price. Its numbers were tuned by self-play, one of them for each objective (`benchmarks/tune_freak_shop.py`).
"""

import numpy as np

from sim.freak_shop.cards import KINDS, VALUES
from sim.freak_shop.scoring import worth
from sim.freak_shop.state import GOOD_DEAL
from strategies.freak_shop.deals import carry_on, next_gain, others_deal, undo_deals
from strategies.freak_shop.manors import look_at_manors
from strategies.freak_shop.outlook import (
    KEPT,
    NEAR,
    NOTHING,
    P_DENY_OTHERS,
    P_NEXT_OTHERS,
    PARAMS,
    SEARCH,
    T_EXCHANGE,
    T_MIXED,
    TOP_WIDTH,
    begin_search,
    consider_exchange,
    foresee,
    lay_out_kept,
)
from strategies.freak_shop.pool import IMPOSSIBLE, form_of, new_layers
from strategies.freak_shop.reply import reply
from strategies.freak_shop.survey import (
    MEMORY,
    NO_PLAN,
    NOWHERE,
    OWN,
    PLANNED,
    PLANNED_TURN,
    RIVAL,
    SHOP,
    SHOP_CARDS,
    WIDTH,
    WORTH,
    lay_out,
    survey,
    write_plan,
)
from strategies.freak_shop.time import risk
from strategies.registry import strategy
from strategies.toolkit import compiled

ROOM = 45  # sums above the own for which the curve tells, near the end, what they can be turned into


@compiled
def look_at_good_deals(view, memory, after, params, search, curve, top, rng):
    """F-4: all of them, with the best copies."""
    lay_out(memory, after)
    for own in range(VALUES):
        for other in range(VALUES):
            if own != other:
                for _ in range(min(memory[OWN + own], memory[SHOP + other])):
                    after[0, 2 * own] -= 1
                    after[0, 2 * other] += 1
                    consider_exchange(view, memory, after, params, search, curve, top, GOOD_DEAL, NOWHERE, rng)
                after[0, 2 * own] = memory[OWN + own]
                after[0, 2 * other] = memory[OWN + other]


@compiled
def choose_among(view, memory, after, params, search, curve, top, there, gains, layers):
    """Look at the best exchanges again, after what the others do, and make the best of them the plan."""
    may_end = risk(view, memory[SHOP_CARDS], 2 * int(view.players)) > 0.0
    best, best_value = 0, NOTHING
    for rank in range(KEPT):
        if lay_out_kept(top, rank, after):
            mixed_at = int(top[rank, T_MIXED])
            brought = 0.0
            if may_end:
                brought = reply(view, memory, after, mixed_at, there, gains, layers)
            deny = params[P_DENY_OTHERS] * others_deal(view, memory, after)
            gain = params[P_NEXT_OTHERS] * next_gain(memory, -1, after)
            undo_deals(view, memory)
            value = foresee(view, memory, after, params, search, curve, mixed_at, gain, deny, brought)
            if value > best_value:
                best, best_value = rank, value
    if lay_out_kept(top, best, after):
        write_plan(view, memory, after, int(top[best, T_EXCHANGE]), int(top[best, T_MIXED]))


@compiled
def plan_exchange(view, memory, params, rng):
    """The best exchange as the plan in memory."""
    survey(view, memory, 1)
    memory[PLANNED] = NO_PLAN
    search = np.zeros(SEARCH)
    begin_search(view, memory, params, search)
    after = np.zeros((1, KINDS), np.int64)
    top = np.full((KEPT, TOP_WIDTH), NOTHING)
    there = np.zeros(VALUES, np.int64)
    pool_worth = 0
    for place in range(VALUES):
        there[place] = memory[OWN + place] + memory[SHOP + place]
        pool_worth += (place + 1) * there[place]
    limit = min(pool_worth, memory[WORTH] + (ROOM if search[NEAR] > 0.0 else 0))
    layers = new_layers(form_of(view.objectives), max(limit, worth(view.manor, memory[RIVAL])))
    gains = np.empty((VALUES, WIDTH))
    curve = np.full(limit + 1, IMPOSSIBLE)
    look_at_manors(view, memory, after, params, search, curve, top, there, gains, layers, rng)
    look_at_good_deals(view, memory, after, params, search, curve, top, rng)
    choose_among(view, memory, after, params, search, curve, top, there, gains, layers)


@strategy(
    game="freak_shop",
    name="expert",
    version=1,
    about="plans the whole exchange for the end of the game; of all good deals, and of all fair prices the best for points, the next deal, or both",
    params=PARAMS,
    memory=MEMORY,
)
def choose(view, moves, n_moves, params, memory, rng):
    """Plan the exchange that is best for the end of the game; then its steps."""
    if memory[PLANNED_TURN] != view.turn:
        memory[PLANNED_TURN] = view.turn
        plan_exchange(view, memory, params, rng)
    return carry_on(view, moves, n_moves, memory, rng)
