"""A debt paid card by card until it is covered (S-15), or with everything there is (S-16), jokers being placed by their receiver as they arrive
(S-11).

In his turn a player claims an amount that chance names from a player of his choice. Who first has three cards of both colours wins at once, also
in the middle
of a payment; otherwise most value after the last turn.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled
from sim.core.contract import apply, implements, introduce, legal_moves, next_game, observe, record_game, record_seat, setup
from sim.core.registry import Records
from sim.core.rng import CHANCE, DEAL, FIRST_PLAYER, STREAM, below, open_stream
from sim.core.shuffle import shuffle_coupled
from tests.core.toys.toy import make_game

# What can lie before a player: money, properties of two colours, jokers as they are placed, and the multicolour joker, which never pays.
ONE, TWO, FIVE, TEN, RED, BLUE, JOKER_RED, JOKER_BLUE, MULTI = range(9)
KINDS = 9
VALUES = np.array([1, 2, 5, 10, 2, 3, 2, 2, 0], np.int64)
SEATS = 4
PILE = 64
SET = 3

DECISIONS = ("claim", "pay", "place")
CLAIM, PAY, PLACE = range(3)
ACTIONS = ("claim", "pay", "place")

RULES = np.dtype([("players", np.int8), ("turns", np.int16), ("cards", np.int8), ("most", np.int8), ("deck", np.int16, (KINDS,))], align=True)
MOVE = np.dtype([("action", np.int8), ("card", np.int8), ("seat", np.int8)])
STATE = np.dtype(
    [
        ("actor", np.int8),
        ("decision", np.int8),
        ("players", np.int8),
        ("first", np.int8),
        ("active", np.int8),
        ("turn", np.int16),
        ("payer", np.int8),  # or -1
        ("debt", np.int16),  # still to be covered
        ("insolvent", np.int8),  # 1: everything goes, in a fixed order
        ("arriving", np.int8),  # joker that the receiver must place, or -1
        ("winner", np.int8),
        ("owns", np.int8, (SEATS, KINDS)),
        ("tokens", np.int8, (SEATS, SEATS)),  # [debtor, creditor]
        ("paid", np.int16, (SEATS,)),
        ("pile", np.int8, (PILE,)),
        ("chance", STREAM),
        ("seed", np.uint64),
        ("block", np.int64),
    ],
    align=True,
)
VIEW = np.dtype(
    [("seat", np.int8), ("payer", np.int8), ("debt", np.int16), ("owns", np.int8, (SEATS, KINDS)), ("tokens", np.int8, (SEATS, SEATS))], align=True
)


@implements(next_game, STATE)
def _next_game(state, rules, table, match):
    if table.game > 0:
        return False
    table.seats = table.players
    for seat in range(table.players):
        table.seat_of[seat] = seat
    return True


@implements(setup, STATE)
def _setup(state, rules, table):
    players = int(table.seats)
    state.players = players
    state.turn = state.debt = 0
    state.payer = state.arriving = state.winner = -1
    state.insolvent = 0
    state.owns[:] = 0
    state.tokens[:] = 0
    state.paid[:] = 0
    state.seed, state.block = table.seed, table.block
    open_stream(state.chance, state.seed, state.block, 0, DEAL, 0)
    shuffle_coupled(state.chance, rules.deck, rules.deck, state.pile, 0)
    top = 0
    for _ in range(rules.cards):
        for place in range(players):
            state.owns[(place + players - table.deal_shift) % players, state.pile[top]] += 1
            top += 1
    open_stream(state.chance, state.seed, state.block, 0, FIRST_PLAYER, 0)
    state.first = below(state.chance, players)
    state.active = (state.first + players - 1) % players
    _next_turn(state, rules)


@compiled
def _next_turn(state, rules):
    state.payer = -1
    state.insolvent = 0
    if state.turn >= rules.turns:
        state.actor = -1
        return
    state.turn += 1
    state.active = (state.active + 1) % state.players
    open_stream(state.chance, state.seed, state.block, 0, CHANCE, int(state.turn))
    state.debt = 1 + below(state.chance, int(rules.most))
    state.actor, state.decision = state.active, CLAIM


@compiled
def payable(state, seat):
    """Value of all that can pay."""
    total = 0
    for kind in range(MULTI):
        total += int(state.owns[seat, kind]) * VALUES[kind]
    return total


@compiled
def _settle(state, rules):
    """Go on with the payment until someone must decide."""
    while True:
        if _has_won(state, int(state.active)):  # the receiver is the only one to gain
            state.winner = state.active
            state.actor = -1
            return
        if state.arriving >= 0:
            state.actor, state.decision = state.active, PLACE
            return
        if state.debt <= 0 or payable(state, int(state.payer)) == 0:
            _next_turn(state, rules)
            return
        if not state.insolvent:
            state.actor, state.decision = state.payer, PAY
            return
        kind = 0
        while state.owns[state.payer, kind] == 0:
            kind += 1
        _give(state, kind)


@compiled
def _has_won(state, seat):
    owns = state.owns[seat]
    return owns[RED] + owns[JOKER_RED] >= SET and owns[BLUE] + owns[JOKER_BLUE] >= SET


@compiled
def _give(state, kind):
    """One card goes from the payer to the receiver; a joker has to be placed."""
    state.owns[state.payer, kind] -= 1
    state.debt -= VALUES[kind]
    state.paid[state.payer] += 1
    if kind == JOKER_RED or kind == JOKER_BLUE:
        state.arriving = kind
    else:
        state.owns[state.active, kind] += 1


@implements(legal_moves, STATE)
def _legal_moves(state, rules, moves):
    n = 0
    if state.decision == CLAIM:
        for step in range(1, state.players):
            move = moves[n]
            move.action, move.card, move.seat = CLAIM, -1, (state.actor + step) % state.players
            n += 1
        return n
    for kind in range(KINDS):
        possible = kind == JOKER_RED or kind == JOKER_BLUE if state.decision == PLACE else kind < MULTI and state.owns[state.actor, kind] > 0
        if possible:
            move = moves[n]
            move.action, move.card, move.seat = state.decision, kind, -1
            n += 1
    return n


@implements(apply, STATE)
def _apply(state, rules, move):
    if move.action == CLAIM:
        state.payer = move.seat
        if payable(state, int(state.payer)) < state.debt:
            state.insolvent = 1
            state.tokens[state.payer, state.active] += 1
    elif move.action == PAY:
        _give(state, int(move.card))
    else:
        state.owns[state.active, move.card] += 1
        state.arriving = -1
    _settle(state, rules)


@implements(introduce, STATE)
def _introduce(state, rules, seat, view):
    view.seat = seat


@implements(observe, STATE)
def _observe(state, rules, seat, view):
    view.payer, view.debt = state.payer, state.debt
    view.owns[:] = state.owns
    view.tokens[:] = state.tokens


@compiled
def _best(state):
    best = 0
    for seat in range(state.players):
        best = max(best, payable(state, seat))
    return best


@compiled
def _won(state, seat):
    return seat == state.winner if state.winner >= 0 else payable(state, seat) == _best(state)


@implements(record_game, STATE)
def _record_game(state, rules, row):
    row.winners = 0
    for seat in range(state.players):
        row.winners += 1 if _won(state, seat) else 0
    row.unfinished = 0
    row.turns = state.turn
    row.rounds = (state.turn + state.players - 1) // state.players


@implements(record_seat, STATE)
def _record_seat(state, rules, seat, row):
    row.won = 1 if _won(state, seat) else 0
    row.score = payable(state, seat)
    row.count = state.paid[seat]


def _fill(rules, options):
    rules["turns"], rules["cards"], rules["most"] = options["turns"], options["cards"], options["most"]
    rules["deck"] = options["deck"]


GAME = make_game(
    "toy_payment",
    Records(STATE, VIEW, MOVE, RULES),
    (3, 2, 4),
    {"turns": 20, "cards": 8, "most": 12, "deck": [8, 8, 6, 3, 6, 6, 4, 4, 2]},
    _fill,
    DECISIONS,
    ACTIONS,
)
