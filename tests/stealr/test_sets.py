"""Piles of one colour, complete sets, Shacks, victory (S-5, S-10, S-11, S-13)."""

from __future__ import annotations

import pytest

from .table import Table

MULTI = "joker_multicolore"


@pytest.mark.rule("S-5")
def test_s5_a_colour_is_one_pile_properties_first_then_jokers_by_the_list():
    t = Table().hand(0, MULTI, "joker_vert_gare", "joker_services_gare", "gare").turn_of(0, plays=4)
    for card in (MULTI, "joker_services_gare", "joker_vert_gare", "gare"):
        t.play("place", card=card, colour="gare")
    assert t.table_of(0) == {"gare": ["gare", "joker_vert_gare", "joker_services_gare", MULTI]}


@pytest.mark.rule("S-5", "S-20")
def test_s5_the_pile_is_cut_into_sets_in_that_order():
    """Seven cards: three, three, one. The thief may have the first or the second set."""
    lying = ["rouge"] * 4 + ["joker_rouge_jaune"] * 2 + [MULTI]
    sets = {0: ["rouge"] * 3, 1: ["rouge", "joker_rouge_jaune", "joker_rouge_jaune"]}
    for number, taken in sets.items():
        t = Table().lay(1, rouge=lying).hand(0, "deal_breaker").use("deal_breaker", seat=1, colour="rouge")
        assert t.asked == (0, "set")
        assert t.offered() == [(1, "rouge", 0), (1, "rouge", 1)]
        t.play("choose", number=number)
        assert t.table_of(0) == {"rouge": taken}
        left = list(lying)
        for card in taken:
            left.remove(card)
        assert t.table_of(1) == {"rouge": left}


@pytest.mark.rule("S-5", "S-22")
def test_s5_a_full_set_that_loses_a_card_is_refilled_from_its_surplus():
    t = Table().lay(1, rouge=4).hand(0, "market_crash").use("market_crash").play("name")
    assert (t.table_of(1), t.raw["complete"][1]) == ({"rouge": ["rouge"] * 3}, 1)
    assert t.counted(1)["sets_lost"] == 0


@pytest.mark.rule("S-10")
@pytest.mark.parametrize(
    ("colour", "cards", "sets"),
    [
        ("rouge", ["rouge"] * 3, 1),
        ("rouge", ["rouge"] * 2, 0),
        ("rouge", ["rouge", "joker_rouge_jaune", MULTI], 1),
        ("rouge", ["joker_rouge_jaune", MULTI, MULTI], 1),
        ("rouge", [MULTI] * 3, 0),
        ("rouge", ["rouge"] * 3 + [MULTI] * 3, 1),
        ("rouge", ["rouge"] * 4 + [MULTI] * 2, 2),
        ("rouge", ["rouge"] * 6, 2),
        ("rouge", ["rouge"] * 7 + [MULTI] * 2, 3),
        ("marron", ["marron", MULTI], 1),
        ("marron", [MULTI, MULTI], 0),
        ("gare", ["gare"] * 3, 0),
        ("gare", ["gare"] * 3 + ["joker_vert_gare"], 1),
    ],
)
def test_s10_a_complete_set_has_a_card_that_is_no_multicolour_joker(colour, cards, sets):
    """Shown by what a Deal Breaker could take."""
    t = Table("no_mercy", 2, deck={MULTI: 6}).lay(1, **{colour: cards}).hand(0, "deal_breaker")
    assert len(t.uses("deal_breaker")) == (1 if sets else 0)
    if sets:
        t.use("deal_breaker")
    assert len(t.offered("choose")) == (sets if sets > 1 else 0)


@pytest.mark.rule("S-10", "S-11")
def test_s10_two_sets_of_one_colour_count_once():
    t = Table().lay(0, rouge=6, vert=3, services=1).hand(0, "rose", "services").play("place", card="rose")
    assert not t.over
    assert t.counted(0)["sets"] == 2
    assert t.play("place", card="services").winners == [0]


@pytest.mark.rule("S-10", "S-11")
def test_s10_multicolour_jokers_alone_are_no_set():
    """The third colour's two multicolour jokers do not win; a property beside them does."""
    t = Table().lay(0, rouge=3, vert=3, marron=[MULTI]).hand(0, MULTI, "marron").play("place", card=MULTI, colour="marron")
    assert not t.over
    assert t.play("place", card="marron").winners == [0]


@pytest.mark.rule("S-11")
def test_s11_three_complete_sets_win_at_once():
    t = Table("no_mercy", 3).lay(1, rouge=3, vert=3, marron=1).hand(1, "marron", "heist").turn_of(1).play("place", card="marron")
    assert (t.over, t.winners, t.hand_of(1)) == (True, [1], {"heist": 1})
    row = t.game_row()
    assert (row["by_sets"], row["on_other_turn"], row["emptied"], row["unfinished"], row["winners"]) == (1, 0, 0, 0, 1)
    assert [t.counted(seat)["won"] for seat in range(3)] == [0, 1, 0]
    t = Table(options={"sets_to_win": 1}).lay(0, rouge=2).hand(0, "rouge").play("place")
    assert t.winners == [0]


@pytest.mark.rule("S-11", "S-15")
def test_s11_a_victory_in_the_middle_of_a_payment():
    """The second of three cards wins: the third is not asked for, and the next target not at all."""
    t = Table("no_mercy", 3).lay(0, rouge=3, vert=3, marron=1).lay(1, orange=2, marron=1, gare=1).bank(2, "10m").hand(0, "rent_any")
    t.use("rent_any", colour="rouge").pays("orange", "marron")  # 6M are claimed
    assert (t.over, t.winners) == (True, [0])
    assert t.table_of(1) == {"orange": ["orange"], "gare": ["gare"]}
    assert t.bank_of(2) == [10]
    assert t.pending("owed") == 3


@pytest.mark.rule("S-11", "S-15", "S-16")
def test_s11_a_joker_placed_in_the_middle_of_a_payment_may_win():
    t = Table().lay(0, rouge=3, vert=3, rose=2).lay(1, rose=["joker_rose_orange"], gare=2).bank(1, "1m").hand(0, "rent_any")
    t.use("rent_any", colour="vert")  # 7M are claimed, and payable are 2 + 4 + 1
    t.pays("joker_rose_orange")
    assert t.asked == (0, "put")
    t.play("put", colour="rose")
    assert (t.winners, t.bank_of(1)) == ([0], [1])


@pytest.mark.rule("S-11", "S-25")
def test_s11_a_victory_on_anothers_turn_in_the_middle_of_a_repossession():
    t = Table("no_mercy", 3).lay(2, rouge=3, vert=3, marron=1).lay(1, marron=2, gare=1, rose=1).hand(0, "repossession")
    t.use("repossession", seat=1).play("keep", card="gare").play("hand_out", card="marron", seat=2)
    assert (t.over, t.winners, t.game_row()["on_other_turn"]) == (True, [2], 1)
    assert t.table_of(1) == {"marron": ["marron"], "rose": ["rose"], "gare": ["gare"]}


@pytest.mark.rule("S-11", "S-21")
def test_s11_a_victory_in_the_middle_of_a_super_sly_deal_over_three_victims():
    """Clockwise from the active player: what the second victim loses wins, and the third keeps his."""
    t = Table("no_mercy", 4, first=2).lay(2, rose=3, vert=3).lay(3, rouge=1).lay(0, rouge=2).lay(1, rouge=1).hand(2, "super_sly_deal").turn_of(2)
    t.use("super_sly_deal", colour="rouge")
    assert t.winners == [2]
    assert [t.table_of(seat).get("rouge", []) for seat in range(4)] == [[], ["rouge"], ["rouge"] * 3, []]


@pytest.mark.rule("S-11", "S-21")
def test_s11_what_super_sly_deal_takes_from_one_opponent_moves_as_one():
    """Two complete sets at once: one victory, with all of it."""
    t = Table().lay(0, rose=3, vert=3).lay(1, rouge=6).shacks(1, rouge=2).hand(0, "super_sly_deal").use("super_sly_deal", colour="rouge")
    assert (t.winners, t.table_of(1), t.shacks_of(0)) == ([0], {}, {"rouge": 2})


@pytest.mark.rule("S-11", "S-22")
def test_s11_market_crash_takes_clockwise_and_stops_at_a_victory():
    t = Table("no_mercy", 3).lay(0, rose=3, vert=3, marron=1).lay(1, marron=1).lay(2, gare=1, rouge=1).hand(0, "market_crash")
    t.use("market_crash").play("name", seat=1).play("name", card="gare")
    assert (t.winners, t.table_of(2)) == ([0], {"rouge": ["rouge"], "gare": ["gare"]})


# Shacks


@pytest.mark.rule("S-13")
def test_s13_a_shack_on_any_colour_with_a_card_as_many_as_sets():
    t = Table().lay(0, rouge=1, vert=4, rose=[MULTI]).shacks(0, vert=1).hand(0, "shack", "shack")
    assert t.uses("shack") == [("rose",), ("rouge",), ("vert",)]
    t.use("shack", colour="vert")
    assert (t.shacks_of(0), t.discarded, t.counted(0)["shack_played"]) == ({"vert": 2}, {}, 1)
    assert t.uses("shack") == [("rose",), ("rouge",)]
    assert Table().hand(0, "shack").uses("shack") == [], "without a card: banked only"


@pytest.mark.rule("S-13", "S-14")
@pytest.mark.parametrize(
    ("card", "cards", "shacks", "amount"),
    [("rent_any", 2, 0, 3), ("rent_any", 2, 1, 8), ("double_rent_any", 2, 1, 16), ("double_rent_any", 2, 0, 6), ("rent_any", 4, 2, 11)],
)
def test_s13_it_adds_five_before_doubling(card, cards, shacks, amount):
    """Two Rouge: 3M. A second Shack, on a second set, adds nothing to the first set's rent."""
    t = Table().lay(0, rouge=cards).shacks(0, rouge=shacks).bank(1, "15m", "10m").hand(0, card)
    assert t.use(card, colour="rouge").pending("amount") == amount
    t = Table(options={"shack_rent": 1}).lay(0, rouge=2).shacks(0, rouge=1).bank(1, "15m").hand(0, "rent_any")
    assert t.use("rent_any", colour="rouge").pending("amount") == 4


@pytest.mark.rule("S-13", "S-20")
def test_s13_a_set_with_a_shack_stolen_onto_one_with_a_shack():
    t = Table().lay(0, rouge=2).shacks(0, rouge=1).lay(1, rouge=3).shacks(1, rouge=1).hand(0, "deal_breaker").use("deal_breaker")
    assert (t.table_of(0), t.shacks_of(0), t.table_of(1)) == ({"rouge": ["rouge"] * 5}, {"rouge": 2}, {})
    assert t.discarded == {"deal_breaker": 1}


@pytest.mark.rule("S-13", "S-21")
def test_s13_more_shacks_than_sets_are_discarded():
    """Three cards with a Shack each make one set."""
    t = Table("no_mercy", 4).lay(0, rouge=0)
    for seat in (1, 2, 3):
        t.lay(seat, rouge=1).shacks(seat, rouge=1)
    t.hand(0, "super_sly_deal").use("super_sly_deal", colour="rouge")
    assert (t.table_of(0), t.shacks_of(0)) == ({"rouge": ["rouge"] * 3}, {"rouge": 1})
    assert t.discarded == {"super_sly_deal": 1, "shack": 2}


@pytest.mark.rule("S-13", "S-20", "S-5")
def test_s13_shacks_lie_on_the_first_sets():
    """Two sets, one Shack: it goes with the first, and stays if the second is taken."""
    for number, (mine, theirs) in enumerate([({"rouge": 1}, {}), ({}, {"rouge": 1})]):
        t = Table().lay(1, rouge=6).shacks(1, rouge=1).hand(0, "deal_breaker").use("deal_breaker").play("choose", number=number)
        assert (t.shacks_of(0), t.shacks_of(1)) == (mine, theirs)


@pytest.mark.rule("S-13", "S-7")
def test_s13_a_colour_that_loses_its_last_card_loses_its_shack():
    t = Table().lay(0, rose=["joker_rose_orange"]).shacks(0, rose=1).hand(0, "1m").play("move")
    assert (t.table_of(0), t.shacks_of(0), t.discarded) == ({"orange": ["joker_rose_orange"]}, {}, {"shack": 1})
