"""Strategies in files: the example of the documentation, and the yardstick's players."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import get_strategy
from tests.strategies.situation import Situation

ROOT = Path(__file__).resolve().parents[2]
BOT = ROOT / "docs" / "examples" / "my_bot.py"


def _play(*players, blocks: int, variant: str = "classic", **options):
    config = get_game("mercato").configure(variant, len(players), options=options)
    return Session(config, Lineup(players), 5).play(0, blocks)


def test_the_example_is_what_the_guide_shows():
    guide = (ROOT / "docs" / "how-to" / "write-a-strategy.md").read_text(encoding="utf-8")
    assert BOT.read_text(encoding="utf-8").split('"""\n\n', 1)[1].strip() in guide


def test_the_example_plays_compiled_and_plain_alike_and_beats_random():
    bold = get_strategy("mercato", f"{BOT}:Bold")
    random = get_strategy("mercato", "random")
    for variant in ("classic", "ultime_duel"):
        compiled, plain = (_play(player, random, blocks=2, variant=variant) for player in (bold, bold.uncompiled()))
        assert np.array_equal(compiled.seats, plain.seats)
    seats = _play(bold, random, blocks=200).seats
    assert seats["won"][seats["position"] == 0].mean() > 0.8


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        (("transfert", "defenseur", "soin", "blessure"), "transfer"),
        (("defenseur", "soin", "blessure", "4-4-2"), "place"),
        (("gardien", "soin", "blessure", "4-4-2"), "care"),
        (("gardien", "blessure", "4-4-2"), "injure"),
        (("milieu", "4-4-2"), "replace"),
        (("gardien", "4-4-2"), "compo"),
    ],
)
def test_the_yardsticks_greedy_player_has_its_order_of_actions(cards, action):
    greedy = get_strategy("mercato", f"{ROOT / 'benchmarks' / 'yardstick_players.py'}:greedy")
    table = Situation(greedy, trade_proposals=0).team(0, (1, 2, 3, 2), (0, 0, 1, 0)).team(1, (1, 2, 2, 1)).hand(0, *cards)
    assert table.answer()["action"] == action


def test_the_yardsticks_players_play():
    file = ROOT / "benchmarks" / "yardstick_players.py"
    for name in ("greedy", "random"):
        assert len(_play(*(get_strategy("mercato", f"{file}:{name}"),) * 4, blocks=20, trade_proposals=0).games) == 80
