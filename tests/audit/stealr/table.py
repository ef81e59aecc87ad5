"""The auditor's own table: a state as the trace writes it, with the few things that happen to cards on it.

`Table.s` is a state in the trace's own shape, so that it can be compared with the trace field by field. What chance decides
is asked of `Table.chance`: `Foreseen` reads it off the state that the trace shows next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from ..table import copy_json
from .words import COLOURS, JOKERS, MONEY, MULTICOLOUR, PENDING_FIELDS, SEAT_FIELDS, SHACK, STATE_FIELDS

State = dict[str, Any]
_RANK = {card: rank for rank, card in enumerate((*COLOURS, *JOKERS))}  # S-5: properties, two-colour jokers, multicolour ones


class ImpossibleError(Exception):
    """What the trace shows can't come from chance: rule and reason."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


class Won(Exception):
    """S-11: somebody has won; nothing else happens."""


class Chance(Protocol):
    """Where the rules leave something to chance, it is asked for here."""

    def shuffle(self, cards: Counter[str]) -> list[str | None]:
        """The shuffled pile, next card first; null: a card that only `drawn` knows."""

    def drawn(self, table: Table, seat: int) -> str:
        """A null card of the pile, which this seat draws."""


class Foreseen:
    """Chance as the trace says it fell, read off the state after the step.

    After a shuffle the cards still in the trace's pile lie as they lie there. Those drawn from it before the next decision
    have come to hands that nothing left since: they are what these hands hold more.
    """

    def __init__(self, seen: Any) -> None:
        self.seen = seen if isinstance(seen, dict) else {}
        self.loose: Counter[str] = Counter()

    def shuffle(self, cards: Counter[str]) -> list[str | None]:
        """Split the shuffled cards into those drawn before the next decision and those that the trace shows."""
        pile = self.seen.get("pile")
        if not isinstance(pile, list) or not all(isinstance(card, str) for card in pile):
            raise ImpossibleError("S-9", "the pile is not a list of cards")
        if Counter(pile) - cards:
            raise ImpossibleError("S-9", "the draw pile is not made of the shuffled discards")
        self.loose = cards - Counter(pile)
        unknown: list[str | None] = [None] * self.loose.total()
        return unknown + pile

    def drawn(self, table: Table, seat: int) -> str:
        """One of the loose cards that this seat will hold more of."""
        try:
            later = self.seen["seats"][seat]["hand"]
            card = next(card for card in sorted(self.loose) if later.get(card, 0) > table.seat(seat)["hand"].get(card, 0))
        except (LookupError, TypeError, AttributeError, StopIteration):
            raise ImpossibleError("S-9", f"seat {seat} draws a card of the shuffled discards, but has none of those missing from the pile") from None
        self.loose -= Counter([card])
        return card


class Table:
    """A game under audit: its options and its state."""

    def __init__(self, game: dict[str, Any], state: State) -> None:
        self.game = game
        self.options: dict[str, Any] = game["options"]
        self.players: int = game["players"]
        self.s: State = {name: copy_json(state[name]) for name in STATE_FIELDS}
        self.s["seats"] = [{name: seat[name] for name in SEAT_FIELDS} for seat in self.s["seats"]]
        self.s["pending"] = {name: self.s["pending"][name] for name in PENDING_FIELDS}
        self.moves: list[dict[str, Any]] = []  # the legal moves of the decision at which the table stands
        self.chance: Chance = Foreseen({})
        self.standings: list[list[int]] = []  # after each turn: complete sets by seat, negative: less is better
        self.surplus = 0  # Shacks discarded by S-13
        self.watch: Callable[[Table], None] = lambda table: None  # told after every card that has come onto a table

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def pending(self) -> dict[str, Any]:
        """What is under way."""
        return self.s["pending"]

    @property
    def card(self) -> dict[str, Any]:
        """The card under way."""
        return self.s["pending"]["card"]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.s["active"]

    def seat(self, seat: int) -> dict[str, Any]:
        """All that lies at a seat."""
        return self.s["seats"][seat]

    def clockwise(self, seat: int) -> Iterator[int]:
        """The other seats, clockwise from this one."""
        return ((seat + step) % self.players for step in range(1, self.players))

    def hand_size(self, seat: int) -> int:
        """Cards in a hand."""
        return sum(self.seat(seat)["hand"].values())

    def value(self, card: str) -> int:
        """M that a card is worth: money its face, a multicolour joker nothing (S-6, S-15)."""
        return 0 if card == MULTICOLOUR else MONEY[card] if card in MONEY else self.options["values"][card]

    def bank_value(self, seat: int) -> int:
        """M in a bank."""
        return sum(int(value) * count for value, count in self.seat(seat)["bank"].items())

    def table_value(self, seat: int) -> int:
        """S-34: M on a table, Shacks included."""
        piles = self.seat(seat)["table"].values()
        return sum(sum(map(self.value, pile["cards"])) + pile["shacks"] * self.value(SHACK) for pile in piles)

    def lying(self, seat: int, colour: str) -> list[str]:
        """The cards of one colour on a table, in the order of S-5."""
        return self.seat(seat)["table"].get(colour, {"cards": []})["cards"]

    def shacks(self, seat: int, colour: str) -> int:
        """Shacks that lie on a colour."""
        return self.seat(seat)["table"].get(colour, {"shacks": 0})["shacks"]

    def cards_on_table(self, seat: int) -> list[tuple[str, str]]:
        """Every property and joker of a table as (card, colour), colour by colour, in the order of S-5."""
        return [(card, colour) for colour in COLOURS for card in self.lying(seat, colour)]

    def sets(self, seat: int, colour: str) -> list[list[str]]:
        """S-5: the sets into which a colour is cut, the last one perhaps not full."""
        cards, size = self.lying(seat, colour), self.options["set_sizes"][colour]
        return [cards[at : at + size] for at in range(0, len(cards), size)]

    def complete_sets(self, seat: int, colour: str) -> list[int]:
        """S-10: the numbers of the complete sets of a colour."""
        size = self.options["set_sizes"][colour]
        return [number for number, cards in enumerate(self.sets(seat, colour)) if len(cards) == size and set(cards) != {MULTICOLOUR}]

    def complete_colours(self, seat: int) -> int:
        """S-10: colours of which a seat has a complete set."""
        return sum(bool(self.complete_sets(seat, colour)) for colour in COLOURS)

    def look(self) -> None:
        """A turn is over: how the seats stand."""
        self.standings.append([-self.complete_colours(seat) for seat in range(self.players)])

    # --- moving cards ------------------------------------------------------------------------------------------

    def from_hand(self, seat: int, card: str) -> None:
        """Take a card out of a hand."""
        take(self.seat(seat)["hand"], card)

    def to_hand(self, seat: int, card: str) -> None:
        """Put a card into a hand."""
        put(self.seat(seat)["hand"], card)

    def discard(self, card: str) -> None:
        """Lay a card on the discard pile (S-9)."""
        put(self.s["discard"], card)

    def bank(self, seat: int, card: str) -> None:
        """S-6: a card becomes money; of what kind it was is only known of all banks together."""
        put(self.seat(seat)["bank"], str(self.value(card)))
        put(self.s["banked"], card)

    def lay(self, seat: int, card: str, colour: str) -> None:
        """S-5: lay a card into a colour. (S-13: one that fills a set up leaves no Shack over.)"""
        cards = self.seat(seat)["table"].setdefault(colour, {"cards": [], "shacks": 0})["cards"]
        cards.append(card)
        cards.sort(key=_RANK.__getitem__)

    def lift(self, seat: int, card: str, colour: str) -> None:
        """Take a card off a colour; S-13: Shacks left without a set are discarded."""
        self.lying(seat, colour).remove(card)
        self.settle_shacks(seat, colour)

    def settle_shacks(self, seat: int, colour: str) -> None:
        """S-13: a colour's surplus Shacks are discarded."""
        pile = self.seat(seat)["table"].get(colour)
        if pile is None:
            return
        while pile["shacks"] > len(self.sets(seat, colour)):
            pile["shacks"] -= 1
            self.discard(SHACK)
            self.surplus += 1
        if not pile["cards"]:
            del self.seat(seat)["table"][colour]

    def check_victory(self, seat: int) -> None:
        """S-11: complete sets of so many colours win at once."""
        self.watch(self)
        if self.complete_colours(seat) >= self.options["sets_to_win"]:
            self.s["winners"] = [seat]
            raise Won

    def draw(self, seat: int) -> str | None:
        """S-9: the next card of the pile, unseen, to a hand; the discards are shuffled when it is empty; null when there is none."""
        state = self.s
        if not state["pile"]:
            if not state["discard"]:
                return None
            state["pile"] = self.chance.shuffle(Counter(state["discard"]))
            state["discard"] = {}
            state["reshuffles"] += 1
        card = state["pile"].pop(0)
        if card is None:
            card = self.chance.drawn(self, seat)
        self.to_hand(seat, card)
        return card


def put(counts: dict[str, int], name: str, n: int = 1) -> None:
    """Add to a table of counts that leaves zeros out."""
    if n:
        counts[name] = counts.get(name, 0) + n


def take(counts: dict[str, int], name: str) -> None:
    """Take one away from a table of counts that leaves zeros out."""
    if counts[name] == 1:
        del counts[name]
    else:
        counts[name] -= 1
