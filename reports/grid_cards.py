"""Maps of a grid: what each combination of three elements does, which combinations stand out, and what each element weighs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from analysis.figures import Grid
from analysis.grids import Mapped, Place, mapped, mapped_change
from analysis.language import tr, trn
from analysis.point_names import variant_and_players
from analysis.points import PointInfo, Pool, Summary
from analysis.spelling import value_words
from analysis.wording import NBSP, Names, amount, brief, capital, clauses, colon, combinations_portion, count, fixed, listing, whole
from reports.card import Card, Section, Table, beside, plus_minus
from reports.figures.dots import dots
from reports.figures.grid import GridCell, grid
from reports.lookup import Figures, dot
from reports.seat_cards import component_name

Row = dict[str, Any]

_OUTLIER = 1.5  # typical distances from the average from which a combination stands out
_MOST_OUTLIERS = 8


def grid_sections(summary: Summary, figures: Figures, names: Names) -> list[Section]:
    """A section for each grid of the run: its maps, or, where it is compared with another grid, maps of what changes."""
    sections = []
    infos = {point.info.index: point.info for point in summary.points}
    for number, pool in enumerate(summary.pools):
        info = infos[pool.points[0]]
        name = f"grid-{number}"
        section = Section(name, _title(summary, pool, info, infos, names))
        games = sum(point.game_count for point in summary.points if point.info.index in pool.points)
        section.note = tr(
            "{combinations} combinations, {games} games. All cells of a map are judged together.",
            combinations=whole(len(pool.points)),
            games=whole(games),
        )
        maps = [found for of in _grid(summary).maps if (found := mapped(summary, pool, of)) is not None]
        weights = _weights_card(figures, pool, name, names)
        section.cards += [weights] if weights is not None else []
        changes = _change_cards(summary, figures, pool, name, names)
        section.cards += changes or [_map_card(summary, found, f"{name}-{k}", names) for k, found in enumerate(maps)]
        section.cards += [_outliers_card(summary, maps), _table_card(summary, figures, pool, maps, names)]
        sections.append(section)
    return sections


def grid_answers(summary: Summary, figures: Figures, names: Names) -> list[str]:
    """What the grids say: what weighs most and least, and the first map, for the first grid of each number of players; then what a setting changes
    in it."""
    answers, changes = [], []
    seen: set[int] = set()
    infos = {point.info.index: point.info for point in summary.points}
    for pool in summary.pools:
        info = infos[pool.points[0]]
        of = _grid(summary).maps[0]
        change = mapped_change(summary, pool, of, figures.tables)
        if change is not None:
            changes.append(
                tr(
                    "Under {setting}, with {players} players, {map}: {finding}",
                    setting=_setting(info, infos[summary.baseline[info.index]]),
                    players=info.players,
                    map=of.inline,
                    finding=_extremes(summary, change, True),
                )
            )
        if info.players in seen:
            continue
        seen.add(info.players)
        rows = {row["element"]: row for row in figures.rows("weights", pool.points[0]) if row["figure"] == "of_spread"}
        found = mapped(summary, pool, of)
        if rows:
            most, least = (pick(rows, key=lambda element: rows[element]["estimate"]) for pick in (max, min))
            told = tr(
                "With {players} players, of what separates the seats of a game, the most measured comes from {most} ({most_share} % with all its "
                "partners together), the least from {least} ({least_share} %).",
                players=info.players,
                most=component_name(names, most),
                most_share=plus_minus(rows[most], 100.0),
                least=component_name(names, least),
                least_share=plus_minus(rows[least], 100.0),
            )
            answers.append(f"{told} {colon(of.title, _extremes(summary, found))}" if found is not None else told)
        elif found is not None:
            answers.append(tr("With {players} players, {map}: {finding}", players=info.players, map=of.inline, finding=_extremes(summary, found)))
    return answers + changes[:1]


def _setting(info: PointInfo, base: PointInfo) -> str:
    """What sets a grid apart from the one that it is compared with: "equal_turns = true"."""
    return listing([f"{key} = {value_words(value)}" for key, value in info.options.items() if base.options[key] != value])


def _grid(summary: Summary) -> Grid:
    assert summary.figures.grid is not None
    return summary.figures.grid


def _title(summary: Summary, pool: Pool, info: PointInfo, infos: Mapping[int, PointInfo], names: Names) -> str:
    """Variant and players, and what else sets this grid apart from others of the kind."""
    option = _grid(summary).option
    others = [infos[other.points[0]] for other in summary.pools]
    alike = [other for other in others if (other.variant, other.players) == (info.variant, info.players)]
    apart = [
        f"{key} = {value_words(value)}"
        for key, value in info.options.items()
        if key != option and any(other.options[key] != value for other in alike)
    ]
    apart += [info.lineup_label] if any(other.lineup != info.lineup for other in alike) else []
    title = variant_and_players(names.variant(info.variant), info.players)
    return colon(title, ", ".join(apart)) if apart else title


def _axes(summary: Summary) -> tuple[list[str], list[str], list[str]]:
    of = _grid(summary)
    first, second, third = ([of.short[element] for element in axis] for axis in of.axes)
    return first, second, third


def _combination(summary: Summary, place: Place) -> str:
    """A combination in short: "Mode · Voisins · Clou"."""
    return " · ".join(axis[k] for axis, k in zip(_axes(summary), place, strict=True))


def _value(found: Mapped, row: Row) -> str:
    return amount(plus_minus(row, found.of.scale, found.of.reference == 0.0), found.of.unit)


def _extremes(summary: Summary, found: Mapped, change: bool = False) -> str:
    """How many cells are shown to differ (to change), and the furthest of them on each side."""
    cells = found.cells
    shown = [place for place, row in cells.items() if found.side(row)]
    average = amount(fixed(found.of.scale * found.reference, found.of.digits), found.of.unit)
    if not shown:
        furthest = max(cells, key=lambda place: abs(cells[place]["difference"]))
        values = {"cell": f"{_combination(summary, furthest)}, {_value(found, cells[furthest])}", "average": average}
        if change:
            return tr("no combination is shown to change; the furthest measured is {cell}.", **values)
        if found.reference == 0.0:
            return tr("no combination is shown to differ from zero; the furthest measured is {cell}.", **values)
        return tr("no combination is shown to differ from the average, {average}; the furthest measured is {cell}.", **values)
    sides = [[place for place in shown if found.side(cells[place]) == side] for side in (1, -1)]
    furthest_of = [max(places, key=lambda place: abs(cells[place]["difference"])) for places in sides if places]
    ends = listing([f"{_combination(summary, place)} ({_value(found, cells[place])})" for place in furthest_of])
    values = {"combinations": combinations_portion(len(shown), len(cells)), "cells": ends, "average": average}
    if change:
        return trn(
            "{combinations} is shown to change; furthest: {cells}.",
            "{combinations} are shown to change; furthest: {cells}.",
            len(shown),
            **values,
        )
    if found.reference == 0.0:
        return trn(
            "{combinations} is shown to differ from zero; furthest: {cells}.",
            "{combinations} are shown to differ from zero; furthest: {cells}.",
            len(shown),
            **values,
        )
    return trn(
        "{combinations} is shown to differ from the average, {average}; furthest: {cells}.",
        "{combinations} are shown to differ from the average, {average}; furthest: {cells}.",
        len(shown),
        **values,
    )


def _typical(found: Mapped) -> float:
    """The root mean square of the cells' distances from the reference."""
    return math.sqrt(sum(row["difference"] ** 2 for row in found.cells.values()) / len(found.cells))


def _map_card(summary: Summary, found: Mapped, name: str, names: Names, change: str = "") -> Card:
    of = found.of
    cells = {place: GridCell(of.scale * row["estimate"], of.scale * row["difference"], found.side(row) != 0) for place, row in found.cells.items()}
    signed = bool(change) or of.reference == 0.0
    title = tr("{map}: change", map=of.title) if change else of.title
    words = clauses([colon(_combination(summary, place), fixed(cell.value, of.digits, signed)) for place, cell in cells.items()])
    svg = grid(cells, _axes(summary), name, title, words, of.digits, signed)
    if found.reference == 0.0:
        colours = tr(
            "Rows, columns and panels: the three objectives. Bold on colour: shown to lie above (blue) or below (orange) zero, all cells judged "
            "together; stronger the further away. Grey: not shown."
        )
    else:
        colours = tr(
            "Rows, columns and panels: the three objectives. Bold on colour: shown to lie above (blue) or below (orange) the average of all, all "
            "cells judged together; stronger the further away. Grey: not shown."
        )
    return Card(title, capital(_extremes(summary, found, bool(change))), svg, f"{change or of.caption}. {colours}")


def _change_cards(summary: Summary, figures: Figures, pool: Pool, name: str, names: Names) -> list[Card]:
    """What the setting of this grid changes, combination by combination, compared with the grid that it is paired with."""
    infos = {point.info.index: point.info for point in summary.points}
    info, base = infos[pool.points[0]], infos[summary.baseline[pool.points[0]]]
    cards = []
    for k, of in enumerate(_grid(summary).maps):
        found = mapped_change(summary, pool, of, figures.tables)
        if found is not None:
            against = tr("{map}: change by {setting}, deal by deal", map=of.caption, setting=_setting(info, base))
            cards.append(_map_card(summary, found, f"{name}-change-{k}", names, against))
    return cards


def _weights_card(figures: Figures, pool: Pool, name: str, names: Names) -> Card | None:
    """What each element weighs, over all its partners."""
    by = {(row["figure"], row["element"]): row for row in figures.rows("weights", pool.points[0])}
    elements = list(dict.fromkeys(element for _, element in by))
    ranked = sorted((e for e in elements if ("of_spread", e) in by), key=lambda e: -by["of_spread", e]["estimate"])
    if not ranked:
        return None
    most, least = ranked[0], ranked[-1]
    sentence = tr(
        "{most} makes {most_share} % of the spread of totals within a game, {least} {least_share} %.",
        most=component_name(names, most),
        most_share=plus_minus(by["of_spread", most], 100.0),
        least=component_name(names, least),
        least_share=plus_minus(by["of_spread", least], 100.0),
    )
    head = names.family(names.figures.grid.family if names.figures.grid else "").head
    title = tr("Weight of each {element}", element=head.lower())
    equal = 1.0 / 3.0
    known = [(e, by["of_spread", e]) for e in ranked if by["of_spread", e]["low"] is not None]
    rows = [dot(component_name(names, e), row, beside(row, equal)) for e, row in known]
    words = clauses([colon(component_name(names, e), f"{plus_minus(by['of_spread', e], 100.0)}{NBSP}%") for e in ranked])
    svg = dots(rows, f"{name}-weights", title, words, tr("share of the spread within a game, %"), (equal, tr("a third"))) if rows else ""
    caption = tr(
        "How much of the variance of totals within a game comes from an objective, over all combinations that have it. Triangles: shown to weigh "
        "more or less than a third, all rows judged together."
    )
    cells = [
        (
            component_name(names, e),
            plus_minus(by["points", e]),
            plus_minus(by["spread", e]),
            *(plus_minus(by[figure, e], 100.0) if (figure, e) in by else "" for figure in ("of_points", "of_spread", "of_margin")),
        )
        for e in elements
    ]
    headings = (
        head,
        tr("Points a seat"),
        tr("Spread within a game"),
        tr("Of the points, %"),
        tr("Of the spread, %"),
        tr("Of the winner's margin, %"),
    )
    return Card(title, sentence, svg, caption, Table(headings, cells))


def _outliers_card(summary: Summary, maps: Sequence[Mapped]) -> Card:
    """Combinations that stand out in several maps."""
    found: dict[Place, list[str]] = {}
    for of in maps:
        typical = _typical(of)
        for place, row in of.cells.items():
            if of.side(row) and abs(row["difference"]) >= _OUTLIER * typical:
                found.setdefault(place, []).append(tr("{map} {value}", map=of.of.title.lower(), value=_value(of, row)))
    ranked = sorted(found, key=lambda place: (-len(found[place]), place))[:_MOST_OUTLIERS]
    rows = [(_combination(summary, place), str(len(found[place])), clauses(found[place])) for place in ranked]
    if found:
        sentence = trn(
            "One combination is shown to lie more than {distance} times the typical distance from the reference in some map. Those that do in most "
            "maps are the first to look at before they are dealt together.",
            "{number} combinations are shown to lie more than {distance} times the typical distance from the reference in some map. Those that do in "
            "most maps are the first to look at before they are dealt together.",
            len(found),
            number=capital(count(len(found))),
            distance=brief(_OUTLIER),
        )
    else:
        sentence = tr(
            "No combination is shown to lie more than {distance} times the typical distance from the reference in any map.", distance=brief(_OUTLIER)
        )
    table = Table((tr("Combination"), tr("Maps"), tr("In which")), rows, 3) if rows else None
    return Card(tr("Combinations that stand out"), sentence, table=table, open=True)


def _table_card(summary: Summary, figures: Figures, pool: Pool, maps: Sequence[Mapped], names: Names) -> Card:
    """A row a combination: every map's figure, and which objective decides most."""
    infos = {point.info.index: point.info for point in summary.points}
    played = {point.info.index for point in summary.points if point.game_count}
    option = _grid(summary).option
    rows = []
    for index in pool.points:
        if index not in played:  # the run was stopped
            continue
        parts = [row for row in figures.rows("parts", index) if row["of"] == "spread"]
        decides = max(parts, key=lambda row: row["estimate"]) if parts else None
        told = f"{component_name(names, decides['component'])} {plus_minus(decides, 100.0)}" if decides else ""
        place = next(place for place, row in maps[0].cells.items() if row["point"] == index) if maps else (0, 0, 0)
        cells = [plus_minus(of.cells[place], of.of.scale, of.of.reference == 0.0) if place in of.cells else "" for of in maps]
        pairs = clauses([plus_minus(row) for row in figures.rows("correlations", index)])
        rows.append((value_words(infos[index].options[option]), _combination(summary, place), told, pairs, *cells))
    headings = (
        tr("Combination"),
        tr("Objectives"),
        tr("Makes most of the spread, %"),
        tr("Correlations within a game: 1st-2nd, 1st-3rd, 2nd-3rd"),
        *(tr("{map}, {unit}", map=of.of.title, unit=of.of.unit) for of in maps),
    )
    return Card(tr("All combinations"), "", table=Table(headings, rows, 4), wide=True)
