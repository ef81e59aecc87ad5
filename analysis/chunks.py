"""Chunks: what a worker plays between two looks at the clock. Their size never influences a result."""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from analysis.parts import Part
from analysis.study import Study
from analysis.watch import Watched, sums_of, watched
from sim.core.errors import GameFailure

CHUNK_SECONDS = 0.5
"""The longest that a chunk should take."""

_CAUTION = 0.8  # aim below the limit: games of one block differ in length from those of the next


@dataclass(frozen=True)
class Chunk:
    """Blocks `first_block` … `first_block + blocks - 1`, within one part."""

    part: Part
    first_block: int
    blocks: int
    order: int
    """Place of the chunk in its run, from 0."""

    @property
    def is_last(self) -> bool:
        """Whether the part is complete with this chunk."""
        return self.first_block + self.blocks == self.part.first_block + self.part.blocks


@dataclass
class Played:
    """What came out of a chunk: rows, or a failure (a value, so that chunks can be judged in order), or None: cancelled."""

    chunk: Chunk
    rows: Any = None
    failure: Exception | None = None
    seconds: float = 0.0
    watched: Watched = field(default_factory=dict)
    """What the run shows of itself while it is played."""


class Pace:
    """How long a block takes at each design point: first from a pilot, then from the chunks themselves."""

    def __init__(self, seconds_per_block: dict[int, float], chunk_seconds: float = CHUNK_SECONDS) -> None:
        self.seconds_per_block = dict(seconds_per_block)
        self.chunk_seconds = chunk_seconds

    def blocks(self, point: int) -> int:
        """How many blocks to put into the next chunk of `point`."""
        return max(1, int(self.chunk_seconds * _CAUTION / max(self.seconds_per_block[point], 1e-9)))

    def note(self, played: Played) -> None:
        """Learn from a chunk that was played."""
        point = played.chunk.part.point
        latest = played.seconds / played.chunk.blocks
        self.seconds_per_block[point] = (self.seconds_per_block[point] + latest) / 2


class Window:
    """Keeps workers from running ahead of the one who writes: at most `size` chunks lie between them.

    joblib hands out tasks as fast as workers finish them, however slowly the results are taken; memory would grow.
    Chunks start in order, so the one that is waited for is never behind a waiting one.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._taken = 0
        self._changed = threading.Condition()
        self.cancelled = False

    def wait_for(self, order: int) -> bool:
        """Wait until the chunk may be played; False when the run is being stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self.cancelled or order < self._taken + self._size)
            return not self.cancelled

    def take(self) -> None:
        """Note that the results of one more chunk have been dealt with."""
        with self._changed:
            self._taken += 1
            self._changed.notify_all()

    def cancel(self) -> None:
        """Let every chunk that has not begun be skipped. Who waits learns it with the next `take`, which always comes."""
        self.cancelled = True  # without the lock: a signal handler may have interrupted the one who holds it


class Player:
    """Plays chunks of one study in this process; one is shared by all threads."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._table = lru_cache(maxsize=8)(self._set_up)
        self._watched = watched(study)

    def _set_up(self, point: int) -> tuple[Any, Any]:
        return self.study.config(self.study.points[point]), self.study.lineup(self.study.points[point])

    def play(self, point: int, first_block: int, blocks: int) -> tuple[Any, float]:
        """Play some blocks of a design point; returns their rows and the seconds it took."""
        from sim.core.play import play_blocks

        config, lineup = self._table(point)
        begin = time.perf_counter()
        rows = play_blocks(config, lineup, self.study.seed, first_block, blocks)
        return rows, time.perf_counter() - begin

    def watch(self, point: int, first_block: int, blocks: int, rows: Any) -> Watched:
        """What is watched of blocks that were played."""
        return sums_of(self._watched, self.study.points[point], self._table(point)[0].labels, first_block, blocks, rows)


def play_chunk(player: Player, chunk: Chunk) -> Played:
    """What comes out of a chunk; a game that could not be played on is a value."""
    try:
        rows, seconds = player.play(chunk.part.point, chunk.first_block, chunk.blocks)
    except GameFailure as failure:
        return Played(chunk, failure=failure)
    return Played(chunk, rows, None, seconds, player.watch(chunk.part.point, chunk.first_block, chunk.blocks, rows))


def play_here(player: Player, window: Window, chunk: Chunk) -> Played:
    """A chunk on a thread of this process."""
    if not window.wait_for(chunk.order):
        return Played(chunk)
    return play_chunk(player, chunk)


def play_elsewhere(plain: dict[str, Any], chunk: Chunk) -> Played:
    """A chunk in a process of its own, for strategies in plain Python; `plain` is the study as a dictionary."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that writes: it stops the others
    return play_chunk(_player_of(plain), chunk)


_players: dict[str, Player] = {}


def _player_of(plain: dict[str, Any]) -> Player:
    key = repr(plain)
    if key not in _players:
        _players.clear()
        _players[key] = Player(Study.from_dict(plain))
    return _players[key]
