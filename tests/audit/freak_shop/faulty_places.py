"""Faults of runs of three and of places (F-21, F-22)."""

from __future__ import annotations

from collections.abc import Sequence

from .faults import fault
from .scores import Scores, copies
from .words import Cards, value_of


def greedy_runs(count: dict[int, int], points: dict[int, int], order: Sequence[int]) -> int:
    """Runs taken in this order, as long as there are some."""
    left, scored = dict(count), 0
    for low in order:
        while all(left.get(low + i, 0) for i in range(3)):
            for i in range(3):
                left[low + i] -= 1
            scored += points[low]
    return scored


RICH = {"starting_cards": [[1, 1, 2, 2, 3, 3, 4, 5, 6, 7]] * 5, "objectives": [1, 5, 12]}


@fault("F-21", players=2, **RICH)
class LowRunsFirst(Scores):
    """Runs are taken greedily from below"""

    def ordonne(self, manors: Sequence[Cards]) -> list[int]:
        return [greedy_runs(copies(manor), self.worth_of_runs(), range(1, 9)) for manor in manors]


@fault("F-21", players=2, **RICH, points={"ordonne_accessoires": 9, "ordonne_animaux": 2, "ordonne_personnel": 2})
class HighRunsFirst(Scores):
    """Runs are taken greedily from above (which is right as long as higher runs are worth more)"""

    def ordonne(self, manors: Sequence[Cards]) -> list[int]:
        return [greedy_runs(copies(manor), self.worth_of_runs(), range(8, 0, -1)) for manor in manors]


@fault("F-21", players=2, **RICH, points={"ordonne_accessoires": 3, "ordonne_animaux": 9, "ordonne_personnel": 7})
class DearRunsFirst(Scores):
    """Runs are taken greedily, the dearest first"""

    def ordonne(self, manors: Sequence[Cards]) -> list[int]:
        points = self.worth_of_runs()
        return [greedy_runs(copies(manor), points, sorted(points, key=lambda low: (-points[low], low))) for manor in manors]


@fault("F-21", players=2, **RICH)
class EachRunOnce(Scores):
    """Each run counts once"""

    def ordonne(self, manors: Sequence[Cards]) -> list[int]:
        return super().ordonne([{f"{v}": 1 for v in copies(manor)} for manor in manors])


@fault("F-21", players=2, **RICH)
class LowestCategory(Scores):
    """A run is of the category of its lowest card"""

    def worth_of_runs(self) -> dict[int, int]:
        return {low: self.numbers[f"ordonne_{self.category[low]}"] for low in range(1, 9)}


@fault("F-22", "row", players=5, objectives=[1, 5, 9])
class HighestCardOnly(Scores):
    """Only the highest cards are compared"""

    def ahead(self, mine: tuple[int, Cards], other: tuple[int, Cards]) -> bool:
        best = [max(map(value_of, manor)) for _, manor in (mine, other)]
        return mine[0] > other[0] or (mine[0] == other[0] and best[0] > best[1])


@fault("F-22", "row", players=5, objectives=[2, 6, 9])
class DifferentValuesOnly(Scores):
    """Duplicates are not counted on a tie"""

    def ahead(self, mine: tuple[int, Cards], other: tuple[int, Cards]) -> bool:
        return super().ahead(*((total, {f"{v}": 1 for v in copies(manor)}) for total, manor in (mine, other)))


PREFIXES = {"starting_cards": [[2], [2], [2, 2], [2], [2, 2]], "objectives": [1, 6, 9]}  # equal points, one manor the beginning of another


@fault("F-22", "row", players=5, **PREFIXES)
class ShorterIsEqual(Scores):
    """The longer of two manors is not ahead"""

    def ahead(self, mine: tuple[int, Cards], other: tuple[int, Cards]) -> bool:
        self.options = {**self.options, "tie_longer_manor": False}
        return super().ahead(mine, other)


@fault("F-22", "row", players=5, **PREFIXES, tie_longer_manor=False)
class LongerIsAhead(Scores):
    """The longer of two manors is ahead in spite of the option"""

    def ahead(self, mine: tuple[int, Cards], other: tuple[int, Cards]) -> bool:
        self.options = {**self.options, "tie_longer_manor": True}
        return super().ahead(mine, other)


@fault("row", players=5, objectives=[3, 7, 9], starting_cards=[[1, 2]] * 5, max_turns=1)
class DenseRanks(Scores):
    """The place after a shared one is not left out"""

    def ranks(self, totals: Sequence[int], manors: Sequence[Cards]) -> list[int]:
        true = super().ranks(totals, manors)
        return [sorted(set(true)).index(rank) + 1 for rank in true]
