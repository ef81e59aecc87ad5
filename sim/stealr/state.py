"""The state of a game of Stealr, what a seat sees of it, and a move: three records, and the names of what their numbers mean.

Kinds, colours and places (a kind lying in a colour) are numbered in `sim.stealr.cards`. M is the unit of money.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import record_type
from sim.core.rng import STREAM
from sim.stealr.cards import COLOURS, DOUBLE_RENT, HAND_WIDTH, KINDS, MAX_PILE, MAX_SEATS, MAX_VALUE, RENT, RENT_ANY, TABLE_WIDTH
from sim.stealr.options import RULES

# What a seat can be asked (state.decision).
DECISIONS = (
    "debt",  # S-3: the active player gives a card for one of his tokens
    "play",  # S-4 to S-7: the active player plays a card, moves a joker, or ends his turn
    "set",  # S-20: the active player says which of several complete sets Deal Breaker takes
    "name",  # S-22: the active player names a card of the opponent `target` for Market Crash
    "answer",  # S-33: Just Say No, or not; asked of the target, or (noes odd) of the active player
    "pay",  # S-15: the target gives a card towards what he owes
    "put",  # S-3, S-11: whoever gets a joker says in which colour it lies
    "keep",  # S-24, S-25: the target says which card he keeps
    "hand_out",  # S-24, S-25: the target gives one of the others away
    "discard",  # S-8: the active player discards a card down to the hand limit
)
DEBT, PLAY, SET, NAME, ANSWER, PAY, PUT, KEEP, HAND_OUT, DISCARD = range(10)

# What can be done (move.action), and what the public log tells (those after DROP only there). The fields that each has besides `action`:
ACTIONS = (
    "end",  # end the turn
    "place",  # card, colour: a property or joker from the hand (S-5)
    "bank",  # card, value: a card from the hand (S-6)
    "use",  # card, and colour (rent, Shack, Super Sly Deal, Deal Breaker), seat (a single victim), number (Tough Luck: type): play it (S-12 on)
    "move",  # card, source, colour: a joker of one's own table from one colour to another (S-7)
    "give",  # card, seat: for a token that this seat holds (S-3)
    "choose",  # seat, colour, number: which complete set, from 0, counted in the order in which the colour is cut into sets (S-5, S-20)
    "name",  # card, colour, seat: the card of this seat that lies in this colour (S-22)
    "no",  # Just Say No (S-33)
    "accept",  # no Just Say No
    "pay",  # value (a card of the bank), or card, colour (a card of the table; a Shack under `shack_pays`) (S-15)
    "put",  # card, colour: the joker that has just arrived
    "keep",  # value (S-24), or card, colour (S-25)
    "hand_out",  # value (S-24), or card, colour (S-25), and seat: who gets it
    "drop",  # card: discarded at the end of the turn (S-8)
    # events
    "turn",  # a turn of `who` begins
    "all",  # `who` gives `seat` everything that can pay, and a token if he has one (S-16)
    "token",  # `who` gives a debt token to `seat` (S-16, S-29)
    "back",  # number of tokens of `who` that come back from `seat` (S-3)
    "take",  # `who` takes from `seat` what the card under way takes: card, colour (S-22); value (S-23); number of cards (S-20, S-21, S-26, S-27)
    "stopped",  # the card under way does nothing to `seat`: an odd number of Noes (S-33)
    "last_round",  # the last round begins (S-34)
    "win",  # `who` has won
)
(
    END, PLACE, BANK, USE, MOVE_JOKER, GIVE, CHOOSE, NAME_CARD, NO, ACCEPT, PAY_CARD, PUT_JOKER, KEEP_CARD, HAND_OUT_CARD, DROP,
    TURN, ALL, TOKEN, BACK, TAKE, STOPPED, LAST_ROUND, WIN,
) = range(len(ACTIONS))  # fmt: skip

# Where the active player's turn stands (state.stage).
STAGES = ("debts", "plays", "ending")
DEBTS, PLAYS, ENDING = range(3)

# Where the card under way stands (state.step).
STEPS = ("set", "name", "answer", "pay", "give_all", "keep", "hand_out", "done")
S_SET, S_NAME, S_ANSWER, S_PAY, S_GIVE_ALL, S_KEEP, S_HAND_OUT, S_DONE = range(8)

MOVE = np.dtype(
    [
        ("action", np.int8),
        ("card", np.int8),  # kind, or -1
        ("seat", np.int8),  # other seat concerned, or -1
        ("colour", np.int8),  # colour named, where the card lies, or to which it goes; or -1
        ("source", np.int8),  # colour that a joker leaves, or -1
        ("value", np.int8),  # of a card of the bank (or one that goes there), in M; or -1
        ("number", np.int8),  # complete set (S-20), type of card (S-27); or -1
        ("spare", np.int8),
    ]
)
"""Eight bytes, copied at once. Cards of equal value in a bank are one and the same (S-6): a move names their value."""

# The log holds a row of numbers an event: who, action, card, seat, colour, source, value, number (as in a move; what was not public is -1).
LOG_LENGTH = 64
LOG_FIELDS = 8

PUBLIC_FIELDS = [
    ("players", np.int8),
    ("variant", np.int8),  # mode
    ("first", np.int8),  # seat that began
    ("active", np.int8),  # seat whose turn it is
    ("actor", np.int8),  # seat that decides; -1: the game is over
    ("decision", np.int8),  # what it is asked
    ("stage", np.int8),  # of the turn
    ("plays_left", np.int8),  # S-4
    ("plays_made", np.int8),  # plays (S-4) in this turn, debt cards apart
    ("moves_left", np.int8),  # free joker moves (S-7)
    ("idle_turns", np.int16),  # turns in a row without a play, up to the latest that has ended (S-34)
    ("last_round", np.int8),  # 1 once the last round has been opened (S-34)
    ("last_turns", np.int8),  # turns of it that are still to begin
    ("go_again", np.int8),  # 1: a Go Again lies beside the piles until its turn's draw (S-31)
    # The card under way: what the active player has played and others must still deal with.
    ("card", np.int8),  # its kind, or -1: none
    ("step", np.int8),  # what is being done about it
    ("colour", np.int8),  # colour named, or -1
    ("number", np.int8),  # complete set (S-20), type (S-27); or -1
    ("target", np.int8),  # the opponent being dealt with (or whose card is being named, S-22), or -1
    ("waiting", np.int8),  # bit s: seat s is still to be dealt with, after the target
    ("noes", np.int8),  # Noes said about this target so far
    ("named", np.int8, (MAX_SEATS,)),  # S-22: the place named on each seat's table, or -1
    ("amount", np.int16),  # S-12, S-28: claimed from each target, in M
    ("owed", np.int16),  # what the target still owes, in M, while he pays
    ("kept", np.int8),  # S-24: value of the card kept; S-25: its place; or -1
    ("arriving", np.int8),  # kind of the joker that waits for its colour (it is in no zone), or -1
    ("receiver", np.int8),  # whose it is
    ("turn", np.int32),  # turns begun, all seats together
    ("rounds", np.int32),  # turns begun by the first player's seat, Go Again's apart
    ("reshuffles", np.int32),
    ("pile_size", np.int16),
    ("discard_size", np.int16),
    ("turns", np.int16, (MAX_SEATS,)),  # begun by each seat
    ("hand_size", np.int16, (MAX_SEATS,)),
    ("tokens", np.int8, (MAX_SEATS, MAX_SEATS)),  # [whose, holder]: debt tokens out
    ("home", np.int8, (MAX_SEATS,)),  # debt tokens at home
    ("complete", np.int8, (MAX_SEATS,)),  # colours of which the seat has a complete set
    ("bank_value", np.int16, (MAX_SEATS,)),  # M in the bank
    ("bank_cards", np.int16, (MAX_SEATS,)),
    ("table_value", np.int16, (MAX_SEATS,)),  # M of properties and two-colour jokers on the table (Shacks apart)
    ("table_cards", np.int16, (MAX_SEATS,)),  # properties and jokers on the table
    ("bank", np.int16, (MAX_SEATS, MAX_VALUE + 1)),  # cards by value
    ("table", np.int8, (MAX_SEATS, TABLE_WIDTH)),  # cards by place; beyond PLACES nothing
    ("lying", np.int8, (MAX_SEATS, COLOURS)),  # cards lying in each colour, Shacks apart
    ("shacks", np.int8, (MAX_SEATS, COLOURS)),
    ("discard", np.int8, (KINDS,)),  # face up; its order means nothing
    ("banked", np.int8, (KINDS,)),  # cards by kind in all banks together
]
"""Everything that lies open on the table. State and view begin with these same fields, so that showing them is one copy."""

# What is counted for each seat's row (state.count[seat, …]).
COUNTS = (
    "plays_used", "plays_unused", "properties_placed", "jokers_placed", "jokers_moved", "money_banked",
    "rents_asked", "rent_claimed", "rent_received", "rent_paid", "tokens_given", "tokens_settled", "cards_lost", "sets_lost", "sets_taken",
    "discards", "noes_countered", "lead", "lead_lost",
)  # fmt: skip
(
    N_PLAYS, N_UNUSED, N_PROPERTIES, N_JOKERS, N_MOVED, N_MONEY,
    N_ASKED, N_CLAIMED, N_RECEIVED, N_PAID, N_TOKENS, N_SETTLED, N_LOST, N_SETS_LOST, N_SETS_TAKEN,
    N_DISCARDS, N_COUNTERED, N_LEAD, N_LEAD_LOST,
) = range(len(COUNTS))  # fmt: skip

# Cards counted each for itself (state.by_card[seat, what, family]): the four families of rents, the thirteen actions, Shack.
FAMILIES = (
    "rent", "double_rent", "rent_any", "double_rent_any", "deal_breaker", "super_sly_deal", "market_crash", "heist", "tax_collector",
    "repossession", "unfair_trade", "tough_luck", "yoink", "forced_debt", "pass_go", "go_again", "just_say_no", "shack",
)  # fmt: skip
NO_FAMILY = len(FAMILIES)  # money, properties, jokers: counted in a column that nobody reads
FAMILY_OF = np.array(
    [
        *[NO_FAMILY] * RENT, *[0] * (DOUBLE_RENT - RENT), *[1] * (RENT_ANY - DOUBLE_RENT), *range(2, len(FAMILIES)),
    ], np.int8
)  # fmt: skip
"""(KINDS,) the family in which a card is counted."""
CAN_BE_STOPPED = 14  # the first so many families have victims
HELD, BANKED, PLAYED, STOPPED_BY_NO, SUFFERED = range(5)

STATE = np.dtype(
    [
        *PUBLIC_FIELDS,
        ("unfinished", np.int8),
        ("emptied", np.int8),  # 1: ended by S-34
        ("changed", np.int8),  # 1: some seat has completed or lost a set since the leads were last looked at
        ("stirred", np.int8),  # 1: the same since the leaders were last looked at
        ("behind", np.int8, (MAX_SEATS,)),  # the most complete sets by which the seat was behind the best other one, after any turn
        ("leaders", np.int8),  # of these three see `sim.core.leading`
        ("leader_changes", np.int16),
        ("leaders_since", np.int16),
        ("won", np.int8, (MAX_SEATS,)),
        ("hand", np.int8, (MAX_SEATS, HAND_WIDTH)),  # cards by kind; beyond KINDS nothing
        ("knowing", np.int8),  # 1 once anything is known of any hand
        ("known", np.int8, (MAX_SEATS, MAX_SEATS, KINDS)),  # [observer, holder, kind]: at least so many
        ("pile_top", np.int16),  # the next card is pile[pile_top]
        ("pile", np.int8, (MAX_PILE,)),
        ("count", np.int32, (MAX_SEATS, len(COUNTS))),
        ("by_card", np.int16, (MAX_SEATS, 5, len(FAMILIES) + 1)),
        ("seed", np.uint64),
        ("block", np.int64),
        ("game", np.int32),
        ("chance", STREAM),
        ("scratch", np.int16, (KINDS,)),  # counts by kind while shuffling
        ("events", np.int32),  # written so far
        ("told", np.int32, (MAX_SEATS,)),  # how many of them each seat has been shown
        ("log", np.int8, (LOG_LENGTH, LOG_FIELDS)),  # a ring
    ],
    align=True,
)

VIEW = np.dtype(
    [
        *PUBLIC_FIELDS,
        ("seat", np.int8),  # whose view this is
        ("hand", np.int8, (KINDS,)),
        ("known", np.int8, (MAX_SEATS, KINDS)),  # cards this seat knows to be in each other hand, at least (S-27; S-3 under `debt_card_to`)
        ("events", np.int32),  # rows of the log below: what happened since this seat's last decision
        ("events_missed", np.int32),  # older ones that the log could not hold
        ("log", np.int8, (LOG_LENGTH, LOG_FIELDS)),
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
