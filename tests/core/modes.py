"""The same games under other settings of Numba, for a process of its own: ``python -m tests.core.modes few mercato`` prints digests of rows as JSON.

`few`: some dozen turns under every variant, for plain Python (``NUMBA_DISABLE_JIT=1``). `many`: hundreds of games, for ``NUMBA_BOUNDSCHECK=1``,
under which an
index out of range raises.
"""

from __future__ import annotations

import hashlib
import json
import sys
from types import ModuleType

from sim.core.play import Lineup, Rows, Session
from sim.core.registry import Config, get_game
from strategies.registry import get_strategy, strategy_names
from tests.core import option_sets
from tests.freak_shop import option_sets as freak_shop_option_sets
from tests.stealr import option_sets as stealr_option_sets

SEED = 5
WAYS: dict[str, ModuleType] = {"mercato": option_sets, "stealr": stealr_option_sets, "freak_shop": freak_shop_option_sets}
"""For every game its many ways to be played: `variants()`, `mixed(number, max_turns)`, `short(variant, players, **options)` (which ends soon)."""


def digest(rows: Rows) -> str:
    """Of all columns of all rows."""
    return hashlib.sha256(b"".join(table.tobytes() for table in (rows.games, rows.seats, rows.matches))).hexdigest()[:16]


def lineups(game: str, players: int) -> list[tuple[str, ...]]:
    """Line-ups in which every built-in strategy plays."""
    names = strategy_names(game)
    return [tuple(names[(start + i) % len(names)] for i in range(players)) for start in range(0, len(names), players)]


def played(config: Config, names: tuple[str, ...], blocks: int) -> str:
    """Digest of some blocks."""
    return digest(Session(config, Lineup(tuple(get_strategy(config.game.name, name) for name in names)), SEED).play(0, blocks))


def few(game: str) -> dict[str, str]:
    """A few short games of every variant and number of players with every strategy, and of some mixtures of options."""
    made = {}
    for variant, players in WAYS[game].variants():
        for names in lineups(game, players):
            config = get_game(game).configure(variant, players, options={"max_turns": 12})
            made[f"{variant} {players} {'-'.join(names)}"] = played(config, names, 1)
    names = strategy_names(game)
    for number in range(16):
        config = WAYS[game].mixed(number, max_turns=12)
        made[f"mixture {number}"] = played(config, tuple(names[(number + seat) % len(names)] for seat in range(config.players)), 1)
    return made


def many(game: str) -> dict[str, str]:
    """Hundreds of games of every variant, and of mixtures of options."""
    ways = WAYS[game]
    made = {}
    for variant, players in ways.variants():
        for names in lineups(game, players):
            made[f"{variant} {players} {'-'.join(names)}"] = played(get_game(game).configure(variant, players), names, 200 // players)
            made[f"{variant} {players} {'-'.join(names)}, short games"] = played(ways.short(variant, players, max_turns=400), names, 50)
    for number in range(100):
        config = ways.mixed(number, max_turns=300)
        made[f"mixture {number}"] = played(config, ("random",) * config.players, 2)
    return made


if __name__ == "__main__":
    json.dump({"few": few, "many": many}[sys.argv[1]](sys.argv[2]), sys.stdout)
