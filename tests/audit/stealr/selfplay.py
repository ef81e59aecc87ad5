"""Traces made by the auditor's own reading of the rules, so that the auditor can be tested without an engine.

What it makes is in order by construction; the tests spoil it, and see to it that every kind of decision occurs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..standing import decisiveness
from ..table import copy_json
from .counters import Tally
from .result import row_of
from .table import Table
from .turns import whole_game
from .words import ACTIONS, CARDS, COLOURS, JOKERS, MONEY, RENTS, SHACK

Line = dict[str, Any]

SIZES = dict(zip(COLOURS, (2, 3, 3, 3, 3, 3, 3, 2, 2, 4), strict=True))
RENT = {
    "marron": [1, 2], "bleu_clair": [1, 2, 3], "rose": [1, 2, 4], "orange": [1, 3, 5], "rouge": [2, 3, 6], "jaune": [2, 4, 6],
    "vert": [2, 4, 7], "bleu_fonce": [3, 8], "services": [1, 2], "gare": [1, 2, 3, 4],
}  # fmt: skip
VALUES = (
    dict(zip(COLOURS, (1, 1, 2, 2, 3, 3, 4, 4, 2, 2), strict=True))
    | dict(zip(JOKERS, (1, 4, 2, 3, 4, 4, 2), strict=False))
    | {card: 3 if card.endswith("any") else 1 for card in RENTS}
    | dict(zip(ACTIONS, (3, 3, 4, 4, 5, 5, 4, 5, 2, 2, 1, 1, 4), strict=True))
    | {SHACK: 3}
)
OPTIONS: dict[str, Any] = {
    "sets_to_win": 3, "plays_per_turn": 3, "starting_hand": 5, "draw": 2, "draw_on_empty": 5, "hand_limit": 7, "pass_go_hand": 7,
    "debt_tokens": 3, "shack_rent": 5, "yoink_amount": 10, "debt_cards_per": "token", "debt_card_to": "table",
    "joker_moves_per_turn": 5, "multicolour_moves": True, "shack_pays": False, "insolvent_may_refuse": True,
    "unfair_trade_needs_bank": True, "super_sly_jokers": "placed", "just_say_no_costs_play": False, "go_again_draw": "S-2",
    "max_turns": 500, "set_sizes": SIZES, "rents": RENT, "values": VALUES,
}  # fmt: skip
DECK = (
    dict(zip(MONEY, (4, 4, 3, 3, 2, 1, 1), strict=True))
    | SIZES
    | dict(zip(JOKERS, (1, 1, 2, 2, 1, 1, 1, 2), strict=True))
    | {card: 3 if card.endswith("any") else 1 for card in RENTS}
    | dict(zip(ACTIONS, (3, 3, 3, 3, 2, 2, 2, 3, 3, 3, 4, 3, 5), strict=True))
    | {SHACK: 3}
)
PENDING: dict[str, Any] = {
    "stage": "plays", "plays_left": 3, "plays_made": 0, "moves_left": 5, "go_again": False, "arriving": None, "card": None,
}  # fmt: skip


class Dice:
    """Chance from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: Counter[str]) -> list[str | None]:
        """A shuffled pile."""
        pile: list[str | None] = sorted(cards.elements())
        self.random.shuffle(pile)
        return pile

    def drawn(self, table: Table, seat: int) -> str:
        """Never asked: `shuffle` leaves no card unknown."""
        raise AssertionError


def header(mode: str, players: int, *, options: Line | None = None, deck: dict[str, int] | None = None, first: int = 0) -> Line:
    """The first line of a trace, without its state."""
    return {
        "type": "game", "schema": 1, "game": "stealr", "version": 1, "variant": mode, "players": players, "seed": 1, "block": 0,
        "rotation": 0, "match_game": 0, "extra": False, "compos": {}, "options": {**OPTIONS, **(options or {})},
        "deck": {**dict.fromkeys(CARDS, 0), **DECK, **(deck or {})}, "strategies": ["random"] * players, "first": first,
        "match_seats": list(range(players)),
    }  # fmt: skip


def bare_seat(players: int, number: int, home: int = 3) -> Line:
    """A seat before its first turn, with an empty hand."""
    known: Line = {str(other): {} for other in range(players) if other != number}
    return {"hand": {}, "bank": {}, "table": {}, "home": home, "tokens": {}, "turns": 0, "known": known}


def bare_state(seats: list[Line], active: int) -> Line:
    """A state before the first turn, with an empty pile."""
    return {
        "over": False, "unfinished": False, "emptied": False, "turn": 0, "rounds": 0, "active": active, "actor": None, "decision": None,
        "winners": [], "idle_turns": 0, "last_turns": None, "pile": [], "discard": {}, "banked": {}, "reshuffles": 0, "seats": seats,
        "pending": PENDING,
    }  # fmt: skip


def selfplay(game: Line, seed: int) -> Iterator[Line]:
    """A whole game of players who choose at random."""
    dice = Dice(seed)
    pile = dice.shuffle(Counter(game["deck"]))
    table = Table(game, bare_state([bare_seat(game["players"], i, game["options"]["debt_tokens"]) for i in range(game["players"])], game["first"]))
    table.chance, table.s["pile"] = dice, pile
    tally = Tally(table.players)
    for seat in range(table.players):
        for _ in range(game["options"]["starting_hand"]):
            tally.held(seat, table.draw(seat))
    story = whole_game(table, tally, game["first"])
    next(story)
    yield {**game, "state": copy_json(table.s)}
    number = 0
    while not table.s["over"]:
        moves = dice.random.sample(table.moves, len(table.moves))
        chosen = dice.random.randrange(len(moves))
        line = {
            "type": "decision", "n": number, "actor": table.s["actor"], "decision": table.s["decision"],
            "moves": [{**move, "text": str(move)} for move in moves], "chosen": chosen, "forced": len(moves) == 1,
        }  # fmt: skip
        with suppress(StopIteration):
            story.send(moves[chosen])
        yield {**line, "state": copy_json(table.s)}
        number += 1
    state = table.s
    rows = [{**row_of(table, tally, seat), "variant": game["variant"], "strategy": "random"} for seat in range(table.players)]
    total = {name: state[name] for name in ("winners", "unfinished", "rounds")}
    yield {"type": "result", **copy_json(total), "turns": state["turn"], **decisiveness(table.standings, state["winners"]), "seats": rows}
