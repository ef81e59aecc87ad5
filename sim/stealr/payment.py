"""Cards that go from one player to another: payments, debt tokens, what is handed out (S-15, S-16, S-24, S-25)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.stealr.cards import COLOURS, DEAL_BREAKER, MULTICOLOUR, PLACE_KINDS, PLACES, RENT, SHACK, TAX_COLLECTOR
from sim.stealr.piles import log
from sim.stealr.state import ALL, N_LOST, N_PAID, N_RECEIVED, N_SETS_LOST, N_SETS_TAKEN, N_TOKENS, S_GIVE_ALL, TOKEN
from sim.stealr.table import payable, put_in_bank, send


@compiled
def is_rent(card):
    """Whether a card is a rent (S-12)."""
    return RENT <= card < DEAL_BREAKER


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
def can_go_on_paying(state, rules, payer):
    """S-15, S-16: whether what is owed can still be paid in full; if not, the payer gives a token and then everything that can pay.

    Looked at before every card: under `shack_pays` a card may leave and its Shack be discarded, which could have paid too.
    """
    if payable(state, rules, payer) >= state.owed:
        return True
    log(state, payer, ALL, -1, state.active, -1, -1, -1, -1)
    give_token(state, payer, int(state.active))
    state.step = S_GIVE_ALL
    return False


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
