"""Freak Shop's options (`rules/freak_shop.md`, Options), and the record in which the compiled rules read them."""

from __future__ import annotations

import numpy as np

from sim.core.compile import record_type
from sim.core.options import Option, Variant
from sim.freak_shop.cards import (
    CATEGORIES,
    CATEGORY_SLUGS,
    KINDS,
    MAX_SEATS,
    OBJECTIVES,
    PRINTED_CATEGORIES,
    PRINTED_SALE,
    VALUES,
)

VARIANTS = (Variant("classic", "Freak Shop", (2, 3, 4, 5), "exchange cards with the shop; the most points by three objectives win (F-1 to F-22)"),)

DIFFERENT_CARDS, ANY, NO = range(3)  # fair_same_value

POINTS: dict[str, int] = {
    "mode_first": 10,
    "mode_second": 6,
    "mode_third": 3,  # F-10
    "pas_les_memes_first": 10,
    "pas_les_memes_second": 6,
    "pas_les_memes_third": 3,  # F-11
    "snob": 2,  # F-12: per value owned with no card on sale
    "marchandage": 2,  # F-13: per value owned with at most …
    "marchandage_sale": 1,  # … so many cards on sale
    "voisins": 5,  # F-14
    "somme": 3,  # F-15: per full …
    "somme_step": 10,  # … so much of the sum
    "siamois_accessoires": 2,
    "siamois_animaux": 4,
    "siamois_personnel": 5,  # F-16
    "trois_accessoires": 3,
    "trois_animaux": 5,
    "trois_personnel": 7,  # F-17
    "collection": 3,  # F-18
    "clou": 3,  # F-19: times the value
    "rangement": 3,  # F-20: per card
    "ordonne_accessoires": 3,
    "ordonne_animaux": 5,
    "ordonne_personnel": 7,  # F-21
}
"""The numbers in F-10 to F-21, by the name of the objective."""
PRINTED_PILES = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
FIRST_GAME = [1, 5, 9]
PRINTED_STARTS = [[1, 2, 3, 5 + seat] for seat in range(MAX_SEATS)]
PRINTED_REFILL = {"2": 2, "3": 2, "4": 1, "5": 1}


def _int(name: str, default: int, low: int, high: int, rules: tuple[str, ...], about: str) -> Option:
    return Option(name, default, "int", about, rules, low, high)


def _bool(name: str, default: bool, rules: tuple[str, ...], about: str) -> Option:
    return Option(name, default, "bool", about, rules)


OPTIONS = (
    Option("objectives", "random", "list",
           "the three objectives: drawn from the piles, 1, 5 and 9, a list of one from each pile, or (in a study) every combination in turn",
           ("F-2",), 1, OBJECTIVES, choices=("random", "first_game", "all"), size=3),
    Option("piles", PRINTED_PILES, "lists", "the three piles of objectives", ("F-2",), 1, OBJECTIVES, size=3),
    Option("points", POINTS, "table", "the numbers in the objectives", tuple(f"F-{number}" for number in range(10, 22)), 0, 100),
    Option("sale", PRINTED_SALE, "table", "how many of the cards of each value are on sale", ("F-10", "F-11", "F-12", "F-13"), 0, 100),
    Option("categories", PRINTED_CATEGORIES, "table", "the category of each value", ("F-16", "F-17", "F-21"), choices=CATEGORY_SLUGS),
    Option("starting_cards", PRINTED_STARTS, "lists", "the values of each seat's first cards, none on sale", ("F-1",), 1, VALUES, size=MAX_SEATS),
    Option("refill", PRINTED_REFILL, "table", "cards that the shop gets after a turn, by the number of players", ("F-7",), 1, 20),
    _int("shop_minimum", 5, 1, 30, ("F-2", "F-7"), "cards in the shop at the beginning, and at least so many after each turn"),
    _int("bottom_cards", 6, 0, 60, ("F-2",), "cards at the bottom of the pile among which the closing card lies"),
    Option("fair_same_value", "different_cards", "choice",
           "whether a fair price may have a value on both sides: different cards of it, any (then also nothing for nothing), or no",
           ("F-5",), choices=("different_cards", "any", "no")),
    _bool("zero_sale_scores", True, ("F-10",), "no card on sale is a number like any other in F-10; false: it never scores there"),
    _int("run_cap", 0, 0, VALUES, ("F-20",), "the most cards of a run that score; 0: all of them"),
    _int("shortest_run", 1, 1, VALUES, ("F-20",), "cards that a run needs to score at all"),
    _bool("tie_longer_manor", True, ("F-22",), "of two manors whose cards are equal as far as the shorter one goes, the longer one is ahead"),
    _bool("equal_turns", False, ("F-8",), "the round in which the closing card is turned up is played out, without new cards"),
    _int("max_turns", 500, 1, 10_000, ("C-6",), "turns of all seats together after which a game ends unfinished"),
)  # fmt: skip

RULES = np.dtype(
    [
        ("variant", np.int8),
        ("players", np.int8),
        ("deck", np.int8, (KINDS,)),  # merchandise cards
        ("reference", np.int16, (KINDS,)),  # those that are shuffled with the printed deck: what the coupling of shuffles refers to
        ("start", np.int8, (MAX_SEATS, KINDS)),  # F-1: the first cards of the seats that play; nothing in the others
        ("drawn", np.int8),  # 1: the objectives are drawn from the piles
        ("objectives", np.int8, (3,)),  # otherwise these
        ("pile_sizes", np.int8, (3,)),
        ("piles", np.int8, (3, OBJECTIVES)),
        ("refill", np.int8),  # F-7, for this number of players
        ("shop_minimum", np.int8),
        ("bottom_cards", np.int8),
        ("category", np.int8, (VALUES,)),  # of value v: category[v - 1]
        ("mode", np.int8, (3,)),  # F-10: first, second, third
        ("pas_les_memes", np.int8, (3,)),  # F-11
        ("snob", np.int8),
        ("marchandage", np.int8),
        ("marchandage_sale", np.int8),
        ("voisins", np.int8),
        ("somme", np.int8),
        ("somme_step", np.int8),
        ("siamois", np.int8, (CATEGORIES,)),  # F-16: a pair, by category
        ("trois", np.int8, (CATEGORIES,)),  # F-17
        ("collection", np.int8),
        ("clou", np.int8),
        ("rangement", np.int8),
        ("ordonne", np.int8, (CATEGORIES,)),  # F-21
        ("run_points", np.int8, (VALUES - 2,)),  # F-21: what the run of three that begins with value v is worth: run_points[v - 1]
        ("run_order", np.int8),  # how they go with v: UNORDERED, RISING (or all equal), FALLING
        ("fair_same_value", np.int8),  # DIFFERENT_CARDS, ANY, NO
        ("zero_sale_scores", np.int8),
        ("run_cap", np.int8),
        ("shortest_run", np.int8),
        ("tie_longer_manor", np.int8),
        ("equal_turns", np.int8),
        ("max_turns", np.int16),
    ],
    align=True,
)
"""Everything constant in a design point: deck, categories, points and options (choices by number)."""

UNORDERED, RISING, FALLING = range(3)  # run_order

RULES_TYPE = record_type(RULES)
