"""Legal moves: what a seat may answer to each kind of decision."""

from __future__ import annotations

from sim.core.compile import ROW, compiled, index, lowest, positive, store_word
from sim.core.contract import implements, legal_moves
from sim.stealr.cards import (
    COLOURS,
    DEAL_BREAKER,
    DOUBLE_RENT,
    GO_AGAIN,
    HAND_WIDTH,
    HEIST,
    JOKER,
    JUST_SAY_NO,
    KINDS,
    MARKET_CRASH,
    MULTICOLOUR,
    MULTICOLOUR_PLACES,
    PASS_GO,
    PLACE_COLOURS,
    PLACE_KINDS,
    PROPERTY,
    RENT,
    RENT_ANY,
    REPOSSESSION,
    SHACK,
    SUPER_SLY_DEAL,
    TAX_COLLECTOR,
    TOUGH_LUCK,
    TYPES,
    UNFAIR_TRADE,
    YOINK,
)
from sim.stealr.effects import victims
from sim.stealr.payment import is_rent
from sim.stealr.reference import JOKER_PAIRS, RENT_PAIRS
from sim.stealr.state import (
    ACCEPT,
    ANSWER,
    BANK,
    CHOOSE,
    DEBT,
    DISCARD,
    DROP,
    END,
    GIVE,
    HAND_OUT,
    HAND_OUT_CARD,
    KEEP,
    KEEP_CARD,
    MOVE_JOKER,
    NAME,
    NAME_CARD,
    NO,
    PAY,
    PAY_CARD,
    PLACE,
    PLAY,
    PUT,
    PUT_JOKER,
    STATE,
    USE,
)
from sim.stealr.table import complete_sets, is_complete, lying_bits, may_be_victim_of_debt, movable_bits, rent_of, sets_begun

MONEY_KINDS = (1 << PROPERTY) - 1
PROPERTY_KINDS = (1 << JOKER) - (1 << PROPERTY)
JOKER_KINDS = (1 << RENT) - (1 << JOKER)


@compiled
def _add(moves, n, action, card, seat, colour, source, value, number):
    """Append a move, its fields packed in the order of :data:`MOVE`; returns the new number of moves."""
    word = int(action) | (int(card) & 255) << 8 | (int(seat) & 255) << 16 | (int(colour) & 255) << 24
    store_word(moves[index(n)], word | (int(source) & 255) << 32 | (int(value) & 255) << 40 | (int(number) & 255) << 48)
    return n + 1


@implements(legal_moves, STATE)
def _legal_moves(state, rules, moves):
    decision = state.decision
    if decision == PLAY:
        return _play_moves(state, rules, moves)
    if decision == PAY or decision == KEEP or decision == HAND_OUT or decision == NAME:
        return _open_cards(state, rules, moves, decision)
    if decision == ANSWER:
        return _add(moves, _add(moves, 0, NO, -1, -1, -1, -1, -1, -1), ACCEPT, -1, -1, -1, -1, -1, -1)
    if decision == PUT:
        return _joker_moves(moves, 0, PUT_JOKER, int(state.arriving))
    n = 0
    seat = index(state.actor)
    if decision == DISCARD:
        for card in range(KINDS):
            if state.hand[seat, card] > 0:
                n = _add(moves, n, DROP, card, -1, -1, -1, -1, -1)
    elif decision == DEBT:
        for card in range(KINDS):
            if state.hand[seat, card] > 0:
                for holder in range(state.players):
                    if state.tokens[seat, holder] > 0:
                        n = _add(moves, n, GIVE, card, holder, -1, -1, -1, -1)
    else:  # SET
        for number in range(complete_sets(state, rules, int(state.target), int(state.colour))):
            n = _add(moves, n, CHOOSE, -1, state.target, state.colour, -1, -1, number)
    return n


@compiled
def _joker_moves(moves, n, action, kind):
    """One move for each colour in which a joker may lie."""
    if kind == MULTICOLOUR:
        for colour in range(COLOURS):
            n = _add(moves, n, action, kind, -1, colour, -1, -1, -1)
        return n
    for side in range(2):
        n = _add(moves, n, action, kind, -1, JOKER_PAIRS[index(kind - JOKER), side], -1, -1, -1)
    return n


@compiled
def _open_cards(state, rules, moves, decision):
    """Cards of a bank by value, or of a table by kind and colour: to pay with, to name, to keep, to give away (S-15, S-22, S-24, S-25)."""
    owner = index(state.target)
    action = PAY_CARD if decision == PAY else NAME_CARD if decision == NAME else KEEP_CARD if decision == KEEP else HAND_OUT_CARD
    bank = decision == PAY or (decision != NAME and state.card == TAX_COLLECTOR)
    table = decision == PAY or not bank
    kept = int(state.kept) if decision == HAND_OUT else -1
    n = 0
    if bank:
        for value in range(1, state.bank.shape[1]):
            if state.bank[owner, value] > (1 if value == kept else 0):
                n = _to_whom(state, moves, n, action, -1, -1, value)
    if table:
        bits = lying_bits(state, owner)
        if decision == PAY:
            bits &= ~MULTICOLOUR_PLACES
        while bits != 0:
            place = index(lowest(bits))
            bits &= bits - 1
            if place != kept or state.table[owner, place] > 1:
                n = _to_whom(state, moves, n, action, int(PLACE_KINDS[place]), int(PLACE_COLOURS[place]), -1)
    if decision == PAY and rules.shack_pays:
        for colour in range(COLOURS):
            if state.shacks[owner, colour] > 0:
                n = _add(moves, n, action, SHACK, -1, colour, -1, -1, -1)
    return n


@compiled
def _to_whom(state, moves, n, action, kind, colour, value):
    """A card of the target's: given to each of the others when it is handed out, else one move."""
    if action != HAND_OUT_CARD:
        return _add(moves, n, action, kind, state.target if action == NAME_CARD else -1, colour, -1, value, -1)
    for receiver in range(state.players):
        if receiver != state.target:
            n = _add(moves, n, action, kind, receiver, colour, -1, value, -1)
    return n


@compiled
def _held_bits(state, seat):
    """Bit k is set for each kind k in a hand."""
    first = seat * (HAND_WIDTH // ROW)
    low = positive(state.hand, first) | positive(state.hand, first + 1) << 16
    return low | positive(state.hand, first + 2) << 32 | positive(state.hand, first + 3) << 48


@compiled
def _play_moves(state, rules, moves):
    """S-4 to S-7, S-12 on: cards of the hand, free joker moves, the end of the turn."""
    seat = index(state.actor)
    n = 0
    if state.plays_left > 0:
        held = _held_bits(state, seat)
        bits = held & MONEY_KINDS
        while bits != 0:  # S-6
            card = lowest(bits)
            bits &= bits - 1
            n = _add(moves, n, BANK, card, -1, -1, -1, rules.value[index(card)], -1)
        bits = held & PROPERTY_KINDS
        while bits != 0:  # S-5
            card = lowest(bits)
            bits &= bits - 1
            n = _add(moves, n, PLACE, card, -1, card - PROPERTY, -1, -1, -1)
        bits = held & JOKER_KINDS
        while bits != 0:
            card = lowest(bits)
            bits &= bits - 1
            n = _joker_moves(moves, n, PLACE, card)
        bits = held >> RENT << RENT
        while bits != 0:
            card = lowest(bits)
            bits &= bits - 1
            n = _add(moves, n, BANK, card, -1, -1, -1, rules.value[index(card)], -1)
            n = _uses(state, rules, moves, n, card)
    if state.moves_left > 0:
        bits = movable_bits(state, rules, seat)
        while bits != 0:
            place = lowest(bits)
            bits &= bits - 1
            n = _moves_of(moves, n, place)
    return _add(moves, n, END, -1, -1, -1, -1, -1, -1)


@compiled
def _moves_of(moves, n, place):
    """S-7: where a joker on one's own table may go."""
    kind, source = index(PLACE_KINDS[index(place)]), int(PLACE_COLOURS[index(place)])
    if kind != MULTICOLOUR:
        pair = index(kind - JOKER)
        other = int(JOKER_PAIRS[pair, 0]) + int(JOKER_PAIRS[pair, 1]) - source
        return _add(moves, n, MOVE_JOKER, kind, -1, other, source, -1, -1)
    for colour in range(COLOURS):
        if colour != source:
            n = _add(moves, n, MOVE_JOKER, kind, -1, colour, source, -1, -1)
    return n


@compiled
def _uses(state, rules, moves, n, card):
    """S-12, S-13, S-20 to S-32: how a rent, an action or a Shack of the hand can be played."""
    seat = index(state.actor)
    if is_rent(card):
        if card < RENT_ANY:
            pair = index(card - RENT if card < DOUBLE_RENT else card - DOUBLE_RENT)
            for side in range(2):
                colour = int(RENT_PAIRS[pair, side])
                if rent_of(state, rules, seat, colour) >= 0:
                    n = _add(moves, n, USE, card, -1, colour, -1, -1, -1)
        else:
            for colour in range(COLOURS):
                if state.lying[seat, colour] > 0 and rent_of(state, rules, seat, colour) >= 0:
                    n = _add(moves, n, USE, card, -1, colour, -1, -1, -1)
    elif card == SHACK:
        for colour in range(COLOURS):
            if state.lying[seat, colour] > 0 and state.shacks[seat, colour] < sets_begun(state, rules, seat, colour):
                n = _add(moves, n, USE, card, -1, colour, -1, -1, -1)
    elif card == SUPER_SLY_DEAL:
        for colour in range(COLOURS):
            if victims(state, rules, seat, card, colour) > 0:
                n = _add(moves, n, USE, card, -1, colour, -1, -1, -1)
    elif card == MARKET_CRASH or card == HEIST:
        if victims(state, rules, seat, card, 0) > 0:
            n = _add(moves, n, USE, card, -1, -1, -1, -1, -1)
    elif card == PASS_GO or card == GO_AGAIN:
        n = _add(moves, n, USE, card, -1, -1, -1, -1, -1)
    elif card != JUST_SAY_NO:
        for other in range(state.players):
            if other != seat:
                n = _uses_on(state, rules, moves, n, card, other)
    return n


@compiled
def _uses_on(state, rules, moves, n, card, other):
    """S-32: how a card that names one victim can be played on him."""
    if card == DEAL_BREAKER:
        if state.complete[other] > 0:
            for colour in range(COLOURS):
                if is_complete(state, rules, other, colour):
                    n = _add(moves, n, USE, card, other, colour, -1, -1, -1)
        return n
    if card == TOUGH_LUCK:
        for number in range(len(TYPES)):
            n = _add(moves, n, USE, card, other, -1, -1, -1, number)
        return n
    if card == TAX_COLLECTOR:
        legal = state.bank_cards[other] > 1
    elif card == REPOSSESSION:
        legal = state.table_cards[other] > 1
    elif card == UNFAIR_TRADE:
        legal = rules.unfair_trade_needs_bank == 0 or state.bank_cards[index(state.actor)] > 0
    elif card == YOINK:
        legal = may_be_victim_of_debt(state, rules, other)
    else:  # FORCED_DEBT
        legal = state.home[other] > 0
    return _add(moves, n, USE, card, other, -1, -1, -1, -1) if legal else n
