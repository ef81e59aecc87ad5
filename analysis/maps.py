"""A figure over all combinations of a grid, judged together: which of them are shown to differ from the reference.

All cells of a map are judged together (Šidák). A cell differs from the average of all when its interval leaves that average out. The average's own
spread, a 64th of a cell's, is not added: design points are dealt alike, so cells that move with the deals move together, and the average with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis import balance
from analysis.figures import Grid, Map
from analysis.measures import SEATS
from analysis.points import Pool, Summary
from analysis.ratio_tables import estimates
from analysis.statistics import sidak_confidence
from analysis.within import SPREAD

Row = dict[str, Any]
Place = tuple[int, int, int]

_SOURCES: dict[str, Callable[[Summary, float], pl.DataFrame]] = {
    "going_first": balance.going_first,
    "means": balance.means,
    "endings": balance.endings,
    "seats": lambda summary, confidence: estimates(summary, SEATS, confidence),
    "spread": lambda summary, confidence: estimates(summary, SPREAD, confidence),
}
CHANGES = {"going_first": "change_of_going_first", "means": "change_of_means", "endings": "change_of_endings"}
"""Tables of changes of the figures that are judged together over all settings."""


@dataclass(frozen=True)
class Mapped:
    """A map's cells: the row of each place (`low_simultaneous`, `high_simultaneous`: all cells together), and the reference in the figure's unit."""

    of: Map
    cells: dict[Place, Row]
    reference: float

    def side(self, row: Row) -> int:
        """+1 or -1 when a cell is shown to lie above or below the reference, else 0."""
        return int(row["low_simultaneous"] > self.reference) - int(row["high_simultaneous"] < self.reference)


def place_of(grid: Grid, combination: Sequence[int]) -> Place:
    """Where a combination lies on the three axes."""
    first, second, third = (axis.index(element) for axis, element in zip(grid.axes, combination, strict=True))
    return first, second, third


def mapped(summary: Summary, pool: Pool, of: Map) -> Mapped | None:
    """A map of one grid; None when the run has no such figure."""
    table = _SOURCES[of.table](summary, sidak_confidence(0.95, len(pool.points)))
    rows = [row for row in table.iter_rows(named=True) if row["point"] in pool.points and all(row[k] == v for k, v in of.where)]
    for row in rows:
        row["low_simultaneous"], row["high_simultaneous"] = row["low"], row["high"]
    return _on_grid(summary, of, rows, of.reference)


def mapped_change(summary: Summary, pool: Pool, of: Map, tables: dict[str, pl.DataFrame]) -> Mapped | None:
    """How a figure differs, deal by deal, from the same combination's baseline; None when there is nothing to compare with."""
    name = CHANGES.get(of.table)
    if name not in tables:
        return None
    where = {"against": "last"} if of.table == "going_first" else dict(of.where)
    wanted = {index: summary.baseline[index] for index in pool.points if summary.baseline[index] != index}
    rows = [
        row
        for row in tables[name].iter_rows(named=True)
        if wanted.get(row["point"]) == row["baseline"] and all(row[k] == v for k, v in where.items()) and row["low_simultaneous"] is not None
    ]
    return _on_grid(summary, of, rows, 0.0) if rows else None


def _on_grid(summary: Summary, of: Map, rows: list[Row], reference: float | None) -> Mapped | None:
    grid = summary.figures.grid
    assert grid is not None
    infos = {point.info.index: point.info for point in summary.points}
    cells = {place_of(grid, infos[row["point"]].options[grid.option]): row for row in rows if row["low_simultaneous"] is not None}
    if not cells:
        return None
    mean = sum(row["estimate"] for row in cells.values()) / len(cells)
    return Mapped(of, cells, mean if reference is None else reference)
