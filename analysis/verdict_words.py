"""Verdicts in words: what is out of balance, by how much, how sure, under which ways of playing, and what more games would settle.

Strategies are judged too, but one that wins more often than another is no fault of the cards: sentences about balance leave them out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from analysis.figures import STRATEGY
from analysis.language import noted, tr, trn
from analysis.point_names import PointNames
from analysis.points import PointInfo, Summary
from analysis.spelling import value_words
from analysis.verdicts import MOST_GAMES, counts, margin_of
from analysis.wording import Names, capital, clauses, count, fixed, in_settings, listing, points_words, whole

Row = Mapping[str, Any]

WORDS = {"favoured": noted("favoured"), "handicapped": noted("handicapped"), "undecided": noted("undecided"), "balanced": noted("balanced")}
SYMBOLS = {"favoured": "▲", "handicapped": "▼", "undecided": "?", "balanced": "="}
_TOLD = 3
"""So many levels are named in a sentence; the others are counted."""


def verdict_word(verdict: str) -> str:
    """A verdict with a sign, so that it does not rest on colour: "▲ favoured"."""
    return f"{SYMBOLS[verdict]} {tr(WORDS[verdict])}"


def level_words(summary: Summary, names: Names, factor: str, level: str) -> str:
    """A level in a sentence: "5-4-1", "Le Fourbe", "the 1st player"."""
    return names.said(summary.figures.factor(factor).families[0], level)


def margin_words(summary: Summary) -> str:
    """The margin in percentage points: "2.5"."""
    margin = 100.0 * margin_of(summary)
    digits = next(d for d in range(7) if abs(margin - round(margin, d)) < 1e-9 or d == 6)
    return fixed(margin, digits)


def rounded_up(games: int) -> int:
    """A number of games rounded up to two digits, which is all that a forecast deserves."""
    step = 10 ** max(len(str(games)) - 2, 0)
    return math.ceil(games / step) * step


def how_many(number: int) -> str:
    """A number of things in a sentence: "none", "three", "46"."""
    return count(number) if number else tr("none")


def setting_of(info: PointInfo, names: Names) -> str:
    """What design points share that differ in who plays: "Mercato Ultime, 4 players, deck.transfert = 6"."""
    told = tr("{variant}, {players} players", variant=names.variant(info.variant), players=info.players)
    others = [f"{key} = {value_words(value)}" for key, value in info.settings.items() if key not in ("variant", "players", "lineup")]
    return ", ".join([told, *others])


def verdict_sentences(summary: Summary, tables: Mapping[str, pl.DataFrame], names: Names) -> list[str]:
    """What the verdicts say, in at most three sentences; none when nothing was judged."""
    rows = [row for row in tables["verdicts"].to_dicts() if row["factor"] != STRATEGY.name] if "verdicts" in tables else []
    if not rows:
        return []
    profiles = tables["verdicts_by_profile"].to_dicts() if "verdicts_by_profile" in tables else []
    told = [out_of_balance(summary, rows, names), counted(summary, rows)]
    return told + ([whoever_plays(summary, profiles, names)] if profiles else [])


def out_of_balance(summary: Summary, rows: Sequence[Row], names: Names) -> str:
    """Which levels are favoured or handicapped, the furthest from the average first; or that none is."""
    margin, places = margin_words(summary), PointNames(summary, names)
    found: dict[tuple[str, str, str], list[Row]] = {}
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        seen[row["factor"], row["level"]] = seen.get((row["factor"], row["level"]), 0) + 1
        if row["verdict"] in ("favoured", "handicapped"):
            found.setdefault((row["factor"], row["level"], row["verdict"]), []).append(row)
    if not found:
        return tr("Nothing is shown to be out of balance by more than {margin} points.", margin=margin)
    furthest = {key: max(group, key=lambda row: abs(row["estimate"])) for key, group in found.items()}
    keys = sorted(found, key=lambda key: -abs(furthest[key]["estimate"]))
    alone = len({row["point"] for row in rows}) == 1
    words = []
    for factor, level, verdict in keys[:_TOLD]:
        row = furthest[factor, level, verdict]
        what = level_words(summary, names, factor, level)
        values = {"level": what, "verdict": tr(WORDS[verdict]), "points": points_words(row)}
        if alone:
            words.append(tr("{level} is {verdict}, {points} from the average", **values))
        else:
            values["settings"] = in_settings(len(found[factor, level, verdict]), seen[factor, level])
            values["place"] = places(row["point"])
            words.append(tr("{level} is {verdict} {settings}, the most {place}, {points} from the average", **values))
    told = clauses(words)
    rest = len(keys) - len(words)
    if rest:
        return tr("Shown to be out of balance by more than {margin} points: {told}; and {rest} more.", margin=margin, told=told, rest=count(rest))
    return tr("Shown to be out of balance by more than {margin} points: {told}.", margin=margin, told=told)


def counted(summary: Summary, rows: Sequence[Row]) -> str:
    """How many levels were looked at, what they were found to be, and what would settle the rest."""
    number, found = len(rows), counts(rows)
    first = tr(
        "Of the {number} levels looked at (each counts once in every setting), {balanced} are shown to be balanced, within {margin} points of the "
        "average; {favoured} favoured, {handicapped} handicapped, {undecided} undecided.",
        number=whole(number), margin=margin_words(summary), **{verdict: how_many(n) for verdict, n in found.items()},
    )  # fmt: skip
    return " ".join([first, *([settling(rows)] if found["undecided"] else [])])


def settling(rows: Sequence[Row]) -> str:
    """How many more games would settle what is undecided."""
    open_ = [row["games_needed"] for row in rows if row["verdict"] == "undecided"]
    known = [games for games in open_ if games is not None and games < MOST_GAMES]
    at_margin = sum(games == MOST_GAMES for games in open_)
    if not known:
        if at_margin:
            return tr("What is undecided lies so near the margin that hardly any number of games would settle it.")
        return tr("So few games say nothing about the undecided yet.")
    half, most = (whole(rounded_up(games)) for games in (sorted(known)[(len(known) - 1) // 2], max(known)))
    if len(open_) == 1:
        return tr("If its true value is the measured one, about {games} more games would probably settle it.", games=most)
    if half == most:
        told = tr(
            "If the true values are the measured ones, about {games} more games in each of their settings would probably settle them.", games=most
        )
    else:
        told = tr(
            "If the true values are the measured ones, about {half} more games in each of their settings would probably settle half of them; "
            "to settle the last, it would take about {most}.",
            half=half, most=most,
        )  # fmt: skip
    if at_margin:
        told += " " + trn(
            "One more lies so near the margin that hardly any number of games would settle it.",
            "{number} more lie so near the margin that hardly any number of games would settle them.",
            at_margin, number=capital(count(at_margin)),
        )  # fmt: skip
    return told


def whoever_plays(summary: Summary, profiles: Sequence[Row], names: Names) -> str:
    """Whether the verdicts hold under every line-up that played the same cards."""
    ways = max(row["profiles"] for row in profiles)
    beside = [row for row in profiles if row["favoured"] or row["handicapped"]]
    always = [row for row in beside if row["holds"] == "all"]
    contrary = [row for row in beside if row["holds"] in ("opposite", "depends")]
    rest = len(beside) - len(always) - len(contrary)
    if not beside:
        balanced = sum(row["holds"] == "all" for row in profiles)
        return tr(
            "Under {ways} ways of playing the same cards, no level is favoured or handicapped under any; {balanced} of {number} are shown to be "
            "balanced under all.",
            ways=count(ways), balanced=how_many(balanced), number=count(len(profiles)),
        )  # fmt: skip
    infos = {point.info.index: point.info for point in summary.points}
    groups = list(dict.fromkeys(row["point"] for row in profiles))
    several = len({row["point"] for row in beside}) > 1

    def what(row: Row) -> str:
        level = level_words(summary, names, row["factor"], row["level"])
        return tr("{level} ({place})", level=level, place=setting_of(infos[row["point"]], names)) if several else level

    parts = []
    if always:
        shown = [tr("{level} {verdict}", level=what(row), verdict=tr(WORDS["favoured" if row["favoured"] else "handicapped"])) for row in always]
        parts.append(tr("the same whoever plays: {levels}", levels=_some(shown)))
    if contrary:
        parts.append(tr("it depends on who plays: {levels}", levels=_some([_contrary(what(row), row) for row in contrary])))
    if rest:
        parts.append(
            trn(
                "one level is shown to be out of balance under some and undecided under the others",
                "{rest} levels are shown to be out of balance under some and undecided under the others",
                rest, rest=count(rest),
            )
        )  # fmt: skip
    told = clauses(parts)
    if len(groups) > 1 and not several:
        place = setting_of(infos[beside[0]["point"]], names)
        return tr("{place}, under {ways} ways of playing the same cards: {parts}.", place=place, ways=count(ways), parts=told)
    return tr("Under {ways} ways of playing the same cards: {parts}.", ways=count(ways), parts=told)


def _contrary(level: str, row: Row) -> str:
    """A level whose verdicts differ: "Le Stratège (favoured under expert, handicapped under trader)"; many line-ups are counted."""
    under = []
    for verdict in ("favoured", "handicapped", "balanced"):
        lineups = [lineup.replace(", ", " + ") for lineup in row[f"{verdict}_under"].split(" · ")]
        if row[verdict] > _TOLD:
            under.append(tr("{verdict} under {number} of them", verdict=tr(WORDS[verdict]), number=count(row[verdict])))
        elif row[verdict]:
            under.append(tr("{verdict} under {lineups}", verdict=tr(WORDS[verdict]), lineups=listing(lineups)))
    return f"{level} ({', '.join(under)})"


def _some(words: Sequence[str]) -> str:
    """A list of which only the first few are named."""
    rest = len(words) - _TOLD
    if rest <= 0:
        return listing(words)
    return tr("{words} and {rest} more", words=", ".join(words[:_TOLD]), rest=count(rest))


def holding_words(row: Row) -> str:
    """Whether a level's verdicts agree, in words: "handicapped under all four"."""
    decided = [verdict for verdict in ("favoured", "handicapped", "balanced") if row[verdict]]
    number = count(row["profiles"])
    if row["holds"] == "all":
        return tr("{verdict} under all {number}", verdict=tr(WORDS[decided[0]]), number=number)
    if row["holds"] == "partly":
        return tr("{verdict} under {found} of {number}, else undecided", verdict=tr(WORDS[decided[0]]), found=count(row[decided[0]]), number=number)
    return tr({"depends": noted("depends on who plays"), "opposite": noted("opposite verdicts")}.get(row["holds"], noted("undecided under all")))
