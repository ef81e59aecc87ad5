"""Ways to spoil a trace. Each takes the lines of a game and a generator, and gives spoilt lines, or None.

None means that this trace offers no occasion. Every spoilt trace contradicts the rules or the trace format, so the auditor
must object to each.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from .spoil_states import SPOILERS, Spoiler
from .table import put, take
from .words import COUNTERS, KIND_COUNTERS

Line = dict[str, Any]
Mutation = Callable[[list[Line], random.Random], list[Line] | None]


def _in_a_line(change: Spoiler) -> Mutation:
    """A mutation of a random decision line; `change` says whether it found an occasion."""

    def mutate(lines: list[Line], rng: random.Random) -> list[Line] | None:
        for at in rng.sample(range(1, len(lines) - 1), len(lines) - 2):
            spoilt = copy.deepcopy(lines[at])
            if change(spoilt, lines[0], rng):
                return [*lines[:at], spoilt, *lines[at + 1 :]]
        return None

    return mutate


def _in_a_state(spoiler: Spoiler) -> Mutation:
    return _in_a_line(lambda line, game, rng: spoiler(line["state"], game, rng))


# --- decisions --------------------------------------------------------------------------------------------------------


def _missing_move(line: Line, game: Line, rng: random.Random) -> bool:
    if len(line["moves"]) < 2:
        return False
    at = rng.choice([i for i in range(len(line["moves"])) if i != line["chosen"]])
    line["moves"].pop(at)
    line["chosen"] -= at < line["chosen"]
    line["forced"] = len(line["moves"]) == 1
    return True


def _extra(**move: Any) -> Spoiler:
    """A move too many, where it is not legal; `seat` is who decides."""

    def change(line: Line, game: Line, rng: random.Random) -> bool:
        made = {**move, "text": "too many"} | ({"seat": line["actor"]} if "seat" in move else {})
        if any(other["action"] == made["action"] for other in line["moves"]):
            return False
        line["moves"].append(made)
        line["forced"] = False
        return True

    return change


def _on_oneself(line: Line, game: Line, rng: random.Random) -> bool:
    """An action on oneself, beside one on another player."""
    for move in line["moves"]:
        if move["action"] == "use" and "seat" in move:
            line["moves"].append({**move, "seat": line["actor"]})
            return True
    return False


def _twice(line: Line, game: Line, rng: random.Random) -> bool:
    line["moves"].append(copy.deepcopy(rng.choice(line["moves"])))
    line["forced"] = False
    return True


def _other_choice(line: Line, game: Line, rng: random.Random) -> bool:
    """Another move chosen than the one that the state follows from."""
    others = [i for i, move in enumerate(line["moves"]) if move["action"] != line["moves"][line["chosen"]]["action"]]
    if not others:
        return False
    line["chosen"] = rng.choice(others)
    return True


def _spoilt(field: str, value: Any) -> Spoiler:
    def change(line: Line, game: Line, rng: random.Random) -> bool:
        having = [move for move in line["moves"] if field in move and move[field] != value]
        if not having:
            return False
        rng.choice(having)[field] = value
        return True

    return change


def _set(name: str, value: Callable[[Line, Line], Any]) -> Spoiler:
    def change(line: Line, game: Line, rng: random.Random) -> bool:
        line[name] = value(line, game)
        return True

    return change


def _no_text(line: Line, game: Line, rng: random.Random) -> bool:
    del rng.choice(line["moves"])["text"]
    return True


LINES: dict[str, Spoiler] = {
    "a legal move missing": _missing_move,
    "an end too many": _extra(action="end"),
    "a No too many": _extra(action="no"),
    "a payment too many": _extra(action="pay", value=1),
    "a debt card too many": _extra(action="give", card="1m", seat=0),
    "an action on oneself": _on_oneself,
    "a move twice": _twice,
    "another move chosen": _other_choice,
    "a move's card": _spoilt("card", "boat"),
    "a move's colour": _spoilt("colour", "mauve"),
    "a move's seat": _spoilt("seat", 4),
    "a move's value": _spoilt("value", 99),
    "a move's source": _spoilt("source", "mauve"),
    "a move's type": _spoilt("type", "joker"),
    "a move without text": _no_text,
    "chosen out of range": _set("chosen", lambda line, game: len(line["moves"])),
    "chosen negative": _set("chosen", lambda line, game: -1),
    "forced turned round": _set("forced", lambda line, game: not line["forced"]),
    "another number": _set("n", lambda line, game: line["n"] + 1),
    "asked of another": _set("actor", lambda line, game: (line["actor"] + 1) % game["players"]),
    "asked something else": _set("decision", lambda line, game: "discard" if line["decision"] != "discard" else "play"),
}


def _left_out(lines: list[Line], rng: random.Random) -> list[Line]:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[:at], *lines[at + 1 :]]


def _left_out_quietly(lines: list[Line], rng: random.Random) -> list[Line]:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[:at], *({**line, "n": line["n"] - 1} if line["type"] == "decision" else line for line in lines[at + 1 :])]


def _doubled(lines: list[Line], rng: random.Random) -> list[Line]:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[: at + 1], *lines[at:]]


# --- result and first line --------------------------------------------------------------------------------------------


def _in_the_result(change: Callable[[Line, random.Random], object]) -> Mutation:
    def mutate(lines: list[Line], rng: random.Random) -> list[Line]:
        spoilt = copy.deepcopy(lines[-1])
        change(spoilt, rng)
        return [*lines[:-1], spoilt]

    return mutate


def _row(name: str) -> Mutation:
    def change(result: Line, rng: random.Random) -> None:
        rng.choice(result["seats"])[name] += 1

    return _in_the_result(change)


ROWS = (
    "block", "rotation", "game", "seat", "players", "order", "won", "winners", "on_other_turn", "emptied", "unfinished", "sets", "behind",
    "bank_value", "table_value", "turns", "rounds", *COUNTERS,
    *(f"{kind}_{what}" for what, kinds in KIND_COUNTERS.items() for kind in kinds),
)  # fmt: skip


def _in_the_first(change: Callable[[Line], object]) -> Mutation:
    def mutate(lines: list[Line], rng: random.Random) -> list[Line] | None:
        spoilt = copy.deepcopy(lines[0])
        return None if change(spoilt) is False else [spoilt, *lines[1:]]

    return mutate


def _dealt_one_more(game: Line) -> bool:
    state = game["state"]
    if not state["pile"]:
        return False
    put(state["seats"][1 - game["first"] if game["first"] < 2 else 0]["hand"], state["pile"].pop())
    return True


def _dealt_one_less(game: Line) -> bool:
    state = game["state"]
    hand = state["seats"][game["first"]]["hand"]
    if not hand:
        return False
    card = sorted(hand)[0]
    take(hand, card)
    state["pile"].insert(0, card)
    return True


def _known_at_once(game: Line) -> bool:
    first, second = game["state"]["seats"][:2]
    if not second["hand"]:
        return False
    first["known"]["1"] = {sorted(second["hand"])[0]: 1}
    return True


FIRSTS: dict[str, Callable[[Line], object]] = {
    "a card more in the deck": lambda game: game["deck"].update({"heist": game["deck"]["heist"] + 1}),
    "a card unknown to the deck": lambda game: game["deck"].update(boat=1),
    "another first player": lambda game: game.update(first=(game["first"] + 1) % game["players"]),
    "a card dealt too many": _dealt_one_more,
    "a card drawn too few": _dealt_one_less,
    "a hand known at once": _known_at_once,
    "a field of the first state missing": lambda game: game["state"]["seats"][0].pop("bank") and None,
    "an option without its field": lambda game: game["options"].pop("draw") and None,
    "an unknown option value": lambda game: game["options"].update(debt_card_to="nobody"),
    "a colour without size": lambda game: game["options"]["set_sizes"].pop("rose") and None,
    "a set without rent": lambda game: game["options"]["rents"].update(gare=[]),
    "a card without value": lambda game: game["options"]["values"].pop("heist") and None,
    "other tokens": lambda game: game["options"].update(debt_tokens=game["options"]["debt_tokens"] + 1),
    "equal match seats": lambda game: game.update(match_seats=[0] * game["players"]),
    "a round too many": lambda game: game["state"].update(rounds=2),
    "a shuffle before the game": lambda game: game["state"].update(reshuffles=1),
    "an unknown mode": lambda game: game.update(variant="mercy"),
}

MUTATIONS: dict[str, Mutation] = {
    **{name: _in_a_state(spoiler) for name, spoiler in SPOILERS.items()},
    **{name: _in_a_line(change) for name, change in LINES.items()},
    "a decision left out": _left_out,
    "a decision left out, renumbered": _left_out_quietly,
    "a decision twice": _doubled,
    "no result": lambda lines, rng: lines[:-1],
    "an early result": lambda lines, rng: [*lines[:-2], lines[-1]],
    "two results": lambda lines, rng: [*lines, lines[-1]],
    **{f"row {name}": _row(name) for name in ROWS},
    "result turns": _in_the_result(lambda result, rng: result.update(turns=result["turns"] + 1)),
    "result rounds": _in_the_result(lambda result, rng: result.update(rounds=result["rounds"] + 1)),
    "result leader changes": _in_the_result(lambda result, rng: result.update(leader_changes=result["leader_changes"] + 1)),
    "result decided turn": _in_the_result(lambda result, rng: result.update(decided_turn=result["decided_turn"] - 1)),
    "result winners": _in_the_result(lambda result, rng: result.update(winners=[*result["winners"], 3])),
    "result unfinished": _in_the_result(lambda result, rng: result.update(unfinished=not result["unfinished"])),
    "a row less": _in_the_result(lambda result, rng: result["seats"].pop()),
    "another mode in a row": _in_the_result(lambda result, rng: result["seats"][0].update(variant="mercy")),
    **{name: _in_the_first(change) for name, change in FIRSTS.items()},
}
