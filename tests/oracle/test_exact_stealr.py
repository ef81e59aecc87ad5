"""Games of Stealr so small that all of them can be enumerated: the simulated rates are the exact ones (binomial interval at 1e-6)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from sim.core.play import Lineup, play_blocks
from sim.core.registry import get_game
from strategies.registry import get_strategy
from tests.oracle.enumeration_stealr import Game, Rules

ERROR = 1e-6
BLOCKS = 20_000
VALUES = {"rose": 2, "orange": 2, "rouge": 3, "joker_rose_orange": 2, "1m": 1, "2m": 2, "rent_any": 3, "yoink": 2, "deal_breaker": 3}
VALUES |= {"just_say_no": 4, "pass_go": 1, "go_again": 1}
MONEY = ("1m", "2m")
PLAIN = {"sets_to_win": 2, "plays": 1, "draw": 1, "moves": 0, "tokens": 1, "yoink": 3, "pass_go": 2, "max_turns": 6}

# (deck, sizes of Rose, Orange and Rouge, rents, starting hand, what differs from PLAIN)
GAMES = [
    ({"rose": 2, "rouge": 1, "1m": 1, "rent_any": 1, "just_say_no": 1}, (2, 3, 1), (1, 3, 5), 1, {"max_turns": 10}),
    ({"rose": 1, "rouge": 1, "2m": 1, "yoink": 1, "just_say_no": 2}, (1, 1, 1), (2, 3, 4), 1, {"tokens": 2, "max_turns": 8}),
    ({"rose": 1, "rouge": 1, "joker_rose_orange": 1, "deal_breaker": 2, "1m": 1}, (2, 2, 1), (2, 3, 4), 1, {"moves": 1, "plays": 2, "max_turns": 7}),
    ({"rose": 1, "rouge": 1, "1m": 2, "go_again": 1, "pass_go": 1}, (1, 1, 1), (2, 3, 4), 1, {"max_turns": 8}),
    ({"rose": 1, "joker_rose_orange": 1, "rent_any": 2, "1m": 1}, (1, 1, 1), (3, 5, 6), 1, {"moves": 1, "max_turns": 6}),
]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_random_players(number: int) -> None:
    """Rates of victory of the first and the second player, and the mean length, against the exact ones."""
    deck, sizes, rents, hand, changes = GAMES[number]
    settings = PLAIN | changes
    set_sizes = dict(zip(("rose", "orange", "rouge"), sizes, strict=True))
    rules = Rules(values=tuple(VALUES.items()), sizes=tuple(set_sizes.items()), rents=rents, **settings)
    exact = Game(rules).exact(tuple(card for card, n in deck.items() for _ in range(n)), hand)
    assert 0.2 < exact[0] + exact[1] <= 1.5

    game = get_game("stealr")
    options = {
        "sets_to_win": settings["sets_to_win"], "plays_per_turn": settings["plays"], "draw": settings["draw"], "draw_on_empty": settings["draw"],
        "joker_moves_per_turn": settings["moves"], "debt_tokens": settings["tokens"], "yoink_amount": settings["yoink"],
        "pass_go_hand": settings["pass_go"], "max_turns": settings["max_turns"], "starting_hand": hand, "hand_limit": 7,
        "set_sizes": set_sizes, "rents": {colour: list(rents) for colour in set_sizes},
        "values": {card: value for card, value in VALUES.items() if card not in MONEY},
    }  # fmt: skip
    config = game.configure("no_mercy", 2, options=options, deck=dict.fromkeys(game.deck, 0) | deck, allow_impossible=True)
    rows = play_blocks(config, Lineup((get_strategy("stealr", "random"),) * 2), 77, 0, BLOCKS)
    seats = rows.seats[rows.seats["rotation"] == 0]  # one game a block: independent ones
    for order in (0, 1):
        won = seats["won"][seats["order"] == order]
        p = float(exact[order])
        low, high = stats.binom.ppf([ERROR / 2, 1 - ERROR / 2], len(won), p)
        assert low <= won.sum() <= high, (order, won.mean(), p)
    lengths = rows.games["turns"][rows.games["rotation"] == 0]
    assert abs(lengths.mean() - float(exact[2])) < stats.norm.isf(ERROR / 2) * lengths.std() / np.sqrt(len(lengths))
