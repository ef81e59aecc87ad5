"""Cards about hands, debts and turns (S-27, S-29 to S-31)."""

from __future__ import annotations

import pytest

from .table import Table

HAND = ("rouge", "joker_rose_orange", "joker_multicolore", "5m", "1m", "rent_any", "heist", "shack", "just_say_no")
TYPES = {
    "property": {"rouge": 1, "joker_rose_orange": 1, "joker_multicolore": 1},
    "money": {"5m": 1, "1m": 1},
    "action": {"rent_any": 1, "heist": 1, "shack": 1, "just_say_no": 1},
}


@pytest.mark.rule("S-27")
@pytest.mark.parametrize("wanted", TYPES)
def test_s27_all_cards_of_a_type_go_from_hand_to_hand(wanted):
    t = Table("no_mercy", 3).hand(0, "tough_luck", "gare").hand(1, *HAND)
    assert t.uses("tough_luck") == [(seat, kind) for seat in (1, 2) for kind in TYPES]
    t.use("tough_luck", seat=1, type=wanted).play("accept")
    rest = {card: 1 for card in HAND if card not in TYPES[wanted]}
    order = list(t.config.deck)
    assert t.hand_of(0) == dict(sorted({"gare": 1, **TYPES[wanted]}.items(), key=lambda item: order.index(item[0])))
    assert t.hand_of(1) == dict(sorted(rest.items(), key=lambda item: order.index(item[0])))
    assert t.knows(0, 1) == t.hand_of(1), "he sees the whole hand"
    assert t.knows(1, 0) == {card: 1 for card in t.hand_of(0) if card != "gare"}, "his victim sees what has gone"
    assert (t.knows(2, 0), t.knows(2, 1)) == ({}, {})
    assert t.counted(1)["cards_lost"] == len(TYPES[wanted])


@pytest.mark.rule("S-27", "C-3")
def test_s27_the_others_see_how_many_cards_went():
    """The third player's view is the same whichever cards went, and another when their number differs."""
    views = {}
    for taken in (("heist",), ("shack",), ("heist", "shack")):
        t = Table("no_mercy", 3).hand(0, "tough_luck").hand(1, "5m", "rouge", *taken).hand(2, "1m", "2m").pile(*["1m"] * 12)
        t.raw["hand_size"][1] = 2 + len(taken)
        t.use("tough_luck", seat=1, type="action").ends().hand(1)
        t.turn_of(2)
        views.setdefault(len(taken), set()).add(t.view())
    assert (len(views[1]), len(views[1] | views[2])) == (1, 2)


@pytest.mark.rule("S-27")
def test_s27_what_was_seen_stays_known_until_it_is_played():
    t = Table("no_mercy", 3).hand(0, "tough_luck", "tough_luck", "gare").hand(1, "5m", "5m", "rouge").use("tough_luck", seat=1, type="action")
    assert t.knows(0, 1) == {"5m": 2, "rouge": 1}
    t.ends().play("bank", card="5m")
    assert t.knows(0, 1) == {"5m": 1, "rouge": 1}
    t.play("place").play("bank", card="5m")
    assert t.knows(0, 1) == {}


@pytest.mark.rule("S-27")
def test_s27_what_a_third_player_knew_of_the_type_he_knows_to_have_gone_over():
    t = Table("no_mercy", 3).hand(0, "tough_luck", "gare").hand(1, "5m", "rouge").use("tough_luck", seat=1, type="action")
    assert t.knows(0, 1) == {"5m": 1, "rouge": 1}
    t.hand(2, "tough_luck").turn_of(2).use("tough_luck", seat=1, type="money")
    assert (t.hand_of(2), t.knows(0, 1), t.knows(0, 2)) == ({"5m": 1}, {"rouge": 1}, {"5m": 1})


@pytest.mark.rule("S-27", "S-33")
def test_s27_it_may_find_nothing_and_an_empty_hand_too():
    t = Table().hand(0, "tough_luck", "gare").hand(1, "rouge").use("tough_luck", type="money")
    assert (t.hand_of(0), t.hand_of(1), t.asked) == ({"gare": 1}, {"rouge": 1}, (0, "play"))
    assert (t.knows(0, 1), t.counted(1)["cards_lost"], t.counted(1)["tough_luck_suffered"]) == ({"rouge": 1}, 0, 1)
    t = Table().hand(0, "tough_luck", "gare").use("tough_luck", type="money")
    assert (t.hand_of(0), t.asked) == ({"gare": 1}, (0, "play"))


@pytest.mark.rule("S-27", "S-33")
def test_s27_just_say_no_is_asked_before_the_hand_is_looked_at():
    """Whatever the type: his hand is to be lost. Refused, nothing of it is known."""
    for wanted in TYPES:
        t = Table().hand(0, "tough_luck", "gare").hand(1, "just_say_no", "rouge").use("tough_luck", type=wanted)
        assert (t.asked, t.knows(0, 1)) == ((1, "answer"), {})
        t.play("no")
        assert (t.hand_of(1), t.knows(0, 1)) == ({"rouge": 1}, {})


@pytest.mark.rule("S-29")
def test_s29_he_gives_a_token():
    t = Table("no_mercy", 3).hand(0, "forced_debt", "1m").tokens(1, 2, 3)
    assert t.uses("forced_debt") == [(2,)], "not one without tokens"
    t.use("forced_debt", seat=2)
    assert (t.owes(2), t.seat(2)["home"], t.counted(2)["tokens_given"]) == ({"0": 1}, 2, 1)
    t = Table().hand(0, "forced_debt").use("forced_debt")
    assert (t.owes(1), t.asked) == ({"0": 1}, (1, "debt")), "settled as any other"


@pytest.mark.rule("S-30")
@pytest.mark.parametrize(("others", "after"), [(0, 7), (3, 7), (6, 7), (7, 7), (9, 9)])
def test_s30_draw_until_one_holds_seven(others, after):
    t = Table().hand(0, "pass_go", *["shack"] * others).use("pass_go")
    assert sum(t.hand_of(0).values()) == after
    assert t.pending("plays_left") == 2


@pytest.mark.rule("S-30")
def test_s30_or_another_number():
    t = Table(options={"pass_go_hand": 3}).hand(0, "pass_go", "shack").use("pass_go")
    assert sum(t.hand_of(0).values()) == 3


# Go Again


@pytest.mark.rule("S-31")
def test_s31_the_turn_ends_at_once_and_a_new_one_begins():
    t = Table("no_mercy", 3, first=0).hand(0, "go_again", "shack").use("go_again")
    state = t.state()
    assert (state["active"], state["turn"], state["rounds"], t.asked) == (0, 1, 0, (0, "play"))
    assert (t.hand_of(0), t.pending("plays_left"), t.pending("moves_left")) == ({"1m": 2, "shack": 1}, 3, 5)
    assert (t.discarded, t.pending("go_again")) == ({"go_again": 1}, False)
    assert (t.counted(0)["plays_unused"], t.counted(0)["turns"]) == (2, 1), "its turn counts as a turn"
    t.ends()
    assert t.state()["active"] == 1


@pytest.mark.rule("S-31", "S-8")
def test_s31_with_nine_cards_in_hand_one_is_discarded_first():
    t = Table().hand(0, "go_again", *["shack"] * 4, *["heist"] * 4).use("go_again")
    assert (t.asked, t.pending("go_again"), t.pending("stage")) == ((0, "discard"), True, "ending")
    assert {move["action"] for move in t.moves()} == {"drop"}
    t.play("drop", card="shack")
    assert (t.asked, sum(t.hand_of(0).values())) == ((0, "play"), 9)
    assert t.discarded == {"go_again": 1, "shack": 1}


@pytest.mark.rule("S-31", "S-3", "S-2")
def test_s31_draw_and_debts_included():
    t = Table().hand(0, "go_again").tokens(0, 1).use("go_again")
    assert (t.hand_of(0), t.asked) == ({"1m": 5}, (0, "debt")), "five cards with an empty hand"
    t = Table(options={"go_again_draw": "two"}).hand(0, "go_again").use("go_again")
    assert t.hand_of(0) == {"1m": 2}
    assert sum(Table(options={"go_again_draw": "two"}).begins(1).hand_of(1).values()) == 5, "any other turn as ever"


@pytest.mark.rule("S-31", "S-9")
def test_s31_with_both_piles_empty_it_is_not_drawn_again():
    t = Table().hand(0, "go_again", "shack").pile().use("go_again")
    assert (t.hand_of(0), t.discarded, t.asked) == ({"shack": 1}, {"go_again": 1}, (0, "play"))
    assert t.state()["turn"] == 1


@pytest.mark.rule("S-31", "S-34")
def test_s31_the_card_that_opens_the_last_round_gives_no_turn():
    t = Table("no_mercy", 3).hand(0, "go_again").pile().use("go_again")
    assert (t.state()["last_turns"], t.state()["active"]) == (2, 1)
    assert t.hand_of(1) == {"go_again": 1}, "it has gone to the discards, and is drawn"


@pytest.mark.rule("S-31", "S-34")
def test_s31_nor_does_it_in_the_last_round():
    t = Table("no_mercy", 3).hand(0, "go_again").pile().use("go_again").use("go_again")
    assert (t.state()["active"], t.state()["last_turns"], t.pending("go_again")) == (2, 1, False)
    assert t.hand_of(2) == {"go_again": 1}
