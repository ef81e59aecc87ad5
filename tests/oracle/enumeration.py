"""Exact outcomes of tiny games, from the rules and nothing of `sim`: every deal, every random choice, in fractions.

`duel` (M-20 to M-22) and `classic` with one card each and no trades (M-1 to M-17, M-19), for players who choose uniformly among their legal
moves. What the players
cannot know is averaged over: the next card of the pile is any of those left, with equal probability, which is what a shuffled pile means.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

G, D, INJURY, CARE, TRANSFER = "G", "D", "I", "C", "T"
Result = tuple[tuple[Fraction, ...], Fraction]  # probability that each seat wins (several may), expected turns


def take(cards: tuple, card) -> tuple:
    """A sorted multiset without one card."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def add(cards: tuple, *more) -> tuple:
    """A sorted multiset with more cards."""
    return tuple(sorted([*cards, *more], key=str))


def average(parts: list[tuple[Fraction, Result]]) -> Result:
    """Of weighted results."""
    seats = len(parts[0][1][0])
    wins = tuple(sum((weight * result[0][seat] for weight, result in parts), Fraction(0)) for seat in range(seats))
    return wins, sum((weight * result[1] for weight, result in parts), Fraction(0))


def draws(pile: tuple) -> list[tuple[Fraction, object, tuple]]:
    """(probability, card, pile left) for each kind on top of a shuffled pile."""
    return [(Fraction(pile.count(card), len(pile)), card, take(pile, card)) for card in sorted(set(pile), key=str)]


# A team is a sorted tuple of players "G", "D" and, with an injury, "Gi", "Di". A compo is (goalkeepers, defenders).


def room(team: tuple, compo: tuple, line: str) -> bool:
    return sum(player[0] == line for player in team) < compo["GD".index(line)]


def complete(team: tuple, compo: tuple) -> bool:
    return team == ("D",) * compo[1] + ("G",) * compo[0]


@cache
def duel(pile: tuple, discard: tuple, teams: tuple, compos: tuple, active: int, turn: int, max_turns: int) -> Result:
    """The rest of a duel in which seat ``active`` begins turn ``turn``."""
    if not pile:
        pile, discard = discard, ()
    if not pile:
        return duel_next(pile, discard, teams, compos, active, turn, max_turns)
    return average([(p, duel_card(rest, discard, teams, compos, active, turn, max_turns, card)) for p, card, rest in draws(pile)])


def duel_next(pile, discard, teams, compos, active, turn, max_turns) -> Result:
    if complete(teams[0], compos[0]) or complete(teams[1], compos[1]):
        return tuple(Fraction(complete(team, compo)) for team, compo in zip(teams, compos)), Fraction(turn)
    if turn == max_turns:
        return (Fraction(0), Fraction(0)), Fraction(turn)
    return duel(pile, discard, teams, compos, 1 - active, turn + 1, max_turns)


def duel_card(pile, discard, teams, compos, active, turn, max_turns, card) -> Result:
    """M-21: one card, each way to use it equally likely."""
    mine, other = teams[active], teams[1 - active]

    def go(mine=mine, other=other, discarded=(), compos=compos) -> Result:
        both = (mine, other) if active == 0 else (other, mine)
        return duel_next(pile, add(discard, *discarded), both, compos, active, turn, max_turns)

    useless = go(discarded=(card,))
    ways: list[Result] = []
    if card in (G, D):
        if room(mine, compos[active], card):
            ways = [go(mine=add(mine, card))]
    elif card == INJURY:
        ways = [go(mine=add(take(mine, line), line + "i")) for line in (G, D) if line in mine]
    elif card == CARE:
        ways = [go(mine=add(take(mine, line + "i"), line), discarded=(CARE, INJURY)) for line in (G, D) if line + "i" in mine]
        ways += [useless] if ways else []  # healing may be declined
    elif card == TRANSFER:
        ways = [
            go(mine=add(mine, line), other=take(other, line), discarded=(TRANSFER,))
            for line in (G, D)
            if line in other and room(mine, compos[active], line)
        ]
    else:  # a compo, for either
        for owner in (active, 1 - active):
            changed = tuple(card if seat == owner else compo for seat, compo in enumerate(compos))
            ways.append(shrunk(pile, discard, teams, compos[owner], changed, active, owner, turn, max_turns))
    ways = ways or [useless]
    return average([(Fraction(1, len(ways)), way) for way in ways])


def shrunk(pile, discard, teams, old, compos, active, owner, turn, max_turns) -> Result:
    """The old compo is discarded, then players that do not fit, their owner choosing (each kind of player in too full a line equally likely)."""

    def drop(team, discard) -> Result:
        both = tuple(team if seat == owner else other for seat, other in enumerate(teams))
        if complete(both[0], compos[0]) or complete(both[1], compos[1]):  # M-17: checked after every change of every team
            return duel_next(pile, discard, both, compos, active, turn, max_turns)
        kinds = [p for p in sorted(set(team)) if sum(q[0] == p[0] for q in team) > compos[owner]["GD".index(p[0])]]
        if not kinds:
            return duel_next(pile, discard, both, compos, active, turn, max_turns)
        return average([(Fraction(1, len(kinds)), drop(take(team, p), add(discard, p[0], *([INJURY] if p[1:] else [])))) for p in kinds])

    return drop(teams[owner], add(discard, old))


def exact_duel(deck: tuple, compo_cards: tuple, max_turns: int) -> Result:
    """Wins by order of play (the first player first), over all deals of the compos."""
    parts = []
    for p, first, rest in draws(add((), *compo_cards)):
        for q, second, left in draws(rest):
            parts.append((p * q, duel(add((), *deck, *left), (), ((), ()), (first, second), 0, 1, max_turns)))
    return average(parts)


# Classic, two players, `opening_hand = 1`, no trades.


@cache
def classic(pile, discard, hands, teams, compos, active, turn, max_turns, won, last) -> Result:
    """M-5: a turn begins with a card. ``last``: seats with a last turn to come, None before anyone has won."""
    if not pile:
        pile, discard = discard, ()
    if not pile:
        return action(pile, discard, hands, teams, compos, active, turn, max_turns, won, last)
    parts = []
    for p, card, rest in draws(pile):
        drawn = tuple(add(hand, card) if seat == active else hand for seat, hand in enumerate(hands))
        parts.append((p, action(rest, discard, drawn, teams, compos, active, turn, max_turns, won, last)))
    return average(parts)


def action(pile, discard, hands, teams, compos, active, turn, max_turns, won, last) -> Result:
    """M-6 to M-14: one action, each legal one equally likely."""
    hand, mine, compo = hands[active], teams[active], compos[active]
    other, theirs = 1 - active, teams[1 - active]

    def done(card, mine=mine, theirs=theirs, discarded=()) -> Result:
        both = (mine, theirs) if active == 0 else (theirs, mine)
        left = tuple(take(h, card) if seat == active else h for seat, h in enumerate(hands))
        return settle(pile, add(discard, *discarded), left, both, compos, active, turn, max_turns, won, last)

    ways = []
    for card in sorted(set(hand), key=str):
        if card in (G, D):
            if room(mine, compo, card):
                ways.append(done(card, mine=add(mine, card)))
            for old in sorted(set(mine)):  # M-8
                if old[0] == card or room(mine, compo, card):
                    ways.append(done(card, mine=add(take(mine, old), card), discarded=(old[0], *([INJURY] if old[1:] else []))))
        elif card == CARE:
            ways += [done(card, mine=add(take(mine, line + "i"), line), discarded=(CARE, INJURY)) for line in (G, D) if line + "i" in mine]
        elif card == INJURY and not won[other]:
            ways += [done(card, theirs=add(take(theirs, line), line + "i")) for line in (G, D) if line in theirs]
        elif card == TRANSFER and not won[other]:
            ways += [
                done(card, mine=add(mine, line), theirs=take(theirs, line), discarded=(TRANSFER,))
                for line in (G, D)
                if line in theirs and room(mine, compo, line)
            ]
    if not ways:  # M-14
        ways = [done(card, discarded=(card,)) for card in sorted(set(hand), key=str)]
        if not hand:
            ways = [settle(pile, discard, hands, teams, compos, active, turn, max_turns, won, last)]
    return average([(Fraction(1, len(ways)), way) for way in ways])


def settle(pile, discard, hands, teams, compos, active, turn, max_turns, won, last) -> Result:
    """M-15 (never with so few cards), M-17, M-19."""
    new = tuple(w or complete(team, compo) for w, team, compo in zip(won, teams, compos))
    assert max(map(len, hands)) <= 5, "a hand of more than five would have to be discarded"
    if any(new) and not any(won):
        last = tuple(not w for w in new)
    elif last is not None:
        last = tuple(left and not w for left, w in zip(last, new))
    following = next((seat for seat in (1 - active, active) if not new[seat] and (last is None or last[seat])), None)
    if following is None or turn == max_turns:
        return tuple(Fraction(w) for w in new), Fraction(turn)
    if last is not None:
        last = tuple(left and seat != following for seat, left in enumerate(last))
    return classic(pile, discard, hands, teams, compos, following, turn + 1, max_turns, new, last)


def exact_classic(deck: tuple, compo: tuple, max_turns: int) -> Result:
    """Two players with one compo each, dealt one card each, over all deals; wins by order of play."""
    parts = []
    for p, first, rest in draws(add((), *deck)):
        for q, second, left in draws(rest):
            parts.append((p * q, classic(left, (), ((first,), (second,)), ((), ()), (compo, compo), 0, 1, max_turns, (False, False), None)))
    return average(parts)
