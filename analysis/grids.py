"""What the design points of a grid say together: how each combination differs from the average of all, and what each element weighs.

The combinations are dealt alike, so their blocks are not independent of each other. Parts of the same blocks are therefore put side by side, block
by block, before they become sums: a difference from the average of all combinations is taken within blocks, and so is a mean over the combinations
that share an element. All cells of a map, and all elements of a figure, are judged together (Šidák), with Student's intervals; a share of games is
shown to differ only when its own interval (Korn & Graubard's) leaves the reference out too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.figures import Figures, Grid, Map
from analysis.points import PointInfo, Pool, Summary
from analysis.ratio_tables import Ratio, ratio_rows
from analysis.rows import Family, columns_of, point_columns, to_frame
from analysis.statistics import Moments, mean_interval, ratios, share_interval, sidak_confidence
from analysis.statistics.moments import Floats
from analysis.sums import first_and_others

Row = dict[str, Any]
Place = tuple[int, int, int]
Values = Mapping[str, tuple[tuple[str, ...], Floats]]

_STATS = {
    "games": "games",
    "sd": "sd:{}",
    "sd:total": "sd:total",
    "sum": "sum:{}",
    "sum:total": "sum:total",
    "cov": "cov:{}:total",
    "cov:total": "cov:total:total",
    "lead": "lead:{}",
    "lead:total": "lead:total",
}
"""Variables of an element, and of which variables of the group "within" they are sums."""
CHANGES = {"going_first": "change_of_going_first", "means": "change_of_means", "endings": "change_of_endings"}
"""Tables of changes of the figures that are judged together over all settings."""


class GridSums:
    """Collects the parts of the design points of one grid."""

    def __init__(self, figures: Figures, points: list[PointInfo]) -> None:
        """Nothing collected yet."""
        assert figures.grid is not None
        self.grid, self._figures, self._points = figures.grid, figures, points
        self._place = {info.index: k for k, info in enumerate(points)}
        elements = [element for axis in self.grid.axes for element in axis]
        self.variables = tuple(f"{stat}:{element}" for element in elements for stat in _STATS)
        self._waiting: list[tuple[PointInfo, Values]] = []
        self._elements: Moments | None = None
        self._maps: dict[str, Moments] = {}

    def add(self, info: PointInfo, values: Values) -> None:
        """Add a design point's part; all parts begin with the same block."""
        kept = {name: values[name] for name in ("order", "games", "seats", "within") if name in values}
        self._waiting.append((info, kept))
        if len(self._waiting) == len(self._points):
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        blocks = max(len(values["games"][1]) for _, values in self._waiting)
        if all("within" in values for _, values in self._waiting):
            elements = np.zeros((blocks, len(self.variables)))
            place = {name: k for k, name in enumerate(self.variables)}
            for info, values in self._waiting:
                names, here = values["within"]
                for k, element in enumerate(info.options[self.grid.option]):
                    for stat, name in _STATS.items():
                        elements[: len(here), place[f"{stat}:{element}"]] += here[:, names.index(name.format(k))]
            sums = Moments.of(elements)
            self._elements = sums if self._elements is None else self._elements + sums
        for of in self.grid.maps:
            figures = ((self._place[info.index], map_columns(of, values, info.players)) for info, values in self._waiting)
            columns = {place: found for place, found in figures if found is not None}
            if columns:
                sums = Moments.side_by_side(columns, len(self._points), blocks)
                self._maps[of.name] = self._maps[of.name] + sums if of.name in self._maps else sums
        self._waiting = []

    def finished(self) -> Pool:
        """All sums."""
        self._flush()
        return Pool(tuple(info.index for info in self._points), self._elements, self.variables, dict(self._maps))


def map_columns(of: Map, values: Values, players: int) -> Floats | None:
    """A map's figure at a design point, as (blocks, 2) numerator and denominator, or (blocks, 4) of two ratios whose difference it is."""
    if of.table == "going_first":
        if "order" not in values:
            return None
        return first_and_others(values["order"][1], players)
    group = {"means": "games", "endings": "games", "seats": "seats", "spread": "within"}[of.table]
    top = f"sd:{of.row}" if of.table == "spread" else of.row
    bottom = "seats" if of.table == "seats" else "games"
    if group not in values or top not in values[group][0]:
        return None
    names, here = values[group]
    return here[:, [names.index(top), names.index(bottom)]]


# -- maps


@dataclass(frozen=True)
class Mapped:
    """A map's cells, by place on the three axes: rows with `point`, `estimate` and its interval (`low_simultaneous`, `high_simultaneous`), and
    `difference` from the reference with `difference_low`, `difference_high`; all cells judged together. reference: in the figure's unit."""

    of: Map
    cells: dict[Place, Row]
    reference: float

    @staticmethod
    def side(row: Row) -> int:
        """+1 or -1 when a cell is shown to lie above or below the reference, else 0."""
        return int(row["difference_low"] > 0) - int(row["difference_high"] < 0)


def place_of(grid: Grid, combination: list[int]) -> Place:
    """Where a combination lies on the three axes."""
    first, second, third = (axis.index(element) for axis, element in zip(grid.axes, combination, strict=True))
    return first, second, third


def mapped(summary: Summary, pool: Pool, of: Map, confidence: float = 0.95) -> Mapped | None:
    """A map of one grid; None when the run has no such figure."""
    moments = pool.maps.get(of.name)
    if moments is None:
        return None
    number = len(pool.points)
    width = moments.variables // number
    unit = np.eye(moments.variables)
    found = ratios(moments, unit[0::2], unit[1::2])
    each = np.kron(np.eye(number), np.array([[1.0]] if width == 2 else [[1.0, -1.0]]))
    estimate, error = found.contrasts(each)
    joint = sidak_confidence(confidence, number)
    blocks = np.full(number, moments.blocks)
    low, high = mean_interval(estimate, error, blocks, joint)
    reference = float(estimate.mean()) if of.reference is None else of.reference
    if of.reference is None:
        estimate_difference, error = found.contrasts(each - each.mean(axis=0))
    else:
        estimate_difference = estimate - of.reference
    rounding = np.abs(estimate_difference) <= 1e-12 * np.abs(estimate)
    estimate_difference = np.where(rounding, 0.0, estimate_difference)
    below, above = mean_interval(estimate_difference, error, blocks, joint)
    if of.table == "endings":  # Student's interval trusts rare events too much: not narrower than the share's own
        low, high = share_interval(estimate, found.error, blocks, found.size, joint)
        below, above = np.fmin(below, low - reference), np.fmax(above, high - reference)
    rows = zip(pool.points, estimate, low, high, estimate_difference, below, above, strict=True)
    names = ("point", "estimate", "low_simultaneous", "high_simultaneous", "difference", "difference_low", "difference_high")
    return _on_grid(summary, of, [dict(zip(names, row, strict=True)) for row in rows], reference)


def mapped_change(summary: Summary, pool: Pool, of: Map, tables: Mapping[str, pl.DataFrame]) -> Mapped | None:
    """How a figure differs, deal by deal, from the same combination's baseline; None when there is nothing to compare with."""
    name = CHANGES.get(of.table)
    if name is None or name not in tables:
        return None
    column, value = {"going_first": ("against", "last"), "means": ("number", of.row), "endings": ("ending", of.row)}[of.table]
    wanted = {index: summary.baseline[index] for index in pool.points if summary.baseline[index] != index}
    rows = []
    for row in tables[name].iter_rows(named=True):
        if wanted.get(row["point"]) == row["baseline"] and row[column] == value and row["low_simultaneous"] is not None:
            ends = {"difference_low": row["low_simultaneous"], "difference_high": row["high_simultaneous"]}
            rows.append({**row, "difference": row["estimate"], **ends})
    return _on_grid(summary, of, rows, 0.0)


def _on_grid(summary: Summary, of: Map, rows: list[Row], reference: float) -> Mapped | None:
    grid = summary.figures.grid
    assert grid is not None
    infos = {point.info.index: point.info for point in summary.points}
    known = [row for row in rows if row["difference_low"] is not None and not np.isnan(row["difference_low"])]
    cells = {place_of(grid, infos[row["point"]].options[grid.option]): row for row in known}
    return Mapped(of, cells, reference) if cells else None


def map_table(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Every map as a table: `estimate` is the difference from the reference (column `reference`: zero, or the average of all combinations), with
    the interval of the row alone and that of all combinations together."""
    grid = summary.figures.grid
    schema = columns_of(("map", "reference"), reference=pl.Float64)
    infos = {point.info.index: point for point in summary.points}
    rows = []
    for pool in summary.pools:
        for of in grid.maps if grid is not None else ():
            together = mapped(summary, pool, of, confidence)
            alone = mapped(summary, pool, of, confidence ** len(pool.points))
            if together is None or alone is None:
                continue
            for place, row in together.cells.items():
                point = infos[row["point"]]
                rows.append(
                    {
                        **point_columns(point.info),
                        "map": of.name,
                        "reference": together.reference,
                        "games": point.game_count,
                        "blocks": point.blocks,
                        "estimate": row["difference"],
                        "low": alone.cells[place]["difference_low"],
                        "high": alone.cells[place]["difference_high"],
                        "low_simultaneous": row["difference_low"],
                        "high_simultaneous": row["difference_high"],
                    }
                )
    return pl.DataFrame(rows, schema=schema)


# -- weights


def weights(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """What each element of a grid weighs, over all design points that have it (column `figure`): mean points a seat ("points"), spread within a game
    ("spread"), and its share of the points, of the variance of totals and of the winner's margin ("of_points", "of_spread", "of_margin"). The rows
    of a figure are judged together. The design point named is the first of the grid."""
    frames = []
    for figure in ("points", "spread", "of_points", "of_spread", "of_margin"):
        rows = []
        for pool in summary.pools:
            info = next(point.info for point in summary.points if point.info.index == pool.points[0])
            found = ratio_rows(info, _weight_ratios(summary, info, figure), pool.elements, pool.variables) if pool.elements is not None else None
            rows += [found] if found is not None else []
        frames.append(to_frame(rows, ("figure", "element"), confidence, family))
    return pl.concat(frames)


def _weight_ratios(summary: Summary, info: PointInfo, figure: str) -> list[Ratio]:
    grid = summary.figures.grid
    assert grid is not None
    top, bottom, scale = {
        "points": ("sum", "games", 1.0 / info.players),
        "spread": ("sd", "games", 1.0),
        "of_points": ("sum", "sum:total", 1.0),
        "of_spread": ("cov", "cov:total", 1.0),
        "of_margin": ("lead", "lead:total", 1.0),
    }[figure]
    return [
        Ratio({"figure": figure, "element": str(element)}, f"{top}:{element}", f"{bottom}:{element}", scale=scale)
        for axis in grid.axes
        for element in axis
    ]
