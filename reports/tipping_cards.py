"""Tipping points in words and figures: where a swept setting takes a figure across its reference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from analysis.figures import GOING_FIRST, PerGame
from analysis.language import tr, trn
from analysis.sweeps import Sweep
from analysis.tipping import WIN_RATE, targets_of
from analysis.wording import Names, amount, brief, capital, ceil, fixed, floor, listing
from reports.card import Card, Table, mean_cells, range_cell
from reports.figures.lines import Line, Mark, lines
from reports.lookup import Figures

Row = dict[str, Any]


def setting_words(key: str, names: Names) -> str:
    """A setting for people: "Transfert cards in the deck"."""
    section, _, rest = key.partition(".")
    if section == "deck":
        return tr("{card} cards in the deck", card=names.card(rest))
    return rest if section == "options" else key


def tipping_rows(figures: Figures, sweep: Sweep, figure: str, factor: str = "") -> list[Row]:
    """The tipping points of a figure along a sweep."""
    rows = figures.rows("tipping_points", sweep.points[0])
    return [row for row in rows if row["key"] == sweep.key and row["figure"] == figure and row["factor"] == factor]


def at_words(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """Where a shown crossing lies, and the ends of its interval (that holds together with those of the other curves), rounded outwards."""
    low, high = row["low_simultaneous"], row["high_simultaneous"]
    width = high - low
    digits = 1 if width <= 0 else min(max(1, -math.floor(math.log10(width))), 6)
    return fixed(row["estimate"], digits), fixed(floor(low, digits), digits), fixed(ceil(high, digits), digits)


def level_tippings(rows: Sequence[Row], factor: str, key: str, names: Names) -> list[str]:
    """Sentences on the win rates of a factor's levels: which are shown to cross the average, which lie on one side, which can't be told."""
    setting = setting_words(key, names)
    found = [
        _crossing_sentence(row, names.said(factor, row["level"]), tr("the average of all seats"), setting)
        for row in rows
        if row["status"] == "crosses"
    ]
    above, below = ([names.said(factor, row["level"]) for row in rows if row["status"] == status] for status in ("above", "below"))
    if above:
        found.append(
            trn(
                "{levels} stays above the average of all seats at every value tried.",
                "{levels} stay above the average of all seats at every value tried.",
                len(above),
                levels=capital(listing(above)),
            )
        )
    if below:
        found.append(
            trn(
                "{levels} stays below the average of all seats at every value tried.",
                "{levels} stay below the average of all seats at every value tried.",
                len(below),
                levels=capital(listing(below)),
            )
        )
    rest = [names.said(factor, row["level"]) for row in rows if row["status"] not in ("crosses", "above", "below")]
    if rest:
        found.append(
            trn(
                "Whether {levels} crosses the average can't be told from these games.",
                "Whether {levels} cross the average can't be told from these games.",
                len(rest),
                levels=listing(rest),
            )
        )
    return found


def _crossing_sentence(row: Row, what: str, reference: str, setting: str) -> str:
    at, low, high = at_words(row)
    values = {"what": capital(what), "reference": reference, "at": at, "low": low, "high": high, "setting": setting}
    if row["rising"]:
        return tr("{what} rises above {reference} at {at} {setting} (between {low} and {high}).", **values)
    return tr("{what} falls below {reference} at {at} {setting} (between {low} and {high}).", **values)


def figure_tippings(rows: Sequence[Row], what: str, reference: str, key: str, names: Names) -> list[str]:
    """Sentences on a single curve."""
    setting = setting_words(key, names)
    told = {
        "above": tr("{what} stays above {reference} at every value tried.", what=capital(what), reference=reference),
        "below": tr("{what} stays below {reference} at every value tried.", what=capital(what), reference=reference),
    }
    unclear = tr("Whether {what} crosses {reference} can't be told from these games.", what=what, reference=reference)
    return [_crossing_sentence(row, what, reference, setting) if row["status"] == "crosses" else told.get(row["status"], unclear) for row in rows]


def marks(rows: Sequence[Row], levels: Sequence[Any]) -> list[Mark]:
    """Shown crossings as marks of a figure whose series are these levels."""
    names = [str(level) for level in levels]
    return [
        Mark(names.index(row["level"]), row["estimate"], row["low_simultaneous"], row["high_simultaneous"], at_words(row)[0])
        for row in rows
        if row["status"] == "crosses"
    ]


def mark_words(rows: Sequence[Row], factor: str, names: Names) -> list[str]:
    """Shown crossings in the text alternative of a figure."""
    found = []
    for row in rows:
        if row["status"] == "crosses":
            at, low, high = at_words(row)
            level = names.level(factor, row["level"])
            found.append(tr("{level} crosses the average at {at} ({low} to {high})", level=level, at=at, low=low, high=high))
    return found


def curve_cards(figures: Figures, sweep: Sweep, number: int, names: Names, caption: str) -> list[Card]:
    """Curves of single figures along a sweep: what going first is worth, and the figures of games that the study has a target for."""
    cards = []
    targets = targets_of(figures.summary)
    first = targets.pop(GOING_FIRST, 0.0)
    rows = tipping_rows(figures, sweep, GOING_FIRST, "order")
    data = {p: [r for r in figures.rows("going_first", p) if r["against"] == "last"] for p in sweep.points}
    if rows and all(data.values()):
        what, reference = tr("what going first is worth"), points_target(first) if first else tr("zero")
        title = tr("First player less last player")
        cards.append(
            _curve_card(sweep, [found[0] for found in data.values()], rows, (title, tr("win rate, points"), what, reference), first, 100.0,
                        f"sweep{number}-going-first", names, caption)
        )  # fmt: skip
    for name, target in targets.items():
        figure = figures.summary.figures.per_game(name)
        rows = tipping_rows(figures, sweep, name)
        table, column = ("endings", "ending") if figure.is_share else ("means", "number")
        data = {p: [r for r in figures.rows(table, p) if r[column] == name] for p in sweep.points}
        if rows and all(data.values()):
            scale = 100.0 if figure.is_share else 1.0
            told = (figure.title, tr("games, %") if figure.is_share else figure.unit, what_words(figure), target_words(figure, target))
            cards.append(
                _curve_card(sweep, [found[0] for found in data.values()], rows, told, target, scale, f"sweep{number}-{name}".replace("_", "-"), names,
                            caption)
            )  # fmt: skip
    return cards


def what_words(figure: PerGame) -> str:
    """A figure of games in a sentence."""
    return figure.what if figure.what else tr("the figure “{title}”", title=figure.title)


def target_words(figure: PerGame, target: float) -> str:
    """The target of a figure of games in a sentence: "the target of 40 turns"."""
    return tr("the target of {value}", value=amount(brief(100.0 * target), "%") if figure.is_share else amount(brief(target), figure.unit))


def points_target(target: float) -> str:
    """The target of a difference of shares in a sentence: "the target of 3 points"."""
    points = 100.0 * target
    return tr("the target of {value}", value=trn("{number} points", "{number} points", int(abs(points)), number=brief(points)))


def _curve_card(
    sweep: Sweep, data: Sequence[Row], rows: Sequence[Row], told: tuple[str, str, str, str], reference: float, scale: float, name: str, names: Names,
    caption: str,
) -> Card:  # fmt: skip
    """One curve with its reference, tipping points and table. told: title, axis, what it is in a sentence, and its reference."""
    title, axis, what, against = told
    setting = setting_words(sweep.key, names)
    curve = Line("", sweep.values, *([row[column] for row in data] for column in ("estimate", "low", "high")))
    flat = [reference] * len(sweep.values)
    words = listing([tr("{figure} at {value}", figure=fixed(scale * y, 1), value=brief(x)) for x, y in zip(curve.x, curve.y, strict=True)])
    svg = lines([curve], name, title, words, setting, axis, Line("", sweep.values, flat, flat, flat), marks(rows, [""]), scale)
    cells = [
        (brief(x), fixed(scale * row["estimate"], 1), range_cell(row, signed="against" in row)) if scale == 100.0 else (brief(x), *mean_cells(row))
        for x, row in zip(sweep.values, data, strict=True)
    ]
    table = Table((setting, title, tr("interval")), cells)
    return Card(title, " ".join(figure_tippings(rows, what, against, sweep.key, names)), svg, caption, table)


def tipping_answers(figures: Figures, lines_: Sequence[Sweep], names: Names) -> list[str]:
    """Shown crossings of the levels that a game's answers speak of, each with where it holds; the best known first."""
    found = []
    for line in lines_:
        for factor in figures.summary.figures.factors:
            rows = [row for row in tipping_rows(figures, line, WIN_RATE, factor.name) if row["status"] == "crosses"] if factor.topic else []
            found += [(row["high_simultaneous"] - row["low_simultaneous"], line, factor.name, row) for row in rows]
    told = []
    for _, line, factor_name, row in sorted(found, key=lambda entry: entry[0]):
        sentence = level_tippings([row], factor_name, line.key, names)[0]
        told.append(
            tr("With {players} players in {variant}, {sentence}", players=line.players, variant=names.variant(line.variant), sentence=sentence)
        )
    return told
