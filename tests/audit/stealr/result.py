"""The last line: who won, how long it took, and a row for each seat ("What a result row says")."""

from __future__ import annotations

from typing import Any

from ..opening import need
from ..result import check_strategies, means
from ..standing import behind, decisiveness
from .counters import Tally
from .table import Table
from .words import MODES


def check_result(line: dict[str, Any], table: Table, tally: Tally, n: int) -> None:
    """Compare the result line with the end of the game and with the counters."""
    state, game = table.s, table.game
    total = {"winners": state["winners"], "unfinished": state["unfinished"], "turns": state["turn"], "rounds": state["rounds"]}
    total |= decisiveness(table.standings, state["winners"])
    for name, value in total.items():
        need(line.get(name, "absent") == value, "row", f"{name} is {line.get(name, 'absent')!r}, not {value!r}", n)
    rows = line.get("seats")
    well = isinstance(rows, list) and len(rows) == table.players and all(isinstance(row, dict) for row in rows)
    need(well, "row", "not a row for each seat", n)
    for seat, row in enumerate(rows or []):
        for name, value in row_of(table, tally, seat).items():
            seen = row.get(name, "absent")
            need(isinstance(seen, int) and seen == value, "row", f"{name} of seat {seat} is {seen!r}, not {int(value)}", n)
        need(means(row.get("variant"), game["variant"], MODES), "row", f"variant of seat {seat} is {row.get('variant')!r}", n)
    check_strategies(rows or [], game["strategies"], n)


def row_of(table: Table, tally: Tally, seat: int) -> dict[str, Any]:
    """The numbers of a seat's row."""
    state, game = table.s, table.game
    won = seat in state["winners"]
    return {
        "block": game["block"],
        "rotation": game["rotation"],
        "game": 0,
        "seat": seat,
        "players": table.players,
        "order": (seat - game["first"]) % table.players,
        "won": won,
        "winners": len(state["winners"]),
        "on_other_turn": won and not state["emptied"] and table.active != seat,
        "emptied": state["emptied"],
        "unfinished": state["unfinished"],
        "sets": table.complete_colours(seat),
        "behind": behind(table.standings, seat),
        "bank_value": table.bank_value(seat),
        "table_value": table.table_value(seat),
        "turns": table.seat(seat)["turns"],
        "rounds": state["rounds"],
        **tally.seats[seat],
    }
