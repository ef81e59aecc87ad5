"""Ways to spoil the state after a decision; `mutations` gathers them with the others.

Each takes a state, the first line of its game and a generator, changes the state in place, and says whether it found an
occasion. No spoilt state can follow from the decision by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .table import put, take
from .words import COLOURS, MONEY, colours_of

Line = dict[str, Any]
Spoiler = Callable[[Line, Line, random.Random], bool]


def _piles(state: Line) -> list[tuple[Line, str]]:
    """(seat, colour) of all that lies on tables."""
    return [(seat, colour) for seat in state["seats"] for colour in seat["table"]]


def _hand_swap(state: Line, game: Line, rng: random.Random) -> bool:
    """Also the deck's sum stays as it is: the card goes to the pile's end for another one."""
    seat = rng.choice(state["seats"])
    if not seat["hand"] or not state["pile"]:
        return False
    card = rng.choice(sorted(seat["hand"]))
    if state["pile"][-1] == card:
        return False
    take(seat["hand"], card)
    put(seat["hand"], state["pile"][-1])
    state["pile"][-1] = card
    return True


def _two_of_the_pile(state: Line, game: Line, rng: random.Random) -> bool:
    """A pile just shuffled may lie in any order; discards show that it was not shuffled just now."""
    cards = state["pile"]
    places = [i for i in range(len(cards) - 1) if cards[i] != cards[i + 1]]
    if not places or sum(state["discard"].values()) < 2:
        return False
    i = rng.choice(places)
    cards[i], cards[i + 1] = cards[i + 1], cards[i]
    return True


def _one_more(zone: str, card: str) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        place = state if zone in state else rng.choice(state["seats"])
        put(place[zone], card)
        return True

    return change


def _one_less(zone: str) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        place = state if zone in state else rng.choice(state["seats"])
        if not place[zone]:
            return False
        take(place[zone], rng.choice(sorted(place[zone])))
        return True

    return change


def _pile_less(state: Line, game: Line, rng: random.Random) -> bool:
    return bool(state["pile"]) and state["pile"].pop(rng.randrange(len(state["pile"]))) is not None


def _other_banked(state: Line, game: Line, rng: random.Random) -> bool:
    """A kind of the same value: the banks still add up."""
    values = {**MONEY, **game["options"]["values"]}
    for card in sorted(state["banked"]):
        others = [other for other, value in values.items() if value == values[card] and other not in (card, *COLOURS) and "joker" not in other]
        if others:
            take(state["banked"], card)
            put(state["banked"], rng.choice(others))
            return True
    return False


def _other_bank(state: Line, game: Line, rng: random.Random) -> bool:
    one, other = rng.sample(state["seats"], 2)
    if not one["bank"]:
        return False
    value = rng.choice(sorted(one["bank"]))
    take(one["bank"], value)
    put(other["bank"], value)
    return True


def _other_table(state: Line, game: Line, rng: random.Random) -> bool:
    for one, colour in rng.sample(_piles(state), len(_piles(state))):
        other = rng.choice([seat for seat in state["seats"] if seat is not one])
        if len(one["table"][colour]["cards"]) > 1 and colour not in other["table"]:
            other["table"][colour] = {"cards": [one["table"][colour]["cards"].pop()], "shacks": 0}
            return True
    return False


def _other_colour(state: Line, game: Line, rng: random.Random) -> bool:
    for seat, colour in rng.sample(_piles(state), len(_piles(state))):
        card = seat["table"][colour]["cards"][-1]
        others = [other for other in colours_of(card) if other != colour and other not in seat["table"]]
        if others and not seat["table"][colour]["shacks"]:
            seat["table"][colour]["cards"].pop()
            if not seat["table"][colour]["cards"]:
                del seat["table"][colour]
            seat["table"][rng.choice(others)] = {"cards": [card], "shacks": 0}
            return True
    return False


def _order(state: Line, game: Line, rng: random.Random) -> bool:
    """S-5: jokers before properties."""
    for seat, colour in _piles(state):
        cards = seat["table"][colour]["cards"]
        if cards != cards[::-1]:
            seat["table"][colour]["cards"] = cards[::-1]
            return True
    return False


def _shacks(step: int) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        for seat, colour in _piles(state):
            if seat["table"][colour]["shacks"] + step >= 0:
                seat["table"][colour]["shacks"] += step
                return True
        return False

    return change


def _token_moved(state: Line, game: Line, rng: random.Random) -> bool:
    """To another holder, or home."""
    for number, seat in enumerate(state["seats"]):
        for holder in seat["tokens"]:
            take(seat["tokens"], holder)
            others = [other for other in range(game["players"]) if other != number and str(other) != holder]
            if others:
                put(seat["tokens"], str(rng.choice(others)))
            else:
                seat["home"] += 1
            return True
    return False


def _known_more(state: Line, game: Line, rng: random.Random) -> bool:
    """Of a card that is held: the bound is true, but nobody has shown it."""
    for seat in rng.sample(state["seats"], len(state["seats"])):
        for other, bounds in seat["known"].items():
            for card, n in state["seats"][int(other)]["hand"].items():
                if bounds.get(card, 0) < n:
                    bounds[card] = bounds.get(card, 0) + 1
                    return True
    return False


def _known_less(state: Line, game: Line, rng: random.Random) -> bool:
    for seat in state["seats"]:
        for bounds in seat["known"].values():
            if bounds:
                take(bounds, sorted(bounds)[0])
                return True
    return False


def _known_seat(state: Line, game: Line, rng: random.Random) -> bool:
    known = rng.choice(state["seats"])["known"]
    del known[sorted(known)[0]]
    return True


def _number(name: str, step: int = 1) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        place = state if name in state else rng.choice(state["seats"])
        place[name] += step
        return True

    return change


def _other_seat(name: str) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        if state[name] is None:
            return False
        state[name] = (state[name] + 1) % game["players"]
        return True

    return change


def _flag(name: str) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        state[name] = not state[name]
        return True

    return change


def _decision(state: Line, game: Line, rng: random.Random) -> bool:
    state["decision"] = "discard" if state["decision"] != "discard" else "play"
    return True


def _winners(state: Line, game: Line, rng: random.Random) -> bool:
    state["winners"] = state["winners"][:-1] if state["winners"] else [rng.randrange(game["players"])]
    return True


def _last_turns(state: Line, game: Line, rng: random.Random) -> bool:
    state["last_turns"] = game["players"] if state["last_turns"] is None else None
    return True


def _dropped_field(state: Line, game: Line, rng: random.Random) -> bool:
    del state[rng.choice(["over", "pile", "seats", "pending", "winners", "turn", "last_turns", "banked", "idle_turns"])]
    return True


def _pending(name: str, change_of: Callable[[Any], Any]) -> Spoiler:
    """Something else under way; once the game is over it would mean nothing."""

    def change(state: Line, game: Line, rng: random.Random) -> bool:
        if state["over"]:
            return False
        state["pending"][name] = change_of(state["pending"][name])
        return True

    return change


def _card(name: str, change_of: Callable[[Any], Any], only: tuple[str, ...] = ()) -> Spoiler:
    """Something else about the card under way (at certain steps)."""

    def change(state: Line, game: Line, rng: random.Random) -> bool:
        card = state["pending"]["card"]
        if state["over"] or card is None or (only and card["step"] not in only):
            return False
        card[name] = change_of(card[name])
        return True

    return change


def _more(value: Any) -> Any:
    return value + 1


def _or(one: Any, other: Any) -> Callable[[Any], Any]:
    return lambda value: other if value == one else one


SPOILERS: dict[str, Spoiler] = {
    "a card of a hand is another": _hand_swap,
    "a hand holds one more": _one_more("hand", "rose"),
    "a hand holds one less": _one_less("hand"),
    "two cards of the pile swapped": _two_of_the_pile,
    "a card of the pile lost": _pile_less,
    "a discard more": _one_more("discard", "heist"),
    "a discard less": _one_less("discard"),
    "a banked card more": _one_more("banked", "1m"),
    "a banked card less": _one_less("banked"),
    "a banked card of another kind": _other_banked,
    "a bank holds more": _one_more("bank", "1"),
    "a bank holds less": _one_less("bank"),
    "money in another bank": _other_bank,
    "a card on another table": _other_table,
    "a card in another colour": _other_colour,
    "a colour in another order": _order,
    "a Shack more": _shacks(1),
    "a Shack less": _shacks(-1),
    "a token at home more": _number("home"),
    "a token with another": _token_moved,
    "a bound more": _known_more,
    "a bound less": _known_less,
    "a seat less in known": _known_seat,
    "a turn more for a seat": _number("turns"),
    **{f"{name} one more": _number(name) for name in ("turn", "rounds", "reshuffles", "idle_turns")},
    **{f"another {name} seat": _other_seat(name) for name in ("active", "actor")},
    "another decision": _decision,
    **{f"{name} turned round": _flag(name) for name in ("over", "unfinished", "emptied")},
    "other winners": _winners,
    "other last turns": _last_turns,
    "a field of the state dropped": _dropped_field,
    **{f"pending {name}": _pending(name, _more) for name in ("plays_left", "plays_made", "moves_left")},
    "pending stage": _pending("stage", _or("plays", "debts")),
    "pending go_again": _pending("go_again", lambda value: not value),
    "pending arriving": _pending("arriving", _or(None, {"card": "joker_rose_orange", "seat": 0})),
    "pending card": _pending("card", _or(None, {"card": "heist", "step": "answer", "target": 0, "waiting": []})),
    "the card under way": _card("card", _or("yoink", "rent_any")),
    "its step": _card("step", _or("answer", "pay")),
    "its target": _card("target", _more),
    "its waiting targets": _card("waiting", lambda value: [*value, 0]),
    "its Noes": _card("noes", _more),
    "its colour": _card("colour", _or("rose", "gare")),
    "its set": _card("set", _or(0, 1)),
    "its type": _card("type", _or("money", "action")),
    "its named cards": _card("named", lambda value: {**value, "1": {"card": "rose", "colour": "orange"}}),
    "its amount": _card("amount", _or(77, 78)),
    "its debt": _card("owed", _more, only=("pay",)),
    "its kept card": _card("kept", _or({"value": 3}, {"value": 2})),
}
