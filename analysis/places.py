"""Where each key of a TOML file stands.

`tomllib` reads a file without saying on which line it found a key; a designer who misspelt one wants exactly that.
`locate` walks once more through a text that `tomllib` has already accepted, so it may assume that the text is well formed.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

Path = tuple[str | int, ...]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}\n#]*")


def locate(text: str) -> dict[Path, int]:
    """Return the line (from 1) on which each key, table and array element of a valid TOML `text` stands.

    A path is a tuple of keys and, inside arrays, of indices from 0: ``("points", 1, "players")``.
    """
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.starts = [0] + [found.end() for found in re.finditer("\n", text)]
        self.lines: dict[Path, int] = {}
        self.array_lengths: dict[Path, int] = {}

    def run(self) -> dict[Path, int]:
        table: Path = ()
        while self._skip(newlines=True):
            if self.text.startswith("[[", self.pos):
                table = self._header(2)
            elif self.text[self.pos] == "[":
                table = self._header(1)
            else:
                self._pair(table)
        return self.lines

    # -- statements

    def _header(self, brackets: int) -> Path:
        line = self._line()
        self.pos += brackets
        keys = self._key()
        self._skip()
        self.pos += brackets
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            self.lines.setdefault(path, line)
            if brackets == 2 and number == len(keys) - 1:
                self.array_lengths[path] = self.array_lengths.get(path, 0) + 1
            if path in self.array_lengths:  # "[points.options]" belongs to the latest [[points]]
                path = (*path, self.array_lengths[path] - 1)
                self.lines.setdefault(path, line)
        return path

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = table
        for key in self._key():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._skip()
        self.pos += 1  # the sign =
        self._skip()
        self._value(path)

    # -- values

    def _value(self, path: Path) -> None:
        first = self.text[self.pos]
        if first in "\"'":
            self._string()
        elif first == "[":
            self.pos += 1
            index = 0
            while self._skip(newlines=True) and self.text[self.pos] != "]":
                self.lines.setdefault((*path, index), self._line())
                self._value((*path, index))
                index += 1
                self._comma()
            self.pos += 1
        elif first == "{":
            self.pos += 1
            while self._skip(newlines=True) and self.text[self.pos] != "}":
                self._pair(path)
                self._comma()
            self.pos += 1
        else:
            self._match(_BARE_VALUE)

    def _comma(self) -> None:
        if self._skip(newlines=True) and self.text[self.pos] == ",":
            self.pos += 1

    def _string(self) -> str:
        quote = self.text[self.pos]
        start = self.pos
        mark = quote * 3 if self.text.startswith(quote * 3, start) else quote
        self.pos += len(mark)
        while not self.text.startswith(mark, self.pos):
            self.pos += 2 if quote == '"' and self.text[self.pos] == "\\" else 1
        self.pos += len(mark)
        while len(mark) == 3 and self.text.startswith(quote, self.pos):  # up to two quotes may precede the mark
            self.pos += 1
        return self.text[start : self.pos]

    # -- small things

    def _key(self) -> list[str]:
        keys = []
        while True:
            self._skip()
            if self.text[self.pos] in "\"'":
                keys.append(tomllib.loads("key = " + self._string())["key"])
            else:
                keys.append(self._match(_BARE_KEY))
            self._skip()
            if self.text[self.pos] != ".":
                return keys
            self.pos += 1

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.pos)
        if found is None:
            raise AssertionError(f"line {self._line()} is not the TOML that tomllib accepted")
        self.pos = found.end()
        return found.group()

    def _skip(self, newlines: bool = False) -> bool:
        """Pass over blanks (and, with `newlines`, ends of lines and comments); False at the end of the text."""
        blanks = " \t\r\n" if newlines else " \t"
        while self.pos < len(self.text):
            here = self.text[self.pos]
            if newlines and here == "#":
                end = self.text.find("\n", self.pos)
                self.pos = len(self.text) if end < 0 else end
            elif here in blanks:
                self.pos += 1
            else:
                return True
        return False

    def _line(self) -> int:
        return bisect_right(self.starts, self.pos)
