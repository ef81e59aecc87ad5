"""Freak Shop's cards: values with and without sale mark, categories; and the twelve objectives."""

from __future__ import annotations

VALUES = 10
KINDS = 2 * VALUES
"""A kind of card is a value with or without sale mark: ``2 * (value - 1) + on_sale``."""

MAX_SEATS = 5
MAX_CARDS = 120  # the most merchandise cards in a deck
MAX_WORTH = 511  # the most that all their values can add up to
WORDS = MAX_WORTH // 64 + 1  # of 64 bits, one for each sum

ACCESSOIRES, ANIMAUX, PERSONNEL = range(3)
CATEGORIES = 3
CATEGORY_SLUGS = ("accessoires", "animaux", "personnel")

VALUE_NAMES = tuple(str(value) for value in range(1, VALUES + 1))
"""The values, as studies name them."""

KIND_NAMES = tuple(f"{value}{mark}" for value in range(1, VALUES + 1) for mark in ("", "s"))
"""The kinds, as traces name them: ``4`` is a four without sale mark, ``4s`` one on sale (*soldée*)."""

CLOSING_NAME = "fermeture"

PRINTED_DECK: dict[str, int] = {str(value): 12 - value for value in range(1, VALUES + 1)}
"""Cards of each value, those on sale included. 65 in all."""

PRINTED_SALE: dict[str, int] = dict(zip(VALUE_NAMES, (4, 3, 3, 3, 2, 2, 2, 1, 1, 1), strict=True))
"""How many of them are on sale: the whole number nearest to a third. 22 in all."""

PRINTED_CATEGORIES: dict[str, str] = dict(zip(VALUE_NAMES, ("accessoires",) * 3 + ("animaux",) * 3 + ("personnel",) * 4, strict=True))

TITLES: dict[str, str] = {name: f"Marchandise de valeur {name}" for name in VALUE_NAMES}
"""What people call the cards of a value."""

# Objectives are numbered as printed, from 1; F-10 is number 1, F-21 number 12.
OBJECTIVES = 12
(
    MODE, PAS_LES_MEMES, SNOB, MARCHANDAGE, VOISINS, SOMME, SIAMOIS, TROIS, COLLECTION, CLOU, RANGEMENT, ORDONNE,
) = range(1, OBJECTIVES + 1)  # fmt: skip
OBJECTIVE_SLUGS = (
    "mode", "pas_les_memes", "snob", "marchandage", "voisins", "somme", "siamois", "trois", "collection", "clou", "rangement", "ordonne",
)  # fmt: skip
OBJECTIVE_TITLES = (
    "La mode à petit prix",
    "Pas les mêmes valeurs",
    "Trop snob",
    "L'art du marchandage",
    "Fête des voisins",
    "La somme de toutes les peurs",
    "Rêves siamois",
    "Jamais deux sans trois",
    "Collectionnite",
    "Clou de ma collection",
    "Maniaque du rangement",
    "Bien ordonné",
)
"""The printed names; number 1 comes first."""
