"""Tables that play by a faulty rule, one fault each: plausible misreadings and slips of a programmer.

A game of a faulty table is consistent in itself: only the rules speak against it. `FAULTS` says for each fault in which
games it shows (players, options) and by which rules the auditor must object; the faults themselves are in `faulty_*.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .exchanges import Exchanges
from .scores import Scores
from .table import Table


@dataclass(frozen=True)
class Fault:
    """A faulty table, and where it shows."""

    table: type[Table]
    rules: tuple[str, ...]
    players: int = 3
    options: dict[str, Any] = field(default_factory=dict)
    deck: dict[str, int] = field(default_factory=dict)


FAULTS: dict[str, Fault] = {}


def fault(*rules: str, players: int = 3, deck: dict[str, int] | None = None, **options: Any) -> Callable[[type], type]:
    """Register a faulty `Table`, `Exchanges` or `Scores` by its docstring."""

    def keep(faulty: type) -> type:
        table = faulty
        if issubclass(faulty, Exchanges):
            table = type(faulty.__name__, (Table,), {"exchanges_class": faulty})
        elif issubclass(faulty, Scores):
            table = type(faulty.__name__, (Table,), {"scores_class": faulty})
        FAULTS[str(faulty.__doc__)] = Fault(table, rules, players, options, deck or {})
        return faulty

    return keep
