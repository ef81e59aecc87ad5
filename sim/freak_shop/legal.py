"""Legal moves: the kinds of exchange, and then the small steps of one (F-3 to F-6, F-9)."""

from __future__ import annotations

from sim.core.compile import compiled, index, store_word
from sim.core.contract import implements, legal_moves
from sim.freak_shop.cards import KINDS
from sim.freak_shop.exchange import (
    can_follow,
    fair_price_exists,
    good_deal_exists,
    most_in_manor_above,
    most_in_shop_above,
    shares_a_card,
)
from sim.freak_shop.options import ANY
from sim.freak_shop.state import DONE, EXCHANGE, FAIR_PRICE, GIVE, GOOD_DEAL, PASS, STATE, TAKE


@compiled
def _add(moves, n, action, kind, number):
    """Append a move, its fields packed in the order of :data:`MOVE`; returns the new number of moves."""
    store_word(moves[index(n)], int(action) | (int(kind) & 255) << 8 | int(number) << 16)
    return n + 1


@implements(legal_moves, STATE)
def _legal_moves(state, rules, moves):
    if state.decision == EXCHANGE:
        return _kinds_of_exchange(state, rules, moves)
    if state.exchange == FAIR_PRICE:
        return _fair_price_steps(state, rules, moves)
    return _good_deal_steps(state, moves)


@compiled
def _kinds_of_exchange(state, rules, moves):
    """F-3: a good deal or a fair price; F-5, F-6: or none."""
    n = 0
    if good_deal_exists(state):
        n = _add(moves, n, GOOD_DEAL, -1, 0)
    if fair_price_exists(state, rules):
        n = _add(moves, n, FAIR_PRICE, -1, 0)
    if n == 0 or (rules.fair_same_value == ANY and shares_a_card(state)):
        n = _add(moves, n, PASS, -1, 0)
    return n


@compiled
def _fair_price_steps(state, rules, moves):
    """F-5: the kinds still to come, in every number that leads to a fair price; or an end, if it is one already."""
    seat = index(state.active)
    n = 0
    for kind in range(state.last + 1, KINDS):
        for number in range(1, state.shop[kind] + 1):
            _add(moves, n, TAKE, kind, number)
            n += 1 if can_follow(state, rules, kind, number) else 0
        for number in range(1, state.manor[seat, kind] + 1):
            _add(moves, n, GIVE, kind, number)
            n += 1 if can_follow(state, rules, kind, -number) else 0
    if state.last >= 0 and state.difference == 0:
        n = _add(moves, n, DONE, -1, 0)
    return n


@compiled
def _good_deal_steps(state, moves):
    """F-4: n cards of one value against n of another; the lower value comes first, of each value the cards without sale mark."""
    taken = given = 0
    for kind in range(state.last + 1):
        taken += max(0, int(state.delta[kind]))
        given += max(0, -int(state.delta[kind]))
    if taken == 0 and given == 0:
        return _first_value(state, moves)
    last = int(state.last)
    if taken > 0 and given > 0:
        # The second value, of which only cards on sale can be missing.
        return _add(moves, 0, TAKE if given > taken else GIVE, last + 1, abs(given - taken))
    return _second_value(state, moves, last, TAKE if taken > 0 else GIVE, taken + given)


@compiled
def _first_value(state, moves):
    seat = index(state.active)
    n = 0
    for kind in range(KINDS):
        if state.shop[kind] > 0:
            for number in range(1, most_in_manor_above(state, kind, int(state.shop[kind])) + 1):
                n = _add(moves, n, TAKE, kind, number)
        if state.manor[seat, kind] > 0:
            for number in range(1, most_in_shop_above(state, kind, int(state.manor[seat, kind])) + 1):
                n = _add(moves, n, GIVE, kind, number)
    return n


@compiled
def _second_value(state, moves, last, action, named):
    """``named`` cards of the value of ``last`` have been named with ``action``: more of them on sale, or as many of a higher value."""
    seat = index(state.active)
    n = 0
    if last & 1 == 0:
        if action == TAKE:
            most = most_in_manor_above(state, last, named + int(state.shop[index(last + 1)])) - named
        else:
            most = most_in_shop_above(state, last, named + int(state.manor[seat, index(last + 1)])) - named
        for number in range(1, most + 1):
            n = _add(moves, n, action, last + 1, number)
    for plain in range(2 * (last // 2) + 2, KINDS, 2):
        if action == TAKE:
            without, on_sale = int(state.manor[seat, plain]), int(state.manor[seat, plain + 1])
        else:
            without, on_sale = int(state.shop[plain]), int(state.shop[plain + 1])
        other = GIVE if action == TAKE else TAKE
        for number in range(max(1, named - on_sale), min(without, named) + 1):
            n = _add(moves, n, other, plain, number)
        if on_sale >= named:
            n = _add(moves, n, other, plain + 1, named)
    return n
