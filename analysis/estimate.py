"""How long a study will take: a short pilot of its design points."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from analysis.chunks import Player
from analysis.parts import Part
from analysis.shards import parts_of_study
from analysis.study import Point, Study

PILOT_SECONDS = 1.5
"""What the pilot of all design points may take, compiling and the first block of each aside."""

_ENOUGH_SECONDS = 0.04  # a design point measured for this long is known well enough
_WRITING = 1.1  # tables cost about a tenth of the games
_PROCESSES_FROM = 10.0  # seconds of plain Python from which starting processes is worth it


@dataclass(frozen=True)
class Estimate:
    """What is left to play, and how long a block of each design point takes on one core."""

    games: int
    seconds_per_block: dict[int, float]
    blocks: dict[int, int]
    """Blocks left to play by design point."""

    @property
    def core_seconds(self) -> float:
        """Seconds that one core needs for all of it, writing included."""
        return _WRITING * sum(self.seconds_per_block[point] * blocks for point, blocks in self.blocks.items())

    def seconds(self, workers: int) -> float:
        """About how long `workers` take together."""
        return self.core_seconds / max(1, min(workers, _cores()))


def estimate(study: Study, parts: Iterable[Part] | None = None, budget: float = PILOT_SECONDS) -> Estimate:
    """Play a few blocks of the study's design points (about `budget` seconds in all) and say how long `parts` will take.

    Design points that differ only in deck or options share one measurement when there are too many of them. Nothing is
    written; a game that cannot be played on in the pilot raises `GameFailure`.
    """
    if parts is None:
        parts = parts_of_study(study)
    blocks: dict[int, int] = {}
    for part in parts:
        blocks[part.point] = blocks.get(part.point, 0) + part.blocks
    player = Player(study)
    measured: dict[int, float] = {}
    waiting = _most_different_first([study.points[index] for index in blocks])
    spent = 0.0
    for number, point in enumerate(waiting):
        if number and spent >= budget:
            break
        player.play(point.index, 0, 1)  # compiles what is not compiled yet: its time says nothing
        begin = time.perf_counter()
        enough = min(_ENOUGH_SECONDS, max(budget - spent, 0.0) / (len(waiting) - number))
        measured[point.index] = _measure(player, point, enough)
        spent += time.perf_counter() - begin
    return Estimate(
        games=sum(count * study.points[index].rotations * study.points[index].games_per_match for index, count in blocks.items()),
        seconds_per_block={index: _likely(study, study.points[index], measured) for index in blocks},
        blocks=blocks,
    )


def worth_processes(study: Study, point: Point, time_needed: Estimate) -> bool:
    """Whether a design point is played by processes: plain Python holds the lock that threads share."""
    slow = any(not study.strategies[name].compiled for name in point.lineup)
    all_of_it = sum(time_needed.seconds_per_block[index] * blocks for index, blocks in time_needed.blocks.items())
    return slow and all_of_it > _PROCESSES_FROM


def _measure(player: Player, point: Point, enough: float) -> float:
    """Seconds of a block, from ever more blocks until they took `enough` seconds together. What a chunk costs however few its blocks are does not
    count: the first block is taken off, with what it took."""
    _, once = player.play(point.index, 0, 1)
    count = 1
    while count < point.blocks:
        count = min(4 * count, point.blocks)
        _, seconds = player.play(point.index, 0, count)
        if seconds >= enough or count == point.blocks:
            return max(seconds - once, 0.0) / (count - 1) if seconds > once else seconds / count
    return once


def _kind(point: Point) -> tuple[object, ...]:
    return point.variant, point.players, point.lineup, point.games_per_match


def _most_different_first(points: list[Point]) -> list[Point]:
    """One of each kind (variant, players, line-up) first, then one more of each, and so on."""
    seen: dict[tuple[object, ...], int] = {}
    ranked = []
    for point in points:
        rank = seen.get(_kind(point), 0)
        seen[_kind(point)] = rank + 1
        ranked.append((rank, point.index, point))
    return [point for _, _, point in sorted(ranked, key=lambda entry: entry[:2])]


def _likely(study: Study, point: Point, measured: dict[int, float]) -> float:
    """Seconds of a block: as measured, or as at similar design points, or as a game takes on average anywhere."""
    if point.index in measured:
        return measured[point.index]
    alike = [seconds for index, seconds in measured.items() if _kind(study.points[index]) == _kind(point)]
    if alike:
        return sum(alike) / len(alike)
    per_game = [seconds / (study.points[index].rotations * study.points[index].games_per_match) for index, seconds in measured.items()]
    return sum(per_game) / len(per_game) * point.rotations * point.games_per_match


def _cores() -> int:
    from joblib import cpu_count

    return int(cpu_count())
