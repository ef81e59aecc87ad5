"""Cards about luck and skill: what the deal decides and what the strategy, the steps of the ladder, whether one strategy dominates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.ladder import DRAWS
from analysis.language import tr, trn
from analysis.point_names import PointNames
from analysis.points import PointSummary
from analysis.wording import capital, clauses, colon, listing, percent, percent_range, share_words, whole, with_range
from reports.card import Card, Table, beside, range_cell, share_cell
from reports.figures.dots import dots
from reports.lookup import Figures, dot

Row = dict[str, Any]

_HALF = 0.5
_TWO = 2


def luck_card(figures: Figures, point: PointSummary, drawn: bool = True) -> list[Card]:
    """Luck and skill at one design point; none where all play alike."""
    index = point.info.index
    rows = {row["source"]: row for row in figures.rows("luck_and_skill", index)}
    if not rows:
        return []
    words = source_words()
    strategies = listing(list(dict.fromkeys(point.info.lineup)))
    sentence = tr(
        "Of what decides whether a seat wins, {deal} is in the deal, {strategy} in which of these strategies plays it ({strategies}).",
        deal=share_words(rows["deal"]), strategy=share_words(rows["strategy"]), strategies=strategies,
    )  # fmt: skip
    svg = caption = ""
    if drawn:
        told = clauses([colon(words[source], share_words(row)) for source, row in rows.items()])
        svg = dots(
            [dot(words[source], row, 0) for source, row in rows.items()], f"p{index}-luck", tr("Luck and skill"), told,
            tr("of whether a seat wins, %"),
        )  # fmt: skip
        caption = tr(
            "Every deal is played with each strategy in each seat. The deal: what comes about whoever plays it. The strategy: how far strategies lie "
            "apart over all deals. The rest: how cards and strategies go together. Thick line: the interval alone; thin: of all three together."
        )
    table = [(words[source], share_cell(row), range_cell(row), whole(row["blocks"])) for source, row in rows.items()]
    headings = (tr("Source"), tr("Of whether a seat wins, %"), tr("all three together"), tr("Blocks"))
    return [Card(tr("Luck and skill"), sentence, svg, caption, Table(headings, table), open=not drawn)]


def source_words() -> dict[str, str]:
    """What the sources are called."""
    return {"deal": tr("The deal, and the seat"), "strategy": tr("The strategy"), "rest": tr("The rest: how the two go together")}


def ladder_cards(figures: Figures, points: Sequence[int], name: str) -> list[Card]:
    """The ladder of strategies, how much of its steps is luck, and whether one dominates, for design points that differ in their line-up."""
    cards = []
    for index in points:
        steps, weights = figures.rows("ladder", index), figures.rows("equilibrium", index)
        if steps:
            cards.append(_ladder(steps, f"{name}-{index}-ladder"))
            cards += _luck_of_steps(figures, index, steps, f"{name}-{index}-luck")
        if weights:
            cards.append(_equilibrium(weights, f"{name}-{index}-equilibrium"))
    return cards


def ladder_answers(figures: Figures) -> list[str]:
    """For each kind of table that has a ladder, who stands above whom, and whether one strategy dominates."""
    places = PointNames(figures.summary, figures.names)
    answers = []
    for point in figures.summary.points:
        steps, weights = figures.rows("ladder", point.info.index), figures.rows("equilibrium", point.info.index)
        if not steps:
            continue
        shown = sum(beside(row, _HALF) > 0 for row in steps)
        values = {
            "place": capital(places.kind(point.info.index)),
            "order": listing([steps[0]["upper"], *(row["lower"] for row in steps)]),
            "n": whole(shown),
            "all": whole(len(steps)),
        }
        if shown == len(steps):
            told = tr("{place}, strategies from the top: {order}; each is shown to beat the next.", **values)
        else:
            told = trn(
                "{place}, strategies from the top, as measured: {order}; of the {all} steps between neighbours, {n} is shown.",
                "{place}, strategies from the top, as measured: {order}; of the {all} steps between neighbours, {n} are shown.",
                shown, **values,
            )  # fmt: skip
        answers.append(" ".join([told, *([dominance_words(weights)] if weights else [])]))
    return answers


def _ladder(steps: Sequence[Row], name: str) -> Card:
    shown = [row for row in steps if beside(row, _HALF) > 0]
    order = [steps[0]["upper"], *(row["lower"] for row in steps)]
    if len(shown) == len(steps):
        sentence = tr("From the top: {order}. Each is shown to beat the next.", order=listing(order))
    elif shown:
        sentence = trn(
            "From the top, as measured: {order}. One of the {all} steps is shown; the others may stand the other way round.",
            "From the top, as measured: {order}. {n} of the {all} steps are shown; the others may stand the other way round.",
            len(shown), order=listing(order), n=whole(len(shown)), all=whole(len(steps)),
        )  # fmt: skip
    else:
        sentence = tr("From the top, as measured: {order}. None of these steps is shown: each may stand the other way round.", order=listing(order))
    labels = [tr("{upper} over {lower}", upper=row["upper"], lower=row["lower"]) for row in steps]
    words = clauses([colon(label, share_words(row)) for label, row in zip(labels, steps, strict=True)])
    svg = dots(
        [dot(label, row, beside(row, _HALF)) for label, row in zip(labels, steps, strict=True)], name, tr("The ladder of strategies"), words,
        tr("share of the upper one in the wins of both, %"), (_HALF, tr("equal")),
    )  # fmt: skip
    caption = tr(
        "Each step of the ladder: of the games that one of the two wins, how many the upper one wins (shared victories split). Triangles: shown to "
        "differ from one in two, all steps judged together. Long steps speak for skill, short ones for luck, or for strategies that are much alike."
    )
    table = [
        (
            row["upper"],
            row["lower"],
            share_cell(row),
            range_cell(row),
            {1: tr("wins more"), -1: tr("wins less"), 0: tr("not shown")}[beside(row, _HALF)],
        )
        for row in steps
    ]
    headings = (tr("Upper"), tr("Lower"), tr("Wins of the upper one, %"), tr("all steps together"), tr("Shown"))
    return Card(tr("The ladder of strategies"), sentence, svg, caption, Table(headings, table, 2))


def _luck_of_steps(figures: Figures, index: int, steps: Sequence[Row], name: str) -> list[Card]:
    """What the deal decides and what the strategy, at tables of two strategies that are steps of the ladder; none where there are none."""
    infos = {point.info.index: point.info for point in figures.summary.points}
    here = infos[index]
    tables = {
        frozenset(info.lineup): info.index
        for info in infos.values()
        if (info.variant, info.players, info.rules()) == (here.variant, here.players, here.rules()) and len(set(info.lineup)) == _TWO
    }
    found: dict[str, dict[str, Row]] = {}
    for step in steps:
        point = tables.get(frozenset((step["upper"], step["lower"])))
        rows = {row["source"]: row for row in figures.rows("luck_and_skill", point)} if point is not None else {}
        if rows:
            found[tr("{upper} and {lower}", upper=step["upper"], lower=step["lower"])] = rows
    if not found:
        return []
    words = source_words()
    least, most = (pick(found.values(), key=lambda rows: rows["deal"]["estimate"])["deal"] for pick in (min, max))
    sentence = tr(
        "Between strategies next to each other the deal makes {least} to {most} of whether a seat wins.",
        least=share_words(least),
        most=share_words(most),
    )
    told = clauses([colon(label, share_words(rows["deal"])) for label, rows in found.items()])
    svg = dots(
        [dot(label, rows["deal"], 0) for label, rows in found.items()], name, tr("What the deal decides"), told, tr("of whether a seat wins, %")
    )
    caption = tr(
        "The deal: what comes about whichever of the two strategies plays the cards, from the same seat. The less of it, the more lies in how the "
        "cards are played, on average (the strategy) or in this deal (the rest). Thick: the interval alone; thin: with those of strategy and rest."
    )
    table = [(label, *(with_range(share_cell(rows[s]), range_cell(rows[s])) for s in words)) for label, rows in found.items()]
    headings = (tr("At the table"), *(tr("{source}, %", source=word) for word in words.values()))
    return [Card(tr("Luck and skill, step by step"), sentence, svg, caption, Table(headings, table))]


def dominance_words(rows: Sequence[Row]) -> str:
    """Whether one strategy is the only one worth playing, and how settled that is."""
    top = max(rows, key=lambda row: row["estimate"])
    played = [row for row in rows if row["estimate"] > 0]
    if top["alone"] == 1.0:
        return tr(
            "{strategy} dominates: it is the only one worth playing in all of {draws} tables drawn within the errors of the match-ups.",
            strategy=top["strategy"], draws=whole(DRAWS),
        )  # fmt: skip
    if len(played) == 1:
        return tr(
            "As measured, {strategy} is the only one worth playing, but that is not settled: it is played at all in {support} of {draws} tables "
            "drawn within the errors of the match-ups, with a weight of {range} %.",
            strategy=top["strategy"], support=_support(top), draws=whole(DRAWS),
            range=percent_range(top["low_simultaneous"], top["high_simultaneous"]),
        )  # fmt: skip
    mixture = listing([f"{row['strategy']} {share_words(row)}" for row in played])
    return tr("No strategy dominates as measured; who can't be outguessed mixes {mixture}.", mixture=mixture)


def _equilibrium(rows: Sequence[Row], name: str) -> Card:
    sentence = dominance_words(rows)
    words = clauses([colon(row["strategy"], share_words(row)) for row in rows])
    svg = dots([dot(row["strategy"], row, 0) for row in rows], name, tr("Does one strategy dominate?"), words, tr("weight in the equilibrium, %"))
    caption = tr(
        "How often each strategy is played by who can't be outguessed by an opponent who knows this mixture (the equilibrium of the table of "
        "two-player match-ups). A weight of 100 % means that nothing among these beats it. Lines: 95 % of {draws} tables drawn within the errors.",
        draws=whole(DRAWS),
    )  # fmt: skip
    table = [(row["strategy"], share_cell(row), range_cell(row), _support(row)) for row in rows]
    headings = (tr("Strategy"), tr("Weight, %"), tr("all together"), tr("Played at all"))
    return Card(tr("Does one strategy dominate?"), sentence, svg, caption, Table(headings, table))


def _support(row: Row) -> str:
    return percent(row["support"]) if row["support"] is not None else tr("unknown")


__all__ = ["ladder_cards", "luck_card", "source_words"]
