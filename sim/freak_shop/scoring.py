"""What manors are worth, and who is ahead: F-10 to F-22.

``manors`` is a table of counts (seats, kinds) such as ``state.manor`` or ``view.manor``; ``objective`` a number from 1 to 12. A card counts once
within an objective, and again in each of the others. Everything is a whole number.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled, index
from sim.freak_shop.cards import (
    CLOU,
    COLLECTION,
    KINDS,
    MARCHANDAGE,
    MODE,
    PAS_LES_MEMES,
    RANGEMENT,
    SIAMOIS,
    SNOB,
    SOMME,
    TROIS,
    VALUES,
    VOISINS,
)
from sim.freak_shop.options import FALLING, RISING


@compiled
def copies_of(manors, seat, value):
    """Cards of a value (1 to 10) in a manor, on sale or not."""
    plain = index(2 * (value - 1))
    return int(manors[seat, plain]) + int(manors[seat, plain + 1])


@compiled
def depends_on_others(objective):
    """Whether a manor's points by this objective depend on the other manors (F-10, F-11, F-14)."""
    return objective == MODE or objective == PAS_LES_MEMES or objective == VOISINS


@compiled
def objective_points(rules, objective, manors, players, seat):
    """A seat's points by one objective (F-10 to F-21)."""
    if objective <= PAS_LES_MEMES:
        return _sale_points(rules, objective, manors, players, seat)
    if objective <= MARCHANDAGE:
        return _bargain_points(rules, objective, manors, seat)
    if objective == VOISINS:
        return _neighbour_points(rules, manors, players, seat)
    if objective <= CLOU:
        return _count_points(rules, objective, manors, seat)
    if objective == RANGEMENT:
        return _longest_run_points(rules, manors, seat)
    return run_points(rules, manors, seat)


@compiled
def on_sale(manors, seat):
    """Cards on sale in a manor."""
    total = 0
    for kind in range(1, KINDS, 2):
        total += int(manors[seat, kind])
    return total


@compiled
def _sale_points(rules, objective, manors, players, seat):
    """F-10: the most cards on sale; F-11: the fewest. A group of equal ones takes one place."""
    own = on_sale(manors, seat)
    if objective == MODE and own == 0 and rules.zero_sale_scores == 0:
        return 0
    place = 0  # how many different better numbers there are
    for other in range(players):
        number = on_sale(manors, other)
        if (number > own) if objective == MODE else (number < own):
            first = True
            for earlier in range(other):
                first = first and on_sale(manors, earlier) != number
            place += 1 if first else 0
    if place > 2:
        return 0
    return int(rules.mode[place]) if objective == MODE else int(rules.pas_les_memes[place])


@compiled
def _bargain_points(rules, objective, manors, seat):
    """F-12: values owned with no card on sale; F-13: with few."""
    most = 0 if objective == SNOB else int(rules.marchandage_sale)
    values = 0
    for plain in range(0, KINDS, 2):
        sale = int(manors[seat, plain + 1])
        values += 1 if manors[seat, plain] + sale > 0 and sale <= most else 0
    return values * (int(rules.snob) if objective == SNOB else int(rules.marchandage))


@compiled
def _neighbour_points(rules, manors, players, seat):
    """F-14: for each value, whoever owns the most copies, alone or with others."""
    values = 0
    for value in range(1, VALUES + 1):
        own = copies_of(manors, seat, value)
        most = own > 0
        for other in range(players):
            most = most and copies_of(manors, other, value) <= own
        values += 1 if most else 0
    return values * int(rules.voisins)


@compiled
def worth(manors, seat):
    """Sum of the values of a manor's cards."""
    total = 0
    for value in range(1, VALUES + 1):
        total += value * copies_of(manors, seat, value)
    return total


@compiled
def _count_points(rules, objective, manors, seat):
    """F-15 to F-19: what the numbers of copies alone decide."""
    if objective == SOMME:
        return worth(manors, seat) // int(rules.somme_step) * int(rules.somme)
    points = 0
    values = 0
    most = 0
    best = 0
    for value in range(1, VALUES + 1):
        copies = copies_of(manors, seat, value)
        category = index(rules.category[value - 1])
        if objective == SIAMOIS:
            points += copies // 2 * int(rules.siamois[category])
        elif objective == TROIS:
            points += copies // 3 * int(rules.trois[category])
        values += 1 if copies > 0 else 0
        if copies > most:  # F-19: of equal numbers the lowest value
            most = copies
            best = value
    if objective == COLLECTION:
        return values * int(rules.collection)
    if objective == CLOU:
        return best * int(rules.clou)
    return points


@compiled
def _longest_run_points(rules, manors, seat):
    """F-20: the longest run of consecutive values."""
    longest = run = 0
    for value in range(1, VALUES + 1):
        run = run + 1 if copies_of(manors, seat, value) > 0 else 0
        longest = max(longest, run)
    if longest < rules.shortest_run:
        return 0
    if rules.run_cap > 0:
        longest = min(longest, int(rules.run_cap))
    return longest * int(rules.rangement)


@compiled
def run_points(rules, manors, seat):
    """F-21: runs of three consecutive values, each card in one run at most; the most points that any choice of runs gives.

    Where runs are worth the more the higher (or the lower) they begin, as with the printed categories, taking as many as possible of the dearest,
    then of the next, is best: of two runs that want the same cards the dearer one can always take the other's place. Else all numbers of runs are
    tried, value by value.
    """
    if rules.run_order == RISING:
        return _runs_from(rules, manors, seat, VALUES - 2, -1)
    if rules.run_order == FALLING:
        return _runs_from(rules, manors, seat, 1, 1)
    return _runs_tried(rules, manors, seat)


@compiled
def _runs_from(rules, manors, seat, first, step):
    """Points of as many runs as possible at each place, from ``first`` on upwards or downwards."""
    points = 0
    one = two = 0  # runs made one place before, two places before
    start = first
    for _ in range(VALUES - 2):
        near = start if step > 0 else start + 2  # the card that both earlier places may have used
        far = start + 2 if step > 0 else start
        runs = min(copies_of(manors, seat, near) - one - two, copies_of(manors, seat, start + 1) - one, copies_of(manors, seat, far))
        points += runs * int(rules.run_points[start - 1])
        two = one
        one = runs
        start += step
    return points


@compiled
def _runs_tried(rules, manors, seat):
    """The most points over all numbers of runs at each place, in order; ``best[a, b]`` with a runs two places before and b one place before."""
    size = 1
    for start in range(1, VALUES - 1):
        size = max(size, _most_runs(manors, seat, start) + 1)
    best = np.full((size, size), -1, np.int64)
    best[0, 0] = 0
    for start in range(1, VALUES - 1):
        most = _most_runs(manors, seat, start)
        copies = copies_of(manors, seat, start)
        after = np.full((size, size), -1, np.int64)
        for two in range(size):
            for one in range(size):
                if best[two, one] >= 0:
                    for runs in range(min(most, copies - one - two) + 1):
                        points = best[two, one] + runs * int(rules.run_points[start - 1])
                        after[one, runs] = max(after[one, runs], points)
        best = after
    points = 0
    for one in range(size):
        for runs in range(size):
            if one + runs <= copies_of(manors, seat, VALUES - 1):
                points = max(points, best[one, runs])
    return points


@compiled
def _most_runs(manors, seat, start):
    return min(copies_of(manors, seat, start), copies_of(manors, seat, start + 1), copies_of(manors, seat, start + 2))


@compiled
def update_points(rules, objectives, manors, players, seat, points):
    """Write to ``points`` (seats, 3) what may have changed with ``seat``'s manor; with ``seat`` below zero everything."""
    for slot in range(3):
        objective = int(objectives[slot])
        if seat < 0 or depends_on_others(objective):
            for other in range(players):
                points[other, slot] = objective_points(rules, objective, manors, players, other)
        else:
            points[seat, slot] = objective_points(rules, objective, manors, players, seat)


@compiled
def total(points, seat):
    """A seat's points by all three objectives."""
    return int(points[seat, 0]) + int(points[seat, 1]) + int(points[seat, 2])


@compiled
def cards_ahead(rules, manors, one, other):
    """F-22: whether of two manors with equal totals that of ``one`` is ahead: highest card, then next highest, and so on."""
    value = VALUES
    while value > 0 and copies_of(manors, one, value) == copies_of(manors, other, value):
        value -= 1
    if value == 0 or copies_of(manors, one, value) < copies_of(manors, other, value):
        return False
    # Where the cards first differ, the other has a lower one, or none.
    for lower in range(1, value):
        if copies_of(manors, other, lower) > 0:
            return True
    return rules.tie_longer_manor != 0


@compiled
def rank_of(rules, manors, players, points, seat):
    """F-22: one more than the number of seats ahead of this one."""
    own = total(points, seat)
    rank = 1
    for other in range(players):
        theirs = total(points, other)
        if theirs > own or (theirs == own and other != seat and cards_ahead(rules, manors, other, seat)):
            rank += 1
    return rank


@compiled
def leaders(rules, manors, players, points):
    """F-22: the seats that nobody is ahead of, as bits."""
    found = 0
    for seat in range(players):
        if rank_of(rules, manors, players, points, seat) == 1:
            found |= 1 << seat
    return found
