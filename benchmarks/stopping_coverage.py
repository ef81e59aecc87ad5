"""How often a run that decides itself when to stop is misled, by simulation over whole trajectories.

    python -m benchmarks.stopping_coverage            the tables of docs/explanation/verdicts.md (two minutes or so)
    python -m benchmarks.stopping_coverage --quick    a tenth of the repetitions

A trajectory is a run of the synthetic game of `benchmarks.interval_coverage.deal_table` (four seats, five levels, hands that rotate over the
seats), looked at after every 1,024 blocks, more often than a real run is. To be quick, trajectories are put together from a million blocks
in pieces of 256, drawn with replacement; the truth is that of the million.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from analysis.settings import PILOT_BLOCKS
from analysis.statistics import Moments, difference_interval, mean_interval, share_interval, sidak_confidence
from analysis.statistics.sequences import NUISANCE, against_difference, difference_ends, share_ends
from benchmarks.interval_coverage import deal_table

Floats = NDArray[np.float64]
LEVELS, PIECE, MOST = 5, 256, 65_536
STRENGTHS = {
    "one level much weaker": np.array([0.0, 0.1, 0.2, 0.3, -0.6]),
    "all alike": np.zeros(5),
    "all a little different": np.array([-0.16, -0.08, 0.0, 0.08, 0.16]),
}
RATIO = [np.eye(12)[:5], np.eye(12)[6:11], np.eye(12)[[5] * 5], np.eye(12)[[11] * 5]]  # wins and games of the levels, and of all seats


class Pool:
    """Pieces of a million blocks as sums: total (pieces, 4, 5), cross (pieces, 4, 4, 5); the levels' true win rates and differences from par."""

    def __init__(self, strength: Floats, pieces: int = 4096) -> None:
        rng = np.random.default_rng(99)
        sums = [Moments.of(deal_table(rng, PIECE, strength)[0]) for _ in range(pieces)]
        made = np.stack(RATIO)
        self.total = np.einsum("akv,bv->bak", made, np.stack([s.total for s in sums]))
        self.cross = np.einsum("akv,bvw,ckw->back", made, np.stack([s.cross for s in sums]), made)
        y, n, w, g = self.total.sum(axis=0)
        self.rate, self.truth = y / n, y / n - w / g

    def drawn(self, rng: np.random.Generator, repetitions: int, pieces: int) -> tuple[Floats, Floats]:
        """Sums over some pieces, anew for each repetition: (4, R, 5), (4, 4, R, 5)."""
        chosen = rng.integers(0, len(self.total), (repetitions, pieces))
        total, cross = (sum(of[chosen[:, k]] for k in range(pieces)) for of in (self.total, self.cross))
        return np.moveaxis(total, 1, 0), np.moveaxis(cross, (1, 2), (0, 1))


def fixed_ends(total: Floats, cross: Floats, blocks: int, joint: float) -> tuple[Floats, Floats]:
    """Intervals of differences from par for a fixed number of blocks."""
    (_, n, _, g), rate, par = total, total[0] / total[1], total[2] / total[3]
    made = np.stack([[1 / n, -rate / n, 0 * n, 0 * n], [0 * n, 0 * n, 1 / g, -par / g]])
    square = np.einsum("ia...,jb...,ab...->ij...", made, made, cross) * blocks / (blocks - 1)
    error, par_error = np.sqrt(square[0, 0]), np.sqrt(np.maximum(square[1, 1], 0))
    low, high = share_interval(rate, error, blocks, n, joint)
    base = mean_interval(par, par_error, blocks, joint)
    correlation = np.where(par_error > 1e-9, square[0, 1] / np.maximum(error * par_error, 1e-12), 0.0)
    return difference_interval((rate, low, high), (par, *base), correlation)


def regions(total: Floats, cross: Floats, blocks: int, margin: float, truth: Floats, sequence: bool) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """For each repetition and level: -1, 0, 1 (below, within, above the margin) or 9 (undecided), and whether the interval misses the truth."""
    if not sequence:
        low, high = fixed_ends(total, cross, blocks, sidak_confidence(0.95, LEVELS))
        below, above, within = high < -margin, low > margin, (low >= -margin) & (high <= margin)
        missed = (low > truth) | (high < truth)
    else:
        error = 0.05 / LEVELS
        shape = total.shape[1:]
        flat = total.reshape(4, -1), cross.reshape(4, 4, -1)
        against = against_difference(*flat, (16, 16), 1.0 / LEVELS, True, NUISANCE * error)
        enough = -np.log((1.0 - NUISANCE) * error / 2.0)

        def rejected(value: Floats | float, sign: float) -> NDArray[np.bool_]:
            return (against(np.broadcast_to(value, shape).ravel(), sign) >= enough).reshape(shape)

        above, below = rejected(margin, 1.0), rejected(-margin, -1.0)
        within = rejected(margin, -1.0) & rejected(-margin, 1.0)
        missed = rejected(truth, 1.0) | rejected(truth, -1.0)
    return np.select([above, below, within], [1, -1, 0], 9), missed


def until_verdict(pool: Pool, margin: float, sequence: bool, repetitions: int) -> tuple[float, float, float, float]:
    """Shares of trajectories with a wrong verdict at the stop, with a missed truth at any moment up to `MOST` blocks, undecided; mean blocks."""
    rng = np.random.default_rng(11)
    step = PILOT_BLOCKS // PIECE
    is_so = np.select([pool.truth > margin, pool.truth < -margin], [1, -1], 0)
    total, cross = np.zeros((4, repetitions, LEVELS)), np.zeros((4, 4, repetitions, LEVELS))
    stopped, wrong, missed = (np.zeros(repetitions, bool) for _ in range(3))
    played = np.full(repetitions, MOST)
    for blocks in range(PILOT_BLOCKS, MOST + 1, PILOT_BLOCKS):
        more = pool.drawn(rng, repetitions, step)
        total, cross = total + more[0], cross + more[1]
        found, gone = regions(total, cross, blocks, margin, pool.truth, sequence)
        missed |= gone.any(axis=1)
        now = (found != 9).all(axis=1) & ~stopped
        wrong[now] = (found[now] != is_so).any(axis=1)
        played[now] = blocks
        stopped |= now
    return float(wrong.mean()), float(missed.mean()), float((~stopped).mean()), float(played.mean())


def table_of_verdicts(pools: dict[str, Pool], repetitions: int) -> None:
    """Stopping on a verdict, with the intervals that are made for it and with those of a fixed number of blocks."""
    print(f"\n## Until the verdicts are settled, looked at after every {PILOT_BLOCKS:,} blocks up to {MOST:,}, 95 % for five levels together\n")
    print("| levels | margin, points | intervals | a verdict is wrong | an interval missed the truth at some moment | not settled | blocks, mean |")
    print("|---|---|---|---|---|---|---|")
    for name, pool in pools.items():
        furthest = float(np.abs(pool.truth).max())
        for margin in dict.fromkeys((0.025, furthest - 0.002 if furthest > 0.01 else 0.01)):
            for sequence in (True, False):
                wrong, missed, open_, blocks = until_verdict(pool, margin, sequence, repetitions)
                kind = "at every moment" if sequence else "fixed number"
                shares = " | ".join(f"{100 * share:.1f} %" for share in (wrong, missed, open_))
                print(f"| {name} | {100 * margin:.1f} | {kind} | {shares} | {blocks:,.0f} |", flush=True)


def table_of_widths(pool: Pool) -> None:
    """What it costs to look all the time: widths beside those of a fixed number."""
    print("\n## Half-widths of differences from par, five levels together, points\n")
    print("| blocks | fixed number | at every moment | times |")
    print("|---|---|---|---|")
    rng = np.random.default_rng(5)
    for blocks in (1024, 4096, 16_384, 65_536, 262_144, 1_048_576):
        total, cross = pool.drawn(rng, 1, blocks // PIECE)
        total, cross = total[:, 0], cross[:, :, 0]
        ends = fixed_ends(total, cross, blocks, sidak_confidence(0.95, 5)), difference_ends(total, cross, (16, 16), 0.2, True, 0.99)
        fixed, always = (50 * float(np.mean(high - low)) for low, high in ends)
        print(f"| {blocks:,} | {fixed:.2f} | {always:.2f} | {always / fixed:.2f} |", flush=True)


def table_of_precision(pools: dict[str, Pool], repetitions: int) -> None:
    """Played until the win rates are known to a precision: coverage of the intervals at the stop, all five together, with the pilot of real runs."""
    print("\n## Until a precision is reached, nominal 95 % for five levels together\n")
    print("| levels | precision, points | all five hold | blocks, mean | rounds, mean |")
    print("|---|---|---|---|---|")
    joint = sidak_confidence(0.95, LEVELS)
    for name, pool in pools.items():
        for precision in (0.01, 0.005):
            rng = np.random.default_rng(12)
            held, played, rounds = [], [], []
            for _ in range(repetitions):
                total, cross = np.zeros((4, 1, LEVELS)), np.zeros((4, 4, 1, LEVELS))
                blocks, wanted, times = 0, PILOT_BLOCKS, 0
                while wanted > blocks:
                    more = pool.drawn(rng, 1, (wanted - blocks) // PIECE)
                    total, cross, blocks, times = total + more[0], cross + more[1], wanted, times + 1
                    n, rate = total[1, 0], total[0, 0] / total[1, 0]
                    square = cross[0, 0, 0] - 2 * rate * cross[0, 1, 0] + rate**2 * cross[1, 1, 0]
                    low, high = share_interval(rate, np.sqrt(square * blocks / (blocks - 1)) / n, blocks, n, joint)
                    width = float(np.maximum(rate - low, high - rate).max())
                    if width > precision:
                        wanted = int(np.ceil(blocks * min((width / precision) ** 2 * 1.1, 16.0) / PIECE) * PIECE)
                held.append(((low <= pool.rate) & (pool.rate <= high)).all())
                played.append(blocks)
                rounds.append(times)
            means = f"{100 * np.mean(held):.1f} % | {np.mean(played):,.0f} | {np.mean(rounds):.1f}"
            print(f"| {name} | {100 * precision:g} | {means} |", flush=True)


def table_of_shares(repetitions: int) -> None:
    """A single share, near 0 too, looked at again and again: the intervals hold however skewed it is."""
    looks = np.unique(np.geomspace(16, 16_384, 40).astype(int))
    print(f"\n## A single share, looked at {len(looks)} times from {looks[0]} to {looks[-1]:,} blocks of four games, 95 %\n")
    print("| share | at every moment: missed at some moment | fixed number: missed at some moment |")
    print("|---|---|---|")
    for share in (0.001, 0.01, 0.25, 0.5):
        wins = np.random.default_rng(13).binomial(4, share, (repetitions, looks[-1])).astype(np.float64)
        total, square = np.cumsum(wins, axis=1)[:, looks - 1], np.cumsum(wins**2, axis=1)[:, looks - 1]
        missed = np.zeros((2, repetitions), bool)
        for k, blocks in enumerate(looks):
            y, yy, n = total[:, k], square[:, k], np.full(repetitions, 4.0 * blocks)
            ends = share_ends(np.stack([y, n]), np.array([[yy, 4 * y], [4 * y, 4 * n]]), 4)
            error = np.sqrt(np.maximum(yy - 2 * y / n * 4 * y + (y / n) ** 2 * 4 * n, 0) * blocks / (blocks - 1)) / n
            fixed = share_interval(y / n, np.where(y > 0, error, 0.0), blocks, n)
            for kind, (low, high) in enumerate((ends, fixed)):
                missed[kind] |= (low > share) | (high < share)
        print(f"| {share:g} | {100 * missed[0].mean():.1f} % | {100 * missed[1].mean():.1f} % |", flush=True)


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="a tenth of the repetitions")
    scale = 10 if arguments.parse_args().quick else 1
    pools = {name: Pool(strength) for name, strength in STRENGTHS.items()}
    table_of_widths(pools["one level much weaker"])
    table_of_verdicts(pools, 1000 // scale)
    table_of_precision(pools, 2000 // scale)
    table_of_shares(500 // scale)


if __name__ == "__main__":
    main()
