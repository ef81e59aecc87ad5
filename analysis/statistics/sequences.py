"""Intervals that hold at every moment of a run at once: who looks again and again, and stops when the answer is clear, needs these.

The interval of a fixed number of games misses the truth 5 times in 100 *at that number*. Looked at after every round, it misses it in some round
far more often, and a run that stops at a verdict stops at such moments. A confidence sequence misses the truth in *any* round 5 times in 100.

It is made by betting (Waudby-Smith & Ramdas 2024, Estimating means of bounded random variables by betting, Journal of the Royal Statistical
Society B 86, 1-27). Let Z be a number of each block that has mean 0 or less if a hypothesis is true, and is never below -c. Who bets a share λ of the
money on each block then has, on average, no more than he began with, and by Ville's inequality (1939) has 1/α times as much at some moment with
probability α at most: then the hypothesis is rejected. With Fan, Grama & Liu (2015, Electronic Journal of Probability 20, 1),

    log(1 + λ z) >= λ z - ψ(λ) z²,    ψ(λ) = -log(1 - λ) - λ,    for z >= -1,

his money is, with the stake t = λ/c on every unit of Z, at least exp(t ΣZ - ψ(tc) ΣZ²/c²), which needs the sums ΣZ and ΣZ² alone: sums over
blocks that are merged as they are everywhere else. The money is spread over bets of many sizes (the method of mixtures: Robbins 1970, Annals of
Mathematical Statistics 41, 1397-1409), because the best one depends on what is not known. Nothing is approximate here: the intervals hold for any
number of blocks, however skewed.

Of what a ratio Σy / Σn may be, the hypothesis "at most r" is that of Z = y - r n. A difference of two ratios has the second one, p, as a nuisance:
see `difference_sequence`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.statistics.moments import Floats, Moments

_STAKES = 0.5 ** np.arange(18)  # a win: from bold bets, for few blocks, to timid ones, for thousands of millions
_WEIGHTS = 1.0 / np.arange(3, 3 + len(_STAKES))
_LOG_WEIGHTS = np.log(_WEIGHTS / _WEIGHTS.sum())
_MOST_AT_STAKE = 0.75  # of the money, in one block
_LEAST_P = 1e-4
NUISANCE = 0.1  # of the error that is allowed: spent on what the second ratio may be
_STEPS = 48  # of halving an interval
_CHECKS = 64

Evidence = Callable[[Floats], Floats]
"""Logarithm of the money made against the hypotheses that the values are at most (or at least) these."""


def bets(total: Floats, square: Floats, bound: Floats) -> Floats:
    """(18, …) logarithms of the money of each bet after blocks with ΣZ = `total`, ΣZ² = `square` and Z >= -`bound`."""
    safe = np.maximum(bound, 1e-3)  # a bound that is too large costs nothing but width
    stake = np.minimum(_STAKES.reshape(len(_STAKES), *([1] * np.ndim(total))), _MOST_AT_STAKE / safe)
    at_stake = stake * safe
    return stake * total - (-np.log1p(-at_stake) - at_stake) * (square / safe**2)


def money(each: Floats) -> Floats:
    """Logarithm of the money of all bets together, from that of each: it begins with 0."""
    shape = (len(_STAKES), *([1] * (each.ndim - 1)))
    found: Floats = np.logaddexp.reduce(each + _LOG_WEIGHTS.reshape(shape), axis=0)
    return found


def share_sequence(moments: Moments, numerators: Floats, denominators: Floats, most: ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Ends of intervals for K shares Σy / Σn that hold at every moment.

    numerators, denominators: (K, V), as in `ratios`; in every block 0 <= y <= n <= `most` (K,). Without any games the interval is (0, 1).
    Raises ValueError when a block must have had more games than that.
    """
    return share_ends(*_sums(moments, [numerators, denominators]), most, confidence)


def share_ends(total: Floats, cross: Floats, most: ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """The same from sums: `total` is (2, K), Σy and Σn, and `cross` (2, 2, K) their sums of squares and products."""
    (y, n), ((yy, yn), (_, nn)) = total, cross
    bound = np.broadcast_to(np.asarray(most, np.float64), y.shape)
    if (nn > bound * n * (1 + 1e-9)).any():
        raise ValueError(f"a block has more games than the {np.max(bound):g} that it is said to have at most")

    def against_at_most(r: Floats) -> Floats:
        return money(bets(y - r * n, yy - 2 * r * yn + r**2 * nn, r * bound))

    def against_at_least(r: Floats) -> Floats:
        return money(bets(r * n - y, yy - 2 * r * yn + r**2 * nn, (1 - r) * bound))

    middle = np.clip(np.where(n > 0, y / np.where(n > 0, n, 1.0), 0.5), 0.0, 1.0)
    enough = -np.log((1.0 - confidence) / 2.0)
    return _end(against_at_most, middle, np.zeros_like(y), enough), _end(against_at_least, middle, np.ones_like(y), enough)


def difference_sequence(
    moments: Moments,
    first: tuple[Floats, Floats],
    second: tuple[Floats, Floats],
    most: tuple[ArrayLike, ArrayLike],
    weight: ArrayLike,
    within: bool,
    confidence: float = 0.95,
) -> tuple[Floats, Floats]:
    """Ends of intervals for K differences of shares Σy / Σn - Σw / Σg that hold at every moment.

    first, second: (numerators, denominators), each (K, V).  most: the most that n, and g, are in a block.
    within: whether the games of the first are among those of the second (a level against par), or the two are apart (first player against last).

    The hypothesis "at most d" says that for the true p = Σw / Σg in the long run Z = y - (p + d) n - k (w - p g) has mean 0 or less, whatever the
    number k (`weight`): the last bracket has mean 0. With k = mean n / mean g, p hardly matters, since it is multiplied by k g - n; another k costs
    width, never validity. A tenth of the error that is allowed pays for an interval for p that holds at every moment. With one bound on Z for all p
    the logarithm of each bet's money is concave in p (linear, less a square), so the least of it over that interval is at one of its ends: the
    hypothesis is rejected when the money would be enough with each bet at its worse end.
    """
    return difference_ends(*_sums(moments, [*first, *second]), most, weight, within, confidence)


def difference_ends(
    total: Floats, cross: Floats, most: tuple[ArrayLike, ArrayLike], weight: ArrayLike, within: bool, confidence: float = 0.95
) -> tuple[Floats, Floats]:
    """The same from sums: `total` is (4, K), Σy, Σn, Σw, Σg, and `cross` (4, 4, K) their sums of squares and products."""
    y, n, w, g = total
    error = 1.0 - confidence
    against = against_difference(total, cross, most, weight, within, NUISANCE * error)
    known = (n > 0) & (g > 0)
    middle = np.where(known, y / np.where(known, n, 1.0) - w / np.where(known, g, 1.0), 0.0)
    enough = -np.log((1.0 - NUISANCE) * error / 2.0)
    low = _end(lambda d: against(d, 1.0), middle, np.full_like(y, -1.0), enough)
    high = _end(lambda d: against(d, -1.0), middle, np.full_like(y, 1.0), enough)
    return low, high


def difference_p_values(
    moments: Moments,
    first: tuple[Floats, Floats],
    second: tuple[Floats, Floats],
    most: tuple[ArrayLike, ArrayLike],
    weight: ArrayLike,
    within: bool,
    limit: float,
) -> tuple[Floats, Floats]:
    """(K,) p-values of the hypotheses "the difference is at most `limit`" and "… at least `limit`", for `difference_sequence`'s arguments.

    They hold at every moment: the probability that such a p-value is ever below a, though its hypothesis is true, is at most a. It is the inverse
    of the money made against it, and a ten-thousandth for what the second ratio may be.
    """
    against = against_difference(*_sums(moments, [*first, *second]), most, weight, within, _LEAST_P)
    d = np.full(len(first[0]), limit)
    at_most, at_least = (np.minimum(1.0, _LEAST_P + np.exp(-np.maximum(against(d, sign), 0.0))) for sign in (1.0, -1.0))
    return at_most, at_least


def against_difference(
    total: Floats, cross: Floats, most: tuple[ArrayLike, ArrayLike], weight: ArrayLike, within: bool, nuisance: float
) -> Callable[[Floats, float], Floats]:
    """The money made against "at most d" (sign 1) or "at least d" (sign -1), where p is outside its interval with probability `nuisance` at most."""
    y = total[0]
    k = np.broadcast_to(np.asarray(weight, np.float64), y.shape)
    m, of = (np.broadcast_to(np.asarray(bound, np.float64), y.shape) for bound in most)
    ends = share_ends(total[2:], cross[2:, 2:], of, 1.0 - nuisance)

    def against(d: Floats, sign: float) -> Floats:
        # One bound for every p that there may be: the bets must not depend on what the games have shown of it so far.
        furthest = [_bound(q, d, k, m, of, within, sign) for q in (np.maximum(0.0, -d), np.minimum(1.0, 1.0 - d))]
        bound = np.maximum(*furthest)
        each = []
        for p in ends:
            made_of = np.stack([np.ones_like(p), -(p + d), -k, k * p])
            gained = np.einsum("ak,ak->k", made_of, total)
            square = np.einsum("ak,bk,abk->k", made_of, made_of, cross)
            each.append(bets(sign * gained, np.maximum(square, 0.0), bound))
        return money(np.minimum(*each))

    return against


def _bound(p: Floats, d: Floats, k: Floats, m: Floats, of: Floats, within: bool, sign: float) -> Floats:
    """The most that -sign Z can be in a block, for one p; convex in p, so the most for any p is at an end of its range.

    0 <= y <= n <= m and 0 <= w <= g <= `of`; within par also w - y <= g - n and n <= g. Z is linear in all of them, so it is largest and least at
    corners.
    """
    level = p + d if sign > 0 else 1.0 - p - d
    if within:
        level = level - k
    rest = k * ((1.0 - p) if sign > 0 else p) * of
    return rest + m * np.maximum(level, 0.0)


def _sums(moments: Moments, coefficients: list[Floats]) -> tuple[Floats, Floats]:
    """Totals, and sums of squares and products, of A combinations of the variables for each of K rows: (A, K) and (A, A, K)."""
    made = np.stack([np.asarray(each, np.float64) for each in coefficients])
    return made @ moments.total, np.einsum("akv,vw,bkw->abk", made, moments.cross, made)


def _end(evidence: Evidence, middle: Floats, limit: Floats, enough: float) -> Floats:
    """The end of an interval from `middle` towards `limit`: the furthest value that is not rejected.

    Values further out are rejected too, as a rule. That is looked at: the interval reaches to the furthest of the values tried that is not.
    """
    inside, outside = middle.copy(), limit.copy()
    for step in range(_CHECKS):  # from the limit inwards: the first value that is not rejected bounds the search
        here = limit + (middle - limit) * (step / _CHECKS)
        rejected = evidence(here) >= enough
        first = ~rejected & _untouched(inside, middle)
        inside = np.where(first, here, inside)
        outside = np.where(rejected & _untouched(inside, middle), here, outside)
    for _ in range(_STEPS):
        here = (inside + outside) / 2
        rejected = evidence(here) >= enough
        inside, outside = np.where(rejected, inside, here), np.where(rejected, here, outside)
    at_limit = evidence(limit) < enough
    return np.where(at_limit, limit, outside)


def _untouched(inside: Floats, middle: Floats) -> NDArray[np.bool_]:
    return inside == middle
