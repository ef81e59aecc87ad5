"""Faults of exchanges (F-4 to F-6, F-9)."""

from __future__ import annotations

from collections.abc import Iterator

from .exchanges import Exchange, Exchanges, FairPrices, Move
from .faults import fault
from .scores import copies, worth
from .words import Cards, on_sale, value_of


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
