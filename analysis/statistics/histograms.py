"""Exact distributions of whole numbers (turns of a game), with intervals for quantiles whose unit is the block.

The share F(x) of games of at most x turns is a ratio Σc(x) / Σn with c(x) the block's games of at most x turns. Its variance over blocks needs
Σc(x)² and Σc(x)n for every x. Both are sums of histograms: c(x)² counts the ordered pairs of games of a block whose longer one has at most
x turns, so a game that is the k-th shortest of its block adds 2k - 1 at its own length. Three counts a length, whatever the number of games.

A quantile's interval holds every x that the intervals for F do not exclude (Woodruff 1952, JASA 47, 635-646; by test inversion, Francisco &
Fuller 1991, Annals of Statistics 19, 454-469), with Korn and Graubard's interval for F(x).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.intervals import share_interval
from analysis.statistics.moments import Floats

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Histogram:
    """How many games lasted x turns, x = 0, 1, 2 …, and what the variance over blocks needs.

    blocks: number of blocks.  squares: Σn² over blocks, n the block's games.
    count: (X,) games of x turns.
    pairs: (X,) Σ (2k - 1) over those games, k the game's rank in its block: cumulated, Σ c(x)².
    sized: (X,) Σ n over those games, n the size of their block: cumulated, Σ c(x) n.
    """

    blocks: int
    squares: int
    count: Counts
    pairs: Counts
    sized: Counts

    @classmethod
    def zero(cls) -> Histogram:
        """No games."""
        none = np.zeros(0, np.int64)
        return cls(0, 0, none, none, none)

    @classmethod
    def of(cls, block: NDArray[np.integer], value: NDArray[np.integer]) -> Histogram:
        """From one entry a game: the number of its block (any labels) and its value, not negative."""
        if len(block) == 0:
            return cls.zero()
        value = np.asarray(value).astype(np.int64)
        if value.min() < 0:
            raise ValueError("a histogram counts numbers from 0 upwards")
        order = np.lexsort((value, block))
        block, value = np.asarray(block)[order], value[order]
        begins = np.flatnonzero(np.r_[True, block[1:] != block[:-1]])
        sizes = np.diff(np.r_[begins, len(block)])
        rank = np.arange(len(block)) - np.repeat(begins, sizes)  # 0-based, so 2k - 1 is 2 rank + 1
        width = int(value.max()) + 1
        return cls(
            len(begins),
            int((sizes.astype(np.int64) ** 2).sum()),
            np.bincount(value, minlength=width).astype(np.int64),
            np.bincount(value, weights=2 * rank + 1, minlength=width).astype(np.int64),
            np.bincount(value, weights=np.repeat(sizes, sizes), minlength=width).astype(np.int64),
        )

    def merge(self, other: Histogram) -> Histogram:
        """The games of both (of different blocks)."""
        return Histogram(
            self.blocks + other.blocks,
            self.squares + other.squares,
            _add(self.count, other.count),
            _add(self.pairs, other.pairs),
            _add(self.sized, other.sized),
        )

    __add__ = merge

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.count.sum())

    def mean(self) -> float:
        """The mean of all games; nan without any."""
        return float(np.arange(len(self.count)) @ self.count / self.games) if self.games else float("nan")

    def shares(self) -> tuple[Floats, Floats]:
        """F(x), the share of games of at most x, for x = 0 … X - 1, and its standard error over blocks."""
        n = float(self.games)
        share = np.cumsum(self.count) / n
        squares = np.cumsum(self.pairs) - 2.0 * share * np.cumsum(self.sized) + share**2 * self.squares
        squares = np.where(squares <= 1e-12 * np.cumsum(self.pairs), 0.0, squares)
        scale = self.blocks / (self.blocks - 1.0) if self.blocks > 1 else np.nan
        return share, np.sqrt(scale * squares) / n

    def quantile(self, levels: list[float], confidence: float = 0.95) -> list[tuple[int, int, int]]:
        """For each level q: the smallest x with F(x) >= q, and the least and the largest x that the data do not exclude.

        The upper end is the largest value seen when not even that is excluded. Raises ValueError without games.
        """
        if not self.games:
            raise ValueError("a quantile of no games")
        share, error = self.shares()
        low, high = share_interval(share, error, self.blocks, self.games, confidence)
        last = len(share) - 1
        found = []
        for q in levels:
            at = [int(np.argmax(curve >= q)) if (curve >= q).any() else last for curve in (share, high, low)]
            found.append((at[0], min(at[1], at[0]), max(at[2], at[0])))
        return found

    def binned(self, bins: int, upper: float = 1.0) -> tuple[Counts, Counts]:
        """At most `bins` bars of equal whole width up to the quantile `upper`: (lower edges and last upper edge, counts).

        What lies above the last edge is not counted in any bar.
        """
        share = np.cumsum(self.count) / self.games
        first = int(np.argmax(self.count > 0))
        last = int(np.argmax(share >= upper - 1e-12))
        width = max(1, -(-(last - first + 1) // bins))
        edges = np.arange(first, last + width + 1, width)
        padded = np.zeros(int(edges[-1]), np.int64)
        kept = self.count[: len(padded)]
        padded[: len(kept)] = kept
        return edges, np.add.reduceat(padded, edges[:-1])


def _add(a: Counts, b: Counts) -> Counts:
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total
