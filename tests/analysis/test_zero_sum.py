"""Mixed equilibria of small tables that are known."""

import numpy as np
import pytest

from analysis.statistics.zero_sum import equilibrium

ROCK = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def test_rock_paper_scissors_is_played_by_thirds():
    assert equilibrium(ROCK) == pytest.approx([1 / 3] * 3)


def test_weights_of_a_cycle_are_those_of_the_opposite_sides():
    # With wins a, b, c around a cycle a weight is proportional to the win between the other two (Straffin 1993, Game Theory and Strategy, 3).
    a, b, c = 0.2, 0.5, 0.1  # 0 beats 1 by a, 1 beats 2 by b, 2 beats 0 by c
    payoff = np.array([[0, a, -c], [-a, 0, b], [c, -b, 0]])
    assert equilibrium(payoff) == pytest.approx(np.array([b, c, a]) / (a + b + c))


def test_who_beats_all_others_is_played_alone_and_a_loser_never():
    payoff = np.zeros((4, 4))
    payoff[:3, :3] = ROCK
    payoff[:3, 3], payoff[3, :3] = 0.5, -0.5
    assert equilibrium(payoff)[3] == 0
    assert equilibrium(-payoff).tolist() == [0, 0, 0, 1]


def test_no_mixture_loses_to_any_strategy():
    rng = np.random.default_rng(1)
    for size in (2, 3, 5, 8):
        raw = rng.normal(size=(size, size))
        payoff = raw - raw.T
        weights = equilibrium(payoff)
        assert weights.sum() == pytest.approx(1.0)
        assert (weights @ payoff).min() > -1e-8


def test_a_table_that_is_not_antisymmetric_is_refused():
    with pytest.raises(ValueError, match="antisymmetric"):
        equilibrium(np.array([[0.0, 1.0], [1.0, 0.0]]))
