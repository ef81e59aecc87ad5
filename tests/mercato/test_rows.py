"""What a result row says of a seat and of a game; what is counted there for each rule is shown beside that rule."""

from __future__ import annotations

import pytest

from .table import Table, ultime


@pytest.mark.rule("M-4")
def test_m4_rows_tell_the_order_from_the_first_player():
    t = Table("classic", 4, first=2)
    assert [t.counted(seat)["order"] for seat in range(4)] == [2, 3, 0, 1]
    assert [t.counted(seat)["seat"] for seat in range(4)] == [0, 1, 2, 3]
    assert t.game_row()["first"] == 2


@pytest.mark.rule("M-4")
def test_m4_rows_count_turns_and_rounds():
    """A round is begun by the first player."""
    t = Table("classic", 3, first=1, options={"trade_proposals": 0}).pile(*["soin"] * 12).turn_of(1)
    t.hand(1, "soin")
    for _ in range(7):
        t.play("discard")
    assert t.active == 2
    assert [t.counted(seat)["turns"] for seat in range(3)] == [2, 3, 3]
    assert {t.counted(seat)["rounds"] for seat in range(3)} == {3} == {t.game_row()["rounds"]}
    assert t.game_row()["turns"] == 8
    assert t.game_row()["decisions"] == 7


@pytest.mark.rule("M-1", "M-13")
def test_m1_rows_tell_the_compo_at_the_start_and_at_the_end():
    t = Table("classic", 2).compo(0, "3-5-2").compo(1, "5-4-1").hand(0, "4-3-3").play("compo")
    names = t.config.labels["compo"]
    assert [names[t.counted(seat)["compo_start"]] for seat in (0, 1)] == ["3-5-2", "5-4-1"]
    assert [names[t.counted(seat)["compo_end"]] for seat in (0, 1)] == ["4-3-3", "5-4-1"]


@pytest.mark.rule("M-23")
def test_m23_rows_tell_the_coach():
    t = ultime().coach(0, "sournois")
    assert t.config.labels["coach"][t.counted(0)["coach"]] == "sournois"
    assert t.counted(1)["coach"] == 255
    assert t.config.labels["variant"][t.counted(0)["variant"]] == "ultime"


@pytest.mark.rule("M-16")
def test_m16_rows_count_reshuffles():
    t = Table("classic", 2).pile().discards("gardien", "milieu").hand(0, "gardien").play("place")
    assert t.game_row()["reshuffles"] == 1


@pytest.mark.rule("M-17", "M-19")
def test_m17_rows_tell_who_won_and_how_many():
    t = Table("classic", 3).win(1).play("place").play("place")
    assert [(t.counted(seat)["won"], t.counted(seat)["winners"]) for seat in range(3)] == [(0, 1), (1, 1), (0, 1)]
    assert [t.counted(seat)["missing"] for seat in range(3)] == [10, 0, 10]
    assert (t.game_row()["winners"], t.game_row()["unfinished"], t.game_row()["players"]) == (1, 0, 3)


@pytest.mark.rule("M-17")
def test_m17_rows_count_whoever_is_injured_or_in_excess_of_nothing_as_missing():
    t = Table("classic", 2).team(0, gardien=[1], defenseur=[0, 0, 1], attaquant=1)
    assert t.counted(0)["missing"] == 1 + 2 + 4 + 1


@pytest.mark.rule("M-17", "M-19")
def test_m17_rows_tell_who_led_and_how_far_behind_the_winner_had_been():
    """Players missing after each turn: 2 4, 3 4, 3 4, 4 4 (level), 4 4, 4 3, then (laid out anew) 4 1, 4 0 (won), 4 0 (last turn)."""
    t = Table("classic", 2, options={"trade_proposals": 0, "discard": "always"})
    t.full(0, but=("milieu", "attaquant")).full(1, but=("milieu",) * 4)
    t.hand(0, "soin", "milieu").hand(1, "blessure", "blessure", "milieu").turn_of(0)
    t.play("discard", card="soin").play("injure", seat=0, line="defenseur", injuries=0).play("discard", card="gardien")
    assert (t.game_row()["leader_changes"], [t.counted(seat)["behind"] for seat in (0, 1)]) == (0, [0, 2])
    t.play("injure", seat=0, line="defenseur", injuries=0)
    assert t.game_row()["leader_changes"] == 1
    t.play("discard", card="gardien").play("place", card="milieu")
    assert (t.game_row()["leader_changes"], [t.counted(seat)["behind"] for seat in (0, 1)]) == (2, [1, 2])
    assert t.game_row()["decided_turn"] == t.game_row()["turns"] == 7, "nobody has won yet"
    t.full(1, but="milieu").hand(1, "milieu")
    t.play("discard", card="gardien").play("place", card="milieu").play("discard", card="gardien")
    assert (t.over, t.winners, t.game_row()["turns"]) == (True, [1], 9)
    assert (t.game_row()["leader_changes"], t.game_row()["decided_turn"]) == (2, 6)
    assert [t.counted(seat)["behind"] for seat in (0, 1)] == [4, 2]


@pytest.mark.rule("M-18")
def test_m18_whoever_has_won_misses_nobody_whatever_becomes_of_the_team():
    """Under `winner_out = false` a winner's team can be swapped away: the lead stays."""
    t = ultime(3, winner_out=False).coach(1, "cameleon").compo(0, "4-4-2").compo(1, "5-4-1").hand(1, "soin").win(0)
    assert t.active == 1
    t.play("swap", seat=0)
    assert t.counted(0)["missing"] > 0
    while t.active == 1:
        t.moves()
        t._answer(0)  # whatever: dropping the attacker too many, then an action
    assert (t.game_row()["leader_changes"], t.game_row()["decided_turn"], t.counted(0)["behind"]) == (0, 1, 0)
