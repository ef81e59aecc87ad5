"""A Freak Shop exchange built in small steps (F-4, F-5, F-9): take this … that is all; give this … that is all.

Each step offers only what can still be completed, which a table of reachable differences tells; cards are named in the order of their kinds, so
that every legal
exchange is reached in exactly one way. A kind is a value with or without sale mark: ``2 * (value - 1) + on_sale``.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled
from sim.core.contract import apply, implements, introduce, legal_moves, next_game, observe, record_game, record_seat, setup
from sim.core.registry import Records
from sim.core.rng import DEAL, STREAM, below, open_stream
from sim.core.shuffle import shuffle_coupled
from tests.core.toys.toy import make_game

VALUES = 10
KINDS = 2 * VALUES
SEATS = 5
PILE = 65
CLOSING = KINDS  # the card that ends the game
MOST = 275  # value of all merchandise
ALL = KINDS  # the step "that is all"
REFERENCE = np.array([7, 4, 7, 3, 6, 3, 5, 3, 5, 2, 4, 2, 3, 2, 3, 1, 2, 1, 1, 1], np.int16)

DECISIONS = ("take", "give")
TAKE, GIVE = range(2)
ACTIONS = ("take", "give", "pass")
PASS = 2

RULES = np.dtype(
    [
        ("players", np.int8),
        ("same_value", np.int8),  # 0: different cards of one value may be exchanged; 1: also nothing for nothing; 2: no value on both sides
        ("refill", np.int8),
        ("bottom", np.int8),
        ("deck", np.int16, (KINDS,)),
    ],
    align=True,
)
MOVE = np.dtype([("action", np.int8), ("kind", np.int8)])
STATE = np.dtype(
    [
        ("actor", np.int8),
        ("decision", np.int8),
        ("players", np.int8),
        ("first", np.int8),
        ("turn", np.int16),
        ("closed", np.int8),
        ("last", np.int8),  # kind named last in this phase of the exchange
        ("shop", np.int8, (KINDS,)),
        ("taken", np.int8, (KINDS,)),
        ("given", np.int8, (KINDS,)),
        ("manor", np.int8, (SEATS, KINDS)),
        ("exchanges", np.int16, (SEATS,)),
        ("pile", np.int8, (PILE + 1,)),
        ("pile_size", np.int16),
        ("pile_top", np.int16),
        ("chance", STREAM),
    ],
    align=True,
)
VIEW = np.dtype(
    [
        ("seat", np.int8),
        ("shop", np.int8, (KINDS,)),
        ("taken", np.int8, (KINDS,)),
        ("given", np.int8, (KINDS,)),
        ("manor", np.int8, (SEATS, KINDS)),
    ],
    align=True,
)


@compiled
def _shift(reached, by, copies):
    """Add up to ``copies`` times ``by`` to the differences reached (which are ``reached[:-2]``; the last two numbers say between which they lie)."""
    for _ in range(copies):
        before = reached.copy()
        low, high = before[-2], before[-1]
        for difference in range(low, high + 1):
            if before[difference] and 0 <= difference + by < len(reached) - 2:
                reached[difference + by] = 1
        reached[-2], reached[-1] = max(0, min(low, low + by)), min(len(reached) - 3, max(high, high + by))


@compiled
def _unite(reached, other):
    """What either way reaches."""
    low, high = min(reached[-2], other[-2]), max(reached[-1], other[-1])
    for difference in range(low, high + 1):
        reached[difference] |= other[difference]
    reached[-2], reached[-1] = low, high


@compiled
def _fair_possible(state, rules, seat, taking_from, giving_from):
    """F-5: whether what has been taken and given can be made a fair price by taking kinds from ``taking_from`` on and giving from
    ``giving_from`` on."""
    reached = np.zeros(2 * MOST + 3, np.int64)
    start = MOST
    for kind in range(KINDS):
        start += (int(state.taken[kind]) - int(state.given[kind])) * (kind // 2 + 1)
    reached[start] = 1
    reached[-2] = reached[-1] = start
    for value in range(1, VALUES + 1):
        plain = 2 * (value - 1)
        if rules.same_value == 2:
            giving = reached.copy()
            takes = state.given[plain] + state.given[plain + 1] == 0
            gives = state.taken[plain] + state.taken[plain + 1] == 0
            for kind in range(plain, plain + 2):
                if takes and kind >= taking_from:
                    _shift(reached, value, int(state.shop[kind] - state.taken[kind]))
                if gives and kind >= giving_from:
                    _shift(giving, -value, int(state.manor[seat, kind] - state.given[kind]))
            _unite(reached, giving)
        else:
            for kind in range(plain, plain + 2):
                giving = reached.copy()
                if state.given[kind] == 0 and kind >= taking_from:
                    _shift(reached, value, int(state.shop[kind] - state.taken[kind]))
                if state.taken[kind] == 0 and kind >= giving_from:
                    _shift(giving, -value, int(state.manor[seat, kind] - state.given[kind]))
                _unite(reached, giving)
    return reached[MOST] == 1


@compiled
def _only_value(cards):
    """The one value that all these cards have; 0 if there are none, -1 if they have several."""
    found = 0
    for kind in range(KINDS):
        if cards[kind] > 0:
            value = kind // 2 + 1
            if found not in (0, value):
                return -1
            found = value
    return found


@compiled
def _total(cards):
    total = 0
    for kind in range(KINDS):
        total += int(cards[kind])
    return total


@compiled
def _good_possible(state, seat, giving_from):
    """F-4: whether what has been taken (all of it) and given so far can be made a good deal by giving kinds from ``giving_from`` on."""
    value = _only_value(state.taken)
    if value <= 0:
        return False
    number = _total(state.taken)
    given = _only_value(state.given)
    if given < 0 or given == value:
        return False
    for other in range(1, VALUES + 1):
        if other != value and given in (0, other):
            copies = _total(state.given)
            for kind in range(max(giving_from, 2 * (other - 1)), 2 * other):
                copies += int(state.manor[seat, kind] - state.given[kind])
            if _total(state.given) <= number <= copies:
                return True
    return False


@compiled
def _possible(state, rules, seat):
    """Whether the exchange as it stands, with ``state.last`` named last, can be completed."""
    if state.decision == GIVE:
        return _good_possible(state, seat, int(state.last)) or _fair_possible(state, rules, seat, KINDS, int(state.last))
    return _good_possible(state, seat, 0) or _fair_possible(state, rules, seat, int(state.last), 0)


@compiled
def _try(state, rules, decision, kind):
    """Whether a step leads somewhere: it is made, judged and unmade."""
    seat = int(state.actor)
    cards = state.taken if decision == TAKE else state.given
    before, asked = state.last, state.decision
    if kind == ALL:
        state.decision, state.last = GIVE, 0
        possible = _possible(state, rules, seat)
    else:
        state.last = kind
        cards[kind] += 1
        possible = _possible(state, rules, seat)
        cards[kind] -= 1
    state.last, state.decision = before, asked
    return possible


@compiled
def _is_exchange(state, rules):
    """Whether what has been taken and given is a legal exchange."""
    taken, given = _total(state.taken), _total(state.given)
    if taken == 0 or given == 0:
        return False
    difference = 0
    for kind in range(KINDS):
        difference += (int(state.taken[kind]) - int(state.given[kind])) * (kind // 2 + 1)
    one, other = _only_value(state.taken), _only_value(state.given)
    return difference == 0 or (taken == given and one > 0 and other > 0 and one != other)


@implements(legal_moves, STATE)
def _legal_moves(state, rules, moves):
    seat = int(state.actor)
    n = 0
    if state.decision == TAKE:
        for kind in range(int(state.last), KINDS):
            if state.shop[kind] > state.taken[kind] and _try(state, rules, TAKE, kind):
                moves[n].action, moves[n].kind = TAKE, kind
                n += 1
        if _total(state.taken) == 0:
            if n == 0 or (rules.same_value == 1 and _share_a_card(state, seat)):
                moves[n].action, moves[n].kind = PASS, ALL  # F-6, and nothing for nothing of F-5
                n += 1
        elif _try(state, rules, TAKE, ALL):
            moves[n].action, moves[n].kind = TAKE, ALL
            n += 1
        return n
    for kind in range(int(state.last), KINDS):
        barred = state.taken[kind] > 0 or (rules.same_value == 2 and state.taken[kind ^ 1] > 0)
        if state.manor[seat, kind] > state.given[kind] and not barred and _try(state, rules, GIVE, kind):
            moves[n].action, moves[n].kind = GIVE, kind
            n += 1
    if _is_exchange(state, rules):
        moves[n].action, moves[n].kind = GIVE, ALL
        n += 1
    return n


@compiled
def _share_a_card(state, seat):
    for kind in range(KINDS):
        if state.shop[kind] > 0 and state.manor[seat, kind] > 0:
            return True
    return False


@implements(apply, STATE)
def _apply(state, rules, move):
    seat = int(state.actor)
    if move.action == TAKE and move.kind != ALL:
        state.taken[move.kind] += 1
        state.last = move.kind
    elif move.action == TAKE:
        state.decision, state.last = GIVE, 0
    elif move.action == GIVE and move.kind != ALL:
        state.given[move.kind] += 1
        state.last = move.kind
    else:
        for kind in range(KINDS):
            state.manor[seat, kind] += state.taken[kind] - state.given[kind]
            state.shop[kind] += state.given[kind] - state.taken[kind]
        if move.action == GIVE:
            state.exchanges[seat] += 1
        _refill(state, rules)
        if not state.closed:
            _begin_turn(state, (seat + 1) % int(state.players))


@compiled
def _begin_turn(state, seat):
    state.turn += 1
    state.actor, state.decision, state.last = seat, TAKE, 0
    state.taken[:] = 0
    state.given[:] = 0


@compiled
def _refill(state, rules):
    """F-7, F-8."""
    number = int(rules.refill)
    while number > 0 or _total(state.shop) < 5:
        card = state.pile[state.pile_top]
        state.pile_top += 1
        state.pile_size -= 1
        if card == CLOSING:
            state.closed = 1
            state.actor = -1
            return
        state.shop[card] += 1
        number -= 1


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
    state.players = table.seats
    state.first = state.turn = state.closed = 0
    state.shop[:] = 0
    state.manor[:] = 0
    state.exchanges[:] = 0
    for seat in range(table.seats):  # F-1
        for value in (1, 2, 3, 5 + seat):
            state.manor[seat, 2 * (value - 1)] += 1
    open_stream(state.chance, table.seed, table.block, table.game, DEAL, 0)
    for kind in range(KINDS):
        state.taken[kind] = rules.deck[kind]
        for seat in range(table.seats):
            state.taken[kind] -= state.manor[seat, kind]
    state.pile_size = shuffle_coupled(state.chance, state.taken, REFERENCE, state.pile, 0)
    # F-2: the closing card at a uniform place among the last ones.
    place = int(state.pile_size) - below(state.chance, int(rules.bottom) + 1)
    for i in range(int(state.pile_size), place, -1):
        state.pile[i] = state.pile[i - 1]
    state.pile[place] = CLOSING
    state.pile_size += 1
    state.pile_top = 0
    for _ in range(5):
        state.shop[state.pile[state.pile_top]] += 1
        state.pile_top += 1
        state.pile_size -= 1
    _begin_turn(state, 0)


@implements(introduce, STATE)
def _introduce(state, rules, seat, view):
    view.seat = seat


@implements(observe, STATE)
def _observe(state, rules, seat, view):
    view.shop[:] = state.shop
    view.taken[:] = state.taken
    view.given[:] = state.given
    view.manor[:] = state.manor


@compiled
def _sum(state, seat):
    total = 0
    for kind in range(KINDS):
        total += int(state.manor[seat, kind]) * (kind // 2 + 1)
    return total


@compiled
def _best(state):
    best = 0
    for seat in range(state.players):
        best = max(best, _sum(state, seat))
    return best


@implements(record_game, STATE)
def _record_game(state, rules, row):
    row.winners = 0
    for seat in range(state.players):
        row.winners += 1 if _sum(state, seat) == _best(state) else 0
    row.unfinished = 0
    row.turns = state.turn
    row.rounds = (state.turn + state.players - 1) // state.players


@implements(record_seat, STATE)
def _record_seat(state, rules, seat, row):
    row.won = 1 if _sum(state, seat) == _best(state) else 0
    row.score = _sum(state, seat)
    row.count = state.exchanges[seat]


def _fill(rules, options):
    rules["same_value"] = ("different_cards", "any", "no").index(options["fair_same_value"])
    rules["refill"], rules["bottom"] = options["refill"], options["bottom"]
    rules["deck"] = options["deck"]


GAME = make_game(
    "toy_exchange",
    Records(STATE, VIEW, MOVE, RULES),
    (2, 3, 4, 5),
    {"fair_same_value": "different_cards", "refill": 2, "bottom": 6, "deck": REFERENCE.tolist()},
    _fill,
    DECISIONS,
    ACTIONS,
    rotates_deal=False,  # the starting cards belong to the order of play
)
