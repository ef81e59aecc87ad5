"""Tipping points: at which value of a swept setting a figure crosses its reference.

Figures and references: the win rate of each level of a factor and the average of all seats; the first player's win rate less the last one's and
0, or the study's target; a figure of games (a mean, a share) and the study's target. A row a crossing, or one that says that none is shown.

    key, value columns          the setting; `estimate` where the measured curve crosses; `low`, `high` this crossing's interval on its own;
                                `low_simultaneous`, `high_simultaneous` together with those of all other curves of the same figure along the line
    status                      crosses, above, below, above_at_some, below_at_some, unclear (`analysis.statistics.crossing`)
    rising                      whether the figure goes from below the reference to above it
    after, before               design points at which the two sides are shown: the crossing lies between them whatever the curve's shape in between

Where no crossing is shown, only `estimate` says where the measured curve crosses, and is null when it does not. Between design points the curve is
taken as straight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.figures import GOING_FIRST, Factor, PerGame
from analysis.points import LineMoments, PointSummary, Summary
from analysis.rows import Interval, difference_rows, level_ratios, per_game, point_columns
from analysis.statistics import Ratios, mean_interval, ratios, share_interval, sidak_confidence
from analysis.statistics.crossing import Crossing, Curve, crossings, located, sides
from analysis.statistics.moments import Floats

WIN_RATE = "win_rate"
SCHEMA = {
    "point": pl.Int64, "label": pl.String, "variant": pl.String, "players": pl.Int64, "lineup": pl.String,
    "key": pl.String, "others": pl.String, "figure": pl.String, "factor": pl.String, "level": pl.String, "reference": pl.String,
    "target": pl.Float64, "points": pl.Int64, "games": pl.Int64, "blocks": pl.Int64, "crossing": pl.Int64, "status": pl.String,
    "rising": pl.Boolean, "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64, "low_simultaneous": pl.Float64,
    "high_simultaneous": pl.Float64, "after": pl.Float64, "before": pl.Float64, "curves": pl.Int64,
}  # fmt: skip


@dataclass(frozen=True)
class _Estimate:
    """A figure less its reference at a design point: estimate, and its interval at a confidence."""

    value: float
    interval: Interval
    row: int
    games: int
    blocks: int

    def ends(self, confidence: float) -> tuple[float, float]:
        low, high = self.interval(confidence)
        return float(low[self.row]), float(high[self.row])


@dataclass(frozen=True)
class _Line:
    """A curve: where it has estimates (places among the line's points), and what tells its rows apart."""

    level: str
    places: Sequence[int]
    estimates: Sequence[_Estimate]
    correlation: Floats
    """(m, m) of the estimates; 1 where the covariances are not known, which makes intervals no narrower than they must be."""


def targets_of(summary: Summary) -> dict[str, float]:
    """The study's targets in the units of the tables: shares and differences of shares as fractions of 1."""
    shares = {GOING_FIRST, *(figure.name for figure in summary.figures.shares)}
    targets: Mapping[str, float] = summary.manifest["study"].get("targets", {})  # runs of earlier versions have none
    return {name: target / 100.0 if name in shares else target for name, target in targets.items()}


def tipping_points(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """The tipping points along every main line of the run's sweeps (`analysis.sweeps.main_lines`)."""
    points = {point.info.index: point for point in summary.points}
    rows: list[dict[str, Any]] = []
    for moments in summary.lines:
        done = [k for k, index in enumerate(moments.line.points) if points[index].game_count]
        if len(done) < 3:
            continue
        chosen = [points[moments.line.points[k]] for k in done]
        x = np.array([moments.line.values[k] for k in done])
        common = {
            **point_columns(chosen[0].info),
            "key": moments.line.key,
            "others": ", ".join(f"{key} = {value}" for key, value in moments.line.others.items()),
        }
        for told, lines in _figures(summary, moments, chosen, done):
            rows += [{**common, **told, **row} for row in _rows(lines, x, confidence)]
    return pl.DataFrame(rows, schema=SCHEMA).with_columns(pl.col(pl.Float64).fill_nan(None))


def _rows(lines: Sequence[_Line], x: Floats, confidence: float) -> Iterable[dict[str, Any]]:
    """The rows of the curves of one figure, which are judged together."""
    number = sum(len(line.places) for line in lines)
    shown_at, located_at = sidak_confidence(confidence, number), sidak_confidence(confidence, len(lines))
    for line in lines:
        own = x[list(line.places)]
        curve = Curve(own, np.array([found.value for found in line.estimates]), line.correlation)
        shown = sides(*_ends(line, shown_at))
        for count, crossing in enumerate(crossings(curve, shown), start=1):
            alone = located(curve, *_ends(line, confidence), crossing)
            together = located(curve, *_ends(line, located_at), crossing)
            yield _row(line, count, crossing, alone, together, len(lines))


def _ends(line: _Line, confidence: float) -> tuple[Floats, Floats]:
    found = [estimate.ends(confidence) for estimate in line.estimates]
    return np.array([low for low, _ in found]), np.array([high for _, high in found])


def _row(line: _Line, count: int, crossing: Crossing, alone: tuple[float, float], together: tuple[float, float], curves: int) -> dict[str, Any]:
    return {
        "level": line.level,
        "points": len(line.places),
        "games": sum(found.games for found in line.estimates),
        "blocks": min(found.blocks for found in line.estimates),
        "crossing": count,
        "status": crossing.status,
        "rising": crossing.rising,
        "estimate": crossing.estimate,
        "low": alone[0],
        "high": alone[1],
        "low_simultaneous": together[0],
        "high_simultaneous": together[1],
        "after": crossing.after,
        "before": crossing.before,
        "curves": curves,
    }


# -- the figures


def _figures(
    summary: Summary, moments: LineMoments, points: Sequence[PointSummary], done: Sequence[int]
) -> Iterable[tuple[dict[str, Any], list[_Line]]]:
    """Every figure that has a reference along the line: its columns, and its curves."""
    for factor in summary.figures.factors:
        if len(factor.levels) == 1 and factor.name in moments.width and (lines := _win_rates(summary, factor, moments, points, done)):
            yield {"figure": WIN_RATE, "factor": factor.name, "reference": "par", "target": None}, lines
    targets = targets_of(summary)
    if points[0].info.players > 1 and "order" in moments.width:
        target = targets.get(GOING_FIRST, 0.0)
        told = {"figure": GOING_FIRST, "factor": "order", "reference": "target" if target else "zero", "target": target}
        yield told, [_going_first(target, moments, points, done)]
    for name, target in targets.items():
        if name == GOING_FIRST:
            continue
        figure = summary.figures.per_game(name)
        if all(figure.name in point.variables.get("games", ()) for point in points):
            line = _per_game(figure, target, moments, points, done)
            yield {"figure": name, "factor": "", "reference": "target", "target": target}, [line]


def _win_rates(summary: Summary, factor: Factor, moments: LineMoments, points: Sequence[PointSummary], done: Sequence[int]) -> list[_Line]:
    """The win rate of each level less the average of all seats, where the level was dealt."""
    found: dict[Any, list[tuple[int, int, _Estimate]]] = {}
    (column,) = factor.levels
    for place, point in enumerate(points):
        sums = point.factors.get(factor.name)
        if sums is None:
            return []
        info, columns, rates = level_ratios(summary, point, factor, sums, "wins")
        par = len(rates.estimate) - 1
        if par < 2:
            return []  # one level wins what all seats win
        rows = difference_rows(info, columns, rates, list(range(par)), [par] * par, exact_second=True)
        played = np.flatnonzero(sums.total[2 * sums.variables // 3 :][:-1] > 0)
        for k, level in enumerate(columns[column]):
            estimate = _Estimate(float(rows.estimate[k]), rows.interval, k, round(float(rows.games[k])), int(rows.blocks[k]))
            found.setdefault(level, []).append((place, int(played[k]), estimate))
    lines = []
    for level, entries in found.items():
        if len(entries) < 3:
            continue
        places, which, estimates = zip(*entries, strict=True)
        number = moments.width[factor.name] // 3
        top, bottom = _side_by_side(moments, factor.name, [done[k] for k in places], [
            ((k, 2 * number + k), (number - 1, 3 * number - 1)) for k in which
        ])  # fmt: skip
        lines.append(_Line(str(level), places, estimates, _correlation(moments, factor.name, top, bottom)))
    return lines


def _going_first(target: float, moments: LineMoments, points: Sequence[PointSummary], done: Sequence[int]) -> _Line:
    """The first player's win rate less the last one's, less its target."""
    estimates = []
    for point in points:
        sums = point.factors["order"]
        number, last = sums.variables // 3, point.info.players - 1
        unit = np.eye(sums.variables)
        rates = ratios(sums, unit[[0, last]], unit[[2 * number, 2 * number + last]])
        rows = difference_rows(point.info, {"against": ["last"]}, rates, [0], [1])
        estimate = float(rows.estimate[0]) - target
        estimates.append(_Estimate(estimate, _lowered(rows.interval, target), 0, point.game_count, int(rows.blocks[0])))
    number, last = moments.width["order"] // 3, points[0].info.players - 1
    top, bottom = _side_by_side(moments, "order", done, [((0, 2 * number), (last, 2 * number + last))] * len(done))
    return _Line("", range(len(points)), estimates, _correlation(moments, "order", top, bottom))


def _per_game(figure: PerGame, target: float, moments: LineMoments, points: Sequence[PointSummary], done: Sequence[int]) -> _Line:
    """A mean or a share of games less its target."""
    estimates = []
    for point in points:
        sums = point.sums["games"]
        rates = per_game(sums, [point.variables["games"].index(figure.name)])
        interval = _lowered(_interval(rates, figure.is_share), target)
        estimates.append(_Estimate(float(rates.estimate[0]) - target, interval, 0, point.game_count, int(rates.blocks[0])))
    k = points[0].variables["games"].index(figure.name)
    top, bottom = _side_by_side(moments, "games", done, [((k, 0), None)] * len(done))
    return _Line("", range(len(points)), estimates, _correlation(moments, "games", top, bottom))


def _interval(rates: Ratios, share: bool) -> Interval:
    def interval(confidence: float) -> tuple[Floats, Floats]:
        if share:
            return share_interval(rates.estimate, rates.error, rates.blocks, rates.size, confidence)
        return mean_interval(rates.estimate, rates.error, rates.blocks, confidence)

    return interval


def _lowered(interval: Interval, target: float) -> Interval:
    """The interval of a figure less its target."""

    def lowered(confidence: float) -> tuple[Floats, Floats]:
        low, high = interval(confidence)
        return low - target, high - target

    return lowered


# -- how design points go together

_Parts = tuple[tuple[int, int], tuple[int, int] | None]
"""Numerator and denominator among a design point's variables, of a ratio and of the one that is taken from it."""


def _side_by_side(moments: LineMoments, group: str, places: Sequence[int], parts: Sequence[_Parts]) -> tuple[Floats, Floats]:
    """Coefficients of the ratios of all design points, first those of the figures, then those taken from them."""
    width, points = moments.width[group], len(moments.line.points)
    wanted = [(place, first) for place, (first, _) in zip(places, parts, strict=True)]
    wanted += [(place, second) for place, (_, second) in zip(places, parts, strict=True) if second is not None]
    top, bottom = np.zeros((2, len(wanted), width * points))
    for row, (place, (numerator, denominator)) in enumerate(wanted):
        top[row, place * width + numerator] = 1.0
        bottom[row, place * width + denominator] = 1.0
    return top, bottom


def _correlation(moments: LineMoments, group: str, top: Floats, bottom: Floats) -> Floats:
    """(m, m) correlations of m figures; of m differences when there are 2 m ratios."""
    number = len({int(np.flatnonzero(row)[0]) // moments.width[group] for row in top})
    if group not in moments.sums:
        return np.ones((number, number))
    found = ratios(moments.sums[group], top, bottom)
    covariance = np.where(np.isnan(found.covariance), 0.0, found.covariance)
    weights = np.hstack([np.eye(number), -np.eye(number)]) if len(top) == 2 * number else np.eye(number)
    covariance = weights @ covariance @ weights.T
    error = np.sqrt(np.maximum(np.diagonal(covariance), 0.0))
    scale = np.outer(error, error)
    # Nothing is known of how a figure without spread goes with others.
    return np.clip(np.where(scale > 0, covariance / np.where(scale > 0, scale, 1.0), 1.0), -1.0, 1.0)
