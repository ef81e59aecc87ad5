"""What cards do to a target once no Just Say No stops them, or more Noes let them through again (S-14 to S-29)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.stealr.cards import (
    COLOUR_FIRST,
    COLOUR_LAST,
    DEAL_BREAKER,
    FIRST_JOKER_PLACE,
    FORCED_DEBT,
    HEIST,
    MARKET_CRASH,
    PLACE_COLOURS,
    PLACE_KINDS,
    PLACE_OF,
    PLACES,
    REPOSSESSION,
    SUPER_SLY_DEAL,
    TAX_COLLECTOR,
    TOUGH_LUCK,
    UNFAIR_TRADE,
    YOINK,
)
from sim.stealr.payment import count_loss, give_token, is_rent, pay_from_bank
from sim.stealr.piles import log, take_type
from sim.stealr.state import (
    FAMILY_OF,
    N_LOST,
    S_DONE,
    S_KEEP,
    S_PAY,
    SUFFERED,
    TAKE,
)
from sim.stealr.table import drop_shacks, lay, note_change, send, swap_banks


@compiled
def take_effect(state, rules):
    """The card under way does what it does to the target."""
    target, active = index(state.target), index(state.active)
    card = int(state.card)
    state.by_card[target, SUFFERED, index(FAMILY_OF[index(card)])] += 1
    state.step = S_DONE
    if is_rent(card) or card == YOINK:
        state.owed = state.amount
        state.step = S_PAY
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
        log(state, active, TAKE, card, target, -1, -1, -1, min(127, int(state.bank_cards[target])))
        state.count[target, N_LOST] += state.bank_cards[target]
        swap_banks(state, active, target)
    elif card == TOUGH_LUCK:
        taken = take_type(state, active, target, int(state.number))
        log(state, active, TAKE, card, target, -1, -1, -1, taken)
        state.count[target, N_LOST] += taken
    elif card == FORCED_DEBT:
        give_token(state, target, active)


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
