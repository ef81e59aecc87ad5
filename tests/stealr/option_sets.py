"""Many ways to play Stealr: each option alone at each of its ends, and random mixtures of options and decks."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from sim.core.errors import SetupError
from sim.core.registry import Config, get_game
from sim.stealr.cards import COLOUR_SLUGS, JOKER, MULTICOLOUR, PROPERTY, SLUGS


def variants() -> list[tuple[str, int]]:
    """Every mode with every number of players."""
    return [(variant.name, players) for variant in get_game("stealr").variants.values() for players in variant.players]


def values_of(option: Any) -> list[Any]:
    """The values of an option that a test tries: the ends of a range, all choices, tables of nothing but the ends."""
    if option.kind == "bool":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    if option.kind == "table":
        return [dict.fromkeys(option.default, [end] * 6 if option.longest else end) for end in (option.low, option.high)]
    return sorted({option.low, min(option.low + 1, option.high), option.high})


@cache
def one_by_one() -> list[tuple[str, Config]]:
    """(description, configuration): every option at every value tried, alone, with 2, 3 and 4 players in turn."""
    game = get_game("stealr")
    made = [(f"{mode} {players}", game.configure(mode, players)) for mode, players in variants()]
    for number, option in enumerate(game.options.values()):
        for value in values_of(option):
            if option.name != "max_turns" and value != option.default:
                rents = {"rents": {key: [1, 2, 3, 4, 5, 6] for key in COLOUR_SLUGS}} if option.name == "set_sizes" else {}
                config = game.configure("no_mercy", 2 + number % 3, options={option.name: value, **rents}, allow_impossible=True)
                made.append((f"{option.name}={value}", config))
    return made


def mixed(number: int, max_turns: int = 120) -> Config:
    """The mixture of this number: options anywhere in their ranges, odd decks; the same at each call."""
    game = get_game("stealr")
    chance = random.Random(number)
    while True:
        variant, players = chance.choice(variants())
        options: dict[str, Any] = {}
        for option in game.options.values():
            if chance.random() < 0.5:
                continue
            if option.kind == "int":
                options[option.name] = chance.randint(option.low, min(option.high, 12))
            elif option.kind != "table":
                options[option.name] = chance.choice(values_of(option))
        if chance.random() < 0.5:
            options["rents"] = {colour: [chance.randint(0, 12) for _ in range(6)] for colour in COLOUR_SLUGS}
            options["set_sizes"] = {colour: chance.randint(1, 6) for colour in COLOUR_SLUGS}
            options["values"] = {card: chance.randint(1, 15) for card in game.options["values"].default if chance.random() < 0.5}
        options["max_turns"] = chance.randint(1, max_turns)
        deck = {}
        for place, (name, copies) in enumerate(game.deck.items()):
            if chance.random() < 0.3:
                most = 6 if place == MULTICOLOUR else 10 if JOKER <= place < MULTICOLOUR else 20
                deck[name] = min(most, chance.choice([0, 1, copies // 2, copies * 2, chance.randint(0, 10)]))
        try:
            return game.configure(variant, players, options=options, deck=deck, allow_impossible=True)
        except SetupError:
            continue  # it can't be dealt: another one


def short(variant: str, players: int, **options: Any) -> Config:
    """Few cards and small sets: games that end soon in every way there is."""
    game = get_game("stealr")
    deck = {name: min(1, copies) if place >= PROPERTY else 0 for place, (name, copies) in enumerate(game.configure(variant, players).deck.items())}
    deck |= {"1m": 3, "rose": 2, "rouge": 2, "gare": 3, "deal_breaker": 4, SLUGS[MULTICOLOUR]: 2}
    sizes = {colour: 1 + place % 2 for place, colour in enumerate(COLOUR_SLUGS)}
    return game.configure(variant, players, options={"set_sizes": sizes, "sets_to_win": 4, **options}, deck=deck)
