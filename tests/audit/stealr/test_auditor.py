"""The auditor tested without an engine: traces of its own reading, spoilt in every way."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from . import AuditError, StealrReport, audit
from .mutations import MUTATIONS
from .selfplay import DECK, SIZES, header, selfplay
from .words import RULE_OF_DECISION

SPOILT: dict[str, tuple[int, dict[str, Any], dict[str, int]]] = {
    "two": (2, {"shack_pays": True, "max_turns": 16}, {"market_crash": 9, "yoink": 9, "shack": 8}),
    "three": (3, {"debt_card_to": "hand", "max_turns": 14}, {"tough_luck": 12, "forced_debt": 12, "just_say_no": 12, "rent_any": 12}),
    "four": (
        4,
        {"super_sly_jokers": "possible", "max_turns": 14, "joker_moves_per_turn": 1},
        {"tax_collector": 12, "repossession": 12, "tough_luck": 9},
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_every_mutation_is_found(name: str) -> None:
    """On games of its own making, which the auditor accepts, it objects to each spoilt one."""
    players, options, deck = SPOILT[name]
    lines = list(selfplay(header("no_mercy", players, options=options, deck=deck, first=1), seed=5))
    text = json.dumps(lines)
    audit(lines)
    rng = random.Random(name)
    missed, tried = [], 0
    for mutation, spoil in MUTATIONS.items():
        spoilt = spoil(lines, rng)
        if spoilt is None:
            continue
        tried += 1
        try:
            audit(spoilt)
        except AuditError:
            continue
        missed.append(mutation)
    assert not missed
    assert tried >= 190
    assert json.dumps(lines) == text


def test_own_games_ask_everything() -> None:
    """Whole games of its own making ask every kind of decision; the printed deck has 115 cards (C-2)."""
    assert sum(DECK.values()) == 115
    report = StealrReport()
    for seed in range(6):
        deck = {"deal_breaker": 12, "forced_debt": 8, "repossession": 6, "market_crash": 6}
        options = {"set_sizes": dict.fromkeys(SIZES, 1), "sets_to_win": 6}
        report += audit(selfplay(header("no_mercy", 2 + seed % 3, deck=deck, options=options), seed))
    assert set(report.asked) == set(RULE_OF_DECISION)
    assert report.winners[1] == 6


def test_bad_lines() -> None:
    """What is no trace at all is refused in one sentence too."""
    for lines in ([], ["{"], ["[1]"], [{"type": "result"}], [{"type": "game"}]):
        with pytest.raises(AuditError, match="trace"):
            audit(lines)
    made = list(selfplay(header("doux", 3, options={"max_turns": 4}), 1))
    with pytest.raises(AuditError, match="trace"):
        audit([made[0], {"type": "gossip"}])
    with pytest.raises(AuditError, match="C-6"):
        audit(made[:-1])
    assert audit(made[:-1], whole=False).decisions == len(made) - 2


def test_command_line(tmp_path: Path) -> None:
    """`python -m tests.audit.stealr`: 0 for traces in order, 1 for a wrong one, 2 for a wrong call."""
    lines = list(selfplay(header("debutant", 2, options={"max_turns": 6}), 3))
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("\n".join(json.dumps(line) for line in lines * 2), encoding="utf-8")
    spoilt = json.loads(json.dumps(lines))
    spoilt[2]["state"]["discard"] = {"heist": 9}
    bad.write_text("\n".join(json.dumps(line) for line in spoilt), encoding="utf-8")

    def run(*names: str, text: str = "") -> subprocess.CompletedProcess[str]:
        house = Path(__file__).parents[3]
        command = [sys.executable, "-m", "tests.audit.stealr", *names]
        return subprocess.run(command, cwd=house, input=text, capture_output=True, text=True, check=False)

    done = run(str(good))
    assert done.returncode == 0, done.stderr
    assert f"2 games, {2 * len(lines) - 4} decisions" in done.stdout
    wrong = run(str(bad))
    assert wrong.returncode == 1
    assert "decision 1: S-9" in wrong.stderr
    assert run("-", text=good.read_text(encoding="utf-8")).returncode == 0
    assert run().returncode == 2
    assert run(str(tmp_path / "none")).returncode == 2
