"""Mercato's cards: kinds, printed names and counts, compos, coaches."""

from __future__ import annotations

# Kinds of cards. The first four are also the lines of a team; kinds from COMPO on are compos, in the study's order.
GARDIEN, DEFENSEUR, MILIEU, ATTAQUANT, BLESSURE, SOIN, TRANSFERT, COMPO = range(8)
LINES = 4
MAX_COMPOS = 9
KINDS = COMPO + MAX_COMPOS  # 16, and so are LINES * LEVELS: hands and teams are looked at a row of `sim.core.compile.ROW` at a time
NO_CARD = -1

MAX_SEATS = 4
MAX_INJURIES = 3  # the most injuries that a player can have (option injuries_per_player)
LEVELS = MAX_INJURIES + 1  # a line's players are counted by their injuries: 0, 1, 2, 3
MAX_PILE = 160  # the most cards in a deck, coaches apart

LINE_SLUGS = ("gardien", "defenseur", "milieu", "attaquant")
PLAIN_SLUGS = (*LINE_SLUGS, "blessure", "soin", "transfert")
PRINTED_COMPOS: dict[str, tuple[int, int, int, int]] = {
    "4-4-2": (1, 4, 4, 2),
    "4-3-3": (1, 4, 3, 3),
    "3-4-3": (1, 3, 4, 3),
    "3-5-2": (1, 3, 5, 2),
    "5-4-1": (1, 5, 4, 1),
}

# Coaches, M-24 to M-31.
STRATEGE, FOURBE, MARABOUT, VISIONNAIRE, CAMELEON, SOURNOIS, FOSSOYEUR, OPPORTUNISTE = range(8)
COACHES = 8
NO_COACH = -1
NOBODY = 127  # players missing from the team of a seat at which nobody sits: more than from any other
COACH_SLUGS = ("stratege", "fourbe", "marabout", "visionnaire", "cameleon", "sournois", "fossoyeur", "opportuniste")

PRINTED_DECK: dict[str, int] = {
    "gardien": 8,
    "defenseur": 16,
    "milieu": 16,
    "attaquant": 12,
    "blessure": 8,
    "soin": 8,
    "transfert": 8,
    **dict.fromkeys(PRINTED_COMPOS, 2),
    **dict.fromkeys(COACH_SLUGS, 1),
}
"""Copies of every card, by its name in studies. 94 in all."""

TITLES: dict[str, str] = {
    "gardien": "Gardien",
    "defenseur": "Défenseur",
    "milieu": "Milieu",
    "attaquant": "Attaquant",
    "blessure": "Blessure",
    "soin": "Soin",
    "transfert": "Transfert",
    **{name: f"Compo {name}" for name in PRINTED_COMPOS},
    "stratege": "Le Stratège",
    "fourbe": "Le Fourbe",
    "marabout": "Le Marabout",
    "visionnaire": "Le Visionnaire",
    "cameleon": "Le Caméléon",
    "sournois": "Le Sournois",
    "fossoyeur": "Le Fossoyeur",
    "opportuniste": "L'Opportuniste",
}
"""The printed French names, for people."""
