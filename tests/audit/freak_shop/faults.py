"""Tables that play by a faulty rule, one fault each: plausible misreadings and slips of a programmer.

A game of a faulty table is consistent in itself: only the rules speak against it. `FAULTS` says for each fault in which
games it shows (players, options) and by which rules the auditor must object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .exchanges import Exchange, Exchanges, FairPrices, Move
from .scores import Scores, copies, sales, worth
from .table import Table, add
from .words import CLOSING, VALUES, Cards, on_sale, value_of


@dataclass(frozen=True)
class Fault:
    """A faulty table, and where it shows."""

    table: type[Table]
    rules: tuple[str, ...]
    players: int = 3
    options: dict[str, Any] = field(default_factory=dict)
    deck: dict[str, int] = field(default_factory=dict)


FAULTS: dict[str, Fault] = {}


def fault(*rules: str, players: int = 3, deck: dict[str, int] | None = None, **options: Any) -> Callable[[type], type]:
    """Register a faulty `Table`, `Exchanges` or `Scores` by its docstring."""

    def keep(faulty: type) -> type:
        table = faulty
        if issubclass(faulty, Exchanges):
            table = type(faulty.__name__, (Table,), {"exchanges_class": faulty})
        elif issubclass(faulty, Scores):
            table = type(faulty.__name__, (Table,), {"scores_class": faulty})
        FAULTS[str(faulty.__doc__)] = Fault(table, rules, players, options, deck or {})
        return faulty

    return keep


# --- turns, the shop, the end (F-3, F-7, F-8) ----------------------------------------------------------------------


@fault("F-7", players=4)
class TwoForFour(Table):
    """The shop gets two cards with four players"""

    def refill(self) -> None:
        self.turn_up()
        super().refill()


@fault("F-7", shop_minimum=12, refill={"3": 1}, starting_cards=[[8, 8]] * 5, deck={"8": 20})
class NotToppedUp(Table):
    """The shop is not topped up"""

    def refill(self) -> None:
        for _ in range(self.options["refill"][str(self.players)]):
            self.turn_up()


@fault("F-7", shop_minimum=8)
class ToppedUpFirst(Table):
    """The shop is topped up before it gets its cards"""

    def refill(self) -> None:
        while not self.s["closed"] and sum(self.s["shop"].values()) < self.options["shop_minimum"]:
            self.turn_up()
        super().refill()


@fault("F-7", shop_minimum=8)
class ToppedUpInstead(Table):
    """The shop gets its cards only when it need not be topped up"""

    def refill(self) -> None:
        if sum(self.s["shop"].values()) >= self.options["shop_minimum"]:
            super().refill()
        while not self.s["closed"] and sum(self.s["shop"].values()) < self.options["shop_minimum"]:
            self.turn_up()


@fault("F-7", "F-8")
class MoreAfterClosing(Table):
    """The shop gets the rest of its cards after the closing card"""

    def turn_up(self) -> None:
        if not self.s["closed"] or self.s["pile"]:
            card = self.s["pile"].pop(0)
            if card == CLOSING:
                self.s["closed"] = True
            else:
                add(self.s["shop"], {card: 1})


@fault("F-7", "F-8", equal_turns=True)
class CardsInTheLastRound(MoreAfterClosing):
    """The shop gets cards in the round that is played out"""


@fault("F-8", "F-3")
class AnotherTurn(Table):
    """Everybody has another turn after the closing card"""

    def end_turn(self) -> None:
        self.options = {**self.options, "equal_turns": True}
        super().end_turn()


@fault("F-8", "F-3", players=5, equal_turns=True)
class AtOnce(Table):
    """The round is not played out under equal_turns"""

    def end_turn(self) -> None:
        self.options = {**self.options, "equal_turns": False}
        super().end_turn()


@fault("F-8", "C-6", max_turns=6)
class OneTurnMore(Table):
    """One turn more than the limit"""

    def end_turn(self) -> None:
        self.options = {**self.options, "max_turns": 7}
        super().end_turn()


@fault("C-6", max_turns=6)
class NotUnfinished(Table):
    """A game stopped by the limit counts as finished"""

    def end(self) -> None:
        self.s["unfinished"] = False
        super().end()


@fault("F-3", players=4)
class Anticlockwise(Table):
    """Turns go anticlockwise"""

    def begin_turn(self, seat: int) -> None:
        super().begin_turn((seat - 2) % self.players if self.s["turn"] else seat)


@fault("row")
class FirstLookCounts(Table):
    """The first look counts as a change of leaders"""

    def look(self) -> None:
        super().look()
        if self.s["turn"] == 1:
            self.s["leader_changes"] = 1


@fault("F-22", "row", objectives=[1, 5, 9])
class LeaderByPoints(Table):
    """All seats with the highest total lead, whatever their cards"""

    def ranks(self) -> list[int]:
        return [1 + sum(other > mine for other in self.totals()) for mine in self.totals()]


# --- exchanges (F-4 to F-6, F-9) -----------------------------------------------------------------------------------


def equal_sums(exchange: Exchange) -> bool:
    return worth(exchange[0]) == worth(exchange[1])


@fault("F-4")
class OneForOne(Exchanges):
    """Good deals of one card only"""

    def all_good_deals(self, manor: Cards, shop: Cards) -> list[Exchange]:
        return [deal for deal in super().all_good_deals(manor, shop) if sum(deal[0].values()) == 1]


@fault("F-4")
class AllForAll(Exchanges):
    """Good deals of all cards of a value only"""

    def all_good_deals(self, manor: Cards, shop: Cards) -> list[Exchange]:
        return [deal for deal in super().all_good_deals(manor, shop) if all(manor[card] == n for card, n in deal[1].items())]


@fault("F-4")
class NoMixedCopies(Exchanges):
    """Good deals of copies that are all on sale or all not"""

    def all_good_deals(self, manor: Cards, shop: Cards) -> list[Exchange]:
        return [deal for deal in super().all_good_deals(manor, shop) if all(len(side) == 1 for side in deal)]


@fault("F-4")
class SameValueDeals(Exchanges):
    """Good deals between cards of the same value, on sale or not"""

    def all_good_deals(self, manor: Cards, shop: Cards) -> list[Exchange]:
        twins = [({card: 1}, {other: 1}) for card in shop for other in manor if card != other and value_of(card) == value_of(other)]
        return super().all_good_deals(manor, shop) + twins


@fault("F-4")
class OnlyUpwards(Exchanges):
    """Good deals for cards of higher value only"""

    def all_good_deals(self, manor: Cards, shop: Cards) -> list[Exchange]:
        return [deal for deal in super().all_good_deals(manor, shop) if worth(deal[0]) > worth(deal[1])]


class OtherPrices(Exchanges):
    """Fair prices made by another class."""

    prices: type[FairPrices] = FairPrices

    def all_fair_prices(self, manor: Cards, shop: Cards) -> FairPrices:
        return self.prices(manor, shop, self.same_value)


class ApartPrices(FairPrices):
    def __init__(self, manor: Cards, shop: Cards, same_value: str) -> None:
        super().__init__(manor, shop, "no" if same_value == "different_cards" else "different_cards")


@fault("F-5")
class ApartAlways(OtherPrices):
    """A value on one side only, without the option"""

    prices = ApartPrices


@fault("F-5", players=2, fair_same_value="no")
class ApartNever(OtherPrices):
    """A value on both sides under "no" """

    prices = ApartPrices


class OneKindPrices(FairPrices):
    def here(self, at: int, side: str | None) -> Iterator[tuple[str, int]]:
        return ((action, number) for action, number in super().here(at, side) if number == 1)


@fault("F-5")
class OneOfAKind(OtherPrices):
    """One card of a kind at most in a fair price"""

    prices = OneKindPrices


class HalfPrices(FairPrices):
    @staticmethod
    def change(card: str, action: str, number: int) -> int:
        return (value_of(card) + 1 >> on_sale(card)) * number * (1 if action == "take" else -1)


@fault("F-5")
class HalfPrice(OtherPrices):
    """Cards on sale at half the price"""

    prices = HalfPrices

    def may_finish(self, taken: Cards, given: Cards) -> bool:
        changes = [HalfPrices.change(card, "take", n) for card, n in taken.items()] + [
            HalfPrices.change(card, "give", n) for card, n in given.items()
        ]
        return bool(taken) and bool(given) and sum(changes) == 0


class DeadEndPrices(FairPrices):
    def steps(self, taken: Cards, given: Cards) -> list[tuple[str, str, int]]:
        found = super().steps(taken, given)
        if not taken and not given:
            return found
        last = max(found, default=("take", "0", 0))
        more = [("take", card, number) for card, number in self.shop.items() if last[1] == card and ("take", card, number) not in found]
        return found + more


@fault("F-5")
class DeadEnds(OtherPrices):
    """A step after which nothing can balance"""

    prices = DeadEndPrices


@fault("F-5")
class DoneAtTheEnd(Exchanges):
    """A fair price can be done only when nothing can follow"""

    def steps(self, kind: str, manor: Cards, shop: Cards, taken: Cards, given: Cards) -> list[Move]:
        moves = super().steps(kind, manor, shop, taken, given)
        return [move for move in moves if move["action"] != "done"] or moves


@fault("F-5")
class DoneAtOnce(Exchanges):
    """A fair price is done as soon as it balances"""

    def steps(self, kind: str, manor: Cards, shop: Cards, taken: Cards, given: Cards) -> list[Move]:
        moves = super().steps(kind, manor, shop, taken, given)
        return [move for move in moves if move["action"] == "done"] or moves


@fault("F-6", fair_same_value="any")
class NeverPass(Exchanges):
    """No pass under "any" """

    def may_pass(self, manor: Cards, shop: Cards) -> bool:
        return False


@fault("F-6")
class AlwaysPass(Exchanges):
    """A pass when manor and shop share a card, without the option"""

    def may_pass(self, manor: Cards, shop: Cards) -> bool:
        return bool(manor.keys() & shop.keys())


@fault("F-6", fair_same_value="any")
class PassByValue(Exchanges):
    """A pass under "any" when manor and shop share a value"""

    def may_pass(self, manor: Cards, shop: Cards) -> bool:
        return bool(copies(manor).keys() & copies(shop).keys())


# --- objectives (F-10 to F-21) and places (F-22) -------------------------------------------------------------------


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
