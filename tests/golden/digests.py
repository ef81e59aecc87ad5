"""Digests of a thousand games per variant and strategy: whoever changes the outcome of a seed must notice, and raise a behaviour version.

``python -m tests.golden.digests`` writes `digests.json` afresh, after the version of what has changed was raised.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from sim.core.play import Lineup, Session
from sim.core.registry import game_names, get_game
from strategies.registry import get_strategy, strategy_names

FILE = Path(__file__).with_name("digests.json")
GAMES = 1000
SEED = 20_000


def settings() -> list[tuple[str, str, int, str]]:
    """Every (game, variant, most players that it takes, strategy)."""
    found = []
    for name in game_names():
        for variant in get_game(name).variants.values():
            found += [(name, variant.name, max(variant.players), strategy) for strategy in strategy_names(name)]
    return found


def key(game: str, variant: str, players: int, strategy: str) -> str:
    """The name of a digest: what was played, with the behaviour versions under which it holds."""
    return f"{game} {get_game(game).version}, {variant}, {players} players, {strategy} {get_strategy(game, strategy).version}"


def digest(game: str, variant: str, players: int, strategy: str) -> str:
    """SHA-256 (16 digits) over the rows of a thousand games, column by column."""
    config = get_game(game).configure(variant, players)
    lineup = Lineup((get_strategy(game, strategy),) * players)
    rows = Session(config, lineup, SEED).play(0, -(-GAMES // players))
    summed = hashlib.sha256()
    for table in (rows.games, rows.seats):
        for column in table.dtype.names or ():
            summed.update(column.encode() + table[column].astype("<i8").tobytes())
    return summed.hexdigest()[:16]


if __name__ == "__main__":
    made = {key(*setting): digest(*setting) for setting in settings()}
    FILE.write_text(json.dumps(made, indent=1) + "\n")
    print(f"{len(made)} digests in {FILE}")
