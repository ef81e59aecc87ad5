"""Same names, same rows: however the blocks are divided among calls and threads, compiled or not, with and without checks of indices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from sim.core.play import Lineup, Rows, Session, play_blocks
from sim.core.registry import get_game
from strategies.registry import get_strategy, strategy_names

from . import modes
from .option_sets import GAME, PLAYERS

ROOT = Path(__file__).parents[2]
BLOCKS = 24


def joined(pieces: list[Rows]) -> tuple[bytes, ...]:
    return tuple(np.concatenate([getattr(piece, table) for piece in pieces]).tobytes() for table in ("games", "seats"))


@pytest.mark.parametrize("players", PLAYERS)
def test_any_division_gives_the_same_rows(players):
    config = get_game(GAME).configure("classic", players)
    for names in modes.lineups(players)[:2]:
        lineup = Lineup(tuple(get_strategy(GAME, name) for name in names))
        whole = joined([play_blocks(config, lineup, 9, 0, BLOCKS)])
        assert min(map(len, whole)) > 0
        for chunk in (1, 5, BLOCKS - 1):
            session = Session(config, lineup, 9)
            pieces = {first: session.play(first, min(chunk, BLOCKS - first)) for first in reversed(range(0, BLOCKS, chunk))}  # last first
            assert joined([pieces[first] for first in sorted(pieces)]) == whole


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_give_the_same_rows(threads):
    """Several sessions at once, a block each in turn, as workers play them."""
    for players in PLAYERS:
        config = get_game(GAME).configure("classic", players)
        lineup = Lineup(tuple(get_strategy(GAME, name) for name in modes.lineups(players)[0]))
        whole = joined([play_blocks(config, lineup, 9, 0, BLOCKS)])
        with ThreadPoolExecutor(threads) as pool:
            pieces = list(pool.map(lambda block, c=config, li=lineup: play_blocks(c, li, 9, block, 1), range(BLOCKS)))
        assert joined(pieces) == whole


def test_a_block_does_not_depend_on_what_was_played_before_it():
    config = get_game(GAME).configure("classic", 4)
    lineup = Lineup((get_strategy(GAME, "random"),) * 4)
    fresh = [joined([play_blocks(config, lineup, 3, block, 1)]) for block in (7, 2)]
    session = Session(config, lineup, 3)
    session.play(0, 5)
    assert [joined([session.play(block, 1)]) for block in (7, 2)] == fresh


def test_nothing_is_dealt_to_seats_that_could_rotate():
    """The starting cards belong to the order of play: a block of equal strategies is one game; different ones change seats on the same deal."""
    config = get_game(GAME).configure("classic", 3)
    random = get_strategy(GAME, "random")
    assert Session(config, Lineup((random,) * 3), 1).rotations == 1
    others = Lineup((random, random.with_params({}, "other").uncompiled(), random))
    assert Session(config, others, 1).rotations in (1, 3)
    plain = get_strategy(GAME, strategy_names(GAME)[-1])
    if plain.name != "random":
        session = Session(config, Lineup((random, random, plain)), 1)
        assert session.rotations == 3
        rows = session.play(0, 1).seats.reshape(3, 3)
        assert {tuple(row) for row in rows["position"].tolist()} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def test_strategies_in_plain_python_play_the_same_games():
    """`uncompiled()` on the compiled engine, for every strategy, alone and among compiled ones."""
    for number, name in enumerate(strategy_names(GAME)):
        strategy = get_strategy(GAME, name)
        for players in PLAYERS:
            config = get_game(GAME).configure("classic", players, options={"max_turns": 8})
            compiled = play_blocks(config, Lineup((strategy,) * players), 4, number, 1)
            for plain in (range(players), [number % players]):
                mixed = Lineup(tuple(strategy.uncompiled() if position in plain else strategy for position in range(players)))
                assert joined([play_blocks(config, mixed, 4, number, 1)]) == joined([compiled]), (name, players)


def in_another_process(what: str, **environment: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.freak_shop.modes", what],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_compiled_and_uncompiled_games_are_the_same():
    """The whole engine as plain Python (``NUMBA_DISABLE_JIT=1``), where integers and indices behave differently, gives the same rows."""
    assert in_another_process("few", NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="error") == modes.few()


def test_no_index_is_out_of_range():
    """With ``NUMBA_BOUNDSCHECK=1`` an index out of range raises; without, it reads what lies beside. Hundreds of games, the same rows."""
    assert in_another_process("many", NUMBA_BOUNDSCHECK="1") == modes.many()
