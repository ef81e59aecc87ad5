"""Luck against skill: what of a seat's win is due to the deal, to who plays it, and to all the rest.

For line-ups of different strategies, which move over the seats of each deal: the same cards are played from the same seat by each of them. Of the
variance of a seat's win share y (a shared win counts 1/k):

    deal        covariance of y of two games of the same seat and deal under different strategies, their means taken out: what comes about whoever
                plays it (the cards dealt and to come, and the place in the order)
    strategy    variance between strategies of the mean of y, weighted by their seats
    rest        what is left: how cards and strategies go together, what the others do with theirs, chance that strategies draw

Table `luck_and_skill`, level column `source`: shares of the variance, clipped to 0 and 1. The deal's error comes from its linearisation over
blocks, the strategy's interval from that of sizes (`analysis.statistics.components`), that of the rest from both at half the error (Bonferroni).
All are wider by what so many blocks may not have seen at all, 1 - (α/2)^(1/blocks) (see `share_interval`): without it they would close where one
strategy nearly always wins.

Where all play alike there is nothing of the kind: what is dealt moves over the seats then, the cards to come don't, and with two players the sums
hold only the difference of what both do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.points import PointInfo, PointSummary, Summary
from analysis.rows import Family, Rows, to_frame
from analysis.statistics import Moments, ratios
from analysis.statistics.components import Component, component
from analysis.statistics.intervals import mean_interval
from analysis.statistics.moments import Floats

LEVELS = ("source",)
SOURCES = ("deal", "strategy", "rest")
_BLOCKS = 2


@dataclass(frozen=True)
class Parts:
    """variance: of y.  deal: share of it, with its error.  between: variance between strategies, weighted.  games: of seats."""

    variance: float
    deal: float
    deal_error: float
    between: Component
    games: float
    blocks: int

    def ends(self, confidence: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Intervals for the shares of deal and strategy."""
        unseen = 1.0 - ((1.0 - confidence) / 2.0) ** (1.0 / self.blocks)
        low, high = (float(end) for end in mean_interval(self.deal, self.deal_error, self.blocks, confidence))
        least, most = self.between.interval(confidence)
        if math.isnan(least):  # the same in every block
            least = most = self.between.square
        deal = max(low - 2.0 * unseen, 0.0), max(high, 0.0) + 2.0 * unseen
        return deal, (max(least / self.variance - 2.0 * unseen, 0.0), most / self.variance + 2.0 * unseen)


def luck_and_skill(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Shares of the variance of a seat's win, by source."""
    rows = [_rows(point.info, found) for point in summary.points if (found := parts(point)) is not None]
    return to_frame(rows, LEVELS, confidence, family)


def parts(point: PointSummary) -> Parts | None:
    """The variance of a seat's win in parts; None without the sums, or where every game was won alike."""
    moments = point.more.get("luck")
    return None if moments is None else parts_of(moments, point.info.lineup, point.info.win_unit)


def parts_of(moments: Moments, lineup: Sequence[str], win_unit: int) -> Parts | None:
    """The same from sums of the variables of `analysis.sums_more.luck_values`."""
    players, unit, total = len(lineup), float(win_unit), moments.total
    if moments.blocks < _BLOCKS or total[2] <= 0:
        return None
    mean = total[4 : 4 + players].sum() / unit / total[0]
    variance = total[1] / unit**2 / total[0] - mean**2
    if variance <= 0:
        return None
    eye = np.eye(moments.variables)
    found = ratios(moments, eye[4 : 4 + players] / unit, eye[4 + players :])
    means, covariance = found.estimate, found.covariance
    # Products of estimated means hold their covariance: taken out, so that the share is unbiased.
    between = (means.sum() ** 2 - (means**2).sum() - covariance.sum() + np.trace(covariance)) / (players * (players - 1))
    deal = (total[3] / unit**2 / total[2] - between) / variance
    gradient = _deal_gradient(moments, unit, means, variance, mean)
    error = math.sqrt(max(float(gradient @ moments.cross @ gradient), 0.0) * moments.blocks / (moments.blocks - 1.0))
    return Parts(variance, deal, error, component(means, covariance, _between(lineup)), total[0], moments.blocks)


def _deal_gradient(moments: Moments, unit: float, means: Floats, variance: float, mean: float) -> Floats:
    """Coefficients of a block's variables in the linearised residual of the deal's share D / V: D = ΣC / ΣN - Σ_{i≠j} μ_i μ_j / (P (P - 1))."""
    total, players = moments.total, len(means)
    product = total[3] / unit**2 / total[2]
    between = (means.sum() ** 2 - (means**2).sum()) / (players * (players - 1))
    found = np.zeros(moments.variables)
    found[3] += 1.0 / unit**2 / total[2]
    found[2] -= product / total[2]
    for k in range(players):
        slope = 2.0 * (means.sum() - means[k]) / (players * (players - 1))
        found[4 + k] -= slope / unit / total[4 + players + k]
        found[4 + players + k] += slope * means[k] / total[4 + players + k]
    share = (product - between) / variance
    spread = np.zeros(moments.variables)  # of V = Σy² / n - (Σy / n)²
    spread[1] += 1.0 / unit**2 / total[0]
    spread[0] -= (total[1] / unit**2 / total[0] - 2.0 * mean**2) / total[0]
    spread[4 : 4 + players] -= 2.0 * mean / unit / total[0]
    return (found - share * spread) / variance


def _between(lineup: Sequence[str]) -> Floats:
    """Projection of the means by position on what differs between strategies; every seat weighs the same."""
    same = np.array([[float(a == b) for b in lineup] for a in lineup])
    return np.asarray(same / same.sum(axis=1, keepdims=True) - 1.0 / len(lineup), dtype=np.float64)


def _rows(info: PointInfo, found: Parts) -> Rows:
    between = max(found.between.square, 0.0) / found.variance
    deal = max(found.deal, 0.0)

    def interval(confidence: float) -> tuple[Floats, Floats]:
        alone, both = found.ends(confidence), found.ends(1.0 - (1.0 - confidence) / 2.0)
        rest = 1.0 - both[0][1] - both[1][1], 1.0 - both[0][0] - both[1][0]
        bounds = np.clip(np.array([*alone, rest]), 0.0, 1.0)
        return bounds[:, 0], bounds[:, 1]

    estimate = np.clip([deal, between, 1.0 - deal - between], 0.0, 1.0)
    return Rows(info, {"source": list(SOURCES)}, np.full(3, found.games), np.full(3, found.blocks, np.int64), estimate, interval)


__all__ = ["SOURCES", "luck_and_skill", "parts", "parts_of"]
