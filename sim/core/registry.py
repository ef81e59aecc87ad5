"""The games there are, and what each says of itself."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from sim.core.errors import UnknownNameError, nearest
from sim.core.options import Column, Option, Variant

_MODULES = {"mercato": "sim.mercato.game", "stealr": "sim.stealr.game", "freak_shop": "sim.freak_shop.game"}
"""Every game, by the module that has its ``GAME``."""

COMMON_COLUMNS = (
    Column("point", "u2", "design point (its number in the manifest)"),
    Column("block", "i8", "block: one deal, played in its rotations; the unit of statistics"),
    Column("rotation", "u1", "rotation of the line-up (or of what is dealt) over the seats"),
)

GAMES_COLUMNS = (
    *COMMON_COLUMNS,
    Column("game", "u2", "game within the match, from 0 (0 outside championships)"),
    Column("variant", "u1", "variant played", "variant"),
    Column("players", "u1", "seats in this game"),
    Column("extra", "u1", "1 in an extra game that breaks a tie of a championship"),
    Column("decisions", "i4", "decisions made, forced ones included"),
)

SEATS_COLUMNS = (
    *COMMON_COLUMNS,
    Column("game", "u2", "game within the match, from 0 (0 outside championships)"),
    Column("seat", "u1", "seat in the match, clockwise from 0"),
    Column("position", "u1", "line-up position of the strategy at this seat"),
    Column("strategy", "u2", "strategy at this seat", "strategy"),
    Column("variant", "u1", "variant played", "variant"),
    Column("players", "u1", "seats in this game"),
)

MATCHES_COLUMNS = (
    *COMMON_COLUMNS,
    Column("seat", "u1", "seat, clockwise from 0"),
    Column("position", "u1", "line-up position of the strategy at this seat"),
    Column("strategy", "u2", "strategy at this seat", "strategy"),
    Column("variant", "u1", "variant of the championship", "variant"),
    Column("players", "u1", "seats in the match"),
    Column("points", "i2", "points: games won, extra games apart"),
    Column("games", "u2", "games of the match, extra ones included"),
    Column("extra_games", "u1", "extra games played to break ties"),
    Column("champion", "u1", "1 for the champion"),
    Column("unfinished", "u1", "1 if the extra games ran out before there was a champion"),
)


@dataclass(frozen=True)
class Records:
    """The record types of a game: its state, what a seat sees, a move, and what is constant in a design point."""

    state: np.dtype
    view: np.dtype
    move: np.dtype
    rules: np.dtype


@dataclass(frozen=True)
class Config:
    """One way to play a game, checked: everything of a design point but the strategies.

    ``rules`` is the record array (length 1) that compiled code reads; ``labels`` the names behind the numbers in tables; ``warnings``
    sentences to announce.
    """

    game: Game
    variant: str
    players: int
    options: dict[str, Any]
    deck: dict[str, int]
    compos: dict[str, dict[str, int]]
    rules: np.ndarray
    labels: dict[str, list[str]]
    warnings: tuple[str, ...] = ()

    @property
    def matches(self) -> bool:
        """Whether this plays championships."""
        return bool(self.options.get("games", 1) > 1)

    @property
    def games_a_match(self) -> int:
        """The most games that a match can have."""
        return self.options["games"] + self.options["max_extra_games"] if self.matches else 1


def _nothing_several(options: dict[str, Any]) -> dict[str, list[Any]]:
    return {}


@dataclass(frozen=True)
class Game:
    """A game: what it is called, what can be set, what its tables hold, and its record types."""

    name: str
    title: str
    version: int
    variants: dict[str, Variant]
    options: dict[str, Option]
    deck: dict[str, int]
    deck_titles: dict[str, str]
    records: Records
    max_seats: int
    configure: Callable[..., Config]
    describe: Callable[..., dict[str, Any]]
    describe_move: Callable[..., dict[str, Any]]
    decision_names: tuple[str, ...]
    narrate: Callable[[Iterable[dict[str, Any]]], Iterable[str]]
    games_columns: tuple[Column, ...] = ()
    seats_columns: tuple[Column, ...] = ()
    rotates_deal: bool = True  # whether something is dealt to the seats that can rotate where all strategies are the same
    coaches: tuple[str, ...] = ()
    printed_compos: dict[str, dict[str, int]] = field(default_factory=dict)
    several: Callable[[dict[str, Any]], dict[str, list[Any]]] = _nothing_several
    """Of a design point's options those that stand for several design points, each with the values that it stands for, in order."""

    @property
    def matches_columns(self) -> tuple[Column, ...]:
        """Columns of the table `matches`, the same for every game that has matches."""
        return MATCHES_COLUMNS


def game_names() -> list[str]:
    """The games that there are."""
    return list(_MODULES)


@cache
def _load(name: str) -> Game:
    return importlib.import_module(_MODULES[name]).GAME


def get_game(name: str) -> Game:
    """The game of this name; :class:`UnknownNameError` with the nearest spelling otherwise."""
    if name not in _MODULES:
        raise UnknownNameError(f"there is no game {name!r}; {nearest(str(name), _MODULES, 'game')}")
    return _load(name)


def table_dtype(columns: Iterable[Column]) -> np.dtype:
    """The structured dtype of rows with these columns."""
    return np.dtype([(column.name, column.dtype) for column in columns])
