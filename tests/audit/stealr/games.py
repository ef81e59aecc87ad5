"""Games of the engine to be audited: printed ones, ones with random options and decks, and ones in which a corner of the rules is busy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from sim.core.errors import SetupError
from sim.core.play import Lineup, rotations
from sim.core.registry import Config, get_game
from sim.core.replay import replay
from strategies.registry import get_strategy, strategy_names

from .words import CHOICES, COLOURS, JOKERS, MODES, MULTICOLOUR, NUMBERS, RENTS, SWITCHES, USE_FIELDS

GAME = get_game("stealr")
STRATEGIES: list[Any] = [get_strategy("stealr", name) for name in strategy_names("stealr")]
RANDOM: Any = get_strategy("stealr", "random")
SHORT = 40  # turns: most games of a designer's stop there, so that many can be played

_NONE = dict.fromkeys(GAME.deck, 0)
_SMALL = {"set_sizes": dict.fromkeys(COLOURS, 2), "rents": {colour: [2, 5] for colour in COLOURS}}
_LARGE = {"set_sizes": dict.fromkeys(COLOURS, 4), "rents": {colour: [1, 2, 3, 4] for colour in COLOURS}}
_SINGLE = {"set_sizes": dict.fromkeys(COLOURS, 1)}
_PAIR = {"rose": 4, "orange": 4}

# Decks and options in which what is rare elsewhere happens all the time: (deck, options).
THEMES: dict[str, tuple[dict[str, int], dict[str, Any]]] = {
    # a handful of cards that are soon on the tables and in the banks: the last round, shared victories
    "few cards": (_NONE | {"1m": 9, "2m": 3, "rouge": 2, "vert": 2, "go_again": 3, "yoink": 2}, {"draw": 3}),
    "kept cards": (_NONE | {"1m": 5, "just_say_no": 6, "rouge": 3, "go_again": 6}, {"hand_limit": 10, "plays_per_turn": 1}),
    "late jokers": (
        _NONE | {"1m": 6, "rose": 2, "orange": 2, "joker_rose_orange": 2, MULTICOLOUR: 3, "go_again": 3},
        {"sets_to_win": 1, "starting_hand": 3, "joker_moves_per_turn": 1, **_LARGE},
    ),
    "all bankers": (_NONE | {"1m": 12, "go_again": 2}, {"starting_hand": 3}),
    "a ring of Go Agains": (
        _NONE | {"go_again": 5, "pass_go": 3, "1m": 5, "rose": 2, "heist": 2},
        {"starting_hand": 1, "draw": 1, "draw_on_empty": 2},
    ),
    # claims, and nothing to pay them with
    "beggars": ({name: 5 for name in RENTS} | {"yoink": 10, "forced_debt": 6, "1m": 4, "5m": 0, "10m": 0, "15m": 0}, {"debt_tokens": 1}),
    "debtors": ({"forced_debt": 15, "yoink": 15, "1m": 0, "heist": 0}, {"debt_tokens": 4, "plays_per_turn": 1, "sets_to_win": 3, **_SINGLE}),
    "naysayers": ({"just_say_no": 20, "deal_breaker": 8, "heist": 8, "rent_any": 8}, {"plays_per_turn": 2}),
    # much on the tables
    "shanty town": (
        _NONE | _PAIR | {"shack": 16, "joker_rose_orange": 4, "super_sly_deal": 8, "deal_breaker": 8, "rent_any": 6, MULTICOLOUR: 4},
        {"sets_to_win": 3, **_SMALL},
    ),
    "poor landlords": (
        _NONE | _PAIR | {"shack": 14, "joker_rose_orange": 4, "rent_any": 14, "double_rent_any": 6, "market_crash": 4},
        {"shack_pays": True, "shack_rent": 2, "sets_to_win": 3, "insolvent_may_refuse": False},
    ),
    "leaky roofs": (
        _NONE | {"rose": 4, "orange": 4, "rouge": 3, "vert": 3, "joker_rose_orange": 4, "shack": 16, "yoink": 14},
        {"shack_pays": True, "values": {"shack": 9, "rose": 1, "orange": 1, "rouge": 1, "vert": 1, "joker_rose_orange": 1}},
    ),
    "jokers": (
        dict.fromkeys(JOKERS, 6) | {"super_sly_deal": 8, "market_crash": 8, "repossession": 8, "rent_any": 8, "tax_collector": 6},
        {"super_sly_jokers": "possible"},
    ),
    "lucky heirs": (
        {"repossession": 12, "tax_collector": 8, "yoink": 8, "double_rent_any": 8, "market_crash": 8, "forced_debt": 8},
        {"sets_to_win": 2, "set_sizes": dict.fromkeys(COLOURS, 2)},
    ),
    "traders": ({"unfair_trade": 16, "tough_luck": 10, "forced_debt": 6, "heist": 6}, {"unfair_trade_needs_bank": False, "starting_hand": 2}),
}  # fmt: skip

# Where the rarest situations are met, in a game out of ten or so.
WHERE = {
    "a victory in the last round": "late jokers",
    "a victory by a debt card": "debtors",
    "a debt card that costs no play": "debtors",
    "two tokens with one holder": "debtors",
    "tokens come back to an empty hand": "poor landlords",
    "can't pay any more": "leaky roofs",
    "the rest is void": "beggars",
    "three Noes on one target": "naysayers",
    "no play left for a No": "naysayers",
    "a stolen Shack too many": "shanty town",
    "a victory on another's turn": "lucky heirs",
    "a Go Again opens the last round": "all bankers",
    "a Go Again at the turn limit": "few cards",
    "a shared victory": "all bankers",
    "not asked though holding a No": "debtors",
    "an empty hand is looked at": "traders",
    "set": "shanty town",
    "choose": "shanty town",
}


def random_number(name: str, rng: random.Random) -> int:
    """The default, an end of what is allowed, or something small."""
    option = GAME.options[name]
    low, high = int(option.low or 0), int(option.high or 0)
    ends = [low, min(high, low + 1), min(high, low + 2), min(high, 12)]
    return rng.choice([option.default, option.default, *ends, rng.randint(low, min(high, low + 8))])


def rulings(rng: random.Random) -> dict[str, Any]:
    """Every ruling one way or the other."""
    return {name: rng.random() < 0.5 for name in SWITCHES} | {name: rng.choice(choices) for name, choices in CHOICES.items()}


def random_config(mode: str, rng: random.Random) -> Config:
    """A designer's game that can be dealt: options and deck at random."""
    while True:
        options: dict[str, Any] = {name: random_number(name, rng) for name in NUMBERS if rng.random() < 0.3} | rulings(rng)
        options["max_turns"] = rng.choice([1, 5, SHORT, SHORT, 3 * SHORT])
        if rng.random() < 0.4:
            options["set_sizes"] = {colour: rng.randint(1, 4) for colour in COLOURS}
            options["rents"] = {colour: [rng.randint(0, 9) for _ in range(6)] for colour in COLOURS}
        if rng.random() < 0.3:
            options["values"] = {card: rng.randint(1, 9) for card in GAME.options["values"].default if rng.random() < 0.5}
        chance = rng.random()
        deck: dict[str, int] = {}
        if chance < 0.25:
            deck = {card: rng.choice([0, 0, 1]) for card in GAME.deck}
        elif chance < 0.6:
            deck = {card: rng.choice([0, 1, n, 2 * n, 5]) for card, n in GAME.deck.items() if rng.random() < 0.4}
        try:
            return GAME.configure(mode, rng.choice((2, 3, 4)), options=options, deck=deck, allow_impossible=True)
        except SetupError:
            continue  # it can't be dealt: think of another


def themed_config(theme: str, players: int, rng: random.Random) -> Config:
    """A theme, with rulings at random where the theme has none."""
    deck, options = THEMES[theme]
    options = rulings(rng) | {"max_turns": rng.choice([SHORT, 3 * SHORT, rng.randint(2, SHORT)])} | options
    return GAME.configure(rng.choice(MODES), players, options=options, deck=deck, allow_impossible=True)


def random_lineup(players: int, rng: random.Random) -> Lineup:
    """Everyone at random in half of the games; else any of the built-in strategies."""
    if rng.random() < 0.5:
        return Lineup((RANDOM,) * players)
    return Lineup(tuple(rng.choice(STRATEGIES) for _ in range(players)))


def trace(config: Config, lineup: Lineup, rng: random.Random) -> Iterator[dict[str, Any]]:
    """A game of any seed, block and rotation."""
    return replay(config, lineup, rng.randrange(2**63), rng.randrange(1000), rng.randrange(rotations(config, lineup)))


def actions_there_are() -> set[str]:
    """How a report calls every kind of move."""
    uses = {*USE_FIELDS, *RENTS, "tax_collector", "repossession", "unfair_trade", "yoink", "forced_debt"}
    plain = {"give", "place", "bank", "move", "end", "choose", "name", "no", "accept", "put", "drop", "pay", "keep", "hand_out"}
    return plain | {f"use {card}" for card in uses}
