"""Plain sentences made from the figures, and never beyond them.

What is said to be higher or lower is so by an interval that holds together with all others looked at: a level is above or below par
only when its simultaneous interval of the difference excludes 0, and "the least" only when its interval lies apart from all others. Anything else is
"no difference shown", which does not say that there is none: that claim needs an equivalence test against a margin.
In the headline, all design points of a run are judged together (family "run"); in a caption, the rows of its table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis import balance
from analysis.language import tr, trn
from analysis.point_names import PointNames
from analysis.points import Summary
from analysis.table_sentences import apart, first_sentence, level_sentence
from analysis.wording import (
    Names,
    capital,
    clauses,
    count,
    fixed,
    in_settings,
    listing,
    outward,
    percent,
    points_words,
    share_words,
    whole,
    with_range,
)

Row = dict[str, Any]


@dataclass(frozen=True)
class Statement:
    """A sentence and what it is about: the name of a factor, "champions", "endings", "length"."""

    topic: str
    text: str


def headline(summary: Summary, names: Names) -> list[Statement]:
    """The answer in words: a sentence for each thing that the run can say something about."""
    places = PointNames(summary, names)
    told = [factor.name for factor in summary.figures.factors if factor.topic and factor.name != "strategy"]
    said = [_levels_headline(summary, names, places, factor) for factor in told]
    strategies = _strategies_headline(summary, names, places)
    mixed = {info.lineup for info in (point.info for point in summary.points) if len(set(info.lineup)) > 1}
    said.insert(0 if len(mixed) > 1 else len(told), strategies)
    said.insert(0, _champions_headline(summary, places))
    said += [
        None if summary.pools else _first_headline(summary, places),  # a map says more
        _endings_headline(summary, places),
        _length_headline(summary, places),
    ]
    return [statement for statement in said if statement is not None]


# -- the headline's sentences


def _groups(frame: pl.DataFrame) -> dict[int, list[Row]]:
    groups: dict[int, list[Row]] = {}
    for row in frame.iter_rows(named=True):
        groups.setdefault(row["point"], []).append(row)
    return groups


def _levels_headline(summary: Summary, names: Names, places: PointNames, factor: str) -> Statement | None:
    rates = _groups(balance.win_rates(summary, factor, family="run"))
    par = _groups(balance.from_par(summary, factor, family="run"))
    if not rates:
        return None
    if len(rates) == 1:
        ((point, rows),) = rates.items()
        return Statement(factor, level_sentence(rows, par[point], (factor,), names, places(point)))
    shown = [point for point, rows in par.items() if apart(rows)]
    topic = names.topic(summary.figures.factor(factor))
    if not shown:
        widest = max((row for rows in par.values() for row in rows), key=lambda row: abs(row["estimate"]))
        return Statement(
            factor,
            tr(
                "The {topic} makes no difference that is shown in any of the {number} settings; the largest measured is {name} {place}, {difference} "
                "from the average.",
                topic=topic,
                number=count(len(par)),
                name=names.levels(widest, (factor,)),
                place=places(widest["point"]),
                difference=points_words(widest),
            ),
        )
    clear = {p: [i for i, r in enumerate(par[p]) if r["low_simultaneous"] > 0 or r["high_simultaneous"] < 0] for p in shown}
    furthest = {p: max(clear[p], key=lambda i: abs(par[p][i]["estimate"])) for p in shown}
    point = max(shown, key=lambda p: abs(par[p][furthest[p]]["estimate"]))
    rows, differences = rates[point], par[point]
    chosen = [furthest[point]]
    opposite = [i for i in clear[point] if differences[i]["estimate"] * differences[chosen[0]]["estimate"] < 0]
    if opposite:
        chosen.append(max(opposite, key=lambda i: abs(differences[i]["estimate"])))
    return Statement(
        factor,
        tr(
            "The {topic} makes a difference {in_settings}. The furthest from the average is measured {place}: {levels} of the games, where a seat "
            "wins {average} on average.",
            topic=topic,
            in_settings=in_settings(len(shown), len(par)),
            place=places(point),
            levels=listing([tr("{name} wins {share}", name=names.levels(rows[i], (factor,)), share=share_words(rows[i])) for i in chosen]),
            average=percent(differences[0]["par"]),
        ),
    )


def _strategies_headline(summary: Summary, names: Names, places: PointNames) -> Statement | None:
    """For several line-ups: which strategies are above the average, or below, wherever they play."""
    par = balance.from_par(summary, "strategy", family="run").to_dicts()
    if len({row["point"] for row in par}) < 3:
        return _levels_headline(summary, names, places, "strategy")
    lineups = {point.info.lineup for point in summary.points}
    by_lineup = len(lineups) == len(summary.points)
    always = []
    for sign in (1, -1):
        for strategy in dict.fromkeys(row["strategy"] for row in par):
            rows = [row for row in par if row["strategy"] == strategy]
            shown = [row for row in rows if (row["low_simultaneous"] > 0 if sign > 0 else row["high_simultaneous"] < 0)]
            if len(rows) > 1 and len(shown) == len(rows):
                always.append(_always(strategy, count(len(rows)), sign, by_lineup))
    if not always:
        return _levels_headline(summary, names, places, "strategy")
    return Statement("strategy", f"{clauses(always)}.")


def _always(strategy: str, number: str, sign: int, by_lineup: bool) -> str:
    values = {"strategy": strategy, "number": number}
    if sign > 0 and by_lineup:
        return tr("{strategy} wins more than an average seat of its table in all {number} line-ups that it plays in", **values)
    if sign > 0:
        return tr("{strategy} wins more than an average seat of its table in all {number} settings that it plays in", **values)
    if by_lineup:
        return tr("{strategy} wins less than an average seat of its table in all {number} line-ups that it plays in", **values)
    return tr("{strategy} wins less than an average seat of its table in all {number} settings that it plays in", **values)


def _champions_headline(summary: Summary, places: PointNames) -> Statement | None:
    """How often a seat of each strategy becomes champion, where that is furthest apart."""
    rows = balance.champions(summary, family="run").to_dicts()
    if len(rows) < 2:
        return None
    point = max(rows, key=lambda row: row["estimate"])["point"]
    here = sorted((row for row in rows if row["point"] == point), key=lambda row: -row["estimate"])
    if len(here) < 2:
        return None
    (extended,) = balance.matches(summary, family="run").filter(point=point, ending="extended").to_dicts()
    return Statement(
        "champions",
        tr(
            "A seat becomes champion, {place}, this often: {shares}; {extended} of these championships need extra games.",
            place=places(point),
            shares=listing([tr("of {strategy} {share}", strategy=row["strategy"], share=share_words(row)) for row in here]),
            extended=share_words(extended),
        ),
    )


def _first_headline(summary: Summary, places: PointNames) -> Statement | None:
    frame = balance.going_first(summary, family="run")
    rows = [row for row in frame.iter_rows(named=True) if row["against"] == "last"]
    if not rows:
        return None
    if len(rows) == 1:
        return Statement("order", first_sentence([rows[0]], places(rows[0]["point"])))
    gains = [row for row in rows if row["low_simultaneous"] > 0]
    losses = [row for row in rows if row["high_simultaneous"] < 0]
    if not gains and not losses:
        widest = max(rows, key=lambda row: abs(row["estimate"]))
        return Statement(
            "order",
            tr(
                "No difference between going first and going last is shown in any of the {number} settings; the largest measured is {difference} "
                "{place}.",
                number=count(len(rows)),
                difference=points_words(widest),
                place=places(widest["point"]),
            ),
        )
    told = []
    for found, more in ((gains, True), (losses, False)):
        if found:
            widest = max(found, key=lambda row: abs(row["estimate"]))
            values = {
                "in_settings": in_settings(len(found), len(rows)),
                "difference": points_words(widest),
                "place": places(widest["point"]),
            }
            told.append(
                tr("{in_settings} who goes first wins more often than who goes last (largest measured: {difference} {place})", **values)
                if more
                else tr("{in_settings} who goes first wins less often than who goes last (largest measured: {difference} {place})", **values)
            )
    rest = len(rows) - len(gains) - len(losses)
    if rest:
        told.append(trn("in one no difference is shown", "in {number} no difference is shown", rest, number=count(rest)))
    return Statement("order", f"{capital(clauses(told))}.")


def _endings_headline(summary: Summary, places: PointNames) -> Statement | None:
    frame = balance.endings(summary, family="run")
    shared = frame.filter(pl.col("ending") == "shared").to_dicts()
    unfinished = frame.filter(pl.col("ending") == "unfinished").to_dicts()
    if not shared:
        return None
    low, high = (pick(shared, key=lambda row: row["estimate"]) for pick in (min, max))
    if high["estimate"] == 0:
        text = tr("No game had several winners")
    elif len(shared) == 1:
        text = tr("{share} of the games have several winners", share=share_words(high))
    elif low["estimate"] == 0:
        text = tr(
            "Several players win at once in {share} of the games {place}, the most measured, and in no game {least_place}",
            share=share_words(high),
            place=places(high["point"]),
            least_place=places(low["point"]),
        )
    else:
        text = tr(
            "Several players win at once in {share} of the games {place}, the most measured, and in {least_share} of the games {least_place}",
            share=share_words(high),
            place=places(high["point"]),
            least_share=share_words(low),
            least_place=places(low["point"]),
        )
    worst = max(unfinished, key=lambda row: row["estimate"])
    if worst["estimate"] == 0:
        rest = tr("none of the {number} games was left unfinished", number=whole(sum(row["games"] for row in unfinished)))
    elif len(unfinished) > 1:
        rest = tr("{share} reached the limit of turns unfinished {place}", share=share_words(worst), place=places(worst["point"]))
    else:
        rest = tr("{share} reached the limit of turns unfinished", share=share_words(worst))
    return Statement("endings", f"{clauses([text, rest])}.")


def _length_headline(summary: Summary, places: PointNames) -> Statement | None:
    frame = balance.lengths(summary).filter(pl.col("number") == "turns")
    middle = frame.filter(pl.col("quantile") == 0.5).to_dicts()
    late = {row["point"]: row for row in frame.filter(pl.col("quantile") == 0.9).iter_rows(named=True)}
    if not middle:
        return None

    def told(row: Row) -> str:
        turns = tr("{number} turns", number=fixed(row["estimate"], 0))
        return turns if row["low"] == row["high"] else with_range(turns, outward(row["low"], row["high"], 0))

    if len(middle) == 1:
        (row,) = middle
        return Statement(
            "length",
            tr(
                "Half of the games last at most {median}, nine in ten at most {late}, all seats together.",
                median=told(row),
                late=told(late[row["point"]]),
            ),
        )
    short, long = (pick(middle, key=lambda row: row["estimate"]) for pick in (min, max))
    return Statement(
        "length",
        tr(
            "The median length goes from {short} {short_place} to {long} {long_place}, the turns of all seats counted together.",
            short=told(short),
            short_place=places(short["point"]),
            long=told(long),
            long_place=places(long["point"]),
        ),
    )
