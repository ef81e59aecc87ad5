"""Intervals for shares, means and differences whose unit is the block.

All take arrays and broadcast. `blocks` is the number of independent blocks behind an estimate, `error` its standard error over blocks
(see `ratios`). With fewer than two blocks nothing is known about the spread: a share's interval is (0, 1), a mean's (nan, nan).

Sources
    Korn & Graubard 1998, Survey Methodology 24, 193-201: effective sample size in a Clopper-Pearson interval.
    Clopper & Pearson 1934, Biometrika 26, 404-413.
    Newcombe 1998, Statistics in Medicine 17, 2635-2650 (paired differences, method 10), and Zou & Donner 2008, Statistics in
    Medicine 27, 1693-1702: a difference's interval from the intervals of its two parts and their correlation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from analysis.statistics.moments import Floats

_HEAVY = 6.0  # (13 - 1) / 2, see `freedom`


def share_interval(share: ArrayLike, error: ArrayLike, blocks: ArrayLike, size: ArrayLike, confidence: ArrayLike = 0.95) -> tuple[Floats, Floats]:
    """Interval for a share between 0 and 1, after Korn & Graubard.

    share: Σy / Σn.  error: its standard error over blocks.  blocks: blocks in which n is not 0.  size: Σn.

    The effective sample size p (1 - p) / error², scaled by (t(size - 1) / t(blocks - 1))² for the uncertainty of the error itself,
    takes the place of n in the exact binomial interval. The effective size may exceed `size`: rotations over the same
    deal make shares more certain than independent games would, and with many blocks this is well measured. (Korn & Graubard's rule for public
    statistics caps it at `size`; that would throw away what rotations gain.)

    When the share is the same in every block (0, 1, or fixed by the rules: one winner among two seats, both played) the error is 0 and there
    is no effective size. What b equal blocks show is that blocks which differ are rarer than q = 1 - (alpha/2)^(1/b), wherever
    they may lie: the interval is (p - q p, p + q (1 - p)). For p = 0 this is Clopper-Pearson over blocks.
    """
    p, se, b, n, level = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (share, error, blocks, size, confidence)))
    half = (1.0 - level) / 2.0
    low, high = np.full(p.shape, np.nan), np.full(p.shape, np.nan)

    alone = ~np.isnan(p) & ((b < 2) | np.isnan(se))
    low[alone], high[alone] = 0.0, 1.0

    constant = ~np.isnan(p) & ~alone & (se <= 0)
    deviating = 1.0 - half ** (1.0 / np.where(constant, b, 1.0))
    low[constant] = (p - deviating * p)[constant]
    high[constant] = (p + deviating * (1.0 - p))[constant]

    usual = ~np.isnan(p) & ~alone & ~constant
    if usual.any():
        p, se, b, n, half = p[usual], se[usual], b[usual], n[usual], half[usual]
        effective = p * (1.0 - p) / se**2
        effective = effective * (special.stdtrit(np.maximum(n - 1.0, 1.0), half) / special.stdtrit(b - 1.0, half)) ** 2
        hits = np.clip(p * effective, 0.0, effective)
        lower = np.where(hits > 0, special.betaincinv(np.maximum(hits, 1e-300), effective - hits + 1.0, half), 0.0)
        misses = np.maximum(effective - hits, 1e-300)
        upper = np.where(effective > hits, special.betaincinv(hits + 1.0, misses, 1.0 - half), 1.0)
        low[usual], high[usual] = np.minimum(lower, p), np.maximum(upper, p)
    return low, high


def freedom(blocks: ArrayLike) -> Floats:
    """Degrees of freedom of a mean's error: a sixth of blocks - 1, at least 1.

    A variance of b values whose kurtosis is k is as uncertain as a normal one of 2 b / (k - 1) degrees of freedom (Satterthwaite 1946, Biometrics
    Bulletin 2, 110-114). What is counted a game is skewed and has heavy tails: k = 13 here, between the exponential's 9 and products of such.
    With b - 1 instead, intervals of a table of such means hold together 80 to 90 times in 100 with 30 to 100 blocks (benchmarks/figure_coverage.py).
    From some hundred blocks on it makes no difference.
    """
    return np.maximum((np.asarray(blocks, dtype=np.float64) - 1.0) / _HEAVY, 1.0)


def mean_interval(mean: ArrayLike, error: ArrayLike, blocks: ArrayLike, confidence: ArrayLike = 0.95) -> tuple[Floats, Floats]:
    """Student's interval for a mean per game (or any ratio or difference without bounds): mean ± t(f) error, with f = `freedom(blocks)`."""
    m, se, b, level = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (mean, error, blocks, confidence)))
    known = b >= 2
    t = np.where(known, special.stdtrit(freedom(np.where(known, b, 2.0)), 1.0 - (1.0 - level) / 2.0), np.nan)
    return m - t * se, m + t * se


def difference_interval(
    first: tuple[ArrayLike, ArrayLike, ArrayLike],
    second: tuple[ArrayLike, ArrayLike, ArrayLike],
    correlation: ArrayLike = 0.0,
) -> tuple[Floats, Floats]:
    """Interval for a difference of two shares, from (estimate, low, high) of each and the correlation of the estimates.

    The square-and-add method: it keeps the asymmetry of the two intervals near 0 and 1, stays within -1 and 1 and
    becomes the usual ± t·error in the middle. Both intervals must be of the confidence wanted.
    """
    p1, l1, u1 = (np.asarray(x, dtype=np.float64) for x in first)
    p2, l2, u2 = (np.asarray(x, dtype=np.float64) for x in second)
    rho = np.asarray(correlation, dtype=np.float64)
    below, above = p1 - l1, u1 - p1
    under, over = p2 - l2, u2 - p2
    down = np.sqrt(np.maximum(below**2 + over**2 - 2.0 * rho * below * over, 0.0))
    up = np.sqrt(np.maximum(above**2 + under**2 - 2.0 * rho * above * under, 0.0))
    return np.maximum(p1 - p2 - down, -1.0), np.minimum(p1 - p2 + up, 1.0)
