"""The course of a turn: M-5, M-6, M-14 to M-16."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from .chance import assert_fits, uniform
from .table import FILLER, Table


@pytest.mark.rule("M-5")
@pytest.mark.parametrize("variant", ["classic", "ultime"])
def test_m5_a_turn_begins_by_drawing_one_card(variant):
    t = Table(variant, 3).hand(1, "soin").hand(2, "milieu").pile("attaquant", "transfert").begins(1)
    assert t.asked == (1, "action")
    assert t.hand_of(1) == {"soin": 1, "attaquant": 1}
    assert t.hand_of(2) == {"milieu": 1}
    assert t.in_pile == ["transfert"]


@pytest.mark.rule("M-5")
def test_m5_draws_per_turn():
    t = Table("classic", 2, options={"draws_per_turn": 3}).pile("attaquant", "soin", "attaquant", "milieu").begins(1)
    assert t.hand_of(1) == {"attaquant": 2, "soin": 1}
    assert t.in_pile == ["milieu"]


@pytest.mark.rule("M-6")
@pytest.mark.parametrize(
    ("card", "action"),
    [("defenseur", "place"), ("defenseur", "replace"), ("soin", "care"), ("blessure", "injure"), ("transfert", "transfer"), ("3-5-2", "compo")],
)
def test_m6_one_action_whichever_ends_the_turn(card, action):
    t = Table("classic", 2).hand(0, card, "gardien", "milieu", "attaquant", "soin")
    t.team(0, milieu=[1]).team(1, attaquant=1).hand(1)
    t.play(action, **({"card": card} if action in ("place", "replace", "compo") else {}))
    assert t.asked == (1, "action")
    assert t.active == 1


@pytest.mark.rule("M-6")
def test_m6_nobody_may_pass_or_end_his_turn_instead_of_acting():
    t = Table("classic", 2).hand(0, "gardien", "soin", "blessure", "transfert", "3-5-2")
    assert t.actions == {"place", "compo", "propose"}


@pytest.mark.rule("M-6")
def test_m6_actions_per_turn():
    t = Table("classic", 2, options={"actions_per_turn": 2}).hand(0, "gardien", "milieu", "milieu")
    t.play("place", card="gardien")
    assert t.asked == (0, "action")
    assert t.actions == {"place", "replace", "propose"}, "the second action is as much an obligation as the first"
    assert t.in_pile == list(FILLER), "the card is drawn once a turn"
    t.play("place", card="milieu")
    assert t.asked == (1, "action")


@pytest.mark.rule("M-14")
def test_m14_whoever_can_do_nothing_discards_a_card_of_his_choice():
    """Nobody to heal, to injure or to take; and a discard is the turn's action."""
    t = Table("classic", 2).hand(0, "soin", "blessure", "blessure", "transfert")
    assert t.moves() == [{"action": "discard", "card": card} for card in ("blessure", "soin", "transfert")]
    t.play("discard", card="blessure")
    assert t.hand_of(0) == {"soin": 1, "blessure": 1, "transfert": 1}
    assert t.discarded == ["blessure"]
    assert t.asked == (1, "action")
    assert t.counted(0)["discarded"] == 1


@pytest.mark.rule("M-14")
@pytest.mark.parametrize(
    ("card", "prepare", "action"),
    [
        ("attaquant", lambda t: t, "place"),
        ("attaquant", lambda t: t.team(0, attaquant=2), "replace"),
        ("soin", lambda t: t.team(0, milieu=[1]), "care"),
        ("blessure", lambda t: t.team(1, milieu=1), "injure"),
        ("transfert", lambda t: t.team(1, milieu=1), "transfer"),
        ("4-4-2", lambda t: t, "compo"),
    ],
)
def test_m14_whoever_can_act_must(card, prepare, action):
    t = prepare(Table("classic", 2, options={"trade_proposals": 0}).hand(0, card, "soin"))
    assert t.actions == {action}


@pytest.mark.rule("M-14", "M-29")
def test_m14_playing_a_compo_on_an_opponent_is_an_action_too():
    """Without it the Sournois would be stuck: the compo in his hand is his own kind, which `same_compo` forbids him to play on himself."""
    t = Table("ultime", 2, options={"same_compo": False}).coach(0, "sournois").hand(0, "4-4-2", "soin").compo(1, "3-5-2")
    assert t.moves() == [{"action": "sabotage", "card": "4-4-2", "seat": 1}]
    t.compo(1, "4-4-2")
    assert t.offered("discard") == [("soin",), ("4-4-2",)]
    assert t.actions == {"discard"}


@pytest.mark.rule("M-14", "M-12")
def test_m14_a_trade_to_propose_or_a_free_ability_does_not_forbid_the_discard():
    """A compo without forwards: an Attaquant can't be placed, only offered in a trade (not one of the actions that M-14 lists)."""
    compos = {"3-7-0": {"gardien": 1, "defenseur": 3, "milieu": 7, "attaquant": 0}}
    t = Table("ultime", 2, compos=compos).compo(0, "3-7-0").coach(0, "fourbe").hand(0, "attaquant").hand(1, "soin", "milieu")
    assert t.actions == {"discard", "propose", "steal"}


@pytest.mark.rule("M-14")
def test_m14_an_empty_hand_passes():
    t = Table("classic", 2).hand(0)
    assert t.moves() == [{"action": "pass"}]
    t.play("pass")
    assert t.asked == (1, "action")
    assert t.discarded == []


@pytest.mark.rule("M-14")
def test_m14_discard_always():
    t = Table("classic", 2, options={"discard": "always"}).hand(0, "gardien", "soin", "4-3-3")
    assert t.offered("discard") == [("gardien",), ("soin",), ("4-3-3",)]
    assert t.actions == {"place", "compo", "discard", "propose"}
    t.play("discard", card="gardien")
    assert t.asked == (1, "action")
    assert t.line(0, "gardien") == []
    assert Table("classic", 2, options={"discard": "always"}).moves() == [{"action": "pass"}]


@pytest.mark.rule("M-15")
def test_m15_six_cards_at_the_end_of_a_turn_one_is_discarded_by_choice():
    """A trade is an action that spends no card (M-12): the hand of six then loses one, whichever its owner likes."""
    t = Table("classic", 2).hand(0, "gardien", "soin", "soin", "blessure", "transfert", "3-5-2").hand(1, "milieu")
    t.play("propose", card="gardien", line="milieu").play("accept")
    assert t.asked == (0, "limit")
    assert t.moves() == [{"action": "discard", "card": card} for card in ("milieu", "blessure", "soin", "transfert", "3-5-2")]
    t.play("discard", card="soin")
    assert t.hand_of(0) == {"milieu": 1, "soin": 1, "blessure": 1, "transfert": 1, "3-5-2": 1}
    assert t.discarded == ["soin"]
    assert t.asked == (1, "action")
    assert t.counted(0)["discarded"] == 1


@pytest.mark.rule("M-15")
def test_m15_five_cards_may_be_kept():
    t = Table("classic", 2).hand(0, "gardien", "soin", "soin", "blessure", "transfert", "3-5-2").play("place")
    assert t.asked == (1, "action")
    assert t.discarded == []


@pytest.mark.rule("M-15")
def test_m15_the_limit_holds_at_the_end_of_the_turn_only():
    t = Table("classic", 2, options={"draws_per_turn": 3, "actions_per_turn": 2}).hand(1, *["gardien"] * 5).pile(*["milieu"] * 3).begins(1)
    assert t.hand_of(1) == {"gardien": 5, "milieu": 3}
    assert t.asked == (1, "action")
    t.play("place", card="gardien")
    assert t.asked == (1, "action")
    t.play("place", card="milieu")
    assert t.asked == (1, "limit")


@pytest.mark.rule("M-15")
def test_m15_hand_limit():
    """Everything beyond the limit goes, a card at a time, in the order that the owner chooses."""
    t = Table("classic", 2, options={"hand_limit": 2}).hand(0, "gardien", "soin", "milieu", "soin", "milieu")
    t.play("place", card="gardien").play("discard", card="soin")
    assert t.asked == (0, "limit")
    t.play("discard", card="milieu")
    assert t.asked == (1, "action")
    assert t.hand_of(0) == {"soin": 1, "milieu": 1}
    assert t.discarded == ["soin", "milieu"]
    large = Table("classic", 2, options={"hand_limit": 6}).hand(0, *["gardien"] * 7).play("place")
    assert large.asked == (1, "action")


@pytest.mark.rule("M-15")
def test_m15_a_winner_too():
    t = Table("classic", 2).full(0, but="milieu").hand(0, "milieu", *["soin"] * 6).play("place")
    assert t.winners == [0]
    assert t.asked == (0, "limit")
    assert t.play("discard").asked == (1, "action")


@pytest.mark.rule("M-16")
def test_m16_the_discards_become_the_pile_when_a_card_must_be_drawn():
    t = Table("classic", 2).pile("gardien").discards("soin", "soin", "3-5-2").begins(1)
    assert t.discarded == ["soin", "soin", "3-5-2"], "the last card of the pile does not turn the discards"
    t.play("place")
    assert t.active == 0
    assert t.discarded == []
    assert Counter(t.in_pile) + Counter(t.hand_of(0)) == {"soin": 2, "3-5-2": 1}
    assert t.state()["reshuffles"] == 1


@pytest.mark.rule("M-16")
def test_m16_the_discards_are_shuffled():
    """Four different cards lie on the discards: every one of the 24 orders is as likely as any other."""
    cards = ("blessure", "soin", "transfert", "5-4-1")
    t = Table("classic", 2, seed=5).pile().discards(*cards).hand(0, "gardien")
    orders = Counter()
    for _ in t.under(600):
        t.play("place")
        orders[(*t.hand_of(1), *t.in_pile)] += 1
    assert_fits(orders, uniform(*permutations(cards)))


@pytest.mark.rule("M-16")
def test_m16_with_both_piles_empty_nothing_is_drawn_and_play_goes_on():
    t = Table("classic", 2).pile().discards().hand(0, "gardien").hand(1, "milieu").play("place")
    assert t.asked == (1, "action")
    assert t.hand_of(1) == {"milieu": 1}
    assert t.play("place").asked == (0, "action")
    assert t.hand_of(0) == {}
    assert t.moves() == [{"action": "pass"}]


@pytest.mark.rule("M-16")
def test_m16_what_one_action_discards_lies_in_order():
    """The card played or the old compo, then players, each followed by its injury; the latest on top."""
    t = Table("classic", 2).discards("gardien").team(0, milieu=[1]).hand(0, "soin").play("care")
    assert t.discarded == ["gardien", "soin", "blessure"]
    t = Table("classic", 2).team(0, milieu=[0, 1]).hand(0, "defenseur").play("replace", injuries=1)
    assert t.discarded == ["milieu", "blessure"]
    t = Table("classic", 2).team(1, milieu=1).hand(0, "transfert").play("transfer")
    assert t.discarded == ["transfert"]
    t = Table("classic", 2).compo(0, "3-5-2").team(0, milieu=[0, 0, 0, 1, 1]).hand(0, "4-3-3").play("compo")
    t.play("drop", injuries=1).play("drop", injuries=0)
    assert t.discarded == ["3-5-2", "milieu", "blessure", "milieu"]


@pytest.mark.rule("M-16")
def test_m16_everyone_sees_the_discards_in_order():
    seen, other = (Table("classic", 2).hand(0, "gardien", "soin").discards(*cards) for cards in (("soin", "milieu"), ("milieu", "soin")))
    assert seen.view() != other.view()
