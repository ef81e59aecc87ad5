"""`balancier games`: what there is."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from analysis.decks import printed_decks, same_deck
from analysis.manifest import TABLES
from analysis.spelling import listing
from sim.core.errors import UserError
from sim.core.registry import game_names, get_game
from strategies.registry import get_strategy, strategy_names

if TYPE_CHECKING:
    from sim.core.options import Option
    from sim.core.registry import Game

WIDTH = 110
_LONG = 24
_MANY_RULES = 6


def show(name: str | None, *, as_json: bool, columns: bool) -> int:
    """Print all games, or all about one. Returns the exit code."""
    if name is None:
        if columns:
            raise UserError(f"--columns: name a game; known are {listing(game_names())}")
        games = [get_game(known) for known in game_names()]
        if as_json:
            print(json.dumps([summary(game) for game in games], ensure_ascii=False, indent=2))
        else:
            print("\n".join(_overview(games)))
        return 0
    game = get_game(name)
    if columns:
        print("\n".join(columns_markdown(game)))
    elif as_json:
        print(json.dumps(details(game), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_page(game)))
    return 0


# -- as data


def summary(game: Game) -> dict[str, Any]:
    """A game in short: name, title, version, and its variants with their numbers of players."""
    variants = {name: list(variant.players) for name, variant in game.variants.items()}
    return {"name": game.name, "title": game.title, "version": game.version, "variants": variants}


def details(game: Game) -> dict[str, Any]:
    """All about a game, in plain values."""
    strategies = [get_strategy(game.name, name) for name in strategy_names(game.name)]
    return {
        **summary(game),
        "variants": {
            name: {"title": variant.title, "players": list(variant.players), "about": variant.about} for name, variant in game.variants.items()
        },
        "options": {
            name: {
                "default": option.default,
                "kind": option.kind,
                "range": [option.low, option.high] if option.low is not None else None,
                "choices": list(option.choices) or None,
                "rules": list(option.rules),
                "variants": list(option.variants or game.variants),
                "about": option.about,
            }
            for name, option in game.options.items()
        },
        "deck": {slug: {"count": count, "title": card_title(game, slug)} for slug, count in game.deck.items()},
        "decks": printed_decks(game),
        **({"compos": game.printed_compos, "coaches": list(game.coaches)} if game.printed_compos else {}),
        "strategies": {
            strategy.name: {"version": strategy.version, "about": strategy.about, "params": dict(strategy.params)} for strategy in strategies
        },
        "columns": {
            table: [
                {"name": column.name, "dtype": column.dtype, "labels": column.labels, "about": column.about}
                for column in getattr(game, f"{table}_columns")
            ]
            for table in TABLES
        },
    }


def card_title(game: Game, slug: str) -> str:
    """The printed name of a card."""
    return game.deck_titles.get(slug, f"Compo {slug}" if slug in game.printed_compos else slug)


def allowed(option: Option) -> str:
    """What an option may be: "1 to 20", "true or false", "when_stuck or always", "a list of 3 whole numbers from 1 to 12"."""
    if option.kind == "int":
        return f"{option.low} to {option.high}"
    if option.kind == "bool":
        return "true or false"
    if option.kind == "table":
        numbers = f"{option.low} to {option.high}"
        entry = listing(option.choices, "or") or (f"a list of 1 to {option.longest} numbers, {numbers}" if option.longest else numbers)
        return f"a table, its entries {entry}"
    return listing(option.choices, "or") if option.kind == "choice" else option.allowed


def toml(value: Any) -> str:
    """A plain value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml(entry)}" for key, entry in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def toml_key(key: str) -> str:
    """A key as TOML writes it."""
    return key if key.replace("_", "").isalnum() else f'"{key}"'


# -- for people


def _overview(games: Sequence[Game]) -> Iterable[str]:
    for game in games:
        yield f"{game.name}: {game.title}"
        rows = [(name, f"{listing(v.players, 'or')} players", v.about) for name, v in game.variants.items()]
        yield from _aligned(rows)
        yield f"  more: balancier games {game.name}"


def _page(game: Game) -> Iterable[str]:
    yield f"{game.title} ({game.name}, version {game.version})"
    yield from _heading("Variants (variant = …, players = …)")
    rows = [(name, f"{listing(v.players, 'or')} players", f"{v.title}: {v.about}") for name, v in game.variants.items()]
    yield from _aligned(rows)
    yield from _heading("Options ([options] in a study, or --set options.NAME=VALUE)")
    yield from _aligned([_option_row(option) for option in game.options.values()])
    yield from _long_defaults(game)
    yield from _deck(game)
    if game.printed_compos:
        lines = list(next(iter(game.printed_compos.values())))
        yield from _heading(f'Compos ([deck] "4-4-2" = COUNT; line-ups in [compos."4-4-2"]: {", ".join(lines)})')
        yield from _aligned(
            [
                (slug, str(game.deck.get(slug, 0)), ", ".join(f"{count} {line}" for line, count in compo.items()))
                for slug, compo in game.printed_compos.items()
            ]
        )
    if game.coaches:
        yield from _heading("Coaches ([deck] NAME = 0 leaves one out)")
        yield from _aligned([(slug, str(game.deck[slug]), card_title(game, slug)) for slug in game.coaches])
    yield from _heading('Strategies (lineups = [["NAME"]], or --strategy NAME)')
    for name in strategy_names(game.name):
        strategy = get_strategy(game.name, name)
        yield from _aligned([(f"{name}", f"v{strategy.version}", strategy.about)])
        if strategy.params:
            params = ", ".join(f"{key} = {value:g}" for key, value in strategy.params.items())
            yield from textwrap.wrap(params, WIDTH, initial_indent="      ", subsequent_indent="      ")


def _option_row(option: Option) -> tuple[str, ...]:
    only = f"; only in {listing(option.variants)}" if option.variants else ""
    default = toml(option.default)
    return option.name, default if len(default) <= _LONG else "see below", f"{allowed(option)}: {option.about}{rules_words(option)}{only}"


def rules_words(option: Option) -> str:
    """The rules that an option belongs to: " (M-10, M-21)"; a run of many as " (F-10 to F-21)"."""
    rules = option.rules
    return f" ({', '.join(rules)})" if len(rules) <= _MANY_RULES else f" ({rules[0]} to {rules[-1]})"


def _long_defaults(game: Game) -> Iterable[str]:
    """Defaults that are too long for the table of options: lists, and tables of which a study gives the entries that differ."""
    long = [option for option in game.options.values() if len(toml(option.default)) > _LONG]
    if long:
        yield from _heading("Long defaults (of a table, a study gives the entries that differ: options.NAME.ENTRY = VALUE)")
    for option in long:
        text = toml(option.default)
        yield from textwrap.wrap(text, WIDTH, initial_indent=f"  {option.name} = ", subsequent_indent="      ")


def _deck(game: Game) -> Iterable[str]:
    """The cards and their numbers; in columns by variant where these have different decks."""
    decks = printed_decks(game)
    cards = [slug for slug in game.deck if slug not in game.printed_compos and slug not in game.coaches]
    if same_deck(game):
        yield from _heading(f"Deck, {sum(game.deck.values())} cards ([deck] in a study, or --set deck.NAME=COUNT)")
        yield from _aligned([(slug, str(game.deck[slug]), card_title(game, slug)) for slug in cards])
    else:
        totals = ", ".join(f"{name} {sum(deck.values())}" for name, deck in decks.items())
        yield from _heading(f"Decks, cards: {totals} ([deck] in a study, or --set deck.NAME=COUNT, in every variant)")
        head = ("", *decks, "")
        yield from _aligned([head, *((slug, *(str(deck[slug]) for deck in decks.values()), card_title(game, slug)) for slug in cards)])


def _heading(text: str) -> tuple[str, str]:
    return "", text


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterable[str]:
    """Rows in columns, the last one wrapped to the page."""
    if not rows:
        return
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    for row in rows:
        start = "  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=False)) + "  "
        yield from textwrap.wrap(row[-1], max(WIDTH, len(start) + 40), initial_indent=start, subsequent_indent=" " * len(start)) or [start.rstrip()]


def columns_markdown(game: Game) -> Iterable[str]:
    """The columns of a run's tables as Markdown tables (docs/reference/run-folder.md holds them)."""
    for table in TABLES:
        yield f"### `{table}` of {game.title}"
        yield ""
        yield "| column | type | what it says |"
        yield "|---|---|---|"
        for column in getattr(game, f"{table}_columns"):
            names = f" (id; names: `labels.{column.labels}`)" if column.labels else ""
            yield f"| `{column.name}` | {_type_words(column.dtype)} | {column.about}{names} |"
        yield ""


def _type_words(dtype: str) -> str:
    kinds = {"i": "Int", "u": "UInt", "f": "Float"}
    return f"{kinds[dtype[0]]}{8 * int(dtype[1:])}"
