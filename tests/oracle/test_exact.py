"""Games so small that all of them can be enumerated: the simulated rates are the exact ones (binomial interval at 1e-6)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from sim.core.play import Lineup, play_blocks
from sim.core.registry import get_game
from strategies.registry import get_strategy
from tests.oracle.enumeration import CARE, INJURY, TRANSFER, D, G, exact_classic, exact_duel

ERROR = 1e-6
BLOCKS = 20_000
SLUGS = {G: "gardien", D: "defenseur", INJURY: "blessure", CARE: "soin", TRANSFER: "transfert"}


def configure(variant, cards, compos, copies, **options):
    game = get_game("mercato")
    line_ups = {f"{g}-{d}": {"gardien": g, "defenseur": d} for g, d in compos}
    deck = dict.fromkeys([*game.printed_compos, *SLUGS.values(), "milieu", "attaquant"], 0)
    deck.update({SLUGS[card]: cards.count(card) for card in SLUGS}, **{name: copies for name in line_ups})
    return game.configure(variant, 2, options=options, deck=deck, compos=line_ups, require_eleven=False, allow_impossible=True)


def compare(config, wins, turns):
    """Rates of victory of the first and the second player, and the mean length, against the exact ones."""
    rows = play_blocks(config, Lineup((get_strategy("mercato", "random"),) * 2), 77, 0, BLOCKS)
    rows_by_block = rows.seats[rows.seats["rotation"] == 0]  # one game a block: independent ones
    for order in (0, 1):
        won = rows_by_block["won"][rows_by_block["order"] == order]
        p = float(wins[order])
        low, high = stats.binom.ppf([ERROR / 2, 1 - ERROR / 2], len(won), p)
        assert low <= won.sum() <= high, (order, won.mean(), p)
    lengths = rows.games["turns"][rows.games["rotation"] == 0]
    assert abs(lengths.mean() - float(turns)) < stats.norm.isf(ERROR / 2) * lengths.std() / np.sqrt(len(lengths))


DUELS = [
    ((G, G, D, D, INJURY, CARE, TRANSFER), [(1, 1)], 2, 9),
    ((G, G, D, D, D, INJURY, CARE, TRANSFER), [(1, 1), (1, 2)], 2, 9),
    ((G, D, D, INJURY, INJURY, CARE), [(1, 1), (0, 2)], 2, 10),
]


@pytest.mark.parametrize(("cards", "compos", "copies", "max_turns"), DUELS)
def test_duel(cards, compos, copies, max_turns):
    wins, turns = exact_duel(cards, tuple(compos) * copies, max_turns)
    assert 0.2 < sum(wins) <= 1.2
    compare(configure("duel", cards, compos, copies, max_turns=max_turns), wins, turns)


CLASSICS = [
    ((G, G, D, D, INJURY, CARE, TRANSFER), (1, 1), 8),
    ((G, G, D, D, D, INJURY, INJURY, CARE), (1, 1), 7),
    ((G, D, D, D, D, INJURY, TRANSFER, TRANSFER), (0, 2), 8),
]


@pytest.mark.parametrize(("cards", "compo", "max_turns"), CLASSICS)
def test_classic(cards, compo, max_turns):
    """One compo card each and no others, one card in hand, no trades."""
    wins, turns = exact_classic(cards, compo, max_turns)
    assert sum(wins) > 0.2
    compare(configure("classic", cards, [compo], 2, max_turns=max_turns, opening_hand=1, trade_proposals=0), wins, turns)
