"""Declared options and columns: one declaration from which studies are checked, help is printed and tables are documented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.core.errors import SetupError, nearest


@dataclass(frozen=True)
class Option:
    """One option of a game's rules.

    ``rules`` are the identifiers that it belongs to; ``variants`` the variants in which it matters (empty: all). ``kind`` is one of

    - ``'int'``: a whole number from ``low`` to ``high``;
    - ``'bool'``;
    - ``'choice'``: one of ``choices``;
    - ``'table'``: a table with these ``keys`` whose values are one of ``choices``, or, without choices, whole numbers from ``low`` to ``high``. One
      that gives some of the keys leaves the others at their defaults;
    - ``'list'``: one of ``choices`` (if there are any), or a list of ``size`` whole numbers from ``low`` to ``high``;
    - ``'lists'``: a list of ``size`` lists of at least one whole number from ``low`` to ``high``.
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
    keys: tuple[str, ...] = ()
    size: int = 0

    def check(self, value: Any) -> Any:
        """The value, if it is allowed (a table: filled with its defaults); raises :class:`SetupError` that says what would be."""
        key = f"options.{self.name}"
        if self.kind == "bool":
            if not isinstance(value, bool):
                raise SetupError(key, f"{self.name} is {value!r}", "it is either true or false")
        elif self.kind == "choice":
            self._check_choice(key, self.name, value)
        elif self.kind == "table":
            return self._check_table(key, value)
        elif self.kind == "list":
            if not (isinstance(value, str) and value in self.choices):
                self._check_list(key, self.name, value)
        elif self.kind == "lists":
            if not isinstance(value, list) or len(value) != self.size:
                raise SetupError(key, f"{self.name} is {value!r}", f"it is {self.allowed}")
            for number, part in enumerate(value, start=1):
                self._check_numbers(key, f"list {number} of {self.name}", part)
        elif not self._in_range(value):
            raise SetupError(key, f"{self.name} is {value!r}", f"it is {self.allowed}")
        return value

    @property
    def allowed(self) -> str:
        """What the option may be, in words."""
        number = f"a whole number from {self.low} to {self.high}"
        if self.kind == "int":
            return number
        if self.kind == "bool":
            return "true or false"
        names = _listing(self.choices)
        if self.kind == "choice":
            return names
        if self.kind == "table":
            return f"a table: for each of {', '.join(self.keys)} {names or number}"
        several = f"whole numbers from {self.low} to {self.high}"
        if self.kind == "list":
            return f"{f'{names}, or ' if names else ''}a list of {self.size} {several}"
        return f"a list of {self.size} lists of {several}"

    def code(self, value: Any) -> int:
        """The number that stands for the value of an ``'int'``, ``'bool'`` or ``'choice'`` in the compiled rules."""
        return self.choices.index(value) if self.kind == "choice" else int(value)

    def _in_range(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high  # type: ignore[operator]

    def _check_choice(self, key: str, name: str, value: Any) -> None:
        if value not in self.choices:
            raise SetupError(key, f"{name} is {value!r}", nearest(str(value), self.choices, "value"))

    def _check_table(self, key: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise SetupError(key, f"{self.name} is {value!r}", f"it is {self.allowed}")
        for name, entry in value.items():
            if name not in self.keys:
                raise SetupError(f"{key}.{name}", f"{self.name} has no entry {name!r}", nearest(str(name), self.keys, "entry"))
            if self.choices:
                self._check_choice(f"{key}.{name}", f"{self.name}.{name}", entry)
            elif not self._in_range(entry):
                raise SetupError(f"{key}.{name}", f"{self.name}.{name} is {entry!r}", f"it is a whole number from {self.low} to {self.high}")
        return {name: value.get(name, self.default[name]) for name in self.keys}

    def _check_list(self, key: str, name: str, value: Any) -> None:
        if isinstance(value, str) and self.choices:
            self._check_choice(key, name, value)
        if not isinstance(value, list) or len(value) != self.size:
            raise SetupError(key, f"{name} is {value!r}", f"it is {self.allowed}")
        self._check_numbers(key, name, value)

    def _check_numbers(self, key: str, name: str, value: Any) -> None:
        if not isinstance(value, list) or not value or not all(map(self._in_range, value)):
            raise SetupError(key, f"{name} is {value!r}", f"its numbers are whole numbers from {self.low} to {self.high}")


def _listing(words: tuple[str, ...]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


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
