"""The first line: a well-formed game, and a set-up that the rules could have dealt (S-1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..opening import is_counts, is_int, need
from .invariants import cards_in_game
from .table import Table
from .words import (
    CARDS,
    CHOICES,
    COLOURS,
    JOKERS,
    MODES,
    MONEY,
    MULTICOLOUR,
    NUMBERS,
    PENDING_FIELDS,
    SEAT_FIELDS,
    STATE_FIELDS,
    SWITCHES,
)

GAME = (
    "schema", "game", "version", "variant", "players", "seed", "block", "rotation", "match_game", "options", "deck", "strategies",
    "first", "match_seats", "state",
)  # fmt: skip


def check_game_line(line: dict[str, Any]) -> None:
    """The form of the first line, its options and deck."""
    for name in GAME:
        need(name in line, "trace", f"the first line has no {name!r}")
    need(line["type"] == "game" and line["schema"] == 1, "trace", "not a game of schema 1")
    need(line["game"] == "stealr" and is_int(line["version"], 1), "trace", "not a version of stealr")
    need(line["variant"] in MODES, "trace", f"no mode {line['variant']!r}")
    players = line["players"]
    need(is_int(players, 2) and players <= 4, "S-1", f"{players!r} players")
    for name in ("block", "rotation"):
        need(is_int(line[name]), "trace", f"{name} is not a number from 0")
    need(is_int(line["seed"], -(2**63)), "trace", "seed is not a whole number")
    need(is_int(line["first"]) and line["first"] < players, "S-1", "no such first player")
    need(isinstance(line["strategies"], list) and len(line["strategies"]) == players, "trace", "strategies")
    need(is_int(line["match_game"]) and line["match_game"] == 0, "trace", "a game of a match")
    need(line["match_seats"] == list(range(players)), "trace", "match_seats are not the seats")
    need(is_counts(line["deck"], set(CARDS)) and set(line["deck"]) == set(CARDS), "C-2", "the deck is not a table of counts of all cards")
    _check_options(line["options"])


def _check_options(options: Any) -> None:
    need(isinstance(options, dict), "trace", "options are not an object")
    for name in NUMBERS:
        need(is_int(options.get(name)), "C-8", f"option {name} is not a number: {options.get(name)!r}")
    for name in SWITCHES:
        need(isinstance(options.get(name), bool), "C-8", f"option {name} is not true or false")
    for name, choices in CHOICES.items():
        need(options.get(name) in choices, "C-8", f"option {name} is none of {choices}")
    sizes, rents, values = (options.get(name) for name in ("set_sizes", "rents", "values"))
    need(is_counts(sizes, set(COLOURS), 1) and set(sizes) == set(COLOURS), "S-10", "set_sizes does not give every colour a size")
    well = isinstance(rents, dict) and set(rents) == set(COLOURS) and all(isinstance(row, list) and all(map(is_int, row)) for row in rents.values())
    need(well, "S-12", "rents does not give every colour a list of rents")
    need(all(len(rents[colour]) >= sizes[colour] for colour in COLOURS), "S-12", "a set has cards for which there is no rent")
    valued = set(CARDS) - set(MONEY) - {MULTICOLOUR}
    need(is_counts(values, valued, 1) and set(values) == valued, "S-6", "values does not give every card but money a value")


def check_form(game: dict[str, Any]) -> None:
    """The form of the first state: every field, of the right type, with known cards."""
    state, players, cards = game["state"], game["players"], set(CARDS)
    for name in STATE_FIELDS:
        need(isinstance(state, dict) and name in state, "trace", f"the state has no {name!r}")
    need(isinstance(state["pile"], list) and all(card in cards for card in state["pile"]), "trace", "the pile holds unknown cards")
    for name in ("discard", "banked"):
        need(is_counts(state[name], cards, 1), "trace", f"{name} is not a table of counts")
    need(is_int(state["active"]) and state["active"] < players, "trace", "no such active seat")
    pending = state["pending"]
    need(isinstance(pending, dict) and set(PENDING_FIELDS) <= set(pending), "trace", "pending lacks fields")
    seats = state["seats"]
    need(isinstance(seats, list) and len(seats) == players, "trace", "not a seat for each player")
    for number, seat in enumerate(seats):
        need(isinstance(seat, dict) and set(SEAT_FIELDS) <= set(seat), "trace", f"seat {number} lacks fields")
        others = {str(other) for other in range(players) if other != number}
        need(is_counts(seat["hand"], cards, 1), "trace", f"the hand of seat {number} is not a table of counts")
        need(is_counts(seat["bank"], {str(value) for value in range(1, 100)}, 1), "trace", f"the bank of seat {number}")
        need(is_counts(seat["tokens"], others, 1) and is_int(seat["home"]) and is_int(seat["turns"]), "trace", f"tokens or turns of seat {number}")
        known, table = seat["known"], seat["table"]
        need(isinstance(known, dict) and set(known) == others, "trace", f"known of seat {number}")
        need(all(is_counts(bounds, cards, 1) for bounds in known.values()), "trace", f"known of seat {number}")
        need(isinstance(table, dict) and set(table) <= set(COLOURS), "trace", f"table of seat {number}")
        for pile in table.values():
            well = isinstance(pile, dict) and isinstance(pile.get("cards"), list) and is_int(pile.get("shacks"))
            need(well and all(card in (*COLOURS, *JOKERS) for card in pile["cards"]), "trace", f"table of seat {number}")


def first_table(seen: Table) -> Table:
    """S-1, S-2: the table before the first turn, from the state after the draw; whatever was drawn lies on the pile again.

    Turns that pass without a decision leave an empty hand: only the seat that decides first can have drawn anything.
    """
    game, options = seen.game, seen.options
    drawer, start = seen.active, options["starting_hand"]
    for seat in range(seen.players):
        mine, held = seen.seat(seat), seen.hand_size(seat)
        bare = not (mine["bank"] or mine["table"] or mine["tokens"] or any(mine["known"].values()))
        need(bare and mine["home"] == options["debt_tokens"], "S-1", f"seat {seat} does not begin bare")
        need(seat == drawer or held == start, "S-1", f"seat {seat} was dealt {held} cards")
    need(cards_in_game(seen) == +Counter(game["deck"]), "C-2", "the cards dealt are not the deck")
    table = Table(game, seen.s)
    hand = sorted(card for card, n in table.seat(drawer)["hand"].items() for _ in range(n))
    drawn = hand[: len(hand) - start]
    for card in drawn:
        table.from_hand(drawer, card)
    table.s["pile"][:0] = drawn
    for one in table.s["seats"]:
        one["turns"] = 0
    table.s.update(over=False, unfinished=False, emptied=False, turn=0, rounds=0, winners=[], idle_turns=0, last_turns=None, reshuffles=0)
    table.s.update(discard={}, banked={})
    table.pending.update(go_again=False, arriving=None, card=None)
    return table
