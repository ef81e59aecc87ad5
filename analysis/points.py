"""The design points of a run with their sums, and which of them are compared with which."""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any

from analysis.figures import Factor, Figures, figures_of
from analysis.statistics import Histogram, Moments, PairMoments
from analysis.statistics.moments import merged
from analysis.sweeps import Sweep
from analysis.tables import Run

CHAMPIONS = Factor("champion", ("strategy",), ("strategy",), "Champions", paired=False)
MATCH_SHARES = ("extended", "unfinished")


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

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> PointInfo:
        """From an entry of the manifest's design points."""
        return cls(
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

    def rules(self, without: tuple[str, ...] = ()) -> str:
        """Deck, compos and options (but for some) as a key: equal for design points that are played by the same."""
        options = sorted((name, repr(value)) for name, value in self.options.items() if name not in without)
        return repr((options, sorted(self.deck.items()), sorted((name, sorted(lines.items())) for name, lines in self.compos.items())))


@dataclass
class PointSummary:
    """All sums of one design point.

    factors: by factor; variables are wins, win shares (in units of 1/win_unit) and games, each by level and then of all seats.
    sums: other groups of variables (see `analysis.sums`), whose names are in `variables`.
    pairs: by the design point that this one is compared with, and by factor or group: the sums of that one's variables and this one's.
    more: what goes beyond one factor at a time (`analysis.sums_more`).
    """

    info: PointInfo
    factors: dict[str, Moments] = field(default_factory=dict)
    sums: dict[str, Moments] = field(default_factory=dict)
    variables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lengths: dict[str, Histogram] = field(default_factory=dict)
    champions: Moments | None = None
    matches: Moments | None = None
    pairs: dict[int, dict[str, PairMoments]] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    def add(self, other: PointSummary) -> None:
        """Add the sums over other blocks of the same design point."""
        for each in fields(self):
            if each.name != "info":
                setattr(self, each.name, merged(getattr(self, each.name), getattr(other, each.name)))

    @property
    def games(self) -> Moments | None:
        """Sums of the figures of games; the first variable is 1 a game."""
        return self.sums.get("games")

    @property
    def blocks(self) -> int:
        """Blocks that the run has of this design point."""
        return self.games.blocks if self.games else 0

    @property
    def game_count(self) -> int:
        """Games counted (without the extra games of championships)."""
        return int(self.games.total[0]) if self.games else 0


@dataclass(frozen=True)
class Pool:
    """Design points that differ in the elements of a grid only, and what they say together (`analysis.grids`).

    elements: sums of `variables`, by element (None: the run has no figures within a game).  maps: by map, sums of each design point's numerators and
    denominators, side by side.
    """

    points: tuple[int, ...]
    elements: Moments | None
    variables: tuple[str, ...]
    maps: Mapping[str, Moments]

    def __add__(self, other: Pool) -> Pool:
        """The sums over the blocks of both."""
        return Pool(self.points, merged(self.elements, other.elements), self.variables, merged(self.maps, other.maps))


@dataclass(frozen=True)
class LineMoments:
    """Design points along a swept setting, and what they say together (`analysis.tipping`).

    sums: by factor or group, sums of each design point's variables, side by side.  width: variables of a design point.
    """

    line: Sweep
    sums: Mapping[str, Moments]
    width: Mapping[str, int]

    def __add__(self, other: LineMoments) -> LineMoments:
        """The sums over the blocks of both."""
        return LineMoments(self.line, merged(self.sums, other.sums), {**self.width, **other.width})


@dataclass
class Summary:
    """All sums of a run, and what its ids mean."""

    run: Run
    figures: Figures
    points: list[PointSummary]
    labels: Mapping[str, list[str]]
    pools: list[Pool] = field(default_factory=list)
    lines: list[LineMoments] = field(default_factory=list)
    beside: dict[str, dict[tuple[int, ...], dict[str, Moments]]] = field(default_factory=dict)
    """Sums of several design points side by side, by kind, by the points and by figure (`analysis.side_by_side`)."""

    def __post_init__(self) -> None:
        """Find out which design points are of one kind, and which are compared.

        kind: for each design point, the first one of the same variant and number of players: they are told apart by what they set.
        baseline, partners: see `compared`.
        """
        infos = [point.info for point in self.points]
        self.kind = first_of_kind(infos)
        self.baseline, self.partners = compared(infos, self.figures)
        if self.run.compared_with is not None:  # two runs read as one
            self.baseline = {info.index: self.run.compared_with.get(info.index, info.index) for info in infos}
            self.partners = {index: (base,) if base != index else () for index, base in self.baseline.items()}

    def add(self, other: Summary) -> None:
        """Add the sums over other blocks of the same run."""
        for mine, more in zip(self.points, other.points, strict=True):
            mine.add(more)
        for each in fields(self):
            if each.name not in ("run", "figures", "points", "labels"):
                setattr(self, each.name, merged(getattr(self, each.name), getattr(other, each.name)))

    @property
    def manifest(self) -> Mapping[str, Any]:
        """The run's manifest."""
        return self.run.manifest

    @property
    def game_count(self) -> int:
        """Games counted at all design points."""
        return sum(point.game_count for point in self.points)

    def spoken(self) -> Summary:
        """The same sums with the words of the game's declarations in the language in use. (Sums are made in any: some come from another process.)"""
        found = copy(self)
        found.figures = figures_of(self.figures.game)
        return found

    def level_labels(self, factor: Factor, players: int) -> list[list[Any]]:
        """For each of the factor's columns, what its ids mean; for "order" the numbers themselves."""
        return [list(range(players)) if family == "order" else list(self.labels[family]) for family in factor.families]


def first_of_kind(infos: list[PointInfo]) -> dict[int, int]:
    """For each design point, the first one of the same variant and number of players."""
    first: dict[tuple[str, int], int] = {}
    return {info.index: first.setdefault((info.variant, info.players), info.index) for info in infos}


def compared(infos: list[PointInfo], figures: Figures) -> tuple[dict[int, int], dict[int, tuple[int, ...]]]:
    """For each design point its baseline, and all that it is compared with.

    The baseline is the first design point of the same variant, players, conditions and line-up; for the first of its line-up, that of any line-up.
    Where variants are dealt alike, a design point is also compared with the same settings in the variants before.
    """
    of_any: dict[tuple[Any, ...], int] = {}
    of_lineup: dict[tuple[Any, ...], int] = {}
    before: dict[tuple[Any, ...], list[PointInfo]] = {}
    base, partners = {}, {}
    for info in infos:
        kind = (info.variant, info.players, repr([info.options.get(name) for name in figures.conditions]))
        first = of_any.setdefault(kind, info.index)
        own = of_lineup.setdefault((*kind, info.lineup), info.index)
        base[info.index] = own if own != info.index else first
        found = [base[info.index]]
        if figures.variants_alike:
            same = before.setdefault((info.players, info.lineup, _settings(info)), [])
            found += [other.index for other in same if other.variant != info.variant]
            same.append(info)
        partners[info.index] = tuple(index for index in dict.fromkeys(found) if index != info.index)
    return base, partners


def _settings(info: PointInfo) -> str:
    """What was set at a design point, its variant, players and line-up aside."""
    return repr(sorted((key, repr(value)) for key, value in info.settings.items() if key not in ("variant", "players", "lineup")))


def pool_key(info: PointInfo, figures: Figures) -> tuple[Any, ...] | None:
    """Equal for the design points of one grid; None when the design point has no place in one."""
    grid = figures.grid
    chosen = info.options.get(grid.option) if grid is not None else None
    if grid is None or not isinstance(chosen, list) or not all(element in axis for element, axis in zip(chosen, grid.axes, strict=True)):
        return None
    return info.variant, info.players, info.lineup, info.rules(without=(grid.option,))
