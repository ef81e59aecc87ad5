"""Mercato, as the registry knows it; and the check that a study can be dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.errors import SetupError, nearest
from sim.core.registry import GAMES_COLUMNS, SEATS_COLUMNS, Config, Game, Records
from sim.mercato import apply, championship, deal, legal, record, view  # noqa: F401  (they register the game's functions)
from sim.mercato.cards import COACH_SLUGS, COMPO, LINE_SLUGS, MAX_COMPOS, MAX_PILE, MAX_SEATS, PLAIN_SLUGS, PRINTED_COMPOS, PRINTED_DECK, TITLES
from sim.mercato.options import OPTIONS, RULES, VARIANTS
from sim.mercato.state import DECISIONS, MOVE, STATE, VIEW
from sim.mercato.tell import narrate
from sim.mercato.trace import describe, describe_move

VERSION = 2
_MAX_COPIES = 100


def configure(
    variant: str,
    players: int,
    *,
    options: dict[str, Any] | None = None,
    deck: dict[str, int] | None = None,
    compos: dict[str, dict[str, int]] | None = None,
    allow_impossible: bool = False,
    require_eleven: bool = True,
) -> Config:
    """Check one way to play Mercato and make the record that the compiled rules read.

    ``deck`` holds copies by card name, where they differ from the printed deck; ``compos`` line-ups (players by line) that are new or differ. Raises
    :class:`SetupError` for anything with which the game could not be played.
    """
    chosen = _check_variant(variant, players)
    filled = _fill_options(options or {})
    line_ups = _fill_compos(compos or {}, require_eleven)
    counts = _fill_deck(deck or {}, line_ups)
    _check_deal(chosen.name, players, filled, counts, line_ups)
    warnings = _check_completable(counts, line_ups, allow_impossible)

    names = list(line_ups)
    rules = np.zeros(1, RULES)
    rules["variant"] = [v.name for v in VARIANTS].index(variant)
    rules["players"] = players
    rules["compos"] = len(names)
    for index, name in enumerate(names):
        rules["line_up"][0, index] = [line_ups[name][line] for line in LINE_SLUGS]
        rules["deck"][0, COMPO + index] = counts[name]
    rules["deck"][0, :COMPO] = [counts[name] for name in PLAIN_SLUGS]
    rules["coaches"][0] = [counts[name] for name in COACH_SLUGS]
    for option in OPTIONS:
        rules[option.name] = option.code(filled[option.name])
    labels = {"variant": [v.name for v in VARIANTS], "compo": names, "coach": list(COACH_SLUGS)}
    return Config(GAME, variant, players, filled, counts, line_ups, rules, labels, warnings)


def _check_variant(variant: str, players: int) -> Any:
    known = {v.name: v for v in VARIANTS}
    if variant not in known:
        raise SetupError("variant", f"Mercato has no variant {variant!r}", nearest(str(variant), known, "variant"))
    chosen = known[variant]
    if isinstance(players, bool) or not isinstance(players, int) or players not in chosen.players:
        allowed = ", ".join(map(str, chosen.players))
        raise SetupError("players", f"{chosen.title} cannot be played by {players!r} players", f"it is for {allowed} players")
    return chosen


def _fill_options(options: dict[str, Any]) -> dict[str, Any]:
    known = {option.name: option for option in OPTIONS}
    for name in options:
        if name not in known:
            raise SetupError(f"options.{name}", f"Mercato has no option {name!r}", nearest(name, known, "option"))
    return {name: option.check(options.get(name, option.default)) for name, option in known.items()}


def _fill_compos(compos: dict[str, dict[str, int]], require_eleven: bool) -> dict[str, dict[str, int]]:
    filled = {name: dict(zip(LINE_SLUGS, line_up, strict=True)) for name, line_up in PRINTED_COMPOS.items()}
    for name, line_up in compos.items():
        key = f"compos.{name}"
        if name in PLAIN_SLUGS or name in COACH_SLUGS:
            raise SetupError(key, f"{name!r} is the name of another card", "give the compo a name of its own")
        if not isinstance(line_up, dict):
            raise SetupError(key, f"a compo is a table of players by line, not {line_up!r}", f"its lines are {', '.join(LINE_SLUGS)}")
        for line in line_up:
            if line not in LINE_SLUGS:
                raise SetupError(f"{key}.{line}", f"there is no line {line!r}", nearest(line, LINE_SLUGS, "line"))
        full = {line: line_up.get(line, 0) for line in LINE_SLUGS}
        for line, number in full.items():
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 20:
                raise SetupError(f"{key}.{line}", f"{number!r} players in a line", "it is a whole number from 0 to 20")
        total = sum(full.values())
        if require_eleven and (total != 11 or full["gardien"] != 1):
            raise SetupError(
                key,
                f"compo {name} has {total} players and {full['gardien']} goalkeepers",
                "a compo has 11 players and one Gardien, unless the study says require_eleven = false",
            )
        if total == 0:
            raise SetupError(key, f"compo {name} has no players", "it needs at least one")
        filled[name] = full
    if len(filled) > MAX_COMPOS:
        raise SetupError("compos", f"{len(filled)} kinds of compos", f"at most {MAX_COMPOS}, the five printed ones included")
    return filled


def _fill_deck(deck: dict[str, int], line_ups: dict[str, dict[str, int]]) -> dict[str, int]:
    counts = {**{name: PRINTED_DECK[name] for name in PLAIN_SLUGS}, **{name: PRINTED_DECK.get(name, 2) for name in line_ups}}
    counts.update({name: PRINTED_DECK[name] for name in COACH_SLUGS})
    for name, number in deck.items():
        key = f"deck.{name}"
        if name not in counts:
            raise SetupError(key, f"Mercato has no card {name!r}", nearest(name, counts, "card"))
        most = 1 if name in COACH_SLUGS else _MAX_COPIES
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
            raise SetupError(key, f"{number!r} copies of {name}", f"it is a whole number from 0 to {most}")
        counts[name] = number
    return counts


def _check_deal(variant: str, players: int, options: dict[str, Any], deck: dict[str, int], line_ups: dict[str, Any]) -> None:
    compos = sum(deck[name] for name in line_ups)
    plain = sum(deck[name] for name in PLAIN_SLUGS)
    coaches = sum(deck[name] for name in COACH_SLUGS)
    if compos < players:
        raise SetupError("deck", f"{compos} compo cards for {players} players", "each player is dealt one")
    if variant.startswith("ultime") and coaches < players:
        raise SetupError("deck", f"{coaches} coaches for {players} players", "each player is dealt one, no two alike")
    if variant in ("classic", "ultime") and plain < players * options["opening_hand"]:
        raise SetupError("deck", f"{plain} cards for {players} opening hands of {options['opening_hand']}", "add cards or deal fewer")
    if plain == 0:
        raise SetupError("deck", "there is no card but compos", "a deck needs players")
    if compos + plain > MAX_PILE:
        raise SetupError("deck", f"{compos + plain} cards, coaches apart", f"at most {MAX_PILE}")


def _check_completable(deck: dict[str, int], line_ups: dict[str, dict[str, int]], allow_impossible: bool) -> tuple[str, ...]:
    warnings = []
    for name, line_up in line_ups.items():
        if deck[name] == 0:
            continue
        for line in LINE_SLUGS:
            if line_up[line] > deck[line]:
                lacking = f"compo {name} asks for {line_up[line]} {TITLES[line]} cards and the deck has {deck[line]}: nobody could ever complete it"
                if not allow_impossible:
                    raise SetupError(f"deck.{line}", lacking, "add cards, leave the compo out, or say allow_impossible = true")
                warnings.append(lacking)
    return tuple(warnings)


GAME = Game(
    name="mercato",
    title="Mercato",
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
    coaches=COACH_SLUGS,
    printed_compos={name: dict(zip(LINE_SLUGS, line_up, strict=True)) for name, line_up in PRINTED_COMPOS.items()},
)
