"""Where a state of the trace differs from the one that the rules give."""

from __future__ import annotations

from typing import Any

from .table import Table

_ABSENT = object()

# The rule that keeps each part of a state, where it is not simply the move's own.
_RULE_OF_PART = {
    "over": "M-19", "unfinished": "C-6", "turn": "M-4", "active": "M-4", "winners": "M-17", "won": "M-17",
    "last_turns": "M-19", "pile": "M-16", "discard": "M-16", "reshuffles": "M-16", "known": "M-27", "turns": "M-4",
    "trade": "M-12", "proposals_left": "M-12", "stolen_from": "M-25", "after_shrink": "M-29", "healed": "M-26",
}  # fmt: skip


def differences(table: Table, seen: Any) -> list[tuple[str, str]]:
    """All places where the trace's state is not the expected one: (rule or "", what).

    When the game is over nothing is under way: `pending` then says nothing, but for a card on the table (M-22).
    """
    found: list[tuple[str, str]] = []
    expected = table.s
    if expected["over"]:
        expected = {**expected, "pending": {"drawn": expected["pending"]["drawn"]}}
    _walk(expected, seen, "", found)
    return found


def _walk(expected: Any, seen: Any, path: str, found: list[tuple[str, str]]) -> None:
    if seen == expected and type(seen) in (type(expected), bool, int):
        return
    if isinstance(expected, dict) and isinstance(seen, dict):
        exact = path.endswith(("hand", "team")) or ".known." in path or path.endswith("known")
        for name, value in expected.items():
            _walk(value, seen.get(name, _ABSENT), f"{path}.{name}", found)
        for name in seen:  # fields may be added to the trace; cards, lines and seats may not
            if exact and name not in expected:
                found.append((_rule(path), f"{path}.{name} is {seen[name]!r}, not absent"))
    elif isinstance(expected, list) and isinstance(seen, list) and len(expected) == len(seen) and path[1:] == "seats":
        for i, value in enumerate(expected):
            _walk(value, seen[i], f"{path}.{i}", found)
    else:
        shown = "absent" if seen is _ABSENT else repr(seen)
        found.append((_rule(path), f"{path[1:]} is {shown}, not {expected!r}"))


def _rule(path: str) -> str:
    parts = path.split(".")
    return next((_RULE_OF_PART[part] for part in parts if part in _RULE_OF_PART), "")
