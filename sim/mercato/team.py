"""Questions about a team: room, completeness, what no longer fits, who is hurt (M-7, M-13, M-17)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.mercato.cards import LEVELS, LINES
from sim.mercato.options import CLASSIC, ULTIME

INJURED = 0xEEEE
"""In a mask of a team (bit 4 l + i for the players of line l with i injuries): those who are injured."""


@compiled
def with_hands(state):
    """Whether this variant is played with hands of cards (not a duel)."""
    return state.variant == CLASSIC or state.variant == ULTIME


@compiled
def players_in(state, seat, line):
    """Players in a line, injured ones included."""
    total = 0
    for injuries in range(LEVELS):
        total += int(state.team[index(seat), index(line), injuries])
    return total


@compiled
def asked_for(state, rules, seat, line):
    """Players that the seat's compo shows for a line."""
    return int(rules.line_up[index(state.compo[seat]), line])


@compiled
def has_room(state, rules, seat, line):
    """M-7: whether one more player fits a line."""
    return players_in(state, seat, line) < asked_for(state, rules, seat, line)


@compiled
def is_complete(state, rules, seat):
    """M-17: the team matches its compo exactly and nobody is injured."""
    seat = index(seat)
    wrong = 0  # summed up without leaving early: where a team first differs could not be predicted
    for line in range(LINES):
        wrong |= int(state.team[seat, line, 0]) ^ asked_for(state, rules, seat, line)
        for injuries in range(1, LEVELS):
            wrong |= int(state.team[seat, line, injuries])
    return wrong == 0


@compiled
def must_shrink(state, rules, seat):
    """M-13: whether some line holds more players than the compo shows."""
    for line in range(LINES):
        if players_in(state, seat, line) > asked_for(state, rules, seat, line):
            return True
    return False


@compiled
def missing_players(state, rules, seat):
    """Uninjured players that the team still needs."""
    missing = 0
    for line in range(LINES):
        missing += max(0, asked_for(state, rules, seat, line) - int(state.team[seat, line, 0]))
    return missing


@compiled
def note_missing(state, seat, number):
    """Keep how many players are missing; of a winner nobody is, whatever becomes of the team. At a seat not in the game it is ``NOBODY``."""
    state.missing = (int(state.missing) & ~(255 << (8 * seat))) | (number << (8 * seat))


@compiled
def missing_of(state, seat):
    """What was last noted."""
    return (int(state.missing) >> (8 * seat)) & 255


@compiled
def can_place_any(state, rules, seat):
    """Whether some player card of the hand fits the team (M-24)."""
    for line in range(LINES):
        if state.hand[seat, line] > 0 and has_room(state, rules, seat, line):
            return True
    return False


@compiled
def has_injurable(state, rules, seat):
    """Whether some player of the team can take one more injury (M-10, M-21)."""
    for line in range(LINES):
        for injuries in range(rules.injuries_per_player):
            if state.team[seat, line, injuries] > 0:
                return True
    return False


@compiled
def has_healable(state, seat):
    """Whether an injured player is left whom the care card being played has not healed (M-26)."""
    for line in range(LINES):
        for injuries in range(1, LEVELS):
            if state.team[seat, line, injuries] > state.healed[line, injuries]:
                return True
    return False


@compiled
def is_out(state, rules, seat):
    """M-18: a winner, to whom nothing more can be done (`winner_out`; injuries and transfers are barred in any case)."""
    return state.won[seat] == 1 and rules.winner_out == 1
