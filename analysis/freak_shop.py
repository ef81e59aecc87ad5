"""What Freak Shop's reports show: the 64 combinations of objectives, what each objective weighs, the seller's seat."""

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
    Family,
    Figures,
    Grid,
    Map,
    PerGame,
    PerSeat,
    Within,
    comebacks,
)

OBJECTIVES = {
    1: "La mode à petit prix",
    2: "Pas les mêmes valeurs",
    3: "Trop snob",
    4: "L'art du marchandage",
    5: "Fête des voisins",
    6: "La somme de toutes les peurs",
    7: "Rêves siamois",
    8: "Jamais deux sans trois",
    9: "Collectionnite",
    10: "Clou de ma collection",
    11: "Maniaque du rangement",
    12: "Bien ordonné",
}
"""The printed names (F-10 to F-21), by printed number."""

_SHORT = {1: "Mode", 2: "Pas les mêmes", 3: "Snob", 4: "Marchandage", 5: "Voisins", 6: "Somme", 7: "Siamois", 8: "Trois", 9: "Collection.",
          10: "Clou", 11: "Rangement", 12: "Ordonné"}  # fmt: skip
_BY = ("order", "strategy")
_MARGIN = PerGame("margin", "margin", "Winner's margin", source="seats", how="max", unit="points", what="the winner's margin", change=True,
                  change_title="Change of the winner's margin")  # fmt: skip

FIGURES = Figures(
    game="freak_shop",
    families={
        **FAMILIES,
        "objective": Family(
            "objectives", "Objective", titles={str(number): f"{number} {title}" for number, title in OBJECTIVES.items()},
            words={"first": "First objective", "second": "Second objective", "third": "Third objective", "total": "All three"},
        ),
    },
    factors=(ORDER, STRATEGY),
    games=(
        PerGame("tie_break", "tie_break", "Decided by the manors' cards after a tie", ("over", 0), source="seats", how="max", card="endings",
                told="are decided by the manors' cards after a tie", change=True, what="the share of games that the tie-break decides",
                change_title="Change of ties"),
        SHARED,
        UNFINISHED,
        PerGame("uneven", "turns", "Not all seats had as many turns", ("over", 0), source="seats", how="range", card="endings", change=True,
                told="give some seats a turn more than others", what="the share of games with uneven numbers of turns",
                change_title="Change of uneven turns"),
        TURNS,
        ROUNDS,
        _MARGIN,
        LEADER_CHANGES,
        DECIDED,
        PerGame("above_closing", "above_closing", "Cards above the closing card, of those shuffled with it", unit="cards"),
        DECISIONS,
    ),
    lengths=(TURNS, ROUNDS, _MARGIN),
    seats=(
        PerSeat("total", "total", "Points", by=_BY, unit="points"),
        PerSeat("winning_total", "total", "Points of the winner", among="winners", by=("order",), unit="points"),
        *comebacks("points", ("order",)),
        PerSeat("cards", "cards", "Cards in the manor at the end", by=_BY, unit="cards"),
        PerSeat("worth", "worth", "Sum of their values", by=_BY, unit=""),
        PerSeat("turns", "turns", "Turns", by=_BY, unit="turns"),
        PerSeat("good_deals", "good_deals", "Good deals", by=_BY, unit="exchanges"),
        PerSeat("fair_prices", "fair_prices", "Fair prices", by=_BY, unit="exchanges"),
        PerSeat("passes", "passes", "Turns without an exchange", by=_BY, unit="turns"),
        PerSeat("given", "given", "Cards given to the shop", by=_BY, unit="cards"),
        PerSeat("taken", "taken", "Cards taken from the shop", by=_BY, unit="cards"),
    ),
    within=Within(
        total="total",
        components=("points_1", "points_2", "points_3"),
        rank="rank",
        family="objective",
        names=("first", "second", "third"),
        title="Objective",
        total_title="All three",
        option="objectives",
    ),
    grid=Grid(
        option="objectives",
        axes=((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),
        family="objective",
        short=_SHORT,
        maps=(
            Map("seller", "going_first", "", "What the seller's seat is worth",
                "Win rate of the first player less that of the others, in percentage points", "points", 100.0, 0.0),
            Map("turns", "means", "turns", "Length", "Turns of all seats together", "turns"),
            Map("margin", "means", "margin", "Winner's margin", "Points between the winner and the best of the others", "points"),
            Map("spread", "spread", "total", "Spread of totals", "Standard deviation of the seats' totals within a game, in points", "points"),
            Map("total", "seats", "total", "Points a seat", "Mean total of a seat", "points"),
            Map("leaders", "means", "leader_changes", "Changes of the leader", "How often the leader changes in a game", "changes", digits=2),
            Map("ties", "endings", "tie_break", "Ties", "Games in which the winner and another have as many points, in %", "%", 100.0),
        ),
    ),
    conditions=("objectives",),
    reading=(
        (
            "Games won",
            "The share of its games that a place at the table, or a strategy, won. A victory is shared only when points and manors are equal.",
        ),
        (
            "Spread within a game",
            "The standard deviation of the seats' points in one game. An objective that gives everybody the same does not decide, however "
            "many points it gives.",
        ),
        (
            "Share of the spread, of the margin",
            "How much of what separates the seats of a game, or the winner from the next, comes from an objective. The three objectives of a "
            "game add up to 100 %. A share below zero means that the objective tends to favour those who end up behind.",
        ),
        (
            "Leaders, comebacks",
            "After each turn those lead who would win if the game ended there. A winner who had been behind had fewer points than another after "
            "some turn; the deficit is by how many at most.",
        ),
        (
            "Unfinished games",
            "A game that reaches the limit of turns counts as played, and as won by nobody.",
        ),
    ),
    example="1",
)  # fmt: skip
