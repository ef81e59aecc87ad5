"""Simulated games against chances that were counted out: every deal, every draw, every random choice of a tiny deck.

Each test of a rate rejects below `ALPHA`; of a million correct simulators, each would reject one. The seeds are fixed.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import get_strategy

from .enumeration import LINES, Classic, Deck, Duel, Enumeration, Value

ALPHA = 1e-6
BLOCKS = 200_000
COMPO_NAMES = ("large", "small")

DUEL = (Deck(2, 3, 2, 1, 1, ((2, 2, 1), (1, 1, 2))), 12)
CLASSIC = (Deck(2, 3, 1, 1, 1, ((1, 2, 1), (1, 1, 2))), 6)
ONE_COMPO = (Deck(2, 2, 1, 1, 2, ((1, 1, 2),)), 8)
HANDS = {"opening_hand": 2, "hand_limit": 1}

CASES: dict[str, tuple[str, Deck, int]] = {
    "duel, two compos": ("duel", *DUEL),
    "duel, one compo": ("duel", *ONE_COMPO),
    "classic, two compos": ("classic", *CLASSIC),
    "classic, one compo": ("classic", *ONE_COMPO),
}


def enumeration(case: str) -> Enumeration:
    variant, deck, max_turns = CASES[case]
    return Duel(deck, max_turns) if variant == "duel" else Classic(deck, max_turns, HANDS["opening_hand"], HANDS["hand_limit"])


@cache
def exact(case: str) -> Value:
    """What is expected of a game, seen by its first player."""
    return enumeration(case).game()


@cache
def simulated(case: str) -> dict[str, np.ndarray]:
    """One game a block (those of a block share their deal): whether the first player and the other won, whether it is unfinished, turns."""
    variant, deck, max_turns = CASES[case]
    game = get_game("mercato")
    compos = {name: dict(zip(LINES, compo)) for name, compo in zip(COMPO_NAMES, deck.compos)}
    counts = {
        **dict.fromkeys(game.printed_compos, 0),
        **{name: 0 for name in ("milieu", "attaquant")},
        **dict(zip(("gardien", "defenseur", "blessure", "soin", "transfert"), deck.plain)),
        **{name: compo[2] for name, compo in zip(COMPO_NAMES, deck.compos)},
    }
    options = {"max_turns": max_turns, **({"trade_proposals": 0, **HANDS} if variant == "classic" else {})}
    config = game.configure(variant, 2, options=options, deck=counts, compos=compos, require_eleven=False)
    rows = Session(config, Lineup((get_strategy("mercato", "random"),) * 2), 271_828).play(0, BLOCKS)
    games = rows.games[rows.games["rotation"] == 0]
    seats = rows.seats[rows.seats["rotation"] == 0]
    first, other = seats[seats["order"] == 0], seats[seats["order"] == 1]
    assert len(games) == len(first) == len(other) == BLOCKS
    assert (first["block"] == games["block"]).all()
    assert (other["block"] == games["block"]).all()
    return {"wins": first["won"], "other_wins": other["won"], "unfinished": games["unfinished"], "turns": games["turns"].astype(float)}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("what", ["wins", "other_wins", "unfinished"])
def test_the_simulated_rate_is_the_counted_one(case: str, what: str) -> None:
    chance = getattr(exact(case), what)
    assert 0 < chance < 1
    seen = int(simulated(case)[what].sum())
    p = binomtest(seen, BLOCKS, float(chance)).pvalue
    assert p > ALPHA, f"{what}: {seen / BLOCKS:.5f} simulated, {float(chance):.5f} = {chance} counted out, p = {p:.2g}"


@pytest.mark.parametrize("case", CASES)
def test_the_simulated_number_of_turns_is_the_counted_one(case: str) -> None:
    value = exact(case)
    error = sqrt(float(value.turns_squared - value.turns**2) / BLOCKS)
    mean = simulated(case)["turns"].mean()
    assert abs(mean - float(value.turns)) < norm.isf(ALPHA / 2) * error, f"{mean:.5f} simulated, {float(value.turns):.5f} counted out"
