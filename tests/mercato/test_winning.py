"""Winning, winners, last turns and the turn limit: M-17 to M-19, C-6."""

from __future__ import annotations

import pytest

from .table import Table

SMALL = {
    "compos": {
        "1-1": {"gardien": 1, "defenseur": 1, "milieu": 1, "attaquant": 0},
        "2-2": {"gardien": 1, "defenseur": 2, "milieu": 2, "attaquant": 0},
    },
    "require_eleven": False,
}
"""Compos of different sizes: teams can then be completed by a change of compo."""


@pytest.mark.rule("M-17")
@pytest.mark.parametrize(
    ("card", "action", "team"),
    [
        ("attaquant", "place", {"attaquant": 1}),
        ("milieu", "replace", {"milieu": [0, 0, 0, 1]}),
        ("soin", "care", {"gardien": [1]}),
        ("transfert", "transfer", {"defenseur": 3}),
    ],
)
def test_m17_whoever_completes_his_team_has_won(card, action, team):
    t = Table("classic", 2).hand(0, card).team(1, defenseur=1)
    t.team(0, **{"gardien": 1, "defenseur": 4, "milieu": 4, "attaquant": 2, **team})
    assert t.winners == []
    t.play(action, **({"injuries": 1} if action == "replace" else {}))
    assert t.winners == [0]
    assert t.counted(0)["won"] == 1
    assert t.counted(0)["missing"] == 0
    assert t.counted(1)["won"] == 0


@pytest.mark.rule("M-17")
def test_m17_not_with_an_injured_player():
    t = Table("classic", 2).full(0, but=("milieu", "milieu")).hand(0, "milieu")
    t.team(0, gardien=1, defenseur=4, milieu=[0, 0, 1], attaquant=2).play("place")
    assert t.winners == []
    assert t.counted(0)["missing"] == 1, "an injured player is missing from a complete team"


@pytest.mark.rule("M-17")
def test_m17_not_with_a_player_missing():
    t = Table("classic", 2).full(0, but=("milieu", "gardien")).hand(0, "milieu").play("place")
    assert t.winners == []
    assert t.counted(0)["missing"] == 1
    assert t.counted(1)["missing"] == 11


@pytest.mark.rule("M-17")
def test_m17_his_turn_ends_at_once():
    """No second action and no ability after the action; only the limit of the hand is still observed (M-15)."""
    t = Table("ultime", 2, options={"actions_per_turn": 2}).coach(0, "fourbe").hand(1, "milieu")
    t.full(0, but="milieu").hand(0, "milieu", *["gardien"] * 6).play("place", card="milieu")
    assert t.asked == (0, "limit")
    t.play("discard")
    assert t.active == 1


@pytest.mark.rule("M-17")
def test_m17_he_takes_no_more_turns():
    t = Table("classic", 4).win(0)
    order = []
    while not t.over:
        order.append(t.active)
        t.play("place")
    assert order == [1, 2, 3]


@pytest.mark.rule("M-17", "M-24")
def test_m17_a_reaction_to_the_winning_transfer_still_takes_place():
    t = Table("ultime", 2).coach(1, "stratege").hand(1, "milieu").pile("soin").team(1, attaquant=1)
    t.full(0, but="attaquant").hand(0, "transfert").play("transfer")
    assert t.winners == [0]
    assert t.asked == (1, "react_place")
    t.play("place", card="milieu")
    assert t.line(1, "milieu") == [0]
    assert t.hand_of(1)["soin"] == 1
    assert t.active == 1


@pytest.mark.rule("M-17", "M-13")
def test_m17_a_smaller_compo_completes_a_team():
    t = Table("classic", 2, **SMALL).compo(0, "2-2").compo(1, "2-2").team(0, gardien=1, defenseur=1, milieu=2).hand(0, "1-1")
    t.play("compo")
    assert t.winners == [], "a player too many still has to go"
    t.play("drop")
    assert t.winners == [0]
    assert t.counted(0)["won"] == 1


@pytest.mark.rule("M-17", "M-13")
@pytest.mark.parametrize(("dropped", "winners"), [(1, [0]), (0, [])])
def test_m17_not_while_an_injured_player_too_many_is_in_the_team(dropped, winners):
    """The uninjured players match the new compo at once; but the owner still chooses who goes, and may keep the injured one."""
    t = Table("classic", 2, **SMALL).compo(0, "2-2").compo(1, "2-2").team(0, gardien=1, defenseur=[0, 1], milieu=1).hand(0, "1-1").play("compo")
    assert t.winners == []
    assert t.asked == (0, "shrink")
    assert t.play("drop", injuries=dropped).winners == winners


@pytest.mark.rule("M-17", "M-28")
def test_m17_a_swap_completes_ones_own_team():
    """He swaps before his action: his turn ends at once, with a card too many in his hand (M-15)."""
    t = Table("ultime", 2, **SMALL).coach(0, "cameleon").compo(0, "2-2").team(0, gardien=1, defenseur=1, milieu=1).compo(1, "1-1")
    t.hand(0, *["soin"] * 6).play("swap")
    assert t.winners == [0]
    assert t.asked == (0, "limit")
    assert t.play("discard").active == 1
    assert t.play("place").over


@pytest.mark.rule("M-17", "M-19", "M-28")
def test_m17_a_swap_completes_the_others_team():
    """The Caméléon goes on with his turn, and has a last turn like everybody else."""
    t = Table("ultime", 3, **SMALL).coach(0, "cameleon").compo(1, "2-2").team(1, gardien=1, defenseur=1, milieu=1).compo(0, "1-1")
    t.hand(0, "milieu", "milieu").play("swap", seat=1)
    assert t.winners == [1]
    assert t.asked == (0, "action")
    assert t.play("place").active == 2
    assert t.play("place").active == 0
    assert t.play("place", card="gardien").asked == (0, "finish"), "a last turn has its ability"
    assert t.play("end").over


@pytest.mark.rule("M-17", "M-19", "M-29")
def test_m17_a_team_completed_by_another_wins_and_the_active_player_has_a_last_turn_too():
    t = Table("ultime", 3, **SMALL).coach(0, "sournois").compo(0, "2-2").compo(1, "2-2").compo(2, "2-2")
    t.team(1, gardien=1, defenseur=1, milieu=1).hand(0, "1-1")
    t.play("sabotage", seat=1)
    assert t.winners == [1]
    assert t.active == 2, "seat 1 takes no more turns"
    assert t.state()["last_turns"] == [1, 0, 0]
    t.play("place")
    assert t.active == 0
    assert t.asked == (0, "action")
    t.play("place", card="gardien")
    assert t.over
    assert t.winners == [1]


@pytest.mark.rule("M-17", "M-19", "M-29")
def test_m17_a_team_completed_by_another_after_its_owners_last_turn_has_won_too():
    t = Table("ultime", 3, **SMALL).coach(1, "sournois").compo(1, "2-2").compo(2, "2-2").compo(0, "2-2")
    t.team(2, gardien=1, defenseur=2, milieu=1).hand(2, "milieu").turn_of(2).play("place", card="milieu")
    assert t.winners == [2]
    t.team(0, gardien=1, defenseur=1).hand(0, "milieu").play("place", card="milieu")
    assert t.asked == (1, "action")
    assert t.state()["last_turns"] == [0, 0, 0]
    t.hand(1, "1-1").play("sabotage", seat=0)
    assert t.winners == [0, 2]
    assert t.over


@pytest.mark.rule("M-18")
def test_m18_nothing_can_be_done_to_a_winner():
    """With a hand of everything and every coach in turn, a winner is no target; a player like any other is."""
    for coach in ("fourbe", "cameleon", "sournois"):
        t = Table("ultime", 3).coach(0, coach).win(2).team(1, milieu=1).hand(1, "soin").hand(2, "soin")
        assert t.asked == (0, "action")
        t.hand(0, "blessure", "transfert", "3-5-2", "milieu")
        targets = {move["action"]: move["seat"] for move in t.moves("injure", "transfer", "sabotage", "steal", "swap")}
        free = {"fourbe": "steal", "cameleon": "swap", "sournois": "sabotage"}[coach]
        assert targets == {"injure": 1, "transfer": 1, free: 1}


@pytest.mark.rule("M-18")
@pytest.mark.parametrize(("coach", "action"), [("fourbe", "steal"), ("cameleon", "swap"), ("sournois", "sabotage")])
def test_m18_winner_out_false_bars_injuries_and_transfers_only(coach, action):
    t = Table("ultime", 2, options={"winner_out": False}).coach(0, coach).win(1).hand(1, "soin", "gardien")
    t.hand(0, "blessure", "transfert", "milieu", "3-5-2")
    assert t.moves("injure", "transfer") == []
    assert t.offered("propose") == [("milieu", line) for line in ("gardien", "defenseur", "attaquant")]
    assert [move["seat"] for move in t.moves(action)] == [1]
    t.play("propose", line="gardien")
    assert t.asked == (1, "answer")
    t.play("refuse").play(action)
    assert t.winners == [1], "whoever has won has won"


@pytest.mark.rule("M-18", "M-13")
def test_m18_winner_out_false_a_winners_team_may_shrink():
    t = Table("ultime", 2, options={"winner_out": False}).coach(0, "sournois").win(1).hand(0, "3-5-2").play("sabotage")
    assert t.asked == (1, "shrink")
    t.play("drop")
    assert t.line(1, "defenseur") == [0] * 3
    assert t.over
    assert t.winners == [1]


@pytest.mark.rule("M-19")
def test_m19_every_other_player_has_one_more_turn_in_order_of_play():
    t = Table("classic", 4).win(2)
    assert (t.active, t.state()["last_turns"]) == (3, [1, 1, 0, 0])
    order = []
    while not t.over:
        order.append(t.active)
        t.play("place")
    assert order == [3, 0, 1]
    assert t.winners == [2]
    assert t.counted(2)["turns"] == 1
    assert t.state()["turn"] == 4


@pytest.mark.rule("M-19")
def test_m19_whoever_completes_a_team_by_then_has_won_too_and_gives_nobody_another_turn():
    t = Table("classic", 4).win(2).play("place")
    t.full(0, but="attaquant").hand(0, "attaquant").play("place")
    assert t.winners == [0, 2]
    assert t.active == 1
    assert t.play("place").over
    assert t.winners == [0, 2]
    assert (t.counted(1)["winners"], t.state()["unfinished"]) == (2, False)


@pytest.mark.rule("M-19", "M-5")
def test_m19_the_last_turn_is_a_whole_turn():
    t = Table("classic", 2).pile("attaquant").full(1, but="attaquant").win(0)
    assert t.hand_of(1) == {"attaquant": 1}
    t.play("place")
    assert t.winners == [0, 1]
    assert t.over


@pytest.mark.rule("M-19")
@pytest.mark.parametrize(("rule", "expected"), [("everyone", [3, 0, 1]), ("same_round", [3])])
def test_m19_last_turns(rule, expected):
    """Seat 0 began; seat 2 wins in the fifth round. Literally, everyone has a turn more; else only who has had fewer turns than the winner."""
    t = Table("classic", 4, options={"last_turns": rule}).full(2, but="milieu").hand(2, "milieu").turn_of(2).turns_taken(5, 5, 5, 4)
    t.play("place", card="milieu")
    order = []
    while not t.over:
        order.append(t.active)
        t.play("place")
    assert order == expected


@pytest.mark.rule("M-19")
def test_m19_same_round_ends_at_once_when_the_last_in_order_wins():
    t = Table("classic", 3, first=1, options={"last_turns": "same_round"}).full(0, but="milieu").hand(0, "milieu").turn_of(0).turns_taken(2, 2, 2)
    assert t.play("place").over


@pytest.mark.rule("M-19", "M-17", "M-29")
def test_m19_same_round_when_the_winner_wins_on_anothers_turn():
    """Seat 1 has had one turn, seat 0 is at its second: nobody has had fewer than the winner but seat 2."""
    t = Table("ultime", 3, options={"last_turns": "same_round"}, **SMALL).coach(0, "sournois").compo(1, "2-2").compo(2, "2-2").compo(0, "2-2")
    t.team(1, gardien=1, defenseur=1, milieu=1).hand(0, "1-1").turn_of(0).turns_taken(2, 1, 0).play("sabotage", seat=1)
    assert t.active == 2
    assert t.state()["last_turns"] == [0, 0, 0]
    assert t.play("place").over


@pytest.mark.rule("C-6")
def test_c6_the_turn_limit_ends_a_game_unfinished():
    t = Table("classic", 3, options={"max_turns": 4}).begins(0)  # turn 2: its first was ended by `begins`
    for _ in range(3):
        assert not t.over
        t.play("place")
    state = t.state()
    assert (state["over"], state["unfinished"], state["turn"], state["winners"]) == (True, True, 4, [])
    assert [t.counted(seat)["unfinished"] for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("C-6")
def test_c6_those_who_have_completed_a_team_by_then_have_won():
    t = Table("classic", 3, options={"max_turns": 2}).win(0).play("place")
    state = t.state()
    assert (state["over"], state["unfinished"], state["turn"], state["winners"]) == (True, True, 2, [0])
    assert t.counted(0)["won"] == 1


@pytest.mark.rule("C-6")
def test_c6_a_game_that_ends_with_the_limit_reached_is_finished():
    t = Table("classic", 2, options={"max_turns": 2}).win(0).play("place")
    assert (t.over, t.state()["unfinished"]) == (True, False)


@pytest.mark.rule("C-6", "M-22")
def test_c6_in_a_duel_too():
    t = Table("duel", 2, options={"max_turns": 3}).pile(*["soin"] * 3).begins(0).play("discard").play("discard")
    state = t.state()
    assert (state["over"], state["unfinished"], state["turn"]) == (True, True, 3)
