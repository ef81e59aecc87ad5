"""A chain of Noes with up to three targets (S-33), and little else.

In his turn a player draws a card and may attack everyone else at once; the targets are taken clockwise, and each loses a coin to the attacker
unless the card is
stopped. Who has no coin, or no No when his turn to answer comes, is not asked. Most coins after the last turn win.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled
from sim.core.contract import MAX_POSITIONS, apply, implements, introduce, legal_moves, next_game, observe, record_game, record_seat, setup
from sim.core.registry import Records
from sim.core.rng import DEAL, FIRST_PLAYER, STREAM, below, open_stream
from sim.core.shuffle import shuffle_coupled
from tests.core.toys.toy import make_game

NO, ATTACK, BLANK = range(3)
KINDS = 3
SEATS = 4
PILE = 64
REFERENCE = np.array([12, 12, 12], np.int16)

DECISIONS = ("play", "answer")
PLAY, ANSWER = range(2)
ACTIONS = ("attack", "pass", "no", "decline")
DO_ATTACK, DO_PASS, DO_NO, DO_DECLINE = range(4)

RULES = np.dtype([("players", np.int8), ("turns", np.int16), ("coins", np.int8), ("hand", np.int8), ("deck", np.int16, (KINDS,))], align=True)
MOVE = np.dtype([("action", np.int8)])
STATE = np.dtype(
    [
        ("actor", np.int8),
        ("decision", np.int8),
        ("players", np.int8),
        ("first", np.int8),
        ("active", np.int8),
        ("turn", np.int16),
        ("target", np.int8),  # whom the card is being played on, or -1
        ("noes", np.int8),  # said so far about this target
        ("coins", np.int8, (SEATS,)),
        ("hand", np.int8, (SEATS, KINDS)),
        ("spent", np.int16, (KINDS,)),
        ("noes_said", np.int16, (SEATS,)),
        ("pile", np.int8, (PILE,)),
        ("pile_size", np.int16),
        ("pile_top", np.int16),
        ("chance", STREAM),
    ],
    align=True,
)
VIEW = np.dtype(
    [("seat", np.int8), ("active", np.int8), ("target", np.int8), ("noes", np.int8), ("coins", np.int8, (SEATS,)), ("hand", np.int8, (KINDS,))],
    align=True,
)


@implements(next_game, STATE)
def _next_game(state, rules, table, match):
    if table.game > 0:
        match.games += 1
        return False
    table.seats = table.players
    for seat in range(table.players):
        table.seat_of[seat] = seat
    return True


@implements(setup, STATE)
def _setup(state, rules, table):
    players = int(table.seats)
    state.players = players
    state.turn = state.noes = state.pile_top = 0
    state.active = state.target = -1
    state.coins[:] = 0
    state.hand[:] = 0
    state.spent[:] = 0
    state.noes_said[:] = 0
    open_stream(state.chance, table.seed, table.block, table.game, DEAL, 0)
    state.pile_size = shuffle_coupled(state.chance, rules.deck, REFERENCE, state.pile, 0)
    for place in range(players):
        seat = (place + players - table.deal_shift) % players
        state.coins[seat] = rules.coins
        for _ in range(rules.hand):
            _draw(state, seat)
    open_stream(state.chance, table.seed, table.block, table.game, FIRST_PLAYER, 0)
    state.first = below(state.chance, players)
    _begin_turn(state, rules, int(state.first))


@compiled
def _draw(state, seat):
    if state.pile_top < state.pile_size:
        state.hand[seat, state.pile[state.pile_top]] += 1
        state.pile_top += 1


@compiled
def _begin_turn(state, rules, seat):
    if state.turn >= rules.turns:
        state.actor = -1
        return
    state.turn += 1
    state.active = seat
    _draw(state, seat)
    state.actor, state.decision = seat, PLAY


@compiled
def _may_answer(state):
    """Whose turn it is to say No about the present target, or -1 if he has none: the target, then the attacker, and so on."""
    seat = int(state.target) if state.noes % 2 == 0 else int(state.active)
    return seat if state.hand[seat, NO] > 0 else -1


@compiled
def _go_on(state, rules):
    """Ask the next who can answer; with no one left, the effect, and the next target clockwise; after the last the next turn."""
    while True:
        seat = _may_answer(state)
        if seat >= 0:
            state.actor, state.decision = seat, ANSWER
            return
        if _finish_target(state, rules):
            return


@compiled
def _finish_target(state, rules):
    if state.noes % 2 == 0:
        state.coins[state.target] -= 1
        state.coins[state.active] += 1
    return _next_target(state, rules, int(state.target))


@compiled
def _next_target(state, rules, after):
    """True when there is no target left, and the next turn has begun."""
    players = int(state.players)
    seat = (after + 1) % players
    while seat != state.active and state.coins[seat] == 0:
        seat = (seat + 1) % players
    state.noes = 0
    if seat == state.active:
        state.target = -1
        _begin_turn(state, rules, (int(state.active) + 1) % players)
        return True
    state.target = seat
    return False


@implements(legal_moves, STATE)
def _legal_moves(state, rules, moves):
    if state.decision == ANSWER:
        moves[0].action, moves[1].action = DO_NO, DO_DECLINE
        return 2
    n = 0
    if state.hand[state.actor, ATTACK] > 0:
        moves[n].action = DO_ATTACK
        n += 1
    moves[n].action = DO_PASS
    return n + 1


@implements(apply, STATE)
def _apply(state, rules, move):
    seat = int(state.actor)
    if move.action == DO_PASS:
        _begin_turn(state, rules, (seat + 1) % int(state.players))
    elif move.action == DO_ATTACK:
        state.hand[seat, ATTACK] -= 1
        state.spent[ATTACK] += 1
        if not _next_target(state, rules, seat):
            _go_on(state, rules)
    elif move.action == DO_NO:
        state.hand[seat, NO] -= 1
        state.spent[NO] += 1
        state.noes_said[seat] += 1
        state.noes += 1
        _go_on(state, rules)
    elif not _finish_target(state, rules):
        _go_on(state, rules)


@implements(introduce, STATE)
def _introduce(state, rules, seat, view):
    view.seat = seat


@implements(observe, STATE)
def _observe(state, rules, seat, view):
    view.active, view.target, view.noes = state.active, state.target, state.noes
    for other in range(SEATS):
        view.coins[other] = state.coins[other]
    for kind in range(KINDS):
        view.hand[kind] = state.hand[seat, kind]


@compiled
def _most(state):
    best = 0
    for seat in range(state.players):
        best = max(best, int(state.coins[seat]))
    return best


@implements(record_game, STATE)
def _record_game(state, rules, row):
    row.winners = 0
    for seat in range(state.players):
        row.winners += 1 if state.coins[seat] == _most(state) else 0
    row.unfinished = 0
    row.turns = state.turn
    row.rounds = (state.turn + state.players - 1) // state.players


@implements(record_seat, STATE)
def _record_seat(state, rules, seat, row):
    row.won = 1 if state.coins[seat] == _most(state) else 0
    row.score = state.coins[seat]
    row.count = state.noes_said[seat]


def _fill(rules, options):
    rules["turns"], rules["coins"], rules["hand"] = options["turns"], options["coins"], options["hand"]
    rules["deck"] = options["deck"]


assert SEATS <= MAX_POSITIONS
GAME = make_game(
    "toy_say_no",
    Records(STATE, VIEW, MOVE, RULES),
    (4, 2, 3),
    {"turns": 12, "coins": 3, "hand": 3, "deck": [12, 12, 12]},
    _fill,
    DECISIONS,
    ACTIONS,
)
