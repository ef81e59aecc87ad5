"""F-9: the steps reach every legal exchange, each in one way, and nothing else: by listing them all, by counting them, step by step at any size."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.registry import get_game
from sim.freak_shop.state import ACTIONS
from tests.core.playout import Board

from . import oracle
from .table import Table, counted, nobody

READINGS = ("different_cards", "any", "no")
COPIES = np.array([7, 4, 7, 3, 6, 3, 5, 3, 5, 2, 4, 2, 3, 2, 3, 1, 2, 1, 1, 1])


def counts(*cards: str) -> tuple[int, ...]:
    return tuple(counted(cards))


def board(manor: tuple[int, ...], shop: tuple[int, ...], same_value: str) -> Board:
    """A table of two at which seat 0 is about to choose an exchange."""
    t = Table(options={"fair_same_value": same_value})
    t.raw["manor"][0], t.raw["shop"] = manor, shop
    t.turn_of(0)
    made = Board(get_game("freak_shop").configure("classic", 2, options={"fair_same_value": same_value}), nobody)
    made.deal(0)
    made.state = t.desk.states.copy()
    return made


def reached(manor: tuple[int, ...], shop: tuple[int, ...], same_value: str) -> dict[tuple, int]:
    """Every exchange that the steps lead to, as (kind, taken, given), and in how many ways."""
    at = board(manor, shop, same_value)
    ways: dict[tuple, int] = {}
    for path, _ in at.walk(lambda state: state["turn"] > 1 or state["actor"] < 0):
        taken, given = [0] * 20, [0] * 20
        for _, action, kind, number in path:
            if ACTIONS[action] in ("take", "give"):
                (taken if ACTIONS[action] == "take" else given)[kind] += number
        key = ACTIONS[path[0][1]], tuple(taken), tuple(given)
        ways[key] = ways.get(key, 0) + 1
    return ways


def agree(manor: tuple[int, ...], shop: tuple[int, ...], same_value: str) -> int:
    """Compare with all exchanges there are, and return their number."""
    ways = reached(manor, shop, same_value)
    assert set(ways) == oracle.exchanges(manor, shop, same_value)
    assert set(ways.values()) == {1}, "an exchange is reached in several ways"
    return len(ways)


CASES = {
    "printed example": (counts("2", "9"), counts("1", "1", "2", "3", "4")),
    "printed example, 2s that differ": (counts("2", "9"), counts("1", "1", "2s", "3", "4")),
    "beginning": (counts("1", "2", "3", "5"), counts("1", "1s", "2", "4", "7")),
    "good deals of several": (counts("2", "2", "2s", "5"), counts("3", "3s", "3", "8", "1")),
    "good deals both ways": (counts("4", "4s", "4s", "9"), counts("3", "3s", "8", "8s", "8s")),
    "sale against plain": (counts("4", "4s", "1"), counts("4", "4s", "5")),
    "all equal": (counts("3", "3"), counts("3", "3", "3")),
    "one value": (counts("3", "3s"), counts("3", "3", "3s")),
    "nothing fits": (counts("10"), counts("10", "10s")),
    "only good deals": (counts("10"), counts("9", "9", "9s")),
    "wide": (counts("1", "1s", "2", "3s", "6"), counts("1", "2s", "2", "5", "8", "10")),
    "a single card each": (counts("1"), counts("10")),
    "large for small": (counts("10", "10s", "9"), counts(*"112233445", "1s", "2s", "3s")),
}


@pytest.mark.rule("F-9", "F-4", "F-5", "F-6")
@pytest.mark.parametrize("same_value", READINGS)
@pytest.mark.parametrize("name", CASES)
def test_f9_steps_reach_exactly_the_legal_exchanges(name, same_value):
    agree(*CASES[name], same_value)


def random_cards(chance: np.random.Generator, number: int, copies: np.ndarray = COPIES) -> tuple[int, ...]:
    """So many cards drawn from a deck."""
    deck = np.repeat(np.arange(20), copies)
    return tuple(np.bincount(chance.permutation(deck)[:number], minlength=20).tolist())


@pytest.mark.rule("F-9", "F-4", "F-5")
@pytest.mark.parametrize("same_value", READINGS)
@pytest.mark.parametrize("seed", range(8))
def test_f9_of_random_small_tables(seed, same_value):
    chance = np.random.default_rng(seed)
    agree(random_cards(chance, chance.integers(1, 7)), random_cards(chance, chance.integers(1, 8)), same_value)


@pytest.mark.rule("F-9", "F-4", "F-5")
@pytest.mark.parametrize("same_value", READINGS)
def test_f9_of_few_values_with_many_copies(same_value):
    """Where values are on both sides in several copies, on sale and not."""
    few = np.zeros(20, int)
    few[[2, 3, 4, 5, 8, 9]] = 4
    for seed in range(6):
        chance = np.random.default_rng(100 + seed)
        agree(random_cards(chance, 6, few), random_cards(chance, 7, few), same_value)


@pytest.mark.rule("F-9", "F-4", "F-5")
@pytest.mark.parametrize(("seed", "same_value"), [(1, "different_cards"), (2, "any"), (3, "no")])
def test_f9_of_a_middling_table(seed, same_value):
    """A manor of eight against a shop of twelve: thousands of exchanges, each of them."""
    chance = np.random.default_rng(seed)
    assert agree(random_cards(chance, 8), random_cards(chance, 12), same_value) > 1000


@pytest.mark.rule("F-9", "F-5")
@pytest.mark.parametrize("seed", range(3))
def test_f9_fair_prices_by_number(seed):
    """As many as counting ways to balance gives, which does not list them."""
    chance = np.random.default_rng(200 + seed)
    manor, shop = random_cards(chance, 7), random_cards(chance, 12)
    fair = [key for key in reached(manor, shop, "different_cards") if key[0] == "fair_price"]
    assert len(fair) == oracle.number_of_fair_prices(manor, shop)


def can_follow(manor, shop, same_value, delta, kind, number) -> bool:
    """Whether a fair price may go on with so many of a kind, by sets of differences."""
    now = sum(oracle.value(k) * n for k, n in enumerate(delta)) + number * oracle.value(kind)
    if same_value != "no":
        return -now in oracle.differences(manor, shop, range(kind + 1, 20))
    if kind % 2:  # on sale: the same value without sale mark has had its turn
        return delta[kind - 1] * number >= 0 and -now in oracle.differences(manor, shop, range(kind + 1, 20))
    rest = oracle.differences(manor, shop, range(kind + 2, 20))
    more = range(shop[kind + 1] + 1) if number > 0 else range(-manor[kind + 1], 1)
    return any(-now - n * oracle.value(kind) in rest for n in more)


@pytest.mark.rule("F-9", "F-5")
@pytest.mark.parametrize("same_value", READINGS)
@pytest.mark.parametrize(("seed", "owned"), [(0, 3), (1, 20), (2, 33), (3, 50), (4, 64), (5, 8)])
def test_f9_each_step_is_right_at_the_largest_sizes(seed, owned, same_value):
    """All 65 cards lie in manor and shop. Along random ways through fair prices, what is offered is what sets of differences say."""
    chance = np.random.default_rng(300 + seed)
    manor = random_cards(chance, owned)
    shop = tuple((COPIES - manor).tolist())
    at = board(manor, shop, same_value)
    start = at.state
    steps = 0
    for _ in range(3):
        at.state = start
        delta = [0] * 20
        for _ in range(40):
            moves = at.legal()
            names = [ACTIONS[move["action"]] for move in moves]
            if "fair_price" in names:
                at.answer(names.index("fair_price"))
                continue
            last = int(at.state["last"][0])
            offered = {(int(m["kind"]), int(m["number"]) * (1 if name == "take" else -1)) for m, name in zip(moves, names) if name != "done"}
            expected = {
                (kind, number)
                for kind in range(last + 1, 20)
                for number in range(-manor[kind], shop[kind] + 1)
                if number and can_follow(manor, shop, same_value, delta, kind, number)
            }
            assert offered == expected
            balanced = any(delta) and sum(oracle.value(k) * n for k, n in enumerate(delta)) == 0
            assert ("done" in names) == balanced
            steps += 1
            choice = int(chance.integers(len(moves)))
            if names[choice] == "done":
                break
            delta[moves[choice]["kind"]] = int(moves[choice]["number"]) * (1 if names[choice] == "take" else -1)
            at.answer(choice)
    assert steps > 8


@pytest.mark.rule("F-9")
@pytest.mark.parametrize("owned", [1, 10, 30, 60])
def test_f9_the_sums_are_right_at_the_largest_sizes(owned):
    """Bit by bit, for every kind from which on cards may still come."""
    chance = np.random.default_rng(owned)
    manor = random_cards(chance, owned)
    shop = tuple((COPIES - manor).tolist())
    at = board(manor, shop, "different_cards")
    at.answer([ACTIONS[move["action"]] for move in at.legal()].index("fair_price"))
    state = at.state[0]
    for kind in range(21):
        width = int(state["width"][kind])
        bits = {bit - int(state["low"][kind]) for bit in range(width + 1) if int(state["sums"][kind, bit // 64]) >> (bit % 64) & 1}
        assert bits == oracle.differences(manor, shop, range(kind, 20))
        assert (min(bits), max(bits)) == (-int(state["low"][kind]), width - int(state["low"][kind]))


@pytest.mark.rule("F-9", "F-4")
@pytest.mark.parametrize("owned", [2, 20, 40, 63])
def test_f9_good_deals_at_the_largest_sizes(owned):
    """All of them, of which there are not too many to list, by the words of F-4."""
    chance = np.random.default_rng(400 + owned)
    manor = random_cards(chance, owned)
    shop = tuple((COPIES - manor).tolist())
    at = board(manor, shop, "different_cards")
    names = [ACTIONS[move["action"]] for move in at.legal()]
    at.answer(names.index("good_deal"))
    ways = []
    for path, _ in at.walk(lambda state: state["turn"] > 1 or state["actor"] < 0):
        delta = [0] * 20
        for _, action, kind, number in path:
            delta[kind] += number if ACTIONS[action] == "take" else -number
        ways.append(tuple(delta))
    expected = set()
    for own in range(10):
        for other in range(10):
            for plain in range(manor[2 * own] + 1):
                for sale in range(manor[2 * own + 1] + 1):
                    for plain_taken in range(shop[2 * other] + 1):
                        sale_taken = plain + sale - plain_taken
                        if own != other and plain + sale and 0 <= sale_taken <= shop[2 * other + 1]:
                            delta = [0] * 20
                            delta[2 * own], delta[2 * own + 1], delta[2 * other], delta[2 * other + 1] = -plain, -sale, plain_taken, sale_taken
                            expected.add(tuple(delta))
    assert len(ways) == len(set(ways))
    assert set(ways) == expected


@pytest.mark.rule("F-6", "F-5")
@pytest.mark.parametrize("same_value", READINGS)
def test_f6_whether_there_is_a_fair_price_at_all(same_value):
    """Of hundreds of tables with few cards, where there often is none: what is offered first, against all exchanges there are."""
    chance = np.random.default_rng(500)
    seen = set()
    t = Table(options={"fair_same_value": same_value})
    for _ in range(400):
        manor, shop = random_cards(chance, chance.integers(1, 4), COPIES[::-1]), random_cards(chance, chance.integers(1, 5))
        t.raw["manor"][0], t.raw["shop"] = manor, shop
        offered = t.turn_of(0).actions
        assert offered == {kind for kind, *_ in oracle.exchanges(manor, shop, same_value)}
        seen.add("fair_price" in offered)
    assert seen == {True, False}
