"""The exchanges that most strategies look at, and how much each is worth to them.

All good deals, and of the fair prices those of one card against two or three (and three or two against one) and of plain cards against cards on
sale of the same value. Of equal values the best copies are taken and given (see `survey`).
"""

from __future__ import annotations

from sim.core.compile import compiled
from sim.core.rng import below, uniform
from sim.freak_shop.cards import VALUES
from sim.freak_shop.options import NO
from sim.freak_shop.plan import next_step
from sim.freak_shop.scoring import copies_of
from sim.freak_shop.state import FAIR_PRICE, GOOD_DEAL
from strategies.freak_shop.survey import (
    NEED,
    NO_PLAN,
    NOWHERE,
    OWN,
    OWN_SALE,
    PLAN,
    PLANNED,
    SHOP,
    SHOP_SALE,
    WANTS_SALE,
    lay_out,
    scored,
    write_plan,
)

# What a strategy weighs an exchange by: weights[…].
W_POINTS, W_WORTH, W_CARDS, W_NEED, W_NEXT = range(5)
WEIGHTS = 5


@compiled
def next_gain(memory, counts, after):
    """The most that one good deal could add to the sum of a manor (copies by value from ``memory[counts]``), once the shop is what ``after``
    leaves.

    With ``counts`` = -1 the manor is ``after`` itself.
    """
    best = 0
    for low in range(VALUES - 1):
        copies = int(after[0, 2 * low]) if counts < 0 else memory[counts + low]
        if copies > 0:
            for high in range(low + 1, VALUES):
                there = memory[OWN + high] + memory[SHOP + high] - int(after[0, 2 * high])
                best = max(best, min(copies, there) * (high - low))
    return best


@compiled
def others_deal(view, memory, after):
    """The others each make the good deal that adds most to their sums, in turn: what the shop then holds is written to the pool in memory.

    Returns what they gained. :func:`undo_deals` sets the pool right again.
    """
    gained = 0
    for step in range(1, view.players):
        seat = (int(view.seat) + step) % int(view.players)
        best = best_low = best_high = best_copies = 0
        for low in range(VALUES - 1):
            copies = copies_of(view.manor, seat, low + 1)
            if copies > 0:
                for high in range(low + 1, VALUES):
                    there = min(copies, memory[OWN + high] + memory[SHOP + high] - int(after[0, 2 * high]))
                    if there * (high - low) > best:
                        best, best_low, best_high, best_copies = there * (high - low), low, high, there
        gained += best
        memory[SHOP + best_low] += best_copies
        memory[SHOP + best_high] -= best_copies
    return gained


@compiled
def undo_deals(view, memory):
    """The shop in memory as it lies."""
    for place in range(VALUES):
        memory[SHOP + place] = int(view.shop[2 * place]) + int(view.shop[2 * place + 1])


@compiled
def _weighed(view, memory, after, weights, mixed_at):
    """The value of having ``after``."""
    worth = cards = 0
    need = 0
    for place in range(VALUES):
        copies = int(after[0, 2 * place])
        worth += (place + 1) * copies
        cards += copies
        need += (copies - memory[OWN + place]) * memory[NEED + place]
    value = weights[W_WORTH] * worth + weights[W_CARDS] * cards + weights[W_NEED] * need
    if weights[W_POINTS] != 0.0:
        value += weights[W_POINTS] * scored(view, memory, after, mixed_at)
    if weights[W_NEXT] != 0.0:
        value += weights[W_NEXT] * next_gain(memory, -1, after)
    return value


@compiled
def consider(view, memory, after, weights, best, exchange, mixed_at, rng):
    """Make the exchange that leads to ``after`` the plan if it is better than the best so far; returns the better value. Ties by lot."""
    value = _weighed(view, memory, after, weights, mixed_at) + 1e-9 * uniform(rng)
    if value > best:
        write_plan(view, memory, after, exchange, mixed_at)
        return value
    return best


@compiled
def look_at_deals(view, memory, after, weights, rng):
    """The best exchange of those that this module lists, as the plan in memory. ``after`` is a scratch manor."""
    memory[PLANNED] = NO_PLAN
    lay_out(memory, after)
    best = -1e18
    for own in range(VALUES):  # F-4
        for other in range(VALUES):
            if own != other:
                for _ in range(min(memory[OWN + own], memory[SHOP + other])):
                    after[0, 2 * own] -= 1
                    after[0, 2 * other] += 1
                    best = consider(view, memory, after, weights, best, GOOD_DEAL, NOWHERE, rng)
                after[0, 2 * own] = memory[OWN + own]
                after[0, 2 * other] = memory[OWN + other]
    for one in range(VALUES):  # F-5
        if view.rules.fair_same_value != NO and swap_exists(memory, one):
            best = consider(view, memory, after, weights, best, FAIR_PRICE, one, rng)
        for sign in range(-1, 2, 2):  # one card given for several, or several for one
            if memory[(OWN if sign < 0 else SHOP) + one] > 0:
                best = _several_for_one(view, memory, after, weights, best, one, sign, rng)
    return best


@compiled
def swap_exists(memory, place):
    """Whether manor and shop have cards of one value that differ in the sale mark, and exchanging them is what the objectives want."""
    own_plain = memory[OWN + place] - memory[OWN_SALE + place]
    shop_plain = memory[SHOP + place] - memory[SHOP_SALE + place]
    if memory[WANTS_SALE] == 1:
        return own_plain > 0 and memory[SHOP_SALE + place] > 0
    return memory[OWN_SALE + place] > 0 and shop_plain > 0


@compiled
def _several_for_one(view, memory, after, weights, best, one, sign, rng):
    """Two or three cards of lower values against one: taken for it (sign -1), or given for it."""
    there = SHOP if sign < 0 else OWN
    after[0, 2 * one] += sign
    for low in range(one):
        if memory[there + low] == 0:
            continue
        after[0, 2 * low] -= sign
        for mid in range(low, one):
            high = one - low - mid - 2  # the values of two add up to that of the one: (low + 1) + (mid + 1) = one + 1, or a third makes up for it
            used = 1 if mid == low else 0
            if memory[there + mid] <= used or high < -1:
                continue
            after[0, 2 * mid] -= sign
            if high == -1:
                best = consider(view, memory, after, weights, best, FAIR_PRICE, NOWHERE, rng)
            elif high >= mid and memory[there + high] > (1 if high == mid else 0) + (used if high == mid else 0):
                after[0, 2 * high] -= sign
                best = consider(view, memory, after, weights, best, FAIR_PRICE, NOWHERE, rng)
                after[0, 2 * high] += sign
            after[0, 2 * mid] += sign
        after[0, 2 * low] += sign
    after[0, 2 * one] -= sign
    return best


@compiled
def carry_on(view, moves, n_moves, memory, rng):
    """The next step of the plan; any legal step, by lot, where there is none."""
    if memory[PLANNED] == NO_PLAN:
        return below(rng, n_moves)
    return next_step(memory[PLANNED], memory, PLAN, view, moves, n_moves)
