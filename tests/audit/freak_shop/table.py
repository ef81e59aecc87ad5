"""The auditor's own table: a state as the trace writes it, and what a turn does to it (F-1 to F-8)."""

from __future__ import annotations

import copy
from typing import Any

from .exchanges import Exchanges, Move
from .scores import Scores
from .words import CLOSING, EXCHANGE_FIELDS, KINDS, SEAT_FIELDS, STATE_FIELDS, Cards

State = dict[str, Any]
NOTHING: dict[str, Any] = {"kind": None, "taken": {}, "given": {}, "last": None}


def add(cards: Cards, more: Cards, sign: int = 1) -> None:
    """Put cards to these, or (`sign` -1) take them away."""
    for card, number in more.items():
        cards[card] = cards.get(card, 0) + sign * number
        if cards[card] < 0:
            raise ValueError(f"{-cards[card]} {card} too many are taken away")
        if cards[card] == 0:
            del cards[card]


class Table:
    """A game under audit: its options, its state, and the rules by which it goes on. Faulty rules are subclasses, made by tests."""

    exchanges_class: type[Exchanges] = Exchanges
    scores_class: type[Scores] = Scores

    def __init__(self, game: dict[str, Any], state: State) -> None:
        self.game = game
        self.options: dict[str, Any] = game["options"]
        self.players: int = game["players"]
        self.exchanges = self.exchanges_class(self.options)
        self.scores = self.scores_class(self.options)
        self.s: State = {name: copy.deepcopy(state[name]) for name in STATE_FIELDS}
        self.s["seats"] = [{name: seat[name] for name in SEAT_FIELDS} for seat in self.s["seats"]]
        self.s["exchange"] = {name: self.s["exchange"][name] for name in EXCHANGE_FIELDS}
        self.led: list[set[int]] = []  # after each turn: who led
        self.standings: list[list[int]] = []  # after each turn: points by seat, negative: less is better
        self.topped_up = 0  # cards that the shop got because it had too few (F-7)

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def manors(self) -> list[Cards]:
        """All manors, by seat."""
        return [seat["manor"] for seat in self.s["seats"]]

    def totals(self) -> list[int]:
        """Points by all three objectives, by seat."""
        return [sum(seat["points"]) for seat in self.s["seats"]]

    def ranks(self) -> list[int]:
        """F-22: places with the manors as they lie."""
        return self.scores.ranks(self.totals(), self.manors)

    def legal(self) -> list[Move]:
        """The legal moves of the decision that the table stands at."""
        manor, shop, exchange = self.manors[self.s["actor"]], self.s["shop"], self.s["exchange"]
        if self.s["decision"] == "exchange":
            return self.exchanges.kinds(manor, shop)
        return self.exchanges.steps(exchange["kind"], manor, shop, exchange["taken"], exchange["given"])

    # --- playing ------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """The move and all that follows from it, up to the next decision or the end."""
        exchange, action = self.s["exchange"], move["action"]
        if action == "pass":
            self.end_turn()
        elif action in ("good_deal", "fair_price"):
            exchange["kind"] = action
            self.s["decision"] = "cards"
        elif action == "done":
            self.change_hands()
        else:
            add(exchange["taken" if action == "take" else "given"], {move["card"]: move["number"]})
            exchange["last"] = move["card"]
            if exchange["kind"] == "good_deal" and sum(exchange["taken"].values()) == sum(exchange["given"].values()):
                self.change_hands()

    def change_hands(self) -> None:
        """F-4, F-5: the cards of the exchange change hands."""
        manor, shop, exchange = self.manors[self.s["active"]], self.s["shop"], self.s["exchange"]
        for cards, taken_from, given_to in ((exchange["taken"], shop, manor), (exchange["given"], manor, shop)):
            add(taken_from, cards, -1)
            add(given_to, cards)
        self.score()
        self.end_turn()

    def score(self) -> None:
        """F-10 to F-21: everyone's points, with the manors as they lie."""
        by_objective = [self.scores.points(objective, self.manors) for objective in self.s["objectives"]]
        for seat, mine in enumerate(self.s["seats"]):
            mine["points"] = [points[seat] for points in by_objective]

    def end_turn(self) -> None:
        """F-7, F-8, C-6: new cards for the shop, a look at who leads, then the next turn or the end."""
        self.s["exchange"] = copy.deepcopy(NOTHING)
        self.refill()
        self.look()
        if self.s["closed"] and (not self.options["equal_turns"] or len({seat["turns"] for seat in self.s["seats"]}) == 1):
            self.end()
        elif self.s["turn"] >= self.options["max_turns"]:
            self.s["unfinished"] = True
            self.end()
        else:
            self.begin_turn((self.s["active"] + 1) % self.players)

    def refill(self) -> None:
        """F-7: so many cards, then as many as the shop needs; F-8: none from the closing card on."""
        for _ in range(self.options["refill"][str(self.players)]):
            self.turn_up()
        while not self.s["closed"] and sum(self.s["shop"].values()) < self.options["shop_minimum"]:
            self.turn_up()
            self.topped_up += 1

    def turn_up(self) -> None:
        """The next card of the pile goes to the shop, unless the closing card is or has been turned up (F-8)."""
        if self.s["closed"]:
            return
        card = self.s["pile"].pop(0)
        if card == CLOSING:
            self.s["closed"] = True
        else:
            add(self.s["shop"], {card: 1})

    def look(self) -> None:
        """Who leads by F-22, and whether those are others than at the last look."""
        leaders = [seat for seat, rank in enumerate(self.ranks()) if rank == 1]
        if self.s["leaders"] and leaders != self.s["leaders"]:
            self.s["leader_changes"] += 1
        self.s["leaders"] = leaders
        self.led.append(set(leaders))
        self.standings.append([-total for total in self.totals()])

    def end(self) -> None:
        """The game is over; `active` stays the seat that had the last turn."""
        self.s.update(over=True, actor=None, decision=None)

    def begin_turn(self, seat: int) -> None:
        """F-3: a turn begins with the choice of the kind of exchange."""
        self.s.update(turn=self.s["turn"] + 1, active=seat, actor=seat, decision="exchange")
        self.s["seats"][seat]["turns"] += 1


def deck_of(game: dict[str, Any]) -> Cards:
    """All merchandise cards of a game, by card (F-1; C-2)."""
    cards: Cards = {}
    for card in KINDS:
        value = card.removesuffix("s")
        sale = game["options"]["sale"][value]
        number = sale if card != value else game["deck"][value] - sale
        if number:
            cards[card] = number
    return cards
