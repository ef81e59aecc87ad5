"""Declared options and columns: one declaration from which studies are checked, help is printed and tables are documented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.core.errors import SetupError, nearest


@dataclass(frozen=True)
class Option:
    """One option of a game's rules.

    ``kind`` is ``'int'`` (from ``low`` to ``high``), ``'bool'``, ``'choice'`` (one of ``choices``) or ``'table'``: numbers from ``low`` to ``high`` by
    name, or where ``longest`` is set lists of 1 to ``longest`` such numbers; the names are those of the default, and a study gives the entries that
    differ. ``rules`` are the identifiers that it belongs to; ``variants`` the variants in which it matters (empty: all).
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
    longest: int | None = None

    def check(self, value: Any) -> Any:
        """The value, if it is allowed; raises :class:`SetupError` that says what would be."""
        key = f"options.{self.name}"
        if self.kind == "bool":
            if not isinstance(value, bool):
                raise SetupError(key, f"{self.name} is {value!r}", "it is either true or false")
        elif self.kind == "choice":
            if value not in self.choices:
                raise SetupError(key, f"{self.name} is {value!r}", nearest(str(value), self.choices, "value"))
        elif self.kind == "table":
            return self._check_table(key, value)
        elif not self._in_range(value):
            raise SetupError(key, f"{self.name} is {value!r}", f"it is a whole number from {self.low} to {self.high}")
        return value

    def _in_range(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high  # type: ignore[operator]

    def _check_table(self, key: str, value: Any) -> dict[str, Any]:
        """All entries: those given, and the default's."""
        if not isinstance(value, dict):
            raise SetupError(key, f"{self.name} is {value!r}", f"it is a table, [options.{self.name}], with an entry for what differs")
        for name, entry in value.items():
            if name not in self.default:
                raise SetupError(f"{key}.{name}", f"there is no entry {name!r}", nearest(str(name), self.default, "entry"))
            if self.longest is None:
                if not self._in_range(entry):
                    raise SetupError(f"{key}.{name}", f"{name} is {entry!r}", f"it is a whole number from {self.low} to {self.high}")
            elif not isinstance(entry, list | tuple) or not 1 <= len(entry) <= self.longest or not all(map(self._in_range, entry)):
                right = f"it is a list of 1 to {self.longest} whole numbers from {self.low} to {self.high}"
                raise SetupError(f"{key}.{name}", f"{name} is {entry!r}", right)
        filled = {**self.default, **value}
        return {name: list(entry) if self.longest is not None else entry for name, entry in filled.items()}

    def code(self, value: Any) -> int:
        """The number that stands for a value in the compiled rules (tables have a place of their own there)."""
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
