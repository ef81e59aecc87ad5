"""Traces written by hand: a position, then for each decision the moves and what lies differently afterwards.

Nothing here knows the rules: the author of a story says everything. Moves are words, `"replace milieu gardien 0"`,
in the order of the trace format's fields; the first one is the chosen one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import AuditReport, audit
from .selfplay import PENDING, header, seat
from .table import copy_json
from .words import DUEL_FIELDS, FIELDS

Line = dict[str, Any]


def player(compo: str, coach: str | None = None, hand: str = "", turns: int = 1, **team: list[int]) -> Line:
    """A seat in the middle of a game; `hand` in words."""
    mine = seat(compo, 1, 0, hand=dict(Counter(hand.split())), coach=coach)
    mine["team"].update(team)
    return {**mine, "turns": turns}


def move(words: str, decision: str) -> Line:
    """`"injure 1 milieu 0"` as a move of the trace."""
    action, *values = words.split()
    names = DUEL_FIELDS.get(action, FIELDS[action]) if decision == "duel_card" else FIELDS[action]
    fields = {name: int(value) if name in ("seat", "injuries") else value
              for name, value in zip(names, values, strict=True)}  # fmt: skip
    return {"action": action, **fields, "text": words}


class Story:
    """A trace under construction. Paths of changes: `"0.hand"` (seat 0), `"p.healed"` (pending), `"discard"`."""

    def __init__(self, variant: str, compos: dict[str, dict[str, int]], seats: list[Line], *, pile: str = "",
                 discard: str = "", options: dict[str, Any] | None = None, state: dict[str, Any] | None = None) -> None:  # fmt: skip
        self.game = header(variant, len(seats), options=options, compos=compos)
        for number, one in enumerate(seats):
            one["known"] = {str(i): one["known"].get(str(i), {}) for i in range(len(seats)) if i != number}
        turns = sum(one["turns"] for one in seats)
        start = {
            "over": False, "unfinished": False, "turn": turns, "active": 0, "actor": 0, "decision": "action",
            "winners": [], "last_turns": None, "pile": pile.split(), "discard": discard.split(), "reshuffles": 0,
            "seats": seats, "pending": {**PENDING, "draws_left": 0},
        }  # fmt: skip
        self.now: Line = copy_json(start)
        self._change(state or {})
        self.game["deck"] = self._deck()
        self.lines: list[Line] = [{**self.game, "state": copy_json(self.now)}]

    def _deck(self) -> dict[str, int]:
        counts: Counter[str] = Counter(self.now["pile"]) + Counter(self.now["discard"])
        counts[self.now["pending"]["drawn"] or ""] += 1
        for one in self.now["seats"]:
            counts.update(one["hand"])
            counts[one["compo"]] += 1
            for line, injuries in one["team"].items():
                counts[line] += len(injuries)
                counts["blessure"] += sum(injuries)
        copies = {card: counts[card] for card in self.game["deck"]}
        return {**copies, **{one["coach"]: 1 for one in self.now["seats"] if one["coach"]}}

    def _change(self, changes: dict[str, Any]) -> None:
        for path, value in changes.items():
            spot, names = self.now, path.split(".")
            if names[0].isdigit():
                spot, names = self.now["seats"][int(names[0])], names[1:]
            elif names[0] == "p":
                spot, names = self.now["pending"], names[1:]
            for name in names[:-1]:
                spot = spot[name]
            words = (isinstance(value, str) and names[-1] in ("hand", "pile", "discard")) or len(names) == 2
            if words:
                value = value.split()
            spot[names[-1]] = dict(Counter(value)) if names[-1] == "hand" or len(names) == 2 else value

    def step(self, moves: list[str], changes: dict[str, Any]) -> Story:
        """A decision: the moves, the chosen one first, and all that lies differently afterwards."""
        decision = self.now["decision"]
        line = {
            "type": "decision", "n": len(self.lines) - 1, "actor": self.now["actor"], "decision": decision,
            "moves": [move(words, decision) for words in moves], "chosen": 0, "forced": len(moves) == 1,
        }  # fmt: skip
        self._change(changes)
        self.lines.append({**line, "state": copy_json(self.now)})
        return self

    def turn(self, seat: int, decision: str = "action", *, draws_left: int = 0) -> dict[str, Any]:
        """The changes that a new turn brings, the card drawn apart."""
        fresh = {f"p.{name}": value for name, value in PENDING.items()}
        begun = self.now["seats"][seat]["turns"] + 1
        return {**fresh, "p.draws_left": draws_left, "turn": self.now["turn"] + 1, "active": seat, "actor": seat,
                "decision": decision, f"{seat}.turns": begun}  # fmt: skip

    def audit(self) -> AuditReport:
        """Audit the story as a piece out of the middle of a game."""
        return audit(self.lines, whole=False, dealt=False)
