"""What lies before a seat: colours and their sets, Shacks, rents, what can pay, and who has won (S-5, S-10 to S-13, S-15)."""

from __future__ import annotations

from sim.core.compile import ROW, compiled, index, positive
from sim.core.leading import note_leaders
from sim.stealr.cards import (
    COLOUR_LAST,
    COLOURS,
    FIRST_JOKER_PLACE,
    JOKER_PLACES,
    MAX_SEATS,
    MULTICOLOUR_PLACES,
    PLACE_COLOURS,
    PLACE_KINDS,
    SHACK,
    TABLE_WIDTH,
)
from sim.stealr.piles import discard_card, log
from sim.stealr.state import N_LEAD, N_LEAD_LOST, WIN


@compiled
def is_complete(state, rules, seat, colour):
    """S-10: whether a seat has a complete set of a colour. Multicolour jokers lie last, so the first set has another card if any set has."""
    lying = state.lying[index(seat), index(colour)]
    return lying >= rules.set_size[index(colour)] and lying > state.table[index(seat), index(COLOUR_LAST[index(colour)])]


@compiled
def complete_sets(state, rules, seat, colour):
    """S-5, S-10: into how many complete sets the colour is cut: those of multicolour jokers alone, which come last, are none."""
    size = int(rules.set_size[colour])
    lying = int(state.lying[seat, colour])
    others = lying - int(state.table[seat, index(COLOUR_LAST[colour])])
    return min(lying // size, (others + size - 1) // size)


@compiled
def sets_begun(state, rules, seat, colour):
    """S-13: sets of a colour, complete or not: as many Shacks can lie there."""
    size = int(rules.set_size[index(colour)])
    return (int(state.lying[index(seat), index(colour)]) + size - 1) // size


@compiled
def lay(state, rules, seat, place, number):
    """``number`` cards come to lie at a place (or leave it, if negative). Only :func:`note_change` looks whether that has won."""
    seat, place = index(seat), index(place)
    colour = index(PLACE_COLOURS[place])
    before = is_complete(state, rules, seat, colour)
    state.table[seat, place] += number
    state.lying[seat, colour] += number
    state.table_cards[seat] += number
    state.table_value[seat] += number * int(rules.value[index(PLACE_KINDS[place])])
    after = is_complete(state, rules, seat, colour)
    if before != after:
        state.complete[seat] += 1 if after else -1
        state.changed = state.stirred = 1
    if state.shacks[seat, colour] > 0:
        drop_shacks(state, rules, seat, colour)


@compiled
def drop_shacks(state, rules, seat, colour):
    """S-13: with more Shacks than sets the surplus is discarded."""
    sets = sets_begun(state, rules, seat, colour)
    while state.shacks[seat, colour] > sets:
        state.shacks[seat, colour] -= 1
        discard_card(state, SHACK)


@compiled
def note_change(state, rules, seat):
    """S-11: looked at after every card that comes to lie before ``seat``. With enough complete sets it has won, and the game is over."""
    if state.changed == 0:
        return
    state.changed = 0
    most = second = 0  # the two largest numbers of complete sets
    for other in range(state.players):
        sets = int(state.complete[other])
        if sets > most:
            second = most
            most = sets
        elif sets > second:
            second = sets
    for other in range(state.players):
        lead = int(state.complete[other]) - (second if state.complete[other] == most else most)
        if lead > 0:
            state.count[other, N_LEAD] = max(lead, int(state.count[other, N_LEAD]))
        else:
            state.count[other, N_LEAD_LOST] = state.count[other, N_LEAD]
    if state.complete[index(seat)] >= rules.sets_to_win:
        state.won[index(seat)] = 1
        state.actor = -1
        note_standing(state)
        log(state, seat, WIN, -1, -1, -1, -1, -1, -1)


@compiled
def note_standing(state):
    """A turn is over: who leads (the most complete sets; all while nobody has one), and how far behind each seat has been."""
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.complete[seat]))
    now = 0
    for seat in range(state.players):
        behind = most - int(state.complete[seat])
        now |= int(behind == 0) << seat
        state.behind[seat] = max(behind, int(state.behind[seat]))
    note_leaders(state, now)
    state.stirred = 0


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
def rent_of(state, rules, seat, colour):
    """S-12, S-13: rent of the (fullest, that is the first) set of a colour with its Shack, in M; -1 without a card but multicolour jokers."""
    seat, colour = index(seat), index(colour)
    lying = int(state.lying[seat, colour])
    if lying == state.table[seat, index(COLOUR_LAST[colour])]:
        return -1
    rent = int(rules.rent[colour, index(min(lying, int(rules.set_size[colour])))])
    return rent + (int(rules.shack_rent) if state.shacks[seat, colour] > 0 else 0)


@compiled
def shacks_of(state, seat):
    """Shacks before a seat."""
    total = 0
    for colour in range(COLOURS):
        total += int(state.shacks[seat, colour])
    return total


@compiled
def payable(state, rules, seat):
    """S-15: what a seat could pay with in all, in M. Multicolour jokers never pay; a Shack on the table only under `shack_pays`."""
    seat = index(seat)
    value = int(state.bank_value[seat]) + int(state.table_value[seat])
    if rules.shack_pays:
        value += shacks_of(state, seat) * int(rules.value[SHACK])
    return value


@compiled
def lying_bits(state, seat):
    """Bit p is set for each place p of a table where something lies."""
    first = seat * (TABLE_WIDTH // ROW)
    return positive(state.table, first) | positive(state.table, first + 1) << 16 | positive(state.table, first + 2) << 32


@compiled
def movable_bits(state, rules, seat):
    """S-7: the places (bits) where jokers lie that a seat might move."""
    return lying_bits(state, seat) & (JOKER_PLACES if rules.multicolour_moves else JOKER_PLACES & ~MULTICOLOUR_PLACES)


@compiled
def swap_banks(state, seat, other):
    """S-26: two seats swap all that lies in their banks."""
    for value in range(state.bank.shape[1]):
        mine = int(state.bank[seat, value])
        state.bank[seat, value] = state.bank[other, value]
        state.bank[other, value] = mine
    cards, worth = int(state.bank_cards[seat]), int(state.bank_value[seat])
    state.bank_cards[seat], state.bank_value[seat] = state.bank_cards[other], state.bank_value[other]
    state.bank_cards[other], state.bank_value[other] = cards, worth


@compiled
def put_in_bank(state, seat, value, number):
    """``number`` cards of a value come to a bank (or leave it, if negative)."""
    state.bank[index(seat), index(value)] += number
    state.bank_cards[index(seat)] += number
    state.bank_value[index(seat)] += number * int(value)


@compiled
def next_seat(state, seat):
    """The next seat clockwise."""
    return index(seat + 1) if seat + 1 < state.players else 0


@compiled
def may_be_victim_of_debt(state, rules, seat):
    """S-28, S-32: whether a claim can take anything from a seat: something payable, or a token at home."""
    return payable(state, rules, seat) > 0 or state.home[index(seat)] > 0


assert MAX_SEATS <= 7  # sets of seats are bits of an int8
