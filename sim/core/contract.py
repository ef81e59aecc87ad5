"""The few functions that make a game, and how the compiled play loop finds each game's own.

A game is a state machine. Whatever is pending (a reaction, a payment, a chain of answers) lies in its *state*, one structured record, so that it can be cloned
and continued at any decision. The functions below are stubs: a game registers its own with :func:`implements`, and Numba chooses by the type of the
state record. (A loop that closes over a game's functions would never be found in Numba's disk cache.)

Every state record has the fields ``actor`` (the seat that decides next, -1 when the game is over) and ``chance`` (a stream record). All
others are the game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload

from sim.core.compile import COMPILED, OPTIONS, record_type

MAX_POSITIONS = 5
"""The most seats that any game has: the engine's tuple of strategies always has this length (another length would be another compilation)."""

MAX_MOVES = 256
"""The most legal moves that one decision may have; a game's tests show that it stays below."""

TABLE = np.dtype(
    [
        ("seed", np.uint64),
        ("block", np.int64),
        ("rotation", np.int32),
        ("players", np.int32),  # seats of the match
        ("deal_shift", np.int32),  # seat s gets what is dealt to place (s + deal_shift) % players
        ("position_at", np.int8, (MAX_POSITIONS,)),  # line-up position at each seat of the match
        ("game", np.int32),  # number of the game within the match
        ("seats", np.int32),  # seats of this game
        ("seat_of", np.int8, (MAX_POSITIONS,)),  # the match's seat that each seat of this game is
        ("variant", np.int32),  # of this game
        ("extra", np.int32),  # 1 in an extra game that breaks a tie
        ("decision", np.int64),  # decisions made in this game
        ("asked", np.int32),  # line-up position that was asked last
        ("answer", np.int64),  # what it answered
        ("n_moves", np.int32),  # to how many legal moves
    ],
    align=True,
)
"""Who sits where and which game of which block is being played: the engine's own notes, never shown to a strategy."""

MATCH = np.dtype(
    [
        ("points", np.int32, (MAX_POSITIONS,)),
        ("alive", np.int8, (MAX_POSITIONS,)),  # still in the running for the title
        ("games", np.int32),  # games ended
        ("extra_games", np.int32),
        ("champion", np.int32),  # seat, or -1
    ],
    align=True,
)
"""The score of a match (a championship; any other study plays matches of one game)."""

_UNCOMPILED: dict[tuple[str, np.dtype], Callable[..., Any]] = {}


def implements(stub: Callable[..., Any], state: np.dtype) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: this function is what ``stub`` does for games whose state record has the dtype ``state``."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        _UNCOMPILED[stub.__name__, state] = function
        wanted = record_type(state)

        @overload(stub, strict=False, jit_options=OPTIONS)
        def choose_by_state(state_type: Any, *_: Any) -> Any:
            return function if state_type == wanted else None

        return function

    return register


def _play_uncompiled(name: str, state: Any, *rest: Any) -> Any:
    if COMPILED:
        raise TypeError(f"{name} is for compiled code; from Python use sim.core.session")
    return _UNCOMPILED[name, state.dtype if state.dtype.type is np.void else np.dtype((np.void, state.dtype)).base](state, *rest)


def next_game(state, rules, table, match):
    """Note the result of the game that has ended (none yet when ``match.games`` and ``table.game`` are 0) and choose who plays the next one.

    Fills ``table.seats, seat_of, variant, extra`` and returns True, or returns False when the match is over.
    """
    return _play_uncompiled("next_game", state, rules, table, match)


def setup(state, rules, table):
    """Deal a new game and go on to its first decision."""
    return _play_uncompiled("setup", state, rules, table)


def legal_moves(state, rules, moves):
    """Write the legal moves of ``state.actor`` to the start of ``moves`` and return their number (at least 1 unless the game is over)."""
    return _play_uncompiled("legal_moves", state, rules, moves)


def apply(state, rules, move):
    """Do ``move``, which must be legal, and all that follows from it, up to the next decision or the end of the game."""
    return _play_uncompiled("apply", state, rules, move)


def introduce(state, rules, seat, view):
    """Write to ``view`` what stays the same for ``seat`` throughout a game: its number, the deck, the options."""
    return _play_uncompiled("introduce", state, rules, seat, view)


def observe(state, rules, seat, view):
    """Write to ``view`` all that ``seat`` may know now (C-3), and note that it has been told the events so far."""
    return _play_uncompiled("observe", state, rules, seat, view)


def record_game(state, rules, row):
    """Fill the game's own columns of its row in the table ``games``."""
    return _play_uncompiled("record_game", state, rules, row)


def record_seat(state, rules, seat, row):
    """Fill the game's own columns of a seat's row in the table ``seats``."""
    return _play_uncompiled("record_seat", state, rules, seat, row)
