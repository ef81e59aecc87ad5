"""Variants against each other, where they are dealt alike: length, endings and what happens, kinds of cards, places and strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.language import tr
from analysis.point_names import lineup_words
from analysis.points import PointSummary, Summary
from analysis.wording import Names, clauses, comparisons_portion, fixed, listing, outward, percent, with_range
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
            title = tr("{variants} compared, {players} players", variants=listing([names.variant(p.info.variant) for p in points]), players=players)
            who = f", {lineup_words(points[0].info.lineup)}" if several else ""
            section = Section(f"variants-{number}", f"{title}{who}")
            section.cards = _cards(summary, figures, points, section.name, names)
            section.note = tr("Every deal is played in each of them, so that differences are known better than each figure.")
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
        if shown:
            answers.append(
                tr(
                    "In {comparisons} of variants a change of {what} is shown; the largest is {variants}, with {players} players: {change}.",
                    comparisons=comparisons_portion(len(shown), len(told)),
                    what=measure.what,
                    variants=label,
                    players=players,
                    change=change_words(most, measure),
                )
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
                told.append((_less(info.variant, base.variant, names), row))
    return told


def _less(variant: str, base: str, names: Names) -> str:
    return tr("{variant} less {base}", variant=names.variant(variant), base=names.variant(base))


def _cards(summary: Summary, figures: Figures, points: Sequence[PointSummary], name: str, names: Names) -> list[Card]:
    cards = [_lengths_card(figures, points, name, names)]
    for measure in measures(summary.figures):
        told = _told(summary, figures, measure.table, measure.column, measure.value, points, names)
        if told:
            words = clauses([_change_clause(label, change_words(row, measure), side(row) != 0) for label, row in told])
            caption = tr(
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


def _change_clause(label: str, change: str, shown: bool) -> str:
    values = {"variants": label, "change": change}
    return tr("{variants}: {change}", **values) if shown else tr("{variants}: {change}, not shown", **values)


def _lengths_card(figures: Figures, points: Sequence[PointSummary], name: str, names: Names) -> Card | None:
    rows = []
    table_rows = []
    for point in points:
        at = {row["quantile"]: row for row in figures.rows("lengths", point.info.index) if row["number"] == "turns"}
        variant = names.variant(point.info.variant)
        middle = at[0.5]
        rows.append(Ridge(variant, point.lengths["turns"], middle["estimate"], middle["low"], middle["high"], at[0.9]["estimate"]))
        cells = [with_range(fixed(row["estimate"], 0), outward(row["low"], row["high"], 0)) for row in at.values()]
        table_rows.append((variant, *cells))
    told = listing([tr("{number} turns in {variant}", number=fixed(row.median, 0), variant=row.label) for row in rows])
    sentence = tr("Half of the games take at most {medians}.", medians=told)
    svg = ridges(rows, f"{name}-lengths", tr("Length of games by variant"), sentence, tr("turns, all seats together"))
    caption = tr(
        "How many games took how many turns, each variant to the same scale. Dashed: half of the games are no longer; short line: nine in ten."
    )
    headings = (tr("Variant"), tr("A tenth at most, turns"), tr("Half at most"), tr("Nine tenths at most"))
    return Card(tr("How long games last"), sentence, svg, caption, Table(headings, table_rows))


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
    words = _cells_words(cells)
    title = tr("Win rate of seats that {did} it", did=doing)
    svg = heat(cells, lines, columns, f"{name}-{deed}", title, words)
    caption = tr(
        "Games won, in %, by seats that {did} the card at least once. Bold on colour: shown to differ from the average of all seats in that variant. "
        "Empty: not in that deck. Not what the card does on its own: see how to read this.",
        did=doing,
    )
    return Card(title, "", svg, caption, _changes_table(figures, points, deed, names))


def _cells_words(cells: Mapping[tuple[str, str], Cell]) -> str:
    """A map in words, for those who don't see it."""
    told = [tr("{row}, {column}: {share}", row=line, column=column, share=percent(cell.estimate)) for (line, column), cell in cells.items()]
    return clauses(told)


def _changes_table(figures: Figures, points: Sequence[PointSummary], deed: str, names: Names) -> Table | None:
    """How these win rates differ from variant to variant."""
    infos = {point.info.index: point.info for point in points}
    rows = []
    for index, info in infos.items():
        for row in figures.rows("change_of_win_rate_by_card", index):
            base = infos.get(row["baseline"])
            if row["deed"] == deed and base is not None and base.variant != info.variant and known(row):
                pair = _less(info.variant, base.variant, names)
                shown = tr("shown") if side(row) else tr("not shown")
                rows.append((card_name(names, row["card"]), pair, plus_minus(row, 100.0, signed=True), shown, fixed(row["gain"], 1)))
    headings = (tr("Card"), tr("Variants"), tr("Change of the win rate, points"), tr("Shown"), tr("Gain of playing the same deals"))
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
    words = _cells_words(cells)
    heading = tr("Win rate by {factor}", factor=title.lower())
    svg = heat(cells, lines, columns, f"{name}-{factor}", heading, words)
    caption = tr("Games won, in %. Bold on colour: shown to differ from the average of all seats of that variant.")
    headings = (title, tr("Variant"), tr("Games won, %"), tr("From average, points"))
    return Card(heading, "", svg, caption, Table(headings, rows, 2))


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
    headings = (tr("In a game"), tr("Unit"), *(names.variant(point.info.variant) for point in points))
    sentence = tr("Means, or shares of games, ± as far as the interval reaches.")
    return Card(tr("Side by side"), sentence, table=Table(headings, rows, 2), wide=True, open=True)
