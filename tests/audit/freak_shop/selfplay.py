"""Traces made by the auditor's own reading of the rules, so that the auditor can be tested without an engine.

What it makes is in order by construction; the tests spoil it, or have it made by a `Table` with a faulty rule.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from ..standing import told
from .result import Tally, rows, winners
from .table import NOTHING, Table, add, deck_of
from .words import CATEGORIES, CLOSING, POINTS, Cards

Line = dict[str, Any]
Chooser = Callable[[list[dict[str, Any]], random.Random], int]

DECK = {str(value): 12 - value for value in range(1, 11)}
NUMBERS = (10, 6, 3, 10, 6, 3, 2, 2, 1, 5, 3, 10, 2, 4, 5, 3, 5, 7, 3, 5, 7, 3, 3, 3)  # in the order of POINTS
OPTIONS: dict[str, Any] = {
    "objectives": "random",
    "piles": [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
    "points": dict(zip(POINTS, NUMBERS, strict=True)),
    "sale": dict(zip(DECK, (4, 3, 3, 3, 2, 2, 2, 1, 1, 1), strict=True)),
    "categories": {value: CATEGORIES[(int(value) > 3) + (int(value) > 6)] for value in DECK},
    "starting_cards": [[1, 2, 3, fourth] for fourth in range(5, 10)],
    "refill": {"2": 2, "3": 2, "4": 1, "5": 1},
    "shop_minimum": 5, "bottom_cards": 6, "fair_same_value": "different_cards", "zero_sale_scores": True, "run_cap": 0, "shortest_run": 1,
    "tie_longer_manor": True, "equal_turns": False, "max_turns": 500,
}  # fmt: skip


def any_move(moves: list[dict[str, Any]], rng: random.Random) -> int:
    """A legal move, all equally likely."""
    return rng.randrange(len(moves))


def header(players: int, options: dict[str, Any] | None = None, deck: dict[str, int] | None = None) -> Line:
    """The first line of a trace, without its state."""
    mine = copy.deepcopy(OPTIONS)
    for name, value in (options or {}).items():
        mine[name] = {**mine[name], **value} if isinstance(value, dict) else value
    return {
        "type": "game", "schema": 1, "game": "freak_shop", "version": 1, "variant": "classic", "players": players, "seed": 1, "block": 0,
        "rotation": 0, "match_game": 0, "options": mine, "deck": {**DECK, **(deck or {})}, "compos": {}, "strategies": ["random"] * players,
        "first": 0, "match_seats": list(range(players)),
    }  # fmt: skip


def deal(game: Line, rng: random.Random) -> Line:
    """F-1, F-2: a state before the first turn, its points still to be counted."""
    options, players = game["options"], game["players"]
    left = deck_of(game)
    manors: list[Cards] = []
    for seat in range(players):
        manors.append({})
        for value in options["starting_cards"][seat]:
            add(left, {str(value): 1}, -1)
            add(manors[seat], {str(value): 1})
    rest = [card for card, number in left.items() for _ in range(number)]
    rng.shuffle(rest)
    bottom = [rest.pop() for _ in range(options["bottom_cards"])] + [CLOSING]
    rng.shuffle(bottom)
    shop: Cards = {}
    for _ in range(options["shop_minimum"]):
        add(shop, {rest.pop(): 1})
    chosen = options["objectives"]
    if chosen == "random":
        chosen = [rng.choice(pile) for pile in options["piles"]]
    return {
        "over": False, "unfinished": False, "turn": 0, "active": -1, "actor": None, "decision": None, "closed": False,
        "objectives": [1, 5, 9] if chosen == "first_game" else chosen, "pile": rest + bottom, "shop": shop,
        "seats": [{"manor": manor, "points": [], "turns": 0} for manor in manors], "exchange": NOTHING, "leaders": [], "leader_changes": 0,
        "above_closing": bottom.index(CLOSING),
    }  # fmt: skip


def selfplay(game: Line, rng: random.Random, table_class: type[Table] = Table, choose: Chooser = any_move) -> list[Line]:
    """The trace of a game in which everyone chooses with `choose`."""
    table = table_class(game, deal(game, rng))
    table.score()
    table.begin_turn(0)
    lines: list[Line] = [{**game, "state": copy.deepcopy(table.s)}]
    tally = Tally(table.players)
    while not table.s["over"]:
        moves = table.legal()
        if not moves:  # the faulty rule of a test leads nowhere
            return lines
        chosen = choose(moves, rng)
        line = {
            "type": "decision", "n": len(lines) - 1, "actor": table.s["actor"], "decision": table.s["decision"],
            "moves": [{**move, "text": " ".join(map(str, move.values()))} for move in moves], "chosen": chosen, "forced": len(moves) == 1,
        }  # fmt: skip
        tally.count(table, moves[chosen])
        table.play(moves[chosen])
        lines.append({**line, "state": copy.deepcopy(table.s)})
    common = {"variant": "classic", "players": table.players, "strategy": "random", "block": 0, "rotation": 0, "game": 0}
    seats = [{**common, "seat": seat, "position": seat, **row} for seat, row in enumerate(rows(table, tally))]
    result = {"type": "result", "winners": winners(table), "unfinished": table.s["unfinished"], "turns": table.s["turn"],
              "rounds": table.s["seats"][0]["turns"], **told(table.led, winners(table)), "seats": seats}  # fmt: skip
    return [*lines, result]
