"""F-3 to F-6, F-9: which steps of an exchange are legal: those with which some legal exchange begins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from .scores import copies
from .words import KINDS, VALUES, Cards, value_of

Move = dict[str, Any]
Exchange = tuple[Cards, Cards]  # taken, given


def choices(cards: Cards, value: int, number: int) -> Iterator[Cards]:
    """Every way to take so many cards of one value from these."""
    plain, sale = str(value), f"{value}s"
    for unmarked in range(min(number, cards.get(plain, 0)) + 1):
        if number - unmarked <= cards.get(sale, 0):
            yield {card: n for card, n in ((plain, unmarked), (sale, number - unmarked)) if n}


def good_deals(manor: Cards, shop: Cards) -> Iterator[Exchange]:
    """F-4: all good deals: as many cards of one value as of one other, whichever copies."""
    mine_by_value, theirs_by_value = copies(manor), copies(shop)
    for mine, theirs in product(VALUES, VALUES):
        if mine != theirs:
            for number in range(1, min(mine_by_value[mine], theirs_by_value[theirs]) + 1):
                yield from product(choices(shop, theirs, number), choices(manor, mine, number))


def fair_prices(manor: Cards, shop: Cards, same_value: str) -> Iterator[Exchange]:
    """F-5: all fair prices, written in one way only. Their number explodes: for small manors and shops."""

    def side(cards: Cards) -> Iterator[Cards]:
        for numbers in product(*(range(n + 1) for n in cards.values())):
            yield {card: number for card, number in zip(cards, numbers) if number}

    for taken in side(shop):
        for given in side(manor):
            if not taken or not given or taken.keys() & given.keys():
                continue
            if same_value == "no" and {value_of(card) for card in taken} & {value_of(card) for card in given}:
                continue
            if sum(value_of(card) * n for card, n in taken.items()) == sum(value_of(card) * n for card, n in given.items()):
                yield taken, given


def steps_of(exchange: Exchange) -> list[tuple[str, str, int]]:
    """An exchange as the steps by which it is told: (action, card, number), kinds in order."""
    taken, given = exchange
    steps = [(KINDS.index(card), "take", card, number) for card, number in taken.items()]
    steps += [(KINDS.index(card), "give", card, number) for card, number in given.items()]
    return [(action, card, number) for _, action, card, number in sorted(steps)]


def as_move(step: tuple[str, str, int]) -> Move:
    """A step as the trace writes it."""
    return {"action": step[0], "card": step[1], "number": step[2]}


class FairPrices:
    """The fair prices between one manor and one shop, looked at step by step.

    An exchange is legal when what is taken and what is given are worth the same. So a step is legal if the kinds that come
    after it can bring the balance back to nothing; which balances they can bring is a set of sums, made from the last kind
    to the first. (Every card is worth something: whatever balances has cards on both sides.)
    """

    def __init__(self, manor: Cards, shop: Cards, same_value: str) -> None:
        self.manor, self.shop = manor, shop
        self.apart = same_value == "no"  # a value lies on one side only
        self._rest: dict[tuple[int, str | None], set[int]] = {}

    def here(self, at: int, side: str | None) -> Iterator[tuple[str, int]]:
        """What can be done with the kind at this place; `side`: on which side its other copies, just named, are (under "no")."""
        for action, cards in (("take", self.shop), ("give", self.manor)):
            if side in (None, action):
                for number in range(1, cards.get(KINDS[at], 0) + 1):
                    yield action, number

    def side_after(self, at: int, action: str | None) -> str | None:
        """What binds the next kind: only the twin of the same value, only under "no"."""
        return action if self.apart and at + 1 < len(KINDS) and value_of(KINDS[at]) == value_of(KINDS[at + 1]) else None

    def rest(self, at: int, side: str | None) -> set[int]:
        """All balances (taken less given) that the kinds from this place on can bring."""
        if at == len(KINDS):
            return {0}
        if (at, side) not in self._rest:
            sums = set(self.rest(at + 1, None))
            for action, number in self.here(at, side):
                change = self.change(KINDS[at], action, number)
                sums |= {change + other for other in self.rest(at + 1, self.side_after(at, action))}
            self._rest[at, side] = sums
        return self._rest[at, side]

    @staticmethod
    def change(card: str, action: str, number: int) -> int:
        """What a step does to the balance."""
        return value_of(card) * number * (1 if action == "take" else -1)

    def steps(self, taken: Cards, given: Cards) -> list[tuple[str, str, int]]:
        """The legal steps after these cards have been named, `done` not among them."""
        named = [(KINDS.index(card), "take") for card in taken] + [(KINDS.index(card), "give") for card in given]
        last, last_side = max(named, default=(-1, None))
        side = None if last < 0 else self.side_after(last, last_side)
        balance = sum(value_of(card) * n for card, n in taken.items()) - sum(value_of(card) * n for card, n in given.items())
        found = []
        for at in range(last + 1, len(KINDS)):
            for action, number in self.here(at, side if at == last + 1 else None):
                needed = -(balance + self.change(KINDS[at], action, number))
                if needed in self.rest(at + 1, self.side_after(at, action)):
                    found.append((action, KINDS[at], number))
        return found


class Exchanges:
    """The legal steps under a game's options."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.same_value: str = options["fair_same_value"]
        self._last: tuple[Cards, Cards, list[Exchange], FairPrices] | None = None  # manor and shop do not change during an exchange

    def good_deals(self, manor: Cards, shop: Cards) -> list[Exchange]:
        """F-4."""
        return self._exchanges(manor, shop)[2]

    def fair_prices(self, manor: Cards, shop: Cards) -> FairPrices:
        """F-5."""
        return self._exchanges(manor, shop)[3]

    def _exchanges(self, manor: Cards, shop: Cards) -> tuple[Cards, Cards, list[Exchange], FairPrices]:
        if self._last is None or self._last[:2] != (manor, shop):
            mine, theirs = dict(manor), dict(shop)
            self._last = (mine, theirs, self.all_good_deals(mine, theirs), self.all_fair_prices(mine, theirs))
        return self._last

    def all_good_deals(self, manor: Cards, shop: Cards) -> list[Exchange]:
        """F-4."""
        return list(good_deals(manor, shop))

    def all_fair_prices(self, manor: Cards, shop: Cards) -> FairPrices:
        """F-5."""
        return FairPrices(manor, shop, self.same_value)

    def kinds(self, manor: Cards, shop: Cards) -> list[Move]:
        """The moves of the decision `exchange`: the kinds of which there is an exchange, or to pass."""
        moves = []
        if self.good_deals(manor, shop):
            moves.append({"action": "good_deal"})
        if self.fair_prices(manor, shop).steps({}, {}):
            moves.append({"action": "fair_price"})
        if not moves or self.may_pass(manor, shop):
            moves.append({"action": "pass"})
        return moves

    def may_pass(self, manor: Cards, shop: Cards) -> bool:
        """F-5: under "any" equal cards cancel to a pass."""
        return self.same_value == "any" and bool(manor.keys() & shop.keys())

    def steps(self, kind: str, manor: Cards, shop: Cards, taken: Cards, given: Cards) -> list[Move]:
        """The moves of the decision `cards`."""
        if kind == "good_deal":
            so_far = steps_of((taken, given))
            following = set()
            for exchange in self.good_deals(manor, shop):
                steps = steps_of(exchange)
                if steps[: len(so_far)] == so_far and len(steps) > len(so_far):
                    following.add(steps[len(so_far)])
            return [as_move(step) for step in sorted(following)]
        moves = [as_move(step) for step in self.fair_prices(manor, shop).steps(taken, given)]
        if self.may_finish(taken, given):
            moves.append({"action": "done"})
        return moves

    def may_finish(self, taken: Cards, given: Cards) -> bool:
        """F-5: what has been named is an exchange of equal worth."""
        worth = [sum(value_of(card) * n for card, n in cards.items()) for cards in (taken, given)]
        return worth[0] == worth[1] > 0
