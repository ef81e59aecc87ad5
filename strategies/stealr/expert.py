"""`expert`: looks at the race after every move it could make.

For itself and for each opponent it estimates the turns to victory (see `outlook`): what the cheapest three sets lack, jokers used wherever they help
most, what the hand can lay, money to pay with, debts. Its share of the race is its speed over everybody's, and it makes the move after which that
share is largest (see `foresight`), payments, Just Say No, and what it gives away included; so it builds when it leads, and stops whoever is ahead
when it doesn't. Its numbers were tuned by play (`benchmarks/tune_stealr.py`).
"""

from sim.core.compile import compiled, index
from sim.core.rng import uniform
from sim.stealr.cards import JUST_SAY_NO, PROPERTY, RENT
from sim.stealr.state import (
    ACCEPT,
    BANK,
    CHOOSE,
    DROP,
    END,
    GIVE,
    HAND_OUT_CARD,
    KEEP_CARD,
    MOVE_JOKER,
    NAME_CARD,
    NO,
    PAY_CARD,
    PLACE,
    PLAY,
    PUT_JOKER,
    USE,
)
from strategies.registry import strategy
from strategies.stealr.finish import find_finish, finishing
from strategies.stealr.foresight import pass_card, pass_money, share, spent_share, strike, use
from strategies.stealr.habits import WINS, lay_gain, move_gain, pay_value, which_set, worth
from strategies.stealr.outlook import (
    BANKED,
    CHANCE,
    CHANGED,
    GIVEN,
    HAND_AFTER,
    HELD,
    MILLION,
    MONEY,
    MULTIS,
    NO_CHANCE,
    PARAMS,
    PLAYS_AFTER,
    SCRATCH,
    SEAT,
    SETS,
    TRIAL,
    hold,
    keep,
    reset,
    slot,
    survey,
)
from strategies.stealr.table import card_wins

LEAST = 1e-4  # of the share, for what only breaks ties
OPEN = -100.0  # a value that only a look at the race can tell


@compiled
def settled(view, move, base):
    """The value of a move that needs no look at the race, or :data:`OPEN`."""
    action = move.action
    if action == MOVE_JOKER:
        return base + 1.0 if move_gain(view, move) > 0.0 else -1.0  # free, and rents are claimed for what lies there
    if action == PUT_JOKER:
        return lay_gain(view, move)
    if action == CHOOSE:
        return which_set(view, move)
    if action == KEEP_CARD and move.value > 0:
        return float(move.value)
    if (action == PAY_CARD and move.value == 0) or action == HAND_OUT_CARD:
        if PROPERTY <= move.card < RENT and card_wins(view, int(view.active) if action == PAY_CARD else int(move.seat), int(move.card)):
            return -50.0
    if action == ACCEPT and view.seat == view.active:
        return base
    return OPEN


@compiled
def look(view, memory, params, move):
    """Do a move on the trial board, and note what it changes there and how likely it is to come about. Returns the turns that the hand gains, and the
    turns spent whether it does or not."""
    me, action, card = int(view.seat), move.action, int(move.card)
    at = TRIAL + SEAT * me
    everyone = (1 << int(view.players)) - 1
    if action == USE:
        spent = hold(view, params, card)
        return use(view, memory, params, move) - spent, spent
    if action == BANK:
        memory[CHANGED] = 1 << me
        memory[at + MONEY] += int(move.value)
        return -hold(view, params, card) * (params[BANKED] if card >= RENT else 1.0), 0.0
    if action == NO or action == ACCEPT:
        active, target = int(view.active), int(view.target)
        bonus = strike(view, memory, params, active, target, int(view.card), int(view.colour), int(view.number), int(view.amount))
        if action == ACCEPT:
            return bonus, 0.0
        spent = hold(view, params, JUST_SAY_NO)
        memory[CHANCE] = MILLION - memory[NO_CHANCE + active] if me == target else memory[NO_CHANCE + target]
        return bonus - spent, spent
    if action == END:
        return 0.0, 0.0
    memory[SETS] = memory[CHANGED] = everyone
    if action == PLACE or action == DROP or action == GIVE:
        receiver = me if action == PLACE else int(move.seat)
        if PROPERTY <= card < RENT:
            memory[at + HELD + slot(card)] -= 1
            if action != DROP:
                memory[TRIAL + SEAT * receiver + slot(card)] += 1
        elif action == GIVE:
            memory[TRIAL + SEAT * receiver + MONEY] += int(view.rules.value[index(card)])
        if action == PLACE:
            memory[SETS] = memory[CHANGED] = 1 << me
            return 0.0, 0.0
        return -params[GIVEN] * worth(view, card), 0.0
    if action == KEEP_CARD:
        for i in range(MULTIS + 1):
            memory[at + i] = 0
        memory[at + slot(card)] = 1
    elif action == NAME_CARD:
        pass_card(memory, int(move.seat), me, card)
    else:  # PAY_CARD, HAND_OUT_CARD
        receiver = int(view.active) if action == PAY_CARD else int(move.seat)
        if move.value > 0:
            pass_money(memory, me, receiver, int(move.value))
            memory[SETS] = 0
        elif PROPERTY <= card < RENT:
            pass_card(memory, me, receiver, card)
    return 0.0, 0.0


@compiled
def paid(view, move, change):
    """S-15: what a payment costs for each million that it covers; of the money, what leaves least over."""
    if move.value > 0 and pay_value(view, move) < 0.0:
        return -40.0 if view.bank_value[view.seat] < view.owed else -60.0
    covered = int(move.value) if move.value > 0 else int(view.rules.value[index(move.card)])
    return change / max(1, min(covered, int(view.owed)))


@strategy(
    game="stealr",
    name="expert",
    version=1,
    about="weighs what every move does to its own distance to victory and to the others'",
    params=PARAMS,
    memory=SCRATCH,
)
def choose(view, moves, n_moves, params, memory, rng):
    """The move with the largest share of the race after it; ties by lot."""
    ready = view.decision == PLAY and find_finish(view, memory)
    survey(view, memory, params)
    best, best_value, base = 0, -1e9, 0.0
    same_card, same_value = -1, 0.0
    for i in range(-1, n_moves):
        value, bonus, spent = OPEN, 0.0, 0.0
        if i < 0:  # as things are
            memory[SETS] = memory[CHANGED] = (1 << int(view.players)) - 1
        else:
            value = settled(view, moves[i], base)
            if moves[i].action == PLACE and moves[i].card == same_card:  # to the race it is the same in all colours, as jokers move
                value = same_value
        if value == OPEN:
            if i >= 0:
                reset(view, memory)
                if view.decision == PLAY:
                    memory[PLAYS_AFTER] = view.plays_left - 1 if moves[i].action != END else 0
                    memory[HAND_AFTER] = view.hand_size[view.seat] - (1 if moves[i].action != END else 0)
                bonus, spent = look(view, memory, params, moves[i])
            value = share(view, memory, params, bonus, i < 0)
            if i < 0:
                base = value
                keep(view, memory)
                continue
            if memory[CHANCE] > 0:
                value += memory[CHANCE] / 1e6 * (spent_share(view, memory, params, spent) - value)
            if moves[i].action == PAY_CARD:
                value = paid(view, moves[i], value - base)
        if moves[i].action == PLACE:
            same_card, same_value = int(moves[i].card), value
            value += LEAST * lay_gain(view, moves[i])
        if ready:
            value += WINS * finishing(view, moves[i], memory)
        value += 1e-7 * uniform(rng)
        if value > best_value:
            best, best_value = i, value
    return best
