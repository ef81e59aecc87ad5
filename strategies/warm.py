"""Compile the engines and the built-in strategies of all games now, so that nobody waits for it later: ``python -m strategies.warm``.

Compiled code is kept in the user's cache folder (see `sim.core.cache`). Each engine and each strategy is compiled by a process of its own, as many at
a time as there are cores. When all of it is there already, this only looks at the files' dates and is over in a moment.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from sim.core.cache import ENGINES, STRATEGIES, cache_folder, cache_root, source_stamp

MOST_PROCESSES = 4  # each takes some 400 MB
ENGINE = "engine"


def tasks() -> list[tuple[str, str]]:
    """What there is to compile: (game, "engine") and (game, name of a strategy), what takes longest first."""
    from sim.core.registry import game_names
    from strategies.registry import strategy_names

    games = game_names()
    # The cleverest strategy stands last in a game's list, and takes longest.
    return [(game, ENGINE) for game in games] + [(game, name) for game in games for name in reversed(strategy_names(game))]


def compile_one(game: str, what: str) -> float:
    """Compile an engine or a strategy, or find it in the cache; returns the seconds that it took (the imports aside)."""
    from sim.core.compile import COMPILED
    from sim.core.engine import get_engine
    from strategies.registry import get_strategy

    begin = time.perf_counter()
    if COMPILED and what == ENGINE:
        engine = get_engine(game)
        engine.compile_all()
        engine.placeholder()
    elif COMPILED:
        get_strategy(game, what).compile()
    return time.perf_counter() - begin


def compile_all() -> Iterator[tuple[str, str, float]]:
    """Compile everything; yields (game, what, seconds) as things get done."""
    todo = tasks()
    processes = min(len(todo), MOST_PROCESSES, os.cpu_count() or 1)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(compile_one, game, what): (game, what) for game, what in todo}
        for future in as_completed(futures):
            yield (*futures[future], future.result())


def mark() -> Path:
    """The file whose presence says that all is compiled."""
    return cache_folder(STRATEGIES) / f"{source_stamp(STRATEGIES)}.compiled"


def main() -> int:
    """Compile what is missing, and say why it takes a while. Returns the exit code."""
    done = mark()
    if done.exists() and cache_folder(ENGINES).is_dir():
        return 0
    print("Compiling the rules and the strategies to machine code: once for each version of balancier, about a minute.", file=sys.stderr)
    print(f"The result is kept in {cache_root()}", file=sys.stderr, flush=True)
    begin = time.perf_counter()
    for game, what, seconds in compile_all():
        print(f"  {game}: {what} ({seconds:.0f} s)", file=sys.stderr, flush=True)
    done.parent.mkdir(parents=True, exist_ok=True)
    done.touch()
    print(f"Done in {time.perf_counter() - begin:.0f} s.", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    from strategies.warm import main as start  # under its own name: the processes must find it there

    sys.exit(start())
