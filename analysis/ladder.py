"""The ladder of strategies, and whether one of them dominates.

    ladder         level columns upper, lower: of the wins of the two, the share that goes to the upper one (shared wins split; per seat, where one
                   has more seats), at tables where both sit; a step is a pair next to each other in strength. Where several line-ups hold both, the
                   mean over them; its interval is the mean of their ends, wide enough however the line-ups, which play the same deals, go together
    equilibrium    level column strategy, tables of two: weight of the strategy in the mixed equilibrium of the table of win-share differences
                   (`analysis.statistics.zero_sum`); low, high: of the weights in `DRAWS` tables drawn from the estimates and their joint
                   covariance over blocks (parametric bootstrap: Efron & Tibshirani 1993, chapter 6); `support`, `alone`: in how many it is
                   played at all, and alone

Strength, by which strategies are put in order, is the mean of a strategy's shares against all others that it meets.
Rows stand at the first design point of those that differ in their line-up only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import polars as pl

from analysis.points import PointInfo, PointSummary, Summary
from analysis.rows import Family, Rows, columns_of, point_columns, to_frame, variables_of
from analysis.statistics import Ratios, ratios, share_interval, sidak_confidence
from analysis.statistics.moments import Floats
from analysis.statistics.zero_sum import equilibrium as solved

LEVELS = ("upper", "lower")
DRAWS = 1000
_SEED = 20_240_229
"""Of the draws: tables of the same run are the same."""


@dataclass(frozen=True)
class Ladder:
    """Strategies of design points that differ in their line-up only, strongest first, and what is known of each pair that meets."""

    info: PointInfo
    strategies: tuple[str, ...]
    met: Mapping[tuple[str, str], list[Ratios]]


def ladders(summary: Summary) -> Iterable[Ladder]:
    """All of a run with at least three strategies."""
    groups: dict[tuple[Any, ...], list[PointSummary]] = {}
    for point in summary.points:
        if "strategy" in point.factors and len(set(point.info.lineup)) > 1:
            groups.setdefault((point.info.variant, point.info.players, point.info.rules()), []).append(point)
    for points in groups.values():
        met: dict[tuple[str, str], list[Ratios]] = {}
        for point in points:
            for one, other in combinations(dict.fromkeys(point.info.lineup), 2):
                for pair in ((one, other), (other, one)):
                    if (found := _share(summary, point, *pair)) is not None:
                        met.setdefault(pair, []).append(found)
        names = list(dict.fromkeys(name for pair in met for name in pair))
        strength = {name: np.mean([_mean(found) for pair, found in met.items() if pair[0] == name]) for name in names}
        if len(names) > 2:
            yield Ladder(points[0].info, tuple(sorted(names, key=lambda name: -strength[name])), met)


def _mean(found: list[Ratios]) -> float:
    return float(np.mean([ratio.estimate[0] for ratio in found]))


def _share(summary: Summary, point: PointSummary, one: str, other: str) -> Ratios | None:
    """The share of `one` in the wins of both, per seat; None where neither won."""
    moments, info = point.factors["strategy"], point.info
    if moments.blocks < 1:
        return None
    shares = variables_of(moments, "shares")
    labels = summary.labels["strategy"]
    top = np.zeros((1, moments.variables))
    top[0, shares[labels.index(one)]] = info.lineup.count(other) / info.win_unit
    bottom = top.copy()
    bottom[0, shares[labels.index(other)]] = info.lineup.count(one) / info.win_unit
    found = ratios(moments, top, bottom)
    return found if found.size[0] > 0 else None


def ladder(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Each step of the ladder: the share of the upper strategy in the wins of the two."""
    rows = []
    for found in ladders(summary):
        steps = [pair for pair in pairwise(found.strategies) if pair in found.met]
        if steps:
            rows.append(_steps(found, steps))
    return to_frame(rows, LEVELS, confidence, family)


def _steps(found: Ladder, steps: list[tuple[str, str]]) -> Rows:
    met = [found.met[step] for step in steps]

    def interval(confidence: float) -> tuple[Floats, Floats]:
        ends = []
        for ratio in met:
            each = [share_interval(r.estimate, r.error, r.blocks, r.size, confidence) for r in ratio]
            ends.append((np.mean([low[0] for low, _ in each]), np.mean([high[0] for _, high in each])))
        both = np.array(ends)
        return both[:, 0], both[:, 1]

    columns = {"upper": [upper for upper, _ in steps], "lower": [lower for _, lower in steps]}
    games = np.array([sum(r.size[0] for r in ratio) for ratio in met])
    blocks = np.array([min(int(r.blocks[0]) for r in ratio) for ratio in met], np.int64)
    return Rows(found.info, columns, games, blocks, np.array([_mean(ratio) for ratio in met]), interval)


# -- equilibrium


def equilibrium(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Weights in the mixed equilibrium of tables of two, where every pair of at least three strategies has met."""
    infos = {point.info.index: point.info for point in summary.points}
    rows: list[dict[str, Any]] = []
    for points, sums in summary.beside.get("pairs", {}).items():
        lineups = [tuple(dict.fromkeys(infos[index].lineup)) for index in points]
        names = list(dict.fromkeys(name for lineup in lineups for name in lineup))
        if len(names) > 2 and len(points) == len(names) * (len(names) - 1) // 2 and "pair" in sums:
            eye = np.eye(sums["pair"].variables)
            found = ratios(sums["pair"], eye[0::2], eye[1::2])
            if not np.isnan(found.estimate).any():
                rows += _equilibrium_rows(infos[points[0]], names, lineups, found, confidence)
    return pl.DataFrame(rows, schema={**columns_of(("strategy",)), "support": pl.Float64, "alone": pl.Float64}).fill_nan(None)


def _equilibrium_rows(info: PointInfo, names: list[str], lineups: list[tuple[str, ...]], found: Ratios, confidence: float) -> list[dict[str, Any]]:
    places = [(names.index(one), names.index(other)) for one, other in lineups]
    weights = solved(_payoff(len(names), places, found.estimate))
    rng = np.random.default_rng(_SEED)
    covariance = np.where(np.isnan(found.covariance), 0.0, found.covariance)
    drawn = rng.multivariate_normal(found.estimate, covariance, size=DRAWS, method="eigh")
    draws = np.array([solved(_payoff(len(names), places, values)) for values in drawn])
    known = int(found.blocks.min()) > 1
    order = sorted(range(len(names)), key=lambda k: (-weights[k], -_strength(names, places, found.estimate)[k]))
    rows = []
    for k in order:
        ends = [np.quantile(draws[:, k], ((1.0 - c) / 2.0, (1.0 + c) / 2.0)) for c in (confidence, sidak_confidence(confidence, len(names)))]
        low, high, lower, upper = (float(x) for pair in ends for x in pair) if known else (0.0, 1.0, 0.0, 1.0)
        rows.append(
            {
                **point_columns(info), "strategy": names[k], "games": round(found.size.sum() / info.win_unit), "blocks": int(found.blocks.min()),
                "estimate": float(weights[k]), "low": low, "high": high, "low_simultaneous": lower, "high_simultaneous": upper,
                "support": float((draws[:, k] > 0).mean()) if known else float("nan"),
                "alone": float((draws[:, k] == 1.0).mean()) if known else float("nan"),
            }
        )  # fmt: skip
    return rows


def _payoff(number: int, places: list[tuple[int, int]], values: Floats) -> Floats:
    payoff = np.zeros((number, number))
    for (one, other), value in zip(places, values, strict=True):
        payoff[one, other], payoff[other, one] = value, -value
    return payoff


def _strength(names: list[str], places: list[tuple[int, int]], values: Floats) -> Floats:
    return np.asarray(_payoff(len(names), places, values).sum(axis=1), dtype=np.float64)


__all__ = ["DRAWS", "Ladder", "equilibrium", "ladder", "ladders"]
