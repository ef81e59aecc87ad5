"""The core's contract, tried on throwaway slices of what Stealr and Freak Shop need (see `toys`): the laws that hold for any game."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.play import Lineup, Session
from sim.core.registry import game_names, get_game
from sim.core.replay import replay
from tests.core.playout import Board, seeded
from tests.core.toys.toy import MODULES, strategies

NAMES = list(MODULES)


@pytest.fixture(params=NAMES)
def toy(request, toys):
    return get_game(request.param)


def test_the_registry_finds_them(toys):
    assert set(toys) < set(game_names())
    assert "mercato" in game_names()


def test_random_play_keeps_the_contract(toy):
    """Legal moves are unique and there is always one; clones continue alike from any decision; a state taken earlier is not touched by what
    follows."""
    for players in toy.variants["toy"].players:
        board = Board(toy.configure("toy", players), strategies(toy.name)["random"])
        for block in range(2):
            board.deal(block, rotation=block % players)
            game = board.play(seeded(block))
            assert len(game.choices) > 1
            kept = game.states.tobytes()
            for start in range(0, len(game.choices), 1 + len(game.choices) // 3):
                board.again(game, start)
            assert game.states.tobytes() == kept
            games, seats = board.rows()
            assert games["winners"][0] == seats["won"].sum() >= 1


def test_blocks_are_played_alike_however_divided(toy):
    """Whole, in pieces, and with strategies in plain Python, alone or among compiled ones."""
    config = toy.configure("toy", 2)
    random, first = (strategies(toy.name)[name] for name in ("random", "first"))
    for lineup in ((random, random), (random, first)):
        whole = Session(config, Lineup(lineup), 11).play(0, 6)
        assert len({row.tobytes() for row in whole.seats[["score", "count"]].reshape(-1, 2)}) > 3
        pieces = [Session(config, Lineup(lineup), 11).play(first_block, n) for first_block, n in ((0, 1), (1, 3), (4, 2))]
        assert np.concatenate([piece.games for piece in pieces]).tobytes() == whole.games.tobytes()
        assert np.concatenate([piece.seats for piece in pieces]).tobytes() == whole.seats.tobytes()
        for plain in ((lineup[0].uncompiled(), lineup[1]), tuple(strategy.uncompiled() for strategy in lineup)):
            again = Session(config, Lineup(plain), 11).play(0, 2)
            assert again.seats.tobytes() == whole.seats[: len(again.seats)].tobytes()
            assert again.games.tobytes() == whole.games[: len(again.games)].tobytes()


def test_replay_tells_the_game_that_a_run_plays(toy):
    config = toy.configure("toy", 2)
    lineup = Lineup((strategies(toy.name)["random"],) * 2)
    session = Session(config, lineup, 3)
    rows = session.play(0, 3)
    assert session.rotations == (1 if toy.name == "toy_exchange" else 2)  # nothing is dealt to its seats that could rotate
    for block in range(3):
        for rotation in range(session.rotations):
            game, *decisions, result = replay(config, lineup, 3, block, rotation)
            row = rows.games[session.rotations * block + rotation]
            assert (game["block"], game["rotation"], game["players"]) == (block, rotation, 2)
            assert len(decisions) == row["decisions"]
            assert all(line["moves"] and 0 <= line["chosen"] < len(line["moves"]) for line in decisions)
            assert result["turns"] == row["turns"]
            assert [seat["score"] for seat in result["seats"]] == rows.seats["score"][2 * (session.rotations * block + rotation) :][:2].tolist()
