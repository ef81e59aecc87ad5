"""The first line: a well-formed game, and a set-up that the rules could have dealt (M-1 to M-4, M-20, M-23)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .table import Table
from .words import (
    CHOICES,
    COACHES,
    LINES,
    NUMBERS,
    PENDING_FIELDS,
    PLAIN_CARDS,
    SEAT_FIELDS,
    STATE_FIELDS,
    SWITCHES,
    VARIANTS,
    AuditError,
)

GAME = (
    "schema", "game", "version", "variant", "players", "seed", "block", "rotation", "match_game", "options", "deck",
    "compos", "strategies", "first", "match_seats", "state",
)  # fmt: skip


def need(truth: bool, rule: str, message: str, n: int = -1) -> None:
    """Raise `AuditError` unless the truth holds."""
    if not truth:
        raise AuditError(n, rule, message)


def is_int(value: object, low: int = 0) -> bool:
    """A whole number (no bool) not under the low bound."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= low


def is_counts(value: object, names: set[str], low: int = 0) -> bool:
    """A dictionary from some of the names to whole numbers."""
    return isinstance(value, dict) and set(value) <= names and all(is_int(count, low) for count in value.values())


def check_game_line(line: dict[str, Any]) -> None:
    """The form of the first line, its options, deck and compos."""
    for name in GAME:
        need(name in line, "trace", f"the first line has no {name!r}")
    need(line["type"] == "game" and line["schema"] == 1, "trace", "not a game of schema 1")
    need(line["game"] == "mercato" and is_int(line["version"], 1), "trace", "not a version of mercato")
    variant, players = line["variant"], line["players"]
    need(variant in VARIANTS and players in VARIANTS[variant], "trace", f"no {variant} with {players} players")
    for name in ("block", "rotation", "match_game"):
        need(is_int(line[name]), "trace", f"{name} is not a number from 0")
    need(is_int(line["seed"], -(2**63)), "trace", "seed is not a whole number")
    need(is_int(line["first"]) and line["first"] < players, "M-4", "no such first player")
    need(isinstance(line["strategies"], list) and len(line["strategies"]) == players, "trace", "strategies")
    seats = line["match_seats"]
    well = isinstance(seats, list) and len(seats) == players == len(set(seats)) and all(map(is_int, seats))
    need(well, "M-35", f"match_seats are not different seats: {seats}")
    _check_options(line["options"])
    _check_deck(line)


def _check_options(options: Any) -> None:
    need(isinstance(options, dict), "trace", "options are not an object")
    for name in NUMBERS:
        need(is_int(options.get(name)), "C-8", f"option {name} is not a number: {options.get(name)!r}")
    for name in SWITCHES:
        need(isinstance(options.get(name), bool), "C-8", f"option {name} is not true or false")
    for name, choices in CHOICES.items():
        need(options.get(name) in choices, "C-8", f"option {name} is none of {choices}")


def _check_deck(line: dict[str, Any]) -> None:
    deck, compos = line["deck"], line["compos"]
    need(isinstance(compos, dict) and bool(compos), "M-1", "no compos")
    for name, lineup in compos.items():
        well = is_counts(lineup, set(LINES)) and set(lineup) == set(LINES)
        need(well, "M-1", f"compo {name} does not give four lines")
    names = {*PLAIN_CARDS, *compos, *COACHES}
    need(is_counts(deck, names), "C-2", "the deck is not a table of counts of known cards")
    need({*PLAIN_CARDS, *compos} <= set(deck), "C-2", "the deck leaves out cards")


def check_first_state(table: Table) -> None:
    """The first state is one that the set-up and the first player's draw can bring about."""
    state, game = table.s, table.game
    first = game["first"]
    fresh = {"over": False, "unfinished": False, "turn": 1, "winners": [], "last_turns": None, "discard": []}
    for name, value in fresh.items():
        need(state[name] == value, "M-3", f"at the start {name} is {state[name]!r}")
    need(state["reshuffles"] == 0 and state["active"] == first, "M-4", "the first player does not begin")
    for seat in range(table.players):
        _check_first_seat(table, seat)
    _check_coaches(table)
    counts = cards_in_game(table)
    expected = Counter({card: n for card, n in game["deck"].items() if card not in COACHES})
    need(counts == +expected, "C-2", f"cards dealt differ from the deck by {dict(_difference(counts, expected))}")


def _difference(one: Counter[str], other: Counter[str]) -> Counter[str]:
    gap = Counter(one)
    gap.subtract(other)
    return Counter({card: n for card, n in gap.items() if n})


def cards_in_game(table: Table) -> Counter[str]:
    """Every card in every zone (coaches apart), for C-2."""
    state = table.s
    counts: Counter[str] = Counter(state["pile"]) + Counter(state["discard"])
    for seat in state["seats"]:
        counts.update(seat["hand"])
        counts[seat["compo"]] += 1
        for line, players in seat["team"].items():
            counts[line] += len(players)
            counts["blessure"] += sum(players)
    if state["pending"]["drawn"] is not None:
        counts[state["pending"]["drawn"]] += 1
    return +counts


def _check_first_seat(table: Table, seat: int) -> None:
    options, mine = table.options, table.seat(seat)
    first = seat == table.game["first"]
    need(not mine["won"] and mine["turns"] == int(first), "M-4", f"seat {seat} has won or played already")
    need(not any(mine["team"][line] for line in LINES), "M-2", f"seat {seat} begins with players")
    need(not any(mine["known"].values()), "C-3", f"seat {seat} knows hands at the start")
    need(not table.complete(seat), "M-17", f"seat {seat} is complete before the game")
    held = sum(mine["hand"].values())
    if table.duel:
        need(held == 0, "M-20", f"seat {seat} has a hand in a duel")
        return
    compos = sum(mine["hand"].get(compo, 0) for compo in table.compos)
    least = options["opening_hand"]
    if not first:
        need(held == least, "M-2", f"seat {seat} was dealt {held} cards")
        need(compos == 0, "M-2", f"seat {seat} was dealt a compo")
        return
    cards = sum(n for card, n in table.game["deck"].items() if card not in COACHES)
    drawn = min(options["draws_per_turn"], cards - table.players * (least + 1))
    need(held == least + drawn, "M-5", f"the first player holds {held} cards, not {least} and {drawn} drawn")
    need(compos <= drawn, "M-2", "the first player was dealt a compo")


def _check_coaches(table: Table) -> None:
    coaches = [seat["coach"] for seat in table.s["seats"]]
    if table.game["variant"] not in ("ultime", "ultime_duel"):
        need(coaches == [None] * table.players, "M-23", "coaches outside Ultime")
        return
    for coach in coaches:
        need(coach in COACHES and table.game["deck"].get(coach, 0) > 0, "M-23", f"coach {coach} is not in the game")
    need(len(set(coaches)) == len(coaches), "M-23", "two seats have the same coach")


def check_form(game: dict[str, Any]) -> None:
    """The form of the first state: every field, of the right type, with known cards."""
    state, players = game["state"], game["players"]
    cards = {*PLAIN_CARDS, *game["compos"]}
    for name in STATE_FIELDS:
        need(isinstance(state, dict) and name in state, "trace", f"the state has no {name!r}")
    for name in ("pile", "discard"):
        need(isinstance(state[name], list) and set(state[name]) <= cards, "trace", f"{name} holds unknown cards")
    need(is_int(state["active"]) and state["active"] < players, "trace", "no such active seat")
    pending = state["pending"]
    need(isinstance(pending, dict) and set(PENDING_FIELDS) <= set(pending), "trace", "pending lacks fields")
    need(pending["drawn"] is None or pending["drawn"] in cards, "trace", "an unknown card was drawn")
    seats = state["seats"]
    need(isinstance(seats, list) and len(seats) == players, "trace", "not a seat for each player")
    for number, seat in enumerate(seats):
        need(isinstance(seat, dict) and set(SEAT_FIELDS) <= set(seat), "trace", f"seat {number} lacks fields")
        need(is_counts(seat["hand"], cards, 1), "trace", f"the hand of seat {number} is not a table of counts")
        need(seat["compo"] in game["compos"], "M-1", f"seat {number} has no compo of this game")
        team, known = seat["team"], seat["known"]
        need(isinstance(team, dict) and set(team) == set(LINES), "trace", f"team of seat {number}")
        well = all(isinstance(team[line], list) and all(map(is_int, team[line])) for line in LINES)
        need(well, "trace", f"team of seat {number} is not lists of injuries")
        others = {str(other) for other in range(players) if other != number}
        need(isinstance(known, dict) and set(known) == others, "trace", f"known of seat {number}")
        need(all(is_counts(bounds, cards, 1) for bounds in known.values()), "trace", f"known of seat {number}")
