"""What crossed settings do, and which of them go together: mode × players, deck × players; the piles of a grid, and objective × seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.effects import TIMES, WHOLE
from analysis.language import tr, trn
from analysis.point_names import PointNames
from analysis.points import Summary
from analysis.wording import Names, amount, clauses, colon, decimals, ends, fixed, listing, percent_range, share_words, whole, with_range
from reports.card import Card, Section, Table, beside, plus_minus, range_cell, share_cell
from reports.figures.dots import dots
from reports.lookup import Figures, dot
from reports.overview import setting_words

Row = dict[str, Any]

_PILE = "pile "
_MOST = 0.5  # what is shown to make more than half of the differences is told


def across_sections(summary: Summary, figures: Figures, names: Names) -> list[Section]:
    """One section with a part for each crossing of settings and each grid; none where nothing is crossed."""
    places = PointNames(summary, names)
    section = Section("effects-across", tr("What the settings do, and what goes together"))
    for point in summary.points:
        rows = [row for row in figures.rows("variation", point.info.index) if row["figure"] != "win_rate"]
        for layout in dict.fromkeys(row["layout"] for row in rows):
            here = [row for row in rows if row["layout"] == layout]
            part = Section(f"effects-{point.info.index}", _title(layout, point.info.index, names, places), folded=bool(section.parts))
            part.cards = [_shares_card(layout, here, names), *_effect_cards(figures, point.info.index, layout, names)]
            section.parts.append(part)
    return [section] if section.parts else []


def _title(layout: str, index: int, names: Names, places: PointNames) -> str:
    crossed = TIMES.join(_setting(setting, names) for setting in layout.split(TIMES))
    return f"{crossed}, {places.kind(index)}" if layout.startswith(_PILE) else crossed


def _setting(setting: str, names: Names) -> str:
    """A setting for people: "players", "Pile 2"."""
    if setting.startswith(_PILE):
        return tr("pile {number}", number=setting.removeprefix(_PILE))
    return setting_words(setting, names)


def _level(setting: str, level: str, names: Names) -> str:
    if setting.startswith(_PILE):
        return names.level("objective", level)
    if setting == "variant":
        return names.variant(level)
    return tr("{level} players", level=level) if setting == "players" else f"{setting_words(setting, names)} = {level}"


def figure_word(figure: str, names: Names) -> str:
    """What a figure is called."""
    if figure == "going_first":
        return tr("What going first is worth")
    told = {declared.name: declared.title for declared in names.figures.games}
    grid = names.figures.grid
    told |= {of.name: of.title for of in (grid.maps if grid is not None else ()) if of.name not in told}
    return told.get(figure, figure)


def _unit(figure: str, names: Names) -> tuple[float, str]:
    """(scale, unit) of a figure."""
    grid = names.figures.grid
    for of in grid.maps if grid is not None else ():
        if of.name == figure:
            return of.scale, of.unit
    for declared in names.figures.games:
        if declared.name == figure:
            return (100.0, tr("points")) if declared.is_share else (1.0, declared.unit)
    return 100.0, tr("points")


def _shares_card(layout: str, rows: Sequence[Row], names: Names) -> Card:
    """A row a figure, a column a component: how much of what lies between the settings each explains."""
    by = {(row["figure"], row["component"], row["of"]): row for row in rows}
    components = [c for c in dict.fromkeys(row["component"] for row in rows) if c != WHOLE]
    words = {c: TIMES.join(_setting(setting, names) for setting in c.split(TIMES)) for c in components}
    table, told = [], []
    for figure in dict.fromkeys(row["figure"] for row in rows):
        whole = by[figure, WHOLE, "size"]
        scale, unit = _unit(figure, names)
        apart = (whole["low"] or 0.0) > 0
        cells = []
        for component in components:
            row = by[figure, component, "cells"]
            known = apart and row["estimate"] is not None and row["low"] is not None
            cells.append(with_range(share_cell(row), range_cell(row)) if known else tr("not known"))
        table.append((figure_word(figure, names), unit, plus_minus(whole, scale), *cells))
        most = max(components, key=lambda c: by[figure, c, "cells"]["estimate"] or 0.0)
        if apart and figure in ("turns", "going_first", "seller") and (by[figure, most, "cells"]["low_simultaneous"] or 0.0) > _MOST:
            told.append(
                tr("{figure}: {share} of the differences between settings come from {component} alone.", figure=figure_word(figure, names),
                   share=share_words(by[figure, most, "cells"]), component=words[most])
                if TIMES not in most
                else tr("{figure}: {share} of the differences between settings come from {component} together.",
                        figure=figure_word(figure, names), share=share_words(by[figure, most, "cells"]), component=words[most])
            )  # fmt: skip
    headings = (
        tr("Figure"), tr("Unit"), tr("Typical distance of a setting from the average"),
        *(tr("Of the differences, {component}, %", component=words[c]) for c in components),
    )  # fmt: skip
    caption = tr(
        "How much of what lies between the settings comes from each by itself, and from what they do together beyond that; the noise of the sample "
        "taken out. In brackets the intervals of all rows of a figure together. Not known: no difference between the settings is shown."
    )
    return Card(tr("What makes the differences between settings"), " ".join(told), "", caption, Table(headings, table, 2), wide=True, open=True)


def _effect_cards(figures: Figures, index: int, layout: str, names: Names) -> list[Card]:
    """What each level adds on average, and what goes together, for the figures that are told."""
    cards = []
    for number, figure in enumerate(("going_first", "seller", "turns")):
        rows = [r for r in figures.rows("effects", index) if r["figure"] == figure and r["layout"] == layout]
        pairs = [r for r in figures.rows("interactions", index) if r["figure"] == figure and r["layout"] == layout]
        if figure == "turns" and not any(beside(row, 0.0) for row in rows):
            continue  # of no interest, where the others are
        if rows and all(row["low"] is not None for row in rows):
            cards.append(_effects_card(figure, rows, pairs, f"effects-{index}-{number}", names))
    return cards


def _effects_card(figure: str, rows: Sequence[Row], pairs: Sequence[Row], name: str, names: Names) -> Card:
    scale, unit = _unit(figure, names)
    title = figure_word(figure, names)
    labels = [_level(row["factor"], row["level"], names) for row in rows]
    words = [colon(label, _words(row, scale, unit)) for label, row in zip(labels, rows, strict=True)]
    svg = dots(
        [dot(label, row, beside(row, 0.0)) for label, row in zip(labels, rows, strict=True)], name, title, clauses(words),
        tr("from the average of all settings, {unit}", unit=unit), (0.0, tr("average")), scale=scale, signed=True,
    )  # fmt: skip
    shown = sorted((row for row in rows if beside(row, 0.0)), key=lambda row: -abs(row["estimate"]))
    if shown:
        most = shown[0]
        sentence = trn(
            "One of {all} is shown to differ from the average, {level}: {effect}.",
            "{n} of {all} are shown to differ from the average, most of all {level}: {effect}.",
            len(shown), n=whole(len(shown)), all=whole(len(rows)), level=_level(most["factor"], most["level"], names),
            effect=_words(most, scale, unit),
        )  # fmt: skip
    else:
        sentence = tr("None is shown to differ from the average.")
    together = sorted((row for row in pairs if beside(row, 0.0)), key=lambda row: -abs(row["estimate"]))
    if together:
        most = together[0]
        pair = listing([_level(most["factor"], most["level"], names), _level(most["other"], most["other_level"], names)])
        sentence += " " + trn(
            "One of {all} pairs is shown to do more or less together than each by itself, {pair}: {effect} beyond the two.",
            "{n} of {all} pairs are shown to do more or less together than each by itself, most of all {pair}: {effect} beyond the two.",
            len(together), n=whole(len(together)), all=whole(len(pairs)), pair=pair, effect=_words(most, scale, unit),
        )  # fmt: skip
    elif pairs:
        sentence += " " + tr("No pair is shown to do more or less together than each by itself.")
    caption = tr(
        "What each adds on average over the levels of the others. Thick line: the interval alone; thin: of all together. Triangles: shown to differ."
    )
    table = [(label, plus_minus(row, scale, signed=True), unit) for label, row in zip(labels, rows, strict=True)]
    table += [
        (f"{_level(r['factor'], r['level'], names)}{TIMES}{_level(r['other'], r['other_level'], names)}", plus_minus(r, scale, signed=True), unit)
        for r in pairs
    ]
    return Card(title, sentence, svg, caption, Table((tr("What"), tr("Adds"), tr("Unit")), table))


def _words(row: Row, scale: float, unit: str) -> str:
    """An effect with its joint interval: "+1.2 points (0.8 to 1.6)"."""
    low, high = ends(row)
    if scale == 100.0:
        digits = decimals(low, high)
        return with_range(amount(fixed(scale * row["estimate"], digits, signed=True), unit), percent_range(low, high, digits, signed=True))
    return amount(plus_minus(row, scale, signed=True), unit)


__all__ = ["across_sections", "figure_word"]
