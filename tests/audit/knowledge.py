"""What each seat knows of the others' hands: lower bounds by kind (M-12, M-25, M-27, M-30; C-3)."""

from __future__ import annotations

from collections.abc import Iterable

from .table import Table


def _bounds(table: Table, viewer: int, seat: int) -> dict[str, int]:
    return table.seat(viewer)["known"][str(seat)]


def _lower(bounds: dict[str, int], card: str) -> None:
    if bounds.get(card, 0) > 1:
        bounds[card] -= 1
    else:
        bounds.pop(card, None)


def leaves_openly(table: Table, seat: int, card: str, viewers: Iterable[int] | None = None) -> None:
    """A card left the hand for these viewers (all others if null) to see: its kind's bound falls by one."""
    for viewer in table.clockwise(seat) if viewers is None else viewers:
        _lower(_bounds(table, viewer, seat), card)


def leaves_unseen(table: Table, seat: int, viewers: Iterable[int]) -> None:
    """A card left the hand unseen by these viewers: every kind's bound falls by one (M-27)."""
    for viewer in viewers:
        bounds = _bounds(table, viewer, seat)
        for card in list(bounds):
            _lower(bounds, card)


def joins_openly(table: Table, seat: int, card: str, viewers: Iterable[int] | None = None) -> None:
    """These viewers (all others if null) saw this card come into the hand."""
    for viewer in table.clockwise(seat) if viewers is None else viewers:
        bounds = _bounds(table, viewer, seat)
        bounds[card] = bounds.get(card, 0) + 1


def holds_one(table: Table, seat: int, card: str, viewers: Iterable[int] | None = None) -> None:
    """These viewers (all others if null) know that the hand holds at least one such card (M-12)."""
    for viewer in table.clockwise(seat) if viewers is None else viewers:
        bounds = _bounds(table, viewer, seat)
        bounds[card] = max(1, bounds.get(card, 0))


def looks(table: Table, viewer: int, seat: int) -> None:
    """M-27: the Visionnaire sees the hand as it is at this moment."""
    table.seat(viewer)["known"][str(seat)] = dict(table.seat(seat)["hand"])
