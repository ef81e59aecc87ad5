"""How often verdicts are wrong, and how often they are given, by simulation.

    python -m benchmarks.verdict_errors            the tables of docs/explanation/verdicts.md (some minutes)
    python -m benchmarks.verdict_errors --quick    a tenth of the repetitions

A game of four seats whose true differences from par are known exactly. Levels are dealt at random; a seat of level l with hand h wins with chance
1/4 + (e_l - mean of the four e) + (h - mean of the four h), so that by symmetry a level's win rate lies (3/4) (e_l - mean of all e) from par. What is
dealt keeps together through the four rotations of a block, whose games are therefore alike. Every other seat wins too with a chance of 5 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.statistics import Differences, sidak_confidence
from analysis.statistics.differences import Shares
from analysis.verdicts import benjamini_hochberg, holm

Floats = NDArray[np.float64]
SEATS = GAMES = 4
SHARED = 0.05
HAND = 0.05
MARGIN = 0.025
_AT_ONCE = 400_000  # games simulated at a time


def effects_of(differences: Sequence[float]) -> Floats:
    """The levels' effects that make these true differences from par, which must add up to 0."""
    wanted = np.asarray(differences, dtype=np.float64)
    if abs(wanted.sum()) > 1e-12:
        raise ValueError("differences from par of equally frequent levels add up to 0")
    return wanted / (0.75 * (1.0 - SHARED))


def play(rng: np.random.Generator, repetitions: int, points: int, blocks: int, effects: Floats, alike: bool = False) -> tuple[Floats, Floats]:
    """Wins and games by block, (repetitions, points, blocks, levels + 1), all seats last. alike: every design point is dealt the same."""
    levels = len(effects)
    dealt = rng.integers(0, levels, (repetitions, 1 if alike else points, blocks, SEATS))
    hand = HAND * rng.choice([-1.0, 1.0], dealt.shape)
    centred = effects[dealt] + hand
    chance = 0.25 + centred - centred.mean(axis=-1, keepdims=True)
    if chance.min() < 0:
        raise ValueError("these effects make a chance below 0")
    shape = (repetitions, points, blocks, GAMES)
    winner = (rng.random(shape)[..., None] > np.cumsum(chance[..., :-1], axis=-1)[..., None, :]).sum(axis=-1)
    won = (winner[..., None] == np.arange(SEATS)) | (rng.random((*shape, SEATS), dtype=np.float32) < SHARED)
    wins_of_seat = won.sum(axis=-2)
    row = np.arange(wins_of_seat[..., 0].size).reshape(*wins_of_seat.shape[:-1], 1)
    cell = (row * levels + np.broadcast_to(dealt, wins_of_seat.shape)).ravel()
    made = []
    for each in (wins_of_seat, np.full(wins_of_seat.shape, GAMES)):
        by_level = np.bincount(cell, weights=each.ravel(), minlength=row.size * levels).reshape(*row.shape[:-1], levels)
        made.append(np.concatenate([by_level, each.sum(axis=-1, keepdims=True)], axis=-1))
    return made[0], made[1]


def differences_of(wins: Floats, games: Floats) -> Differences:
    """Every level's difference from par, as the program makes it of its sums; flat over repetitions, points and levels.

    The formulas of `analysis.statistics.ratios`, for many runs at once.
    """
    total_wins, total = wins.sum(axis=-2), games.sum(axis=-2)
    rate = total_wins / total
    residual = (wins - rate[..., None, :] * games) / total[..., None, :]
    present = (games > 0).sum(axis=-2).astype(np.float64)
    scale = np.sqrt(present / (present - 1.0))
    error = np.sqrt((residual**2).sum(axis=-2)) * scale
    covariance = (residual[..., :-1] * residual[..., -1:]).sum(axis=-2) * scale[..., :-1] * scale[..., -1:]
    level, par = (slice(None, -1), slice(-1, None))
    flat = [np.broadcast_to(x[..., par], x[..., level].shape).ravel() for x in (rate, error, present, total)]
    first = Shares(*(x[..., level].ravel() for x in (rate, error, present, total)))
    return Differences(first, Shares(*flat), (covariance / (error[..., level] * error[..., par])).ravel(), exact_second=True)


def verdicts_of(differences: Differences, rows: int, margin: float = MARGIN) -> NDArray[np.int64]:
    """Verdicts of runs of `rows` rows, (runs, rows): 1 favoured, -1 handicapped, 0 balanced, 9 undecided."""
    low, high = differences.interval(sidak_confidence(0.95, rows))
    found = np.where(low > margin, 1, np.where(high < -margin, -1, np.where((low >= -margin) & (high <= margin), 0, 9)))
    return found.reshape(-1, rows)


def simulate(seed: int, repetitions: int, points: int, blocks: int, truth: Sequence[float], alike: bool = False) -> list[Differences]:
    """Differences of `repetitions` runs, in batches."""
    rng, effects = np.random.default_rng(seed), effects_of(truth)
    batch = max(1, _AT_ONCE // (points * blocks * GAMES))
    sizes = [min(batch, repetitions - begin) for begin in range(0, repetitions, batch)]
    return [differences_of(*play(rng, size, points, blocks, effects, alike)) for size in sizes]


def error_rates(
    seed: int, repetitions: int, points: int, blocks: int, truth: Sequence[float], margin: float, alike: bool = False
) -> dict[str, float]:
    """Shares of runs with at least one favoured or handicapped row that is not so, with one that is called balanced and is not, and with any of both;
    and the share of rows that have a verdict. A true difference of just the margin counts as balanced for the first and not for the second."""
    rows = points * len(truth)
    true = np.tile(np.asarray(truth), points)
    verdict = np.concatenate([verdicts_of(batch, rows, margin) for batch in simulate(seed, repetitions, points, blocks, truth, alike)])
    beyond = ((verdict == 1) & (true <= margin + 1e-9)) | ((verdict == -1) & (true >= -margin - 1e-9))
    within = (verdict == 0) & (np.abs(true) >= margin - 1e-9)
    return {
        "beyond": float(beyond.any(axis=1).mean()),
        "balanced": float(within.any(axis=1).mean()),
        "any": float((beyond | within).any(axis=1).mean()),
        "decided": float((verdict != 9).mean()),
    }


SCENARIOS: dict[str, tuple[float, ...]] = {
    "all levels equal": (0.0,) * 8,
    "all at the margin, either side": (1.0, -1.0) * 4,
    "one far out, six at the margin": (2.0, *(-1.0,) * 4, 1.0, 1.0, 0.0),
    "half at the margin, half at 0": (1.0, -1.0, 1.0, -1.0, 0.0, 0.0, 0.0, 0.0),
}
"""True differences of eight levels, in margins."""
_WIDE = 0.05  # a margin that 1,000 blocks can tell from 0, so that a false "balanced" can happen at all


def table_of_errors(repetitions: int) -> None:
    """Families of 8 and of 64 rows, dealt apart and alike."""
    print(f"\n## Wrong verdicts, % of runs with at least one (nominal: at most 5 for any); margin {100 * _WIDE:g} points\n")
    print("| true differences | blocks | rows | false favoured or handicapped | false balanced | any | rows with a verdict |")
    print("|---|---|---|---|---|---|---|")
    for name, truth in SCENARIOS.items():
        for blocks, points, alike in ((100, 1, False), (1000, 1, False), (1000, 8, False), (1000, 8, True)):
            rate = error_rates(5, repetitions // (1 if points == 1 else 5), points, blocks, [_WIDE * t for t in truth], _WIDE, alike)
            rows = f"{points * len(truth)}{' (8 settings dealt alike)' if alike else ''}"
            cells = [f"{100 * rate[key]:.1f}" for key in ("beyond", "balanced", "any", "decided")]
            print(f"| {name} | {blocks} | {rows} | " + " | ".join(cells) + " |", flush=True)


def power(seed: int, repetitions: int, blocks: int, truth: Sequence[float]) -> Floats:
    """How often each level gets a verdict, and a right one."""
    verdict = np.concatenate([verdicts_of(batch, len(truth)) for batch in simulate(seed, repetitions, 1, blocks, truth)])
    right = np.where(np.abs(truth) <= MARGIN, 0, np.sign(truth))
    return (verdict == right).mean(axis=0)


def table_of_power(repetitions: int) -> None:
    """Eight levels; the true difference of one of them against the blocks played."""
    print("\n## Right verdicts, % of runs, of the first of eight levels (margin 2.5 points)\n")
    differences = (0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.075)
    print("| blocks | " + " | ".join(f"{100 * d:g} points" for d in differences) + " |")
    print("|---|" + "---|" * len(differences))
    for blocks in (300, 1000, 3000, 10_000):
        cells = [power(6, max(repetitions * 100 // blocks, 100), blocks, (d, *(-d / 7,) * 7))[0] for d in differences]
        print(f"| {blocks} | " + " | ".join(f"{100 * c:.0f}" for c in cells) + " |", flush=True)


def forecast(seed: int, repetitions: int, pilot: int, truth: Sequence[float], pilots: int = 10) -> tuple[float, float]:
    """Blocks that `times_needed` asks for after pilots that measured the truth (their mean), and how often so many settle the first level."""
    asked, settled = [], []
    for number in range(pilots):
        (found,) = simulate(seed + number, 1, 1, pilot, truth)
        rate = np.asarray(truth) + found.second.estimate
        measured = Differences(Shares(rate, found.first.error, found.first.blocks, found.first.size), found.second, found.correlation, True)
        times = measured.times_needed(-MARGIN, MARGIN, sidak_confidence(0.95, len(truth)))[0]
        asked.append(int(np.ceil(times * pilot)))
        settled.append(power(seed + 100 + number, repetitions // pilots, asked[-1], truth)[0])
    return float(np.mean(asked)), float(np.mean(settled))


def table_of_forecasts(repetitions: int) -> None:
    """Whether the forecast number of games settles a verdict as often as it says."""
    print("\n## Forecasts after pilots of 400 blocks that measured the truth: % of runs as long as asked for that have the verdict (said: 80)\n")
    print("| true difference | blocks asked for | settled |")
    print("|---|---|---|")
    for difference in (0.0, 0.01, 0.015, 0.035, 0.04, 0.06):
        blocks, settled = forecast(7, repetitions, 400, (difference, *(-difference / 7,) * 7))
        print(f"| {100 * difference:g} points | {blocks:.0f} | {100 * settled:.0f} |", flush=True)


def screened(seed: int, repetitions: int, points: int, blocks: int, truth: Sequence[float]) -> tuple[float, float, float]:
    """Mean share of false suspects among those that Benjamini and Hochberg pick at 5 %, share of true ones found, and the share of runs in which
    Holm's gate lets a level pass as balanced that is not."""
    rows = points * len(truth)
    true = np.tile(np.asarray(truth), points)
    out, found, passed = [], [], []
    for batch in simulate(seed, repetitions, points, blocks, truth):
        at_most, over = batch.p_values(MARGIN)
        under, at_least = batch.p_values(-MARGIN)
        outside = np.minimum(1.0, 2.0 * np.minimum(at_most, at_least)).reshape(-1, rows)
        within = np.maximum(over, under).reshape(-1, rows)
        for p, q in zip(outside, within, strict=True):
            picked = benjamini_hochberg(p) <= 0.05
            wrong = picked & (np.abs(true) <= MARGIN + 1e-9)
            out.append(wrong.sum() / max(picked.sum(), 1))
            found.append(picked[np.abs(true) > MARGIN + 1e-9].mean() if (np.abs(true) > MARGIN + 1e-9).any() else np.nan)
            passed.append(((holm(q) <= 0.05) & (np.abs(true) >= MARGIN - 1e-9)).any())
    return float(np.mean(out)), float(np.nanmean(found)) if not np.isnan(found).all() else np.nan, float(np.mean(passed))


def table_of_screens(repetitions: int) -> None:
    """The screen and the gate, of 64 rows."""
    print("\n## Screen and gate, 64 rows (nominal 5 %)\n")
    print("| true differences of the eight levels, points | blocks | false among suspects | suspects found | gate wrong |")
    print("|---|---|---|---|---|")
    cases = [(MARGIN, -MARGIN) * 4, (0.06, -0.06, MARGIN, -MARGIN, MARGIN, -MARGIN, 0.0, 0.0), (0.06, -0.06, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)]
    for truth in cases:
        for blocks in (300, 1000, 5000):
            false, found, wrong = screened(8, max(repetitions // 8, 100), 8, blocks, truth)
            told = ", ".join(f"{100 * d:g}" for d in truth)
            print(f"| {told} | {blocks} | {100 * false:.1f} | {100 * found:.0f} | {100 * wrong:.1f} |", flush=True)


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="a tenth of the repetitions")
    scale = 10 if arguments.parse_args().quick else 1
    table_of_errors(4_000 // scale)
    table_of_power(4_000 // scale)
    table_of_forecasts(1_000 // scale)
    table_of_screens(4_000 // scale)


if __name__ == "__main__":
    main()
