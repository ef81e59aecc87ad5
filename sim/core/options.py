"""Declared options and columns: one declaration from which studies are checked, help is printed and tables are documented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.core.errors import SetupError, nearest


@dataclass(frozen=True)
class Option:
    """One option of a game's rules.

    ``kind`` is ``'int'`` (from ``low`` to ``high``), ``'bool'`` or ``'choice'`` (one of ``choices``). ``rules`` are the identifiers that
    it belongs to;
    ``variants`` the variants in which it matters (empty: all).
    """

    name: str
    default: Any
    kind: str
    about: str
    rules: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """The value, if it is allowed; raises :class:`SetupError` that says what would be."""
        key = f"options.{self.name}"
        if self.kind == "bool":
            if not isinstance(value, bool):
                raise SetupError(key, f"{self.name} is {value!r}", "it is either true or false")
        elif self.kind == "choice":
            if value not in self.choices:
                raise SetupError(key, f"{self.name} is {value!r}", nearest(str(value), self.choices, "value"))
        elif isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:  # type: ignore[operator]
            raise SetupError(key, f"{self.name} is {value!r}", f"it is a whole number from {self.low} to {self.high}")
        return value

    def code(self, value: Any) -> int:
        """The number that stands for a value in the compiled rules."""
        return self.choices.index(value) if self.kind == "choice" else int(value)


@dataclass(frozen=True)
class Variant:
    """A way to play a game, for given numbers of players."""

    name: str
    title: str
    players: tuple[int, ...]
    about: str


@dataclass(frozen=True)
class Column:
    """A column of a table: its NumPy type, what it says (with its unit), and the family of names that its numbers stand for, if any."""

    name: str
    dtype: str
    about: str
    labels: str = ""
