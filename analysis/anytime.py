"""Win rates of runs that were stopped on a verdict: intervals that hold at every moment (`analysis.statistics.sequences`).

A study with ``until = "verdict"`` looks at its figures after every round and stops when they are clear. Intervals made for a number of games that
was fixed beforehand would be too narrow then. Rows of a table are judged together by Bonferroni's inequality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analysis.figures import Factor
from analysis.points import PointInfo, PointSummary, Summary
from analysis.rows import Interval, Rows, variables_of
from analysis.statistics import Differences
from analysis.statistics.moments import Floats
from analysis.statistics.sequences import difference_p_values, difference_sequence, share_sequence

Ratio = tuple[Floats, Floats]
"""(K, V) coefficients of numerators and of denominators."""
_POWER = 1.28  # standard errors: nine times in ten an estimate is not further off to one side


def applies(summary: Summary) -> bool:
    """Whether the run was stopped on a verdict, so that intervals for a fixed number of games don't hold."""
    return summary.manifest["study"].get("until") == "verdict"


def win_rates(summary: Summary, factor: str, measure: str, rows: list[Rows]) -> list[Rows]:
    """Rows of win rates ("wins") or win shares ("shares") with the intervals that belong to the run."""
    return [replace(row, interval=_shares(summary, row.info, factor, measure), anytime=True) for row in rows] if applies(summary) else rows


def from_par(summary: Summary, factor: str, rows: list[Rows]) -> list[Rows]:
    """Rows of win rates less par with the intervals that belong to the run."""
    return [replace(row, interval=_from_par(summary, row.info, factor), anytime=True) for row in rows] if applies(summary) else rows


def going_first(summary: Summary, rows: list[Rows]) -> list[Rows]:
    """Rows of the first player's win rate less that of others with the intervals that belong to the run."""
    return [replace(row, interval=_going_first(summary, row.info), anytime=True) for row in rows] if applies(summary) else rows


def _shares(summary: Summary, info: PointInfo, factor: str, measure: str) -> Interval:
    point, levels = _point(summary, info), summary.figures.factor(factor)
    played, levelled, _ = _ratios(point, factor, measure)
    most = most_games(summary, info, levels)[played]

    def interval(confidence: float) -> tuple[Floats, Floats]:
        return share_sequence(point.factors[factor], *levelled, most, confidence)

    return interval


def _from_par(summary: Summary, info: PointInfo, factor: str) -> Interval:
    point = _point(summary, info)
    arguments = _par_arguments(summary, point, factor)

    def interval(confidence: float) -> tuple[Floats, Floats]:
        return difference_sequence(point.factors[factor], *arguments, confidence=confidence)

    return interval


def _par_arguments(summary: Summary, point: PointSummary, factor: str) -> tuple[Ratio, Ratio, tuple[Floats, float], Floats, bool]:
    """Levels against par, as `difference_sequence` takes them."""
    played, levelled, everyone = _ratios(point, factor, "wins")
    most = most_games(summary, point.info, summary.figures.factor(factor))
    of = float(seats_a_block(point.info))
    # Where it is known how often a level plays, it is in every block that often; else the levels are taken to be equally frequent.
    weight = np.where(most < of, most / of, 1.0 / len(most))[played]
    return levelled, everyone, (most[played], of), weight, True


@dataclass(frozen=True)
class DifferencesAtAnyTime:
    """Levels against par with p-values that hold at every moment; what a table of verdicts asks of `analysis.statistics.Differences`.

    error: standard errors.  pairs: for each design point and factor, what gives their p-values against a limit.
    """

    estimate: Floats
    error: Floats
    interval: Interval
    tests: Callable[[float], tuple[Floats, Floats]]

    @classmethod
    def joined(cls, parts: Sequence[DifferencesAtAnyTime]) -> DifferencesAtAnyTime:
        """Those of all parts."""

        def both(ends: Iterable[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
            first, second = zip(*ends, strict=True)
            return np.concatenate(first), np.concatenate(second)

        estimate, error = both((part.estimate, part.error) for part in parts)
        return cls(estimate, error, lambda c: both(part.interval(c) for part in parts), lambda limit: both(part.tests(limit) for part in parts))

    def p_values(self, limit: float) -> tuple[Floats, Floats]:
        """Of the hypotheses "the difference is at most `limit`" and "… at least `limit`"."""
        return self.tests(limit)

    def times_needed(self, lower: float, upper: float, confidence: float) -> Floats:
        """How many times as many blocks would settle where the difference lies; 1 where it is settled.

        An interval's width goes (nearly) with the square root of the blocks. If the true difference is what was measured, so many do it about four
        times in five: the estimate to come is taken 1.28 standard errors nearer to the limit.
        """
        low, high = self.interval(confidence)
        settled = (low > upper) | (high < lower) | ((low >= lower) & (high <= upper))
        gap = np.minimum(np.abs(self.estimate - lower), np.abs(self.estimate - upper))
        half = np.maximum(high - self.estimate, self.estimate - low) + _POWER * self.error
        times = np.where(gap > 0, (half / np.where(gap > 0, gap, 1.0)) ** 2, np.inf)
        return np.where(settled, 1.0, np.maximum(times, 1.0))


def differences(summary: Summary, info: PointInfo, factor: str, fixed: Differences) -> Differences | DifferencesAtAnyTime:
    """A design point's levels against par: as for a fixed number of games, or with what belongs to a run that was stopped on a verdict."""
    if not applies(summary):
        return fixed
    point = _point(summary, info)
    arguments = _par_arguments(summary, point, factor)

    def tests(limit: float) -> tuple[Floats, Floats]:
        return difference_p_values(point.factors[factor], *arguments, limit=limit)

    return DifferencesAtAnyTime(fixed.estimate, fixed.error, _from_par(summary, info, factor), tests)


def _going_first(summary: Summary, info: PointInfo) -> Interval:
    point = _point(summary, info)
    moments = point.factors["order"]
    wins, games = variables_of(moments, "wins"), variables_of(moments, "games")
    unit = np.eye(moments.variables)
    last, everyone = info.players - 1, info.players
    tops = [unit[wins[last]], unit[wins[everyone]] - unit[wins[0]]]
    bottoms = [unit[games[last]], unit[games[everyone]] - unit[games[0]]]
    number = 2 if info.players > 2 else 1
    first: Ratio = unit[[wins[0]] * number], unit[[games[0]] * number]
    second: Ratio = np.array(tops[:number]), np.array(bottoms[:number])
    each = seats_a_block(info) // info.players
    of = np.array([each, each * last])[:number]

    def interval(confidence: float) -> tuple[Floats, Floats]:
        return difference_sequence(moments, first, second, (each, of), each / of, within=False, confidence=confidence)

    return interval


def _point(summary: Summary, info: PointInfo) -> PointSummary:
    return next(point for point in summary.points if point.info.index == info.index)


def _ratios(point: PointSummary, factor: str, measure: str) -> tuple[NDArray[np.intp], Ratio, Ratio]:
    """The levels that were played (their places), their ratios, and as many times that of all seats."""
    moments = point.factors[factor]
    top, bottom = variables_of(moments, measure), variables_of(moments, "games")
    played = np.flatnonzero(moments.total[bottom[:-1]] > 0)
    unit = np.eye(moments.variables) * (1.0 / point.info.win_unit if measure == "shares" else 1.0)
    ones = np.eye(moments.variables)
    all_seats = np.full(len(played), len(top) - 1)
    return played, (unit[top[played]], ones[bottom[played]]), (unit[top[all_seats]], ones[bottom[all_seats]])


def seats_a_block(info: PointInfo) -> int:
    """The most seats that play in a block, counted once for each game."""
    return info.players * info.rotations * info.games_per_match


def most_games(summary: Summary, info: PointInfo, factor: Factor) -> Floats:
    """For each of the factor's levels, the most games of such seats in a block: all, where chance deals the level."""
    of = seats_a_block(info)
    (labels, *others) = summary.level_labels(factor, info.players)
    if factor.columns == ("order",):
        return np.full(len(labels), of / info.players)
    if factor.columns == ("strategy",):
        return np.array([of * info.lineup.count(name) / info.players for name in labels])
    return np.full(len(labels) * int(np.prod([len(more) for more in others])), float(of))
