"""The duel: M-20 to M-22."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from .chance import assert_fits, deals, uniform
from .table import FILLER, Table
from .test_setup import COMPOS, PLAIN_CARDS


def duel(*pile: str, options: dict | None = None, variant: str = "duel") -> Table:
    """A duel in which seat 0 is about to draw these cards, turn about. Lay out the teams, then say `begins(0)`."""
    return Table(variant, 2, options=options).pile(*pile, *FILLER)


@pytest.mark.rule("M-20")
@pytest.mark.parametrize("variant", ["duel", "ultime_duel"])
def test_m20_no_hands_and_the_other_compos_in_the_pile(variant):
    for dealt in deals(Table(variant, 2), 100):
        assert [seat["hand"] for seat in dealt["seats"]] == [{}, {}]
        assert [any(line) for seat in dealt["seats"] for line in seat["team"].values()] == [False] * 8
        rest = Counter(dealt["pile"]) + Counter([dealt["pending"]["drawn"]] if dealt["pending"]["drawn"] else []) + Counter(dealt["discard"])
        rest.update(seat["compo"] for seat in dealt["seats"])
        assert rest == {**PLAIN_CARDS, **dict.fromkeys(COMPOS, 2)}


@pytest.mark.rule("M-20")
def test_m20_compos_and_first_player_at_random():
    pairs = {(a, b): 2 / 10 * (1 if a == b else 2) / 9 for a, b in product(COMPOS, COMPOS)}
    dealt = [(d["seats"][0]["compo"], d["seats"][1]["compo"], d["first"]) for d in deals(Table("duel", 2, seed=6), 1000)]
    assert_fits(Counter(pair[:2] for pair in dealt), pairs)
    assert_fits(Counter(pair[2] for pair in dealt), uniform(0, 1))


@pytest.mark.rule("M-21")
def test_m21_in_turn_each_draws_a_card_and_applies_it():
    t = duel("gardien", "milieu", "attaquant").begins(0)
    assert (t.asked, t.state()["pending"]["drawn"]) == ((0, "duel_card"), "gardien")
    t.play("place")
    assert (t.asked, t.state()["pending"]["drawn"]) == ((1, "duel_card"), "milieu")
    t.play("place")
    assert t.asked == (0, "duel_card")
    assert (t.line(0, "gardien"), t.line(1, "milieu")) == ([0], [0])
    assert t.in_pile == list(FILLER)


@pytest.mark.rule("M-21", "C-8")
def test_m21_draws_per_turn():
    t = duel("gardien", "milieu", "attaquant", options={"draws_per_turn": 2}).begins(0).play("place")
    assert (t.asked, t.state()["pending"]["drawn"]) == ((0, "duel_card"), "milieu")
    assert t.play("place").asked == (1, "duel_card")


@pytest.mark.rule("M-21")
def test_m21_player_joins_if_there_is_room():
    t = duel("milieu", "milieu").team(0, milieu=3).begins(0)
    assert t.moves() == [{"action": "place", "card": "milieu"}]
    t.play("place")
    assert t.line(0, "milieu") == [0] * 4
    assert t.discarded == []
    assert t.counted(0)["placed"] == 1


@pytest.mark.rule("M-21")
def test_m21_player_is_discarded_otherwise():
    t = duel("milieu").team(0, milieu=[0, 0, 0, 1]).begins(0)
    assert t.moves() == [{"action": "discard", "card": "milieu"}], "nobody is replaced in a duel"
    t.play("discard")
    assert t.discarded == ["milieu"]
    assert t.counted(0)["discarded"] == 1


@pytest.mark.rule("M-21")
def test_m21_injury_hits_ones_own_player_by_choice():
    t = duel("blessure").team(0, gardien=[1], milieu=[0, 1], attaquant=2).team(1, defenseur=4).begins(0)
    assert t.asked == (0, "duel_card")
    assert t.moves() == [{"action": "suffer", "line": "milieu", "injuries": 0}, {"action": "suffer", "line": "attaquant", "injuries": 0}]
    t.play("suffer", line="milieu")
    assert t.line(0, "milieu") == [1, 1]
    assert t.discarded == []
    assert (t.counted(0)["was_injured"], t.counted(0)["injured"]) == (1, 0)


@pytest.mark.rule("M-21")
@pytest.mark.parametrize("rule", ["owner", "opponent", "random"])
def test_m21_injury_is_discarded_if_nobody_can_be_injured(rule):
    t = duel("blessure", options={"duel_injury": rule}).team(0, gardien=[1]).team(1, milieu=4).begins(0)
    assert t.asked == (0, "duel_card")
    assert t.moves() == [{"action": "discard", "card": "blessure"}]
    assert t.play("discard").discarded == ["blessure"]


@pytest.mark.rule("M-21", "M-10")
def test_m21_injuries_per_player():
    t = duel("blessure", options={"injuries_per_player": 2}).team(0, gardien=[1], milieu=[2]).begins(0)
    assert t.offered() == [("gardien", 1)]
    t.play("suffer")
    assert t.line(0, "gardien") == [2]


@pytest.mark.rule("M-21")
def test_m21_duel_injury_opponent():
    t = duel("blessure", options={"duel_injury": "opponent"}).team(0, gardien=1, milieu=1).team(1, defenseur=4).begins(0)
    assert t.asked == (1, "duel_card")
    assert t.active == 0
    assert t.offered("suffer") == [("gardien", 0), ("milieu", 0)]
    t.play("suffer", line="gardien")
    assert (t.line(0, "gardien"), t.line(1, "defenseur")) == ([1], [0] * 4)
    assert t.active == 1


@pytest.mark.rule("M-21")
def test_m21_duel_injury_opponent_concerns_injuries_only():
    t = duel("3-5-2", options={"duel_injury": "opponent"}).team(0, gardien=1).begins(0)
    assert t.asked == (0, "duel_card")


@pytest.mark.rule("M-21", "C-5")
def test_m21_duel_injury_random():
    """One Gardien, three uninjured Défenseurs, two Milieux, and a Défenseur who is injured already: the first six are equally likely."""
    t = duel("blessure", options={"duel_injury": "random"}).team(0, gardien=1, defenseur=[0, 0, 0, 1], milieu=2).begins(0)
    assert t.moves() == [{"action": "suffer_random"}], "nobody's decision"
    hit = Counter()
    for _ in t.under(300):
        t.play("suffer_random")
        (line,) = [line for line, before in (("gardien", 0), ("defenseur", 1), ("milieu", 0)) if sum(t.line(0, line)) > before]
        assert max(t.line(0, line)) == 1
        hit[line] += 1
    assert_fits(hit, {"gardien": 1 / 6, "defenseur": 3 / 6, "milieu": 2 / 6})


@pytest.mark.rule("M-21")
def test_m21_care_may_heal():
    t = duel("soin").team(0, gardien=[1], milieu=[0, 1]).team(1, attaquant=[1]).begins(0)
    assert t.moves() == [
        {"action": "heal", "line": "gardien", "injuries": 1},
        {"action": "heal", "line": "milieu", "injuries": 1},
        {"action": "decline"},
    ]
    t.play("heal", line="milieu")
    assert t.line(0, "milieu") == [0, 0]
    assert t.discarded == ["soin", "blessure"]
    assert t.active == 1
    assert (t.counted(0)["healed"], t.counted(0)["discarded"]) == (1, 0)


@pytest.mark.rule("M-21")
def test_m21_care_declined_is_discarded():
    t = duel("soin").team(0, gardien=[1]).begins(0).play("decline")
    assert (t.discarded, t.line(0, "gardien"), t.active) == (["soin"], [1], 1)
    assert t.counted(0)["discarded"] == 1


@pytest.mark.rule("M-21")
def test_m21_care_of_no_use_is_discarded():
    t = duel("soin").team(0, gardien=1).team(1, milieu=[1]).begins(0)
    assert t.moves() == [{"action": "discard", "card": "soin"}]


@pytest.mark.rule("M-21")
def test_m21_transfer_takes_an_uninjured_player_that_fits():
    t = duel("transfert").team(0, gardien=1, milieu=3).team(1, gardien=1, milieu=[0, 1], defenseur=[1], attaquant=1).begins(0)
    assert t.moves() == [{"action": "transfer", "seat": 1, "line": "milieu"}, {"action": "transfer", "seat": 1, "line": "attaquant"}], "no declining"
    t.play("transfer", line="attaquant")
    assert (t.line(0, "attaquant"), t.line(1, "attaquant")) == ([0], [])
    assert t.discarded == ["transfert"]
    assert (t.counted(0)["transferred"], t.counted(1)["lost_to_transfer"]) == (1, 1)


@pytest.mark.rule("M-21")
def test_m21_transfer_of_no_use_is_discarded():
    t = duel("transfert").team(0, gardien=1).team(1, gardien=1, milieu=[1]).begins(0)
    assert t.moves() == [{"action": "discard", "card": "transfert"}]


@pytest.mark.rule("M-21")
def test_m21_duel_may_decline_transfer():
    t = duel("transfert", options={"duel_may_decline_transfer": True}).team(1, gardien=1).begins(0)
    assert t.actions == {"transfer", "decline"}
    t.play("decline")
    assert (t.discarded, t.line(1, "gardien"), t.counted(0)["discarded"]) == (["transfert"], [0], 1)
    none = duel("transfert", options={"duel_may_decline_transfer": True}).begins(0)
    assert none.moves() == [{"action": "discard", "card": "transfert"}]


@pytest.mark.rule("M-21")
@pytest.mark.parametrize("owner", [0, 1])
def test_m21_a_compo_must_be_used_on_either_team(owner):
    t = duel("3-5-2").compo(0, "4-3-3").compo(1, "4-3-3").begins(0)
    assert t.moves() == [{"action": "compo", "card": "3-5-2", "seat": 0}, {"action": "compo", "card": "3-5-2", "seat": 1}]
    t.play("compo", seat=owner)
    assert [t.seat(seat)["compo"] for seat in (0, 1)] == ["3-5-2" if seat == owner else "4-3-3" for seat in (0, 1)]
    assert t.discarded == ["4-3-3"]
    assert (t.counted(owner)["changed_compo"], t.counted(owner)["compo_changed_by_other"]) == ((1, 0) if owner == 0 else (0, 1))


@pytest.mark.rule("M-21", "M-13")
@pytest.mark.parametrize("owner", [0, 1])
def test_m21_the_owner_chooses_which_players_go(owner):
    t = duel("3-4-3").team(owner, defenseur=[0, 0, 0, 1]).begins(0).play("compo", seat=owner)
    assert t.asked == (owner, "shrink")
    assert t.offered("drop") == [("defenseur", 0), ("defenseur", 1)]
    t.play("drop", injuries=1)
    assert t.discarded == ["4-4-2", "defenseur", "blessure"]
    assert t.asked == (1, "duel_card")


@pytest.mark.rule("M-21")
def test_m21_same_compo():
    t = duel("4-4-2").compo(1, "3-5-2").begins(0)
    assert t.offered("compo") == [("4-4-2", 0), ("4-4-2", 1)]
    t = duel("4-4-2", options={"same_compo": False}).compo(1, "3-5-2").begins(0)
    assert t.moves() == [{"action": "compo", "card": "4-4-2", "seat": 1}]
    t = duel("4-4-2", options={"same_compo": False}).begins(0)
    assert t.moves() == [{"action": "discard", "card": "4-4-2"}], "it can be used on nobody"
    t.play("discard")
    assert (t.discarded, t.seat(0)["compo"], t.counted(0)["discarded"]) == (["4-4-2"], "4-4-2", 1)


@pytest.mark.rule("M-21", "M-16")
def test_m21_an_empty_pile_is_made_of_the_discards_and_with_both_empty_nothing_is_drawn():
    t = duel().pile().discards("gardien").begins(0)
    assert t.state()["pending"]["drawn"] == "gardien"
    t.play("place")
    assert t.moves() == [{"action": "pass"}]
    t.play("pass")
    assert t.active == 0


@pytest.mark.rule("M-22")
@pytest.mark.parametrize(
    ("card", "action", "team"),
    [("attaquant", "place", {"attaquant": 1}), ("soin", "heal", {"gardien": [1]}), ("transfert", "transfer", {"defenseur": 3})],
)
def test_m22_the_first_complete_team_wins_at_once(card, action, team):
    t = duel(card, "milieu").team(0, **{"gardien": 1, "defenseur": 4, "milieu": 4, "attaquant": 2, **team}).team(1, defenseur=1).begins(0)
    t.play(action)
    assert (t.winners, t.over) == ([0], True)
    assert t.in_pile == ["milieu", *FILLER], "no last turn"
    assert t.state()["turn"] == 2  # the first one was ended by `begins`


@pytest.mark.rule("M-22")
def test_m22_not_with_an_injured_player():
    t = duel("attaquant", "attaquant").team(0, gardien=[1], defenseur=4, milieu=4, attaquant=1).begins(0).play("place")
    assert (t.winners, t.over) == ([], False)


@pytest.mark.rule("M-22", "M-21")
def test_m22_an_opponent_completed_by_ones_compo_card_wins():
    """At once: neither the turn's second card nor Le Sournois' extra card is drawn any more."""
    compos = {"1-1": {"gardien": 1, "defenseur": 1}, "2-2": {"gardien": 1, "defenseur": 2}}
    for variant, draws in (("duel", 1), ("duel", 2), ("ultime_duel", 1)):
        t = Table(variant, 2, options={"draws_per_turn": draws}, compos=compos, require_eleven=False).pile("1-1", "soin").compo(1, "2-2")
        if variant == "ultime_duel":
            t.coach(0, "sournois")
        t.team(1, gardien=1, defenseur=1).begins(0).play("compo", seat=1)
        assert (t.winners, t.over) == ([1], True)
        assert t.in_pile == ["soin"]
