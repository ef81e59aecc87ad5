"""Sums over blocks for many small groups of variables, where what goes on between groups is not needed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.moments import Floats, Moments


@dataclass(frozen=True)
class GroupMoments:
    """Sums over blocks of G groups of V variables: `Moments` of each group, side by side.

    present: (G, V) int64.  total: (G, V) float64.  cross: (G, V, V) float64.
    """

    blocks: int
    present: NDArray[np.int64]
    total: Floats
    cross: Floats

    @classmethod
    def of(cls, values: Floats) -> GroupMoments:
        """Sums of a (blocks, G, V) array."""
        present = np.count_nonzero(values, axis=0).astype(np.int64)
        return cls(values.shape[0], present, values.sum(axis=0), np.einsum("bgv,bgw->gvw", values, values))

    def __add__(self, other: GroupMoments) -> GroupMoments:
        """Sums over the blocks of both. Raises ValueError when they don't have the same groups."""
        if self.total.shape != other.total.shape:
            raise ValueError(f"sums of {self.total.shape} and of {other.total.shape} groups and variables can't be merged")
        return GroupMoments(self.blocks + other.blocks, self.present + other.present, self.total + other.total, self.cross + other.cross)

    def moments(self, group: int) -> Moments:
        """The sums of one group."""
        return Moments(self.blocks, self.present[group], self.total[group], self.cross[group])
