"""Trades: M-12."""

from __future__ import annotations

import pytest

from .table import LINES, Table

pytestmark = pytest.mark.rule("M-12")


def proposals(*cards: str, same: bool = False) -> list[tuple[str, str]]:
    return [(card, line) for card in cards for line in LINES if same or line != card]


def test_m12_a_player_card_of_the_hand_for_one_of_another_line():
    t = Table("classic", 2).hand(0, "gardien", "attaquant", "soin", "blessure", "transfert", "3-5-2")
    assert t.offered("propose") == proposals("gardien", "attaquant")


def test_m12_a_trade_may_be_proposed_to_hands_that_cannot_agree():
    """Whoever proposes does not know what the others hold."""
    t = Table("classic", 2).hand(0, "gardien", "soin").hand(1)
    assert t.offered("propose") == proposals("gardien")


def test_m12_trade_same_line():
    t = Table("classic", 2, options={"trade_same_line": True}).hand(0, "gardien", "milieu").hand(1, "milieu", "soin")
    assert t.offered("propose") == proposals("gardien", "milieu", same=True)
    t.play("propose", card="milieu", line="milieu").play("accept")
    assert (t.hand_of(0), t.hand_of(1)) == ({"gardien": 1, "milieu": 1}, {"milieu": 1, "soin": 1, "gardien": 1})  # and 1 has drawn
    assert t.knows(1, 0) == {"milieu": 1}
    assert t.asked == (1, "action")


def test_m12_the_two_cards_change_hands():
    t = Table("classic", 3).pile("soin").hand(0, "gardien", "blessure").hand(1, "milieu", "milieu").hand(2, "attaquant")
    t.play("propose", card="gardien", line="milieu")
    assert t.asked == (1, "answer")
    assert t.actions == {"accept", "refuse"}
    t.play("accept")
    assert t.hand_of(0) == {"milieu": 1, "blessure": 1}
    assert t.hand_of(1) == {"milieu": 1, "gardien": 1, "soin": 1}  # and 1 has drawn
    assert t.hand_of(2) == {"attaquant": 1}
    assert (t.counted(0)["proposed"], t.counted(0)["traded"], t.counted(1)["traded"]) == (1, 1, 1)


def test_m12_a_trade_is_the_turns_action():
    t = Table("classic", 2).hand(0, "gardien", "blessure").hand(1, "milieu")
    assert t.play("propose", card="gardien", line="milieu").play("accept").asked == (1, "action")
    t = Table("classic", 2, options={"actions_per_turn": 2}).hand(0, "gardien", "blessure").hand(1, "milieu")
    assert t.play("propose", card="gardien", line="milieu").play("accept").asked == (0, "action")
    assert t.play("place", card="milieu").asked == (1, "action")


def test_m12_with_six_cards_the_proposer_then_discards():
    t = Table("classic", 2).hand(0, *["gardien"] * 6).hand(1, *["milieu"] * 4)
    t.play("propose", line="milieu").play("accept")
    assert t.asked == (0, "limit")
    assert t.offered("discard") == [("gardien",), ("milieu",)]
    t.play("discard", card="milieu")
    assert t.hand_of(0) == {"gardien": 5}


def test_m12_if_nobody_agrees_the_turn_goes_on_as_if_nothing_had_been_said():
    t = Table("classic", 2).hand(0, "gardien", "blessure").hand(1, "milieu").team(1, attaquant=1)
    t.play("propose", card="gardien", line="milieu").play("refuse")
    assert t.asked == (0, "action")
    assert t.actions == {"place", "injure"}, "the action is still to be done; one proposal a turn"
    assert (t.hand_of(0), t.hand_of(1)) == ({"gardien": 1, "blessure": 1}, {"milieu": 1})
    assert (t.counted(1)["refused"], t.counted(0)["traded"]) == (1, 0)
    assert t.play("place").asked == (1, "action")
    assert t.actions >= {"propose"}, "the next turn has a proposal of its own"


def test_m12_who_does_not_hold_the_card_cannot_say_yes_and_refuses_nothing():
    t = Table("classic", 3).hand(0, "gardien", "blessure").hand(1, "attaquant").hand(2, "defenseur", "soin")
    t.play("propose", card="gardien", line="milieu")
    assert t.asked == (0, "action")
    assert t.counted(1)["refused"] == t.counted(2)["refused"] == 0


def test_m12_everyone_else_who_can_is_asked_in_order_of_play():
    t = Table("classic", 4).hand(2, "gardien", "milieu").turn_of(2)
    for seat in (0, 1, 3):
        t.hand(seat, "milieu")
    t.hand(0, "attaquant")
    t.play("propose", card="gardien", line="milieu")
    assert t.asked == (3, "answer")
    t.play("refuse")
    assert t.asked == (1, "answer"), "seat 0 holds none, seat 2 is the proposer"
    t.play("refuse")
    assert t.asked == (2, "action")


@pytest.mark.parametrize("allowed", [0, 2])
def test_m12_trade_proposals(allowed):
    t = Table("classic", 2, options={"trade_proposals": allowed}).hand(0, "gardien", "soin").hand(1, "milieu")
    for _ in range(allowed):
        t.play("propose", card="gardien", line="milieu").play("refuse")
    assert t.asked == (0, "action")
    assert t.actions == {"place"}


def test_m12_with_one_yes_the_trade_takes_place_without_further_question():
    t = Table("classic", 4).hand(0, "gardien", "soin").hand(1, "milieu").hand(2, "milieu").hand(3, "milieu")
    t.play("propose", card="gardien", line="milieu").play("refuse").play("accept").play("refuse")
    assert t.hand_of(0) == {"milieu": 1, "soin": 1}
    assert t.hand_of(2) == {"gardien": 1}
    assert t.asked == (1, "action")


@pytest.mark.parametrize("chosen", [1, 3])
def test_m12_with_several_the_proposer_chooses_the_partner(chosen):
    t = Table("classic", 4).pile("soin").hand(0, "gardien", "soin").hand(1, "milieu").hand(2, "milieu").hand(3, "milieu")
    t.play("propose", card="gardien", line="milieu").play("accept").play("refuse").play("accept")
    assert t.asked == (0, "partner")
    assert t.moves() == [{"action": "partner", "seat": 1}, {"action": "partner", "seat": 3}]
    t.play("partner", seat=chosen)
    assert t.hand_of(0) == {"milieu": 1, "soin": 1}
    assert [seat for seat in (1, 2, 3) if "gardien" in t.hand_of(seat)] == [chosen]
    assert t.active == 1
    assert [t.counted(seat)["traded"] for seat in range(4)] == [int(seat in (0, chosen)) for seat in range(4)]


def test_m12_the_partner_need_not_be_asked_for_his_card_twice():
    """Having agreed binds: the only choice left is the proposer's, and a trade he must then make."""
    t = Table("classic", 3).hand(0, "gardien", "soin").hand(1, "milieu").hand(2, "milieu")
    t.play("propose", card="gardien", line="milieu").play("accept").play("accept")
    assert t.actions == {"partner"}


def test_m12_nobody_knows_the_others_answers():
    """Seat 2's view when it is asked is the same whether seat 1 has agreed, has refused, or was not asked."""
    views = set()
    for hand, answer in (("milieu", "accept"), ("milieu", "refuse"), ("soin", None)):
        t = Table("classic", 4).hand(0, "gardien", "soin").hand(1, hand).hand(2, "milieu").hand(3, "milieu")
        t.play("propose", card="gardien", line="milieu")
        if answer:
            t.play(answer)
        assert t.asked == (2, "answer")
        views.add(t.view())
    assert len(views) == 1


@pytest.mark.rule("C-7")
def test_m12_nobody_can_tell_cannot_from_will_not():
    """The proposer's view is the same after a refusal as after nobody could agree; so is the next player's."""
    proposer, following = set(), set()
    for hand in ("milieu", "soin"):
        t = Table("classic", 3).pile("attaquant", "attaquant").hand(0, "gardien", "attaquant").hand(1, "attaquant").hand(2, hand)
        t.play("propose", card="gardien", line="milieu")
        if hand == "milieu":
            t.play("refuse")
        assert t.asked == (0, "action")
        proposer.add(t.view())
        assert t.play("place", card="gardien").asked == (1, "action")
        following.add(t.view())
    assert len(proposer) == len(following) == 1


def test_m12_a_proposal_tells_the_table_what_was_offered():
    t = Table("classic", 3).hand(0, "gardien", "gardien", "soin").hand(1, "attaquant").hand(2, "attaquant")
    t.play("propose", card="gardien", line="milieu")
    assert t.knows(1, 0) == t.knows(2, 0) == {"gardien": 1}
    t.play("place")
    assert t.knows(1, 0) == t.knows(2, 0) == {}, "the one that they knew of may have been played"


def test_m12_what_was_wanted_is_part_of_the_public_record():
    views = set()
    for wanted in ("milieu", "defenseur"):
        t = Table("classic", 2).hand(0, "gardien", "soin").hand(1, "attaquant").play("propose", card="gardien", line=wanted)
        views.add(t.play("place").view())
    assert len(views) == 2


def test_m12_a_trade_tells_the_table_who_made_it_with_whom():
    t = Table("classic", 3).hand(0, "gardien", "soin").hand(1, "milieu").hand(2, "attaquant")
    t.play("propose", card="gardien", line="milieu").play("accept")
    assert t.knows(2, 0) == t.knows(1, 0) == {"milieu": 1}
    assert t.knows(2, 1) == t.knows(0, 1) == {"gardien": 1}
    assert t.knows(0, 2) == {}


def test_m12_the_yeses_not_chosen_are_known_to_the_proposer_alone():
    t = Table("classic", 4).hand(0, "gardien", "soin").hand(1, "milieu").hand(2, "milieu").hand(3, "milieu")
    t.play("propose", card="gardien", line="milieu").play("accept").play("accept").play("refuse").play("partner", seat=1)
    assert t.knows(0, 2) == {"milieu": 1}
    assert t.knows(1, 2) == t.knows(3, 2) == {}
    assert t.knows(0, 3) == {}, "a refusal tells nothing"


def test_m12_a_winner_neither_answers_nor_is_there_to_be_asked():
    t = Table("classic", 3).win(2).hand(0, "gardien").hand(1, "milieu").hand(2, "milieu", "milieu")
    assert t.asked == (0, "action")
    t.play("propose", card="gardien", line="milieu")
    assert t.asked == (1, "answer")
    t.play("refuse")
    assert t.asked == (0, "action")
    alone = Table("classic", 2).win(1).hand(0, "gardien").hand(1, "milieu")
    assert alone.offered("propose") == [], "there is nobody left to trade with"


def test_m12_a_player_whose_last_turn_is_over_is_still_in_the_game():
    t = Table("classic", 3).win(2).hand(0, "milieu", "gardien").play("place", card="gardien")
    assert t.asked == (1, "action")
    assert t.state()["last_turns"] == [0, 0, 0]
    t.hand(1, "gardien", "soin").play("propose", card="gardien", line="milieu")
    assert t.asked == (0, "answer")
    t.play("accept")
    assert t.hand_of(0) == {"gardien": 1}
