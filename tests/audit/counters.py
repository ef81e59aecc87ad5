"""The counters of a result row, counted again from the decisions ("What a result row says")."""

from __future__ import annotations

from typing import Any

from .legal import Move
from .table import Table
from .words import COUNTERS


class Tally:
    """One dictionary of counters a seat."""

    def __init__(self, players: int) -> None:
        self.seats: list[dict[str, int]] = [dict.fromkeys(COUNTERS, 0) for _ in range(players)]

    def _add(self, seat: int, *names: str) -> None:
        for name in names:
            self.seats[seat][name] += 1

    def count(self, table: Table, move: Move) -> None:
        """Count a move, from the table as it was before the move."""
        decision, actor, action = table.s["decision"], table.s["actor"], move["action"]
        if decision == "duel_card":
            self._duel_card(table, move)
        elif action == "swap":
            self._add(actor, "changed_compo", "ability")
            self._add(move["seat"], "compo_changed_by_other")
        elif decision in ("action", "finish"):
            self._action(table, actor, move)
        elif decision == "answer":
            self._answer(table, actor, action)
        elif action in ("decline", "end", "draw"):
            pass
        elif decision == "partner":
            self._add(actor, "traded")
            self._add(move["seat"], "traded")
        else:
            names: dict[str, tuple[str, ...]] = {
                "draw": ("ability",),
                "shrink": ("lost_to_compo",),
                "give": (),
                "heal_more": ("healed", "ability"),
                "react_place": ("placed", "reacted"),
                "react_care": ("healed", "reacted"),
                "limit": ("discarded",),
            }
            self._add(actor, *names[decision])

    def count_extra_card(self, before: int, table: Table) -> None:
        """M-33: in a duel a Sournois uses his ability when he draws the extra card; `before`: extra cards then left."""
        if table.duel and table.pending["extra_cards_left"] == before - 1:
            self._add(table.active, "ability")

    def _action(self, table: Table, actor: int, move: Move) -> None:
        action = move["action"]
        mine: dict[str, tuple[str, ...]] = {
            "place": ("placed",),
            "replace": ("replaced",),
            "care": ("healed",),
            "injure": ("injured",),
            "transfer": ("transferred",),
            "propose": ("proposed",),
            "compo": ("changed_compo",),
            "sabotage": ("ability",),
            "steal": ("ability",),
            "discard": ("discarded",),
            "pass": (),
            "end": (),
        }
        theirs = {"injure": "was_injured", "transfer": "lost_to_transfer", "sabotage": "compo_changed_by_other"}
        self._add(actor, *mine[action])
        if action in theirs:
            self._add(move["seat"], theirs[action])
        if action in ("injure", "transfer") and table.coach(move["seat"], "visionnaire"):
            self._add(move["seat"], "reacted")

    def _answer(self, table: Table, actor: int, action: str) -> None:
        if action == "refuse":
            self._add(actor, "refused")
        trade: dict[str, Any] = table.pending["trade"]
        yeses = [*trade["accepted"], *([actor] if action == "accept" else [])]
        if len(trade["to_ask"]) == 1 and len(yeses) == 1:  # the last answer, and one yes: it takes place
            self._add(trade["proposer"], "traded")
            self._add(yeses[0], "traded")

    def _duel_card(self, table: Table, move: Move) -> None:
        """The card is the active player's, whoever decides on it."""
        me, action = table.active, move["action"]
        if action in ("discard", "decline"):
            self._add(me, "discarded")
        elif action == "place":
            self._add(me, "placed")
        elif action in ("suffer", "suffer_random"):
            self._add(me, "was_injured")
        elif action == "heal":
            self._add(me, "healed")
        elif action == "transfer":
            self._add(me, "transferred")
            self._add(move["seat"], "lost_to_transfer")
        elif action == "compo" and move["seat"] == me:
            self._add(me, "changed_compo")
        elif action == "compo":
            self._add(move["seat"], "compo_changed_by_other")
