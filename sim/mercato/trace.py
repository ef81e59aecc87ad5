"""A state and a move in words: the content of `balancier replay --json`, as docs/reference/trace-mercato.md describes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.mercato.cards import COACH_SLUGS, COMPO, LEVELS, LINE_SLUGS, NO_CARD, PLAIN_SLUGS, TITLES
from sim.mercato.options import CLASSIC, ULTIME
from sim.mercato.state import ACTIONS, DECISIONS


def card_name(config: Any, kind: int) -> str:
    """The name of a card in studies and traces."""
    return PLAIN_SLUGS[kind] if kind < COMPO else config.labels["compo"][kind - COMPO]


def title(config: Any, kind: int) -> str:
    """The printed name of a card."""
    name = card_name(config, kind)
    return TITLES.get(name, f"Compo {name}")


def _cards(config: Any, counts: np.ndarray) -> dict[str, int]:
    return {card_name(config, kind): int(count) for kind, count in enumerate(counts) if count}


def _team(team: np.ndarray) -> dict[str, list[int]]:
    return {line: [injuries for injuries in range(LEVELS) for _ in range(team[index, injuries])] for index, line in enumerate(LINE_SLUGS)}


def describe(config: Any, state: np.void) -> dict[str, Any]:
    """The complete state (a record of dtype ``STATE``) as the trace's ``state`` object."""
    players = int(state["players"])
    over = int(state["actor"]) < 0
    with_hands = int(state["variant"]) in (CLASSIC, ULTIME)
    top, size = int(state["pile_top"]), int(state["pile_size"])
    return {
        "over": over,
        "unfinished": bool(state["unfinished"]),
        "turn": int(state["turn"]),
        "active": int(state["active"]),
        "actor": None if over else int(state["actor"]),
        "decision": None if over else DECISIONS[state["decision"]],
        "winners": [seat for seat in range(players) if state["won"][seat]],
        "last_turns": [int(left) for left in state["last_turn"][:players]] if state["ended_by_win"] and with_hands else None,
        "pile": [card_name(config, kind) for kind in state["pile"][top : top + size].tolist()],
        "discard": [card_name(config, kind) for kind in state["discard"][: state["discard_size"]].tolist()],
        "reshuffles": int(state["reshuffles"]),
        "seats": [_seat(config, state, seat) for seat in range(players)],
        "pending": _pending(config, state),
    }


def _seat(config: Any, state: np.void, seat: int) -> dict[str, Any]:
    players = int(state["players"])
    coach = int(state["coach"][seat])
    return {
        "hand": _cards(config, state["hand"][seat]),
        "compo": config.labels["compo"][state["compo"][seat]],
        "coach": COACH_SLUGS[coach] if coach >= 0 else None,
        "team": _team(state["team"][seat]),
        "won": bool(state["won"][seat]),
        "turns": int(state["turns"][seat]),
        "known": {str(other): _cards(config, state["known"][other, :, seat]) for other in range(players) if other != seat},
    }


def _pending(config: Any, state: np.void) -> dict[str, Any]:
    players = int(state["players"])
    trade = None
    if state["proposer"] >= 0:
        proposer = int(state["proposer"])
        clockwise = [(proposer + step) % players for step in range(1, players)]
        trade = {
            "proposer": proposer,
            "give": card_name(config, int(state["offered"])),
            "want": card_name(config, int(state["wanted"])),
            "accepted": [seat for seat in clockwise if state["accepted"][seat]],
            "to_ask": [seat for seat in clockwise if state["to_ask"][seat]],
        }
    drawn = int(state["drawn"])
    return {
        "actions_left": int(state["actions_left"]),
        "draws_left": int(state["draws_left"]),
        "proposals_left": int(state["proposals_left"]),
        "abilities_left": int(state["abilities_left"]),
        "extra_cards_left": int(state["extra_cards_left"]),
        "drawn": None if drawn == NO_CARD else card_name(config, drawn),
        "trade": trade,
        "shrink": [int(seat) for seat in state["shrinking"] if seat >= 0],
        "after_shrink": "sabotage" if state["after_shrink"] else None,
        "stolen_from": int(state["robbed"]) if state["robbed"] >= 0 else None,
        "healed": int(state["healed_now"]),
        "reaction": int(state["reacting"]) if state["reacting"] >= 0 else None,
    }


_FIELDS: dict[str, tuple[str, ...]] = {
    "place": ("card",),
    "replace": ("card", "line", "injuries"),
    "care": ("line", "injuries"),
    "heal": ("line", "injuries"),
    "injure": ("seat", "line", "injuries"),
    "transfer": ("seat", "line"),
    "propose": ("card", "line"),
    "compo": ("card", "seat"),
    "sabotage": ("card", "seat"),
    "steal": ("seat",),
    "swap": ("seat",),
    "partner": ("seat",),
    "discard": ("card",),
    "drop": ("line", "injuries"),
    "give": ("card",),
    "take": ("card",),
    "suffer": ("line", "injuries"),
}
"""The fields that each action has (the others have none); `compo` names a seat in duels only."""


def describe_move(config: Any, move: np.void) -> dict[str, Any]:
    """A move (a record of dtype ``MOVE``) as an object of the trace: ``action``, its fields, and ``text``."""
    action = ACTIONS[move["action"]]
    told: dict[str, Any] = {"action": action}
    for name in _FIELDS.get(action, ()):
        value = int(move[name])
        if value < 0:
            continue
        if name == "card":
            told[name] = card_name(config, value)
        elif name == "line":
            told[name] = LINE_SLUGS[value]
        else:
            told[name] = value
    told["text"] = move_text(config, move)
    return told


def _player(move: np.void) -> str:
    injured = int(move["injuries"])
    return f"{TITLES[LINE_SLUGS[move['line']]]}{' (injured)' if injured == 1 else f' (injured {injured} times)' if injured > 1 else ''}"


def move_text(config: Any, move: np.void) -> str:
    """A move in words, said to the player."""
    action = ACTIONS[move["action"]]
    card = title(config, int(move["card"])) if move["card"] >= 0 else ""
    line = TITLES[LINE_SLUGS[move["line"]]] if move["line"] >= 0 else ""
    player = _player(move) if move["line"] >= 0 else ""
    seat = f"seat {move['seat']}"
    return {
        "pass": "pass",
        "place": f"place {card}",
        "replace": f"replace {player} by {card}",
        "care": f"heal {player} with a Soin",
        "heal": f"heal {player}",
        "injure": f"injure {seat}'s {player}",
        "transfer": f"transfer {seat}'s {line}",
        "propose": f"offer {card} for {line}",
        "compo": f"lay {card} before {seat}" if move["seat"] >= 0 else f"change to {card}",
        "discard": f"discard {card}",
        "accept": "agree to the trade",
        "refuse": "refuse the trade",
        "partner": f"trade with {seat}",
        "drop": f"drop {player}",
        "steal": f"take a card at random from {seat}'s hand",
        "give": f"give {card} in return",
        "swap": f"swap compos with {seat}",
        "sabotage": f"impose {card} on {seat}",
        "take": f"take {card} from the discards",
        "draw": "draw from the pile",
        "suffer": f"{player} is injured",
        "suffer_random": "a player drawn at random is injured",
        "end": "end the turn",
        "decline": "decline",
    }[action]
