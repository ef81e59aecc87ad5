"""The sums and the formulas: merging, ratios, pairing, histograms, each against a plain computation."""

import numpy as np
import pytest

from analysis.statistics import Histogram, Moments, PairMoments, paired_differences, ratios


def deals(blocks: int, seed: int = 1) -> np.ndarray:
    """(blocks, 6): wins of two levels and of all, games of two levels and of all, with a shared deal in each block."""
    rng = np.random.default_rng(seed)
    games = rng.integers(0, 4, (blocks, 2))
    luck = rng.beta(3, 7, (blocks, 1))
    wins = rng.binomial(games, luck)
    return np.column_stack([wins, wins.sum(axis=1) + 1, games, games.sum(axis=1) + 4])


def test_merging_gives_the_same_bits_in_any_order_and_grouping():
    values = deals(1000)
    whole = Moments.of(values)
    pieces = [Moments.of(part) for part in np.array_split(values, 7)]
    for order in (pieces, pieces[::-1], [pieces[3], *pieces[:3], *pieces[4:]]):
        merged = Moments.zero(6)
        for piece in order:
            merged = merged + piece
        assert merged.blocks == whole.blocks == 1000
        assert np.array_equal(merged.total, whole.total)
        assert np.array_equal(merged.cross, whole.cross)
        assert np.array_equal(merged.present, whole.present)


def test_sums_of_different_variables_are_not_merged():
    with pytest.raises(ValueError, match="can't be merged"):
        Moments.zero(2).merge(Moments.zero(3))
    with pytest.raises(ValueError, match="blocks, variables"):
        Moments.of(np.zeros(3))


def test_ratio_and_its_variance_equal_the_textbook_formula():
    values = deals(500).astype(float)
    found = ratios(Moments.of(values), np.eye(6)[:3], np.eye(6)[3:])
    for k in range(3):
        y, n = values[:, k], values[:, 3 + k]
        share = y.sum() / n.sum()
        residual = (y - share * n) / n.sum()
        present = np.count_nonzero(n)
        assert found.estimate[k] == pytest.approx(share, rel=1e-12)
        assert found.error[k] == pytest.approx(np.sqrt(present / (present - 1) * (residual**2).sum()), rel=1e-9)
        assert found.blocks[k] == present
        assert found.size[k] == n.sum()


def test_covariance_of_ratios_equals_a_jackknife():
    values = deals(400).astype(float)
    top, bottom = np.eye(6)[:3], np.eye(6)[3:]
    found = ratios(Moments.of(values), top, bottom)
    total = values.sum(axis=0)
    left_out = np.array([(total - row)[:3] / (total - row)[3:] for row in values])
    spread = left_out - left_out.mean(axis=0)
    jackknife = (len(values) - 1) / len(values) * spread.T @ spread
    assert found.covariance == pytest.approx(jackknife, rel=0.02, abs=1e-9)
    estimate, error = found.contrasts(np.array([[1.0, 0.0, -1.0]]))
    assert estimate[0] == pytest.approx(found.estimate[0] - found.estimate[2])
    assert error[0] == pytest.approx(np.sqrt(jackknife[0, 0] + jackknife[2, 2] - 2 * jackknife[0, 2]), rel=0.02)


def test_a_share_that_is_the_same_in_every_block_has_no_error():
    constant = np.column_stack([np.arange(1, 400), 3 * np.arange(1, 400)])
    found = ratios(Moments.of(constant), [[1, 0]], [[0, 1]])
    assert found.estimate[0] == pytest.approx(1 / 3)
    assert found.error[0] == 0.0


def test_a_level_that_never_occurs_is_nan_and_hurts_no_other():
    values = np.column_stack([deals(50)[:, :2], np.zeros(50)])
    found = ratios(Moments.of(values), [[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]])
    assert np.isfinite(found.estimate[0])
    assert np.isfinite(found.error[0])
    assert np.isnan(found.estimate[1])
    assert np.isnan(found.error[1])


def test_pairing_uses_the_same_blocks_and_tells_what_it_gained():
    rng = np.random.default_rng(4)
    luck = rng.normal(size=600)
    first = np.column_stack([np.rint(10 + 5 * luck + rng.normal(size=600)), np.full(600, 20)])
    second = np.column_stack([np.rint(11 + 5 * luck + rng.normal(size=600)), np.full(600, 20)])
    found = paired_differences(PairMoments.of(first, second), [[1, 0]], [[0, 1]])
    difference = second[:, 0] / 20 - first[:, 0] / 20
    assert found.estimate[0] == pytest.approx(difference.mean())
    assert found.error[0] == pytest.approx(difference.std(ddof=1) / np.sqrt(600), rel=1e-6)
    unpaired = (first[:, 0].var(ddof=1) + second[:, 0].var(ddof=1)) / 400 / 600
    assert found.gain[0] == pytest.approx(unpaired / found.error[0] ** 2, rel=1e-6)
    assert found.gain[0] > 10
    assert abs(found.estimate[0] - 0.05) < 4 * found.error[0]
    assert found.low[0] < found.estimate[0] < found.high[0]


def test_pairs_merge_like_other_sums():
    first, second = deals(90, 1), deals(90, 2)
    whole = PairMoments.of(first, second)
    merged = PairMoments.of(first[:40], second[:40]) + PairMoments.of(first[40:], second[40:])
    assert np.array_equal(whole.both.cross, merged.both.cross)
    assert np.array_equal(whole.changed, merged.changed)


def test_blocks_that_all_changed_alike_prove_little():
    """Two blocks, each three games with one win fewer: no variance, and yet no certainty. Blocks that deviate, a share of
    q = 1 - √0.025 of all, are missing among two one time in forty, and may lie anywhere between -1 and 1."""
    first, second = np.array([[2.0, 3.0]] * 2), np.array([[1.0, 3.0]] * 2)
    pair = PairMoments.of(first, second)
    found = paired_differences(pair, [[1, 0]], [[0, 1]])
    rarer = 1 - 0.025**0.5
    assert found.estimate[0] == pytest.approx(-1 / 3)
    assert found.low[0] == pytest.approx((1 - rarer) * (-1 / 3) - rarer)
    assert found.high[0] == pytest.approx((1 - rarer) * (-1 / 3) + rarer)
    means = paired_differences(pair, [[1, 0]], [[0, 1]], shares=False)
    assert np.isnan([means.low[0], means.high[0]]).all()


def test_a_change_that_changed_nothing_is_bounded_and_not_claimed_to_be_zero():
    same = np.column_stack([np.full(1000, 1), np.full(1000, 4)])
    found = paired_differences(PairMoments.of(same, same), [[1, 0]], [[0, 1]])
    assert found.estimate[0] == 0
    assert -0.005 < found.low[0] < 0 < found.high[0] < 0.005


def test_a_change_that_is_the_same_in_the_few_blocks_seen_is_not_known_exactly():
    first, second = np.array([[2, 4], [2, 4]]), np.array([[1, 4], [1, 4]])
    found = paired_differences(PairMoments.of(first, second), [[1, 0]], [[0, 1]])
    unseen = 1 - 0.025 ** (1 / 2)  # with probability 0.025 both blocks are of the kind seen though so many are not
    assert found.estimate[0] == -0.25
    assert found.low[0] == pytest.approx(-0.25 - unseen * 0.75)
    assert found.high[0] == pytest.approx(-0.25 + unseen * 1.25)
    assert found.low[0] < 0 < found.high[0]


def test_histogram_merges_and_knows_the_spread_over_blocks():
    rng = np.random.default_rng(5)
    block = np.repeat(np.arange(300), 4)
    value = (20 + np.repeat(rng.normal(0, 6, 300), 4) + rng.normal(0, 3, 1200)).astype(int).clip(0)
    whole = Histogram.of(block, value)
    shuffled = rng.permutation(1200)
    parts = [Histogram.of(block[keep], value[keep]) for keep in (block < 100, (block >= 100) & (block < 250), block >= 250)]
    merged = parts[2] + parts[0] + parts[1]
    for other in (merged, Histogram.of(block[shuffled], value[shuffled])):
        assert other.blocks == 300
        for name in ("count", "pairs", "sized"):
            assert np.array_equal(getattr(other, name), getattr(whole, name))
    share, error = whole.shares()
    for x in (12, 20, 27):
        in_block = (value <= x).reshape(300, 4).sum(axis=1)
        assert share[x] == pytest.approx(in_block.sum() / 1200)
        assert error[x] == pytest.approx(in_block.std(ddof=1) / 4 / np.sqrt(300), rel=1e-9)
    assert whole.mean() == pytest.approx(value.mean())
    for q, (estimate, low, high) in zip((0.1, 0.5, 0.9), whole.quantile([0.1, 0.5, 0.9])):
        assert estimate == np.quantile(value, q, method="inverted_cdf")
        assert low <= estimate <= high


def test_histogram_bars_hold_all_games_up_to_the_cut():
    value = np.array([3, 3, 4, 9, 9, 9, 10, 50])
    histogram = Histogram.of(np.arange(8), value)
    edges, counts = histogram.binned(4)
    assert counts.sum() == 8
    assert len(counts) <= 4
    edges, counts = histogram.binned(4, 0.8)
    assert counts.sum() == 7
    assert edges[0] == 3
    assert Histogram.zero().games == 0
    with pytest.raises(ValueError, match="no games"):
        Histogram.zero().quantile([0.5])
