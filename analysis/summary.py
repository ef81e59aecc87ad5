"""One pass over a run's parts: every sum that the figures of a report need.

A part is read, reduced to one row a block (wins and games by level: small whole numbers), and its sums are added to those before. Memory
holds one part at a time, whatever the number of games. Parts of the design points that share variant and players are visited side by side,
because their blocks were dealt alike: the cross products of each with the first of them give the paired differences.

The extra games of a championship (M-35) are played among the tied only. They are left out of the figures per game, whose levels would
otherwise be compared over tables of different sizes, and counted in the figures per match.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.statistics import Histogram, Moments, PairMoments
from analysis.statistics.moments import Floats
from analysis.tables import NO_LABEL, Run, open_run


@dataclass(frozen=True)
class Factor:
    """What seats are told apart by: its name, the columns of `seats` that say so, and what the columns' ids name.

    A family is one of the manifest's label families, or "order" for numbers from 0 (the first player) on.
    """

    name: str
    columns: tuple[str, ...]
    families: tuple[str, ...]
    paired: bool = True
    """Whether its changes from design point to design point are collected."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the level columns in tables of results."""
        return self.families


FACTORS = (
    Factor("compo", ("compo_start",), ("compo",)),
    Factor("coach", ("coach",), ("coach",)),
    Factor("compo_coach", ("compo_start", "coach"), ("compo", "coach"), paired=False),
    Factor("order", ("order",), ("order",)),
    Factor("strategy", ("strategy",), ("strategy",), paired=False),
)
CHAMPIONS = Factor("champion", ("strategy",), ("strategy",), paired=False)
LENGTHS = ("turns", "rounds")
GAME_NUMBERS = ("turns", "rounds", "winners", "reshuffles", "decisions")
GAME_SHARES = ("shared", "unfinished", "unwon")
MATCH_SHARES = ("extended", "unfinished")
_GAME_COLUMNS = ("block", "game", "unfinished", *GAME_NUMBERS)


@dataclass(frozen=True)
class PointInfo:
    """A design point as the manifest tells it."""

    index: int
    label: str
    variant: str
    players: int
    lineup: tuple[str, ...]
    options: Mapping[str, Any]
    deck: Mapping[str, int]
    compos: Mapping[str, Mapping[str, int]]
    settings: Mapping[str, Any]
    rotations: int
    blocks: int

    @property
    def lineup_label(self) -> str:
        """The strategies in words: one name if all are the same."""
        return self.lineup[0] if len(set(self.lineup)) == 1 else ", ".join(self.lineup)

    @property
    def games_per_match(self) -> int:
        """Games of a match without its extra games."""
        return int(self.options.get("games", 1))

    @property
    def win_unit(self) -> int:
        """Win shares are counted in this part of a win, so that 1/winners is whole."""
        return math.lcm(*range(1, self.players + 1))


@dataclass
class PointSummary:
    """All sums of one design point.

    factors: by factor; variables are wins, win shares (in units of 1/win_unit) and games, each by level and then of all seats.
    games: variables (1 a game), then GAME_SHARES and the GAME_NUMBERS in `numbers`.
    pairs: by factor, and "games": the sums of the first comparable design point's variables and this one's.
    """

    info: PointInfo
    numbers: tuple[str, ...] = ()
    factors: dict[str, Moments] = field(default_factory=dict)
    games: Moments | None = None
    lengths: dict[str, Histogram] = field(default_factory=dict)
    champions: Moments | None = None
    matches: Moments | None = None
    pairs: dict[str, PairMoments] = field(default_factory=dict)

    @property
    def blocks(self) -> int:
        """Blocks that the run has of this design point."""
        return self.games.blocks if self.games else 0

    @property
    def game_count(self) -> int:
        """Games counted (without the extra games of championships)."""
        return int(self.games.total[0]) if self.games else 0


@dataclass
class Summary:
    """All sums of a run, and what its ids mean."""

    run: Run
    points: list[PointSummary]
    labels: Mapping[str, list[str]]
    baseline: dict[int, int]
    """For each design point, the first one of the same variant and number of players."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """The run's manifest."""
        return self.run.manifest

    @property
    def game_count(self) -> int:
        """Games counted at all design points."""
        return sum(point.game_count for point in self.points)

    def level_labels(self, factor: Factor, players: int) -> list[list[Any]]:
        """For each of the factor's columns, what its ids mean; for "order" the numbers themselves."""
        return [list(range(players)) if family == "order" else list(self.labels[family]) for family in factor.families]


@dataclass(frozen=True)
class _Part:
    """A fixed range of blocks of one design point."""

    run: Run
    key: str
    point: int
    first_block: int
    blocks: int

    def read(self, table: str, columns: list[str] | None = None) -> pl.DataFrame:
        """The part's rows of `table`, of those of `columns` that it has (None: all)."""
        if columns is not None:
            there = {column["name"] for column in self.run.columns(table)}
            columns = [name for name in columns if name in there]
        return self.run.part(self.key, table, columns)


def _parts(run: Run) -> list[_Part]:
    """All parts in the order of their first block, then of their design point."""
    entries = run.manifest["parts"]
    parts = [_Part(run, key, entries[key]["point"], entries[key]["first_block"], entries[key]["blocks"]) for key in run.part_keys()]
    return sorted(parts, key=lambda part: (part.first_block, part.point))


def summarise(run: str | Path | Run) -> Summary:
    """All sums of a run, read part by part.

    Raises UserError when the folder is not a run.
    """
    opened = run if isinstance(run, Run) else open_run(run)
    points = [_point_info(entry) for entry in opened.points]
    found = {info.index: PointSummary(info) for info in points}
    baseline: dict[int, int] = {}
    first_of: dict[tuple[str, int], int] = {}
    for info in points:
        baseline[info.index] = first_of.setdefault((info.variant, info.players), info.index)
    summary = Summary(opened, [found[info.index] for info in points], opened.labels(), baseline)

    kept: dict[int, tuple[int, dict[str, Floats]]] = {}
    shared_baselines = {base for index, base in baseline.items() if base != index}
    for part in _parts(opened):
        point = found[part.point]
        values = dict(_part_values(summary, point, part))
        base = baseline[part.point]
        if part.point in shared_baselines:
            kept[part.point] = (part.first_block, values)
        elif base != part.point and base in kept and kept[base][0] == part.first_block:
            _add_pairs(point, kept[base][1], values)
    return summary


def _point_info(entry: Mapping[str, Any]) -> PointInfo:
    return PointInfo(
        index=entry["index"],
        label=entry["label"],
        variant=entry["variant"],
        players=entry["players"],
        lineup=tuple(entry["lineup"]),
        options=entry["options"],
        deck=entry["deck"],
        compos=entry["compos"],
        settings=entry["settings"],
        rotations=entry["rotations"],
        blocks=entry["blocks"],
    )


def _add_pairs(point: PointSummary, base: dict[str, Floats], values: dict[str, Floats]) -> None:
    for name, mine in values.items():
        theirs = base.get(name)
        if theirs is None or theirs.shape[1] != mine.shape[1]:
            continue  # a factor that only one of the two has (coaches, when the sweep is over the variant's options)
        common = min(len(theirs), len(mine))
        pair = PairMoments.of(theirs[:common], mine[:common])
        point.pairs[name] = point.pairs[name] + pair if name in point.pairs else pair


def _part_values(summary: Summary, point: PointSummary, part: _Part) -> Iterator[tuple[str, Floats]]:
    """Add a part's sums to `point`; yields the (blocks, variables) arrays that paired differences need."""
    info = point.info
    seats = _ordinary(part.read("seats", _seat_columns(summary)), info)
    block = seats["block"].to_numpy() - part.first_block
    won = seats["won"].to_numpy().astype(np.float64)
    winners = np.maximum(seats["winners"].to_numpy().astype(np.int64), 1)
    shares = won * (info.win_unit // winners)
    for factor in FACTORS:
        if not set(factor.columns) <= set(seats.columns):
            continue
        counted = _levels(seats, factor, summary, info.players)
        if counted is None:
            continue
        values = _by_level(part.blocks, block, *counted, (won, shares))
        _add(point.factors, factor.name, Moments.of(values))
        if factor.paired:
            yield factor.name, values

    games = _ordinary(part.read("games", list(_GAME_COLUMNS)), info)
    point.numbers = tuple(name for name in GAME_NUMBERS if name in games.columns)
    values = _game_values(games, part, point.numbers)
    sums = Moments.of(values)
    point.games = point.games + sums if point.games else sums
    for name in LENGTHS:
        if name in games.columns:
            here = Histogram.of(games["block"].to_numpy(), games[name].to_numpy())
            point.lengths[name] = point.lengths[name] + here if name in point.lengths else here
    yield "games", values
    if info.games_per_match > 1:
        _add_matches(summary, point, part)


def _add(sums: dict[str, Moments], name: str, more: Moments) -> None:
    sums[name] = sums[name] + more if name in sums else more


def _seat_columns(summary: Summary) -> list[str]:
    wanted = {"block", "game", "won", "winners"} | {c for factor in FACTORS for c in factor.columns}
    return sorted(wanted)


def _ordinary(table: pl.DataFrame, info: PointInfo) -> pl.DataFrame:
    """Without the extra games of championships: a match's games are numbered, the extra ones last."""
    if info.games_per_match == 1 and table["game"].max() in (0, None):
        return table
    return table.filter(pl.col("game") < info.games_per_match)


def _levels(seats: pl.DataFrame, factor: Factor, summary: Summary, players: int) -> tuple[int, NDArray[np.int64], NDArray[np.bool_]] | None:
    """(number of levels, each row's level, rows that have one), or None when no row has one."""
    labels = summary.level_labels(factor, players)
    number = math.prod(len(names) for names in labels)
    level = np.zeros(len(seats), np.int64)
    known = np.ones(len(seats), np.bool_)
    for column, names in zip(factor.columns, labels, strict=True):
        ids = seats[column].to_numpy().astype(np.int64)
        none = ids == NO_LABEL
        if (ids[~none] >= len(names)).any():
            raise ValueError(f"seats.{column} holds an id that the manifest does not name")
        known &= ~none
        level = level * len(names) + np.where(none, 0, ids)
    if number == 0 or not known.any():
        return None
    return number, level, known


def _by_level(
    blocks: int,
    block: NDArray[np.integer],
    number: int,
    level: NDArray[np.int64],
    known: NDArray[np.bool_],
    numerators: tuple[Floats, ...],
) -> Floats:
    """(blocks, (numerators + 1) (number + 1)): each numerator and then the rows, by level and of all rows."""
    cell = (block * number + level)[known]
    groups = []
    for weights in (*numerators, None):
        chosen = None if weights is None else weights[known]
        by_level = np.bincount(cell, weights=chosen, minlength=blocks * number).reshape(blocks, number)
        everyone = np.bincount(block, weights=weights, minlength=blocks).reshape(blocks, 1)
        groups += [by_level, everyone]
    return np.hstack(groups).astype(np.float64)


def _game_values(games: pl.DataFrame, part: _Part, numbers: tuple[str, ...]) -> Floats:
    block = games["block"].to_numpy() - part.first_block
    winners = games["winners"].to_numpy()
    columns = [
        None,
        (winners > 1).astype(np.float64),
        games["unfinished"].to_numpy().astype(np.float64),
        (winners == 0).astype(np.float64),
        *(games[name].to_numpy().astype(np.float64) for name in numbers),
    ]
    return np.stack([np.bincount(block, weights=c, minlength=part.blocks) for c in columns], axis=1).astype(np.float64)


def _add_matches(summary: Summary, point: PointSummary, part: _Part) -> None:
    """Champions by strategy, and how matches ended."""
    rows = part.read("matches", ["block", "seat", "strategy", "champion", "extra_games", "unfinished"])
    if not len(rows):
        return
    block = rows["block"].to_numpy() - part.first_block
    counted = _levels(rows, CHAMPIONS, summary, point.info.players)
    if counted is not None:
        champion = rows["champion"].to_numpy().astype(np.float64)
        sums = Moments.of(_by_level(part.blocks, block, *counted, (champion, champion)))
        point.champions = point.champions + sums if point.champions else sums
    matches = rows.filter(pl.col("seat") == 0)
    block = matches["block"].to_numpy() - part.first_block
    extra = matches["extra_games"].to_numpy().astype(np.float64)
    columns = [None, (extra > 0).astype(np.float64), matches["unfinished"].to_numpy().astype(np.float64), extra]
    values = [np.bincount(block, weights=c, minlength=part.blocks) for c in columns]
    sums = Moments.of(np.stack(values, axis=1))
    point.matches = point.matches + sums if point.matches else sums
