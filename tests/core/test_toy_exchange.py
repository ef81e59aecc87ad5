"""F-4, F-5, F-9 on the core's contract: the small steps reach every legal exchange, each in one way, and nothing else."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sim.core.registry import get_game
from tests.core.playout import Board, seeded
from tests.core.toys import exchange
from tests.core.toys.exchange import ALL, KINDS
from tests.core.toys.toy import strategies


def value(kind):
    return kind // 2 + 1


def multisets(counts):
    """Every choice of cards from so many of each kind, as counts."""
    return itertools.product(*[range(int(number) + 1) for number in counts])


def legal_exchanges(manor, shop, same_value):
    """All (taken, given), by the words of F-4 and F-5, from all pairs of choices there are."""
    found = set()
    if same_value == "any" and any(m and s for m, s in zip(manor, shop)):
        found.add(((0,) * KINDS, (0,) * KINDS))
    given_by_total: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    for given in multisets(manor):
        if any(given):
            given_by_total.setdefault(("sum", sum(value(k) * n for k, n in enumerate(given))), []).append(given)
            if len({value(k) for k, n in enumerate(given) if n}) == 1:
                given_by_total.setdefault(("cards", sum(given)), []).append(given)
    for taken in multisets(shop):
        if not any(taken):
            continue
        values = {value(k) for k, n in enumerate(taken) if n}
        for given in given_by_total.get(("sum", sum(value(k) * n for k, n in enumerate(taken))), []):  # F-5
            if any(t and g for t, g in zip(taken, given)):
                continue  # equal cards on both sides cancel
            if same_value == "no" and values & {value(k) for k, n in enumerate(given) if n}:
                continue
            found.add((taken, given))
        if len(values) == 1:  # F-4
            for given in given_by_total.get(("cards", sum(taken)), []):
                if not values & {value(k) for k, n in enumerate(given) if n}:
                    found.add((taken, given))
    return found


def cards(*names):
    """Counts from words such as "4" (plain) and "4s" (on sale)."""
    counts = np.zeros(KINDS, np.int8)
    for name in names:
        counts[2 * (int(name.rstrip("s")) - 1) + name.endswith("s")] += 1
    return counts


def board_with(manor, shop, same_value):
    game = get_game("toy_exchange")
    board = Board(game.configure("toy", 2, options={"fair_same_value": same_value}), strategies(game.name)["random"])
    board.deal(0)
    state = board.state
    state["shop"][0], state["manor"][0, 0], state["actor"], state["decision"], state["last"] = shop, manor, 0, exchange.TAKE, 0
    state["taken"], state["given"] = 0, 0
    board.state = state
    return board, int(state["turn"][0])


def reached(board, turn):
    """Every exchange that the steps lead to, in how many ways, and the longest list of steps met."""
    ways: dict[tuple, int] = {}
    for path, _ in board.walk(lambda s: s["turn"] > turn or s["actor"] < 0):
        taken, given = [0] * KINDS, [0] * KINDS
        for _, action, kind in path:
            if kind != ALL:
                (taken if action == exchange.TAKE else given)[kind] += 1
        if path[-1][1] == exchange.PASS:
            assert len(path) == 1
        key = tuple(taken), tuple(given)
        ways[key] = ways.get(key, 0) + 1
    return ways


CASES = {
    "printed example": (cards("2", "9"), cards("1", "1", "2", "3", "4")),
    "printed example, 2s that differ": (cards("2", "9"), cards("1", "1", "2s", "3", "4")),
    "start": (cards("1", "2", "3", "5"), cards("1", "1s", "2", "4", "7")),
    "good deals of several": (cards("2", "2", "2s", "5"), cards("3", "3s", "3", "8", "1")),
    "sale against plain": (cards("4", "4s", "1"), cards("4", "4s", "5")),
    "all equal": (cards("3", "3"), cards("3", "3", "3")),
    "one value": (cards("3", "3s"), cards("3", "3", "3s")),
    "nothing fits": (cards("10"), cards("10", "10s")),
    "wide": (cards("1", "1s", "2", "3s", "6"), cards("1", "2s", "2", "5", "8", "10")),
}


@pytest.mark.parametrize("same_value", ["different_cards", "any", "no"])
@pytest.mark.parametrize("name", CASES)
def test_steps_reach_exactly_the_legal_exchanges(toys, name, same_value):
    manor, shop = CASES[name]
    board, turn = board_with(manor, shop, same_value)
    ways = reached(board, turn)
    legal = legal_exchanges(manor, shop, same_value)
    if legal:
        assert set(ways) == legal
    else:  # F-6
        assert list(ways) == [((0,) * KINDS, (0,) * KINDS)]
    assert set(ways.values()) == {1}, "an exchange is reached in several ways"


@pytest.mark.parametrize("seed", range(12))
def test_steps_reach_exactly_the_legal_exchanges_of_random_tables(toys, seed):
    random = np.random.default_rng(seed)
    manor, shop = (
        np.bincount(random.choice(KINDS, size, p=weights()), minlength=KINDS).astype(np.int8)
        for size in (random.integers(1, 7), random.integers(1, 7))
    )
    same_value = ("different_cards", "any", "no")[seed % 3]
    board, turn = board_with(manor, shop, same_value)
    ways = reached(board, turn)
    legal = legal_exchanges(manor, shop, same_value) or {((0,) * KINDS, (0,) * KINDS)}
    assert set(ways) == legal
    assert set(ways.values()) == {1}


def weights():
    copies = exchange.REFERENCE.astype(float)
    return copies / copies.sum()


def test_cards_are_kept_and_the_closing_card_ends_the_game(toys):
    """F-2, F-7, F-8: 65 cards and the closing one; the shop is never below five while play goes on; turns within the bounds that the rules give."""
    game = get_game("toy_exchange")
    for players, refill, most, least in ((2, 2, 27, 24), (3, 2, 25, 22), (4, 1, 45, 39), (5, 1, 41, 35)):
        board = Board(game.configure("toy", players, options={"refill": refill}), strategies(game.name)["random"])
        turns = []
        for block in range(3):
            board.deal(block)
            states = board.play(seeded(block)).states
            turns.append(int(states["turn"][-1]))
            for state in states:
                pile = state["pile"][state["pile_top"] : state["pile_top"] + state["pile_size"]]
                everywhere = state["shop"].astype(int) + state["manor"].sum(axis=0) + np.bincount(pile[pile < KINDS], minlength=KINDS)
                assert everywhere.tolist() == exchange.REFERENCE.tolist()
                assert state["shop"].sum() >= 5 or state["actor"] < 0
        assert all(turn <= most for turn in turns)
        assert max(turns) >= least
