"""Functions that compiled code is handed to call.

Numba can take a tuple of compiled functions as an argument, but looks each one up anew at every call from Python (it unpickles the
signature and asks for the compile result, twice a function), which takes milliseconds for a dozen of them. Here their addresses are looked up
once; to compiled code the object is the same tuple.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.extending import NativeValue, register_model, unbox

_FIELDS = ("c_addr", "py_addr", "jit_addr")  # of Numba's first-class functions, in the order of `Functions._table`


class FunctionsType(types.Tuple):
    """Numba's type of functions of different types."""

    def __new__(cls, kinds: Sequence[Any]) -> FunctionsType:
        """Numba's own would make a plain tuple type."""
        return object.__new__(cls)


class StrategiesType(types.UniTuple):
    """Numba's type of functions of one type, which a variable can index."""


register_model(FunctionsType)(models.TupleModel)
register_model(StrategiesType)(models.UniTupleModel)


class Functions:
    """Compiled functions, one for each signature, as one argument. Iterates over them."""

    def __init__(self, functions: Sequence[Any], signatures: Sequence[Any]) -> None:
        """Look up the addresses; they are good for this process."""
        self._functions = tuple(functions)  # keeps them alive
        self._table = np.zeros((len(functions), len(_FIELDS)), np.intp)
        for row, function, signature in zip(self._table, functions, signatures, strict=True):
            made = function.get_compile_result(signature)
            address = made.library.get_pointer_to_function
            row[:] = address(made.fndesc.llvm_cfunc_wrapper_name), id(function), address(made.fndesc.llvm_func_name)
        self.address = self._table.ctypes.data
        kinds = [types.FunctionType(signature) for signature in signatures]
        self._numba_type_ = StrategiesType(kinds[0], len(kinds)) if len(set(kinds)) == 1 else FunctionsType(kinds)

    def __iter__(self) -> Iterator[Any]:
        """The functions."""
        return iter(self._functions)


@unbox(FunctionsType)
@unbox(StrategiesType)
def _load_addresses(typ: Any, obj: Any, c: Any) -> Any:
    address = c.pyapi.object_getattr_string(obj, "address")
    start = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    table = c.builder.bitcast(start, c.context.get_value_type(types.voidptr).as_pointer())
    values = []
    for index, kind in enumerate(typ):
        function = cgutils.create_struct_proxy(kind)(c.context, c.builder)
        for place, name in enumerate(_FIELDS):
            setattr(function, name, c.builder.load(cgutils.gep_inbounds(c.builder, table, len(_FIELDS) * index + place)))
        values.append(function._getvalue())
    return NativeValue(c.context.make_tuple(c.builder, typ, values))
