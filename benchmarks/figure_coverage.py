"""How often the intervals of every other kind of figure hold the truth, by simulation: differences near 0 and 1, figures within a game, maps.

    python -m benchmarks.figure_coverage            the tables of docs/explanation/statistics.md (some minutes)
    python -m benchmarks.figure_coverage --quick    a tenth of the repetitions

Shares, differences from par, paired differences, lengths and quantiles are in `benchmarks.interval_coverage`, verdicts in
`benchmarks.verdict_errors`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.figures import Within
from analysis.points import PointInfo
from analysis.ratio_tables import Ratio, ratio_rows
from analysis.rows import Rows
from analysis.statistics import Differences, Moments, PairMoments, mean_interval, paired_differences, ratios, share_interval, sidak_confidence
from analysis.statistics.differences import Shares
from analysis.sums import within_values
from analysis.within import correlation_rows

Floats = NDArray[np.float64]
BLOCKS = (30, 100, 1000)
GAMES = 4

# -- differences of shares near 0 and 1


def won_by_place(rng: np.random.Generator, repetitions: int, blocks: int, chances: Sequence[float], likeness: float) -> Floats:
    """Wins by place in the order of play, (repetitions, blocks, places); each game of a block repeats the first with chance `likeness`."""
    edges = np.cumsum(chances)[:-1]
    winner = (rng.random((repetitions, blocks, GAMES))[..., None] > edges).sum(axis=-1)
    again = rng.random((repetitions, blocks, GAMES)) < likeness
    winner = np.where(again, winner[..., :1], winner)
    return (winner[..., None] == np.arange(len(chances))).sum(axis=-2).astype(np.float64)


def place_differences(wins: Floats, first: int, second: int) -> Differences:
    """First less second place for many runs at once, by the formulas of `analysis.statistics.ratios` (each place is there in every game)."""
    blocks = wins.shape[1]
    size = float(GAMES * blocks)
    total = wins.sum(axis=1) / size
    residual = (wins - total[:, None, :] * GAMES) / size
    covariance = np.einsum("rbk,rbl->rkl", residual, residual) * blocks / (blocks - 1.0)
    error = np.sqrt(np.einsum("rkk->rk", covariance))
    scale = error[:, first] * error[:, second]
    correlation = np.where(scale > 0, covariance[:, first, second] / np.where(scale > 0, scale, 1.0), 0.0)
    full = np.full(len(wins), float(blocks))
    one, other = (Shares(total[:, k], error[:, k], full, np.full(len(wins), size)) for k in (first, second))
    return Differences(one, other, correlation)


ORDERS: dict[str, tuple[float, ...]] = {
    "equal": (0.25, 0.25, 0.25, 0.25),
    "the first more often": (0.4, 0.25, 0.2, 0.15),
    "the last hardly ever": (0.5, 0.3, 0.195, 0.005),
    "the first nearly always": (0.97, 0.01, 0.01, 0.01),
    "both hardly ever": (0.01, 0.49, 0.49, 0.01),
}


def going_first_coverage(seed: int, repetitions: int, blocks: int, chances: Sequence[float], likeness: float) -> float:
    """How often the interval of first less last holds the truth."""
    rng, held = np.random.default_rng(seed), []
    for _ in range(max(1, repetitions * blocks // 400_000)):
        batch = max(1, min(repetitions, 400_000 // blocks))
        low, high = place_differences(won_by_place(rng, batch, blocks, chances, likeness), 0, len(chances) - 1).interval(0.95)
        truth = chances[0] - chances[-1]
        held.append(((low <= truth) & (truth <= high)).mean())
    return float(np.mean(held))


def table_of_going_first(repetitions: int) -> None:
    """First less last player, games of a block independent and alike."""
    print("\n## First less last player, nominal 95 %: coverage in %, games of a block independent / alike (0.3)\n")
    print("| wins | " + " | ".join(f"{blocks} blocks" for blocks in BLOCKS) + " |")
    print("|---|" + "---|" * len(BLOCKS))
    for name, chances in ORDERS.items():
        cells = [" / ".join(f"{100 * going_first_coverage(1, repetitions, b, chances, like):.1f}" for like in (0.0, 0.3)) for b in BLOCKS]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


# -- figures within a game

SEATS = 3
INFO = PointInfo(0, "", "", SEATS, ("expert",), {}, {}, {}, {}, 1, 0)
WITHIN = Within("total", ("a", "b", "c"), "rank", "", ("a", "b", "c"), "", "")
NAMES = ("a", "b", "c")


class Scores:
    """Games as `analysis.sums.within_values` reads them: three components of each seat's total, skewed and correlated; a block is a game."""

    def __init__(self, rng: np.random.Generator, blocks: int) -> None:
        """Deal so many games."""
        luck = rng.gamma(2.0, 1.0, (blocks, SEATS))
        made = (3.0 * luck * rng.gamma(2.0, 0.5, luck.shape), 4.0 * luck + rng.normal(0.0, 3.0, luck.shape), rng.exponential(2.0, luck.shape))
        self.info = INFO
        self._columns = {name: np.rint(x).astype(np.int64) for name, x in zip(NAMES, made, strict=True)}
        self._columns["total"] = np.sum(list(self._columns.values()), axis=0)
        self._columns["rank"] = 1 + (self._columns["total"][:, :, None] < self._columns["total"][:, None, :]).sum(axis=2)
        self.won = (self._columns["rank"] == 1).astype(np.int64)
        self.block = np.arange(blocks)

    def seat(self, column: str) -> NDArray[np.int64]:
        """A column of `seats`, a row a game."""
        return self._columns[column]

    @staticmethod
    def by_block(values: Any) -> Floats:
        """A game is a block."""
        return np.asarray(values, dtype=np.float64)


def within_rows(scores: Scores) -> dict[str, Rows]:
    """The program's own rows of such games."""
    variables, values = within_values(scores, WITHIN)  # type: ignore[arg-type]
    sums = Moments.of(values)
    marks = ("0", "1", "2")
    wanted = {
        "spread": [Ratio({"of": m}, f"sd:{m}", "games") for m in (*marks, "total")],
        "winner's lead": [Ratio({"of": m}, f"lead:{m}", "games", scale=1.0 / INFO.win_unit) for m in (*marks, "total")],
        "part of the points": [Ratio({"of": m}, f"sum:{m}", "sum:total") for m in marks],
        "part of the spread": [Ratio({"of": m}, f"cov:{m}:total", "cov:total:total") for m in marks],
        "part of the winner's lead": [Ratio({"of": m}, f"lead:{m}", "lead:total") for m in marks],
    }
    found = {name: row for name, each in wanted.items() if (row := ratio_rows(INFO, each, sums, variables)) is not None}
    place = {name: k for k, name in enumerate(variables)}
    pairs = [("0", "1"), ("0", "2"), ("1", "2")]
    index = np.array([[place[f"cov:{a}:{b}"], place[f"cov:{a}:{a}"], place[f"cov:{b}:{b}"]] for a, b in pairs])
    columns: dict[str, list[Any]] = {"component": [a for a, _ in pairs], "other": [b for _, b in pairs]}
    found["correlation"] = correlation_rows(INFO, columns, sums, index, place["games"])
    return found


def within_coverage(seed: int, repetitions: int, blocks: int, truth: dict[str, Floats]) -> dict[str, tuple[float, float]]:
    """By figure: how often each interval holds the truth, and all of a table together."""
    rng = np.random.default_rng(seed)
    held: dict[str, Floats] = {name: np.zeros(2) for name in truth}
    for _ in range(repetitions):
        for name, row in within_rows(Scores(rng, blocks)).items():
            for k, confidence in enumerate((0.95, sidak_confidence(0.95, len(row.estimate)))):
                low, high = row.interval(confidence)
                inside = (low <= truth[name]) & (truth[name] <= high)
                held[name][k] += inside.all() if k else inside.mean()
    return {name: (float(x[0] / repetitions), float(x[1] / repetitions)) for name, x in held.items()}


def within_truth(blocks: int = 3_000_000) -> dict[str, Floats]:
    """The figures of very many games."""
    rng = np.random.default_rng(99)
    parts = [within_values(Scores(rng, 500_000), WITHIN) for _ in range(max(1, blocks // 500_000))]  # type: ignore[arg-type]
    total = sum(values.sum(axis=0) for _, values in parts)
    at = {name: total[k] for k, name in enumerate(parts[0][0])}
    marks, scale = ("0", "1", "2"), 1.0 / INFO.win_unit
    pairs = (("0", "1"), ("0", "2"), ("1", "2"))
    return {
        "spread": np.array([at[f"sd:{m}"] / at["games"] for m in (*marks, "total")]),
        "winner's lead": np.array([scale * at[f"lead:{m}"] / at["games"] for m in (*marks, "total")]),
        "part of the points": np.array([at[f"sum:{m}"] / at["sum:total"] for m in marks]),
        "part of the spread": np.array([at[f"cov:{m}:total"] / at["cov:total:total"] for m in marks]),
        "part of the winner's lead": np.array([at[f"lead:{m}"] / at["lead:total"] for m in marks]),
        "correlation": np.array([at[f"cov:{a}:{b}"] / np.sqrt(at[f"cov:{a}:{a}"] * at[f"cov:{b}:{b}"]) for a, b in pairs]),
    }  # fmt: skip


def table_of_within(repetitions: int) -> None:
    """Figures within a game: skewed components, a block is one game."""
    truth = within_truth()
    print("\n## Figures within a game (skewed components, one game a block), nominal 95 %: each / all of the table together\n")
    print("| figure | " + " | ".join(f"{blocks} blocks" for blocks in BLOCKS) + " |")
    print("|---|" + "---|" * len(BLOCKS))
    found = [within_coverage(2, repetitions, blocks, truth) for blocks in BLOCKS]
    for name in truth:
        print(f"| {name} | " + " | ".join(f"{100 * by[name][0]:.1f} / {100 * by[name][1]:.1f}" for by in found) + " |", flush=True)


# -- maps and changes


def map_coverage(seed: int, repetitions: int, blocks: int, cells: int = 16) -> tuple[float, float]:
    """Cells of a map dealt alike, a skewed mean: each less the average of all, and all cells together."""
    rng, held = np.random.default_rng(seed), np.zeros(2)
    effect = np.linspace(-1.0, 1.0, cells)
    unit, each = np.eye(2 * cells), np.eye(cells) - 1.0 / cells
    for _ in range(repetitions):
        value = rng.exponential(4.0, (blocks, 1)) + rng.exponential(3.0, (blocks, cells)) + effect
        sums = Moments.of(np.stack([value, np.ones_like(value)], axis=2).reshape(blocks, 2 * cells))
        estimate, error = ratios(sums, unit[0::2], unit[1::2]).contrasts(each)
        for k, confidence in enumerate((0.95, sidak_confidence(0.95, cells))):
            low, high = mean_interval(estimate, error, np.full(cells, blocks), confidence)
            inside = (low <= effect) & (effect <= high)
            held[k] += inside.all() if k else inside.mean()
    return float(held[0] / repetitions), float(held[1] / repetitions)


def rare_map_coverage(seed: int, repetitions: int, blocks: int, cells: int = 16, share: float = 0.01) -> tuple[float, float]:
    """Cells of a map of a rare ending, less the average of all: not narrower than the share's own interval, as `analysis.grids` has it."""
    rng, held = np.random.default_rng(seed), np.zeros(2)
    chance = share * np.linspace(0.2, 1.8, cells)
    truth = chance - chance.mean()
    unit, each = np.eye(2 * cells), np.eye(cells) - 1.0 / cells
    for _ in range(repetitions):
        value = (rng.random((blocks, cells)) < chance).astype(np.float64)
        found = ratios(Moments.of(np.stack([value, np.ones_like(value)], axis=2).reshape(blocks, 2 * cells)), unit[0::2], unit[1::2])
        estimate, error = found.contrasts(each)
        for k, confidence in enumerate((0.95, sidak_confidence(0.95, cells))):
            low, high = mean_interval(estimate, error, np.full(cells, blocks), confidence)
            lower, upper = share_interval(found.estimate, found.error, np.full(cells, blocks), found.size, confidence)
            mean = found.estimate.mean()
            low, high = np.fmin(low, lower - mean), np.fmax(high, upper - mean)
            inside = (low <= truth) & (truth <= high)
            held[k] += inside.all() if k else inside.mean()
    return float(held[0] / repetitions), float(held[1] / repetitions)


def change_of_mean_coverage(seed: int, repetitions: int, blocks: int, touched: float) -> tuple[float, float]:
    """A skewed mean whose change touches a share of the blocks only, dealt alike."""
    rng, held, unit = np.random.default_rng(seed), np.zeros(2), np.eye(2)
    for _ in range(repetitions):
        before = rng.exponential(10.0, blocks)
        after = before + np.where(rng.random(blocks) < touched, rng.exponential(2.0, blocks), 0.0)
        ones = np.ones(blocks)
        found = paired_differences(PairMoments.of(np.column_stack([before, ones]), np.column_stack([after, ones])), unit[:1], unit[1:], shares=False)
        known = not np.isnan(found.low[0])
        held += [not known or found.low[0] <= 2.0 * touched <= found.high[0], known]
    return float(held[0] / repetitions), float(held[1] / repetitions)


def table_of_maps(repetitions: int) -> None:
    """Maps of 16 cells dealt alike, and changes of a mean."""
    print("\n## Maps (16 cells dealt alike) and changes of a mean, nominal 95 %\n")
    print("| figure | " + " | ".join(f"{blocks} blocks" for blocks in BLOCKS) + " |")
    print("|---|" + "---|" * len(BLOCKS))
    rows: dict[str, Callable[[int], tuple[float, float]]] = {
        "a skewed mean less the average: each / all cells": lambda blocks: map_coverage(3, repetitions, blocks),
        "a rare ending (1 %) less the average: each / all cells": lambda blocks: rare_map_coverage(4, repetitions, blocks),
        "change of a skewed mean, all blocks touched / known": lambda blocks: change_of_mean_coverage(5, 10 * repetitions, blocks, 1.0),
        "change of a skewed mean, a tenth of the blocks touched / known": lambda blocks: change_of_mean_coverage(6, 10 * repetitions, blocks, 0.1),
    }
    for name, made in rows.items():
        print(f"| {name} | " + " | ".join(" / ".join(f"{100 * x:.1f}" for x in made(blocks)) for blocks in BLOCKS) + " |", flush=True)


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="a tenth of the repetitions")
    scale = 10 if arguments.parse_args().quick else 1
    table_of_going_first(8_000 // scale)
    table_of_within(2_000 // scale)
    table_of_maps(2_000 // scale)


if __name__ == "__main__":
    main()
