"""Ultime as a duel: M-33."""

from __future__ import annotations

import pytest

from .table import COACHES, FILLER, Table

pytestmark = pytest.mark.rule("M-33")

WITH_HANDS_ONLY = ("stratege", "fourbe", "visionnaire", "opportuniste")


def duel(*pile: str, **options) -> Table:
    """An Ultime duel in which these cards are about to be drawn. Lay out the rest, then say `begins(0)`."""
    return Table("ultime_duel", 2, options=options).pile(*pile, *FILLER)


@pytest.mark.parametrize("coach", WITH_HANDS_ONLY)
def test_m33_coaches_whose_ability_needs_a_hand_have_no_effect(coach):
    """Robbed of a player and injured by his own draw, before and after the card: nothing but the plain duel's decisions."""
    t = duel("transfert", "blessure", "soin", "3-5-2").coach(1, coach).coach(0, coach).team(1, milieu=2, attaquant=[1]).begins(0)
    decisions = []
    for _ in range(4):
        decisions.append(t.asked)
        t.play(**t.moves()[0])
    assert decisions == [(0, "duel_card"), (1, "duel_card"), (0, "duel_card"), (1, "duel_card")]
    assert [(t.counted(seat)["reacted"], t.counted(seat)["ability"]) for seat in (0, 1)] == [(0, 0), (0, 0)]
    assert t.knows(1, 0) == t.knows(0, 1) == {}


@pytest.mark.rule("M-26")
def test_m33_marabout_heals_up_to_two():
    t = duel("soin").coach(0, "marabout").team(0, milieu=[1, 1, 1]).begins(0)
    assert t.actions == {"heal", "decline"}
    t.play("heal")
    assert t.asked == (0, "heal_more")
    t.play("heal")
    assert t.line(0, "milieu") == [0, 0, 1]
    assert t.discarded == ["soin", "blessure", "blessure"]
    assert t.active == 1
    assert (t.counted(0)["healed"], t.counted(0)["ability"]) == (2, 1)


@pytest.mark.rule("M-26")
def test_m33_marabout_may_stop_after_one_and_others_must():
    t = duel("soin").coach(0, "marabout").team(0, milieu=[1, 1]).begins(0).play("heal").play("decline")
    assert (t.line(0, "milieu"), t.active, t.discarded) == ([0, 1], 1, ["soin", "blessure"])
    t = duel("soin", marabout_heals=1).coach(0, "marabout").team(0, milieu=[1, 1]).begins(0).play("heal")
    assert t.active == 1
    t = duel("soin").coach(0, "cameleon").coach(1, "marabout").team(0, milieu=[1, 1]).begins(0).play("decline").play("heal")
    assert t.asked == (0, "duel_close")


@pytest.mark.rule("M-28")
def test_m33_cameleon_may_swap_before_his_draw():
    t = duel("soin").coach(0, "cameleon").compo(0, "3-4-3").compo(1, "5-4-1").team(1, defenseur=5).begins(0)
    assert t.asked == (0, "duel_open")
    assert t.moves() == [{"action": "swap", "seat": 1}, {"action": "decline"}]
    assert t.state()["pending"]["drawn"] is None, "not drawn yet"
    t.play("swap")
    assert [t.seat(seat)["compo"] for seat in (0, 1)] == ["5-4-1", "3-4-3"]
    assert t.asked == (1, "shrink")
    t.play("drop").play("drop")
    assert t.asked == (0, "duel_card")
    t.play("discard")
    assert t.active == 1, "once in all"
    assert (t.counted(0)["ability"], t.counted(0)["changed_compo"], t.counted(1)["compo_changed_by_other"]) == (1, 1, 1)


@pytest.mark.rule("M-28")
def test_m33_cameleon_or_after_having_applied_his_card():
    t = duel("gardien").coach(0, "cameleon").compo(1, "5-4-1").begins(0).play("decline").play("place")
    assert t.asked == (0, "duel_close")
    assert t.moves() == [{"action": "swap", "seat": 1}, {"action": "end"}]
    t.play("swap")
    assert [t.seat(seat)["compo"] for seat in (0, 1)] == ["5-4-1", "4-4-2"]
    assert t.active == 1
    assert duel("gardien").coach(0, "cameleon").begins(0).play("decline").play("place").play("end").active == 1


@pytest.mark.rule("M-28", "M-32")
@pytest.mark.parametrize("allowed", [0, 2])
def test_m33_abilities_per_turn(allowed):
    t = duel("gardien", abilities_per_turn=allowed).coach(0, "cameleon").compo(1, "5-4-1").begins(0)
    if allowed:
        t.play("swap")
        assert t.asked == (0, "duel_open")
        t.play("decline")
    t.play("place")
    if allowed:
        assert t.asked == (0, "duel_close")
        t.play("swap")
    assert t.active == 1
    assert t.seat(0)["compo"] == "4-4-2"


@pytest.mark.rule("M-28")
def test_m33_cameleon_same_compo():
    assert duel("gardien").coach(0, "cameleon").begins(0).asked == (0, "duel_open")
    t = duel("gardien", same_compo=False).coach(0, "cameleon").begins(0)
    assert t.asked == (0, "duel_card"), "equal compos are not swapped"
    assert t.play("place").active == 1


@pytest.mark.rule("M-28", "M-22")
def test_m33_a_swap_may_win():
    compos = {"1-1": {"gardien": 1, "defenseur": 1}, "2-2": {"gardien": 1, "defenseur": 2}}
    t = Table("ultime_duel", 2, compos=compos, require_eleven=False).coach(0, "cameleon").compo(0, "2-2").compo(1, "1-1")
    t.team(0, gardien=1, defenseur=1).begins(0).play("swap")
    assert (t.winners, t.over) == ([0], True)


@pytest.mark.rule("M-29")
def test_m33_sournois_draws_and_applies_another_card():
    t = duel("3-4-3", "gardien", "soin").coach(0, "sournois").team(1, defenseur=4).begins(0).play("compo", seat=1)
    assert t.asked == (1, "shrink")
    t.play("drop")
    assert (t.asked, t.state()["pending"]["drawn"]) == ((0, "duel_card"), "gardien")
    t.play("place")
    assert t.active == 1
    assert t.line(0, "gardien") == [0]
    assert (t.counted(0)["ability"], t.counted(1)["compo_changed_by_other"]) == (1, 1)


@pytest.mark.rule("M-29")
def test_m33_sournois_not_after_a_compo_on_himself_and_nobody_else():
    t = duel("3-4-3", "gardien").coach(0, "sournois").begins(0).play("compo", seat=0)
    assert t.active == 1
    assert t.counted(0)["ability"] == 0
    for coach in COACHES:
        if coach not in ("sournois", "cameleon"):
            assert duel("3-4-3", "gardien").coach(0, coach).coach(1, "sournois").begins(0).play("compo", seat=1).active == 1, coach


@pytest.mark.rule("M-29")
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_m33_sournois_extra_cards(extra):
    """Three compos in a row, all for the opponent: the extra cards of a turn are so many and no more."""
    t = duel("3-4-3", "3-5-2", "4-3-3", "gardien", sournois_extra_cards=extra).coach(0, "sournois").begins(0)
    for _ in range(extra):
        t.play("compo", seat=1)
        assert t.asked == (0, "duel_card")
    t.play("compo", seat=1)
    assert t.active == 1
    assert t.counted(0)["ability"] == extra


@pytest.mark.rule("M-30")
def test_m33_fossoyeur_may_take_a_discard_instead_of_drawing_and_applies_it():
    t = duel("milieu").coach(0, "fossoyeur").discards("gardien", "transfert", "soin", "attaquant").begins(0)
    assert t.asked == (0, "draw")
    assert t.moves() == [{"action": "draw"}, *({"action": "take", "card": card} for card in ("attaquant", "soin", "transfert"))]
    t.play("take", card="attaquant")
    assert (t.asked, t.state()["pending"]["drawn"]) == ((0, "duel_card"), "attaquant")
    t.play("place")
    assert (t.line(0, "attaquant"), t.active) == ([0], 1)
    assert t.discarded == ["gardien", "transfert", "soin"]
    assert t.state()["pending"]["drawn"] == "milieu", "it was instead of drawing: this one is seat 1's"
    assert t.counted(0)["ability"] == 1


@pytest.mark.rule("M-30")
def test_m33_fossoyeur_may_draw_and_has_nothing_to_choose_without_discards():
    t = duel("milieu").coach(0, "fossoyeur").discards("gardien").begins(0).play("draw")
    assert t.state()["pending"]["drawn"] == "milieu"
    t = duel("milieu").coach(0, "fossoyeur").begins(0)
    assert t.asked == (0, "duel_card")
    t = duel("milieu", fossoyeur_depth=1).coach(0, "fossoyeur").discards("gardien", "soin").begins(0)
    assert t.offered("take") == [("soin",)]


@pytest.mark.rule("M-30")
def test_m33_fossoyeur_instead_of_the_first_draw_only():
    t = duel("milieu", "soin", draws_per_turn=2).coach(0, "fossoyeur").discards("gardien").begins(0).play("take").play("place")
    assert (t.asked, t.state()["pending"]["drawn"]) == ((0, "duel_card"), "milieu")
    assert t.play("place").active == 1


@pytest.mark.rule("M-22")
def test_m33_the_first_complete_team_wins_at_once():
    t = duel("attaquant").coach(0, "cameleon").full(0, but="attaquant").begins(0).play("decline").play("place")
    assert (t.winners, t.over) == ([0], True), "not even his ability is left to be used"
