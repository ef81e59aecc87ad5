"""What a run shows of itself while it is played: how wide its widest interval is so far.

Each chunk brings the sums of its blocks (wins and games by level) beside its rows, so nothing is read again. What is watched are the factors that the
study wants to know precisely, else the game's first. A run that goes on knows only what it has played since it was started.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from analysis.figures import Factor
    from analysis.statistics import Moments
    from analysis.study import Point, Study

Watched = dict[str, "Moments"]
"""By factor: sums over blocks of wins by level, then of games by level."""


def watched(study: Study) -> tuple[Factor, ...]:
    """The factors whose win rates are watched. None where the study stops on its verdicts: those intervals take longer to work out."""
    from analysis.figures import figures_of

    if study.until:
        return ()
    figures = figures_of(study.game)
    return tuple(figures.factor(name) for name in study.precision_of) or figures.factors[:1]


def sums_of(factors: tuple[Factor, ...], point: Point, labels: Mapping[str, list[str]], first_block: int, blocks: int, rows: Any) -> Watched:
    """Sums of a chunk's blocks from its rows (structured arrays as they are played); a factor that no seat has a level of is left out.

    labels: the names that the design point's ids stand for, by family.
    """
    from analysis.statistics import Moments

    seats = rows.seats
    if point.games_per_match > 1:
        seats = seats[seats["game"] < point.games_per_match]
    found = {}
    for factor in factors:
        level, number = _levels(factor, point, labels, seats)
        if number == 0 or (level == number).all():
            continue
        # One count of everything, by block, level (the last for seats without one), lost or won: it must cost next to nothing beside the games.
        level *= 2
        level += seats["won"]
        width = 2 * (number + 1)
        each = len(seats) // blocks
        if each * blocks == len(seats) and seats["block"][-1] - first_block == blocks - 1 and point.games_per_match == 1:
            level.reshape(blocks, each)[:] += np.arange(0, blocks * width, width)[:, None]
        else:
            level += (seats["block"] - first_block) * width
        count = np.bincount(level, minlength=blocks * width).reshape(blocks, number + 1, 2)[:, :number]
        found[factor.name] = Moments.of(np.hstack([count[:, :, 1], count[:, :, 0] + count[:, :, 1]]))
    return found


def _levels(factor: Factor, point: Point, labels: Mapping[str, list[str]], seats: Any) -> tuple[NDArray[np.int64], int]:
    """Each seat's level in an array of its own, and how many there are; that number is the level of a seat without one."""
    if factor.columns == ("strategy",):  # while it is played, the place in the line-up
        names = list(dict.fromkeys(point.lineup))
        return np.array([names.index(name) for name in point.lineup])[seats["position"]], len(names)
    if factor.columns == ("order",):
        return seats["order"].astype(np.int64), point.players
    level, number = np.zeros(len(seats), np.int64), 1
    unknown = np.zeros(len(seats), np.bool_)
    for column, family in zip(factor.columns, factor.families, strict=True):
        most = len(labels[family])
        ids = seats[column].astype(np.int64)
        unknown |= ids >= most  # no coach: 255
        level, number = ids if number == 1 else level * most + ids, number * most
    level[unknown] = number
    return level, number


class Watch:
    """Collects what chunks bring, and says how wide the widest interval is by now."""

    def __init__(self, study: Study) -> None:
        self._confidence = study.confidence
        self._sums: dict[tuple[int, str], Moments] = {}
        self._widths: dict[tuple[int, str], float] = {}

    def add(self, point: int, sums: Watched) -> None:
        """The sums of one more chunk of a design point."""
        for factor, more in sums.items():
            key = point, factor
            self._sums[key] = self._sums[key] + more if key in self._sums else more
            self._widths.pop(key, None)

    @property
    def widest(self) -> float | None:
        """Percentage points to one side, of all design points begun; the levels of each are judged together. None before two blocks are played."""
        for key, sums in self._sums.items():
            if key not in self._widths:
                self._widths[key] = _half_width(sums, self._confidence)
        widest = max(self._widths.values(), default=math.nan)
        return widest if math.isfinite(widest) else None


def _half_width(sums: Moments, confidence: float) -> float:
    """As `analysis.balance.win_rates` has it."""
    from analysis.statistics import ratios, share_interval, sidak_confidence

    number = sums.variables // 2
    played = np.flatnonzero(sums.total[number:] > 0)
    unit = np.eye(2 * number)
    found = ratios(sums, unit[played], unit[number + played])
    low, high = share_interval(found.estimate, found.error, found.blocks, found.size, sidak_confidence(confidence, len(played)))
    return 100.0 * float(np.maximum(found.estimate - low, high - found.estimate).max())
