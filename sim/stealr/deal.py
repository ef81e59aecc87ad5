"""Set-up: S-1; a match is a single game."""

from __future__ import annotations

from sim.core.compile import clear_record, compiled
from sim.core.contract import implements, next_game, setup
from sim.core.rng import DEAL, FIRST_PLAYER, below, open_stream
from sim.core.shuffle import shuffle_coupled
from sim.stealr.cards import NO_CARD, REFERENCE
from sim.stealr.piles import draw
from sim.stealr.state import STATE
from sim.stealr.turn import begin_turn, end_card, settle


@implements(next_game, STATE)
def _next_game(state, rules, table, match):
    if table.game > 0:
        match.games += 1
        return False
    table.extra = 0
    table.seats = table.players
    table.variant = rules.variant
    for seat in range(table.players):
        table.seat_of[seat] = seat
    return True


@implements(setup, STATE)
def _setup(state, rules, table):
    clear(state, rules, table)
    open_stream(state.chance, state.seed, state.block, state.game, DEAL, 0)
    state.pile_size = shuffle_coupled(state.chance, rules.deck, REFERENCE, state.pile, 0)
    for _ in range(rules.starting_hand):
        for place in range(state.players):  # blocks rotate what is dealt over the seats
            draw(state, (place + state.players - table.deal_shift) % state.players, 1)
    open_stream(state.chance, state.seed, state.block, state.game, FIRST_PLAYER, 0)
    state.first = below(state.chance, state.players)
    state.actor = state.first
    state.stirred = 1
    begin_turn(state, rules, int(state.first), False)
    settle(state, rules)


@compiled
def clear(state, rules, table):
    """An empty table for this game's players."""
    clear_record(state)
    state.players = table.seats
    state.variant = table.variant
    state.seed = table.seed
    state.block = table.block
    state.game = table.game
    state.arriving = NO_CARD
    state.receiver = -1
    for seat in range(state.players):
        state.home[seat] = rules.debt_tokens
    end_card(state)
