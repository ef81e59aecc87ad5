"""Sensible answers shared by the simple strategies: what a play gains, and all decisions beside the plays of a turn.

All values are on one scale: a complete set is worth about 10, a million in the bank 0.5, doing nothing 0.
"""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.stealr.cards import (
    CARD_TYPES,
    DEAL_BREAKER,
    FORCED_DEBT,
    GO_AGAIN,
    HEIST,
    JOKER,
    JUST_SAY_NO,
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
    TYPE_ACTION,
    TYPE_MONEY,
    UNFAIR_TRADE,
    YOINK,
)
from sim.stealr.state import (
    ACCEPT,
    CHOOSE,
    DROP,
    GIVE,
    HAND_OUT_CARD,
    KEEP_CARD,
    MOVE_JOKER,
    NAME_CARD,
    NO,
    PAY_CARD,
    PUT_JOKER,
)
from strategies.stealr.table import (
    best_gain,
    card_gain,
    card_wins,
    claim_of,
    closeness,
    fits,
    gain,
    is_double,
    least_sum,
    short_of_money,
    standing,
    top_of_bank,
    wins_by,
)

WINS = 1000.0  # what winning is worth: more than anything else
MONEY_UNIT = 0.5  # a million in the bank


@compiled
def worth(view, card):
    """What a card is worth in the own hand."""
    me = int(view.seat)
    if card < PROPERTY:
        return MONEY_UNIT * int(view.rules.value[index(card)])
    if card < RENT:
        best, _ = best_gain(view, me, card, 1)
        return 3.0 + best + (3.0 if card == MULTICOLOUR else 1.0 if card >= JOKER else 0.0)
    if card < DEAL_BREAKER:
        return (2.5 if is_double(card) else 1.5) + 0.2 * int(view.rules.value[index(card)])
    if card == JUST_SAY_NO:
        return 8.0
    if card == DEAL_BREAKER:
        return 7.0
    if card == SUPER_SLY_DEAL or card == MARKET_CRASH or card == GO_AGAIN:
        return 5.0
    if card == PASS_GO or card == REPOSSESSION or card == YOINK or card == TOUGH_LUCK:
        return 4.0
    return 3.0 if card == HEIST or card == TAX_COLLECTOR else 2.0  # Unfair Trade, Forced Debt, Shack


@compiled
def paying_hurts(view, seat, amount):
    """What a claim costs a seat: money at its price, cards of the table, once the bank is empty, at more."""
    from_table = short_of_money(view, seat, amount)
    from_bank = min(amount, int(view.bank_value[index(seat)]))
    return MONEY_UNIT * from_bank + 1.2 * from_table + (1.0 if from_bank + from_table < amount else 0.0)


@compiled
def taking(view, thief, victim, colour, cards, multis, spite):
    """What it is worth to a thief to take cards of a colour: what he gains, and ``spite`` times what the victim loses."""
    if wins_by(view, thief, colour, cards, multis):
        return WINS
    return gain(view, thief, colour, cards, multis) - spite * gain(view, victim, colour, -cards, -multis)


@compiled
def crash_gain(view, thief, victim, place, spite):
    """S-22: what it is worth to a thief to take the card that lies at a place of a victim's table."""
    kind, colour = int(PLACE_KINDS[index(place)]), int(PLACE_COLOURS[index(place)])
    if card_wins(view, thief, kind):
        return WINS
    best, _ = best_gain(view, thief, kind, 1)
    joker = 1.5 if kind == MULTICOLOUR else 0.5 if kind >= JOKER else 0.0
    return best + joker - spite * card_gain(view, victim, kind, colour, -1)


@compiled
def best_crash(view, thief, victim, spite):
    """The most that Market Crash can take from a victim."""
    best = 0.0
    for place in range(PLACES):
        if view.table[index(victim), place] > 0:
            best = max(best, crash_gain(view, thief, victim, place, spite))
    return best


@compiled
def effect(view, actor, victim, card, colour, number, spite):
    """What a card of the actor's does to a victim: the actor's gain, and ``spite`` times the victim's loss. ``number``: type for Tough Luck."""
    others = int(view.players) - 1
    if card < DEAL_BREAKER:
        return paying_hurts(view, victim, claim_of(view, actor, card, colour) if view.card != card else int(view.amount))
    if card == DEAL_BREAKER:
        return taking(view, actor, victim, colour, int(view.rules.set_size[index(colour)]), 0, spite)
    if card == SUPER_SLY_DEAL:
        cards = int(view.lying[index(victim), index(colour)])
        return taking(view, actor, victim, colour, cards, 0, spite) if cards > 0 else 0.0
    if card == MARKET_CRASH:
        if view.card == card and view.named[index(victim)] >= 0:
            return crash_gain(view, actor, victim, int(view.named[index(victim)]), spite)
        return best_crash(view, actor, victim, spite)
    if card == HEIST:
        return MONEY_UNIT * (1.0 + spite) * top_of_bank(view, victim)
    if card == TAX_COLLECTOR:
        return MONEY_UNIT * (1.0 / others + spite) * (int(view.bank_value[index(victim)]) - top_of_bank(view, victim))
    if card == REPOSSESSION:
        return (0.5 / others + spite) * max(0.0, standing(view, victim) - 4.0)
    if card == UNFAIR_TRADE:
        return MONEY_UNIT * (1.0 + spite) * (int(view.bank_value[index(victim)]) - int(view.bank_value[index(actor)]))
    if card == YOINK:
        return (0.5 + spite) * paying_hurts(view, victim, int(view.rules.yoink_amount))
    if card == FORCED_DEBT:
        return 2.0
    if card == TOUGH_LUCK:
        return (1.0 + spite) * _in_hand(view, victim, number)
    return 0.0


@compiled
def _in_hand(view, victim, wanted):
    """S-27: what the cards of a type in a victim's hand may be worth: the own hand is known, of another only what one has seen."""
    total, seen = 0.0, 0
    own = victim == view.seat
    for kind in range(KINDS):
        here = int(view.hand[kind] if own else view.known[index(victim), kind])
        seen += here
        if here > 0 and CARD_TYPES[kind] == wanted:
            total += 0.5 * here * worth(view, kind)
    unseen = 0 if own else int(view.hand_size[index(victim)]) - seen
    return total + unseen * (0.9 if wanted == TYPE_ACTION else 0.3 if wanted == TYPE_MONEY else 0.7)


@compiled
def use_gain(view, move, spite):
    """What a rent, action or Shack is worth when it is played, over all whom it hits."""
    me, card = int(view.seat), int(move.card)
    if card == SHACK:
        return 1.0 + 0.2 * closeness(view, me, int(move.colour), 0, 0)
    if card == PASS_GO:
        return 1.5 * max(0, int(view.rules.pass_go_hand) - int(view.hand_size[me]) + 1)
    if card == GO_AGAIN:  # better as the last play
        return 6.0 if view.plays_left == 1 else 0.1
    if move.seat >= 0:
        return effect(view, me, int(move.seat), card, int(move.colour), int(move.number), spite)
    total = 0.0
    for other in range(view.players):
        if other != me:
            total += effect(view, me, other, card, int(move.colour), -1, spite)
    return total


@compiled
def bank_gain(view, move):
    """S-6: what banking a card is worth: its value, less what an action or rent is worth in the hand."""
    kept = worth(view, int(move.card)) if move.card >= RENT else 0.0
    return 0.5 + MONEY_UNIT * int(move.value) - kept


@compiled
def under_way(view):
    """What is at stake in the card under way, for whoever is asked whether he says No (S-33)."""
    spite = 0.5 if view.seat == view.active else 1.0  # the target looks at what he loses
    return effect(view, int(view.active), int(view.target), int(view.card), int(view.colour), int(view.number), spite)


@compiled
def move_gain(view, move):
    """What a free joker move is worth (S-7): only one that gains is made, and before anything else."""
    me = int(view.seat)
    if wins_by(view, me, int(move.colour), 1, 1 if move.card == MULTICOLOUR else 0):
        return WINS
    change = card_gain(view, me, int(move.card), int(move.colour), 1) + card_gain(view, me, int(move.card), int(move.source), -1)
    return 40.0 + change if change > 0.4 else -5.0


@compiled
def lay_gain(view, move):
    """What a property or joker is worth in a colour of the own table (S-5, or a joker that has arrived)."""
    me = int(view.seat)
    if wins_by(view, me, int(move.colour), 1, 1 if move.card == MULTICOLOUR else 0):
        return WINS
    return card_gain(view, me, int(move.card), int(move.colour), 1)


@compiled
def giving_hurts(view, receiver, move):
    """What it costs to let a receiver have a card of the own table or hand: what it is worth to him."""
    if move.card < PROPERTY or move.card >= RENT:
        return 0.0
    if card_wins(view, receiver, int(move.card)):
        return WINS
    best, _ = best_gain(view, receiver, int(move.card), 1)
    return best


@compiled
def pay_value(view, move):
    """S-15: money first, with the least to spare; then the card whose loss costs least for what it covers; never one that makes the creditor win."""
    me, owed = int(view.seat), int(view.owed)
    if move.value > 0:
        if view.bank_value[me] < owed:
            return -200.0  # the table must give something anyway: that first, then the money that fits
        return 100.0 + 0.1 * int(move.value) if fits(view, me, int(move.value), least_sum(view, me, owed)) else -50.0
    value = int(view.rules.value[index(move.card)])
    if move.card == SHACK:
        return -3.0
    hurts = 0.3 * value - card_gain(view, me, int(move.card), int(move.colour), -1) + 0.5 * giving_hurts(view, int(view.active), move)
    return -hurts / max(1, min(value, owed))


@compiled
def which_set(view, move):
    """S-20: the set with a Shack, or else the one with the jokers, which lie last."""
    number = int(move.number)
    return 10.0 if number < view.shacks[index(move.seat), index(move.colour)] else 0.1 * number


@compiled
def habit(view, move, caution):
    """The value of any answer that is not a play of one's own turn. ``caution``: how much must be at stake for a Just Say No."""
    action, me = move.action, int(view.seat)
    if action == PAY_CARD:
        return pay_value(view, move)
    if action == NO:
        return under_way(view) - caution
    if action == ACCEPT:
        return 0.0
    if action == MOVE_JOKER:
        return move_gain(view, move)
    if action == PUT_JOKER:
        return lay_gain(view, move)
    if action == NAME_CARD:
        return _named(view, move)
    if action == CHOOSE:
        return which_set(view, move)
    if action == KEEP_CARD:
        return float(move.value) if move.value > 0 else -card_gain(view, me, int(move.card), int(move.colour), -1) + worth(view, int(move.card))
    if action == HAND_OUT_CARD:
        hurts = 0.5 * int(move.value) if move.value > 0 else 1.0 + giving_hurts(view, int(move.seat), move)
        return -hurts * (10.0 + standing(view, int(move.seat)))
    if action == GIVE:
        return -worth(view, int(move.card)) - giving_hurts(view, int(move.seat), move)
    if action == DROP:
        return -worth(view, int(move.card))
    return 0.0


@compiled
def _named(view, move):
    """S-22: a card of one victim's."""
    me, victim = int(view.seat), int(move.seat)
    if card_wins(view, me, int(move.card)):
        return WINS
    best, _ = best_gain(view, me, int(move.card), 1)
    joker = 1.5 if move.card == MULTICOLOUR else 0.5 if move.card >= JOKER else 0.0
    return best + joker - 0.7 * card_gain(view, victim, int(move.card), int(move.colour), -1)
