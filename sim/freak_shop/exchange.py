"""What an exchange may still become (F-4, F-5): the sums by which every small step is judged, exactly, at any size of manor and shop.

A fair price is a row of numbers by kind (taken above zero, given below) whose values add up to nothing. Its steps come in ascending order of kinds,
so whether one that has reached a difference so far can be completed depends on the kinds still to come alone: ``sums[k]`` holds, one bit each, all
differences (taken less given) that the kinds from k on can make up. Of each kind anything from giving all that the manor has to taking all that the
shop has is possible, which makes a table of few words that is filled once a turn; a step is then judged by one bit.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled, index
from sim.freak_shop.cards import KINDS
from sim.freak_shop.options import NO

_ONE = np.uint64(1)


@compiled
def prepare_sums(state):
    """Fill ``state.sums`` for the turn that begins: the active seat's manor against the shop."""
    seat = index(state.active)
    base = 0
    room = 0
    for kind in range(KINDS):
        base += int(state.manor[seat, kind]) * (kind // 2 + 1)
        room += int(state.shop[kind]) * (kind // 2 + 1)
    words = (base + room) // 64 + 1
    state.base = base
    state.words = words
    for word in range(words):
        state.sums[KINDS, word] = 0
    state.sums[KINDS, base >> 6] = _ONE << np.uint64(base & 63)
    for kind in range(KINDS - 1, -1, -1):
        _add_kind(state.sums, words, kind, int(state.shop[kind]), int(state.manor[seat, kind]))


@compiled
def _add_kind(sums, words, kind, take, give):
    """``sums[kind]`` from ``sums[kind + 1]``: every difference moved by each number from ``-give`` to ``take`` times the kind's value."""
    value = kind // 2 + 1
    _lower(sums, words, kind, give * value)
    copies = 1
    wanted = take + give + 1
    while copies < wanted:
        step = min(copies, wanted - copies)
        _raise(sums, words, kind, step * value)
        copies += step


@compiled
def _lower(sums, words, kind, by):
    """``sums[kind]`` becomes ``sums[kind + 1]`` with every difference lowered."""
    far, near = by >> 6, np.uint64(by & 63)
    for word in range(words):
        bits = np.uint64(0)
        if word + far < words:
            bits = sums[kind + 1, word + far] >> near
            if near > 0 and word + far + 1 < words:
                bits |= sums[kind + 1, word + far + 1] << (np.uint64(64) - near)
        sums[kind, word] = bits


@compiled
def _raise(sums, words, kind, by):
    """Every difference of ``sums[kind]``, and the same raised."""
    far, near = by >> 6, np.uint64(by & 63)
    for word in range(words - 1, far - 1, -1):  # from above: what is read has not been changed yet
        bits = sums[kind, word - far] << near
        if near > 0 and word > far:
            bits |= sums[kind, word - far - 1] >> (np.uint64(64) - near)
        sums[kind, word] |= bits


@compiled
def balances(state, kind, difference):
    """Whether kinds from ``kind`` on can bring ``difference`` (taken less given) to nothing."""
    place = state.base - difference
    if place < 0 or place >= 64 * state.words:
        return False
    return (state.sums[index(kind), index(place >> 6)] >> np.uint64(place & 63)) & _ONE == _ONE


@compiled
def can_follow(state, rules, kind, number):
    """F-5: whether taking ``number`` of ``kind`` next (below zero: giving) leads to a fair price.

    The number is known to be there. Kinds that are equal on both sides cannot come up, as a kind is named once; under ``fair_same_value = "no"`` a
    value is either taken or given.
    """
    value = kind // 2 + 1
    difference = state.difference + number * value
    if rules.fair_same_value != NO:
        return balances(state, kind + 1, difference)
    on_sale = kind | 1
    if kind == on_sale:
        return state.delta[index(kind - 1)] * number >= 0 and balances(state, kind + 1, difference)
    # The same value on sale may still follow, on the same side.
    sign = 1 if number > 0 else -1
    most = int(state.shop[index(on_sale)]) if number > 0 else int(state.manor[index(state.active), index(on_sale)])
    for more in range(most + 1):
        if balances(state, on_sale + 1, difference + sign * more * value):
            return True
    return False


@compiled
def fair_price_exists(state, rules):
    """F-5: whether there is any fair price, as the turn begins."""
    seat = index(state.active)
    for kind in range(KINDS):
        for number in range(1, state.shop[kind] + 1):
            if can_follow(state, rules, kind, number):
                return True
        for number in range(1, state.manor[seat, kind] + 1):
            if can_follow(state, rules, kind, -number):
                return True
    return False


@compiled
def good_deal_exists(state):
    """F-4: whether there is any good deal: a card of the manor and one of the shop that differ in value."""
    seat = index(state.active)
    owned = 0
    for kind in range(KINDS):
        if state.manor[seat, kind] > 0:
            value = kind // 2 + 1
            if owned not in (0, value):
                return True
            owned = value
    for kind in range(KINDS):
        if state.shop[kind] > 0 and kind // 2 + 1 != owned:
            return True
    return False


@compiled
def shares_a_card(state):
    """F-5: whether manor and shop have an equal card, so that under ``fair_same_value = "any"`` nothing may be exchanged for nothing."""
    seat = index(state.active)
    for kind in range(KINDS):
        if state.shop[kind] > 0 and state.manor[seat, kind] > 0:
            return True
    return False


@compiled
def most_in_shop_above(state, kind):
    """The most cards of one value in the shop, among values above that of ``kind``."""
    most = 0
    for plain in range(2 * (kind // 2) + 2, KINDS, 2):
        most = max(most, state.shop[plain] + state.shop[plain + 1])
    return most


@compiled
def most_in_manor_above(state, kind):
    """The most cards of one value in the active seat's manor, among values above that of ``kind``."""
    seat = index(state.active)
    most = 0
    for plain in range(2 * (kind // 2) + 2, KINDS, 2):
        most = max(most, state.manor[seat, plain] + state.manor[seat, plain + 1])
    return most
