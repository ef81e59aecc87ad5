"""Design points that lie along a line: one numeric setting takes several values, everything else stays the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.points import PointInfo, Summary
    from analysis.study import Point

_SHAPE = ("variant", "players")
_LEAST = 3
"""Fewer values than this don't make a line."""


@dataclass(frozen=True)
class Sweep:
    """Design points of one variant and number of players along one setting.

    key: the setting ("deck.transfert").  values: rising.  points: indices of the design points, in that order.
    others: the settings that also vary in the study and are the same along this line.
    """

    variant: str
    players: int
    key: str
    values: tuple[float, ...]
    points: tuple[int, ...]
    others: Mapping[str, Any]


def sweeps(summary: Summary) -> list[Sweep]:
    """Every line of at least three design points that have games."""
    return lines_of([point.info for point in summary.points if point.game_count])


def lines_of(points: Sequence[PointInfo | Point]) -> list[Sweep]:
    """Every line of at least three of these design points."""
    groups: dict[tuple[str, int], list[PointInfo | Point]] = {}
    for info in points:
        groups.setdefault((info.variant, info.players), []).append(info)
    found = []
    for (variant, players), infos in groups.items():
        keys = [key for key in dict.fromkeys(k for info in infos for k in info.settings) if key not in _SHAPE]
        for key in keys:
            lines: dict[str, list[PointInfo | Point]] = {}
            for info in infos:
                if _is_number(info.settings.get(key)):
                    others = {k: v for k, v in info.settings.items() if k != key and k not in _SHAPE}
                    lines.setdefault(repr(sorted(others.items())), []).append(info)
            for line in lines.values():
                ordered = sorted(line, key=lambda info: float(info.settings[key]))
                values = tuple(float(info.settings[key]) for info in ordered)
                if len(set(values)) == len(values) >= _LEAST:
                    others = {k: v for k, v in ordered[0].settings.items() if k != key and k not in _SHAPE}
                    found.append(Sweep(variant, players, key, values, tuple(info.index for info in ordered), others))
    return found


def main_lines(lines: Sequence[Sweep]) -> list[Sweep]:
    """Of a grid, the lines that cross at its first corner: one for each variant, number of players and setting. The others are in the tables."""
    first: dict[tuple[str, int, str], Sweep] = {}
    for line in sorted(lines, key=lambda line: min(line.points)):
        first.setdefault((line.variant, line.players, line.key), line)
    return list(first.values())


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
