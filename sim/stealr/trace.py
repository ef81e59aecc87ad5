"""A state and a move in words: the content of `balancier replay --json`, as docs/reference/trace-stealr.md describes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.stealr.cards import (
    COLOUR_SLUGS,
    COLOUR_TITLES,
    COLOURS,
    PLACE_COLOURS,
    PLACE_KINDS,
    PLACES,
    SHACK,
    SLUGS,
    TAX_COLLECTOR,
    TITLES,
    TOUGH_LUCK,
    TYPES,
)
from sim.stealr.state import ACTIONS, DECISIONS, S_PAY, STAGES, STEPS


def cards(counts: np.ndarray) -> dict[str, int]:
    """Cards by name and number."""
    return {SLUGS[kind]: int(number) for kind, number in enumerate(counts) if number}


def describe(config: Any, state: np.void) -> dict[str, Any]:
    """The complete state (a record of dtype ``STATE``) as the trace's ``state`` object."""
    players = int(state["players"])
    over = int(state["actor"]) < 0
    top, size = int(state["pile_top"]), int(state["pile_size"])
    return {
        "over": over,
        "unfinished": bool(state["unfinished"]),
        "emptied": bool(state["emptied"]),
        "turn": int(state["turn"]),
        "rounds": int(state["rounds"]),
        "active": int(state["active"]),
        "actor": None if over else int(state["actor"]),
        "decision": None if over else DECISIONS[state["decision"]],
        "winners": [seat for seat in range(players) if state["won"][seat]],
        "idle_turns": int(state["idle_turns"]),
        "last_turns": int(state["last_turns"]) if state["last_round"] else None,
        "pile": [SLUGS[kind] for kind in state["pile"][top : top + size].tolist()],
        "discard": cards(state["discard"]),
        "banked": cards(state["banked"]),
        "reshuffles": int(state["reshuffles"]),
        "seats": [_seat(state, seat) for seat in range(players)],
        "pending": _pending(state),
    }


def _seat(state: np.void, seat: int) -> dict[str, Any]:
    others = [other for other in range(int(state["players"])) if other != seat]
    tokens = {str(holder): int(state["tokens"][seat, holder]) for holder in others if state["tokens"][seat, holder]}
    return {
        "hand": cards(state["hand"][seat]),
        "bank": {str(value): int(number) for value, number in enumerate(state["bank"][seat]) if number},
        "table": {COLOUR_SLUGS[colour]: _lying(state, seat, colour) for colour in range(COLOURS) if state["lying"][seat, colour]},
        "home": int(state["home"][seat]),
        "tokens": tokens,
        "turns": int(state["turns"][seat]),
        "known": {str(other): cards(state["known"][seat, other]) for other in others},
    }


def _lying(state: np.void, seat: int, colour: int) -> dict[str, Any]:
    places = [place for place in range(PLACES) if PLACE_COLOURS[place] == colour]
    lying = [SLUGS[PLACE_KINDS[place]] for place in places for _ in range(state["table"][seat, place])]
    return {"cards": lying, "shacks": int(state["shacks"][seat, colour])}


def _pending(state: np.void) -> dict[str, Any]:
    arriving = int(state["arriving"])
    return {
        "stage": STAGES[state["stage"]],
        "plays_left": int(state["plays_left"]),
        "plays_made": int(state["plays_made"]),
        "moves_left": int(state["moves_left"]),
        "go_again": bool(state["go_again"]),
        "arriving": {"card": SLUGS[arriving], "seat": int(state["receiver"])} if arriving >= 0 else None,
        "card": _card(state) if state["card"] >= 0 else None,
    }


def _place(place: int) -> dict[str, str]:
    return {"card": SLUGS[PLACE_KINDS[place]], "colour": COLOUR_SLUGS[PLACE_COLOURS[place]]}


def _card(state: np.void) -> dict[str, Any]:
    players, active = int(state["players"]), int(state["active"])
    card, number, kept = int(state["card"]), int(state["number"]), int(state["kept"])
    clockwise = [(active + step) % players for step in range(1, players)]
    told: Any = None
    if kept >= 0:
        told = {"value": kept} if card == TAX_COLLECTOR else _place(kept)
    return {
        "card": SLUGS[card],
        "step": STEPS[state["step"]],
        "target": int(state["target"]),
        "waiting": [seat for seat in clockwise if state["waiting"] >> seat & 1],
        "noes": int(state["noes"]),
        "colour": COLOUR_SLUGS[state["colour"]] if state["colour"] >= 0 else None,
        "set": number if number >= 0 and card != TOUGH_LUCK else None,
        "type": TYPES[number] if card == TOUGH_LUCK else None,
        "named": {str(seat): _place(int(state["named"][seat])) for seat in range(players) if state["named"][seat] >= 0},
        "amount": int(state["amount"]) or None,
        "owed": int(state["owed"]) if state["step"] == S_PAY else None,
        "kept": told,
    }


_MOVE_FIELDS = ("card", "seat", "colour", "source", "value", "number")


def describe_move(config: Any, move: np.void) -> dict[str, Any]:
    """A move (a record of dtype ``MOVE``) as an object of the trace: ``action``, its fields, and ``text``."""
    told: dict[str, Any] = {"action": ACTIONS[move["action"]]}
    for name in _MOVE_FIELDS:
        value = int(move[name])
        if value < 0:
            continue
        if name == "card":
            told[name] = SLUGS[value]
        elif name in ("colour", "source"):
            told[name] = COLOUR_SLUGS[value]
        elif name == "number" and told["action"] == "use":
            told["type"] = TYPES[value]
        else:
            told[name] = value
    told["text"] = move_text(move)
    return told


_TYPE_WORDS = ("properties and jokers", "money cards", "action cards, rents and Shacks")


def _what(move: np.void) -> str:
    """The card of a bank or table that a move concerns."""
    if move["card"] < 0:
        return f"{move['value']}M from the bank"
    return f"{TITLES[SLUGS[move['card']]]}{_lying_in(move)}"


def _lying_in(move: np.void) -> str:
    """In which colour it lies, where the card does not say so itself."""
    if move["colour"] < 0 or SLUGS[move["card"]] == COLOUR_SLUGS[move["colour"]]:
        return ""
    return f" ({COLOUR_TITLES[move['colour']]})"


def move_text(move: np.void) -> str:
    """A move in words, said to the player."""
    action = ACTIONS[move["action"]]
    card = TITLES[SLUGS[move["card"]]] if move["card"] >= 0 else ""
    colour = COLOUR_TITLES[move["colour"]] if move["colour"] >= 0 else ""
    seat = f"seat {move['seat']}"
    number = int(move["number"])
    if action == "use":
        return _use_text(int(move["card"]), card, colour, seat if move["seat"] >= 0 else "", number)
    return {
        "end": "end the turn",
        "place": f"lay {card}{_lying_in(move)}",
        "bank": f"bank {card} ({move['value']}M)" if not card.endswith("M") else f"bank {card}",
        "move": f"move {card} from {COLOUR_TITLES[move['source']]} to {colour}" if move["source"] >= 0 else "",
        "give": f"give {card} to {seat} for a token",
        "choose": f"take set {number + 1} in {colour} from {seat}",
        "name": f"name {seat}'s {card}{_lying_in(move)}",
        "no": "Just Say No",
        "accept": "let it happen",
        "pay": f"pay {_what(move)}",
        "put": f"lay {card} in {colour}",
        "keep": f"keep {_what(move)}",
        "hand_out": f"give {_what(move)} to {seat}",
        "drop": f"discard {card}",
    }[action]


def _use_text(kind: int, card: str, colour: str, seat: str, number: int) -> str:
    if kind == SHACK:
        return f"lay a Shack on {colour}"
    text = f"play {card}"
    if colour:
        text += f" for {colour}"
    if seat:
        text += f" on {seat}"
    if number >= 0:
        text += f": {_TYPE_WORDS[number]}"
    return text
