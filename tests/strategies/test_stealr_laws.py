"""Laws that every built-in strategy of Stealr keeps."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.play import Lineup, Session
from sim.core.registry import Config, get_game
from strategies.registry import Strategy, get_strategy, strategy_names
from tests.stealr.option_sets import mixed, short, variants

GAME = get_game("stealr")
NAMES = strategy_names("stealr")


def _play(config: Config, *players: Strategy, blocks: int, first: int = 0, seed: int = 11):
    return Session(config, Lineup(tuple((players * config.players)[: config.players])), seed).play(first, blocks)


def _same(one, other) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("games", "seats"))


@pytest.fixture(params=NAMES)
def strategy(request: pytest.FixtureRequest) -> Strategy:
    return get_strategy("stealr", request.param)


def test_every_answer_is_a_legal_move_and_the_same_seed_plays_the_same_game(strategy):
    """C-4: the engine raises at the first answer outside the list. In all modes, against itself and against `random`, and under odd options."""
    against = get_strategy("stealr", "random")
    configs = [GAME.configure(mode, players) for mode, players in variants()]
    configs += [short(mode, players) for mode, players in variants()] + [mixed(number) for number in range(40)]
    for config in configs:
        for players in ((strategy,), (strategy, against)):
            assert _same(_play(config, *players, blocks=6), _play(config, *players, blocks=6))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_uncompiled_it_plays_the_same_games_and_changes_nothing_that_it_sees(strategy, players):
    def watched(view, moves, n_moves, params, memory, rng):
        before = (view.record.tobytes(), params.tobytes(), [moves[i].record.tobytes() for i in range(n_moves)])
        answer = plain(view, moves, n_moves, params, memory, rng)
        assert before == (view.record.tobytes(), params.tobytes(), [moves[i].record.tobytes() for i in range(n_moves)])
        return answer

    plain = strategy.choose
    uncompiled = Strategy("stealr", strategy.name, 1, "", watched, strategy.params, strategy.memory, compiled=False, source="test")
    other = get_strategy("stealr", "greedy" if strategy.name != "greedy" else "builder")
    configs = [GAME.configure(mode, players) for mode in ("no_mercy", "debutant")[: 4 - players]] + [mixed(players), mixed(10 + players)]
    for config in configs:
        assert _same(_play(config, uncompiled, other, blocks=1), _play(config, strategy, other, blocks=1))


def test_each_game_begins_with_an_empty_memory(strategy):
    """A game is the same whether or not others were played before it."""
    config = GAME.configure("no_mercy", 3)
    long, alone = _play(config, strategy, blocks=12), _play(config, strategy, blocks=1, first=11)
    assert np.array_equal(long.seats[long.seats["block"] == 11], alone.seats)


def test_its_parameters_matter(strategy):
    """Each parameter changes some game."""
    config = GAME.configure("no_mercy", 3)
    usual = _play(config, strategy, blocks=60)
    for name, value in strategy.params.items():
        changes = [strategy.with_params({name: other}) for other in (3.0 * value + 1.0, 0.0)]
        assert any(not _same(_play(config, changed, blocks=60), usual) for changed in changes), name


def test_it_is_documented():
    for name in NAMES:
        strategy = get_strategy("stealr", name)
        assert strategy.about
        assert "\n" not in strategy.about
        module = __import__(strategy.function.__module__, fromlist=["__doc__"])
        assert module.__doc__.startswith(f"`{name}`")


def test_all_are_stronger_than_random(strategy):
    if strategy.name == "random":
        return
    for mode in ("no_mercy", "doux", "debutant"):
        seats = _play(GAME.configure(mode, 2), strategy, get_strategy("stealr", "random"), blocks=300).seats
        assert seats["won"][seats["position"] == 0].mean() > 0.95


def test_free_joker_moves_end_many_games():
    """S-7: among sensible players a good part of the wins come with a joker moved; who never moves one is weak."""
    config = GAME.configure("no_mercy", 2)
    rows = _play(config, get_strategy("stealr", "expert"), get_strategy("stealr", "greedy"), blocks=200)
    assert rows.seats["jokers_moved"].mean() > 1.0
