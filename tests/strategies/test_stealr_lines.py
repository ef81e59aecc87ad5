"""What Stealr's strategies do at tables laid out by hand: the lines of play that each was made for."""

from __future__ import annotations

import pytest

from strategies.registry import Strategy, get_strategy, strategy_names
from tests.stealr.table import Table
from tests.strategies.asked import choice, does

THINKING = [name for name in strategy_names("stealr") if name != "random"]
MULTI = "joker_multicolore"


@pytest.fixture(params=THINKING)
def thinker(request: pytest.FixtureRequest) -> Strategy:
    return get_strategy("stealr", request.param)


def named(name: str) -> Strategy:
    return get_strategy("stealr", name)


def wins(table: Table, strategy: Strategy, seat: int = 0, most: int = 8) -> bool:
    """Whether the seat goes on to win at once, by its own moves alone."""
    for _ in range(most):
        if table.over or table.asked[0] != seat:
            break
        does(table, strategy)
    return table.over and bool(table.raw["won"][seat])


class TestAWinThatIsThereIsTaken:
    def test_a_joker_moved_with_no_play_left(self, thinker):
        """S-7: the move is free, and completes the third set."""
        t = Table(players=2).lay(0, marron=2, services=2, rouge=["rouge", "joker_rouge_jaune"], jaune=2).bank(0, "1m").turn_of(0, plays=0)
        assert choice(t, thinker) == {"action": "move", "card": "joker_rouge_jaune", "source": "rouge", "colour": "jaune"}

    def test_a_multicolour_joker_moved(self, thinker):
        t = Table(players=2).lay(0, marron=2, services=2, rouge=["rouge", MULTI], bleu_fonce=1).hand(0, "deal_breaker", "5m", "rent_any")
        assert choice(t, thinker) == {"action": "move", "card": MULTI, "source": "rouge", "colour": "bleu_fonce"}

    def test_two_jokers_of_which_the_first_move_gains_nothing(self, thinker):
        """The joker of Gare goes to Vert, and only then does the other make Gare complete again."""
        cards = {"gare": ["gare", "gare", "gare", "joker_vert_gare"], "vert": ["vert", "vert"], "services": ["joker_services_gare"]}
        t = Table(players=2).lay(0, **cards, marron=2).turn_of(0, plays=0)
        assert wins(t, thinker)

    def test_a_card_laid_where_it_frees_a_joker(self, thinker):
        """Rouge is complete with a joker; the third Rouge frees it for Jaune."""
        t = (
            Table(players=2)
            .lay(0, marron=2, rouge=["rouge", "rouge", "joker_rouge_jaune"], jaune=2)
            .hand(0, "rouge", "deal_breaker", "5m", "rent_any")
        )
        t.turn_of(0, plays=1)
        assert wins(t, thinker)

    def test_three_cards_laid(self, thinker):
        t = Table(players=2).lay(0, marron=2, services=2, gare=1).hand(0, "gare", MULTI, "joker_vert_gare", "deal_breaker", "pass_go").lay(1, rouge=3)
        assert wins(t, thinker)

    def test_a_set_stolen(self, thinker):
        t = Table(players=3).lay(0, marron=2, services=2).lay(1, rose=3).lay(2, services=2).hand(0, "deal_breaker", "5m", "rose", "rent_any")
        assert choice(t, thinker) == {"action": "use", "card": "deal_breaker", "seat": 1, "colour": "rose"}

    def test_the_card_that_market_crash_names(self, thinker):
        t = Table(players=2).lay(0, marron=2, services=2, rouge=2).lay(1, rouge=1, vert=3, bleu_clair=2).hand(0, "market_crash", "5m")
        t.use("market_crash")
        assert choice(t, thinker) == {"action": "name", "card": "rouge", "colour": "rouge", "seat": 1}

    def test_a_joker_that_arrives(self, thinker):
        """S-11: on another's turn, too."""
        t = Table(players=2).lay(1, marron=2, services=2, bleu_fonce=1, gare=2).hand(0, "joker_vert_bleu_fonce").tokens(0, 1).begins(0)
        t.play("give", card="joker_vert_bleu_fonce")
        assert choice(t, thinker) == {"action": "put", "card": "joker_vert_bleu_fonce", "colour": "bleu_fonce"}


class TestPayments:
    def claimed(self, amount_card: str = "yoink", **lying: int) -> Table:
        return Table(players=2).hand(1, amount_card).lay(0, **lying)

    def test_money_that_is_enough_leaves_sets_alone(self, thinker):
        t = self.claimed(marron=2, services=2).bank(0, "5m", "5m", "10m").turn_of(1).use("yoink", seat=0)
        paid = [does(t, thinker).get("value")]
        while t.asked == (0, "pay"):
            paid.append(does(t, thinker).get("value"))
        assert sum(paid) == 10
        assert t.raw["complete"][0] == 2

    def test_the_least_is_given_away(self, thinker):
        """S-15: no change is given; 4 + 4 + 2 are what 10M asks for, not 5 + 4 + 4."""
        t = self.claimed().bank(0, "5m", "heist", "heist", "2m").turn_of(1).use("yoink", seat=0)
        while t.asked == (0, "pay"):
            does(t, thinker)
        assert t.bank_of(0) == [5]

    def test_what_belongs_to_no_set_goes_before_a_set(self, thinker):
        t = self.claimed(bleu_fonce=2, services=2, vert=1).bank(0, "3m", "3m").turn_of(1).use("yoink", seat=0)
        while t.asked == (0, "pay"):
            does(t, thinker)
        assert t.raw["complete"][0] == 2

    def test_never_the_card_that_makes_the_creditor_win(self, thinker):
        t = self.claimed(rouge=1, vert=1).lay(1, marron=2, services=2, rouge=2).bank(0, "3m", "3m").turn_of(1).use("yoink", seat=0)
        while t.asked == (0, "pay"):
            does(t, thinker)
        assert not t.over


class TestJustSayNo:
    def test_to_what_would_lose_the_game(self, thinker):
        t = Table(players=2).hand(0, "just_say_no").lay(0, rose=3).lay(1, marron=2, services=2).hand(1, "deal_breaker").turn_of(1)
        assert choice(t.use("deal_breaker"), thinker) == {"action": "no"}

    def test_again_when_it_has_been_answered(self, thinker):
        t = Table(players=2).hand(0, "just_say_no", "just_say_no").lay(0, rose=3).lay(1, marron=2, services=2)
        t.hand(1, "deal_breaker", "just_say_no").turn_of(1).use("deal_breaker").play("no").play("no")
        assert choice(t, thinker) == {"action": "no"}

    def test_against_a_no_to_the_winning_theft(self, thinker):
        t = Table(players=2).hand(0, "deal_breaker", "just_say_no").lay(0, marron=2, services=2).lay(1, rose=3).hand(1, "just_say_no").turn_of(0)
        assert choice(t.use("deal_breaker").play("no"), thinker) == {"action": "no"}

    def test_not_for_a_million(self, thinker):
        t = Table(players=2).hand(0, "just_say_no").bank(0, "1m", "1m", "5m").lay(0, rose=2).hand(1, "rent_any").lay(1, marron=1).turn_of(1)
        assert choice(t.use("rent_any", colour="marron"), thinker) == {"action": "accept"}

    def test_guard_keeps_it_where_greedy_does_not(self):
        """A rent of 8M paid from the bank is worth a No to the one; the other keeps it for worse."""
        for name, answer in (("greedy", "no"), ("guard", "accept")):
            t = Table(players=2).hand(0, "just_say_no").bank(0, "10m").lay(0, rose=3).hand(1, "rent_any").lay(1, bleu_fonce=2).turn_of(1)
            assert choice(t.use("rent_any", colour="bleu_fonce"), named(name)) == {"action": answer}, name

    def test_guard_spends_one_of_several(self):
        t = Table(players=2).hand(0, "just_say_no", "just_say_no").bank(0, "10m").lay(0, rose=3)
        t.hand(1, "rent_any").lay(1, bleu_fonce=2).turn_of(1)
        assert choice(t.use("rent_any", colour="bleu_fonce"), named("guard")) == {"action": "no"}

    def test_guard_keeps_a_complete_set(self):
        t = Table(players=2).hand(0, "just_say_no").lay(0, rose=3).hand(1, "deal_breaker").turn_of(1)
        assert choice(t.use("deal_breaker"), named("guard")) == {"action": "no"}


class TestOtherAnswers:
    def test_the_cheapest_card_settles_a_debt(self, thinker):
        t = Table(players=2).hand(0, "just_say_no", "1m", "deal_breaker", MULTI, "bleu_fonce").lay(0, bleu_fonce=1).tokens(0, 1).begins(0)
        assert choice(t, thinker) == {"action": "give", "card": "1m", "seat": 1}

    def test_the_cheapest_card_is_discarded(self, thinker):
        t = Table(players=2).hand(0, "just_say_no", "1m", "deal_breaker", MULTI, "bleu_fonce", "market_crash", "super_sly_deal", "just_say_no")
        t.lay(0, bleu_fonce=1).turn_of(0, plays=0)
        assert t.ends().asked == (0, "discard")
        assert choice(t, thinker) == {"action": "drop", "card": "1m"}

    def test_tax_collector_keeps_the_most_valuable(self, thinker):
        t = Table(players=3).bank(0, "1m", "10m", "2m").hand(1, "tax_collector").turn_of(1).use("tax_collector", seat=0)
        assert choice(t, thinker) == {"action": "keep", "value": 10}

    def test_tax_collector_gives_the_weaker_player_the_more(self, thinker):
        t = Table(players=3).bank(0, "1m", "10m", "5m").lay(1, marron=2, services=2, vert=2).bank(1, "10m").hand(1, "tax_collector").turn_of(1)
        t.use("tax_collector", seat=0).play("keep", value=10)
        while t.asked == (0, "hand_out"):
            does(t, thinker)
        assert sum(t.bank_of(2)) > sum(t.bank_of(1)) - 10

    def test_repossession_never_hands_out_a_third_set(self, thinker):
        t = (
            Table(players=3)
            .lay(0, rouge=1, vert=1, gare=1)
            .lay(1, marron=2, services=2, rouge=2)
            .lay(2, bleu_fonce=1)
            .hand(1, "repossession")
            .turn_of(1)
        )
        t.use("repossession", seat=0).play("keep", card="gare", colour="gare")
        while t.asked == (0, "hand_out"):
            does(t, thinker)
        assert not t.over

    def test_an_arriving_joker_goes_where_it_helps(self, thinker):
        t = Table(players=2).lay(1, rouge=2).hand(0, "joker_rouge_jaune").tokens(0, 1).begins(0)
        t.play("give", card="joker_rouge_jaune")
        assert choice(t, thinker) == {"action": "put", "card": "joker_rouge_jaune", "colour": "rouge"}

    def test_deal_breaker_takes_the_set_with_the_shack_or_the_jokers(self, thinker):
        cards = ["bleu_fonce", "bleu_fonce", "bleu_fonce", MULTI]
        t = Table(players=2, deck={"bleu_fonce": 3}).lay(1, bleu_fonce=cards).hand(0, "deal_breaker")
        assert choice(t.use("deal_breaker"), thinker)["number"] == 1


class TestLinesOfPlay:
    def test_raider_raids_first(self):
        t = Table(players=2).lay(0, rouge=1).lay(1, vert=2, rouge=1).bank(1, "5m", "4m").hand(0, "heist", "rouge", "10m", "pass_go")
        assert choice(t, named("raider"))["card"] == "heist"

    def test_builder_builds_first(self):
        t = Table(players=2).lay(0, rouge=1).lay(1, vert=2, rouge=1).bank(1, "5m", "4m").hand(0, "heist", "rouge", "10m", "pass_go")
        assert choice(t, named("builder")) == {"action": "place", "card": "rouge", "colour": "rouge"}

    def test_banker_banks_first_and_builds_then(self):
        for bank, action in (((), "bank"), (("10m", "5m"), "place")):
            t = Table(players=2).lay(0, rouge=1).bank(0, *bank).hand(0, "rouge", "3m")
            assert choice(t, named("banker"))["action"] == action

    def test_greedy_takes_what_is_worth_most(self):
        t = Table(players=2).lay(0, rouge=2).lay(1, vert=3).bank(1, "1m").hand(0, "heist", "rouge", "1m", "deal_breaker")
        assert choice(t, named("greedy"))["card"] == "deal_breaker"
        t = Table(players=2).lay(0, rouge=2).lay(1, vert=2).bank(1, "1m").hand(0, "heist", "rouge", "1m")
        assert choice(t, named("greedy"))["card"] == "rouge"

    def test_guard_fills_an_empty_bank_before_it_bares_its_table(self):
        t = Table(players=2).lay(1, vert=2).hand(0, "rouge", "2m")
        assert choice(t, named("guard")) == {"action": "bank", "card": "2m", "value": 2}

    def test_expert_stops_whoever_is_about_to_win(self):
        """Both have two sets; the other needs one more card, and a third set of his can be had."""
        t = Table(players=3).lay(1, marron=2, services=2, bleu_fonce=1, rouge=2, jaune=2).lay(2, rose=2).bank(2, "10m").bank(0, "10m")
        t.hand(0, "deal_breaker", "heist", "1m", "orange")
        move = choice(t, named("expert"))
        assert (move["card"], move["seat"]) == ("deal_breaker", 1)

    def test_expert_robs_the_leader_and_not_the_last(self):
        t = Table(players=3).lay(1, marron=2, rouge=2, vert=2).lay(2, services=2).hand(0, "deal_breaker").bank(0, "10m")
        assert choice(t, named("expert"))["seat"] == 1

    @pytest.mark.parametrize("name", THINKING)
    def test_no_play_is_wasted_while_a_needed_card_is_held(self, name):
        t = Table(players=2).lay(0, rouge=2).bank(0, "5m", "5m").hand(0, "rouge").lay(1, vert=1).bank(1, "5m")
        assert choice(t, named(name)) == {"action": "place", "card": "rouge", "colour": "rouge"}
