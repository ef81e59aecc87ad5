"""What a setting changed: figures of each design point less those of the design points that it is compared with.

Both were dealt the same blocks, so every difference is taken within blocks (`analysis.statistics.paired`). The tables have the columns of
`analysis.balance` and two more: `baseline`, the design point compared with, and `gain`, how many times more blocks two runs with different deals
would have needed for the same certainty.

In `changes` (win rates by level) the simultaneous intervals hold for the levels of a setting; in the others, which have one figure a
setting, for all settings of the run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from analysis.measures import ENDINGS, MEANS
from analysis.points import PointSummary, Summary
from analysis.ratio_tables import EXTRA, pairs
from analysis.ratio_tables import changes as ratio_changes
from analysis.rows import Family, Rows, level_columns, to_frame
from analysis.statistics import PairMoments, paired_differences
from analysis.statistics.moments import Floats


def changes(summary: Summary, factor: str, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Changes of the win rates by a factor's levels."""
    rows = []
    for point, base, pair in pairs(summary, factor):
        if factor not in base.factors:
            continue
        half = pair.both.variables // 2
        number = half // 3
        games = np.arange(2 * number, half)
        played = (pair.both.total[games] > 0) & (pair.both.total[games + half] > 0)
        index = [k for k in range(number - 1) if played[k]]
        unit = np.eye(half)
        columns = level_columns(summary, point.info, summary.figures.factor(factor), index)
        rows.append(_rows(point, base, pair, columns, unit[index], unit[games[index]], np.eye(len(index)), True))
    return to_frame(rows, (*summary.figures.factor(factor).levels, *EXTRA), confidence, family)


def change_of_endings(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Changes of the shares of games (column `ending`): shared, unfinished and what else the game's figures name."""
    return ratio_changes(summary, ENDINGS, confidence)


def change_of_means(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Changes of the means per game (column `number`): turns, rounds and what else the game's figures name."""
    return ratio_changes(summary, MEANS, confidence)


def change_of_going_first(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Changes of the first player's win rate less the last one's."""
    rows = []
    for point, base, pair in pairs(summary, "order"):
        half = pair.both.variables // 2
        number = half // 3
        places = [0, point.info.players - 1]
        unit = np.eye(half)
        top, bottom = unit[places], unit[[2 * number + place for place in places]]
        columns = {"against": ["last"]}
        rows.append(_rows(point, base, pair, columns, top, bottom, np.array([[1.0, -1.0]]), True))
    return to_frame(rows, ("against", *EXTRA), confidence, "run")


def _rows(
    point: PointSummary,
    base: PointSummary,
    pair: PairMoments,
    columns: dict[str, list[Any]],
    top: Floats,
    bottom: Floats,
    weights: Floats,
    shares: bool,
) -> Rows:
    """Rows of changes: one for each row of `weights`, which combines the ratios top / bottom."""
    found = paired_differences(pair, top, bottom, shares=shares, weights=weights)

    def interval(confidence: float) -> tuple[Floats, Floats]:
        there = paired_differences(pair, top, bottom, confidence, shares, weights)
        return there.low, there.high

    half = pair.both.variables // 2
    games = (bottom @ pair.both.total[half:])[: len(weights)]
    columns = {**columns, "baseline": [base.info.index] * len(weights), "gain": found.gain.tolist()}
    return Rows(point.info, columns, games, found.blocks, found.estimate, interval)
