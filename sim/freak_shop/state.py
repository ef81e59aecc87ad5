"""The state of a game of Freak Shop, what a seat sees of it, and a move: three records, and the names of what their numbers mean.

How an exchange is made (F-4, F-5, F-9). The seat whose turn it is answers several small questions:

1. ``exchange``: is it a good deal or a fair price? (Only what is possible is offered; ``pass`` where rule F-5 or F-6 has it.)
2. ``cards``, again and again: the next kind of card that changes hands, and how many of it: ``take`` so many from the shop or ``give`` so many to
   it. Kinds come in ascending order, each at most once, those of which nothing changes hands are left out; only what can still become a legal
   exchange is offered. ``done`` is offered as soon as what has been named is a legal exchange (a good deal that balances is over at once).

So an exchange is a row of twenty numbers, by kind: so many taken (above zero) or given (below zero), and its steps are the numbers that are
not zero, from left to right. Every legal exchange is reached in exactly one way. A question with one answer is not put to a strategy: what
has been named already is in ``delta`` and ``last``, so a plan for the whole exchange, kept in memory, is carried out by looking for the first kind
after ``last`` that it changes.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import record_type
from sim.core.rng import STREAM
from sim.freak_shop.cards import KINDS, MAX_CARDS, MAX_SEATS, WORDS
from sim.freak_shop.options import RULES

# What a seat can be asked (state.decision).
DECISIONS = ("exchange", "cards")
EXCHANGE, CARDS = range(2)

# What can be done (move.action).
ACTIONS = ("pass", "good_deal", "fair_price", "take", "give", "done")
PASS, GOOD_DEAL, FAIR_PRICE, TAKE, GIVE, DONE = range(6)

MOVE = np.dtype(
    [
        ("action", np.int8),
        ("kind", np.int8),  # of cards taken or given; -1 where the action has none
        ("number", np.int8),  # of them, from 1; 0 where the action has none
        ("spare", np.int8, (5,)),  # eight bytes are written at once
    ]
)

NOTHING_YET = -1  # last_exchange of a seat that has not had a turn

PUBLIC_FIELDS = [
    ("players", np.int8),
    ("variant", np.int8),
    ("first", np.int8),  # the seller, seat 0
    ("active", np.int8),  # seat whose turn it is
    ("actor", np.int8),  # seat that decides (the same); -1: the game is over
    ("decision", np.int8),  # what it is asked: EXCHANGE or CARDS
    ("exchange", np.int8),  # under way: GOOD_DEAL, FAIR_PRICE, or PASS before it is chosen
    ("last", np.int8),  # kind named last in the exchange under way, or -1
    ("difference", np.int16),  # value taken less value given so far in the exchange under way
    ("closed", np.int8),  # 1 once the closing card has been turned up
    ("objectives", np.int8, (3,)),  # 1 to 12 (F-10 to F-21)
    ("turn", np.int16),  # turns begun, all seats together
    ("pile_size", np.int16),  # cards in the pile, the closing card included while it is there
    ("delta", np.int8, (KINDS,)),  # of the exchange under way: taken (above 0) or given (below 0); they lie where they were until it is done
    ("shop", np.int8, (KINDS,)),
    ("manor", np.int8, (MAX_SEATS, KINDS)),
    ("left", np.int8, (KINDS,)),  # merchandise in the pile; its order nobody knows
    ("points", np.int32, (MAX_SEATS, 3)),  # what each manor is worth now by each of the three objectives
    ("turns", np.int16, (MAX_SEATS,)),  # turns begun
    ("last_exchange", np.int8, (MAX_SEATS,)),  # each seat's latest: PASS, GOOD_DEAL, FAIR_PRICE, or NOTHING_YET
    ("last_delta", np.int8, (MAX_SEATS, KINDS)),  # what it took and gave then
]
"""Everything that lies open on the table. State and view begin with these same fields, so that showing them is one copy."""

# What is counted for each seat's row (state.count[seat, …]).
COUNTS = ("passes", "good_deals", "fair_prices", "given", "taken")
N_PASSES, N_GOOD_DEALS, N_FAIR_PRICES, N_GIVEN, N_TAKEN = range(len(COUNTS))

STATE = np.dtype(
    [
        *PUBLIC_FIELDS,
        ("unfinished", np.int8),
        ("leaders", np.int8),  # bit s: seat s is among the leaders by F-22, as of the last look (0: nobody has looked)
        ("leader_changes", np.int16),  # looks at which they were others than at the look before
        ("leaders_since", np.int16),  # the turn of the last such look, or of the first
        ("behind", np.int32, (MAX_SEATS,)),  # the most points by which the seat was behind the best other one, after any turn
        ("count", np.int16, (MAX_SEATS, len(COUNTS))),
        ("above_closing", np.int8),  # how many of the bottom cards lie above the closing card
        ("closing_at", np.int16),  # the closing card lies above pile[closing_at]
        ("pile_top", np.int16),  # the next merchandise card is pile[pile_top]
        ("merchandise", np.int16),  # merchandise cards that the pile began with
        ("pile", np.int8, (MAX_CARDS,)),  # kinds, the closing card left out
        ("chance", STREAM),
        ("scratch", np.int16, (KINDS,)),  # counts by kind while shuffling
        ("low", np.int16, (KINDS + 1,)),  # of the sums below: bit b of sums[k] is the difference b - low[k]
        ("width", np.int16, (KINDS + 1,)),  # the last bit in use
        ("sums", np.uint64, (KINDS + 1, WORDS)),  # differences that the kinds from k on can make up in a fair price (see `exchange`)
    ],
    align=True,
)

VIEW = np.dtype(
    [
        *PUBLIC_FIELDS,
        ("seat", np.int8),  # whose view this is
        ("rules", RULES),
    ],
    align=True,
)

PUBLIC_BYTES = int(STATE.fields["unfinished"][1])  # type: ignore[index]
STATE_TYPE = record_type(STATE)
VIEW_TYPE = record_type(VIEW)
MOVE_TYPE = record_type(MOVE)


def _check_layout() -> None:
    for name, *_ in PUBLIC_FIELDS:
        if STATE.fields[name][1] != VIEW.fields[name][1]:  # type: ignore[index]
            raise AssertionError(f"state and view hold {name} at different places")


_check_layout()
