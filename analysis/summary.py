"""One pass over a run's parts: every sum that the figures of a report need.

A part is read, reduced to one row a block (`analysis.sums`), and its sums are added to those before. Memory holds the parts of a few
design points at a time, whatever the number of games: those that are compared with each other are visited side by side, because their blocks were
dealt alike, and the cross products of both give the paired differences.

The parts that begin with the same block are a slice. Slices have nothing to do with each other, so the slices of a long run are read by several
processes; their sums are added in order, and come out the same, to the bit, for any number of processes.

The extra games of a championship (M-35) are played among the tied only. They are left out of the figures per game, whose levels would
otherwise be compared over tables of different sizes, and counted in the figures per match.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.figures import figures_of
from analysis.grids import GridSums
from analysis.line_sums import LineSums
from analysis.points import CHAMPIONS, PointInfo, PointSummary, Summary, pool_key
from analysis.processes import how_many, in_processes
from analysis.side_by_side import add_side_by_side, side_by_side
from analysis.statistics import Histogram, Moments, PairMoments
from analysis.statistics.moments import Floats
from analysis.sums import Part, PartRows, by_level, factor_values, game_figure, group_values, levels_of
from analysis.sums_more import more_sums
from analysis.sweeps import lines_of, main_lines
from analysis.tables import Run, open_run

_LEAST_COMBINATIONS = 12
"""Fewer design points than this don't make a map: they are told one by one."""

_Kept = dict[str, tuple[tuple[str, ...], Floats]]
"""A part's values by factor and group, with the names of variables (none for factors)."""


def summarise(run: str | Path | Run, workers: int | None = None) -> Summary:
    """All sums of a run, read part by part.

    workers: processes that read a long run; None: one for each core. Raises UserError when the folder is not a run.
    """
    opened = run if isinstance(run, Run) else open_run(run)
    slices = _slices(_parts(opened))
    number = min(how_many(opened, workers), len(slices))
    if number < 2:
        found: Iterator[Summary] = (_summary_of(opened, parts) for parts in slices or [[]])
    else:
        found = in_processes(number, _summary_elsewhere, pickle.dumps(opened), slices)
    summary = next(found)
    for more in found:
        summary.add(more)
    summary.run = opened
    return summary


def _slices(parts: list[Part]) -> list[list[Part]]:
    """The parts by the block that they begin with, in order."""
    found: dict[int, list[Part]] = {}
    for part in sorted(parts, key=lambda part: part.first_block):
        found.setdefault(part.first_block, []).append(part)
    return list(found.values())


def _summary_elsewhere(pickled: bytes, parts: list[Part]) -> Summary:
    """The sums of some parts, in a process of their own; they come back without the run, which is known there."""
    summary = _summary_of(_unpickled(pickled), parts)
    summary.run = Run(summary.run.folder, {})
    return summary


@lru_cache(maxsize=1)
def _unpickled(pickled: bytes) -> Run:
    return pickle.loads(pickled)


def _summary_of(opened: Run, parts: list[Part]) -> Summary:
    """The sums of some of a run's parts: all that begin with the same block, or none at all."""
    figures = figures_of(opened.manifest["study"]["game"])
    points = [PointSummary(PointInfo.of(entry)) for entry in opened.points]
    summary = Summary(opened, figures, points, opened.labels())
    found = {point.info.index: point for point in points}
    wanted = {index for others in summary.partners.values() for index in others}
    together = _together(summary)
    grids: dict[Any, list[PointInfo]] = {}
    alone = opened.compared_with is None  # two runs read as one have no maps and no lines: all design points are there twice
    for point in points if alone else ():
        grids.setdefault(pool_key(point.info, figures), []).append(point.info)
    pools = {key: GridSums(figures, infos) for key, infos in grids.items() if key is not None and len(infos) >= _LEAST_COMBINATIONS}
    pool_of = {info.index: pools[key] for key, infos in grids.items() if key in pools for info in infos}
    lines = [LineSums(figures, line) for line in main_lines(lines_of([point.info for point in points] if alone else []))]

    beside = side_by_side(summary)
    kept: dict[int, _Kept] = {}
    compared: int | None = None
    for part in sorted(parts, key=lambda p: (found[p.point].info.players, together[p.point], p.point)):
        if compared != together[part.point]:
            compared = together[part.point]
            kept.clear()
        point = found[part.point]
        values = _add_part(summary, point, part)
        for base in summary.partners[part.point]:
            if base in kept:
                _add_pairs(summary, point, base, kept[base], values)
        if part.point in wanted:
            kept[part.point] = values
        if part.point in pool_of:
            pool_of[part.point].add(point.info, values)
        for sums in lines:
            if part.point in sums.line.points:
                sums.add(point.info, values)
        add_side_by_side(beside, summary, point, values)
    summary.lines = [sums.finished() for sums in lines]
    summary.pools = [sums.finished() for sums in pools.values()]
    summary.beside = {name: {sums.points: sums.finished() for sums in group} for name, group in beside.items()}
    return summary


def _parts(run: Run) -> list[Part]:
    entries = run.manifest["parts"]
    return [Part(run, key, entries[key]["point"], entries[key]["first_block"], entries[key]["blocks"]) for key in run.part_keys()]


def _together(summary: Summary) -> dict[int, int]:
    """For each design point, the least index among those that are compared with each other, directly or by others."""
    above = {point.info.index: point.info.index for point in summary.points}

    def least(index: int) -> int:
        while above[index] != index:
            index = above[index]
        return index

    for index, others in summary.partners.items():
        for other in others:
            low, high = sorted((least(index), least(other)))
            above[high] = low
    return {index: least(index) for index in above}


def _add_part(summary: Summary, point: PointSummary, part: Part) -> _Kept:
    """Add a part's sums to `point`; returns the arrays that paired differences need."""
    figures = summary.figures
    rows = PartRows(part, point.info, figures)
    values: _Kept = {}
    for factor in figures.factors:
        counted = factor_values(rows, summary, factor)
        if counted is not None:
            point.factors[factor.name] = _plus(point.factors.get(factor.name), Moments.of(counted))
            if factor.paired or len(factor.levels) == 1:
                values[factor.name] = (), counted
    for name, (variables, counted) in group_values(rows, summary):
        point.variables[name] = variables
        point.sums[name] = _plus(point.sums.get(name), Moments.of(counted))
        values[name] = variables, counted
    for length in figures.lengths:
        if rows.has(length.source, length.column):
            here = Histogram.of(rows.block, game_figure(rows, length))
            point.lengths[length.name] = point.lengths[length.name] + here if length.name in point.lengths else here
    for name, more in more_sums(rows, summary):
        point.more[name] = point.more[name] + more if name in point.more else more
    if point.info.games_per_match > 1:
        _add_matches(summary, point, part)
    return values


def _plus(sums: Moments | None, more: Moments) -> Moments:
    return more if sums is None else sums + more


def _add_pairs(summary: Summary, point: PointSummary, base: int, theirs: _Kept, mine: _Kept) -> None:
    pairs = point.pairs.setdefault(base, {})
    alone = {factor.name for factor in summary.figures.factors if not factor.paired}
    for name, (variables, values) in mine.items():
        if name in alone:
            continue  # of different line-ups: summed side by side, not compared
        if name not in theirs or theirs[name][0] != variables or theirs[name][1].shape[1] != values.shape[1]:
            continue  # what only one of the two has (coaches, when the sweep is over the variant's options)
        common = min(len(theirs[name][1]), len(values))
        pair = PairMoments.of(theirs[name][1][:common], values[:common])
        pairs[name] = pairs[name] + pair if name in pairs else pair


def _add_matches(summary: Summary, point: PointSummary, part: Part) -> None:
    """Champions by strategy, and how matches ended."""
    rows = part.read("matches", {"block", "seat", "strategy", "champion", "extra_games", "unfinished"})
    if not len(rows):
        return
    block = rows["block"].to_numpy() - part.first_block
    strategy: Any = rows["strategy"].to_numpy().astype(np.int64)
    champion = rows["champion"].to_numpy().astype(np.float64)
    counted = levels_of([strategy], CHAMPIONS, summary, point.info.players)
    point.champions = _plus(point.champions, Moments.of(by_level(part.blocks, block, *counted, (champion, champion))))
    matches = rows.filter(pl.col("seat") == 0)
    block = matches["block"].to_numpy() - part.first_block
    extra = matches["extra_games"].to_numpy().astype(np.float64)
    columns = [None, (extra > 0).astype(np.float64), matches["unfinished"].to_numpy().astype(np.float64), extra]
    values = [np.bincount(block, weights=c, minlength=part.blocks) for c in columns]
    point.matches = _plus(point.matches, Moments.of(np.stack(values, axis=1)))


__all__ = ["summarise"]
