"""`expert`'s outlook: about how many turns each team still needs, and from that the own share of the race.

Works on a scratch copy of the table (whole numbers in the strategy's memory), so that the position after a move can be looked at and taken back.

A team's time, in turns, joins two things that both must happen: one action for each missing player, and the right cards drawn. The second is, line by
line, the players not covered by the hand over the chance of drawing one; that chance comes from the deck minus everything seen, blended with the
discards as the pile runs out. What opponents hold is guessed from the same chances.
"""

from __future__ import annotations

from math import sqrt

from sim.core.compile import compiled
from sim.mercato.cards import BLESSURE, COMPO, KINDS, LEVELS, LINES, SOIN, TRANSFERT
from strategies.mercato.table import has_hands, in_play

# Scratch: where each thing begins in memory.
HEALTHY, HURT, WOUNDS, KNOWN = 0, 16, 32, 48  # [4 * seat + line]
HAND, RATE = 64, 80  # [kind]; rates in millionths
TEAM_COMPO, SPEED = 96, 100  # [seat]; speeds in SPEED_UNIT
OPEN, SICK = 104, 108  # [line]: places and injured players not covered by the hand, while counting
SPARE_COMPOS, ALL_SPEEDS = 112, 113
TURN_SEEN, TRIED = 114, 115  # the turn, and the trades proposed in it (a bit each)
DISCARDED = 116  # [kind]
SCRATCH = 132

MILLION = 1000000
SPEED_UNIT = 1e12
NEVER = 60.0  # turns: more than any estimate that matters

PARAMS = {
    "power": 3.5,  # how sharply being ahead counts, in steps of a quarter
    "rivals": 1.5,  # weight of the others' speed
    "wait": 0.15,  # draws waited for, against actions to do
    "by_transfer": 0.62,  # part of the drawn transfers that fill a given empty place
    "by_care": 0.9,  # part of the drawn care cards that heal a given player
    "guess": 0.68,  # how much better than a random card a hidden one of an opponent fits his team
    "spare_care": 0.135,  # what cards in hand are worth, in turns
    "spare_transfer": 0.45,
    "spare_injury": 0.34,
    "spare_player": 0.105,
    "draw": 0.11,  # a card drawn out of turn
    "tempo": 0.315,  # how many turns later than the others this seat comes after its move
    "offer": 0.13,  # what a trade gives away, in turns
    "horizon": 6.0,  # draws of each seat that the chances are for
    "duel_power": 1.5,
    "duel_rivals": 1.05,
    "duel_worst": 0.2,  # the slowest line alone (1) or all together (0)
    "duel_transfer": 0.35,
    "duel_robbed": 0.08,
    "duel_draw": 0.6,
    "duel_horizon": 18.0,
}
(
    POWER, RIVALS, WAIT, BY_TRANSFER, BY_CARE, GUESS, SPARE_CARE, SPARE_TRANSFER, SPARE_INJURY, SPARE_PLAYER, DRAW_BONUS, TEMPO, OFFER, HORIZON,
    DUEL_POWER, DUEL_RIVALS, DUEL_WORST, DUEL_TRANSFER, DUEL_ROBBED, DUEL_DRAW, DUEL_HORIZON,
) = range(len(PARAMS))  # fmt: skip


@compiled
def survey(view, memory, params):
    """Copy the table to the scratch."""
    spare = 0
    for kind in range(KINDS):
        held = int(view.hand[kind])
        memory[HAND + kind] = held
        memory[RATE + kind] = int(view.rules.deck[kind]) - held
        if kind >= COMPO:
            spare += held
    memory[SPARE_COMPOS] = spare
    for seat in range(view.players):
        for line in range(LINES):
            at = 4 * seat + line
            hurt = lying = 0
            for injuries in range(1, LEVELS):
                players = int(view.team[seat, line, injuries])
                hurt += players
                lying += injuries * players
            memory[HEALTHY + at] = int(view.team[seat, line, 0])
            memory[HURT + at] = hurt
            memory[WOUNDS + at] = lying
            memory[KNOWN + at] = int(view.known[seat, line])
            memory[RATE + line] -= memory[HEALTHY + at] + hurt
            memory[RATE + BLESSURE] -= lying
        memory[TEAM_COMPO + seat] = int(view.compo[seat])
        memory[RATE + COMPO + int(view.compo[seat])] -= 1
    _rates(view, memory, params)


@compiled
def _rates(view, memory, params):
    """Turn what is left of the deck into the chance that the next cards drawn are of each kind."""
    me = int(view.seat)
    hidden = 0
    if view.drawn >= 0:
        memory[RATE + int(view.drawn)] -= 1
    for seat in range(view.players):
        if seat != me:
            hidden += int(view.hand_size[seat])
            for kind in range(KINDS):
                known = int(view.known[seat, kind])
                memory[RATE + kind] -= known
                hidden -= known
    pile, discards = int(view.pile_size), int(view.discard_size)
    unseen = max(1, pile + hidden)
    horizon = max(1, int(params[HORIZON if has_hands(view) else DUEL_HORIZON])) * int(view.players)
    ahead = min(pile, horizon) if discards > 0 else horizon
    for kind in range(KINDS):
        memory[DISCARDED + kind] = 0
    for i in range(discards):
        memory[DISCARDED + int(view.discard[i])] += 1
    of_unseen = 1e6 * ahead / (unseen * horizon)
    of_discards = 1e6 * (horizon - ahead) / (max(1, discards) * horizon)
    for kind in range(KINDS):
        seen = memory[DISCARDED + kind]
        memory[RATE + kind] = int(of_unseen * max(0, memory[RATE + kind] - seen) + of_discards * seen)


@compiled
def _uncovered(view, memory, seat, compo, line, held):
    """Fill ``OPEN`` and ``SICK`` of a line: what ``held`` players in hand don't cover. Returns the players that the line is missing."""
    at = 4 * seat + line
    asked = int(view.rules.line_up[compo, line])
    healthy = min(asked, memory[HEALTHY + at])
    lacking = asked - healthy
    places = lacking - min(lacking, memory[HURT + at])
    memory[OPEN + line] = max(0, places - held)
    memory[SICK + line] = max(0, lacking - held) - memory[OPEN + line]
    return lacking


@compiled
def _cover(memory, where, cards):
    """Let care or transfer cards in hand cover what is slowest to draw; returns the cards left."""
    while cards > 0:
        slowest, found = 0.0, -1
        for line in range(LINES):
            if memory[where + line] > 0:
                slowness = (memory[OPEN + line] + memory[SICK + line]) / (1000.0 + memory[RATE + line])
                if slowness > slowest:
                    slowest, found = slowness, line
        if found < 0:
            break
        memory[where + found] -= 1
        cards -= 1
    return cards


@compiled
def _waiting(memory, params, guess):
    """The square of the draws to wait for all uncovered players, one line across another; ``guess`` hidden cards may be among them."""
    squares = 0.0
    for line in range(LINES):
        rate = 3000.0 + memory[RATE + line]
        count = memory[OPEN + line] + memory[SICK + line] - guess * rate
        if count > 0.0:
            if memory[OPEN + line] > 0:
                rate += params[BY_TRANSFER] * memory[RATE + TRANSFERT]
            if memory[SICK + line] > 0:
                rate += params[BY_CARE] * memory[RATE + SOIN]
            draws = count * 1000000.0 / rate
            squares += draws * draws
    return squares


@compiled
def hand_time(view, memory, params, seat, compo, actions):
    """Turns that a team needs under a compo, with ``actions`` to do before; the own hand is known and played well, another's guessed."""
    mine = seat == view.seat
    lacking, known, bonus = actions, 0, 0.0
    for line in range(LINES):
        held = memory[HAND + line] if mine else memory[KNOWN + 4 * seat + line]
        line_lacks = _uncovered(view, memory, seat, compo, line, held)
        lacking += line_lacks
        known += held
        if held > line_lacks:
            bonus += params[SPARE_PLAYER]
    if lacking == 0:
        return 0.0
    guess = 0.0
    if mine:
        bonus += _worth_of(_cover(memory, SICK, memory[HAND + SOIN])) * params[SPARE_CARE]
        bonus += _worth_of(_cover(memory, OPEN, memory[HAND + TRANSFERT])) * params[SPARE_TRANSFER]
        bonus += _worth_of(memory[HAND + BLESSURE]) * params[SPARE_INJURY]
    else:
        bonus = 0.0
        if known < view.hand_size[seat]:
            guess = params[GUESS] * (view.hand_size[seat] - known) / 1000000.0
    return max(0.5, sqrt(lacking * lacking + params[WAIT] * _waiting(memory, params, guess)) - bonus)


@compiled
def _worth_of(cards):
    """The first spare card of a kind counts in full, a second in part."""
    return 0.0 if cards <= 0 else (1.0 if cards == 1 else 1.4)


@compiled
def duel_time(view, memory, params, seat):
    """Draws that a team needs in a duel: each line's places and all injuries wait for their own cards, and the other may rob a player meanwhile."""
    compo, other = memory[TEAM_COMPO + seat], 1 - seat
    places = lying = 0
    for line in range(LINES):
        _uncovered(view, memory, seat, compo, line, 0)
        places += memory[OPEN + line]
        if memory[SICK + line] > 0:
            lying += memory[SICK + line] + memory[WOUNDS + 4 * seat + line] - memory[HURT + 4 * seat + line]
    if places + lying == 0:
        return 0.0
    squares = worst = exposed = 0.0
    for line in range(LINES):
        count = memory[OPEN + line]
        rate = 3000.0 + memory[RATE + line]
        if memory[HEALTHY + 4 * seat + line] > 0 and _has_place(view, memory, other, line):
            exposed = max(exposed, memory[RATE + TRANSFERT] / rate)
        if count > 0:
            if memory[HEALTHY + 4 * other + line] > 0:
                rate += params[DUEL_TRANSFER] * memory[RATE + TRANSFERT] * count / places
            draws = count * 1000000.0 / rate
            squares += draws * draws
            worst = max(worst, draws)
    if lying > 0:
        draws = lying * 1000000.0 / (3000.0 + memory[RATE + SOIN])
        squares += draws * draws
        worst = max(worst, draws)
    return ((1.0 - params[DUEL_WORST]) * sqrt(squares) + params[DUEL_WORST] * worst) * (1.0 + params[DUEL_ROBBED] * exposed)


@compiled
def _has_place(view, memory, seat, line):
    """Whether one more player fits a line, on the scratch."""
    at = 4 * seat + line
    return memory[HEALTHY + at] + memory[HURT + at] < view.rules.line_up[memory[TEAM_COMPO + seat], line]


@compiled
def speed(turns, power):
    """``1 / turns ** power``; the power counts in steps of a quarter."""
    quarters = int(4.0 * power + 0.5)
    turns = max(0.1, turns)
    product = 1.0
    for _ in range(quarters >> 2):
        product *= turns
    root = sqrt(turns)
    if quarters & 2:
        product *= root
    if quarters & 1:
        product *= sqrt(root)
    return 1.0 / product


@compiled
def best_time(view, memory, params, seat):
    """Turns that a team needs: under its compo, or (the own) under one in hand."""
    compo = memory[TEAM_COMPO + seat]
    last = COMPO + int(view.rules.compos) if seat == view.seat and memory[SPARE_COMPOS] > 0 else COMPO
    best = NEVER
    for kind in range(COMPO - 1, last):
        if kind < COMPO:
            best = min(best, hand_time(view, memory, params, seat, compo, 0))
        elif memory[HAND + kind] > 0 and kind - COMPO != compo:
            best = min(best, hand_time(view, memory, params, seat, kind - COMPO, 1))
    return best


@compiled
def pace(view, memory, params, seat, extra):
    """A team's speed with ``extra`` turns gained; 0 when it can't win any more, a million when it is complete."""
    if not in_play(view, seat):
        return 0.0
    mine = seat == view.seat
    if has_hands(view):
        turns = best_time(view, memory, params, seat)
        if turns == 0.0:
            return 1e6
        turns = max(0.25, turns - extra) + (params[TEMPO] if mine else 0.0)
        return (1.0 if mine else params[RIVALS]) * speed(turns, params[POWER])
    turns = duel_time(view, memory, params, seat)
    if turns == 0.0:
        return 1e6
    return (1.0 if mine else params[DUEL_RIVALS]) * speed(max(0.25, turns - extra), params[DUEL_POWER])


@compiled
def note_speeds(view, memory, params):
    """Note the opponents' speeds as they are."""
    total = 0
    for seat in range(view.players):
        if seat != view.seat:
            now = int(SPEED_UNIT * pace(view, memory, params, seat, 0.0))
            memory[SPEED + seat] = now
            total += now
    memory[ALL_SPEEDS] = total


@compiled
def share(view, memory, params, changed, own):
    """The own share of the race, 0 to 1, with ``own`` pace, where only ``changed`` (-1: none) differs from the noted speeds."""
    if not has_hands(view):  # in a duel each team's time depends on the other's places
        changed = 1 - int(view.seat)
    elif view.ended_by_win:  # M-19: there may be several winners, and only the own last turn counts
        return own / (own + 0.001)
    others = memory[ALL_SPEEDS] / SPEED_UNIT
    if changed >= 0:
        others += pace(view, memory, params, changed, 0.0) - memory[SPEED + changed] / SPEED_UNIT
    return own / (own + others) if own > 0.0 else 0.0
