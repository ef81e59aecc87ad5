"""`balancier new`: a commented study of a game, made from the game's declarations."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from analysis.decks import printed_decks, same_deck
from analysis.figures import figures_of
from analysis.spelling import listing
from analysis.study import DEFAULT_GAMES, DEFAULT_MARGIN, DEFAULT_SEED, taken
from reports.commands.games import WIDTH, allowed, card_title, rules_words, toml, toml_key
from sim.core.registry import get_game
from strategies.registry import get_strategy, strategy_names

if TYPE_CHECKING:
    from sim.core.options import Option
    from sim.core.registry import Game


def new_study(name: str) -> int:
    """Print the study. Returns the exit code."""
    print("\n".join(template(get_game(name))))
    return 0


def template(game: Game) -> Iterable[str]:
    """The lines of a study of `game` with the printed deck, ready to run, that shows all that can be changed."""
    variant = next(iter(game.variants.values()))
    players = max(variant.players)
    names = list(strategy_names(game.name))
    best = names[names.index("expert")] if "expert" in names else names[-1]
    other = next((name for name in names if name != best), best)
    yield f"# A study of {game.title}.  Play it: balancier run study.toml   Then: balancier report runs/study"
    yield "# Lines that begin with # do nothing: take the # away to use them."
    yield ""
    yield f'title = "{game.title} with the printed deck"'
    yield 'question = "How often does each starting position win?"   # stands at the top of the report'
    yield ""
    yield f"game = {toml(game.name)}"
    yield f"variant = {toml(variant.name)}   # {_variants(game)}"
    yield f"players = {players}"
    yield ""
    yield "# Who plays. One name: it plays every seat. Several: one for each seat, and they change seats in turn."
    yield "# Several line-ups are several design points."
    two = f"or [[{toml(best)}], [{toml(other)}]]; " if other != best else ""
    yield f"lineups = [[{toml(best)}]]   # {two}known: {', '.join(names)}"
    yield ""
    yield f"games = {DEFAULT_GAMES}   # for each design point, rounded up to whole blocks (a block: one deal, in all its seatings)"
    yield f"seed = {DEFAULT_SEED}   # the same seed gives the same games"
    yield f"margin = {DEFAULT_MARGIN}   # so many percentage points from a fair share still count as balanced"
    keys = taken(game)
    if "allow_impossible" in keys:
        what = "some compo can never be completed" if game.printed_compos else "nobody could ever win"
        yield f"# allow_impossible = true   # play even when {what} with this deck"
    if game.printed_compos and "require_eleven" in keys:
        yield "# require_eleven = false    # allow compos that have not 11 players with one goalkeeper"
    yield ""
    yield from _deck(game)
    yield ""
    if game.printed_compos:
        lines = next(iter(game.printed_compos.values()))
        yield "# Another compo, or a printed one changed; a new one needs a count under [deck] too."
        yield '# [compos."4-2-4"]'
        values = {**lines, "milieu": 2, "attaquant": 4} if {"milieu", "attaquant"} <= set(lines) else lines
        for line, count in values.items():
            yield f"# {line} = {count}"
        yield ""
    yield "[options]   # rules, with their defaults"
    for option in game.options.values():
        yield from _option(option)
    yield ""
    params = get_strategy(game.name, best).params
    if params:
        key, value = next(iter(params.items()))
        yield "# A strategy with other weights, to be named in lineups (balancier games shows them)."
        yield "# [strategies.bold]"
        yield f"# from = {toml(best)}"
        yield f"# {key} = {value / 2:g}"
        yield ""
    example = figures_of(game.name).example
    card = example if example in game.deck else next(iter(game.deck))
    printed = game.deck[card]
    yield "# Try several values: every combination is a design point."
    yield "# [sweep]"
    yield f'# "deck.{card}" = [{max(0, printed - 2)}, {printed}, {printed + 2}]'
    yield f"# players = {list(variant.players)}"
    for option in game.options.values():
        if game.several({option.name: "all"} if "all" in option.choices else {}):
            yield f'# "options.{option.name}" = ["all"]   # every value in turn'
    yield ""
    yield "# At which value of a swept number does a figure of the games reach a target? Shares are in percent."
    yield "# [targets]"
    yield "# turns = 40         # on average"
    yield "# going_first = 0    # percentage points that the first player wins more often than the last"
    yield ""
    yield "# Or list the design points, each with what is different there."
    for other_variant in list(game.variants.values())[:2]:
        yield "# [[points]]"
        yield f"# variant = {toml(other_variant.name)}"
        yield f"# players = {other_variant.players[0]}"


def _variants(game: Game) -> str:
    return "; ".join(f"{name}: {listing(variant.players, 'or')} players" for name, variant in game.variants.items())


def _deck(game: Game) -> Iterable[str]:
    """The deck as printed; where variants have different decks, each card as a comment, since a count would hold in all of them."""
    width = max(len(toml_key(slug)) for slug in game.deck)
    if same_deck(game):
        yield "[deck]   # how many copies of each card; as printed"
        for slug, count in game.deck.items():
            yield f"{toml_key(slug):{width}} = {count:<3} # {card_title(game, slug)}"
        return
    decks = printed_decks(game)
    yield f"[deck]   # how many copies of each card; behind each name as printed in {listing(decks)}"
    for slug in game.deck:
        counts = [deck[slug] for deck in decks.values()]
        told = str(counts[0]) if len(set(counts)) == 1 else ", ".join(map(str, counts))
        yield f"# {toml_key(slug):{width}} = {counts[0]:<3} # {card_title(game, slug)}: {told}"


def _option(option: Option) -> Iterable[str]:
    """An option with its default; of a table, its first entry."""
    only = f"; only in {listing(option.variants)}" if option.variants else ""
    about = f"{allowed(option)}: {option.about}{rules_words(option)}{only}"
    if option.kind != "table":
        yield f"# {option.name} = {toml(option.default)}   # {about}"
        return
    entry, value = next(iter(option.default.items()))
    entries = ", ".join(option.default)
    yield from textwrap.wrap(f"{about}. Entries: {entries}", WIDTH, initial_indent=f"# {option.name}: ", subsequent_indent="#     ")
    yield f"# {option.name}.{toml_key(entry)} = {toml(value)}"
