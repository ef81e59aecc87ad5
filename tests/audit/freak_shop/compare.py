"""Where a state of the trace differs from the one that the rules give."""

from __future__ import annotations

from typing import Any

from .opening import first_difference
from .table import Table

_ABSENT = object()
_RULE_OF_PART = {
    "over": "F-8", "unfinished": "C-6", "turn": "F-3", "active": "F-3", "actor": "F-3", "decision": "F-3", "closed": "F-8", "objectives": "F-2",
    "pile": "F-7", "shop": "F-7", "exchange": "F-9", "leaders": "F-22", "leader_changes": "row", "above_closing": "row",
}  # fmt: skip
_CARDS = ("shop", "manor", "taken", "given")  # counts by card: nothing may be added; other objects may get more fields


def difference(table: Table, seen: Any) -> tuple[str, str] | None:
    """The first place where the trace's state is not the expected one: (rule, what)."""
    if not isinstance(seen, dict):
        return "trace", "there is no state"
    for part, value in table.s.items():
        if part == "seats":
            found = _seats(table, seen.get("seats"))
        else:
            what = _walk(value, seen.get(part, _ABSENT), part)
            found = what and (_RULE_OF_PART[part], what)
        if found:
            return found
    return None


def _seats(table: Table, seen: Any) -> tuple[str, str] | None:
    if not isinstance(seen, list) or len(seen) != table.players or not all(isinstance(seat, dict) for seat in seen):
        return "trace", f"seats are {seen!r}"
    for number, (expected, mine) in enumerate(zip(table.s["seats"], seen)):
        for part, rule in (("manor", "F-3"), ("turns", "F-3"), ("points", "")):
            what = _walk(expected[part], mine.get(part, _ABSENT), f"seats.{number}.{part}")
            if what:
                return rule or f"F-{9 + first_difference(table.s['objectives'], mine.get(part), expected[part])}", what
    return None


def _walk(expected: Any, seen: Any, path: str) -> str:
    """In words, the first difference; empty if there is none."""
    if type(expected) is type(seen) is str or type(expected) is type(seen) is int:  # most of a trace
        return "" if seen == expected else f"{path} is {seen!r}, not {expected!r}"
    if isinstance(expected, dict) and isinstance(seen, dict):
        for name, value in expected.items():
            what = _walk(value, seen.get(name, _ABSENT), f"{path}.{name}")
            if what:
                return what
        more = [name for name in seen if name not in expected]
        if more and path.rpartition(".")[2] in _CARDS:
            return f"{path}.{more[0]} is {seen[more[0]]!r}, not absent"
        return ""
    if seen == expected and type(seen) is type(expected):
        if isinstance(expected, list):
            return next((what for i, value in enumerate(expected) if (what := _walk(value, seen[i], f"{path}.{i}"))), "")
        return ""
    return f"{path} is {'absent' if seen is _ABSENT else repr(seen)}, not {expected!r}"
