"""Coaches who react: Le Stratège (M-24), Le Visionnaire (M-27), L'Opportuniste (M-31); and what a reaction may not betray (M-32, C-7)."""

from __future__ import annotations

import pytest

from .table import COACHES, Table, ultime


def robbed(coach: str, *hand: str, players: int = 3, **options) -> Table:
    """Seat 0 is about to take an Attaquant of seat 1, who has this coach and this hand."""
    t = ultime(players, **options).coach(1, coach).hand(1, *hand).team(1, gardien=1, attaquant=1)
    return t.hand(0, "transfert", "gardien", "soin").pile("3-5-2", "attaquant", "attaquant")


def injured(coach: str, *hand: str, **options) -> Table:
    """Seat 0 is about to injure a Milieu of seat 1, who has this coach, this hand, and an injured Gardien."""
    t = ultime(3, **options).coach(1, coach).hand(1, *hand).team(1, gardien=[1], milieu=[0, 0])
    return t.hand(0, "blessure", "gardien", "transfert").pile("3-5-2", "attaquant", "attaquant")


# Le Stratège


@pytest.mark.rule("M-24")
def test_m24_robbed_of_a_player_he_may_place_one_and_draws():
    t = robbed("stratege", "milieu", "attaquant", "gardien", "soin").play("transfer", line="attaquant")
    assert t.asked == (1, "react_place")
    assert t.active == 0
    assert t.moves() == [{"action": "place", "card": "milieu"}, {"action": "place", "card": "attaquant"}, {"action": "decline"}], "his goal is full"
    t.play("place", card="attaquant")
    assert t.line(1, "attaquant") == [0]
    assert t.hand_of(1) == {"milieu": 1, "gardien": 1, "soin": 1, "3-5-2": 1, "attaquant": 1}  # the last is his own turn's draw
    assert t.asked == (1, "action")
    assert (t.counted(1)["reacted"], t.counted(1)["placed"]) == (1, 1)


@pytest.mark.rule("M-24", "M-32")
def test_m24_without_placing_he_does_not_draw():
    t = robbed("stratege", "attaquant").play("transfer", line="attaquant").play("decline")
    assert t.asked == (1, "action")
    assert t.hand_of(1) == {"attaquant": 1, "3-5-2": 1}  # his own turn's draw
    assert t.counted(1)["reacted"] == 0


@pytest.mark.rule("M-24", "M-32")
@pytest.mark.parametrize("hand", [(), ("soin", "4-3-3"), ("gardien",)])
def test_m24_only_if_he_can_place_one(hand):
    """No card, no player card, or none that fits: he is not asked."""
    t = robbed("stratege", *hand).play("transfer", line="attaquant")
    assert t.asked == (1, "action")
    assert t.counted(1)["reacted"] == 0


@pytest.mark.rule("M-24")
def test_m24_the_place_left_by_the_player_taken_counts():
    t = ultime().coach(1, "stratege").hand(1, "attaquant").team(1, attaquant=2).hand(0, "transfert").play("transfer")
    assert t.asked == (1, "react_place")


@pytest.mark.rule("M-24")
def test_m24_only_when_an_opponent_takes_a_player_of_his():
    t = injured("stratege", "milieu").play("injure", line="milieu")
    assert t.asked == (1, "action"), "not when one is injured"
    t = ultime().coach(0, "stratege").hand(0, "transfert", "milieu").team(1, milieu=1).play("transfer")
    assert t.asked == (1, "action"), "not when he takes one himself"
    t = ultime(3).coach(2, "stratege").hand(2, "milieu").hand(0, "transfert").team(1, milieu=1).play("transfer")
    assert t.asked == (1, "action"), "not when another is robbed"


@pytest.mark.rule("M-24", "M-27", "M-31")
def test_m24_every_coach_reacts_to_his_own_occasion_only():
    """To a transfer only the Stratège, to an injury only the Opportuniste is asked."""
    for coach in COACHES:
        t = robbed(coach, "milieu", "soin").team(1, gardien=[1], attaquant=1).play("transfer", line="attaquant")
        assert t.asked[1] == ("react_place" if coach == "stratege" else "draw" if coach == "fossoyeur" else "action"), coach
        t = injured(coach, "milieu", "soin").play("injure", line="milieu")
        assert t.asked[1] == ("react_care" if coach == "opportuniste" else "action"), coach


# Le Visionnaire


@pytest.mark.rule("M-27")
@pytest.mark.parametrize("act", ["transfer", "injure"])
def test_m27_sees_the_hand_of_whoever_takes_or_injures_his_player(act):
    """As it is at that moment: the card played is no longer in it. Nobody is asked, and nobody else sees it."""
    t = robbed("visionnaire").play("transfer", line="attaquant") if act == "transfer" else injured("visionnaire").play("injure", line="milieu")
    rest = {"gardien": 1, "soin": 1} if act == "transfer" else {"gardien": 1, "transfert": 1}
    assert t.asked == (1, "action")
    assert t.knows(1, 0) == rest == t.hand_of(0)
    assert t.knows(2, 0) == {}
    assert t.knows(0, 1) == {}
    assert t.counted(1)["reacted"] == 1


@pytest.mark.rule("M-27")
def test_m27_only_he_and_only_for_his_own_players():
    for coach in COACHES:
        t = robbed(coach).play("transfer", line="attaquant")
        assert bool(t.knows(1, 0)) == (coach == "visionnaire"), coach
    t = ultime(3).coach(2, "visionnaire").hand(0, "transfert", "soin").team(1, milieu=1).play("transfer")
    assert t.knows(2, 0) == {}
    t = ultime(2).coach(0, "visionnaire").hand(0, "transfert").hand(1, "soin").team(1, milieu=1).play("transfer")
    assert t.knows(0, 1) == {}


@pytest.mark.rule("M-27")
def test_m27_what_he_saw_stays_known_until_it_is_played():
    t = ultime(2).coach(1, "visionnaire").team(1, milieu=1, attaquant=1)
    t.hand(0, "transfert", "gardien", "soin", "soin").pile("attaquant", "blessure", "milieu").play("transfer", line="milieu")
    assert t.knows(1, 0) == {"gardien": 1, "soin": 2}
    t.play("place")  # seat 1; then seat 0 draws a card that nobody has seen
    assert t.knows(1, 0) == {"gardien": 1, "soin": 2}
    t.play("place", card="gardien")
    assert t.knows(1, 0) == {"soin": 2}
    t.play("place", card="milieu")
    t.team(0, milieu=[1]).play("care")
    assert t.knows(1, 0) == {"soin": 1}


@pytest.mark.rule("M-27", "M-25")
def test_m27_a_card_that_leaves_unseen_lowers_every_kind_by_one():
    """A Fourbe (seat 2) takes a card from the hand that the Visionnaire (seat 1) knows: it may have been any of them."""
    t = ultime(3).coach(1, "visionnaire").coach(2, "fourbe").team(1, milieu=1)
    t.hand(0, "transfert", "gardien", "soin", "soin").play("transfer").play("place")
    assert t.asked == (2, "action")
    assert t.knows(1, 0) == {"gardien": 1, "soin": 2}
    t.play("steal", seat=0)
    assert t.knows(1, 0) == {"soin": 1}
    given = next(iter(t.hand_of(2)))
    t.play("give", card=given)
    assert t.knows(1, 0) == {"soin": 1}, "what was given in return he has not seen"


@pytest.mark.rule("M-27", "M-25")
def test_m27_whoever_is_robbed_knows_what_was_taken_and_given():
    """The Visionnaire himself is robbed: he knows what he has lost, and what he is given."""
    t = ultime(2).coach(1, "visionnaire").coach(0, "fourbe").team(1, milieu=1).hand(1, "attaquant").hand(0, "transfert", "soin", "soin")
    t.play("transfer")
    assert t.knows(1, 0) == {"soin": 2}
    t.play("steal", seat=1)
    assert t.knows(1, 0) == {"soin": 2, "attaquant": 1}
    t.play("give", card="soin")
    assert t.knows(1, 0) == {"soin": 1, "attaquant": 1}
    assert t.knows(0, 1) == {"soin": 1}


@pytest.mark.rule("M-27", "M-14")
def test_m27_or_discarded():
    t = ultime(2).coach(1, "visionnaire").team(1, milieu=1).hand(0, "transfert", "soin", "soin", "blessure").pile("attaquant", "transfert")
    t.play("transfer").team(1).play("place", card="attaquant").team(1)
    assert t.knows(1, 0) == {"blessure": 1, "soin": 2}
    t.play("discard", card="soin")
    assert t.knows(1, 0) == {"blessure": 1, "soin": 1}


@pytest.mark.rule("M-27", "M-25")
def test_m27_a_fourbe_he_has_seen_gives_a_card_away_unseen():
    """What the Fourbe (seat 0) takes from seat 2 adds nothing to what seat 1 knows; what he gives in return may be any of what it knew."""
    t = ultime(3, actions_per_turn=2).coach(1, "visionnaire").coach(0, "fourbe").team(1, milieu=1).hand(2, "attaquant")
    t.hand(0, "transfert", "soin", "soin", "gardien").play("transfer")
    assert t.knows(1, 0) == {"soin": 2, "gardien": 1}
    t.play("steal", seat=2)
    assert t.knows(1, 0) == {"soin": 2, "gardien": 1}
    t.play("give", card="attaquant")
    assert t.knows(1, 0) == {"soin": 1}


@pytest.mark.rule("M-27")
def test_m27_seen_again_the_knowledge_is_fresh():
    t = ultime(2).coach(1, "visionnaire").team(1, milieu=2).hand(0, "transfert", "soin").pile("attaquant", "transfert", "gardien")
    t.play("transfer").play("place")
    assert t.hand_of(0) == {"soin": 1, "transfert": 1}
    assert t.knows(1, 0) == {"soin": 1}
    t.hand(0, "gardien", "blessure", "transfert").play("transfer", line="milieu")
    assert t.knows(1, 0) == {"gardien": 1, "blessure": 1}, "what he sees now, whatever he knew"


# L'Opportuniste


@pytest.mark.rule("M-31")
def test_m31_injured_he_may_heal_any_of_his_players_and_draws():
    t = injured("opportuniste", "soin", "soin").play("injure", line="milieu")
    assert t.asked == (1, "react_care")
    assert t.moves() == [
        {"action": "care", "line": "gardien", "injuries": 1},
        {"action": "care", "line": "milieu", "injuries": 1},
        {"action": "decline"},
    ]
    t.play("care", line="gardien")
    assert (t.line(1, "gardien"), t.line(1, "milieu")) == ([0], [0, 1])
    assert t.discarded == ["soin", "blessure"]
    assert t.hand_of(1) == {"soin": 1, "3-5-2": 1, "attaquant": 1}  # the last is his own turn's draw
    assert t.asked == (1, "action"), "one card, one player"
    assert (t.counted(1)["reacted"], t.counted(1)["healed"], t.counted(1)["ability"]) == (1, 1, 0)


@pytest.mark.rule("M-31", "M-32")
def test_m31_without_playing_it_he_does_not_draw():
    t = injured("opportuniste", "soin").play("injure", line="milieu").play("decline")
    assert t.hand_of(1) == {"soin": 1, "3-5-2": 1}  # his own turn's draw
    assert t.line(1, "milieu") == [0, 1]
    assert t.counted(1)["reacted"] == 0


@pytest.mark.rule("M-31", "M-32")
def test_m31_only_with_a_care_card_in_hand():
    t = injured("opportuniste", "milieu", "transfert").play("injure", line="milieu")
    assert t.asked == (1, "action")


@pytest.mark.rule("M-31")
def test_m31_only_when_an_opponent_injures_a_player_of_his():
    t = robbed("opportuniste", "soin").team(1, gardien=[1], attaquant=1).play("transfer", line="attaquant")
    assert t.asked == (1, "action"), "not when one is taken"
    t = ultime(3).coach(2, "opportuniste").hand(2, "soin").team(2, gardien=[1]).hand(0, "blessure").team(1, milieu=1)
    assert t.play("injure", seat=1).asked == (1, "action"), "not when another's is injured"
    t = ultime(2).coach(0, "opportuniste").hand(0, "blessure", "soin").team(0, gardien=[1]).team(1, milieu=1)
    assert t.play("injure").asked == (1, "action"), "not when he injures one himself"


@pytest.mark.rule("M-31", "M-6")
def test_m31_a_reaction_does_not_use_up_the_others_turn():
    t = injured("opportuniste", "soin", actions_per_turn=2).play("injure", line="milieu").play("care", line="milieu")
    assert t.asked == (0, "action")
    assert t.line(1, "milieu") == [0, 0]


@pytest.mark.rule("M-31", "M-26")
def test_m31_the_marabouts_gift_is_not_his():
    """A Marabout injures the Opportuniste's player: the reaction heals one, and starts no second healing for anyone."""
    t = injured("opportuniste", "soin").coach(0, "marabout").team(0, milieu=[1, 1]).play("injure", line="milieu").play("care", line="milieu")
    assert t.asked == (1, "action")


# What a reaction may not betray


@pytest.mark.rule("M-32", "C-7")
@pytest.mark.parametrize(("coach", "card", "action"), [("stratege", "transfert", "transfer"), ("opportuniste", "blessure", "injure")])
def test_m32_the_record_does_not_tell_could_not_from_would_not(coach, card, action):
    """Whoever can't react is not asked. To the aggressor and to the third player a reaction declined looks the same as none."""
    aggressor, third = set(), set()
    for hand in (("attaquant", "soin"), ("gardien", "transfert")):
        t = ultime(3, actions_per_turn=2).coach(2, coach).hand(2, *hand).team(2, gardien=[1], milieu=2)
        t.hand(0, card, "gardien", "milieu").hand(1, "soin", "gardien", "milieu").play(action, line="milieu")
        if "soin" in hand:
            assert t.asked[0] == 2
            t.play("decline")
        assert t.asked == (0, "action")
        aggressor.add(t.view())
        assert t.play("place", card="gardien").asked == (1, "action")
        third.add(t.view())
    assert len(aggressor) == len(third) == 1


@pytest.mark.rule("C-7")
def test_c7_a_reaction_made_is_seen():
    """The other side of it: views do tell what has openly happened."""
    views = set()
    for answer in ("place", "decline"):
        t = ultime(3, actions_per_turn=2).coach(2, "stratege").hand(2, "attaquant").team(2, milieu=1).hand(0, "transfert", "gardien", "milieu")
        views.add(t.play("transfer").play(answer).view())
    assert len(views) == 2
