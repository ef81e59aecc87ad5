"""The counters of a result row, counted as the rules are told ("What a result row says")."""

from __future__ import annotations

from collections import Counter

from .table import Table
from .words import COUNTERS, KIND_COUNTERS, kind_of


class Tally:
    """One dictionary of counters a seat."""

    def __init__(self, players: int) -> None:
        names = [*COUNTERS, *(f"{kind}_{what}" for what, kinds in KIND_COUNTERS.items() for kind in kinds)]
        self.seats: list[dict[str, int]] = [dict.fromkeys(names, 0) for _ in range(players)]
        self.peak = [0] * players
        self.met: Counter[str] = Counter()

    def note(self, situation: str, met: bool = True) -> None:
        """A situation (one of `words.SITUATIONS`) has been met: it says what an audit has seen, nothing more."""
        if met:
            self.met[situation] += 1

    def add(self, seat: int, name: str, n: int = 1) -> None:
        """Add to a counter."""
        self.seats[seat][name] += n

    def kind(self, seat: int, what: str, card: str) -> None:
        """Count a card of a kind that is counted: held, banked, played, stopped, suffered."""
        kind = kind_of(card)
        if kind is not None:
            self.seats[seat][f"{kind}_{what}"] += 1

    def held(self, seat: int, card: str | None) -> None:
        """A card (if any) has come to a hand."""
        if card is not None:
            self.kind(seat, "held", card)

    def asked(self, seat: int, amount: int, opponents: int) -> None:
        """Claims with a rent card on so many opponents."""
        self.add(seat, "rents_asked", opponents)
        self.add(seat, "rent_claimed", amount * opponents)

    def lost(self, by: int, seat: int, cards: int, sets: int) -> None:
        """An action of `by` has taken cards from a seat, and with them sets."""
        self.add(seat, "cards_lost", cards)
        self.add(seat, "sets_lost", sets)
        self.add(by, "sets_taken", sets)

    def leads(self, table: Table) -> None:
        """Note who leads in complete sets (between two cards of a payment too), and who has lost a lead: been caught up, or not won."""
        sets = [table.complete_colours(seat) for seat in range(table.players)]
        for seat, mine in enumerate(sets):
            lead = mine - max(sets[:seat] + sets[seat + 1 :])
            self.peak[seat] = max(self.peak[seat], lead)
            if lead <= 0 or (table.s["over"] and seat not in table.s["winners"]):
                row = self.seats[seat]
                row["lead_lost"] = max(row["lead_lost"], self.peak[seat])
                self.peak[seat] = 0
