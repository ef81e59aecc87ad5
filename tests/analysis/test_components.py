"""Effects, sizes and their intervals, against classical analysis of variance and by simulation."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from statsmodels.formula.api import ols

from analysis.statistics.components import Component, component, effect_matrix, projection, ratio_interval, terms

SIZES = (3, 4)


@pytest.fixture(scope="module")
def replicated():
    """Three replicates in each of 3 × 4 cells, and the means of the cells."""
    rng = np.random.default_rng(1)
    a, b, _ = (x.ravel() for x in np.indices((*SIZES, 3)))
    y = 0.4 * a - 0.2 * (b == 2) + 0.5 * (a == 1) * (b == 0) + rng.normal(size=len(a))
    return pd.DataFrame({"a": a.astype(str), "b": b.astype(str), "y": y})


def test_sums_of_squares_are_those_of_statsmodels(replicated):
    table = sm.stats.anova_lm(ols("y ~ C(a) * C(b)", replicated).fit(), typ=2)
    means = replicated.groupby(["a", "b"])["y"].mean().to_numpy()
    mean_square = table.loc["Residual", "sum_sq"] / table.loc["Residual", "df"]
    covariance = np.eye(len(means)) * mean_square / 3
    for term, name in (((0,), "C(a)"), ((1,), "C(b)"), ((0, 1), "C(a):C(b)")):
        found = component(means, covariance, projection(SIZES, [term]))
        assert 3 * found.measured == pytest.approx(table.loc[name, "sum_sq"])
        assert found.freedom == pytest.approx(table.loc[name, "df"])
        # Expected mean square of a fixed effect: K θ² · replicates = SS - df · MSE (Searle, Linear Models, chapter 9)
        assert found.square == pytest.approx((table.loc[name, "sum_sq"] - table.loc[name, "df"] * mean_square) / 3 / len(means))


def test_effects_are_those_of_a_model_with_sums_of_zero(replicated):
    means = replicated.groupby(["a", "b"])["y"].mean().to_numpy()
    fitted = ols("y ~ C(a, Sum) * C(b, Sum)", replicated).fit().params
    mine = effect_matrix(SIZES, (0,)) @ means
    assert mine[:2] == pytest.approx([fitted["C(a, Sum)[S.0]"], fitted["C(a, Sum)[S.1]"]])
    assert mine.sum() == pytest.approx(0.0, abs=1e-12)
    both = (effect_matrix(SIZES, (0, 1)) @ means).reshape(SIZES)
    assert both[0, 0] == pytest.approx(fitted["C(a, Sum)[S.0]:C(b, Sum)[S.0]"])
    assert np.abs(both.sum(axis=0)).max() < 1e-12


def test_terms_add_up_to_all_that_differs():
    sizes = (2, 3, 2)
    rng = np.random.default_rng(2)
    means = rng.normal(size=12)
    whole = projection(sizes, terms(3))
    assert whole @ means == pytest.approx(means - means.mean())
    covariance = np.diag(rng.random(12))
    parts = [component(means, covariance, projection(sizes, [term])).measured for term in terms(3)]
    assert sum(parts) == pytest.approx(((means - means.mean()) ** 2).sum())


def test_without_spread_there_is_no_interval_and_noise_alone_reaches_zero():
    means = np.array([0.1, 0.2])
    onto = projection((2,), [(0,)])
    for nothing in (np.zeros((2, 2)), np.full((2, 2), np.nan)):
        assert np.isnan(component(means, nothing, onto).interval(0.95)).all()
    low, high = component(means, np.eye(2), onto).interval(0.95)
    assert low == 0.0
    assert high > 0.0
    equal = component(np.array([0.2, 0.2]), np.eye(2), onto)
    assert equal.square < 0
    assert equal.interval(0.95)[1] > 0.0  # not shown to be nothing at all


def test_a_far_noncentrality_is_found_like_a_near_one():
    near, far = (Component(1.0, q, 1.0, 5.0, 1).interval(0.95) for q in (9_990.0, 10_010.0))
    assert near == pytest.approx(far, rel=0.004)
    assert near[0] < 9_990 - 5 < near[1]


@pytest.mark.parametrize("strength", [0.0, 0.02, 0.2])
def test_intervals_of_sizes_and_shares_hold_the_truth(strength):
    """Correlated cells with unequal errors, as of blocks that deal some cells more often."""
    rng = np.random.default_rng(3)
    a, b = (x.ravel() for x in np.indices(SIZES))
    truth = 0.05 * (a - 1.0) + strength * (a == 0) * (b == 0)
    root = 0.02 * (np.eye(12) + 0.1 * rng.normal(size=(12, 12))) * np.linspace(0.7, 1.3, 12)[:, None]
    covariance = root @ root.T
    held = np.zeros(3)
    exact = {term: component(truth, np.zeros((12, 12)), projection(SIZES, [term])).square for term in terms(2)}
    share = exact[0, 1] / sum(exact.values())
    draws = 600
    mean = 0.0
    for _ in range(draws):
        means = truth + root @ rng.normal(size=12)
        found = {term: component(means, covariance, projection(SIZES, [term])) for term in terms(2)}
        rest = component(means, covariance, projection(SIZES, [(0,), (1,)]))
        mean += found[0, 1].square / draws
        for k, term in enumerate(((0,), (0, 1))):
            low, high = found[term].interval(0.95)
            held[k] += low - 1e-12 <= exact[term] <= high
        low, high = ratio_interval(found[0, 1], rest, 0.95)
        held[2] += low - 1e-12 <= share <= high
    assert (held / draws > 0.92).all(), held / draws  # three standard errors below 95 %
    spread = np.sqrt(2 * 6 * 0.02**4 + 4 * 0.02**2 * 12 * exact[0, 1]) / 12 / np.sqrt(draws)
    assert mean == pytest.approx(exact[0, 1], abs=6 * spread)  # unbiased
