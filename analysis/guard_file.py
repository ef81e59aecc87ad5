"""A file of guard rails (TOML): what it may say, and errors with the place of the first mistake.

game = "mercato"
confidence = 0.95

[[guard]]
figure = "win_rate"
by = "compo"
within = [20, 30]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path as FilePath
from typing import Any

from analysis.figures import GOING_FIRST, Figures, figures_of
from analysis.spelling import suggest
from analysis.study_file import StudyFile, parse_toml, read_text
from sim.core.errors import UserError

DEFAULT_CONFIDENCE = 0.95
WIN_RATE, BALANCED = "win_rate", "balanced"
KEYS = ("title", "game", "confidence", "guard")
GUARD_KEYS = ("figure", "by", "level", "against", "quantile", "within", "under", "over", "margin", "variant", "players", "lineup", "point", "why")
FILTERS = ("variant", "players", "lineup", "point")
LIMITS = ("within", "under", "over")


@dataclass(frozen=True)
class Guard:
    """One guard rail: a figure, its limits, and where it holds.

    figure: "win_rate", "balanced", "going_first", or a figure of games.  by: the factor whose levels are meant; level: one of them.
    lower, upper: limits as fractions of 1 for shares, else in the figure's unit; open: whether a limit itself is beyond it ("under 53").
    margin: of "balanced", as a fraction; None for the study's own.  where: filters of design points.  number: its place in the file.
    """

    figure: str
    by: str
    level: str
    against: str
    quantile: float | None
    lower: float
    upper: float
    open: bool
    margin: float | None
    where: Mapping[str, Any]
    why: str
    number: int


@dataclass(frozen=True)
class GuardFile:
    """All guards of a file, and the file for messages about them."""

    file: StudyFile
    game: str
    confidence: float
    guards: Sequence[Guard]

    def error(self, guard: Guard, key: str, sentence: str) -> UserError:
        """A UserError about a key of a guard, with its place."""
        return self.file.error(("guard", guard.number, key), sentence)


def read_guards(path: FilePath) -> GuardFile:
    """Read and check a file of guards; what needs the run (levels, design points) is checked against it later."""
    return parse_guards(read_text(path, "file of guards"), path.as_posix())


def parse_guards(text: str, name: str) -> GuardFile:
    """Parse the text of a file of guards; `name` stands for it in messages."""
    from sim.core.registry import game_names

    file = parse_toml(text, name)
    for key in file.data:
        if key not in KEYS:
            raise file.error((key,), f"there is no such key in a file of guards; {suggest(key, KEYS)}")
    game = file.data.get("game")
    if game is None:
        raise UserError(f'{name}: game: it is missing; write for instance game = "mercato"')
    if game not in game_names():
        raise file.error(("game",), f"there is no game {game!r}; {suggest(str(game), game_names())}")
    confidence = file.data.get("confidence", DEFAULT_CONFIDENCE)
    if not _is_number(confidence) or not 0.5 < confidence < 1:
        raise file.error(("confidence",), f"{confidence!r} is out of range; it is a share, above 0.5 and below 1")
    listed = file.data.get("guard", [])
    if not isinstance(listed, list) or not listed or not all(isinstance(entry, dict) for entry in listed):
        raise file.error(("guard",), "write each guard as a table of its own, [[guard]], at least one", key="guard")
    figures = figures_of(game)
    return GuardFile(file, game, float(confidence), [_guard(file, figures, entry, number) for number, entry in enumerate(listed)])


def _guard(file: StudyFile, figures: Figures, entry: Mapping[str, Any], number: int) -> Guard:
    at = ("guard", number)
    for key in entry:
        if key not in GUARD_KEYS:
            raise file.error((*at, key), f"there is no such key in a guard; {suggest(key, GUARD_KEYS)}")
    known = [WIN_RATE, BALANCED, GOING_FIRST, *(figure.name for figure in figures.games)]
    figure = entry.get("figure")
    if figure is None:
        raise file.error(at, f"it is missing; known are {', '.join(known)}", key=f"guard[{number + 1}].figure")
    if figure not in known:
        raise file.error((*at, "figure"), f"there is no figure {figure!r}; {suggest(str(figure), known)}")
    _belongs(file, entry, at, figure, figures)
    by = _by(file, figures, entry, at) if figure in (WIN_RATE, BALANCED) else ""
    quantile = entry.get("quantile")
    if quantile is not None and (not _is_number(quantile) or not 0 < quantile < 1):
        raise file.error((*at, "quantile"), f"{quantile!r} is out of range; it is a share, above 0 and below 1: 0.5 for the median")
    against = entry.get("against", "last")
    if against not in ("last", "others"):
        raise file.error((*at, "against"), f"{against!r} is neither; {suggest(str(against), ('last', 'others'))}")
    margin = entry.get("margin")
    if margin is not None and (not _is_number(margin) or not 0 < margin < 100):
        raise file.error((*at, "margin"), f"{margin!r} is out of range; a margin lies between 0 and 100 percentage points")
    lower, upper = (-inf, inf) if figure == BALANCED else _limits(file, entry, at)
    is_share = figure in (WIN_RATE, GOING_FIRST) or (quantile is None and any(f.name == figure for f in figures.shares))
    least = -100 if figure == GOING_FIRST else 0
    if is_share:
        for key in LIMITS:
            for value in entry[key] if key == "within" and key in entry else [entry[key]] if key in entry else []:
                if not least <= value <= 100:
                    raise file.error((*at, key), f"{value:g} is out of range; shares are in percent, {least} to 100")
        lower, upper = lower / 100, upper / 100
    why = entry.get("why", "")
    if not isinstance(why, str):
        raise file.error((*at, "why"), f"{why!r} is not text in quotation marks")
    where = {key: _filter(file, key, entry[key], at) for key in FILTERS if key in entry}
    level = str(entry.get("level", ""))
    return Guard(
        figure, by, level, against, quantile, lower, upper, "within" not in entry, None if margin is None else margin / 100, where, why, number
    )


def _belongs(file: StudyFile, entry: Mapping[str, Any], at: tuple[str, int], figure: str, figures: Figures) -> None:
    """Refuse keys that say nothing about this figure."""
    lengths = [length.name for length in figures.lengths]
    takers = {
        "by": (figure in (WIN_RATE, BALANCED), "it belongs to win_rate and balanced"),
        "level": (figure in (WIN_RATE, BALANCED), "it belongs to win_rate and balanced"),
        "against": (figure == GOING_FIRST, "it belongs to going_first"),
        "quantile": (figure in lengths, f"quantiles are known of {', '.join(lengths)}"),
        "margin": (figure == BALANCED, "it belongs to balanced"),
        **dict.fromkeys(LIMITS, (figure != BALANCED, "balanced has a margin: the study's, or margin = 2.5")),
    }
    for key, (fits, sentence) in takers.items():
        if key in entry and not fits:
            raise file.error((*at, key), f"{sentence}; leave it out")


def _by(file: StudyFile, figures: Figures, entry: Mapping[str, Any], at: tuple[str, int]) -> str:
    factors = [factor.name for factor in figures.factors if len(factor.levels) == 1]
    by = entry.get("by")
    if by is None:
        raise file.error(at, f'it is missing; write by = "{factors[0]}", or another of {", ".join(factors)}', key=f"guard[{at[1] + 1}].by")
    if by not in factors:
        raise file.error((*at, "by"), f"there are no win rates by {by!r}; {suggest(str(by), factors)}")
    return str(by)


def _limits(file: StudyFile, entry: Mapping[str, Any], at: tuple[str, int]) -> tuple[float, float]:
    given = [key for key in LIMITS if key in entry]
    if len(given) != 1:
        raise file.error(at, "give one limit: within = [20, 30], under = 53 or over = 5", key=f"guard[{at[1] + 1}]")
    (key,) = given
    value = entry[key]
    if key == "within":
        if not isinstance(value, list) or len(value) != 2 or not all(_is_number(end) for end in value) or not value[0] < value[1]:
            raise file.error((*at, key), f"{value!r} is not a range; write the lower limit and the upper one, [20, 30]")
        return float(value[0]), float(value[1])
    if not _is_number(value):
        raise file.error((*at, key), f"{value!r} is not a number")
    return (-inf, float(value)) if key == "under" else (float(value), inf)


def _filter(file: StudyFile, key: str, value: Any, at: tuple[str, int]) -> Any:
    if key == "players":
        if isinstance(value, bool) or not isinstance(value, int):
            raise file.error((*at, key), f"{value!r} is not a whole number")
        return value
    if key == "lineup":
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            raise file.error((*at, key), f'{value!r} is not a line-up; write ["expert"], or one name for each seat')
        return tuple(names)
    if not isinstance(value, str):
        raise file.error((*at, key), f"{value!r} is not text in quotation marks")
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
