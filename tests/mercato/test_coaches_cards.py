"""Coaches who make more of a card: Le Marabout (M-26), Le Sournois (M-29), Le Fossoyeur (M-30)."""

from __future__ import annotations

from collections import Counter

import pytest

from .table import COACHES, ultime

# Le Marabout


@pytest.mark.rule("M-26")
def test_m26_one_or_two_injured_players_with_one_card():
    t = ultime().coach(0, "marabout").hand(0, "soin", "soin").team(0, gardien=[1], milieu=[1, 1]).play("care", line="milieu")
    assert t.asked == (0, "heal_more")
    assert t.moves() == [
        {"action": "heal", "line": "gardien", "injuries": 1},
        {"action": "heal", "line": "milieu", "injuries": 1},
        {"action": "decline"},
    ]
    t.play("heal", line="gardien")
    assert (t.line(0, "gardien"), t.line(0, "milieu")) == ([0], [0, 1])
    assert t.discarded == ["soin", "blessure", "blessure"]
    assert t.hand_of(0) == {"soin": 1}
    assert t.asked == (1, "action")
    assert (t.counted(0)["healed"], t.counted(0)["ability"]) == (2, 1)


@pytest.mark.rule("M-26")
def test_m26_he_may_heal_one_only():
    t = ultime().coach(0, "marabout").hand(0, "soin").team(0, milieu=[1, 1]).play("care").play("decline")
    assert t.line(0, "milieu") == [0, 1]
    assert t.asked == (1, "action")
    t = ultime().coach(0, "marabout").hand(0, "soin").team(0, milieu=[0, 1]).play("care")
    assert t.asked == (1, "action"), "nobody else is injured"


@pytest.mark.rule("M-26", "M-9")
def test_m26_nobody_else_heals_two():
    for coach in COACHES:
        t = ultime().coach(0, coach).hand(0, "soin").team(0, milieu=[1, 1])
        assert (t.play("care").asked == (0, "heal_more")) == (coach == "marabout")


@pytest.mark.rule("M-26")
@pytest.mark.parametrize("heals", [1, 3])
def test_m26_marabout_heals(heals):
    t = ultime(marabout_heals=heals).coach(0, "marabout").hand(0, "soin").team(0, milieu=[1] * 4).play("care")
    for _ in range(heals - 1):
        t.play("heal")
    assert t.asked == (1, "action")
    assert t.line(0, "milieu") == sorted([0] * heals + [1] * (4 - heals))


@pytest.mark.rule("M-26", "M-10")
def test_m26_two_players_not_two_injuries_of_one():
    t = ultime(injuries_per_player=2).coach(0, "marabout").hand(0, "soin").team(0, milieu=[2]).play("care")
    assert (t.asked, t.line(0, "milieu")) == ((1, "action"), [1])
    t = ultime(injuries_per_player=2).coach(0, "marabout").hand(0, "soin").team(0, milieu=[1, 2]).play("care", injuries=2)
    assert t.offered("heal") == [("milieu", 1)]
    assert t.play("heal").line(0, "milieu") == [0, 1]


@pytest.mark.rule("M-26", "M-17")
def test_m26_the_second_healing_may_complete_the_team():
    t = ultime().coach(0, "marabout").hand(0, "soin").team(0, gardien=[1], defenseur=4, milieu=4, attaquant=[0, 1]).play("care", line="gardien")
    assert t.winners == []
    assert t.play("heal").winners == [0]


# Le Sournois


@pytest.mark.rule("M-29")
def test_m29_plays_a_compo_on_an_opponents_team_and_draws():
    t = ultime(3).coach(0, "sournois").compo(1, "5-4-1").hand(0, "3-5-2", "soin").pile("transfert", "gardien")
    assert t.moves("compo", "sabotage") == [
        {"action": "compo", "card": "3-5-2"},
        {"action": "sabotage", "card": "3-5-2", "seat": 1},
        {"action": "sabotage", "card": "3-5-2", "seat": 2},
    ]
    t.play("sabotage", seat=1)
    assert [t.seat(seat)["compo"] for seat in range(3)] == ["4-4-2", "3-5-2", "4-4-2"]
    assert t.discarded == ["5-4-1"]
    assert t.hand_of(0) == {"soin": 1, "transfert": 1}
    assert t.asked == (1, "action"), "it was his action"
    assert (t.counted(0)["ability"], t.counted(1)["compo_changed_by_other"], t.counted(0)["changed_compo"]) == (1, 1, 0)


@pytest.mark.rule("M-29", "M-13", "M-16")
def test_m29_he_draws_when_the_victim_has_discarded_what_no_longer_fits():
    """The pile is empty: what he draws is what the victim, by his own choice, has just discarded, or the old compo."""
    t = ultime(2).coach(0, "sournois").hand(0, "3-4-3").team(1, defenseur=[0, 0, 0, 1]).pile().play("sabotage")
    assert t.asked == (1, "shrink")
    assert t.hand_of(0) == {}
    assert t.offered("drop") == [("defenseur", 0), ("defenseur", 1)]
    t.play("drop", injuries=1)
    everything = Counter(t.hand_of(0)) + Counter(t.hand_of(1)) + Counter(t.in_pile)
    assert everything == {"4-4-2": 1, "defenseur": 1, "blessure": 1}
    assert sum(t.hand_of(0).values()) == 1
    assert t.counted(1)["lost_to_compo"] == 1


@pytest.mark.rule("M-29", "M-13")
def test_m29_on_his_own_team_it_is_an_ordinary_change():
    t = ultime().coach(0, "sournois").hand(0, "3-5-2", "soin").play("compo")
    assert t.hand_of(0) == {"soin": 1}, "the draw comes only with the play on another's team"
    assert t.counted(0)["ability"] == 0


@pytest.mark.rule("M-29")
def test_m29_only_the_sournois():
    for coach in COACHES:
        assert bool(ultime().coach(0, coach).hand(0, "3-5-2").moves("sabotage")) == (coach == "sournois")


@pytest.mark.rule("M-29")
def test_m29_same_compo():
    t = ultime(3).coach(0, "sournois").compo(2, "3-5-2").hand(0, "3-5-2")
    assert t.offered("sabotage") == [("3-5-2", 1), ("3-5-2", 2)]
    t = ultime(3, same_compo=False).coach(0, "sournois").compo(2, "3-5-2").hand(0, "3-5-2")
    assert t.offered("sabotage") == [("3-5-2", 1)]


# Le Fossoyeur


@pytest.mark.rule("M-30")
def test_m30_one_of_the_last_three_discards_instead_of_drawing():
    t = ultime().coach(1, "fossoyeur").hand(1, "soin").discards("gardien", "transfert", "3-5-2", "attaquant").begins(1)
    assert t.asked == (1, "draw")
    assert t.moves() == [
        {"action": "draw"},
        {"action": "take", "card": "attaquant"},
        {"action": "take", "card": "3-5-2"},
        {"action": "take", "card": "transfert"},
    ]
    t.play("take", card="3-5-2")
    assert t.hand_of(1) == {"soin": 1, "3-5-2": 1}
    assert t.discarded == ["gardien", "transfert", "attaquant"]
    assert t.asked == (1, "action")
    assert t.counted(1)["ability"] == 1


@pytest.mark.rule("M-30")
def test_m30_he_may_draw_like_anyone():
    t = ultime().coach(1, "fossoyeur").discards("transfert").pile("milieu", "soin").begins(1).play("draw")
    assert (t.hand_of(1), t.discarded, t.in_pile) == ({"milieu": 1}, ["transfert"], ["soin"])
    assert t.counted(1)["ability"] == 0


@pytest.mark.rule("M-30")
def test_m30_of_equal_ones_the_latest():
    """The last three are a Soin, a Milieu and a Soin; the Gardien below them is not offered in place of the second Soin."""
    t = ultime().coach(1, "fossoyeur").discards("gardien", "soin", "milieu", "soin").begins(1)
    assert t.offered("take") == [("soin",), ("milieu",)]
    t.play("take", card="soin")
    assert t.discarded == ["gardien", "soin", "milieu"]


@pytest.mark.rule("M-30")
def test_m30_fewer_if_there_are_fewer_none_if_there_is_none():
    t = ultime().coach(1, "fossoyeur").discards("soin").begins(1)
    assert t.offered("take") == [("soin",)]
    t = ultime().coach(1, "fossoyeur").discards().pile("milieu").begins(1)
    assert (t.asked, t.hand_of(1)) == ((1, "action"), {"milieu": 1})


@pytest.mark.rule("M-30", "M-16")
def test_m30_none_after_a_reshuffle():
    t = ultime(3).coach(1, "fossoyeur").pile().discards("milieu", "milieu").begins(0).play("place")
    assert t.state()["reshuffles"] == 1
    assert t.asked == (1, "action"), "what was discarded before the shuffle can't be taken"


@pytest.mark.rule("M-30")
@pytest.mark.parametrize("depth", [1, 5])
def test_m30_fossoyeur_depth(depth):
    cards = ("gardien", "defenseur", "milieu", "attaquant", "soin", "blessure")
    t = ultime(fossoyeur_depth=depth).coach(1, "fossoyeur").discards(*cards).begins(1)
    assert t.offered("take") == [(card,) for card in cards[::-1][:depth]]


@pytest.mark.rule("M-30", "M-5")
def test_m30_instead_of_the_first_draw_only():
    t = ultime(draws_per_turn=2).coach(1, "fossoyeur").discards("transfert", "soin").pile("milieu", "3-5-2", "gardien").begins(1)
    t.play("take", card="soin")
    assert (t.asked, t.hand_of(1)) == ((1, "action"), {"soin": 1, "milieu": 1})
    t = ultime(draws_per_turn=2).coach(1, "fossoyeur").discards("transfert", "soin").pile("milieu", "3-5-2", "gardien").begins(1).play("draw")
    assert (t.asked, t.hand_of(1)) == ((1, "action"), {"milieu": 1, "3-5-2": 1})


@pytest.mark.rule("M-30", "C-3")
def test_m30_everyone_knows_what_he_took():
    t = ultime(3).coach(1, "fossoyeur").discards("transfert").begins(1).play("take")
    assert t.knows(0, 1) == t.knows(2, 1) == {"transfert": 1}
