"""Shares and means as ratios of totals over blocks, with their covariance.

With a numerator y and a denominator n in each of B blocks, R = Σy / Σn. Its linearised residual in a block is
z = (y - R n) / Σn, and Var R = B / (B - 1) Σ z². This is the ratio estimator of cluster sampling (Cochran 1977, Sampling
Techniques, 3rd ed., chapter 6; Woodruff 1971, JASA 66, 411-414, for linearisation in general). Because z is linear in the block's
variables, variances and covariances of any such ratios, and of any of their differences, need the cross products Σ x xᵀ only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.moments import Floats, Moments

# A variance that is this small beside the squares it is the difference of is rounding, and means "constant in every block".
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Ratios:
    """K ratios estimated from the same blocks.

    estimate: (K,) float64; nan where the denominator's total is zero.
    influence: (K, V) float64, the coefficients of a block's variables in the linearised residual.
    covariance: (K, K) float64, of the estimates; exactly 0 on the diagonal where the ratio is the same in every block.
    blocks: (K,) int64, blocks in which the denominator was not zero; degrees of freedom are one less.
    size: (K,) float64, the denominators' totals (for a share: the number of games counted).
    """

    estimate: Floats
    influence: Floats
    covariance: Floats
    blocks: NDArray[np.int64]
    size: Floats

    @property
    def error(self) -> Floats:
        """(K,) standard errors; nan with fewer than two blocks."""
        return np.sqrt(np.diagonal(self.covariance))

    @property
    def freedom(self) -> NDArray[np.int64]:
        """(K,) degrees of freedom: blocks that had any such game, less one (Korn & Graubard 1998, section 3)."""
        return self.blocks - 1

    def correlation(self) -> Floats:
        """(K, K) correlations of the estimates; 0 with a constant."""
        error = self.error
        scale = np.outer(error, error)
        safe = np.where(scale > 0, scale, 1.0)
        return np.clip(np.where(scale > 0, self.covariance / safe, 0.0), -1.0, 1.0)

    def contrasts(self, weights: Floats) -> tuple[Floats, Floats]:
        """Estimates and standard errors of linear combinations; `weights` is (C, K).

        A ratio that could not be estimated makes every combination nan that gives it a weight other than zero.
        """
        used = np.asarray(weights, dtype=np.float64)
        estimate = np.array([row[row != 0] @ self.estimate[row != 0] for row in used])
        covariance = np.where(np.isnan(self.covariance), 0.0, self.covariance)
        variance = np.einsum("ck,kl,cl->c", used, covariance, used)
        scale = np.einsum("ck,kl,cl->c", np.abs(used), np.abs(covariance), np.abs(used))
        variance = np.where(variance <= _ROUNDING * scale, 0.0, variance)
        missing = (used != 0) & (np.isnan(self.error))[None, :]
        return estimate, np.where(missing.any(axis=1), np.nan, np.sqrt(variance))


def ratios(moments: Moments, numerators: Floats, denominators: Floats) -> Ratios:
    """Ratios of totals, `numerators` and `denominators` being (K, V) coefficients of the variables.

    Example: with variables (wins, games), `ratios(m, [[1, 0]], [[0, 1]])` is the share of games won.
    Denominators must not be negative in any block. Raises ValueError for shapes that don't fit.
    """
    top = np.asarray(numerators, dtype=np.float64)
    bottom = np.asarray(denominators, dtype=np.float64)
    if top.shape != bottom.shape or top.ndim != 2 or top.shape[1] != moments.variables:
        raise ValueError(f"numerators {top.shape} and denominators {bottom.shape} must both be (ratios, {moments.variables})")
    size = bottom @ moments.total
    known = size > 0
    safe = np.where(known, size, 1.0)
    estimate = np.where(known, (top @ moments.total) / safe, np.nan)
    value = np.where(known, estimate, 0.0)
    influence = (top - value[:, None] * bottom) / safe[:, None]
    # A denominator of several variables is present wherever any of them is: at least as often as the most frequent one.
    blocks = np.max(np.where(bottom != 0, moments.present[None, :], 0), axis=1, initial=0)
    covariance = _covariance(moments, influence, blocks)
    covariance[~known, :] = np.nan
    covariance[:, ~known] = np.nan
    return Ratios(estimate, influence, covariance, blocks.astype(np.int64), size)


def _covariance(moments: Moments, influence: Floats, blocks: NDArray[np.int64]) -> Floats:
    """Covariance of the ratios. A ratio seen in b blocks is scaled by b / (b - 1), not B / (B - 1): it is the
    variance given the blocks in which the level occurs, a little larger for rare levels."""
    raw = influence @ moments.cross @ influence.T
    scale = np.abs(influence) @ np.abs(moments.cross) @ np.abs(influence).T
    diagonal = np.arange(len(raw))
    constant = raw[diagonal, diagonal] <= _ROUNDING * scale[diagonal, diagonal]
    raw[constant, :] = 0.0
    raw[:, constant] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.where(blocks > 1, np.sqrt(blocks / (blocks - 1.0)), np.nan)
    return (raw * np.outer(factor, factor)).astype(np.float64)
