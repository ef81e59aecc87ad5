"""Actions on tables and banks (S-20 to S-26), and who can be their victim (S-32)."""

from __future__ import annotations

import pytest

from .table import Table

MULTI = "joker_multicolore"


@pytest.mark.rule("S-20")
def test_s20_a_complete_set_of_any_player_with_its_shack():
    t = Table("no_mercy", 3).lay(1, rouge=3, vert=2).lay(2, gare=["gare"] * 3 + [MULTI]).shacks(1, rouge=1).hand(0, "deal_breaker", "1m")
    assert t.uses("deal_breaker") == [(1, "rouge"), (2, "gare")], "complete sets only"
    t.use("deal_breaker", seat=1)
    assert (t.table_of(0), t.shacks_of(0)) == ({"rouge": ["rouge"] * 3}, {"rouge": 1})
    assert (t.table_of(1), t.shacks_of(1)) == ({"vert": ["vert"] * 2}, {})
    assert (t.counted(1)["cards_lost"], t.counted(1)["sets_lost"], t.counted(0)["sets_taken"]) == (4, 1, 1)
    assert (t.counted(0)["deal_breaker_played"], t.counted(1)["deal_breaker_suffered"]) == (1, 1)


@pytest.mark.rule("S-20", "S-5")
def test_s20_jokers_of_the_set_keep_its_colour_and_the_surplus_stays():
    t = Table().lay(1, gare=["gare"] * 3 + ["joker_vert_gare", MULTI]).hand(0, "deal_breaker").use("deal_breaker")
    assert t.table_of(0) == {"gare": ["gare"] * 3 + ["joker_vert_gare"]}
    assert t.table_of(1) == {"gare": [MULTI]}


@pytest.mark.rule("S-20", "S-11")
def test_s20_a_third_set_wins():
    assert Table().lay(0, rose=3, vert=3).lay(1, rouge=3).hand(0, "deal_breaker").use("deal_breaker").winners == [0]


@pytest.mark.rule("S-21")
def test_s21_all_that_lies_in_a_colour_of_every_opponent():
    t = Table("no_mercy", 3).lay(0, rouge=1).lay(1, rouge=["rouge", "rouge", "joker_rouge_jaune", MULTI], jaune=["joker_rouge_jaune"])
    t.lay(2, rouge=1, gare=[MULTI]).shacks(1, rouge=2).hand(0, "super_sly_deal", "1m")
    assert t.uses("super_sly_deal") == [("rouge",), ("jaune",), ("gare",)]
    t.use("super_sly_deal", colour="rouge")
    assert t.table_of(0) == {"rouge": ["rouge"] * 4 + ["joker_rouge_jaune", MULTI]}, "jokers as placed, complete sets too; they keep the colour"
    assert t.shacks_of(0) == {"rouge": 2}
    assert t.table_of(1) == {"jaune": ["joker_rouge_jaune"]}
    assert t.table_of(2) == {"gare": [MULTI]}
    assert [t.counted(seat)["cards_lost"] for seat in (1, 2)] == [6, 1]
    assert [t.counted(seat)["sets_lost"] for seat in (1, 2)] == [1, 0]


@pytest.mark.rule("S-21")
def test_s21_or_every_joker_that_could_lie_there():
    t = Table(options={"super_sly_jokers": "possible"}).hand(0, "super_sly_deal", "1m")
    t.lay(1, jaune=["jaune", "joker_rouge_jaune"], gare=["gare", MULTI], vert=["joker_vert_gare"])
    assert len(t.uses("super_sly_deal")) == 10, "a multicolour joker could lie in any colour"
    t.use("super_sly_deal", colour="rouge")
    assert t.table_of(0) == {"jaune": ["joker_rouge_jaune"], "gare": [MULTI]}, "each keeps the colour in which it lies"
    assert t.table_of(1) == {"jaune": ["jaune"], "vert": ["joker_vert_gare"], "gare": ["gare"]}


@pytest.mark.rule("S-21", "S-32")
def test_s21_possible_jokers_make_possible_victims():
    def colours(**options):
        t = Table(options=options).hand(0, "super_sly_deal").lay(1, jaune=["joker_rouge_jaune"])
        return [colour for (colour,) in t.uses("super_sly_deal")]

    assert colours() == ["jaune"]
    assert colours(super_sly_jokers="possible") == ["rouge", "jaune"]


@pytest.mark.rule("S-22")
def test_s22_one_card_of_every_opponent_all_named_before_anyone_answers():
    t = Table("no_mercy", 4).lay(1, rouge=3, jaune=["joker_rouge_jaune"]).lay(2).lay(3, gare=["gare", MULTI]).hand(0, "market_crash", "1m")
    t.hand(1, "just_say_no").use("market_crash")
    assert t.asked == (0, "name")
    assert (t.pending("target"), t.pending("waiting")) == (1, [3])
    assert t.offered() == [("rouge", 1, "rouge"), ("joker_rouge_jaune", 1, "jaune")]
    t.play("name", card="rouge")
    assert (t.asked, t.pending("target")) == ((0, "name"), 3)
    assert t.pending("named") == {"1": {"card": "rouge", "colour": "rouge"}}
    t.play("name", card=MULTI)
    assert (t.asked, t.pending("waiting")) == ((1, "answer"), [3])
    t.play("accept")
    assert t.table_of(1) == {"rouge": ["rouge", "rouge"], "jaune": ["joker_rouge_jaune"]}, "also out of a complete set"
    assert t.asked == (0, "put"), "a joker is placed by its new owner"
    t.play("put", colour="rouge")
    assert (t.table_of(0), t.table_of(3)) == ({"rouge": ["rouge", MULTI]}, {"gare": ["gare"]})
    assert [t.counted(seat)["cards_lost"] for seat in range(4)] == [0, 1, 0, 1]
    assert [t.counted(seat)["sets_lost"] for seat in range(4)] == [0, 1, 0, 0]


@pytest.mark.rule("S-23")
def test_s23_the_most_valuable_bank_card_of_every_opponent():
    t = Table("no_mercy", 4).bank(0, "1m").bank(1, "2m", "heist", "4m").bank(3, "10m", "5m").hand(0, "heist", "1m").use("heist")
    assert [t.bank_of(seat) for seat in range(4)] == [[1, 4, 10], [2, 4], [], [5]]
    assert [t.counted(seat)["cards_lost"] for seat in range(4)] == [0, 1, 0, 1]
    assert [t.counted(seat)["heist_suffered"] for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.rule("S-24")
def test_s24_he_keeps_one_card_and_says_who_gets_what():
    t = Table("no_mercy", 3).bank(1, "10m", "5m", "5m", "1m").hand(0, "tax_collector", "1m").use("tax_collector", seat=1)
    assert (t.asked, t.offered()) == ((1, "keep"), [(1,), (5,), (10,)])
    t.play("keep", value=5)
    assert t.asked == (1, "hand_out")
    assert t.offered() == [(seat, value) for value in (1, 5, 10) for seat in (0, 2)]
    assert t.pending("kept") == {"value": 5}
    t.play("hand_out", value=10, seat=2).play("hand_out", value=5, seat=2)
    assert t.offered() == [(0, 1), (2, 1)], "the card kept is not given away"
    t.play("hand_out", value=1, seat=0)
    assert [t.bank_of(seat) for seat in range(3)] == [[1], [5], [5, 10]]
    assert (t.asked, t.counted(1)["cards_lost"]) == ((0, "play"), 3)


@pytest.mark.rule("S-24")
def test_s24_with_two_players_all_goes_to_the_one_who_played_it():
    t = Table().bank(1, "10m", "5m", "5m", "1m").hand(0, "tax_collector", "1m").use("tax_collector").play("keep", value=10)
    assert (t.bank_of(0), t.bank_of(1), t.asked, t.counted(1)["cards_lost"]) == ([1, 5, 5], [10], (0, "play"), 3)


@pytest.mark.rule("S-25")
def test_s25_the_same_with_the_table_jokers_placed_by_their_receivers():
    t = Table("no_mercy", 3).lay(1, rouge=2, rose=["joker_rose_orange", MULTI]).bank(1, "10m").shacks(1, rouge=1, rose=1)
    t.hand(0, "repossession", "1m").use("repossession", seat=1)
    assert (t.asked, t.offered()) == ((1, "keep"), [("rouge", "rouge"), ("joker_rose_orange", "rose"), (MULTI, "rose")])
    t.play("keep", card="rouge")
    assert t.pending("kept") == {"card": "rouge", "colour": "rouge"}
    assert ("rouge", 0, "rouge") in t.offered(), "of the other one"
    t.play("hand_out", card=MULTI, seat=2)
    assert (t.asked, t.pending("arriving")) == ((2, "put"), {"card": MULTI, "seat": 2})
    t.play("put", colour="gare").play("hand_out", card="rouge", seat=0)
    assert t.offered() == [("joker_rose_orange", 0, "rose"), ("joker_rose_orange", 2, "rose")]
    t.play("hand_out", seat=2).play("put", colour="orange")
    assert [t.table_of(seat) for seat in range(3)] == [
        {"rouge": ["rouge"]}, {"rouge": ["rouge"]}, {"orange": ["joker_rose_orange"], "gare": [MULTI]},
    ]  # fmt: skip
    assert (t.bank_of(1), t.shacks_of(1), t.discarded) == ([10], {"rouge": 1}, {"repossession": 1, "shack": 1})
    assert (t.asked, t.counted(1)["cards_lost"]) == ((0, "play"), 3)


@pytest.mark.rule("S-25", "S-16")
def test_s25_with_two_players_all_goes_over_in_the_fixed_order():
    t = Table().lay(1, rouge=1, vert=3, rose=[MULTI, "joker_rose_orange"]).hand(0, "repossession", "1m").use("repossession").play("keep", card="vert")
    assert (t.table_of(0), t.pending("arriving")) == ({"rouge": ["rouge"], "vert": ["vert"] * 2}, {"card": "joker_rose_orange", "seat": 0})
    t.play("put", colour="orange")
    assert t.pending("arriving") == {"card": MULTI, "seat": 0}
    t.play("put", colour="vert")
    assert (t.table_of(1), t.asked) == ({"vert": ["vert"]}, (0, "play"))
    assert (t.counted(1)["cards_lost"], t.counted(1)["sets_lost"], t.counted(0)["sets_taken"]) == (5, 1, 1)


@pytest.mark.rule("S-25")
def test_s25_two_equal_cards_leave_no_choice_but_one_is_kept():
    t = Table().lay(1, rouge=2).hand(0, "repossession", "1m").use("repossession").play("keep")
    assert (t.table_of(0), t.table_of(1)) == ({"rouge": ["rouge"]}, {"rouge": ["rouge"]})


@pytest.mark.rule("S-26")
def test_s26_banks_are_swapped():
    t = Table("no_mercy", 3).bank(0, "1m").bank(1, "10m", "5m").hand(0, "unfair_trade", "1m")
    assert t.uses("unfair_trade") == [(1,), (2,)], "his may be empty"
    t.use("unfair_trade", seat=1)
    assert (t.bank_of(0), t.bank_of(1), t.counted(1)["cards_lost"]) == ([5, 10], [1], 2)
    assert (t.counted(0)["bank_value"], t.counted(1)["bank_value"]) == (15, 1)


@pytest.mark.rule("S-26", "S-32")
def test_s26_ones_own_must_not_be_empty():
    assert Table().bank(1, "10m").hand(0, "unfair_trade").uses("unfair_trade") == []
    t = Table(options={"unfair_trade_needs_bank": False}).bank(1, "10m").hand(0, "unfair_trade", "1m").use("unfair_trade")
    assert (t.bank_of(0), t.bank_of(1)) == ([10], [])


@pytest.mark.rule("S-32")
@pytest.mark.parametrize(
    ("card", "nobody", "somebody"),
    [
        ("deal_breaker", lambda t: t.lay(1, rouge=2, vert=[MULTI]), lambda t: t.lay(1, rouge=3)),
        ("super_sly_deal", lambda t: t.lay(0, rouge=3), lambda t: t.lay(1, rouge=1)),
        ("market_crash", lambda t: t.bank(1, "5m"), lambda t: t.lay(1, rouge=[MULTI])),
        ("heist", lambda t: t.lay(1, rouge=3), lambda t: t.bank(1, "1m")),
        ("tax_collector", lambda t: t.bank(1, "1m").lay(1, rouge=3), lambda t: t.bank(1, "1m", "1m")),
        ("repossession", lambda t: t.lay(1, rouge=1).bank(1, "1m", "2m"), lambda t: t.lay(1, rouge=1, vert=[MULTI])),
        ("unfair_trade", lambda t: t.bank(1, "1m"), lambda t: t.bank(0, "1m")),
        ("yoink", lambda t: t.lay(1, rouge=[MULTI]).tokens(1, 0, 3), lambda t: t.bank(1, "1m").tokens(1, 0, 3)),
        ("yoink", lambda t: t.tokens(1, 0, 3), lambda t: t.tokens(1, 0, 2)),
        ("forced_debt", lambda t: t.bank(1, "5m").tokens(1, 0, 3), lambda t: t.tokens(1, 0, 2)),
        ("tough_luck", None, lambda t: t.hand(1)),
    ],
)
def test_s32_only_if_there_is_a_possible_victim_otherwise_it_can_be_banked(card, nobody, somebody):
    if nobody is not None:
        t = nobody(Table().hand(0, card))
        assert t.uses(card) == []
        assert [move[0] for move in t.offered("bank")] == [card]
    assert somebody(Table().hand(0, card)).uses(card)


@pytest.mark.rule("S-32")
def test_s32_victims_are_opponents_only():
    t = Table("no_mercy", 3, first=1).lay(1, rouge=3).bank(1, "5m", "1m").turn_of(1)
    t.hand(1, "deal_breaker", "super_sly_deal", "market_crash", "heist", "tax_collector", "repossession")
    assert t.offered("use") == []
    t.hand(1, "tough_luck", "yoink", "forced_debt", "unfair_trade")
    assert {move["seat"] for move in t.moves("use")} == {0, 2}
