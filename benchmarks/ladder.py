"""Who beats whom: every strategy of a game against every other.

    python -m benchmarks.ladder mercato classic --players 2 --games 20000
    python -m benchmarks.ladder stealr --all --games 20000 > tables.md
    python -m benchmarks.ladder freak_shop --all --games 6000 > tables.md

With 2 players each pair meets, seats rotated. With more, each strategy meets as many of every other as there are seats left, and with 4 every
four different strategies meet. A cell is the difference of win rates, in points, with the half-width of its interval. The unit is the block (one
deal in all its rotations), and all intervals of a table hold together (Šidák) with the confidence given. Where several players can win a game,
win rates may add up to more than one.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.statistics import mean_interval, sidak_confidence
from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import get_strategy, strategy_names

TABLES: dict[str, tuple[tuple[str, int], ...]] = {
    "mercato": (("classic", 2), ("classic", 4), ("duel", 2), ("ultime", 2), ("ultime", 4), ("ultime_duel", 2)),
    "stealr": (("no_mercy", 2), ("no_mercy", 4), ("doux", 2), ("doux", 4), ("debutant", 2), ("debutant", 4)),
    "freak_shop": (("classic", 2), ("classic", 3), ("classic", 5)),
}
"""By game: the variants and numbers of players that its ladder is shown for."""
NUMBERS = {3: "two", 4: "three", 5: "four", 6: "five"}  # how many of the others there are, by players
CHUNK = 2000  # blocks played at a time


@dataclass(frozen=True)
class Difference:
    """A difference of win rates with the half-width of its interval; decided if the interval leaves out 0."""

    estimate: float
    half_width: float

    @property
    def decided(self) -> bool:
        """Whether the sign is beyond doubt."""
        return abs(self.estimate) > self.half_width

    def __str__(self) -> str:
        """In points; bold when decided."""
        text = f"{100 * self.estimate:+.2f} ± {100 * self.half_width:.2f}"
        return f"**{text}**" if self.decided else text


def win_rates(game: str, variant: str, names: tuple[str, ...], games: int, seed: int, options: dict[str, Any] | None = None) -> np.ndarray:
    """Win rates by block and line-up position: (blocks, players), each the mean over the block's rotations."""
    config = get_game(game).configure(variant, len(names), options=options or {})
    session = Session(config, Lineup(tuple(get_strategy(game, name) for name in names)), seed)
    blocks = -(-games // session.rotations)
    parts = []
    for first in range(0, blocks, CHUNK):
        number = min(CHUNK, blocks - first)
        seats = session.play(first, number).seats
        at = (seats["block"] - first) * len(names) + seats["position"]
        won = np.bincount(at, weights=seats["won"], minlength=number * len(names))
        parts.append(won.reshape(number, len(names)) / session.rotations)
    return np.concatenate(parts)


def difference(by_block: np.ndarray, confidence: float) -> Difference:
    """The mean over blocks of a difference (-1 to 1), with its interval.

    If it is the same in every block, that shows only that other blocks are rarer than ``q`` (Clopper and Pearson); they may lie anywhere.
    """
    blocks = len(by_block)
    mean = float(by_block.mean())
    if by_block.min() == by_block.max():
        q = 1.0 - ((1.0 - confidence) / 2.0) ** (1.0 / blocks)
        return Difference(mean, q * (1.0 + abs(mean)))
    low, high = mean_interval(mean, by_block.std(ddof=1) / blocks**0.5, blocks, confidence)
    return Difference(mean, float(high - low) / 2)


def versus(
    game: str, variant: str, players: int, names: list[str], games: int, confidence: float, seed: int
) -> dict[tuple[str, str], tuple[float, Difference]]:
    """For each ordered pair (x, y): the win rate of one x against ``players - 1`` of y, and its lead over their mean."""
    pairs = list(itertools.permutations(names, 2) if players > 2 else itertools.combinations(names, 2))
    each = sidak_confidence(confidence, len(pairs))
    found = {}
    for x, y in pairs:
        rates = win_rates(game, variant, (x,) + (y,) * (players - 1), games, seed)
        lead = rates[:, 0] - rates[:, 1:].mean(axis=1)
        cell = difference(lead, each)
        found[x, y] = (float(rates[:, 0].mean()), cell)
        if players == 2:
            found[y, x] = (float(rates[:, 1].mean()), Difference(-cell.estimate, cell.half_width))
        _say(f"{game} {variant} {players}: {x} against {y}: {cell}")
    return found


def among(
    game: str, variant: str, names: list[str], games: int, confidence: float, seed: int
) -> tuple[dict[str, float], dict[tuple[str, str], Difference]]:
    """All line-ups of four different strategies: each one's win rate, and its lead over every other in the line-ups that they share."""
    lineups = list(itertools.combinations(names, 4))
    rates = {lineup: win_rates(game, variant, lineup, games, seed) for lineup in lineups}
    won: dict[str, list[float]] = {name: [] for name in names}
    for lineup, table in rates.items():
        for position, name in enumerate(lineup):
            won[name].append(float(table[:, position].mean()))
    pairs = list(itertools.combinations(names, 2))
    each = sidak_confidence(confidence, len(pairs))
    leads = {}
    for x, y in pairs:
        shared = [lineup for lineup in lineups if x in lineup and y in lineup]
        # Line-ups are dealt the same blocks: the block stays the unit of their mean.
        by_block = np.mean([rates[s][:, s.index(x)] - rates[s][:, s.index(y)] for s in shared], axis=0)
        leads[x, y] = difference(by_block, each)
        leads[y, x] = Difference(-leads[x, y].estimate, leads[x, y].half_width)
    return {name: float(np.mean(values)) for name, values in won.items()}, leads


def matrix(title: str, names: list[str], first: dict[str, float] | None, cells: dict[tuple[str, str], str]) -> str:
    """A table in Markdown: a row and a column for each name; with ``first`` a share for each row before them."""
    head = ["", *(["wins"] if first else []), *names]
    lines = [title, "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for x in names:
        row = [f"`{x}`", *([f"{100 * first[x]:.1f} %"] if first else []), *(cells.get((x, y), "") for y in names)]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines) + "\n"


def ladder(game: str, variant: str, players: int, names: list[str], games: int, confidence: float, seed: int, mixed: bool = True) -> str:
    """The tables of one variant and number of players, in Markdown; that of ``mixed`` line-ups with 4 players only."""
    title = f"### {variant}, {players} players\n"
    pairs = versus(game, variant, players, names, games, confidence, seed)
    kind = f"against {NUMBERS[players]} of" if players > 2 else "against"
    caption = f"Lead of the row {kind} the column, in points; {games:,} games a cell, all intervals together {100 * confidence:g} %."
    tables = [title, matrix(caption, names, None, {pair: str(cell) for pair, (_, cell) in pairs.items()})]
    rates = f"Win rate of the row {kind} the column, in per cent."
    tables.append(matrix(rates, names, None, {pair: f"{100 * rate:.1f}" for pair, (rate, _) in pairs.items()}))
    if mixed and players == 4 and len(names) >= 4:
        won, leads = among(game, variant, names, games, confidence, seed + 1)
        caption = f"All line-ups of four different strategies, {games:,} games each: win rate, and lead of the row over the column where they met."
        tables.append(matrix(caption, names, won, {pair: str(lead) for pair, lead in leads.items()}))
    return "\n".join(tables)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(TABLES))
    parser.add_argument("variant", nargs="?", help="default: the first that the ladder is shown for")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="every variant that the ladder is shown for")
    parser.add_argument("--games", type=int, default=20000, help="games of a cell (rounded up to whole blocks)")
    parser.add_argument("--confidence", type=float, default=0.99)
    parser.add_argument("--seed", type=int, default=20250)
    parser.add_argument("--pairs", action="store_true", help="without the line-ups of four different strategies")
    parser.add_argument("--strategies", nargs="+", help="default: all built-in ones")
    arguments = parser.parse_args()
    game = arguments.game
    names = arguments.strategies or strategy_names(game)
    for variant, players in TABLES[game] if arguments.all else ((arguments.variant or TABLES[game][0][0], arguments.players),):
        print(ladder(game, variant, players, names, arguments.games, arguments.confidence, arguments.seed, not arguments.pairs), flush=True)


if __name__ == "__main__":
    main()
