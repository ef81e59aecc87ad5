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
from tests.core import modes
from tests.core.modes import WAYS

ROOT = Path(__file__).parents[2]
BLOCKS = 24
GAMES = [(game, variant, players) for game, ways in WAYS.items() for variant, players in ways.variants()]


def joined(pieces: list[Rows]) -> tuple[bytes, ...]:
    return tuple(np.concatenate([getattr(piece, table) for piece in pieces]).tobytes() for table in ("games", "seats", "matches"))


def config_of(game, variant, players):
    """Short games; a championship, so that all three tables have rows, where there are such."""
    match = {"games": 2, "max_extra_games": 3} if "games" in get_game(game).options else {}
    return WAYS[game].short(variant, players, max_turns=60, **match)


@pytest.mark.parametrize(("game", "variant", "players"), GAMES)
def test_any_division_gives_the_same_rows(game, variant, players):
    config = config_of(game, variant, players)
    for names in modes.lineups(game, players)[:2]:
        lineup = Lineup(tuple(get_strategy(game, name) for name in names))
        whole = joined([play_blocks(config, lineup, 9, 0, BLOCKS)])
        assert min(map(len, whole[: 3 if config.matches else 2])) > 0
        for chunk in (1, 5, BLOCKS - 1):
            session = Session(config, lineup, 9)
            pieces = {first: session.play(first, min(chunk, BLOCKS - first)) for first in reversed(range(0, BLOCKS, chunk))}  # last first
            assert joined([pieces[first] for first in sorted(pieces)]) == whole


@pytest.mark.parametrize("game", WAYS)
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_give_the_same_rows(threads, game):
    """Several sessions at once, a block each in turn, as workers play them."""
    for variant, players in WAYS[game].variants():
        config = config_of(game, variant, players)
        lineup = Lineup(tuple(get_strategy(game, name) for name in modes.lineups(game, players)[0]))
        whole = joined([play_blocks(config, lineup, 9, 0, BLOCKS)])
        with ThreadPoolExecutor(threads) as pool:
            pieces = list(pool.map(lambda block, c=config, li=lineup: play_blocks(c, li, 9, block, 1), range(BLOCKS)))
        assert joined(pieces) == whole


def test_a_block_does_not_depend_on_the_line_up_before_it():
    """Games of different sizes and variants leave nothing behind on a desk."""
    config = get_game("mercato").configure("ultime", 4, options={"games": 2, "final": "duel", "max_turns": 150})
    lineup = Lineup((get_strategy("mercato", "random"),) * 4)
    fresh = [joined([play_blocks(config, lineup, 3, block, 1)]) for block in (7, 2)]
    session = Session(config, lineup, 3)
    session.play(0, 5)
    assert [joined([session.play(block, 1)]) for block in (7, 2)] == fresh


def test_rotations_seat_every_strategy_everywhere():
    """Different strategies move over the seats on the same deal; equal ones stay, and the deal moves; what can't rotate is played once."""
    config = get_game("mercato").configure("ultime", 4, options={"max_turns": 5})
    random = get_strategy("mercato", "random")
    others = [random.with_params({}, f"other {i}").uncompiled() for i in range(4)]
    two = [get_strategy("mercato", name) for name in strategy_names("mercato")[:2]]
    same = Session(config, Lineup((random,) * 4), 1)
    assert same.rotations == 4
    rows = same.play(0, 1).seats.reshape(4, 4)
    for rotation in range(4):
        assert rows["position"][rotation].tolist() == [0, 1, 2, 3]
        for column in ("compo_start", "coach"):
            assert rows[column][rotation].tolist() == np.roll(rows[column][0], -rotation).tolist()
    assert len({tuple(row) for row in rows["coach"].tolist()}) == 4
    assert Session(config, Lineup(tuple(others)), 1).rotations == 4 if len({o.identity() for o in others}) > 1 else True
    if len(two) == 2:
        for lineup, rotations in (((0, 1, 0, 1), 2), ((0, 0, 0, 1), 4), ((0, 0, 1, 1), 4)):
            session = Session(config, Lineup(tuple(two[i] for i in lineup)), 1)
            assert session.rotations == rotations
            rows = session.play(0, 1).seats.reshape(rotations, 4)
            for column in ("compo_start", "coach", "order"):  # the deal stays, the strategies move
                assert len({tuple(row) for row in rows[column].tolist()}) == 1
            seated = {tuple(lineup[position] for position in row) for row in rows["position"].tolist()}
            assert len(seated) == rotations


@pytest.mark.parametrize("game", WAYS)
def test_strategies_in_plain_python_play_the_same_games(game):
    """`uncompiled()` on the compiled engine, for every strategy and variant, alone and among compiled ones."""
    for number, name in enumerate(strategy_names(game)):
        strategy = get_strategy(game, name)
        for variant, players in WAYS[game].variants():
            config = get_game(game).configure(variant, players, options={"max_turns": 25})
            compiled = play_blocks(config, Lineup((strategy,) * players), 4, number, 1)
            for plain in (range(players), [number % players]):
                mixed = Lineup(tuple(strategy.uncompiled() if position in plain else strategy for position in range(players)))
                assert joined([play_blocks(config, mixed, 4, number, 1)]) == joined([compiled]), (name, variant, players)


def in_another_process(what: str, game: str, **environment: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.modes", what, game],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", WAYS)
def test_compiled_and_uncompiled_games_are_the_same(game):
    """The whole engine as plain Python (``NUMBA_DISABLE_JIT=1``), where integers and indices behave differently, gives the same rows."""
    assert in_another_process("few", game, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="error") == modes.few(game)


@pytest.mark.parametrize("game", WAYS)
def test_no_index_is_out_of_range(game):
    """With ``NUMBA_BOUNDSCHECK=1`` an index out of range raises; without, it reads what lies beside. Hundreds of games of every variant, the
    same rows."""
    assert in_another_process("many", game, NUMBA_BOUNDSCHECK="1") == modes.many(game)
