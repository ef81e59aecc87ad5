"""Figures of games, of seats and of kinds of cards, as tables of ratios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from analysis.figures import PerSeat
from analysis.points import PointSummary, Summary
from analysis.ratio_tables import Ratio, RatioTable
from analysis.rows import Family, difference_rows, level_columns, take, to_frame
from analysis.statistics import ratios


def _endings(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    there = point.variables["games"]
    return [Ratio({"ending": f.name}, f.name, "games", share=True) for f in summary.figures.shares if f.name in there]


def _means(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    there = point.variables["games"]
    return [Ratio({"number": f.name}, f.name, "games") for f in summary.figures.numbers if f.name in there]


def _seats(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    there = point.variables["seats"]
    return [Ratio({"figure": f.name}, f.name, _denominator(f), share=f.is_share) for f in summary.figures.seats if f.name in there]


def _denominator(figure: PerSeat) -> str:
    return f"{figure.name}:of" if figure.share_of else "winners" if figure.among == "winners" else "seats"


def _cards(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    """Per seat and game."""
    return [Ratio({"deed": deed, "card": card}, f"{deed}:{card}", "seats") for deed, card in deeds(summary, point)]


def deeds(summary: Summary, point: PointSummary, wins: bool = False) -> list[tuple[str, str]]:
    """(deed, card) of all columns that the run has; with `wins` of those whose win rate is told."""
    table, there = summary.figures.cards, point.variables.get("cards", ())
    if table is None:
        return []
    return [(d.name, card) for d in table.deeds for card in table.cards if f"{d.name}:{card}" in there and (d.wins or not wins)]


ENDINGS = RatioTable("endings", "games", ("ending",), _endings, together=True)
MEANS = RatioTable("means", "games", ("number",), _means, together=True)
SEATS = RatioTable("seats", "seats", ("figure",), _seats)
CARDS = RatioTable("cards", "cards", ("deed", "card"), _cards)


def _did(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
    return [
        Ratio({"deed": deed, "card": card}, f"won:{deed}:{card}", f"did:{deed}:{card}", share=True) for deed, card in deeds(summary, point, wins=True)
    ]


WINS_WITH_CARD = RatioTable("win_rate_by_card", "cards", ("deed", "card"), _did)
"""Win rate of the seats that did it at least once in the game."""


def seats_by(summary: Summary, factor_name: str) -> RatioTable:
    """The table of the figures of seats by a factor's levels."""
    factor = summary.figures.factor(factor_name)

    def wanted(summary: Summary, point: PointSummary) -> Sequence[Ratio]:
        there = point.variables[f"seats_by_{factor.name}"]
        found = []
        for figure in summary.figures.seats:
            if factor.name not in figure.by or f"{figure.name}:0" not in there:
                continue
            bottom = _denominator(figure)
            number = sum(name.startswith("seats:") for name in there) - 1
            columns = level_columns(summary, point.info, factor, list(range(number)))
            for k in range(number):
                level = {name: values[k] for name, values in columns.items()}
                found.append(Ratio({"figure": figure.name, **level}, f"{figure.name}:{k}", f"{bottom}:{k}", share=figure.is_share))
        return found

    return RatioTable(f"seats_by_{factor.name}", f"seats_by_{factor.name}", ("figure", *factor.levels), wanted)


def card_effects(summary: Summary, confidence: float = 0.95, family: Family = "table") -> pl.DataFrame:
    """Win rate of the seats that did a deed with a kind of card at least once, less that of all seats (column `par`), within the same blocks.

    Not what the card does: who gets to play it differs from who does not.
    """
    rows = []
    for point in summary.points:
        wanted = _did(summary, point) if "cards" in point.sums else []
        if not wanted:
            continue
        moments = point.sums["cards"]
        place = {name: k for k, name in enumerate(point.variables["cards"])}
        wanted = [ratio for ratio in wanted if moments.total[place[ratio.bottom]] > 0]
        unit = np.eye(moments.variables)
        top = [place[ratio.top] for ratio in wanted] + [place["winners"]]
        bottom = [place[ratio.bottom] for ratio in wanted] + [place["seats"]]
        found = take(ratios(moments, unit[top], unit[bottom]), np.arange(len(top)))
        here = len(wanted)
        columns: dict[str, list[Any]] = {name: [ratio.columns[name] for ratio in wanted] for name in ("deed", "card")}
        columns["par"] = [found.estimate[here]] * here
        rows.append(difference_rows(point.info, columns, found, list(range(here)), [here] * here, exact_second=True))
    return to_frame(rows, ("deed", "card", "par"), confidence, family)
