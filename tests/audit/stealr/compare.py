"""Where a state of the trace differs from the one that the rules give."""

from __future__ import annotations

from typing import Any

from .table import Table

_ABSENT = object()

# The rule that keeps each part of a state, where it is not simply the move's own.
_RULE_OF_PART = {
    "over": "S-11", "winners": "S-11", "unfinished": "C-6", "emptied": "S-34", "last_turns": "S-34", "idle_turns": "S-34",
    "turn": "S-1", "rounds": "S-1", "turns": "S-1", "active": "S-1", "pile": "S-9", "discard": "S-9", "reshuffles": "S-9",
    "banked": "S-6", "known": "S-27", "tokens": "S-16", "home": "S-16", "plays_left": "S-4", "plays_made": "S-4",
    "moves_left": "S-7", "go_again": "S-31", "noes": "S-33", "shacks": "S-13",
}  # fmt: skip
# Where every name counts: a card, a colour, a seat too many is a fault. Elsewhere fields may be added to the trace.
_COUNTED = ("hand", "bank", "table", "tokens", "known", "discard", "banked", "named", "kept")


def differences(table: Table, seen: Any) -> list[tuple[str, str]]:
    """All places where the trace's state is not the expected one: (rule or "", what). What was pending means nothing once the game is over."""
    found: list[tuple[str, str]] = []
    expected = {name: value for name, value in table.s.items() if not (table.s["over"] and name == "pending")}
    _walk(expected, seen, "", found)
    return found


def _walk(expected: Any, seen: Any, path: str, found: list[tuple[str, str]]) -> None:
    if isinstance(expected, dict) and isinstance(seen, dict):
        for name, value in expected.items():
            _walk(value, seen.get(name, _ABSENT), f"{path}.{name}", found)
        if any(part in _COUNTED for part in path.split(".")):
            found += [(_rule(path), f"{path[1:]}.{name} is {seen[name]!r}, not absent") for name in seen if name not in expected]
    elif isinstance(expected, list) and isinstance(seen, list) and len(expected) == len(seen):
        for i, value in enumerate(expected):
            _walk(value, seen[i], f"{path}.{i}", found)
    elif type(seen) is not type(expected) or seen != expected:
        shown = "absent" if seen is _ABSENT else repr(seen)
        found.append((_rule(path), f"{path[1:]} is {shown}, not {expected!r}"))


def _rule(path: str) -> str:
    return next((_RULE_OF_PART[part] for part in path.split(".") if part in _RULE_OF_PART), "")
