"""Differences of shares of the same blocks: their intervals, and the p-values that these mean.

The interval is square-and-add (`analysis.statistics.intervals.difference_interval`) from the intervals of the two parts; of par, which may be fixed
by the rules, only the error takes part. A p-value is made from it by inversion: of the hypothesis "the difference is at most L" it is the smallest a
for which the lower end of the interval at confidence 1 - 2a lies above L. Tests and intervals can then never contradict each other, near 0 and 1 as
little as elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from analysis.statistics.intervals import difference_interval, mean_interval, share_interval
from analysis.statistics.moments import Floats
from analysis.statistics.ratios import Ratios

LEAST_P = 1e-12
"""p-values below this are given as this: beyond it the double precision of a confidence ends."""
MOST_TIMES = 1e9
"""The largest number of times as many blocks that `times_needed` looks for."""
_STEPS = 40  # of a bisection on a logarithm: eleven digits
_MOST_TAIL = 0.5 - 1e-6  # an interval of no confidence at all has no width to speak of
_POWER = 0.9


@dataclass(frozen=True)
class Shares:
    """K shares as `share_interval` takes them; every field is (K,): estimate, error over blocks, blocks, size (games)."""

    estimate: Floats
    error: Floats
    blocks: Floats
    size: Floats

    @classmethod
    def of(cls, found: Ratios, chosen: Sequence[int] | NDArray[np.int64]) -> Shares:
        """Some of the ratios."""
        at = np.asarray(chosen, dtype=np.intp)
        return cls(found.estimate[at], found.error[at], found.blocks[at].astype(np.float64), found.size[at])

    @classmethod
    def joined(cls, parts: Sequence[Shares]) -> Shares:
        """Those of all parts."""
        names = ("estimate", "error", "blocks", "size")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def times(self, factor: Floats) -> Shares:
        """What they would be with `factor` times as many blocks that look like these."""
        return Shares(self.estimate, self.error / np.sqrt(factor), self.blocks * factor, self.size * factor)


@dataclass(frozen=True)
class Differences:
    """K differences first - second, of shares of the same blocks.

    correlation: (K,) of the two estimates.  exact_second: the second (par) takes part with its measured spread alone, since it may be fixed by the
    rules, and then it adds nothing.
    """

    first: Shares
    second: Shares
    correlation: Floats
    exact_second: bool = False

    @classmethod
    def of(cls, found: Ratios, first: Sequence[int], second: Sequence[int], exact_second: bool = False) -> Differences:
        """Differences of the ratios numbered `first` and `second`."""
        return cls(Shares.of(found, first), Shares.of(found, second), found.correlation()[list(first), list(second)], exact_second)

    @classmethod
    def joined(cls, parts: Sequence[Differences]) -> Differences:
        """Those of all parts, which must be of one kind."""
        (exact,) = {part.exact_second for part in parts}
        first, second = Shares.joined([part.first for part in parts]), Shares.joined([part.second for part in parts])
        return cls(first, second, np.concatenate([part.correlation for part in parts]), exact)

    @property
    def estimate(self) -> Floats:
        """(K,) the differences."""
        return self.first.estimate - self.second.estimate

    @property
    def error(self) -> Floats:
        """(K,) their standard errors over blocks."""
        a, b = self.first.error, self.second.error
        return np.sqrt(np.maximum(a**2 + b**2 - 2.0 * self.correlation * a * b, 0.0))

    def interval(self, confidence: ArrayLike) -> tuple[Floats, Floats]:
        """Their intervals at one confidence, or at one for each."""
        low, high = _ends(self.first, confidence)
        if self.exact_second:
            # In proportion to the first's reach, so that more confidence never makes the interval narrower: (low, high) - estimate is then that of
            # the first times the ratio of the two errors. Where the first does not vary there is no proportion.
            first, second = self.first, self.second
            varies = first.error > 0
            ratio = np.where(varies, second.error / np.where(varies, first.error, 1.0), 0.0)
            base = mean_interval(second.estimate, second.error, second.blocks, confidence)
            under = np.where(varies, second.estimate - ratio * (high - first.estimate), np.where(np.isnan(base[0]), 0.0, base[0]))
            over = np.where(varies, second.estimate + ratio * (first.estimate - low), np.where(np.isnan(base[1]), 1.0, base[1]))
        else:
            under, over = _ends(self.second, confidence)
        return difference_interval((self.first.estimate, low, high), (self.second.estimate, under, over), self.correlation)

    def times(self, factor: Floats) -> Differences:
        """What they would be with `factor` times as many blocks that look like these."""
        return Differences(self.first.times(factor), self.second.times(factor), self.correlation, self.exact_second)

    def p_values(self, limit: float) -> tuple[Floats, Floats]:
        """(K,) one-sided p-values of the hypotheses "the difference is at most `limit`" and "… at least `limit`", by inversion of the interval.

        The one on the estimate's side of the limit is found, the other is what it lacks to 1. nan where the estimate is nan; 0.5 both where
        nothing is known of the spread.
        """
        above = self.estimate > limit

        def excluded(logarithm: Floats) -> NDArray[np.bool_]:
            low, high = self.interval(1.0 - 2.0 * np.exp(logarithm))
            return np.where(above, low > limit, high < limit)

        begin, end = np.full(len(above), np.log(LEAST_P)), np.full(len(above), np.log(_MOST_TAIL))
        tail = np.exp(_first_true(excluded, begin, end))
        tail = np.where(tail >= _MOST_TAIL * (1.0 - 1e-9), 0.5, tail)
        known = ~np.isnan(self.estimate)
        return np.where(known, np.where(above, tail, 1.0 - tail), np.nan), np.where(known, np.where(above, 1.0 - tail, tail), np.nan)

    def times_needed(self, lower: float, upper: float, confidence: ArrayLike) -> Floats:
        """(K,) how many times as many blocks would put the interval wholly below, within or above the limits; 1 where it is so now.

        If the true difference is what was measured, so many blocks (in all) do it at least four times in five: the estimate to come is taken
        1.28 standard errors nearer to the limit than the one that there is (90 % at one limit, 80 % between two). Infinite where
        `MOST_TIMES` as many would not do, as when the estimate lies at a limit; nan where nothing is known of the spread.
        """
        shift = float(special.ndtri(_POWER)) * self.error

        def decided(logarithm: Floats) -> NDArray[np.bool_]:
            factor = np.exp(logarithm)
            low, high = self.times(factor).interval(confidence)
            worse = shift / np.sqrt(factor)
            return (low - worse > upper) | (high + worse < lower) | ((low - worse >= lower) & (high + worse <= upper))

        number = len(shift)
        found = np.exp(_first_true(decided, np.zeros(number), np.full(number, np.log(MOST_TIMES))))
        low, high = self.interval(confidence)
        now = (low > upper) | (high < lower) | ((low >= lower) & (high <= upper))
        found = np.where(found >= MOST_TIMES * (1.0 - 1e-9), np.inf, found)
        return np.where(np.isnan(self.error), np.nan, np.where(now, 1.0, found))


def _ends(shares: Shares, confidence: ArrayLike) -> tuple[Floats, Floats]:
    return share_interval(shares.estimate, shares.error, shares.blocks, shares.size, confidence)


def _first_true(test: Callable[[Floats], NDArray[np.bool_]], low: Floats, high: Floats) -> Floats:
    """(K,) the least x between `low` and `high` for which `test` is true, which is false before and true after it; `high` if it never is."""
    begin, end = low, np.where(test(low), low, high)
    for _ in range(_STEPS):
        middle = (begin + end) / 2.0
        there = test(middle)
        begin, end = np.where(there, begin, middle), np.where(there, middle, end)
    return end
