"""`expert`: looks at the race after every move it could make.

For itself and for each opponent it estimates the turns to a complete team (see `outlook`): actions to do, players that the hand doesn't cover, what
the deck minus everything seen still holds. Its share of the race is its speed over everybody's, and it makes the move after which that share is
largest (see `foresight`); so it builds when it leads, and stops whoever is ahead when it doesn't. Its numbers were tuned by self-play
(`benchmarks/tune_mercato.py`).
"""

from sim.core.compile import compiled
from sim.core.rng import uniform
from sim.mercato.state import DISCARD, DRAW_CARD, DROP, INJURE, PROPOSE, REPLACE, STEAL, SWAP, TAKE
from strategies.mercato.foresight import do, extra_turns, seat_changed, undone
from strategies.mercato.habits import WINS, drawn_worth, needs_card, use_to_fossoyeur
from strategies.mercato.outlook import PARAMS, RATE, SCRATCH, SPEED, TRIED, TURN_SEEN, note_speeds, pace, share, survey
from strategies.mercato.table import completes, has_hands, missing
from strategies.registry import strategy

UNKNOWN = -1.0


@compiled
def settled(view, move, memory, lacking):
    """The value of a move that needs no look at the race: a win, a free theft, a card taken in a duel; -1: any other, -5: out of question."""
    if completes(view, move, lacking):
        return WINS
    action = move.action
    if action == STEAL:  # free, and the worse of two cards can be given back: before anything but a win, from whoever is fastest
        return 2.0 + min(0.4, memory[SPEED + int(move.seat)] / 1e14)
    if action == REPLACE and move.line != move.card:  # there is room for the card: placing it is better
        return -5.0
    if action == PROPOSE:
        tried = (memory[TRIED] >> (4 * int(move.card) + int(move.line))) & 1
        if tried or not needs_card(view, int(move.line)):
            return -5.0
    if not has_hands(view):
        if action == DRAW_CARD:
            return 4.0
        if action == TAKE:
            return max(0.0, drawn_worth(view, int(move.card)) - memory[RATE + int(move.card)] / 1e6)
    return -1.0


@compiled
def adjusted(view, move, value, base):
    """The value of a move from the own share after it, and the share as things are."""
    action = move.action
    if action == SWAP:  # free: at once if it gains
        return 1.2 + min(0.5, value - base) if value > base + 0.003 else -5.0
    if action == DISCARD:
        return value - 0.005 * use_to_fossoyeur(view, int(move.card))
    if action == DROP:  # what a Fossoyeur could use lies deeper if it goes first
        return value + 0.001 * use_to_fossoyeur(view, int(move.line))
    return value


@strategy(
    game="mercato",
    name="expert",
    version=1,
    about="weighs its distance to a complete team against the others', by what the pile still holds",
    params=PARAMS,
    memory=SCRATCH,
)
def choose(view, moves, n_moves, params, memory, rng):
    """The move with the largest share of the race after it; ties by lot."""
    if memory[TURN_SEEN] != view.turn:
        memory[TURN_SEEN] = view.turn
        memory[TRIED] = 0
    survey(view, memory, params)
    note_speeds(view, memory, params)
    me = int(view.seat)
    lacking = missing(view, me)
    best, best_value, base = 0, -1e9, 0.0
    own_if_injuring = UNKNOWN  # all injuries change the own team's pace alike
    for i in range(-1, n_moves):
        value, changed, extra = -1.0, -1, 0.0
        if i >= 0:
            value = settled(view, moves[i], memory, lacking)
            changed = seat_changed(view, moves[i])
            extra = extra_turns(view, moves[i], params)
        if value == -1.0:
            if i >= 0:
                do(view, moves[i], memory, 1)
            injures = i >= 0 and moves[i].action == INJURE
            own = own_if_injuring if injures else UNKNOWN
            if own == UNKNOWN:
                own = pace(view, memory, params, me, extra)
                if injures:
                    own_if_injuring = own
            value = share(view, memory, params, changed, own)
            if i < 0:  # as things are
                base = value
                continue
            do(view, moves[i], memory, -1)
            value = adjusted(view, moves[i], value + undone(view, moves[i], memory) * (base - value), base)
        value += 1e-6 * uniform(rng)
        if value > best_value:
            best, best_value = i, value
    if moves[best].action == PROPOSE:
        memory[TRIED] |= 1 << (4 * int(moves[best].card) + int(moves[best].line))
    return best
