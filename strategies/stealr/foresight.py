"""`expert`'s foresight: what a move, or the card under way, does to the board (see `outlook`), and the own share of the race after it."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.stealr.cards import (
    CARD_TYPES,
    COLOUR_FIRST,
    COLOUR_LAST,
    DEAL_BREAKER,
    FORCED_DEBT,
    GO_AGAIN,
    HEIST,
    JOKER,
    KINDS,
    MARKET_CRASH,
    MULTICOLOUR,
    PASS_GO,
    PLACE_COLOURS,
    PLACE_KINDS,
    PLACES,
    PROPERTY,
    RENT,
    REPOSSESSION,
    SHACK,
    SUPER_SLY_DEAL,
    TAX_COLLECTOR,
    TOUGH_LUCK,
    TYPE_MONEY,
    TYPE_PROPERTY,
    UNFAIR_TRADE,
    YOINK,
)
from strategies.stealr.outlook import (
    AGAIN,
    AGAIN_LOST,
    CHANCE,
    CHANGED,
    DEBTS_OUT,
    DRAWN,
    HAND_AFTER,
    HELD,
    LOOT,
    MILLION,
    MONEY,
    MULTIS,
    NATURAL,
    NO_CHANCE,
    OWN_TIME,
    POWER,
    RIVALS,
    SEAT,
    SETS,
    SHACKS,
    SPEED,
    SPEED_UNIT,
    TAKEN,
    TRIAL,
    hold,
    price_sets,
    slot,
    speed,
    turns,
)
from strategies.stealr.table import card_gain, claim_of, top_of_bank


@compiled
def pass_card(memory, giver, receiver, kind):
    """A property or joker goes from table to table on the trial board."""
    memory[TRIAL + SEAT * giver + slot(kind)] -= 1
    memory[TRIAL + SEAT * receiver + slot(kind)] += 1


@compiled
def pass_money(memory, giver, receiver, amount):
    """Money goes from bank to bank on the trial board."""
    memory[TRIAL + SEAT * giver + MONEY] -= amount
    memory[TRIAL + SEAT * receiver + MONEY] += amount


@compiled
def pass_cards(view, memory, giver, receiver, colour, first, count):
    """S-5: ``count`` cards of a colour, from number ``first`` on, go from table to table."""
    lies = 0
    for step in range(-1, int(COLOUR_LAST[colour]) - int(COLOUR_FIRST[colour]) + 1):
        place = int(colour) if step < 0 else int(COLOUR_FIRST[colour]) + step
        here = int(view.table[giver, index(place)])
        number = min(lies + here, first + count) - max(lies, first)
        lies += here
        for _ in range(number):
            pass_card(memory, giver, receiver, int(PLACE_KINDS[index(place)]))


@compiled
def claim(view, memory, actor, victim, amount):
    """S-15, S-16: a claim is paid from the bank, then from the table, then with a token."""
    from_bank = min(amount, int(view.bank_value[victim]))
    from_table = min(amount - from_bank, int(view.table_value[victim]))
    pass_money(memory, victim, actor, from_bank)
    memory[TRIAL + SEAT * victim + TAKEN] += from_table
    memory[TRIAL + SEAT * actor + TAKEN] -= from_table
    if from_bank + from_table < amount and view.home[victim] > 0:
        memory[TRIAL + SEAT * victim + DEBTS_OUT] += 1


@compiled
def crash_place(view, thief, victim):
    """S-22: a card of a victim's that a thief would take, at a glance; -1 for none."""
    best, where = -1e9, -1
    for place in range(PLACES):
        if view.table[victim, place] > 0:
            kind, colour = int(PLACE_KINDS[place]), int(PLACE_COLOURS[place])
            value = 3.0 if kind == MULTICOLOUR else 2.0 if kind >= JOKER else card_gain(view, thief, kind, colour, 1)
            value -= 0.8 * card_gain(view, victim, kind, colour, -1)
            if value > best:
                best, where = value, place
    return where


@compiled
def hand_loss(view, memory, params, victim, wanted):
    """S-27: the cards of a type that a victim holds, in hundredths; of the own hand they leave the board, and their worth in turns is the second."""
    if victim != view.seat:
        known = fitting = 0
        for kind in range(KINDS):
            known += int(view.known[victim, kind])
            fitting += int(view.known[victim, kind]) if CARD_TYPES[kind] == wanted else 0
        unseen = max(0, int(view.hand_size[victim]) - known)
        # Properties and money are laid as soon as they come: what stays in a hand is mostly actions.
        return 100 * fitting + unseen * (10 if wanted == TYPE_MONEY else 20 if wanted == TYPE_PROPERTY else 70), 0.0
    cards, worth = 0, 0.0
    for kind in range(KINDS):
        if view.hand[kind] > 0 and CARD_TYPES[kind] == wanted:
            cards += 100 * int(view.hand[kind])
            worth += int(view.hand[kind]) * hold(view, params, kind)
    if wanted == TYPE_PROPERTY:
        for i in range(MULTIS + 1):
            memory[TRIAL + SEAT * victim + HELD + i] = 0
    return cards, worth


@compiled
def strike(view, memory, params, actor, victim, card, colour, number, amount):
    """What a card of an actor's does to a victim, on the trial board. Returns the turns that the own hand gains (less than 0: loses)."""
    at = TRIAL + SEAT * victim
    everyone = (1 << int(view.players)) - 1
    memory[CHANGED] = everyone if card == TAX_COLLECTOR or card == REPOSSESSION else memory[CHANGED] | 1 << actor | 1 << victim
    if card == DEAL_BREAKER or card == SUPER_SLY_DEAL or card == MARKET_CRASH or card == REPOSSESSION or card == TOUGH_LUCK:
        memory[SETS] = memory[CHANGED]
    if card < DEAL_BREAKER or card == YOINK:
        claim(view, memory, actor, victim, amount)
    elif card == DEAL_BREAKER:
        size = int(view.rules.set_size[index(colour)])
        pass_cards(view, memory, victim, actor, index(colour), size * max(0, number), size)
    elif card == SUPER_SLY_DEAL:
        pass_cards(view, memory, victim, actor, index(colour), 0, 99)
        memory[TRIAL + SEAT * actor + SHACKS] += int(view.shacks[victim, index(colour)])
        memory[at + SHACKS] -= int(view.shacks[victim, index(colour)])
    elif card == MARKET_CRASH:
        place = int(view.named[victim]) if view.card == MARKET_CRASH else crash_place(view, actor, victim)
        if place >= 0:
            pass_card(memory, victim, actor, int(PLACE_KINDS[index(place)]))
    elif card == HEIST:
        pass_money(memory, victim, actor, top_of_bank(view, victim))
    elif card == TAX_COLLECTOR:
        rest = int(view.bank_value[victim]) - top_of_bank(view, victim)
        for other in range(view.players):
            if other != victim:
                pass_money(memory, victim, other, rest // (int(view.players) - 1))
    elif card == REPOSSESSION:
        _repossess(view, memory, victim)
    elif card == UNFAIR_TRADE:
        pass_money(memory, victim, actor, int(view.bank_value[victim]) - int(view.bank_value[actor]))
    elif card == TOUGH_LUCK:
        cards, worth = hand_loss(view, memory, params, victim, number)
        cards = int(params[LOOT] * cards)
        memory[TRIAL + SEAT * actor + DRAWN] += cards
        if victim != view.seat:
            memory[at + DRAWN] -= cards
        return -worth
    elif card == FORCED_DEBT:
        memory[at + DEBTS_OUT] += 1
    return 0.0


@compiled
def _repossess(view, memory, victim):
    """S-25: the victim keeps one card, and nobody else gets the two that he could use best."""
    kept = -1
    for i in range(MULTIS + 1):
        if memory[TRIAL + SEAT * victim + NATURAL + i] > 0:
            kept = i  # jokers come last
    turn = 0
    for i in range(MULTIS + 1):
        number = memory[TRIAL + SEAT * victim + i] - (1 if i == kept else 0)
        for _ in range(number):
            receiver = turn % int(view.players)
            if receiver == victim:
                turn += 1
                receiver = turn % int(view.players)
            turn += 1
            pass_card(memory, victim, receiver, PROPERTY + i)


@compiled
def use(view, memory, params, move):
    """A card of the own hand is played for its effect. Returns the turns gained."""
    me, card = int(view.seat), int(move.card)
    bonus = 0.0
    memory[CHANGED] |= 1 << me
    if card == PASS_GO:
        drawn = max(0, int(view.rules.pass_go_hand) - int(view.hand_size[me]) + 1)
        memory[HAND_AFTER] += drawn
        memory[TRIAL + SEAT * me + DRAWN] += 100 * drawn
    elif card == GO_AGAIN:
        if view.last_round == 0:
            bonus = params[AGAIN] - params[AGAIN_LOST] * (int(view.plays_left) - 1)
            if view.hand_size[me] == 1:
                memory[TRIAL + SEAT * me + DRAWN] += 100 * int(view.rules.draw_on_empty - view.rules.draw)
    elif card == SHACK:
        memory[TRIAL + SEAT * me + SHACKS] += 1
    else:
        amount = int(view.rules.yoink_amount) if card == YOINK else claim_of(view, me, card, int(move.colour)) if card < DEAL_BREAKER else 0
        chance, victims = 0, 0
        for other in range(view.players):
            if other != me and (move.seat < 0 or other == move.seat) and (card != SUPER_SLY_DEAL or view.lying[other, index(move.colour)] > 0):
                bonus += strike(view, memory, params, me, other, card, int(move.colour), int(move.number), amount)
                chance += memory[NO_CHANCE + other]
                victims += 1
        memory[CHANCE] = chance // max(1, victims)
    return bonus


@compiled
def share(view, memory, params, bonus, first):
    """The own share of the race on the trial board, 0 to 1; ``bonus``: turns gained. With ``first`` the speeds are noted as those of the board."""
    me = int(view.seat)
    own = others = 0.0
    for seat in range(view.players):
        if seat == me or (memory[CHANGED] >> seat) & 1:
            at = TRIAL + SEAT * seat
            if (memory[SETS] >> seat) & 1:
                price_sets(view, memory, params, at)
            time = turns(view, memory, params, at, seat)
            now = speed(time - bonus if seat == me and time > 0.0 else time, params[POWER])
            if first:
                memory[SPEED + seat] = int(SPEED_UNIT * now)
                if seat == me:
                    memory[OWN_TIME] = int(MILLION * time)
        else:
            now = memory[SPEED + seat] / SPEED_UNIT
        if seat == me:
            own = now
        else:
            others += now
    return own / (own + params[RIVALS] * others)


@compiled
def spent_share(view, memory, params, spent):
    """The own share of the race on the board as it is, but for turns spent."""
    own = speed(memory[OWN_TIME] / 1e6 + spent, params[POWER])
    others = 0.0
    for seat in range(view.players):
        if seat != view.seat:
            others += memory[SPEED + seat] / SPEED_UNIT
    return own / (own + params[RIVALS] * others)


assert RENT < DEAL_BREAKER  # all that lies between are rents (S-12)
