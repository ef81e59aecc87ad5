"""Exact outcomes of tiny games of Freak Shop, from the rules and nothing of `sim`: every deal, every random step, in fractions.

Players choose uniformly among the legal steps of an exchange (`random`). What nobody knows is averaged over: the next card of the pile is
any of those left with equal probability, and the closing card is at any place among the bottom cards.

Cards are sorted tuples of (value, on sale).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

Card = tuple[int, int]
Cards = tuple[Card, ...]
Step = tuple[Card, int, int]  # kind, 0 taken or 1 given, how many
Exchange = tuple[Cards, Cards]  # taken, given


@dataclass(frozen=True)
class Game:
    """A tiny game: cards without those dealt to the seats, and the rules that matter."""

    manors: tuple[Cards, ...]
    rest: Cards
    shop: int
    bottom: int
    refill: int
    same_value: str = "different_cards"
    equal_turns: bool = False


def less(cards: Cards, gone: Cards) -> Cards:
    """A multiset without some of its cards."""
    left = Counter(cards)
    left.subtract(gone)
    assert min(left.values()) >= 0
    return tuple(sorted(left.elements()))


def value(cards: Cards) -> int:
    return sum(card[0] for card in cards)


@cache
def handfuls(cards: Cards) -> list[Cards]:
    """Every different choice of one or more of these cards."""
    return sorted({chosen for size in range(1, len(cards) + 1) for chosen in combinations(cards, size)})


@cache
def exchanges(manor: Cards, shop: Cards, same_value: str) -> tuple[list[Exchange], list[Exchange]]:
    """F-4, F-5: all good deals and all fair prices."""
    deals, prices = [], []
    for taken, given in product(handfuls(shop), handfuls(manor)):
        values = {card[0] for card in taken}, {card[0] for card in given}
        if len(values[0]) == len(values[1]) == 1 and values[0] != values[1] and len(taken) == len(given):
            deals.append((taken, given))
        if value(taken) == value(given) and not set(taken) & set(given) and not (same_value == "no" and values[0] & values[1]):
            prices.append((taken, given))
    return deals, prices


def steps(exchange: Exchange) -> tuple[Step, ...]:
    """F-9: an exchange kind by kind, in ascending order."""
    return tuple(sorted((card, side, cards.count(card)) for side, cards in enumerate(exchange) for card in set(cards)))


def by_steps(listed: list[Exchange]) -> Iterator[tuple[Fraction, Exchange]]:
    """Each exchange with its chance, if every legal step is equally likely (and so is the end, where the exchange may end)."""
    told = {steps(exchange): exchange for exchange in listed}

    def go(so_far: tuple[Step, ...], chance: Fraction) -> Iterator[tuple[Fraction, Exchange]]:
        beginning = [one for one in told if one[: len(so_far)] == so_far]
        following = sorted({one[len(so_far)] for one in beginning if len(one) > len(so_far)})
        share = chance / (len(following) + (so_far in told))
        if so_far in told:
            yield share, told[so_far]
        for step in following:
            yield from go((*so_far, step), share)

    return go((), Fraction(1))


@cache
def turn(manor: Cards, shop: Cards, same_value: str) -> list[tuple[Fraction, Cards, Cards]]:
    """One turn at random: (chance, manor and shop after it)."""
    deals, prices = exchanges(manor, shop, same_value)
    kinds = [listed for listed in (deals, prices) if listed]
    passes = not kinds or (same_value == "any" and bool(set(manor) & set(shop)))
    share = Fraction(1, len(kinds) + passes)
    after: dict[tuple[Cards, Cards], Fraction] = defaultdict(Fraction)
    if passes:
        after[manor, shop] += share
    for listed in kinds:
        for chance, (taken, given) in by_steps(listed):
            after[less(tuple(sorted(manor + taken)), given), less(tuple(sorted(shop + given)), taken)] += share * chance
    return [(chance, *both) for both, chance in after.items()]


def turned_up(game: Game, shop: Cards, rest: Cards, needed: int) -> Iterator[tuple[Fraction, Cards, Cards, bool]]:
    """F-7, F-8: so many cards more, then as many as the shop needs: (chance, shop, rest, closed)."""
    if needed <= 0 and len(shop) >= game.shop:
        yield Fraction(1), shop, rest, False
        return
    closing = Fraction(1, len(rest) + 1) if len(rest) <= game.bottom else Fraction(0)
    if closing:
        yield closing, shop, rest, True
    for card, copies in Counter(rest).items():
        chance = (1 - closing) * Fraction(copies, len(rest))
        for share, *after in turned_up(game, tuple(sorted((*shop, card))), less(rest, (card,)), needed - 1):
            yield chance * share, *after


Now = tuple[tuple[Cards, ...], Cards, Cards, bool]  # manors, shop, rest of the pile, whether the shop is closed
Outcome = tuple[tuple[Cards, ...], int]  # manors, turns


def outcomes(game: Game) -> dict[Outcome, Fraction]:
    """How the game can end, with the chance of each end."""
    now: dict[Now, Fraction] = defaultdict(Fraction)
    for shop, ways in Counter(combinations(game.rest, game.shop)).items():
        now[game.manors, tuple(sorted(shop)), less(game.rest, shop), False] += Fraction(ways, comb(len(game.rest), game.shop))
    ends: dict[Outcome, Fraction] = defaultdict(Fraction)
    turns = 0
    while now:
        seat, turns = turns % len(game.manors), turns + 1
        later: dict[Now, Fraction] = defaultdict(Fraction)
        for (manors, shop, rest, closed), chance in now.items():
            for share, manor, left in turn(manors[seat], shop, game.same_value):
                after = (*manors[:seat], manor, *manors[seat + 1 :])
                new = [(Fraction(1), left, rest, True)] if closed else turned_up(game, left, rest, game.refill)
                for part, new_shop, new_rest, is_closed in new:
                    weight = chance * share * part
                    if is_closed and (not game.equal_turns or seat == len(game.manors) - 1):
                        ends[after, turns] += weight
                    else:
                        later[after, new_shop, new_rest, is_closed] += weight
        now = later
    assert sum(ends.values()) == 1
    return ends
