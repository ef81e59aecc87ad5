"""Sums of the design points along a swept setting, side by side: they were dealt alike, so their figures go together from block to block.

How far is what the covariances between design points say, which the intervals of tipping points need (`analysis.tipping`).
"""

from __future__ import annotations

from collections.abc import Mapping

from analysis.figures import Figures
from analysis.points import LineMoments, PointInfo
from analysis.statistics import Moments
from analysis.statistics.moments import Floats
from analysis.sweeps import Sweep

Values = Mapping[str, tuple[tuple[str, ...], Floats]]

MOST_VARIABLES = 2000
"""Lines with more variables than this are told without the covariances between their design points."""


class LineSums:
    """Collects the parts of the design points of one line."""

    def __init__(self, figures: Figures, line: Sweep) -> None:
        """Nothing collected yet."""
        self.line = line
        self._place = {index: k for k, index in enumerate(line.points)}
        self._groups = (*(factor.name for factor in figures.factors if len(factor.levels) == 1), "games")
        self._waiting: dict[int, Values] = {}
        self._sums: dict[str, Moments] = {}
        self._width: dict[str, int] = {}

    def add(self, info: PointInfo, values: Values) -> None:
        """Add a design point's part; all parts begin with the same block."""
        self._waiting[info.index] = {name: values[name] for name in self._groups if name in values}
        if len(self._waiting) == len(self._place):
            self._flush()

    def _flush(self) -> None:
        for name in self._groups:
            found = {self._place[index]: values[name][1] for index, values in self._waiting.items() if name in values}
            widths = {len(here[0]) for here in found.values()}
            if len(widths) != 1 or widths != {self._width.setdefault(name, min(widths))}:
                continue  # other levels at other design points: nothing that could be told together
            (width,) = widths
            if width * len(self._place) > MOST_VARIABLES:
                continue
            blocks = max(len(here) for here in found.values())
            sums = Moments.side_by_side(found, len(self._place), blocks)
            self._sums[name] = self._sums[name] + sums if name in self._sums else sums
        self._waiting = {}

    def finished(self) -> LineMoments:
        """All sums."""
        self._flush()
        return LineMoments(self.line, dict(self._sums), dict(self._width))
