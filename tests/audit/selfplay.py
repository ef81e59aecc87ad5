"""Traces made by the auditor's own reading of the rules, so that the auditor can be tested without an engine.

What it makes is in order by construction; the tests mutate it, and see to it that every kind of decision occurs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from .counters import Tally
from .effects import play
from .legal import legal_moves
from .standing import behind, decisiveness
from .table import Table, copy_json
from .turns import begin_turn
from .words import COACHES, INJURY, LINES

OPTIONS: dict[str, Any] = {
    "opening_hand": 5, "hand_limit": 5, "draws_per_turn": 1, "actions_per_turn": 1, "injuries_per_player": 1,
    "trade_proposals": 1, "trade_same_line": False, "same_compo": True, "discard": "when_stuck",
    "last_turns": "everyone", "duel_injury": "owner", "duel_may_decline_transfer": False, "abilities_per_turn": 1,
    "fossoyeur_depth": 3, "marabout_heals": 2, "sournois_extra_cards": 1, "winner_out": True, "max_turns": 1000,
}  # fmt: skip
COMPOS = {name: dict(zip(LINES, (1, *map(int, name.split("-"))), strict=True)) for name in
          ("4-4-2", "4-3-3", "3-4-3", "3-5-2", "5-4-1")}  # fmt: skip
DECK = {"gardien": 8, "defenseur": 16, "milieu": 16, "attaquant": 12, INJURY: 8, "soin": 8, "transfert": 8,
        **dict.fromkeys(COMPOS, 2), **dict.fromkeys(COACHES, 1)}  # fmt: skip
PENDING: dict[str, Any] = {
    "actions_left": 1, "draws_left": 1, "proposals_left": 1, "abilities_left": 1, "drawn": None, "extra_cards_left": 1,
    "trade": None, "shrink": [], "after_shrink": None, "stolen_from": None, "healed": 0, "reaction": None,
}  # fmt: skip

Line = dict[str, Any]
Chooser = Callable[[Table, list[dict[str, Any]]], int]


class Dice:
    """Chance from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, options: list[Any]) -> Any:
        """One of the options, uniformly."""
        return self.random.choice(options)

    def shuffle(self, cards: list[str]) -> tuple[Counter[str], list[str]]:
        """A shuffled pile."""
        return Counter(), self.random.sample(cards, len(cards))


def header(variant: str, players: int, *, options: dict[str, Any] | None = None, deck: dict[str, int] | None = None,
           compos: dict[str, dict[str, int]] | None = None, first: int = 0) -> Line:  # fmt: skip
    """The first line of a trace, without its state."""
    compos = compos or COMPOS
    kept = {card: n for card, n in DECK.items() if card not in COMPOS or card in compos}
    return {
        "type": "game", "schema": 1, "game": "mercato", "version": 1, "variant": variant, "players": players,
        "seed": 1, "block": 0, "rotation": 0, "match_game": 0, "options": {**OPTIONS, **(options or {})},
        "deck": {**dict.fromkeys(compos, 2), **kept, **(deck or {})}, "compos": compos,
        "strategies": ["random"] * players, "first": first, "match_seats": list(range(players)),
    }  # fmt: skip


def seat(compo: str, players: int, number: int, *, hand: dict[str, int] | None = None,
         coach: str | None = None) -> dict[str, Any]:  # fmt: skip
    """A seat before its first turn."""
    known: dict[str, dict[str, int]] = {str(other): {} for other in range(players) if other != number}
    team: dict[str, list[int]] = {line: [] for line in LINES}
    return {"hand": hand or {}, "compo": compo, "coach": coach, "team": team, "won": False, "turns": 0, "known": known}


def deal(game: Line, dice: Dice) -> Table:
    """M-1 to M-4, M-20, M-23: a table before the first turn."""
    copies = {card: n for card, n in game["deck"].items() if card not in COACHES}
    compos = dice.random.sample([c for c in game["compos"] for _ in range(copies[c])], k=sum(
        copies[c] for c in game["compos"]))  # fmt: skip
    rest = [card for card, n in copies.items() if card not in game["compos"] for _ in range(n)]
    dice.random.shuffle(rest)
    ultime = game["variant"] in ("ultime", "ultime_duel")
    coaches: list[Any] = dice.random.sample([c for c in COACHES if game["deck"][c]], 4) if ultime else [None] * 4
    size = 0 if "duel" in game["variant"] else game["options"]["opening_hand"]
    seats = []
    for number in range(game["players"]):
        hand = dict(Counter(rest.pop() for _ in range(size)))
        seats.append(seat(compos.pop(), game["players"], number, hand=hand, coach=coaches[number]))
    pile = dice.random.sample([*rest, *compos], len(rest) + len(compos))
    return Table(game, {
        "over": False, "unfinished": False, "turn": 0, "active": game["first"], "actor": None, "decision": None,
        "winners": [], "last_turns": None, "pile": pile, "discard": [], "reshuffles": 0, "seats": seats,
        "pending": PENDING,
    })  # fmt: skip


def selfplay(game: Line, seed: int, choose: Chooser | None = None) -> Iterator[Line]:
    """A whole game; `choose` picks among the moves, at random by default."""
    dice = Dice(seed)
    table = deal(game, dice)
    table.chance = dice
    start = [one["compo"] for one in table.s["seats"]]
    begin_turn(table, game["first"])
    yield {**game, "state": copy_json(table.s)}
    tally = Tally(table.players)
    n = 0
    while not table.s["over"]:
        moves = legal_moves(table)
        dice.random.shuffle(moves)
        chosen = choose(table, moves) if choose else dice.random.randrange(len(moves))
        line = {
            "type": "decision", "n": n, "actor": table.s["actor"], "decision": table.s["decision"],
            "moves": [{**move, "text": str(move)} for move in moves], "chosen": chosen, "forced": len(moves) == 1,
        }  # fmt: skip
        tally.count(table, moves[chosen])
        extra_cards = table.pending["extra_cards_left"]
        play(table, moves[chosen])
        tally.count_extra_card(extra_cards, table)
        yield {**line, "state": copy_json(table.s)}
        n += 1
    yield _result(table, game, start, tally)


def _result(table: Table, game: Line, start: list[str], tally: Tally) -> Line:
    state = table.s
    rounds = state["seats"][game["first"]]["turns"]
    rows = [
        {
            "variant": game["variant"], "players": table.players, "seat": number, "strategy": "random",
            "block": game["block"], "rotation": game["rotation"], "game": game["match_game"],
            "order": (number - game["first"]) % table.players, "compo_start": start[number], "compo_end": one["compo"],
            "coach": one["coach"], "won": one["won"], "winners": len(state["winners"]),
            "unfinished": state["unfinished"], "turns": one["turns"], "rounds": rounds,
            "missing": table.missing(number), "behind": behind(table.standings, number), **tally.seats[number],
        }
        for number, one in enumerate(state["seats"])
    ]  # fmt: skip
    return {
        "type": "result", "winners": state["winners"], "unfinished": state["unfinished"], "turns": state["turn"],
        "rounds": rounds, **decisiveness(table.standings, state["winners"]), "seats": rows,
    }  # fmt: skip
