"""Plain sentences made from the figures, and never beyond them.

What is said to be higher or lower is so by an interval that holds together with all others looked at: a level is above or below par
only when its simultaneous interval of the difference excludes 0, and "the least" only when its interval lies apart from all others. Anything else is
"no difference shown", which does not say that there is none: that claim needs an equivalence test against a margin.
In the headline, all design points of a run are judged together (family "run"); in a caption, the rows of its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis import balance
from analysis.point_names import PointNames
from analysis.points import Summary
from analysis.wording import (
    Names,
    count,
    decimals,
    in_settings,
    listing,
    percent,
    percent_range,
    points_words,
    share_words,
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


def level_sentence(rates: Sequence[Row], par: Sequence[Row], families: Sequence[str], names: Names) -> str:
    """What one table of win rates shows: `rates` and `par` are its rows and those of the differences from par, in the same order."""
    what = names.plural(*families)
    if not apart(par):
        return no_difference(rates, par, families, names, what)
    lowest = [i for i, row in enumerate(par) if row["high_simultaneous"] < 0]
    highest = [i for i, row in enumerate(par) if row["low_simultaneous"] > 0]
    average = f"A seat wins {percent(par[0]['par'])} on average."
    clauses = []
    if lowest:
        least = min(lowest, key=lambda i: rates[i]["estimate"])
        alone = all(rates[least]["high_simultaneous"] < r["low_simultaneous"] for i, r in enumerate(rates) if i != least)
        rank = f"the least of the {count(len(rates))} {what}" if alone else _among(len(lowest), "below")
        clauses.append(f"{names.levels(rates[least], families)} wins {share_words(rates[least])} of its games, {rank}")
    if highest:
        most = max(highest, key=lambda i: rates[i]["estimate"])
        alone = all(rates[most]["low_simultaneous"] > r["high_simultaneous"] for i, r in enumerate(rates) if i != most)
        rank = f"the most of the {count(len(rates))} {what}" if alone else _among(len(highest), "above")
        rank = "the most" if alone and lowest else rank
        games = "" if lowest else " of its games"
        clauses.append(f"{names.levels(rates[most], families)} wins {share_words(rates[most])}{games}, {rank}")
    return f"{'; '.join(clauses)}. {average}"


def apart(par: Sequence[Row]) -> bool:
    """Whether any level is shown to differ from par."""
    return any(row["low_simultaneous"] > 0 or row["high_simultaneous"] < 0 for row in par)


def no_difference(rates: Sequence[Row], par: Sequence[Row], families: Sequence[str], names: Names, what: str) -> str:
    """The sentence for a table in which no level is shown to differ from par."""
    low, high = min(row["low_simultaneous"] for row in par), max(row["high_simultaneous"] for row in par)
    furthest = max(range(len(par)), key=lambda i: abs(par[i]["estimate"]))
    digits = decimals(low, high)
    return (
        f"No difference between the {count(len(par))} {what} is shown. The largest measured is "
        f"{names.levels(rates[furthest], families)}, {points_words(par[furthest])} from the average of all seats, "
        f"{percent(par[0]['par'], digits)}."
    )


def _among(number: int, side: str) -> str:
    return f"{side} the average" if number == 1 else f"one of {count(number)} shown to be {side} the average"


def first_sentence(rows: Sequence[Row]) -> str:
    """What going first is worth at one design point; `rows` are those of `balance.going_first`."""
    by = {row["against"]: row for row in rows}
    last = by["last"]
    others = f"; against all others together {points_words(by['others'])}" if "others" in by else ""
    if last["low_simultaneous"] > 0 or last["high_simultaneous"] < 0:
        more = "more" if last["estimate"] > 0 else "less"
        return f"Who goes first wins {more} often than who goes last: {points_words(last)}{others}."
    return f"No difference between going first and going last is shown: {points_words(last)}{others}."


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
        sentence = level_sentence(rows, par[point], (factor,), names)
        return Statement(factor, _with_place(places(point), sentence))
    shown = [point for point, rows in par.items() if apart(rows)]
    topic = names.topic(summary.figures.factor(factor))
    if not shown:
        widest = max((row for rows in par.values() for row in rows), key=lambda row: abs(row["estimate"]))
        return Statement(
            factor,
            f"The {topic} makes no difference that is shown in any of the {count(len(par))} settings; the largest measured is "
            f"{names.levels(widest, (factor,))} {places(widest['point'])}, {points_words(widest)} from the average.",
        )
    clear = {p: [i for i, r in enumerate(par[p]) if r["low_simultaneous"] > 0 or r["high_simultaneous"] < 0] for p in shown}
    furthest = {p: max(clear[p], key=lambda i: abs(par[p][i]["estimate"])) for p in shown}
    point = max(shown, key=lambda p: abs(par[p][furthest[p]]["estimate"]))
    rows, differences = rates[point], par[point]
    chosen = [furthest[point]]
    opposite = [i for i in clear[point] if differences[i]["estimate"] * differences[chosen[0]]["estimate"] < 0]
    if opposite:
        chosen.append(max(opposite, key=lambda i: abs(differences[i]["estimate"])))
    told = listing([f"{names.levels(rows[i], (factor,))} wins {share_words(rows[i])}" for i in chosen])
    return Statement(
        factor,
        f"The {topic} makes a difference {in_settings(len(shown), len(par))}. The furthest from the average is measured "
        f"{places(point)}: {told} of the games, where a seat wins {percent(differences[0]['par'])} on average.",
    )


def _strategies_headline(summary: Summary, names: Names, places: PointNames) -> Statement | None:
    """For several line-ups: which strategies are above the average, or below, wherever they play."""
    par = balance.from_par(summary, "strategy", family="run").to_dicts()
    if len({row["point"] for row in par}) < 3:
        return _levels_headline(summary, names, places, "strategy")
    lineups = {point.info.lineup for point in summary.points}
    where = "line-ups that it plays in" if len(lineups) == len(summary.points) else "settings that it plays in"
    always = []
    for sign, words in ((1, "more"), (-1, "less")):
        for strategy in dict.fromkeys(row["strategy"] for row in par):
            rows = [row for row in par if row["strategy"] == strategy]
            shown = [row for row in rows if (row["low_simultaneous"] > 0 if sign > 0 else row["high_simultaneous"] < 0)]
            if len(rows) > 1 and len(shown) == len(rows):
                always.append(f"{strategy} wins {words} than an average seat of its table in all {count(len(rows))} {where}")
    if not always:
        return _levels_headline(summary, names, places, "strategy")
    return Statement("strategy", f"{'; '.join(always)}.")


def _with_place(place: str, sentence: str) -> str:
    """Put where it holds in front: "With 4 players in Mercato, no difference …"."""
    first = sentence.split(" ", 1)[0]
    lowered = sentence[0].lower() + sentence[1:] if first in ("No", "Who") else sentence
    return f"{place[0].upper()}{place[1:]}, {lowered}"


def _champions_headline(summary: Summary, places: PointNames) -> Statement | None:
    """How often a seat of each strategy becomes champion, where that is furthest apart."""
    rows = balance.champions(summary, family="run").to_dicts()
    if len(rows) < 2:
        return None
    point = max(rows, key=lambda row: row["estimate"])["point"]
    here = sorted((row for row in rows if row["point"] == point), key=lambda row: -row["estimate"])
    if len(here) < 2:
        return None
    told = listing([f"of {row['strategy']} {share_words(row)}" for row in here])
    (extended,) = balance.matches(summary, family="run").filter(point=point, ending="extended").to_dicts()
    return Statement(
        "champions",
        f"A seat becomes champion, {places(point)}, this often: {told}; {share_words(extended)} of these championships need extra games.",
    )


def _first_headline(summary: Summary, places: PointNames) -> Statement | None:
    frame = balance.going_first(summary, family="run")
    rows = [row for row in frame.iter_rows(named=True) if row["against"] == "last"]
    if not rows:
        return None
    if len(rows) == 1:
        return Statement("order", _with_place(places(rows[0]["point"]), first_sentence([rows[0]])))
    gains = [row for row in rows if row["low_simultaneous"] > 0]
    losses = [row for row in rows if row["high_simultaneous"] < 0]
    if not gains and not losses:
        widest = max(rows, key=lambda row: abs(row["estimate"]))
        return Statement(
            "order",
            f"No difference between going first and going last is shown in any of the {count(len(rows))} settings; the largest measured is "
            f"{points_words(widest)} {places(widest['point'])}.",
        )
    parts = []
    for found, word in ((gains, "more"), (losses, "less")):
        if found:
            widest = max(found, key=lambda row: abs(row["estimate"]))
            parts.append(
                f"{in_settings(len(found), len(rows))} who goes first wins {word} often than who goes last "
                f"(largest measured: {points_words(widest)} {places(widest['point'])})"
            )
    text = "; ".join(parts)
    rest = len(rows) - len(gains) - len(losses)
    if rest:
        text += f"; in {count(rest)} no difference is shown"
    return Statement("order", f"{text[0].upper()}{text[1:]}.")


def _endings_headline(summary: Summary, places: PointNames) -> Statement | None:
    frame = balance.endings(summary, family="run")
    shared = frame.filter(pl.col("ending") == "shared").to_dicts()
    unfinished = frame.filter(pl.col("ending") == "unfinished").to_dicts()
    if not shared:
        return None
    low, high = (pick(shared, key=lambda row: row["estimate"]) for pick in (min, max))
    if high["estimate"] == 0:
        text = "No game had several winners"
    elif len(shared) == 1:
        text = f"{share_words(high)} of the games have several winners"
    else:
        least = "no game" if low["estimate"] == 0 else f"{share_words(low)} of the games"
        text = (
            f"Several players win at once in {share_words(high)} of the games {places(high['point'])}, the most measured, and in "
            f"{least} {places(low['point'])}"
        )
    worst = max(unfinished, key=lambda row: row["estimate"])
    if worst["estimate"] == 0:
        text += f"; none of the {sum(row['games'] for row in unfinished):,} games was left unfinished"
    else:
        where = f" {places(worst['point'])}" if len(unfinished) > 1 else ""
        text += f"; {share_words(worst)} reached the limit of turns unfinished{where}"
    return Statement("endings", f"{text}.")


def _length_headline(summary: Summary, places: PointNames) -> Statement | None:
    frame = balance.lengths(summary).filter(pl.col("number") == "turns")
    middle = frame.filter(pl.col("quantile") == 0.5).to_dicts()
    late = {row["point"]: row for row in frame.filter(pl.col("quantile") == 0.9).iter_rows(named=True)}
    if not middle:
        return None

    def told(row: Row) -> str:
        ends = "" if row["low"] == row["high"] else f" ({row['low']:.0f} to {row['high']:.0f})"
        return f"{row['estimate']:.0f} turns{ends}"

    if len(middle) == 1:
        (row,) = middle
        return Statement(
            "length",
            f"Half of the games last at most {told(row)}, nine in ten at most {told(late[row['point']])}, all seats together.",
        )
    short, long = (pick(middle, key=lambda row: row["estimate"]) for pick in (min, max))
    return Statement(
        "length",
        f"The median length goes from {told(short)} {places(short['point'])} to {told(long)} {places(long['point'])}, the turns of all seats "
        "counted together.",
    )


__all__ = ["PointNames", "Statement", "first_sentence", "headline", "level_sentence", "percent_range"]
