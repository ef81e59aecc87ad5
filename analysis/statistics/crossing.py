"""Where a curve that is known at some points crosses a reference, and how surely.

The curve f is estimated at x_1 < … < x_m, with the interval of each estimate and the correlations between them, and is taken as straight in
between. Two questions, two kinds of intervals:

*Does it cross?* Shown when f is shown to lie above the reference at one point and below it at another, by intervals that hold together for all
points (and all curves looked at): a curve that never crosses is said to cross with no more than the stated probability, whatever its shape and the
correlations.

*Where?* By test inversion: the set of x at which "f(x) is the reference" is not refused. Between two points f(x) is a weighted mean of
theirs; its interval follows from both intervals and their correlation by the square-and-add method (Zou & Donner 2008, Statistics in Medicine 27,
1693-1702), which is estimate ± t · error in the middle and stays asymmetric near 0 and 1. A true crossing lies in the set with the confidence of a
single such interval, since only the test at the true x matters (Fieller 1954, JRSS B 16, 175-185, for a straight line). It is looked for between
the two points at which the sides are shown, so that it always has two ends; where the set has several pieces there, all that lies between them
belongs to the interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from analysis.statistics.moments import Floats

Status = Literal["crosses", "above", "below", "above_at_some", "below_at_some", "unclear"]
"""crosses: shown.  above, below: shown at every point.  …_at_some: shown at some points, unknown at the others.  unclear: shown nowhere."""


@dataclass(frozen=True)
class Curve:
    """A curve less its reference, at m points.

    x, y: (m,), x rising.  correlation: (m, m), between the estimates.
    """

    x: Floats
    y: Floats
    correlation: Floats


@dataclass(frozen=True)
class Crossing:
    """A shown crossing; or, with a status other than "crosses", that none is shown.

    estimate: where the measured curve crosses; nan when it does not.  rising: whether from below to above, of a shown one.
    after, before: the design points at which the two sides of a shown one are shown; else nan.
    """

    status: Status
    estimate: float
    rising: bool | None = None
    after: float = np.nan
    before: float = np.nan


def sides(low: ArrayLike, high: ArrayLike) -> list[int]:
    """+1 where an interval lies above 0, -1 below, 0 where it holds 0 or is unknown (nan)."""
    return [int(a > 0) - int(b < 0) for a, b in zip(np.asarray(low, float), np.asarray(high, float), strict=True)]


def crossings(curve: Curve, shown: Sequence[int]) -> list[Crossing]:
    """The crossings that are shown; when none is, one entry that says what is known instead.

    shown: (m,) the side of the reference at each point (`sides`), by intervals that hold together.
    """
    x = curve.x
    decided = [k for k, side in enumerate(shown) if side]
    found = [
        Crossing("crosses", _middle_root(curve, i, j), shown[j] > 0, float(x[i]), float(x[j])) for i, j in pairwise(decided) if shown[i] != shown[j]
    ]
    if found:
        return found
    roots = _roots(curve, 0, len(x) - 1)
    measured = roots[len(roots) // 2] if roots else np.nan
    if not decided:
        return [Crossing("unclear", measured)]
    above = shown[decided[0]] > 0
    if len(decided) == len(x):
        return [Crossing("above" if above else "below", np.nan)]
    return [Crossing("above_at_some" if above else "below_at_some", measured)]


def located(curve: Curve, low: ArrayLike, high: ArrayLike, crossing: Crossing) -> tuple[float, float]:
    """The ends of the interval of a shown crossing; (nan, nan) of any other.

    low, high: (m,) the intervals of the curve at each point, of the confidence wanted: no higher than that at which the sides were shown.
    """
    if crossing.status != "crosses":
        return np.nan, np.nan
    down, up = curve.y - np.asarray(low, float), np.asarray(high, float) - curve.y
    first, last = (int(np.searchsorted(curve.x, x)) for x in (crossing.after, crossing.before))
    pieces = [piece for k in range(first, last) for piece in _open_pieces(curve, down, up, k)]
    # A curve known without error has no piece but the crossing itself.
    return min([crossing.estimate, *(piece[0] for piece in pieces)]), max([crossing.estimate, *(piece[1] for piece in pieces)])


def _open_pieces(curve: Curve, down: Floats, up: Floats, k: int) -> list[tuple[float, float]]:
    """The parts of the segment from x_k to x_k+1 on which 0 is not refused."""
    start, width = float(curve.x[k]), float(curve.x[k + 1] - curve.x[k])
    if np.isnan([down[k], down[k + 1], up[k], up[k + 1]]).any():
        return [(start, start + width)]
    a, b, rho = curve.y[k], curve.y[k + 1] - curve.y[k], float(curve.correlation[k, k + 1])

    def reach(w: float, ends: Floats) -> float:
        p, q = (1 - w) * ends[k], w * ends[k + 1]
        return float(np.sqrt(max(p * p + q * q + 2 * rho * p * q, 0.0)))

    def is_open(w: float) -> bool:
        y = a + b * w
        slack = 1e-12 * (abs(a) + abs(b))
        return bool(y - reach(w, down) <= slack and y + reach(w, up) >= -slack)

    cuts = {0.0, 1.0}
    for ends in (down, up):  # where (a + b w)² equals the squared reach
        p, q = ends[k], ends[k + 1]
        square, linear = p * p + q * q - 2 * rho * p * q, 2 * rho * p * q - 2 * p * p
        cuts |= set(_unit_roots(b * b - square, 2 * a * b - linear, a * a - p * p))
    if a * (a + b) < 0:
        cuts.add(float(-a / b))
    marks = sorted(cuts)
    pieces = [(u, v) for u, v in pairwise(marks) if is_open((u + v) / 2)]
    pieces += [(w, w) for w in marks if is_open(w)]
    return [(start + width * u, start + width * v) for u, v in pieces]


def _unit_roots(a: float, b: float, c: float) -> list[float]:
    """Real roots of a w² + b w + c between 0 and 1."""
    scale = max(abs(a), abs(b), abs(c))
    if scale == 0:
        return []
    a, b, c = a / scale, b / scale, c / scale
    if abs(a) < 1e-14:
        roots = [-c / b] if b else []
    else:
        inside = b * b - 4 * a * c
        if inside < 0:
            return []
        q = -0.5 * (b + np.copysign(np.sqrt(inside), b))  # no cancellation
        roots = [q / a, *([c / q] if q else [])]
    return [float(w) for w in roots if 0.0 <= w <= 1.0]


def _roots(curve: Curve, first: int, last: int) -> list[float]:
    """Where the measured curve crosses 0 between two of its points, rising x."""
    x, y = curve.x, curve.y
    found = []
    for k in range(first, last):
        if y[k] * y[k + 1] < 0:
            found.append(float(x[k] + (x[k + 1] - x[k]) * y[k] / (y[k] - y[k + 1])))
        elif y[k] == 0 and k > first:
            found.append(float(x[k]))
    return found


def _middle_root(curve: Curve, first: int, last: int) -> float:
    """The middle one of the measured crossings between two points on different sides (an odd number, unless the curve touches 0)."""
    roots = _roots(curve, first, last)
    return roots[len(roots) // 2]
