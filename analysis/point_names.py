"""What design points are called: by variant and number of players, and by what sets them apart where that is not enough."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from analysis.labels import describe
from analysis.language import tr
from analysis.points import PointInfo, Summary
from analysis.spelling import value_words
from analysis.wording import Names, colon

_MOST_KEYS = 2
"""Up to so many settings that vary among design points of one kind are all told; of more, only what differs from the first of the kind."""


class PointNames:
    """Names for the design points of a run; calling it gives the words for a sentence: "with 4 players in Mercato Ultime"."""

    def __init__(self, summary: Summary, names: Names) -> None:
        """Find out which design points share variant and players, and what varies among them."""
        self._names = names
        self._infos = {point.info.index: point.info for point in summary.points}
        self._kind, self._baseline = summary.kind, summary.baseline
        self._varying: dict[int, list[str]] = {}
        for first in set(summary.kind.values()):
            kind = [info for info in self._infos.values() if summary.kind[info.index] == first]
            told = [described(info, names) for info in kind]
            keys = dict.fromkeys(key for words in told for key in words)
            self._varying[first] = [key for key in keys if len({words.get(key) for words in told}) > 1]
        self._alone = {first: list(summary.kind.values()).count(first) == 1 for first in self._varying}

    def __call__(self, point: int) -> str:
        """For a sentence: "with 4 players in Mercato Ultime (6 Transfert)"."""
        if self._alone[self._kind[point]]:
            return self.kind(point)
        return tr("{kind} ({what})", kind=self.kind(point), what=self.distinct(point))

    def kind(self, point: int) -> str:
        """Players and variant alone, where it is said otherwise which of several design points is meant."""
        info = self._infos[point]
        return tr("with {players} players in {variant}", players=info.players, variant=self._names.variant(info.variant))

    def short(self, point: int) -> str:
        """For a table's first column: "Mercato Ultime, 4 players: 6 Transfert"."""
        info = self._infos[point]
        place = variant_and_players(self._names.variant(info.variant), info.players)
        return place if self._alone[self._kind[point]] else colon(place, self.distinct(point))

    def distinct(self, point: int) -> str:
        """What sets a design point apart from others of its kind: "6 Transfert, discard = always"; its label when that is nothing."""
        info = self._infos[point]
        varying = self._varying[self._kind[point]]
        if len(varying) > _MOST_KEYS:
            return self.differs(point)
        words = described(info, self._names)
        return ", ".join(words[key] for key in varying if key in words) or label_words(info)

    def differs(self, point: int) -> str:
        """What a design point has that its baseline has not; its label when that is nothing."""
        info, base = self._infos[point], self._infos[self._baseline[point]]
        mine, first = described(info, self._names), described(base, self._names)
        return ", ".join(words for key, words in mine.items() if first.get(key) != words) or label_words(info)


def described(info: PointInfo, names: Names) -> dict[str, str]:
    """Every setting of a design point in words, by its key; line-ups last."""
    words = {f"deck.{slug}": f"{copies} {names.card(slug)}" for slug, copies in info.deck.items()}
    for name, value in info.options.items():
        entries = {f"{name}.{key}": entry for key, entry in value.items()} if isinstance(value, Mapping) else {name: value}
        words |= {f"options.{key}": f"{key} = {value_words(entry)}" for key, entry in entries.items()}
    for slug, lines in info.compos.items():
        asked = "-".join(str(count) for count in lines.values())
        words[f"compos.{slug}"] = tr("{compo} as {lines}", compo=names.card(slug), lines=asked)
    words["lineup"] = lineup_words(info.lineup)
    return words


def variant_and_players(variant: str, players: int) -> str:
    """ "Mercato Ultime, 4 players"."""
    return tr("{variant}, {players} players", variant=variant, players=players)


def label_words(info: PointInfo) -> str:
    """A design point's label; where it begins with variant and players, as labels do that no study gave, that is told in the language in use."""
    ours, (run, label) = describe(info), _of_run(info.label)
    told = f"{variant_and_players(info.variant, info.players)}{label.removeprefix(ours)}" if label.startswith(ours) else tr(label)
    return colon(run, told) if run else told


def _of_run(label: str) -> tuple[str, str]:
    """A label of one of two runs that are compared ("A: classic, 3 players"), which run and the rest; of any other: "" and all of it."""
    run, sign, rest = label.partition(": ")
    return (run, rest) if sign and run in ("A", "B") else ("", label)


def lineup_words(lineup: tuple[str, ...]) -> str:
    """A line-up in words: "expert" if all are alike, else "expert, 3 × greedy"."""
    if len(set(lineup)) == 1:
        return lineup[0]
    runs = [(name, len(list(same))) for name, same in groupby(lineup)]
    return ", ".join(f"{times} × {name}" if times > 1 else name for name, times in runs)
