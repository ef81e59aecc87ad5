"""Set-up: F-1 and F-2."""

from __future__ import annotations

from sim.core.compile import clear_record, compiled, index
from sim.core.contract import implements, next_game, setup
from sim.core.rng import DEAL, DEAL_CARDS, DEAL_EXTRA, below, open_stream
from sim.core.shuffle import shuffle_coupled
from sim.freak_shop.apply import begin_turn, refill
from sim.freak_shop.cards import KINDS, MAX_SEATS
from sim.freak_shop.scoring import update_points
from sim.freak_shop.state import NOTHING_YET, STATE


@implements(next_game, STATE)
def _next_game(state, rules, table, match):
    """A match is one game."""
    if table.game > 0:
        return False
    table.seats = table.players
    table.variant = rules.variant
    table.extra = 0
    for seat in range(table.players):
        table.seat_of[seat] = seat
    return True


@implements(setup, STATE)
def _setup(state, rules, table):
    clear_record(state)
    state.players = table.seats
    state.variant = table.variant
    for seat in range(MAX_SEATS):
        state.last_exchange[seat] = NOTHING_YET
    _deal_manors(state, rules)
    _lay_pile(state, rules, table)
    _draw_objectives(state, rules, table)
    update_points(rules, state.objectives, state.manor, state.players, -1, state.points)
    begin_turn(state, int(state.first))


@compiled
def _deal_manors(state, rules):
    """F-1: each seat's first cards; the others are there to be shuffled."""
    for kind in range(KINDS):
        state.scratch[kind] = rules.deck[kind]
        for seat in range(state.players):
            state.manor[seat, kind] = rules.start[seat, kind]
            state.scratch[kind] -= rules.start[seat, kind]
        state.left[kind] = state.scratch[kind]


@compiled
def _lay_pile(state, rules, table):
    """F-2: the shuffled pile, the closing card somewhere among the lowest cards, and the shop."""
    open_stream(state.chance, table.seed, table.block, table.game, DEAL, 0)
    state.merchandise = shuffle_coupled(state.chance, state.scratch, rules.reference, state.pile, 0)
    open_stream(state.chance, table.seed, table.block, table.game, DEAL_EXTRA, 0)
    state.above_closing = below(state.chance, int(rules.bottom_cards) + 1)
    state.closing_at = state.merchandise - rules.bottom_cards + state.above_closing
    state.pile_size = state.merchandise + 1
    refill(state, 0, int(rules.shop_minimum))


@compiled
def _draw_objectives(state, rules, table):
    """F-2: one from each pile, or those that are said."""
    open_stream(state.chance, table.seed, table.block, table.game, DEAL_CARDS, 0)
    for slot in range(3):
        state.objectives[slot] = rules.objectives[slot]
        if rules.drawn:
            state.objectives[slot] = rules.piles[slot, index(below(state.chance, int(rules.pile_sizes[slot])))]
