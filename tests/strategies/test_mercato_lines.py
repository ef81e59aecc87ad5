"""What Mercato's strategies do at tables set up by hand: the lines of play that each was made for."""

from __future__ import annotations

import pytest

from sim.mercato.state import ANSWER, CLOSING, DRAW, ENDING, FINISH, GIVE, LIMIT, OPENING, PARTNER, REACT_CARE, REACT_PLACE, SHRINK
from strategies.registry import get_strategy, strategy_names
from tests.strategies.situation import Situation, kind

THINKING = [name for name in strategy_names("mercato") if name != "random"]
GARDIEN, DEFENSEUR, MILIEU, ATTAQUANT = range(4)
ELEVEN = (1, 4, 4, 2)


@pytest.fixture(params=THINKING)
def thinker(request: pytest.FixtureRequest):
    return get_strategy("mercato", request.param)


def named(name: str):
    return get_strategy("mercato", name)


class TestAWinningMoveIsFound:
    def test_place(self, thinker):
        table = Situation(thinker).team(0, (1, 4, 4, 1)).team(1, (1, 4, 4, 1)).hand(0, "transfert", "blessure", "attaquant", "gardien", "soin")
        assert table.answer()["action"] in ("place", "transfer")

    def test_place_rather_than_stop_the_leader(self, thinker):
        table = Situation(thinker).team(0, (1, 4, 4, 1)).team(1, (1, 4, 4, 1)).hand(0, "blessure", "attaquant", "gardien")
        assert table.answer()["action"] == "place"

    def test_care(self, thinker):
        table = Situation(thinker).team(0, (1, 4, 4, 1), (0, 0, 0, 1)).team(1, (1, 4, 4, 1)).hand(0, "blessure", "transfert", "gardien", "soin")
        assert table.answer()["action"] == "care"

    def test_replace_the_injured(self, thinker):
        table = Situation(thinker).team(0, (0, 4, 4, 2), (1, 0, 0, 0)).team(1, (1, 4, 4, 1)).hand(0, "blessure", "gardien", "milieu")
        assert table.answer() == {"action": "replace", "card": GARDIEN, "seat": -1, "line": GARDIEN, "injuries": 1}

    def test_transfer(self, thinker):
        table = Situation(thinker).team(0, (1, 3, 4, 2)).team(1, (1, 1, 0, 0)).hand(0, "blessure", "transfert", "gardien", "soin")
        assert table.answer()["action"] == "transfer"

    def test_compo(self, thinker):
        """With compos of different sizes a team may be complete under another."""
        table = Situation(thinker, small_compo=True).team(0, (1, 4, 4, 1)).team(1, (1, 4, 4, 1)).hand(0, "blessure", "4-4-1", "gardien", "transfert")
        table.team(1, (1, 4, 4, 0))
        assert table.answer()["action"] == "compo"

    def test_swapping_compos(self, thinker):
        table = Situation(thinker, "ultime", small_compo=True).coach(0, "cameleon").compo(1, "4-4-1").team(0, (1, 4, 4, 1)).team(1, (1, 2, 2, 1))
        assert table.hand(0, "blessure", "soin").answer()["action"] == "swap"

    def test_in_a_last_turn(self, thinker):
        table = Situation(thinker, players=3).team(0, (1, 4, 4, 1)).team(1, ELEVEN).team(2, (1, 4, 4, 1)).hand(0, "blessure", "attaquant", "soin")
        table.set(ended_by_win=1)
        table.state["won"][1] = 1
        table.state["last_turn"][2] = 1
        assert table.answer()["action"] == "place"


class TestOtherDecisions:
    def test_the_injured_go_first_when_the_team_shrinks(self, thinker):
        table = Situation(thinker).compo(0, "3-4-3").team(0, (1, 3, 2, 1), (0, 1, 0, 0)).set(decision=SHRINK)
        table.state["shrinking"][0] = 0
        assert table.answer() == {"action": "drop", "card": -1, "seat": -1, "line": DEFENSEUR, "injuries": 1}

    def test_too_many_cards(self, thinker):
        table = Situation(thinker).team(0, (1, 3, 2, 1)).team(1, (0, 2, 2, 1))
        table.hand(0, "gardien", "defenseur", "milieu", "attaquant", "transfert", "soin").set(decision=LIMIT, stage=ENDING)
        assert table.answer()["card"] == GARDIEN

    def test_what_the_fourbe_gives_back(self, thinker):
        table = Situation(thinker, "ultime").coach(0, "fourbe").team(0, (1, 3, 2, 1)).team(1, (1, 2, 2, 1))
        table.hand(0, "gardien", "defenseur", "milieu", "attaquant", "transfert", "soin").set(decision=GIVE, robbed=1, abilities_left=0)
        assert table.answer()["card"] == GARDIEN

    def test_the_fourbe_steals_at_once(self, thinker):
        table = Situation(thinker, "ultime").coach(0, "fourbe").team(0, (1, 3, 2, 1)).hand(0, "gardien", "defenseur").hand(1, "soin", "soin")
        assert table.answer()["action"] == "steal"

    def test_the_stratege_places(self, thinker):
        table = Situation(thinker, "ultime").coach(0, "stratege").team(0, (1, 3, 2, 1)).hand(0, "defenseur", "soin")
        table.set(active=1, reacting=0, decision=REACT_PLACE, actor=0)
        assert table.answer()["action"] == "place"

    def test_the_opportuniste_cares(self, thinker):
        table = Situation(thinker, "ultime").coach(0, "opportuniste").team(0, (1, 3, 2, 1), (0, 0, 1, 0)).hand(0, "defenseur", "soin")
        table.set(active=1, reacting=0, decision=REACT_CARE, actor=0)
        assert table.answer()["action"] == "care"

    def test_the_fossoyeur_takes_the_goalkeeper_that_he_lacks(self, thinker):
        table = Situation(thinker, "ultime").coach(0, "fossoyeur").team(0, (0, 4, 4, 2)).team(1, (1, 4, 3, 1)).hand(0, "defenseur")
        table.state["discard"][:3] = [kind("milieu"), kind("gardien"), kind("blessure")]
        table.set(discard_size=3, decision=DRAW, stage=OPENING, draws_left=1)
        assert table.answer() == {"action": "take", "card": GARDIEN, "seat": -1, "line": -1, "injuries": -1}

    def test_and_leaves_what_he_cannot_use(self, thinker):
        table = Situation(thinker, "ultime").coach(0, "fossoyeur").team(0, (1, 4, 1, 0)).team(1, (1, 4, 0, 0)).hand(0, "blessure")
        table.state["discard"][:1] = [kind("gardien")]
        table.set(discard_size=1, decision=DRAW, stage=OPENING, draws_left=1)
        assert table.answer()["action"] == "draw"

    def test_nothing_useful_is_left_to_a_fossoyeur(self, thinker):
        """Two cards of no use to their owner: the one that the Fossoyeur could use stays in hand."""
        table = Situation(thinker, "ultime").coach(1, "fossoyeur").team(0, (1, 4, 2, 1)).team(1, (0, 4, 2, 1)).set(decision=LIMIT, stage=ENDING)
        table.hand(0, "gardien", "defenseur", "milieu", "milieu", "attaquant", "transfert")
        assert table.answer()["card"] == DEFENSEUR

    def test_a_swap_that_only_costs_is_not_made(self, thinker):
        table = Situation(thinker, "ultime").coach(0, "cameleon").compo(0, "5-4-1").compo(1, "3-4-3").team(0, (1, 5, 4, 0)).team(1, (1, 3, 4, 2))
        table.set(decision=FINISH, stage=CLOSING, actions_left=0)
        assert table.answer()["action"] == "end"

    def test_the_partner_is_not_the_leader(self, thinker):
        table = Situation(thinker, players=3).team(0, (1, 3, 2, 1)).team(1, (0, 4, 4, 2)).team(2, (0, 1, 2, 0)).hand(0, "gardien", "defenseur")
        table.hand(1, "attaquant").hand(2, "attaquant")
        table.set(decision=PARTNER, proposer=0, offered=GARDIEN, wanted=ATTAQUANT)
        table.state["accepted"][1] = table.state["accepted"][2] = 1
        assert table.answer()["seat"] == 2

    def test_a_trade_that_gives_away_a_needed_card_is_refused(self, thinker):
        table = Situation(thinker).team(0, (1, 3, 2, 0)).team(1, (0, 2, 2, 0)).hand(0, "attaquant", "defenseur").hand(1, "gardien", "gardien")
        table.set(decision=ANSWER, active=1, actor=0, proposer=1, offered=GARDIEN, wanted=ATTAQUANT)
        table.state["to_ask"][0] = 1
        assert table.answer()["action"] == "refuse"


class TestDuel:
    def test_a_compo_that_helps_is_used_on_the_own_team(self, thinker):
        table = Situation(thinker, "duel").compo(0, "5-4-1").team(0, (1, 3, 4, 1), (0, 2, 0, 0)).team(1, (1, 3, 4, 1)).set(drawn=kind("3-4-3"))
        assert table.compo(1, "3-4-3").answer()["seat"] == 0

    def test_a_compo_that_costs_is_used_on_the_opponent(self, thinker):
        table = Situation(thinker, "duel").compo(0, "5-4-1").compo(1, "5-4-1").team(0, (1, 5, 3, 1)).team(1, (1, 5, 3, 1)).set(drawn=kind("3-5-2"))
        assert table.answer()["seat"] == 1

    def test_an_injured_player_is_healed(self, thinker):
        table = Situation(thinker, "duel").team(0, (1, 3, 4, 1), (0, 1, 0, 0)).team(1, (1, 3, 3, 1)).set(drawn=kind("soin"))
        assert table.answer()["action"] == "heal"

    def test_winning_transfer(self, thinker):
        table = Situation(thinker, "duel", duel_may_decline_transfer=True).team(0, (1, 4, 3, 2)).team(1, (1, 3, 3, 1)).set(drawn=kind("transfert"))
        assert table.answer()["action"] == "transfer"


class TestEachOne:
    def test_greedy_robs_before_it_places(self):
        table = Situation(named("greedy")).team(0, (1, 2, 2, 1)).team(1, (1, 3, 3, 1)).hand(0, "defenseur", "transfert", "blessure")
        assert table.answer()["action"] == "transfer"

    def test_builder_builds_while_a_leader_is_about_to_win(self):
        table = Situation(named("builder"), players=3).team(0, (1, 2, 2, 1)).team(1, (1, 4, 4, 1)).hand(0, "defenseur", "blessure")
        assert table.answer()["action"] == "place"

    def test_builder_places_what_it_has_plenty_of(self):
        table = Situation(named("builder")).team(0, (1, 3, 2, 1)).hand(0, "defenseur", "milieu", "milieu", "milieu")
        assert table.answer() == {"action": "place", "card": MILIEU, "seat": -1, "line": -1, "injuries": -1}

    def test_spoiler_injures_the_closest(self):
        table = Situation(named("spoiler"), players=4).team(0, (1, 2, 2, 1)).hand(0, "defenseur", "blessure")
        table.team(1, (1, 1, 1, 1)).team(2, (1, 4, 4, 1)).team(3, (1, 3, 3, 1))
        assert table.answer() == {"action": "injure", "card": -1, "seat": 2, "line": GARDIEN, "injuries": 0}

    def test_trader_proposes_what_it_cannot_use(self):
        table = Situation(named("trader")).team(0, (1, 4, 4, 1)).team(1, (0, 1, 2, 1)).hand(0, "gardien", "blessure").hand(1, "attaquant")
        assert table.answer() == {"action": "propose", "card": GARDIEN, "seat": -1, "line": ATTAQUANT, "injuries": -1}

    @pytest.mark.parametrize(("team", "answer"), [((0, 1, 1, 1), "accept"), ((0, 4, 4, 1), "refuse")])
    def test_trader_does_not_help_a_leader(self, team, answer):
        table = (
            Situation(named("trader"), players=3).team(0, (1, 3, 2, 0)).team(1, team).hand(0, "gardien", "milieu").hand(1, "attaquant", "attaquant")
        )
        table.set(decision=ANSWER, active=1, actor=0, proposer=1, offered=ATTAQUANT, wanted=GARDIEN)
        table.state["to_ask"][0] = 1
        assert table.answer()["action"] == answer

    def test_expert_stops_a_leader_who_is_about_to_win(self):
        table = Situation(named("expert")).team(0, (1, 2, 2, 1)).team(1, (1, 4, 4, 1)).hand(0, "defenseur", "blessure").hand(1, "soin", "milieu")
        move = table.answer()
        assert (move["action"], move["seat"]) == ("injure", 1)

    def test_expert_builds_while_nobody_is_close(self):
        table = Situation(named("expert"), players=4).team(0, (1, 2, 2, 1)).hand(0, "defenseur", "blessure")
        assert table.answer()["action"] == "place"
