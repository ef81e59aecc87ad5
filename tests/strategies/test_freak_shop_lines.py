"""What Freak Shop's strategies do at tables laid out by hand: the lines of play that each was made for."""

from __future__ import annotations

import pytest

from strategies.registry import get_strategy, strategy_names
from tests.strategies.exchanges import Counter

PLAYS = [name for name in strategy_names("freak_shop") if name != "random"]
SNOB, MARCHANDAGE, VOISINS, SOMME, SIAMOIS, TROIS, COLLECTION, CLOU, RANGEMENT, ORDONNE = range(3, 13)
MODE, PAS_LES_MEMES = 1, 2


def named(name: str, **changed: float):
    return get_strategy("freak_shop", name).with_params(changed)


def at(name: str, players: int = 2, **setting) -> Counter:
    return Counter(named(name), players, **setting)


@pytest.mark.parametrize("name", PLAYS)
class TestAtTheEndEveryoneTakesThePoints:
    """The closing card comes up next, so nothing but this exchange counts. Each of these tables has one best answer."""

    def test_a_third_of_a_kind(self, name):
        table = at(name).manor(0, "7", "7", "1").manor(1, "1").shop("7", "3", "3", "3", "3")
        table.objectives(TROIS, TROIS, TROIS).at_the_end().turn_of(0)
        assert table.answer() == ("good_deal", ("1",), ("7",))

    def test_one_card_for_three_new_values(self, name):
        table = at(name).manor(0, "9", "1").manor(1, "1").shop("2", "3", "4", "9", "9")
        table.objectives(COLLECTION, COLLECTION, COLLECTION).at_the_end().turn_of(0)
        assert table.answer() == ("fair_price", ("9",), ("2", "3", "4"))

    def test_three_cards_for_one_that_makes_the_sixth_of_a_run(self, name):
        table = at(name).manor(0, "1", "1", "1", "2", "4", "5", "6").manor(1, "1").shop("3", "9", "9", "9", "9")
        table.objectives(RANGEMENT, RANGEMENT, RANGEMENT).at_the_end().turn_of(0)
        exchange, given, taken = table.answer()
        assert taken == ("3",)
        assert given in (("1", "2"), ("1",), ("1", "1"), ("1", "1", "1"))
        assert exchange == ("good_deal" if len(given) == 1 else "fair_price")
        assert given != ("1", "2")  # which breaks the run

    def test_a_card_on_sale_when_they_count(self, name):
        """A plain card for the same value on sale: as many on sale as the other has, and so as many points."""
        table = at(name).manor(0, "4", "4", "4").manor(1, "1s").shop("4s", "9", "9", "9", "9")
        table.objectives(MODE, MODE, MODE).at_the_end().turn_of(0)
        assert table.answer() == ("fair_price", ("4",), ("4s",))

    def test_rid_of_the_card_on_sale(self, name):
        table = at(name).manor(0, "4s", "4").manor(1, "1").shop("4", "4", "4", "4", "9s")
        table.objectives(PAS_LES_MEMES, PAS_LES_MEMES, PAS_LES_MEMES).at_the_end().turn_of(0)
        assert table.answer() == ("fair_price", ("4s",), ("4",))

    def test_no_card_on_sale_among_those_of_a_value(self, name):
        """Of two fives the one without sale mark."""
        table = at(name).manor(0, "1", "1").manor(1, "1").shop("5", "5s", "1", "1", "1")
        table.objectives(SNOB, SNOB, SNOB).at_the_end().turn_of(0)
        assert table.answer() == ("good_deal", ("1",), ("5",))


class TestGreedyAndRich:
    def test_greedy_takes_any_of_equal_points(self):
        """A new value is a new value: dear or cheap. Not always the dearest."""
        taken = set()
        for seed in range(6):
            table = at("greedy", seed=seed).manor(0, "1", "1").manor(1, "1").shop("2", "3", "9", "10", "4")
            taken.add(table.objectives(COLLECTION, COLLECTION, COLLECTION).turn_of(0).answer()[2])
        assert len(taken) > 1

    def test_rich_takes_the_dearest_of_equal_points(self):
        table = at("rich").manor(0, "1", "1").manor(1, "1").shop("2", "3", "9", "10", "4")
        assert table.objectives(COLLECTION, COLLECTION, COLLECTION).turn_of(0).answer() == ("good_deal", ("1",), ("10",))

    def test_rich_prefers_points_to_wealth(self):
        """The third 2 scores 3 points; a 2 for a 10 would score nothing and make it richer."""
        table = at("rich").manor(0, "2", "2", "1").manor(1, "1").shop("2", "10", "9", "8", "7")
        assert table.objectives(TROIS, TROIS, TROIS).turn_of(0).answer() == ("good_deal", ("1",), ("2",))


class TestCollectorAndClimber:
    def shop(self, name: str) -> Counter:
        """Neither exchange brings points: nothing but the strategy's liking decides."""
        table = at(name).manor(0, "6", "1", "2", "3").manor(1, "1").shop("1", "2", "3", "6", "6")
        return table.objectives(PAS_LES_MEMES, PAS_LES_MEMES, PAS_LES_MEMES).turn_of(0)

    def test_the_collector_breaks_a_card_into_three(self):
        assert self.shop("collector").answer() == ("fair_price", ("6",), ("1", "2", "3"))

    def test_the_climber_makes_one_card_of_three(self):
        assert self.shop("climber").answer() == ("fair_price", ("1", "2", "3"), ("6",))


class TestSpoiler:
    def test_it_takes_what_the_leader_needs(self):
        """The other needs a seven for three of them; the spoiler has no use for sevens."""
        table = at("spoiler").manor(0, "2", "3").manor(1, "7", "7", "8").shop("7", "8", "9", "10", "6")
        assert table.objectives(TROIS, TROIS, TROIS).turn_of(0).answer()[2] == ("7",)

    def test_of_several_it_is_the_leader_who_is_hindered(self):
        table = at("spoiler", 3).manor(0, "2", "3").manor(1, "4", "4", "9").manor(2, "7", "7", "7", "8", "8").shop("4", "8", "9", "10", "6")
        assert table.objectives(TROIS, TROIS, TROIS).turn_of(0).answer()[2] == ("8",)

    def test_but_not_at_the_price_of_more_points_of_its_own(self):
        table = at("spoiler").manor(0, "10", "10", "2").manor(1, "3", "3", "8").shop("3", "10", "9", "9", "6")
        assert table.objectives(TROIS, TROIS, TROIS).turn_of(0).answer()[2] == ("10",)


class TestPlanner:
    LONG = ("1",) * 30

    def test_far_from_the_end_it_makes_the_deal_of_most_copies(self):
        """Three 2s for three 6s add twelve; a 1 for the 10 adds nine and makes a run of nothing."""
        table = at("planner").manor(0, "2", "2", "2", "1").manor(1, "1").shop("6", "6", "6", "10", "1")
        table.objectives(COLLECTION, COLLECTION, COLLECTION).pile(*self.LONG, "fermeture").turn_of(0)
        assert table.answer() == ("good_deal", ("2", "2", "2"), ("6", "6", "6"))

    def test_it_gathers_copies_for_the_deal_after(self):
        """Nothing to gain at once beyond 1; with three 1s the three 9s are within reach."""
        table = at("planner").manor(0, "3", "10", "10").manor(1, "10").shop("1", "1", "1", "9", "9", "9")
        table.objectives(COLLECTION, COLLECTION, COLLECTION).pile(*self.LONG, "fermeture").turn_of(0)
        assert table.answer() == ("fair_price", ("3",), ("1", "1", "1"))

    def test_near_the_end_it_takes_the_points(self):
        """Two values score more than one, so one 2 stays."""
        table = at("planner").manor(0, "2", "2", "2").manor(1, "1").shop("6", "6", "6", "2", "2")
        table.objectives(COLLECTION, COLLECTION, COLLECTION).at_the_end().turn_of(0)
        assert table.answer() == ("good_deal", ("2", "2"), ("6", "6"))


class TestExpert:
    LONG = ("1",) * 30

    def test_a_fair_price_of_many_cards_against_many(self):
        """The best manor of sum 21 that this pool holds: 1 to 6, by a fair price that no simpler strategy looks at."""
        table = at("expert").manor(0, "10", "10", "1").manor(1, "1").shop("2", "3", "4", "5", "6")
        table.objectives(RANGEMENT, RANGEMENT, RANGEMENT).at_the_end().turn_of(0)
        assert table.answer() == ("fair_price", ("10", "10"), ("2", "3", "4", "5", "6"))

    def test_runs_of_three(self):
        """6, 7, 8 and 7, 8, 9 are worth 14, and 45 is what three 9s, a 10 and an 8 add up to."""
        table = at("expert").manor(0, "9", "9", "9", "10", "8").manor(1, "1").shop("6", "7", "7", "8", "1")
        table.objectives(ORDONNE, ORDONNE, ORDONNE).at_the_end().turn_of(0)
        exchange, given, taken = table.answer()
        after = sorted([9, 9, 9, 10, 8] + [int(card) for card in taken])
        for card in given:
            after.remove(int(card))
        assert exchange == "fair_price"
        assert after == [6, 7, 7, 8, 8, 9]

    def test_the_value_of_which_there_is_most(self):
        """One 10 alone of each value scores nothing more than its lowest value; 30 points need two 10s or nothing beside one."""
        table = at("expert").manor(0, "1", "2", "3", "4").manor(1, "1").shop("10", "9", "9", "9", "9")
        table.objectives(CLOU, CLOU, CLOU).at_the_end().turn_of(0)
        assert table.answer() == ("fair_price", ("1", "2", "3", "4"), ("10",))

    def test_most_cards_on_sale(self):
        """Three cards on sale are more than the other's two, and are had at once."""
        table = at("expert").manor(0, "9", "1").manor(1, "1s", "2s").shop("2s", "3s", "4s", "10", "10")
        table.objectives(MODE, MODE, MODE).at_the_end().turn_of(0)
        assert table.answer() == ("fair_price", ("9",), ("2s", "3s", "4s"))

    def test_far_from_the_end_wealth_comes_first(self):
        """A third 1 would score 3 at once; three 1s for three 9s add 24 to the sum."""
        table = at("expert").manor(0, "1", "1", "1", "5", "5").manor(1, "10").shop("9", "9", "9", "5", "1")
        table.objectives(TROIS, TROIS, TROIS).pile(*self.LONG, "fermeture").turn_of(0)
        assert table.answer() == ("good_deal", ("1", "1", "1"), ("9", "9", "9"))

    def test_when_the_game_may_end_it_takes_the_points(self):
        """The same table, but this is the last turn: the third 5 scores 5, three 9s score 7 and cost the three 1s."""
        table = at("expert").manor(0, "1", "1", "1", "5", "5").manor(1, "10").shop("9", "8", "9", "5", "1")
        table.objectives(TROIS, TROIS, TROIS).at_the_end().turn_of(0)
        _, given, taken = table.answer()
        assert taken == ("5",)
        assert "5" not in given


@pytest.mark.parametrize("name", PLAYS)
def test_a_pile_in_another_order_changes_nothing(name):
    """C-3: the order of the pile, and where in it the closing card lies, is nobody's to know."""
    answers = set()
    for pile in (("1", "2", "9", "10", "4s", "3", "fermeture", "8"), ("fermeture", "10", "9", "8", "4s", "3", "2", "1")):
        table = at(name).manor(0, "2", "2", "5", "9").manor(1, "1", "4", "4").shop("1", "3", "6", "6s", "7")
        answers.add(table.objectives(MARCHANDAGE, VOISINS, RANGEMENT).pile(*pile).turn_of(0).answer())
    assert len(answers) == 1


@pytest.mark.parametrize("name", PLAYS)
def test_under_any_reading_of_the_fair_price(name):
    """A value on both sides only where that is allowed (F-5)."""
    for reading, expected in (("different_cards", ("fair_price", ("4s",), ("4",))), ("no", None)):
        table = at(name, options={"fair_same_value": reading}).manor(0, "4s", "4").manor(1, "1").shop("4", "4", "4", "4", "9s")
        found = table.objectives(PAS_LES_MEMES, PAS_LES_MEMES, PAS_LES_MEMES).at_the_end().turn_of(0).answer()
        assert found == expected if expected else set(found[1]) != {"4s"} or set(found[2]) != {"4"}
