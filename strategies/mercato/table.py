"""Questions that a strategy asks about the table, answered from its view alone: room, needs, missing players, a move that wins."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.mercato.cards import COMPO, LEVELS, LINES, MARABOUT
from sim.mercato.options import CLASSIC, ULTIME
from sim.mercato.state import CARE, HEAL, PLACE, PLAY_COMPO, REPLACE, SWAP, TRANSFER


@compiled
def has_hands(view):
    """Whether this variant is played with hands of cards (not a duel)."""
    return view.variant == CLASSIC or view.variant == ULTIME


@compiled
def asked_for(view, seat, line):
    """Players that the seat's compo shows for a line."""
    return int(view.rules.line_up[view.compo[seat], line])


@compiled
def hurt(view, seat, line):
    """Injured players in a line, whatever the number of their injuries."""
    total = 0
    for injuries in range(1, LEVELS):
        total += int(view.team[seat, line, injuries])
    return total


@compiled
def wounds(view, seat):
    """Injuries that lie on the whole team."""
    total = 0
    for line in range(LINES):
        for injuries in range(1, LEVELS):
            total += injuries * int(view.team[seat, line, injuries])
    return total


@compiled
def need(view, seat, line):
    """Uninjured players that a line still needs: empty places and injured players (less than 0 while a team must shrink)."""
    return asked_for(view, seat, line) - int(view.team[seat, line, 0])


@compiled
def room(view, seat, line):
    """Empty places in a line (M-7)."""
    return need(view, seat, line) - hurt(view, seat, line)


@compiled
def missing(view, seat):
    """Uninjured players that the whole team still needs."""
    total = 0
    for line in range(LINES):
        total += max(0, need(view, seat, line))
    return total


@compiled
def missing_under(view, seat, compo):
    """What the team would be missing under another compo, once it has shrunk to it."""
    total = 0
    for line in range(LINES):
        total += max(0, int(view.rules.line_up[compo, line]) - int(view.team[seat, line, 0]))
    return total


@compiled
def shed(view, seat, compo):
    """Injured players that the team would be rid of under another compo."""
    total = 0
    for line in range(LINES):
        kept = max(0, int(view.rules.line_up[compo, line]) - int(view.team[seat, line, 0]))
        total += max(0, hurt(view, seat, line) - kept)
    return total


@compiled
def in_play(view, seat):
    """Whether a seat can still win: it has not won, and has a turn to come or is having it."""
    if view.won[seat]:
        return False
    return view.ended_by_win == 0 or view.last_turn[seat] == 1 or view.active == seat


@compiled
def completes(view, move, lacking):
    """Whether a move of this seat completes its own team at once; ``lacking`` is what :func:`missing` says of it before."""
    me = int(view.seat)
    action = move.action
    if action == PLAY_COMPO:
        return (move.seat < 0 or move.seat == me) and missing_under(view, me, move.card - COMPO) == 0
    if action == SWAP:
        return missing_under(view, me, int(view.compo[move.seat])) == 0
    if lacking != 1:
        return action == CARE and _heals_all(view, lacking)
    if action == PLACE or action == TRANSFER:
        return True
    if action == CARE or action == HEAL:
        return move.injuries == 1
    return action == REPLACE and move.line == move.card and move.injuries > 0


@compiled
def _heals_all(view, lacking):
    """M-26: whether Le Marabout can complete the team with this one care card."""
    me = int(view.seat)
    if view.coach[me] != MARABOUT or lacking > view.rules.marabout_heals:
        return False
    for line in range(LINES):
        if need(view, me, line) != int(view.team[me, line, 1]):
            return False
    return True
