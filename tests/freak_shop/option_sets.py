"""Many ways to play Freak Shop: each option alone at each of its ends, and random mixtures of options and decks."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from sim.core.errors import SetupError
from sim.core.registry import Config, get_game

GAME = "freak_shop"
PLAYERS = (2, 3, 4, 5)
CATEGORY = ("accessoires", "animaux", "personnel")


def variants() -> list[tuple[str, int]]:
    """Every variant with every number of players."""
    return [("classic", players) for players in PLAYERS]


def values_of(option) -> list[Any]:
    """The values of an option that a test tries: the ends of a range, all choices; of a table, all entries at an end."""
    if option.kind == "bool":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    if option.kind == "int":
        return sorted({option.low, min(option.low + 1, option.high), option.high})
    names = list(option.default) if option.kind == "table" else []
    return {
        "objectives": ["first_game", [2, 6, 10], [3, 7, 11], [4, 8, 12], [1, 5, 12]],
        "piles": [[[12], [11], [10]], [list(range(1, 11)), [11], [12]], [[9, 4], [5], [1, 2, 3]]],
        "points": [dict.fromkeys(names, 1), dict.fromkeys(names, 100), {"ordonne_animaux": 9, "ordonne_personnel": 1}],
        "sale": [dict.fromkeys(names, 0), dict.fromkeys(names, 1), {"1": 6, "2": 5, "9": 2, "10": 2}],
        "categories": [dict.fromkeys(names, "animaux"), {str(v): CATEGORY[v % 2] for v in range(1, 11)}],
        "starting_cards": [[[10], [9], [8], [7], [6]], [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]], [[1, 2, 3, 4, 5, 6]] * 2 + [[1]] * 3],
        "refill": [dict.fromkeys(names, 1), dict.fromkeys(names, 20)],
    }[option.name]


@cache
def one_by_one() -> list[tuple[str, Config]]:
    """(description, configuration): every option at every value tried, alone."""
    game = get_game(GAME)
    made = [(f"{players} players", game.configure("classic", players)) for players in PLAYERS]
    for number, option in enumerate(game.options.values()):
        for place, value in enumerate(values_of(option)):
            if value == option.default:
                continue
            options = {option.name: value}
            if option.name == "bottom_cards" and value > 30:
                options["bottom_cards"] = 52
            if option.name == "max_turns" and value > 500:
                options["max_turns"] = 500
            players = PLAYERS[(number + place) % len(PLAYERS)] if "bottom_cards" not in options else 2
            made.append((f"{players} {option.name}={value}", game.configure("classic", players, options=options)))
    return made


def short(variant: str, players: int, **options: Any) -> Config:
    """A deck of half the size: games that are over in a dozen turns."""
    deck = {"1": 9, "2": 7, "3": 6, "4": 3, "5": 3, "6": 2, "7": 2, "8": 2, "9": 2, "10": 1}
    sale = {**dict.fromkeys(deck, 1), "1": 3, "2": 2, "10": 0}
    return get_game(GAME).configure(variant, players, deck=deck, options={"sale": sale, **options})


def mixed(number: int, max_turns: int = 500) -> Config:
    """The mixture of this number: options anywhere in their ranges, odd decks; the same at each call."""
    game = get_game(GAME)
    chance = random.Random(number)
    while True:
        players = chance.choice(PLAYERS)
        deck = {}
        for name, copies in game.deck.items():
            if chance.random() < 0.3:
                deck[name] = chance.choice([0, 1, copies // 2, 2 * copies, chance.randint(0, 25)])
        counts = {**game.deck, **deck}
        sale = {name: chance.randint(0, copies) for name, copies in counts.items() if chance.random() < 0.5 or name in deck}
        every = chance.sample(range(1, 13), chance.randint(3, 12))
        cuts = sorted(chance.sample(range(1, len(every)), 2))
        options: dict[str, Any] = {"sale": sale, "max_turns": chance.randint(1, max_turns)}
        if chance.random() < 0.5:
            options["piles"] = [every[: cuts[0]], every[cuts[0] : cuts[1]], every[cuts[1] :]]
        if chance.random() < 0.5:
            options["categories"] = {name: chance.choice(CATEGORY) for name in chance.sample(list(counts), chance.randint(1, 3))}
        if chance.random() < 0.5:
            options["points"] = {name: chance.randint(0, 12) for name in game.options["points"].default if name != "somme_step"}
            options["points"]["somme_step"] = chance.randint(1, 30)
        if chance.random() < 0.4:
            options["starting_cards"] = [[chance.randint(1, 10) for _ in range(chance.randint(1, 6))] for _ in range(5)]
        if chance.random() < 0.5:
            options["refill"] = {str(seats): chance.randint(1, 6) for seats in PLAYERS}
        for name, low, high in (("shop_minimum", 1, 12), ("bottom_cards", 0, 25), ("run_cap", 0, 10), ("shortest_run", 1, 5)):
            if chance.random() < 0.5:
                options[name] = chance.randint(low, high)
        for name in ("zero_sale_scores", "tie_longer_manor", "equal_turns"):
            options[name] = chance.random() < 0.5
        options["fair_same_value"] = chance.choice(game.options["fair_same_value"].choices)
        try:
            return game.configure("classic", players, options=options, deck=deck)
        except SetupError:
            continue  # it can't be dealt: another one
