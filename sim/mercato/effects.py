"""What moves do: one function an action (M-7 to M-15, M-21, M-24 to M-31)."""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.core.rng import CHANCE, below, open_stream
from sim.mercato.cards import BLESSURE, COMPO, KINDS, LINES, NO_CARD, OPPORTUNISTE, SOIN, STRATEGE, TRANSFERT, VISIONNAIRE
from sim.mercato.piles import (
    discard_card,
    discard_player,
    gain,
    learn,
    learn_at_least,
    learn_hand,
    log,
    lose_openly,
    lose_unseen,
)
from sim.mercato.state import (
    N_ABILITY,
    N_CHANGED_COMPO,
    N_COMPO_CHANGED_BY_OTHER,
    N_DISCARDED,
    N_HEALED,
    N_INJURED,
    N_LOST_TO_COMPO,
    N_LOST_TO_TRANSFER,
    N_PLACED,
    N_PROPOSED,
    N_REACTED,
    N_REPLACED,
    N_TRADED,
    N_TRANSFERRED,
    N_WAS_INJURED,
    SUFFER,
    TRADED,
)
from sim.mercato.team import can_place_any, is_out, missing_of, must_shrink, note_missing, with_hands


@compiled
def note_change(state, seat):
    """M-17 is looked at after every change of a team."""
    state.changed |= 1 << seat


@compiled
def place(state, seat, card):
    """M-7: a player joins the team."""
    note_change(state, seat)
    state.team[index(seat), index(card), 0] += 1
    state.count[seat, N_PLACED] += 1


@compiled
def replace(state, seat, card, line, injuries):
    """M-8: a player takes another's place; the old one is discarded with its injuries."""
    note_change(state, seat)
    lose_openly(state, seat, card)
    line, injuries = index(line), index(injuries)
    state.team[seat, line, injuries] -= 1
    discard_player(state, line, injuries)
    state.team[seat, card, 0] += 1
    state.count[seat, N_REPLACED] += 1


@compiled
def heal(state, seat, line, injuries):
    """M-9, M-26: one injury of one player is discarded; the care card itself has been."""
    note_change(state, seat)
    state.team[seat, line, injuries] -= 1
    state.team[seat, line, injuries - 1] += 1
    discard_card(state, BLESSURE)
    state.count[seat, N_HEALED] += 1
    state.healed_now += 1
    if injuries > 1:
        state.healed[line, injuries - 1] += 1


@compiled
def injure(state, seat, victim, line, injuries):
    """M-10: an injury from the hand is laid on another team's player; L'Opportuniste may react, Le Visionnaire sees (M-31, M-27)."""
    lose_openly(state, seat, BLESSURE)
    hurt(state, victim, line, injuries)
    state.count[seat, N_INJURED] += 1
    see_hand(state, victim, seat)
    if state.coach[victim] == OPPORTUNISTE and with_hands(state) and state.hand[victim, SOIN] > 0:
        state.reacting = victim


@compiled
def hurt(state, seat, line, injuries):
    """One more injury on one player of a team (which completes none: nobody need look for M-17, but one more is missing)."""
    note_missing(state, seat, missing_of(state, seat) + int(injuries == 0))
    state.team[seat, line, injuries] -= 1
    state.team[seat, line, injuries + 1] += 1
    state.count[seat, N_WAS_INJURED] += 1


@compiled
def hurt_at_random(state, rules, seat):
    """M-21, `duel_injury = "random"`: a uniform player of those that can still be injured. Logged here: only now is it known who."""
    candidates = 0
    for line in range(LINES):
        for injuries in range(rules.injuries_per_player):
            candidates += state.team[seat, line, injuries]
    open_stream(state.chance, state.seed, state.block, state.game, CHANCE, state.chances)
    state.chances += 1
    chosen = below(state.chance, candidates)
    for line in range(LINES):
        for injuries in range(rules.injuries_per_player):
            count = int(state.team[seat, line, injuries])
            if chosen < count:
                hurt(state, seat, line, injuries)
                log(state, seat, SUFFER, -1, -1, line, injuries)
                return
            chosen -= count


@compiled
def transfer(state, rules, seat, victim, line):
    """M-11: an uninjured player changes teams; Le Stratège may react, Le Visionnaire sees (M-24, M-27)."""
    note_change(state, seat)
    note_change(state, victim)
    state.team[victim, line, 0] -= 1
    state.team[seat, line, 0] += 1
    state.count[seat, N_TRANSFERRED] += 1
    state.count[victim, N_LOST_TO_TRANSFER] += 1
    see_hand(state, victim, seat)
    if state.coach[victim] == STRATEGE and with_hands(state) and can_place_any(state, rules, victim):
        state.reacting = victim


@compiled
def see_hand(state, victim, aggressor):
    """M-27: Le Visionnaire sees the hand of whoever takes or injures one of his players, as it is at that moment."""
    if state.coach[victim] == VISIONNAIRE and with_hands(state):
        learn_hand(state, victim, aggressor)
        state.count[victim, N_REACTED] += 1


@compiled
def change_compo(state, owner, by, card):
    """M-13, M-21, M-29: a compo card comes to lie before ``owner``; the old one is discarded; his team may have to shrink."""
    note_change(state, owner)
    discard_card(state, COMPO + state.compo[owner])
    state.compo[owner] = card - COMPO
    state.count[owner, N_CHANGED_COMPO if owner == by else N_COMPO_CHANGED_BY_OTHER] += 1
    state.shrinking[0] = owner  # looked at when the move is settled


@compiled
def swap_compos(state, rules, seat, other):
    """M-28: both teams may have to shrink, the Caméléon's first."""
    note_change(state, seat)
    note_change(state, other)
    mine = state.compo[seat]
    state.compo[seat] = state.compo[other]
    state.compo[other] = mine
    state.abilities_left -= 1
    state.count[seat, N_ABILITY] += 1
    state.count[seat, N_CHANGED_COMPO] += 1
    state.count[other, N_COMPO_CHANGED_BY_OTHER] += 1
    for owner in (other, seat):
        if must_shrink(state, rules, owner):
            state.shrinking[1] = state.shrinking[0]
            state.shrinking[0] = owner


@compiled
def drop(state, seat, line, injuries):
    """M-13: a player that no longer fits is discarded with its injuries."""
    note_change(state, seat)
    state.team[seat, line, injuries] -= 1
    discard_player(state, line, injuries)
    state.count[seat, N_LOST_TO_COMPO] += 1


@compiled
def discard_from_hand(state, seat, card):
    """M-14, M-15."""
    lose_openly(state, seat, card)
    discard_card(state, card)
    state.count[seat, N_DISCARDED] += 1


@compiled
def steal(state, seat, victim):
    """M-25: a card at random from the victim's hand; he owes one in return."""
    open_stream(state.chance, state.seed, state.block, state.game, CHANCE, state.chances)
    state.chances += 1
    left = below(state.chance, int(state.hand_size[victim]))
    card = 0
    for kind in range(KINDS):
        left -= int(state.hand[victim, kind])
        if left < 0:
            card = kind
            break
    lose_unseen(state, victim, card, seat)
    gain(state, seat, card)
    learn(state, victim, seat, card)
    state.abilities_left -= 1
    state.robbed = victim
    state.count[seat, N_ABILITY] += 1


@compiled
def give_back(state, seat, card):
    """M-25: the Fourbe's card for the one he took; only the two of them see it."""
    victim = int(state.robbed)
    lose_unseen(state, seat, card, victim)
    gain(state, victim, card)
    learn(state, seat, victim, card)
    state.robbed = -1


@compiled
def propose(state, rules, seat, offered, wanted):
    """M-12: a trade is proposed; those who hold the wanted card will be asked in turn."""
    state.proposals_left -= 1
    state.proposer, state.offered, state.wanted = seat, offered, wanted
    state.count[seat, N_PROPOSED] += 1
    for other in range(state.players):
        learn_at_least(state, other, seat, offered)
        state.accepted[other] = 0
        asked = other != seat and not is_out(state, rules, other) and state.hand[other, wanted] > 0
        state.to_ask[other] = 1 if asked else 0


@compiled
def trade_if_settled(state):
    """M-12: once all have answered and just one has agreed, the trade takes place."""
    agreed = 0
    partner = -1
    for other in range(state.players):
        if state.to_ask[other]:
            return
        if state.accepted[other]:
            agreed += 1
            partner = other
    for other in range(state.players):  # those who have agreed hold the card, which the proposer alone now knows
        if state.accepted[other]:
            learn_at_least(state, int(state.proposer), other, int(state.wanted))
    if agreed == 1:
        trade(state, partner)


@compiled
def trade(state, partner):
    """M-12: the two cards change hands, which is the turn's action; everyone knows their lines and who has them now."""
    seat = int(state.proposer)
    offered, wanted = int(state.offered), int(state.wanted)
    lose_openly(state, seat, offered)
    lose_openly(state, partner, wanted)
    gain(state, seat, wanted)
    gain(state, partner, offered)
    for other in range(state.players):
        learn(state, other, seat, wanted)
        learn(state, other, partner, offered)
    state.count[seat, N_TRADED] += 1
    state.count[partner, N_TRADED] += 1
    log(state, seat, TRADED, offered, partner, wanted, -1)
    state.actions_left -= 1
    state.proposer = -1
    state.offered = state.wanted = NO_CARD
    state.accepted[:] = 0


@compiled
def take_discard(state, card):
    """M-30: the latest copy of a card is taken out of the discards; those above it close up."""
    at = int(state.discard_size) - 1
    while state.discard[at] != card:
        at -= 1
    for i in range(at, state.discard_size - 1):
        state.discard[i] = state.discard[i + 1]
    state.discard_size -= 1
    state.count[state.active, N_ABILITY] += 1


@compiled
def discard_care(state, seat):
    """M-9: the care card itself, from a hand."""
    lose_openly(state, seat, SOIN)
    discard_card(state, SOIN)


@compiled
def discard_transfer(state, seat):
    """M-11: the transfer card itself, from a hand."""
    lose_openly(state, seat, TRANSFERT)
    discard_card(state, TRANSFERT)
