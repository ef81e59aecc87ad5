"""A game's compiled engine: the play loop for its record types, compiled once and kept on disk, and the arrays that it works on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba.core import types

from sim.core import loop
from sim.core.cache import is_warm, mark_warm, tidy
from sim.core.compile import COMPILED, array_type, compile_kept, record_type
from sim.core.contract import MATCH, MAX_MOVES, MAX_POSITIONS, TABLE, apply, legal_moves
from sim.core.registry import MATCHES_COLUMNS, Game, Records, get_game, table_dtype
from sim.core.rng import STREAM


def _begin_match(tables, matches, block, rotation, same):
    loop.begin_match(tables[0], matches[0], block, rotation, same)


def _begin_game(tables, rules, matches, states, views, memory, streams):
    return loop.begin_game(tables[0], rules[0], matches[0], states[0], views, memory, streams)


def _advance(tables, rules, states, views, moves, shown, params, n_params, memory, n_memory, streams, strategies, uncompiled):
    return loop.advance(tables[0], rules[0], states[0], views, moves, shown, params, n_params, memory, n_memory, streams, strategies, uncompiled)


def _answer(tables, rules, states, moves, choice):
    apply(states[0], rules[0], moves[choice])
    tables[0].decision += 1


def _legal(rules, states, moves):
    return legal_moves(states[0], rules[0], moves)


def _note_game(tables, rules, matches, states, game_rows, seat_rows, n_games, n_seats):
    loop.note_game(tables[0], rules[0], matches[0], states[0], game_rows[n_games], seat_rows, n_seats)


def _note_match(tables, matches, match_rows, n_matches):
    loop.note_match(tables[0], matches[0], match_rows, n_matches)


_KERNELS: dict[str, Callable[..., Any]] = {
    "play_blocks": loop.play_blocks.py_func if COMPILED else loop.play_blocks,
    "begin_match": _begin_match,
    "begin_game": _begin_game,
    "advance": _advance,
    "answer": _answer,
    "legal": _legal,
    "note_game": _note_game,
    "note_match": _note_match,
}
_SLOW = ("play_blocks", "advance")


def _never_asked(view, moves, n_moves, params, memory, rng):
    return -1


def strategy_signature(records: Records) -> Any:
    """The signature of ``choose(view, moves, n_moves, params, memory, rng) -> index`` for a game's records."""
    return types.int64(
        record_type(records.view),
        types.Array(record_type(records.move), 1, "C"),
        types.int64,
        types.Array(types.float64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        record_type(STREAM),
    )


class Engine:
    """The compiled functions of a game, each compiled (or found in the cache) at first use. With ``NUMBA_DISABLE_JIT=1`` the same in plain Python."""

    def __init__(self, game: Game) -> None:
        """Describe the functions' types; compiles nothing yet."""
        records = game.records
        self.game = game
        self.game_rows = table_dtype(game.games_columns)
        self.seat_rows = table_dtype(game.seats_columns)
        self.match_rows = table_dtype(MATCHES_COLUMNS)
        i8, boolean, void = types.int64, types.boolean, types.void
        tables, rules, matches, states = (array_type(dtype) for dtype in (TABLE, records.rules, MATCH, records.state))
        views, moves, shown = array_type(records.view), array_type(records.move), array_type(records.move, 2)
        numbers, integers = array_type(types.float64, 2), array_type(types.int64, 2)
        lengths, streams = array_type(types.int64), array_type(STREAM)
        strategies = types.UniTuple(types.FunctionType(strategy_signature(records)), MAX_POSITIONS)
        seen = (views, moves, shown, numbers, lengths, integers, lengths, streams, strategies)
        games, seats, scores = (array_type(dtype) for dtype in (self.game_rows, self.seat_rows, self.match_rows))
        self._signatures = {
            "play_blocks": i8(tables, rules, matches, states, *seen, i8, i8, i8, boolean, i8, games, seats, scores, lengths),
            "begin_match": void(tables, matches, i8, i8, boolean),
            "begin_game": boolean(tables, rules, matches, states, views, integers, streams),
            "advance": i8(tables, rules, states, *seen, i8),
            "answer": void(tables, rules, states, moves, i8),
            "legal": i8(rules, states, moves),
            "note_game": void(tables, rules, matches, states, games, seats, i8, i8),
            "note_match": void(tables, matches, scores, i8),
        }

    def __getattr__(self, name: str) -> Any:
        """A function of the engine, compiled when first asked for; says so on stderr when it takes a while."""
        if name.startswith("_") or name not in self._signatures:
            raise AttributeError(name)
        note = f"{self.game.name}.{name}"
        if COMPILED and name in _SLOW and not is_warm(note):
            title = self.game.title
            print(f"compiling the rules of {title} ({name}; once after each change of balancier or Numba) …", file=sys.stderr, flush=True)
        function = compile_kept(_KERNELS[name], self._signatures[name]) if COMPILED else _KERNELS[name]
        if COMPILED and name in _SLOW:
            mark_warm(note)
        setattr(self, name, function)
        return function

    def compile_all(self) -> dict[str, bool]:
        """Compile everything now; for each function whether the disk cache had it."""
        functions = {name: getattr(self, name) for name in self._signatures}
        return {name: bool(function.stats.cache_hits) for name, function in functions.items()} if COMPILED else {}

    def placeholder(self) -> Any:
        """What stands in the engine's tuple for a strategy that is plain Python, and is never called."""
        return compile_kept(_never_asked, strategy_signature(self.game.records)) if COMPILED else _never_asked


@cache
def get_engine(game_name: str) -> Engine:
    """The engine of a game, made at first use."""
    tidy()
    return Engine(get_game(game_name))


def records_array(length: int | tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Zeroed records for the engine. Uncompiled code reads fields as attributes, which needs a record array."""
    return as_records(np.zeros(length, dtype))


def as_records(array: np.ndarray) -> np.ndarray:
    """The same memory, in the form that the engine takes."""
    return array if COMPILED else array.view(np.recarray)


class Desk:
    """The arrays that one worker plays on. Not shared between threads."""

    def __init__(self, game: Game, n_params: int, n_memory: int) -> None:
        """Arrays for games of this kind, with room for so many parameters and numbers of memory a strategy."""
        records = game.records
        self.tables = records_array(1, TABLE)
        self.matches = records_array(1, MATCH)
        self.states = records_array(1, records.state)
        self.views = records_array(MAX_POSITIONS, records.view)
        self.moves = records_array(MAX_MOVES, records.move)
        self.shown = records_array((MAX_POSITIONS, MAX_MOVES), records.move)
        self.params = np.zeros((MAX_POSITIONS, max(1, n_params)))
        self.n_params = np.zeros(MAX_POSITIONS, np.int64)
        self.memory = np.zeros((MAX_POSITIONS, max(1, n_memory)), np.int64)
        self.n_memory = np.zeros(MAX_POSITIONS, np.int64)
        self.streams = records_array(MAX_POSITIONS, STREAM)
        self.written = np.zeros(3, np.int64)

    @property
    def seen(self) -> tuple[np.ndarray, ...]:
        """What the play loop takes between the states and the strategies."""
        return self.views, self.moves, self.shown, self.params, self.n_params, self.memory, self.n_memory, self.streams
