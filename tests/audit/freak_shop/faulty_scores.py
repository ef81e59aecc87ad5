"""Faults of objectives 1 to 11 (F-10 to F-20)."""

from __future__ import annotations

from collections.abc import Sequence

from .faults import fault
from .scores import Scores, copies, sales, worth
from .words import VALUES, Cards, on_sale, value_of


@fault("F-10", players=5, objectives=[1, 5, 9])
class SportPlaces(Scores):
    """After a tie places are left out (6, 6, 4 score 10, 10, 3)"""

    def mode(self, manors: Sequence[Cards]) -> list[int]:
        numbers = [sales(manor).total() for manor in manors]
        prizes = [self.numbers[f"mode_{place}"] for place in ("first", "second", "third")] + [0] * 5
        return [prizes[sum(other > mine for other in numbers)] for mine in numbers]


@fault("F-10", objectives=[1, 5, 9])
class NoSaleNoPoints(Scores):
    """No card on sale never scores"""

    def mode(self, manors: Sequence[Cards]) -> list[int]:
        return [points if sales(manor) else 0 for points, manor in zip(super().mode(manors), manors)]


@fault("F-10", objectives=[1, 5, 9], zero_sale_scores=False)
class NoSaleScores(Scores):
    """No card on sale scores in spite of the option"""

    def mode(self, manors: Sequence[Cards]) -> list[int]:
        return self.places([sales(manor).total() for manor in manors], "mode")


@fault("F-10", objectives=[1, 5, 9])
class SaleValues(Scores):
    """Values on sale are counted, not cards"""

    def mode(self, manors: Sequence[Cards]) -> list[int]:
        return self.places([len(sales(manor)) for manor in manors], "mode")


@fault("F-11", objectives=[2, 5, 9], zero_sale_scores=False)
class FewestButNotNone(Scores):
    """Fewest cards on sale: none does not score"""

    def pas_les_memes(self, manors: Sequence[Cards]) -> list[int]:
        return [points if sales(manor) else 0 for points, manor in zip(super().pas_les_memes(manors), manors)]


@fault("F-11", objectives=[2, 5, 9])
class ModePrizes(Scores):
    """Fewest cards on sale: one place too far down"""

    def pas_les_memes(self, manors: Sequence[Cards]) -> list[int]:
        groups = sorted({sales(manor).total() for manor in manors})
        prizes = [10, 6, 0, 0, 0]
        return [prizes[groups.index(sales(manor).total())] for manor in manors]


@fault("F-12", objectives=[3, 5, 9])
class SomeCopySnob(Scores):
    """A value counts if some copy is not on sale"""

    def snob(self, manors: Sequence[Cards]) -> list[int]:
        return [2 * len({value_of(card) for card in manor if not on_sale(card)}) for manor in manors]


@fault("F-12", objectives=[3, 5, 9])
class CardSnob(Scores):
    """Cards not on sale are counted"""

    def snob(self, manors: Sequence[Cards]) -> list[int]:
        return [2 * sum(number for card, number in manor.items() if not on_sale(card)) for manor in manors]


@fault("F-13", objectives=[4, 5, 9])
class NoSaleBargain(Scores):
    """Values with exactly one card on sale"""

    def marchandage(self, manors: Sequence[Cards]) -> list[int]:
        return [2 * sum(number == 1 for number in sales(manor).values()) for manor in manors]


@fault("F-13", objectives=[4, 5, 9])
class UnownedBargain(Scores):
    """Values that one does not own count too"""

    def marchandage(self, manors: Sequence[Cards]) -> list[int]:
        return [2 * sum(sales(manor)[value] <= 1 for value in VALUES) for manor in manors]


@fault("F-14", objectives=[1, 5, 9])
class NobodyOwns(Scores):
    """Everybody scores for a value that nobody owns"""

    def voisins(self, manors: Sequence[Cards]) -> list[int]:
        nobody = sum(not any(copies(manor)[value] for manor in manors) for value in VALUES)
        return [points + 5 * nobody for points in super().voisins(manors)]


@fault("F-14", objectives=[1, 5, 9])
class AloneOnly(Scores):
    """Who ties for most copies scores nothing"""

    def voisins(self, manors: Sequence[Cards]) -> list[int]:
        scored = [0] * len(manors)
        for value in VALUES:
            numbers = [copies(manor)[value] for manor in manors]
            if numbers.count(max(numbers)) == 1:
                scored[numbers.index(max(numbers))] += 5
        return scored


@fault("F-15", objectives=[1, 6, 9])
class NotFullTens(Scores):
    """Three tenths of the sum"""

    def somme(self, manors: Sequence[Cards]) -> list[int]:
        return [3 * worth(manor) // 10 for manor in manors]


@fault("F-15", objectives=[1, 6, 9])
class StartedTens(Scores):
    """A ten begun counts"""

    def somme(self, manors: Sequence[Cards]) -> list[int]:
        return [3 * -(-worth(manor) // 10) for manor in manors]


@fault("F-16", objectives=[1, 7, 9])
class OnePairAValue(Scores):
    """One pair a value"""

    def siamois(self, manors: Sequence[Cards]) -> list[int]:
        return [self.sets({f"{v}": min(n, 3) for v, n in copies(manor).items()}, 2, "siamois") for manor in manors]


@fault("F-16", objectives=[1, 7, 9])
class EqualPairs(Scores):
    """A pair of a card on sale and one that is not is none"""

    def siamois(self, manors: Sequence[Cards]) -> list[int]:
        apart = [({c: n for c, n in manor.items() if on_sale(c)}, {c: n for c, n in manor.items() if not on_sale(c)}) for manor in manors]
        return [self.sets(sale, 2, "siamois") + self.sets(plain, 2, "siamois") for sale, plain in apart]


@fault("F-17", players=2, objectives=[1, 8, 9])
class ExactlyThree(Scores):
    """Three of a kind are exactly three"""

    def trois(self, manors: Sequence[Cards]) -> list[int]:
        return [self.sets({f"{v}": n for v, n in copies(manor).items() if n == 3}, 3, "trois") for manor in manors]


@fault("F-17", objectives=[1, 8, 9])
class WrongCategory(Scores):
    """Four is an accessory"""

    def trois(self, manors: Sequence[Cards]) -> list[int]:
        other = type(self)(self.options)
        other.category = {**self.category, 4: "accessoires"}
        return [other.sets(manor, 3, "trois") for manor in manors]


@fault("F-18", objectives=[1, 5, 9])
class KindsCollected(Scores):
    """A value on sale is another value"""

    def collection(self, manors: Sequence[Cards]) -> list[int]:
        return [3 * len(manor) for manor in manors]


@fault("F-19", objectives=[1, 5, 10])
class HighestFavourite(Scores):
    """Of equal numbers the highest value"""

    def clou(self, manors: Sequence[Cards]) -> list[int]:
        return [3 * max(v for v, n in copies(manor).items() if n == max(copies(manor).values())) for manor in manors]


@fault("F-20", objectives=[1, 5, 11])
class RunsWrap(Scores):
    """A run goes on from 10 to 1"""

    def rangement(self, manors: Sequence[Cards]) -> list[int]:
        scored = []
        for manor in manors:
            own = copies(manor).keys()
            runs = [next((i for i in range(10) if (start + i - 1) % 10 + 1 not in own), 10) for start in VALUES]
            scored.append(3 * max(runs))
        return scored


@fault("F-20", objectives=[1, 5, 11])
class RunsOfTwo(Scores):
    """A single card is no run"""

    def rangement(self, manors: Sequence[Cards]) -> list[int]:
        return [points if points > 3 else 0 for points in super().rangement(manors)]


@fault("F-20", objectives=[1, 5, 11], shortest_run=4, run_cap=3)
class CapBeforeShortest(Scores):
    """A run that is long enough is too short once it is capped"""

    def rangement(self, manors: Sequence[Cards]) -> list[int]:
        return [points if points >= 12 else 0 for points in super().rangement(manors)]
