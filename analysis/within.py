"""How the seats of a game differ: spread, what it and the winner's margin are made of, what goes with what; and what all design points of a grid say
together of each element.

    spread          standard deviation of the seats within a game, mean over games, of each component and of the total
    margin          the winner's lead over those next to him, mean over games: of the total, and each component's part of it
    shares          of the points scored (`of` "points"), of the variance of totals within a game ("spread": the covariance of a component with the
                    total, which add up to the variance) and of the winner's margin ("margin"), by component; each adds up to 1
    correlations    of two components within a game: pooled over games, from sums of squares and products about the game's own mean

A correlation r = C_xy / √(C_xx C_yy) is a function of three sums; its error over blocks comes from its linearisation, its interval from Fisher's
z = artanh r, whose error is that of r divided by 1 - r² (Fisher 1921, Metron 1, 3-32; delta method).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from analysis.figures import Figures, Within
from analysis.points import PointInfo, PointSummary, Summary
from analysis.ratio_tables import Ratio, RatioTable, ratio_rows
from analysis.rows import Family, Rows, to_frame
from analysis.statistics import Moments
from analysis.statistics.intervals import mean_interval
from analysis.statistics.moments import Floats

SHARES = ("points", "spread", "margin")


def marks(within: Within, info: PointInfo) -> list[tuple[str, str]]:
    """(mark of the variables, name in tables) of each component."""
    listed = info.options.get(within.option)
    names = [str(each) for each in listed] if isinstance(listed, list) else within.names
    return [(str(k), name) for k, name in enumerate(names)]


def _with_total(summary: Summary, info: PointInfo) -> list[tuple[str, str]]:
    return [*marks(_of(summary), info), ("total", "total")]


def _spread(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    return [Ratio({"component": name}, f"sd:{mark}", "games") for mark, name in _with_total(summary, point.info)]


def _margin(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    scale = 1.0 / point.info.win_unit
    return [Ratio({"component": name}, f"lead:{mark}", "games", scale=scale) for mark, name in _with_total(summary, point.info)]


def _shares(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    bottom = {"points": "sum:total", "spread": "cov:total:total", "margin": "lead:total"}
    top = {"points": "sum:{}", "spread": "cov:{}:total", "margin": "lead:{}"}
    named = marks(_of(summary), point.info)
    return [Ratio({"of": of, "component": name}, top[of].format(mark), bottom[of]) for of in SHARES for mark, name in named]


def _of(summary: Summary) -> Within:
    assert summary.figures.within is not None
    return summary.figures.within


SPREAD = RatioTable("spread", "within", ("component",), _spread)
MARGIN = RatioTable("margin", "within", ("component",), _margin)
PARTS = RatioTable("parts", "within", ("of", "component"), _shares)
TABLES = (SPREAD, MARGIN, PARTS)


def correlations(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Correlation within a game of each pair of components (columns `component` and `other`), over all games of a design point."""
    rows = []
    for point in summary.points:
        if "within" not in point.sums or point.info.players < 2:
            continue
        named = marks(_of(summary), point.info)
        place = {name: k for k, name in enumerate(point.variables["within"])}
        chosen = [(a, b) for k, a in enumerate(named) for b in named[k + 1 :]]
        sums = [[place[f"cov:{a}:{b}"], place[f"cov:{a}:{a}"], place[f"cov:{b}:{b}"]] for (a, _), (b, _) in chosen]
        columns: dict[str, list[Any]] = {"component": [a for (_, a), _ in chosen], "other": [b for _, (_, b) in chosen]}
        rows.append(_correlation_rows(point.info, columns, point.sums["within"], np.array(sums, dtype=np.intp), place["games"]))
    return to_frame(rows, ("component", "other"), confidence, family)


def _correlation_rows(info: PointInfo, columns: dict[str, list[Any]], moments: Moments, sums: Any, games: int) -> Rows:
    xy, xx, yy = (moments.total[sums[:, k]] for k in range(3))
    known = (xx > 0) & (yy > 0)
    scale = np.sqrt(np.where(known, xx * yy, 1.0))
    r = np.where(known, xy / scale, np.nan)
    influence = np.zeros((len(sums), moments.variables))
    for k, (at_xy, at_xx, at_yy) in enumerate(sums):
        if known[k]:
            influence[k, at_xy] = 1.0 / scale[k]
            influence[k, at_xx] = -r[k] / (2.0 * xx[k])
            influence[k, at_yy] = -r[k] / (2.0 * yy[k])
    blocks = moments.blocks
    factor = blocks / (blocks - 1.0) if blocks > 1 else np.nan
    variance = factor * np.einsum("kv,vw,kw->k", influence, moments.cross, influence)
    error = np.sqrt(np.maximum(variance, 0.0))

    def interval(confidence: float) -> tuple[Floats, Floats]:
        inside = known & (np.abs(r) < 1.0)
        z = np.arctanh(np.where(inside, r, 0.0))
        low, high = mean_interval(z, np.where(inside, error / np.where(inside, 1.0 - r**2, 1.0), np.nan), blocks, confidence)
        return np.where(inside, np.tanh(low), r), np.where(inside, np.tanh(high), r)

    count = np.full(len(sums), blocks, np.int64)
    return Rows(info, columns, np.full(len(sums), moments.total[games]), count, r, interval)


# -- a grid's elements


class PoolSums:
    """Collects, block by block, what the design points of a grid say of each element: 16 of the 64 points have it. Parts of the same blocks are added
    up before they become sums, since their blocks were dealt alike and are not independent."""

    def __init__(self, figures: Figures) -> None:
        """No design points yet."""
        assert figures.grid is not None
        self._grid = figures.grid
        self.points: tuple[int, ...] = ()
        self._moments: Moments | None = None
        self._first_block = -1
        self._values: Floats | None = None
        elements = [element for axis in self._grid.axes for element in axis]
        self._stats = ("games", "sd", "sd:total", "sum", "sum:total", "cov", "cov:total", "lead", "lead:total")
        self.variables = tuple(f"{stat}:{element}" for element in elements for stat in self._stats)

    def add(self, info: PointInfo, first_block: int, variables: tuple[str, ...], values: Floats) -> None:
        """Add a design point's part: (blocks, variables) of the group "within"."""
        if info.index not in self.points:
            self.points = (*self.points, info.index)
        if first_block != self._first_block:
            self._flush()
            self._first_block = first_block
        if self._values is None or len(self._values) != len(values):
            larger = np.zeros((max(len(values), 0 if self._values is None else len(self._values)), len(self.variables)))
            if self._values is not None:
                larger[: len(self._values)] = self._values
            self._values = larger
        place = {name: k for k, name in enumerate(variables)}
        mine = {name: k for k, name in enumerate(self.variables)}
        for k, element in enumerate(info.options[self._grid.option]):
            read = ("games", f"sd:{k}", "sd:total", f"sum:{k}", "sum:total", f"cov:{k}:total", "cov:total:total", f"lead:{k}", "lead:total")
            for stat, name in zip(self._stats, read, strict=True):
                self._values[: len(values), mine[f"{stat}:{element}"]] += values[:, place[name]]

    def _flush(self) -> None:
        if self._values is not None:
            sums = Moments.of(self._values)
            self._moments = sums if self._moments is None else self._moments + sums
        self._values = None

    def finished(self) -> Moments:
        """All sums."""
        self._flush()
        assert self._moments is not None
        return self._moments


def weights(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """What each element of a grid weighs, over all design points that have it (column `figure`): mean points a seat ("points"), spread within a game
    ("spread"), and its share of the points, of the variance of totals and of the winner's margin ("of_points", "of_spread", "of_margin"). The rows of a
    figure are judged together. The design point named is the first of the grid."""
    frames = []
    for figure in ("points", "spread", "of_points", "of_spread", "of_margin"):
        rows = []
        for pool in summary.pools:
            info = next(point.info for point in summary.points if point.info.index == pool.points[0])
            rows.append(ratio_rows(info, _weight_ratios(summary, info, figure), pool.moments, pool.variables))
        frames.append(to_frame(rows, ("figure", "element"), confidence, family))
    return pl.concat(frames)


def _weight_ratios(summary: Summary, info: PointInfo, figure: str) -> list[Ratio]:
    grid = summary.figures.grid
    assert grid is not None
    top, bottom, scale = {
        "points": ("sum", "games", 1.0 / info.players),
        "spread": ("sd", "games", 1.0),
        "of_points": ("sum", "sum:total", 1.0),
        "of_spread": ("cov", "cov:total", 1.0),
        "of_margin": ("lead", "lead:total", 1.0),
    }[figure]
    return [
        Ratio({"figure": figure, "element": str(element)}, f"{top}:{element}", f"{bottom}:{element}", scale=scale)
        for axis in grid.axes
        for element in axis
    ]
