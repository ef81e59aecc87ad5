"""Variants against each other, where they are dealt alike: length, endings and what happens, kinds of cards, places and strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.point_names import lineup_words
from analysis.points import PointSummary, Summary
from analysis.wording import Names, fixed, listing, portion
from reports.card import Card, Section, Table, plus_minus, side
from reports.change_cards import change_card, change_words, known, measures
from reports.figures.heat import Cell, heat
from reports.figures.ridges import Ridge, ridges
from reports.lookup import Figures
from reports.seat_cards import card_name

Row = dict[str, Any]


def variant_sections(summary: Summary, figures: Figures, names: Names) -> list[Section]:
    """A section for each number of players and line-up that several variants share; none for games whose variants are dealt differently."""
    if not summary.figures.variants_alike:
        return []
    groups: dict[tuple[int, tuple[str, ...]], list[PointSummary]] = {}
    for point in summary.points:
        group = groups.setdefault((point.info.players, point.info.lineup), [])
        if point.game_count and point.info.variant not in {other.info.variant for other in group}:
            group.append(point)  # the first of each variant: as ruled
    sections = []
    several = len({lineup for _, lineup in groups}) > 1
    for number, ((players, _), points) in enumerate(groups.items()):
        if len(points) > 1:
            who = f", {lineup_words(points[0].info.lineup)}" if several else ""
            section = Section(f"variants-{number}", f"{listing([names.variant(p.info.variant) for p in points])} compared, {players} players{who}")
            section.cards = _cards(summary, figures, points, section.name, names)
            section.note = "Every deal is played in each of them, so that differences are known better than each figure."
            sections.append(section)
    return sections


def variant_answers(summary: Summary, figures: Figures, names: Names) -> list[str]:
    """For each measure that changes with a variant, one sentence: where the most, all settings of the run judged together."""
    answers = []
    for measure in measures(summary.figures) if summary.figures.variants_alike else []:
        told = _told(summary, figures, measure.table, measure.column, measure.value, summary.points, names)
        shown = [(label, row) for label, row in told if side(row)]
        if not told:
            continue
        label, most = max(shown or told, key=lambda pair: abs(pair[1]["estimate"]))
        players = next(point.info.players for point in summary.points if point.info.index == most["point"])
        words = f"{label}, with {players} players: {change_words(most, measure)}"
        if shown:
            answers.append(
                f"In {portion(len(shown), len(told))} comparisons of variants a change of {measure.what} is shown; the largest is {words}."
            )
    return answers


def _told(
    summary: Summary, figures: Figures, table: str, column: str, value: str, points: Sequence[PointSummary], names: Names
) -> list[tuple[str, Row]]:
    """(which two variants, the row of their difference) for all pairs among some design points."""
    infos = {point.info.index: point.info for point in points}
    told = []
    for index, info in infos.items():
        for row in figures.rows(table, index):
            base = infos.get(row["baseline"])
            if row[column] == value and base is not None and base.variant != info.variant and known(row):
                told.append((f"{names.variant(info.variant)} less {names.variant(base.variant)}", row))
    return told


def _cards(summary: Summary, figures: Figures, points: Sequence[PointSummary], name: str, names: Names) -> list[Card]:
    cards = [_lengths_card(figures, points, name, names)]
    for measure in measures(summary.figures):
        told = _told(summary, figures, measure.table, measure.column, measure.value, points, names)
        if told:
            words = "; ".join(f"{label}: {change_words(row, measure)}{'' if side(row) else ', not shown'}" for label, row in told)
            caption = (
                "Differences taken deal by deal. Thick line: the interval of the row alone; thin: of all comparisons of the study together. "
                "Triangles: a change is shown."
            )
            cards.append(change_card(measure, told, f"{name}-{measure.value}", f"{words}.", caption))
    table = summary.figures.cards
    for deed in table.deeds if table is not None else ():
        if deed.wins:
            cards.append(_cards_map(figures, points, deed.name, deed.title.lower(), name, names))
    for factor in summary.figures.factors:
        cards.append(_levels_map(figures, points, factor.name, factor.title, factor.levels, name, names))
    cards.append(_numbers_card(summary, figures, points, names))
    return [card for card in cards if card is not None]


def _lengths_card(figures: Figures, points: Sequence[PointSummary], name: str, names: Names) -> Card | None:
    rows = []
    table_rows = []
    for point in points:
        at = {row["quantile"]: row for row in figures.rows("lengths", point.info.index) if row["number"] == "turns"}
        variant = names.variant(point.info.variant)
        middle = at[0.5]
        rows.append(Ridge(variant, point.lengths["turns"], middle["estimate"], middle["low"], middle["high"], at[0.9]["estimate"]))
        cells = [f"{row['estimate']:.0f} ({row['low']:.0f} to {row['high']:.0f})" for row in at.values()]
        table_rows.append((variant, *cells))
    told = listing([f"{row.median:.0f} turns in {row.label}" for row in rows])
    sentence = f"Half of the games take at most {told}."
    svg = ridges(rows, f"{name}-lengths", "Length of games by variant", sentence, "turns, all seats together")
    caption = "How many games took how many turns, each variant to the same scale. Dashed: half of the games are no longer; short line: nine in ten."
    headings = ("Variant", "A tenth at most, turns", "Half at most", "Nine tenths at most")
    return Card("How long games last", sentence, svg, caption, Table(headings, table_rows))


def _cards_map(figures: Figures, points: Sequence[PointSummary], deed: str, doing: str, name: str, names: Names) -> Card | None:
    """Win rate of the seats that did it at least once: kinds of cards by variants."""
    cells: dict[tuple[str, str], Cell] = {}
    for point in points:
        rates = {row["card"]: row for row in figures.rows("win_rate_by_card", point.info.index) if row["deed"] == deed}
        for row in figures.rows("from_par_by_card", point.info.index):
            if row["deed"] == deed:
                place = card_name(names, row["card"]), names.variant(point.info.variant)
                cells[place] = Cell(rates[row["card"]]["estimate"], row["estimate"], side(row) != 0)
    if not cells:
        return None
    lines = list(dict.fromkeys(line for line, _ in cells))
    lines.sort(key=lambda line: -max(cell.estimate for (of, _), cell in cells.items() if of == line))
    columns = [names.variant(point.info.variant) for point in points]
    words = "; ".join(f"{line}, {column}: {fixed(100 * cell.estimate, 1)} %" for (line, column), cell in cells.items())
    title = f"Win rate of seats that {doing} it"
    svg = heat(cells, lines, columns, f"{name}-{deed}", title, words)
    caption = (
        f"Games won, in %, by seats that {doing} the card at least once. Bold on colour: shown to differ from the average of all seats in that "
        f"variant. Empty: not in "
        "that deck. Not what the card does on its own: see how to read this."
    )
    return Card(title, "", svg, caption, _changes_table(figures, points, deed, names))


def _changes_table(figures: Figures, points: Sequence[PointSummary], deed: str, names: Names) -> Table | None:
    """How these win rates differ from variant to variant."""
    infos = {point.info.index: point.info for point in points}
    rows = []
    for index, info in infos.items():
        for row in figures.rows("change_of_win_rate_by_card", index):
            base = infos.get(row["baseline"])
            if row["deed"] == deed and base is not None and base.variant != info.variant and known(row):
                pair = f"{names.variant(info.variant)} less {names.variant(base.variant)}"
                shown = "shown" if side(row) else "not shown"
                rows.append((card_name(names, row["card"]), pair, plus_minus(row, 100.0, signed=True), shown, fixed(row["gain"], 1)))
    headings = ("Card", "Variants", "Change of the win rate, points", "Shown", "Gain of playing the same deals")
    return Table(headings, rows, 2) if rows else None


def _levels_map(
    figures: Figures, points: Sequence[PointSummary], factor: str, title: str, families: tuple[str, ...], name: str, names: Names
) -> Card | None:
    """Win rates by the levels of a factor, by variants."""
    cells: dict[tuple[str, str], Cell] = {}
    rows = []
    for point in points:
        rates = figures.rows(f"win_rate_by_{factor}", point.info.index)
        for rate, row in zip(rates, figures.rows(f"from_par_by_{factor}", point.info.index), strict=True):
            level, variant = names.levels(row, families), names.variant(point.info.variant)
            cells[level, variant] = Cell(rate["estimate"], row["estimate"], side(row) != 0)
            rows.append((level, variant, plus_minus(rate, 100.0), plus_minus(row, 100.0, signed=True)))
    if not cells:
        return None
    lines = list(dict.fromkeys(line for line, _ in cells))
    columns = [names.variant(point.info.variant) for point in points]
    words = "; ".join(f"{line}, {column}: {fixed(100 * cell.estimate, 1)} %" for (line, column), cell in cells.items())
    heading = f"Win rate by {title.lower()}"
    svg = heat(cells, lines, columns, f"{name}-{factor}", heading, words)
    caption = "Games won, in %. Bold on colour: shown to differ from the average of all seats of that variant."
    return Card(heading, "", svg, caption, Table((title, "Variant", "Games won, %", "From average, points"), rows, 2))


def _numbers_card(summary: Summary, figures: Figures, points: Sequence[PointSummary], names: Names) -> Card:
    """Every figure of games, variant by variant."""
    rows = []
    for figure in summary.figures.games:
        cells = []
        for point in points:
            table, column = ("endings", "ending") if figure.is_share else ("means", "number")
            found = [row for row in figures.rows(table, point.info.index) if row[column] == figure.name]
            cells.append(plus_minus(found[0], 100.0 if figure.is_share else 1.0) if found else "")
        if any(cells):
            rows.append((figure.title, "%" if figure.is_share else figure.unit, *cells))
    headings = ("In a game", "Unit", *(names.variant(point.info.variant) for point in points))
    return Card("Side by side", "Means, or shares of games, ± as far as the interval reaches.", table=Table(headings, rows, 2), wide=True, open=True)
