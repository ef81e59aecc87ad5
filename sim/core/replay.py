"""One game, decision by decision, with everything that a program needs to audit it against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.core.contract import MAX_POSITIONS
from sim.core.play import Lineup, Session
from sim.core.registry import Config

SCHEMA = 1
_EVERYONE = (1 << MAX_POSITIONS) - 1


def replay(config: Config, lineup: Lineup, seed: int, block: int, rotation: int = 0) -> Iterator[dict[str, Any]]:
    """The objects of a trace (`balancier replay --json`), game after game of the match: the very game that a run plays under this name.

    A line ``"type": "game"``, one a decision, and a line ``"type": "result"``. Raises :class:`~sim.core.errors.StrategyFailure` and
    :class:`~sim.core.errors.RulesFailure` as a run does.
    """
    session = Session(config, lineup, seed)
    if not 0 <= rotation < session.rotations:
        raise ValueError(f"rotation {rotation}: this line-up has rotations 0 to {session.rotations - 1}")
    desk, engine = session.desk, session.engine
    engine.begin_match(desk.tables, desk.matches, block, rotation, lineup.all_same)
    while engine.begin_game(desk.tables, session.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams):
        yield from _game(session)
        desk.tables["game"] += 1


def _game(session: Session) -> Iterator[dict[str, Any]]:
    config, desk, engine, game = session.config, session.desk, session.engine, session.config.game
    table = desk.tables[0]
    seats = int(table["seats"])
    seat_of = [int(seat) for seat in table["seat_of"][:seats]]
    at_seat = [int(table["position_at"][seat]) for seat in seat_of]
    yield {
        "type": "game",
        "schema": SCHEMA,
        "game": game.name,
        "version": game.version,
        "variant": config.labels["variant"][table["variant"]],
        "players": seats,
        "seed": session.seed,
        "block": int(table["block"]),
        "rotation": int(table["rotation"]),
        "match_game": int(table["game"]),
        "extra": bool(table["extra"]),
        "options": config.options,
        "deck": config.deck,
        "compos": config.compos,
        "strategies": [session.lineup.strategies[position].name for position in at_seat],
        "match_seats": seat_of,
        "first": int(desk.states[0]["first"]),
        "state": game.describe(config, desk.states[0]),
    }
    number = 0
    while (actor := int(desk.states[0]["actor"])) >= 0:
        n_moves = engine.legal(session.rules, desk.states, desk.moves)
        if n_moves < 1:
            raise session.stuck()
        decision = game.decision_names[desk.states[0]["decision"]]
        moves = [game.describe_move(config, desk.moves[i]) for i in range(n_moves)]
        choice = 0
        if n_moves > 1:
            # Ask as the play loop does: it stops at the first decision of anyone, which is this one.
            position, _ = next(session.decisions(_EVERYONE))
            choice = session.ask(position, n_moves)
        engine.answer(desk.tables, session.rules, desk.states, desk.moves, choice)
        yield {
            "type": "decision",
            "n": number,
            "actor": actor,
            "decision": decision,
            "moves": moves,
            "chosen": choice,
            "forced": n_moves == 1,
            "state": game.describe(config, desk.states[0]),
        }
        number += 1
    yield _result(session, seats)


def _result(session: Session, seats: int) -> dict[str, Any]:
    desk, engine = session.desk, session.engine
    games, rows = np.zeros(1, engine.game_rows), np.zeros(seats, engine.seat_rows)
    engine.note_game(desk.tables, session.rules, desk.states, games, rows, 0, 0)
    rows["strategy"] = rows["position"]
    labels = {**session.config.labels, "strategy": [strategy.name for strategy in session.lineup.strategies]}
    columns = session.config.game.seats_columns
    told = [{column.name: _told(int(row[column.name]), labels.get(column.labels)) for column in columns} for row in rows]
    return {
        "type": "result",
        "winners": [seat for seat, row in enumerate(told) if row["won"]],
        "unfinished": bool(games["unfinished"][0]),
        **{name: int(games[name][0]) for name in ("turns", "rounds", "leader_changes", "decided_turn") if name in (engine.game_rows.names or ())},
        "seats": told,
    }


def _told(value: int, names: list[str] | None) -> int | str | None:
    """A number of a row, or the name that it stands for (None where there is nothing to name)."""
    if names is None:
        return value
    return names[value] if value < len(names) else None
