"""Several levels judged together: intervals that hold for all rows of a table at once.

The default is Šidák's: each of m intervals at confidence (1 - alpha)^(1/m). For two-sided intervals of jointly normal estimates with
*any* correlation, all hold together at least as often as if they were independent (Šidák 1967, JASA 62, 626-633). It needs nothing but m, has no
random part, and works with intervals that are not estimate ± constant · error (Korn-Graubard's for shares).

The exact critical value for a given correlation (the largest |t| of the table: Hothorn, Bretz & Westfall 2008, Biometrical Journal 50,
346-363) is `max_t_critical`. It gains little where it would matter here: levels of a table compete for the same wins and correlate at about
-1/(m - 1), where Šidák's bound is nearly exact (docs/explanation/statistics.md has the numbers). It gains where figures are strongly tied.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from analysis.statistics.moments import Floats


def sidak_confidence(confidence: float, rows: int) -> float:
    """The confidence of each of `rows` two-sided intervals so that all hold together with `confidence`."""
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence must lie between 0 and 1, not {confidence}")
    return float(confidence ** (1.0 / max(rows, 1)))


def max_t_critical(correlation: Floats, freedom: float = np.inf, confidence: float = 0.95, draws: int = 200_000, seed: int = 1) -> float:
    """The value c for which max |t| <= c with probability `confidence`, for multivariate t of this correlation.

    correlation: (m, m), may be singular.  freedom: degrees of freedom of the common error (inf: normal).
    Computed from `draws` simulated tables with a fixed seed: the same answer each time, its error about 0.005.
    """
    matrix = np.asarray(correlation, dtype=np.float64)
    values, vectors = np.linalg.eigh(matrix)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    rng = np.random.default_rng(seed)
    largest = np.abs(rng.standard_normal((draws, len(matrix))) @ root.T).max(axis=1)
    if np.isfinite(freedom):
        largest = largest / np.sqrt(rng.chisquare(freedom, draws) / freedom)
    return float(np.quantile(largest, confidence))


def sidak_critical(rows: int, freedom: float = np.inf, confidence: float = 0.95) -> float:
    """The critical value that Šidák's confidence means for estimates ± c · error."""
    half = (1.0 - sidak_confidence(confidence, rows)) / 2.0
    return float(-special.ndtri(half) if np.isinf(freedom) else special.stdtrit(freedom, 1.0 - half))
