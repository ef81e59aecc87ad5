"""Faults of turns, the shop and the end (F-3, F-7, F-8, C-6), and of the look at who leads."""

from __future__ import annotations

from .faults import fault
from .table import Table, add
from .words import CLOSING


@fault("F-7", players=4)
class TwoForFour(Table):
    """The shop gets two cards with four players"""

    def refill(self) -> None:
        self.turn_up()
        super().refill()


@fault("F-7", shop_minimum=12, refill={"3": 1}, starting_cards=[[8, 8]] * 5, deck={"8": 20})
class NotToppedUp(Table):
    """The shop is not topped up"""

    def refill(self) -> None:
        for _ in range(self.options["refill"][str(self.players)]):
            self.turn_up()


@fault("F-7", shop_minimum=8)
class ToppedUpFirst(Table):
    """The shop is topped up before it gets its cards"""

    def refill(self) -> None:
        while not self.s["closed"] and sum(self.s["shop"].values()) < self.options["shop_minimum"]:
            self.turn_up()
        super().refill()


@fault("F-7", shop_minimum=8)
class ToppedUpInstead(Table):
    """The shop gets its cards only when it need not be topped up"""

    def refill(self) -> None:
        if sum(self.s["shop"].values()) >= self.options["shop_minimum"]:
            super().refill()
        while not self.s["closed"] and sum(self.s["shop"].values()) < self.options["shop_minimum"]:
            self.turn_up()


@fault("F-7", "F-8")
class MoreAfterClosing(Table):
    """The shop gets the rest of its cards after the closing card"""

    def turn_up(self) -> None:
        if not self.s["closed"] or self.s["pile"]:
            card = self.s["pile"].pop(0)
            if card == CLOSING:
                self.s["closed"] = True
            else:
                add(self.s["shop"], {card: 1})


@fault("F-7", "F-8", equal_turns=True)
class CardsInTheLastRound(MoreAfterClosing):
    """The shop gets cards in the round that is played out"""


@fault("F-8", "F-3")
class AnotherTurn(Table):
    """Everybody has another turn after the closing card"""

    def end_turn(self) -> None:
        self.options = {**self.options, "equal_turns": True}
        super().end_turn()


@fault("F-8", "F-3", players=5, equal_turns=True)
class AtOnce(Table):
    """The round is not played out under equal_turns"""

    def end_turn(self) -> None:
        self.options = {**self.options, "equal_turns": False}
        super().end_turn()


@fault("F-8", "C-6", max_turns=6)
class OneTurnMore(Table):
    """One turn more than the limit"""

    def end_turn(self) -> None:
        self.options = {**self.options, "max_turns": 7}
        super().end_turn()


@fault("C-6", max_turns=6)
class NotUnfinished(Table):
    """A game stopped by the limit counts as finished"""

    def end(self) -> None:
        self.s["unfinished"] = False
        super().end()


@fault("F-3", players=4)
class Anticlockwise(Table):
    """Turns go anticlockwise"""

    def begin_turn(self, seat: int) -> None:
        super().begin_turn((seat - 2) % self.players if self.s["turn"] else seat)


@fault("row")
class FirstLookCounts(Table):
    """The first look counts as a change of leaders"""

    def look(self) -> None:
        super().look()
        if self.s["turn"] == 1:
            self.s["leader_changes"] = 1


@fault("F-22", "row", objectives=[1, 5, 9])
class LeaderByPoints(Table):
    """All seats with the highest total lead, whatever their cards"""

    def ranks(self) -> list[int]:
        return [1 + sum(other > mine for other in self.totals()) for mine in self.totals()]
