"""The rows of a finished game: what `docs/reference/rules-stealr.md` lists at its end."""

from __future__ import annotations

from sim.core.contract import implements, record_game, record_seat
from sim.core.options import Column
from sim.stealr.cards import SLUGS, TITLES
from sim.stealr.state import (
    CAN_BE_STOPPED,
    FAMILIES,
    STATE,
)

GAMES_COLUMNS = (
    Column("first", "u1", "seat that began (S-1)"),
    Column("winners", "u1", "seats that won: 1, more if a game ended by S-34 is shared, 0 if unfinished"),
    Column("by_sets", "u1", "1 if complete sets won (S-11)"),
    Column("on_other_turn", "u1", "1 if they did on another player's turn (S-11)"),
    Column("emptied", "u1", "1 if the cards ran out (S-34)"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6)"),
    Column("turns", "i2", "turns begun, all seats together"),
    Column("rounds", "i2", "rounds begun: turns of the first player, but for those won by Go Again"),
    Column("reshuffles", "i2", "how often the discards became the draw pile (S-9)"),
)

_TITLES = {
    "rent": "Rent (of a pair of colours)",
    "double_rent": "Double Rent (of a pair of colours)",
    **{slug: TITLES[slug] for slug in SLUGS if slug in FAMILIES},
}

SEATS_COLUMNS = (
    Column("order", "u1", "order of play: 0 began"),
    Column("won", "u1", "1 if this seat won (S-11; S-34, also shared)"),
    Column("winners", "u1", "number of seats that did"),
    Column("on_other_turn", "u1", "1 if it won on another player's turn (S-11)"),
    Column("emptied", "u1", "1 if the cards ran out (S-34)"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6)"),
    Column("sets", "u1", "colours of which it had a complete set at the end"),
    Column("bank_value", "i2", "M in the bank at the end"),
    Column("table_value", "i2", "M on the table at the end, Shacks included"),
    Column("turns", "i2", "turns begun by this seat"),
    Column("rounds", "i2", "rounds begun: turns of the first player, but for those won by Go Again"),
    Column("plays_used", "i2", "plays used: cards played, placed and banked (S-4), debt cards (S-3) and Noes that cost one (S-33)"),
    Column("plays_unused", "i2", "plays left at the ends of turns"),
    Column("properties_placed", "i2", "properties laid from the hand (S-5)"),
    Column("jokers_placed", "i2", "jokers laid from the hand (S-5)"),
    Column("jokers_moved", "i2", "free moves of jokers (S-7)"),
    Column("money_banked", "i2", "money cards banked (S-6)"),
    Column("rents_asked", "i2", "claims made with rent cards, one an opponent (S-12)"),
    Column("rent_claimed", "i2", "what they amounted to, in M"),
    Column("rent_received", "i2", "received for them, in M of the cards' values"),
    Column("rent_paid", "i2", "paid for others' rent cards, in M of the cards' values"),
    Column("tokens_given", "i2", "own debt tokens given (S-16, S-29)"),
    Column("tokens_settled", "i2", "own debt tokens that came back (S-3)"),
    Column("cards_lost", "i2", "cards of table, bank and hand lost to others' actions (payments apart)"),
    Column("sets_lost", "i2", "complete sets of different colours lost to others' actions (payments apart)"),
    Column("sets_taken", "i2", "complete sets of different colours that own actions took from others"),
    Column("discards", "i2", "cards discarded at the hand limit (S-8)"),
    Column("noes_countered", "i2", "own Just Say Noes answered by another one (S-33)"),
    Column("lead_lost", "i1", "largest lead in complete sets over the next player that was held and lost"),
    *(Column(f"{family}_held", "i2", f"{_TITLES[family]}: copies that came to the hand") for family in FAMILIES),
    *(Column(f"{family}_banked", "i2", f"{_TITLES[family]}: banked from the hand (S-6)") for family in FAMILIES),
    *(Column(f"{family}_played", "i2", f"{_TITLES[family]}: played for its effect") for family in FAMILIES),
    *(Column(f"{family}_stopped", "i2", f"{_TITLES[family]}: targets on which Just Say No stopped it") for family in FAMILIES[:CAN_BE_STOPPED]),
    *(Column(f"{family}_suffered", "i2", f"{_TITLES[family]}: how often another's took effect on this seat") for family in FAMILIES[:CAN_BE_STOPPED]),
)
