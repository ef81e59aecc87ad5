"""How long the game may still last: what everyone at the table can count (F-7, F-8)."""

from __future__ import annotations

from sim.core.compile import compiled


@compiled
def sure_turns(view):
    """How many more turns this seat has after this one for sure, if the shop never has to be topped up."""
    if view.closed:
        return 0
    above = int(view.pile_size) - int(view.rules.bottom_cards) - 1  # cards that are known to lie above the closing card
    return max(0, above) // (int(view.players) * int(view.rules.refill))


@compiled
def turns_to_come(view):
    """How many more turns this seat has after this one on average, likewise (float64)."""
    if view.closed:
        return 0.0
    bottom = min(int(view.rules.bottom_cards) + 1, int(view.pile_size))
    above = int(view.pile_size) - bottom + 0.5 * (bottom - 1)
    return above / (int(view.players) * int(view.rules.refill))


@compiled
def risk(view, shop_cards, turns):
    """The chance that the closing card comes up within the next ``turns`` turns of anybody, this one included (float64).

    ``shop_cards`` are left in the shop by this one; later ones are taken to leave enough.
    """
    if view.closed:
        return 1.0
    refill = int(view.rules.refill)
    drawn = max(refill, int(view.rules.shop_minimum) - shop_cards) + (turns - 1) * refill
    bottom = min(int(view.rules.bottom_cards) + 1, int(view.pile_size))
    reached = drawn - (int(view.pile_size) - bottom)
    if reached <= 0:
        return 0.0
    return min(1.0, reached / bottom)
