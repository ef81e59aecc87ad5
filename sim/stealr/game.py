"""Stealr, as the registry knows it; and the check that a study can be dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.errors import SetupError, nearest
from sim.core.registry import GAMES_COLUMNS, SEATS_COLUMNS, Config, Game, Records
from sim.stealr import apply, deal, legal, record, view  # noqa: F401  (they register the game's functions)
from sim.stealr.cards import (
    COLOUR_SLUGS,
    COLOUR_TITLES,
    JOKER_COLOURS,
    MAX_PILE,
    MAX_SEATS,
    MONEY_FACES,
    MULTICOLOUR,
    PRINTED_DECKS,
    SLUGS,
    TITLES,
)
from sim.stealr.cards import JOKER as FIRST_JOKER
from sim.stealr.options import OPTIONS, RULES, VARIANTS
from sim.stealr.state import DECISIONS, MOVE, STATE, VIEW
from sim.stealr.tell import narrate
from sim.stealr.trace import describe, describe_move

VERSION = 1

_MOST_COPIES = {**dict.fromkeys(SLUGS, 50), **dict.fromkeys(COLOUR_SLUGS, 20), **dict.fromkeys(SLUGS[FIRST_JOKER:MULTICOLOUR], 10)}
_MOST_COPIES[SLUGS[MULTICOLOUR]] = 6  # each could be moved to nine colours: see MAX_MOVES


def configure(
    variant: str,
    players: int,
    *,
    options: dict[str, Any] | None = None,
    deck: dict[str, int] | None = None,
    compos: dict[str, Any] | None = None,
    allow_impossible: bool = False,
    require_eleven: bool = True,
) -> Config:
    """Check one way to play Stealr and make the record that the compiled rules read.

    ``deck`` holds copies by card name, where they differ from the mode's printed deck. There are no ``compos`` to set, and ``require_eleven`` has no
    effect. Raises :class:`SetupError` for anything with which the game could not be played.
    """
    if compos:
        raise SetupError("compos", "Stealr has no compos", "leave them out")
    chosen = _check_variant(variant, players)
    filled = _fill_options(options or {})
    counts = _fill_deck(chosen.name, deck or {})
    _check_rents(filled)
    _check_deal(players, filled, counts)
    warnings = _check_winnable(filled, counts, allow_impossible)

    rules = np.zeros(1, RULES)
    rules["variant"] = [v.name for v in VARIANTS].index(variant)
    rules["players"] = players
    rules["deck"][0] = [counts[name] for name in SLUGS]
    faces = dict(zip(SLUGS, MONEY_FACES, strict=False))
    rules["value"][0] = [faces.get(name, filled["values"].get(name, 0)) for name in SLUGS]
    rules["set_size"][0] = [filled["set_sizes"][colour] for colour in COLOUR_SLUGS]
    for number, colour in enumerate(COLOUR_SLUGS):
        rents = filled["rents"][colour]
        rules["rent"][0, number, 1 : len(rents) + 1] = rents
    for option in OPTIONS:
        if option.kind != "table":
            rules[option.name] = option.code(filled[option.name])
    return Config(GAME, variant, players, filled, counts, {}, rules, {"variant": [v.name for v in VARIANTS]}, warnings)


def _check_variant(variant: str, players: int) -> Any:
    known = {v.name: v for v in VARIANTS}
    if variant not in known:
        raise SetupError("variant", f"Stealr has no mode {variant!r}", nearest(str(variant), known, "mode"))
    chosen = known[variant]
    if isinstance(players, bool) or not isinstance(players, int) or players not in chosen.players:
        raise SetupError("players", f"Stealr cannot be played by {players!r} players", f"it is for {', '.join(map(str, chosen.players))} players")
    return chosen


def _fill_options(options: dict[str, Any]) -> dict[str, Any]:
    known = {option.name: option for option in OPTIONS}
    for name in options:
        if name not in known:
            raise SetupError(f"options.{name}", f"Stealr has no option {name!r}", nearest(name, known, "option"))
    return {name: option.check(options.get(name, option.default)) for name, option in known.items()}


def _fill_deck(variant: str, deck: dict[str, int]) -> dict[str, int]:
    counts = dict(PRINTED_DECKS[variant])
    for name, number in deck.items():
        if name not in counts:
            raise SetupError(f"deck.{name}", f"Stealr has no card {name!r}", nearest(name, counts, "card"))
        most = _MOST_COPIES[name]
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
            raise SetupError(f"deck.{name}", f"{number!r} copies of {name}", f"it is a whole number from 0 to {most}")
        counts[name] = number
    return counts


def _check_rents(options: dict[str, Any]) -> None:
    """A set of so many cards needs so many rents (S-12)."""
    for colour, size in options["set_sizes"].items():
        rents = options["rents"][colour]
        if len(rents) < size:
            raise SetupError(f"options.rents.{colour}", f"{len(rents)} rents for a set of {size} cards", f"give {size}, for 1 to {size} cards")


def _check_deal(players: int, options: dict[str, Any], deck: dict[str, int]) -> None:
    cards = sum(deck.values())
    if cards < players * options["starting_hand"]:
        raise SetupError("deck", f"{cards} cards for {players} starting hands of {options['starting_hand']}", "add cards or deal fewer")
    if cards > MAX_PILE:
        raise SetupError("deck", f"{cards} cards", f"at most {MAX_PILE}")
    if cards == 0:
        raise SetupError("deck", "there is no card", "a deck needs cards")


def _check_winnable(options: dict[str, Any], deck: dict[str, int], allow_impossible: bool) -> tuple[str, ...]:
    """Announce a deck with which nobody could ever complete enough sets (each colour looked at alone)."""
    possible = []
    for number, colour in enumerate(COLOUR_SLUGS):
        jokers = sum(deck[SLUGS[FIRST_JOKER + joker]] for joker, pair in enumerate(JOKER_COLOURS) if number in pair)
        own = deck[colour] + jokers
        if own > 0 and own + deck[SLUGS[MULTICOLOUR]] >= options["set_sizes"][colour]:
            possible.append(COLOUR_TITLES[number])
    if len(possible) >= options["sets_to_win"]:
        return ()
    lacking = f"{options['sets_to_win']} sets win and the deck has cards for those of {len(possible)} colours only: nobody could ever complete them"
    if not allow_impossible:
        raise SetupError("deck", lacking, "add cards, ask for fewer sets (options.sets_to_win), or say allow_impossible = true")
    return (lacking,)


GAME = Game(
    name="stealr",
    title="Stealr No Mercy",
    version=VERSION,
    variants={variant.name: variant for variant in VARIANTS},
    options={option.name: option for option in OPTIONS},
    deck=dict(PRINTED_DECKS["no_mercy"]),
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
)
