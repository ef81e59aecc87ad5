"""Design points that cross two or three settings (mode × players, deck × players), summed side by side.

Block k is dealt from the same streams everywhere, so figures of different design points may go together. Whatever is compared over several of them
therefore needs the cross products of all: for each figure, numerators and denominators of every design point stand side by side in a block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from analysis.figures import Figures
from analysis.points import PointInfo, PointSummary, Summary, pool_key
from analysis.statistics import Moments
from analysis.statistics.moments import Floats
from analysis.sums import Values, first_and_others

_MOST_POINTS = 48
_SETTINGS = (2, 3)
_SEVERAL = 2


@dataclass(frozen=True)
class Crossing:
    """Design points that are all combinations of some settings' values: `points` with the last setting's values next to each other."""

    settings: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]
    points: tuple[int, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each setting has."""
        return tuple(len(values) for values in self.values)


def crossings(infos: Sequence[PointInfo], figures: Figures) -> list[Crossing]:
    """The crossings among a run's design points: of those with the same strategies (all alike, or the same line-up), outside of grids."""
    groups: dict[str, list[PointInfo]] = {}
    for info in infos:
        if pool_key(info, figures) is None:
            groups.setdefault(info.lineup_label, []).append(info)
    return [found for group in groups.values() if (found := _crossing(group)) is not None]


def _crossing(infos: Sequence[PointInfo]) -> Crossing | None:
    told = [{**info.settings, "variant": info.variant, "players": info.players} for info in infos]
    keys = [key for key in dict.fromkeys(key for settings in told for key in settings) if key not in ("lineup", "label")]
    values = {key: list(dict.fromkeys(_value(settings.get(key)) for settings in told)) for key in keys}
    varying = [key for key in keys if len(values[key]) >= _SEVERAL]
    place = {tuple(_value(settings.get(key)) for key in varying): info.index for settings, info in zip(told, infos, strict=True)}
    chosen = tuple(tuple(values[key]) for key in varying)
    if len(varying) not in _SETTINGS or len(infos) > _MOST_POINTS or len(place) != len(infos) or len(infos) != len(list(product(*chosen))):
        return None
    return Crossing(tuple(varying), chosen, tuple(place[combination] for combination in product(*chosen)))


def _value(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool) or value is None else repr(value)


class SideBySide:
    """Collects parts of design points whose figures are summed side by side."""

    def __init__(self, points: Sequence[int]) -> None:
        """Nothing collected yet. points: indices, in the order in which their variables stand."""
        self.points = tuple(points)
        self.sums: dict[str, Moments] = {}
        """By figure: of each design point as many variables as the figure has."""
        self._place = {index: k for k, index in enumerate(points)}
        self._waiting: dict[int, Mapping[str, Floats]] = {}

    def add(self, point: int, found: Mapping[str, Floats]) -> None:
        """Add a part: by figure, (blocks, variables). All parts begin with the same block."""
        self._waiting[point] = found

    def finished(self) -> dict[str, Moments]:
        """All sums, by figure."""
        self.flush()
        return self.sums

    def flush(self) -> None:
        """Add what waits to the sums."""
        names = list(dict.fromkeys(name for found in self._waiting.values() for name in found))
        for name in names:
            there = {self._place[point]: found[name] for point, found in self._waiting.items() if name in found}
            sums = Moments.side_by_side(there, len(self.points), max(len(values) for values in there.values()))
            self.sums[name] = self.sums[name] + sums if name in self.sums else sums
        self._waiting = {}


def side_by_side(summary: Summary) -> dict[str, list[SideBySide]]:
    """What is to be summed side by side in a run: its crossings, and its tables of two strategies."""
    infos = [point.info for point in summary.points]
    return {
        "crossings": [SideBySide(crossing.points) for crossing in crossings(infos, summary.figures)],
        "pairs": [SideBySide(points) for points in pair_tables(infos)],
    }


def pair_tables(infos: Sequence[PointInfo]) -> list[tuple[int, ...]]:
    """Design points of two strategies at tables of two that differ in nothing else, in groups of at least two."""
    groups: dict[tuple[Any, ...], dict[frozenset[str], int]] = {}
    for info in infos:
        if info.players == 2 and len(set(info.lineup)) == 2:
            groups.setdefault((info.variant, info.rules()), {}).setdefault(frozenset(info.lineup), info.index)
    return [tuple(found.values()) for found in groups.values() if len(found) >= _SEVERAL]


def add_side_by_side(collected: Mapping[str, list[SideBySide]], summary: Summary, point: PointSummary, kept: Any) -> None:
    """Add a design point's part; `kept` are its values by factor and group (`analysis.summary`)."""
    for name, make in (("crossings", crossing_values), ("pairs", pair_values)):
        for sums in collected[name]:
            if point.info.index in sums.points:
                sums.add(point.info.index, make(summary, point, kept))


def crossing_values(summary: Summary, point: PointSummary, kept: Mapping[str, Values]) -> dict[str, Floats]:
    """Figures that are told over crossings: (blocks, 2) of a ratio, (blocks, 4) of the difference of two."""
    found = {}
    players = point.info.players
    if "order" in kept and players > 1:
        found["going_first"] = first_and_others(kept["order"][1], players)
    names, values = kept["games"]
    for figure in summary.figures.games:
        if figure.name in names and (figure.change or figure.name == "turns"):
            found[figure.name] = values[:, [names.index(figure.name), 0]]
    return found


def pair_values(summary: Summary, point: PointSummary, kept: Mapping[str, Values]) -> dict[str, Floats]:
    """(blocks, 2) of a table of two: win shares of the line-up's first strategy less the other's, and games, in parts of 1/win_unit."""
    if "strategy" not in kept:
        return {}
    names, values = summary.labels["strategy"], kept["strategy"][1]
    number = len(names)
    one, other = (names.index(name) for name in dict.fromkeys(point.info.lineup))
    shares, games = number + 1, 2 * (number + 1)
    difference = values[:, shares + one] - values[:, shares + other]
    return {"pair": np.stack([difference, values[:, games + one] * point.info.win_unit], axis=1)}
