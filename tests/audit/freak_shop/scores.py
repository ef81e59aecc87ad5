"""F-10 to F-22: what manors score, and who is ahead. Every number is that of the option `points`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from .words import CATEGORIES, VALUES, Cards, on_sale, value_of


def copies(manor: Cards) -> Counter[int]:
    """Cards by value, on sale or not."""
    count: Counter[int] = Counter()
    for card, number in manor.items():
        count[value_of(card)] += number
    return count


def sales(manor: Cards) -> Counter[int]:
    """Cards on sale by value."""
    return copies({card: number for card, number in manor.items() if on_sale(card)})


def best_runs(count: dict[int, int], worth: dict[int, int]) -> int:
    """F-21: the most that runs of three can score, `worth` by lowest value of the run.

    Exhaustive: every number of runs from 0 to the most possible is tried at every lowest value. What has been done below
    matters only by what is left of two values, so that equal remainders are looked at once.
    """
    left = {(count.get(1, 0), count.get(2, 0)): 0}  # what is left of the values v and v + 1: the most scored with runs that begin below v
    for low in range(1, 9):
        after: dict[tuple[int, int], int] = {}
        for (first, second), score in left.items():
            third = count.get(low + 2, 0)
            for runs in range(min(first, second, third) + 1):
                key, total = (second - runs, third - runs), score + runs * worth[low]
                if key not in after or total > after[key]:
                    after[key] = total
        left = after
    return max(left.values())


def every_partition(count: dict[int, int], worth: dict[int, int]) -> int:
    """F-21 once more, with nothing clever: every combination of numbers of runs is tried. For small manors."""
    best = 0
    most = [min(count.get(low + i, 0) for i in range(3)) for low in range(1, 9)]
    for runs in product(*(range(n + 1) for n in most)):
        used: Counter[int] = Counter()
        for low, number in enumerate(runs, 1):
            for i in range(3):
                used[low + i] += number
        if all(count.get(value, 0) >= number for value, number in used.items()):
            best = max(best, sum(number * worth[low] for low, number in enumerate(runs, 1)))
    return best


class Scores:
    """The objectives under a game's options; a method each, called with all manors and giving everyone's points."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.numbers: dict[str, int] = options["points"]
        self.category: dict[int, str] = {int(value): name for value, name in options["categories"].items()}

    def points(self, objective: int, manors: Sequence[Cards]) -> list[int]:
        """The points of all seats by this objective (1 to 12)."""
        by_number: dict[int, Callable[[Sequence[Cards]], list[int]]] = {
            1: self.mode, 2: self.pas_les_memes, 3: self.snob, 4: self.marchandage, 5: self.voisins, 6: self.somme,
            7: self.siamois, 8: self.trois, 9: self.collection, 10: self.clou, 11: self.rangement, 12: self.ordonne,
        }  # fmt: skip
        return by_number[objective](manors)

    def places(self, numbers: Sequence[int], name: str) -> list[int]:
        """F-10: the best group first, the next one second, the next one third, whatever their sizes."""
        prizes = [self.numbers[f"{name}_{place}"] for place in ("first", "second", "third")]
        groups = sorted(set(numbers), reverse=True)
        return [prizes[groups.index(n)] if groups.index(n) < len(prizes) else 0 for n in numbers]

    def mode(self, manors: Sequence[Cards]) -> list[int]:
        """F-10."""
        numbers = [sales(manor).total() for manor in manors]
        scored = self.places(numbers, "mode")
        if self.options["zero_sale_scores"]:
            return scored
        return [points if number > 0 else 0 for points, number in zip(scored, numbers)]

    def pas_les_memes(self, manors: Sequence[Cards]) -> list[int]:
        """F-11."""
        return self.places([-sales(manor).total() for manor in manors], "pas_les_memes")

    def snob(self, manors: Sequence[Cards]) -> list[int]:
        """F-12."""
        return [self.numbers["snob"] * len(copies(manor).keys() - sales(manor).keys()) for manor in manors]

    def marchandage(self, manors: Sequence[Cards]) -> list[int]:
        """F-13."""
        most = self.numbers["marchandage_sale"]
        return [self.numbers["marchandage"] * sum(sales(manor)[value] <= most for value in copies(manor)) for manor in manors]

    def voisins(self, manors: Sequence[Cards]) -> list[int]:
        """F-14."""
        scored = [0] * len(manors)
        for value in VALUES:
            numbers = [copies(manor)[value] for manor in manors]
            for seat, number in enumerate(numbers):
                if number > 0 and number == max(numbers):
                    scored[seat] += self.numbers["voisins"]
        return scored

    def somme(self, manors: Sequence[Cards]) -> list[int]:
        """F-15."""
        return [self.numbers["somme"] * (worth(manor) // self.numbers["somme_step"]) for manor in manors]

    def sets(self, manor: Cards, size: int, name: str) -> int:
        """F-16, F-17: full sets of `size` equal values, by category."""
        return sum(number // size * self.numbers[f"{name}_{self.category[value]}"] for value, number in copies(manor).items())

    def siamois(self, manors: Sequence[Cards]) -> list[int]:
        """F-16."""
        return [self.sets(manor, 2, "siamois") for manor in manors]

    def trois(self, manors: Sequence[Cards]) -> list[int]:
        """F-17."""
        return [self.sets(manor, 3, "trois") for manor in manors]

    def collection(self, manors: Sequence[Cards]) -> list[int]:
        """F-18."""
        return [self.numbers["collection"] * len(copies(manor)) for manor in manors]

    def clou(self, manors: Sequence[Cards]) -> list[int]:
        """F-19."""
        scored = []
        for manor in manors:
            count = copies(manor)
            favourites = [value for value in count if count[value] == max(count.values())]
            scored.append(self.numbers["clou"] * min(favourites, default=0))
        return scored

    def rangement(self, manors: Sequence[Cards]) -> list[int]:
        """F-20."""
        scored = []
        for manor in manors:
            values = copies(manor).keys()
            longest = max((b - a for a in VALUES for b in range(a + 1, 12) if set(range(a, b)) <= values), default=0)
            if longest < self.options["shortest_run"]:
                longest = 0
            if self.options["run_cap"] > 0:
                longest = min(longest, self.options["run_cap"])
            scored.append(self.numbers["rangement"] * longest)
        return scored

    def worth_of_runs(self) -> dict[int, int]:
        """F-21: what the run that begins with each value scores: by the category of two or three of its values."""
        worth = {}
        for low in range(1, 9):
            three = [self.category[low + i] for i in range(3)]
            worth[low] = next(self.numbers[f"ordonne_{name}"] for name in CATEGORIES if three.count(name) >= 2)
        return worth

    def ordonne(self, manors: Sequence[Cards]) -> list[int]:
        """F-21."""
        return [best_runs(copies(manor), self.worth_of_runs()) for manor in manors]

    # --- F-22 ---------------------------------------------------------------------------------------------------

    def ahead(self, mine: tuple[int, Cards], other: tuple[int, Cards]) -> bool:
        """Whether `mine` (total and manor) is ahead of `other`."""
        if mine[0] != other[0]:
            return mine[0] > other[0]
        cards, others = (sorted(copies(manor).elements(), reverse=True) for _, manor in (mine, other))
        for card, another in zip(cards, others):  # as far as both have cards
            if card != another:
                return card > another
        return bool(self.options["tie_longer_manor"]) and len(cards) > len(others)

    def ranks(self, totals: Sequence[int], manors: Sequence[Cards]) -> list[int]:
        """Places: one more than the number of seats ahead."""
        all_seats = list(zip(totals, manors))
        return [1 + sum(self.ahead(other, mine) for other in all_seats) for mine in all_seats]


def worth(manor: Cards) -> int:
    """The sum of the values of all cards."""
    return sum(value_of(card) * number for card, number in manor.items())
