"""Sentences on one table of win rates: which levels are shown to lie above or below the average, and what going first is worth.

What is said to be higher or lower is so by an interval that holds together with those of all rows: see `analysis.statements`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.language import tr
from analysis.wording import Names, capital, clauses, count, decimals, percent, points_words, share_words

Row = dict[str, Any]


def level_sentence(rates: Sequence[Row], par: Sequence[Row], families: Sequence[str], names: Names, place: str = "") -> str:
    """What one table of win rates shows: `rates` and `par` are its rows and those of the differences from par, in the same order.

    place: where it holds, put in front: "with 4 players in Mercato".
    """
    what = names.plural(*families)
    if not apart(par):
        return no_difference(rates, par, families, names, what, place)
    lowest = [i for i, row in enumerate(par) if row["high_simultaneous"] < 0]
    highest = [i for i, row in enumerate(par) if row["low_simultaneous"] > 0]
    told = []
    if lowest:
        least = min(lowest, key=lambda i: rates[i]["estimate"])
        values: Row = {"name": names.levels(rates[least], families), "share": share_words(rates[least])}
        if all(rates[least]["high_simultaneous"] < r["low_simultaneous"] for i, r in enumerate(rates) if i != least):
            told.append(tr("{name} wins {share} of its games, the least of the {number} {what}", number=count(len(rates)), what=what, **values))
        elif len(lowest) == 1:
            told.append(tr("{name} wins {share} of its games, below the average", **values))
        else:
            told.append(tr("{name} wins {share} of its games, one of {number} shown to be below the average", number=count(len(lowest)), **values))
    if highest:
        most = max(highest, key=lambda i: rates[i]["estimate"])
        values = {"name": names.levels(rates[most], families), "share": share_words(rates[most])}
        alone = all(rates[most]["low_simultaneous"] > r["high_simultaneous"] for i, r in enumerate(rates) if i != most)
        if alone and lowest:
            told.append(tr("{name} wins {share}, the most", **values))
        elif alone:
            told.append(tr("{name} wins {share} of its games, the most of the {number} {what}", number=count(len(rates)), what=what, **values))
        elif len(highest) == 1 and lowest:
            told.append(tr("{name} wins {share}, above the average", **values))
        elif len(highest) == 1:
            told.append(tr("{name} wins {share} of its games, above the average", **values))
        elif lowest:
            told.append(tr("{name} wins {share}, one of {number} shown to be above the average", number=count(len(highest)), **values))
        else:
            told.append(tr("{name} wins {share} of its games, one of {number} shown to be above the average", number=count(len(highest)), **values))
    average = tr("A seat wins {share} on average.", share=percent(par[0]["par"]))
    text = f"{clauses(told)}. {average}"
    return tr("{place}, {sentence}", place=capital(place), sentence=text) if place else text


def apart(par: Sequence[Row]) -> bool:
    """Whether any level is shown to differ from par."""
    return any(row["low_simultaneous"] > 0 or row["high_simultaneous"] < 0 for row in par)


def no_difference(rates: Sequence[Row], par: Sequence[Row], families: Sequence[str], names: Names, what: str, place: str = "") -> str:
    """The sentence for a table in which no level is shown to differ from par; `place` as in `level_sentence`."""
    low, high = min(row["low_simultaneous"] for row in par), max(row["high_simultaneous"] for row in par)
    furthest = max(range(len(par)), key=lambda i: abs(par[i]["estimate"]))
    values = {
        "number": count(len(par)),
        "what": what,
        "name": names.levels(rates[furthest], families),
        "difference": points_words(par[furthest]),
        "average": percent(par[0]["par"], decimals(low, high)),
    }
    if place:
        return tr(
            "{place}, no difference between the {number} {what} is shown. The largest measured is {name}, {difference} from the average of all "
            "seats, {average}.",
            place=capital(place),
            **values,
        )
    return tr(
        "No difference between the {number} {what} is shown. The largest measured is {name}, {difference} from the average of all seats, {average}.",
        **values,
    )


def first_sentence(rows: Sequence[Row], place: str = "") -> str:
    """What going first is worth at one design point; `rows` are those of `balance.going_first`, `place` as in `level_sentence`."""
    by = {row["against"]: row for row in rows}
    last = by["last"]
    told = points_words(last)
    if "others" in by:
        told = tr("{against_last}; against all others together {against_others}", against_last=told, against_others=points_words(by["others"]))
    values = {"difference": told, "place": capital(place)}
    shown = last["low_simultaneous"] > 0 or last["high_simultaneous"] < 0
    if shown and last["estimate"] > 0:
        if place:
            return tr("{place}, who goes first wins more often than who goes last: {difference}.", **values)
        return tr("Who goes first wins more often than who goes last: {difference}.", **values)
    if shown:
        if place:
            return tr("{place}, who goes first wins less often than who goes last: {difference}.", **values)
        return tr("Who goes first wins less often than who goes last: {difference}.", **values)
    if place:
        return tr("{place}, no difference between going first and going last is shown: {difference}.", **values)
    return tr("No difference between going first and going last is shown: {difference}.", **values)
