"""What a setting changed: figures of each design point less those of the first one of the same variant and number of players.

Both were dealt the same blocks, so every difference is taken within blocks (`analysis.statistics.paired`). The tables have the columns of
`analysis.balance` and two more: `baseline`, the design point compared with, and `gain`, how many times more blocks two runs with different deals
would have needed for the same certainty.

In `changes` (win rates by level) the simultaneous intervals hold for the levels of a setting; in the others, which have one figure a
setting, for all settings of the run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import polars as pl

from analysis.rows import FACTOR, Family, Rows, level_columns, to_frame
from analysis.statistics import PairMoments, paired_differences
from analysis.statistics.moments import Floats
from analysis.summary import GAME_SHARES, PointSummary, Summary

_EXTRA = ("baseline", "gain")


def changes(summary: Summary, factor: str, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Changes of the win rates by the factor's levels: "compo", "coach" or "order"."""
    rows = []
    for point, base, pair in _pairs(summary, factor):
        if factor not in base.factors:
            continue
        half = pair.both.variables // 2
        number = half // 3
        games = np.arange(2 * number, half)
        played = (pair.both.total[games] > 0) & (pair.both.total[games + half] > 0)
        index = [k for k in range(number - 1) if played[k]]
        unit = np.eye(half)
        columns = level_columns(summary, point.info, FACTOR[factor], index)
        rows.append(_rows(point, base, pair, columns, unit[index], unit[games[index]], np.eye(len(index)), True))
    return to_frame(rows, (*FACTOR[factor].levels, *_EXTRA), confidence, family)


def change_of_endings(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Changes of the shares of games with several winners ("shared") and of unfinished games (column `ending`)."""
    rows = []
    for point, base, pair in _pairs(summary, "games"):
        for ending in ("shared", "unfinished"):
            unit = np.eye(pair.both.variables // 2)
            chosen = [1 + GAME_SHARES.index(ending)]
            rows.append(_rows(point, base, pair, {"ending": [ending]}, unit[chosen], unit[[0]], np.eye(1), True))
    return _each_together(rows, "ending", confidence)


def change_of_means(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Changes of the mean number of turns, rounds and winners of a game (column `number`)."""
    rows = []
    for point, base, pair in _pairs(summary, "games"):
        for number in ("turns", "rounds", "winners"):
            if number in point.numbers:
                unit = np.eye(pair.both.variables // 2)
                chosen = [1 + len(GAME_SHARES) + point.numbers.index(number)]
                rows.append(_rows(point, base, pair, {"number": [number]}, unit[chosen], unit[[0]], np.eye(1), False))
    return _each_together(rows, "number", confidence)


def change_of_going_first(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Changes of the first player's win rate less the last one's."""
    rows = []
    for point, base, pair in _pairs(summary, "order"):
        half = pair.both.variables // 2
        number = half // 3
        places = [0, point.info.players - 1]
        unit = np.eye(half)
        top, bottom = unit[places], unit[[2 * number + place for place in places]]
        columns = {"against": ["last"]}
        rows.append(_rows(point, base, pair, columns, top, bottom, np.array([[1.0, -1.0]]), True))
    return _each_together(rows, "against", confidence)


def _pairs(summary: Summary, name: str) -> Iterable[tuple[PointSummary, PointSummary, PairMoments]]:
    """Design points that were paired with the first of their kind: (point, that first one, their sums)."""
    found = {point.info.index: point for point in summary.points}
    for point in summary.points:
        if name in point.pairs:
            yield point, found[summary.baseline[point.info.index]], point.pairs[name]


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


def _each_together(rows: list[Rows], name: str, confidence: float) -> pl.DataFrame:
    """One table in which each figure's rows, over all settings, are judged together."""
    kinds = list(dict.fromkeys(row.columns[name][0] for row in rows))
    frames = [to_frame([r for r in rows if r.columns[name] == [kind]], (name, *_EXTRA), confidence, "run") for kind in kinds]
    return pl.concat(frames) if frames else to_frame([], (name, *_EXTRA), confidence, "run")
