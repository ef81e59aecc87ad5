"""What factors and their interactions are worth in a complete layout of cell means whose covariance is known.

Cells are the combinations of the levels of F factors, each once, the last factor's levels next to each other; every level counts the same. A *term*
is a set of factors: one for a main effect, two for their interaction. Effects are linear in the cell means, so that their errors follow from the
covariance of these, whatever blocks they share.

The size of a term is θ² = mean over cells of its squared effect. The squared effects measured hold their noise too: with the projection P on the
term, K cells, means m and covariance V, θ̂² = (m'Pm - tr PV) / K is unbiased. m'Pm / c has nearly a noncentral chi-squared distribution with d
degrees of freedom and noncentrality K θ² / c, with c and d from the first two moments of the noise (Satterthwaite 1946, Biometrics Bulletin
2, 110-114; exact where the errors of the effects are alike), and the interval are those noncentralities which the measured value does not exclude
(Steiger 2004, Psychological Methods 9, 164-182). It begins at 0 where no effect is shown, and its coverage does not break down there as that of a
bootstrap does. Its upper end is never below the one that the median of pure noise would give: a value that is small by luck does not show that
there is no effect at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

import numpy as np
from scipy import optimize, special

from analysis.statistics.moments import Floats

Term = tuple[int, ...]

_ROUNDING = 1e-12
_NORMAL_FROM = 1e4
"""From this noncentrality on a noncentral chi-squared is normal enough: its skewness is below 0.03."""


@dataclass(frozen=True)
class Component:
    """The size of a term, or of several together.

    square: unbiased estimate of θ², below 0 where the noise is larger than the effects.  measured: m'Pm.  scale, freedom: c and d, 0 where nothing
    varies over blocks.  cells: K.
    """

    square: float
    measured: float
    scale: float
    freedom: float
    cells: int

    def interval(self, confidence: float) -> tuple[float, float]:
        """The ends of the interval for θ²; (nan, nan) where nothing varies over blocks."""
        if self.scale <= 0:
            return math.nan, math.nan
        half = (1.0 - confidence) / 2.0
        value = self.measured / self.scale
        low = _noncentrality(value, self.freedom, 1.0 - half)
        high = _noncentrality(max(value, float(special.chdtri(self.freedom, 0.5))), self.freedom, half)
        return low * self.scale / self.cells, high * self.scale / self.cells


def terms(factors: int) -> list[Term]:
    """Every set of factors that is not empty, main effects first."""
    return [term for size in range(1, factors + 1) for term in combinations(range(factors), size)]


def effect_matrix(sizes: Sequence[int], term: Term) -> Floats:
    """(levels of the term, cells): the term's effects as combinations of cell means."""
    parts = [np.eye(n) - 1.0 / n if k in term else np.full((1, n), 1.0 / n) for k, n in enumerate(sizes)]
    return reduce(np.kron, parts)


def projection(sizes: Sequence[int], chosen: Sequence[Term]) -> Floats:
    """(cells, cells): what the terms together make of cell means."""
    whole = np.zeros((math.prod(sizes), math.prod(sizes)))
    for term in chosen:
        parts = [np.eye(n) - 1.0 / n if k in term else np.full((n, n), 1.0 / n) for k, n in enumerate(sizes)]
        whole += reduce(np.kron, parts)
    return whole


def component(means: Floats, covariance: Floats, onto: Floats) -> Component:
    """The size of what `onto` (a projection) makes of the means.

    c is taken no smaller than the variance along the measured effects: where the errors of effects differ, a large effect may lie where they are
    large.
    """
    effect = onto @ means
    noise = onto @ covariance @ onto
    measured = float(effect @ effect)
    expected, spread = float(np.trace(noise)), float((noise * noise).sum())
    square = (measured - expected) / len(means)
    if not expected > _ROUNDING * float(np.trace(covariance)):  # the same in every block; or a single block, of which nothing is known
        return Component(measured / len(means), measured, 0.0, 0.0, len(means))
    along = float(effect @ noise @ effect) / measured if measured > 0 else 0.0
    scale = max(spread / expected, along)
    return Component(square, measured, scale, expected / scale, len(means))


def ratio_interval(part: Component, rest: Component, confidence: float) -> tuple[float, float]:
    """Interval for part / (part + rest): each one's interval at half the error (Bonferroni), and of these the ends that are furthest apart.

    (0, 1) where one of them has no interval.
    """
    each = 1.0 - (1.0 - confidence) / 2.0
    (low, high), (least, most) = part.interval(each), rest.interval(each)
    return (low / (low + most) if low + most > 0 else 0.0), (high / (high + least) if high + least > 0 else 1.0)


def _noncentrality(measured: float, freedom: float, below: float) -> float:
    """The noncentrality with which a value below `measured` has the probability `below`; 0 where none is small enough."""
    if special.chdtr(freedom, measured) <= below:
        return 0.0
    if measured - freedom > _NORMAL_FROM:
        # q = d + λ + z sqrt(2 d + 4 λ), solved for λ
        z = float(special.ndtri(below))
        root = -z + math.sqrt(max(z * z + measured - freedom / 2.0, 0.0))
        return max(root * root - freedom / 2.0, 0.0)
    top = max(measured, 1.0)
    while special.chndtr(measured, freedom, top) > below:
        top *= 2.0
    return float(optimize.brentq(lambda nc: special.chndtr(measured, freedom, nc) - below, 0.0, top, xtol=1e-9, rtol=1e-9))
