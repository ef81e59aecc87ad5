"""Ways to spoil a trace. Each takes the lines of a game and a generator, and gives spoilt lines, or None.

None means that this trace offers no occasion. Every spoilt trace contradicts the rules or the trace format, so the
auditor must object to each.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from .spoil_states import SPOILERS
from .words import COUNTERS

Line = dict[str, Any]
Mutation = Callable[[list[Line], random.Random], list[Line] | None]
MUTATIONS: dict[str, Mutation] = {}


def _named(name: str) -> Callable[[Mutation], Mutation]:
    def keep(mutation: Mutation) -> Mutation:
        MUTATIONS[name] = mutation
        return mutation

    return keep


def _in_a_state(change: Callable[[dict[str, Any], Line, random.Random], bool]) -> Mutation:
    """A mutation of the state after a random decision; `change` says whether it found an occasion."""

    def mutate(lines: list[Line], rng: random.Random) -> list[Line] | None:
        for at in rng.sample(range(1, len(lines) - 1), len(lines) - 2):
            spoilt = copy.deepcopy(lines[at])
            if change(spoilt["state"], lines[0], rng):
                return [*lines[:at], spoilt, *lines[at + 1 :]]
        return None

    return mutate


def _in_a_line(change: Callable[[Line, Line, random.Random], bool]) -> Mutation:
    """A mutation of a random decision line; `change` says whether it found an occasion."""

    def mutate(lines: list[Line], rng: random.Random) -> list[Line] | None:
        for at in rng.sample(range(1, len(lines) - 1), len(lines) - 2):
            spoilt = copy.deepcopy(lines[at])
            if change(spoilt, lines[0], rng):
                return [*lines[:at], spoilt, *lines[at + 1 :]]
        return None

    return mutate


for _name, _spoiler in SPOILERS.items():
    MUTATIONS[_name] = _in_a_state(_spoiler)

# --- decisions -----------------------------------------------------------------------------------------------------


def _missing_move(line: Line, game: Line, rng: random.Random) -> bool:
    if len(line["moves"]) < 2:
        return False
    at = rng.choice([i for i in range(len(line["moves"])) if i != line["chosen"]])
    line["moves"].pop(at)
    line["chosen"] -= at < line["chosen"]
    line["forced"] = len(line["moves"]) == 1
    return True


def _illegal_move(line: Line, game: Line, rng: random.Random) -> bool:
    extra = {"action": "injure", "seat": line["actor"], "line": "milieu", "injuries": 0, "text": "own goal"}
    line["moves"].append(extra)
    line["forced"] = False
    return True


def _pass_added(line: Line, game: Line, rng: random.Random) -> bool:
    if line["decision"] != "action" or any(move["action"] == "pass" for move in line["moves"]):
        return False
    line["moves"].append({"action": "pass", "text": "passes"})
    line["forced"] = False
    return True


def _twice(line: Line, game: Line, rng: random.Random) -> bool:
    line["moves"].append(copy.deepcopy(rng.choice(line["moves"])))
    line["forced"] = False
    return True


def _other_choice(line: Line, game: Line, rng: random.Random) -> bool:
    """Another move chosen than the one that the state follows from (proposals can come to the same)."""
    chosen = line["moves"][line["chosen"]]
    others = [i for i, move in enumerate(line["moves"]) if move["action"] != chosen["action"]]
    if not others:
        return False
    line["chosen"] = rng.choice(others)
    return True


def _spoilt_field(line: Line, game: Line, rng: random.Random) -> bool:
    move = rng.choice(line["moves"])
    if "line" in move and "injuries" in move:
        move["injuries"] += 7
    elif "card" in move and line["decision"] != "duel_card":
        move["card"] = "arbitre"
    elif "seat" in move:
        move["seat"] = game["players"]
    else:
        return False
    return True


def _set(name: str, value: Callable[[Line, Line], Any]) -> Callable[[Line, Line, random.Random], bool]:
    def change(line: Line, game: Line, rng: random.Random) -> bool:
        line[name] = value(line, game)
        return True

    return change


def _no_text(line: Line, game: Line, rng: random.Random) -> bool:
    del rng.choice(line["moves"])["text"]
    return True


for _name, _change in {
    "a legal move missing": _missing_move,
    "an illegal move": _illegal_move,
    "a pass too many": _pass_added,
    "a move twice": _twice,
    "another move chosen": _other_choice,
    "a field of a move": _spoilt_field,
    "a move without text": _no_text,
    "chosen out of range": _set("chosen", lambda line, game: len(line["moves"])),
    "chosen negative": _set("chosen", lambda line, game: -1),
    "forced turned round": _set("forced", lambda line, game: not line["forced"]),
    "another number": _set("n", lambda line, game: line["n"] + 1),
    "asked of another": _set("actor", lambda line, game: (line["actor"] + 1) % game["players"]),
    "asked something else": _set("decision", lambda line, game: "limit" if line["decision"] != "limit" else "give"),
}.items():
    MUTATIONS[_name] = _in_a_line(_change)


@_named("a decision left out")
def _left_out(lines: list[Line], rng: random.Random) -> list[Line] | None:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[:at], *lines[at + 1 :]]


@_named("a decision left out, renumbered")
def _left_out_quietly(lines: list[Line], rng: random.Random) -> list[Line] | None:
    at = rng.randrange(1, len(lines) - 1)
    later = [{**line, "n": line["n"] - 1} if line["type"] == "decision" else line for line in lines[at + 1 :]]
    return [*lines[:at], *later]


@_named("a decision twice")
def _doubled(lines: list[Line], rng: random.Random) -> list[Line] | None:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[: at + 1], *lines[at:]]


@_named("no result")
def _no_result(lines: list[Line], rng: random.Random) -> list[Line] | None:
    return lines[:-1]


@_named("an early result")
def _early_result(lines: list[Line], rng: random.Random) -> list[Line] | None:
    return [*lines[:-2], lines[-1]]


@_named("two results")
def _two_results(lines: list[Line], rng: random.Random) -> list[Line] | None:
    return [*lines, lines[-1]]


# --- result and first line -----------------------------------------------------------------------------------------


def _in_the_result(change: Callable[[Line, random.Random], None]) -> Mutation:
    def mutate(lines: list[Line], rng: random.Random) -> list[Line] | None:
        spoilt = copy.deepcopy(lines[-1])
        change(spoilt, rng)
        return [*lines[:-1], spoilt]

    return mutate


def _row(name: str, step: int = 1) -> Mutation:
    def change(result: Line, rng: random.Random) -> None:
        rng.choice(result["seats"])[name] += step

    return _in_the_result(change)


def _row_is(name: str, value: Any) -> Mutation:
    def change(result: Line, rng: random.Random) -> None:
        rng.choice(result["seats"])[name] = value

    return _in_the_result(change)


for _name in (*COUNTERS, "turns", "rounds", "missing", "behind", "order", "winners"):
    MUTATIONS[f"row {_name}"] = _row(_name)
for _name, _value in {"compo_start": "0-0-0", "compo_end": "0-0-0", "coach": "nobody", "won": 7}.items():
    MUTATIONS[f"row {_name}"] = _row_is(_name, _value)
MUTATIONS["result turns"] = _in_the_result(lambda result, rng: result.update(turns=result["turns"] + 1))
MUTATIONS["result rounds"] = _in_the_result(lambda result, rng: result.update(rounds=result["rounds"] + 1))
MUTATIONS["result leader changes"] = _in_the_result(lambda result, rng: result.update(leader_changes=result["leader_changes"] + 1))
MUTATIONS["result decided turn"] = _in_the_result(lambda result, rng: result.update(decided_turn=result["decided_turn"] - 1))
MUTATIONS["result winners"] = _in_the_result(lambda result, rng: result.update(winners=[*result["winners"], 3]))
MUTATIONS["result unfinished"] = _in_the_result(lambda result, rng: result.update(unfinished=not result["unfinished"]))
MUTATIONS["a row less"] = _in_the_result(lambda result, rng: result["seats"].pop())


def _in_the_first(change: Callable[[Line, random.Random], bool]) -> Mutation:
    def mutate(lines: list[Line], rng: random.Random) -> list[Line] | None:
        spoilt = copy.deepcopy(lines[0])
        return [spoilt, *lines[1:]] if change(spoilt, rng) else None

    return mutate


def _deck_more(game: Line, rng: random.Random) -> bool:
    game["deck"]["soin"] += 1
    return True


def _first_other(game: Line, rng: random.Random) -> bool:
    game["first"] = (game["first"] + 1) % game["players"]
    return True


def _same_coaches(game: Line, rng: random.Random) -> bool:
    seats = game["state"]["seats"]
    seats[0]["coach"] = seats[1]["coach"] if seats[1]["coach"] else "stratege"
    return True


def _dealt_compo(game: Line, rng: random.Random) -> bool:
    """A compo of the pile in a waiting hand, for another card that goes into the pile."""
    pile, hand = game["state"]["pile"], game["state"]["seats"][1 - game["first"]]["hand"]
    places = [i for i, card in enumerate(pile) if card in game["compos"]]
    if game["first"] > 1 or not places or not hand:
        return False
    at, card = rng.choice(places), sorted(hand)[0]
    hand[pile[at]] = hand.get(pile[at], 0) + 1
    pile[at] = card
    hand[card] -= 1
    if not hand[card]:
        del hand[card]
    return True


def _first_state_missing(game: Line, rng: random.Random) -> bool:
    del game["state"]["seats"][0][rng.choice(["hand", "team", "known", "compo"])]
    return True


def _option_unknown(game: Line, rng: random.Random) -> bool:
    game["options"]["discard"] = "sometimes"
    return True


def _trade_seat(game: Line, rng: random.Random) -> bool:
    game["match_seats"] = [0] * game["players"]
    return True


for _name, _spoil in {
    "a card more in the deck": _deck_more,
    "another first player": _first_other,
    "two equal coaches": _same_coaches,
    "a compo dealt": _dealt_compo,
    "a field of the first state missing": _first_state_missing,
    "an unknown option value": _option_unknown,
    "equal match seats": _trade_seat,
}.items():
    MUTATIONS[_name] = _in_the_first(_spoil)
