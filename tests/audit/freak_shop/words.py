"""The words of the trace and of the rules: cards, objectives, options, fields; the report.

Written from the rules (F-…, C-…) and the trace format (docs/reference/trace-freak-shop.md) alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

VALUES = range(1, 11)
KINDS = tuple(f"{value}{mark}" for value in VALUES for mark in ("", "s"))  # in the order in which an exchange names them
VALUE_OF = {card: int(card.removesuffix("s")) for card in KINDS}
CLOSING = "fermeture"
CATEGORIES = ("accessoires", "animaux", "personnel")
SEATS = (2, 3, 4, 5)

Cards = dict[str, int]  # counts by card, none of them 0


def value_of(card: str) -> int:
    """What a card is worth."""
    return VALUE_OF[card]


def on_sale(card: str) -> bool:
    """Whether a card is *soldée*."""
    return card.endswith("s")


OBJECTIVES = {
    1: "La mode à petit prix", 2: "Pas les mêmes valeurs", 3: "Trop snob", 4: "L'art du marchandage", 5: "Fête des voisins",
    6: "La somme de toutes les peurs", 7: "Rêves siamois", 8: "Jamais deux sans trois", 9: "Collectionnite", 10: "Clou de ma collection",
    11: "Maniaque du rangement", 12: "Bien ordonné",
}  # fmt: skip
FIRST_GAME = [1, 5, 9]

POINTS = (
    *(f"{name}_{place}" for name in ("mode", "pas_les_memes") for place in ("first", "second", "third")),
    "snob", "marchandage", "marchandage_sale", "voisins", "somme", "somme_step",
    *(f"{name}_{category}" for name in ("siamois", "trois", "ordonne") for category in CATEGORIES),
    "collection", "clou", "rangement",
)  # fmt: skip
CHOICES = {"fair_same_value": ("different_cards", "any", "no")}
SWITCHES = ("zero_sale_scores", "tie_longer_manor", "equal_turns")
NUMBERS = {"shop_minimum": 1, "bottom_cards": 0, "run_cap": 0, "shortest_run": 1, "max_turns": 1}  # with the least that makes sense

# The fields of a state; others may be added to the trace and are passed over.
STATE_FIELDS = (
    "over", "unfinished", "turn", "active", "actor", "decision", "closed", "objectives", "pile", "shop", "seats", "exchange",
    "leaders", "leader_changes", "above_closing",
)  # fmt: skip
SEAT_FIELDS = ("manor", "points", "turns")
EXCHANGE_FIELDS = ("kind", "taken", "given", "last")

# Moves by decision, with their fields.
MOVES: dict[str, dict[str, tuple[str, ...]]] = {
    "exchange": {"good_deal": (), "fair_price": (), "pass": ()},
    "cards": {"take": ("card", "number"), "give": ("card", "number"), "done": ()},
}


@dataclass
class AuditReport:
    """What was audited: how much of what, so that a clean bill over an empty trace does not go unnoticed."""

    games: int = 0
    decisions: int = 0
    turns: int = 0
    unfinished: int = 0
    steps: int = 0  # legal steps compared
    largest_shop: int = 0
    largest_manor: int = 0
    tie_breaks: int = 0
    shared: int = 0
    players: Counter[int] = field(default_factory=Counter)
    combinations: Counter[tuple[int, ...]] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    results: list[dict[str, object]] = field(default_factory=list)  # of each game, what its row of the table `games` must say

    def __iadd__(self, other: AuditReport) -> AuditReport:
        """Add the counts of another report to this one."""
        for name in ("games", "decisions", "turns", "unfinished", "steps", "tie_breaks", "shared"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("largest_shop", "largest_manor"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))
        for name in ("players", "combinations", "chosen", "offered"):
            getattr(self, name).update(getattr(other, name))
        self.results += other.results
        return self
