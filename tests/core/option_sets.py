"""Many ways to play Mercato: each option alone at each of its ends, and random mixtures of options, decks and compos."""

from __future__ import annotations

import random
from functools import cache

from sim.core.errors import SetupError
from sim.core.registry import Config, get_game

MATCH_OPTIONS = ("games", "final", "max_extra_games")  # they change what is played after a game, not the game
LINES = ("gardien", "defenseur", "milieu", "attaquant")


def variants() -> list[tuple[str, int]]:
    """Every variant with every number of players."""
    return [(variant.name, players) for variant in get_game("mercato").variants.values() for players in variant.players]


def values_of(option) -> list:
    """The values of an option that a test tries: the ends of a range, all choices."""
    if option.kind == "bool":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    return sorted({option.low, min(option.low + 1, option.high), option.high})


@cache
def one_by_one() -> list[tuple[str, Config]]:
    """(description, configuration): every option at every value tried, alone, in the variants in which it matters."""
    game = get_game("mercato")
    made = [(f"{variant} {players}", game.configure(variant, players)) for variant, players in variants()]
    for option in game.options.values():
        if option.name in MATCH_OPTIONS or option.name == "max_turns":
            continue
        for value in values_of(option):
            for variant in option.variants or tuple(game.variants):
                players = max(game.variants[variant].players)
                if value != option.default:
                    opening = {"hand_limit": 20} if option.name == "opening_hand" else {}
                    deck = {"milieu": 60} if option.name == "opening_hand" else {}
                    config = game.configure(variant, players, options={option.name: value, **opening}, deck=deck)
                    made.append((f"{variant} {players} {option.name}={value}", config))
    return made


def mixed(number: int, max_turns: int = 120) -> Config:
    """The mixture of this number: options anywhere in their ranges, odd decks, compos of several sizes (even impossible ones); the same at each
    call."""
    game = get_game("mercato")
    chance = random.Random(number)
    while True:
        variant = chance.choice(list(game.variants))
        players = chance.choice(game.variants[variant].players)
        options = {}
        for option in game.options.values():
            if chance.random() < 0.5:
                continue
            if option.kind == "int":
                options[option.name] = chance.randint(option.low, min(option.high, 20))
            else:
                options[option.name] = chance.choice(values_of(option))
        options["max_turns"] = chance.randint(1, max_turns)
        options["games"] = 1 if chance.random() < 0.7 else chance.randint(2, 4)
        options["max_extra_games"] = chance.randint(0, 5)
        deck = {}
        for name, copies in game.deck.items():
            if chance.random() < 0.3:
                deck[name] = chance.randint(0, 1) if name in game.coaches else chance.choice([0, 1, copies // 2, copies * 2, chance.randint(0, 40)])
        compos = {f"own{i}": {line: chance.randint(0, chance.choice([2, 5, 20])) for line in LINES} for i in range(chance.randint(0, 3))}
        try:
            return game.configure(variant, players, options=options, deck=deck, compos=compos, require_eleven=False, allow_impossible=True)
        except SetupError:
            continue  # it can't be dealt: another one


def small_compos(variant: str, players: int, **options) -> Config:
    """Teams of two or three: games that end soon in every way there is."""
    compos = {"1-1": {"gardien": 1, "defenseur": 1}, "1-2": {"gardien": 1, "milieu": 2}, "2-1": {"milieu": 1, "attaquant": 1}}
    deck = {name: 0 for name in get_game("mercato").printed_compos} | dict.fromkeys(compos, 4)
    return get_game("mercato").configure(variant, players, options=options, deck=deck, compos=compos, require_eleven=False)


short = small_compos
"""The name under which other games' short games are found too (see `tests.core.modes`)."""
