"""From a study file to design points: what its values mean, and whether they can be played.

The order of design points is: [[points]] as written, within one its combinations of [sweep] (the first key slowest),
within one of those the line-ups.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from math import isfinite
from pathlib import Path as FilePath
from typing import Any

from analysis.places import Path
from analysis.spelling import listing, suggest, value_words
from analysis.strategies_of_study import StrategyBook
from analysis.study import DEFAULT_GAMES, DEFAULT_MARGIN, DEFAULT_SEED, Point, Study, configure, taken
from analysis.study_file import POINT_KEYS, PRECISION_KEYS, StudyFile, dotted, leaves
from sim.core.errors import UserError

MOST_POINTS = 10_000
BLOCKS_PER_PART = 8192
MATCH_BLOCKS_PER_PART = 512
MOST_BLOCKS = 2**40
PILOT_BLOCKS = 1024
"""Blocks of a design point's first round, where a precision decides how many there are."""
DEFAULT_CONFIDENCE = 0.95
DEFAULT_MAX_GAMES = 10_000_000
_SWEEP_KEYS = ("variant", "players", "options", "deck", "compos", "strategies")


@dataclass
class _Draft:
    """A design point before it is known to be playable."""

    label: str
    values: dict[Path, Any]
    where: dict[Path, Path]
    """Where each of `values` stands in the file."""
    own: Path
    """The [[points]] table it comes from, or ()."""
    lineup: list[str] = field(default_factory=list)
    lineup_at: Path = ()
    varied: dict[str, Any] = field(default_factory=dict)
    pinned: bool = False


def expand(file: StudyFile, stem: str, folder: FilePath, overrides: tuple[str, ...] = ()) -> Study:
    """Check all of `file` and return the study with its design points; UserError with the place of the first mistake."""
    from sim.core.registry import game_names, get_game

    data = file.data
    name = _typed(file, "game", str, None)
    if name not in game_names():
        raise file.error(("game",), f"there is no game {name!r}; {suggest(name, game_names())}")
    game = get_game(name)
    book = StrategyBook(file, name, folder)
    seed = _typed(file, "seed", int, DEFAULT_SEED)
    if not 0 <= seed < 2**63:
        raise file.error(("seed",), f"{seed} is out of range; a seed lies between 0 and {2**63 - 1}")
    margin = _margin(file)
    flags = {key: _typed(file, key, bool, default) for key, default in (("allow_impossible", False), ("require_eleven", True))}
    for key in flags:
        if key in data and key not in taken(game):
            raise file.error((key,), f"{game.title} has no such key; leave it out")

    precise = _precision(file, name)
    _check_compos(file, game)
    drafts = list(_drafts(file, game, book))
    if len(drafts) > MOST_POINTS:
        place = ("sweep",) if "sweep" in data else ("points",)
        raise file.error(place, f"this makes {len(drafts):,} design points; at most {MOST_POINTS:,} fit into a run")
    _check_effects(file, game, drafts)
    points: list[Point] = []
    notices: list[str] = []
    seen: dict[str, Point] = {}
    for draft in drafts:
        point = _point(file, game, book, draft, flags, len(points), notices)
        identity = repr((point.variant, point.players, point.lineup, point.options, point.deck, point.compos))
        twin = seen.get(identity)
        if twin is None:
            seen[identity] = point
            points.append(point)
        elif not file.pinned:
            raise file.error(
                draft.own or draft.lineup_at or ("sweep",),
                f"this design point ({point.label or describe(point)}) is the same as an earlier one"
                + (f" ({twin.label})" if twin.label != point.label else ""),
                key=dotted(draft.own or draft.lineup_at) or "sweep",
            )
    if len(points) < len(drafts):
        notices.append(f"with {listing(overrides)}, {len(drafts)} design points become {len(points)} different ones")
    return Study(
        name=stem,
        title=_typed(file, "title", str, stem),
        question=_typed(file, "question", str, ""),
        game=name,
        seed=seed,
        margin=margin,
        **flags,
        **precise,
        strategies=book.used(points),
        points=_labelled(points),
        overrides=overrides,
        text=file.text,
        notices=tuple(dict.fromkeys(notices)),
    )


# -- plain keys


def _typed(file: StudyFile, key: str, kind: type, default: Any) -> Any:
    value = file.data.get(key, default)
    words = {str: "text in quotation marks", int: "a whole number", bool: "true or false"}
    if value is None:
        raise UserError(f'{file.name}: {key}: it is missing; write for instance {key} = "mercato"')
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise file.error((key,), f"{value!r} is not {words[kind]}")
    return value


def _margin(file: StudyFile) -> float:
    margin = file.data.get("margin", DEFAULT_MARGIN)
    if isinstance(margin, bool) or not isinstance(margin, int | float):
        raise file.error(("margin",), f"{margin!r} is not a number of percentage points")
    if not (isfinite(margin) and 0 < margin < 100):
        raise file.error(("margin",), f"{margin} is out of range; a margin lies between 0 and 100 percentage points")
    return float(margin)


def _precision(file: StudyFile, game: str) -> dict[str, Any]:
    """precision, precision_of and confidence, where a precision decides the number of games."""
    from analysis.figures import figures_of

    data = file.data
    if "precision" not in data:
        for key in PRECISION_KEYS:
            if key in data:
                raise file.error((key,), "it belongs to a precision; write for instance precision = 0.5")
        return {}
    for key in ("games", "blocks"):
        if key in data:
            raise file.error((key,), "a precision decides how many games are played; leave it out, and set max_games if there is to be an end")
    precision = _number(file, "precision", None, "percentage points", 0.0, 50.0)
    confidence = _number(file, "confidence", DEFAULT_CONFIDENCE, "a share", 0.5, 1.0)
    known = [factor.name for factor in figures_of(game).factors]
    chosen = data.get("precision_of", known[:1])
    if not isinstance(chosen, list) or not chosen:
        raise file.error(("precision_of",), f'{chosen!r} is not a list of what the figures are by; write for instance ["{known[0]}"]')
    for number, factor in enumerate(chosen):
        if factor not in known:
            raise file.error(("precision_of", number), f"there is no win rate by {factor!r}; {suggest(str(factor), known)}", key="precision_of")
    return {"precision": precision, "confidence": confidence, "precision_of": tuple(chosen)}


def _number(file: StudyFile, key: str, default: float | None, what: str, low: float, high: float) -> float:
    value = file.data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or not low < value < high:
        raise file.error((key,), f"{value!r} is out of range; it is {what}, above {low:g} and below {high:g}")
    return float(value)


def _most_blocks(file: StudyFile, rotations: int, games_per_match: int) -> int:
    """The cap of a design point in blocks, where a precision is asked for; else 0."""
    if "precision" not in file.data:
        return 0
    most = _typed(file, "max_games", int, DEFAULT_MAX_GAMES)
    if most < 1:
        raise file.error(("max_games",), f"{most} is out of range; at least 1")
    return min(-(-most // (rotations * games_per_match)), MOST_BLOCKS)


def _blocks(file: StudyFile, rotations: int, games_per_match: int) -> int:
    """Blocks of a design point: as said, or the whole blocks that hold at least `games` games; those of the pilot where a precision decides."""
    if "precision" in file.data:
        return min(PILOT_BLOCKS, _most_blocks(file, rotations, games_per_match))
    if "blocks" in file.data and "games" in file.data:
        raise file.error(("games",), "blocks and games say the same thing twice; give one of the two")
    key = "blocks" if "blocks" in file.data else "games"
    count = _typed(file, key, int, DEFAULT_GAMES)
    if count < 1:
        raise file.error((key,), f"{count} is out of range; at least 1")
    if key == "games":
        count = -(-count // (rotations * games_per_match))
    if count > MOST_BLOCKS:
        raise file.error((key,), f"{file.data.get(key)} is out of range; at most {MOST_BLOCKS} blocks")
    return count


# -- settings


def _check_setting(file: StudyFile, game: Any, setting: Path, where: Path, book: StrategyBook) -> None:
    """Refuse a setting that does not exist; what values it may take, the game itself checks."""
    section = setting[0]
    name = setting[1] if len(setting) > 1 else None
    if section == "options" and name not in game.options:
        raise file.error(where, f"{game.title} has no such option; {suggest(str(name), game.options)}", key=dotted(setting))
    if section == "options" and len(setting) > 2 and not isinstance(game.options[str(name)].default, dict):
        raise file.error(where, f"{name} is one value, not a table", key=dotted(setting))
    if section == "deck":
        cards = dict.fromkeys([*game.deck, *_own_compos(file)])
        if name not in cards:
            hint = ' (a compo of your own needs a table [compos."…"] too)' if str(name)[:1].isdigit() else ""
            raise file.error(where, f"{game.title} has no such card; {suggest(str(name), cards)}{hint}", key=dotted(setting))
    if section == "strategies":
        book.check_parameter(str(name), str(setting[2]), where)


def _own_compos(file: StudyFile) -> set[str]:
    """The names under [compos], of the whole study, of its design points and in its sweep."""
    tables = [file.data, *file.data.get("points", []), file.data.get("sweep", {})]
    names = {name for table in tables for name in table.get("compos", {})}
    return names | {key.split(".")[1] for key in file.data.get("sweep", {}) if key.startswith("compos.")}


def _check_compos(file: StudyFile, game: Any) -> None:
    """Refuse compos that are not tables of counts of the game's lines."""
    compos = file.data.get("compos", {})
    if compos and not game.printed_compos:
        raise file.error(("compos",), f"{game.title} has no compos")
    for name, lines in compos.items():
        if not isinstance(lines, dict):
            raise file.error(("compos", name), f'write it as a table, [compos."{name}"], with a count for each line')


def _takes_lists(game: Any, setting: Path) -> bool:
    """Whether an option (or an entry of one that is a table) may be a list."""
    option = game.options[str(setting[1])]
    return len(setting) > 2 or isinstance(option.default, list) or option.kind.startswith("list")


def _checked_value(file: StudyFile, game: Any, setting: Path, value: Any, where: Path) -> Any:
    """The value of a setting, its type checked where the study's form alone decides it."""
    if setting[0] in ("deck", "compos", "players") and (isinstance(value, bool) or not isinstance(value, int)):
        more = "; to try several values, write them under [sweep]" if isinstance(value, list) else ""
        raise file.error(where, f"{value!r} is not a whole number{more}", key=dotted(setting))
    if setting[0] == "variant" and not isinstance(value, str):
        more = "; to try several, write them under [sweep]" if isinstance(value, list) else ""
        raise file.error(where, f"{value!r} is not the name of a variant{more}", key=dotted(setting))
    if setting[0] == "options":
        listed = isinstance(value, list) and not _takes_lists(game, setting)
        if listed or not isinstance(value, bool | int | float | str | list | dict):
            more = "; to try several values, write them under [sweep]" if listed else ""
            raise file.error(where, f"{value!r} is not a value of an option{more}", key=dotted(setting))
    return value


def _drafts(file: StudyFile, game: Any, book: StrategyBook) -> Iterable[_Draft]:
    data = file.data
    base: dict[Path, Any] = {}
    where: dict[Path, Path] = {}
    tree: dict[str, Any] = {key: data[key] for key in ("variant", "players", "options", "deck", "compos") if key in data}
    for setting, value, at in leaves(file, tree, ()):
        _check_setting(file, game, setting, at, book)
        base[setting], where[setting] = _checked_value(file, game, setting, value, at), at
    lineups = book.lineups(data.get("lineups"), ("lineups",))
    sweep = _sweep(file, game, book)
    for number in range(max(1, len(data.get("points", [])))):
        point = data["points"][number] if "points" in data else {}
        own: Path = ("points", number) if "points" in data else ()
        label = point.get("label", "")
        if not isinstance(label, str):
            raise file.error((*own, "label"), f"{label!r} is not text in quotation marks")
        values, places, pinned = dict(base), dict(where), False
        for setting, value, at in leaves(file, {k: v for k, v in point.items() if k not in ("label", "lineup")}, own):
            _check_setting(file, game, setting, at, book)
            if setting in file.pinned:
                pinned = pinned or value != file.pinned[setting]
                continue
            if setting in sweep:
                raise file.error(at, "both [[points]] and [sweep] set it; leave it to one of them", key=dotted(setting))
            values[setting], places[setting] = _checked_value(file, game, setting, value, at), at
        own_lineup = None
        if "lineup" in point and ("lineup",) not in file.pinned:
            own_lineup = [(book.lineup(point["lineup"], (*own, "lineup")), (*own, "lineup"))]
        for combination in product(*sweep.values()):
            swept = {setting: value for setting, (value, _) in zip(sweep, combination, strict=True)}
            swept_at = {setting: at for setting, (_, at) in zip(sweep, combination, strict=True)}
            draft = _Draft(label=label, values={**values, **swept}, where={**places, **swept_at}, own=own, pinned=pinned)
            for each in _each(file, game, draft):
                for names, at in own_lineup or lineups:
                    varied = {dotted(setting): value for setting, value in {**swept, **each}.items()}
                    yield replace(draft, values={**draft.values, **each}, lineup=names, lineup_at=at, varied=varied)


def _each(file: StudyFile, game: Any, draft: _Draft) -> Iterable[dict[Path, Any]]:
    """Where options stand for several values in turn (objectives = "all"): all combinations of these, the first option slowest."""
    for setting in draft.values:
        if len(setting) > 2 and setting[0] == "options" and not isinstance(draft.values.get(setting[:2], {}), dict):
            raise file.error(draft.where[setting], f"{dotted(setting[:2])} is set as a whole too; leave it to one of them", key=dotted(setting))
    try:
        several = game.several(_options(draft.values))
    except UserError as problem:
        raise _setup_problem(file, draft, problem) from None
    for combination in product(*several.values()):
        yield {("options", name): value for name, value in zip(several, combination, strict=True)}


def _options(values: dict[Path, Any]) -> dict[str, Any]:
    """The options among the settings; entries of tables together."""
    options: dict[str, Any] = {}
    for setting, value in sorted(((s, v) for s, v in values.items() if s[0] == "options"), key=lambda entry: len(entry[0])):
        table = options
        for part in setting[1:-1]:
            table[str(part)] = dict(table.get(str(part), {}))
            table = table[str(part)]
        table[str(setting[-1])] = value
    return options


def _sweep(file: StudyFile, game: Any, book: StrategyBook) -> dict[Path, list[tuple[Any, Path]]]:
    """The grid: for each setting its values, each with its place; settings of the command line leave the grid."""
    sweep: dict[Path, list[tuple[Any, Path]]] = {}
    tree = file.data.get("sweep", {})
    for key in tree:
        if key.split(".")[0] not in _SWEEP_KEYS:
            raise file.error(("sweep", key), f"this can't be swept; {suggest(key.split('.')[0], _SWEEP_KEYS)}", key=key)
    for setting, values, at in leaves(file, tree, ("sweep",)):
        _check_setting(file, game, setting, at, book)
        if not isinstance(values, list) or not values:
            raise file.error(at, "write a list of the values to try, for instance [4, 6, 8]", key=dotted(setting))
        if setting in sweep:
            raise file.error(at, "it is swept twice", key=dotted(setting))
        for number, value in enumerate(values):
            _checked_value(file, game, setting, value, (*at, number))
            if any(value == earlier and type(value) is type(earlier) for earlier in values[:number]):
                raise file.error((*at, number), f"{value!r} stands twice in the list", key=dotted(setting))
        if setting not in file.pinned:
            sweep[setting] = [(value, (*at, number)) for number, value in enumerate(values)]
    return sweep


# -- one design point


def _point(
    file: StudyFile,
    game: Any,
    book: StrategyBook,
    draft: _Draft,
    flags: dict[str, bool],
    index: int,
    notices: list[str],
) -> Point:
    from sim.core.play import Lineup, rotations

    values = draft.values
    variant = values.get(("variant",), next(iter(game.variants)))
    if variant not in game.variants:
        at = draft.where[("variant",)]
        raise file.error(at, f"{game.title} has no variant {variant!r}; {suggest(variant, game.variants)}", key="variant")
    allowed = game.variants[variant].players
    if ("players",) not in values and len(allowed) > 1:
        more = f" for the design point {draft.label or dotted(draft.own)}" if draft.own else ""
        raise UserError(f"{file.place(draft.own)}: players: it is missing{more}; {variant} takes {listing(allowed, 'or')}")
    players = values.get(("players",), allowed[0])
    if players not in allowed:
        at = draft.where[("players",)]
        raise file.error(at, f"{variant} takes {listing(allowed, 'or')} players, not {players}", key="players")
    options = _options(values)
    for name in [name for name in options if not _matters(game, name, variant)]:
        notices.append(f"options.{name} has no effect in {variant}; there its default holds")
        del options[name]
    deck = {str(setting[1]): value for setting, value in values.items() if setting[0] == "deck"}
    compos: dict[str, dict[str, int]] = {}
    for setting, value in values.items():
        if setting[0] == "compos":
            compos.setdefault(str(setting[1]), {})[str(setting[2])] = value
    for name, lines in compos.items():  # a printed compo may be given only in part
        compos[name] = {**game.printed_compos.get(name, {}), **lines}
    try:
        config = configure(game, variant, players, options, deck, compos, flags)
    except UserError as problem:
        raise _setup_problem(file, draft, problem) from None
    notices.extend(config.warnings)
    names = book.named(draft.lineup, {setting: value for setting, value in values.items() if setting[0] == "strategies"})
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise file.error(
            draft.lineup_at,
            f"{len(names)} strategies for {players} players; give one name, which then plays everywhere, or {players}",
        )
    lineup = Lineup(tuple(book.strategy(name) for name in names))
    games_per_match = int(config.options.get("games", 1))
    turns = rotations(config, lineup)
    return Point(
        index=index,
        label="" if draft.pinned else draft.label,
        variant=variant,
        players=players,
        lineup=tuple(names),
        options=json.loads(json.dumps(config.options)),  # as a run's manifest will hold them
        deck=dict(config.deck),
        compos={name: dict(lines) for name, lines in config.compos.items()},
        settings=draft.varied,
        rotations=turns,
        blocks=_blocks(file, turns, games_per_match),
        blocks_per_part=MATCH_BLOCKS_PER_PART if games_per_match > 1 else BLOCKS_PER_PART,
        most_blocks=_most_blocks(file, turns, games_per_match),
    )


def _matters(game: Any, option: str, variant: str) -> bool:
    return not game.options[option].variants or variant in game.options[option].variants


def _check_effects(file: StudyFile, game: Any, drafts: list[_Draft]) -> None:
    """Refuse an option that matters in none of the study's variants; where it does in some, a notice is enough."""
    variants = {draft.values.get(("variant",), next(iter(game.variants))) for draft in drafts} & set(game.variants)
    for draft in drafts if variants else []:
        for setting, at in draft.where.items():
            if setting[0] == "options" and not any(_matters(game, str(setting[1]), variant) for variant in variants):
                known = listing(game.options[str(setting[1])].variants, "or")
                raise file.error(at, f"it has no effect in {listing(sorted(variants))}; only in {known}", key=dotted(setting))


def _setup_problem(file: StudyFile, draft: _Draft, problem: UserError) -> UserError:
    """What the game objects to, with the place where the study says it."""
    key = getattr(problem, "key", "") or ""
    parts: Path = tuple(key.split(".")) if key else ()
    below = [at for setting, at in draft.where.items() if parts and setting[: len(parts)] == parts]
    above = [at for setting, at in draft.where.items() if parts[: len(setting)] == setting]
    if parts in draft.where:
        at = draft.where[parts]
    elif parts in file.places:  # the head of a table
        at = parts
    else:
        at = (below + above + [draft.own])[0]
    message = getattr(problem, "message", None) or str(problem)
    hint = getattr(problem, "hint", "") or ""
    sentence = f"{message.rstrip('.')}; {hint}" if hint else message
    return file.error(at, sentence, key=key or "setup")


# -- labels


def describe(point: Point) -> str:
    """A design point in words: "classic, 3 players"."""
    return f"{point.variant}, {point.players} players"


def lineup_words(lineup: tuple[str, ...]) -> str:
    """A line-up in words: "greedy" when it plays everywhere, else "expert, greedy, greedy"."""
    return lineup[0] if len(set(lineup)) == 1 else ", ".join(lineup)


def _labelled(points: list[Point]) -> tuple[Point, ...]:
    """Give every design point a label of its own, made of what distinguishes it, and fill in `settings`."""

    def varies(value: Any) -> bool:
        return len({repr(value(point)) for point in points}) > 1

    by_variant, by_players = varies(lambda p: p.variant), varies(lambda p: p.players)
    by_lineup = varies(lambda p: lineup_words(p.lineup))
    labelled: list[Point] = []
    taken: set[str] = set()
    for point in points:
        settings = dict(point.settings)
        if by_variant:
            settings.setdefault("variant", point.variant)
        if by_players:
            settings.setdefault("players", point.players)
        if by_lineup:
            settings["lineup"] = lineup_words(point.lineup)
        words = [point.label] if point.label else [describe(point)]
        words += [f"{key} = {value_words(value)}" for key, value in point.settings.items() if key not in ("variant", "players")]
        twins = [other for other in points if (other.label, other.settings) == (point.label, point.settings)]
        if by_lineup and (not point.label or len(twins) > 1):
            words.append(lineup_words(point.lineup))
        label = " · ".join(words)
        number = 2
        while label in taken:
            label = f"{' · '.join(words)} ({number})"
            number += 1
        taken.add(label)
        labelled.append(replace(point, label=label, settings=settings))
    return tuple(labelled)


__all__ = ["POINT_KEYS", "describe", "expand", "lineup_words"]
