"""Verdicts are wrong as seldom as they say, and the intervals of every kind of figure hold the truth, by simulation with fixed seeds.

Small; the large tables are in docs/explanation/verdicts.md and statistics.md, made by benchmarks/verdict_errors.py and figure_coverage.py. Rates
over R runs have a standard error of sqrt(0.05 * 0.95 / R); four of those are allowed.
"""

import numpy as np
import pytest

from benchmarks import figure_coverage, verdict_errors


def most(repetitions: int, nominal: float = 0.05) -> float:
    return nominal + 4 * np.sqrt(nominal * (1 - nominal) / repetitions)


@pytest.mark.parametrize("scenario", list(verdict_errors.SCENARIOS))
def test_wrong_verdicts_are_rare(scenario):
    """A margin of 5 points, which 1,000 blocks can tell from 0, so that both kinds of error can happen."""
    truth = [0.05 * t for t in verdict_errors.SCENARIOS[scenario]]
    rate = verdict_errors.error_rates(1, 400, 1, 1000, truth, 0.05)
    assert rate["any"] <= most(400)
    assert rate["decided"] > 0


def test_many_levels_dealt_alike_are_judged_together():
    rate = verdict_errors.error_rates(2, 150, 8, 150, [0.05, -0.05] * 4, 0.05, alike=True)
    assert rate["any"] <= most(150)


def test_verdicts_are_given_when_there_is_enough_to_see():
    right = verdict_errors.power(3, 60, 4000, (0.0,) * 8)
    assert right.mean() > 0.9
    right = verdict_errors.power(4, 60, 1000, (0.075, *(-0.075 / 7,) * 7))
    assert right[0] > 0.9


def test_the_simulated_game_has_the_effects_it_is_said_to_have():
    truth = np.array([0.06, -0.06, 0.02, -0.02])
    (found,) = verdict_errors.simulate(5, 1, 1, 20_000, truth)
    assert (np.abs(found.estimate - truth) < 5 * found.error).all()
    with pytest.raises(ValueError, match="add up to 0"):
        verdict_errors.effects_of([0.1, 0.1])


def test_forecasts_settle_four_times_in_five():
    _, settled = verdict_errors.forecast(6, 200, 400, (0.06, *(-0.06 / 7,) * 7), pilots=2)
    assert settled >= 0.8 - 4 * np.sqrt(0.16 / 200)


def test_the_screen_and_the_gate():
    truth = (0.06, -0.06, 0.025, -0.025, 0.025, -0.025, 0.0, 0.0)
    false, found, passed = verdict_errors.screened(7, 50, 4, 1000, truth)
    assert false <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / 50)
    assert found > 0.5
    assert passed <= most(50)


@pytest.mark.parametrize("wins", list(figure_coverage.ORDERS))
@pytest.mark.parametrize("likeness", [0.0, 0.3])
def test_going_first_is_covered_near_0_and_1_too(wins, likeness):
    assert figure_coverage.going_first_coverage(8, 2000, 60, figure_coverage.ORDERS[wins], likeness) >= 1 - most(2000)


@pytest.fixture(scope="module")
def truth():
    return figure_coverage.within_truth(1_000_000)


def test_figures_within_a_game_are_covered(truth):
    found = figure_coverage.within_coverage(9, 300, 60, truth)
    for name, (alone, together) in found.items():
        # The variance of products of skewed numbers is hardly known from 60 games; the documentation says so.
        slack = 0.035 if name == "part of the spread" else 0.0
        assert alone >= 1 - most(300) - slack, name
        assert together >= 1 - most(300) - slack, name


def test_maps_and_changes_are_covered():
    for coverage in (figure_coverage.map_coverage(10, 300, 60), figure_coverage.rare_map_coverage(11, 300, 60)):
        assert min(coverage) >= 1 - most(300)
    for touched in (1.0, 0.1):
        held, known = figure_coverage.change_of_mean_coverage(12, 1000, 100, touched)
        assert held >= 1 - most(1000)
        assert known > 0.99
