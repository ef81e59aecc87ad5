"""How everything that happens inside a game is compiled: the options, decided once, and the pieces that Numba lacks."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, errors, types
from numba.extending import intrinsic

from sim.core.cache import ENGINES, use_own_cache

# Handing a compiled strategy to the engine is what Numba calls a first-class function; it warns that this is experimental each time.
warnings.filterwarnings("ignore", category=errors.NumbaExperimentalFeatureWarning)

COMPILED = not numba.config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1``: the same source then runs as plain Python (slowly), for tests and debuggers."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

compiled: Callable[..., Any] = numba.njit(**OPTIONS)
"""Decorator of rules and helpers: compiled into whatever calls them."""


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


@intrinsic
def _copy_bytes(typingctx: Any, target: Any, source: Any, size: Any) -> Any:
    if not (isinstance(target, types.Record) and isinstance(source, types.Record)):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, where, length = arguments
        cgutils.raw_memcpy(builder, to, where, builder.trunc(length, ir.IntType(64)) if length.type.width > 64 else length, 1)
        return context.get_dummy_value()

    return types.void(target, source, types.int64), codegen


def _copy_start_uncompiled(target: Any, source: Any, size: int) -> None:
    """Copy the first ``size`` bytes of one record to another."""
    as_bytes(target)[:size] = as_bytes(source)[:size]


def as_bytes(record: Any) -> np.ndarray:
    """The bytes of a NumPy record, as an array that shares its memory."""
    return np.frombuffer(record.data, dtype=np.uint8) if not record.data.readonly else np.asarray(record).reshape(1).view(np.uint8)


if COMPILED:

    @compiled
    def copy_start(target, source, size):
        """Copy the first ``size`` bytes of one record to another: the fields that both declare first, in the same order."""
        _copy_bytes(target, source, size)

else:
    copy_start = _copy_start_uncompiled
