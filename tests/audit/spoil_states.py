"""Ways to spoil the state after a decision; `mutations` gathers them with the others.

Each takes a state, the first line of its game and a generator, changes the state in place, and says whether it
found an occasion. No spoilt state can follow from the decision by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .words import COACHES, LINES, PENDING_FIELDS

Line = dict[str, Any]
Spoiler = Callable[[Line, Line, random.Random], bool]


def _hand_swap(state: Line, game: Line, rng: random.Random) -> bool:
    seat = rng.choice(state["seats"])
    if not seat["hand"]:
        return False
    card = rng.choice(sorted(seat["hand"]))
    other = rng.choice([line for line in LINES if line != card])
    seat["hand"][card] -= 1
    if not seat["hand"][card]:
        del seat["hand"][card]
    seat["hand"][other] = seat["hand"].get(other, 0) + 1
    return True


def _hand_more(state: Line, game: Line, rng: random.Random) -> bool:
    hand = rng.choice(state["seats"])["hand"]
    hand["milieu"] = hand.get("milieu", 0) + 1
    return True


def _two_swapped(zone: str) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        cards = state[zone]
        places = [i for i in range(len(cards) - 1) if cards[i] != cards[i + 1]]
        if not places or not _same_pile_before(state):
            return False
        i = rng.choice(places)
        cards[i], cards[i + 1] = cards[i + 1], cards[i]
        return True

    return change


def _same_pile_before(state: Line) -> bool:
    """A pile just shuffled may lie in any order: not an occasion. Discards show that it was not shuffled just now."""
    return len(state["discard"]) > 1


def _lost(zone: str) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        if state[zone]:
            state[zone].pop(rng.randrange(len(state[zone])))
            return True
        return False

    return change


def _compo(state: Line, game: Line, rng: random.Random) -> bool:
    seat = rng.choice(state["seats"])
    seat["compo"] = rng.choice([compo for compo in game["compos"] if compo != seat["compo"]])
    return True


def _coach(state: Line, game: Line, rng: random.Random) -> bool:
    seat = rng.choice(state["seats"])
    seat["coach"] = rng.choice([coach for coach in COACHES if coach != seat["coach"]])
    return True


def _team_more(state: Line, game: Line, rng: random.Random) -> bool:
    team = rng.choice(state["seats"])["team"]
    team[rng.choice(LINES)].insert(0, 0)
    return True


def _team_less(state: Line, game: Line, rng: random.Random) -> bool:
    team = rng.choice(state["seats"])["team"]
    line = rng.choice(LINES)
    return bool(team[line]) and team[line].pop() is not None


def _team_moved(state: Line, game: Line, rng: random.Random) -> bool:
    one, other = rng.sample(state["seats"], 2)
    line = rng.choice(LINES)
    if not one["team"][line]:
        return False
    other["team"][line] = sorted([*other["team"][line], one["team"][line].pop()])
    return True


def _injury_more(state: Line, game: Line, rng: random.Random) -> bool:
    team = rng.choice(state["seats"])["team"]
    line = rng.choice(LINES)
    if not team[line]:
        return False
    team[line][-1] += 1
    return True


def _healed_too(state: Line, game: Line, rng: random.Random) -> bool:
    for seat in state["seats"]:
        for line in LINES:
            if any(seat["team"][line]):
                seat["team"][line] = [0] * len(seat["team"][line])
                return True
    return False


def _known_more(state: Line, game: Line, rng: random.Random) -> bool:
    bounds = rng.choice(list(rng.choice(state["seats"])["known"].values()))
    card = rng.choice(LINES)
    bounds[card] = bounds.get(card, 0) + 1
    return True


def _known_less(state: Line, game: Line, rng: random.Random) -> bool:
    for seat in state["seats"]:
        for bounds in seat["known"].values():
            if bounds:
                del bounds[sorted(bounds)[0]]
                return True
    return False


def _known_seat(state: Line, game: Line, rng: random.Random) -> bool:
    known = rng.choice(state["seats"])["known"]
    del known[sorted(known)[0]]
    return True


def _seat_number(name: str) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        seat = rng.choice(state["seats"])
        seat[name] = not seat[name] if isinstance(seat[name], bool) else seat[name] + 1
        return True

    return change


def _number(name: str, step: int) -> Spoiler:
    def change(state: Line, game: Line, rng: random.Random) -> bool:
        state[name] += step
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
    state["decision"] = "limit" if state["decision"] != "limit" else "action"
    return True


def _winners(state: Line, game: Line, rng: random.Random) -> bool:
    state["winners"] = state["winners"][:-1] if state["winners"] else [rng.randrange(game["players"])]
    return True


def _last_turns(state: Line, game: Line, rng: random.Random) -> bool:
    if state["last_turns"] is None:
        state["last_turns"] = [1] * game["players"]
    else:
        state["last_turns"][rng.randrange(game["players"])] ^= 1
    return True


def _dropped_field(state: Line, game: Line, rng: random.Random) -> bool:
    del state[rng.choice(["over", "pile", "seats", "pending", "winners", "turn", "last_turns"])]
    return True


def _pending(name: str) -> Spoiler:
    spoilt: dict[str, Any] = {
        "drawn": "soin", "trade": {"proposer": 0, "give": "milieu", "want": "gardien", "accepted": [], "to_ask": [1]},
        "shrink": [1], "after_shrink": "sabotage", "stolen_from": 1, "reaction": 1,
    }  # fmt: skip

    def change(state: Line, game: Line, rng: random.Random) -> bool:
        pending = state["pending"]
        if state["over"]:
            return False
        value = pending[name]
        if name not in spoilt:
            pending[name] = value + 1
        elif value in (None, []):
            pending[name] = spoilt[name]
        else:
            pending[name] = None
        return True

    return change


SPOILERS: dict[str, Spoiler] = {
    "a card of a hand is another": _hand_swap,
    "a hand holds one more": _hand_more,
    "two cards of the pile swapped": _two_swapped("pile"),
    "two discards swapped": _two_swapped("discard"),
    "a card of the pile lost": _lost("pile"),
    "a discard lost": _lost("discard"),
    "another compo": _compo,
    "another coach": _coach,
    "a player more": _team_more,
    "a player less": _team_less,
    "a player in another team": _team_moved,
    "an injury more": _injury_more,
    "injuries gone": _healed_too,
    "a bound more": _known_more,
    "a bound less": _known_less,
    "a seat less in known": _known_seat,
    "won turned round": _seat_number("won"),
    "a turn more for a seat": _seat_number("turns"),
    "a turn more": _number("turn", 1),
    "a reshuffle more": _number("reshuffles", 1),
    "another active seat": _other_seat("active"),
    "another actor": _other_seat("actor"),
    "another decision": _decision,
    "over turned round": _flag("over"),
    "unfinished turned round": _flag("unfinished"),
    "other winners": _winners,
    "other last turns": _last_turns,
    "a field of the state dropped": _dropped_field,
    **{f"pending {name}": _pending(name) for name in PENDING_FIELDS},
}
