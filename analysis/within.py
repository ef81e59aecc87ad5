"""How the seats of a game differ: spread, what it and the winner's margin are made of, and what goes with what.

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

from analysis.figures import Within
from analysis.points import PointInfo, PointSummary, Summary
from analysis.ratio_tables import Ratio, RatioTable
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
        rows.append(correlation_rows(point.info, columns, point.sums["within"], np.array(sums, dtype=np.intp), place["games"]))
    return to_frame(rows, ("component", "other"), confidence, family)


def correlation_rows(info: PointInfo, columns: dict[str, list[Any]], moments: Moments, sums: Any, games: int) -> Rows:
    """Rows of correlations; `sums` is (rows, 3): where the sums C_xy, C_xx and C_yy of each are. Unknown (nan) where one of the two never varies."""
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
