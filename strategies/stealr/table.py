"""Questions that a strategy asks about the table, answered from its view alone: what sets lack, what a change is worth, what is at stake."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.stealr.cards import COLOUR_LAST, COLOURS, DOUBLE_RENT, DOUBLE_RENT_ANY, MULTICOLOUR, PLACE_COLOURS, PLACE_KINDS, PLACES, RENT_ANY
from sim.stealr.table import payable, rent_of

COMPLETE = 10.0  # what a complete set counts in `closeness`: the scale of the simple strategies


@compiled
def lacking(view, seat, colour, more, multis):
    """Cards that a seat's set of a colour lacks (0: complete) once ``more`` cards have come (less than 0: gone), ``multis`` of them multicolour."""
    colour = index(colour)
    lying = int(view.lying[index(seat), colour]) + more
    size = int(view.rules.set_size[colour])
    if lying < size:
        return size - lying
    return 0 if lying > int(view.table[index(seat), index(COLOUR_LAST[colour])]) + multis else 1  # S-10


@compiled
def closeness(view, seat, colour, more, multis):
    """How much a seat's cards in a colour are worth towards a set, 0 to a little over :data:`COMPLETE`, after such a change."""
    colour = index(colour)
    lying = int(view.lying[index(seat), colour]) + more
    if lying <= 0:
        return 0.0
    size = int(view.rules.set_size[colour])
    lacks = lacking(view, seat, colour, more, multis)
    if lacks == 0:
        return COMPLETE + 0.2 * (lying - size)
    if lying == int(view.table[index(seat), index(COLOUR_LAST[colour])]) + multis:  # multicolour jokers alone: not even a rent
        return 0.3 * lying
    if lacks == 1:
        return 4.0
    return 1.8 if lacks == 2 else 0.6 + 0.2 * lying


@compiled
def gain(view, seat, colour, more, multis):
    """What such a change is worth to a seat (less than 0: it loses)."""
    return closeness(view, seat, colour, more, multis) - closeness(view, seat, colour, 0, 0)


@compiled
def card_gain(view, seat, kind, colour, number):
    """What it is worth to a seat when ``number`` cards of a kind come to lie in a colour (less than 0: leave it)."""
    return gain(view, seat, colour, number, number if kind == MULTICOLOUR else 0)


@compiled
def wins_by(view, seat, colour, more, multis):
    """Whether such a change completes the set with which a seat has won (S-11)."""
    if view.complete[index(seat)] + 1 < view.rules.sets_to_win or lacking(view, seat, colour, 0, 0) == 0:
        return False
    return lacking(view, seat, colour, more, multis) == 0


@compiled
def best_gain(view, seat, kind, number):
    """The most that a property or joker is worth to a seat, wherever it may lie, and the colour of that: (worth, colour)."""
    best, where = -1e9, -1
    for place in range(PLACES):
        if PLACE_KINDS[place] == kind:
            value = card_gain(view, seat, kind, int(PLACE_COLOURS[place]), number)
            if value > best:
                best, where = value, int(PLACE_COLOURS[place])
    return best, where


@compiled
def card_wins(view, seat, kind):
    """Whether a property or joker that came to a seat would make it win, wherever it may lay it."""
    for place in range(PLACES):
        if PLACE_KINDS[place] == kind and wins_by(view, seat, int(PLACE_COLOURS[place]), 1, 1 if kind == MULTICOLOUR else 0):
            return True
    return False


@compiled
def top_of_bank(view, seat):
    """The value of the most valuable card of a bank (S-23), in M; 0 for none."""
    value = view.bank.shape[1] - 1
    while value > 0 and view.bank[index(seat), value] == 0:
        value -= 1
    return value


@compiled
def standing(view, seat):
    """How far a seat is, at a glance: its complete sets, and all else that lies there a little."""
    total = 0.02 * min(30, int(view.bank_value[index(seat)]))
    for colour in range(COLOURS):
        total += closeness(view, seat, colour, 0, 0)
    return total + COMPLETE * int(view.complete[index(seat)])


@compiled
def is_double(card):
    """Whether a card is a Double Rent (S-14)."""
    return DOUBLE_RENT <= card < RENT_ANY or card == DOUBLE_RENT_ANY


@compiled
def claim_of(view, seat, card, colour):
    """What a rent card claims from each opponent for a colour of the seat (S-12 to S-14), in M."""
    return max(0, rent_of(view, view.rules, seat, colour)) * (2 if is_double(card) else 1)


@compiled
def least_sum(view, seat, amount):
    """The smallest sum of cards of a bank that is at least ``amount`` (all of it if there is none), in M; exact up to 62M."""
    if view.bank_value[index(seat)] <= amount:
        return int(view.bank_value[index(seat)])
    sums = _sums(view, seat, 0)
    for total in range(amount, 62):
        if (sums >> total) & 1:
            return total
    return amount


@compiled
def _sums(view, seat, without):
    """The sums of cards of a bank, one bit each up to 61, without one card of a value."""
    sums = 1
    for value in range(1, view.bank.shape[1]):
        for _ in range(int(view.bank[index(seat), value]) - (1 if value == without else 0)):
            sums |= (sums << value) & ((1 << 62) - 1)
    return sums


@compiled
def fits(view, seat, value, total):
    """Whether a card of the bank may be part of a payment of exactly ``total``."""
    return value == total or (value < total < 62 and (_sums(view, seat, value) >> (total - value)) & 1 == 1)


@compiled
def short_of_money(view, seat, amount):
    """What a claim would take from a seat's table, its bank being too small, in M."""
    return max(0, min(amount, payable(view, view.rules, seat)) - int(view.bank_value[index(seat)]))
