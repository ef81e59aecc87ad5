"""The course of a game: turns, who decides next, winning, last turns, the end (M-5, M-6, M-15 to M-19, M-22)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.core.leading import note_leaders
from sim.mercato.cards import BLESSURE, CAMELEON, FOSSOYEUR, FOURBE, MARABOUT, MAX_SEATS, NO_CARD, NOBODY, STRATEGE
from sim.mercato.piles import draw, log, next_card
from sim.mercato.state import (
    ACTION,
    ANSWER,
    CLOSING,
    DRAW,
    DRAWING,
    DUEL_CARD,
    DUEL_CLOSE,
    DUEL_OPEN,
    ENDING,
    FINISH,
    GIVE,
    HEAL_MORE,
    LIMIT,
    N_ABILITY,
    OPENING,
    PARTNER,
    PLAYING,
    REACT_CARE,
    REACT_PLACE,
    SHRINK,
    WON,
)
from sim.mercato.team import has_healable, has_injurable, is_complete, is_out, missing_of, missing_players, must_shrink, note_missing, with_hands


@compiled
def ask(state, seat, decision):
    """What is asked next, and of whom."""
    state.actor = seat
    state.decision = decision


@compiled
def after(state, seat):
    """The next seat clockwise."""
    return index(seat + 1) if seat + 1 < state.players else 0


@compiled
def begin_turn(state, rules, seat):
    """M-5: a seat's turn begins. :func:`settle` then goes on to its first decision."""
    seat = index(seat)
    state.active = seat
    state.turn += 1
    state.turns[seat] += 1
    state.last_turn[seat] = 0
    if seat == state.first:
        state.rounds += 1
    state.draws_left = rules.draws_per_turn
    state.actions_left = rules.actions_per_turn
    state.proposals_left = rules.trade_proposals
    state.abilities_left = rules.abilities_per_turn
    state.extra_cards_left = rules.sournois_extra_cards
    state.stage = OPENING


@compiled
def settle(state, rules):
    """Go on until someone must decide or the game is over. Called once a move's own effect has been done."""
    note_winners(state, rules)
    if not with_hands(state) and state.ended_by_win:  # M-22: at once
        note_standing(state)
        state.actor = -1
        return
    if state.drawing >= 0:  # M-24, M-31
        draw(state, int(state.drawing))
        state.drawing = -1
    while True:
        shrinking = int(state.shrinking[0])
        if shrinking >= 0:
            if must_shrink(state, rules, shrinking):
                ask(state, shrinking, SHRINK)
                return
            state.shrinking[0] = state.shrinking[1]
            state.shrinking[1] = -1
            continue
        if state.after_shrink:  # M-29, M-33: the sabotaged team has been put right
            state.after_shrink = 0
            if with_hands(state):
                draw(state, int(state.active))
            elif state.extra_cards_left > 0:
                state.extra_cards_left -= 1
                state.draws_left += 1
                state.count[state.active, N_ABILITY] += 1
        if state.healed_now > 0:
            if may_heal_more(state, rules):
                ask(state, int(state.active), HEAL_MORE)
                return
            forget_healed(state)
        if state.reacting >= 0:
            _ask_reaction(state)
            return
        if state.robbed >= 0:
            ask(state, int(state.active), GIVE)
            return
        if state.proposer >= 0:
            if _ask_about_trade(state):
                return
        elif _go_on_with_turn(state, rules):
            return


@compiled
def may_heal_more(state, rules):
    """M-26: whether Le Marabout may go on healing with the card just played."""
    return state.coach[state.active] == MARABOUT and state.healed_now < rules.marabout_heals and has_healable(state, int(state.active))


@compiled
def forget_healed(state):
    """The care card has been played out."""
    state.healed_now = 0
    state.healed[:] = 0


@compiled
def _ask_reaction(state):
    """M-24, M-31: only who can react is ever put down as reacting."""
    seat = int(state.reacting)
    ask(state, seat, REACT_PLACE if state.coach[seat] == STRATEGE else REACT_CARE)


@compiled
def _ask_about_trade(state):
    """M-12: ask the next who could agree, then the proposer if there is a choice. False when the proposal has come to nothing."""
    seat = int(state.proposer)
    for _ in range(state.players - 1):
        seat = after(state, seat)
        if state.to_ask[seat]:
            ask(state, seat, ANSWER)
            return True
    agreed = 0
    for seat in range(state.players):
        agreed += state.accepted[seat]
    if agreed == 0:
        state.proposer = -1
        state.offered = state.wanted = NO_CARD
        return False
    ask(state, int(state.proposer), PARTNER)
    return True


@compiled
def _go_on_with_turn(state, rules):
    """The active player's next decision; False if the state has changed and must be looked at again."""
    seat = index(state.active)
    hands = with_hands(state)
    if state.won[seat] and state.stage < ENDING:  # M-17: his turn ends at once
        state.stage = ENDING
    if state.stage == OPENING:
        if not hands and can_use_ability(state, rules) and state.coach[seat] == CAMELEON:
            ask(state, seat, DUEL_OPEN)
            return True
        state.stage = DRAWING
        if state.coach[seat] == FOSSOYEUR and state.draws_left > 0 and state.discard_size > 0:
            ask(state, seat, DRAW)
            return True
    if state.stage == DRAWING:
        if not hands:
            if state.drawn == NO_CARD:
                if state.draws_left > 0:
                    state.draws_left -= 1
                    state.drawn = next_card(state)
                    ask_about_card(state, rules)
                    return True
                state.stage = CLOSING
            else:
                ask_about_card(state, rules)
                return True
        else:
            while state.draws_left > 0:
                state.draws_left -= 1
                draw(state, seat)
            state.stage = PLAYING
    if state.stage == PLAYING:
        if state.actions_left > 0:
            ask(state, seat, ACTION)
            return True
        state.stage = CLOSING
    if state.stage == CLOSING:
        if can_use_ability(state, rules):
            ask(state, seat, FINISH if hands else DUEL_CLOSE)
            return True
        state.stage = ENDING
    if hands and state.hand_size[seat] > rules.hand_limit:
        ask(state, seat, LIMIT)
        return True
    return _end_turn(state, rules)


@compiled
def ask_about_card(state, rules):
    """M-21: the card drawn in a duel lies on the table; the owner of the turn decides, or his opponent about an injury (`duel_injury`)."""
    from_opponent = rules.duel_injury == 1 and state.drawn == BLESSURE and has_injurable(state, rules, int(state.active))
    ask(state, 1 - state.active if from_opponent else int(state.active), DUEL_CARD)


@compiled
def can_use_ability(state, rules):
    """Whether the active player's free ability is left and could be used on someone (M-25, M-28, M-32, M-33)."""
    coach = state.coach[index(state.active)]
    if state.abilities_left == 0 or (coach != FOURBE and coach != CAMELEON):
        return False
    for seat in range(state.players):
        if can_rob(state, rules, seat) or can_swap(state, rules, seat):
            return True
    return False


@compiled
def can_rob(state, rules, victim):
    """M-25: whether the active player may take a card from this hand now."""
    active = state.active
    return (
        state.coach[active] == FOURBE
        and state.abilities_left > 0
        and with_hands(state)
        and victim != active
        and state.hand_size[victim] > 0
        and not is_out(state, rules, victim)
    )


@compiled
def can_swap(state, rules, other):
    """M-28, M-33: whether the active player may swap compos with this seat now."""
    active = state.active
    return (
        state.coach[active] == CAMELEON
        and state.abilities_left > 0
        and other != active
        and not is_out(state, rules, other)
        and (rules.same_compo == 1 or state.compo[other] != state.compo[active])
    )


@compiled
def note_winners(state, rules):
    """M-17, M-19: whoever has completed a team has won; after the first win everyone else has one last turn."""
    if state.changed == 0:
        return
    first_winner = -1
    seat = int(state.active) - 1
    for _ in range(state.players):
        seat = after(state, seat)
        if (state.changed >> seat) & 1 and not state.won[seat]:
            missing = missing_players(state, rules, seat)
            note_missing(state, seat, missing)
            if missing == 0 and is_complete(state, rules, seat):
                state.won[seat] = 1
                state.last_turn[seat] = 0
                log(state, seat, WON, -1, -1, -1, -1)
                if first_winner < 0:
                    first_winner = seat
    state.changed = 0
    if first_winner >= 0 and not state.ended_by_win:
        state.ended_by_win = 1
        for seat in range(state.players):
            if not with_hands(state):  # M-22: no last turns
                break
            entitled = rules.last_turns == 0 or state.turns[seat] < state.turns[first_winner]
            state.last_turn[seat] = 1 if entitled and not state.won[seat] else 0


@compiled
def note_standing(state):
    """A turn is over: who leads (the fewest players missing), and how far behind each seat has been. Every seat of the array is looked at,
    turn after turn: loops of a fixed length without a branch cost less than finding out whether there is anything to do."""
    fewest = NOBODY
    for seat in range(MAX_SEATS):
        fewest = min(fewest, missing_of(state, seat))
    now = 0
    for seat in range(MAX_SEATS):
        behind = missing_of(state, seat) - fewest
        now |= int(behind == 0) << seat
        state.behind[seat] = max(behind, int(state.behind[seat]))
    note_leaders(state, now)


@compiled
def _end_turn(state, rules):
    """The turn is over: the next one begins, or the game ends (M-19, C-6); True when it does."""
    note_standing(state)
    following = -1
    seat = int(state.active)
    for _ in range(state.players):
        seat = after(state, seat)
        if not state.won[seat] and (not state.ended_by_win or state.last_turn[seat]):
            following = seat
            break
    if following < 0:
        state.actor = -1
        return True
    if state.turn >= rules.max_turns:
        state.actor = -1
        state.unfinished = 1
        return True
    begin_turn(state, rules, following)
    return False
