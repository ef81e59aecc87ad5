"""F-10 to F-20: what manors are worth. (F-21 is in test_runs.)"""

from __future__ import annotations

import pytest

from .table import Table, scored

MODE, FEWEST, SNOB, BARGAIN, NEIGHBOURS, SUM, TWINS, THREES, COLLECTION, NAIL, RUN = range(1, 12)


def sales(*numbers: int) -> list[tuple[str, ...]]:
    """Manors with so many cards on sale each, of many values, and a plain one."""
    kinds = [f"{value}s" for value in range(1, 11)]
    return [("10", *(kinds[i % 10] for i in range(number))) for number in numbers]


@pytest.mark.rule("F-10")
@pytest.mark.parametrize(
    ("numbers", "points"),
    [
        ((6, 6, 4, 1), [10, 10, 6, 3]),  # the printed example: Martin, Denis, Marie, Seb
        ((3, 1), [10, 6]),
        ((1, 3), [6, 10]),
        ((2, 2), [10, 10]),
        ((5, 4, 3, 2), [10, 6, 3, 0]),
        ((1, 2, 3, 4, 5), [0, 0, 3, 6, 10]),
        ((4, 4, 3, 3, 1), [10, 10, 6, 6, 3]),
        ((4, 1, 1, 1, 2), [10, 3, 3, 3, 6]),
        ((7, 7, 7, 7, 7), [10, 10, 10, 10, 10]),
        ((3, 0, 2), [10, 3, 6]),  # none is a number like any other
        ((0, 0), [10, 10]),
    ],
)
def test_f10_most_cards_on_sale(numbers, points):
    assert scored(MODE, *sales(*numbers)) == points


@pytest.mark.rule("F-10")
@pytest.mark.parametrize(("numbers", "points"), [((3, 0, 2), [10, 0, 6]), ((0, 0), [0, 0]), ((1, 0, 0, 0), [10, 0, 0, 0])])
def test_f10_without_any_on_sale_nothing_if_zero_does_not_score(numbers, points):
    assert scored(MODE, *sales(*numbers), options={"zero_sale_scores": False}) == points


@pytest.mark.rule("F-11")
@pytest.mark.parametrize(
    ("numbers", "points"),
    [
        ((1, 3, 3, 4, 4), [10, 6, 6, 3, 3]),  # the printed example: Lia, Fred, Johann, Maël, Hugo
        ((3, 1), [6, 10]),
        ((0, 1, 2, 3), [10, 6, 3, 0]),  # none at all is the best number
        ((2, 2, 5), [10, 10, 6]),
        ((0, 0), [10, 10]),
    ],
)
@pytest.mark.parametrize("zero_sale_scores", [True, False])
def test_f11_fewest_cards_on_sale(numbers, points, zero_sale_scores):
    assert scored(FEWEST, *sales(*numbers), options={"zero_sale_scores": zero_sale_scores}) == points


@pytest.mark.rule("F-10", "F-11")
def test_f10_f11_places_are_worth_what_the_options_say():
    points = {"mode_first": 7, "mode_second": 5, "mode_third": 2, "pas_les_memes_first": 9, "pas_les_memes_second": 8, "pas_les_memes_third": 1}
    assert scored(MODE, *sales(3, 2, 1, 0), options={"points": points}) == [7, 5, 2, 0]
    assert scored(FEWEST, *sales(3, 2, 1, 0), options={"points": points}) == [0, 1, 8, 9]


@pytest.mark.rule("F-12")
@pytest.mark.parametrize(
    ("manor", "points"),
    [
        (("1", "2", "3", "5"), 8),
        (("1", "1", "2", "2s"), 2),  # a 2 on sale spoils the 2s
        (("4s", "7s"), 0),
        (("4", "4", "4", "10"), 4),
        (tuple(str(value) for value in range(1, 11)), 20),
    ],
)
def test_f12_values_without_a_card_on_sale(manor, points):
    assert scored(SNOB, manor, ("1s",)) == [points, 0]


@pytest.mark.rule("F-13")
@pytest.mark.parametrize(
    ("manor", "points"),
    [
        (("1", "2", "3", "5"), 8),
        (("1", "2s"), 4),  # one on sale is allowed, a plain one of that value not needed
        (("1", "1s", "1s", "9s"), 2),
        (("6s", "6s"), 0),
        (tuple(f"{value}s" for value in range(1, 11)), 20),
    ],
)
def test_f13_values_with_at_most_one_card_on_sale(manor, points):
    assert scored(BARGAIN, manor, ("1s", "1s")) == [points, 0]


@pytest.mark.rule("F-13", "F-12")
def test_f12_f13_numbers_are_options():
    manor = ("1s", "1s", "2s", "3")
    assert scored(BARGAIN, manor, manor, options={"points": {"marchandage": 3, "marchandage_sale": 2}}) == [9, 9]
    assert scored(BARGAIN, manor, manor, options={"points": {"marchandage_sale": 0}}) == [2, 2]
    assert scored(SNOB, manor, manor, options={"points": {"snob": 7, "marchandage_sale": 2}}) == [7, 7]


@pytest.mark.rule("F-14")
@pytest.mark.parametrize(
    ("manors", "points"),
    [
        ([("1", "1"), ("1",)], [5, 0]),
        ([("1", "1s"), ("1s", "1")], [5, 5]),  # a tie scores for both; on sale does not matter
        ([("1", "2"), ("3", "4")], [10, 10]),
        ([("5", "5", "6"), ("5", "6"), ("6", "7")], [10, 5, 10]),
        ([tuple(str(value) for value in range(1, 11)), ("10", "10")], [45, 5]),
        ([("8",), ("9",), ("10",), ("10", "8"), ("1",)], [5, 5, 5, 10, 5]),
    ],
)
def test_f14_most_copies_of_each_value(manors, points):
    """Where nobody owns a value nobody scores."""
    assert scored(NEIGHBOURS, *manors) == points


@pytest.mark.rule("F-15")
@pytest.mark.parametrize(
    ("manor", "points"),
    [
        (("10", "10", "10", "9", "9", "9", "8", "8", "5"), 21),  # Lia: 78
        (("1", "2", "3", "3"), 0),
        (("1", "2", "3", "4s"), 3),
        (("10", "9"), 3),
        (("10", "10"), 6),
    ],
)
def test_f15_three_per_full_ten(manor, points):
    assert scored(SUM, manor, ("1",)) == [points, 0]
    total = sum(int(card.rstrip("s")) for card in manor)
    assert scored(SUM, manor, ("1",), options={"points": {"somme": 2, "somme_step": 7}})[0] == total // 7 * 2


@pytest.mark.rule("F-15", "C-8")
def test_f15_the_largest_manor_at_the_highest_price():
    t = Table(2, options={"points": {"somme": 100, "somme_step": 1}}).manor(0, *["10"] * 40).shop("1", "2", "3", "4", "5").objectives(SUM, 1, 5)
    assert t.turn_of(0).points() == [40_000, 100]
    row = t.rows()[1][0]
    assert (row["points_1"], row["total"], row["margin"]) == (40_000, 40_000 + 10 + 5, 39_900)


@pytest.mark.rule("F-16")
@pytest.mark.parametrize(
    ("manor", "points"),
    [
        (("1", "1s"), 2),
        (("4", "4"), 4),
        (("7", "7"), 5),
        (("3", "3", "6", "6", "10", "10"), 11),
        (("2", "2", "2", "2"), 4),
        (("2", "2", "2", "2", "2"), 4),  # five of a kind are two pairs
        (("5", "5", "5", "6"), 4),
        (("1", "2", "3"), 0),
    ],
)
def test_f16_pairs(manor, points):
    assert scored(TWINS, manor, ("1",)) == [points, 0]


@pytest.mark.rule("F-17")
@pytest.mark.parametrize(
    ("manor", "points"),
    [
        (("1", "1s", "1"), 3),
        (("4", "4", "4"), 5),
        (("7", "7", "7s"), 7),
        (("2",) * 6, 6),
        (("2",) * 8, 6),
        (("5", "5"), 0),
        (("3", "3", "3", "6", "6", "6", "9", "9", "9s"), 15),
    ],
)
def test_f17_threes(manor, points):
    assert scored(THREES, manor, ("1",)) == [points, 0]


@pytest.mark.rule("F-16", "F-17")
def test_f16_f17_categories_and_points_are_options():
    manor = ("1", "1", "1", "4", "4", "4", "10", "10", "10")
    new = ("personnel",) * 3 + ("accessoires",) * 3 + ("personnel",) * 2 + ("animaux",) * 2
    setting = {"categories": {str(value): category for value, category in enumerate(new, start=1)}}
    assert scored(TWINS, manor, ("1",), options=setting)[0] == 5 + 2 + 4
    assert scored(THREES, manor, ("1",), options=setting)[0] == 7 + 3 + 5
    points = {"siamois_personnel": 9, "trois_animaux": 1}
    assert scored(TWINS, ("8", "8"), ("1",), options={"points": points})[0] == 9
    assert scored(THREES, ("5", "5", "5"), ("1",), options={"points": points})[0] == 1


@pytest.mark.rule("F-18")
@pytest.mark.parametrize(("manor", "points"), [(("1", "1s", "1"), 3), (("1", "2", "3", "5"), 12), (tuple(str(v) for v in range(1, 11)), 30)])
def test_f18_different_values(manor, points):
    assert scored(COLLECTION, manor, ("1",)) == [points, 3]
    assert scored(COLLECTION, manor, ("1",), options={"points": {"collection": 1}}) == [points // 3, 1]


@pytest.mark.rule("F-19")
@pytest.mark.parametrize(
    ("manor", "points"),
    [
        (("3", "3", "3", "3s", "5", "5", "5", "5", "9", "9", "9"), 9),  # Marie: 3 and 5, four each
        (("3", "5", "5"), 15),
        (("10",), 30),
        (("8", "9", "10"), 24),
        (("8", "8s", "10"), 24),
        (("2", "2", "7", "7", "7s"), 21),
    ],
)
def test_f19_three_times_the_value_owned_most_often(manor, points):
    assert scored(NAIL, manor, ("1",)) == [points, 3]
    assert scored(NAIL, manor, ("1",), options={"points": {"clou": 2}})[0] == points // 3 * 2


SEB = ("1", "2", "3", "4", "5", "6", "7", "10")


@pytest.mark.rule("F-20")
@pytest.mark.parametrize(
    ("manor", "length"),
    [
        (("4",), 1),
        (("4", "4s", "4"), 1),  # one card a value
        (("1", "3", "5"), 1),
        (("2", "3", "5", "6", "7s"), 3),
        (("1", "2", "9", "10"), 2),  # no wrapping from 10 to 1
        (("8", "9", "10", "1"), 3),
        (tuple(str(value) for value in range(1, 11)), 10),
        (SEB, 7),
    ],
)
def test_f20_three_per_card_of_the_longest_run(manor, length):
    assert scored(RUN, manor, ("1",)) == [3 * length, 3]


@pytest.mark.rule("F-20")
def test_f20_the_printed_example_contradicts_its_rule_and_a_cap_explains_it():
    """Seb's 1 to 7 and 10 are printed as a run of five, 15 points: the rule gives 21, `run_cap = 5` what is printed."""
    assert scored(RUN, SEB, ("1",)) == [21, 3]
    assert scored(RUN, SEB, ("1", "2"), options={"run_cap": 5}) == [15, 6]


@pytest.mark.rule("F-20")
def test_f20_shortest_run_and_points_are_options():
    assert scored(RUN, ("1", "2"), ("4",), ("5", "6", "7"), options={"shortest_run": 3}) == [0, 0, 9]
    assert scored(RUN, ("1", "2"), ("4",), options={"points": {"rangement": 5}}) == [10, 5]
    assert scored(RUN, SEB, ("4",), options={"shortest_run": 6, "run_cap": 2}) == [6, 0]
