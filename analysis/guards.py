"""Guard rails held against a run: for each figure that a guard is about, whether it is kept, broken, or can't be told yet.

Every guard is one check or several: one for each design point that it speaks of, and each level. All checks of a file are judged together: each by
an interval at confidence^(1/m) for m checks (Šidák), so that all of them hold the truth at once as often as the file's `confidence` says. *Kept*: the
whole interval lies within the limits. *Broken*: it lies wholly beyond one. *Undecided*: it lies across a limit; the number of games says when that
would be settled, if the figure stays where it was measured: widths shrink with the square root of the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite
from typing import Any, Literal

import polars as pl

from analysis import balance
from analysis.figures import GOING_FIRST
from analysis.guard_file import BALANCED, WIN_RATE, Guard, GuardFile
from analysis.points import PointInfo, Summary
from analysis.rows import point_columns
from analysis.spelling import suggest
from analysis.statistics import judge as region_of
from analysis.statistics import sidak_confidence
from analysis.tables import Run

Result = Literal["kept", "broken", "undecided"]
Row = dict[str, Any]
_RESULT_OF: dict[str, Result] = {"within": "kept", "above": "broken", "below": "broken", "undecided": "undecided"}


@dataclass(frozen=True)
class Check:
    """One check: a guard at a design point, for one level where it has levels.

    share: the figure and its limits are fractions of 1 (for people: percent, or percentage points); else they are in the figure's unit.
    level: as in the tables ("0" is the first player), "" without.  games: of the design point.  needed: games of the design point that would settle
    it; None when it is settled, or when nobody can tell.
    """

    guard: Guard
    info: PointInfo
    share: bool
    level: str
    lower: float
    upper: float
    estimate: float
    low: float | None
    high: float | None
    games: int
    needed: int | None
    result: Result


def judge(low: float | None, high: float | None, lower: float, upper: float, is_open: bool = False) -> Result:
    """An interval against limits; with `is_open` the limits themselves are beyond ("under 40" is not 40)."""
    return _RESULT_OF[region_of(low, high, lower, upper, is_open)]


def games_needed(estimate: float, low: float | None, high: float | None, lower: float, upper: float, games: int) -> int | None:
    """Games after which an interval about the same estimate would no longer lie across a limit; None when it can't be told.

    Widths shrink with the square root of the games; that of a share of which not one case was seen (or of which all were) with their number.
    """
    if low is None or high is None or not isfinite(low) or not isfinite(high):
        return None
    factor = 1.0
    for limit in (lower, upper):
        if low <= limit <= high:
            reach, distance = (high - estimate, limit - estimate) if limit >= estimate else (estimate - low, estimate - limit)
            if distance <= 0:
                return None
            seen_always = estimate in (low, high)
            factor = max(factor, reach / distance if seen_always else (reach / distance) ** 2)
    return ceil(factor * games)


def check(run: Run, summary: Summary, file: GuardFile) -> list[Check]:
    """Every check of a file of guards; UserError where the file does not fit the run."""
    game = run.manifest["study"]["game"]
    if file.game != game:
        raise file.file.error(("game",), f"these are guards of {file.game}, and {run.folder.as_posix()} is a run of {game}")
    margin = float(run.manifest["study"]["margin"]) / 100
    first = [row for guard in file.guards for row in _rows(summary, file, guard, file.confidence)]
    each = sidak_confidence(file.confidence, len(first))
    return [_checked(summary, guard, margin, info, row) for guard in file.guards for info, row in _rows(summary, file, guard, each)]


def _checked(summary: Summary, guard: Guard, margin: float, info: PointInfo, row: Row) -> Check:
    lower, upper, is_open = guard.lower, guard.upper, guard.open
    if guard.figure == BALANCED:
        most = guard.margin if guard.margin is not None else margin
        lower, upper, is_open = -most, most, False
    estimate, low, high = row["estimate"], row["low"], row["high"]
    result = judge(low, high, lower, upper, is_open)
    games = row["point_games"]
    needed = games_needed(estimate, low, high, lower, upper, games) if result == "undecided" else None
    of_games = guard.figure not in (WIN_RATE, BALANCED, GOING_FIRST)
    share = guard.quantile is None and summary.figures.per_game(guard.figure).is_share if of_games else True
    return Check(guard, info, share, str(row.get("level", "")), lower, upper, estimate, low, high, games, needed, result)


# -- the figures


def _rows(summary: Summary, file: GuardFile, guard: Guard, confidence: float) -> Iterable[tuple[PointInfo, Row]]:
    """The figures that a guard is about, with their intervals."""
    points = _points(summary, file, guard)
    frame, level = _frame(summary, guard, confidence)
    found = [row for row in frame.iter_rows(named=True) if row["point"] in points]
    if guard.level:
        known = list(dict.fromkeys(_level_name(row[level]) for row in found))
        if guard.level not in known:
            raise file.error(guard, "level", f"there is no {guard.by} {guard.level!r} there; {suggest(guard.level, known)}")
        found = [row for row in found if _level_name(row[level]) == guard.level]
    if not found:
        name = guard.by or guard.figure
        raise file.error(guard, "by" if guard.by else "figure", f"the run's tables have no {name!r} at these design points")
    for row in found:
        games = points[row["point"]].game_count
        yield points[row["point"]].info, {**row, "level": row[level] if level else "", "point_games": games}


def _level_name(value: Any) -> str:
    """A level as a guard names it: places count from 1."""
    return str(value + 1) if isinstance(value, int) else str(value)


def _points(summary: Summary, file: GuardFile, guard: Guard) -> dict[int, Any]:
    """The design points that a guard speaks of."""
    played = [point for point in summary.points if point.game_count]

    def of(info: PointInfo, key: str) -> Any:
        return {"variant": info.variant, "players": info.players, "point": info.label, "lineup": _line_up(info.lineup)}[key]

    left = played
    for key, value in guard.where.items():
        known = list(dict.fromkeys(of(point.info, key) for point in left))
        wanted = _line_up(value) if key == "lineup" else value
        left = [point for point in left if of(point.info, key) == wanted]
        if not left:
            told = [", ".join(name) if isinstance(name, tuple) else str(name) for name in known]
            asked = ", ".join(wanted) if isinstance(wanted, tuple) else str(wanted)
            raise file.error(guard, key, f"no design point of the run has {key} {asked}; {suggest(asked, told)}")
    return {point.info.index: point for point in left}


def _line_up(names: Sequence[str]) -> tuple[str, ...]:
    return (names[0],) if len(set(names)) == 1 else tuple(names)


def _frame(summary: Summary, guard: Guard, confidence: float) -> tuple[pl.DataFrame, str]:
    """The table of a guard's figure, and its column of levels ("" without); `low` and `high` are of the confidence asked for."""
    if guard.figure in (WIN_RATE, BALANCED):
        table = balance.win_rates if guard.figure == WIN_RATE else balance.from_par
        return table(summary, guard.by, confidence), summary.figures.factor(guard.by).levels[0]
    if guard.figure == GOING_FIRST:
        frame = balance.going_first(summary, confidence)
        # With two players all others are the last one.
        alone = (pl.col("players") == 2) & (pl.col("against") == "last")
        return frame.filter((pl.col("against") == guard.against) | alone), ""
    if guard.quantile is not None:
        return _quantiles(summary, guard.figure, guard.quantile, confidence), ""
    figure = summary.figures.per_game(guard.figure)
    if figure.is_share:
        return balance.endings(summary, confidence).filter(ending=guard.figure), ""
    return balance.means(summary, confidence).filter(number=guard.figure), ""


def _quantiles(summary: Summary, figure: str, level: float, confidence: float) -> pl.DataFrame:
    """One quantile of a length at each design point."""
    rows = []
    for point in summary.points:
        histogram = point.lengths.get(figure)
        if histogram is not None and histogram.games:
            ((value, low, high),) = histogram.quantile([level], confidence)
            rows.append({**point_columns(point.info), "estimate": float(value), "low": float(low), "high": float(high)})
    return pl.DataFrame(rows)


def results(checks: Sequence[Check]) -> dict[Result, int]:
    """How many checks came out how."""
    found: dict[Result, int] = {"kept": 0, "broken": 0, "undecided": 0}
    for each in checks:
        found[each.result] += 1
    return found


def limit_ends(lower: float, upper: float) -> tuple[float | None, float | None]:
    """Limits as they are written in JSON: None for one that is not there."""
    return (None if lower == -inf else lower), (None if upper == inf else upper)
