"""F-3 to F-6: good deals, fair prices, and the turn that passes."""

from __future__ import annotations

import pytest

from .table import Table

READINGS = ("different_cards", "any", "no")


def reading(same_value: str) -> Table:
    return Table(options={"fair_same_value": same_value})


@pytest.mark.rule("F-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f3_the_seller_begins_and_play_goes_clockwise(players):
    t = Table(players)
    assert t.dealt["active"] == t.dealt["actor"] == 0
    order = []
    for _ in range(2 * players + 1):
        order.append(t.active)
        t.pass_time()
    assert order == [turn % players for turn in range(2 * players + 1)]


@pytest.mark.rule("F-3")
def test_f3_one_exchange_a_turn_and_no_way_around_it():
    t = Table().manor(0, "1", "2").shop("1", "2", "3", "4", "5").turn_of(0)
    assert t.actions == {"good_deal", "fair_price"}
    t.good_deal(give=("2",), take=("3",))
    assert t.active == 1
    assert t.manor_of(0) == {"1": 1, "3": 1}


@pytest.mark.rule("F-4")
def test_f4_printed_example_two_1s_for_two_8s_on_sale_or_not():
    """Benoit: two cards of value 1 for two cards of value 8; whether they are on sale does not matter."""
    for give in (("1", "1"), ("1", "1s"), ("1s", "1s")):
        for take in (("8", "8"), ("8", "8s")):
            t = Table().manor(0, "1", "1", "1s", "1s", "5").shop("8", "8", "8s", "3", "10").turn_of(0)
            t.good_deal(give=give, take=take)
            gained = t.manor_of(0)
            assert gained.get("8", 0) == take.count("8")
            assert gained.get("8s", 0) == take.count("8s")
            assert gained.get("1", 0) == 2 - give.count("1")
            assert gained.get("1s", 0) == 2 - give.count("1s")
            assert gained["5"] == 1


@pytest.mark.rule("F-4")
def test_f4_printed_example_a_4_for_the_10():
    """Johann: a single one of his cards of value 4 for the card of value 10."""
    t = Table().manor(0, "4", "4", "4s").shop("10", "2", "2", "3", "3").turn_of(0).good_deal(give=("4",), take=("10",))
    assert t.manor_of(0) == {"4": 1, "4s": 1, "10": 1}
    assert t.in_shop["4"] == 1
    assert "10" not in t.in_shop


@pytest.mark.rule("F-4")
@pytest.mark.parametrize(
    ("give", "take"),
    [
        (("2", "2"), ("5",)),  # not as many
        (("2",), ("5", "5")),
        (("2", "3"), ("5", "5")),  # two values given
        (("2", "2"), ("5", "6")),  # two values taken
        (("2",), ("2s",)),  # the same value
        (("2", "2"), ("2s", "2s")),
        (("3", "3"), ("5", "5")),  # there is but one 3
        (("2", "2"), ("6", "6")),  # and one 6
        ((), ()),
    ],
)
def test_f4_what_is_no_good_deal(give, take):
    t = Table().manor(0, "2", "2", "3").shop("2s", "2s", "5", "5", "6").turn_of(0)
    assert not t.allows("good_deal", give=give, take=take)


@pytest.mark.rule("F-4")
def test_f4_as_many_as_there_are_up_to_both_sides():
    t = Table().manor(0, "2", "2", "2s", "9").shop("3", "3s", "3s", "3s", "7").turn_of(0)
    for give, take in [
        (("2", "2", "2s"), ("3", "3s", "3s")),
        (("2", "2", "2s"), ("3s", "3s", "3s")),
        (("2", "2s"), ("3", "3s")),
        (("2s",), ("7",)),
        (("9",), ("7",)),
        (("9",), ("3s",)),
    ]:
        assert t.allows("good_deal", give=give, take=take)


@pytest.mark.rule("F-5")
def test_f5_printed_example_a_10_for_1_2_2_5():
    """Maël."""
    t = Table().manor(0, "10", "1").shop("1", "2", "2", "5", "8").turn_of(0).fair_price(give=("10",), take=("1", "2", "2", "5"))
    assert t.manor_of(0) == {"1": 2, "2": 2, "5": 1}
    assert {card: t.in_shop[card] for card in ("8", "10")} == {"8": 1, "10": 1}


@pytest.mark.rule("F-5")
@pytest.mark.parametrize("same_value", READINGS)
def test_f5_printed_example_2_and_9_for_1_1_2_3_4(same_value):
    """Fred. Equal 2s cancel: then it is 9 for 1, 1, 3, 4; a plain 2 for a 2 on sale is his exchange as printed, unless no value is on both sides."""
    alike = reading(same_value).manor(0, "2", "9").shop("1", "1", "2", "3", "4").turn_of(0)
    assert not alike.allows("fair_price", give=("2", "9"), take=("1", "1", "2", "3", "4"))
    assert alike.allows("fair_price", give=("9",), take=("1", "1", "3", "4"))
    different = reading(same_value).manor(0, "2", "9").shop("1", "1", "2s", "3", "4").turn_of(0)
    assert different.allows("fair_price", give=("2", "9"), take=("1", "1", "2s", "3", "4")) == (same_value != "no")
    assert different.allows("fair_price", give=("9",), take=("1", "1", "3", "4"))


@pytest.mark.rule("F-5")
@pytest.mark.parametrize(
    ("give", "take"),
    [
        (("4",), ("5",)),
        (("4", "6"), ("5", "3")),
        (("4",), ()),
        ((), ("4",)),
        (("6", "6"), ("5", "5", "2")),  # there is but one 6
        (("4", "6"), ("5", "5", "5")),
    ],
)
def test_f5_what_is_no_fair_price(give, take):
    t = Table().manor(0, "4", "6", "7").shop("5", "5", "2", "3", "8").turn_of(0)
    assert t.allows("fair_price", give=("4", "6"), take=("5", "5"))
    assert not t.allows("fair_price", give=give, take=take)


@pytest.mark.rule("F-5")
@pytest.mark.parametrize("same_value", READINGS)
def test_f5_a_value_may_be_on_both_sides_if_the_cards_differ(same_value):
    t = reading(same_value).manor(0, "4", "9").shop("4s", "10", "10", "10", "10").turn_of(0)
    assert t.allows("fair_price", give=("4",), take=("4s",)) == (same_value != "no")
    t.manor(0, "4", "4", "3").shop("4s", "3", "7", "8", "8").turn_of(0)
    assert t.allows("fair_price", give=("4", "4"), take=("4s", "4s")) is False
    assert t.allows("fair_price", give=("4", "3"), take=("7",))
    t.manor(0, "4", "3", "8").shop("4s", "3s", "7", "2", "1").turn_of(0)
    assert t.allows("fair_price", give=("4", "8"), take=("4s", "7", "1")) == (same_value != "no")
    assert t.allows("fair_price", give=("8",), take=("7", "1"))


@pytest.mark.rule("F-5")
@pytest.mark.parametrize("same_value", READINGS)
def test_f5_nothing_for_nothing_only_where_any_exchange_may_cancel(same_value):
    t = reading(same_value).manor(0, "4", "9").shop("4", "1", "2", "3", "10").turn_of(0)
    assert ("pass" in t.actions) == (same_value == "any")
    t.shop("4s", "1", "2", "3", "10").turn_of(0)
    assert "pass" not in t.actions, "manor and shop share no equal card"


@pytest.mark.rule("F-5")
def test_f5_a_pass_is_a_turn():
    t = reading("any").manor(0, "4", "9").shop("4", "1", "2", "3", "10").pile("8", "8", "7", "fermeture").turn_of(0).play("pass")
    assert t.active == 1
    assert t.manor_of(0) == {"4": 1, "9": 1}
    assert t.in_shop == {"1": 1, "2": 1, "3": 1, "4": 1, "10": 1, "8": 2}
    assert t.rows()[1][0]["passes"] == 1


@pytest.mark.rule("F-5")
def test_f5_which_of_equal_value_changes_hands_is_the_players_choice():
    t = Table().manor(0, "6", "6s").shop("2", "2s", "4", "4s", "9").turn_of(0)
    for give in ("6", "6s"):
        for two in ("2", "2s"):
            for four in ("4", "4s"):
                assert t.allows("fair_price", give=(give,), take=(two, four))


@pytest.mark.rule("F-6")
@pytest.mark.parametrize("same_value", READINGS)
def test_f6_where_every_card_is_equal_the_turn_passes(same_value):
    t = reading(same_value).manor(0, "3", "3").shop("3", "3", "3", "3", "3").pile("8", "7", "6", "fermeture").turn_of(0)
    assert t.moves() == [{"action": "pass"}]
    t.play("pass")
    assert t.active == 1
    assert t.in_shop == {"3": 5, "7": 1, "8": 1}, "after any turn the shop gets its cards"
    assert t.manor_of(0) == {"3": 2}


@pytest.mark.rule("F-6")
@pytest.mark.parametrize("same_value", READINGS)
def test_f6_where_every_card_has_one_value_it_passes_only_if_no_value_may_be_on_both_sides(same_value):
    t = reading(same_value).manor(0, "3", "3s").shop("3", "3", "3s", "3s", "3s").turn_of(0)
    assert t.actions == {"different_cards": {"fair_price"}, "any": {"fair_price", "pass"}, "no": {"pass"}}[same_value]


@pytest.mark.rule("F-6")
def test_f6_otherwise_there_is_no_pass():
    t = Table().manor(0, "10").shop("10", "10s", "10", "10", "9").turn_of(0)
    assert t.actions == {"good_deal", "fair_price"}
    assert Table().manor(0, "10").shop("9", "9", "9", "9", "9").turn_of(0).actions == {"good_deal"}


@pytest.mark.rule("F-6")
def test_f6_a_manors_size_has_no_limit():
    """Three 10s for twenty cards of values 1 and 2."""
    small = ("1",) * 6 + ("1s",) * 4 + ("2",) * 7 + ("2s",) * 3
    t = Table().manor(0, "10", "10", "10", "9").shop(*small, "8").turn_of(0).fair_price(give=("10", "10", "10"), take=small)
    assert t.manor_of(0) == {"1": 6, "1s": 4, "2": 7, "2s": 3, "9": 1}
