"""The audit of a trace, line by line: set-up, every decision, every transition, the result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from . import opening
from .compare import differences
from .counters import Tally
from .effects import play
from .invariants import check_invariants
from .legal import Move, legal_moves
from .match import MatchAudit
from .opening import is_int, need
from .result import check_result
from .table import Foreseen, ImpossibleError, Table
from .turns import begin_turn
from .words import RULE_OF_ACTION, RULE_OF_DECISION, AuditError, AuditReport, fields_of, rule_of

MAX_OUTCOMES = 20_000  # of chance in one step; far beyond what any deck asks for
CHANCY = ("steal", "suffer_random")  # moves that leave something to chance; so may any that ends in a shuffle:
FEW = 3  # more cards than are drawn in one step beside `draws_per_turn`


def audit(lines: Iterable[str | bytes | dict[str, Any]], *, whole: bool = True, dealt: bool = True) -> AuditReport:
    """Audit the trace of one game or of several, one after the other.

    `lines`: objects, or the text of JSON Lines (empty lines are passed over). With `whole=False` the last game may
    break off; with `dealt=False` the first state may be any state in the middle of a game, taken as it is. Raises
    `AuditError` at the first disagreement with the rules.
    """
    report = AuditReport()
    game: GameAudit | None = None
    match: MatchAudit | None = None
    for line in objects(lines):
        if line.get("type") == "game":
            need(game is None or game.finished, "trace", "a game begins before the last one has ended")
            game = GameAudit(line, dealt=dealt)
            if match is None or match.over:
                match = MatchAudit(line, known=match is not None)
            match.begin(line)
        else:
            if game is None or match is None or game.finished:
                raise AuditError(-1, "trace", f"a line outside a game: {line.get('type')!r}")
            game.line(line)
            if game.finished:
                report += game.report
                match.end(game.game, game.table.s["winners"])
    if game is not None and not game.finished:
        need(not whole, "C-6", "the trace stops before the game's result", game.n)
        report += game.report
    need(game is not None, "trace", "no game in the trace")
    need(not whole or match is None or match.over, "M-35", "the trace stops before the end of the match")
    return report


def objects(lines: Iterable[str | bytes | dict[str, Any]]) -> Iterator[dict[str, Any]]:
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
        opening.check_game_line(first)
        opening.check_form(first)
        self.game = first
        self.n = -1
        self.finished = False
        self.report = AuditReport(games=1)
        self.report.variants[first["variant"]] += 1
        self.table = Table(first, first["state"])
        if dealt:
            opening.check_first_state(self.table)
            self.table = self._first_table(self.table)
        elif self.table.duel:
            self.table.phase = {"duel_open": "open", "duel_close": "close"}.get(self.table.s["decision"], "card")
        check_invariants(self.table, -1)
        self.compo_start = [seat["compo"] for seat in self.table.s["seats"]]
        self.tally = Tally(self.table.players)

    def _first_table(self, seen: Table) -> Table:
        """M-4, M-5, M-20: the first turn's beginning, played from the deal that the trace shows after it.

        What the first player has drawn is put back on the pile, and the turn is begun by the rules.
        """
        found: list[tuple[str, str]] = []
        for undrawn in _deals(seen):
            begin_turn(undrawn, self.game["first"])
            found = differences(undrawn, seen.s)
            if not found:
                return undrawn
        rule, what = found[0]
        raise AuditError(-1, rule or "M-5", f"after the set-up {what}")

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
        n, table = self.n, self.table
        for name in ("n", "actor", "decision", "moves", "chosen", "forced", "state"):
            need(name in line, "trace", f"the line has no {name!r}", n)
        need(line["n"] == n and is_int(line["n"]), "trace", f"decision {line['n']} follows {n - 1}", n)
        need(not table.s["over"], "M-19", "a decision after the end of the game", n)
        decision = table.s["decision"]
        rule = RULE_OF_DECISION[decision]
        need(line["decision"] == decision, rule, f"{line['decision']!r} is asked, not {decision!r}", n)
        need(line["actor"] == table.s["actor"], rule, f"seat {line['actor']} decides, not {table.s['actor']}", n)
        moves = self._moves(line)
        chosen = line["chosen"]
        need(is_int(chosen) and chosen < len(moves), "C-4", f"chosen is {chosen!r} of {len(moves)} moves", n)
        need(line["forced"] is (len(moves) == 1), "trace", f"forced is {line['forced']!r}: {len(moves)} moves", n)
        move = moves[chosen]
        self.tally.count(table, move)
        self.report.decisions += 1
        self.report.asked[decision] += 1
        self.report.chosen[move["action"]] += 1
        self.report.offered.update({other["action"] for other in moves})
        extra_cards = self.table.pending["extra_cards_left"]
        self._step(decision, move, line["state"])
        self.tally.count_extra_card(extra_cards, self.table)
        check_invariants(self.table, n)

    def _moves(self, line: dict[str, Any]) -> list[Move]:
        """C-4: the listed moves, which must be exactly the legal ones."""
        n, decision = self.n, self.table.s["decision"]
        need(isinstance(line["moves"], list), "C-4", "moves are not a list", n)
        legal = {_key(move): move for move in legal_moves(self.table)}
        listed: list[Move] = []
        keys = set()
        for given in line["moves"]:
            need(isinstance(given, dict), "C-4", f"a move is not an object: {given!r}", n)
            action = given.get("action")
            need(action in RULE_OF_ACTION, "C-4", f"unknown action {action!r}", n)
            need(isinstance(given.get("text"), str) and bool(given["text"]), "trace", f"{action} has no text", n)
            for name in fields_of(decision, action):
                need(name in given, "trace", f"{action} has no {name!r}", n)
            move = {"action": action, **{name: given[name] for name in fields_of(decision, action)}}
            key = _key(move)
            rule = rule_of(decision, action)
            need(key in legal, rule, f"{move} is not legal for seat {line['actor']}", n)
            need(key not in keys, "C-4", f"{move} is listed twice", n)
            keys.add(key)
            listed.append(move)
        for key, move in legal.items():
            rule = rule_of(decision, move["action"])
            need(key in keys, rule, f"{move} is legal for seat {line['actor']} but not listed", n)
        return listed

    def _step(self, decision: str, move: Move, after: Any) -> None:
        """The state after the move is one that the rules and chance can give."""
        rule = rule_of(decision, move["action"])
        chance = Foreseen(after.get("pile") if isinstance(after, dict) else None)
        before = self.table
        by_chance = move["action"] in CHANCY or len(before.s["pile"]) < before.options["draws_per_turn"] + FEW
        found: list[tuple[str, str]] = []
        for tried in range(MAX_OUTCOMES):
            table = before.clone() if by_chance else before
            table.chance = chance
            try:
                play(table, move)
            except ImpossibleError as wrong:
                raise AuditError(self.n, wrong.rule, wrong.message) from wrong
            now = differences(table, after)
            if not now:
                self.table = table
                return
            if tried == 0 or len(now) < len(found):
                found = now
            if not by_chance or not chance.next():
                break
        part_rule, what = found[0]
        raise AuditError(self.n, part_rule or rule, f"after {move}: {what}")

    def _result(self, line: dict[str, Any]) -> None:
        need(self.table.s["over"], "M-19", "a result before the end of the game", self.n)
        check_result(line, self.table, self.compo_start, self.tally, self.n)
        state = self.table.s
        self.report.turns += state["turn"]
        self.report.reshuffles += state["reshuffles"]
        self.report.unfinished += int(state["unfinished"])
        self.report.winners[len(state["winners"])] += 1


def _key(move: Move) -> tuple[Any, ...]:
    return tuple(sorted((name, repr(value)) for name, value in move.items()))


def _deals(seen: Table) -> Iterator[Table]:
    """The tables before the first turn from which the trace's first state may have come."""
    for cards in _drawn_first(seen):
        table = seen.clone()
        first = table.game["first"]
        for card in cards:
            if table.duel:
                table.pending["drawn"] = None
            else:
                table.from_hand(first, card)
        table.s["pile"][:0] = cards
        table.s["turn"] = 0
        table.seat(first)["turns"] = 0
        yield table


def _drawn_first(seen: Table) -> Iterator[list[str]]:
    """What the first player may have drawn; which cards of his hand does not matter, compos first (M-2)."""
    if seen.duel:
        drawn = seen.pending["drawn"]
        yield [] if drawn is None else [drawn]
        return
    hand = seen.seat(seen.game["first"])["hand"]
    cards = sorted((card for card, n in hand.items() for _ in range(n)), key=lambda card: card not in seen.compos)
    yield cards[: len(cards) - seen.options["opening_hand"]]
