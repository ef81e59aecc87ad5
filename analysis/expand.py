"""From a study file to design points: what its values mean, and whether they can be played.

The order of design points is: [[points]] as written, within one its combinations of [sweep] (the first key slowest),
within one of those the line-ups.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path as FilePath
from typing import Any

from analysis.labels import describe, labelled
from analysis.places import Path
from analysis.ranges import without_ranges
from analysis.settings import (
    blocks_of,
    check_compos,
    check_setting,
    checked_value,
    margin_of,
    most_blocks,
    options_of,
    rounds_of,
    targets_of,
    typed,
)
from analysis.spelling import listing, suggest
from analysis.strategies_of_study import StrategyBook
from analysis.study import DEFAULT_SEED, Point, Study, configure, taken
from analysis.study_file import StudyFile, dotted, leaves
from analysis.sweeps import lines_of
from sim.core.errors import UserError

MOST_POINTS = 10_000
BLOCKS_PER_PART = 8192
MATCH_BLOCKS_PER_PART = 512
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
    name = typed(file, "game", str, None)
    if name not in game_names():
        raise file.error(("game",), f"there is no game {name!r}; {suggest(name, game_names())}")
    game = get_game(name)
    book = StrategyBook(file, name, folder)
    seed = typed(file, "seed", int, DEFAULT_SEED)
    if not 0 <= seed < 2**63:
        raise file.error(("seed",), f"{seed} is out of range; a seed lies between 0 and {2**63 - 1}")
    margin = margin_of(file)
    flags = {key: typed(file, key, bool, default) for key, default in (("allow_impossible", False), ("require_eleven", True))}
    for key in flags:
        if key in data and key not in taken(game):
            raise file.error((key,), f"{game.title} has no such key; leave it out")

    rounds, targets = rounds_of(file, name), targets_of(file, name)
    check_compos(file, game)
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
    shown = labelled(points)
    if targets and not lines_of(shown):
        notices.append("the targets say nothing here: they need a [sweep] over three values or more of a number")
    return Study(
        name=stem,
        title=typed(file, "title", str, stem),
        question=typed(file, "question", str, ""),
        game=name,
        seed=seed,
        margin=margin,
        **flags,
        **rounds,
        strategies=book.used(points),
        points=shown,
        targets=targets,
        overrides=overrides,
        text=file.text,
        notices=tuple(dict.fromkeys(notices)),
    )


def _drafts(file: StudyFile, game: Any, book: StrategyBook) -> Iterable[_Draft]:
    data = file.data
    base: dict[Path, Any] = {}
    where: dict[Path, Path] = {}
    tree: dict[str, Any] = {key: data[key] for key in ("variant", "players", "options", "deck", "compos") if key in data}
    for setting, value, at in leaves(file, tree, ()):
        check_setting(file, game, setting, at, book)
        base[setting], where[setting] = checked_value(file, game, setting, value, at), at
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
            check_setting(file, game, setting, at, book)
            if setting in file.pinned:
                pinned = pinned or value != file.pinned[setting]
                continue
            if setting in sweep:
                raise file.error(at, "both [[points]] and [sweep] set it; leave it to one of them", key=dotted(setting))
            values[setting], places[setting] = checked_value(file, game, setting, value, at), at
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
        several = game.several(options_of(draft.values))
    except UserError as problem:
        raise _setup_problem(file, draft, problem) from None
    for combination in product(*several.values()):
        yield {("options", name): value for name, value in zip(several, combination, strict=True)}


def _sweep(file: StudyFile, game: Any, book: StrategyBook) -> dict[Path, list[tuple[Any, Path]]]:
    """The grid: for each setting its values, each with its place; settings of the command line leave the grid."""
    sweep: dict[Path, list[tuple[Any, Path]]] = {}
    tree = without_ranges(file, file.data.get("sweep", {}), ("sweep",))
    for key in tree:
        if key.split(".")[0] not in _SWEEP_KEYS:
            raise file.error(("sweep", key), f"this can't be swept; {suggest(key.split('.')[0], _SWEEP_KEYS)}", key=key)
    for setting, values, at in leaves(file, tree, ("sweep",)):
        check_setting(file, game, setting, at, book)
        if not isinstance(values, list) or not values:
            raise file.error(at, "write a list of the values to try, [4, 6, 8], or a range, { from = 4, to = 12 }", key=dotted(setting))
        if setting in sweep:
            raise file.error(at, "it is swept twice", key=dotted(setting))
        for number, value in enumerate(values):
            checked_value(file, game, setting, value, (*at, number))
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
    options = options_of(values)
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
        blocks=blocks_of(file, turns, games_per_match),
        blocks_per_part=MATCH_BLOCKS_PER_PART if games_per_match > 1 else BLOCKS_PER_PART,
        most_blocks=most_blocks(file, turns, games_per_match),
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
