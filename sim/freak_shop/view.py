"""What a seat sees (C-3): everything that lies open, which at this table is everything but the order of the pile."""

from __future__ import annotations

from sim.core.compile import copy_start
from sim.core.contract import implements, introduce, observe
from sim.freak_shop.state import PUBLIC_BYTES, STATE


@implements(introduce, STATE)
def _introduce(state, rules, seat, view):
    view.seat = seat
    view.rules = rules


@implements(observe, STATE)
def _observe(state, rules, seat, view):
    copy_start(view, state, PUBLIC_BYTES)
