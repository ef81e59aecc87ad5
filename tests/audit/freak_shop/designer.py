"""Who plays the games under audit, and with what: players who go to extremes, options and decks at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from sim.core.errors import SetupError
from sim.core.play import Lineup, rotations
from sim.core.registry import Config, get_game
from sim.core.replay import replay
from strategies.registry import Strategy, get_strategy, strategy_names

from .words import CATEGORIES, CHOICES, OBJECTIVES, POINTS, SEATS, SWITCHES

GAME = get_game("freak_shop")
RANDOM: Any = get_strategy("freak_shop", "random")
BUILT_IN: list[Any] = [get_strategy("freak_shop", name) for name in strategy_names("freak_shop")]


# --- players who go to extremes ------------------------------------------------------------------------------------

GOOD_DEAL, FAIR_PRICE, TAKE, GIVE = 1, 2, 3, 4  # `moves[i].action`, as strategies see it; checked below by what comes of it


def extreme(name: str, deals: int, worth: Callable[[int, int, int], int]) -> Any:
    """A player who makes so many good deals between two fair prices, and takes the step that is worth most; ties: the first.

    A good deal gives low cards for high ones, as many as possible; `worth` of a fair price's step by (action, kind of card, number).
    """

    def choose(view: Any, moves: Any, n_moves: int, params: Any, memory: Any, rng: Any) -> int:
        steps = [(int(moves[i].action), int(moves[i].kind), int(moves[i].number)) for i in range(n_moves)]
        if steps[0][0] not in (TAKE, GIVE):
            memory[0] = (memory[0] + 1) % (deals + 1)
            wanted = GOOD_DEAL if memory[0] else FAIR_PRICE
            return next((i for i, step in enumerate(steps) if step[0] == wanted), 0)
        if memory[0]:
            values = [2 * number + kind if action == TAKE else 30 * number - kind for action, kind, number in steps]
        else:
            values = [worth(*step) for step in steps]
        return values.index(max(values))

    return Strategy("freak_shop", name, 1, "", choose, {}, 1, compiled=False, source="test")


HOARDER = extreme("hoarder", 2, lambda action, kind, number: 30 * number - kind if action == TAKE else kind)
SPENDER = extreme("spender", 0, lambda action, kind, number: 30 * number - kind if action == GIVE else kind)
DEALER = extreme("dealer", 9999, lambda action, kind, number: 0)
EXTREMES = [HOARDER, SPENDER, DEALER]


def random_lineup(players: int, rng: random.Random) -> Lineup:
    """Everyone at random in half of the games; else any of the built-in strategies and of those above."""
    if rng.random() < 0.5:
        return Lineup((RANDOM,) * players)
    return Lineup(tuple(rng.choice([*BUILT_IN, RANDOM, *EXTREMES]) for _ in range(players)))


def trace(config: Config, lineup: Lineup, rng: random.Random) -> Iterator[dict[str, Any]]:
    """A game of any seed, block and rotation."""
    seed, block = rng.randrange(2**63), rng.randrange(1000)
    return replay(config, lineup, seed, block, rng.randrange(rotations(config, lineup)))


# --- a designer's games --------------------------------------------------------------------------------------------


def random_piles(rng: random.Random) -> list[list[int]]:
    """Some of the objectives in three piles, each in one."""
    chosen = rng.sample(list(OBJECTIVES), rng.randint(3, 12))
    cuts = sorted(rng.sample(range(1, len(chosen)), 2))
    return [chosen[: cuts[0]], chosen[cuts[0] : cuts[1]], chosen[cuts[1] :]]


def random_categories(rng: random.Random) -> dict[str, str]:
    """Any two or three categories in any blocks; some are refused for having three in three consecutive values."""
    if rng.random() < 0.3:
        pair = rng.sample(CATEGORIES, 2)
        return {str(value): rng.choice(pair) for value in range(1, 11)}
    first, second = sorted(rng.sample(range(1, 11), 2))
    order = rng.sample(CATEGORIES, 3)
    return {str(value): order[(value > first) + (value > second)] for value in range(1, 11)}


def random_deck(rng: random.Random) -> dict[str, int]:
    """Other numbers of cards, up to three times as many, some values not at all."""
    return {str(value): rng.choice([0, 1, 2, 4, 6, 8, rng.randint(0, 25)]) for value in range(1, 11) if rng.random() < 0.5}


def random_number(name: str, rng: random.Random) -> int:
    """One of the numbers in the objectives: nothing, something, or the most that is allowed (a step: from 1 up)."""
    return rng.choice([1, rng.randint(1, 12), *([] if name == "somme_step" else [0, 100])])


def random_config(players: int, rng: random.Random) -> Config:
    """A designer's game that can be dealt: options and deck at random."""
    while True:
        options: dict[str, Any] = {name: rng.random() < 0.5 for name in SWITCHES}
        options.update({name: rng.choice(choices) for name, choices in CHOICES.items()})
        deck = random_deck(rng) if rng.random() < 0.5 else {}
        counts = {**GAME.deck, **deck}
        maybe: dict[str, Callable[[], Any]] = {
            "piles": lambda: random_piles(rng),
            "categories": lambda: random_categories(rng),
            "points": lambda: {name: random_number(name, rng) for name in POINTS},
            "starting_cards": lambda: [[rng.randint(1, 10) for _ in range(rng.randint(1, 7))] for _ in range(5)],
            "refill": lambda: {str(seats): rng.choice([1, 2, 3, 7]) for seats in SEATS},
            "shop_minimum": lambda: rng.choice([1, 2, 3, 8, 15]),
            "bottom_cards": lambda: rng.choice([0, 1, 3, 12, 30]),
            "run_cap": lambda: rng.choice([1, 2, 3, 5, 8]),
            "shortest_run": lambda: rng.choice([2, 3, 4, 7]),
            "max_turns": lambda: rng.choice([1, 2, 7, 12, 20]),
        }
        options.update({name: make() for name, make in maybe.items() if rng.random() < 0.4})
        if deck or rng.random() < 0.4:
            options["sale"] = {value: rng.randint(0, number) if rng.random() < 0.8 else 0 for value, number in counts.items()}
        if "piles" not in options and rng.random() < 0.3:
            options["objectives"] = rng.choice(["first_game", [rng.choice(pile) for pile in GAME.options["piles"].default]])
        try:
            return GAME.configure("classic", players, options=options, deck=deck)
        except SetupError:
            continue  # it can't be dealt: think of another


def deck_of(**counts: int) -> dict[str, int]:
    """`v1=3, v10=2`: all other values have no card."""
    return {str(value): counts.get(f"v{value}", 0) for value in range(1, 11)}
