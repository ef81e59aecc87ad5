"""The same games under other settings of Numba, for a process of its own: ``python -m tests.freak_shop.modes few`` prints digests of rows as JSON.

`few`: some games with every number of players, for plain Python (``NUMBA_DISABLE_JIT=1``). `many`: hundreds of games, for ``NUMBA_BOUNDSCHECK=1``,
under which an index out of range raises.
"""

from __future__ import annotations

import json
import sys

from sim.core.play import Lineup, Session
from sim.core.registry import Config, get_game
from strategies.registry import get_strategy, strategy_names
from tests.core.modes import SEED, digest

from .option_sets import GAME, PLAYERS, mixed, one_by_one


def lineups(players: int) -> list[tuple[str, ...]]:
    """Line-ups in which every built-in strategy plays."""
    names = strategy_names(GAME)
    return [tuple(names[(start + i) % len(names)] for i in range(players)) for start in range(0, len(names), players)]


def played(config: Config, names: tuple[str, ...], blocks: int) -> str:
    """Digest of some blocks."""
    return digest(Session(config, Lineup(tuple(get_strategy(GAME, name) for name in names)), SEED).play(0, blocks))


def few() -> dict[str, str]:
    """A few games with every number of players and every strategy, the first turns only, and of some mixtures of options."""
    made = {}
    for players in PLAYERS:
        for names in lineups(players):
            config = get_game(GAME).configure("classic", players, options={"max_turns": 12})
            made[f"{players} {'-'.join(names)}"] = played(config, names, 1)
    names = strategy_names(GAME)
    for number in range(16):
        config = mixed(number, max_turns=20)
        made[f"mixture {number}"] = played(config, tuple(names[(number + seat) % len(names)] for seat in range(config.players)), 1)
    for number in range(0, 60, 2):
        made[f"whole game {number}"] = played(mixed(100 + number), ("random",) * mixed(100 + number).players, 1)
    return made


def many() -> dict[str, str]:
    """Hundreds of games with every number of players, of every option alone, and of mixtures of options."""
    made = {}
    for players in PLAYERS:
        for names in lineups(players):
            made[f"{players} {'-'.join(names)}"] = played(get_game(GAME).configure("classic", players), names, 200 // players)
    for name, config in one_by_one():
        made[name] = played(config, ("random",) * config.players, 10)
    for number in range(100):
        config = mixed(number)
        made[f"mixture {number}"] = played(config, ("random",) * config.players, 5)
    return made


if __name__ == "__main__":
    json.dump({"few": few, "many": many}[sys.argv[1]](), sys.stdout)
