"""Stealr's cards: kinds, printed names, values, the deck of each mode; colours, and the places in which cards lie on a table."""

from __future__ import annotations

import numpy as np

# Colours, in the order of the printed table ("by colour", S-16).
MARRON, BLEU_CLAIR, ROSE, ORANGE, ROUGE, JAUNE, VERT, BLEU_FONCE, SERVICES, GARE = range(10)
COLOURS = 10
COLOUR_SLUGS = ("marron", "bleu_clair", "rose", "orange", "rouge", "jaune", "vert", "bleu_fonce", "services", "gare")
COLOUR_TITLES = ("Marron", "Bleu Clair", "Rose", "Orange", "Rouge", "Jaune", "Vert", "Bleu Foncé", "Services", "Gare")

MAX_SEATS = 4
MAX_PILE = 200  # the most cards in a deck
MAX_SET = 6  # the most cards that a set can ask for (options set_sizes, rents)
MAX_VALUE = 15  # the most that a card can be worth
NO_CARD = -1

# Kinds of cards: money, properties (one kind a colour), jokers, rents, actions, Shack.
MONEY = 0
MONEY_FACES = (1, 2, 3, 4, 5, 10, 15)
PROPERTY = MONEY + len(MONEY_FACES)  # the property of colour c is PROPERTY + c
JOKER = PROPERTY + COLOURS  # two-colour jokers, in the order of the list
JOKER_COLOURS = (
    (MARRON, BLEU_CLAIR),
    (BLEU_CLAIR, GARE),
    (ROSE, ORANGE),
    (ROUGE, JAUNE),
    (VERT, BLEU_FONCE),
    (VERT, GARE),
    (SERVICES, GARE),
)
MULTICOLOUR = JOKER + len(JOKER_COLOURS)
RENT = MULTICOLOUR + 1  # Rent of each pair, then Double Rent of each pair, then the two for any colour
RENT_COLOURS = ((MARRON, BLEU_CLAIR), (ROSE, ORANGE), (ROUGE, JAUNE), (VERT, BLEU_FONCE), (GARE, SERVICES))
DOUBLE_RENT = RENT + len(RENT_COLOURS)
RENT_ANY = DOUBLE_RENT + len(RENT_COLOURS)
DOUBLE_RENT_ANY = RENT_ANY + 1
ACTION_CARDS = DOUBLE_RENT_ANY + 1
(
    DEAL_BREAKER, SUPER_SLY_DEAL, MARKET_CRASH, HEIST, TAX_COLLECTOR, REPOSSESSION, UNFAIR_TRADE, TOUGH_LUCK, YOINK, FORCED_DEBT,
    PASS_GO, GO_AGAIN, JUST_SAY_NO,
) = range(ACTION_CARDS, ACTION_CARDS + 13)  # fmt: skip
SHACK = JUST_SAY_NO + 1
KINDS = SHACK + 1  # 51

# What Tough Luck asks for (S-27): a type of card.
TYPE_PROPERTY, TYPE_MONEY, TYPE_ACTION = range(3)
TYPES = ("property", "money", "action")


def _pair(colours: tuple[int, int]) -> str:
    return f"{COLOUR_SLUGS[colours[0]]}_{COLOUR_SLUGS[colours[1]]}"


def _title(colours: tuple[int, int]) -> str:
    return f"{COLOUR_TITLES[colours[0]]}/{COLOUR_TITLES[colours[1]]}"


_CARDS: tuple[tuple[str, str], ...] = (
    *((f"{face}m", f"{face}M") for face in MONEY_FACES),
    *zip(COLOUR_SLUGS, COLOUR_TITLES, strict=True),
    *((f"joker_{_pair(colours)}", f"Joker {_title(colours)}") for colours in JOKER_COLOURS),
    ("joker_multicolore", "Joker multicolore"),
    *((f"rent_{_pair(colours)}", f"Rent {_title(colours)}") for colours in RENT_COLOURS),
    *((f"double_rent_{_pair(colours)}", f"Double Rent {_title(colours)}") for colours in RENT_COLOURS),
    ("rent_any", "Rent Any Color"),
    ("double_rent_any", "Double Rent Any Color"),
    ("deal_breaker", "Deal Breaker"),
    ("super_sly_deal", "Super Sly Deal"),
    ("market_crash", "Market Crash"),
    ("heist", "Heist"),
    ("tax_collector", "Tax Collector"),
    ("repossession", "Repossession"),
    ("unfair_trade", "Unfair Trade"),
    ("tough_luck", "Tough Luck"),
    ("yoink", "Yoink!"),
    ("forced_debt", "Forced Debt"),
    ("pass_go", "Pass Go Go Go!"),
    ("go_again", "Go Again"),
    ("just_say_no", "Just Say No"),
    ("shack", "Shack"),
)
SLUGS: tuple[str, ...] = tuple(slug for slug, _ in _CARDS)
"""The name of every kind in studies and traces."""
TITLES: dict[str, str] = dict(_CARDS)
"""The printed names, for people."""

PRINTED_VALUES: dict[str, int] = {
    **dict(zip(COLOUR_SLUGS, (1, 1, 2, 2, 3, 3, 4, 4, 2, 2), strict=True)),
    **dict(zip(SLUGS[JOKER:MULTICOLOUR], (1, 4, 2, 3, 4, 4, 2), strict=True)),
    **dict.fromkeys(SLUGS[RENT:RENT_ANY], 1),
    "rent_any": 3,
    "double_rent_any": 3,
    "deal_breaker": 3,
    "super_sly_deal": 3,
    "market_crash": 4,
    "heist": 4,
    "tax_collector": 5,
    "repossession": 5,
    "unfair_trade": 4,
    "tough_luck": 5,
    "yoink": 2,
    "forced_debt": 2,
    "pass_go": 1,
    "go_again": 1,
    "just_say_no": 4,
    "shack": 3,
}
"""Value in M; money is worth its face, a multicolour joker nothing."""

PRINTED_SET_SIZES: dict[str, int] = dict(zip(COLOUR_SLUGS, (2, 3, 3, 3, 3, 3, 3, 2, 2, 4), strict=True))
PRINTED_RENTS: dict[str, list[int]] = dict(
    zip(COLOUR_SLUGS, ([1, 2], [1, 2, 3], [1, 2, 4], [1, 3, 5], [2, 3, 6], [2, 4, 6], [2, 4, 7], [3, 8], [1, 2], [1, 2, 3, 4]), strict=True)
)
"""Rent in M for 1, 2 … cards."""

_SAME_IN_ALL: dict[str, int] = {
    **PRINTED_SET_SIZES,
    **dict(zip(SLUGS[JOKER:MULTICOLOUR], (1, 1, 2, 2, 1, 1, 1), strict=True)),
    "joker_multicolore": 2,
    **dict.fromkeys(SLUGS[RENT:RENT_ANY], 1),
    "rent_any": 3,
}
_MUCH_MONEY = (6, 5, 4, 4, 3, 1, 1)
# Double Rent Any Color, Deal Breaker … Just Say No, Shack.
_NO_MERCY = (3, 3, 3, 3, 3, 2, 2, 2, 3, 3, 3, 4, 3, 5, 3)
_DOUX = (3, 2, 0, 0, 2, 0, 0, 0, 2, 3, 2, 4, 3, 5, 3)
_DEBUTANT = (0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 3, 3)


def _deck(money: tuple[int, ...], rest: tuple[int, ...]) -> dict[str, int]:
    counts = {**dict(zip(SLUGS[:PROPERTY], money, strict=True)), **_SAME_IN_ALL, **dict(zip(SLUGS[DOUBLE_RENT_ANY:], rest, strict=True))}
    return {slug: counts[slug] for slug in SLUGS}


PRINTED_DECKS: dict[str, dict[str, int]] = {
    "no_mercy": _deck((4, 4, 3, 3, 2, 1, 1), _NO_MERCY),
    "doux": _deck(_MUCH_MONEY, _DOUX),
    "debutant": _deck(_MUCH_MONEY, _DEBUTANT),
}
"""Copies of every card by mode: 115, 105 and 91 in all."""

REFERENCE = np.array([max(deck[slug] for deck in PRINTED_DECKS.values()) for slug in SLUGS], np.int16)
"""What the coupling of shuffles refers to (see `sim.core.shuffle`): every copy that some mode has, so that all modes are dealt alike."""

# Places on a table. A card on a table lies in a colour; its kind and colour together are a place. Properties first, by colour; then the jokers by
# colour, in each colour the two-colour ones in the order of the list, then the multicolour one. That is also the order in which cards go where
# nobody chooses (S-16).
_JOKER_PLACES = tuple(
    (kind, colour)
    for colour in range(COLOURS)
    for kind in (*(JOKER + number for number, pair in enumerate(JOKER_COLOURS) if colour in pair), MULTICOLOUR)
)
PLACE_KINDS = np.array([*(PROPERTY + colour for colour in range(COLOURS)), *(kind for kind, _ in _JOKER_PLACES)], np.int8)
"""(PLACES,) the kind that lies at a place."""
PLACE_COLOURS = np.array([*range(COLOURS), *(colour for _, colour in _JOKER_PLACES)], np.int8)
"""(PLACES,) the colour in which it lies."""
PLACES = len(PLACE_KINDS)  # 34
TABLE_WIDTH = 48  # and hands are HAND_WIDTH wide: both are looked at in rows of `sim.core.compile.ROW` items
HAND_WIDTH = 64
FIRST_JOKER_PLACE = COLOURS

PLACE_OF = np.full((KINDS, COLOURS), -1, np.int8)
"""(KINDS, COLOURS) the place of a kind in a colour; -1 where it can't lie."""
for _place in range(PLACES):
    PLACE_OF[PLACE_KINDS[_place], PLACE_COLOURS[_place]] = _place

COLOUR_FIRST = np.array([np.flatnonzero(PLACE_COLOURS[COLOURS:] == colour)[0] + COLOURS for colour in range(COLOURS)], np.int8)
"""(COLOURS,) the first joker place of a colour."""
COLOUR_LAST = np.array([PLACE_OF[MULTICOLOUR, colour] for colour in range(COLOURS)], np.int8)
"""(COLOURS,) its last one: the multicolour joker's."""

JOKER_PLACES = sum(1 << place for place in range(FIRST_JOKER_PLACE, PLACES))
"""Bits of the places where jokers lie."""
MULTICOLOUR_PLACES = sum(1 << int(place) for place in COLOUR_LAST)
"""Bits of those where multicolour jokers lie."""

CARD_TYPES = np.array([TYPE_MONEY if kind < PROPERTY else TYPE_PROPERTY if kind < RENT else TYPE_ACTION for kind in range(KINDS)], np.int8)
"""(KINDS,) the type of a card in a hand (S-27)."""
