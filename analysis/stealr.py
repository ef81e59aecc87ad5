"""What Stealr's reports show: what the three decks do to length and turns of fortune, and what each kind of card does."""

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
    CardTable,
    Deed,
    Family,
    Figures,
    PerGame,
    PerSeat,
    comebacks,
)

CARDS = (
    "rent", "double_rent", "rent_any", "double_rent_any", "deal_breaker", "super_sly_deal", "market_crash", "heist", "tax_collector",
    "repossession", "unfair_trade", "tough_luck", "yoink", "forced_debt", "pass_go", "go_again", "just_say_no", "shack",
)  # fmt: skip
"""Kinds of cards with an effect, as the columns of `seats` name them; rents of a pair of colours are taken together."""

_BY = ("order", "strategy")

FIGURES = Figures(
    game="stealr",
    families={
        **FAMILIES,
        "card": Family(
            "kinds of cards", "Card", printed=True, words={"rent": "Rent (pair of colours)", "double_rent": "Double Rent (pair of colours)"}
        ),
    },
    factors=(ORDER, STRATEGY),
    games=(
        PerGame("on_other_turn", "on_other_turn", "Won on another player's turn", ("over", 0), card="endings", change=True,
                told="are won on another player's turn", what="the share of games won on another player's turn",
                change_title="Change of victories on another's turn"),
        PerGame("emptied", "emptied", "Ended because the cards ran out", ("over", 0), card="endings", change=True,
                told="end because the cards run out", what="the share of games that end because the cards run out",
                change_title="Change of games without cards left"),
        SHARED,
        UNFINISHED,
        UNWON,
        TURNS,
        ROUNDS,
        PerGame("reshuffles", "reshuffles", "Shuffles of the discards", card="length", unit="shuffles"),
        LEADER_CHANGES,
        DECIDED,
        PerGame("a_lead_lost", "lead_lost", "A lead in complete sets was held and lost", ("over", 0), source="seats", how="max", change=True,
                what="the share of games in which a lead in complete sets is lost", change_title="Change of lost leads"),
        PerGame("large_lead_lost", "lead_lost", "A lead of two or more complete sets was held and lost", ("over", 1), source="seats", how="max",
                change=True, what="the share of games in which a lead of two complete sets is lost",
                change_title="Change of large lost leads"),
        PerGame("lead_lost", "lead_lost", "Largest lead in complete sets that was lost", source="seats", how="max", unit="sets"),
        PerGame("sets_stolen", "sets_lost", "Complete sets stolen", source="seats", unit="sets", change=True,
                what="the complete sets stolen in a game",
                change_title="Change of sets stolen"),
        PerGame("cards_lost", "cards_lost", "Cards taken by actions", source="seats", unit="cards", what="the cards taken by actions"),
        PerGame("tokens_given", "tokens_given", "Debt tokens given", source="seats", unit="tokens", change=True,
                what="the debt tokens given in a game",
                change_title="Change of debts"),
        PerGame("rent_paid", "rent_paid", "Rent paid", source="seats", unit="M", what="the rent paid in a game"),
        PerGame("noes", "just_say_no_played", "Just Say No used", source="seats", unit="cards", what="the Just Say Noes used in a game"),
        PerGame("noes_countered", "noes_countered", "Just Say No answered by another", source="seats", unit="cards"),
        DECISIONS,
    ),
    lengths=(TURNS, ROUNDS),
    seats=(
        PerSeat("sets", "sets", "Complete sets at the end", by=_BY, unit="sets"),
        *comebacks("sets", _BY),
        PerSeat("bank_value", "bank_value", "Value in the bank at the end", by=_BY, unit="M"),
        PerSeat("table_value", "table_value", "Value on the table at the end", by=_BY, unit="M"),
        PerSeat("turns", "turns", "Turns", by=_BY, unit="turns"),
        PerSeat("plays_used", "plays_used", "Plays used", by=_BY, unit="plays"),
        PerSeat("plays_unused", "plays_unused", "Plays left unused", by=_BY, unit="plays"),
        PerSeat("jokers_moved", "jokers_moved", "Free moves of jokers", by=_BY, unit="moves"),
        PerSeat("money_banked", "money_banked", "Money cards banked", by=_BY, unit="cards"),
        PerSeat("rents_asked", "rents_asked", "Rents asked of an opponent", by=_BY, unit="claims"),
        PerSeat("rent_collected", "rent_received", "Received for rent, of what was claimed (no change is given)", by=_BY, share_of="rent_claimed"),
        PerSeat("rent_received", "rent_received", "Rent received", by=_BY, unit="M"),
        PerSeat("rent_paid", "rent_paid", "Rent paid", by=_BY, unit="M"),
        PerSeat("tokens_given", "tokens_given", "Debt tokens given", by=_BY, unit="tokens"),
        PerSeat("tokens_settled", "tokens_settled", "Debt tokens that came back", by=_BY, unit="tokens"),
        PerSeat("cards_lost", "cards_lost", "Cards lost to others' actions", by=_BY, unit="cards"),
        PerSeat("sets_lost", "sets_lost", "Complete sets lost to others' actions", by=_BY, unit="sets"),
        PerSeat("sets_taken", "sets_taken", "Complete sets taken by own actions", by=_BY, unit="sets"),
        PerSeat("discards", "discards", "Cards discarded at the hand limit", by=_BY, unit="cards"),
    ),
    cards=CardTable(
        "What becomes of each card",
        CARDS,
        (
            Deed("held", "{card}_held", "Held", wins=True),
            Deed("banked", "{card}_banked", "Banked"),
            Deed("played", "{card}_played", "Played", wins=True),
            Deed("stopped", "{card}_stopped", "Stopped by No"),
            Deed("suffered", "{card}_suffered", "Suffered"),
        ),
    ),
    variants_alike=True,
    reading=(
        (
            "Games won",
            "The share of its games that a place at the table, or a strategy, won. A game has one winner, unless it ends because the cards "
            "run out and several are equal.",
        ),
        (
            "Held, banked, played",
            "How often, in one game, a seat had a copy of the card come to its hand, banked it as money, and played it for its effect. "
            "Stopped counts targets on which Just Say No stopped it; suffered, how often another's took effect on the seat.",
        ),
        (
            "Win rate of those who played it",
            "Not what the card does on its own: who plays a card is often ahead already, or in need. What comes to the hand is chance, so the "
            "win rate of those who held it is closer to the card's worth.",
        ),
        (
            "Leaders, comebacks",
            "After each turn those lead who have the most complete sets; as long as nobody has one, everybody does. A winner who had been behind "
            "had fewer sets than another after some turn; the deficit is by how many at most.",
        ),
        (
            "Unfinished games",
            "A game that reaches the limit of turns counts as played, and as won by nobody.",
        ),
    ),
    example="deal_breaker",
)  # fmt: skip
