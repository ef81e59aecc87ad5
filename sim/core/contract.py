"""The few functions that make a game, and how the compiled play loop finds each game's own.

A game is a state machine. Whatever is pending (a reaction, a payment, a chain of answers) lies in its *state*, one structured record, so
that it can be cloned
and continued at any decision. The functions below say what each must do; a game registers its own with :func:`implements`. Each is
compiled by itself for the game's
record types and kept on disk, and the play loop takes them as arguments: a loop that closes over a game's functions would never be found
in Numba's disk
cache, and one compiled together with them takes several times as long to compile.

Every state record has the fields ``actor`` (the seat that decides next, -1 when the game is over), ``decision`` (what it is asked, an index into the
game's decision names) and ``first`` (the seat that began); rows of `games` have ``unfinished`` and ``turns``, rows of `seats` ``won``. All
others are the game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

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

_IMPLEMENTATIONS: dict[tuple[str, np.dtype], Callable[..., Any]] = {}


def implements(stub: Callable[..., Any], state: np.dtype) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: this function is what ``stub`` means in games whose state record has the dtype ``state``."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        _IMPLEMENTATIONS[stub.__name__, state] = function
        return function

    return register


def implementation(stub: Callable[..., Any], state: np.dtype) -> Callable[..., Any]:
    """The function that a game has registered for ``stub``."""
    return _IMPLEMENTATIONS[stub.__name__, state]


def next_game(state, rules, table, match):
    """Note the result of the game that has ended (none yet when ``match.games`` and ``table.game`` are 0) and choose who plays the next one.

    Fills ``table.seats, seat_of, variant, extra`` and returns True, or returns False when the match is over.
    """
    raise NotImplementedError("a game registers its own")


def setup(state, rules, table):
    """Deal a new game and go on to its first decision."""
    raise NotImplementedError("a game registers its own")


def legal_moves(state, rules, moves):
    """Write the legal moves of ``state.actor`` to the start of ``moves`` and return their number (at least 1 unless the game is over)."""
    raise NotImplementedError("a game registers its own")


def apply(state, rules, move):
    """Do ``move``, which must be legal, and all that follows from it, up to the next decision or the end of the game."""
    raise NotImplementedError("a game registers its own")


def introduce(state, rules, seat, view):
    """Write to ``view`` what stays the same for ``seat`` throughout a game: its number, the deck, the options."""
    raise NotImplementedError("a game registers its own")


def observe(state, rules, seat, view):
    """Write to ``view`` all that ``seat`` may know now (C-3), and note that it has been told the events so far."""
    raise NotImplementedError("a game registers its own")


def record_game(state, rules, row):
    """Fill the game's own columns of its row in the table ``games``."""
    raise NotImplementedError("a game registers its own")


def record_seat(state, rules, seat, row):
    """Fill the game's own columns of a seat's row in the table ``seats``."""
    raise NotImplementedError("a game registers its own")
