"""Sums over blocks that can be merged: counts, totals and cross products of several variables at once.

A variable is a number per block, such as "games won by seats that began with 5-4-1" (a numerator) or "games played by
such seats" (a denominator). Ratios of totals, and their variances and covariances, follow from the totals and the
cross products alone, so a run is read part by part and memory does not grow with the number of games.

All variables of balancier are whole numbers (win shares are counted in twelfths of a win, and so on). Sums of whole numbers
in float64 are exact up to 2**53, about 9e15: merging gives the same bits in any order and for any size of the parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Moments:
    """Sums over blocks of V variables.

    blocks: number of blocks.
    present: (V,) int64, number of blocks in which the variable is not zero.
    total: (V,) float64, Σ x over blocks.
    cross: (V, V) float64, Σ x xᵀ over blocks.
    """

    blocks: int
    present: NDArray[np.int64]
    total: Floats
    cross: Floats

    @classmethod
    def zero(cls, variables: int) -> Moments:
        """No blocks at all of `variables` variables: what merging starts from."""
        return cls(0, np.zeros(variables, np.int64), np.zeros(variables), np.zeros((variables, variables)))

    @classmethod
    def of(cls, values: NDArray[np.floating] | NDArray[np.integer]) -> Moments:
        """Sums of a (blocks, V) array, a row a block. Raises ValueError for another shape."""
        x = np.asarray(values, dtype=np.float64)
        if x.ndim != 2:
            raise ValueError(f"values must be (blocks, variables), not {x.shape}")
        return cls(x.shape[0], np.count_nonzero(x, axis=0).astype(np.int64), x.sum(axis=0), x.T @ x)

    @classmethod
    def side_by_side(cls, found: Mapping[int, Floats], number: int, blocks: int) -> Moments:
        """Sums of `number` arrays of the same `blocks`, (blocks, V) each, next to each other.

        found: the arrays by their place. One that is not there, and the blocks that one lacks at its end, count as 0.
        """
        width = max(values.shape[1] for values in found.values())
        whole = np.zeros((blocks, width * number))
        for place, values in found.items():
            whole[: len(values), width * place : width * (place + 1)] = values
        return cls.of(whole)

    @property
    def variables(self) -> int:
        """V, the number of variables."""
        return self.total.shape[0]

    def merge(self, other: Moments) -> Moments:
        """Sums over the blocks of both. Raises ValueError when they don't have the same variables."""
        if self.variables != other.variables:
            raise ValueError(f"sums of {self.variables} and of {other.variables} variables can't be merged")
        return Moments(
            self.blocks + other.blocks,
            self.present + other.present,
            self.total + other.total,
            self.cross + other.cross,
        )

    __add__ = merge

    def select(self, variables: NDArray[np.intp] | list[int]) -> Moments:
        """The sums of some of the variables, in the order asked for."""
        index = np.asarray(variables, dtype=np.intp)
        return Moments(self.blocks, self.present[index], self.total[index], self.cross[np.ix_(index, index)])


def merged(sums: Any, more: Any) -> Any:
    """Sums over two sets of blocks as one: objects that can be added, in any nesting of mappings and lists; None where there are none yet.

    Texts and tuples (names of variables) must be the same in both; ValueError otherwise.
    """
    if sums is None or more is None:
        return more if sums is None else sums
    if isinstance(sums, Mapping):
        return {key: merged(sums.get(key), more.get(key)) for key in {**sums, **more}}
    if isinstance(sums, list):
        return [merged(a, b) for a, b in zip(sums, more, strict=True)]
    if isinstance(sums, tuple | str):
        if sums != more:
            raise ValueError(f"sums of different variables can't be merged: {sums} and {more}")
        return sums
    return sums + more
