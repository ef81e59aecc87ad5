"""Is one strategy of Freak Shop ahead of another under every objective?

    python -m benchmarks.ladder_freak_shop --games 2000

Prints a table of win rates of `expert` against `planner` in games that have each of the twelve objectives, the other two being drawn from their
piles: alone against one, and alone among two and four of it. The unit is the block, and all intervals of the table hold together (see
`benchmarks.ladder`).
"""

from __future__ import annotations

import argparse

from analysis.statistics import sidak_confidence
from benchmarks.ladder import NUMBERS, difference, win_rates
from benchmarks.tune_freak_shop import GAME, piles_with
from sim.freak_shop.cards import OBJECTIVE_TITLES, OBJECTIVES

PLAYERS = (2, 3, 5)


def table(one: str, other: str, games: int, confidence: float, seed: int) -> str:
    """The table in Markdown."""
    each = sidak_confidence(confidence, OBJECTIVES * len(PLAYERS))
    against = [f"against {NUMBERS[players]}: wins, lead" if players > 2 else "against one: wins, lead" for players in PLAYERS]
    lines = [
        f"`{one}` against `{other}` in games with an objective: win rate in per cent, and lead in points; {games:,} games a cell, all intervals "
        f"together {100 * confidence:g} %.",
        "",
        f"| objective | {' | '.join(against)} |",
        "|" + "---|" * (1 + len(PLAYERS)),
    ]
    for number in range(1, OBJECTIVES + 1):
        cells = []
        for players in PLAYERS:
            rates = win_rates(GAME, "classic", (one,) + (other,) * (players - 1), games, seed, piles_with(number))
            lead = difference(rates[:, 0] - rates[:, 1:].mean(axis=1), each)
            cells.append(f"{100 * rates[:, 0].mean():.1f}; {lead}")
        lines.append(f"| {number} {OBJECTIVE_TITLES[number - 1]} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games of a cell (rounded up to whole blocks)")
    parser.add_argument("--confidence", type=float, default=0.99)
    parser.add_argument("--seed", type=int, default=20260)
    parser.add_argument("--strategies", nargs=2, default=["expert", "planner"])
    arguments = parser.parse_args()
    one, other = arguments.strategies
    print(table(one, other, arguments.games, arguments.confidence, arguments.seed), end="")


if __name__ == "__main__":
    main()
