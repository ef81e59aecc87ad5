"""Freak Shop, as the registry knows it; and the check that a study can be dealt."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from sim.core.errors import SetupError, nearest
from sim.core.registry import GAMES_COLUMNS, SEATS_COLUMNS, Config, Game, Records
from sim.freak_shop import apply, deal, legal, record, view  # noqa: F401  (they register the game's functions)
from sim.freak_shop.cards import (
    CATEGORY_SLUGS,
    MAX_CARDS,
    MAX_SEATS,
    MAX_WORTH,
    OBJECTIVE_TITLES,
    PRINTED_DECK,
    PRINTED_SALE,
    TITLES,
    VALUE_NAMES,
    VALUES,
)
from sim.freak_shop.options import FALLING, FIRST_GAME, OPTIONS, PRINTED_STARTS, RISING, RULES, UNORDERED, VARIANTS
from sim.freak_shop.state import DECISIONS, MOVE, STATE, VIEW
from sim.freak_shop.tell import narrate
from sim.freak_shop.trace import describe, describe_move

VERSION = 1


def configure(
    variant: str,
    players: int,
    *,
    options: dict[str, Any] | None = None,
    deck: dict[str, int] | None = None,
    compos: dict[str, dict[str, int]] | None = None,
    **_: Any,
) -> Config:
    """Check one way to play Freak Shop and make the record that the compiled rules read.

    ``deck`` holds cards by value, where they differ from the printed deck (how many of them are on sale is the option ``sale``). Other settings of
    a study (``allow_impossible`` …) mean nothing here. Raises :class:`SetupError` for anything with which the game could not be played.
    """
    chosen = _check_variant(variant, players)
    if compos:
        raise SetupError("compos", "Freak Shop has no compos", "leave them out")
    filled = _fill_options(options or {})
    counts = _fill_deck(deck or {})
    _check_sale(counts, filled["sale"])
    starts = _starts(filled["starting_cards"], players, counts, filled["sale"])
    _check_pile(counts, starts, filled)

    rules = np.zeros(1, RULES)
    rules["variant"] = [v.name for v in VARIANTS].index(chosen.name)
    rules["players"] = players
    rules["deck"] = _by_kind(counts, filled["sale"])
    rules["reference"] = _by_kind(PRINTED_DECK, PRINTED_SALE)
    for value in (value for start in PRINTED_STARTS[:players] for value in start):
        rules["reference"][0, 2 * (value - 1)] -= 1
    rules["start"][0, :, ::2] = starts
    _write_objectives(rules[0], filled)
    _write_points(rules[0], filled["points"], filled["categories"])
    rules["refill"] = filled["refill"][str(players)]
    for option in OPTIONS:
        if option.kind in ("int", "bool", "choice"):
            rules[option.name] = option.code(filled[option.name])
    labels = {"variant": [v.name for v in VARIANTS], "objective": ["none", *OBJECTIVE_TITLES]}
    return Config(GAME, variant, players, filled, counts, {}, rules, labels)


def several(options: dict[str, Any]) -> dict[str, list[Any]]:
    """Options that stand for several design points, with the values that each stands for, in order: ``objectives = "all"``.

    ``options`` are those that the study gives. Raises :class:`SetupError` if they are not allowed.
    """
    filled = _fill_options(options)
    if filled["objectives"] != "all":
        return {}
    _check_piles(filled["piles"])
    return {"objectives": [list(three) for three in product(*filled["piles"])]}


def _check_variant(variant: str, players: int) -> Any:
    known = {v.name: v for v in VARIANTS}
    if variant not in known:
        raise SetupError("variant", f"Freak Shop has no variant {variant!r}", nearest(str(variant), known, "variant"))
    chosen = known[variant]
    if isinstance(players, bool) or not isinstance(players, int) or players not in chosen.players:
        raise SetupError("players", f"Freak Shop cannot be played by {players!r} players", "it is for 2, 3, 4 or 5 players")
    return chosen


def _fill_options(options: dict[str, Any]) -> dict[str, Any]:
    known = {option.name: option for option in OPTIONS}
    for name in options:
        if name not in known:
            raise SetupError(f"options.{name}", f"Freak Shop has no option {name!r}", nearest(name, known, "option"))
    return {name: option.check(options.get(name, option.default)) for name, option in known.items()}


def _fill_deck(deck: dict[str, int]) -> dict[str, int]:
    counts = dict(PRINTED_DECK)
    for name, number in deck.items():
        if name not in counts:
            raise SetupError(f"deck.{name}", f"Freak Shop has no cards {name!r}", nearest(str(name), counts, "value"))
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 100:
            raise SetupError(f"deck.{name}", f"{number!r} cards of value {name}", "it is a whole number from 0 to 100")
        counts[name] = number
    cards = sum(counts.values())
    worth = sum(int(name) * number for name, number in counts.items())
    if cards > MAX_CARDS:
        raise SetupError("deck", f"{cards} merchandise cards", f"at most {MAX_CARDS}")
    if worth > MAX_WORTH:
        raise SetupError("deck", f"the values of the merchandise cards add up to {worth}", f"to {MAX_WORTH} at most")
    return counts


def _by_kind(deck: dict[str, int], sale: dict[str, int]) -> list[int]:
    return [number for name in VALUE_NAMES for number in (deck[name] - sale[name], sale[name])]


def _check_sale(deck: dict[str, int], sale: dict[str, int]) -> None:
    for name in VALUE_NAMES:
        if sale[name] > deck[name]:
            raise SetupError(
                f"options.sale.{name}",
                f"{sale[name]} of the cards of value {name} are on sale and the deck has {deck[name]}",
                "lower it, or add cards",
            )


def _starts(starting: list[list[int]], players: int, deck: dict[str, int], sale: dict[str, int]) -> np.ndarray:
    """F-1: the first cards of the seats that play, by seat and value."""
    starts = np.zeros((MAX_SEATS, VALUES), int)
    for seat, values in enumerate(starting[:players]):
        for value in values:
            starts[seat, value - 1] += 1
    for value, wanted in enumerate(starts.sum(axis=0).tolist(), start=1):
        there = deck[str(value)] - sale[str(value)]
        if wanted > there:
            raise SetupError(
                "options.starting_cards",
                f"{players} players get {wanted} cards of value {value} and the deck has {there} that are not on sale",
                "change what they get, the deck, or the sale",
            )
    return starts


def _check_pile(deck: dict[str, int], starts: np.ndarray, options: dict[str, Any]) -> None:
    there = sum(deck.values()) - int(starts.sum())
    shop, bottom = options["shop_minimum"], options["bottom_cards"]
    if there < shop + bottom:
        raise SetupError(
            "deck",
            f"{there} cards are left for a shop of {shop} and {bottom} at the bottom of the pile",
            "add cards, or lower shop_minimum or bottom_cards",
        )


def _check_piles(piles: list[list[int]]) -> None:
    everything = [objective for pile in piles for objective in pile]
    for objective in everything:
        if everything.count(objective) > 1:
            raise SetupError("options.piles", f"objective {objective} is in the piles twice", "an objective is in one pile, once")


def _write_objectives(rules: np.void, options: dict[str, Any]) -> None:
    piles, wanted = options["piles"], options["objectives"]
    _check_piles(piles)
    for slot, pile in enumerate(piles):
        rules["pile_sizes"][slot] = len(pile)
        rules["piles"][slot, : len(pile)] = pile
    if wanted == "all":
        number = len(piles[0]) * len(piles[1]) * len(piles[2])
        raise SetupError("options.objectives", f"'all' stands for {number} design points", "a study plays them; a game has three objectives")
    rules["drawn"] = wanted == "random"
    if wanted == "random":
        return
    three = FIRST_GAME if wanted == "first_game" else wanted
    for slot, objective in enumerate(three):
        if objective not in piles[slot]:
            raise SetupError(
                "options.objectives", f"objective {objective} is not in pile {slot + 1}", f"that pile has {', '.join(map(str, piles[slot]))}"
            )
    rules["objectives"] = three


def _write_points(rules: np.void, points: dict[str, int], categories: dict[str, str]) -> None:
    category = [CATEGORY_SLUGS.index(categories[name]) for name in VALUE_NAMES]
    rules["category"] = category
    for name in ("mode", "pas_les_memes"):
        rules[name] = [points[f"{name}_{place}"] for place in ("first", "second", "third")]
    for name in ("siamois", "trois", "ordonne"):
        rules[name] = [points[f"{name}_{slug}"] for slug in CATEGORY_SLUGS]
    for name in ("snob", "marchandage", "marchandage_sale", "voisins", "somme", "somme_step", "collection", "clou", "rangement"):
        rules[name] = points[name]
    if points["somme_step"] == 0:
        raise SetupError("options.points.somme_step", "somme_step is 0", "it is at least 1")
    runs = []
    for start in range(VALUES - 2):  # F-21: the category of most of its three cards
        three = category[start : start + 3]
        if len(set(three)) == 3:
            raise SetupError(
                "options.categories", f"the values {start + 1}, {start + 2} and {start + 3} have three categories", "a run of three needs two of one"
            )
        runs.append(points[f"ordonne_{CATEGORY_SLUGS[max(set(three), key=three.count)]}"])
    rules["run_points"] = runs
    rules["run_order"] = RISING if runs == sorted(runs) else FALLING if runs == sorted(runs, reverse=True) else UNORDERED


GAME = Game(
    name="freak_shop",
    title="Freak Shop",
    version=VERSION,
    variants={variant.name: variant for variant in VARIANTS},
    options={option.name: option for option in OPTIONS},
    deck=dict(PRINTED_DECK),
    deck_titles=dict(TITLES),
    records=Records(STATE, VIEW, MOVE, RULES),
    max_seats=MAX_SEATS,
    configure=configure,
    describe=describe,
    describe_move=describe_move,
    decision_names=DECISIONS,
    narrate=narrate,
    games_columns=(*GAMES_COLUMNS, *record.GAMES_COLUMNS),
    seats_columns=(*SEATS_COLUMNS, *record.SEATS_COLUMNS),
    rotates_deal=False,  # the starting cards belong to the order of play
    several=several,
)
