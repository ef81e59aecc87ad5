"""Differences between two design points that were dealt the same blocks.

Block k is dealt alike under every design point, so what a change did is best seen within blocks: the residual of the difference in a
block is the difference of the residuals, and its variance is that of both less twice their covariance. *Gain* is how many times more
blocks two independent runs would have needed for the same certainty: (Var A + Var B) / Var (A - B). (Common random numbers: Law
2015, Simulation Modeling and Analysis, 5th ed., section 11.2.)

A small change leaves most blocks exactly as they were. Only the blocks that came out differently say anything about its effect, so they
alone count for the degrees of freedom: with 5 changed blocks among 10,000 the interval of a share is Student's with 4 (of a mean, with
`intervals.freedom(5)`). (Without this, intervals for rare one-sided changes hold the truth 80 to 90 times in a hundred; see
benchmarks/interval_coverage.py.) With fewer than two changed blocks, and never beyond it otherwise, the bound is that of Clopper & Pearson for
the share of blocks that change at all. When all blocks differ by the same, there is no spread to measure; blocks that differ by something else are
rarer than 1 - (alpha/2)^(1/b), wherever they may lie, as for a share (`intervals.share_interval`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from analysis.statistics.intervals import freedom
from analysis.statistics.moments import Floats, Moments
from analysis.statistics.ratios import ratios


@dataclass(frozen=True)
class PairMoments:
    """Sums over the blocks that two design points have in common.

    both: sums of 2V variables, first those of the one point, then those of the other.
    changed: (V,) int64, blocks in which the variable differs between the two.
    """

    both: Moments
    changed: NDArray[np.int64]

    @classmethod
    def zero(cls, variables: int) -> PairMoments:
        """No blocks, of `variables` variables a point."""
        return cls(Moments.zero(2 * variables), np.zeros(variables, np.int64))

    @classmethod
    def of(cls, first: Floats, second: Floats) -> PairMoments:
        """From two (blocks, V) arrays whose rows are the same blocks."""
        return cls(
            Moments.of(np.hstack([first, second])),
            np.count_nonzero(np.asarray(first) != np.asarray(second), axis=0).astype(np.int64),
        )

    def merge(self, other: PairMoments) -> PairMoments:
        """Sums over the blocks of both."""
        return PairMoments(self.both + other.both, self.changed + other.changed)

    __add__ = merge


@dataclass(frozen=True)
class PairedDifferences:
    """K differences "second less first" over the same blocks; every field is (K,).

    first, second: the two ratios (or combinations of ratios).  estimate: second - first.  low, high: its interval.
    error: standard error of the difference.  gain: variance ratio; nan where nothing varies.
    blocks: blocks in which both had such a game.  changed: blocks in which the two differ.
    """

    first: Floats
    second: Floats
    estimate: Floats
    low: Floats
    high: Floats
    error: Floats
    gain: Floats
    blocks: NDArray[np.int64]
    changed: NDArray[np.int64]


def paired_differences(
    pair: PairMoments,
    numerators: Floats,
    denominators: Floats,
    confidence: float = 0.95,
    shares: bool = True,
    weights: Floats | None = None,
) -> PairedDifferences:
    """Differences of the same ratios between two design points.

    numerators, denominators: (R, V) coefficients, the same for both points (see `ratios`).
    shares: True for ratios between 0 and 1; False for means, whose interval has no bound when nothing changed (it is then nan).
    weights: (K, R), to compare linear combinations of the ratios; None compares each ratio (K = R).
    """
    top, bottom = (np.asarray(x, dtype=np.float64) for x in (numerators, denominators))
    none = np.zeros_like(top)
    found = ratios(pair.both, np.block([[top, none], [none, top]]), np.block([[bottom, none], [none, bottom]]))
    number = len(top)
    chosen = np.eye(number) if weights is None else np.asarray(weights, dtype=np.float64)
    nothing = np.zeros_like(chosen)
    first, first_error = found.contrasts(np.hstack([chosen, nothing]))
    second, second_error = found.contrasts(np.hstack([nothing, chosen]))
    estimate, error = found.contrasts(np.hstack([-chosen, chosen]))
    # Of several ratios, the one seen in the fewest blocks limits what is known.
    seen = np.minimum(found.blocks[:number], found.blocks[number:])
    blocks = np.array([seen[row != 0].min() for row in chosen], dtype=np.int64)
    # Blocks in which a numerator or a denominator differs: at least the largest of their counts.
    used = (chosen != 0).astype(float) @ ((top != 0) | (bottom != 0)).astype(float) > 0
    changed = np.minimum(np.max(np.where(used, pair.changed[None, :], 0), axis=1, initial=0), blocks)
    reach = np.abs(chosen).sum(axis=1) if shares else None
    low, high = _interval(estimate, error, blocks, changed, confidence, reach)
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = np.where(error > 0, (first_error**2 + second_error**2) / error**2, np.nan)
    return PairedDifferences(first, second, estimate, low, high, error, gain, blocks, changed)


_ROUNDING = 1e-12


def _interval(
    estimate: Floats,
    error: Floats,
    blocks: NDArray[np.int64],
    changed: NDArray[np.int64],
    confidence: float,
    reach: Floats | None,
) -> tuple[Floats, Floats]:
    """`reach`: how much a block that changes can change its own figure at most (1 for a share), None if that has no bound.

    When all blocks changed alike the error is 0, and only says that blocks which differ are rarer than q = 1 - (alpha/2)^(1/blocks), as in
    `share_interval`: they may lie anywhere within the reach.
    """
    half = (1.0 - confidence) / 2.0
    enough = changed >= 2
    some = np.where(enough, changed, 2).astype(np.float64)
    t = np.where(enough, special.stdtrit(freedom(some) if reach is None else some - 1.0, 1.0 - half), np.nan)
    low, high = estimate - t * error, estimate + t * error
    if reach is not None:
        some = np.where(blocks > changed, blocks - changed, 1.0)
        bound = np.where(blocks > changed, special.betaincinv(changed + 1.0, some, 1.0 - half), 1.0)
        bound = np.where(np.isnan(estimate), np.nan, np.maximum(reach * bound, np.abs(estimate)))
        low, high = np.fmax(low, -bound), np.fmin(high, bound)
    alike = enough & (error <= _ROUNDING * np.abs(estimate))
    room = np.full_like(estimate, np.nan) if reach is None else reach
    rarer = 1.0 - half ** (1.0 / np.maximum(blocks, 1))
    low = np.where(alike, estimate - rarer * (estimate + room), low)
    high = np.where(alike, estimate + rarer * (room - estimate), high)
    return low, high
