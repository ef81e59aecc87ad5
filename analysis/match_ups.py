"""Two at a table: how often the levels of a factor win against each other.

    match_ups               level columns factor, row, column: win rate of the row's level where the other seat has the column's
    match_up_differences    that less the win rate of the column's level in the same games; each pair once

Strategies meet at tables of their own, each a design point; their rows stand at the first one of those that differ in nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import polars as pl

from analysis.points import PointInfo, PointSummary, Summary
from analysis.rows import Family, difference_rows, merged, share_rows, to_frame, variables_of
from analysis.side_by_side import pair_tables
from analysis.statistics import Moments, Ratios, ratios
from analysis.statistics.groups import GroupMoments
from analysis.statistics.moments import Floats
from analysis.sums_more import level_ids, pairs_of

LEVELS = ("factor", "row", "column")


def match_ups(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Win rate of a level against another, both ways."""
    rows = []
    for info, factor, met in _factors(summary):
        found = []
        for first, second, both in met:
            columns = {"factor": [factor] * 2, "row": [first, second], "column": [second, first]}
            found.append(share_rows(info, columns, both))
        rows += [merged(found)] if found else []
    return to_frame(rows, LEVELS, confidence, family)


def match_up_differences(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Win rate of a level less that of the other one, each pair once."""
    rows = []
    for info, factor, met in _factors(summary):
        found = [
            difference_rows(info, {"factor": [factor], "row": [first], "column": [second]}, both, [0], [1], exact_second=False)
            for first, second, both in met
        ]
        rows += [merged(found)] if found else []
    return to_frame(rows, LEVELS, confidence, family)


Met = list[tuple[str, str, Ratios]]
"""Two levels, and the win rates of both."""


def _factors(summary: Summary) -> Iterable[tuple[PointInfo, str, Met]]:
    for point in summary.points:
        for name, groups in point.more.items():
            if name.startswith("match_ups:"):
                yield point.info, name.removeprefix("match_ups:"), list(_levels(summary, point, name.removeprefix("match_ups:"), groups))
    points = {point.info.index: point for point in summary.points}
    for indices in pair_tables([point.info for point in summary.points]):
        met = [found for index in indices if (found := _strategies(summary, points[index])) is not None]
        if len(met) > 1:
            yield points[indices[0]].info, "strategy", met


def _levels(summary: Summary, point: PointSummary, name: str, groups: GroupMoments) -> Iterable[tuple[str, str, Ratios]]:
    factor = summary.figures.factor(name)
    (labels,) = summary.level_labels(factor, point.info.players)
    levels = [str(labels[k]) for k in level_ids(summary, point.info, factor)]
    for group, (a, b) in enumerate(pairs_of(len(levels))):
        moments = groups.moments(group)
        if moments.total[2] > 0:
            yield levels[a], levels[b], ratios(moments, np.eye(3)[:2], np.eye(3)[[2, 2]])


def _strategies(summary: Summary, point: PointSummary) -> tuple[str, str, Ratios] | None:
    found = head_to_head(summary, point, "wins")
    if found is None:
        return None
    one, other = dict.fromkeys(point.info.lineup)
    moments, top, bottom = found
    return one, other, ratios(moments, top, bottom)


def head_to_head(summary: Summary, point: PointSummary, measure: str) -> tuple[Moments, Floats, Floats] | None:
    """Sums, numerators and denominators of the wins (or win shares) of the two strategies of a line-up; None where it has not two, or no games."""
    moments = point.factors.get("strategy")
    names = list(dict.fromkeys(point.info.lineup))
    if moments is None or len(names) != 2:
        return None
    ids = [summary.labels["strategy"].index(name) for name in names]
    unit = np.eye(moments.variables)
    scale = 1.0 / point.info.win_unit if measure == "shares" else 1.0
    return moments, unit[variables_of(moments, measure)[ids]] * scale, unit[variables_of(moments, "games")[ids]]


__all__ = ["head_to_head", "match_up_differences", "match_ups"]
