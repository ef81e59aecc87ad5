"""Coaches: how they are drawn (M-23), the two with a free ability (M-25, M-28) and how often they use it (M-32)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from .chance import assert_fits, deals, uniform
from .table import COACHES, Table, ultime


@pytest.mark.rule("M-23")
@pytest.mark.parametrize("variant", ["ultime", "ultime_duel"])
def test_m23_each_player_draws_a_coach_at_random_no_two_alike(variant):
    pairs = uniform(*permutations(COACHES, 2))
    assert_fits(Counter(tuple(seat["coach"] for seat in d["seats"]) for d in deals(Table(variant, 2), 1200)), pairs)


@pytest.mark.rule("M-23")
def test_m23_four_players_four_different_coaches():
    last = Counter()
    for dealt in deals(Table("ultime", 4), 240):
        coaches = [seat["coach"] for seat in dealt["seats"]]
        assert len(set(coaches)) == 4
        last[coaches[3]] += 1
    assert_fits(last, uniform(*COACHES))


@pytest.mark.rule("M-23", "C-8")
def test_m23_coaches_left_out_of_the_deck_are_never_drawn():
    left = {"fourbe", "marabout", "fossoyeur"}
    table = Table("ultime", 3, deck={name: 0 for name in COACHES if name not in left})
    for dealt in deals(table, 50):
        assert {seat["coach"] for seat in dealt["seats"]} == left


@pytest.mark.rule("M-23")
@pytest.mark.parametrize("variant", ["classic", "duel"])
def test_m23_no_coaches_without_the_extension(variant):
    for dealt in deals(Table(variant, 2), 20):
        assert [seat["coach"] for seat in dealt["seats"]] == [None, None]


@pytest.mark.rule("M-23")
def test_m23_the_coaches_lie_face_up():
    seen, other = (Table("ultime", 2).coach(1, name).hand(0, "gardien", "soin") for name in ("fourbe", "marabout"))
    assert seen.view() != other.view()


# Le Fourbe


@pytest.mark.rule("M-25")
def test_m25_a_card_from_an_opponents_hand_for_one_of_his_choice():
    t = ultime(3).coach(0, "fourbe").hand(0, "milieu", "blessure").hand(1, "soin").hand(2, "transfert", "gardien")
    assert t.offered("steal") == [(1,), (2,)]
    t.play("steal", seat=1)
    assert t.asked == (0, "give")
    assert t.moves() == [{"action": "give", "card": card} for card in ("milieu", "blessure", "soin")], "the same one allowed"
    t.play("give", card="blessure")
    assert (t.hand_of(0), t.hand_of(1), t.hand_of(2)) == ({"milieu": 1, "soin": 1}, {"blessure": 1}, {"transfert": 1, "gardien": 1})
    assert t.counted(0)["ability"] == 1


@pytest.mark.rule("M-25")
def test_m25_the_same_card_may_be_given_back():
    t = ultime().coach(0, "fourbe").hand(0).hand(1, "soin").play("steal").play("give", card="soin")
    assert (t.hand_of(0), t.hand_of(1)) == ({}, {"soin": 1})


@pytest.mark.rule("M-25")
def test_m25_it_is_free_before_the_action():
    t = ultime().coach(0, "fourbe").hand(0, "milieu").hand(1, "soin").play("steal").play("give", card="soin")
    assert t.asked == (0, "action")
    assert t.actions == {"place"}, "once a turn"
    assert t.play("place").asked == (1, "action")


@pytest.mark.rule("M-25")
def test_m25_or_after_the_action():
    t = ultime().coach(0, "fourbe").hand(0, "milieu").hand(1, "soin").play("place")
    assert t.asked == (0, "finish")
    assert t.moves() == [{"action": "steal", "seat": 1}, {"action": "end"}]
    t.play("steal").play("give", card="soin")
    assert t.asked == (1, "action")


@pytest.mark.rule("M-25")
def test_m25_he_may_do_without():
    t = ultime().coach(0, "fourbe").hand(0, "milieu").hand(1, "soin").play("place").play("end")
    assert t.asked == (1, "action")
    assert t.counted(0)["ability"] == 0


@pytest.mark.rule("M-25")
def test_m25_not_from_an_empty_hand_and_not_on_anothers_turn():
    t = ultime(3).coach(0, "fourbe").hand(0, "milieu").hand(2, "soin")
    assert t.offered("steal") == [(2,)]
    t = ultime(3).coach(1, "fourbe").hand(0, "milieu").hand(2, "soin")
    assert t.offered("steal") == []
    t = ultime(2).coach(0, "fourbe").hand(0, "milieu").hand(1).play("place")
    assert t.asked == (1, "action"), "nothing to steal, nothing to ask"


@pytest.mark.rule("M-25", "M-5")
def test_m25_after_the_draw_only():
    t = ultime().coach(1, "fourbe").hand(0, "soin").pile("milieu").begins(1)
    assert (t.asked, t.hand_of(1)) == ((1, "action"), {"milieu": 1})


@pytest.mark.rule("M-25", "C-5")
def test_m25_the_card_is_drawn_at_random():
    """Of a hand of six cards each is as likely as any other."""
    t = ultime().coach(0, "fourbe").hand(0).hand(1, "defenseur", "defenseur", "defenseur", "soin", "soin", "3-5-2")
    taken = Counter()
    for _ in t.under(300):
        t.play("steal")
        taken.update(t.hand_of(0))
    assert_fits(taken, {"defenseur": 3 / 6, "soin": 2 / 6, "3-5-2": 1 / 6})


@pytest.mark.rule("M-25", "C-3")
def test_m25_each_of_the_two_knows_what_he_lost_and_got_the_others_nothing():
    t = ultime(3).coach(0, "fourbe").hand(0, "milieu", "blessure").hand(1, "soin").hand(2, "gardien")
    t.play("steal", seat=1)
    assert t.knows(1, 0) == {"soin": 1}
    assert t.knows(2, 0) == {}
    t.play("give", card="blessure")
    assert (t.knows(0, 1), t.knows(1, 0)) == ({"blessure": 1}, {"soin": 1})
    assert t.knows(2, 0) == t.knows(2, 1) == {}


@pytest.mark.rule("M-25", "C-3")
def test_m25_what_is_taken_and_given_is_hidden_from_the_third():
    """Seat 2 sees the same whether a Soin was taken and a Blessure given, or a Milieu and a Transfert."""
    views = set()
    for taken, given in (("soin", "blessure"), ("milieu", "transfert")):
        t = ultime(3).coach(0, "fourbe").hand(0, "gardien", given).hand(1, taken).hand(2, "attaquant", "soin").pile("3-5-2", "3-5-2")
        t.play("steal", seat=1).play("give", card=given).play("place", card="gardien").play("compo")
        assert t.asked == (2, "action")
        views.add(t.view())
    assert len(views) == 1


# Le Caméléon


@pytest.mark.rule("M-28")
def test_m28_swaps_compos_with_an_opponent():
    t = ultime(3).coach(0, "cameleon").compo(0, "4-3-3").compo(1, "5-4-1").compo(2, "3-5-2").hand(0, "gardien")
    assert t.offered("swap") == [(1,), (2,)]
    t.play("swap", seat=2)
    assert [t.seat(seat)["compo"] for seat in range(3)] == ["3-5-2", "5-4-1", "4-3-3"]
    assert t.discarded == []
    assert t.asked == (0, "action"), "it is free"
    assert t.actions == {"place"}, "once a turn"
    assert [t.counted(seat)["changed_compo"] for seat in range(3)] == [1, 0, 0]
    assert [t.counted(seat)["compo_changed_by_other"] for seat in range(3)] == [0, 0, 1]
    assert t.counted(0)["ability"] == 1


@pytest.mark.rule("M-28")
def test_m28_after_the_action_too():
    t = ultime().coach(0, "cameleon").compo(1, "5-4-1").hand(0, "gardien").play("place")
    assert t.asked == (0, "finish")
    assert t.moves() == [{"action": "swap", "seat": 1}, {"action": "end"}]
    t.play("swap")
    assert [t.seat(seat)["compo"] for seat in (0, 1)] == ["5-4-1", "4-4-2"]
    assert t.asked == (1, "action")


@pytest.mark.rule("M-28", "M-13")
def test_m28_both_discard_what_no_longer_fits_he_first_each_choosing():
    t = ultime(3).coach(1, "cameleon").hand(1, "gardien").turn_of(1).compo(1, "5-4-1").compo(0, "3-4-3")
    t.team(1, defenseur=[0, 0, 0, 1]).team(0, attaquant=[0, 0, 1]).play("swap", seat=0)
    assert t.asked == (1, "shrink")
    assert t.offered("drop") == [("defenseur", 0), ("defenseur", 1)]
    t.play("drop", injuries=1)
    assert t.asked == (0, "shrink")
    assert t.offered("drop") == [("attaquant", 0), ("attaquant", 1)]
    t.play("drop", injuries=0)
    assert t.asked == (0, "shrink")
    t.play("drop", injuries=0)
    assert t.asked == (1, "action")
    assert t.discarded == ["defenseur", "blessure", "attaquant", "attaquant"]
    assert (t.line(1, "defenseur"), t.line(0, "attaquant")) == ([0, 0, 0], [1])
    assert (t.counted(0)["lost_to_compo"], t.counted(1)["lost_to_compo"]) == (2, 1)


@pytest.mark.rule("M-28")
def test_m28_same_compo():
    t = ultime(3).coach(0, "cameleon").compo(2, "3-5-2").hand(0, "gardien")
    assert t.offered("swap") == [(1,), (2,)], "equal compos may be swapped"
    t = ultime(3, same_compo=False).coach(0, "cameleon").compo(2, "3-5-2").hand(0, "gardien")
    assert t.offered("swap") == [(2,)]
    t.compo(2, "4-4-2")
    assert t.play("place").asked == (1, "action"), "nobody to swap with, nothing to ask"


# How often


@pytest.mark.rule("M-32")
@pytest.mark.parametrize("allowed", [0, 1, 2])
@pytest.mark.parametrize(("coach", "action"), [("fourbe", "steal"), ("cameleon", "swap")])
def test_m32_abilities_per_turn(coach, action, allowed):
    t = ultime(abilities_per_turn=allowed).coach(0, coach).hand(0, "milieu", "milieu").hand(1, "soin")
    for _ in range(allowed):
        t.play(action)
        if coach == "fourbe":
            t.play("give", card="milieu")
    assert t.asked == (0, "action")
    assert t.moves(action) == []
    assert t.counted(0)["ability"] == allowed


@pytest.mark.rule("M-32")
def test_m32_one_before_the_action_and_one_after_it():
    t = ultime(abilities_per_turn=2).coach(0, "cameleon").hand(0, "milieu").play("swap").play("place")
    assert t.asked == (0, "finish")
    t.play("swap")
    assert t.asked == (1, "action")


@pytest.mark.rule("M-32")
def test_m32_a_new_turn_a_new_ability():
    t = ultime().coach(0, "cameleon").hand(0, "milieu").play("swap").play("place").play("place")
    assert t.asked == (0, "action")
    assert t.offered("swap") == [(1,)]
