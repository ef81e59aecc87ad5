"""A state and a move in words: the content of `balancier replay --json`, as docs/reference/trace-freak-shop.md describes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.freak_shop.cards import CLOSING_NAME, KIND_NAMES
from sim.freak_shop.state import ACTIONS, DECISIONS, GIVE, PASS, TAKE


def _cards(counts: np.ndarray) -> dict[str, int]:
    return {KIND_NAMES[kind]: int(count) for kind, count in enumerate(counts) if count > 0}


def _pile(state: np.void) -> list[str]:
    top, end, closing = int(state["pile_top"]), int(state["merchandise"]), int(state["closing_at"])
    cards = [KIND_NAMES[kind] for kind in state["pile"][top:end].tolist()]
    return cards if state["closed"] else [*cards[: closing - top], CLOSING_NAME, *cards[closing - top :]]


def describe(config: Any, state: np.void) -> dict[str, Any]:
    """The complete state (a record of dtype ``STATE``) as the trace's ``state`` object."""
    players = int(state["players"])
    over = int(state["actor"]) < 0
    last = int(state["last"])
    return {
        "over": over,
        "unfinished": bool(state["unfinished"]),
        "turn": int(state["turn"]),
        "active": int(state["active"]),
        "actor": None if over else int(state["actor"]),
        "decision": None if over else DECISIONS[state["decision"]],
        "closed": bool(state["closed"]),
        "objectives": state["objectives"].tolist(),
        "pile": _pile(state),
        "shop": _cards(state["shop"]),
        "seats": [
            {"manor": _cards(state["manor"][seat]), "points": state["points"][seat].tolist(), "turns": int(state["turns"][seat])}
            for seat in range(players)
        ],
        "exchange": {
            "kind": None if over or state["exchange"] == PASS else ACTIONS[state["exchange"]],
            "taken": _cards(state["delta"]),
            "given": _cards(-state["delta"]),
            "last": None if over or last < 0 else KIND_NAMES[last],
        },
        "leaders": [seat for seat in range(players) if int(state["leaders"]) >> seat & 1],
        "leader_changes": int(state["leader_changes"]),
        "above_closing": int(state["above_closing"]),
    }


def describe_move(config: Any, move: np.void) -> dict[str, Any]:
    """A move (a record of dtype ``MOVE``) as an object of the trace: ``action``, its fields, and ``text``."""
    told: dict[str, Any] = {"action": ACTIONS[move["action"]]}
    if move["action"] in (TAKE, GIVE):
        told["card"], told["number"] = KIND_NAMES[move["kind"]], int(move["number"])
    told["text"] = move_text(move)
    return told


def card_text(kind: int) -> str:
    """A card in words: ``4`` or ``4 soldé``."""
    return f"{kind // 2 + 1}{' soldé' if kind & 1 else ''}"


def move_text(move: np.void) -> str:
    """A move in words, said to the player."""
    action = int(move["action"])
    if action in (TAKE, GIVE):
        return f"{ACTIONS[action]} {int(move['number'])} × {card_text(int(move['kind']))}"
    return ("pass", "make a good deal", "exchange at the fair price", "", "", "that is all")[action]
