"""Matches: a single game, or a championship of several with extra games to break ties (M-34 to M-36)."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.core.contract import implements, next_game
from sim.mercato.options import DUEL, ULTIME, ULTIME_DUEL
from sim.mercato.state import STATE


@implements(next_game, STATE)
def _next_game(state, rules, table, match):
    if table.game > 0:
        _score(state, table, match)
    table.extra = 0
    if match.games < rules.games:
        table.seats = table.players
        for seat in range(table.players):
            table.seat_of[seat] = seat
        table.variant = rules.variant
        return True
    if rules.games == 1:  # an ordinary game: no title to win
        return False
    if match.extra_games == 0:
        _keep_leaders(table, match)
    return _extra_game(rules, table, match)


@compiled
def _score(state, table, match):
    """M-34: a point for every winner; M-35: in an extra game, whoever fails to complete a team is out, unless nobody does."""
    match.games += 1
    winners = 0
    for seat in range(table.seats):
        winners += state.won[seat]
    for seat in range(table.seats):
        player = int(table.seat_of[seat])
        if table.extra:
            if winners > 0 and not state.won[seat]:
                match.alive[player] = 0
        elif state.won[seat]:
            match.points[player] += 1
    if table.extra:
        match.extra_games += 1


@compiled
def _keep_leaders(table, match):
    """M-35: only those tied for the lead go on."""
    best = 0
    for seat in range(table.players):
        best = max(best, int(match.points[seat]))
    for seat in range(table.players):
        match.alive[seat] = 1 if match.points[seat] == best else 0


@compiled
def _extra_game(rules, table, match):
    """The next extra game among those still in the running; False once one is left, or after `max_extra_games`."""
    left = 0
    for seat in range(table.players):
        if match.alive[seat]:
            table.seat_of[left] = seat
            left += 1
    if left == 1:
        match.champion = table.seat_of[0]
        return False
    if match.extra_games >= rules.max_extra_games:
        return False
    table.extra = 1
    table.seats = left
    table.variant = rules.variant
    if left == 2 and rules.final == 1:  # M-36
        with_coaches = rules.variant == ULTIME or rules.variant == ULTIME_DUEL
        table.variant = ULTIME_DUEL if with_coaches else DUEL
    return True
