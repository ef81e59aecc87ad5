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
    - ``'table'``: entries by name, the names being those of the default; a study gives the entries that differ. An entry is one of ``choices`` if
      there are any, a list of 1 to ``longest`` whole numbers from ``low`` to ``high`` if ``longest`` is set, or else one such number;
    - ``'list'``: one of ``choices`` if there are any, or a list of ``size`` whole numbers from ``low`` to ``high``;
    - ``'lists'``: a list of ``size`` lists, each of at least one whole number from ``low`` to ``high``.
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
    size: int = 0

    def check(self, value: Any) -> Any:
        """The value, if it is allowed (of a table all entries); raises :class:`SetupError` that says what would be."""
        key = f"options.{self.name}"
        if self.kind == "table":
            return self._check_table(key, value)
        if self.kind == "bool":
            right = isinstance(value, bool)
        elif self.kind == "choice":
            right = self._is_choice(key, self.name, value)
        elif self.kind == "list":
            named = bool(self.choices) and isinstance(value, str)
            right = self._is_choice(key, self.name, value) if named else self._is_list(value, self.size, self.size)
        elif self.kind == "lists":
            right = isinstance(value, list) and len(value) == self.size and all(self._is_list(part, 1, None) for part in value)
        else:
            right = self._in_range(value)
        if not right:
            raise SetupError(key, f"{self.name} is {value!r}", f"it is {self.allowed}")
        return value

    @property
    def allowed(self) -> str:
        """What the option may be, in words."""
        names = _listing(self.choices)
        number = f"whole number from {self.low} to {self.high}"
        numbers = f"whole numbers from {self.low} to {self.high}"
        if self.kind == "bool":
            return "either true or false"
        if self.kind == "choice":
            return names
        if self.kind == "table":
            entry = names or (f"a list of 1 to {self.longest} {numbers}" if self.longest is not None else f"a {number}")
            return f"a table with an entry for each of {', '.join(self.default)}: {entry}"
        if self.kind == "list":
            return f"{f'{names}, or ' if names else ''}a list of {self.size} {numbers}"
        if self.kind == "lists":
            return f"a list of {self.size} lists of {numbers}"
        return f"a {number}"

    def code(self, value: Any) -> int:
        """The number that stands for a value in the compiled rules (tables and lists have places of their own there)."""
        return self.choices.index(value) if self.kind == "choice" else int(value)

    def _in_range(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high  # type: ignore[operator]

    def _is_list(self, value: Any, least: int, most: int | None) -> bool:
        sized = isinstance(value, list | tuple) and len(value) >= least and (most is None or len(value) <= most)
        return sized and all(map(self._in_range, value))

    def _is_choice(self, key: str, name: str, value: Any) -> bool:
        if value not in self.choices:
            raise SetupError(key, f"{name} is {value!r}", nearest(str(value), self.choices, "value"))
        return True

    def _check_table(self, key: str, value: Any) -> dict[str, Any]:
        """All entries: those given, and the default's."""
        if not isinstance(value, dict):
            raise SetupError(key, f"{self.name} is {value!r}", f"it is a table, [options.{self.name}], with an entry for what differs")
        numbers = f"whole numbers from {self.low} to {self.high}"
        for name, entry in value.items():
            if name not in self.default:
                raise SetupError(f"{key}.{name}", f"there is no entry {name!r}", nearest(str(name), self.default, "entry"))
            if self.choices:
                self._is_choice(f"{key}.{name}", name, entry)
            elif self.longest is not None and not self._is_list(entry, 1, self.longest):
                raise SetupError(f"{key}.{name}", f"{name} is {entry!r}", f"it is a list of 1 to {self.longest} {numbers}")
            elif self.longest is None and not self._in_range(entry):
                raise SetupError(f"{key}.{name}", f"{name} is {entry!r}", f"it is a whole number from {self.low} to {self.high}")
        filled = {**self.default, **value}
        return {name: list(entry) if self.longest is not None else entry for name, entry in filled.items()}


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
