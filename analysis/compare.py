"""Two runs compared: every figure of B less that of A, design point by design point, within the same deals where both were dealt alike.

Blocks of equal seeds are dealt alike as far as the decks agree, so differences are taken block by block over the blocks that both runs have
(`analysis.statistics.paired`). Runs of different seeds share nothing: their differences have the sum of both variances, with the degrees of freedom
of the one that has fewer blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis.comparisons import change_of_endings, change_of_going_first, change_of_means, changes
from analysis.joined import join
from analysis.language import tr
from analysis.matching import differences, match, version_notes
from analysis.points import PointInfo, PointSummary, Summary
from analysis.statistics import Moments, PairMoments, sidak_confidence
from analysis.summary import summarise
from analysis.tables import Run
from analysis.wording import Names
from sim.core.errors import UserError

Row = dict[str, Any]
SCHEMA = {
    "pair": pl.Int64, "a": pl.Int64, "b": pl.Int64, "label_a": pl.String, "label_b": pl.String, "figure": pl.String, "factor": pl.String,
    "level": pl.String, "share": pl.Boolean, "value_a": pl.Float64, "value_b": pl.Float64, "difference": pl.Float64, "low": pl.Float64,
    "high": pl.Float64, "low_simultaneous": pl.Float64, "high_simultaneous": pl.Float64, "games": pl.Int64, "blocks": pl.Int64,
    "paired": pl.Boolean, "gain": pl.Float64,
}  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """Design points of A and B that are compared: their numbers in `summary`, and in what they differ, in words."""

    a: PointSummary
    b: PointSummary
    differs: Sequence[str]
    paired: bool


@dataclass(frozen=True)
class Comparison:
    """All that two runs say together.

    summary: of both runs read as one.  pairs: design points compared.  only_a, only_b: those without a counterpart.  notes: what is worth knowing.
    table: a row a figure and pair (`SCHEMA`): its value in A and in B, the difference with its own interval and with the one that holds for all rows
    together, and what pairing gained.
    """

    summary: Summary
    names: Names
    pairs: Sequence[Pair]
    only_a: Sequence[PointInfo]
    only_b: Sequence[PointInfo]
    notes: Sequence[str]
    table: pl.DataFrame
    confidence: float


def compare(a: Run, b: Run, confidence: float = 0.95) -> Comparison:
    """Compare two runs; UserError when they are of different games, are the same run, or have nothing in common."""
    games = [run.manifest["study"]["game"] for run in (a, b)]
    places = [run.folder.as_posix() for run in (a, b)]
    if games[0] != games[1]:
        raise UserError(f"{places[0]} is a run of {games[0]}, {places[1]} one of {games[1]}: different games can't be compared")
    if a.folder.resolve() == b.folder.resolve():
        raise UserError(f"{places[0]}: A and B are the same run; name two, or change B with --set")
    names = Names.of(a.manifest)
    matched = match([PointInfo.of(entry) for entry in a.points], [PointInfo.of(entry) for entry in b.points])
    if not matched.pairs:
        told = [", ".join(dict.fromkeys(f"{e['variant']} with {e['players']} players" for e in run.points)) for run in (a, b)]
        raise UserError(f"{places[0]} and {places[1]} have no design point in common: A has {told[0]}; B has {told[1]}")
    shift = len(a.points)
    partner = {second.index + shift: first.index for first, second in matched.pairs}
    title = tr("A compared with B")
    summary = summarise(join(a, b, partner, title, tr("What is otherwise in B than in A?")))
    found = {point.info.index: point for point in summary.points}
    alike = a.manifest["seed"] == b.manifest["seed"]
    pairs = []
    for first, second in matched.pairs:
        point_a, point_b = found[first.index], found[second.index + shift]
        if not point_a.game_count or not point_b.game_count:
            continue
        paired = alike and bool(point_b.pairs) and _same_parts(a, b, first, second)
        if not paired:
            point_b.pairs = {first.index: _independent(point_a, point_b, summary)}
        pairs.append(Pair(point_a, point_b, differences(first, second, names), paired))
    if not pairs:
        raise UserError(f"{places[0]} and {places[1]}: none of the design points that both have is played in both")
    notes = [*version_notes(a.manifest, b.manifest), *_notes(a, b, pairs)]
    table = _table(summary, pairs, confidence)
    return Comparison(summary, names, pairs, matched.only_a, matched.only_b, notes, table, confidence)


def _same_parts(a: Run, b: Run, first: PointInfo, second: PointInfo) -> bool:
    """Whether both design points' parts begin at the same blocks, so that blocks can be put side by side."""
    sizes = [run.points[info.index]["blocks_per_part"] for run, info in ((a, first), (b, second))]
    return sizes[0] == sizes[1]


def _notes(a: Run, b: Run, pairs: Sequence[Pair]) -> list[str]:
    found = []
    seeds = [run.manifest["seed"] for run in (a, b)]
    if seeds[0] != seeds[1]:
        found.append(
            tr("A has the seed {a}, B the seed {b}: they were dealt differently, and nothing is gained by pairing. With the same seed the same games "
               "would say more.", a=seeds[0], b=seeds[1])
        )  # fmt: skip
    for side, run in (("A", a), ("B", b)):
        if not run.is_complete:
            found.append(tr("Run {side} is not finished: the games that are done are compared.", side=side))
    if any(pair.paired and pair.a.blocks != pair.b.blocks for pair in pairs):
        found.append(tr("One run is longer than the other: differences are taken over the deals that both have, values over all of their own."))
    return found


def _independent(a: PointSummary, b: PointSummary, summary: Summary) -> dict[str, PairMoments]:
    """Sums of both design points as if side by side, for runs that share no deals: covariances are 0."""
    alone = {factor.name for factor in summary.figures.factors if not factor.paired}
    groups = {name: (a.factors[name], b.factors[name]) for name in a.factors if name in b.factors and name not in alone}
    groups |= {name: (a.sums[name], b.sums[name]) for name in a.sums if name in b.sums and a.variables[name] == b.variables[name]}
    found = {}
    for name, (first, second) in groups.items():
        if first.variables == second.variables:
            nothing = np.zeros_like(first.cross)
            both = Moments(
                min(first.blocks, second.blocks),
                np.concatenate([first.present, second.present]),
                np.concatenate([first.total, second.total]),
                np.block([[first.cross, nothing], [nothing, second.cross]]),
            )
            found[name] = PairMoments(both, np.minimum(first.present, second.present))
    return found


# -- the table


def _frames(summary: Summary, confidence: float) -> Iterable[tuple[str, str, pl.DataFrame]]:
    """The tables of changes that are judged together: (figure or column that names it, factor, table)."""
    for factor in summary.figures.factors:
        if factor.paired:
            yield "win_rate", factor.name, changes(summary, factor.name, confidence)
    yield "going_first", "order", change_of_going_first(summary, confidence)
    yield "ending", "", change_of_endings(summary, confidence)
    yield "number", "", change_of_means(summary, confidence)


def _table(summary: Summary, pairs: Sequence[Pair], confidence: float) -> pl.DataFrame:
    """All differences; each of the simultaneous intervals holds together with all others of the table."""
    alone = list(_rows(summary, pairs, confidence))
    together = list(_rows(summary, pairs, sidak_confidence(confidence, len(alone))))
    for row, joint in zip(alone, together, strict=True):
        row["low_simultaneous"], row["high_simultaneous"] = joint["low"], joint["high"]
    return pl.DataFrame(alone, schema=SCHEMA, orient="row").sort("pair", maintain_order=True).with_columns(pl.col(pl.Float64).fill_nan(None))


def _rows(summary: Summary, pairs: Sequence[Pair], confidence: float) -> Iterable[Row]:
    number = {(pair.a.info.index, pair.b.info.index): k for k, pair in enumerate(pairs)}
    shares = {figure.name for figure in summary.figures.shares}
    for figure, factor, frame in _frames(summary, confidence):
        values = _values(summary, figure, factor)
        for row in frame.iter_rows(named=True):
            k = number.get((row["baseline"], row["point"]))
            if k is None:
                continue
            pair = pairs[k]
            name = row[figure] if figure in ("ending", "number") else figure
            level = str(row[summary.figures.factor(factor).levels[0]]) if figure == "win_rate" else ""
            yield {
                "pair": k,
                "a": pair.a.info.index,
                "b": pair.b.info.index,
                "label_a": pair.a.info.label,
                "label_b": pair.b.info.label,
                "figure": name,
                "factor": factor if figure == "win_rate" else "",
                "level": level,
                "share": figure in ("win_rate", "going_first") or name in shares,
                "value_a": values.get((row["baseline"], name, level)),
                "value_b": values.get((row["point"], name, level)),
                "difference": row["estimate"],
                "low": row["low"],
                "high": row["high"],
                "low_simultaneous": None,
                "high_simultaneous": None,
                "games": row["games"],
                "blocks": row["blocks"],
                "paired": pair.paired,
                "gain": row["gain"] if pair.paired else None,
            }


def _values(summary: Summary, figure: str, factor: str) -> Mapping[tuple[int, str, str], float]:
    """The figure at each design point: (point, figure, level) → value."""
    from analysis import balance

    if figure == "win_rate":
        table = balance.win_rates(summary, factor)
        column = summary.figures.factor(factor).levels[0]
        return {(row["point"], figure, str(row[column])): row["estimate"] for row in table.iter_rows(named=True)}
    if figure == "going_first":
        rows = balance.going_first(summary).iter_rows(named=True)
        return {(row["point"], figure, ""): row["estimate"] for row in rows if row["against"] == "last"}
    frame = balance.endings(summary) if figure == "ending" else balance.means(summary)
    return {(row["point"], row[figure], ""): row["estimate"] for row in frame.iter_rows(named=True)}
