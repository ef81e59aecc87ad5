"""What a seat sees (C-3, C-7): everything that lies open, its own hand, what it knows of the others', and the public events since it was
last asked."""

from __future__ import annotations

from sim.core.compile import copy_items, copy_start
from sim.core.contract import implements, introduce, observe
from sim.stealr.cards import HAND_WIDTH, KINDS, MAX_SEATS
from sim.stealr.state import LOG_FIELDS, LOG_LENGTH, PUBLIC_BYTES, STATE


@implements(introduce, STATE)
def _introduce(state, rules, seat, view):
    view.seat = seat
    view.rules = rules
    view.known[:] = 0
    view.log[:] = 0


@implements(observe, STATE)
def _observe(state, rules, seat, view):
    copy_start(view, state, PUBLIC_BYTES)
    copy_items(view.hand, 0, state.hand, seat * HAND_WIDTH, KINDS)
    if state.knowing:
        for holder in range(state.players):
            copy_items(view.known, holder * KINDS, state.known, (seat * MAX_SEATS + holder) * KINDS, KINDS)
    missed = max(0, state.events - LOG_LENGTH - state.told[seat])
    first = int(state.told[seat]) + missed
    view.events = state.events - first
    view.events_missed = missed
    for i in range(view.events):
        copy_items(view.log, i * LOG_FIELDS, state.log, (first + i) % LOG_LENGTH * LOG_FIELDS, LOG_FIELDS)
    state.told[seat] = state.events
