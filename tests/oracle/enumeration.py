"""Mercato for two, counted out: exact chances of a tiny deck's games when every choice is made at random, all legal moves equally likely.

Written from the rules alone, in plain Python with fractions; nothing here comes from `sim`. A shuffled pile is a multiset whose next card is any of
its cards with equal chance, so no order is kept. Only what the tests need: no coaches, no trades, one injury a player, two lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

Cards = tuple[int, ...]
"""How many of each kind, in the order of `Deck.kinds`."""

LINES = ("gardien", "defenseur")
BLESSURE, SOIN, TRANSFERT = 2, 3, 4
FIRST_COMPO = 5


class Value(NamedTuple):
    """What is expected of the rest of a game, seen by the player whose turn it is."""

    wins: Fraction
    other_wins: Fraction
    unfinished: Fraction
    turns: Fraction
    turns_squared: Fraction

    @property
    def swapped(self) -> Value:
        """The same seen by the other player."""
        return Value(self.other_wins, self.wins, *self[2:])


class Side(NamedTuple):
    """One player: kind of compo, for each line (uninjured, injured) players, hand, and whether the game is won."""

    compo: int
    team: tuple[tuple[int, int], ...]
    hand: Cards
    won: bool


class Position(NamedTuple):
    """Both players, seen by the one whose turn it is, and the discards."""

    me: Side
    other: Side
    discard: Cards


Chances = list[tuple[Fraction, Position]]


@dataclass(frozen=True)
class Deck:
    """A tiny deck: plain cards by kind, and compos as (Gardiens, Défenseurs, copies)."""

    gardien: int
    defenseur: int
    blessure: int
    soin: int
    transfert: int
    compos: tuple[tuple[int, int, int], ...]

    @property
    def plain(self) -> Cards:
        """The cards that are no compos, among all kinds."""
        return (self.gardien, self.defenseur, self.blessure, self.soin, self.transfert, *(0 for _ in self.compos))

    @property
    def compo_cards(self) -> Cards:
        """The compos among all kinds."""
        return (0,) * FIRST_COMPO + tuple(copies for _, _, copies in self.compos)


def add(cards: Cards, kind: int, number: int = 1) -> Cards:
    """These cards and another (or one less)."""
    return (*cards[:kind], cards[kind] + number, *cards[kind + 1 :])


def together(a: Cards, b: Cards) -> Cards:
    """All cards of both."""
    return tuple(x + y for x, y in zip(a, b))


def apart(a: Cards, b: Cards) -> Cards:
    """The cards of the first that are not in the second."""
    return tuple(x - y for x, y in zip(a, b))


def hands(cards: Cards, size: int) -> Iterator[tuple[Fraction, Cards]]:
    """Every hand of this size that can be dealt, with its chance."""
    ways = comb(sum(cards), size)
    for hand in product(*(range(number + 1) for number in cards)):
        if sum(hand) == size:
            chance = Fraction(1, ways)
            for held, there in zip(hand, cards):
                chance *= comb(there, held)
            yield chance, hand


def evenly(choices: list[Position]) -> Chances:
    """Each with the same chance."""
    return [(Fraction(1, len(choices)), choice) for choice in choices]


class Enumeration:
    """What the two forms of the game have in common: teams, compos, the course of turns."""

    def __init__(self, deck: Deck, max_turns: int) -> None:
        self.deck, self.max_turns = deck, max_turns
        self.nothing: Cards = (0,) * len(deck.plain)
        self.known: dict[tuple[int, Position, Cards], Value] = {}

    # Teams

    def asked(self, compo: int, line: int) -> int:
        return self.deck.compos[compo - FIRST_COMPO][line]

    def room(self, side: Side, line: int) -> bool:
        return sum(side.team[line]) < self.asked(side.compo, line)

    def complete(self, side: Side) -> bool:
        return all(players == (self.asked(side.compo, line), 0) for line, players in enumerate(side.team))

    @staticmethod
    def changed(side: Side, line: int, uninjured: int = 0, injured: int = 0) -> Side:
        before = side.team[line]
        after = (before[0] + uninjured, before[1] + injured)
        return side._replace(team=(*side.team[:line], after, *side.team[line + 1 :]))

    def dropped(self, side: Side, discard: Cards, line: int, injured: int) -> tuple[Side, Cards]:
        """A player leaves for the discards, with its injury if it has one."""
        side = self.changed(side, line, injured=-1) if injured else self.changed(side, line, uninjured=-1)
        return side, add(add(discard, line), BLESSURE, injured)

    def shrunk(self, side: Side, discard: Cards) -> list[tuple[Fraction, Side, Cards]]:
        """M-13: players that no longer fit go one at a time; their owner, here chance, chooses among the different ones."""
        choices = [
            (line, injured)
            for line, players in enumerate(side.team)
            if sum(players) > self.asked(side.compo, line)
            for injured in (0, 1)
            if players[injured]
        ]
        if not choices:
            return [(Fraction(1), side, discard)]
        return [
            (chance / len(choices), after, rest) for choice in choices for chance, after, rest in self.shrunk(*self.dropped(side, discard, *choice))
        ]

    def with_compo(self, position: Position, kind: int, own: bool) -> Chances:
        """A compo laid on one's own team or on the other's; the old one is discarded."""
        side = position.me if own else position.other
        discard = add(position.discard, side.compo)
        found = self.shrunk(side._replace(compo=kind), discard)
        if own:
            return [(chance, Position(after, position.other, rest)) for chance, after, rest in found]
        return [(chance, Position(position.me, after, rest)) for chance, after, rest in found]

    def healed(self, position: Position) -> list[Position]:
        """M-9: one for each line with an injured player; its injury goes (the care card is dealt with elsewhere)."""
        me, discard = position.me, add(position.discard, BLESSURE)
        return [position._replace(me=self.changed(me, line, 1, -1), discard=discard) for line, players in enumerate(me.team) if players[1]]

    def transferred(self, position: Position) -> list[Position]:
        """M-11: one for each line in which the other has an uninjured player and there is room."""
        me, other = position.me, position.other
        return [
            position._replace(me=self.changed(me, line, 1), other=self.changed(other, line, -1))
            for line, players in enumerate(other.team)
            if players[0] and self.room(me, line)
        ]

    # Course of the game

    def game(self) -> Value:
        """Over all deals; "I" am the first player."""
        raise NotImplementedError

    def turn(self, number: int, position: Position, pile: Cards) -> Value:
        """The rest of the game from the beginning of this turn on."""
        key = (number, position, pile)
        if key not in self.known:
            self.known[key] = self.drawn(number, position, pile)
        return self.known[key]

    def drawn(self, number: int, position: Position, pile: Cards) -> Value:
        """M-5, M-16: any card of the pile, or of the shuffled discards if there is none, or nothing."""
        if not any(pile):
            pile, position = position.discard, position._replace(discard=self.nothing)
        if not any(pile):
            return self.weighed([(Fraction(1), number, position, pile, None)])
        size = sum(pile)
        return self.weighed([(Fraction(n, size), number, position, add(pile, kind, -1), kind) for kind, n in enumerate(pile) if n])

    def weighed(self, draws: list[tuple[Fraction, int, Position, Cards, int | None]]) -> Value:
        total = [Fraction(0)] * len(Value._fields)
        for chance, number, position, pile, kind in draws:
            for share, after in self.played(position, kind):
                for place, value in enumerate(self.ended(number, after, pile)):
                    total[place] += chance * share * value
        return Value(*total)

    def played(self, position: Position, kind: int | None) -> Chances:
        """What the turn can lead to after this card (or none) was drawn."""
        raise NotImplementedError

    def ended(self, number: int, position: Position, pile: Cards) -> Value:
        """The rest of the game after this turn."""
        raise NotImplementedError

    def over(self, number: int, wins: bool, other_wins: bool, unfinished: bool) -> Value:
        return Value(Fraction(wins), Fraction(other_wins), Fraction(unfinished), Fraction(number), Fraction(number**2))

    def next_turn(self, number: int, position: Position, pile: Cards) -> Value:
        if number == self.max_turns:  # C-6
            return self.over(number, position.me.won, position.other.won, True)
        return self.turn(number + 1, position._replace(me=position.other, other=position.me), pile).swapped

    def averaged(self, starts: Iterator[tuple[Fraction, Position, Cards]]) -> Value:
        total, certain = [Fraction(0)] * len(Value._fields), Fraction(0)
        for chance, position, pile in starts:
            certain += chance
            for place, value in enumerate(self.turn(1, position, pile)):
                total[place] += chance * value
        assert certain == 1
        return Value(*total)

    def compos_dealt(self) -> Iterator[tuple[Fraction, Side, Side, Cards]]:
        """M-1, M-20: a compo each, and those left over."""
        cards = self.deck.compo_cards
        empty = ((0, 0),) * len(LINES)
        for mine, n in enumerate(cards):
            rest = add(cards, mine, -1)
            for yours, m in enumerate(rest):
                if n and m:
                    chance = Fraction(n, sum(cards)) * Fraction(m, sum(rest))
                    yield chance, Side(mine, empty, self.nothing, False), Side(yours, empty, self.nothing, False), add(rest, yours, -1)


class Duel(Enumeration):
    """M-20 to M-22, the owner choosing whom an injury hits."""

    def game(self) -> Value:
        return self.averaged(
            (chance, Position(me, other, self.nothing), together(self.deck.plain, left)) for chance, me, other, left in self.compos_dealt()
        )

    def played(self, position: Position, kind: int | None) -> Chances:
        if kind is None:
            return [(Fraction(1), position)]
        me = position.me
        unused = position._replace(discard=add(position.discard, kind))
        if kind >= FIRST_COMPO:
            half = Fraction(1, 2)
            return [(half * chance, after) for own in (True, False) for chance, after in self.with_compo(position, kind, own)]
        if kind < len(LINES):
            return [(Fraction(1), position._replace(me=self.changed(me, kind, 1)) if self.room(me, kind) else unused)]
        if kind == BLESSURE:
            hit = [position._replace(me=self.changed(me, line, -1, 1)) for line, players in enumerate(me.team) if players[0]]
            return evenly(hit or [unused])
        if kind == SOIN:
            return evenly([*self.healed(unused), unused])  # it may be declined
        return evenly(self.transferred(unused) or [unused])

    def ended(self, number: int, position: Position, pile: Cards) -> Value:
        if self.complete(position.me):
            return self.over(number, True, False, False)
        if self.complete(position.other):  # a smaller compo laid on the other's team
            return self.over(number, False, True, False)
        return self.next_turn(number, position, pile)


class Classic(Enumeration):
    """M-1 to M-19 for two, without trades; everyone has a last turn."""

    def __init__(self, deck: Deck, max_turns: int, opening_hand: int, hand_limit: int) -> None:
        super().__init__(deck, max_turns)
        self.opening_hand, self.hand_limit = opening_hand, hand_limit

    def game(self) -> Value:
        return self.averaged(self.dealt())

    def dealt(self) -> Iterator[tuple[Fraction, Position, Cards]]:
        for chance, me, other, left in self.compos_dealt():
            for my_chance, mine in hands(self.deck.plain, self.opening_hand):
                rest = apart(self.deck.plain, mine)
                for your_chance, yours in hands(rest, self.opening_hand):
                    position = Position(me._replace(hand=mine), other._replace(hand=yours), self.nothing)
                    yield chance * my_chance * your_chance, position, together(apart(rest, yours), left)

    def played(self, position: Position, kind: int | None) -> Chances:
        if kind is not None:
            position = position._replace(me=position.me._replace(hand=add(position.me.hand, kind)))
        actions = self.actions(position)
        return [
            (chance * share / len(actions), after)
            for action in actions
            for chance, acted in action
            for share, after in ([(Fraction(1), acted)] if self.complete(acted.me) else self.limited(acted))
        ]

    def actions(self, position: Position) -> list[Chances]:
        """What each legal action leads to (most leave nothing to chance)."""
        me, other = position.me, position.other
        done: list[Position] = []
        changes: list[Chances] = []
        for kind, held in enumerate(me.hand):
            if not held:
                continue
            left = position._replace(me=me._replace(hand=add(me.hand, kind, -1)))
            spent = left._replace(discard=add(left.discard, kind))
            if kind < len(LINES):
                if self.room(me, kind):
                    done.append(left._replace(me=self.changed(left.me, kind, 1)))
                done += self.replaced(left, kind)
            elif kind == BLESSURE:
                if not other.won:  # M-18
                    done += [left._replace(other=self.changed(other, line, -1, 1)) for line, players in enumerate(other.team) if players[0]]
            elif kind == SOIN:
                done += self.healed(spent)
            elif kind == TRANSFERT:
                done += [] if other.won else self.transferred(spent)
            else:
                changes.append(self.with_compo(left, kind, True))
        if not done and not changes:  # M-14
            done = self.without_a_card(position) or [position]
        return [[(Fraction(1), after)] for after in done] + changes

    def replaced(self, left: Position, kind: int) -> list[Position]:
        """M-8: one for each different player whose going lets the new one fit."""
        found = []
        for line, players in enumerate(left.me.team):
            for injured in (0, 1):
                if players[injured] and (line == kind or self.room(left.me, kind)):
                    side, discard = self.dropped(left.me, left.discard, line, injured)
                    found.append(left._replace(me=self.changed(side, kind, 1), discard=discard))
        return found

    @staticmethod
    def without_a_card(position: Position) -> list[Position]:
        me = position.me
        return [
            position._replace(me=me._replace(hand=add(me.hand, kind, -1)), discard=add(position.discard, kind))
            for kind, held in enumerate(me.hand)
            if held
        ]

    def limited(self, position: Position) -> Chances:
        """M-15."""
        if sum(position.me.hand) <= self.hand_limit:
            return [(Fraction(1), position)]
        return [(chance * share, after) for chance, fewer in evenly(self.without_a_card(position)) for share, after in self.limited(fewer)]

    def ended(self, number: int, position: Position, pile: Cards) -> Value:
        won = self.complete(position.me)
        if position.other.won:  # M-19: this was the last turn
            return self.over(number, won, True, False)
        return self.next_turn(number, position._replace(me=position.me._replace(won=won)), pile)
