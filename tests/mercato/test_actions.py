"""What can be done in a turn: M-7 to M-11 and M-13."""

from __future__ import annotations

import pytest

from .table import LINES, Table

NO_TRADES = {"trade_proposals": 0}


@pytest.mark.rule("M-7")
@pytest.mark.parametrize(("line", "room"), [("gardien", 1), ("defenseur", 4), ("milieu", 4), ("attaquant", 2)])
def test_m7_a_player_joins_his_line_while_the_compo_shows_room(line, room):
    t = Table("classic", 2).hand(0, line, "soin").team(0, **{line: room - 1})
    t.play("place", card=line)
    assert t.line(0, line) == [0] * room
    assert t.hand_of(0) == {"soin": 1}
    assert t.discarded == []
    assert t.counted(0)["placed"] == 1
    full = Table("classic", 2).hand(0, line).team(0, **{line: room})
    assert full.offered("place") == []


@pytest.mark.rule("M-7")
def test_m7_the_room_is_that_of_ones_own_compo():
    t = Table("classic", 2).hand(0, "attaquant", "milieu").team(0, attaquant=2, milieu=3).compo(0, "4-3-3").compo(1, "3-5-2")
    assert t.offered("place") == [("attaquant",)]


@pytest.mark.rule("M-7")
def test_m7_injured_players_count():
    t = Table("classic", 2).hand(0, "attaquant").team(0, attaquant=[0, 1])
    assert t.offered("place") == []
    t.team(0, attaquant=[1])
    assert t.offered("place") == [("attaquant",)]


@pytest.mark.rule("M-7")
def test_m7_only_player_cards_of_the_hand():
    t = Table("classic", 2).hand(0, "milieu", "soin", "blessure", "transfert", "3-4-3")
    assert t.offered("place") == [("milieu",)]


@pytest.mark.rule("M-8")
def test_m8_same_line_injured_or_not():
    t = Table("classic", 2, options=NO_TRADES).hand(0, "milieu").team(0, milieu=[0, 0, 0, 1])
    assert t.offered() == [("milieu", "milieu", 0), ("milieu", "milieu", 1)]
    t.play("replace", injuries=1)
    assert t.line(0, "milieu") == [0, 0, 0, 0], "the new player is not injured"
    assert t.discarded == ["milieu", "blessure"]
    assert t.hand_of(0) == {}
    assert t.counted(0)["replaced"] == 1
    assert t.counted(0)["placed"] == 0


@pytest.mark.rule("M-8")
def test_m8_an_uninjured_player_is_discarded_alone():
    t = Table("classic", 2).hand(0, "milieu").team(0, milieu=[0, 1], attaquant=[0]).play("replace", line="milieu", injuries=0)
    assert t.discarded == ["milieu"]
    assert t.line(0, "milieu") == [0, 1]


@pytest.mark.rule("M-8")
def test_m8_another_line_if_the_team_fits_afterwards():
    t = Table("classic", 2).hand(0, "milieu").team(0, milieu=3, attaquant=[0, 1], gardien=1)
    assert t.offered("replace") == [("milieu", "gardien", 0), ("milieu", "milieu", 0), ("milieu", "attaquant", 0), ("milieu", "attaquant", 1)]
    t.play("replace", line="attaquant", injuries=1)
    assert (t.line(0, "milieu"), t.line(0, "attaquant")) == ([0] * 4, [0])
    assert t.discarded == ["attaquant", "blessure"]


@pytest.mark.rule("M-8")
def test_m8_not_another_line_if_the_new_one_is_full():
    t = Table("classic", 2).hand(0, "milieu").team(0, milieu=[0, 0, 0, 1], attaquant=2)
    assert t.offered("replace") == [("milieu", "milieu", 0), ("milieu", "milieu", 1)]


@pytest.mark.rule("M-8")
def test_m8_ones_own_players_only():
    t = Table("classic", 2).hand(0, "milieu").team(1, milieu=4, attaquant=1)
    assert t.offered("replace") == []


@pytest.mark.rule("M-8", "M-10")
def test_m8_all_his_injuries_go_with_him():
    t = Table("classic", 2, options={"injuries_per_player": 3}).hand(0, "milieu").team(0, milieu=[1, 3]).play("replace", injuries=3)
    assert t.discarded == ["milieu", "blessure", "blessure", "blessure"]
    assert t.line(0, "milieu") == [0, 1]


@pytest.mark.rule("M-9")
def test_m9_a_care_card_and_one_injury_are_discarded():
    t = Table("classic", 2, options=NO_TRADES).hand(0, "soin", "soin").team(0, gardien=[1], milieu=[0, 1, 1])
    assert t.moves() == [{"action": "care", "line": "gardien", "injuries": 1}, {"action": "care", "line": "milieu", "injuries": 1}]
    t.play("care", line="milieu")
    assert (t.line(0, "milieu"), t.line(0, "gardien")) == ([0, 0, 1], [1])
    assert t.discarded == ["soin", "blessure"]
    assert t.hand_of(0) == {"soin": 1}
    assert t.asked == (1, "action"), "one card heals one player"
    assert t.counted(0)["healed"] == 1


@pytest.mark.rule("M-9")
def test_m9_never_another_teams_player():
    t = Table("classic", 3).hand(0, "soin").team(0, milieu=2).team(1, milieu=[1]).team(2, gardien=[1])
    assert t.actions == {"discard"}


@pytest.mark.rule("M-9", "M-10")
def test_m9_one_injury_of_several():
    t = Table("classic", 2, options={"injuries_per_player": 2}).hand(0, "soin").team(0, milieu=[1, 2])
    assert t.offered("care") == [("milieu", 1), ("milieu", 2)]
    t.play("care", injuries=2)
    assert t.line(0, "milieu") == [1, 1]
    assert t.discarded == ["soin", "blessure"]


@pytest.mark.rule("M-10")
def test_m10_an_injury_is_laid_on_a_player_of_any_other_team():
    t = Table("classic", 3, options=NO_TRADES).hand(0, "blessure").team(0, gardien=1).team(1, milieu=[0, 0]).team(2, gardien=1, attaquant=1)
    assert t.offered() == [(1, "milieu", 0), (2, "gardien", 0), (2, "attaquant", 0)]
    t.play("injure", seat=1)
    assert t.line(1, "milieu") == [0, 1]
    assert t.hand_of(0) == {}
    assert t.discarded == [], "the card lies on the player"
    assert (t.counted(0)["injured"], t.counted(1)["was_injured"]) == (1, 1)


@pytest.mark.rule("M-10")
def test_m10_never_ones_own_player():
    t = Table("classic", 2).hand(0, "blessure").team(0, gardien=1, milieu=4)
    assert t.actions == {"discard"}


@pytest.mark.rule("M-10")
def test_m10_one_injury_a_player():
    t = Table("classic", 2).hand(0, "blessure").team(1, milieu=[1, 1])
    assert t.actions == {"discard"}


@pytest.mark.rule("M-10")
@pytest.mark.parametrize("most", [2, 3])
def test_m10_injuries_per_player(most):
    t = Table("classic", 2, options={"injuries_per_player": most}).hand(0, "blessure").team(1, milieu=[0, 1, 2, 3][: most + 1])
    assert t.offered("injure") == [(1, "milieu", injuries) for injuries in range(most)]
    t.play("injure", injuries=most - 1)
    assert t.line(1, "milieu") == sorted([*range(most - 1), most, most])


@pytest.mark.rule("M-11")
def test_m11_an_uninjured_player_moves_over():
    t = Table("classic", 3, options=NO_TRADES).hand(0, "transfert").team(0, gardien=1, milieu=1)
    t.team(1, gardien=1, milieu=[0, 1], attaquant=[1]).team(2, attaquant=2)
    assert t.offered() == [(1, "milieu"), (2, "attaquant")], "the goal is full, the injured can't move"
    t.play("transfer", seat=1)
    assert (t.line(0, "milieu"), t.line(1, "milieu")) == ([0, 0], [1])
    assert t.discarded == ["transfert"]
    assert t.hand_of(0) == {}
    assert (t.counted(0)["transferred"], t.counted(1)["lost_to_transfer"]) == (1, 1)


@pytest.mark.rule("M-11")
def test_m11_only_if_the_compo_has_room():
    t = Table("classic", 2).hand(0, "transfert").team(0, attaquant=[0, 1]).team(1, attaquant=2)
    assert t.actions == {"discard"}
    t.compo(0, "4-3-3")
    assert t.actions == {"transfer"}


@pytest.mark.rule("M-11")
def test_m11_never_from_ones_own_team():
    t = Table("classic", 2).hand(0, "transfert").team(0, milieu=2)
    assert t.actions == {"discard"}


@pytest.mark.rule("M-11")
def test_m11_the_same_player_may_move_again_and_again():
    t = Table("classic", 2).hand(0, "transfert", "transfert").hand(1, "transfert", "transfert").team(1, attaquant=1)
    for mover in (0, 1, 0, 1):
        t.play("transfer")
        assert (t.line(mover, "attaquant"), t.line(1 - mover, "attaquant")) == ([0], [])


@pytest.mark.rule("M-13")
def test_m13_a_compo_card_replaces_ones_own_which_is_discarded():
    t = Table("classic", 2).hand(0, "4-3-3", "soin").compo(1, "5-4-1").team(0, milieu=3, attaquant=2).play("compo")
    assert t.seat(0)["compo"] == "4-3-3"
    assert t.seat(1)["compo"] == "5-4-1"
    assert t.discarded == ["4-4-2"]
    assert t.hand_of(0) == {"soin": 1}
    assert (t.line(0, "milieu"), t.line(0, "attaquant")) == ([0] * 3, [0] * 2), "whoever fits stays"
    assert t.asked == (1, "action")
    assert t.counted(0)["changed_compo"] == 1


@pytest.mark.rule("M-13")
def test_m13_what_no_longer_fits_is_discarded_one_at_a_time_by_the_owners_choice():
    t = Table("classic", 2).hand(0, "4-3-3").compo(0, "3-5-2").team(0, gardien=1, defenseur=3, milieu=[0, 0, 0, 0, 1], attaquant=[1])
    t.play("compo")
    assert t.asked == (0, "shrink")
    assert t.moves() == [{"action": "drop", "line": "milieu", "injuries": 0}, {"action": "drop", "line": "milieu", "injuries": 1}]
    t.play("drop", injuries=0)
    assert t.asked == (0, "shrink")
    assert t.offered("drop") == [("milieu", 0), ("milieu", 1)]
    t.play("drop", injuries=1)
    assert t.asked == (1, "action")
    assert t.line(0, "milieu") == [0, 0, 0]
    assert t.discarded == ["3-5-2", "milieu", "milieu", "blessure"]
    assert t.counted(0)["lost_to_compo"] == 2


@pytest.mark.rule("M-13")
def test_m13_several_lines_shrink_in_the_order_that_the_owner_likes():
    t = Table("classic", 2).hand(0, "3-4-3").compo(0, "5-4-1").team(0, defenseur=5, milieu=4, attaquant=1)
    t.play("compo")
    assert t.offered("drop") == [("defenseur", 0)]
    t.play("drop").play("drop")
    assert t.asked == (1, "action")
    compos = {"2-2-6": {"gardien": 1, "defenseur": 2, "milieu": 2, "attaquant": 6}}
    t = Table("classic", 2, compos=compos).hand(0, "2-2-6").team(0, defenseur=3, milieu=3).play("compo")
    assert t.offered("drop") == [("defenseur", 0), ("milieu", 0)]
    assert t.play("drop", line="milieu").offered("drop") == [("defenseur", 0)]


@pytest.mark.rule("M-13")
def test_m13_same_compo():
    """A 4-4-2 for a 4-4-2: allowed, a change like any other; not under `same_compo = false`."""
    t = Table("classic", 2, options=NO_TRADES).hand(0, "4-4-2", "3-5-2").full(0, but="milieu")
    assert t.offered("compo") == [("4-4-2",), ("3-5-2",)]
    t.play("compo", card="4-4-2")
    assert t.discarded == ["4-4-2"]
    assert (t.seat(0)["compo"], t.asked) == ("4-4-2", (1, "action"))
    t = Table("classic", 2, options={**NO_TRADES, "same_compo": False}).hand(0, "4-4-2", "3-5-2")
    assert t.offered("compo") == [("3-5-2",)]
    assert t.hand(0, "4-4-2").actions == {"discard"}


@pytest.mark.rule("M-13")
def test_m13_in_a_classic_game_nobody_changes_anothers_compo():
    t = Table("classic", 2, options=NO_TRADES).hand(0, "3-5-2")
    assert t.moves() == [{"action": "compo", "card": "3-5-2"}]


@pytest.mark.rule("M-7", "M-11", "M-13")
def test_m7_at_no_moment_does_a_line_hold_more_than_its_compo_shows():
    """Over a game of placing, taking and changing compos, every line is checked whenever someone may act."""
    t = Table("classic", 2, options=NO_TRADES).pile("transfert", "attaquant", "5-4-1", "transfert", "defenseur", "3-4-3", "attaquant", "3-5-2")
    t.hand(0, "4-3-3").team(0, defenseur=4, milieu=4, attaquant=2).team(1, defenseur=3, attaquant=2)
    while t.in_pile:
        t.play(**{key: value for key, value in t.moves()[0].items()})
        if t.asked[1] == "action":
            for seat in (0, 1):
                compo = t.config.compos[t.seat(seat)["compo"]]
                assert all(len(t.line(seat, line)) <= compo[line] for line in LINES)
