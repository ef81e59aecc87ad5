"""A game's compiled engine: the play loop for its record types, compiled once and kept on disk, and the arrays that it works on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
from numba.core import types

from sim.core import loop
from sim.core.cache import is_warm, mark_warm, tidy
from sim.core.compile import COMPILED, array_type, compile_kept, record_type
from sim.core.contract import (
    MATCH,
    MAX_MOVES,
    MAX_POSITIONS,
    TABLE,
    apply,
    implementation,
    introduce,
    legal_moves,
    next_game,
    observe,
    record_game,
    record_seat,
    setup,
)
from sim.core.functions import Functions, FunctionsType, StrategiesType
from sim.core.proxy import RecordsProxy
from sim.core.registry import MATCHES_COLUMNS, Game, Records, get_game, table_dtype
from sim.core.rng import STREAM


def _begin_match(tables, matches, block, rotation, same):
    loop.begin_match(tables[0], matches[0], block, rotation, same)


def _begin_game(functions, tables, rules, matches, states, views, memory, streams):
    next_game, setup, introduce = functions[0], functions[1], functions[2]
    return loop.begin_game(tables[0], rules[0], matches[0], states[0], views, memory, streams, next_game, setup, introduce)


def _advance(functions, tables, rules, states, views, moves, shown, params, n_params, memory, n_memory, streams, strategies, uncompiled):
    legal_moves, observe, apply = functions[3], functions[4], functions[5]
    return loop.advance(
        tables[0], rules[0], states[0], views, moves, shown, params, n_params, memory, n_memory, streams, strategies, uncompiled,
        legal_moves, observe, apply,
    )  # fmt: skip


def _answer(functions, tables, rules, states, moves, choice):
    apply = functions[5]
    apply(states[0], rules[0], moves[choice])
    tables[0].decision += 1


def _legal(functions, rules, states, moves):
    legal_moves = functions[3]
    return legal_moves(states[0], rules[0], moves)


def _note_game(functions, tables, rules, states, game_rows, seat_rows, n_games, n_seats):
    record_game, record_seat = functions[6], functions[7]
    loop.note_game(tables[0], rules[0], states[0], game_rows[n_games], seat_rows, n_seats, record_game, record_seat)


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
_TAKE_FUNCTIONS = {"play_blocks", "begin_game", "advance", "answer", "legal", "note_game"}


def _with_proxies(function: Callable[..., Any]) -> Callable[..., Any]:
    """Plain Python reads fields as attributes: show it the records of structured arrays."""
    shown: dict[int, tuple[Any, RecordsProxy]] = {}

    def show(argument: Any) -> Any:
        if not isinstance(argument, np.ndarray) or argument.dtype.names is None:
            return argument
        if id(argument) not in shown:
            shown[id(argument)] = (argument, RecordsProxy(argument))  # the array too, so that its id stays its own
        return shown[id(argument)][1]

    return lambda *arguments: function(*map(show, arguments))


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
        views, moves, shown = array_type(records.view), array_type(records.move), array_type(records.move)
        numbers, integers = array_type(types.float64), array_type(types.int64)
        lengths, streams = array_type(types.int64), array_type(STREAM)
        strategies = StrategiesType(types.FunctionType(strategy_signature(records)), MAX_POSITIONS)
        seen = (views, moves, shown, numbers, lengths, integers, lengths, streams, strategies)
        games, seats, scores = (array_type(dtype) for dtype in (self.game_rows, self.seat_rows, self.match_rows))
        game_row, seat_row = record_type(self.game_rows), record_type(self.seat_rows)
        table, rule, match, state, view = (record_type(dtype) for dtype in (TABLE, records.rules, MATCH, records.state, records.view))
        move = record_type(records.move)
        self._contract = (
            (next_game, boolean(state, rule, table, match)),
            (setup, void(state, rule, table)),
            (introduce, void(state, rule, i8, view)),
            (legal_moves, i8(state, rule, moves)),
            (observe, void(state, rule, i8, view)),
            (apply, void(state, rule, move)),
            (record_game, void(state, rule, game_row)),
            (record_seat, void(state, rule, i8, seat_row)),
        )
        functions = FunctionsType([types.FunctionType(signature) for _, signature in self._contract])
        self._signatures = {
            "play_blocks": i8(functions, tables, rules, matches, states, *seen, i8, i8, i8, boolean, i8, games, seats, scores, lengths),
            "begin_match": void(tables, matches, i8, i8, boolean),
            "begin_game": boolean(functions, tables, rules, matches, states, views, integers, streams),
            "advance": i8(functions, tables, rules, states, *seen, i8),
            "answer": void(functions, tables, rules, states, moves, i8),
            "legal": i8(functions, rules, states, moves),
            "note_game": void(functions, tables, rules, states, games, seats, i8, i8),
            "note_match": void(tables, matches, scores, i8),
        }

    @cached_property
    def functions(self) -> Functions | tuple[Any, ...]:
        """The game's own functions, compiled, in the order in which the loop takes them."""
        title = self.game.title
        if COMPILED and not is_warm(self.game.name):
            print(f"compiling the rules of {title} (once after each change of balancier or Numba) …", file=sys.stderr, flush=True)
        functions = [(implementation(stub, self.game.records.state), signature) for stub, signature in self._contract]
        if not COMPILED:
            return tuple(function for function, _ in functions)
        compiled = Functions([compile_kept(function, signature) for function, signature in functions], [signature for _, signature in functions])
        mark_warm(self.game.name)
        return compiled

    def __getattr__(self, name: str) -> Any:
        """A function of the engine, compiled when first asked for; those of the game are handed to it."""
        if name.startswith("_") or name not in self._signatures:
            raise AttributeError(name)
        function = compile_kept(_KERNELS[name], self._signatures[name]) if COMPILED else _with_proxies(_KERNELS[name])
        if name in _TAKE_FUNCTIONS:
            function = partial(function, self.functions)
        setattr(self, name, function)
        return function

    def compile_all(self) -> dict[str, bool]:
        """Compile everything now; for each function whether the disk cache had it."""
        if not COMPILED:
            return {}
        made = {function.py_func.__name__: function for function in self.functions}
        for name in self._signatures:
            function = getattr(self, name)
            made[name] = function.func if isinstance(function, partial) else function
        return {name: bool(function.stats.cache_hits) for name, function in made.items()}

    def placeholder(self) -> Any:
        """What stands in the engine's tuple for a strategy that is plain Python, and is never called."""
        return compile_kept(_never_asked, strategy_signature(self.game.records)) if COMPILED else _never_asked


@cache
def get_engine(game_name: str) -> Engine:
    """The engine of a game, made at first use."""
    tidy()
    return Engine(get_game(game_name))


class Desk:
    """The arrays that one worker plays on. Not shared between threads."""

    def __init__(self, game: Game, n_params: int, n_memory: int) -> None:
        """Arrays for games of this kind, with room for so many parameters and numbers of memory a strategy."""
        records = game.records
        self.tables = np.zeros(1, TABLE)
        self.matches = np.zeros(1, MATCH)
        self.states = np.zeros(1, records.state)
        self.views = np.zeros(MAX_POSITIONS, records.view)
        self.moves = np.zeros(MAX_MOVES, records.move)
        self.shown = np.zeros(MAX_POSITIONS * MAX_MOVES, records.move)
        self.params = np.zeros(MAX_POSITIONS * max(1, n_params))
        self.n_params = np.zeros(MAX_POSITIONS, np.int64)
        self.memory = np.zeros(MAX_POSITIONS * max(1, n_memory), np.int64)
        self.n_memory = np.zeros(MAX_POSITIONS, np.int64)
        self.streams = np.zeros(MAX_POSITIONS, STREAM)
        self.written = np.zeros(3, np.int64)

    @property
    def seen(self) -> tuple[np.ndarray, ...]:
        """What the play loop takes between the states and the strategies."""
        return self.views, self.moves, self.shown, self.params, self.n_params, self.memory, self.n_memory, self.streams
