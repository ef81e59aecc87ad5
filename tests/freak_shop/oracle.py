"""Exchanges and scores by the words of the rules, from all the choices there are: slow, and sharing nothing with `sim`."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cache

KINDS = range(20)
NOTHING = (0,) * 20


def value(kind: int) -> int:
    return kind // 2 + 1


def choices(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of cards from so many of each kind, as counts."""
    return itertools.product(*[range(number + 1) for number in counts])


def worth(cards: tuple[int, ...]) -> int:
    return sum(value(kind) * number for kind, number in enumerate(cards))


def values_in(cards: tuple[int, ...]) -> set[int]:
    return {value(kind) for kind, number in enumerate(cards) if number}


def exchanges(manor: tuple[int, ...], shop: tuple[int, ...], same_value: str) -> set[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """All legal exchanges, as (kind, taken, given): F-4 and F-5, and the passes of F-5 and F-6."""
    found = set()
    given_by_worth: dict[int, list[tuple[int, ...]]] = {}
    given_of_one_value: dict[int, list[tuple[int, ...]]] = {}
    for given in choices(manor):
        if any(given):
            given_by_worth.setdefault(worth(given), []).append(given)
            if len(values_in(given)) == 1:
                given_of_one_value.setdefault(sum(given), []).append(given)
    for taken in choices(shop):
        if not any(taken):
            continue
        for given in given_by_worth.get(worth(taken), []):
            if any(t and g for t, g in zip(taken, given)):
                continue  # equal cards on both sides cancel: this is another exchange, or none
            if same_value == "no" and values_in(taken) & values_in(given):
                continue
            found.add(("fair_price", taken, given))
        if len(values_in(taken)) == 1:
            for given in given_of_one_value.get(sum(taken), []):
                if values_in(given) != values_in(taken):
                    found.add(("good_deal", taken, given))
    if not found or (same_value == "any" and any(m and s for m, s in zip(manor, shop))):
        found.add(("pass", NOTHING, NOTHING))
    return found


def differences(manor: tuple[int, ...], shop: tuple[int, ...], kinds: range) -> set[int]:
    """Every value taken less value given that these kinds can make up."""
    reached = {0}
    for kind in kinds:
        reached = {difference + number * value(kind) for difference in reached for number in range(-manor[kind], shop[kind] + 1)}
    return reached


def number_of_fair_prices(manor: tuple[int, ...], shop: tuple[int, ...]) -> int:
    """How many fair prices there are where different cards of one value may be exchanged: by counting ways, not by listing them."""
    ways = Counter({0: 1})
    for kind in KINDS:
        further: Counter[int] = Counter()
        for difference, number in ways.items():
            for copies in range(-manor[kind], shop[kind] + 1):
                further[difference + copies * value(kind)] += number
        ways = further
    return ways[0] - 1


def best_runs(copies: tuple[int, ...], category: dict[int, str], worths: dict[str, int]) -> int:
    """F-21: the most points of any choice of runs of three, by trying each next run that the cards still allow."""

    @cache
    def most(left: tuple[int, ...], first: int) -> int:
        best = 0
        for start in range(first, 9):
            three = range(start, start + 3)
            if all(left[number - 1] > 0 for number in three):
                after = tuple(number - (1 if at + 1 in three else 0) for at, number in enumerate(left))
                usual = Counter(category[number] for number in three).most_common(1)[0][0]
                best = max(best, worths[usual] + most(after, start))
        return best

    return most(copies, 1)
