"""How decisive a game is: changes of the leader, leads that were lost, how far the winner had been behind, margins, when it was decided.

Gathers the figures of these names, from whichever table a game declares them in."""

from __future__ import annotations

from typing import Any

from analysis.language import tr
from analysis.points import PointSummary
from analysis.wording import share_words, with_range
from reports.card import Card, Table, plus_minus, range_cell, share_cell
from reports.lookup import Figures

Row = dict[str, Any]

NAMES = ("leader_changes", "decided_turn", "lead_lost", "behind", "margin")
"""Names of figures of games and seats, and columns: a figure of one of these columns is gathered too."""


def decisive_card(figures: Figures, point: PointSummary) -> list[Card]:
    """One table of all that a run says about it; none where it says nothing."""
    index = point.info.index
    declared = figures.names.figures
    of_games = {row["ending"]: row for row in figures.rows("endings", index)} | {row["number"]: row for row in figures.rows("means", index)}
    of_seats = {row["figure"]: row for row in figures.rows("seats", index)}
    rows: list[tuple[str, str, str]] = []
    told: dict[str, Row] = {}
    for game in declared.games:
        if {game.name, game.column} & set(NAMES) and game.name in of_games:
            row = told[game.name] = of_games[game.name]
            rows.append(_share(game.title, row) if game.is_share else (game.title, plus_minus(row), game.unit))
    for seat in declared.seats:
        if {seat.name, seat.column} & set(NAMES) and seat.name in of_seats:
            row = of_seats[seat.name]
            title = seat.title if seat.among == "winners" else tr("{figure} (a seat)", figure=seat.title)
            rows.append(_share(title, row) if seat.is_share else (title, plus_minus(row), seat.unit))
    if not rows:
        return []
    sentence = ""
    if "leader_changes" in told:
        sentence = tr("The leader changes {changes} times in a game.", changes=plus_minus(told["leader_changes"]))
    if "a_lead_lost" in told:
        lost = tr("In {share} of the games a lead is lost.", share=share_words(told["a_lead_lost"]))
        sentence = f"{sentence} {lost}".strip()
    if "comeback" in of_seats:
        back = tr("Of those who win, {share} had been behind.", share=share_words(of_seats["comeback"]))
        sentence = f"{sentence} {back}".strip()
    headings = (tr("In a game"), tr("Mean, or share"), tr("Unit"))
    return [Card(tr("How decisive"), sentence, table=Table(headings, rows), open=True)]


def _share(title: str, row: Row) -> tuple[str, str, str]:
    return title, with_range(share_cell(row), range_cell(row)), "%"


__all__ = ["decisive_card"]
