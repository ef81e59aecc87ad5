"""Effects of factors and of their interactions, and what part of the variation each of them explains.

Three kinds of layouts, all complete crossings of levels, each level counting the same (`analysis.statistics.components`):

    of a design point    win rates by two factors at once: compo × coach, order × strategy
    of a crossing        figures of design points that cross settings: mode × players (`analysis.side_by_side`)
    of a grid            a map's figure by the elements of the three piles (`analysis.grids`)

    effects        level columns layout, figure, factor, level: what a level adds on average over the levels of the others
    interactions   … other, other_level: what two levels together add beyond what each adds by itself. Both have no interval (null) where the
                   effect is the same in every block
    variation      level columns layout, figure, component, of. of = "size": root of the mean squared effect, in the figure's unit; "cells": share
                   of the variation between cells; "outcome": share of the variance of a single seat's win or loss (win rates only).
                   component: factors joined by " × ", "whole" for all together
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.points import PointInfo, PointSummary, Summary
from analysis.rows import Family, Rows, to_frame, variables_of
from analysis.side_by_side import crossings
from analysis.statistics import Moments, Ratios, ratios
from analysis.statistics.components import Component, Term, component, effect_matrix, projection, ratio_interval, terms
from analysis.statistics.intervals import mean_interval
from analysis.statistics.moments import Floats
from analysis.sums_more import level_ids, single

EFFECTS = ("layout", "figure", "factor", "level")
INTERACTIONS = (*EFFECTS, "other", "other_level")
VARIATION = ("layout", "figure", "component", "of")
WHOLE = "whole"
_ROUNDING = 1e-12
TIMES = " × "


@dataclass(frozen=True)
class Layout:
    """Cell means in a complete crossing, with their covariance.

    info: the design point, or the first one.  factors: what is crossed.  levels: of each, as strings.  games: (cells,).  outcome: variance of
    what a single seat shows, where known.
    """

    info: PointInfo
    figure: str
    factors: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    means: Floats
    covariance: Floats
    games: Floats
    blocks: int
    outcome: float | None = None

    @property
    def name(self) -> str:
        """What is crossed, in one string."""
        return TIMES.join(self.factors)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many levels each factor has."""
        return tuple(len(levels) for levels in self.levels)


# -- the layouts of a run


def layouts(summary: Summary) -> Iterable[Layout]:
    """All of a run, as far as every cell has games."""
    for point in summary.points:
        yield from point_layouts(summary, point)
    infos = {point.info.index: point.info for point in summary.points}
    for crossing in crossings(list(infos.values()), summary.figures):
        for figure, moments in summary.beside.get("crossings", {}).get(crossing.points, {}).items():
            levels = tuple(tuple(str(value) for value in values) for values in crossing.values)
            if (found := _of_points(moments, len(crossing.points))) is not None:
                yield _layout(infos[crossing.points[0]], figure, crossing.settings, levels, *found)
    yield from _grid_layouts(summary, infos)


def point_layouts(summary: Summary, point: PointSummary) -> Iterable[Layout]:
    """Win rates of a design point by two factors at once."""
    factors = {factor.name: factor for factor in summary.figures.factors}
    columns = {factor.columns[0]: factor.name for factor in single(summary)}
    for name, moments in point.factors.items():
        if len(factors[name].columns) == 2:
            top, bottom = variables_of(moments, "wins")[:-1], variables_of(moments, "games")[:-1]
            yield from _crossed(summary, point, tuple(columns[column] for column in factors[name].columns), moments, top, bottom)
    for name, moments in point.more.items():
        if name.startswith("crossed:"):
            half = moments.variables // 2
            crossed = tuple(name.removeprefix("crossed:").split("×"))
            yield from _crossed(summary, point, crossed, moments, np.arange(half), np.arange(half, 2 * half))


def _crossed(
    summary: Summary, point: PointSummary, names: tuple[str, ...], moments: Moments, top: NDArray[np.int64], bottom: NDArray[np.int64]
) -> Iterable[Layout]:
    info = point.info
    if (moments.total[bottom] <= 0).any():
        return
    unit = np.eye(moments.variables)
    found = ratios(moments, unit[top], unit[bottom])
    levels = []
    for name in names:
        factor = summary.figures.factor(name)
        (labels,) = summary.level_labels(factor, info.players)
        levels.append(tuple(str(labels[k]) for k in level_ids(summary, info, factor)))
    par = moments.total[top].sum() / moments.total[bottom].sum()
    blocks = np.full(len(top), moments.blocks, np.int64)
    yield _layout(info, "win_rate", names, tuple(levels), found.estimate, found.covariance, found.size, blocks, par * (1.0 - par))


def _grid_layouts(summary: Summary, infos: dict[int, PointInfo]) -> Iterable[Layout]:
    grid = summary.figures.grid
    for pool in summary.pools if grid is not None else ():
        combinations = {tuple(infos[index].options[grid.option]): place for place, index in enumerate(pool.points)}  # type: ignore[union-attr]
        axes = tuple(tuple(e for e in axis if any(c[k] == e for c in combinations)) for k, axis in enumerate(grid.axes))  # type: ignore[union-attr]
        order = [combinations.get(combination, -1) for combination in product(*axes)]
        if -1 in order or len(order) != len(pool.points) or min(len(axis) for axis in axes) < 2:
            continue
        names = tuple(f"pile {k + 1}" for k in range(len(axes)))
        for figure, moments in pool.maps.items():
            if (found := _of_points(moments, len(order))) is not None:
                estimate, covariance, size, blocks = found
                yield _layout(
                    infos[pool.points[0]], figure, names, tuple(tuple(str(e) for e in axis) for axis in axes), estimate[order],
                    covariance[np.ix_(order, order)], size[order], blocks[order],
                )  # fmt: skip


def _of_points(moments: Moments, points: int) -> tuple[Floats, Floats, Floats, NDArray[np.int64]] | None:
    """Estimates, covariance, games and blocks of figures that stand side by side: a ratio, or the difference of two. None where one has no games."""
    width = moments.variables // points
    unit = np.eye(moments.variables)
    place = width * np.arange(points)
    if any((moments.total[place + column] <= 0).any() for column in range(1, width, 2)):
        return None
    found = ratios(moments, np.vstack([unit[place + k] for k in range(0, width, 2)]), np.vstack([unit[place + k] for k in range(1, width, 2)]))
    weights = np.hstack([np.eye(points) * sign for sign in (1.0, -1.0)[: width // 2]])
    covariance = weights @ found.covariance @ weights.T
    return weights @ found.estimate, covariance, found.size[:points], found.blocks[:points]


def _layout(
    info: PointInfo, figure: str, factors: tuple[str, ...], levels: tuple[tuple[str, ...], ...], means: Floats, covariance: Floats, games: Floats,
    blocks: NDArray[np.int64], outcome: float | None = None,
) -> Layout:  # fmt: skip
    return Layout(info, figure, factors, levels, means, covariance, games, int(blocks.min()), outcome)


# -- the tables


def effects(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Main effects: how far a level lies from the mean of all, each level of the other factors counting the same."""
    rows = []
    for layout in layouts(summary):
        labels, parts = [], []
        for k, levels in enumerate(layout.levels):
            labels += [(layout.factors[k], level) for level in levels]
            parts.append(effect_matrix(layout.sizes, (k,)))
        columns = {"factor": [factor for factor, _ in labels], "level": [level for _, level in labels]}
        rows.append(_contrast_rows(layout, columns, np.vstack(parts)))
    return to_frame(rows, EFFECTS, confidence, family)


def interactions(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """What two levels together add beyond what each adds by itself; all pairs of levels of a layout are judged together."""
    rows = []
    for layout in layouts(summary):
        found: list[tuple[str, str, str, str]] = []
        parts = []
        for term in (term for term in terms(len(layout.factors)) if len(term) == 2):
            a, b = term
            found += [(layout.factors[a], x, layout.factors[b], y) for x, y in product(layout.levels[a], layout.levels[b])]
            parts.append(effect_matrix(layout.sizes, term))
        columns = {name: [row[k] for row in found] for k, name in enumerate(("factor", "level", "other", "other_level"))}
        rows.append(_contrast_rows(layout, columns, np.vstack(parts)))
    return to_frame(rows, INTERACTIONS, confidence, family)


def _contrast_rows(layout: Layout, columns: dict[str, list[Any]], weights: Floats) -> Rows:
    number = len(weights)
    zero = np.zeros((len(layout.means), 0))
    cells = Ratios(layout.means, zero, layout.covariance, np.full(len(layout.means), layout.blocks, np.int64), layout.games)
    estimate, error = cells.contrasts(weights)
    same = error == 0  # in every block: fixed by the rules, or no block has shown yet how it may differ
    estimate = np.where(same & (np.abs(estimate) <= _ROUNDING * (np.abs(weights) @ np.abs(layout.means))), 0.0, estimate)
    error = np.where(same, np.nan, error)
    games = (weights != 0) @ layout.games

    def interval(confidence: float) -> tuple[Floats, Floats]:
        return mean_interval(estimate, error, layout.blocks, confidence)

    head = {"layout": [layout.name] * number, "figure": [layout.figure] * number}
    return Rows(layout.info, {**head, **columns}, games, np.full(number, layout.blocks, np.int64), estimate, interval)


def variation(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """How large effects and interactions are, and what share of the variation between cells, and of a single outcome's, they explain."""
    rows = []
    for layout in layouts(summary):
        rows += _variation_rows(layout)
    return to_frame(rows, VARIATION, confidence, family)


def _variation_rows(layout: Layout) -> list[Rows]:
    every = terms(len(layout.factors))
    named = {_term_name(layout, term): [term] for term in every} | {WHOLE: every}
    found = {name: _component(layout, chosen) for name, chosen in named.items()}
    rest = {name: _component(layout, [term for term in every if term not in named[name]]) for name in named if name != WHOLE}
    rows = [_size_rows(layout, found), _share_rows(layout, found, rest)]
    if layout.outcome:
        rows.append(_outcome_rows(layout, found, layout.outcome))
    return rows


def _component(layout: Layout, chosen: list[Term]) -> Component:
    return component(layout.means, layout.covariance, projection(layout.sizes, chosen))


def _term_name(layout: Layout, term: Term) -> str:
    return TIMES.join(layout.factors[k] for k in term)


def _rows(layout: Layout, of: str, names: list[str], estimate: list[float], interval: Any) -> Rows:
    number = len(names)
    columns = {"layout": [layout.name] * number, "figure": [layout.figure] * number, "component": names, "of": [of] * number}
    games = np.full(number, layout.games.sum())

    def ends(confidence: float) -> tuple[Floats, Floats]:
        found = np.array([interval(name, confidence) for name in names], dtype=np.float64).reshape(number, 2)
        return found[:, 0], found[:, 1]

    return Rows(layout.info, columns, games, np.full(number, layout.blocks, np.int64), np.array(estimate), ends)


def _size_rows(layout: Layout, found: dict[str, Component]) -> Rows:
    def interval(name: str, confidence: float) -> tuple[float, float]:
        low, high = found[name].interval(confidence)
        return math.sqrt(low), math.sqrt(high)

    return _rows(layout, "size", list(found), [math.sqrt(max(part.square, 0.0)) for part in found.values()], interval)


def _share_rows(layout: Layout, found: dict[str, Component], rest: dict[str, Component]) -> Rows:
    positive = {name: max(found[name].square, 0.0) for name in rest}
    total = sum(positive.values())

    def interval(name: str, confidence: float) -> tuple[float, float]:
        return ratio_interval(found[name], rest[name], confidence)

    return _rows(layout, "cells", list(rest), [value / total if total > 0 else math.nan for value in positive.values()], interval)


def _outcome_rows(layout: Layout, found: dict[str, Component], outcome: float) -> Rows:
    def interval(name: str, confidence: float) -> tuple[float, float]:
        low, high = found[name].interval(confidence)
        return min(low / outcome, 1.0), min(high / outcome, 1.0)

    return _rows(layout, "outcome", list(found), [min(max(part.square, 0.0) / outcome, 1.0) for part in found.values()], interval)
