"""The last line: who won, how long it took, and a row for each seat ("What a result row says")."""

from __future__ import annotations

from typing import Any

from ..opening import is_int, need
from ..result import check_strategies, means
from .counters import Tally
from .table import Table
from .words import MODES


def check_result(line: dict[str, Any], table: Table, tally: Tally, n: int) -> None:
    """Compare the result line with the end of the game and with the counters."""
    state, game = table.s, table.game
    winners = state["winners"]
    total = {"winners": winners, "unfinished": state["unfinished"], "turns": state["turn"], "rounds": state["rounds"]}
    for name, value in total.items():
        need(line.get(name, "absent") == value, "row", f"{name} is {line.get(name, 'absent')!r}, not {value!r}", n)
    rows = line.get("seats")
    well = isinstance(rows, list) and len(rows) == table.players and all(isinstance(row, dict) for row in rows)
    need(well, "row", "not a row for each seat", n)
    for seat, row in enumerate(rows or []):
        won = seat in winners
        numbers = {
            "block": game["block"],
            "rotation": game["rotation"],
            "game": 0,
            "seat": seat,
            "players": table.players,
            "order": (seat - game["first"]) % table.players,
            "won": won,
            "winners": len(winners),
            "on_other_turn": won and not state["emptied"] and table.active != seat,
            "emptied": state["emptied"],
            "unfinished": state["unfinished"],
            "sets": table.complete_colours(seat),
            "bank_value": table.bank_value(seat),
            "table_value": table.table_value(seat),
            "turns": table.seat(seat)["turns"],
            "rounds": state["rounds"],
            **tally.seats[seat],
        }
        for name, value in numbers.items():
            seen = row.get(name, "absent")
            need(is_int(seen, -1000) and seen == value, "row", f"{name} of seat {seat} is {seen!r}, not {int(value)}", n)
        need(means(row.get("variant"), game["variant"], MODES), "row", f"variant of seat {seat} is {row.get('variant')!r}", n)
    check_strategies(rows or [], game["strategies"], n)
