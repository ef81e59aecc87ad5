"""How often the intervals of `analysis.statistics` hold the truth, by simulation.

    python -m benchmarks.interval_coverage            the tables of docs/explanation/statistics.md (about two minutes)
    python -m benchmarks.interval_coverage --quick    a tenth of the repetitions

A block is simulated by the law of its (wins, games); how many of B blocks show each outcome is then multinomial, so
20,000 repetitions of 1,000 blocks cost no more than those of 30.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from analysis.statistics import (
    Differences,
    Histogram,
    Moments,
    PairMoments,
    max_t_critical,
    mean_interval,
    paired_differences,
    ratios,
    share_interval,
    sidak_confidence,
)
from analysis.statistics.simultaneous import sidak_critical

Floats = NDArray[np.float64]
GAMES = 4  # games of a block: four rotations

# The law of a block: its outcomes (wins, games) and their probabilities.
Law = tuple[NDArray[np.int64], Floats]


def independent(share: float, games: int = GAMES) -> Law:
    """Every game of the block is won independently of the others."""
    wins = np.arange(games + 1)
    return np.stack([wins, np.full_like(wins, games)], axis=1), stats.binom.pmf(wins, games, share)


def rotated(share: float, evened: float = 0.7) -> Law:
    """Rotations even the deal out: with probability `evened` the block has as nearly share × games wins as a whole number can."""
    outcomes, chances = independent(share)
    floor = int(np.floor(share * GAMES))
    even = np.zeros(GAMES + 1)
    even[floor] = 1.0 - (share * GAMES - floor)
    if floor < GAMES:
        even[floor + 1] = share * GAMES - floor
    return outcomes, evened * even + (1.0 - evened) * chances


def alike(share: float, likeness: float = 0.3) -> Law:
    """Games of a block resemble each other (beta-binomial, correlation `likeness` within the block)."""
    wins = np.arange(GAMES + 1)
    a, b = (x * (1.0 - likeness) / likeness for x in (share, 1.0 - share))
    return np.stack([wins, np.full_like(wins, GAMES)], axis=1), stats.betabinom.pmf(wins, GAMES, a, b)


def same(share: float) -> Law:
    """All games of a block end alike."""
    return np.array([[0, GAMES], [GAMES, GAMES]]), np.array([1.0 - share, share])


def rare(share: float, presence: float = 0.2, likeness: float = 0.1) -> Law:
    """A level that only some games of a block have, with resemblance within the block."""
    a, b = (x * (1.0 - likeness) / likeness for x in (share, 1.0 - share))
    outcomes, chances = [], []
    for games in range(GAMES + 1):
        for wins in range(games + 1):
            outcomes.append((wins, games))
            win_chance = stats.betabinom.pmf(wins, games, a, b) if games else 1.0
            chances.append(stats.binom.pmf(games, GAMES, presence) * win_chance)
    return np.array(outcomes), np.array(chances)


LAWS: dict[str, Callable[[float], Law]] = {
    "independent games": independent,
    "evened out by rotations": rotated,
    "games of a block alike (0.3)": alike,
    "all games of a block the same": same,
    "level present in a fifth of the games": rare,
}
SHARES = (0.001, 0.01, 0.05, 0.25, 0.5, 0.95, 0.999)
BLOCKS = (30, 100, 1000)


def share_coverage(law: Law, share: float, blocks: int, repetitions: int, seed: int, confidence: float = 0.95):
    """How often the interval misses below (truth under it), misses above, and its mean width: three numbers."""
    outcomes, chances = law
    rng = np.random.default_rng(seed)
    times = rng.multinomial(blocks, chances / chances.sum(), size=repetitions).astype(np.float64)
    y, n = outcomes[:, 0].astype(float), outcomes[:, 1].astype(float)
    wins, games = times @ y, times @ n
    present = times @ (n > 0)
    kept = games > 0
    wins, games, present, times = wins[kept], games[kept], present[kept], times[kept]
    estimate = wins / games
    squares = times @ (y * y) - 2 * estimate * (times @ (y * n)) + estimate**2 * (times @ (n * n))
    squares = np.where(squares <= 1e-12 * (times @ (n * n)), 0.0, squares)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(np.where(present > 1, present / (present - 1), np.nan) * squares) / games
    low, high = share_interval(estimate, error, present, games, confidence)
    return float((low > share).mean()), float((high < share).mean()), float((high - low).mean())


def table_of_shares(repetitions: int) -> None:
    """Coverage of shares for every law, share and number of blocks."""
    print("\n## Shares, nominal 95 % (coverage in %; in brackets the normal interval estimate ± 1.96 error)\n")
    print("| blocks are | blocks | " + " | ".join(f"p = {s:g}" for s in SHARES) + " |")
    print("|---|---|" + "---|" * len(SHARES))
    for (name, law), blocks in itertools.product(LAWS.items(), BLOCKS):
        cells = []
        for share in SHARES:
            below, above, _ = share_coverage(law(share), share, blocks, repetitions, seed=1)
            cells.append(f"{100 * (1 - below - above):.1f} ({100 * wald_coverage(law(share), share, blocks, repetitions):.0f})")
        print(f"| {name} | {blocks} | " + " | ".join(cells) + " |")


def wald_coverage(law: Law, share: float, blocks: int, repetitions: int) -> float:
    """Coverage of estimate ± 1.96 error, for comparison."""
    outcomes, chances = law
    times = np.random.default_rng(1).multinomial(blocks, chances / chances.sum(), size=repetitions)
    y, n = outcomes[:, 0], outcomes[:, 1]
    games = times @ n
    times = times[games > 0]
    games = games[games > 0]
    estimate = (times @ y) / games
    residual = y[None, :] - estimate[:, None] * n[None, :]
    error = np.sqrt((times * residual**2).sum(axis=1) * blocks / (blocks - 1)) / games
    return float((np.abs(estimate - share) <= 1.96 * error + 1e-12).mean())


def deal_table(rng: np.random.Generator, blocks: int, strength: Floats, luck: float = 1.0, shift: Floats | None = None):
    """Blocks of a synthetic game with four seats: (blocks, 2L + 2) values, wins and games by level, then of all seats.

    Every seat has a level drawn at random and a lucky hand; both rotate over the seats, so that a level meets every hand.
    """
    levels = rng.integers(0, len(strength), (blocks, 4))
    hand = luck * rng.gumbel(size=(blocks, 4))
    noise = rng.gumbel(size=(blocks, 4, 4))
    made = []
    for effect in (strength, *([] if shift is None else [strength + shift])):
        wins = np.zeros((blocks, len(strength) + 1))
        games = np.zeros_like(wins)
        for rotation in range(4):
            here = np.roll(levels, rotation, axis=1)
            won = (effect[here] + hand + noise[:, rotation]).argmax(axis=1)
            for level in range(len(strength)):
                games[:, level] += (here == level).sum(axis=1)
                wins[:, level] += here[np.arange(blocks), won] == level
        games[:, -1], wins[:, -1] = 16, 4
        made.append(np.hstack([wins, games]))
    return made


def tables_of_differences(repetitions: int) -> None:
    """Differences from par, all levels together, and paired differences, in the synthetic game of `deal_table`."""
    strength = np.array([0.0, 0.1, 0.2, 0.3, -0.6])
    shift = np.array([0.2, 0.0, 0.0, 0.0, 0.0])
    rng = np.random.default_rng(7)
    first, second = (x.sum(axis=0) for x in deal_table(rng, 2_000_000, strength, shift=shift))
    truth = first[:5] / first[6:11] - 0.25
    change = second[:5] / second[6:11] - first[:5] / first[6:11]
    pick = np.eye(12)
    print("\n## Five levels at a table of four seats: difference from par, all five together, paired differences\n")
    print("| blocks | each difference | all five together (Šidák) | each paired difference | mean gain of pairing |")
    print("|---|---|---|---|---|")
    for blocks in (30, 100, 1000):
        alone = together = paired = 0.0
        gain = []
        number = repetitions // (1 if blocks < 1000 else 4)
        for _ in range(number):
            a, b = deal_table(rng, blocks, strength, shift=shift)
            held = [from_par_holds(Moments.of(a), truth, c) for c in (0.95, sidak_confidence(0.95, 5))]
            alone += held[0].mean() / number
            together += held[1].all() / number
            d = paired_differences(PairMoments.of(a, b), pick[:5], pick[6:11])
            paired += ((d.low <= change) & (change <= d.high)).mean() / number
            gain.append(d.gain)
        print(f"| {blocks} | {100 * alone:.1f} | {100 * together:.1f} | {100 * paired:.1f} | {np.nanmean(gain):.2f} |")


def from_par_holds(moments: Moments, truth: Floats, confidence: float) -> NDArray[np.bool_]:
    """Whether the interval of each level's difference from par holds the truth (levels first, all seats last)."""
    number = len(truth)
    pick = np.eye(moments.variables)
    found = ratios(moments, pick[: number + 1], pick[number + 1 :])
    ends = Differences.of(found, range(number), [number] * number, exact_second=True).interval(confidence)
    return (ends[0] <= truth) & (truth <= ends[1])


def table_of_lengths(repetitions: int) -> None:
    """Means and quantiles of a skewed length, games of a block alike."""

    def lengths(blocks: int, rng: np.random.Generator) -> NDArray[np.int64]:
        return (8 + np.exp(2.5 + 0.4 * rng.normal(size=(blocks, 1)) + 0.5 * rng.normal(size=(blocks, 4)))).astype(np.int64)

    rng = np.random.default_rng(3)
    everything = np.sort(lengths(2_000_000, rng).ravel())
    levels = [0.1, 0.5, 0.9]
    truth = [int(everything[int(np.ceil(q * len(everything))) - 1]) for q in levels]
    mean = everything.mean()
    print("\n## Length of games (skewed, games of a block alike)\n")
    print("| blocks | mean | 10 % quantile | median | 90 % quantile |")
    print("|---|---|---|---|---|")
    for blocks in (30, 100, 1000):
        held = np.zeros(4)
        for _ in range(repetitions):
            value = lengths(blocks, rng)
            block = np.repeat(np.arange(blocks), 4)
            total = ratios(Moments.of(np.stack([value.sum(axis=1), np.full(blocks, 4)], axis=1)), np.eye(2)[:1], np.eye(2)[1:])
            low, high = mean_interval(total.estimate, total.error, total.blocks)
            held[0] += low[0] <= mean <= high[0]
            found = Histogram.of(block, value.ravel()).quantile(levels)
            held[1:] += [a <= t <= b for (_, a, b), t in zip(found, truth, strict=True)]
        print(f"| {blocks} | " + " | ".join(f"{100 * h / repetitions:.1f}" for h in held) + " |")


def table_of_critical_values() -> None:
    """Šidák's critical value beside the exact one of a table whose levels compete for the same wins."""
    print("\n## Critical values for all rows of a table, 95 %\n")
    print("| rows | Šidák | largest t, correlations -1/(m-1) | largest t, correlations 0.5 |")
    print("|---|---|---|---|")
    for rows in (2, 4, 5, 8, 40):
        competing = np.full((rows, rows), -1.0 / (rows - 1))
        tied = np.full((rows, rows), 0.5)
        np.fill_diagonal(competing, 1.0)
        np.fill_diagonal(tied, 1.0)
        print(f"| {rows} | {sidak_critical(rows):.3f} | {max_t_critical(competing):.3f} | {max_t_critical(tied):.3f} |")


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="a tenth of the repetitions")
    scale = 10 if arguments.parse_args().quick else 1
    table_of_shares(40_000 // scale)
    tables_of_differences(4_000 // scale)
    table_of_lengths(4_000 // scale)
    table_of_critical_values()


if __name__ == "__main__":
    main()
