"""How everything that happens inside a game is compiled: the options, decided once, and the pieces that Numba lacks."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, errors, types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from sim.core.cache import ENGINES, use_own_cache

# Handing a compiled strategy to the engine is what Numba calls a first-class function; it warns that this is experimental each time.
warnings.filterwarnings("ignore", category=errors.NumbaExperimentalFeatureWarning)

ROW = 16
"""Items of an int8 array that :func:`positive` looks at together: as many as a vector register of any processor holds."""

COMPILED: bool = not getattr(numba.config, "DISABLE_JIT")  # noqa: B009  (set on the module as it is imported)
"""False when ``NUMBA_DISABLE_JIT=1``: the same source then runs as plain Python (slowly), for tests and debuggers."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


class _Helper(CPUDispatcher):
    """A compiled function that sees every signed integer as int64.

    Numba compiles a function once for each combination of argument types, and to it 0, 1, an int8 field and a loop's int32 are all different: the
    legal moves of Mercato alone made forty versions of one small helper. This also keeps sums of small fields from wrapping around.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()})


def _widen(kind: Any) -> Any:
    kind = types.unliteral(kind)
    signed = isinstance(kind, types.Integer) and getattr(kind, "signed")  # noqa: B009
    return types.int64 if signed else kind


def compiled(function: Callable[..., Any]) -> Any:
    """Decorator of rules and helpers: compiled into whatever calls them. Signed integers arrive as int64."""
    return _Helper(function, targetoptions={"nopython": True, "boundscheck": None, **OPTIONS}) if COMPILED else function


@compiled
def index(value):
    """``value``, of which the compiler now knows that it is not negative (0 to 32767).

    An index below zero counts from the end, which costs a comparison and a choice at each access that might be one.
    """
    return int(value) & 0x7FFF


def compile_kept(function: Callable[..., Any], signature: Any, packages: tuple[str, ...] = ENGINES) -> Any:
    """A function that Python calls, compiled for one signature and kept on disk in the cache of ``packages`` (the sources it depends on)."""
    use_own_cache(packages)
    try:
        return numba.njit([signature], cache=True, **OPTIONS)(function)
    finally:
        use_own_cache(ENGINES)


def record_type(dtype: np.dtype) -> Any:
    """Numba's type of one record of a structured ``dtype`` (a pointer: what a function does to it, its caller sees)."""
    return numba.from_dtype(dtype)


def array_type(dtype: np.dtype | Any, ndim: int = 1) -> Any:
    """Numba's type of a C-contiguous array, of a structured ``dtype`` or of one of Numba's own scalar types."""
    return types.Array(numba.from_dtype(dtype) if isinstance(dtype, np.dtype) else dtype, ndim, "C")


@intrinsic(prefer_literal=True)
def _copy_start(typingctx: Any, target: Any, source: Any, size: Any) -> Any:
    if not (isinstance(target, types.Record) and isinstance(source, types.Record) and isinstance(size, types.IntegerLiteral)):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, where = (builder.bitcast(record, cgutils.voidptr_t) for record in arguments[:2])
        for start in range(0, size.literal_value, 128):  # larger ones would be calls of the C library, which take longer than the copy
            at = ir.Constant(ir.IntType(64), start)
            length = ir.Constant(ir.IntType(64), min(128, size.literal_value - start))
            cgutils.raw_memcpy(builder, builder.gep(to, [at]), builder.gep(where, [at]), length, 1)
        return context.get_dummy_value()

    return types.void(target, source, size), codegen


@intrinsic
def _zero_bytes(typingctx: Any, target: Any) -> Any:
    if not isinstance(target, types.Record):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cgutils.memset(builder, arguments[0], ir.Constant(ir.IntType(64), target.size), 0)
        return context.get_dummy_value()

    return types.void(target), codegen


@intrinsic
def _store_word(typingctx: Any, target: Any, word: Any) -> Any:
    if not isinstance(target, types.Record):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        record, value = arguments
        builder.store(value, builder.bitcast(record, ir.IntType(64).as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(target, types.int64), codegen


def _first_item(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Address of the first byte of an array."""
    return builder.bitcast(context.make_array(kind)(context, builder, array).data, cgutils.voidptr_t)


@intrinsic
def _copy_records(typingctx: Any, target: Any, source: Any, number: Any) -> Any:
    if not (isinstance(target, types.Array) and target.ndim == 1 and target.layout == source.layout == "C" and target.dtype == source.dtype):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to = _first_item(context, builder, target, arguments[0])
        where = _first_item(context, builder, source, arguments[1])
        cgutils.raw_memcpy(builder, to, where, arguments[2], target.dtype.size)
        return context.get_dummy_value()

    return types.void(target, source, types.int64), codegen


@intrinsic(prefer_literal=True)
def _copy_items(typingctx: Any, target: Any, to: Any, source: Any, start: Any, number: Any) -> Any:
    if not (_holds_bytes(target) and _holds_bytes(source) and isinstance(number, types.IntegerLiteral)):
        return None
    signature = types.void(target, types.int64, source, types.int64, number)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        into = builder.gep(_first_item(context, builder, target, arguments[0]), [arguments[1]])
        where = builder.gep(_first_item(context, builder, source, arguments[2]), [arguments[3]])
        block = ir.IntType(8 * number.literal_value).as_pointer()
        builder.store(builder.load(builder.bitcast(where, block), align=1), builder.bitcast(into, block), align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def _positive(typingctx: Any, array: Any, row: Any) -> Any:
    if not _holds_bytes(array):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = ir.VectorType(ir.IntType(8), ROW)
        start = builder.mul(arguments[1], ir.Constant(ir.IntType(64), ROW))
        where = builder.gep(_first_item(context, builder, array, arguments[0]), [start])
        row = builder.load(builder.bitcast(where, vector.as_pointer()), align=1)
        above = builder.icmp_signed(">", row, ir.Constant(vector, None))
        return builder.zext(builder.bitcast(above, ir.IntType(ROW)), ir.IntType(64))

    return types.int64(array, types.int64), codegen


@intrinsic
def _lowest(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


def _holds_bytes(kind: Any) -> bool:
    return isinstance(kind, types.Array) and kind.dtype == types.int8 and kind.layout == "C"


@intrinsic
def _borrow(typingctx: Any, array: Any, start: Any, length: Any) -> Any:
    if not (isinstance(array, types.Array) and array.ndim == 1 and array.layout == "C"):
        return None
    kind = array.copy(readonly=False)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole, first, count = arguments
        source = context.make_array(array)(context, builder, whole)
        part = context.make_array(kind)(context, builder)
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(array.dtype)))
        populate_array(
            part,
            data=builder.gep(source.data, [first]),
            shape=cgutils.pack_array(builder, [count]),
            strides=cgutils.pack_array(builder, [size]),
            itemsize=size,
            meminfo=None,
        )
        return part._getvalue()

    return kind(array, types.int64, types.int64), codegen


if COMPILED:

    @compiled
    def borrow(array, start, length):
        """``array[start : start + length]`` of a flat array that outlives the result: no reference is counted (atomically, on each decision)."""
        return _borrow(array, start, length)  # type: ignore[call-arg]

    @compiled
    def clear_record(record):
        """Set every field of a record to zero."""
        _zero_bytes(record)  # type: ignore[call-arg]

    @compiled
    def store_word(record, word):
        """Write the first eight bytes of a record at once, the lowest byte of ``word`` first: what is read at once should be written at once."""
        _store_word(record, word)  # type: ignore[call-arg]

    @compiled
    def copy_records(target, source, number):
        """Copy the first ``number`` records of one array to another of the same dtype."""
        _copy_records(target, source, number)  # type: ignore[call-arg]

    @compiled
    def positive(array, row):
        """Bit i is set where item i of the ``ROW`` items from ``row * ROW`` on of an int8 array, seen as flat, is above 0."""
        return _positive(array, row)  # type: ignore[call-arg]

    @compiled
    def lowest(bits):
        """Number of the lowest bit that is set, of at least one."""
        return _lowest(bits)  # type: ignore[call-arg]

    def wrapping(function: Callable[..., Any]) -> Any:
        """Decorator of helpers whose 64-bit arithmetic wraps around on purpose."""
        return compiled(function)

else:

    def borrow(array: Any, start: int, length: int) -> Any:
        """``array[start : start + length]``."""
        return array[start : start + length]

    def clear_record(record: Any) -> None:
        """Set every field of a record to zero."""
        record.array.view(np.uint8)[:] = 0

    def store_word(record: Any, word: int) -> None:
        """Write the first eight bytes of a record at once, the lowest byte of ``word`` first."""
        record.array.view("<i8")[0] = word

    def copy_records(target: Any, source: Any, number: int) -> None:
        """Copy the first ``number`` records of one array to another of the same dtype."""
        target.array[:number] = source.array[:number]

    def positive(array: Any, row: int) -> int:
        """Bit i is set where item i of the ``ROW`` items from ``row * ROW`` on of an int8 array, seen as flat, is above 0."""
        return sum(1 << i for i, item in enumerate(array.reshape(-1)[row * ROW : row * ROW + ROW]) if item > 0)

    def lowest(bits: int) -> int:
        """Number of the lowest bit that is set, of at least one."""
        return (bits & -bits).bit_length() - 1

    def wrapping(function: Callable[..., Any]) -> Any:
        """Decorator of helpers whose 64-bit arithmetic wraps around on purpose."""
        return np.errstate(over="ignore")(function)


def _copy_start_in_python(target: Any, source: Any, size: int) -> None:
    target.array.view(np.uint8)[:size] = source.array.view(np.uint8)[:size]


def _copy_items_in_python(target: Any, to: int, source: Any, start: int, number: int) -> None:
    target.reshape(-1)[to : to + number] = source.reshape(-1)[start : start + number]


copy_start: Any = _copy_start if COMPILED else _copy_start_in_python
"""``copy_start(target, source, size)``: copy the first ``size`` (a constant) bytes of one record to another, which both declare alike."""

copy_items: Any = _copy_items if COMPILED else _copy_items_in_python
"""``copy_items(target, to, source, start, number)``: copy ``number`` (a constant) items of one int8 array to another, both seen as flat."""
