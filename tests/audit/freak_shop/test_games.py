"""Games of the engine under audit: the printed game, all 64 combinations of objectives, random options and decks.

`BALANCIER_AUDIT_GAMES` says about how many games (hundreds in `make test`, thousands in `make audit`). Seeds are fixed: the
same number plays the same games.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from sim.core.play import Lineup, play_blocks, rotations
from sim.core.registry import Config
from sim.core.replay import replay

from . import AuditError, AuditReport, audit
from .designer import DEALER, EXTREMES, GAME, HOARDER, RANDOM, SPENDER, deck_of, random_config, random_lineup, trace
from .mutations import LINE_MUTATIONS, leaf_mutations
from .words import POINTS, SEATS

AUDIT_GAMES = int(os.environ.get("BALANCIER_AUDIT_GAMES", "200"))
LONGEST = {2: 27, 3: 25, 4: 45, 5: 41}  # F-8
SHORTEST = {2: 24, 3: 22, 4: 39, 5: 35}  # F-8, unless the shop had to be topped up


@pytest.mark.rule("F-8")
@pytest.mark.parametrize("players", SEATS)
def test_printed_games(players: int) -> None:
    """The printed game with its objectives drawn (F-1 to F-22); its length is within F-8's bounds."""
    rng = random.Random(f"printed {players}")
    report = AuditReport()
    config = GAME.configure("classic", players)
    for _ in range(max(4, AUDIT_GAMES // 10)):
        report += audit(trace(config, random_lineup(players, rng), rng))
    assert report.games == report.players[players] == max(4, AUDIT_GAMES // 10)
    assert report.unfinished == 0
    for game in report.results:
        assert game["turns"] <= LONGEST[players]
        assert game["turns"] >= SHORTEST[players] or game["topped_up"]
    assert {"good_deal", "fair_price", "take", "give", "done"} == set(report.chosen)


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_every_combination(first: int) -> None:
    """All 64 combinations of objectives, with 2, 3, 4 and 5 players in turn."""
    rng = random.Random(f"combination {first}")
    report = AuditReport()
    for second in (5, 6, 7, 8):
        for third in (9, 10, 11, 12):
            for number in range(max(2, AUDIT_GAMES // 100)):
                players = SEATS[(number + second + third + rng.randrange(2)) % 4]
                config = GAME.configure("classic", players, options={"objectives": [first, second, third]})
                report += audit(trace(config, random_lineup(players, rng), rng))
    assert len(report.combinations) == 16
    assert set(report.players) == set(SEATS)


@pytest.mark.parametrize("players", SEATS)
def test_designers_games(players: int) -> None:
    """Options and decks at random: every move occurs, shops and manors get large."""
    rng = random.Random(f"designer {players}")
    report = AuditReport()
    for _ in range(max(12, AUDIT_GAMES // 8)):
        report += audit(trace(random_config(players, rng), random_lineup(players, rng), rng))
    assert report.games == max(12, AUDIT_GAMES // 8)
    assert {"good_deal", "fair_price", "pass", "take", "give", "done"} == set(report.offered)
    assert 0 < report.unfinished < report.games


@pytest.mark.rule("F-6")
def test_extremes() -> None:
    """F-6: the players of extremes do what they are for: manors of more than twenty cards, shops of nearly the whole deck."""
    hoard = audit(replay(GAME.configure("classic", 2), Lineup((HOARDER, SPENDER)), 1, 0, 0))
    assert hoard.largest_manor > 20
    starved = audit(replay(GAME.configure("classic", 3), Lineup((SPENDER,) * 3), 1, 0, 0))
    assert starved.largest_shop > 50
    deals = audit(replay(GAME.configure("classic", 2), Lineup((DEALER,) * 2), 1, 0, 0))
    assert set(deals.chosen) == {"good_deal", "take", "give"}


@pytest.mark.rule("F-22")
@pytest.mark.parametrize("longer", [True, False])
def test_ties(longer: bool) -> None:
    """F-22 alone decides where objectives score nothing: ties are broken, and shared, with manors that are beginnings of others."""
    rng = random.Random(f"ties {longer}")
    report = AuditReport()
    for number in range(max(40, AUDIT_GAMES // 12)):
        players = SEATS[number % 4]
        manors = [[2] * rng.choice([1, 1, 2, 3]) for _ in range(5)]
        options = {
            "points": {name: int(name == "somme_step") for name in POINTS}, "tie_longer_manor": longer, "starting_cards": manors,
            "sale": deck_of(v1=2, v2=2), "shop_minimum": 3, "bottom_cards": rng.choice([0, 1]), "equal_turns": rng.random() < 0.5,
            "refill": {str(seats): 2 for seats in SEATS},
        }  # fmt: skip
        deck = deck_of(v1=4 + rng.randint(1, 4), v2=4 + sum(map(len, manors[:players])))
        config = GAME.configure("classic", players, options=options, deck=deck)
        report += audit(trace(config, Lineup((RANDOM,) * players), rng))
    assert report.tie_breaks >= 3
    assert report.shared >= 3
    # Only where equality does not carry over (2 is equal to 2, 1 and to 2, 2) can there be a second beside two firsts.
    ranks = [[seat["rank"] for seat in game["seats"]] for game in report.results]
    assert any(rank.count(1) > 1 and 2 in rank for rank in ranks) == (not longer)


# Decks near the limits (120 cards, 511 in sum): cards by value, on sale, everyone's first cards.
LIMITS: list[tuple[dict[str, int], dict[str, int], list[int]]] = [
    (deck_of(v1=1, v10=51), deck_of(v10=20), [10, 10]),
    (deck_of(v1=11, v10=50), deck_of(v1=4, v10=20), [10] * 5),
    (deck_of(v1=60, v2=60), deck_of(v1=30, v2=30), [1, 2]),
    (deck_of(v1=70, v8=50), deck_of(v1=20, v8=20), [8] * 5),
    (deck_of(v4=100), deck_of(v4=50), [4] * 5),
    (deck_of(**{f"v{value}": 12 if value < 4 else 7 for value in range(1, 11)}), deck_of(**{f"v{value}": 3 for value in range(1, 11)}), [1, 2, 3]),
]
FURTHER: list[dict[str, Any]] = [
    {}, {"shop_minimum": 30}, {"refill": {str(players): 20 for players in SEATS}}, {"fair_same_value": "any"},
    {"fair_same_value": "no", "bottom_cards": 0},
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(LIMITS)))
def test_limits(number: int) -> None:
    """The largest decks, of few values and of all; shops of most of the cards occur."""
    deck, sale, first = LIMITS[number]
    rng = random.Random(f"limits {number}")
    report = AuditReport()
    for options in FURTHER:
        for _ in range(max(1, AUDIT_GAMES // 500)):
            players = rng.choice([2, 4])
            config = GAME.configure("classic", players, options={"sale": sale, "starting_cards": [first] * 5, **options}, deck=deck)
            for lineup in ((HOARDER,) * players, tuple(rng.choice([RANDOM, *EXTREMES]) for _ in range(players))):
                report += audit(trace(config, Lineup(lineup), rng))
    assert report.games >= 10
    assert report.largest_shop > 0.6 * sum(deck.values())


@pytest.mark.parametrize("players", SEATS)
def test_tables_say_what_the_traces_say(players: int) -> None:
    """The rows of a run are those of the games that `replay` tells, all figures of both tables; rotations share their deal."""
    rng = random.Random(f"rows {players}")
    lineups = [Lineup((RANDOM,) * players), Lineup((RANDOM, HOARDER, *(SPENDER,) * (players - 2)))]
    for number in range(max(2, AUDIT_GAMES // 100)):
        config = GAME.configure("classic", players) if number % 2 == 0 else random_config(players, rng)
        for lineup in lineups:
            check_rows(config, lineup, rng.randrange(2**63), rng.randrange(1000))


def check_rows(config: Config, lineup: Lineup, seed: int, block: int) -> None:
    """The rows of one block against its traces."""
    rows = play_blocks(config, lineup, seed, block, 1)
    turned = rotations(config, lineup)
    assert rows.games["rotation"].tolist() == list(range(turned))
    deals = []
    for rotation, row in enumerate(rows.games):
        lines = list(replay(config, lineup, seed, block, rotation))
        game: Any = audit(lines).results[0]
        deals.append([lines[0]["state"][name] for name in ("objectives", "pile", "shop", "seats")])
        for name in ("turns", "rounds", "winners", "unfinished", "decisions", "leader_changes", "decided_turn", "above_closing"):
            assert int(row[name]) == game[name], name
        assert tuple(int(row[f"objective_{i}"]) for i in (1, 2, 3)) == game["objectives"]
        seats = rows.seats[rows.seats["rotation"] == rotation]
        assert seats["seat"].tolist() == list(range(config.players))
        for mine, expected in zip(seats, game["seats"]):
            for name, value in expected.items():
                if not name.startswith("objective"):
                    assert int(mine[name]) == value, name
            assert tuple(int(mine[f"objective_{i}"]) for i in (1, 2, 3)) == game["objectives"]
    assert all(deal == deals[0] for deal in deals)


@pytest.mark.parametrize("players", SEATS)
def test_a_spoilt_trace_is_refused(players: int) -> None:
    """The auditor objects to a change of any number, word or card in a real trace, and to lines lost, doubled or swapped."""
    rng = random.Random(f"spoilt {players}")
    config = GAME.configure("classic", players, options={"max_turns": 9, "objectives": [players - 1, players + 3, players + 7]})
    lines = list(replay(config, Lineup((RANDOM, HOARDER, *(RANDOM,) * (players - 2))), 11, 0, 1))
    audit(lines)
    missed, tried = [], Counter[str]()
    for name, spoilt in leaf_mutations(lines, rng, 2):
        tried["leaf"] += 1
        missed += accepted(name, spoilt)
    for name, spoil in LINE_MUTATIONS.items():
        changed = spoil(lines, rng)
        if changed is not None:
            tried["line"] += 1
            missed += accepted(name, changed)
    assert not missed
    assert tried["leaf"] > 200
    assert tried["line"] >= 12


def accepted(name: str, lines: list[dict[str, Any]]) -> list[str]:
    """The name, if the auditor takes the trace for a good one."""
    try:
        audit(lines)
    except AuditError:
        return []
    return [name]
