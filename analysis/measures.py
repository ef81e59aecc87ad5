"""Figures of games, of seats and of kinds of cards, as tables of ratios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from analysis.figures import PerSeat
from analysis.points import PointSummary, Summary
from analysis.ratio_tables import Ratio, RatioTable
from analysis.rows import Family, Rows, difference_rows, level_columns, merged, to_frame
from analysis.statistics import ratios


def _endings(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    there = point.variables.get("games", ())  # a run that was stopped may have design points without games
    return [Ratio({"ending": f.name}, f.name, "games", share=True) for f in summary.figures.shares if f.name in there]


def _means(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    there = point.variables.get("games", ())  # a run that was stopped may have design points without games
    return [Ratio({"number": f.name}, f.name, "games") for f in summary.figures.numbers if f.name in there]


def _seats(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    there = point.variables.get("seats", ())
    return [Ratio({"figure": f.name}, f.name, _denominator(f), share=f.is_share) for f in summary.figures.seats if f.name in there]


def _denominator(figure: PerSeat) -> str:
    return f"{figure.name}:of" if figure.share_of else "winners" if figure.among == "winners" else "seats"


def _cards(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    """Per seat and game."""
    return [Ratio({"deed": deed, "card": card}, deed, "seats", group=f"cards:{card}") for deed, card in deeds(summary, point)]


def deeds(summary: Summary, point: PointSummary, wins: bool = False) -> list[tuple[str, str]]:
    """(deed, card) of all columns that the run has; with `wins` of those whose win rate is told."""
    table = summary.figures.cards
    if table is None:
        return []
    wanted = [deed.name for deed in table.deeds if deed.wins or not wins]
    return [(deed, card) for deed in wanted for card in table.cards if deed in point.variables.get(f"cards:{card}", ())]


ENDINGS = RatioTable("endings", "games", ("ending",), _endings, together=True)
MEANS = RatioTable("means", "games", ("number",), _means, together=True)
SEATS = RatioTable("seats", "seats", ("figure",), _seats)
CARDS = RatioTable("cards", "", ("deed", "card"), _cards)


def _did(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    return [
        Ratio({"deed": deed, "card": card}, f"won:{deed}", f"did:{deed}", share=True, group=f"cards:{card}")
        for deed, card in deeds(summary, point, wins=True)
    ]


WINS_WITH_CARD = RatioTable("win_rate_by_card", "", ("deed", "card"), _did)
"""Win rate of the seats that did it at least once in the game."""


def seats_by(summary: Summary, factor_name: str) -> RatioTable:
    """The table of the figures of seats by a factor's levels."""
    factor = summary.figures.factor(factor_name)

    def wanted(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
        found = []
        for figure in summary.figures.seats:
            group = f"seats_by_{factor.name}:{figure.name}"
            number = sum(name.startswith("top:") for name in point.variables.get(group, ())) - 1
            columns = level_columns(summary, point.info, factor, list(range(max(number, 0))))
            for k in range(number):
                level = {name: values[k] for name, values in columns.items()}
                found.append(Ratio({"figure": figure.name, **level}, f"top:{k}", f"bottom:{k}", share=figure.is_share, group=group))
        return found

    return RatioTable(f"seats_by_{factor.name}", "", ("figure", *factor.levels), wanted)


def card_effects(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Win rate of the seats that did a deed with a kind of card at least once, less that of all seats (column `par`), within the same blocks.

    Not what the card does: who gets to play it differs from who does not.
    """
    rows = []
    for point in summary.points:
        by_card: dict[str, list[Ratio]] = {}
        for ratio in _did(summary, point):
            by_card.setdefault(ratio.group, []).append(ratio)
        found = [row for group, wanted in by_card.items() if (row := _effects(point, group, wanted)) is not None]
        rows += [merged(found)] if found else []
    return to_frame(rows, ("deed", "card", "par"), confidence, family)


def _effects(point: PointSummary, group: str, wanted: Sequence[Ratio]) -> Rows | None:
    """The rows of one kind of card; None when no seat did anything with it."""
    moments = point.sums[group]
    place = {name: k for k, name in enumerate(point.variables[group])}
    wanted = [ratio for ratio in wanted if moments.total[place[ratio.bottom]] > 0]
    if not wanted:
        return None
    unit = np.eye(moments.variables)
    top = [place[ratio.top] for ratio in wanted] + [place["winners"]]
    bottom = [place[ratio.bottom] for ratio in wanted] + [place["seats"]]
    found = ratios(moments, unit[top], unit[bottom])
    here = len(wanted)
    columns: dict[str, list[Any]] = {name: [ratio.columns[name] for ratio in wanted] for name in ("deed", "card")}
    columns["par"] = [found.estimate[here]] * here
    return difference_rows(point.info, columns, found, list(range(here)), [here] * here, exact_second=True)
