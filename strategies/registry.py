"""Strategies: how one is declared, found by name, in a file or in another package, and compiled."""

from __future__ import annotations

import dis
import hashlib
import importlib
import importlib.metadata
import importlib.util
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numba

from sim.core import rng as rng_module
from sim.core.cache import STRATEGIES
from sim.core.compile import COMPILED, OPTIONS, compile_kept
from sim.core.engine import strategy_signature
from sim.core.errors import StrategyFileError, UnknownNameError, UserError, nearest
from sim.core.proxy import RecordProxy
from sim.core.registry import game_names, get_game

_ENTRY_POINTS = "balancier.strategies"
_ARGUMENTS = ("view", "moves", "n_moves", "params", "memory", "rng")
MAX_MEMORY = 4096


@dataclass(frozen=True)
class Strategy:
    """A way to play a game.

    ``choose(view, moves, n_moves, params, memory, rng) -> int`` returns the index of one of the first ``n_moves`` moves. ``params`` are
    its parameters in the order of
    declaration (float64), ``memory`` its own int64 numbers, cleared at each game, ``rng`` its own random stream (see `sim.core.rng`). ``compiled``
    is False for plain Python, which is asked one decision at a time.
    """

    game: str
    name: str
    version: int
    about: str
    function: Callable[..., int]
    params: dict[str, float] = field(default_factory=dict)
    memory: int = 0
    compiled: bool = True
    source: str = "built-in"
    reference: str = ""
    digest: str = ""

    def identity(self) -> tuple[Any, ...]:
        """Equal for two strategies that play alike: source, name, version, parameters."""
        return (self.source, self.digest, self.reference or self.name, self.version, tuple(self.params.items()))

    def with_params(self, changed: dict[str, float], name: str | None = None) -> Strategy:
        """A variation with other parameters (and a name of its own)."""
        for key, value in changed.items():
            if key not in self.params:
                known = nearest(key, self.params, "parameter") if self.params else "it has none"
                raise UserError(f"strategy {self.name} has no parameter {key!r}; {known}")
            if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
                raise UserError(f"parameter {key} of strategy {self.name} is {value!r}; it is a number")
        params = {key: float(changed.get(key, value)) for key, value in self.params.items()}
        return replace(self, params=params, name=name or self.name, reference=self.reference or self.name)

    def uncompiled(self) -> Strategy:
        """The same, asked in plain Python: slow, but a debugger stops at its breakpoints."""
        return replace(self, compiled=False)

    @property
    def choose(self) -> Callable[..., int]:
        """The function in plain Python, its compiled helpers included."""
        return _plain(self.function)

    def compile(self) -> Any:
        """The compiled function; :class:`StrategyFileError` in one sentence if Numba can't."""
        return _compile(self.game, self.function, self.source) if COMPILED else _plain(self.function)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels to other processes as a name, not as code."""
        return (_restore, (self.game, self.source, self.reference or self.name, self.params, self.name, self.compiled))


def _restore(game: str, source: str, name: str, params: dict[str, float], alias: str, compiled: bool) -> Strategy:
    found = get_strategy(game, name if source == "built-in" else f"{source}:{name}")
    return replace(found.with_params(params, alias), compiled=compiled)


def strategy(
    *, game: str, name: str, version: int, about: str, params: dict[str, float] | None = None, memory: int = 0, compiled: bool = True
) -> Callable[[Callable[..., int]], Strategy]:
    """Declare a strategy: decorator of its ``choose``.

    ``about`` says in one line how it plays; ``params`` are its parameters with their defaults; ``memory`` how many numbers it keeps during
    a game (0 to 4096);
    ``compiled=False`` for plain Python (a neural network, a person).
    """

    def declare(choose: Callable[..., int]) -> Strategy:
        where = f"strategy {name!r}"
        if game not in game_names():
            raise StrategyFileError(f"{where} is for a game {game!r} that does not exist; {nearest(game, game_names(), 'game')}")
        arguments = choose.__code__.co_varnames[: choose.__code__.co_argcount]
        if len(arguments) != len(_ARGUMENTS):
            raise StrategyFileError(f"{where} takes ({', '.join(arguments)}); a strategy takes ({', '.join(_ARGUMENTS)})")
        if not 0 <= memory <= MAX_MEMORY:
            raise StrategyFileError(f"{where} asks for {memory} numbers of memory; it may have 0 to {MAX_MEMORY}")
        numbers = {key: float(value) for key, value in (params or {}).items()}
        return Strategy(game, name, version, about, choose, numbers, memory, compiled)

    return declare


@cache
def _compile(game: str, function: Callable[..., int], source: str) -> Any:
    signature = strategy_signature(get_game(game).records)
    try:
        if source == "built-in":
            return compile_kept(function, signature, STRATEGIES)
        # Users' files are compiled afresh each time: the disk cache would not notice a change in what they import.
        return numba.njit([signature], **OPTIONS)(function)
    except Exception as error:  # Numba raises its own errors, and KeyError and the like for what it has not foreseen
        where = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
        told = " ".join(line.strip() for line in str(error).splitlines() if line.strip())
        kind = "" if isinstance(error, numba.core.errors.NumbaError) else f"{type(error).__name__}: "
        raise StrategyFileError(f"{where}: this strategy does not compile: {kind}{told[:400]}") from error


@cache
def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls no compiled code: each compiled helper it names is replaced by its source, all the way down."""
    namespace = dict(function.__globals__)
    plain = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)
    for name in _globals_of(function):
        value = namespace.get(name)
        if isinstance(value, numba.core.dispatcher.Dispatcher):
            namespace[name] = _on_record(value) if value.py_func.__module__ == rng_module.__name__ else _plain(value.py_func)
    return plain


def _globals_of(function: Callable[..., Any]) -> set[str]:
    """The global names that a function reads. (`co_names` has its attributes too, and one may be called like a helper.)"""
    return {instruction.argval for instruction in dis.get_instructions(function) if instruction.opname == "LOAD_GLOBAL"}


def _on_record(compiled: Any) -> Callable[..., Any]:
    """Random streams stay compiled (64-bit arithmetic that wraps around): hand them the record itself."""

    def call(stream: Any, *rest: Any) -> Any:
        return compiled(stream.record if isinstance(stream, RecordProxy) else stream, *rest)

    return call


def _built_in(game: str) -> dict[str, str]:
    return dict(importlib.import_module(f"strategies.{game}").BUILT_IN)


def strategy_names(game: str) -> list[str]:
    """The built-in strategies of a game."""
    return list(_built_in(game))


def get_strategy(game: str, reference: str) -> Strategy:
    """A strategy by name, as ``path.py:Name`` (``path.py`` if it has only one), or from another package's entry point.

    Strategy files are code that runs with the user's rights. Raises :class:`UserError` in one sentence.
    """
    if ".py" in reference:
        return _from_file(game, reference)
    built_in = _built_in(game)
    if reference in built_in:
        return _from_module(game, importlib.import_module(built_in[reference]), reference)
    installed = {point.name: point for point in importlib.metadata.entry_points(group=_ENTRY_POINTS)}
    if reference in installed:
        found = installed[reference].load()
        if not isinstance(found, Strategy) or found.game != game:
            raise StrategyFileError(f"the entry point {reference!r} is no strategy for {game}")
        return replace(found, source=f"entry point {installed[reference].value}")
    raise UnknownNameError(f"{game} has no strategy {reference!r}; {nearest(reference, [*built_in, *installed], 'strategy')}")


def _from_module(game: str, module: Any, name: str | None, where: str = "") -> Strategy:
    found = {value.name: value for value in vars(module).values() if isinstance(value, Strategy) and value.game == game}
    if not found:
        raise StrategyFileError(f"{where or module.__name__} declares no strategy for {game}; decorate a function with @strategy(game={game!r}, …)")
    if name is None and len(found) == 1:
        return next(iter(found.values()))
    if name not in found:
        raise StrategyFileError(f"{where or module.__name__} has no strategy {name!r} for {game}; {nearest(name or '', found, 'strategy')}")
    return found[name]


def _from_file(game: str, reference: str) -> Strategy:
    path_text, _, name = reference.partition(".py:")
    path = Path(path_text if path_text.endswith(".py") else f"{path_text}.py")
    if not path.is_file():
        raise StrategyFileError(f"there is no strategy file {path}")
    module = _import_file(path.resolve(), hashlib.sha256(path.read_bytes()).hexdigest())
    found = _from_module(game, module, name or None, str(path))
    return replace(found, source=str(path), digest=module.__balancier_digest__)


@cache
def _import_file(path: Path, digest: str) -> Any:
    module_name = f"balancier_user_{path.stem}_{digest[:12]}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except UserError:
        del sys.modules[module_name]
        raise
    except Exception as error:
        del sys.modules[module_name]
        line = error.lineno if isinstance(error, SyntaxError) else _line_in(path, error)
        raise StrategyFileError(f"{path}{f', line {line}' if line else ''}: it cannot be imported: {type(error).__name__}: {error}") from error
    module.__balancier_digest__ = digest  # type: ignore[attr-defined]
    return module


def _line_in(path: Path, error: BaseException) -> int | None:
    """The last line of ``path`` in the error's traceback."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
