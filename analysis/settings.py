"""The plain keys and the settings of a study: whether they exist, and whether their values are of the right form.

What values mean, the game checks.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from analysis.places import Path
from analysis.spelling import suggest
from analysis.strategies_of_study import StrategyBook
from analysis.study import DEFAULT_GAMES, DEFAULT_MARGIN
from analysis.study_file import ROUND_KEYS, StudyFile, dotted
from sim.core.errors import UserError

MOST_BLOCKS = 2**40
PILOT_BLOCKS = 1024
"""Blocks of a design point's first round, where the results decide how many there are."""
DEFAULT_CONFIDENCE = 0.95
DEFAULT_MAX_GAMES = 10_000_000
_RULES = {"precision": "to a precision", "until": "until its verdicts are settled"}

# -- plain keys


def typed(file: StudyFile, key: str, kind: type, default: Any) -> Any:
    """The value of a plain key, which is text, a whole number, or true or false."""
    value = file.data.get(key, default)
    words = {str: "text in quotation marks", int: "a whole number", bool: "true or false"}
    if value is None:
        raise UserError(f'{file.name}: {key}: it is missing; write for instance {key} = "mercato"')
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise file.error((key,), f"{value!r} is not {words[kind]}")
    return value


def margin_of(file: StudyFile) -> float:
    """The margin for verdicts, in percentage points."""
    margin = file.data.get("margin", DEFAULT_MARGIN)
    if isinstance(margin, bool) or not isinstance(margin, int | float):
        raise file.error(("margin",), f"{margin!r} is not a number of percentage points")
    if not (isfinite(margin) and 0 < margin < 100):
        raise file.error(("margin",), f"{margin} is out of range; a margin lies between 0 and 100 percentage points")
    return float(margin)


def targets_of(file: StudyFile, game: str) -> dict[str, float]:
    """The targets of figures, as written: shares in percent, going_first in percentage points, all else in the figure's unit."""
    from analysis.figures import GOING_FIRST, figures_of

    figures = figures_of(game)
    known = [GOING_FIRST, *(figure.name for figure in figures.games)]
    shares = [figure.name for figure in figures.shares]
    for name, target in file.data.get("targets", {}).items():
        at = ("targets", name)
        if name not in known:
            raise file.error(at, f"{game} has no such figure of its games; {suggest(name, known, limit=len(known))}")
        if isinstance(target, bool) or not isinstance(target, int | float):
            raise file.error(at, f"{target!r} is not a number")
        if name == GOING_FIRST:
            if not -100 < target < 100:
                raise file.error(at, f"{target} is out of range; a target of it is in percentage points, above -100 and below 100")
        elif name in shares and not 0 < target < 100:
            raise file.error(at, f"{target} is out of range; a target of a share is in percent, above 0 and below 100")
        elif not (isfinite(target) and target > 0):
            raise file.error(at, f"{target} is out of range; a target of it is above 0")
    return {name: float(target) for name, target in file.data.get("targets", {}).items()}


def rounds_of(file: StudyFile, game: str) -> dict[str, Any]:
    """What decides the number of games, where the study does not give it: a precision, or verdicts; nothing where it does."""
    from analysis.figures import figures_of

    data = file.data
    rules = [key for key in ("precision", "until") if key in data]
    if not rules:
        for key in ROUND_KEYS:
            if key in data:
                raise file.error((key,), 'it belongs to a precision or to verdicts; write for instance precision = 0.5, or until = "verdict"')
        return {}
    if len(rules) > 1:
        raise file.error(("until",), "a study is played to a precision or until its verdicts are settled; give one of the two")
    (rule,) = rules
    for key in ("games", "blocks"):
        if key in data:
            told = "a precision decides" if rule == "precision" else "its verdicts decide"
            raise file.error((key,), f"{told} how many games are played; leave it out, and set max_games if there is to be an end")
    of, foreign = ("precision_of", "verdict_of") if rule == "precision" else ("verdict_of", "precision_of")
    if foreign in data:
        raise file.error((foreign,), f"this study is played {_RULES[rule]}; write {of}")
    if rule == "until" and data["until"] != "verdict":
        raise file.error(("until",), f'{data["until"]!r} is nothing to play until; write until = "verdict"')
    known = [f.name for f in figures_of(game).factors if rule == "precision" or f.topic or f.name == "order"]
    how: dict[str, Any] = (
        {"until": "verdict"} if rule == "until" else {"precision": _between(file, "precision", None, "percentage points", 0.0, 50.0)}
    )
    confidence = _between(file, "confidence", DEFAULT_CONFIDENCE, "a share", 0.5, 1.0)
    return {**how, "confidence": confidence, of: _factors(file, of, known)}


def _factors(file: StudyFile, key: str, known: list[str]) -> tuple[str, ...]:
    """The factors that a list names, of those that are `known`: the first where there is none."""
    chosen = file.data.get(key, known[:1])
    if not isinstance(chosen, list) or not chosen:
        raise file.error((key,), f'{chosen!r} is not a list of what the figures are by; write for instance ["{known[0]}"]')
    for number, factor in enumerate(chosen):
        if factor not in known:
            raise file.error((key, number), f"there is no win rate by {factor!r}; {suggest(str(factor), known)}", key=key)
        if factor in chosen[:number]:
            raise file.error((key, number), f"{factor!r} stands twice in the list", key=key)
    return tuple(chosen)


def _between(file: StudyFile, key: str, default: float | None, what: str, low: float, high: float) -> float:
    value = file.data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or not low < value < high:
        raise file.error((key,), f"{value!r} is out of range; it is {what}, above {low:g} and below {high:g}")
    return float(value)


def _in_rounds(file: StudyFile) -> bool:
    return "precision" in file.data or "until" in file.data


def most_blocks(file: StudyFile, rotations: int, games_per_match: int) -> int:
    """The cap of a design point in blocks, where the results decide how many there are; else 0."""
    if not _in_rounds(file):
        return 0
    most = typed(file, "max_games", int, DEFAULT_MAX_GAMES)
    if most < 1:
        raise file.error(("max_games",), f"{most} is out of range; at least 1")
    return min(-(-most // (rotations * games_per_match)), MOST_BLOCKS)


def blocks_of(file: StudyFile, rotations: int, games_per_match: int) -> int:
    """Blocks of a design point: as said, or the whole blocks that hold at least `games` games; the pilot's where the results decide."""
    if _in_rounds(file):
        return min(PILOT_BLOCKS, most_blocks(file, rotations, games_per_match))
    if "blocks" in file.data and "games" in file.data:
        raise file.error(("games",), "blocks and games say the same thing twice; give one of the two")
    key = "blocks" if "blocks" in file.data else "games"
    count = typed(file, key, int, DEFAULT_GAMES)
    if count < 1:
        raise file.error((key,), f"{count} is out of range; at least 1")
    if key == "games":
        count = -(-count // (rotations * games_per_match))
    if count > MOST_BLOCKS:
        raise file.error((key,), f"{file.data.get(key)} is out of range; at most {MOST_BLOCKS} blocks")
    return count


# -- settings


def check_setting(file: StudyFile, game: Any, setting: Path, where: Path, book: StrategyBook) -> None:
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
            hint = ' (a compo of your own needs a table [compos."…"] too)' if game.printed_compos and str(name)[:1].isdigit() else ""
            raise file.error(where, f"{game.title} has no such card; {suggest(str(name), cards)}{hint}", key=dotted(setting))
    if section == "strategies":
        book.check_parameter(str(name), str(setting[2]), where)


def _own_compos(file: StudyFile) -> set[str]:
    """The names under [compos], of the whole study, of its design points and in its sweep."""
    tables = [file.data, *file.data.get("points", []), file.data.get("sweep", {})]
    names = {name for table in tables for name in table.get("compos", {})}
    return names | {key.split(".")[1] for key in file.data.get("sweep", {}) if key.startswith("compos.")}


def check_compos(file: StudyFile, game: Any) -> None:
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


def checked_value(file: StudyFile, game: Any, setting: Path, value: Any, where: Path) -> Any:
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


def options_of(values: dict[Path, Any]) -> dict[str, Any]:
    """The options among the settings; entries of tables together."""
    options: dict[str, Any] = {}
    for setting, value in sorted(((s, v) for s, v in values.items() if s[0] == "options"), key=lambda entry: len(entry[0])):
        table = options
        for part in setting[1:-1]:
            table[str(part)] = dict(table.get(str(part), {}))
            table = table[str(part)]
        table[str(setting[-1])] = value
    return options
