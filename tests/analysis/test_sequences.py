"""Intervals that hold at every moment: the inequality they rest on, their bounds, and whole trajectories with stopping."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.statistics import Moments, share_interval
from analysis.statistics.sequences import _STAKES, _bound, bets, difference_ends, difference_sequence, money, share_ends, share_sequence


def test_the_sums_never_promise_more_money_than_the_bets_make():
    """Against the product of (1 + stake z) over the blocks, bet by bet: a lower bound, and nearly all of it for small stakes."""
    rng = np.random.default_rng(1)
    for bound, z in ((1.0, rng.uniform(-1, 3, 500)), (2.0, rng.choice([-2.0, 0.1], 500)), (0.3, rng.exponential(1, 500) - 0.3)):
        promised = bets(np.array(z.sum()), np.array((z**2).sum()), np.array(bound))
        stakes = np.minimum(_STAKES, 0.75 / bound)
        made = np.log1p(stakes[:, None] * z).sum(axis=1)
        assert (promised <= made + 1e-9).all()
        assert promised[-1] == pytest.approx(made[-1], rel=0.01)
    assert money(np.zeros((len(_STAKES), 3))) == pytest.approx(np.zeros(3))


@pytest.mark.parametrize("within", [True, False])
def test_no_block_is_beyond_its_bound(within):
    """Blocks of all kinds, their corners too: seats of the level and others, each with some wins."""
    rng = np.random.default_rng(2)
    most, of = (5, 12) if within else (5, 7)
    n = rng.integers(0, most + 1, 4000)
    g = np.where(rng.random(4000) < 0.5, of, rng.integers(n if within else 0, of + 1))
    y = rng.choice([0, 1], 4000) * n
    others = g - n if within else g
    w = rng.choice([0, 1], 4000) * others + (y if within else 0)
    tight = []
    for p, d, k in rng.uniform([0, -1, 0], [1, 1, 1], (200, 3)):
        z = y - (p + d) * n - k * (w - p * g)
        for sign in (1.0, -1.0):
            bound = _bound(*(np.array(x) for x in (p, d, k, float(most), float(of))), within, sign)
            assert (-sign * z).max() <= bound + 1e-9
            tight.append((-sign * z).max() / bound)
    assert np.median(tight) > 0.9


def trajectories(share: float, blocks: int, repetitions: int, seed: int):
    """A level has 0, 4 or 8 of the 16 seats of a block and wins with `share`, others with 0.3. Cumulated sums: (looks, 4, R), (looks, 4, 4, R)."""
    rng = np.random.default_rng(seed)
    n = 4 * rng.integers(0, 3, (repetitions, blocks))
    y = rng.binomial(n, share)
    w = y + rng.binomial(16 - n, 0.3)
    each = np.stack([y, n, w, np.full_like(y, 16)]).astype(float)
    looks = np.unique(np.geomspace(20, blocks, 25).astype(int))
    total = np.cumsum(each, axis=2)[:, :, looks - 1]
    cross = np.cumsum(np.einsum("arb,crb->acrb", each, each), axis=3)[..., looks - 1]
    return np.moveaxis(total, 2, 0), np.moveaxis(cross, 3, 0), looks


def test_whoever_looks_all_the_time_is_seldom_misled():
    """The truth leaves the intervals at some moment of a trajectory 5 times in 100 at most; intervals for a fixed number of games far more often."""
    share, repetitions = 0.26, 400
    totals, crosses, looks = trajectories(share, 3000, repetitions, seed=3)
    par = (share * 4 + 0.3 * 12) / 16  # on average 4 of the 16 seats are of the level
    missed = {"share": np.zeros(repetitions, bool), "difference": np.zeros(repetitions, bool), "fixed": np.zeros(repetitions, bool)}
    for total, cross, blocks in zip(totals, crosses, looks, strict=True):
        low, high = share_ends(total[:2], cross[:2, :2], 8)
        missed["share"] |= (low > share) | (high < share)
        low, high = difference_ends(total, cross, (8, 16), 0.25, within=True)
        missed["difference"] |= (low > share - par) | (high < share - par)
        estimate = total[0] / total[1]
        squares = cross[0, 0] - 2 * estimate * cross[0, 1] + estimate**2 * cross[1, 1]
        low, high = share_interval(estimate, np.sqrt(squares) / total[1], np.full(repetitions, blocks), total[1])
        missed["fixed"] |= (low > share) | (high < share)
    rate = {name: found.mean() for name, found in missed.items()}
    allowed = 0.05 + 3 * np.sqrt(0.05 * 0.95 / repetitions)
    assert rate["share"] <= allowed
    assert rate["difference"] <= allowed
    assert rate["fixed"] > 0.15


def test_ends_are_where_the_money_is_enough_and_intervals_lie_within_each_other():
    totals, crosses, _ = trajectories(0.2, 2000, 5, seed=4)
    total, cross = totals[-1], crosses[-1]
    narrow, wide = (difference_ends(total, cross, (8, 16), 0.25, within=True, confidence=c) for c in (0.9, 0.99))
    estimate = total[0] / total[1] - total[2] / total[3]
    assert (wide[0] < narrow[0]).all()
    assert (narrow[0] < estimate).all()
    assert (estimate < narrow[1]).all()
    assert (narrow[1] < wide[1]).all()
    low, high = share_ends(total[:2], cross[:2, :2], 8)
    y, n = total[:2]
    at_low = money(bets(y - low * n, cross[0, 0] - 2 * low * cross[0, 1] + low**2 * cross[1, 1], low * 8))
    at_high = money(bets(high * n - y, cross[0, 0] - 2 * high * cross[0, 1] + high**2 * cross[1, 1], (1 - high) * 8))
    assert at_low == pytest.approx(np.full(5, np.log(40)), abs=1e-6)
    assert at_high == pytest.approx(np.full(5, np.log(40)), abs=1e-6)
    early = share_ends(totals[0][:2], crosses[0][:2, :2], 8)
    assert (early[1] - early[0] > 3 * (high - low)).all()


def test_knowing_how_often_a_level_plays_costs_no_validity_only_width():
    totals, crosses, _ = trajectories(0.2, 3000, 20, seed=5)
    width = {k: np.diff(difference_ends(totals[-1], crosses[-1], (8, 16), k, within=True), axis=0).mean() for k in (0.0, 0.25, 0.9)}
    assert width[0.25] < width[0.0]
    assert width[0.25] < width[0.9]


def test_little_or_nothing_known_is_said():
    moments = Moments.of(np.array([[0.0, 0.0], [0.0, 0.0]]))
    unit = np.eye(2)
    assert [float(end[0]) for end in share_sequence(moments, unit[:1], unit[1:], 4)] == [0.0, 1.0]
    pair = (unit[:1], unit[1:])
    assert [float(end[0]) for end in difference_sequence(moments, pair, pair, (4, 4), 1.0, within=False)] == [-1.0, 1.0]
    one = Moments.of(np.array([[1.0, 4.0]]))
    low, high = share_sequence(one, unit[:1], unit[1:], 4)
    assert low[0] < 0.05
    assert high[0] > 0.8
    always = Moments.of(np.tile([[4.0, 4.0]], (3000, 1)))
    low, high = share_sequence(always, unit[:1], unit[1:], 4)
    assert high[0] == 1.0
    assert 0.99 < low[0] < 1.0


def test_more_games_in_a_block_than_was_said_are_refused():
    with pytest.raises(ValueError, match="more games than the 4"):
        share_sequence(Moments.of(np.array([[1.0, 5.0]])), np.eye(2)[:1], np.eye(2)[1:], 4)
