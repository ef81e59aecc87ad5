"""Stealr's modes and options (docs/reference/rules-stealr.md), and the record in which the compiled rules read them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.compile import record_type
from sim.core.options import Option, Variant
from sim.stealr.cards import COLOURS, KINDS, MAX_SET, MAX_VALUE, PRINTED_RENTS, PRINTED_SET_SIZES, PRINTED_VALUES

VARIANTS = (
    Variant("no_mercy", "No Mercy", (2, 3, 4), "the original deck of 115 cards, with every action"),
    Variant("doux", "Doux", (2, 3, 4), "105 cards: more money, the hardest actions left out or fewer"),
    Variant("debutant", "Débutant", (2, 3, 4), "91 cards: more money, five kinds of actions only, no Double Rent Any Color"),
)


def _int(name: str, default: int, low: int, high: int, rules: tuple[str, ...], about: str) -> Option:
    return Option(name, default, "int", about, rules, low, high)


def _bool(name: str, default: bool, rules: tuple[str, ...], about: str) -> Option:
    return Option(name, default, "bool", about, rules)


def _choice(name: str, choices: tuple[str, ...], rules: tuple[str, ...], about: str) -> Option:
    return Option(name, choices[0], "choice", about, rules, choices=choices)


def _table(name: str, default: dict[str, Any], low: int, high: int, rules: tuple[str, ...], about: str, longest: int | None = None) -> Option:
    return Option(name, default, "table", about, rules, low, high, longest=longest)


OPTIONS = (
    _int("sets_to_win", 3, 1, COLOURS, ("S-11",), "complete sets of different colours that win"),
    _int("plays_per_turn", 3, 1, 10, ("S-4",), "cards that may be played each turn"),
    _int("starting_hand", 5, 0, 20, ("S-1",), "cards dealt to each player"),
    _int("draw", 2, 0, 10, ("S-2",), "cards drawn at the beginning of a turn"),
    _int("draw_on_empty", 5, 0, 10, ("S-2",), "the same with an empty hand"),
    _int("hand_limit", 7, 1, 20, ("S-8",), "most cards in a hand at the end of a turn"),
    _int("pass_go_hand", 7, 1, 20, ("S-30",), "cards in hand up to which Pass Go Go Go! draws"),
    _int("debt_tokens", 3, 0, 10, ("S-16", "S-29"), "debt tokens of each player"),
    _int("shack_rent", 5, 0, 50, ("S-13",), "what a Shack adds to the rent, in M"),
    _int("yoink_amount", 10, 1, 100, ("S-28",), "what Yoink! claims, in M"),
    _choice("debt_cards_per", ("token", "holder"), ("S-3",), "a card is owed for each token out, or for each holder of tokens"),
    _choice("debt_card_to", ("table", "hand"), ("S-3",),
            "where a card given for a token goes: a property to the table and anything else to the bank, or any to the hand"),
    _int("joker_moves_per_turn", 5, 0, 20, ("S-7",), "free moves of jokers each turn, at most"),
    _bool("multicolour_moves", True, ("S-7",), "multicolour jokers may be moved too"),
    _bool("shack_pays", False, ("S-13", "S-15", "S-16"), "a Shack on the table may be paid with, and goes to the receiver's bank"),
    _bool("insolvent_may_refuse", True, ("S-17",), "who could not pay a claim in full may refuse it with Just Say No"),
    _bool("unfair_trade_needs_bank", True, ("S-26",), "Unfair Trade can only be played by who has a card in the bank"),
    _choice("super_sly_jokers", ("placed", "possible"), ("S-21",),
            "jokers that Super Sly Deal takes: those lying in the colour, or all that could lie in it"),
    _bool("just_say_no_costs_play", False, ("S-33",), "the active player's own Just Say No costs a play"),
    _choice("go_again_draw", ("S-2", "two"), ("S-31",), "how many cards a turn won by Go Again draws: as any turn, or `draw` with an empty hand too"),
    _table("set_sizes", PRINTED_SET_SIZES, 1, MAX_SET, ("S-10",), "cards that a complete set of each colour asks for"),
    _table("rents", PRINTED_RENTS, 0, 50, ("S-12",), "rent of each colour in M for 1, 2 … cards, up to a complete set", MAX_SET),
    _table("values", PRINTED_VALUES, 1, MAX_VALUE, ("S-6", "S-15"), "value of each card in M (money is worth its face, a multicolour joker nothing)"),
    _int("max_turns", 500, 1, 6000, ("C-6",), "turns of all seats together after which a game ends unfinished"),
)  # fmt: skip

RULES = np.dtype(
    [
        ("variant", np.int8),
        ("players", np.int8),
        ("deck", np.int16, (KINDS,)),
        ("value", np.int16, (KINDS,)),  # in M; a multicolour joker: 0
        ("set_size", np.int16, (COLOURS,)),
        ("rent", np.int16, (COLOURS, MAX_SET + 1)),  # [colour, cards]: in M, without Shack; beyond a complete set not used
        *((option.name, np.int16) for option in OPTIONS if option.kind != "table"),
    ],
    align=True,
)
"""Everything constant in a design point: mode, deck and options (choices by number)."""

RULES_TYPE = record_type(RULES)
