"""Rows of result tables: from sums to ratios, from ratios to estimates with intervals, from those to one tidy Polars table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.figures import Factor
from analysis.points import PointInfo, PointSummary, Summary
from analysis.statistics import (
    Differences,
    Moments,
    Ratios,
    mean_interval,
    ratios,
    share_interval,
    sidak_confidence,
)
from analysis.statistics.moments import Floats

Family = Literal["table", "run"]
"""Whose rows a simultaneous interval holds together: those of one design point's table, or those of all design points."""
Interval = Callable[[float], tuple[Floats, Floats]]
"""Ends of the intervals of a table's rows at a confidence."""


@dataclass
class Rows:
    """Rows of one design point's table before the intervals are known."""

    info: PointInfo
    columns: dict[str, list[Any]]
    games: Floats
    blocks: NDArray[np.int64]
    estimate: Floats
    interval: Interval
    anytime: bool = False
    """Whether the intervals hold at every moment of a run (`analysis.anytime`)."""


# -- from sums to ratios


def variables_of(moments: Moments, measure: str) -> NDArray[np.int64]:
    """Where a factor's variables of one kind are: those of its levels, then that of all seats."""
    number = moments.variables // 3
    return np.arange(number) + {"wins": 0, "shares": number, "games": 2 * number}[measure]


def level_ratios_of_all(summary: Summary, factor: str, measure: str) -> Iterable[tuple[PointInfo, dict[str, list[Any]], Ratios]]:
    """For each design point where the factor tells seats apart: its level columns, and the ratios, all seats last."""
    for point in summary.points:
        moments = point.factors.get(factor)
        if moments is None:
            continue
        found = level_ratios(summary, point, summary.figures.factor(factor), moments, measure)
        if len(found[2].estimate) > 2:
            yield found


def level_ratios(
    summary: Summary, point: PointSummary, factor: Factor, moments: Moments, measure: str
) -> tuple[PointInfo, dict[str, list[Any]], Ratios]:
    """The factor's level columns at a design point, and the ratios by level, all seats last."""
    top, bottom = variables_of(moments, measure), variables_of(moments, "games")
    played = moments.total[bottom] > 0
    unit = np.eye(moments.variables)
    scale = 1.0 / point.info.win_unit if measure == "shares" else 1.0
    found = ratios(moments, unit[top[played]] * scale, unit[bottom[played]])
    index = [int(k) for k in np.flatnonzero(played[:-1])]
    return point.info, level_columns(summary, point.info, factor, index), found


def level_columns(summary: Summary, info: PointInfo, factor: Factor, index: list[int]) -> dict[str, list[Any]]:
    """Columns that name the levels with these indices among all of the factor."""
    combinations = list(product(*summary.level_labels(factor, info.players)))
    chosen = [combinations[k] for k in index]
    return {name: [c[i] for c in chosen] for i, name in enumerate(factor.levels)}


def per_game(moments: Moments, variables: Iterable[int]) -> Ratios:
    """Ratios of some variables to the first one, the number of games."""
    chosen = list(variables)
    unit = np.eye(moments.variables)
    return ratios(moments, unit[chosen], unit[[0] * len(chosen)])


def take(found: Ratios, index: NDArray[np.int64]) -> Ratios:
    """Some of the ratios."""
    return Ratios(
        found.estimate[index],
        found.influence[index],
        found.covariance[np.ix_(index, index)],
        found.blocks[index],
        found.size[index],
    )


# -- rows with intervals


def share_rows(info: PointInfo, columns: dict[str, list[Any]], found: Ratios) -> Rows:
    """Rows of shares; ratios beyond the columns' rows (all seats) are left out."""
    kept = take(found, np.arange(len(next(iter(columns.values())))))

    def interval(confidence: float) -> tuple[Floats, Floats]:
        return share_interval(kept.estimate, kept.error, kept.blocks, kept.size, confidence)

    return Rows(info, columns, kept.size, kept.blocks, kept.estimate, interval)


def mean_rows(info: PointInfo, columns: dict[str, list[Any]], found: Ratios) -> Rows:
    """Rows of means, with Student's intervals."""

    def interval(confidence: float) -> tuple[Floats, Floats]:
        return mean_interval(found.estimate, found.error, found.blocks, confidence)

    return Rows(info, columns, found.size, found.blocks, found.estimate, interval)


def difference_rows(
    info: PointInfo,
    columns: dict[str, list[Any]],
    found: Ratios,
    first: list[int],
    second: list[int],
    exact_second: bool = False,
) -> Rows:
    """Rows of differences of shares of the same blocks. With `exact_second` the second (par) takes part with its measured spread alone: par may be
    fixed by the rules, and then it adds nothing."""
    differences = Differences.of(found, first, second, exact_second)
    blocks = np.minimum(found.blocks[first], found.blocks[second])
    estimate = found.estimate[first] - found.estimate[second]
    return Rows(info, columns, found.size[first], blocks, estimate, differences.interval)


def merged(rows: Sequence[Rows]) -> Rows:
    """Rows of one design point that come from different sums, as those of one table."""
    if len(rows) == 1:
        return rows[0]

    def interval(confidence: float) -> tuple[Floats, Floats]:
        ends = [row.interval(confidence) for row in rows]
        return np.concatenate([low for low, _ in ends]), np.concatenate([high for _, high in ends])

    columns = {name: [value for row in rows for value in row.columns[name]] for name in rows[0].columns}
    games, estimate = np.concatenate([row.games for row in rows]), np.concatenate([row.estimate for row in rows])
    return Rows(rows[0].info, columns, games, np.concatenate([row.blocks for row in rows]), estimate, interval)


def point_columns(info: PointInfo) -> dict[str, Any]:
    """The columns by which a row says which design point it is of."""
    return {
        "point": info.index,
        "label": info.label,
        "variant": info.variant,
        "players": info.players,
        "lineup": info.lineup_label,
    }


def columns_of(levels: tuple[str, ...], **types: Any) -> dict[str, Any]:
    """Names and types of a table's columns; `levels` are those that tell its rows apart."""
    kinds = {"order": pl.UInt8, "par": pl.Float64, "gain": pl.Float64, "baseline": pl.Int64, **types}
    return {
        "point": pl.Int64,
        "label": pl.String,
        "variant": pl.String,
        "players": pl.Int64,
        "lineup": pl.String,
        **{name: kinds.get(name, pl.String) for name in levels},
        "games": pl.Int64,
        "blocks": pl.Int64,
        "estimate": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "low_simultaneous": pl.Float64,
        "high_simultaneous": pl.Float64,
    }


def joint_confidence(confidence: float, rows: int, anytime: bool) -> float:
    """Of each of so many rows, so that all hold together: Šidák's, or Bonferroni's for intervals that hold at every moment."""
    return 1.0 - (1.0 - confidence) / max(rows, 1) if anytime else sidak_confidence(confidence, rows)


def to_frame(rows: list[Rows], levels: tuple[str, ...], confidence: float, family: Family) -> pl.DataFrame:
    """One table of all design points."""
    if family not in ("table", "run"):
        raise ValueError(f"family is 'table' or 'run', not {family!r}")
    schema = columns_of(levels)
    whole = sum(len(row.estimate) for row in rows)
    columns: dict[str, list[Any]] = {name: [] for name in schema}
    for row in rows:
        judged = whole if family == "run" else len(row.estimate)
        ends = (*row.interval(confidence), *row.interval(joint_confidence(confidence, judged, row.anytime)))
        for name, value in point_columns(row.info).items():
            columns[name] += [value] * len(row.estimate)
        for name, values in row.columns.items():
            columns[name] += values
        for name, array in zip(("low", "high", "low_simultaneous", "high_simultaneous"), ends, strict=True):
            columns[name] += array.tolist()
        columns["games"] += np.rint(row.games).astype(np.int64).tolist()
        columns["blocks"] += row.blocks.tolist()
        columns["estimate"] += row.estimate.tolist()
    # What can't be said (an interval of a mean from a single block) is null, in every file format.
    return pl.DataFrame(columns, schema=schema).fill_nan(None)
