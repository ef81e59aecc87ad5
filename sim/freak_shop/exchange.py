"""What an exchange may still become (F-4, F-5): the sums by which every small step is judged, exactly, at any size of manor and shop.

A fair price is a row of numbers by kind (taken above zero, given below) whose values add up to nothing. Its steps come in ascending order of kinds,
so whether one that has reached a difference so far can be completed depends on the kinds still to come alone: ``sums[k]`` holds, one bit each, all
differences (taken less given) that the kinds from k on can make up. Of each kind anything from giving all that the manor has to taking all that the
shop has is possible, which makes a table of few words, filled once an exchange; a step is then judged by one bit. Bit b of ``sums[k]`` stands for
the difference ``b - low[k]``, the lowest being that all of these kinds are given; the last bit in use is number ``width[k]``.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled, index
from sim.freak_shop.cards import KINDS
from sim.freak_shop.options import NO

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_WORD = np.uint64(64)


@compiled
def prepare_sums(state):
    """Fill ``state.sums``: the active seat's manor against the shop."""
    seat = index(state.active)
    low = width = 0
    state.low[KINDS] = low
    state.width[KINDS] = width
    state.sums[KINDS, 0] = _ONE
    for kind in range(KINDS - 1, -1, -1):
        value = kind // 2 + 1
        give = int(state.manor[seat, kind])
        copies = give + int(state.shop[kind])
        before = width // 64 + 1
        low += give * value
        width += copies * value
        state.low[kind] = low
        state.width[kind] = width
        _add_kind(state.sums, kind, before, width // 64 + 1, copies, value)


@compiled
def _add_kind(sums, kind, before, words, copies, value):
    """``sums[kind]`` from ``sums[kind + 1]`` (``before`` words): every place, and the same moved up by 1 to ``copies`` times the kind's value.

    Places count from the lowest difference, which is that much lower: so there is nothing to move down.
    """
    for word in range(words):
        sums[kind, word] = sums[kind + 1, word] if word < before else _ZERO
    done = 0
    while done < copies:
        step = min(done + 1, copies - done)
        far, near = (step * value) >> 6, np.uint64((step * value) & 63)
        for word in range(words - 1, far - 1, -1):  # from above: what is read has not been changed yet
            bits = sums[kind, word - far] << near
            if word > far and near > _ZERO:
                bits |= sums[kind, word - far - 1] >> (_WORD - near)
            sums[kind, word] |= bits
        done += step


@compiled
def balances(state, kind, difference):
    """Whether kinds from ``kind`` on can bring ``difference`` (taken less given) to nothing."""
    place = state.low[index(kind)] - difference
    if place < 0 or place > state.width[index(kind)]:
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
def _one_for_two(state):
    """Whether one card of manor or shop is worth as much as two of the other, of other values: there nearly always is such a fair price."""
    seat = index(state.active)
    owned = offered = owned_twice = offered_twice = 0  # bit v: there is a card of value v, there are two
    for plain in range(0, KINDS, 2):
        bit = 2 << (plain // 2)
        mine = int(state.manor[seat, plain]) + int(state.manor[seat, plain + 1])
        shops = int(state.shop[plain]) + int(state.shop[plain + 1])
        owned |= bit if mine > 0 else 0
        owned_twice |= bit if mine > 1 else 0
        offered |= bit if shops > 0 else 0
        offered_twice |= bit if shops > 1 else 0
    for value in range(1, KINDS // 2):
        above = -2 << value  # the values above this one
        if (offered >> value) & 1 and owned & ((offered & above) << value | ((offered_twice >> value) & 1) << 2 * value):
            return True
        if (owned >> value) & 1 and offered & ((owned & above) << value | ((owned_twice >> value) & 1) << 2 * value):
            return True
    return False


@compiled
def fair_price_exists(state, rules):
    """F-5: whether there is any fair price, as the turn begins."""
    if _one_for_two(state):
        return True
    prepare_sums(state)
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
def most_in_shop_above(state, kind, enough):
    """The most cards of one value in the shop, among values above that of ``kind``; ``enough`` if it is that many or more."""
    most = 0
    for plain in range(2 * (kind // 2) + 2, KINDS, 2):
        most = max(most, state.shop[plain] + state.shop[plain + 1])
        if most >= enough:
            return enough
    return most


@compiled
def most_in_manor_above(state, kind, enough):
    """The most cards of one value in the active seat's manor, among values above that of ``kind``; ``enough`` if it is that many or more."""
    seat = index(state.active)
    most = 0
    for plain in range(2 * (kind // 2) + 2, KINDS, 2):
        most = max(most, state.manor[seat, plain] + state.manor[seat, plain + 1])
        if most >= enough:
            return enough
    return most
