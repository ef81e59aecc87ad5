"""The last line: who won, how long it took, and a row for each seat ("What a result row says")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .counters import Tally
from .opening import is_int, need
from .standing import behind, decisiveness
from .table import Table
from .words import COACHES, NO_COACH, VARIANTS


def check_result(line: dict[str, Any], table: Table, compo_start: list[str], tally: Tally, n: int) -> None:
    """Compare the result line with the end of the game and with the counters counted from the decisions."""
    state, game = table.s, table.game
    rounds = table.seat(game["first"])["turns"]  # a round is begun by the first player
    total = {"winners": state["winners"], "unfinished": state["unfinished"], "turns": state["turn"], "rounds": rounds}
    total |= decisiveness(table.standings, state["winners"])
    for name, value in total.items():
        need(line.get(name, "absent") == value, "row", f"{name} is {line.get(name, 'absent')!r}, not {value!r}", n)
    rows = line.get("seats")
    well = isinstance(rows, list) and len(rows) == table.players and all(isinstance(row, dict) for row in rows)
    need(well, "row", "not a row for each seat", n)
    for seat, row in enumerate(rows or []):
        mine = table.seat(seat)
        numbers = {
            "block": game["block"],
            "rotation": game["rotation"],
            "game": game["match_game"],
            "seat": game["match_seats"][seat],
            "players": table.players,
            "order": (seat - game["first"]) % table.players,
            "won": mine["won"],
            "winners": len(state["winners"]),
            "unfinished": state["unfinished"],
            "turns": mine["turns"],
            "rounds": rounds,
            "missing": table.missing(seat),
            "behind": behind(table.standings, seat),
            **tally.seats[seat],
        }
        for name, value in numbers.items():
            seen = row.get(name, "absent")
            need(seen == value, "row", f"{name} of seat {seat} is {seen!r}, not {value!r}", n)
        words: dict[str, tuple[Any, Sequence[Any]]] = {
            "variant": (game["variant"], list(VARIANTS)),
            "compo_start": (compo_start[seat], list(table.compos)),
            "compo_end": (mine["compo"], list(table.compos)),
            "coach": (mine["coach"], COACHES),
        }
        for name, (word, order) in words.items():
            seen = row.get(name, "absent")
            need(means(seen, word, order), "row", f"{name} of seat {seat} is {seen!r}, not {word!r}", n)
    check_strategies(rows or [], game["strategies"], n)


def means(seen: object, word: str | None, order: Sequence[str]) -> bool:
    """A name as it is, or its number in the order in which the trace names them (no coach: 255)."""
    number = NO_COACH if word is None else order.index(word)
    return seen == word or (is_int(seen) and seen == number)


def check_strategies(rows: list[dict[str, Any]], names: list[str], n: int) -> None:
    """A strategy's name, or a number that stands for the same strategy in every row."""
    seen = [row.get("strategy", "absent") for row in rows]
    if seen != names:
        need(all(map(is_int, seen)), "row", f"strategies are {seen}, not {names}", n)
        one_to_one = len(set(zip(seen, names, strict=True))) == len(set(seen)) == len(set(names))
        need(one_to_one, "row", f"strategies are numbered {seen}, which does not tell {names} apart", n)
