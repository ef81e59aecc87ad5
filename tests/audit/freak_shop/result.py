"""The last line: who won, how long it took, and a row for each seat ("What a result row says")."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..standing import behind, told
from .opening import need
from .scores import worth
from .table import Move, Table
from .words import OBJECTIVES


class Tally:
    """What each seat has done, counted from the decisions."""

    def __init__(self, players: int) -> None:
        self.seats: list[Counter[str]] = [Counter() for _ in range(players)]

    def count(self, table: Table, move: Move) -> None:
        """One move, before it is played. Exchanges begun are exchanges made: there is no way back."""
        mine = self.seats[table.s["actor"]]
        column = {"good_deal": "good_deals", "fair_price": "fair_prices", "pass": "passes", "take": "taken", "give": "given"}
        if move["action"] in column:
            mine[column[move["action"]]] += move.get("number", 1)


def winners(table: Table) -> list[int]:
    """F-22: who is first; nobody in an unfinished game (C-6)."""
    return [] if table.s["unfinished"] else [seat for seat, rank in enumerate(table.ranks()) if rank == 1]


def rows(table: Table, tally: Tally) -> list[dict[str, Any]]:
    """What the rows must say of the game, beside the columns common to all games."""
    state, totals, ranks, won = table.s, table.totals(), table.ranks(), winners(table)
    found = []
    for seat, mine in enumerate(state["seats"]):
        others = [total for other, total in enumerate(totals) if other != seat]
        found.append({
            "order": seat,
            "won": int(seat in won),
            "winners": len(won),
            "unfinished": int(state["unfinished"]),
            "turns": mine["turns"],
            "rounds": state["seats"][0]["turns"],
            **{f"objective_{i}": OBJECTIVES[objective] for i, objective in enumerate(state["objectives"], 1)},
            **{f"points_{i}": points for i, points in enumerate(mine["points"], 1)},
            "total": totals[seat],
            "rank": ranks[seat],
            "shared": int(seat in won and len(won) > 1),
            "tie_break": int(seat in won and any(totals[other] == totals[seat] and other not in won for other in range(table.players))),
            "margin": totals[seat] - max(others),
            "behind": behind(table.standings, seat),
            "cards": sum(mine["manor"].values()),
            "worth": worth(mine["manor"]),
            **{name: tally.seats[seat][name] for name in ("good_deals", "fair_prices", "passes", "given", "taken")},
        })  # fmt: skip
    return found


def check_result(line: dict[str, Any], table: Table, tally: Tally, n: int) -> list[dict[str, Any]]:
    """Compare the result line with the end of the game; the rows as they must be."""
    state, game = table.s, table.game
    expected = rows(table, tally)
    total = {"winners": winners(table), "unfinished": state["unfinished"], "turns": state["turn"], "rounds": state["seats"][0]["turns"]}
    total |= told(table.led, winners(table))
    for name, value in total.items():
        seen = line.get(name, "absent")
        need(seen == value and type(seen) is type(value), "F-22" if name == "winners" else "row", f"{name} is {seen!r}, not {value!r}", n)
    seen_rows = line.get("seats")
    well = isinstance(seen_rows, list) and len(seen_rows) == table.players and all(isinstance(row, dict) for row in seen_rows)
    need(well, "row", "not a row for each seat", n)
    for seat, row in enumerate(seen_rows or []):
        common = {"block": game["block"], "rotation": game["rotation"], "game": game["match_game"], "seat": seat, "players": table.players,
                  "variant": game["variant"], "strategy": game["strategies"][seat]}  # fmt: skip
        for name, value in {**common, **expected[seat]}.items():
            seen = row.get(name, "absent")
            need(seen == value and type(seen) in (type(value), bool), "row", f"{name} of seat {seat} is {seen!r}, not {value!r}", n)
    positions = [row.get("position") for row in seen_rows or []]
    turned = [[(seat + shift) % table.players for seat in range(table.players)] for shift in range(table.players)]
    need(positions in turned, "row", f"positions are {positions}: not the line-up, turned around the table", n)
    return expected
