"""Planned exchanges: asked whether they are legal, and carried out step by step (F-4, F-5, F-9)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numba.core import types

from sim.core.compile import COMPILED, array_type, compile_kept
from sim.core.proxy import RecordProxy, RecordsProxy
from sim.freak_shop.options import RULES
from sim.freak_shop.plan import is_exchange, next_step
from sim.freak_shop.state import ACTIONS, MOVE, VIEW

from . import oracle
from .table import EVERYONE, Table
from .test_reach import CASES, READINGS, random_cards

START = 3  # where the plan stands in its array


def _is_exchange(rules, exchange, manor, shop, plan):
    return is_exchange(rules[0], exchange, manor, shop, plan, START)


def _next_step(views, position, exchange, plan, moves, n_moves):
    return next_step(exchange, plan, START, views[position], moves, n_moves)


@cache
def helpers() -> tuple[Any, Any]:
    if not COMPILED:
        return (
            lambda rules, *rest: is_exchange(RecordProxy(rules), *rest, START),
            lambda views, position, exchange, plan, moves, n: next_step(exchange, plan, START, RecordsProxy(views)[position], RecordsProxy(moves), n),
        )
    integers, counts = types.int64[::1], types.int8[::1]
    return (
        compile_kept(_is_exchange, types.boolean(array_type(RULES), types.int64, counts, counts, integers)),
        compile_kept(_next_step, types.int64(array_type(VIEW), types.int64, types.int64, integers, array_type(MOVE), types.int64)),
    )


def planned(taken, given) -> np.ndarray:
    plan = np.full(40, 99, np.int64)
    plan[START : START + 20] = np.array(taken) - np.array(given)
    return plan


@pytest.mark.rule("F-4", "F-5")
@pytest.mark.parametrize("same_value", READINGS)
def test_a_plan_is_legal_if_and_only_if_it_is_an_exchange_by_the_rules(same_value):
    """Of all choices of small manors and shops, and with one card too many."""
    is_legal, _ = helpers()
    rules = Table(options={"fair_same_value": same_value}).rules
    for manor, shop in (CASES["sale against plain"], CASES["good deals of several"], CASES["nothing fits"]):
        legal = oracle.exchanges(manor, shop, same_value)
        for taken in oracle.choices(tuple(n + (k == 8) for k, n in enumerate(shop))):
            for given in oracle.choices(tuple(n + (k == 2) for k, n in enumerate(manor))):
                if any(t and g for t, g in zip(taken, given)):
                    continue  # a plan has one number a kind
                for kind in ("pass", "good_deal", "fair_price"):
                    expected = (kind, taken, given) in legal and (kind != "pass" or same_value == "any")
                    told = is_legal(rules, ACTIONS.index(kind), np.array(manor, np.int8), np.array(shop, np.int8), planned(taken, given))
                    assert bool(told) == expected, (kind, taken, given)


@pytest.mark.rule("F-9")
@pytest.mark.parametrize("same_value", READINGS)
def test_a_plan_is_carried_out(same_value):
    """Every exchange of some tables, from memory: only what a strategy is asked is looked up, what is forced happens by itself."""
    _, step = helpers()
    chance = np.random.default_rng(5)
    for _ in range(3):
        manor, shop = random_cards(chance, 5), random_cards(chance, 7)
        t = Table(options={"fair_same_value": same_value})
        t.raw["manor"][0], t.raw["shop"] = manor, shop
        t.turn_of(0)
        start = t.desk.states.copy()
        for kind, taken, given in sorted(oracle.exchanges(manor, shop, same_value))[::3]:
            t.desk.states[:] = start
            plan = planned(taken, given)
            while t.raw["turn"] == 1:
                number = len(t.moves())
                choice = 0
                if number > 1:
                    position, n_moves = next(t.session.decisions(EVERYONE))
                    shown = t.session._part(t.desk.shown, position)
                    choice = step(t.desk.views, position, ACTIONS.index(kind), plan, shown, n_moves)
                    assert choice >= 0
                t.engine.legal(t.rules, t.desk.states, t.desk.moves)
                t.engine.answer(t.desk.tables, t.rules, t.desk.states, t.desk.moves, choice)
            assert ACTIONS[t.raw["last_exchange"][0]] == kind
            assert t.raw["last_delta"][0].tolist() == plan[START : START + 20].tolist()


@pytest.mark.rule("F-9")
def test_a_step_that_is_not_offered_is_not_found():
    _, step = helpers()
    t = Table().manor(0, "2", "3", "9").shop("1", "4", "5", "6", "8").turn_of(0).play("fair_price")
    position, n_moves = next(t.session.decisions(EVERYONE))
    shown = t.session._part(t.desk.shown, position)
    unbalanced = planned([0] * 16 + [1] + [0] * 3, [0] * 20)
    assert step(t.desk.views, position, ACTIONS.index("fair_price"), unbalanced, shown, n_moves) == -1
