"""The facts at the end of rules/mercato.md, over long runs and by exact counting."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from sim.core.play import Lineup, play_blocks
from sim.core.registry import get_game
from strategies.registry import get_strategy, strategy_names
from tests.core.option_sets import variants
from tests.core.playout import Board, seeded

GAME = get_game("mercato")
LINES = ("gardien", "defenseur", "milieu", "attaquant")


def too_many(compos) -> bool:
    """Whether the teams of these compos ask for more players of some line than the deck has."""
    return any(sum(GAME.printed_compos[name][line] for name in compos) > GAME.deck[line] for line in LINES)


def test_four_teams_at_once():
    """No single team is impossible; in 44 % of the draws of four compos the four can't all be completed at once: exactly, over all draws of
    cards, and as dealt."""
    assert not any(too_many([name]) for name in GAME.printed_compos)
    cards = [name for name in GAME.printed_compos for _ in range(GAME.deck[name])]
    draws = list(itertools.combinations(cards, 4))
    share = Fraction(sum(map(too_many, draws)), len(draws))
    assert round(float(share), 2) == 0.44
    config = GAME.configure("classic", 4, options={"max_turns": 1})
    blocks = 4000
    rows = play_blocks(config, Lineup((get_strategy("mercato", "random"),) * 4), 8, 0, blocks).seats
    dealt = rows[rows["rotation"] == 0]["compo_start"].reshape(blocks, 4)
    seen = sum(too_many([config.labels["compo"][compo] for compo in row]) for row in dealt)
    low, high = stats.binom.ppf([5e-7, 1 - 5e-7], blocks, float(share))
    assert low <= seen <= high


@pytest.mark.parametrize(("variant", "players"), variants())
def test_nobody_wins_on_anothers_turn_and_a_waiting_hand_never_exceeds_five(variant, players):
    """With the printed compos: who wins is the active player, at his own move; hands of those who wait hold five cards at most."""
    wins = 0
    for block in range(12):
        board = Board(GAME.configure(variant, players), get_strategy("mercato", "random"))
        board.deal(block)
        states = board.play(seeded(block)).states
        waiting = np.arange(players) != states["active"][:, None]
        assert (states["hand_size"][:, :players][waiting] <= 5).all()
        for before, after in itertools.pairwise(states):
            for seat in np.flatnonzero(after["won"] - before["won"]):
                assert seat == before["active"]
                wins += 1
    assert wins >= 9  # a uniform player may not finish within a thousand turns


@pytest.mark.parametrize(("variant", "players"), variants())
def test_ordinary_players_finish_their_games(variant, players):
    """None of a few hundred games with any strategy but the uniform one is left unfinished, and every finished one has a winner."""
    for name in strategy_names("mercato"):
        if name == "random":
            continue
        rows = play_blocks(GAME.configure(variant, players), Lineup((get_strategy("mercato", name),) * players), 12, 0, 300 // players)
        assert rows.games["unfinished"].sum() == 0, name
        assert (rows.games["winners"] >= 1).all()
        assert (rows.games["turns"] <= 1000).all()
