"""The audit of a trace, line by line: set-up, every decision, every transition, the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..auditor import objects
from ..opening import is_int, need
from ..words import AuditError, AuditReport
from .compare import differences
from .counters import Tally
from .invariants import check_invariants
from .legal import Move
from .opening import check_form, check_game_line, first_table
from .result import check_result
from .table import Foreseen, ImpossibleError, Table
from .turns import rest_of_game, whole_game
from .words import RULE_OF_DECISION, fields_of, rule_of


@dataclass
class StealrReport(AuditReport):
    """What was audited, and the rare situations met (`words.SITUATIONS`), by number of games in which they were."""

    met: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: AuditReport) -> StealrReport:
        """Add the counts of another report to this one."""
        super().__iadd__(other)
        if isinstance(other, StealrReport):
            self.met.update(other.met)
        return self


def audit(lines: Iterable[str | bytes | dict[str, Any]], *, whole: bool = True, dealt: bool = True) -> StealrReport:
    """Audit the trace of one game or of several, one after the other.

    `lines`: objects, or the text of JSON Lines (empty lines are passed over). With `whole=False` the last game may break off;
    with `dealt=False` the first state may be any in which the active player may play and nothing is under way, taken as it is.
    Raises `AuditError` at the first disagreement with the rules.
    """
    report = StealrReport()
    game: GameAudit | None = None
    for line in objects(lines):
        if line.get("type") == "game":
            need(game is None or game.finished, "trace", "a game begins before the last one has ended")
            game = GameAudit(line, dealt=dealt)
        else:
            if game is None or game.finished:
                raise AuditError(-1, "trace", f"a line outside a game: {line.get('type')!r}")
            game.line(line)
            if game.finished:
                report += game.report
    need(game is not None, "trace", "no game in the trace")
    if game is not None and not game.finished:
        need(not whole, "C-6", "the trace stops before the game's result", game.n)
        report += game.report
    return report


class GameAudit:
    """One game: its table as the rules give it so far, its counters, what has been audited."""

    def __init__(self, first: dict[str, Any], *, dealt: bool = True) -> None:
        check_game_line(first)
        check_form(first)
        self.n = -1
        self.finished = False
        self.report = StealrReport(games=1)
        self.report.variants[first["variant"]] += 1
        self.table = Table(first, first["state"])
        self.tally = Tally(self.table.players)
        if dealt:
            self.table = first_table(self.table)
            self.game = whole_game(self.table, self.tally, first["first"])
            for seat in range(self.table.players):
                for card, n in self.table.seat(seat)["hand"].items():
                    for _ in range(n):
                        self.tally.held(seat, card)
        else:
            need(self.table.pending["stage"] == "plays" and self.table.card is None, "trace", "something is under way")
            self.game = rest_of_game(self.table, self.tally)
        self._step(None, first["state"], "S-2", "the set-up")

    def line(self, line: dict[str, Any]) -> None:
        """Audit one line after the first."""
        if line.get("type") == "decision":
            self.n += 1
            self._decision(line)
        elif line.get("type") == "result":
            need(self.table.s["over"], "S-11", "a result before the end of the game", self.n)
            check_result(line, self.table, self.tally, self.n)
            self.finished = True
            state = self.table.s
            self.report.turns += state["turn"]
            self.report.reshuffles += state["reshuffles"]
            self.report.unfinished += state["unfinished"]
            self.report.winners[len(state["winners"])] += 1
            self.report.met.update({**dict.fromkeys(self.tally.met, 1), "a Shack is discarded": int(self.table.surplus > 0)})
        else:
            raise AuditError(self.n, "trace", f"unknown type of line: {line.get('type')!r}")

    def _decision(self, line: dict[str, Any]) -> None:
        n, state = self.n, self.table.s
        for name in ("n", "actor", "decision", "moves", "chosen", "forced", "state"):
            need(name in line, "trace", f"the line has no {name!r}", n)
        need(line["n"] == n and is_int(line["n"]), "trace", f"decision {line['n']} follows {n - 1}", n)
        need(not state["over"], "S-11", "a decision after the end of the game", n)
        decision = state["decision"]
        rule = RULE_OF_DECISION[decision]
        need(line["decision"] == decision, rule, f"{line['decision']!r} is asked, not {decision!r}", n)
        need(line["actor"] == state["actor"], rule, f"seat {line['actor']} decides, not {state['actor']}", n)
        moves = self._moves(line, decision)
        chosen = line["chosen"]
        need(is_int(chosen) and chosen < len(moves), "C-4", f"chosen is {chosen!r} of {len(moves)} moves", n)
        need(line["forced"] is (len(moves) == 1), "trace", f"forced is {line['forced']!r}: {len(moves)} moves", n)
        move = moves[chosen]
        self.report.decisions += 1
        self.report.asked[decision] += 1
        self.report.chosen[_word(move)] += 1
        self.report.offered.update({_word(other) for other in moves})
        self._step(move, line["state"], rule_of(decision, move), str(move))

    def _moves(self, line: dict[str, Any], decision: str) -> list[Move]:
        """C-4: the listed moves, which must be exactly the legal ones."""
        n = self.n
        need(isinstance(line["moves"], list), "C-4", "moves are not a list", n)
        legal = {_key(move): move for move in self.table.moves}
        listed: dict[tuple[Any, ...], Move] = {}
        for given in line["moves"]:
            need(isinstance(given, dict) and isinstance(given.get("action"), str), "C-4", f"not a move: {given!r}", n)
            need(isinstance(given.get("text"), str) and bool(given["text"]), "trace", f"{given['action']} has no text", n)
            names = fields_of(given)
            for name in names:
                need(name in given, "trace", f"{given['action']} has no {name!r}", n)
            move = {"action": given["action"], **{name: given[name] for name in names}}
            key = _key(move)
            need(key in legal, rule_of(decision, move), f"{move} is not legal for seat {line['actor']}", n)
            need(key not in listed, "C-4", f"{move} is listed twice", n)
            listed[key] = move
        for key, move in legal.items():
            need(key in listed, rule_of(decision, move), f"{move} is legal for seat {line['actor']} but not listed", n)
        return list(listed.values())

    def _step(self, move: Move | None, after: Any, rule: str, what: str) -> None:
        """The state after the move is one that the rules and chance can give."""
        self.table.chance = Foreseen(after)
        try:
            if move is None:
                next(self.game)
            else:
                self.game.send(move)
        except StopIteration:
            pass
        except ImpossibleError as wrong:
            raise AuditError(self.n, wrong.rule, wrong.message) from wrong
        found = differences(self.table, after)
        if found:
            raise AuditError(self.n, found[0][0] or rule, f"after {what}: {found[0][1]}")
        check_invariants(self.table, self.n)


def _key(move: Move) -> tuple[Any, ...]:
    return tuple(sorted((name, repr(value)) for name, value in move.items()))


def _word(move: Move) -> str:
    return f"use {move['card']}" if move["action"] == "use" else str(move["action"])
