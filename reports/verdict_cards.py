"""The verdicts as they stand right after the answer: what needs attention first, what is balanced last; and whether they hold whoever plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis import anytime
from analysis.figures import STRATEGY
from analysis.language import tr, trn
from analysis.point_names import PointNames
from analysis.points import Summary
from analysis.verdict_words import holding_words, how_many, margin_words, rounded_up, setting_of, verdict_word
from analysis.verdicts import MOST_GAMES, VERDICTS, counts, profiles
from analysis.wording import Names, whole
from reports.card import Card, Section, Table, difference_cell, range_cell
from reports.lookup import Figures

Row = dict[str, Any]
_UNFOLDED = 40
"""Up to so many verdicts stand in one open table; of more, the balanced and the undecided are folded away."""
_MOST_ROWS = 150
"""Rows of a table on the page; the others are in the run's tables."""
_MOST_COLUMNS = 6
"""Up to so many line-ups have a column of their own."""


def verdict_section(summary: Summary, figures: Figures, names: Names) -> Section | None:
    """The verdicts of a run; None when nothing was judged."""
    found = figures.tables.get("verdicts")
    if found is None:
        return None
    rows = found.to_dicts()
    levels, strategies = ([row for row in rows if (row["factor"] == STRATEGY.name) is wanted] for wanted in (False, True))
    section = Section("verdicts", tr("Verdicts"))
    if levels:
        section.cards += level_cards(summary, figures, levels, names)
    if strategies:
        section.cards.append(
            Card(
                tr("Strategies against the margin"),
                tr("A strategy that wins more often than others plays better: that is skill, and no fault of the cards."),
                table=_table(summary, strategies, names),
                wide=True,
                open=not levels and len(strategies) <= _UNFOLDED,
            )
        )
    return section


def level_cards(summary: Summary, figures: Figures, rows: Sequence[Row], names: Names) -> list[Card]:
    """What each level was found to be, and whether that holds whoever plays."""
    cards = []
    if len(rows) <= _UNFOLDED:
        title = tr("Every level against the margin")
        cards.append(Card(title, _summary_words(summary, rows), table=_table(summary, rows, names), wide=True, open=True))
    else:
        beside = [row for row in rows if row["verdict"] in ("favoured", "handicapped")]
        title, words = tr("Favoured or handicapped"), _summary_words(summary, rows)
        if beside:
            cards.append(_folded(title, words, summary, beside, names, len(beside) <= _UNFOLDED))
        else:
            cards.append(Card(title, words, wide=True))
        undecided = [row for row in rows if row["verdict"] == "undecided"]
        balanced = [row for row in rows if row["verdict"] == "balanced"]
        if undecided:
            cards.append(_folded(tr("Undecided: {number}", number=whole(len(undecided))), _undecided_words(), summary, undecided, names))
        if balanced:
            cards.append(_folded(tr("Balanced: {number}", number=whole(len(balanced))), _balanced_words(summary), summary, balanced, names))
    profile_rows = figures.tables["verdicts_by_profile"].to_dicts() if "verdicts_by_profile" in figures.tables else []
    if profile_rows:
        cards.append(_profile_card(summary, rows, profile_rows, names))
    return cards


def _folded(title: str, words: str, summary: Summary, rows: Sequence[Row], names: Names, open_: bool = False) -> Card:
    """A card with a table of its own; of very many rows those furthest from the average."""
    if len(rows) > _MOST_ROWS:
        words += " " + tr("Here stand the {number} furthest from the average; all are in the table verdicts.", number=whole(_MOST_ROWS))
    return Card(title, words, table=_table(summary, rows, names), wide=True, open=open_)


def _summary_words(summary: Summary, rows: Sequence[Row]) -> str:
    found = counts(rows)
    said = tr(
        "Of {number} levels looked at: {favoured} favoured, {handicapped} handicapped, {undecided} undecided, {balanced} balanced. Favoured and "
        "handicapped: shown to win at least {margin} percentage points more or less than the average of all seats of the setting; balanced: shown to "
        "lie within {margin} points of it; undecided: neither is shown yet. All these verdicts are right together 95 times in 100.",
        number=whole(len(rows)), margin=margin_words(summary), **{verdict: how_many(n) for verdict, n in found.items()},
    )  # fmt: skip
    if anytime.applies(summary):
        said += " " + tr("The run was stopped on such verdicts, so these intervals are made to hold at every moment of it, however often one looks.")
    return said


def _undecided_words() -> str:
    return tr("The last column says how many more games of the setting would probably settle it, if the true value is the measured one.")


def _balanced_words(summary: Summary) -> str:
    return tr(
        "Shown to lie within {margin} points of the average. Where a difference is shown too, it is real, and too small to matter.",
        margin=margin_words(summary),
    )


def _table(summary: Summary, rows: Sequence[Row], names: Names) -> Table:
    """What needs attention first: by verdict, then by how far from the average."""
    places = PointNames(summary, names)
    several = len({point.info.index for point in summary.points if point.game_count}) > 1
    furthest = sorted(rows, key=lambda row: -abs(row["estimate"]))[:_MOST_ROWS]
    ordered = sorted(furthest, key=lambda row: VERDICTS.index(row["verdict"]))
    zero = any(row["verdict"] in ("undecided", "balanced") for row in rows)  # beyond the margin is beyond 0
    open_ = any(row["verdict"] == "undecided" for row in rows)
    cells = [
        [
            *([places.short(row["point"])] if several else []),
            summary.figures.factor(row["factor"]).title,
            names.level(_family(summary, row), row["level"]),
            verdict_word(row["verdict"]),
            *([shown_words(row)] if zero else []),
            difference_cell(row),
            range_cell(row, signed=True),
            *([games_cell(row["games_needed"])] if open_ else []),
        ]
        for row in ordered
    ]
    labels = [*([tr("Setting")] if several else []), tr("What"), tr("Level"), tr("Verdict"), *([tr("Any difference")] if zero else [])]
    numbers = [tr("From average, points"), tr("all rows together"), *([tr("More games to settle it")] if open_ else [])]
    return Table([*labels, *numbers], cells, len(labels))


def _family(summary: Summary, row: Mapping[str, Any]) -> str:
    return summary.figures.factor(row["factor"]).families[0]


def shown_words(row: Mapping[str, Any]) -> str:
    """Whether any difference from the average is shown, however small."""
    return {"above": tr("shown, above"), "below": tr("shown, below"), "": tr("not shown")}[row["shown"]]


def games_cell(games: int | None) -> str:
    """Further games that would settle a verdict."""
    if games is None:
        return tr("unknown")
    if games >= MOST_GAMES:
        return tr("at the margin")
    return "" if games == 0 else whole(rounded_up(games))


def _profile_card(summary: Summary, rows: Sequence[Row], profile_rows: Sequence[Row], names: Names) -> Card:
    """A row a level, a column a line-up."""
    infos = {point.info.index: point.info for point in summary.points}
    groups = profiles(summary)
    lineups = list(dict.fromkeys(info.lineup_label for infos in groups for info in infos))
    verdict_of = {(row["point"], row["factor"], row["level"]): row for row in rows}
    point_of = {(infos[0].index, info.lineup_label): info.index for infos in groups for info in infos}
    columns = lineups if len(lineups) <= _MOST_COLUMNS and len(point_of) == sum(len(infos) for infos in groups) else []
    several = len({row["point"] for row in profile_rows}) > 1
    order = ("all", "opposite", "depends", "partly", "undecided")
    cells = []
    settled = [row for row in profile_rows if row["holds"] != "undecided"]
    chosen = sorted(settled or profile_rows, key=lambda row: (not (row["favoured"] or row["handicapped"]), order.index(row["holds"])))
    for row in chosen[:_MOST_ROWS]:
        under = []
        for lineup in columns:
            found = verdict_of.get((point_of.get((row["point"], lineup), -1), row["factor"], row["level"]))
            under.append(tr("{verdict} ({points})", verdict=verdict_word(found["verdict"]), points=difference_cell(found)) if found else "")
        cells.append(
            [
                *([setting_of(infos[row["point"]], names)] if several else []),
                summary.figures.factor(row["factor"]).title,
                names.level(_family(summary, row), row["level"]),
                holding_words(row),
                *under,
            ]
        )
    labels = [*([tr("Setting")] if several else []), tr("What"), tr("Level"), tr("Whoever plays")]
    headings = [*labels, *(tr("all {lineup}", lineup=name) if "," not in name else name for name in columns)]
    words = tr(
        "Each verdict under every line-up that played the same cards. A card that only looks weak in weak hands is not weak. In brackets: "
        "percentage points from the average."
    )
    left_out = len(profile_rows) - len(chosen)
    if left_out:
        words += " " + trn(
            "One more level is undecided under all of them.",
            "{number} more levels are undecided under all of them.",
            left_out,
            number=whole(left_out),
        )
    return Card(
        tr("Does it hold whoever plays?"),
        words,
        table=Table(headings, cells, len(headings)),
        wide=True,
        open=len(cells) <= _UNFOLDED,
    )
