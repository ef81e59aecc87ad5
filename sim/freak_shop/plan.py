"""Carrying out a whole exchange that was planned beforehand, and asking whether it is one (F-4, F-5). For strategies.

A plan is a row of twenty numbers by kind, ``plan[start + kind]``: so many taken (above zero) or given (below zero), like ``view.delta``.
"""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.freak_shop.cards import KINDS
from sim.freak_shop.options import ANY, NO
from sim.freak_shop.state import CARDS, DONE, FAIR_PRICE, GIVE, GOOD_DEAL, TAKE


@compiled
def next_step(exchange, plan, start, view, moves, n_moves):
    """Index of the step that carries on the plan for an exchange of kind ``exchange``; -1 if it is not offered (the plan is not legal)."""
    action, kind, number = exchange, -1, 0
    if view.decision == CARDS:
        action = DONE
        for later in range(KINDS - 1, int(view.last), -1):
            if plan[index(start + later)] != 0:
                action, kind, number = TAKE, later, int(plan[index(start + later)])
        if number < 0:
            action, number = GIVE, -number
    for i in range(n_moves):
        if moves[i].action == action and moves[i].kind == kind and moves[i].number == number:
            return i
    return -1


@compiled
def is_exchange(rules, exchange, manor, shop, plan, start):
    """Whether a plan is legal for a manor (counts by kind) against the shop: a good deal, a fair price, or nothing for nothing as a pass.

    Says nothing of the pass when there is no legal exchange (F-6).
    """
    difference = cards_taken = cards_given = 0
    taken_value = given_value = 0  # -1: several
    shared = mixed = False
    for kind in range(KINDS):
        number = int(plan[index(start + kind)])
        value = kind // 2 + 1
        shared = shared or (manor[kind] > 0 and shop[kind] > 0)
        difference += number * value
        if number > 0:
            if number > shop[kind]:
                return False
            cards_taken += number
            taken_value = value if taken_value in (0, value) else -1
        elif number < 0:
            if -number > manor[kind]:
                return False
            cards_given -= number
            given_value = value if given_value in (0, value) else -1
        if kind & 1 == 1:
            mixed = mixed or number * int(plan[index(start + kind - 1)]) < 0
    if exchange == GOOD_DEAL:
        return cards_taken == cards_given and taken_value > 0 and given_value > 0 and taken_value != given_value
    if exchange == FAIR_PRICE:
        return cards_taken > 0 and difference == 0 and not (mixed and rules.fair_same_value == NO)
    return cards_taken == 0 and cards_given == 0 and rules.fair_same_value == ANY and shared
