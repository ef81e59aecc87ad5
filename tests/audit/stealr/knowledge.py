"""What each seat knows of the others' hands: lower bounds by kind (S-27, S-3; C-3)."""

from __future__ import annotations

from collections.abc import Iterable

from .table import Table, put, take
from .words import type_of


def _bounds(table: Table, viewer: int, seat: int) -> dict[str, int]:
    return table.seat(viewer)["known"][str(seat)]


def leaves_openly(table: Table, seat: int, card: str, viewers: Iterable[int] | None = None) -> None:
    """A card left the hand for these viewers (all others if null) to see: its kind's bound falls by one."""
    for viewer in table.clockwise(seat) if viewers is None else viewers:
        bounds = _bounds(table, viewer, seat)
        if card in bounds:
            take(bounds, card)


def leaves_unseen(table: Table, seat: int, viewers: Iterable[int]) -> None:
    """A card left the hand unseen by these viewers: every kind's bound falls by one."""
    for viewer in viewers:
        bounds = _bounds(table, viewer, seat)
        for card in list(bounds):
            take(bounds, card)


def gives_unseen(table: Table, giver: int, receiver: int, card: str) -> None:
    """S-3 under `debt_card_to = "hand"`: the two concerned know the card, the others that one went."""
    leaves_openly(table, giver, card, [receiver])
    leaves_unseen(table, giver, [seat for seat in table.clockwise(giver) if seat != receiver])
    put(_bounds(table, giver, receiver), card)


def taken_by_type(table: Table, thief: int, victim: int, wanted: str, taken: dict[str, int]) -> None:
    """S-27, after the cards have gone over: the thief has seen the hand, the victim knows what went, the others of which type."""
    table.seat(thief)["known"][str(victim)] = dict(table.seat(victim)["hand"])
    for card, n in taken.items():
        put(_bounds(table, victim, thief), card, n)
    for viewer in table.clockwise(thief):
        if viewer != victim:
            bounds = _bounds(table, viewer, victim)
            for card in [card for card in bounds if type_of(card) == wanted]:
                put(_bounds(table, viewer, thief), card, bounds.pop(card))
