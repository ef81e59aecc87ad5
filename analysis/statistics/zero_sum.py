"""The mixed equilibrium of a symmetric game of two with a sum of zero: how often each strategy is played by who can't be outguessed.

`payoff[i, j]` is what the row's strategy gains against the column's; it is antisymmetric, so the game's value is 0 and an equilibrium is a mixture x
with x ≥ 0, Σ x = 1 and x'payoff ≥ 0 (von Neumann 1928, Mathematische Annalen 100, 295-320), found by linear programming (SciPy's HiGHS).
"""

from __future__ import annotations

import numpy as np
from scipy import optimize

from analysis.statistics.moments import Floats


def equilibrium(payoff: Floats) -> Floats:
    """(S,) weights that sum to 1. A strategy that beats every other is the only equilibrium.

    Raises ValueError for a table that is not antisymmetric.
    """
    size = len(payoff)
    if payoff.shape != (size, size) or not np.allclose(payoff, -payoff.T, atol=1e-12):
        raise ValueError("the payoffs of a symmetric game of two with a sum of zero are antisymmetric")
    off = payoff + np.diag(np.full(size, np.inf))
    best = np.flatnonzero((off > 0).all(axis=1))
    if len(best):
        return np.eye(size)[best[0]]
    found = optimize.linprog(
        np.zeros(size), A_ub=-payoff.T, b_ub=np.full(size, 1e-12), A_eq=np.ones((1, size)), b_eq=[1.0], bounds=(0.0, 1.0), method="highs"
    )
    if not found.success:
        raise RuntimeError(f"no equilibrium was found: {found.message}")
    weights = np.where(found.x < 1e-9, 0.0, found.x)
    return np.asarray(weights / weights.sum(), dtype=np.float64)
