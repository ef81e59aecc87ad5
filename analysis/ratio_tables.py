"""Tables of ratios of sums: shares and means with their intervals, and how they differ between design points that were dealt alike.

A table says which ratios it has at a design point; from that follow its estimates and, with the sums of pairs, its changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from analysis.points import PointInfo, PointSummary, Summary
from analysis.rows import Family, Rows, merged, to_frame
from analysis.statistics import Moments, PairMoments, Ratios, mean_interval, paired_differences, ratios, share_interval
from analysis.statistics.moments import Floats

EXTRA = ("baseline", "gain")
"""Further columns of tables of changes: the design point compared with, and what pairing gained."""


@dataclass(frozen=True)
class Ratio:
    """Σ top / Σ bottom, two variables of a group; `scale` times that. columns: what tells its row apart. share: it lies between 0 and 1.

    group: of the variables, if not the table's.
    """

    columns: dict[str, Any]
    top: str
    bottom: str
    share: bool = False
    scale: float = 1.0
    group: str = ""


@dataclass(frozen=True)
class RatioTable:
    """A table: its name, the group of variables that it reads, its level columns, and its ratios at a design point.

    together: in the table of changes, whether each figure is judged together over all settings of the run (else all rows of a setting).
    """

    name: str
    group: str
    levels: tuple[str, ...]
    ratios: Callable[[Summary, PointSummary], Sequence[Ratio]]
    together: bool = False


def estimates(summary: Summary, table: RatioTable, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """The table's figures at every design point that has them."""
    rows = []
    for point in summary.points:
        groups = _by_group(summary, table, point)
        found = [row for g, wanted in groups.items() if (row := ratio_rows(point.info, wanted, point.sums[g], point.variables[g]))]
        rows += [merged(found)] if found else []
    return to_frame(rows, table.levels, confidence, family)


def _by_group(summary: Summary, table: RatioTable, point: PointSummary) -> dict[str, list[Ratio]]:
    """The table's ratios at a design point by the group of variables that they are made of; groups that it has no sums of are left out."""
    groups: dict[str, list[Ratio]] = {}
    for ratio in table.ratios(summary, point):
        group = ratio.group or table.group
        if group in point.sums:
            groups.setdefault(group, []).append(ratio)
    return groups


def ratio_rows(info: PointInfo, wanted: Sequence[Ratio], moments: Moments, variables: tuple[str, ...]) -> Rows | None:
    """Rows of some ratios; those without anything in their denominator are left out. None when none is left."""
    place = {name: k for k, name in enumerate(variables)}
    wanted = [ratio for ratio in wanted if moments.total[place[ratio.bottom]] > 0]
    if not wanted:
        return None
    top, bottom = _coefficients(wanted, place)
    found = ratios(moments, top, bottom)
    return mixed_rows(info, columns_of_rows(wanted), found, np.array([ratio.share for ratio in wanted], np.bool_))


def columns_of_rows(wanted: Sequence[Ratio]) -> dict[str, list[Any]]:
    """The level columns of some ratios."""
    return {name: [ratio.columns[name] for ratio in wanted] for name in wanted[0].columns}


def mixed_rows(info: PointInfo, columns: dict[str, list[Any]], found: Ratios, share: Any) -> Rows:
    """Rows of shares and means in one table."""

    def interval(confidence: float) -> tuple[Floats, Floats]:
        low, high = mean_interval(found.estimate, found.error, found.blocks, confidence)
        bounded = np.where(share, found.estimate, np.nan)
        lower, upper = share_interval(bounded, found.error, found.blocks, found.size, confidence)
        return np.where(share, lower, low), np.where(share, upper, high)

    return Rows(info, columns, found.size, found.blocks, found.estimate, interval)


def changes(summary: Summary, table: RatioTable, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """How the table's figures differ from those of the design points that each is compared with (`analysis.points.compared`)."""
    rows = []
    found = {point.info.index: point for point in summary.points}
    for point in summary.points:
        groups = _by_group(summary, table, point)
        for base, paired in point.pairs.items():
            changed = [
                row for group, wanted in groups.items() if group in paired and (row := _changed(point, found[base], paired[group], wanted, group))
            ]
            rows += [merged(changed)] if changed else []
    if table.together:
        kinds = list(dict.fromkeys(tuple(ratio) for row in rows for ratio in zip(*(row.columns[n] for n in table.levels), strict=True)))
        frames = [to_frame(_only(rows, table.levels, kind), (*table.levels, *EXTRA), confidence, "run") for kind in kinds]
        return pl.concat(frames) if frames else to_frame([], (*table.levels, *EXTRA), confidence, "run")
    return to_frame(rows, (*table.levels, *EXTRA), confidence, family)


def pairs(summary: Summary, name: str) -> Iterable[tuple[PointSummary, PointSummary, PairMoments]]:
    """Design points that were paired with others: (point, the other one, the sums of both)."""
    found = {point.info.index: point for point in summary.points}
    for point in summary.points:
        for base, groups in point.pairs.items():
            if name in groups:
                yield point, found[base], groups[name]


def _changed(point: PointSummary, base: PointSummary, pair: PairMoments, wanted: Sequence[Ratio], group: str) -> Rows | None:
    """Rows of the changes of ratios of one group; None when none of them is known at both design points."""
    place = {name: k for k, name in enumerate(point.variables[group])}
    half = len(place)
    wanted = [w for w in wanted if min(pair.both.total[place[w.bottom]], pair.both.total[half + place[w.bottom]]) > 0]
    return _change_rows(point, base, pair, wanted, place) if wanted else None


def _change_rows(point: PointSummary, base: PointSummary, pair: PairMoments, wanted: Sequence[Ratio], place: dict[str, int]) -> Rows:
    top, bottom = _coefficients(wanted, place)
    share = np.array([ratio.share for ratio in wanted], np.bool_)
    found = paired_differences(pair, top, bottom, shares=False)

    @cache
    def interval(confidence: float) -> tuple[Floats, Floats]:
        low, high = np.full(len(share), np.nan), np.full(len(share), np.nan)
        for kind in dict.fromkeys(share.tolist()):
            there = paired_differences(pair, top, bottom, confidence, shares=kind)
            low, high = np.where(share == kind, there.low, low), np.where(share == kind, there.high, high)
        return low, high

    columns = {**columns_of_rows(wanted), "baseline": [base.info.index] * len(wanted), "gain": found.gain.tolist()}
    return Rows(point.info, columns, bottom @ pair.both.total[len(place) :], found.blocks, found.estimate, interval)


def _coefficients(wanted: Sequence[Ratio], place: dict[str, int]) -> tuple[Floats, Floats]:
    unit = np.eye(len(place))
    top = unit[[place[ratio.top] for ratio in wanted]] * np.array([[ratio.scale] for ratio in wanted]).reshape(-1, 1)
    return top, unit[[place[ratio.bottom] for ratio in wanted]]


def _only(rows: Sequence[Rows], levels: tuple[str, ...], kind: tuple[Any, ...]) -> list[Rows]:
    """The rows of one kind, each on its own."""
    chosen = []
    for row in rows:
        for k, own in enumerate(zip(*(row.columns[name] for name in levels), strict=True)):
            if own == kind:
                chosen.append(_one(row, k))
    return chosen


def _one(row: Rows, k: int) -> Rows:
    def interval(confidence: float) -> tuple[Floats, Floats]:
        low, high = row.interval(confidence)
        return low[[k]], high[[k]]

    columns = {name: [values[k]] for name, values in row.columns.items()}
    return Rows(row.info, columns, row.games[[k]], row.blocks[[k]], row.estimate[[k]], interval)
