"""The state of a game of Mercato, what a seat sees of it, and a move: three records, and the names of what their numbers mean."""

from __future__ import annotations

import numpy as np

from sim.core.compile import record_type
from sim.core.rng import STREAM
from sim.mercato.cards import KINDS, LEVELS, LINES, MAX_PILE, MAX_SEATS
from sim.mercato.options import RULES

# What a seat can be asked (state.decision).
DECISIONS = (
    "draw", "action", "finish", "answer", "partner", "shrink", "give", "heal_more", "react_place", "react_care", "limit",
    "duel_open", "duel_card", "duel_close",
)  # fmt: skip
(
    DRAW, ACTION, FINISH, ANSWER, PARTNER, SHRINK, GIVE, HEAL_MORE, REACT_PLACE, REACT_CARE, LIMIT,
    DUEL_OPEN, DUEL_CARD, DUEL_CLOSE,
) = range(14)  # fmt: skip

# What can be done (move.action), and what the public log tells (the last two only there).
ACTIONS = (
    "pass", "place", "replace", "care", "injure", "transfer", "propose", "compo", "discard",
    "accept", "refuse", "partner", "drop", "steal", "give", "heal", "swap", "sabotage", "take", "draw", "suffer", "suffer_random", "end", "decline",
    "trade", "win",
)  # fmt: skip
(
    PASS, PLACE, REPLACE, CARE, INJURE, TRANSFER, PROPOSE, PLAY_COMPO, DISCARD,
    ACCEPT, REFUSE, TAKE_PARTNER, DROP, STEAL, GIVE_BACK, HEAL, SWAP, SABOTAGE, TAKE, DRAW_CARD, SUFFER, SUFFER_RANDOM, END, DECLINE,
    TRADED, WON,
) = range(26)  # fmt: skip

# Where the active player's turn stands (state.stage).
OPENING, DRAWING, PLAYING, CLOSING, ENDING = range(5)

MOVE = np.dtype(
    [
        ("action", np.int8),
        ("card", np.int8),  # kind played, offered, given, discarded; -1 where the action has none
        ("seat", np.int8),  # other seat concerned, or -1
        ("line", np.int8),  # line concerned (a trade: wanted), or -1
        ("injuries", np.int8),  # injuries of the player concerned before the move, or -1
        ("spare", np.int8, (3,)),  # eight bytes are copied at once
    ]
)

# The log holds a row of numbers an event: who, action, card, seat, line, injuries (as in a move; what was not public is -1).
LOG_LENGTH = 64
LOG_FIELDS = 8  # the last two are spare: eight bytes are copied at once

PUBLIC_FIELDS = [
    ("players", np.int8),
    ("variant", np.int8),
    ("first", np.int8),  # seat that began
    ("active", np.int8),  # seat whose turn it is
    ("actor", np.int8),  # seat that decides; -1: the game is over
    ("decision", np.int8),  # what it is asked
    ("stage", np.int8),
    ("ended_by_win", np.int8),  # 1 once someone has won
    ("turn", np.int32),  # turns begun, all seats together
    ("rounds", np.int32),  # turns begun by the first player's seat
    ("reshuffles", np.int32),
    ("pile_size", np.int16),
    ("discard_size", np.int16),
    ("actions_left", np.int8),
    ("draws_left", np.int8),
    ("proposals_left", np.int8),
    ("abilities_left", np.int8),
    ("extra_cards_left", np.int8),
    ("drawn", np.int8),  # kind of the duel card on the table, or -1
    ("proposer", np.int8),  # of the trade under way, or -1
    ("offered", np.int8),
    ("wanted", np.int8),
    ("robbed", np.int8),  # whom Le Fourbe has just robbed and owes a card, or -1
    ("healed_now", np.int8),  # players healed so far with the card being played
    ("healed", np.int8, (LINES, LEVELS)),  # those of them who are still injured, by line and injuries
    ("shrinking", np.int8, (2,)),  # seats whose teams must shrink, in order; -1: none
    ("drawing", np.int8),  # seat that draws a card for its reaction before anything else, or -1
    ("after_shrink", np.int8),  # 1: the active player still draws for his sabotage
    ("compo", np.int8, (MAX_SEATS,)),
    ("coach", np.int8, (MAX_SEATS,)),
    ("won", np.int8, (MAX_SEATS,)),
    ("last_turn", np.int8, (MAX_SEATS,)),  # 1: a last turn is still to begin
    ("hand_size", np.int16, (MAX_SEATS,)),
    ("turns", np.int16, (MAX_SEATS,)),
    ("team", np.int8, (MAX_SEATS, LINES, LEVELS)),  # players by line and number of injuries
    ("discard", np.int8, (MAX_PILE,)),  # face up; the latest is discard[discard_size - 1]
]
"""Everything that lies open on the table. State and view begin with these same fields, so that showing them is one copy."""

# What is counted for each seat's row (state.count[seat, …]).
COUNTS = (
    "placed", "replaced", "healed", "injured", "was_injured", "transferred", "lost_to_transfer", "proposed", "traded", "refused",
    "changed_compo", "compo_changed_by_other", "discarded", "lost_to_compo", "reacted", "ability",
)  # fmt: skip
(
    N_PLACED, N_REPLACED, N_HEALED, N_INJURED, N_WAS_INJURED, N_TRANSFERRED, N_LOST_TO_TRANSFER, N_PROPOSED, N_TRADED, N_REFUSED,
    N_CHANGED_COMPO, N_COMPO_CHANGED_BY_OTHER, N_DISCARDED, N_LOST_TO_COMPO, N_REACTED, N_ABILITY,
) = range(len(COUNTS))  # fmt: skip

STATE = np.dtype(
    [
        *PUBLIC_FIELDS,
        ("unfinished", np.int8),
        ("changed", np.int8),  # bit s: the team or compo of seat s has changed since it was last looked at for M-17
        ("missing", np.int32),  # eight bits a seat (read as often as written, so in one piece): see `team.missing_of`
        ("behind", np.int8, (MAX_SEATS,)),  # the most by which they were more than the fewest, after any turn
        ("leaders", np.int8),  # of these three see `sim.core.leading`
        ("leader_changes", np.int16),
        ("leaders_since", np.int16),
        ("reacting", np.int8),  # seat that may react, or -1
        ("accepted", np.int8, (MAX_SEATS,)),  # 1: agreed to the trade under way
        ("to_ask", np.int8, (MAX_SEATS,)),  # 1: is still to answer it
        ("start_compo", np.int8, (MAX_SEATS,)),
        ("hand", np.int8, (MAX_SEATS, KINDS)),
        ("knowing", np.int8),  # 1 once anything is known of any hand
        ("known", np.int8, (MAX_SEATS, KINDS, MAX_SEATS)),  # [holder, kind, observer]: at least so many
        ("pile_top", np.int16),  # the next card is pile[pile_top]
        ("pile", np.int8, (2 * MAX_PILE,)),  # the second half is used while dealing only
        ("count", np.int16, (MAX_SEATS, len(COUNTS))),
        ("chances", np.int32),  # how often the rules have left something to chance
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
        ("known", np.int8, (MAX_SEATS, KINDS)),  # cards this seat knows to be in each other hand, at least
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
