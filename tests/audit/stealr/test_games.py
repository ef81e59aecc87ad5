"""Games of the engine under audit: every mode and number of players, printed and with random options and decks, and the corners of the rules.

`BALANCIER_AUDIT_GAMES` says about how many games (hundreds in `make test`, thousands in `make audit`). Seeds are fixed: the same
number plays the same games.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from sim.core.play import Lineup, play_blocks
from sim.core.replay import replay

from . import AuditError, StealrReport, audit
from .games import GAME, RANDOM, THEMES, WHERE, actions_there_are, random_config, random_lineup, rulings, themed_config, trace
from .mutations import MUTATIONS
from .words import MODES, RULE_OF_DECISION, SITUATIONS

AUDIT_GAMES = int(os.environ.get("BALANCIER_AUDIT_GAMES", "200"))
PLAYERS = (2, 3, 4)
MOST = 600  # games in search of a rare situation


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mode", MODES)
def test_printed_games(mode: str, players: int) -> None:
    """The printed game (S-1 to S-34), to its end, every fourth one under other rulings."""
    rng = random.Random(f"printed {mode} {players}")
    report = StealrReport()
    games = max(3, AUDIT_GAMES // 25)
    for number in range(games):
        config = GAME.configure(mode, players, options=rulings(rng) if number % 4 == 3 else {})
        report += audit(trace(config, random_lineup(players, rng), rng))
    assert (report.games, report.unfinished) == (games, 0)
    assert report.variants.keys() == {mode}
    assert report.winners[1] == games


@pytest.mark.parametrize("mode", MODES)
def test_designers_games(mode: str) -> None:
    """Options and decks at random."""
    rng = random.Random(f"designer {mode}")
    report = StealrReport()
    for _ in range(max(3, AUDIT_GAMES // 8)):
        config = random_config(mode, rng)
        report += audit(trace(config, random_lineup(config.players, rng), rng))
    assert report.games == max(3, AUDIT_GAMES // 8)
    assert report.variants.keys() == {mode}


def test_every_corner() -> None:
    """Themes in which what is rare is common: every decision, every move and every rare situation occurs."""
    report = StealrReport()

    def play(theme: str, number: int) -> None:
        rng = random.Random(f"{theme} {number}")
        players = PLAYERS[number % 3]
        nonlocal report
        report += audit(trace(themed_config(theme, players, rng), random_lineup(players, rng), rng))

    numbers = range(max(2, AUDIT_GAMES // 40))
    for number in numbers:
        for theme in THEMES:
            play(theme, number)
    for number in range(len(numbers), MOST):
        missing = sorted(_not_met(report))
        if not missing:
            return
        play(WHERE.get(missing[number % len(missing)], list(THEMES)[number % len(THEMES)]), number)
    pytest.fail(f"not met: {_not_met(report)}")


def _not_met(report: StealrReport) -> set[str]:
    asked, offered = set(RULE_OF_DECISION) - set(report.asked), actions_there_are() - set(report.offered)
    return asked | offered | {situation for situation in SITUATIONS if not report.met[situation]}


@pytest.mark.parametrize("players", PLAYERS)
def test_rows_of_a_run(players: int) -> None:
    """A run's rows are those of the audited traces; the columns of `games` are what the trace says."""
    config, lineup = GAME.configure("no_mercy", players, options={"max_turns": 25}), Lineup((RANDOM,) * players)
    rows = play_blocks(config, lineup, 9, 0, max(4, AUDIT_GAMES // 50))
    met = {"by_sets": 0, "unfinished": 0}
    for game in rows.games:
        lines = list(replay(config, lineup, 9, int(game["block"]), int(game["rotation"])))
        audit(lines)
        state, seats = lines[-2]["state"], lines[-1]["seats"]
        expected: dict[str, Any] = {
            "decisions": len(lines) - 2,
            "first": lines[0]["first"],
            "winners": len(state["winners"]),
            "by_sets": bool(state["winners"]) and not state["emptied"],
            "on_other_turn": bool(state["winners"]) and not state["emptied"] and state["winners"] != [state["active"]],
            **{name: state[name] for name in ("emptied", "unfinished", "rounds", "reshuffles")},
            "turns": state["turn"],
        }
        assert {name: int(game[name]) for name in expected} == expected
        of_game = rows.seats[(rows.seats["block"] == game["block"]) & (rows.seats["rotation"] == game["rotation"])]
        for row, told in zip(of_game, seats, strict=True):
            numbers = {name: value for name, value in told.items() if isinstance(value, int)}
            assert {name: int(row[name]) for name in numbers} == numbers
        for name in met:
            met[name] += int(game[name])
    assert met["unfinished"]


def test_a_spoilt_trace_is_refused() -> None:
    """The auditor objects to every kind of mutation of a real trace."""
    rng = random.Random("spoilt")
    config = GAME.configure("no_mercy", 4, options={"max_turns": 16}, deck={"tough_luck": 8, "yoink": 8, "shack": 6})
    lines = list(replay(config, Lineup((RANDOM,) * 4), 11, 0))
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
    assert tried >= 180
    assert json.dumps(lines) == text
