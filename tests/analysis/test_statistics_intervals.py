"""Intervals hold the truth as often as they say, by simulation with fixed seeds, and behave at the edges.

A coverage over R repetitions has a standard error of sqrt(0.95 * 0.05 / R); four of those are allowed below the nominal value.
The large tables are in docs/explanation/statistics.md, made by benchmarks/interval_coverage.py.
"""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics import (
    Histogram,
    Moments,
    PairMoments,
    difference_interval,
    max_t_critical,
    mean_interval,
    paired_differences,
    share_interval,
    sidak_confidence,
)
from analysis.statistics.simultaneous import sidak_critical
from benchmarks.interval_coverage import LAWS, deal_table, from_par_holds, share_coverage

REPETITIONS = 4000


def floor(repetitions: int, nominal: float = 0.95) -> float:
    return nominal - 4 * np.sqrt(nominal * (1 - nominal) / repetitions)


@pytest.mark.parametrize("law", list(LAWS))
@pytest.mark.parametrize("blocks", [30, 100, 1000])
@pytest.mark.parametrize("share", [0.001, 0.05, 0.25, 0.5, 0.999])
def test_shares_are_covered(law, blocks, share):
    below, above, width = share_coverage(LAWS[law](share), share, blocks, REPETITIONS, seed=11)
    # With 30 blocks and rare wins alike within a block a point is lost; the documentation says so.
    slack = 0.012 if blocks == 30 and law == "games of a block alike (0.3)" else 0.0
    assert 1 - below - above >= floor(REPETITIONS) - slack
    assert 0 < width < 1


def test_without_correlation_it_is_the_exact_binomial_interval():
    p = 0.2
    n = 100_000
    low, high = share_interval(p, np.sqrt(p * (1 - p) / n), n, n)
    exact = stats.binomtest(int(p * n), n).proportion_ci(method="exact")
    assert (low, high) == pytest.approx((exact.low, exact.high), abs=1e-7)


def test_correlation_within_blocks_widens_and_evening_out_narrows():
    p, blocks = 0.25, 1000
    width = {}
    for factor in (0.25, 1.0, 4.0):
        error = np.sqrt(factor * p * (1 - p) / (4 * blocks))
        low, high = share_interval(p, error, blocks, 4 * blocks)
        width[factor] = float(high - low)
    assert width[0.25] < 0.55 * width[1.0]
    assert width[4.0] > 1.9 * width[1.0]


def test_shares_at_the_edges():
    low, high = share_interval([0.0, 1.0, 0.25, 0.5, np.nan], [0.0, 0.0, 0.0, np.nan, np.nan], [100, 100, 100, 1, 0], [400] * 5)
    once = 1 - 0.025 ** (1 / 100)  # Clopper and Pearson's bound for 0 of 100
    assert high[0] == pytest.approx(once)
    assert low[0] == 0
    assert low[1] == pytest.approx(1 - once)
    assert high[1] == 1
    assert low[2] < 0.25 < high[2]
    assert high[2] - low[2] == pytest.approx(once)
    assert (low[3], high[3]) == (0, 1)
    assert np.isnan(low[4])
    assert np.isnan(high[4])
    tiny = share_interval(0.0, 0.0, 10**6, 4 * 10**6)
    assert 0 < tiny[1] < 4e-6


def test_means_are_students():
    rng = np.random.default_rng(2)
    value = rng.normal(10, 2, 25)
    low, high = mean_interval(value.mean(), value.std(ddof=1) / 5, 25)
    expected = stats.t.interval(0.95, 4, value.mean(), value.std(ddof=1) / 5)  # a sixth of 24 degrees of freedom
    assert (low, high) == pytest.approx(expected)
    assert np.isnan(mean_interval(3.0, np.nan, 1)[0])


def test_difference_follows_the_bounds_and_the_correlation():
    one, other = (0.02, 0.005, 0.07), (0.01, 0.001, 0.06)
    low, high = difference_interval(one, other)
    assert low == pytest.approx(0.01 - np.hypot(0.015, 0.05))
    assert high == pytest.approx(0.01 + np.hypot(0.05, 0.009))
    closer = difference_interval(one, other, 0.9)
    assert closer[1] - closer[0] < high - low
    assert difference_interval((1.0, 0.9, 1.0), (0.0, 0.0, 0.1))[1] == 1.0


def test_differences_from_par_and_all_of_them_together():
    strength = np.array([0.0, 0.1, 0.2, 0.3, -0.6])
    rng = np.random.default_rng(8)
    (many,) = deal_table(rng, 400_000, strength)
    totals = many.sum(axis=0)
    truth = totals[:5] / totals[6:11] - 0.25
    repetitions = 400
    alone = together = 0.0
    for _ in range(repetitions):
        (values,) = deal_table(rng, 60, strength)
        moments = Moments.of(values)
        alone += from_par_holds(moments, truth, 0.95).mean() / repetitions
        together += from_par_holds(moments, truth, sidak_confidence(0.95, 5)).all() / repetitions
    assert alone >= floor(repetitions)
    assert together >= floor(repetitions)


def test_paired_differences_are_covered_even_when_few_blocks_change():
    rng = np.random.default_rng(9)
    repetitions = 800
    pick = np.eye(2)
    for flips in (0.005, 0.05, 0.4):  # the share of blocks that the change alters, always in one direction
        held = 0
        for _ in range(repetitions):
            before = rng.binomial(3, 0.3, 200)
            after = before + (rng.random(200) < flips)
            games = np.full(200, 4)
            found = paired_differences(PairMoments.of(np.column_stack([before, games]), np.column_stack([after, games])), pick[:1], pick[1:])
            held += found.low[0] <= flips / 4 <= found.high[0]
        assert held / repetitions >= floor(repetitions)


def test_quantiles_are_covered():
    rng = np.random.default_rng(10)

    def lengths(blocks: int) -> np.ndarray:
        return (8 + np.exp(2.5 + 0.4 * rng.normal(size=(blocks, 1)) + 0.5 * rng.normal(size=(blocks, 4)))).astype(int)

    everything = lengths(200_000).ravel()
    levels = [0.1, 0.5, 0.9]
    truth = np.quantile(everything, levels, method="inverted_cdf")
    held = np.zeros(3)
    repetitions = 500
    for _ in range(repetitions):
        found = Histogram.of(np.repeat(np.arange(80), 4), lengths(80).ravel()).quantile(levels)
        held += [low <= t <= high for (_, low, high), t in zip(found, truth)]
    assert (held / repetitions >= floor(repetitions)).all()


def test_sidak_is_never_narrower_than_the_exact_critical_value():
    for rows, correlation in ((2, 0.0), (5, -0.25), (8, 0.5), (8, -1 / 7), (5, 0.95)):
        matrix = np.full((rows, rows), correlation)
        np.fill_diagonal(matrix, 1.0)
        assert max_t_critical(matrix) <= sidak_critical(rows) + 0.01
    assert sidak_critical(5) == pytest.approx(stats.norm.isf((1 - 0.95**0.2) / 2))
    assert sidak_critical(1, 10) == pytest.approx(stats.t.isf(0.025, 10))
    independent = max_t_critical(np.eye(5), freedom=20)
    assert independent > max_t_critical(np.eye(5))
    assert sidak_confidence(0.95, 0) == 0.95
    with pytest.raises(ValueError, match="between 0 and 1"):
        sidak_confidence(95, 3)
