"""What a report says of a run: which cards stand where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from analysis.language import tr
from analysis.point_names import PointNames, variant_and_players
from analysis.points import PointSummary, Summary
from analysis.statements import headline
from analysis.sweeps import Sweep, main_lines, sweeps
from analysis.verdict_words import verdict_sentences
from analysis.wording import Names, capital, clauses, whole
from reports.about import about
from reports.across_cards import across_sections
from reports.card import Section
from reports.change_cards import change_answers, change_cards
from reports.content import Content
from reports.grid_cards import grid_answers, grid_sections
from reports.lookup import Figures
from reports.luck_cards import ladder_answers, ladder_cards
from reports.overview import change_sentence, glance, lineup_card, sweep_cards
from reports.point_cards import point_cards
from reports.rendering import html
from reports.tipping_cards import tipping_answers
from reports.variant_cards import variant_answers, variant_sections
from reports.verdict_cards import verdict_section

_FULL = 12
"""Up to so many design points are drawn in full; of more, each has its tables, and curves or a map stand for the figures."""
_ANSWERS = 5
"""Sentences of the answer, at most."""
_VARIANT_ANSWERS = 3
"""Sentences about what differs between variants: who wins has a place in the answer too."""
_TIPPING_ANSWERS = 2
"""Sentences about tipping points."""
_ALONGSIDE = 4
"""Up to so many design points of the same variant and players are drawn in full; more are folded away under their curves."""


def page(summary: Summary, tables: Mapping[str, pl.DataFrame], names: Names) -> str:
    """The whole page as HTML."""
    return html(content_of(summary, tables, names))


def content_of(summary: Summary, tables: Mapping[str, pl.DataFrame], names: Names) -> Content:
    """All that the report of a run says."""
    summary = summary.spoken()
    figures = Figures(summary, names, tables)
    lines = main_lines(sweeps(summary))
    sections = variant_sections(summary, figures, names) + grid_sections(summary, figures, names) + _sections(summary, figures, lines, names)
    sections += across_sections(summary, figures, names)
    manifest = summary.manifest
    said = headline(summary, names)
    ladder = ladder_answers(figures)
    answers = (
        [statement.text for statement in said if statement.topic == "champions"]
        + ladder
        + verdict_sentences(summary, tables, names)
        + _sweep_answers(figures, lines, names)[:1]
        + tipping_answers(figures, lines, names)[:_TIPPING_ANSWERS]
        + variant_answers(summary, figures, names)[:_VARIANT_ANSWERS]
    )
    answers += grid_answers(summary, figures, names)
    answers += change_answers(summary, figures, names)
    answers += [statement.text for statement in said if statement.topic not in ("champions", *(("strategy",) if ladder else ()))]
    return Content(
        title=tr(manifest["study"]["title"]),
        question=tr(manifest["study"]["question"]),
        game=names.game.title,
        complete=manifest["complete"],
        answers=answers[:_ANSWERS],
        basis=_basis(summary),
        glance=glance(summary, figures, names),
        sections=sections,
        about=about(summary, names),
        games=summary.game_count,
        judged=_judged(tables),
        reading=names.figures.reading,
        tables=tables,
        verdicts=verdict_section(summary, figures, names),
    )


def _basis(summary: Summary) -> list[tuple[str, str]]:
    """What the answer rests on: games, deals, and who played, since an effect holds for the ways of playing under which it was seen."""
    played = [point for point in summary.points if point.game_count]
    lineups = list(dict.fromkeys(point.info.lineup for point in played))
    if len(lineups) > 3 and len(set(lineups[0])) > 1:
        who = tr(
            "{lineups} line-ups of {strategies} strategies",
            lineups=whole(len(lineups)),
            strategies=whole(len({name for lineup in lineups for name in lineup})),
        )
    else:
        told = (tr("all {strategy}", strategy=lineup[0]) if len(set(lineup)) == 1 else ", ".join(lineup) for lineup in lineups)
        who = clauses(list(dict.fromkeys(told)))
    return [
        (tr("Games"), whole(summary.game_count)),
        (tr("Blocks (deals, each played in all rotations)"), whole(sum(point.blocks for point in played))),
        (tr("Settings"), whole(len(played))),
        (tr("Who played"), who),
        (tr("Seed"), str(summary.manifest["seed"])),
    ]


def _judged(tables: Mapping[str, pl.DataFrame]) -> int:
    """How many differences, from the average and between settings, the page looks at."""
    return sum(table.height for name, table in tables.items() if name.startswith(("from_par_by", "change_")))


def _sections(summary: Summary, figures: Figures, lines: Sequence[Sweep], names: Names) -> list[Section]:
    groups: dict[tuple[str, int], list[PointSummary]] = {}
    mapped = {index for pool in summary.pools for index in pool.points}
    for point in summary.points:
        if point.game_count and point.info.index not in mapped:
            groups.setdefault((point.info.variant, point.info.players), []).append(point)
    total = sum(len(points) for points in groups.values())
    sections = []
    for (variant, players), points in groups.items():
        title = variant_and_players(names.variant(variant), players)
        section = Section(f"{variant}-{players}".replace("_", "-"), title)
        if len(points) == 1:
            section.cards = point_cards(figures, points[0], drawn=total <= _FULL)
            section.note = _played(points[0])
        else:
            _fill_group(section, summary, figures, points, lines, total, names)
        sections.append(section)
    return sections


def _played(point: PointSummary) -> str:
    return tr("{games} games in {blocks} blocks.", games=whole(point.game_count), blocks=whole(point.blocks))


def _fill_group(
    section: Section,
    summary: Summary,
    figures: Figures,
    points: Sequence[PointSummary],
    lines: Sequence[Sweep],
    total: int,
    names: Names,
) -> None:
    """Several design points of one variant and number of players: what lies across them, then each."""
    indices = [point.info.index for point in points]
    for number, line in enumerate(lines):
        if set(line.points) <= set(indices):
            section.cards += sweep_cards(summary, figures, line, number, names)
    section.cards += change_cards(summary, figures, points, section.name, names)
    card = lineup_card(summary, figures, indices, f"{section.name}-lineups", names)
    if card is not None:
        section.cards.append(card)
    section.cards += ladder_cards(figures, indices, section.name)
    drawn = len(points) <= _ALONGSIDE and total <= _FULL
    for point in points:
        words = PointNames(summary, names).distinct(point.info.index)
        part = Section(f"point-{point.info.index}", capital(words), folded=not drawn)
        part.cards = point_cards(figures, point, drawn)
        part.note = _played(point)
        section.parts.append(part)


def _sweep_answers(figures: Figures, lines: Sequence[Sweep], names: Names) -> list[str]:
    """One sentence on the first sweep, where its ends are paired."""
    for line in lines:
        told = [factor.name for factor in figures.summary.figures.factors if factor.topic and factor.paired]
        place = tr("with {players} players in {variant}", players=line.players, variant=names.variant(line.variant))
        sentence = next((s for s in (change_sentence(figures, line, factor, names, place) for factor in told) if s), "")
        if sentence:
            return [sentence]
    return []
