"""Games of the engine under audit: every variant, printed and with random options, decks and compos.

`BALANCIER_AUDIT_GAMES` says about how many games (hundreds in `make test`, thousands in `make audit`). Seeds are fixed: the
same number plays the same games.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from sim.core.errors import SetupError
from sim.core.play import Lineup, rotations
from sim.core.registry import Config, get_game
from sim.core.replay import replay
from strategies.registry import get_strategy, strategy_names

from . import AuditError, AuditReport, audit
from .mutations import MUTATIONS
from .words import CHOICES, FIELDS, NUMBERS, RULE_OF_DECISION, SWITCHES

AUDIT_GAMES = int(os.environ.get("BALANCIER_AUDIT_GAMES", "200"))
SHORT = 24  # turns: most games stop there, so that many can be played
GAME = get_game("mercato")
STRATEGIES: list[Any] = [get_strategy("mercato", name) for name in strategy_names("mercato")]
RANDOM: Any = get_strategy("mercato", "random")
FINISHERS = [strategy for strategy in STRATEGIES if strategy.name in ("greedy", "builder", "expert")] or [RANDOM]
TABLES = [(variant, players) for variant in GAME.variants for players in GAME.variants[variant].players]

# Compos of a designer's own, small and of different sizes, so that teams get complete in every possible way.
SMALL_COMPOS = {
    "1-1-1": {"gardien": 1, "defenseur": 1, "milieu": 1, "attaquant": 0},
    "1-2-1": {"gardien": 1, "defenseur": 1, "milieu": 2, "attaquant": 1},
    "0-2-2": {"gardien": 0, "defenseur": 2, "milieu": 2, "attaquant": 2},
}
# A deck in which coaches have much to do, and which is shuffled often.
HOSPITAL = {"blessure": 14, "soin": 14, "transfert": 6, "gardien": 3, "defenseur": 8, "milieu": 8, "attaquant": 5}


def random_number(name: str, rng: random.Random) -> int:
    """The default, an end of what is allowed, or something small."""
    option = GAME.options[name]
    low, high = int(option.low or 0), int(option.high or 0)
    return rng.choice([option.default, low, min(high, low + 1), min(high, low + 2), rng.randint(low, min(high, low + 6)), min(high, 8)])


def random_config(variant: str, players: int, rng: random.Random) -> Config:
    """A designer's game that can be dealt: options, deck and compos at random."""
    while True:
        options: dict[str, Any] = {name: random_number(name, rng) for name in NUMBERS if rng.random() < 0.7}
        options.update({name: rng.random() < 0.5 for name in SWITCHES})
        options.update({name: rng.choice(choices) for name, choices in CHOICES.items()})
        options["max_turns"] = rng.choice([1, 4, SHORT, SHORT, SHORT])
        if rng.random() < 0.1:
            options.update(games=2, final=rng.choice(["game", "duel"]), max_extra_games=3)
        deck: dict[str, int] = {}
        compos: dict[str, dict[str, int]] = {}
        if rng.random() < 0.4:
            deck.update(HOSPITAL, transfert=rng.choice([2, 8, 20]))
        if rng.random() < 0.3:  # a thin pile, shuffled often
            deck.update(gardien=4, defenseur=8, milieu=8, attaquant=6)
        if rng.random() < 0.5:
            compos = SMALL_COMPOS
            deck.update(dict.fromkeys(GAME.printed_compos, 0) | dict.fromkeys(SMALL_COMPOS, rng.choice([2, 3])))
        try:
            return GAME.configure(variant, players, options=options, deck=deck, compos=compos, allow_impossible=True, require_eleven=False)
        except SetupError:
            continue  # it can't be dealt: think of another


def random_lineup(players: int, rng: random.Random) -> Lineup:
    """Everyone at random in half of the games; else any of the built-in strategies."""
    if rng.random() < 0.5:
        return Lineup((RANDOM,) * players)
    return Lineup(tuple(rng.choice(STRATEGIES) for _ in range(players)))


def trace(config: Config, lineup: Lineup, rng: random.Random) -> Iterator[dict[str, Any]]:
    """A game, or a match, of any seed, block and rotation."""
    seed, block = rng.randrange(2**63), rng.randrange(1000)
    return replay(config, lineup, seed, block, rng.randrange(rotations(config, lineup)))


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_printed_games(variant: str, players: int) -> None:
    """The printed game (M-1 to M-33), some to their end (by players who get there), the others stopped early."""
    rng = random.Random(f"printed {variant} {players}")
    report = AuditReport()
    for number in range(max(2, AUDIT_GAMES // 20)):
        whole = number % 50 == 0
        config = GAME.configure(variant, players, options={} if whole else {"max_turns": SHORT})
        lineup = Lineup(tuple(rng.choices(FINISHERS, k=players))) if whole else random_lineup(players, rng)
        report += audit(trace(config, lineup, rng))
    assert report.games == max(2, AUDIT_GAMES // 20)
    assert report.variants.keys() == {variant}


@pytest.mark.parametrize("variant", list(GAME.variants))
def test_designers_games(variant: str) -> None:
    """Options, decks and compos at random."""
    rng = random.Random(f"designer {variant}")
    report = AuditReport()
    for _ in range(max(2, AUDIT_GAMES // 8)):
        players = rng.choice(GAME.variants[variant].players)
        report += audit(trace(random_config(variant, players, rng), random_lineup(players, rng), rng))
    assert report.games >= max(2, AUDIT_GAMES // 8)


def coach_games(rng: random.Random) -> Iterator[Iterator[dict[str, Any]]]:
    """Each coach at a table with two others, and in a duel, in a deck that gives them much to do."""
    for coach in GAME.coaches:
        others = rng.sample([other for other in GAME.coaches if other != coach], 2)
        for variant, company in (("ultime", [coach, *others]), ("ultime_duel", [coach, others[0]])):
            deck = HOSPITAL | dict.fromkeys(GAME.coaches, 0) | dict.fromkeys(company, 1)
            options = {"max_turns": 3 * SHORT, "discard": "always", "duel_injury": rng.choice(CHOICES["duel_injury"])}
            config = GAME.configure(variant, len(company), options=options, deck=deck, allow_impossible=True)
            yield trace(config, Lineup((RANDOM,) * len(company)), rng)


def test_every_coach() -> None:
    """M-23 to M-33: each coach plays; every kind of decision and of move occurs, and reshuffles do."""
    rng = random.Random("coaches")
    report = AuditReport()
    for round_of_games in range(30):
        for lines in coach_games(rng):
            report += audit(lines)
        all_asked = set(report.asked) == set(RULE_OF_DECISION)
        all_offered = set(FIELDS) - {"pass"} <= set(report.offered)
        if all_asked and all_offered and report.reshuffles and round_of_games + 1 >= AUDIT_GAMES // 200:
            return
    pytest.fail(f"not met: {set(RULE_OF_DECISION) - set(report.asked)}, {set(FIELDS) - set(report.offered)}")


MATCHES = [("classic", 3, "game"), ("classic", 4, "duel"), ("ultime", 3, "duel"), ("duel", 2, "game")]


@pytest.mark.parametrize(("variant", "players", "final"), MATCHES)
def test_championships(variant: str, players: int, final: str) -> None:
    """M-34 to M-36: each game of a match is a game of its own, among the seats that are still in."""
    rng = random.Random(f"match {variant} {players} {final}")
    options = {"games": 3, "final": final, "max_extra_games": 6, "max_turns": SHORT}
    deck = dict.fromkeys(GAME.printed_compos, 0) | dict.fromkeys(SMALL_COMPOS, 2)
    config = GAME.configure(variant, players, options=options, deck=deck, compos=SMALL_COMPOS, allow_impossible=True, require_eleven=False)
    for _ in range(max(1, AUDIT_GAMES // 100)):
        lines = list(trace(config, Lineup(tuple(rng.choices(FINISHERS, k=players))), rng))
        report = audit(lines)
        assert report.games >= 3
        assert set(report.winners) != {0}
        starts = [i for i, line in enumerate(lines) if line["type"] == "game"]
        for wrong in (lines[: starts[-1]], [*lines[: starts[1]], *lines[starts[2] :]], [*lines, *lines[starts[1] :]]):
            with pytest.raises(AuditError, match="M-3"):
                audit(wrong)


@pytest.mark.parametrize("variant", list(GAME.variants))
def test_a_spoilt_trace_is_refused(variant: str) -> None:
    """The auditor objects to every kind of mutation of a real trace (more than thirty kinds)."""
    rng = random.Random(f"spoilt {variant}")
    players = max(GAME.variants[variant].players)
    config = GAME.configure(variant, players, options={"max_turns": 24})
    lines = list(replay(config, Lineup((RANDOM,) * players), 11, 0, 1))
    text = json.dumps(lines)
    audit(lines)
    tried, missed = 0, []
    for name, spoil in MUTATIONS.items():
        spoilt = spoil(lines, rng)
        if spoilt is None:
            continue
        tried += 1
        try:
            audit(spoilt)
        except AuditError:
            continue
        missed.append(name)
    assert not missed
    assert tried >= 60
    assert json.dumps(lines) == text
