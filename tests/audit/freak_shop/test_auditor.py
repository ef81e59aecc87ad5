"""The auditor tested without an engine: examples by hand, everything legal counted out, faulty rules, spoilt traces."""

from __future__ import annotations

import copy
import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from . import AuditError, AuditReport, audit, faulty_exchanges, faulty_places, faulty_scores, faulty_turns  # noqa: F401 (they fill FAULTS)
from .exchanges import Exchanges, fair_prices, good_deals, steps_of
from .faults import FAULTS
from .mutations import LINE_MUTATIONS, leaf_mutations
from .scores import Scores, best_runs, every_partition
from .selfplay import OPTIONS, header, selfplay
from .table import Table, add
from .words import CHOICES, KINDS, SEATS, Cards


def cards(words: str) -> Cards:
    """`"1 1 4s"` as counts by card."""
    return dict(Counter(words.split()))


def scores(**options: Any) -> Scores:
    return Scores({**OPTIONS, **options})


def of_one(objective: int, manor: str, **options: Any) -> int:
    """What a manor scores by an objective that looks at nobody else."""
    return scores(**options).points(objective, [cards(manor), {}])[0]


# --- the rules' own examples ---------------------------------------------------------------------------------------


def test_places() -> None:
    """F-10, F-11: the printed examples, and the rulings on none at all."""
    sale = [cards("1s " * n) for n in (6, 6, 4, 1)]
    assert scores().points(1, sale) == [10, 10, 6, 3]
    assert scores().points(2, [cards("1s " * n) for n in (1, 3, 3, 4, 4)]) == [10, 6, 6, 3, 3]
    assert scores().points(1, [cards("1 2"), cards("1s")]) == [6, 10]
    assert scores(zero_sale_scores=False).points(1, [cards("1 2"), cards("1s")]) == [0, 10]
    assert scores(zero_sale_scores=False).points(2, [cards("1 2"), cards("1s")]) == [10, 6]
    assert scores().points(1, [cards("1s " * n) for n in (5, 4, 3, 2, 1)]) == [10, 6, 3, 0, 0]
    assert scores().points(1, [cards("1"), cards("2"), cards("3")]) == [10, 10, 10]


def test_values_and_sales() -> None:
    """F-12, F-13, F-18, F-19: by hand."""
    manor = "1 1s 2 2 3s 3s 3 7s"
    assert of_one(3, manor) == 2  # the 2s only
    assert of_one(4, manor) == 6  # 1, 2 and 7; two 3s are on sale
    assert of_one(9, manor) == 12
    assert of_one(10, manor) == 9
    assert of_one(10, "3 3 3 3 5 5s 5 5") == 9  # printed
    assert of_one(10, "") == 0


def test_neighbours_and_sums() -> None:
    """F-14, F-15: by hand, and the printed example (78 scores 21)."""
    assert scores().points(5, [cards("1 1 2 9"), cards("1 2s 2"), cards("1 1s 3")]) == [10, 5, 10]
    assert of_one(6, "10 10 9 9 9 8 8 7 5 3") == 21


def test_sets() -> None:
    """F-16, F-17: pairs and threes by category; four are two pairs, five are two; on sale or not."""
    assert of_one(7, "3 3s 4 4 4 4s 4 7 7") == 2 + 2 * 4 + 5
    assert of_one(8, "1 1 1 1 1 1s 6 6 6 6 10 10") == 2 * 3 + 5


def test_longest_run() -> None:
    """F-20: the printed example by its rule, and by its number; duplicates; the shortest run."""
    assert of_one(11, "1 2 3 4 5 6 7 10") == 21
    assert of_one(11, "1 2 3 4 5 6 7 10", run_cap=5) == 15
    assert of_one(11, "4 4s 4 9 10 1") == 6
    assert of_one(11, "4") == 3
    assert of_one(11, "4 6 7", shortest_run=3) == 0
    assert of_one(11, "4 5 6 7", shortest_run=4, run_cap=3) == 9


def test_runs_of_three() -> None:
    """F-21: the printed example (3, 4, 5 is worth 5); the best partition is not the first one met from either end."""
    assert of_one(12, "3 4 5") == 5
    assert of_one(12, "1 2 3 4 5 6") == 3 + 5
    assert of_one(12, "2 3 4 5 6") == 5  # 2-3-4 leaves nothing, 3-4-5 and 4-5-6 are worth 5
    assert of_one(12, "3 4 5 6 7 8") == 5 + 7
    assert of_one(12, "1 2 3 3 4 4 5 5 6 6 7 8") == 3 + 5 + 5 + 7


def test_the_exhaustive_maximum_twice() -> None:
    """F-21: two programs agree, for any manor and any numbers."""
    rng = random.Random(21)
    for _ in range(600):
        count = {value: rng.choice([0, 1, 1, 2, 3]) for value in range(1, 11)}
        points = {low: rng.randint(0, 9) for low in range(1, 9)}
        assert best_runs(count, points) == every_partition(count, points)


def ahead(mine: str, other: str, **options: Any) -> bool:
    return scores(**options).ahead((0, cards(mine)), (0, cards(other)))


def test_ties() -> None:
    """F-22: highest card, next highest, duplicates counted; the longer manor; ranks."""
    assert ahead("10 10 1", "10 9 8")
    assert not ahead("10 9 8", "10 10 1")
    assert ahead("9 2 1", "9 2")
    assert not ahead("9 2 1", "9 2", tie_longer_manor=False)
    assert not ahead("9s 2", "9 2s")
    assert not ahead("9 2", "9 3 1")
    assert scores().ranks([5, 7, 5, 7], [cards("9"), cards("3"), cards("9 1"), cards("3s")]) == [4, 1, 3, 1]


# --- exchanges -----------------------------------------------------------------------------------------------------


def walk(exchanges: Exchanges, kind: str, manor: Cards, shop: Cards) -> list[tuple[Cards, Cards]]:
    """All exchanges that the steps lead to; fails if a step leads nowhere."""
    found = []

    def go(taken: Cards, given: Cards) -> None:
        moves = exchanges.steps(kind, manor, shop, taken, given)
        assert moves, f"nothing can follow {taken} for {given}"
        for move in moves:
            if move["action"] == "done":
                found.append((taken, given))
                continue
            sides = (dict(taken), dict(given))
            add(sides[move["action"] == "give"], {move["card"]: move["number"]})
            if kind == "good_deal" and sum(sides[0].values()) == sum(sides[1].values()):
                found.append(sides)
            else:
                go(*sides)

    if {"action": kind} in exchanges.kinds(manor, shop):
        go({}, {})
    return found


def as_set(exchanges: Any) -> set[tuple[Any, ...]]:
    listed = [tuple(steps_of(exchange)) for exchange in exchanges]
    assert len(listed) == len(set(listed)), "an exchange is reached twice"
    return set(listed)


@pytest.mark.parametrize("same_value", CHOICES["fair_same_value"])
def test_steps_reach_what_the_rules_allow(same_value: str) -> None:
    """F-4, F-5, F-9: the steps lead to each legal exchange once and to no other, for small manors and shops."""
    rng = random.Random(f"steps {same_value}")
    exchanges = Exchanges({**OPTIONS, "fair_same_value": same_value})
    reached = 0
    for _ in range(150):
        kinds = rng.sample(KINDS, 8) if rng.random() < 0.5 else KINDS[:8]
        manor, shop = cards(" ".join(rng.choices(kinds, k=rng.randint(1, 6)))), cards(" ".join(rng.choices(kinds, k=rng.randint(1, 6))))
        deals, prices = walk(exchanges, "good_deal", manor, shop), walk(exchanges, "fair_price", manor, shop)
        assert as_set(deals) == as_set(good_deals(manor, shop))
        assert as_set(prices) == as_set(fair_prices(manor, shop, same_value))
        reached += len(deals) + len(prices)
        passes = {"action": "pass"} in exchanges.kinds(manor, shop)
        assert passes == (not (deals or prices) or (same_value == "any" and bool(manor.keys() & shop.keys())))
    assert reached > 1000


def test_printed_exchanges() -> None:
    """F-4, F-5: the examples of the printed rules, and what the rulings make of them."""
    assert (cards("8 8s"), cards("1s 1")) in [*good_deals(cards("1 1s 2"), cards("8 8s 3"))]
    assert (cards("10"), cards("4")) in [*good_deals(cards("4"), cards("10"))]
    ten, shop = cards("10"), cards("1 2 2s 5")
    assert [*fair_prices(ten, shop, "different_cards")] == [(cards("1 2 2s 5"), ten)]
    fred, shop = cards("2 9"), cards("1 1 2 3 4")
    assert (cards("1 1 3 4"), cards("9")) in [*fair_prices(fred, shop, "different_cards")]
    apart = [(cards("1 1"), cards("2s")), (cards("1 1 3 4"), cards("9")), (cards("2 3 4"), cards("9"))]
    assert as_set(fair_prices(cards("2s 9"), shop, "no")) == as_set(apart)
    assert (cards("1 1 2 3 4"), cards("2s 9")) in [*fair_prices(cards("2s 9"), shop, "different_cards")]
    assert [*fair_prices(cards("4"), cards("4s"), "different_cards")] == [(cards("4s"), cards("4"))]
    assert not [*fair_prices(cards("4"), cards("4s"), "no")]


# --- traces --------------------------------------------------------------------------------------------------------

TABLES: dict[str, tuple[int, dict[str, Any], dict[str, int]]] = {
    "two": (2, {}, {}),
    "three, first game": (3, {"objectives": "first_game"}, {}),
    "four, passes": (4, {"fair_same_value": "any", "objectives": [2, 6, 10]}, {}),
    "five, equal turns": (5, {"equal_turns": True, "objectives": [4, 8, 12]}, {}),
    "three, apart": (3, {"fair_same_value": "no", "shop_minimum": 9, "objectives": [3, 7, 11], "run_cap": 2, "shortest_run": 2}, {}),
    "two, stopped": (2, {"max_turns": 5, "zero_sale_scores": False, "tie_longer_manor": False}, {}),
    "four, another deck": (4, {"bottom_cards": 0, "refill": {"4": 3}, "sale": {"1": 6, "9": 0}}, {"1": 14, "9": 0, "10": 4}),
    # F-6: after seat 0 has given its 1 for the 2, all cards left are 1s.
    "nothing to exchange": (2, {
        "starting_cards": [[1], [1], [1], [1], [1]], "sale": {str(v): 0 for v in range(1, 11)}, "shop_minimum": 2, "bottom_cards": 1,
    }, {**{str(v): 0 for v in range(3, 11)}, "1": 9, "2": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_own_games_are_in_order(name: str) -> None:
    """Games by the auditor's own rules; they meet what their names say."""
    players, options, deck = TABLES[name]
    report = AuditReport()
    for seed in range(4):
        report += audit(selfplay(header(players, options, deck), random.Random(seed)))
    assert (report.games, report.players[players]) == (4, 4)
    assert report.unfinished == (4 if name == "two, stopped" else 0)
    assert bool(report.offered["pass"]) == (name in ("four, passes", "nothing to exchange"))
    if name == "five, equal turns":
        assert all(game["turns"] % 5 == 0 for game in report.results)
    if name == "nothing to exchange":
        assert report.chosen["pass"]


@pytest.mark.parametrize("name", TABLES)
def test_own_games_spoilt(name: str) -> None:
    """Any number, word or card changed or lost, any line lost, doubled or swapped: the auditor objects."""
    rng = random.Random(f"spoilt {name}")
    players, options, deck = TABLES[name]
    lines = selfplay(header(players, {"max_turns": 5, **options}, deck), rng)
    text = json.dumps(lines)
    tried = 0
    for spoilt in itertools.chain(
        leaf_mutations(lines, rng, 2), ((kind, changed) for kind, spoil in LINE_MUTATIONS.items() if (changed := spoil(lines, rng)) is not None)
    ):
        tried += 1
        assert objection(spoilt[1]) is not None, spoilt[0]
    assert tried > 200
    assert json.dumps(lines) == text


def objection(lines: list[dict[str, Any]]) -> AuditError | None:
    """What the auditor has against a trace, if anything."""
    try:
        audit(lines)
    except AuditError as error:
        return error
    return None


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_rule_is_found(name: str) -> None:
    """A game by rules with one fault is refused, by the rule that has the fault; the same deals by the right rules are in order."""
    fault = FAULTS[name]
    game = header(fault.players, fault.options, fault.deck)
    for seed in range(120):
        error = objection(selfplay(copy.deepcopy(game), random.Random(seed), fault.table))
        if error is not None:
            assert error.rule in fault.rules, error
            assert objection(selfplay(copy.deepcopy(game), random.Random(seed))) is None
            return
    pytest.fail("not found in 120 games")


def test_a_game_in_the_middle() -> None:
    """`dealt=False` takes any state as it is; `whole=False` a game that breaks off; the same trace is not whole or dealt otherwise."""
    lines = selfplay(header(3), random.Random(3))
    starts = [at for at, line in enumerate(lines[:-1]) if line["state"]["decision"] == "exchange"]
    middle = [{**lines[0], "state": lines[starts[5]]["state"]}, *lines[starts[5] + 1 : starts[7]]]
    for n, line in enumerate(middle[1:]):
        line["n"] = n
    assert audit(middle, dealt=False, whole=False).decisions == len(middle) - 1
    with pytest.raises(AuditError, match="F-"):
        audit(middle, whole=False)
    with pytest.raises(AuditError, match="C-6"):
        audit(middle, dealt=False)


def test_traces_of_several_games_as_text() -> None:
    """JSON Lines, one game after the other; what is no line of JSON, or no game, is refused."""
    lines = selfplay(header(2, {"max_turns": 3}), random.Random(1))
    text = [json.dumps(line) for line in lines]
    assert audit([*text, "", *text]).games == 2
    for wrong in ([*text, "{"], [*text, "[]"], [], text[1:], [*text[:-1], *text], [*text, text[1]]):
        with pytest.raises(AuditError, match="trace"):
            audit(wrong)


def test_command_line(tmp_path: Path) -> None:
    """`python -m tests.audit.freak_shop`: 0 in order, 1 not, 2 a wrong call."""
    lines = [json.dumps(line) for line in selfplay(header(2, {"max_turns": 3}), random.Random(1))]
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("\n".join(lines), encoding="utf-8")
    bad.write_text("\n".join(lines[:-1]), encoding="utf-8")
    for arguments, code, says in (([good], 0, "1 games"), ([good, bad], 1, "C-6"), ([], 2, "usage"), ([tmp_path / "none"], 2, "No such file")):
        call = [sys.executable, "-m", "tests.audit.freak_shop", *map(str, arguments)]
        done = subprocess.run(call, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])
        assert done.returncode == code
        assert says in done.stdout + done.stderr


def test_faults_are_many() -> None:
    """No two have one name; together they need tables of every size."""
    assert len({fault.table for fault in FAULTS.values()}) == len(FAULTS) >= 45
    assert Table not in {fault.table for fault in FAULTS.values()}
    assert {fault.players for fault in FAULTS.values()} == set(SEATS)
