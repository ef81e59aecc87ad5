"""Exact outcomes of tiny games of Stealr, from the rules and nothing of `sim`: every deal, every random choice, in fractions.

Two players who choose uniformly among their legal moves, with a few kinds of cards: properties and a joker of two colours, money, Rent Any
Color, Yoink!, Deal Breaker, Just Say No, Pass Go Go Go!, Go Again (S-1 to S-7, S-9 to S-12, S-15 to S-17, S-20, S-28 to S-34, C-6). No hand may come
to its limit. What the players cannot know is averaged over: the next card of the pile is any of those left, with equal probability, which is what a
shuffled pile means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

COLOURS = {"rose": ("rose",), "orange": ("orange",), "rouge": ("rouge",), "joker_rose_orange": ("rose", "orange")}
NO = "just_say_no"
Cards = tuple[str, ...]
Table = tuple[tuple[str, str], ...]  # (colour, card), sorted
Result = tuple[Fraction, Fraction, Fraction]  # probability that the first and the second player win (both may), expected turns


@dataclass(frozen=True)
class Rules:
    """What is set; hands are never discarded from."""

    values: tuple[tuple[str, int], ...]
    sizes: tuple[tuple[str, int], ...]
    rents: tuple[int, ...]
    sets_to_win: int
    plays: int
    draw: int
    moves: int
    tokens: int
    yoink: int
    pass_go: int
    max_turns: int


class State(NamedTuple):
    """The seats by order of play. Each has tokens at home; the others lie with the other player."""

    pile: Cards
    discard: Cards
    hands: tuple[Cards, Cards]
    banks: tuple[Cards, Cards]
    tables: tuple[Table, Table]
    home: tuple[int, int]
    active: int
    turn: int
    plays: int
    moves: int
    played: bool
    idle: int
    last: int | None


def less(cards: tuple, *some) -> tuple:
    """A sorted multiset without some cards."""
    left = list(cards)
    for card in some:
        left.remove(card)
    return tuple(left)


def more(cards: tuple, *some) -> tuple:
    """A sorted multiset with more cards."""
    return tuple(sorted([*cards, *some]))


def of(pair: tuple, seat: int, value) -> tuple:
    """The pair with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def mean(results: list[Result]) -> Result:
    """Of equally likely results."""
    return tuple(sum((result[i] for result in results), Fraction(0)) / len(results) for i in range(3))


class Game:
    """All games of one deck under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.values, self.sizes = rules, dict(rules.values), dict(rules.sizes)
        self.play = cache(self._play)  # the rest of a game from a decision of the active player on

    def exact(self, deck: Cards, hand: int) -> Result:
        """Over all deals of so many cards each."""

        def deal(state: State, left: int) -> Result:
            if left == 0:
                return self.begin(state, 0, again=False)
            return self.draw(state, left % 2, lambda drawn: deal(drawn, left - 1))

        none: State = State(more((), *deck), (), ((), ()), ((), ()), ((), ()), (self.rules.tokens,) * 2, 0, 0, 0, 0, played=False, idle=0, last=None)
        return deal(none, 2 * hand)

    # --- turns -----------------------------------------------------------------------------------------------------

    def draw(self, state: State, seat: int, then: Callable[[State], Result]) -> Result:
        """S-9: a card, each of those left equally likely."""
        pile, discard = state.pile, state.discard
        if not pile:
            pile, discard = discard, ()
        if not pile:
            return then(state)
        parts = []
        for card in sorted(set(pile)):
            drawn = state._replace(pile=less(pile, card), discard=discard, hands=of(state.hands, seat, more(state.hands[seat], card)))
            parts.append((pile.count(card), then(drawn)))
        return tuple(sum((n * result[i] for n, result in parts), Fraction(0)) / len(pile) for i in range(3))

    def begin(self, state: State, seat: int, *, again: bool) -> Result:
        """S-2; S-31: the Go Again is discarded after the draw."""
        last = state.last if state.last is None else state.last - 1
        state = state._replace(active=seat, turn=state.turn + 1, plays=self.rules.plays, moves=self.rules.moves, played=False, last=last)

        def drawing(now: State, left: int) -> Result:
            if left:
                return self.draw(now, seat, lambda drawn: drawing(drawn, left - 1))
            return self.debts(now._replace(discard=more(now.discard, "go_again")) if again else now)

        return drawing(state, self.rules.draw)

    def debts(self, state: State) -> Result:
        """S-3: a card for a token, each kind equally likely; without cards the tokens come back."""
        me, other = state.active, 1 - state.active
        if state.home[me] == self.rules.tokens:
            return self.play(state)
        if not state.hands[me]:
            return self.play(state._replace(home=of(state.home, me, self.rules.tokens)))
        ways = []
        for card in sorted(set(state.hands[me])):
            paid = state._replace(
                hands=of(state.hands, me, less(state.hands[me], card)),
                home=of(state.home, me, state.home[me] + 1),
                plays=max(0, state.plays - 1),
            )
            ways.append(self.arrive(paid, other, card, self.debts))
        return mean(ways)

    def arrive(self, state: State, seat: int, card: str, then: Callable[[State], Result]) -> Result:
        """S-11: a card comes to a seat; a joker in either colour."""
        if card not in COLOURS:
            return then(state._replace(banks=of(state.banks, seat, more(state.banks[seat], card))))
        return mean([self.lay(state, seat, card, colour, then) for colour in COLOURS[card]])

    def lay(self, state: State, seat: int, card: str, colour: str, then: Callable[[State], Result]) -> Result:
        """S-11: whoever has his sets has won."""
        laid = state._replace(tables=of(state.tables, seat, more(state.tables[seat], (colour, card))))
        if self.sets(laid, seat) >= self.rules.sets_to_win:
            return Fraction(seat == 0), Fraction(seat == 1), Fraction(state.turn)
        return then(laid)

    def sets(self, state: State, seat: int) -> int:
        """S-10: colours with a complete set."""
        lying = [colour for colour, _ in state.tables[seat]]
        return sum(lying.count(colour) >= size for colour, size in self.sizes.items())

    def end(self, state: State, *, again: bool = False) -> Result:
        """S-31, S-34, C-6."""
        assert max(map(len, state.hands)) <= 7, "a hand of more than seven would have to be discarded"
        idle = 0 if state.played else state.idle + 1
        state = state._replace(idle=idle)
        if state.last == 0:
            worth = [(self.sets(state, seat), self.worth(state, seat)) for seat in (0, 1)]
            return Fraction(worth[0] >= worth[1]), Fraction(worth[1] >= worth[0]), Fraction(state.turn)
        if state.last is None and not state.pile and not state.discard and (not any(state.hands) or idle >= 2):
            state = state._replace(last=2)
        if state.turn == self.rules.max_turns:
            return Fraction(0), Fraction(0), Fraction(state.turn)
        if again and state.last is None:
            return self.begin(state, state.active, again=True)
        if again:
            state = state._replace(discard=more(state.discard, "go_again"))
        return self.begin(state, 1 - state.active, again=False)

    def worth(self, state: State, seat: int) -> int:
        """S-15, S-34: M in bank and on table."""
        return sum(self.values[card] for card in state.banks[seat]) + sum(self.values[card] for _, card in state.tables[seat])

    # --- plays -----------------------------------------------------------------------------------------------------

    def _play(self, state: State) -> Result:
        """S-4: everything that the active player may do, each equally likely."""
        me, hand = state.active, state.hands[state.active]
        ways: list[Callable[[], Result]] = []
        for card in sorted(set(hand)) if state.plays else []:
            left = state._replace(hands=of(state.hands, me, less(hand, card)), plays=state.plays - 1, played=True)
            if card in COLOURS:
                ways += [lambda s=left, c=card, colour=colour: self.lay(s, me, c, colour, self.play) for colour in COLOURS[card]]
                continue
            ways.append(lambda s=left, c=card: self.arrive(s, me, c, self.play))
            ways += [lambda use=use: use() for use in self.uses(left, card)]
        if state.moves:
            for colour, card in sorted(set(state.tables[me])):
                lifted = state._replace(moves=state.moves - 1, tables=of(state.tables, me, less(state.tables[me], (colour, card))))
                ways += [lambda s=lifted, c=card, to=to: self.lay(s, me, c, to, self.play) for to in COLOURS[card] if to != colour]
        if not ways:
            return self.end(state)
        return mean([way() for way in ways] + [self.end(state)])

    def uses(self, state: State, card: str) -> list[Callable[[], Result]]:
        """The ways to use a card that has left the hand."""
        me, other = state.active, 1 - state.active
        thrown = state._replace(discard=more(state.discard, card))
        if card == "pass_go":
            return [lambda: self.refill(thrown)]
        if card == "go_again":  # in the last round it gives no turn and is discarded at once
            return [lambda: self.end(state, again=True) if state.last is None else self.end(thrown)]
        if card == "deal_breaker":
            lying = [colour for colour, _ in state.tables[other]]
            return [
                lambda colour=colour: self.noes(thrown, 0, lambda s: self.steal(s, colour))
                for colour, size in self.sizes.items()
                if lying.count(colour) >= size
            ]
        something = state.home[other] > 0 or state.banks[other] or state.tables[other]
        if card == "yoink" and something:
            return [lambda: self.noes(thrown, 0, lambda s: self.claim(s, self.rules.yoink))]
        if card != "rent_any":
            return []
        ways: list[Callable[[], Result]] = []
        for colour, size in self.sizes.items():
            if n := sum(lying == colour for lying, _ in state.tables[me]):
                amount = self.rules.rents[min(n, size) - 1]
                ways.append(lambda amount=amount: self.noes(thrown, 0, lambda s: self.claim(s, amount)) if something else self.play(thrown))
        return ways

    def refill(self, state: State) -> Result:
        """S-30."""
        if len(state.hands[state.active]) >= self.rules.pass_go or not (state.pile or state.discard):
            return self.play(state)
        return self.draw(state, state.active, self.refill)

    def noes(self, state: State, said: int, effect: Callable[[State], Result]) -> Result:
        """S-33: the target first; an even number of Noes, and the card takes effect."""
        seat = 1 - state.active if said % 2 == 0 else state.active
        accepted = effect if said % 2 == 0 else self.play
        if NO not in state.hands[seat]:
            return accepted(state)
        no = state._replace(hands=of(state.hands, seat, less(state.hands[seat], NO)), discard=more(state.discard, NO))
        return mean([accepted(state), self.noes(no, said + 1, effect)])

    def steal(self, state: State, colour: str) -> Result:
        """S-20: the first complete set, properties before jokers; no deck here has two of a colour."""
        me, other = state.active, 1 - state.active
        lying = [one for one in state.tables[other] if one[0] == colour]
        assert len(lying) < 2 * self.sizes[colour], "two sets of a colour"
        lying.sort(key=lambda one: one[1] in COLOURS and len(COLOURS[one[1]]))
        taken = lying[: self.sizes[colour]]
        tables = of(of(state.tables, other, less(state.tables[other], *taken)), me, more(state.tables[me], *taken))
        stolen = state._replace(tables=tables)
        if self.sets(stolen, me) >= self.rules.sets_to_win:
            return Fraction(me == 0), Fraction(me == 1), Fraction(state.turn)
        return self.play(stolen)

    def claim(self, state: State, owed: int) -> Result:
        """S-15, S-16."""
        me, payer = state.active, 1 - state.active
        if owed <= 0:
            return self.play(state)
        if self.worth(state, payer) < owed:
            if state.home[payer]:
                state = state._replace(home=of(state.home, payer, state.home[payer] - 1))
            banks = of(of(state.banks, me, more(state.banks[me], *state.banks[payer])), payer, ())
            return self.give_tables(state._replace(banks=banks))
        ways = []
        for value in sorted({self.values[card] for card in state.banks[payer]}):  # cards of equal value are one and the same
            card = next(card for card in state.banks[payer] if self.values[card] == value)
            paid = state._replace(banks=of(state.banks, payer, less(state.banks[payer], card)))
            ways.append(self.arrive(paid, me, card, lambda s, value=value: self.claim(s, owed - value)))
        for one in sorted(set(state.tables[payer])):
            paid = state._replace(tables=of(state.tables, payer, less(state.tables[payer], one)))
            ways.append(self.arrive(paid, me, one[1], lambda s, one=one: self.claim(s, owed - self.values[one[1]])))
        return mean(ways)

    def give_tables(self, state: State) -> Result:
        """S-16: properties by colour, then jokers by colour."""
        me, payer = state.active, 1 - state.active
        left = sorted(state.tables[payer], key=lambda one: (len(COLOURS[one[1]]), list(COLOURS).index(one[0])))
        if not left:
            return self.play(state)
        given = state._replace(tables=of(state.tables, payer, less(state.tables[payer], left[0])))
        return self.arrive(given, me, left[0][1], self.give_tables)
