"""A table at which a situation is laid out, and then played on by the compiled rules, one decision at a time.

    t = Table("no_mercy", 3, options={"hand_limit": 9})
    t.hand(0, "rent_any").lay(0, rouge=2).bank(1, "5m", "heist").turn_of(0)
    t.use("rent_any", colour="rouge")
    assert t.asked == (1, "pay")

Everything not laid out is empty: hands, tables, banks, discards; all tokens are at home. The pile holds `FILLER` cards until said otherwise. Whatever
is played, no card and no token may appear or vanish (C-2) and no legal move may be offered twice.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from sim.core.contract import MAX_POSITIONS
from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from sim.stealr.cards import COLOUR_SLUGS, PLACE_COLOURS, PLACE_KINDS, SLUGS
from sim.stealr.state import ACTIONS, END, LOG_LENGTH, PLAY, PLAYS
from strategies.registry import strategy

FILLER = ("1m",) * 12
EVERYONE = (1 << MAX_POSITIONS) - 1
DERIVED = ("complete", "bank_value", "bank_cards", "table_value", "table_cards", "bank", "table", "lying", "shacks", "banked")

SEEN = ("leaders", "leader_changes", "leaders_since", "behind")


@strategy(game="stealr", name="nobody", version=1, about="stands for whoever is never asked: the tests choose", compiled=False)
def nobody(view: Any, moves: Any, n_moves: int, params: Any, memory: Any, rng: Any) -> int:
    raise AssertionError


def place_of(card: str, colour: str) -> int:
    """The place of a card that lies in a colour."""
    found = [i for i in range(len(PLACE_KINDS)) if SLUGS[PLACE_KINDS[i]] == card and COLOUR_SLUGS[PLACE_COLOURS[i]] == colour]
    assert len(found) == 1, f"{card} can't lie in {colour}"
    return found[0]


class Table:
    """One game in progress. The methods that lay something out return the table, so that they can be chained."""

    def __init__(self, variant: str = "no_mercy", players: int = 2, *, seed: int = 1, first: int = 0, **setting: Any) -> None:
        """An empty table at which seat 0 is about to play. ``setting``: options, deck as for ``configure``."""
        self.game = get_game("stealr")
        self.config = self.game.configure(variant, players, **setting)
        self.session = Session(self.config, Lineup((nobody,) * players), seed)
        self.engine, self.desk, self.rules = self.session.engine, self.session.desk, self.session.rules
        self.players, self.options = players, self.config.options
        self.deal(0)
        s = self.raw
        for zone in ("hand", "hand_size", "count", "by_card", "discard", "log", "turns", "turn", "rounds", "events", "told", *DERIVED, *SEEN):
            s[zone] = 0
        s["first"] = first
        self.pile(*FILLER).turn_of(0)

    def deal(self, block: int) -> Table:
        """A fresh game of this block, dealt by the rules."""
        desk = self.desk
        self.engine.begin_match(desk.tables, desk.matches, block, 0, True)
        self.engine.begin_game(desk.tables, self.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)
        return self

    @property
    def raw(self) -> Any:
        """The state record itself."""
        return self.desk.states[0]

    # Laying out

    def hand(self, seat: int, *cards: str) -> Table:
        """A seat's hand, in place of what it held."""
        self.raw["hand"][seat] = 0
        for card in cards:
            self.raw["hand"][seat, SLUGS.index(card)] += 1
        self.raw["hand_size"][seat] = len(cards)
        return self

    def bank(self, seat: int, *cards: str) -> Table:
        """Cards that a seat has banked, in addition to what lies there."""
        s = self.raw
        for card in cards:
            value = self.value(card)
            s["bank"][seat, value] += 1
            s["bank_value"][seat] += value
            s["bank_cards"][seat] += 1
            s["banked"][SLUGS.index(card)] += 1
        return self

    def value(self, card: str) -> int:
        return int(card[:-1]) if card[:-1].isdigit() else self.options["values"].get(card, 0)

    def lay(self, seat: int, **colours: int | list[str]) -> Table:
        """Cards before a seat, in addition to what lies there: for each colour so many properties, or the list of the cards."""
        s = self.raw
        for colour, cards in colours.items():
            for card in [colour] * cards if isinstance(cards, int) else cards:
                s["table"][seat, place_of(card, colour)] += 1
                s["lying"][seat, COLOUR_SLUGS.index(colour)] += 1
                s["table_cards"][seat] += 1
                s["table_value"][seat] += self.value(card)
        s["complete"][seat] = sum(self.is_complete(seat, colour) for colour in COLOUR_SLUGS)
        s["stirred"] = 1
        return self

    def is_complete(self, seat: int, colour: str) -> bool:
        """S-10, by the cards that lie there."""
        cards = self.table_of(seat).get(colour, [])
        size = self.options["set_sizes"][colour]
        return any(len(cards[i : i + size]) == size and set(cards[i : i + size]) != {"joker_multicolore"} for i in range(0, len(cards), size))

    def shacks(self, seat: int, **colours: int) -> Table:
        """Shacks before a seat."""
        for colour, number in colours.items():
            self.raw["shacks"][seat, COLOUR_SLUGS.index(colour)] = number
        return self

    def tokens(self, debtor: int, holder: int, number: int = 1) -> Table:
        """Debt tokens that a seat has given to another."""
        self.raw["tokens"][debtor, holder] += number
        self.raw["home"][debtor] -= number
        return self

    def pile(self, *cards: str) -> Table:
        """The draw pile, next card first."""
        self.raw["pile"][: len(cards)] = [SLUGS.index(card) for card in cards]
        self.raw["pile_top"], self.raw["pile_size"] = 0, len(cards)
        return self

    def discards(self, *cards: str) -> Table:
        """The discard pile."""
        self.raw["discard"] = 0
        for card in cards:
            self.raw["discard"][SLUGS.index(card)] += 1
        self.raw["discard_size"] = len(cards)
        return self

    def turn_of(self, seat: int, plays: int | None = None) -> Table:
        """This seat's turn: draw and debts are done, it is about to play."""
        s = self.raw
        s["active"] = s["actor"] = seat
        s["stage"], s["decision"] = PLAYS, PLAY
        s["plays_left"] = self.options["plays_per_turn"] if plays is None else plays
        s["plays_made"], s["moves_left"], s["idle_turns"] = 0, self.options["joker_moves_per_turn"], 0
        return self

    def begins(self, seat: int) -> Table:
        """The turn before this seat's ends, so that its own begins (and goes on to its first decision)."""
        self.turn_of((seat - 1) % self.players)
        return self.ends()

    def ends(self) -> Table:
        """The active player ends his turn."""
        self.desk.moves["action"][0] = END
        return self._answer(0)

    # Playing

    def moves(self, *actions: str) -> list[dict[str, Any]]:
        """The legal moves (of these actions only, if any are named), as in a trace but without their text."""
        number = 0 if self.over else self.engine.legal(self.rules, self.desk.states, self.desk.moves)
        moves = [self.game.describe_move(self.config, self.desk.moves[i]) for i in range(number)]
        texts = [move.pop("text") for move in moves]
        assert all(moves.count(move) == 1 for move in moves), f"a move is offered twice: {moves}"
        assert len(set(texts)) == len(texts), f"two moves sound the same: {texts}"
        return [move for move in moves if not actions or move["action"] in actions]

    def offered(self, *actions: str, **fields: Any) -> list[tuple[Any, ...]]:
        """The same moves (those that have these values) as tuples of their other values."""
        moves = [move for move in self.moves(*actions) if all(move.get(key) == value for key, value in fields.items())]
        return [tuple(value for key, value in move.items() if key != "action" and key not in fields) for move in moves]

    def uses(self, card: str) -> list[tuple[Any, ...]]:
        """The ways to play a card for its effect."""
        return self.offered("use", card=card)

    def play(self, action: str, **fields: Any) -> Table:
        """Make the one legal move that fits."""
        assert action in ACTIONS, action
        moves = self.moves()
        fitting = [i for i, move in enumerate(moves) if move["action"] == action and all(move.get(key) == value for key, value in fields.items())]
        assert len(fitting) == 1, f"{action} {fields} fits {len(fitting)} of the legal moves of {self.asked}: {moves}"
        return self._answer(fitting[0])

    def use(self, card: str, **fields: Any) -> Table:
        """Play a card for its effect."""
        return self.play("use", card=card, **fields)

    def pays(self, *cards: int | str) -> Table:
        """The target pays with cards of his bank (values) and table (names), one after the other."""
        for card in cards:
            self.play("pay", **({"value": card} if isinstance(card, int) else {"card": card}))
        return self

    def _answer(self, choice: int) -> Table:
        before = self.cards()
        self.engine.answer(self.desk.tables, self.rules, self.desk.states, self.desk.moves, choice)
        assert self.cards() == before, "cards have appeared or vanished (C-2)"
        state = self.state()
        for seat in state["seats"]:
            assert seat["home"] + sum(seat["tokens"].values()) == self.options["debt_tokens"]
        banks: Counter[int] = Counter()
        for seat in state["seats"]:
            banks.update({int(value): number for value, number in seat["bank"].items()})
        assert banks == Counter(self.value(card) for card, number in state["banked"].items() for _ in range(number))
        return self

    # Looking

    def state(self) -> dict[str, Any]:
        """The whole state, as in a trace."""
        return self.game.describe(self.config, self.raw)

    def seat(self, seat: int) -> dict[str, Any]:
        """A seat in the state."""
        return self.state()["seats"][seat]

    def hand_of(self, seat: int) -> dict[str, int]:
        """The cards in a hand."""
        return self.seat(seat)["hand"]

    def bank_of(self, seat: int) -> list[int]:
        """The values in a bank, ascending."""
        return [int(value) for value, number in self.seat(seat)["bank"].items() for _ in range(number)]

    def table_of(self, seat: int) -> dict[str, list[str]]:
        """The cards before a seat by colour, in the order of S-5."""
        return {colour: there["cards"] for colour, there in self.seat(seat)["table"].items()}

    def shacks_of(self, seat: int) -> dict[str, int]:
        """The Shacks before a seat by colour."""
        return {colour: there["shacks"] for colour, there in self.seat(seat)["table"].items() if there["shacks"]}

    def owes(self, seat: int) -> dict[str, int]:
        """A seat's tokens that others hold."""
        return self.seat(seat)["tokens"]

    def knows(self, seat: int, other: int) -> dict[str, int]:
        """What a seat knows of another hand."""
        return self.seat(seat)["known"][str(other)]

    def pending(self, name: str) -> Any:
        """Something of what is under way: of the turn, or else of the card."""
        pending = self.state()["pending"]
        return pending[name] if name in pending else pending["card"][name]

    def counted(self, seat: int) -> dict[str, int]:
        """What a seat's row in the table `seats` would say if the game ended here."""
        return {name: int(value) for name, value in zip(self.engine.seat_rows.names or (), self._rows()[1][seat])}

    def game_row(self) -> dict[str, int]:
        """What the game's row in the table `games` would say."""
        return {name: int(value) for name, value in zip(self.engine.game_rows.names or (), self._rows()[0][0])}

    def _rows(self) -> tuple[np.ndarray, np.ndarray]:
        games, seats = np.zeros(1, self.engine.game_rows), np.zeros(self.players, self.engine.seat_rows)
        self.engine.note_game(self.desk.tables, self.rules, self.desk.states, games, seats, 0, 0)
        return games, seats

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state()["over"]

    @property
    def asked(self) -> tuple[int | None, str | None]:
        """Who decides next, and what."""
        state = self.state()
        return state["actor"], state["decision"]

    @property
    def winners(self) -> list[int]:
        """Who has won."""
        return self.state()["winners"]

    @property
    def discarded(self) -> dict[str, int]:
        """The discards."""
        return self.state()["discard"]

    def view(self) -> bytes:
        """All that the actor may know, as its strategy gets it (only where it has a choice)."""
        assert len(self.moves()) > 1
        position, _ = next(self.session.decisions(EVERYONE))
        assert int(self.desk.views[position]["events"]) < LOG_LENGTH
        return self.desk.views[position].tobytes()

    def cards(self) -> Counter[str]:
        """Every card, wherever it lies."""
        state = self.state()
        total: Counter[str] = Counter(state["pile"])
        total.update(state["discard"])
        total.update(state["banked"])
        for seat in state["seats"]:
            total.update(seat["hand"])
            for there in seat["table"].values():
                total.update(there["cards"])
                total["shack"] += there["shacks"]
        pending = state["pending"]
        total.update([pending["arriving"]["card"]] if pending["arriving"] else [])
        total.update(["go_again"] if pending["go_again"] else [])
        return +total
