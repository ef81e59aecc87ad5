"""Ways to spoil a trace. Every spoilt trace contradicts the rules or the trace format, so the auditor must object to each."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from .words import CATEGORIES, KINDS, OBJECTIVES

Line = dict[str, Any]
Path = tuple[str | int, ...]
Mutation = Callable[[list[Line], random.Random], list[Line] | None]

# What a trace is free to say: names of things, and options, which are not the game's doing (those that are checked are below).
_FREE = re.compile(r"^game\.(seed|version|extra|options\..*)$|^decision\.moves\.\*\.text$|^result\.seats\.\*\.point$")
_CHECKED_OPTIONS = re.compile(r"^game\.options\.(sale\.\w+|starting_cards\.0\.\*|objectives\.\*|shop_minimum)$")


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All numbers, words, truths and nulls of a line, and all empty lists and objects, with where they are."""
    parts = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    for name, part in parts:
        yield from leaves(part, (*path, name))
    if not parts:
        yield path, value


def place_of(kind: str, path: Path) -> str:
    """A path without places in lists and names of cards: where things of one sort are."""
    names = ["*" if isinstance(name, int) else "card" if name in KINDS else name for name in path]
    if names[:2] == ["options", "starting_cards"]:
        names[2] = str(path[2])
    return ".".join([kind, *names])


def otherwise(value: Any, rng: random.Random) -> Any:
    """Another value of the same sort."""
    if value is None:
        return rng.choice([0, "1"])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 7])
    if isinstance(value, (list, dict)):
        return [1] if isinstance(value, list) else {"1": 1}
    for words in (KINDS, tuple(OBJECTIVES.values()), CATEGORIES):
        if value in words:
            return rng.choice([word for word in words if word != value])
    return value + "x"


def replaced(line: Line, path: Path, change: Callable[[Any, Any], None]) -> Line:
    """The line with a change at a place: `change(container, key)`."""
    spoilt = copy.deepcopy(line)
    container: Any = spoilt
    for name in path[:-1]:
        container = container[name]
    change(container, path[-1])
    return spoilt


def leaf_mutations(lines: list[Line], rng: random.Random, each: int) -> Iterator[tuple[str, list[Line]]]:
    """For every sort of place in the trace, some leaves changed, and some removed: what, and the spoilt trace."""
    places: dict[str, list[tuple[int, Path, Any]]] = {}
    for at, line in enumerate(lines):
        for path, value in leaves(line):
            place = place_of(line["type"], path)
            if not _FREE.match(place) or _CHECKED_OPTIONS.match(place):
                places.setdefault(place, []).append((at, path, value))
    for place, found in places.items():
        for at, path, value in rng.sample(found, min(each, len(found))):
            other = otherwise(value, rng)

            def change(container: Any, key: Any, other: Any = other) -> None:
                container[key] = other

            def remove(container: Any, key: Any) -> None:
                del container[key]

            yield f"{place}: {value!r} becomes {other!r}, line {at}", _with(lines, at, replaced(lines[at], path, change))
            yield f"{place}: {value!r} is missing, line {at}", _with(lines, at, replaced(lines[at], path, remove))


def _with(lines: list[Line], at: int, line: Line) -> list[Line]:
    return [*lines[:at], line, *lines[at + 1 :]]


LINE_MUTATIONS: dict[str, Mutation] = {}


def _named(name: str) -> Callable[[Mutation], Mutation]:
    def keep(mutation: Mutation) -> Mutation:
        LINE_MUTATIONS[name] = mutation
        return mutation

    return keep


def _decisions(lines: list[Line], fits: Callable[[Line], bool], rng: random.Random) -> int | None:
    """A decision line of this sort."""
    places = [at for at, line in enumerate(lines) if line["type"] == "decision" and fits(line)]
    return rng.choice(places) if places else None


def _in_a_decision(fits: Callable[[Line], bool], change: Callable[[Line, random.Random], None]) -> Mutation:
    def mutate(lines: list[Line], rng: random.Random) -> list[Line] | None:
        at = _decisions(lines, fits, rng)
        if at is None:
            return None
        spoilt = copy.deepcopy(lines[at])
        change(spoilt, rng)
        return _with(lines, at, spoilt)

    return mutate


def _several(line: Line) -> bool:
    return len(line["moves"]) > 2


@_named("a decision lost")
def _lost(lines: list[Line], rng: random.Random) -> list[Line]:
    at = rng.randrange(1, len(lines) - 1)
    return lines[:at] + lines[at + 1 :]


@_named("a decision lost, the rest numbered anew")
def _lost_unseen(lines: list[Line], rng: random.Random) -> list[Line]:
    spoilt = [copy.deepcopy(line) for line in _lost(lines, rng)]
    for n, line in enumerate(spoilt[1:-1]):
        line["n"] = n
    return spoilt


@_named("a decision twice")
def _twice(lines: list[Line], rng: random.Random) -> list[Line]:
    at = rng.randrange(1, len(lines) - 1)
    return lines[: at + 1] + lines[at:]


@_named("two decisions swapped")
def _swapped(lines: list[Line], rng: random.Random) -> list[Line]:
    at = rng.randrange(1, len(lines) - 2)
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


@_named("no result")
def _no_result(lines: list[Line], rng: random.Random) -> list[Line]:
    return lines[:-1]


@_named("two results")
def _two_results(lines: list[Line], rng: random.Random) -> list[Line]:
    return [*lines, lines[-1]]


@_named("an early result")
def _early_result(lines: list[Line], rng: random.Random) -> list[Line]:
    return [*lines[: rng.randrange(1, len(lines) - 2)], lines[-1]]


def _drop_a_move(line: Line, rng: random.Random) -> None:
    """A legal move that was not chosen is not listed."""
    gone = rng.choice([at for at in range(len(line["moves"])) if at != line["chosen"]])
    del line["moves"][gone]
    line["chosen"] -= gone < line["chosen"]


def _double_a_move(line: Line, rng: random.Random) -> None:
    line["moves"].append(copy.deepcopy(rng.choice(line["moves"])))


def _one_more(line: Line, rng: random.Random) -> None:
    """More of a kind than there are."""
    move = rng.choice([move for move in line["moves"] if "number" in move])
    line["moves"].append({**move, "number": 60})


def _other_choice(line: Line, rng: random.Random) -> None:
    line["chosen"] = rng.choice([at for at in range(len(line["moves"])) if at != line["chosen"]])


def _pass_offered(line: Line, rng: random.Random) -> None:
    line["moves"].append({"action": "pass", "text": "pass"})
    line["forced"] = False


def _done_offered(line: Line, rng: random.Random) -> None:
    line["moves"].append({"action": "done", "text": "done"})
    line["forced"] = False


LINE_MUTATIONS["a legal move not listed"] = _in_a_decision(_several, _drop_a_move)
LINE_MUTATIONS["a move listed twice"] = _in_a_decision(_several, _double_a_move)
LINE_MUTATIONS["more cards than there are"] = _in_a_decision(lambda line: any("number" in move for move in line["moves"]), _one_more)
LINE_MUTATIONS["another move chosen"] = _in_a_decision(_several, _other_choice)
LINE_MUTATIONS["a pass for nothing"] = _in_a_decision(lambda line: line["decision"] == "exchange" and len(line["moves"]) > 1, _pass_offered)
LINE_MUTATIONS["done too early"] = _in_a_decision(
    lambda line: line["decision"] == "cards" and all(move["action"] != "done" for move in line["moves"]), _done_offered
)


@_named("two cards of the pile swapped")
def _pile_swapped(lines: list[Line], rng: random.Random) -> list[Line] | None:
    """In one state only."""
    at = rng.randrange(1, len(lines) - 1)
    pile = lines[at]["state"]["pile"]
    places = [i for i in range(len(pile) - 1) if pile[i] != pile[i + 1]]
    if not places:
        return None
    i = rng.choice(places)
    spoilt = copy.deepcopy(lines[at])
    spoilt["state"]["pile"][i : i + 2] = [pile[i + 1], pile[i]]
    return _with(lines, at, spoilt)


@_named("the closing card higher, in all states")
def _closing_higher(lines: list[Line], rng: random.Random) -> list[Line]:
    """F-2: it lies above the cards among which it was shuffled."""
    spoilt = copy.deepcopy(lines)
    for line in spoilt[:-1]:
        pile = line["state"]["pile"]
        if "fermeture" in pile:
            pile.remove("fermeture")
            pile.insert(max(0, len(pile) - line["state"]["above_closing"] - 20), "fermeture")
    return spoilt


@_named("a card of a manor in the shop instead, in all states")
def _manor_to_shop(lines: list[Line], rng: random.Random) -> list[Line]:
    """F-1: the first seat was dealt a card less."""
    spoilt = copy.deepcopy(lines[:1])
    state = spoilt[0]["state"]
    card = next(iter(state["seats"][0]["manor"]))
    del state["seats"][0]["manor"][card]
    state["shop"][card] = state["shop"].get(card, 0) + 1
    return [*spoilt, *lines[1:]]


@_named("a card of the manor is on sale, another of the shop not")
def _marks_swapped(lines: list[Line], rng: random.Random) -> list[Line] | None:
    """F-1, with nothing created or lost."""
    spoilt = copy.deepcopy(lines[:1])
    state = spoilt[0]["state"]
    sale = next((card for card in state["pile"] if card.endswith("s") and card[:-1] in state["seats"][0]["manor"]), None)
    if sale is None:
        return None
    manor = state["seats"][0]["manor"]
    del manor[sale[:-1]]
    manor[sale] = 1
    state["pile"][state["pile"].index(sale)] = sale[:-1]
    return [*spoilt, *lines[1:]]


@_named("a seat more in the result")
def _seat_more(lines: list[Line], rng: random.Random) -> list[Line]:
    return [*lines[:-1], {**lines[-1], "seats": [*lines[-1]["seats"], lines[-1]["seats"][0]]}]
