"""What Mercato's reports show: compos, coaches, shared victories."""

from __future__ import annotations

from dataclasses import replace

from analysis.figures import FAMILIES, ORDER, ROUNDS, STRATEGY, TURNS, UNFINISHED, Factor, Family, Figures, PerGame

FIGURES = Figures(
    game="mercato",
    families={
        **FAMILIES,
        "compo": Family("compos", "Compo"),
        "coach": Family("coaches", "Coach", printed=True),
    },
    factors=(
        Factor("compo", ("compo_start",), ("compo",), "Starting compo", "starting compo"),
        Factor("coach", ("coach",), ("coach",), "Coach", "coach"),
        Factor("compo_coach", ("compo_start", "coach"), ("compo", "coach"), "Compo × coach", paired=False),
        ORDER,
        STRATEGY,
    ),
    games=(
        PerGame("shared", "winners", "Several winners", ("over", 1), change=True, what="the share of games with several winners",
                change_title="Change of shared victories"),
        replace(UNFINISHED, change=False),
        PerGame("unwon", "winners", "Won by nobody", ("equal", 0)),
        TURNS,
        ROUNDS,
        PerGame("winners", "winners", "Winners a game", unit="winners"),
        PerGame("reshuffles", "reshuffles", "Shuffles of the discards", unit="shuffles"),
        PerGame("decisions", "decisions", "Decisions", unit="decisions"),
    ),
    lengths=(TURNS, ROUNDS),
    sections={"compos": "compo"},
    reading=(
        ("Games won", "The share of its games that a compo (a coach, a place at the table) won. If several players win a game, each of them has won it, so "
         "the average can lie above one in four. The win share in the tables counts a win that k players share as 1/k."),
        ("Unfinished games", "A game that reaches the limit of turns counts as played, and as not won by those who had not completed their team."),
    ),
    example="transfert",
)  # fmt: skip
