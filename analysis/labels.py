"""What design points are called in a run: labels made of what distinguishes them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analysis.spelling import value_words
from analysis.study import Point

if TYPE_CHECKING:
    from analysis.points import PointInfo


def describe(point: Point | PointInfo) -> str:
    """A design point as labels name it, in English whatever the language, since they stand in tables: "classic, 3 players"."""
    return f"{point.variant}, {point.players} players"


def lineup_words(lineup: tuple[str, ...]) -> str:
    """A line-up in words: "greedy" when it plays everywhere, else "expert, greedy, greedy"."""
    return lineup[0] if len(set(lineup)) == 1 else ", ".join(lineup)


def labelled(points: list[Point]) -> tuple[Point, ...]:
    """Give every design point a label of its own, made of what distinguishes it, and fill in `settings`."""

    def varies(value: Any) -> bool:
        return len({repr(value(point)) for point in points}) > 1

    by_variant, by_players = varies(lambda p: p.variant), varies(lambda p: p.players)
    by_lineup = varies(lambda p: lineup_words(p.lineup))
    labelled: list[Point] = []
    taken: set[str] = set()
    for point in points:
        settings = dict(point.settings)
        if by_variant:
            settings.setdefault("variant", point.variant)
        if by_players:
            settings.setdefault("players", point.players)
        if by_lineup:
            settings["lineup"] = lineup_words(point.lineup)
        words = [point.label] if point.label else [describe(point)]
        words += [f"{key} = {value_words(value)}" for key, value in point.settings.items() if key not in ("variant", "players")]
        twins = [other for other in points if (other.label, other.settings) == (point.label, point.settings)]
        if by_lineup and (not point.label or len(twins) > 1):
            words.append(lineup_words(point.lineup))
        label = " · ".join(words)
        number = 2
        while label in taken:
            label = f"{' · '.join(words)} ({number})"
            number += 1
        taken.add(label)
        labelled.append(replace(point, label=label, settings=settings))
    return tuple(labelled)
