"""Traces written by hand: a position, then for each decision the moves and what lies differently afterwards.

Nothing here knows the rules: the author of a story says everything. Moves are words, `"use yoink 1"`, with the fields in the
order in which `words.fields_of` has them; the first one is the chosen one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..table import copy_json
from . import StealrReport, audit
from .selfplay import PENDING, bare_seat, bare_state, header
from .words import SHACK, fields_of

Line = dict[str, Any]
CARD: Line = {
    "step": "answer", "target": 1, "waiting": [], "noes": 0, "colour": None, "set": None, "type": None, "named": {}, "amount": None,
    "owed": None, "kept": None,
}  # fmt: skip


def counts(words: str) -> dict[str, int]:
    """`"rose rose 1m"` as a table of counts."""
    return dict(Counter(words.split()))


def piles(**colours: str) -> Line:
    """`rose="rose joker_multicolore shack"` as a table."""
    made = {colour: [word for word in words.split() if word != SHACK] for colour, words in colours.items()}
    return {colour: {"cards": cards, "shacks": colours[colour].split().count(SHACK)} for colour, cards in made.items() if cards}


def player(hand: str = "", bank: str = "", *, home: int = 3, tokens: str = "", **table: str) -> Line:
    """A seat in the middle of a game; `bank` and `tokens` as the values and seats, one by one."""
    return {"hand": counts(hand), "bank": counts(bank), "home": home, "tokens": counts(tokens), "table": piles(**table), "turns": 1}


def card(name: str, **changes: Any) -> Line:
    """`pending.card`: what is not said is as it is when seat 1 is asked for its answer."""
    return {"card": name, **CARD, **changes}


def move(words: str) -> Line:
    """`"use yoink 1"` as a move of the trace; `pay`, `keep` and `hand_out` of money have a number first."""
    action, *values = words.split()
    money = {"value": 0} if values and values[0].isdigit() else {}
    names = fields_of({"action": action, "card": values[0] if values else "", **money})
    numbers = ("seat", "value", "number")
    fields = {name: int(value) if name in numbers else value for name, value in zip(names, values, strict=True)}
    return {"action": action, **fields, "text": words}


class Story:
    """A trace under construction, in which seat 0 plays. Paths of changes: `"0.hand"` (seat 0), `"p.plays_left"` (pending), `"discard"`."""

    def __init__(self, seats: list[Line], *, pile: str = "", discard: str = "", banked: str = "", options: Line | None = None,
                 state: Line | None = None) -> None:  # fmt: skip
        self.game = header("no_mercy", len(seats), options=options)
        self.now = bare_state([bare_seat(len(seats), number) | seat for number, seat in enumerate(seats)], 0)
        self.now |= {"turn": len(seats), "rounds": 1, "actor": 0, "decision": "play"}
        self.change({"pile": pile.split(), "discard": discard, "banked": banked, **(state or {})})
        self.game["deck"] = dict.fromkeys(self.game["deck"], 0) | self._deck()
        self.game["first"] = 1
        self.lines: list[Line] = [{**self.game, "state": copy_json(self.now)}]

    def _deck(self) -> Counter[str]:
        found = Counter(self.now["pile"]) + Counter(self.now["discard"]) + Counter(self.now["banked"])
        for seat in self.now["seats"]:
            found.update(seat["hand"])
            for pile in seat["table"].values():
                found.update([*pile["cards"], *[SHACK] * pile["shacks"]])
        return found

    def change(self, changes: Line) -> None:
        """Lay things differently."""
        self.now = copy_json(self.now)
        for path, value in changes.items():
            spot, names = self.now, path.split(".")
            if names[0].isdigit():
                spot, names = self.now["seats"][int(names[0])], names[1:]
            elif names[0] == "p":
                spot, names = self.now["pending"], names[1:]
            for name in names[:-1]:
                spot = spot[name]
            in_words = isinstance(value, str) and (len(names) == 2 or names[-1] in ("hand", "bank", "tokens", "discard", "banked"))
            spot[names[-1]] = counts(value) if in_words else value

    def step(self, moves: list[str], changes: Line) -> Story:
        """A decision: the moves, the chosen one first, and all that lies differently afterwards."""
        line = {
            "type": "decision", "n": len(self.lines) - 1, "actor": self.now["actor"], "decision": self.now["decision"],
            "moves": [move(words) for words in moves], "chosen": 0, "forced": len(moves) == 1,
        }  # fmt: skip
        self.change(changes)
        self.lines.append({**line, "state": copy_json(self.now)})
        return self

    def played(self, *, plays: int = 1, left: int = 2) -> Line:
        """The changes of the counts after a play."""
        return {"p.plays_left": left, "p.plays_made": plays}

    def turn(self, seat: int, **changes: Any) -> Line:
        """The changes that a new turn brings, the cards drawn apart."""
        fresh = {f"p.{name}": value for name, value in PENDING.items()}
        rounds = self.now["rounds"] + (seat == self.game["first"])
        begun = {"turn": self.now["turn"] + 1, "rounds": rounds, "active": seat, "actor": seat, "decision": "play"}
        return {**fresh, **begun, f"{seat}.turns": self.now["seats"][seat]["turns"] + 1, "idle_turns": 0, **changes}

    def over(self, *winners: int) -> Line:
        """The changes of a victory."""
        return {"over": True, "actor": None, "decision": None, "winners": list(winners)}

    def audit(self) -> StealrReport:
        """Audit the story as a piece out of the middle of a game."""
        return audit(self.lines, whole=False, dealt=False)
