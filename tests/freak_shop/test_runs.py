"""F-21: the best choice of runs of three, exactly."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from sim.core.errors import SetupError
from sim.core.registry import get_game

from .oracle import best_runs
from .table import Table, scored

ORDONNE = 12
SLUGS = ("accessoires", "animaux", "personnel")
PRINTED = {**dict.fromkeys((1, 2, 3), "accessoires"), **dict.fromkeys((4, 5, 6), "animaux"), **dict.fromkeys((7, 8, 9, 10), "personnel")}
WORTHS = {"accessoires": 3, "animaux": 5, "personnel": 7}


@pytest.mark.rule("F-21")
@pytest.mark.parametrize(
    ("manor", "points"),
    [
        (("3", "4", "5"), 5),  # the printed example: a run of animals, as two of its cards are
        (("1", "2", "3"), 3),
        (("2s", "3", "4"), 3),
        (("4", "5", "6s"), 5),
        (("5", "6", "7"), 5),
        (("6", "7", "8"), 7),
        (("8", "9", "10"), 7),
        (("1", "2", "4", "5"), 0),
        (("1", "2", "3", "3", "4", "5"), 8),
        (("1", "2", "3", "4", "5"), 5),  # each card in one run at most: 3, 4, 5 rather than 1, 2, 3
        (("1", "1", "2", "2", "3", "3"), 6),
        (("6", "7", "8", "9", "10"), 7),
        (("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"), 15),  # 8 to 10, 5 to 7, and 2 to 4 or 1 to 3
    ],
)
def test_f21_runs_of_three(manor, points):
    assert scored(ORDONNE, manor, ("1",)) == [points, 0]


def copies(manor: tuple[int, ...]) -> list[str]:
    return [str(value) for value, number in enumerate(manor, start=1) for _ in range(number)]


@cache
def table(categories: tuple[str, ...], worths: tuple[int, ...]) -> Table:
    """A table of five under one map of categories and one choice of points."""
    points = {f"ordonne_{slug}": worth for slug, worth in zip(SLUGS, worths)}
    options = {"categories": {str(value): slug for value, slug in enumerate(categories, start=1)}, "points": points}
    return Table(5, options=options).objectives(ORDONNE, ORDONNE, ORDONNE)


def agree(manors: list[tuple[int, ...]], categories: tuple[str, ...], worths: tuple[int, ...]) -> None:
    """Five manors at a time, scored by the game and by trying everything."""
    t = table(categories, worths)
    category = dict(enumerate(categories, start=1))
    by_slug = dict(zip(SLUGS, worths))
    for seat, manor in enumerate(manors):
        t.manor(seat, *copies(manor))
    t.turn_of(0)
    assert t.points()[: len(manors)] == [best_runs(manor, category, by_slug) for manor in manors], (manors, categories, worths)


def manors_of(chance: np.random.Generator, most: int) -> list[tuple[int, ...]]:
    return [tuple(chance.integers(0, most + 1, 10).tolist()) for _ in range(5)]


@pytest.mark.rule("F-21")
def test_f21_the_printed_map_against_trying_everything():
    chance = np.random.default_rng(1)
    for most in (1, 2, 3, 4):
        for _ in range(30):
            agree(manors_of(chance, most), tuple(PRINTED.values()), (3, 5, 7))


def allowed(categories: tuple[str, ...]) -> bool:
    return all(len(set(categories[start : start + 3])) < 3 for start in range(8))


MAPS: list[tuple[Any, Any]] = [
    (("animaux", "animaux", "personnel", "personnel", "accessoires", "accessoires", "personnel", "personnel", "animaux", "animaux"), (3, 5, 7)),
    (("personnel",) * 4 + ("animaux",) * 3 + ("accessoires",) * 3, (3, 5, 7)),  # falling
    (("accessoires", "personnel") * 5, (1, 0, 9)),
    (("accessoires", "accessoires", "personnel", "personnel") * 2 + ("accessoires",) * 2, (5, 1, 6)),
    (("animaux",) * 10, (0, 4, 0)),
]


@pytest.mark.rule("F-21")
@pytest.mark.parametrize(("categories", "worths"), MAPS, ids=range(len(MAPS)))
def test_f21_any_map_of_categories_against_trying_everything(categories, worths):
    assert allowed(categories)
    chance = np.random.default_rng(2)
    for most in (1, 2, 3):
        for _ in range(15):
            agree(manors_of(chance, most), categories, worths)


@pytest.mark.rule("F-21")
def test_f21_random_maps_and_points_against_trying_everything():
    chance = np.random.default_rng(3)
    orders = Counter()
    made = 0
    while made < 25:
        categories = tuple(SLUGS[i] for i in chance.integers(0, 3, 10))
        if not allowed(categories):
            continue
        made += 1
        worths = tuple(chance.integers(0, 10, 3).tolist())
        orders[int(table(categories, worths).rules["run_order"][0])] += 1
        agree(manors_of(chance, 3), categories, worths)
        table.cache_clear()
    assert orders[0] > 5, "the general way is tried too"


@pytest.mark.rule("F-21")
@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=10, max_size=10), st.sampled_from([(tuple(PRINTED.values()), (3, 5, 7)), *MAPS[:3]]))
def test_f21_manors_found_by_searching_for_a_difference(manor, how):
    agree([tuple(manor)], *how)


def best_runs_by_programming(manor: tuple[int, ...], category: dict[int, str], worths: dict[str, int]) -> int:
    """The same maximum for manors of any size, by integer linear programming (HiGHS)."""
    worth = [worths[Counter(category[value] for value in range(start, start + 3)).most_common(1)[0][0]] for start in range(1, 9)]
    uses = np.array([[1 if start <= value < start + 3 else 0 for start in range(1, 9)] for value in range(1, 11)])
    found = optimize.milp(
        -np.array(worth, float), constraints=optimize.LinearConstraint(uses, ub=np.array(manor, float)), integrality=np.ones(8), bounds=(0, np.inf)
    )
    assert found.success
    return round(-found.fun)


@pytest.mark.rule("F-21")
@pytest.mark.parametrize("categories", [tuple(PRINTED.values()), *(categories for categories, _ in MAPS)], ids=range(len(MAPS) + 1))
def test_f21_large_manors_against_linear_programming(categories):
    """All 65 cards at once, and other large manors."""
    chance = np.random.default_rng(4)
    category = dict(enumerate(categories, start=1))
    every = tuple(12 - value for value in range(1, 11))
    for manor in [every, (40, 40, 40, *[0] * 7), *(tuple(chance.multinomial(75, [0.1] * 10).tolist()) for _ in range(8))]:
        t = table(categories, (3, 5, 7)).manor(0, *copies(manor)).turn_of(0)
        assert t.points()[0] == best_runs_by_programming(manor, category, WORTHS)


@pytest.mark.rule("F-21")
def test_f21_three_categories_in_a_run_are_refused():
    with pytest.raises(SetupError) as caught:
        get_game("freak_shop").configure("classic", 2, options={"categories": {"5": "personnel", "6": "accessoires"}})
    assert "three categories" in str(caught.value)
