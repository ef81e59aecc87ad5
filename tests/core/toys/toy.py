"""What the toys share: how one becomes a `Game` that the registry finds, and a few strategies that play any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from sim.core.options import Variant
from sim.core.registry import GAMES_COLUMNS, SEATS_COLUMNS, Column, Config, Game, Records
from sim.core.rng import below
from strategies.registry import Strategy

MODULES = {f"toy_{name}": f"tests.core.toys.{name}" for name in ("say_no", "payment", "exchange")}

OWN_GAMES_COLUMNS = (
    Column("winners", "u1", "number of winners"),
    Column("unfinished", "u1", "1 if the turn limit ended the game"),
    Column("turns", "i2", "turns begun"),
    Column("rounds", "i2", "rounds begun"),
)
OWN_SEATS_COLUMNS = (
    Column("won", "u1", "1 for a winner"),
    Column("score", "i4", "points"),
    Column("count", "i4", "what the toy counts"),
)


def make_game(
    name: str,
    records: Records,
    players: tuple[int, ...],
    defaults: dict[str, Any],
    fill: Callable[..., None],
    decisions: tuple[str, ...],
    actions: tuple[str, ...],
    rotates_deal: bool = True,
) -> Game:
    """A game whose ``options`` are ``defaults``; ``fill(rules, options)`` writes them to the record that compiled code reads."""

    def configure(variant: str = "toy", seats: int = players[0], *, options: dict[str, Any] | None = None, **_: Any) -> Config:
        chosen = {**defaults, **(options or {})}
        rules = np.zeros(1, records.rules)
        rules["players"] = seats
        fill(rules[0], chosen)
        return Config(game, variant, seats, chosen, {}, {}, rules, {"variant": ["toy"]})

    def describe(config: Config, state: np.void) -> dict[str, Any]:
        return {field: np.asarray(state[field]).tolist() for field in records.state.names or () if not (records.state[field].names)}

    def describe_move(config: Config, move: np.void) -> dict[str, Any]:
        told = {field: int(move[field]) for field in records.move.names or ()}
        return {**told, "action": actions[told["action"]], "text": actions[told["action"]]}

    def narrate(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
        return (line["type"] for line in lines)

    game = Game(
        name=name,
        title=name,
        version=1,
        variants={"toy": Variant("toy", name, players, "")},
        options={},
        deck={},
        deck_titles={},
        records=records,
        max_seats=max(players),
        configure=configure,
        describe=describe,
        describe_move=describe_move,
        decision_names=decisions,
        narrate=narrate,
        games_columns=(*GAMES_COLUMNS, *OWN_GAMES_COLUMNS),
        seats_columns=(*SEATS_COLUMNS, *OWN_SEATS_COLUMNS),
        rotates_deal=rotates_deal,
    )
    return game


def _random(view, moves, n_moves, params, memory, rng):
    memory[0] += 1  # how often it was asked in this game
    return below(rng, n_moves)


def _first(view, moves, n_moves, params, memory, rng):
    return 0


def strategies(game: str) -> dict[str, Strategy]:
    """`random` and `first` for a toy."""
    return {
        "random": Strategy(game, "random", 1, "any move", _random, memory=1),
        "first": Strategy(game, "first", 1, "the first move", _first),
    }
