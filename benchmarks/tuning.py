"""Tuning a strategy's numbers by play: what the tuning scripts of all games share.

A small evolution strategy: each generation tries variations of the mean (each number times the exponential of a normal deviate), all on the same
fresh blocks, and moves the mean and its spread towards the best third. A variation's score is its win rate less that of its opponents, averaged
over the cells. At the end the mean is measured on blocks never used before, beside the strategy as it stands, with 99 % intervals; the best
score seen while searching is always too good, and is not shown.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import Strategy, get_strategy

Z_99 = 2.5758
FIRST_FRESH_BLOCK = 1 << 32


@dataclass
class Cell:
    """A table: the tuned strategy at position 0 against others."""

    game: str
    variant: str
    others: list[str]
    options: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    def margins(self, tuned: Strategy, seed: int, first_block: int, blocks: int) -> np.ndarray:
        """Per block, the win rate of ``tuned`` less the mean of the others'."""
        config = get_game(self.game).configure(self.variant, 1 + len(self.others), options=self.options)
        lineup = Lineup((tuned, *(get_strategy(self.game, name) for name in self.others)))
        session = Session(config, lineup, seed)
        seats = session.play(first_block, blocks).seats
        others = len(self.others)
        # The same identity twice (the tuned strategy as it stands) would rotate the deal instead; then all margins are noise around 0 anyway.
        sign = np.where(seats["position"] == 0, 1.0, -1.0 / others) * seats["won"]
        return np.bincount(seats["block"] - first_block, weights=sign, minlength=blocks) / session.rotations


def _score(tuned: Strategy, cells: list[Cell], seed: int, first_block: int, blocks: int) -> float:
    return float(np.mean([cell.margins(tuned, seed, first_block, blocks // len(cell.others)).mean() for cell in cells]))


def measure(tuned: Strategy, cells: list[Cell], seed: int, blocks: int) -> list[tuple[str, float, float]]:
    """For each cell its name, the mean margin on blocks that no search has seen, and the half-width of its 99 % interval."""
    told = []
    for cell in cells:
        margins = cell.margins(tuned, seed, FIRST_FRESH_BLOCK, blocks // len(cell.others))
        told.append(
            (f"{cell.name or cell.variant} against {', '.join(cell.others)}", margins.mean(), Z_99 * margins.std(ddof=1) / len(margins) ** 0.5)
        )
    return told


def search(
    start: Strategy, names: list[str], cells: list[Cell], blocks: int, minutes: float, seed: int, population: int, step: float
) -> dict[str, float]:
    """The mean of the evolution strategy after ``minutes``: a value for each parameter in ``names``."""
    rng = np.random.default_rng(seed)
    mean = np.log([max(start.params[name], 1e-3) for name in names])
    spread = np.full(len(names), step)
    kept = max(2, population // 3)
    first_block, deadline, generation = 0, time.monotonic() + 60 * minutes, 0
    while time.monotonic() < deadline:
        half = rng.standard_normal((population // 2, len(names)))
        deviates = np.concatenate([half, -half])
        tried = mean + spread * deviates
        scores = [_score(_with(start, names, row), cells, seed, first_block, blocks) for row in tried]
        best = np.argsort(scores)[::-1][:kept]
        weights = np.log(kept + 0.5) - np.log(np.arange(1, kept + 1))
        weights /= weights.sum()
        mean = mean + 0.7 * spread * (weights @ deviates[best])
        spread *= np.exp(0.15 * (np.sqrt(weights @ deviates[best] ** 2) - 1.0))
        first_block += blocks
        generation += 1
        values = {name: round(float(np.exp(value)), 3) for name, value in zip(names, mean)}
        print(f"generation {generation}: mean score {np.mean(scores):+.4f}, spread {spread.mean():.3f}, {values}", file=sys.stderr, flush=True)
    return {name: round(float(np.exp(value)), 3) for name, value in zip(names, mean)}


def _with(start: Strategy, names: list[str], logarithms: np.ndarray) -> Strategy:
    return start.with_params({name: float(np.exp(value)) for name, value in zip(names, logarithms)}, "tuned")


def arguments_of(about: str, choices: list[str]) -> argparse.Namespace:
    """The command line of a tuning script: which of its groups of cells to tune for, and how."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=choices)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--step", type=float, default=0.35, help="spread of the logarithms at the beginning")
    parser.add_argument("--blocks", type=int, help="blocks of a two-player cell for one variation")
    parser.add_argument("--start", type=json.loads, default={}, help="parameters to start from, as JSON")
    return parser.parse_args()


def tune(stands: Strategy, names: list[str], cells: list[Cell], arguments: argparse.Namespace, blocks: int, measured: int) -> None:
    """Search, print what was found, and measure it afresh beside the strategy as it stands. ``blocks`` of a two-player cell for one variation."""
    start = stands.with_params(arguments.start, "start")
    found = search(start, names, cells, arguments.blocks or blocks, arguments.minutes, arguments.seed, arguments.population, arguments.step)
    print(json.dumps(found))
    for title, strategy in (("as it stands", stands.with_params({}, "stands")), ("tuned", stands.with_params(found, "tuned"))):
        for where, margin, half_width in measure(strategy, cells, arguments.seed + 1, measured):
            print(f"{title:>13}: {where}: {100 * margin:+.2f} points ± {100 * half_width:.2f}")
