"""A turn: drawing, debts, plays, joker moves, the hand limit, the piles (S-2 to S-9)."""

from __future__ import annotations

import pytest

from .table import Table

# S-2


@pytest.mark.rule("S-2")
@pytest.mark.parametrize(("hand", "drawn"), [((), 5), (("shack",), 2)])
def test_s2_two_cards_or_five_with_an_empty_hand(hand, drawn):
    t = Table().hand(1, *hand).begins(1)
    assert t.hand_of(1) == {**dict.fromkeys(hand, 1), "1m": drawn}
    assert t.asked == (1, "play")


@pytest.mark.rule("S-2")
def test_s2_numbers_are_options():
    options = {"draw": 1, "draw_on_empty": 4}
    assert sum(Table(options=options).begins(1).hand_of(1).values()) == 4
    assert sum(Table(options=options).hand(1, "shack").begins(1).hand_of(1).values()) == 2


# S-3


@pytest.mark.rule("S-3")
def test_s3_a_card_for_each_token_costs_a_play_and_brings_it_back():
    t = Table("no_mercy", 3).hand(1, "3m", "heist").tokens(1, 0).tokens(1, 2).begins(1)
    assert t.asked == (1, "debt")
    assert t.offered() == [(card, holder) for card in ("1m", "3m", "heist") for holder in (0, 2)], "his choice of card and of the order"
    t.play("give", card="heist", seat=2)
    assert (t.bank_of(2), t.owes(1), t.pending("plays_left")) == ([4], {"0": 1}, 2)
    assert t.offered() == [("1m", 0), ("3m", 0)]
    t.play("give", card="1m")
    assert (t.bank_of(0), t.owes(1), t.seat(1)["home"]) == ([1], {}, 3)
    assert (t.asked, t.pending("plays_left"), t.pending("plays_made")) == ((1, "play"), 1, 0)
    assert (t.counted(1)["tokens_settled"], t.counted(1)["plays_used"]) == (2, 2)


@pytest.mark.rule("S-3")
def test_s3_two_tokens_with_one_holder_are_two_cards():
    t = Table().hand(1, "3m", "heist").tokens(1, 0, 2).begins(1).play("give", card="1m").play("give", card="1m")
    assert (t.asked, t.pending("plays_left"), t.bank_of(0)) == ((1, "play"), 1, [1, 1])


@pytest.mark.rule("S-3")
def test_s3_or_one_card_a_holder():
    t = Table("no_mercy", 3, options={"debt_cards_per": "holder"}).hand(1, "3m", "heist").tokens(1, 0, 2).tokens(1, 2).begins(1)
    t.play("give", card="1m", seat=0)
    assert (t.owes(1), t.seat(1)["home"], t.pending("plays_left")) == ({"2": 1}, 2, 2)
    t.play("give", card="1m")
    assert (t.asked, t.seat(1)["home"], t.pending("plays_left")) == ((1, "play"), 3, 1)


@pytest.mark.rule("S-3", "S-4")
def test_s3_never_below_no_plays():
    t = Table(options={"plays_per_turn": 1}).hand(1, "3m", "heist", "heist").tokens(1, 0, 3).begins(1)
    for left in (0, 0, 0):
        t.play("give", card="heist" if "heist" in t.hand_of(1) else "3m")
        assert t.pending("plays_left") == left or t.state()["active"] == 0
    assert t.state()["active"] == 0, "no play left: the turn has ended"
    assert t.counted(1)["plays_used"] == 1


@pytest.mark.rule("S-3")
def test_s3_without_a_card_left_the_tokens_simply_come_back():
    t = Table().hand(0, "10m").hand(1, "heist").tokens(1, 0, 3).pile().begins(1).play("give")
    assert (t.bank_of(0), t.owes(1), t.seat(1)["home"]) == ([4], {}, 3)
    assert t.state()["active"] == 0
    t = Table().hand(0, "10m").lay(1, rose=["joker_rose_orange"]).tokens(1, 0, 2).pile().begins(1)
    assert (t.owes(1), t.asked, t.pending("plays_left")) == ({}, (1, "play"), 3), "at no cost"


@pytest.mark.rule("S-3")
@pytest.mark.parametrize("card", ["5m", "heist", "rent_any", "shack", "just_say_no"])
def test_s3_what_is_no_property_goes_to_the_receivers_bank(card):
    t = Table().hand(1, card).tokens(1, 0).begins(1).play("give", card=card)
    assert t.bank_of(0) == [t.value(card)]


@pytest.mark.rule("S-3", "S-11")
def test_s3_a_property_goes_to_his_table_and_may_win():
    t = Table().lay(0, rouge=3, vert=3, services=1).hand(1, "services").tokens(1, 0).begins(1).play("give", card="services")
    assert t.winners == [0]
    assert t.game_row()["on_other_turn"] == 1


@pytest.mark.rule("S-3")
def test_s3_a_joker_is_placed_by_its_receiver_before_anything_else():
    t = Table().hand(1, "joker_multicolore", "joker_vert_gare").tokens(1, 0, 2).begins(1).play("give", card="joker_vert_gare")
    assert t.asked == (0, "put")
    assert t.pending("arriving") == {"card": "joker_vert_gare", "seat": 0}
    assert t.offered() == [("joker_vert_gare", "vert"), ("joker_vert_gare", "gare")]
    t.play("put", colour="gare").play("give", card="joker_multicolore")
    assert len(t.moves()) == 10
    t.play("put", colour="gare")
    assert t.table_of(0) == {"gare": ["joker_vert_gare", "joker_multicolore"]}
    assert t.asked == (1, "play")


@pytest.mark.rule("S-3", "C-3")
def test_s3_or_to_his_hand_unseen_by_the_others():
    views = set()
    for card in ("5m", "services"):
        t = Table("no_mercy", 3, options={"debt_card_to": "hand"}).hand(1, "5m", "services", "heist").hand(2, "shack", "heist").tokens(1, 0).begins(1)
        t.play("give", card=card)
        assert t.hand_of(0) == {card: 1}
        assert (t.knows(1, 0), t.knows(2, 0)) == ({card: 1}, {})
        assert t.seat(0)["bank"] == t.seat(0)["table"] == {}
        t.ends()
        views.add(t.view())
    assert len(views) == 1


# S-4 to S-6


@pytest.mark.rule("S-4", "S-6")
def test_s4_three_plays():
    t = Table().hand(0, "1m", "2m", "shack", "rouge").play("bank", card="1m").play("bank", card="2m")
    assert (t.pending("plays_left"), t.asked) == (1, (0, "play"))
    t.play("bank", card="shack")
    assert t.state()["active"] == 1, "nothing left to play: the turn ends by itself"
    assert (t.bank_of(0), t.hand_of(0)) == ([1, 2, 3], {"rouge": 1})
    assert (t.counted(0)["plays_used"], t.counted(0)["plays_unused"]) == (3, 0)
    t = Table(options={"plays_per_turn": 1}).hand(0, "1m", "2m").turn_of(0).play("bank", card="1m")
    assert t.state()["active"] == 1


@pytest.mark.rule("S-4")
def test_s4_the_turn_may_be_ended_at_any_time():
    t = Table().hand(0, "1m", "2m").play("bank", card="1m").play("end")
    assert t.state()["active"] == 1
    assert (t.counted(0)["plays_unused"], t.hand_of(0)) == (2, {"2m": 1})


@pytest.mark.rule("S-5", "S-6")
def test_s5_properties_and_jokers_are_laid_in_a_colour_they_may_have_and_never_banked():
    t = Table().hand(0, "rouge", "joker_services_gare", "joker_multicolore")
    places = t.offered("place")
    assert places[:3] == [("rouge", "rouge"), ("joker_services_gare", "services"), ("joker_services_gare", "gare")]
    assert len(places) == 13
    assert t.offered("bank") == []
    t.play("place", card="rouge").play("place", card="joker_services_gare", colour="gare")
    assert t.table_of(0) == {"rouge": ["rouge"], "gare": ["joker_services_gare"]}
    assert (t.counted(0)["properties_placed"], t.counted(0)["jokers_placed"]) == (1, 1)


@pytest.mark.rule("S-6")
def test_s6_all_else_can_be_banked_for_its_value():
    values = {"15m": 15, "rent_rouge_jaune": 1, "double_rent_gare_services": 1, "rent_any": 3, "double_rent_any": 3, "deal_breaker": 3,
              "super_sly_deal": 3, "market_crash": 4, "heist": 4, "tax_collector": 5, "repossession": 5, "unfair_trade": 4, "tough_luck": 5,
              "yoink": 2, "forced_debt": 2, "pass_go": 1, "go_again": 1, "just_say_no": 4, "shack": 3}  # fmt: skip
    t = Table().hand(0, *values)
    assert dict(t.offered("bank")) == values
    t.play("bank", card="pass_go")
    assert (t.bank_of(0), t.discarded, t.counted(0)["pass_go_banked"], t.counted(0)["pass_go_played"]) == ([1], {}, 1, 0)


@pytest.mark.rule("S-6")
def test_s6_cards_of_equal_value_in_a_bank_are_one_and_the_same():
    t = Table().hand(0, "rent_any").lay(0, rouge=2).bank(1, "3m", "shack", "deal_breaker", "5m").use("rent_any", colour="rouge")
    assert t.offered("pay") == [(3,), (5,)]


# S-7


@pytest.mark.rule("S-7")
def test_s7_moving_a_joker_is_free_also_with_no_play_left():
    t = Table().hand(0, "1m", "shack").lay(0, rose=["joker_rose_orange", "rose"]).turn_of(0, plays=1).play("bank", card="1m")
    assert t.asked == (0, "play")
    assert t.moves() == [{"action": "move", "card": "joker_rose_orange", "colour": "orange", "source": "rose"}, {"action": "end"}]
    t.play("move")
    assert t.table_of(0) == {"rose": ["rose"], "orange": ["joker_rose_orange"]}
    assert (t.pending("plays_left"), t.pending("moves_left"), t.counted(0)["jokers_moved"]) == (0, 4, 1)


@pytest.mark.rule("S-7")
def test_s7_at_most_five_times_a_turn():
    t = Table().lay(0, rose=["joker_rose_orange"])
    for _ in range(5):
        assert t.asked == (0, "play")
        t.play("move")
    assert t.state()["active"] == 1
    assert t.table_of(0) == {"orange": ["joker_rose_orange"]}
    assert Table(options={"joker_moves_per_turn": 0}).lay(0, rose=["joker_rose_orange"]).hand(0, "1m").turn_of(0).offered("move") == []


@pytest.mark.rule("S-7")
def test_s7_multicolour_jokers_move_to_any_colour():
    lying = ["joker_multicolore"]
    t = Table().lay(0, rose=lying).hand(0, "1m")
    assert len(t.moves("move")) == 9
    t.play("move", colour="gare")
    assert t.table_of(0) == {"gare": lying}, "also to one where it lies alone"
    t = Table(options={"multicolour_moves": False}).lay(0, rose=[*lying, "joker_rose_orange"]).hand(0, "1m").turn_of(0)
    assert t.offered("move") == [("joker_rose_orange", "orange", "rose")]


@pytest.mark.rule("S-7")
def test_s7_not_before_the_debts_are_settled_and_not_on_anothers_turn():
    t = Table().lay(0, rose=["joker_rose_orange"]).hand(0, "1m", "2m").lay(1, orange=["joker_rose_orange"]).tokens(0, 1).begins(0)
    assert {move["action"] for move in t.moves()} == {"give"}
    t.play("give", card="1m")
    assert [move["source"] for move in t.moves("move")] == ["rose"], "one's own jokers only"


@pytest.mark.rule("S-7", "S-11")
def test_s7_a_moved_joker_may_win():
    t = Table().lay(0, marron=2, services=2, rose=["rose", "rose", "joker_multicolore"], orange=["orange", "orange"])
    assert t.winners == []
    t = Table().lay(0, marron=2, services=2, rose=["joker_rose_orange"], orange=2).hand(0, "1m").play("move")
    assert t.winners == [0]
    assert t.game_row()["on_other_turn"] == 0


# S-8, S-9


@pytest.mark.rule("S-8")
def test_s8_discard_down_to_seven_at_the_end_of_the_turn():
    t = Table().hand(0, *["1m"] * 5, "2m", "heist", "shack", "rouge").play("end")
    assert t.asked == (0, "discard")
    assert t.offered("drop") == [("1m",), ("2m",), ("rouge",), ("heist",), ("shack",)]
    t.play("drop", card="heist")
    assert t.asked == (0, "discard")
    t.play("drop", card="shack")
    assert (t.state()["active"], sum(t.hand_of(0).values()), t.counted(0)["discards"]) == (1, 7, 2)
    assert t.discarded == {"heist": 1, "shack": 1}
    t = Table(options={"hand_limit": 1}).hand(0, "1m", "2m").turn_of(0).play("end").play("drop", card="1m")
    assert t.hand_of(0) == {"2m": 1}


@pytest.mark.rule("S-9")
def test_s9_a_card_played_goes_to_the_discards_before_its_effect():
    """Pass Go, played with an empty pile, is drawn again."""
    t = Table().hand(0, "pass_go").pile().use("pass_go")
    assert t.hand_of(0) == {"pass_go": 1}
    assert (t.state()["reshuffles"], t.discarded) == (1, {})


@pytest.mark.rule("S-9")
def test_s9_a_pile_that_runs_out_in_the_middle_of_a_draw():
    t = Table().hand(1, "shack").pile("2m").discards("5m", "5m", "5m").begins(1)
    assert t.hand_of(1) == {"2m": 1, "5m": 1, "shack": 1}
    assert (t.state()["pile"], t.discarded, t.state()["reshuffles"]) == (["5m", "5m"], {}, 1)


@pytest.mark.rule("S-9")
def test_s9_with_both_piles_empty_one_draws_what_there_is():
    t = Table().hand(1, "shack").pile("2m").begins(1)
    assert (t.hand_of(1), t.asked) == ({"2m": 1, "shack": 1}, (1, "play"))
    t = Table().hand(1, "shack").pile().begins(1)
    assert (t.hand_of(1), t.asked) == ({"shack": 1}, (1, "play"))


@pytest.mark.rule("S-9", "C-5")
def test_s9_reshuffles_differ_from_block_to_block():
    orders = set()
    for block in range(20):
        t = Table().hand(1, "shack").pile().discards("1m", "2m", "3m", "4m", "5m", "10m")
        t.raw["block"] = block
        t.begins(1)
        orders.add(tuple(t.state()["pile"]))
    assert len(orders) > 10
