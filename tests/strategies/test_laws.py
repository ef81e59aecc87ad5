"""Laws that every built-in strategy of Mercato keeps."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import Strategy, get_strategy, strategy_names

GAME = get_game("mercato")
NAMES = strategy_names("mercato")

FOUR_TWO_FOUR = {"4-2-4": {"gardien": 1, "defenseur": 4, "milieu": 2, "attaquant": 4}}
FIVE_A_SIDE = {"1-2-1": {"gardien": 1, "defenseur": 1, "milieu": 2, "attaquant": 1}}
TABLES = {
    "classic-2": ("classic", 2, {}),
    "classic-3": ("classic", 3, {}),
    "classic-4": ("classic", 4, {}),
    "duel": ("duel", 2, {}),
    "ultime-2": ("ultime", 2, {}),
    "ultime-3": ("ultime", 3, {}),
    "ultime-4": ("ultime", 4, {}),
    "ultime_duel": ("ultime_duel", 2, {}),
    "rough": ("ultime", 4, {"options": {"injuries_per_player": 3, "marabout_heals": 4, "winner_out": False, "last_turns": "same_round"}}),
    "busy": ("ultime", 3, {"options": {"actions_per_turn": 3, "draws_per_turn": 3, "trade_proposals": 4, "abilities_per_turn": 3}}),
    "strict": ("ultime", 4, {"options": {"same_compo": False, "discard": "always", "trade_same_line": True, "hand_limit": 2, "opening_hand": 9}}),
    "short": ("classic", 4, {"options": {"max_turns": 25, "opening_hand": 0, "hand_limit": 1, "trade_proposals": 0}}),
    "rough-duel": (
        "ultime_duel",
        2,
        {"options": {"injuries_per_player": 3, "draws_per_turn": 2, "abilities_per_turn": 2, "sournois_extra_cards": 3}},
    ),
    "opponent-duel": ("ultime_duel", 2, {"options": {"duel_injury": "opponent", "duel_may_decline_transfer": True, "same_compo": False}}),
    "random-duel": ("duel", 2, {"options": {"duel_injury": "random", "duel_may_decline_transfer": True}}),
    "six-compos": ("ultime", 4, {"compos": FOUR_TWO_FOUR, "deck": {"4-2-4": 3, "transfert": 14}}),
    "five-a-side": ("ultime", 3, {"compos": FIVE_A_SIDE, "deck": {"1-2-1": 6}, "require_eleven": False}),
}


def _play(table: str, *players: Strategy, blocks: int, first: int = 0, seed: int = 11):
    variant, seats, changes = TABLES[table]
    config = GAME.configure(variant, seats, **changes)
    return Session(config, Lineup(tuple((players * seats)[:seats])), seed).play(first, blocks)


def _same(one, other) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("games", "seats", "matches"))


@pytest.fixture(params=NAMES)
def strategy(request: pytest.FixtureRequest) -> Strategy:
    return get_strategy("mercato", request.param)


@pytest.mark.parametrize("table", TABLES)
def test_every_answer_is_a_legal_move_and_the_same_seed_plays_the_same_game(strategy, table):
    """C-4: the engine raises at the first answer outside the list. Against itself, and against every sort of other play."""
    against = get_strategy("mercato", "random")
    for players in ((strategy,), (strategy, against)):
        rows = _play(table, *players, blocks=12)
        assert len(rows.games) >= 12
        assert _same(rows, _play(table, *players, blocks=12))


@pytest.mark.parametrize("table", ["classic-3", "duel", "ultime-4", "ultime_duel", "rough", "busy", "opponent-duel"])
def test_uncompiled_it_plays_the_same_games_and_changes_nothing_that_it_sees(strategy, table):
    seen = {}

    def watched(view, moves, n_moves, params, memory, rng):
        before = (view.record.tobytes(), params.tobytes(), [moves[i].record.tobytes() for i in range(n_moves)])
        answer = plain(view, moves, n_moves, params, memory, rng)
        seen["unchanged"] = before == (view.record.tobytes(), params.tobytes(), [moves[i].record.tobytes() for i in range(n_moves)])
        assert seen["unchanged"]
        return answer

    plain = strategy.choose
    uncompiled = Strategy("mercato", strategy.name, 1, "", watched, strategy.params, strategy.memory, compiled=False, source="test")
    other = get_strategy("mercato", "greedy" if strategy.name != "greedy" else "builder")
    assert _same(_play(table, uncompiled, other, blocks=1), _play(table, strategy, other, blocks=1))
    assert seen["unchanged"]


def test_each_game_begins_with_an_empty_memory(strategy):
    """A game is the same whether or not others were played before it."""
    long = _play("ultime-3", strategy, blocks=12)
    alone = _play("ultime-3", strategy, blocks=1, first=11)
    assert np.array_equal(long.seats[long.seats["block"] == 11], alone.seats)


def test_its_parameters_matter(strategy):
    """Each parameter changes some game of some variant; and only those declared exist."""
    for name, value in strategy.params.items():
        changes = [strategy.with_params({name: other}) for other in (3.0 * value + 1.0, -3.0 * value - 1.0)]
        tables = ("duel", "ultime_duel") if name.startswith("duel_") else ("classic-3", "ultime-2")
        assert any(not _same(_play(table, changed, blocks=20), _play(table, strategy, blocks=20)) for table in tables for changed in changes), name


def test_it_is_documented():
    for name in NAMES:
        strategy = get_strategy("mercato", name)
        assert strategy.about
        assert "\n" not in strategy.about
        module = __import__(strategy.function.__module__, fromlist=["__doc__"])
        assert module.__doc__.startswith(f"`{name}`")


def test_all_are_stronger_than_random(strategy):
    """A wide margin even in the duel, where luck rules."""
    if strategy.name == "random":
        return
    for table, least in (("classic-2", 0.9), ("ultime-2", 0.9), ("duel", 0.55), ("ultime_duel", 0.55)):
        seats = _play(table, strategy, get_strategy("mercato", "random"), blocks=400).seats
        assert seats["won"][seats["position"] == 0].mean() > least
