"""What cards do to a target once no Just Say No stops them, or more Noes let them through again (S-14 to S-29)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.stealr.cards import (
    COLOUR_FIRST,
    COLOUR_LAST,
    COLOURS,
    DEAL_BREAKER,
    FIRST_JOKER_PLACE,
    FORCED_DEBT,
    HEIST,
    MARKET_CRASH,
    MULTICOLOUR,
    PLACE_COLOURS,
    PLACE_KINDS,
    PLACE_OF,
    PLACES,
    RENT,
    REPOSSESSION,
    SHACK,
    SUPER_SLY_DEAL,
    TAX_COLLECTOR,
    TOUGH_LUCK,
    UNFAIR_TRADE,
    YOINK,
)
from sim.stealr.piles import log, take_type
from sim.stealr.state import (
    ALL,
    FAMILY_OF,
    N_LOST,
    N_PAID,
    N_RECEIVED,
    N_SETS_LOST,
    N_SETS_TAKEN,
    N_TOKENS,
    S_DONE,
    S_GIVE_ALL,
    S_KEEP,
    S_PAY,
    SUFFERED,
    TAKE,
    TOKEN,
)
from sim.stealr.table import drop_shacks, lay, note_change, payable, put_in_bank, swap_banks


@compiled
def is_rent(card):
    """Whether a card is a rent (S-12)."""
    return RENT <= card < DEAL_BREAKER


@compiled
def arrive(state, rules, seat, place):
    """S-11: a card comes to lie before a seat, in a colour that it has or keeps."""
    lay(state, rules, seat, place, 1)
    note_change(state, rules, seat)


@compiled
def send(state, rules, giver, receiver, place):
    """A card goes from table to table. A joker waits for its receiver to place it (S-3, S-11); it is in no zone until then."""
    lay(state, rules, giver, place, -1)
    if place < FIRST_JOKER_PLACE:
        arrive(state, rules, receiver, place)
    else:
        state.arriving = PLACE_KINDS[index(place)]
        state.receiver = receiver


@compiled
def take_effect(state, rules):
    """The card under way does what it does to the target."""
    target, active = index(state.target), index(state.active)
    card = int(state.card)
    state.by_card[target, SUFFERED, index(FAMILY_OF[index(card)])] += 1
    state.step = S_DONE
    if is_rent(card) or card == YOINK:
        demand(state, rules, target)
    elif card == MARKET_CRASH:
        before = int(state.complete[target])
        place = int(state.named[target])
        log(state, active, TAKE, PLACE_KINDS[index(place)], target, PLACE_COLOURS[index(place)], -1, -1, 1)
        send(state, rules, target, active, place)
        count_loss(state, target, active, 1, before)
    elif card == DEAL_BREAKER:
        steal_set(state, rules, target, active)
    elif card == SUPER_SLY_DEAL:
        steal_colour(state, rules, target, active)
    elif card == HEIST:
        heist(state, target, active)
    elif card == TAX_COLLECTOR or card == REPOSSESSION:
        state.step = S_KEEP
    elif card == UNFAIR_TRADE:
        log(state, active, TAKE, card, target, -1, -1, -1, state.bank_cards[target])
        state.count[target, N_LOST] += state.bank_cards[target]
        swap_banks(state, active, target)
    elif card == TOUGH_LUCK:
        taken = take_type(state, active, target, int(state.number))
        log(state, active, TAKE, card, target, -1, -1, -1, taken)
        state.count[target, N_LOST] += taken
    elif card == FORCED_DEBT:
        give_token(state, target, active)


@compiled
def count_loss(state, victim, thief, cards, sets_before):
    """Cards and sets that an action has taken, for the rows."""
    sets = max(0, sets_before - int(state.complete[index(victim)]))
    state.count[index(victim), N_LOST] += cards
    state.count[index(victim), N_SETS_LOST] += sets
    state.count[index(thief), N_SETS_TAKEN] += sets


@compiled
def give_token(state, debtor, holder):
    """S-16, S-29: a debt token goes out, if one is at home."""
    if state.home[index(debtor)] > 0:
        state.home[index(debtor)] -= 1
        state.tokens[index(debtor), index(holder)] += 1
        state.count[index(debtor), N_TOKENS] += 1
        log(state, debtor, TOKEN, -1, holder, -1, -1, -1, -1)


@compiled
def demand(state, rules, target):
    """S-15, S-16: the target pays card by card, or, if he can't in full, gives a token and then everything that can pay."""
    if payable(state, rules, target) >= state.amount:
        state.owed = state.amount
        state.step = S_PAY
        return
    log(state, target, ALL, -1, state.active, -1, -1, -1, -1)
    give_token(state, target, int(state.active))
    state.step = S_GIVE_ALL


@compiled
def note_paid(state, payer, value):
    """What has been paid for rents, for the rows."""
    if is_rent(int(state.card)):
        state.count[index(payer), N_PAID] += value
        state.count[index(state.active), N_RECEIVED] += value


@compiled
def pay_from_bank(state, giver, receiver, value):
    """A card goes from bank to bank."""
    put_in_bank(state, giver, value, -1)
    put_in_bank(state, receiver, value, 1)


@compiled
def pay_shack(state, rules, payer, colour):
    """S-13 (`shack_pays`): a Shack goes from the table to the receiver's bank, where it is money."""
    state.shacks[index(payer), index(colour)] -= 1
    state.banked[SHACK] += 1
    put_in_bank(state, int(state.active), int(rules.value[SHACK]), 1)


@compiled
def pay_from_table(state, rules, payer, place):
    """A property or two-colour joker goes to the active player's table."""
    note_paid(state, payer, int(rules.value[index(PLACE_KINDS[index(place)])]))
    send(state, rules, payer, int(state.active), place)


@compiled
def hand_over_bank(state, giver, receiver, kept):
    """S-16, S-24: all money goes to one player, but for a card of the value ``kept`` (-1: none)."""
    for value in range(1, state.bank.shape[1]):
        number = int(state.bank[index(giver), value]) - (1 if value == kept else 0)
        if number > 0:
            put_in_bank(state, giver, value, -number)
            put_in_bank(state, receiver, value, number)


@compiled
def give_all(state, rules, payer):
    """S-16: what can pay goes to the active player until a joker must be placed or someone has won; True when nothing is left."""
    active = int(state.active)
    if state.bank_cards[index(payer)] > 0:
        note_paid(state, payer, int(state.bank_value[index(payer)]))
        hand_over_bank(state, payer, active, -1)
    if rules.shack_pays:
        for colour in range(COLOURS):
            while state.shacks[index(payer), colour] > 0:
                note_paid(state, payer, int(rules.value[SHACK]))
                pay_shack(state, rules, payer, colour)
    if state.table_value[index(payer)] > 0:
        for place in range(PLACES):
            while state.table[index(payer), place] > 0 and PLACE_KINDS[place] != MULTICOLOUR:
                pay_from_table(state, rules, payer, place)
                if state.arriving >= 0 or state.actor < 0:
                    return False
    return True


@compiled
def hand_all_over(state, rules, victim):
    """S-24, S-25 with two players: all but the kept card goes to the active player; True when that is done."""
    active = int(state.active)
    if state.card == TAX_COLLECTOR:
        state.count[index(victim), N_LOST] += state.bank_cards[index(victim)] - 1
        hand_over_bank(state, victim, active, int(state.kept))
        return True
    for place in range(PLACES):
        while state.table[index(victim), place] > (1 if place == state.kept else 0):
            repossess(state, rules, victim, active, place)
            if state.arriving >= 0 or state.actor < 0:
                return False
    return True


@compiled
def repossess(state, rules, victim, receiver, place):
    """S-25: a card of the victim's table goes to another player's."""
    before = int(state.complete[index(victim)])
    send(state, rules, victim, receiver, place)
    count_loss(state, victim, int(state.active), 1, before)


@compiled
def heist(state, target, active):
    """S-23: the most valuable card of a bank."""
    value = state.bank.shape[1] - 1
    while state.bank[index(target), value] == 0:
        value -= 1
    log(state, active, TAKE, HEIST, target, -1, -1, value, 1)
    pay_from_bank(state, target, active, value)
    state.count[index(target), N_LOST] += 1


@compiled
def steal_set(state, rules, target, active):
    """S-20: a complete set goes over as one, with its Shack."""
    colour = index(state.colour)
    size = int(rules.set_size[colour])
    first = size * int(state.number)
    before = int(state.complete[target])
    shack = 1 if state.number < state.shacks[target, colour] else 0
    log(state, active, TAKE, DEAL_BREAKER, target, colour, -1, -1, size + shack)
    state.shacks[target, colour] -= shack
    lies = 0  # cards of the colour before the present place
    for step in range(-1, COLOUR_LAST[colour] - COLOUR_FIRST[colour] + 1):
        place = int(colour) if step < 0 else int(COLOUR_FIRST[colour]) + step
        here = int(state.table[target, index(place)])
        number = min(lies + here, first + size) - max(lies, first)
        lies += here
        if number > 0:
            lay(state, rules, target, place, -number)
            lay(state, rules, active, place, number)
    state.shacks[active, colour] += shack
    drop_shacks(state, rules, active, colour)
    count_loss(state, target, active, size + shack, before)
    note_change(state, rules, active)


@compiled
def steal_colour(state, rules, target, active):
    """S-21: all that lies in a colour goes over as one, Shacks included; under `super_sly_jokers = "possible"` also every joker that could lie in it.

    Each card keeps the colour in which it lies.
    """
    colour = index(state.colour)
    before = int(state.complete[target])
    shacks = int(state.shacks[target, colour])
    state.shacks[target, colour] = 0
    taken = shacks
    for place in range(PLACES):
        number = int(state.table[target, place])
        if number > 0 and is_taken(rules, place, colour):
            lay(state, rules, target, place, -number)
            lay(state, rules, active, place, number)
            taken += number
    state.shacks[active, colour] += shacks
    drop_shacks(state, rules, active, colour)
    log(state, active, TAKE, SUPER_SLY_DEAL, target, colour, -1, -1, taken)
    count_loss(state, target, active, taken, before)
    note_change(state, rules, active)


@compiled
def is_taken(rules, place, colour):
    """S-21: whether Super Sly Deal on a colour takes what lies at a place."""
    if PLACE_COLOURS[index(place)] == colour:
        return True
    return rules.super_sly_jokers == 1 and PLACE_OF[index(PLACE_KINDS[index(place)]), index(colour)] >= 0


@compiled
def victims(state, rules, seat, card, colour):
    """S-32: the opponents (bits) who have something that Super Sly Deal, Market Crash or Heist takes."""
    targets = 0
    for other in range(state.players):
        if other == seat:
            continue
        if card == HEIST:
            hit = state.bank_cards[other] > 0
        elif card == MARKET_CRASH:
            hit = state.table_cards[other] > 0
        else:
            hit = state.lying[other, index(colour)] > 0
            if not hit and rules.super_sly_jokers == 1:
                for place in range(FIRST_JOKER_PLACE, PLACES):
                    hit = hit or (state.table[other, place] > 0 and is_taken(rules, place, colour))
        targets |= (1 if hit else 0) << other
    return targets
