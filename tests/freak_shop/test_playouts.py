"""Random play of Freak Shop under every option and many mixtures: what must hold at every decision (C-2, C-4), whatever is played."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.contract import MAX_MOVES
from sim.core.registry import Config, get_game
from sim.freak_shop.cards import KINDS, MAX_CARDS
from sim.freak_shop.state import CARDS, DECISIONS, EXCHANGE
from strategies.registry import get_strategy
from tests.core.playout import Board, Trajectory, seeded

from .option_sets import PLAYERS, mixed, one_by_one
from .table import Table

VALUES = np.arange(KINDS) // 2 + 1


def board(config: Config, seed: int = 1) -> Board:
    return Board(config, get_strategy("freak_shop", "random"), seed)


def cards_by_kind(config: Config, states: np.ndarray) -> np.ndarray:
    """How many cards of each kind there are in each state, wherever they lie: (n, KINDS)."""
    total = states["shop"].astype(int) + states["manor"][:, : config.players].sum(axis=1)
    places = np.arange(states["pile"].shape[1])
    lies = (places >= states["pile_top"][:, None]) & (places < states["merchandise"][:, None])
    for kind in range(KINDS):
        total[:, kind] += ((states["pile"] == kind) & lies).sum(axis=1)
    return total


def check(config: Config, game: Trajectory) -> None:
    """The invariants of a game of ``config``."""
    states, players, options = game.states, config.players, config.options
    # C-2: no card is made or lost, the closing card included: it is in the pile until it is turned up.
    assert (cards_by_kind(config, states) == config.rules["deck"][0]).all()
    assert (states["pile_size"] == states["merchandise"] - states["pile_top"] + 1 - states["closed"]).all()
    assert (states["pile_top"] <= states["closing_at"]).all()
    assert ((states["pile_top"] == states["closing_at"]) | (states["closed"] == 0)).all()
    assert (states["left"].sum(axis=1) == states["merchandise"] - states["pile_top"]).all()
    assert (states["left"] + states["shop"] + states["manor"].sum(axis=1) == config.rules["deck"][0]).all()
    for name in ("shop", "manor", "left", "count"):
        assert (states[name] >= 0).all(), name
    assert (states["manor"][:, players:] == 0).all()
    assert (states["manor"][:, :players].sum(axis=2) >= 1).all()
    # What lies open agrees with itself.
    assert (states["turns"].sum(axis=1) == states["turn"]).all()
    assert (states["turn"] <= options["max_turns"]).all()
    going_on = states["actor"] >= 0
    assert (states["actor"] == states["active"])[going_on].all()
    assert ((states["turn"] - 1) % players == states["active"]).all()
    assert (states["difference"] == states["delta"] @ VALUES)[going_on].all()
    assert (states["delta"] <= states["shop"]).all()
    own = states["manor"][np.arange(len(states)), states["active"]]
    assert (-states["delta"] <= own).all()
    shop = states["shop"].sum(axis=1)
    assert (shop >= options["shop_minimum"])[states["closed"] == 0].all()
    assert ((states["objectives"] >= 1) & (states["objectives"] <= 12)).all()
    assert (states["leaders"] >= 0).all()
    assert (states["leaders"] < 1 << players).all()
    # The end.
    assert (states["actor"][:-1] >= 0).all()
    last = states[-1]
    assert last["actor"] < 0
    assert last["closed"] or last["unfinished"]
    assert last["turn"] == options["max_turns"] or not last["unfinished"]
    assert last["leaders"] > 0
    if last["closed"] and options["equal_turns"] and not last["unfinished"]:
        assert len(set(last["turns"][:players].tolist())) == 1
    # Points as they lie do not matter to what is legal, but they are never below zero.
    assert (states["points"] >= 0).all()
    assert (states["points"][:, players:] == 0).all()


def moves_in_words(config: Config, game: Trajectory, decisions: range) -> None:
    """Different moves are told differently."""
    for decision in decisions:
        told = [config.game.describe_move(config, move) for move in game.moves[decision]]
        assert len({tuple(words.items()) for words in told}) == len({words["text"] for words in told}) == len(told), told


@pytest.mark.parametrize("part", range(2))
def test_every_option_alone(part):
    """Each option at each end of its range."""
    for number, (name, config) in enumerate(one_by_one()[part::2]):
        table = board(config)
        table.deal(number)
        game = table.play(seeded(number))
        try:
            check(config, game)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error
        moves_in_words(config, game, range(0, len(game.choices), 25))


@pytest.mark.parametrize("part", range(4))
def test_mixed_options_and_decks(part):
    for number in range(part, 100, 4):
        config = mixed(number)
        table = board(config)
        table.deal(number)
        check(config, table.play(seeded(number)))


@pytest.mark.parametrize("players", PLAYERS)
def test_clones_are_independent(players):
    """A state copied at any decision continues identically, and nothing that happens afterwards touches it."""
    for block, same_value in enumerate(("different_cards", "any", "no")):
        table = board(get_game("freak_shop").configure("classic", players, options={"fair_same_value": same_value}))
        table.deal(block)
        game = table.play(seeded(block))
        kept = game.states.tobytes()
        for start in range(0, len(game.choices), 1 + len(game.choices) // 6):
            table.again(game, start)
            table.state = game.states[start : start + 1]
            table.play(seeded(99), 40)  # another way to go on from there
            table.again(game, start)
        assert game.states.tobytes() == kept


@pytest.mark.parametrize("players", PLAYERS)
def test_blocks_are_dealt_differently(players):
    """N blocks give N different deals, N seeds too; and a block deals alike whatever the options that come into play later."""
    config = get_game("freak_shop").configure("classic", players)
    table = board(config)
    deals = set()
    for block in range(200):
        table.deal(block)
        deals.add(table.state[["pile", "closing_at", "objectives"]].tobytes())
    assert len(deals) == 200
    table.deal(3)
    for seed in range(20):
        other = board(config, seed)
        other.deal(3)
        assert (other.state[0]["pile"].tolist() == table.state[0]["pile"].tolist()) == (seed == 1)
    changed = {"fair_same_value": "no", "equal_turns": True, "max_turns": 10, "refill": {str(players): 4}, "points": {"clou": 5}}
    other = board(get_game("freak_shop").configure("classic", players, options=changed))
    other.deal(3)
    for name in ("pile", "closing_at", "objectives", "shop", "manor"):
        assert other.state[0][name].tolist() == table.state[0][name].tolist()


def test_no_decision_can_have_too_many_moves():
    """A step names a kind and how many of it are taken or given: never more moves than there are cards in manor and shop, and an end."""
    assert MAX_CARDS + 1 < MAX_MOVES
    most = 0
    for kind in ("good_deal", "fair_price"):
        t = Table(2, deck={"1": 30, "2": 40, "3": 15})
        deck = t.rules["deck"][0]
        assert deck.sum() == MAX_CARDS
        t.raw["manor"][0], t.raw["shop"] = deck // 2, deck - deck // 2
        most = max(most, len(t.turn_of(0).play(kind).moves()))
    assert 0.9 * MAX_CARDS < most <= MAX_CARDS


def test_every_decision_is_met():
    met = set()
    table = board(get_game("freak_shop").configure("classic", 2))
    table.deal(0)
    for state in table.play(seeded(1)).states[:-1]:
        met.add(int(state["decision"]))
    assert met == {EXCHANGE, CARDS} == set(range(len(DECISIONS)))
