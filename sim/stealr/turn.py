"""The course of a game: turns, debts, who decides next, the card under way, the end (S-2 to S-4, S-8, S-11, S-31, S-33, S-34)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.stealr.cards import COLOURS, GO_AGAIN, JUST_SAY_NO, MAX_SEATS, NO_CARD, SHACK, TAX_COLLECTOR, UNFAIR_TRADE, YOINK
from sim.stealr.effects import take_effect
from sim.stealr.payment import can_go_on_paying, give_all, hand_all_over, is_rent
from sim.stealr.piles import discard_card, draw, log
from sim.stealr.state import (
    ANSWER,
    BACK,
    DEBT,
    DEBTS,
    DISCARD,
    ENDING,
    FAMILY_OF,
    HAND_OUT,
    KEEP,
    LAST_ROUND,
    N_SETTLED,
    N_UNUSED,
    NAME,
    PAY,
    PLAY,
    PLAYS,
    PUT,
    S_ANSWER,
    S_DONE,
    S_GIVE_ALL,
    S_HAND_OUT,
    S_KEEP,
    S_PAY,
    S_SET,
    SET,
    STOPPED,
    STOPPED_BY_NO,
    TURN,
    WIN,
)
from sim.stealr.table import movable_bits, next_seat, note_standing, payable


@compiled
def ask(state, seat, decision):
    """What is asked next, and of whom."""
    state.actor = seat
    state.decision = decision


@compiled
def begin_turn(state, rules, seat, again):
    """S-2, S-31: a seat's turn begins, ``again`` if Go Again has won it. :func:`settle` then goes on to its first decision."""
    seat = index(seat)
    state.active = seat
    state.turn += 1
    state.turns[seat] += 1
    if seat == state.first and not again:
        state.rounds += 1
    state.plays_left = rules.plays_per_turn
    state.plays_made = 0
    state.moves_left = rules.joker_moves_per_turn
    state.stage = DEBTS
    log(state, seat, TURN, -1, -1, -1, -1, -1, -1)
    empty = state.hand_size[seat] == 0 and not (again and rules.go_again_draw == 1)
    draw(state, seat, int(rules.draw_on_empty if empty else rules.draw))
    put_go_again_down(state)


@compiled
def put_go_again_down(state):
    """S-31: a Go Again that lies beside the piles goes to the discards."""
    if state.go_again:
        state.go_again = 0
        discard_card(state, GO_AGAIN)


@compiled
def settle(state, rules):
    """Go on until someone must decide or the game is over. Called once a move's own effect has been done."""
    while state.actor >= 0:
        if state.arriving >= 0:  # S-3, S-11
            ask(state, int(state.receiver), PUT)
            return
        if state.card != NO_CARD:
            if _go_on_with_card(state, rules):
                return
        elif _go_on_with_turn(state, rules):
            return


# The card under way


@compiled
def begin_card(state, card, targets):
    """S-33: a card that concerns others has been played, on the seats whose bits are set. Its colour, number and amount have been noted."""
    state.card = card
    state.waiting = targets
    state.target = state.active
    next_target(state)


@compiled
def next_target(state):
    """S-33: the next target, clockwise; with none left the card has been dealt with."""
    seat = index(state.target)
    for _ in range(state.players - 1):
        seat = next_seat(state, seat)
        if (state.waiting >> seat) & 1:
            state.target = seat
            state.waiting &= ~(1 << seat)
            state.noes = 0
            state.step = S_ANSWER
            return
    end_card(state)


@compiled
def end_card(state):
    """Nothing is under way any more."""
    state.card = NO_CARD
    state.step = 0
    state.target = state.colour = state.number = state.kept = -1
    state.amount = state.owed = state.noes = state.waiting = 0
    for seat in range(MAX_SEATS):
        state.named[seat] = -1


@compiled
def responder(state, rules):
    """S-17, S-33: who may say No now (the target, about his No the active player, and so on), or -1 if he has none or nothing to lose."""
    if state.noes & 1:
        seat = int(state.active)
        if rules.just_say_no_costs_play and state.plays_left == 0:
            return -1
    else:
        seat = int(state.target)
        if state.card == UNFAIR_TRADE and state.bank_cards[index(seat)] == 0:
            return -1
        if rules.insolvent_may_refuse == 0 and (is_rent(int(state.card)) or state.card == YOINK) and payable(state, rules, seat) < state.amount:
            return -1
    return seat if state.hand[index(seat), JUST_SAY_NO] > 0 else -1


@compiled
def resolve(state, rules):
    """S-33: the answers about a target are over: an even number of Noes lets the card through."""
    if state.noes & 1:
        log(state, state.active, STOPPED, state.card, state.target, -1, -1, -1, -1)
        state.by_card[index(state.active), STOPPED_BY_NO, index(FAMILY_OF[index(state.card)])] += 1
        state.step = S_DONE
    else:
        take_effect(state, rules)


@compiled
def _go_on_with_card(state, rules):
    """What is asked next about the card under way; False if the state has changed and must be looked at again."""
    step = state.step
    target = int(state.target)
    if step == S_ANSWER:
        seat = responder(state, rules)
        if seat < 0:
            resolve(state, rules)
            return False
        ask(state, seat, ANSWER)
        return True
    if step == S_PAY:
        if state.owed == 0:
            next_target(state)
        elif can_go_on_paying(state, rules, target):
            ask(state, target, PAY)
            return True
        return False
    if step == S_DONE:
        next_target(state)
        return False
    if step == S_GIVE_ALL:
        if give_all(state, rules, target):
            state.step = S_DONE
        return False
    if step == S_KEEP:
        ask(state, target, KEEP)
        return True
    if step == S_HAND_OUT:
        left = state.bank_cards[index(target)] if state.card == TAX_COLLECTOR else state.table_cards[index(target)]
        if left <= 1:
            state.step = S_DONE
            return False
        if state.players == 2:
            if hand_all_over(state, rules, target):
                state.step = S_DONE
            return False
        ask(state, target, HAND_OUT)
        return True
    ask(state, int(state.active), SET if step == S_SET else NAME)
    return True


# The turn


@compiled
def _go_on_with_turn(state, rules):
    """The active player's next decision; False if another turn has begun, or the game is over."""
    seat = index(state.active)
    if state.stage == DEBTS:
        if state.home[seat] < rules.debt_tokens:
            if state.hand_size[seat] > 0:
                ask(state, seat, DEBT)
                return True
            for holder in range(state.players):  # S-3: with no card left the tokens simply come back
                take_back(state, seat, holder, int(state.tokens[seat, holder]))
        state.stage = PLAYS
    if state.stage == PLAYS:
        if (state.plays_left > 0 and state.hand_size[seat] > 0) or (state.moves_left > 0 and movable_bits(state, rules, seat) != 0):
            ask(state, seat, PLAY)
            return True
        state.stage = ENDING
    if state.hand_size[seat] > rules.hand_limit:  # S-8
        ask(state, seat, DISCARD)
        return True
    _end_turn(state, rules)
    return False


@compiled
def take_back(state, debtor, holder, number):
    """S-3: debt tokens come home."""
    if number > 0:
        state.tokens[index(debtor), index(holder)] -= number
        state.home[index(debtor)] += number
        state.count[index(debtor), N_SETTLED] += number
        log(state, debtor, BACK, -1, holder, -1, -1, -1, number)


@compiled
def _end_turn(state, rules):
    """The turn is over: the next one begins, or the game ends (S-31, S-34, C-6)."""
    if state.stirred:
        note_standing(state)
    seat = index(state.active)
    state.count[seat, N_UNUSED] += state.plays_left
    state.idle_turns = 0 if state.plays_made > 0 else state.idle_turns + 1
    if state.last_round == 0 and state.pile_size == 0 and state.discard_size == 0 and cards_have_run_out(state):
        state.last_round = 1
        state.last_turns = state.players
        log(state, seat, LAST_ROUND, -1, -1, -1, -1, -1, -1)
        put_go_again_down(state)
    if state.last_round and state.last_turns == 0:
        _end_by_count(state, rules)
        return
    if state.turn >= rules.max_turns:  # C-6
        put_go_again_down(state)
        state.unfinished = 1
        state.actor = -1
        return
    if state.last_round:
        state.last_turns -= 1
    again = state.go_again == 1
    begin_turn(state, rules, seat if again else next_seat(state, seat), again)


@compiled
def cards_have_run_out(state):
    """S-34: with both piles empty, nobody has a card, or nobody has played one for a whole round."""
    if state.idle_turns >= state.players:
        return True
    for seat in range(state.players):
        if state.hand_size[seat] > 0:
            return False
    return True


@compiled
def value_of(state, rules, seat):
    """S-34: value of bank and table in M, Shacks included."""
    value = int(state.bank_value[seat]) + int(state.table_value[seat])
    for colour in range(COLOURS):
        value += int(state.shacks[seat, colour]) * int(rules.value[SHACK])
    return value


@compiled
def _end_by_count(state, rules):
    """S-34: most complete sets of different colours wins, then the greatest value; still equal: shared."""
    state.emptied = 1
    state.actor = -1
    best_sets = best_value = -1
    for seat in range(state.players):
        sets, value = int(state.complete[seat]), value_of(state, rules, seat)
        if sets > best_sets or (sets == best_sets and value > best_value):
            best_sets, best_value = sets, value
    for seat in range(state.players):
        if state.complete[seat] == best_sets and value_of(state, rules, seat) == best_value:
            state.won[seat] = 1
            log(state, seat, WIN, -1, -1, -1, -1, -1, -1)
