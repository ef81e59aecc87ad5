"""F-22: who is ahead, who has won, and in which place the others are."""

from __future__ import annotations

import itertools

import pytest

from .table import CLOSING, Table

COLLECTION, NAIL = 9, 10


def ended(*manors: tuple[str, ...], objective: int = COLLECTION, **options) -> list[dict[str, int]]:
    """Rows of seats of a game that ends with these manors (under an objective that only counts different values, unless said otherwise)."""
    t = Table(len(manors), options=options)
    for seat, cards in enumerate(manors):
        t.manor(seat, *cards)
    t.objectives(objective, objective, objective).turn_of(0)
    return t.rows()[1]


def ranks(*manors: tuple[str, ...], **options) -> list[int]:
    return [row["rank"] for row in ended(*manors, **options)]


@pytest.mark.rule("F-22")
def test_f22_the_highest_total_wins():
    rows = ended(("1", "2", "3"), ("10", "10", "9"), ("4",))
    assert [row["total"] for row in rows] == [27, 18, 9]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert [row["won"] for row in rows] == [1, 0, 0]
    assert [row["margin"] for row in rows] == [9, -9, -18]
    assert not any(row["shared"] or row["tie_break"] for row in rows)


@pytest.mark.rule("F-22")
def test_f22_the_total_is_the_sum_of_three_objectives():
    t = Table(2).manor(0, "3", "3", "4", "5").manor(1, "10").objectives(7, 10, 12).turn_of(0)
    row = t.rows()[1][0]
    assert (row["points_1"], row["points_2"], row["points_3"], row["total"]) == (2, 9, 5, 16)
    assert (row["objective_1"], row["objective_2"], row["objective_3"]) == (7, 10, 12)


@pytest.mark.rule("F-22")
@pytest.mark.parametrize(
    ("ahead", "behind"),
    [
        (("10", "1", "2"), ("9", "8", "7")),
        (("10", "10", "1"), ("10", "9", "8")),  # duplicates are counted: the second highest card is a 10
        (("10", "10", "1"), ("10", "9", "9", "9")),
        (("9", "5", "5", "2"), ("9", "5", "4", "4")),
        (("7", "7", "3s"), ("7", "7", "2")),
        (("7", "6s"), ("7s", "5")),  # on sale does not matter
        (("9", "1", "1", "1"), ("9", "1", "1")),  # cards left when the other has none
        (("9", "5", "5"), ("9", "5")),
    ],
)
def test_f22_ties_go_to_the_highest_card_then_the_next(ahead, behind):
    """Equal totals: both own as many different values, or an objective that is worth nothing decides."""
    free = {"points": {"collection": 0}}
    rows = ended(ahead, behind, **free)
    assert [row["rank"] for row in rows] == [1, 2]
    assert [row["won"] for row in rows] == [1, 0]
    assert [row["tie_break"] for row in rows] == [1, 0]
    assert [row["margin"] for row in rows] == [0, 0]
    assert ranks(behind, ahead, **free) == [2, 1]


@pytest.mark.rule("F-22")
def test_f22_still_equal_is_shared():
    rows = ended(("9", "5s", "2"), ("2", "9", "5"), ("1",))
    assert [row["rank"] for row in rows] == [1, 1, 3]
    assert [row["won"] for row in rows] == [1, 1, 0]
    assert [row["shared"] for row in rows] == [1, 1, 0]
    assert [row["winners"] for row in rows] == [2, 2, 2]
    assert [row["tie_break"] for row in rows] == [0, 0, 0]


@pytest.mark.rule("F-22")
def test_f22_shared_and_won_on_the_tie_break_at_once():
    """Three equal totals, two of them with equal cards, ahead of the third."""
    rows = ended(("9", "5"), ("8", "7"), ("5", "9"))
    assert [row["rank"] for row in rows] == [1, 3, 1]
    assert [row["shared"] for row in rows] == [1, 0, 1]
    assert [row["tie_break"] for row in rows] == [1, 0, 1]


@pytest.mark.rule("F-22")
def test_f22_a_longer_manor_is_ahead_only_if_the_option_says_so():
    free = {"points": {"collection": 0}}
    assert ranks(("9", "5"), ("9", "5", "1"), **free) == [2, 1]
    assert ranks(("9", "5"), ("9", "5", "1"), tie_longer_manor=False, **free) == [1, 1]
    assert ranks(("9", "5"), ("9", "6"), tie_longer_manor=False, **free) == [2, 1]
    # The shorter one is equal to both others, of which one is ahead of the other.
    assert ranks(("9",), ("9", "6"), ("9", "5"), tie_longer_manor=False, **free) == [1, 1, 2]


@pytest.mark.rule("F-22")
@pytest.mark.parametrize(
    ("manors", "places"),
    [
        ([("1", "2"), ("10",), ("10",), ("9",)], [1, 2, 2, 4]),
        ([("1",), ("3",), ("2",), ("3",), ("1",)], [4, 1, 3, 1, 4]),
        ([("1", "2", "3"), ("1", "2", "3"), ("1",)], [1, 1, 3]),
    ],
)
def test_f22_places_below_the_first_are_ranked_in_the_same_way(manors, places):
    assert ranks(*manors) == places


def cards_in_order(manor: tuple[str, ...]) -> list[int]:
    return sorted((int(card.rstrip("s")) for card in manor), reverse=True)


@pytest.mark.rule("F-22")
def test_f22_ties_as_lists_compared_card_by_card():
    """Python compares lists as the rule compares manors: every pair of small manors of three values."""
    manors = [m for size in (1, 2, 3) for m in itertools.combinations_with_replacement(("2", "5", "9"), size)]
    t = Table(2, options={"points": {"collection": 0}}).objectives(COLLECTION, COLLECTION, COLLECTION)
    for one, other in itertools.product(manors, repeat=2):
        first, second = cards_in_order(one), cards_in_order(other)
        t.manor(0, *one).manor(1, *other).turn_of(0)
        assert [row["rank"] for row in t.rows()[1]] == [1 + (second > first), 1 + (first > second)], (one, other)


@pytest.mark.rule("F-22", "F-10")
def test_f22_points_move_as_manors_do():
    """After an exchange everyone's points are those of the manors as they lie, those of the others too."""
    t = Table(3).manor(0, "1s", "4").manor(1, "1s", "1s").manor(2, "3", "2").shop("4s", "5s", "6", "7", "8").objectives(1, 5, 9).turn_of(0)
    assert [t.points(slot) for slot in range(3)] == [[6, 10, 3], [5, 5, 10], [6, 3, 6]]
    t.good_deal(give=("4",), take=("5s",))
    assert [t.points(slot) for slot in range(3)] == [[10, 10, 6], [5, 5, 10], [6, 3, 6]]


@pytest.mark.rule("F-22")
def test_f22_how_often_the_leaders_change():
    """As a set, after each turn; the first look is after the first turn."""
    t = Table(2).manor(0, "2", "3").manor(1, "2", "3", "3s").shop("4", "5", "6", "7", "8").objectives(NAIL, NAIL, NAIL)
    t.pile("1", "1", "1", "1", "1", "1", CLOSING).turn_of(0)
    assert t.state()["leaders"] == []
    t.good_deal(give=("3",), take=("8",))  # 2, 8 (the 2 counts) against 2, 3, 3 (the 3 counts)
    assert (t.state()["leaders"], t.state()["leader_changes"]) == ([1], 0)
    t.good_deal(give=("3",), take=("4",))  # 2, 3s, 4: both have 2 as the lowest of equal numbers; 8 is the highest card
    assert (t.state()["leaders"], t.state()["leader_changes"]) == ([0], 1)
    t.good_deal(give=("8",), take=("7",))
    assert (t.state()["leaders"], t.state()["leader_changes"]) == ([0], 1)
    t.good_deal(give=("2",), take=("5",))  # 3s, 4, 5: nine points
    assert (t.state()["leaders"], t.state()["leader_changes"]) == ([1], 2)
    assert t.over
    assert (t.rows()[0]["leader_changes"], t.rows()[0]["decided_turn"]) == (2, 4)


@pytest.mark.rule("F-22")
def test_f22_how_far_behind_the_winner_had_been():
    """By three times the same objective: 18 to 81; level, and the cards decide; 63 to 18; 63 to 18."""
    t = Table(2).manor(0, "2", "3").manor(1, "2", "9", "9s").shop("4", "5", "6", "7", "8").objectives(NAIL, NAIL, NAIL)
    t.pile("1", "1", "1", "1", "1", "1", CLOSING).turn_of(0)
    t.good_deal(give=("3",), take=("8",)).good_deal(give=("9",), take=("4",))
    assert (t.state()["leaders"], t.rows()[0]["decided_turn"]) == ([1], 1)
    t.good_deal(give=("2",), take=("7",)).good_deal(give=("4",), take=("5",))
    game, seats = t.rows()
    assert (t.over, [seat["won"] for seat in seats], [seat["behind"] for seat in seats]) == (True, [1, 0], [63, 45])
    assert (game["leader_changes"], game["decided_turn"]) == (1, 3)


@pytest.mark.rule("F-22")
def test_f22_a_shared_lead_is_another_set_than_a_lead():
    t = Table(2).manor(0, "2", "3").manor(1, "2", "4").shop("4", "5", "6", "7", "8").objectives(COLLECTION, COLLECTION, COLLECTION)
    t.pile("1", "1", "1", "1", "1", "1", CLOSING).turn_of(0)
    t.good_deal(give=("3",), take=("4",))
    assert (t.state()["leaders"], t.state()["leader_changes"]) == ([0, 1], 0)
    t.good_deal(give=("4",), take=("5",))
    assert (t.state()["leaders"], t.state()["leader_changes"]) == ([1], 1)
