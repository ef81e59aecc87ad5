"""The auditor's own table: a state as the trace writes it, with the few things that cards do on it.

`Table.s` is a state in the trace's own shape, so that it can be compared with the trace field by field. What chance
decides is asked of `Table.chance`: `Foreseen` tries every outcome that is compatible with what the trace shows.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any, Protocol

from .words import LINES, PENDING_FIELDS, SEAT_FIELDS, STATE_FIELDS

State = dict[str, Any]


def copy_json(value: Any) -> Any:
    """A deep copy of dictionaries and lists (several times faster than `copy.deepcopy`)."""
    if isinstance(value, dict):
        return {name: copy_json(part) for name, part in value.items()}
    if isinstance(value, list):
        return [copy_json(part) if isinstance(part, (dict, list)) else part for part in value]
    return value


class Chance(Protocol):
    """Where the rules leave something to chance, it is asked for here."""

    def pick(self, options: list[Any]) -> Any:
        """One of the options."""

    def shuffle(self, cards: list[str]) -> tuple[Counter[str], list[str]]:
        """A shuffled pile as: cards of unknown order that are drawn first, and the known rest, next card first."""


class ImpossibleError(Exception):
    """What the trace shows can't come from chance: rule and reason."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


class Foreseen:
    """Chance as the trace says it fell: every combination of picks is tried in turn (like an odometer).

    After a shuffle the cards still in the trace's pile lie as they lie there; those which were drawn from it
    before the next decision are known up to their order, and `pick` tries the orders.
    """

    def __init__(self, seen_pile: object) -> None:
        self.seen_pile = seen_pile
        self.path: list[int] = []
        self.sizes: list[int] = []
        self.at = 0

    def pick(self, options: list[Any]) -> Any:
        """The option that the present combination says; the first one where it says nothing yet."""
        if self.at == len(self.path):
            self.path.append(0)
            self.sizes.append(len(options))
        self.at += 1
        return options[self.path[self.at - 1]]

    def shuffle(self, cards: list[str]) -> tuple[Counter[str], list[str]]:
        """Split the shuffled cards into those drawn before the next decision and those that the trace shows."""
        seen = self.seen_pile
        if not isinstance(seen, list) or not all(isinstance(card, str) for card in seen):
            raise ImpossibleError("M-16", "the pile is not a list of cards")
        if Counter(seen) - Counter(cards):
            raise ImpossibleError("M-16", "the draw pile is not made of the shuffled discards")
        return Counter(cards) - Counter(seen), list(seen)

    def next(self) -> bool:
        """Turn to the next combination; false when all have been tried."""
        self.at = 0
        while self.path:
            if self.path[-1] + 1 < self.sizes[-1]:
                self.path[-1] += 1
                return True
            self.path.pop()
            self.sizes.pop()
        return False


class Table:
    """A game under audit: its options and compos, its state, and what the state implies but the trace leaves out."""

    def __init__(self, game: dict[str, Any], state: State) -> None:
        self.game = game
        self.options: dict[str, Any] = game["options"]
        self.compos: dict[str, dict[str, int]] = game["compos"]
        self.players: int = game["players"]
        self.duel: bool = game["variant"] in ("duel", "ultime_duel")
        self.s: State = {name: copy_json(state[name]) for name in STATE_FIELDS}
        self.s["seats"] = [{name: seat[name] for name in SEAT_FIELDS} for seat in self.s["seats"]]
        self.s["pending"] = {name: self.s["pending"][name] for name in PENDING_FIELDS}
        self.chance: Chance = Foreseen([])
        self.loose: Counter[str] = Counter()  # on top of the pile in unknown order, until the step is over
        self.healed_players: list[tuple[str, int]] = []  # (line, injuries now): healed with the card under way
        self.reaction_kind = ""  # the decision that `pending.reaction` stands for
        self.standings: list[list[int]] = []  # after each turn: players missing by seat, none of a winner
        self.phase = ""  # in a duel: "open", "card", "close"

    def clone(self) -> Table:
        """An independent copy."""
        twin = copy.copy(self)
        twin.s = copy_json(self.s)
        twin.loose = Counter(self.loose)
        twin.healed_players = list(self.healed_players)
        twin.standings = list(self.standings)
        return twin

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def pending(self) -> dict[str, Any]:
        """What is under way."""
        return self.s["pending"]

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

    def coach(self, seat: int, name: str) -> bool:
        """Whether this seat has this coach (M-23)."""
        return self.seat(seat)["coach"] == name

    def lineup(self, seat: int) -> dict[str, int]:
        """How many players each line of the seat's compo shows."""
        return self.compos[self.seat(seat)["compo"]]

    def room(self, seat: int, line: str) -> int:
        """How many more players a line can take; negative if it holds too many (M-7)."""
        return self.lineup(seat)[line] - len(self.seat(seat)["team"][line])

    def overfull(self, seat: int) -> list[str]:
        """The lines that hold more players than the compo shows (M-13)."""
        return [line for line in LINES if self.room(seat, line) < 0]

    def complete(self, seat: int) -> bool:
        """Whether the team matches its compo exactly, without an injured player (M-17)."""
        team = self.seat(seat)["team"]
        return all(self.room(seat, line) == 0 and not any(team[line]) for line in LINES)

    def kinds_of_players(self, seat: int) -> list[tuple[str, int]]:
        """The different players of a team, as (line, injuries)."""
        team = self.seat(seat)["team"]
        return [(line, injuries) for line in LINES for injuries in sorted(set(team[line]))]

    def in_game(self, seat: int) -> bool:
        """Whether a seat can still be traded with, stolen from, made to change compo (M-18)."""
        return not (self.options["winner_out"] and self.seat(seat)["won"])

    def missing(self, seat: int) -> int:
        """Players missing from a complete team; injured ones are missing."""
        team = self.seat(seat)["team"]
        return sum(max(0, self.lineup(seat)[line] - team[line].count(0)) for line in LINES)

    def look(self) -> None:
        """A turn is over: how the seats stand."""
        self.standings.append([0 if self.seat(seat)["won"] else self.missing(seat) for seat in range(self.players)])

    # --- moving cards ------------------------------------------------------------------------------------------

    def from_hand(self, seat: int, card: str) -> None:
        """Take a card out of a hand."""
        hand = self.seat(seat)["hand"]
        if hand.get(card, 0) < 1:
            raise ValueError(f"seat {seat} holds no {card}")
        hand[card] -= 1
        if hand[card] == 0:
            del hand[card]

    def to_hand(self, seat: int, card: str) -> None:
        """Put a card into a hand."""
        hand = self.seat(seat)["hand"]
        hand[card] = hand.get(card, 0) + 1

    def join(self, seat: int, line: str, injuries: int = 0) -> None:
        """Put a player into a team."""
        team = self.seat(seat)["team"]
        team[line] = sorted([*team[line], injuries])

    def leave(self, seat: int, line: str, injuries: int) -> None:
        """Take a player out of a team."""
        self.seat(seat)["team"][line].remove(injuries)

    def discard(self, *cards: str) -> None:
        """Lay cards on the discard pile, in this order (M-16)."""
        self.s["discard"].extend(cards)

    def draw(self) -> str | None:
        """The next card of the pile; M-16: shuffles the discards when it is empty; null when there is none."""
        pile = self.s["pile"]
        if not pile and not self.loose:
            if not self.s["discard"]:
                return None
            self.loose, pile[:] = self.chance.shuffle(self.s["discard"])
            self.s["discard"] = []
            self.s["reshuffles"] += 1
        if self.loose:
            card = self.chance.pick(sorted(self.loose))
            self.loose -= Counter([card])
            return card
        return pile.pop(0)

    def draw_to_hand(self, seat: int) -> None:
        """Draw a card unseen by the others, if there is one."""
        card = self.draw()
        if card is not None:
            self.to_hand(seat, card)

    def settle_pile(self) -> None:
        """At the end of a step: cards drawn by nobody lie on the pile (they are a disagreement, to be shown)."""
        self.s["pile"][:0] = sorted(self.loose.elements())
        self.loose = Counter()
