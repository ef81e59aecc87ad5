"""Laws that every built-in strategy of Freak Shop keeps."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest

from sim.core.compile import COMPILED
from sim.core.play import Lineup, Session
from sim.core.proxy import RecordProxy
from sim.core.registry import Config, get_game
from sim.freak_shop.scoring import objective_points
from strategies.freak_shop.time import risk, sure_turns, turns_to_come
from strategies.registry import Strategy, get_strategy, strategy_names
from tests.freak_shop import oracle
from tests.freak_shop.option_sets import mixed
from tests.strategies.exchanges import KINDS, Counter

GAME = get_game("freak_shop")
NAMES = strategy_names("freak_shop")
RANDOM = get_strategy("freak_shop", "random")


def _config(players: int, **options) -> Config:
    return GAME.configure("classic", players, options=options)


def _play(config: Config, *players: Strategy, blocks: int, first: int = 0, seed: int = 11):
    return Session(config, Lineup(tuple((players * config.players)[: config.players])), seed).play(first, blocks)


def _same(one, other) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("games", "seats"))


@pytest.fixture(params=NAMES)
def strategy(request: pytest.FixtureRequest) -> Strategy:
    return get_strategy("freak_shop", request.param)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_answer_is_a_legal_move_and_the_same_seed_plays_the_same_game(strategy, players):
    """C-4: the engine raises at the first answer outside the list. Against itself, and against every sort of other play."""
    for lineup in ((strategy,), (strategy, RANDOM)):
        rows = _play(_config(players), *lineup, blocks=8)
        assert len(rows.games) >= 8
        assert _same(rows, _play(_config(players), *lineup, blocks=8))


def test_whatever_the_options_and_the_deck(strategy):
    """Mixtures of options and odd decks, some with piles that put any objectives together."""
    for number in range(60):
        _play(mixed(number, max_turns=40), strategy, RANDOM, blocks=1)


@pytest.mark.parametrize("players", [2, 3])
def test_uncompiled_it_plays_the_same_games_and_changes_nothing_that_it_sees(strategy, players):
    seen = {}

    def watched(view, moves, n_moves, params, memory, rng):
        before = (view.record.tobytes(), params.tobytes(), [moves[i].record.tobytes() for i in range(n_moves)])
        answer = plain(view, moves, n_moves, params, memory, rng)
        seen["unchanged"] = before == (view.record.tobytes(), params.tobytes(), [moves[i].record.tobytes() for i in range(n_moves)])
        assert seen["unchanged"]
        return answer

    plain = strategy.choose
    uncompiled = Strategy("freak_shop", strategy.name, 1, "", watched, strategy.params, strategy.memory, compiled=False, source="test")
    other = get_strategy("freak_shop", "planner" if strategy.name != "planner" else "rich")
    for objectives in ([1, 5, 10], [3, 8, 12]):
        # Few cards in the pile: the end comes after some five turns, and with it what is looked at only then.
        config = _config(players, objectives=objectives, refill={"2": 8, "3": 6})
        assert _same(_play(config, uncompiled, other, blocks=1), _play(config, strategy, other, blocks=1))
    assert seen["unchanged"]


def test_each_game_begins_with_an_empty_memory(strategy):
    """A game is the same whether or not others were played before it."""
    long = _play(_config(3), strategy, blocks=12)
    alone = _play(_config(3), strategy, blocks=1, first=11)
    assert np.array_equal(long.seats[long.seats["block"] == 11], alone.seats)


def test_its_parameters_matter(strategy):
    """Each parameter changes some game, that of an objective in games that have it; and only those declared exist."""
    for name, value in strategy.params.items():
        changes = [strategy.with_params({name: other}) for other in (3.0 * value + 1.0, -3.0 * value - 1.0)]
        config = _config(2)
        if name.startswith("worth_"):
            number = int(name.split("_")[1])
            config = _config(2, piles=[[number] if number in pile else pile for pile in ([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12])])
        assert any(not _same(_play(config, changed, blocks=20), _play(config, strategy, blocks=20)) for changed in changes), name


def test_it_is_documented():
    for name in NAMES:
        strategy = get_strategy("freak_shop", name)
        assert strategy.about
        assert "\n" not in strategy.about
        module = __import__(strategy.function.__module__, fromlist=["__doc__"])
        assert module.__doc__.startswith(f"`{name}`")


@pytest.mark.parametrize("players", [2, 4])
def test_all_are_stronger_than_random(strategy, players):
    if strategy.name == "random":
        return
    seats = _play(_config(players), strategy, *[RANDOM] * (players - 1), blocks=100).seats
    assert seats["won"][seats["position"] == 0].mean() > 0.9


class TestTheBestOfAllExchanges:
    """In the last exchange of a game `expert` loses no point to anyone who looks at every legal exchange, by brute force.

    That is sure by construction except under F-10 and F-11, for which it tries several weights of the cards on sale, and at these tables one of
    them fits.
    """

    @staticmethod
    def _cards(chance: random.Random, number: int) -> tuple[str, ...]:
        return tuple(chance.choice(KINDS[: 12 if chance.random() < 0.6 else 20]) for _ in range(number))

    @staticmethod
    def _lead(table: Counter, own: tuple[int, ...]) -> int:
        """The own points less the other's, if the own manor is ``own``."""
        manors = np.array([own, table.raw["manor"][1]], np.int8)
        rules = table.rules[0] if COMPILED else RecordProxy(table.rules)
        three = [int(number) for number in table.raw["objectives"]]
        return sum(objective_points(rules, number, manors, 2, 0) - objective_points(rules, number, manors, 2, 1) for number in three)

    @pytest.mark.parametrize("last", [9, 10, 11, 12])
    @pytest.mark.parametrize("second", [5, 6, 7, 8])
    @pytest.mark.parametrize("reading", ["different_cards", "no"])
    def test_no_point_is_lost(self, second, last, reading):
        chance = random.Random(100 * second + last)
        expert = get_strategy("freak_shop", "expert").with_params({"win": 0.0})
        for first in (1, 2, 3, 4):
            table = Counter(expert, options={"fair_same_value": reading})
            table.manor(0, *self._cards(chance, 5)).manor(1, *self._cards(chance, 5)).shop(*self._cards(chance, 6))
            table.objectives(first, second, last).at_the_end().turn_of(0)
            manor, shop = tuple(table.raw["manor"][0].tolist()), tuple(table.raw["shop"].tolist())
            leads = [
                self._lead(table, tuple(m + t - g for m, t, g in zip(manor, taken, given)))
                for _, taken, given in oracle.exchanges(manor, shop, reading)
            ]
            _, given, taken = table.answer()
            after = list(manor)
            for card in given:
                after[KINDS.index(card)] -= 1
            for card in taken:
                after[KINDS.index(card)] += 1
            assert self._lead(table, tuple(after)) == max(leads), (manor, shop, given, taken)


class TestHowLongTheGameMayLast:
    """The printed deck: 53 cards in the pile of two players at the beginning, two drawn a turn, the closing card among the last seven (F-2, F-7,
    F-8)."""

    @staticmethod
    def _table(pile_size: int, closed: int = 0) -> SimpleNamespace:
        rules = SimpleNamespace(refill=2, shop_minimum=5, bottom_cards=6)
        return SimpleNamespace(players=2, pile_size=pile_size, closed=closed, rules=rules)

    @pytest.mark.parametrize(
        ("pile_size", "sure"),
        [(53, 11), (51, 11), (49, 10), (11, 1), (10, 0), (3, 0)],  # at least 24 turns, 12 of them the seller's; 46 cards are above the last seven
    )
    def test_turns_that_are_sure(self, pile_size, sure):
        assert plainly(sure_turns)(self._table(pile_size)) == sure

    def test_turns_on_average(self):
        """The closing card is the fourth of the last seven on average: 49 cards, four for each further turn."""
        assert plainly(turns_to_come)(self._table(53)) == 49 / 4
        assert plainly(turns_to_come)(self._table(1)) == 0.0

    @pytest.mark.parametrize(
        ("pile_size", "left", "turns", "chance"),
        [
            (53, 10, 2, 0.0),
            (11, 10, 2, 0.0),  # four cards are drawn, none of the last seven
            (9, 10, 2, 2 / 7),
            (9, 10, 1, 0.0),
            (7, 10, 2, 4 / 7),
            (7, 1, 1, 4 / 7),  # a shop of one card is topped up to five
            (7, 1, 2, 6 / 7),
            (3, 10, 2, 1.0),
        ],
    )
    def test_the_chance_that_the_closing_card_comes_up(self, pile_size, left, turns, chance):
        assert plainly(risk)(self._table(pile_size), left, turns) == chance

    def test_once_it_has_come_up_nothing_follows(self):
        assert plainly(risk)(self._table(5, closed=1), 10, 2) == 1.0
        assert plainly(sure_turns)(self._table(5, closed=1)) == 0
        assert plainly(turns_to_come)(self._table(5, closed=1)) == 0.0


def plainly(function):
    """The Python source of a compiled helper."""
    return getattr(function, "py_func", function)
