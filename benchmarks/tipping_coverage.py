"""How often the intervals of tipping points hold the truth, by simulation: ``python -m benchmarks.tipping_coverage [REPETITIONS]``.

Each repetition is a sweep of which every design point is dealt the same blocks: block effects are shared, so estimates of design points are
correlated. Four levels compete for the wins of a block's games; the curve of one of them crosses the average where `truth` says, the others' slope
against it. Printed: how often the crossing is shown, how often a shown interval holds the truth (alone, and all curves together), how wide it is,
and how often a crossing is shown where there is none.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from analysis.statistics import Moments, ratios, sidak_confidence
from analysis.statistics.crossing import Curve, crossings, located, sides
from analysis.statistics.intervals import difference_interval, mean_interval, share_interval

GAMES = 4
"""Games of a block: each seat's hand is played from every seat."""
LEVELS = 4


@dataclass(frozen=True)
class Case:
    """x: the values tried.  slope: points of win rate a step.  bend: how far the true curve bows from a straight line between its ends, in points."""

    name: str
    x: tuple[float, ...]
    slope: float
    truth: float
    blocks: int
    shared: float = 0.6
    bend: float = 0.0


CASES = (
    Case("straight, 5 points", (4, 6, 8, 10, 12), -0.02, 6.3, 500),
    Case("straight, 5 points, more deals", (4, 6, 8, 10, 12), -0.02, 6.3, 4000),
    Case("straight, crossing at a point", (4, 6, 8, 10, 12), -0.02, 8.0, 1000),
    Case("straight, few deals", (4, 6, 8, 10, 12), -0.05, 6.3, 60),
    Case("straight, 13 points", tuple(range(13)), -0.01, 6.3, 1000),
    Case("straight, deals hardly shared", (4, 6, 8, 10, 12), -0.02, 6.3, 1000, shared=0.05),
    Case("bowed by 2 points of win rate, 5 points", (4, 6, 8, 10, 12), -0.02, 6.3, 1000, bend=0.02),
    Case("bowed by 2 points of win rate, 9 points", tuple(range(4, 13)), -0.02, 6.3, 1000, bend=0.02),
    Case("never crosses", (4, 6, 8, 10, 12), 0.0, float("nan"), 1000),
)


def true_rate(case: Case, x: np.ndarray) -> np.ndarray:
    """The win rate of the first level less the average; 0 everywhere when it never crosses."""
    if np.isnan(case.truth):
        return np.zeros(len(x))
    middle, half = (case.x[0] + case.x[-1]) / 2, (case.x[-1] - case.x[0]) / 2

    def bow(at: np.ndarray | float) -> np.ndarray | float:
        return case.bend * (1 - ((at - middle) / half) ** 2)

    return case.slope * (x - case.truth) + bow(x) - bow(case.truth)


def simulate(case: Case, rng: np.random.Generator) -> Moments:
    """Wins by level in each block, of all design points side by side: (wins of 4 levels, games) each."""
    x = np.array(case.x, float)
    rate = 0.25 + true_rate(case, x)
    rates = np.stack([rate, *[(1 - rate) / (LEVELS - 1)] * (LEVELS - 1)], axis=1)  # (m, levels)
    common, own = rng.random((2, case.blocks, GAMES, len(x)))
    chosen = rng.random((case.blocks, GAMES, 1)) < case.shared
    uniform = np.where(chosen, common[:, :, :1], own)
    winner = (uniform[..., None] > np.cumsum(rates, axis=1)[None, None]).sum(axis=-1).clip(max=LEVELS - 1)
    wins = (winner[..., None] == np.arange(LEVELS)).sum(axis=1)  # (blocks, m, levels)
    games = np.full((case.blocks, len(x), 1), GAMES)
    return Moments.of(np.concatenate([wins, games], axis=2).reshape(case.blocks, -1))


def analyse(case: Case, sums: Moments, confidence: float = 0.95) -> list[tuple[list, list[tuple[float, float]], list[tuple[float, float]]]]:
    """For each level its crossings, their intervals alone and together, as `analysis.tipping` makes them."""
    m, width = len(case.x), LEVELS + 1
    shown_at, together_at = sidak_confidence(confidence, LEVELS * m), sidak_confidence(confidence, LEVELS)
    found = []
    for level in range(LEVELS):
        unit = np.eye(m * width)
        rows = np.arange(m) * width
        # Par is fixed at 1 / LEVELS: each game has one winner.
        rates = ratios(sums, unit[rows + level], unit[rows + LEVELS])

        def ends(at: float, rates=rates) -> tuple[np.ndarray, np.ndarray]:
            par = 1.0 / LEVELS
            low, high = share_interval(rates.estimate, rates.error, rates.blocks, rates.size, at)
            fixed = mean_interval(np.full(m, par), np.zeros(m), rates.blocks, at)
            return difference_interval((rates.estimate, low, high), (np.full(m, par), *fixed))

        curve = Curve(np.array(case.x, float), rates.estimate - 1.0 / LEVELS, rates.correlation())
        crossed = crossings(curve, sides(*ends(shown_at)))
        found.append((crossed, [located(curve, *ends(confidence), c) for c in crossed], [located(curve, *ends(together_at), c) for c in crossed]))
    return found


def coverage(case: Case, repetitions: int, seed: int = 1) -> dict[str, float]:
    """Shares of the repetitions in which things were so."""
    rng = np.random.default_rng(seed)
    shown = alone = together = wrong = 0
    widths = []
    for _ in range(repetitions):
        levels = analyse(case, simulate(case, rng))
        crossed, own, _ = levels[0]
        wrong += any(c.status == "crosses" for level, *_ in levels for c in level)
        if crossed[0].status == "crosses":
            shown += 1
            alone += any(low <= case.truth <= high for low, high in own)
            # All curves together: those of the other levels cross at the same place.
            together += all(any(a <= case.truth <= b for a, b in j) for c, _, j in levels if c[0].status == "crosses")
            widths.append(own[0][1] - own[0][0])
    return {
        "shown": shown / repetitions,
        "alone": alone / max(shown, 1),
        "together": together / max(shown, 1),
        "width": float(np.median(widths)) if widths else float("nan"),
        "any": wrong / repetitions,
    }


def main() -> None:
    """Print a table in Markdown."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    print("| curve | blocks | shown | holds the truth | all curves together | median width |")
    print("|---|---|---|---|---|---|")
    for case in CASES:
        found = coverage(case, repetitions)
        if np.isnan(case.truth):
            print(f"| {case.name} | {case.blocks} | {100 * found['any']:.1f} (any level) | | | |")
        else:
            told = [f"{100 * found[key]:.1f}" for key in ("shown", "alone", "together")]
            print(f"| {case.name} | {case.blocks} | {' | '.join(told)} | {found['width']:.2f} |")


if __name__ == "__main__":
    main()
