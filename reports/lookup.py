"""All tables of a run, looked up by design point; and a row of a table as a row of a figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from analysis.language import noted
from analysis.points import Summary
from analysis.wording import Names
from reports.figures.dots import Dot

Row = dict[str, Any]

WHISKERS = noted(
    "Thick line: the interval of the row alone; thin: of all rows together. Triangles: shown to lie above (right) or below (left) the average, "
    "dashed; grey dots: not shown."
)


@dataclass
class Figures:
    """All tables of a run, looked up by design point."""

    summary: Summary
    names: Names
    tables: Mapping[str, pl.DataFrame]

    @cached_property
    def _by_point(self) -> dict[str, dict[int, list[Row]]]:
        found: dict[str, dict[int, list[Row]]] = {}
        for name, table in self.tables.items():
            for row in table.iter_rows(named=True):
                found.setdefault(name, {}).setdefault(row["point"], []).append(row)
        return found

    def rows(self, table: str, point: int) -> list[Row]:
        """The rows of a table at a design point; none when it has no such table."""
        return self._by_point.get(table, {}).get(point, [])


def dot(label: str, row: Row, shown: int) -> Dot:
    """A row of a dot figure."""
    return Dot(label, row["estimate"], row["low"], row["high"], row["low_simultaneous"], row["high_simultaneous"], shown)
