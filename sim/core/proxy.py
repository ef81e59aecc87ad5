"""Records for uncompiled code: fields as attributes, sharing the memory of the arrays that compiled code writes.

Reading an attribute of a NumPy record takes 4 µs; these keep a view of each field, and give single numbers as Python's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class RecordProxy:
    """One record (an array of length 1): ``proxy.field`` is an int or float, an array, or again a proxy.

    ``array`` is the memory shown, ``record`` the NumPy record, which compiled functions take.
    """

    __slots__ = ("_arrays", "_nested", "_scalars", "array")

    def __init__(self, array: np.ndarray) -> None:
        """Show the only record of ``array``."""
        if array.shape != (1,):
            raise ValueError(f"one record is shown, not an array of shape {array.shape}")
        scalars, arrays, nested = {}, {}, {}
        for name in array.dtype.names or ():
            field = array[name]
            if field.dtype.names:
                nested[name] = RecordProxy(field)
            elif field.ndim == 1:
                scalars[name] = field
            else:
                arrays[name] = field[0]
        object.__setattr__(self, "array", array)
        object.__setattr__(self, "_scalars", scalars)
        object.__setattr__(self, "_arrays", arrays)
        object.__setattr__(self, "_nested", nested)

    @property
    def record(self) -> np.void:
        """The NumPy record."""
        return self.array[0]

    def __getattr__(self, name: str) -> Any:
        """A field's value."""
        if name in self._scalars:
            return self._scalars[name].item()
        if name in self._arrays:
            return self._arrays[name]
        if name in self._nested:
            return self._nested[name]
        raise AttributeError(f"there is no field {name!r}; the fields are {', '.join(dir(self))}")

    def __setattr__(self, name: str, value: Any) -> None:
        """Write a single number, or copy a whole record."""
        if name in self._nested:
            self._nested[name].array[:] = value.array
        else:
            self._scalars[name][0] = value

    def __dir__(self) -> list[str]:
        """The fields."""
        return [*self._scalars, *self._arrays, *self._nested]


class RecordsProxy:
    """An array of records: ``moves[i].action``."""

    __slots__ = ("_made", "array")

    def __init__(self, array: np.ndarray) -> None:
        """Show the records of ``array``."""
        self.array = array
        self._made: dict[int, RecordProxy] = {}

    def __getitem__(self, index: Any) -> Any:
        """The record at an index, or those of a slice."""
        if isinstance(index, slice):
            return RecordsProxy(self.array[index])
        if index not in self._made:
            place = range(len(self.array))[index]
            self._made[index] = RecordProxy(self.array[place : place + 1])
        return self._made[index]

    def __setitem__(self, index: Any, value: RecordProxy) -> None:
        """Copy a record to an index."""
        self.array[index] = value.record

    def __len__(self) -> int:
        """Length of the array."""
        return len(self.array)
