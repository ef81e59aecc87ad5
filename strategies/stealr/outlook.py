"""`expert`'s outlook: about how many turns each seat still needs to win, and from that the own share of the race.

Works on scratch copies of the table (whole numbers in the strategy's memory): *boards*, one as things are and one to try a move on.

A seat's turns are what its cheapest three colours lack, at the price of a draw each (dearer where few such cards are left unseen), what lies in the
hand at the price of a play, and what else makes it slower or faster: money to pay with, debt tokens, cards in hand, other colours begun. Jokers count
wherever they help most, as they can be moved for nothing.
"""

from __future__ import annotations

from math import sqrt

from sim.core.compile import compiled, index
from sim.stealr.cards import (
    COLOURS,
    DEAL_BREAKER,
    DOUBLE_RENT,
    JUST_SAY_NO,
    PLACE_KINDS,
    PLACES,
    PROPERTY,
    RENT,
    RENT_ANY,
)
from strategies.stealr.finish import EDGES, FINISH_SCRATCH, JOKER_KINDS

# A board: for each seat so many numbers.
NATURAL, PAIRS, MULTIS = 0, COLOURS, COLOURS + JOKER_KINDS  # properties by colour, two-colour jokers, multicolour jokers on the table
MONEY = MULTIS + 1  # in the bank, in M
TAKEN = MONEY + 1  # in M: what a claim takes from the table beyond the bank (less than 0: what it brings)
DEBTS_OUT = TAKEN + 1  # debt tokens
DRAWN = DEBTS_OUT + 1  # cards that come to the hand (less than 0: go), in hundredths
SHACKS = DRAWN + 1
SETS_COST = SHACKS + 1  # what the sets lack, in millionths of a turn
READY = SETS_COST + 1  # 0, or if nothing is lacking 1 and the cards of the hand that have still to be laid
HELD = READY + 1  # the same as on the table, in the own hand: [HELD + NATURAL …]
SEAT = HELD + MULTIS + 1  # numbers a seat
BOARD = FINISH_SCRATCH
TRIAL = BOARD + 4 * SEAT
# And beside the boards:
PRICE = TRIAL + 4 * SEAT  # [colour]: of a missing card, in millionths of a turn
NO_CHANCE = PRICE + COLOURS  # [seat]: that it holds a Just Say No, in millionths
SPEED = NO_CHANCE + 4  # [seat], as things are, in SPEED_UNIT
COST = SPEED + 4  # [colour], while colours are being chosen, in millionths
LEFT = COST + COLOURS  # jokers not yet used, in the order of a board from PAIRS on: table, then hand
LEFT_IN_HAND = LEFT + JOKER_KINDS + 1
PLAYS_AFTER = LEFT_IN_HAND + JOKER_KINDS + 1  # plays left to this seat after the move that is looked at
HAND_AFTER = PLAYS_AFTER + 1  # and cards in its hand
SETS = HAND_AFTER + 1  # seats (bits) whose sets differ on the trial board from the board as it is
CHANGED = SETS + 1  # seats of which anything else differs
CHANCE = CHANGED + 1  # that the trial does not come about, but only what was spent on it is lost; in millionths
OWN_TIME = CHANCE + 1  # own turns as things are, in millionths
SCRATCH = OWN_TIME + 1

MILLION = 1000000
SPEED_UNIT = 1e9

PARAMS = {
    "power": 1.75,  # how sharply being ahead counts, in steps of a quarter
    "rivals": 0.717,  # weight of the others' speed
    "base": 3.025,  # turns that everyone needs
    "draw": 1.04,  # a card that is lacking
    "scarce": 1.465,  # how much dearer it is if few are left
    "lay": 0.069,  # a card of the hand that has still to be laid
    "pair": 0.005,  # a two-colour joker that a set needs
    "multi": 0.01,  # a multicolour joker that it needs
    "poor": 1.651,  # an empty bank
    "half": 20.763,  # the bank, in M, with which half of that is gone
    "token": 0.178,  # a debt token out
    "robbed": 0.177,  # a million taken from the table
    "robs": 0.237,  # a million that comes to the table
    "card": 0.113,  # a card in hand, unseen
    "empty": 0.67,  # a hand that can be emptied in this turn, for five cards in the next
    "spare": 0.184,  # a card on the table
    "other": 0.224,  # another colour: the nearer to a set, the more
    "shack": 0.549,
    "loot": 4.261,  # a card taken from another's hand, against one drawn
    "banked": 3.897,  # how much more dearly a card that could do something is banked than played
    "given": 0.245,  # what a card is worth that is discarded or given for a token, against `habits.worth`
    "wary": 0.743,  # how much likelier a hand holds a Just Say No than a random one
    "again": 0.6,  # a turn won by Go Again
    "again_lost": 0.604,  # each play that it forfeits
    "money": 0.002,  # kept in hand: a million
    "rent": 0.005,  # … and the other cards
    "double_rent": 0.02,
    "rent_any": 0.008,
    "double_rent_any": 0.451,
    "deal_breaker": 0.352,
    "super_sly_deal": 1.356,
    "market_crash": 0.189,
    "heist": 0.008,
    "tax_collector": 0.025,
    "repossession": 0.196,
    "unfair_trade": 0.177,
    "tough_luck": 0.023,
    "yoink": 0.044,
    "forced_debt": 0.058,
    "pass_go": 0.18,
    "go_again": 0.069,
    "just_say_no": 0.566,
    "shack_held": 0.045,
}
(
    POWER, RIVALS, BASE, DRAW, SCARCE, LAY, PAIR, MULTI, POOR, HALF, TOKEN_OUT, ROBBED, ROBS, CARD, EMPTY, SPARE, OTHER, SHACK_LAID, LOOT, BANKED,
    GIVEN, WARY, AGAIN, AGAIN_LOST, HOLD_MONEY, HOLD_RENT, HOLD_DOUBLE_RENT, HOLD_ANY, HOLD_DOUBLE_ANY, HOLD_ACTION,
) = range(30)  # fmt: skip
"""From HOLD_ACTION on: the actions and Shack, in the order of their kinds."""


@compiled
def hold(view, params, card):
    """What a card is worth as long as it is kept in hand, in turns; properties and jokers count in the outlook itself."""
    if card >= DEAL_BREAKER:
        return params[index(HOLD_ACTION + card - DEAL_BREAKER)]
    if card >= RENT_ANY:
        return params[index(HOLD_ANY + card - RENT_ANY)]
    if card >= RENT:
        return params[HOLD_RENT if card < DOUBLE_RENT else HOLD_DOUBLE_RENT]
    return params[HOLD_MONEY] * int(view.rules.value[index(card)]) if card < PROPERTY else 0.0


@compiled
def slot(kind):
    """Where a property or joker is counted in a seat's numbers."""
    return index(kind - PROPERTY)  # properties, two-colour jokers and the multicolour one follow each other in both


@compiled
def survey(view, memory, params):
    """Lay out the trial board as things are: seats, prices, chances of a No."""
    me = int(view.seat)
    memory[PLAYS_AFTER] = view.plays_left
    memory[HAND_AFTER] = view.hand_size[me]
    for seat in range(view.players):
        at = TRIAL + SEAT * seat
        for i in range(SEAT):
            memory[at + i] = 0
        for place in range(PLACES):
            if view.table[seat, place] > 0:
                memory[at + slot(PLACE_KINDS[place])] += int(view.table[seat, place])
        memory[at + MONEY] = view.bank_value[seat]
        memory[at + DEBTS_OUT] = int(view.rules.debt_tokens) - int(view.home[seat])
        for colour in range(COLOURS):
            memory[at + SHACKS] += int(view.shacks[seat, colour])
    for i in range(MULTIS + 1):
        memory[TRIAL + SEAT * me + HELD + i] = view.hand[PROPERTY + i]
    for colour in range(COLOURS):
        unseen = int(view.rules.deck[PROPERTY + colour]) - int(view.hand[PROPERTY + colour])
        for seat in range(view.players):
            unseen -= int(view.table[seat, colour])
        memory[PRICE + colour] = int(MILLION * params[DRAW] * (1.0 + params[SCARCE] / (1.0 + max(0, unseen))))
    noes = int(view.rules.deck[JUST_SAY_NO]) - int(view.discard[JUST_SAY_NO]) - int(view.banked[JUST_SAY_NO]) - int(view.hand[JUST_SAY_NO])
    unseen = int(view.pile_size) - int(view.hand_size[me])
    for seat in range(view.players):
        unseen += int(view.hand_size[seat])
    for seat in range(view.players):
        expected = params[WARY] * max(0, noes) * int(view.hand_size[seat]) / max(1, unseen)
        memory[NO_CHANCE + seat] = int(MILLION * min(1.0, expected))
        if view.known[seat, JUST_SAY_NO] > 0:
            memory[NO_CHANCE + seat] = MILLION


@compiled
def keep(view, memory):
    """The trial board becomes the board as it is."""
    for i in range(SEAT * int(view.players)):
        memory[BOARD + i] = memory[TRIAL + i]


@compiled
def reset(view, memory):
    """Begin a trial from the board as it is."""
    for i in range(SEAT * int(view.players)):
        memory[TRIAL + i] = memory[BOARD + i]
    memory[SETS] = memory[CHANGED] = memory[CHANCE] = 0


@compiled
def price_sets(view, memory, params, at):
    """Note what the cheapest colours that win still lack, in turns: one colour after the other, jokers used up as it goes."""
    for joker in range(JOKER_KINDS + 1):
        memory[LEFT + joker] = memory[at + PAIRS + joker]
        memory[LEFT_IN_HAND + joker] = memory[at + HELD + PAIRS + joker]
    total, lacking, to_lay, done, changed = 0, 0, 0, 0, (1 << COLOURS) - 1
    for _ in range(view.rules.sets_to_win):
        best, where = 1 << 60, 0
        for colour in range(COLOURS):
            if (changed >> colour) & 1:
                memory[COST + colour] = _set_cost(view, memory, params, at, colour)
            if (done >> colour) & 1 == 0 and memory[COST + colour] < best:
                best, where = memory[COST + colour], colour
        total += best
        done |= 1 << where
        # Use up what it takes.
        need = int(view.rules.set_size[where]) - memory[at + where]
        size = need
        has_own = memory[at + where] > 0
        changed = 0
        for held in range(2):
            if held == 1 and need > 0:
                used = min(need, memory[at + HELD + where])
                need -= used
                to_lay += used
                has_own = has_own or used > 0
            for i in range(3):
                if EDGES[where, i] >= 0 and need > 0:
                    joker = LEFT + (JOKER_KINDS + 1) * held + int(EDGES[where, i])
                    used = min(need, memory[joker])
                    if used > 0:
                        memory[joker] -= used
                        need -= used
                        to_lay += used * held
                        has_own = True
                        for colour in range(COLOURS):
                            for j in range(3):
                                if EDGES[colour, j] == EDGES[where, i]:
                                    changed |= 1 << colour
        for held in range(2):
            multis = LEFT + (JOKER_KINDS + 1) * held + JOKER_KINDS
            used = min(need if has_own else min(need, size - 1), memory[multis])
            if used > 0:
                memory[multis] -= used
                need -= used
                to_lay += used * held
                changed = (1 << COLOURS) - 1
        lacking += max(0, need)
    if params[OTHER] > 0.0:
        near = 0.0
        for colour in range(COLOURS):
            if (done >> colour) & 1 == 0:
                if (changed >> colour) & 1:
                    memory[COST + colour] = _set_cost(view, memory, params, at, colour)
                time = memory[COST + colour] / 1e6
                near += 1.0 / (1.0 + time * time)
        total -= int(MILLION * params[OTHER] * near)
    memory[at + SETS_COST] = total
    memory[at + READY] = 1 + to_lay if lacking == 0 else 0


@compiled
def _set_cost(view, memory, params, at, colour):
    """What a set of a colour lacks, in millionths of a turn, with all jokers not yet used."""
    size = int(view.rules.set_size[colour])
    have = memory[at + colour]
    if have >= size:
        return 0
    in_hand = memory[at + HELD + colour]
    on_table = 0
    for i in range(3):
        if EDGES[colour, i] >= 0:
            on_table += memory[LEFT + index(EDGES[colour, i])]
            in_hand += memory[LEFT_IN_HAND + index(EDGES[colour, i])]
    need = size - have
    pairs = min(need, on_table)
    need -= pairs
    laid = min(need, in_hand)
    need -= laid
    if have + pairs + laid == 0:
        need -= 1
    multis = min(need, memory[LEFT + JOKER_KINDS])
    need -= multis
    held = min(need, memory[LEFT_IN_HAND + JOKER_KINDS])
    need -= held
    if have + pairs + laid == 0:
        need += 1
    cost = params[LAY] * (laid + held) + params[PAIR] * pairs + params[MULTI] * (multis + held)
    return need * memory[PRICE + colour] + int(MILLION * cost)


@compiled
def speed(time, power):
    """``1 / time ** power``; the power counts in steps of a quarter."""
    quarters = int(4.0 * power + 0.5)
    time = max(0.1, time)
    product = 1.0
    for _ in range(quarters >> 2):
        product *= time
    root = sqrt(time)
    if quarters & 2:
        product *= root
    if quarters & 1:
        product *= sqrt(root)
    return 1.0 / product


@compiled
def turns(view, memory, params, at, seat):
    """Turns that a seat still needs, from its numbers on a board (the hand's other cards apart); 0: it has won, or can at once."""
    if memory[at + READY] > 0:
        if seat != view.seat:
            return 0.0
        if view.seat == view.active and memory[at + READY] - 1 <= memory[PLAYS_AFTER]:
            return 0.0
    cards = 0
    for i in range(MULTIS + 1):
        cards += memory[at + i]
    time = params[BASE] + memory[at + SETS_COST] / 1e6 + params[POOR] * params[HALF] / (params[HALF] + max(0, memory[at + MONEY]))
    time += params[TOKEN_OUT] * memory[at + DEBTS_OUT] - params[CARD] * memory[at + DRAWN] / 100.0
    if seat == view.seat == view.active and memory[HAND_AFTER] <= memory[PLAYS_AFTER]:
        time -= params[EMPTY]
    taken = memory[at + TAKEN]
    time += params[ROBBED if taken > 0 else ROBS] * taken
    return max(0.2, time - params[SPARE] * min(cards, 12) - params[SHACK_LAID] * memory[at + SHACKS])
