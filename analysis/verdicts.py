"""Verdicts: which levels are balanced, favoured or handicapped, judged against the margin that the study states.

A level (a compo, a coach, a place in the order of play, a strategy) is judged by its win rate less par, the win rate of all seats of its design
point. With the margin m, and an interval that holds for all levels of the run at once,

    balanced      the interval lies wholly within -m and m: shown by equivalence, also when a difference from 0 is shown
    favoured      it lies wholly above m
    handicapped   it lies wholly below -m
    undecided     it holds m or -m

so that all verdicts of a run are right together as often as the intervals hold together (`analysis.statistics.verdict` has the theory). Whether any
difference from par is shown, however small, stands in a column of its own.

    verdicts      a row a level and design point
    by_profile    a row a level: its verdicts under all line-ups that played the same cards
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from analysis import anytime
from analysis.figures import ORDER, STRATEGY, Factor
from analysis.points import PointInfo, PointSummary, Summary
from analysis.rows import Rows, joint_confidence, level_ratios_of_all, to_frame
from analysis.statistics import Differences, judge
from analysis.statistics.moments import Floats

Verdict = Literal["favoured", "handicapped", "balanced", "undecided"]
VERDICTS: tuple[Verdict, ...] = ("favoured", "handicapped", "undecided", "balanced")
"""What needs attention first."""
_OF_REGION: dict[str, Verdict] = {"above": "favoured", "below": "handicapped", "within": "balanced", "undecided": "undecided"}
MOST_GAMES = 10**9
"""So many further games or more don't settle anything in practice: the true value lies at the margin, as far as can be seen."""

COLUMNS = {
    "margin": pl.Float64,
    "verdict": pl.String,
    "shown": pl.String,
    "games_needed": pl.Int64,
    "p_favoured": pl.Float64,
    "p_handicapped": pl.Float64,
    "p_balanced": pl.Float64,
    "p_holm": pl.Float64,
    "p_bh": pl.Float64,
    "looked_at": pl.Int64,
}
"""Columns of the table of verdicts beside those of every table."""
PROFILE_COLUMNS: dict[str, Any] = {
    "point": pl.Int64,
    "label": pl.String,
    "variant": pl.String,
    "players": pl.Int64,
    "factor": pl.String,
    "level": pl.String,
    "holds": pl.String,
    "profiles": pl.Int64,
    **{verdict: pl.Int64 for verdict in VERDICTS},
    **{f"{verdict}_under": pl.String for verdict in VERDICTS},
}


def margin_of(summary: Summary) -> float:
    """The study's margin as a fraction of 1."""
    return float(summary.manifest["study"]["margin"]) / 100.0


def judged_factors(summary: Summary) -> list[Factor]:
    """Factors whose levels are judged: those that are spoken of, and the order of play."""
    return [factor for factor in summary.figures.factors if factor.topic or factor.name == ORDER.name]


def verdicts(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Every level of every judged factor at every design point, against the margin; all judged together.

    Besides the columns of every table (`estimate` is the difference from `par`, a fraction of 1):

    factor, level                         what is judged; for "order" the level is the place, from 0
    verdict, shown                        see the module; `shown` is "above", "below" or "" (no difference from par is shown)
    games_needed                          further games of the design point that would settle it at least four times in five if the true difference is
                                          the measured one; 0 when settled; `MOST_GAMES` when it lies at the margin; null when nothing is known
    p_favoured, p_handicapped, p_balanced each of the claim's opposite (at most m; at least -m; the greater of the two one-sided tests of equivalence)
    p_holm                                p_balanced, adjusted by Holm over all rows: a gate that lets pass only what is shown to be balanced
    p_bh                                  twice the smaller of p_favoured and p_handicapped, adjusted by Benjamini and Hochberg: a screen for suspects
    looked_at                             rows judged together

    Of a run that was stopped on a verdict, intervals and p-values hold at every moment (`analysis.anytime`).
    """
    rows: list[Rows] = []
    parts: list[Any] = []
    for factor in judged_factors(summary):
        for info, columns, found in level_ratios_of_all(summary, factor.name, "wins"):
            here = len(found.estimate) - 1
            fixed = Differences.of(found, range(here), [here] * here, exact_second=True)
            differences = anytime.differences(summary, info, factor.name, fixed)
            named = {"factor": [factor.name] * here, "level": [str(level) for level in columns[factor.name]], "par": [found.estimate[here]] * here}
            rows.append(
                Rows(info, named, found.size[:here], found.blocks[:here], differences.estimate, differences.interval, anytime.applies(summary))
            )
            parts.append(differences)
    frame = to_frame(rows, ("factor", "level", "par"), confidence, "run")
    judged = _judged(summary, frame, type(parts[0]).joined(parts), confidence) if parts else {name: [] for name in COLUMNS}
    return frame.with_columns(pl.Series(name, judged[name], dtype=kind) for name, kind in COLUMNS.items())


def _judged(summary: Summary, frame: pl.DataFrame, differences: Any, confidence: float) -> dict[str, Any]:
    margin, number = margin_of(summary), frame.height
    ends = list(zip(frame["low_simultaneous"], frame["high_simultaneous"], strict=True))
    found: dict[str, Any] = {
        "margin": [margin] * number,
        "verdict": [_OF_REGION[judge(low, high, -margin, margin)] for low, high in ends],
        "shown": [{"above": "above", "below": "below"}.get(judge(low, high, 0.0, 0.0), "") for low, high in ends],
        "looked_at": [number] * number,
    }
    at_most, over = differences.p_values(margin)
    under, at_least = differences.p_values(-margin)
    balanced = np.maximum(over, under)
    needed = differences.times_needed(-margin, margin, joint_confidence(confidence, number, anytime.applies(summary)))
    points = {point.info.index: point for point in summary.points}
    return found | {
        "games_needed": [_games(times, points[index]) for times, index in zip(needed, frame["point"], strict=True)],
        "p_favoured": at_most,
        "p_handicapped": at_least,
        "p_balanced": balanced,
        "p_holm": holm(balanced),
        "p_bh": benjamini_hochberg(np.minimum(1.0, 2.0 * np.minimum(at_most, at_least))),
    }


def _games(times: float, point: PointSummary) -> int | None:
    """Further games of a design point, in whole blocks, for `times` as many blocks in all."""
    if math.isnan(times):
        return None
    more = min(math.ceil((times - 1.0) * point.blocks) * point.game_count / point.blocks, MOST_GAMES) if math.isfinite(times) else MOST_GAMES
    return math.ceil(more)


def holm(p: Floats) -> Floats:
    """p-values adjusted by Holm (1979, Scandinavian Journal of Statistics 6, 65-70): those below a bound are all right together."""
    from statsmodels.stats.multitest import multipletests

    return np.asarray(multipletests(p, method="holm")[1]) if len(p) else p


def benjamini_hochberg(p: Floats) -> Floats:
    """p-values adjusted by Benjamini & Hochberg (1995, JRSS B 57, 289-300): of those below a bound, at most that share is wrong on average."""
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(p)) if len(p) else p


# -- by strategy profile


def profiles(summary: Summary) -> list[list[PointInfo]]:
    """Design points that differ in who plays only, for each such set of at least two line-ups."""
    alike: dict[tuple[Any, ...], list[PointInfo]] = {}
    for point in summary.points:
        if point.game_count:
            alike.setdefault((point.info.variant, point.info.players, point.info.rules()), []).append(point.info)
    return [infos for infos in alike.values() if len(infos) > 1]


def by_profile(summary: Summary, table: pl.DataFrame) -> pl.DataFrame:
    """What the verdicts of `table` (made by `verdicts`) say of each level under all line-ups that played the same cards.

    point, label: the first of these design points.  profiles: line-ups under which the level was seen.  favoured, handicapped, undecided, balanced:
    under how many it is so, and under which (`…_under`, line-ups joined by " · ").

    holds   "all": the same verdict under all; "partly": one verdict, and undecided under the others; "depends": balanced under some and
            not under others; "opposite": favoured under some and handicapped under others; "undecided": under all
    """
    by_point: dict[int, dict[tuple[str, str], str]] = {}
    for row in table.filter(pl.col("factor") != STRATEGY.name).iter_rows(named=True):
        by_point.setdefault(row["point"], {})[row["factor"], row["level"]] = row["verdict"]
    rows = []
    for infos in profiles(summary):
        names = _told_apart(infos)
        for factor, level in dict.fromkeys(key for info in infos for key in by_point.get(info.index, {})):
            under: dict[str, list[str]] = {verdict: [] for verdict in VERDICTS}
            for info, name in zip(infos, names, strict=True):
                if (factor, level) in by_point.get(info.index, {}):
                    under[by_point[info.index][factor, level]].append(name)
            number = sum(len(found) for found in under.values())
            if number < 2:
                continue
            first = infos[0]
            row = {"point": first.index, "label": first.label, "variant": first.variant, "players": first.players}
            row |= {"factor": factor, "level": level, "holds": holds(under), "profiles": number}
            row |= {verdict: len(found) for verdict, found in under.items()}
            rows.append(row | {f"{verdict}_under": " · ".join(found) for verdict, found in under.items()})
    return pl.DataFrame(rows, schema=PROFILE_COLUMNS)


def holds(under: dict[str, list[str]]) -> str:
    """Whether verdicts agree: "all", "partly", "depends", "opposite" or "undecided" (see `by_profile`)."""
    decided = [verdict for verdict in VERDICTS if verdict != "undecided" and under[verdict]]
    if not decided:
        return "undecided"
    if under["favoured"] and under["handicapped"]:
        return "opposite"
    if len(decided) > 1:
        return "depends"
    return "partly" if under["undecided"] else "all"


def _told_apart(infos: Sequence[PointInfo]) -> list[str]:
    """The line-ups of some design points, by their labels where that is not enough (a swept parameter of one strategy)."""
    names = [info.lineup_label for info in infos]
    return names if len(set(names)) == len(names) else [info.label for info in infos]


def counts(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many rows have each verdict."""
    found = [row["verdict"] for row in rows]
    return {verdict: found.count(verdict) for verdict in VERDICTS}
