"""A strategy of Stealr before a table laid out by hand: which move does it make?"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.compile import COMPILED
from sim.core.proxy import RecordProxy, RecordsProxy
from strategies.registry import Strategy
from tests.stealr.table import EVERYONE, Table


def choice(table: Table, strategy: Strategy) -> dict[str, Any]:
    """The move that a strategy makes for whoever is asked, as in a trace but without its text."""
    position, number = next(table.session.decisions(EVERYONE))
    desk = table.desk
    shown = table.session._part(desk.shown, position)
    params, memory = np.array(list(strategy.params.values()), float), np.zeros(strategy.memory, np.int64)
    streams = np.zeros(1, desk.streams.dtype)
    streams["position"], streams["gamma"] = 12345, 0x9E3779B97F4A7C15
    if COMPILED:
        chosen = strategy.compile()(desk.views[position], shown, number, params, memory, streams[0])
    else:
        chosen = strategy.choose(RecordProxy(desk.views[position : position + 1]), RecordsProxy(shown), number, params, memory, RecordProxy(streams))
    assert 0 <= chosen < number
    move = table.game.describe_move(table.config, shown[chosen])
    move.pop("text")
    return {key: value for key, value in move.items() if value is not None}


def does(table: Table, strategy: Strategy) -> dict[str, Any]:
    """The same, and the move is made."""
    move = choice(table, strategy)
    table.play(**move)
    return move
