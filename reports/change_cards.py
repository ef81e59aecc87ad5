"""What each setting changes, compared with its baseline: length, endings, going first, win rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analysis import balance
from analysis.figures import Factor
from analysis.figures import Figures as GameFigures
from analysis.language import tr, trn
from analysis.point_names import PointNames
from analysis.points import PointInfo, PointSummary, Summary
from analysis.wording import (
    Names,
    amount,
    capital,
    clauses,
    colon,
    count,
    decimals,
    ends,
    fixed,
    in_points,
    outward,
    percent_range,
    settings_portion,
    whole,
    with_range,
)
from reports.card import Card, Table, side
from reports.figures.dots import dots
from reports.figures.heat import Cell, heat, steps
from reports.lookup import Figures, dot

Row = dict[str, Any]

_MOST_ROWS = 40
"""A figure of more settings than this would be a wall; the tables have them all."""


@dataclass(frozen=True)
class Measure:
    """A figure that may change: its table, which of its rows, and how it is told."""

    table: str
    column: str
    value: str
    title: str
    axis: str
    what: str
    unit: str
    scale: float


def measures(figures: GameFigures) -> list[Measure]:
    """What is compared from setting to setting: the game's figures that ask for it, and going first."""
    found = []
    for figure in sorted((f for f in figures.games if f.change), key=lambda f: f.is_share):
        table, column = ("change_of_endings", "ending") if figure.is_share else ("change_of_means", "number")
        unit, scale = (tr("points"), 100.0) if figure.is_share else (figure.unit, 1.0)
        title = figure.change_title or tr("Change of {what}", what=figure.what)
        axis = tr("{unit} more or fewer", unit=unit)
        found.append(Measure(table, column, figure.name, title, axis, figure.what, unit, scale))
    axis, what = tr("{unit} more or fewer", unit=tr("points")), tr("what going first is worth")
    found.append(Measure("change_of_going_first", "against", "last", tr("Change of going first"), axis, what, tr("points"), 100.0))
    return found


def change_cards(summary: Summary, figures: Figures, points: Sequence[PointSummary], name: str, names: Names) -> list[Card]:
    """The cards of a group of settings; none when its line-ups differ, since then it is not the rules or the deck that changed."""
    base = summary.points[summary.baseline[points[0].info.index]].info
    compared = [point.info for point in points if point.info.index != base.index and point.info.lineup == base.lineup]
    if not compared or len(compared) > _MOST_ROWS:
        return []
    places = PointNames(summary, names)
    cards = [_measure_card(figures, measure, compared, base, name, places) for measure in measures(summary.figures)]
    told = [factor for factor in summary.figures.factors if factor.topic and factor.paired]
    cards += [_map_card(summary, factor, compared, base, name, names, places) for factor in told]
    return [card for card in cards if card is not None]


def change_answers(summary: Summary, figures: Figures, names: Names) -> list[str]:
    """For studies that change the rules or the deck: a sentence for each measure, all settings of the run judged together."""
    places = PointNames(summary, names)
    infos = {point.info.index: point.info for point in summary.points}
    answers = []
    for measure in measures(summary.figures):
        mapped = {index for pool in summary.pools for index in pool.points}
        concerned = [info for info in infos.values() if info.index not in mapped]
        rows = [row for info in concerned for row in _rows(figures, measure, info) if info.lineup == infos[row["baseline"]].lineup and known(row)]
        if not rows:
            continue
        told = [(tr("{what} {kind}", what=places.differs(row["point"]), kind=places.kind(row["point"])), row) for row in rows]
        against = tr("compared with the first of its kind") if len(told) == 1 else tr("compared with the first of their kind")
        answers.append(_verdict(told, measure, against))
    return answers


def _rows(figures: Figures, measure: Measure, info: PointInfo) -> list[Row]:
    base = figures.summary.baseline[info.index]
    return [row for row in figures.rows(measure.table, info.index) if row[measure.column] == measure.value and row["baseline"] == base]


def known(row: Row) -> bool:
    """Whether anything is known of a change: not when no deal came out differently, or only one, whose spread nobody knows."""
    return row["gain"] is not None and row["low"] is not None and row["low_simultaneous"] is not None


def change_words(row: Row, measure: Measure) -> str:
    """A change and its interval: "+8.3 turns (+6.6 to +10.0)"."""
    low, high = (measure.scale * end for end in ends(row))
    digits = decimals(low / 100, high / 100)
    change = amount(fixed(measure.scale * row["estimate"], digits, signed=True), measure.unit)
    return with_range(change, outward(low, high, digits, signed=True))


def _verdict(told: Sequence[tuple[str, Row]], measure: Measure, against: str) -> str:
    """What is shown to change, of (setting, row) pairs that are judged together."""
    shown = [(label, row) for label, row in told if side(row)]
    label, widest = max(shown or told, key=lambda pair: abs(pair[1]["estimate"]))
    values = {"what": measure.what, "against": against, "change": colon(label, change_words(widest, measure))}
    if len(told) == 1:
        return (
            tr("A change of {what} is shown, {against}; {change}.", **values)
            if shown
            else tr("A change of {what} is not shown, {against}; {change}.", **values)
        )
    if not shown:
        return tr(
            "None of {number} settings is shown to change {what}; the largest change measured is that of {change}.", number=count(len(told)), **values
        )
    values["settings"] = capital(settings_portion(len(shown), len(told)))
    return trn(
        "{settings} is shown to change {what}, {against}; {change}.",
        "{settings} are shown to change {what}, {against}; the most by {change}.",
        len(shown),
        **values,
    )


def _measure_card(figures: Figures, measure: Measure, compared: Sequence[PointInfo], base: PointInfo, name: str, places: PointNames) -> Card | None:
    told = [(places.differs(info.index), row) for info in compared for row in _rows(figures, measure, info)]
    shown = [(label, row) for label, row in told if known(row)]
    if not shown:
        return None
    sentence = _verdict(shown, measure, tr("compared with {setting}", setting=places.distinct(base.index)))
    caption = tr(
        "Compared, deal by deal, with {setting}. Thick line: the interval of the row alone; thin: of all settings of the study "
        "together. Triangles: a change is shown.",
        setting=places.distinct(base.index),
    )
    return change_card(measure, told, f"{name}-{measure.value}-change", sentence, caption)


def change_card(measure: Measure, told: Sequence[tuple[str, Row]], name: str, sentence: str, caption: str) -> Card:
    """Changes of one measure, (setting, row) pairs, as dots and a table; at least one of them is known."""
    svg = dots(
        [dot(label, row, side(row)) for label, row in told if known(row)],
        name,
        measure.title,
        clauses([colon(label, change_words(row, measure)) for label, row in told if known(row)]),
        measure.axis,
        (0.0, tr("no change")),
        measure.scale,
        signed=True,
    )
    rows = []
    for label, row in told:
        low, high = (None, None) if not known(row) else (measure.scale * end for end in ends(row))
        digits = 1 if low is None or high is None else decimals(low / 100, high / 100)
        rows.append(
            (
                label,
                fixed(measure.scale * row["estimate"], digits, signed=True),
                tr("no deal came out differently") if low is None or high is None else outward(low, high, digits, signed=True),
                "" if row["gain"] is None else fixed(row["gain"], 1),
            )
        )
    headings = (tr("Setting"), tr("Change, {unit}", unit=measure.unit), tr("all settings together"), tr("Gain of playing the same deals"))
    table = Table(headings, rows)
    return Card(measure.title, sentence, svg, caption, table)


def _map_card(
    summary: Summary, of: Factor, compared: Sequence[PointInfo], base: PointInfo, name: str, names: Names, places: PointNames
) -> Card | None:
    """Changes of win rates: settings by levels, all cells judged together."""
    factor = of.name
    indices = {info.index: info for info in compared}
    found = balance.changes(summary, factor, family="run").to_dicts()
    rows = [row for row in found if row["point"] in indices and row["baseline"] == base.index]
    if len(compared) < 2 or not rows:
        return None
    labels = {index: places.differs(info.index) for index, info in indices.items()}
    columns = list(dict.fromkeys(names.level(factor, row[factor]) for row in rows))
    cells = {(labels[row["point"]], names.level(factor, row[factor])): Cell(row["estimate"], row["estimate"], side(row) != 0) for row in rows}
    title = tr("Change of win rates by {topic}", topic=names.topic(of))
    words = clauses(
        [tr("{row}, {column}: {change}", row=row, column=column, change=in_points(100 * cell.estimate, 1)) for (row, column), cell in cells.items()]
    )
    svg = heat(cells, list(labels.values()), columns, f"{name}-{factor}-change", title, words, signed=True)
    many = sum(cell.shown for cell in cells.values())
    values = {"number": capital(count(many)), "total": whole(len(cells))}
    if many:
        sentence = trn("One of {total} win rates is shown to change.", "{number} of {total} win rates are shown to change.", many, **values)
    else:
        sentence = tr("None of {total} win rates is shown to change.", **values)
    caption = tr(
        "Points more or fewer than with {setting}, deal by deal. Bold on colour: a change is shown, all cells of the study judged together; stronger "
        "from {first}, {second} and {third} points on.",
        setting=places.distinct(base.index),
        **steps(),
    )
    table_rows = [
        (
            labels[row["point"]],
            names.level(factor, row[factor]),
            fixed(100 * row["estimate"], 1, signed=True),
            percent_range(*ends(row), decimals(*ends(row)), signed=True),
            "" if row["gain"] is None else fixed(row["gain"], 1),
        )
        for row in rows
    ]
    headings = (
        tr("Setting"),
        names.family(factor).head,
        tr("Change, {unit}", unit=tr("points")),
        tr("all cells together"),
        tr("Gain of playing the same deals"),
    )
    return Card(title, sentence, svg, caption, Table(headings, table_rows, 2))
