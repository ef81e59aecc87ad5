"""Who leads after each turn, how often that changes, and since when it has been so: the same in every game.

Leaders are the seats that nobody is ahead of, so all of them at the start. A game's state has the fields ``leaders`` (bit s: seat s; 0 before
the first turn has ended), ``leader_changes``, ``leaders_since`` and ``turn``.
"""

from __future__ import annotations

from sim.core.compile import compiled


@compiled
def note_leaders(state, now):
    """A turn has ended, and the seats whose bits are set in ``now`` lead. The first look is no change."""
    if now == state.leaders:
        return
    if state.leaders != 0:
        state.leader_changes += 1
    state.leaders = now
    state.leaders_since = state.turn


@compiled
def decided_turn(state, winners):
    """The turn from whose end on the winners (bits), and nobody else, led; the last turn if that never was so, or nobody has won."""
    return int(state.leaders_since) if winners == state.leaders else int(state.turn)
