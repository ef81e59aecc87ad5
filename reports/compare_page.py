"""The page of a comparison: what differs first, then both runs side by side as in any report."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from analysis import balance
from analysis.compare import Comparison, Pair, Row
from analysis.compare_words import closing_sentences, figure_words, pair_sentences, place_words, side, told
from analysis.language import tr
from analysis.wording import clauses, colon, whole, with_range
from reports.card import Card, Section, Table
from reports.commands.report import put_report
from reports.export import USUAL, write_report
from reports.figures.dots import Dot, dots
from reports.page import content_of

_MOST_ANSWERS = 6


def write_page(comparison: Comparison, folders: Sequence[Path], out: Path) -> Path:
    """Write the page, and beside it what `balancier report` writes, into `out`; returns where the page is."""
    figures = balance.tables(comparison.summary, comparison.confidence)
    tables = {"comparison": comparison.table, **figures}
    content = content_of(comparison.summary, figures, comparison.names)
    for section in content.sections:
        if section.parts:  # what lies across A and B stands in our own sections
            section.cards = []
    told_pairs = pair_sentences(comparison)
    answers = [" ".join([sentence, *(f"{line}." for line in lines[:2])]) for _, sentence, lines in told_pairs]
    answers = answers[: _MOST_ANSWERS - 1] + [" ".join([*closing_sentences(comparison), *comparison.notes])]
    sections = [_section(comparison, number, pair) for number, pair in enumerate(comparison.pairs)]
    command = shlex.join(["balancier", "compare", *(folder.as_posix() for folder in folders)])
    content = replace(
        content,
        answers=answers,
        basis=[("A", folders[0].as_posix()), ("B", folders[1].as_posix()), *content.basis],
        sections=[*sections, *content.sections],
        about=replace(content.about, commands=(command,)),
        tables=tables,
    )
    return put_report(out, lambda made: write_report(content, comparison.names, made, USUAL, {}))


def _section(comparison: Comparison, number: int, pair: Pair) -> Section:
    """All differences between two design points: shares as dots, everything in a table."""
    rows = comparison.table.filter(pair=number).to_dicts()
    section = Section(f"compared-{number}", place_words(comparison, pair))
    section.note = tr("{a} blocks in A, {b} in B.", a=whole(pair.a.blocks), b=whole(pair.b.blocks))
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["factor"] or ("other" if row["share"] else "means"), []).append(row)
    for name, found in groups.items():
        if name == "means":
            section.cards.append(Card(tr("Means: B less A"), table=_table(comparison, found), open=True))
            continue
        known = [row for row in found if row["low_simultaneous"] is not None]
        factor = next((f for f in comparison.names.figures.factors if f.name == name), None)
        title = tr("{factor}: B less A", factor=factor.title) if factor else tr("Shares of games: B less A")
        mark, axis = f"compared-{number}-{name}".replace("_", "-"), tr("points more or fewer in B")
        drawn = [_dot(comparison, row) for row in known]
        svg = dots(drawn, mark, title, _words(comparison, known), axis, (0.0, tr("no change")), signed=True) if drawn else ""
        caption = tr(
            "Thick line: the interval of the row alone; thin: of all rows of the comparison together. Triangles: a difference is shown; grey "
            "dots: not."
        )
        section.cards.append(Card(title, "", svg, caption, _table(comparison, found)))
    return section


def _dot(comparison: Comparison, row: Row) -> Dot:
    low, high, least, most = (row[name] for name in ("low", "high", "low_simultaneous", "high_simultaneous"))
    return Dot(figure_words(comparison, row), row["difference"], low, high, least, most, side(row))


def _words(comparison: Comparison, rows: Sequence[Row]) -> str:
    lines = (told(comparison, row) for row in rows)
    return clauses([colon(figure, with_range(difference, together)) for figure, _, _, difference, _, together, _ in lines])


def _table(comparison: Comparison, rows: Sequence[Row]) -> Table:
    headings = (tr("Figure"), "A", "B", tr("B less A"), tr("on its own"), tr("all together"), tr("Gain of playing the same deals"))
    return Table(headings, [told(comparison, row) for row in rows])
