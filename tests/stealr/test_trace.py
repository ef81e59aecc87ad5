"""The trace says everything that its page promises, and the game can be told."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sim.core.play import Lineup
from sim.core.registry import get_game
from sim.core.replay import replay
from sim.stealr.cards import SLUGS, TITLES
from sim.stealr.state import ACTIONS, DECISIONS, DROP, STAGES, STEPS
from strategies.registry import get_strategy

from .option_sets import short, variants

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "trace-stealr.md").read_text(encoding="utf-8")


def traced(config, block: int) -> list[dict]:
    """The lines of a game, as JSON gives them back."""
    lines = replay(config, Lineup((get_strategy("stealr", "random"),) * config.players), 7, block)
    return [json.loads(json.dumps(line)) for line in lines]


@cache
def games() -> list[list[dict]]:
    """A game of every mode and number of players, and some short ones."""
    return list(_games())


def _games() -> Iterator[list[dict]]:
    for number, (mode, players) in enumerate(variants()):
        yield traced(get_game("stealr").configure(mode, players), number)
        for block in range(6):
            yield traced(short(mode, players), block)


def everything(state: dict) -> Counter[str]:
    """All cards of a traced state, by its page."""
    total = Counter(state["pile"]) + Counter(state["discard"]) + Counter(state["banked"])
    for seat in state["seats"]:
        total += Counter(seat["hand"])
        for there in seat["table"].values():
            total += Counter(there["cards"]) + Counter({"shack": there["shacks"]})
    pending = state["pending"]
    return total + Counter([pending["arriving"]["card"]] if pending["arriving"] else []) + Counter(["go_again"] if pending["go_again"] else [])


@pytest.mark.rule("C-2")
def test_a_trace_holds_every_card_and_every_decision():
    decisions = set()
    for first, *lines, result in games():
        assert (first["type"], first["game"], first["schema"]) == ("game", "stealr", 1)
        deck = +Counter(first["deck"])
        state = first["state"]
        for n, line in enumerate(lines):
            assert (line["type"], line["n"]) == ("decision", n)
            assert (line["actor"], line["decision"]) == (state["actor"], state["decision"])
            assert line["forced"] == (len(line["moves"]) == 1)
            assert 0 <= line["chosen"] < len(line["moves"])
            state = line["state"]
            assert everything(state) == deck
            decisions.add(line["decision"])
        assert (state["over"], state["actor"], state["decision"]) == (True, None, None)
        assert result["winners"] == state["winners"]
        assert (result["turns"], result["rounds"], result["unfinished"]) == (state["turn"], state["rounds"], state["unfinished"])
        assert [row["strategy"] for row in result["seats"]] == ["random"] * first["players"]
        assert {row["variant"] for row in result["seats"]} == {first["variant"]}
    assert decisions == set(DECISIONS)


def test_every_name_in_a_trace_is_explained():
    """Cards, decisions, actions, steps and the fields of states are all on the page."""

    def fields(value) -> set[str]:
        if isinstance(value, list):
            return set().union(*map(fields, value))
        if not isinstance(value, dict):
            return set()
        named = {key for key in value if not (key in SLUGS or key.isdigit())}
        return named.union(*map(fields, value.values()))

    words = set(re.findall(r"`([^`]+)`", PAGE))
    words |= {word for text in words for word in text.split()}
    assert {name for name in (*ACTIONS[: DROP + 1], *DECISIONS, *STEPS, *STAGES)} - words == set()
    used = set()
    for first, *lines, _ in games():
        used |= fields(first["state"])
        for line in lines:
            used |= fields(line["state"]) | fields(line["moves"])
    assert used - words == set()
    for slug in SLUGS:
        pair = re.sub(r"^(double_)?rent_", "", slug)
        assert slug in words or pair in words, slug


def test_a_game_is_told_with_the_printed_names():
    narrate = get_game("stealr").narrate
    for lines in games():
        told = list(narrate(lines))
        text = "\n".join(told)
        assert told[-1].strip().endswith((".", "ends."))
        assert not re.search(r"\bseat \d", text)
        assert not re.search(r"[a-z]+_[a-z]+", text.replace("no_mercy", "")), "printed names, no slugs"
        assert len(told) > len(lines) - 2
    assert "Joker Rouge/Jaune" in TITLES.values()
