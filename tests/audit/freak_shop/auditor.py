"""The audit of a trace, line by line: set-up, every decision, every transition, the result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ..standing import told
from ..words import AuditError
from .compare import difference
from .opening import check_all_cards, check_first_state, check_form, check_game_line, is_int, need
from .result import Tally, check_result, winners
from .table import Move, Table
from .words import MOVES, AuditReport

_RULE_OF_ACTION = {"good_deal": "F-4", "fair_price": "F-5", "pass": "F-6", "done": "F-5"}


def audit(lines: Iterable[str | bytes | dict[str, Any]], *, whole: bool = True, dealt: bool = True) -> AuditReport:
    """Audit the trace of one game or of several, one after the other.

    `lines`: objects, or the text of JSON Lines (empty lines are passed over). With `whole=False` the last game may
    break off; with `dealt=False` the first state may be any state in the middle of a game, taken as it is. Raises
    `AuditError` at the first disagreement with the rules.
    """
    report = AuditReport()
    game: GameAudit | None = None
    for line in _objects(lines):
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


def _objects(lines: Iterable[str | bytes | dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for line in lines:
        if isinstance(line, dict):
            yield line
        elif line.strip():
            try:
                value = json.loads(line)
            except ValueError as error:
                raise AuditError(-1, "trace", f"not a line of JSON: {error}") from error
            need(isinstance(value, dict), "trace", "a line is not an object")
            yield value


class GameAudit:
    """One game: its table as the rules give it so far, its counters, what has been audited."""

    def __init__(self, first: dict[str, Any], *, dealt: bool = True) -> None:
        check_game_line(first)
        check_form(first.get("state"), first["players"])
        self.game = first
        self.n = -1
        self.finished = False
        self.table = Table(first, first["state"])
        if dealt:
            check_first_state(self.table)
        self.tally = Tally(self.table.players)
        self.report = AuditReport(games=1)
        self.report.players[self.table.players] += 1
        self.report.combinations[tuple(self.table.s["objectives"])] += 1

    def line(self, line: dict[str, Any]) -> None:
        """Audit one line after the first."""
        if line.get("type") == "decision":
            self.n += 1
            self._decision(line)
        elif line.get("type") == "result":
            self._result(line)
            self.finished = True
        else:
            raise AuditError(self.n, "trace", f"unknown type of line: {line.get('type')!r}")

    def _decision(self, line: dict[str, Any]) -> None:
        n, state = self.n, self.table.s
        for name in ("n", "actor", "decision", "moves", "chosen", "forced", "state"):
            need(name in line, "trace", f"the line has no {name!r}", n)
        need(line["n"] == n and is_int(line["n"]), "trace", f"decision {line['n']} follows {n - 1}", n)
        need(not state["over"], "F-8", "a decision after the end of the game", n)
        need(line["decision"] == state["decision"], "F-3", f"{line['decision']!r} is asked, not {state['decision']!r}", n)
        need(line["actor"] == state["actor"] and is_int(line["actor"]), "F-3", f"seat {line['actor']} decides, not {state['actor']}", n)
        moves = self._moves(line)
        chosen = line["chosen"]
        need(is_int(chosen) and chosen < len(moves), "C-4", f"chosen is {chosen!r} of {len(moves)} moves", n)
        need(line["forced"] is (len(moves) == 1), "trace", f"forced is {line['forced']!r}: {len(moves)} moves", n)
        move = moves[chosen]
        self.report.decisions += 1
        self.report.steps += len(moves)
        self.report.chosen[move["action"]] += 1
        self.report.offered.update({other["action"] for other in moves})
        self.tally.count(self.table, move)
        self.table.play(move)
        found = difference(self.table, line["state"])
        if found:
            raise AuditError(n, found[0], f"after {move}: {found[1]}")
        if self.table.s["decision"] != "cards":  # a turn is over: the only time that cards have moved
            check_all_cards(self.table, n)
        self.report.largest_shop = max(self.report.largest_shop, sum(self.table.s["shop"].values()))
        self.report.largest_manor = max(self.report.largest_manor, *(sum(manor.values()) for manor in self.table.manors))

    def _moves(self, line: dict[str, Any]) -> list[Move]:
        """C-4, F-9: the listed moves, which must be exactly the legal ones."""
        n, fields = self.n, MOVES[self.table.s["decision"]]
        need(isinstance(line["moves"], list), "C-4", "moves are not a list", n)
        legal = {_key(move): move for move in self.table.legal()}
        listed: list[Move] = []
        keys = set()
        for given in line["moves"]:
            need(isinstance(given, dict), "C-4", f"a move is not an object: {given!r}", n)
            action = given.get("action")
            need(action in fields, "C-4", f"unknown action {action!r}", n)
            need(isinstance(given.get("text"), str) and bool(given["text"]), "trace", f"{action} has no text", n)
            for name in fields[action]:
                need(name in given, "trace", f"{action} has no {name!r}", n)
            move = {"action": action, **{name: given[name] for name in fields[action]}}
            key = _key(move)
            need(key in legal, self._rule(action), f"{move} is not legal for seat {line['actor']}", n)
            need(key not in keys, "C-4", f"{move} is listed twice", n)
            keys.add(key)
            listed.append(move)
        for key, move in legal.items():
            need(key in keys, self._rule(move["action"]), f"{move} is legal for seat {line['actor']} but not listed", n)
        return listed

    def _rule(self, action: str) -> str:
        """The rule by which a move is legal or not."""
        return _RULE_OF_ACTION.get(action) or ("F-4" if self.table.s["exchange"]["kind"] == "good_deal" else "F-5")

    def _result(self, line: dict[str, Any]) -> None:
        state = self.table.s
        need(state["over"], "F-8", "a result before the end of the game", self.n)
        expected = check_result(line, self.table, self.tally, self.n)
        report = self.report
        report.turns += state["turn"]
        report.unfinished += int(state["unfinished"])
        report.shared += expected[0]["winners"] > 1
        report.tie_breaks += any(row["tie_break"] for row in expected)
        report.results.append({
            "turns": state["turn"], "rounds": expected[0]["rounds"], "winners": expected[0]["winners"], "unfinished": int(state["unfinished"]),
            "decisions": self.n + 1, "leader_changes": state["leader_changes"],
            "decided_turn": told(self.table.led, winners(self.table))["decided_turn"], "above_closing": state["above_closing"],
            "topped_up": self.table.topped_up, "objectives": tuple(state["objectives"]), "seats": expected,
        })  # fmt: skip


def _key(move: Move) -> tuple[Any, ...]:
    return tuple(sorted((name, repr(value)) for name, value in move.items()))
