"""Records for uncompiled code: fields as attributes, sharing the memory of the arrays that compiled code writes.

Reading an attribute of a NumPy record takes 4 µs; these keep a view of each field, and give single numbers as Python's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class RecordProxy:
    """One record (an array of length 1): ``proxy.field`` is an int or float, an array, or again a proxy.

    ``record`` is the NumPy record itself, which compiled functions take.
    """

    __slots__ = ("_arrays", "_nested", "_scalars", "record")

    def __init__(self, array: np.ndarray) -> None:
        """Show the only record of ``array``."""
        assert array.shape == (1,)
        scalars, arrays, nested = {}, {}, {}
        for name in array.dtype.names or ():
            field = np.asarray(array)[name]
            if field.dtype.names:
                nested[name] = RecordProxy(field)
            elif field.ndim == 1:
                scalars[name] = field
            else:
                arrays[name] = field[0]
        object.__setattr__(self, "record", np.asarray(array)[0])
        object.__setattr__(self, "_scalars", scalars)
        object.__setattr__(self, "_arrays", arrays)
        object.__setattr__(self, "_nested", nested)

    def __getattr__(self, name: str) -> Any:
        """A field's value."""
        if name in self._scalars:
            return self._scalars[name].item()
        if name in self._arrays:
            return self._arrays[name]
        if name in self._nested:
            return self._nested[name]
        raise AttributeError(f"there is no field {name!r}; the fields are {', '.join([*self._scalars, *self._arrays, *self._nested])}")

    def __setattr__(self, name: str, value: Any) -> None:
        """Write a single number."""
        self._scalars[name][0] = value

    def __dir__(self) -> list[str]:
        """The fields."""
        return [*self._scalars, *self._arrays, *self._nested]


class MovesProxy:
    """A list of moves: ``moves[i].action``."""

    __slots__ = ("_moves",)

    def __init__(self, array: np.ndarray) -> None:
        """Show the records of a one-dimensional array."""
        self._moves = [RecordProxy(array[i : i + 1]) for i in range(len(array))]

    def __getitem__(self, index: int) -> RecordProxy:
        """The move at an index."""
        return self._moves[index]

    def __len__(self) -> int:
        """Room in the list; the legal moves are the first ``n_moves``."""
        return len(self._moves)
