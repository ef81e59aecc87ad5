"""What Mercato's reports show: compos, coaches, shared victories."""

from __future__ import annotations

from analysis.figures import (
    DECIDED,
    DECISIONS,
    FAMILIES,
    LEADER_CHANGES,
    ORDER,
    ROUNDS,
    SHARED,
    STRATEGY,
    TURNS,
    UNFINISHED,
    UNWON,
    Factor,
    Family,
    Figures,
    PerGame,
    comebacks,
)

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
        SHARED,
        UNFINISHED,
        UNWON,
        TURNS,
        ROUNDS,
        PerGame("winners", "winners", "Winners a game", card="endings", unit="winners"),
        PerGame("reshuffles", "reshuffles", "Shuffles of the discards", card="length", unit="shuffles"),
        LEADER_CHANGES,
        DECIDED,
        DECISIONS,
    ),
    lengths=(TURNS, ROUNDS),
    seats=comebacks("players", ("compo", "order", "strategy")),
    sections={"compos": "compo"},
    reading=(
        (
            "Games won",
            "The share of its games that a compo (a coach, a place at the table) won. If several players win a game, each of them has won it, "
            "so the average can lie above one in four. The win share in the tables counts a win that k players share as 1/k.",
        ),
        (
            "Leaders, comebacks",
            "After each turn those lead whose teams miss the fewest uninjured players; at the start everybody does. A winner who had been behind "
            "missed more players than another after some turn; the deficit is by how many at most.",
        ),
        (
            "Unfinished games",
            "A game that reaches the limit of turns counts as played, and as not won by those who had not completed their team.",
        ),
    ),
    example="transfert",
)  # fmt: skip
