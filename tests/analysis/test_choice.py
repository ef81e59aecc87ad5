"""The conditional logit against statsmodels and against data made with known effects."""

import numpy as np
import pytest
from statsmodels.discrete.conditional_models import ConditionalLogit

from analysis.choice_model import coded, coding
from analysis.statistics.choice import conditional_logit


def drawn(rng, blocks, games=4, players=4, beta=(0.5, -0.3), luck=0.0, ties=0.0):
    """Games of blocks whose seats have a factor of three levels; a hand of luck is shared by the games of a block."""
    level = rng.integers(0, 3, (blocks, games, players))
    effect = coding(3) @ np.array(beta)
    hand = luck * rng.normal(size=(blocks, 1, players))
    strength = effect[level] + hand
    won = np.zeros((blocks * games, players), bool)
    flat = strength.reshape(-1, players)
    won[np.arange(len(flat)), (flat + rng.gumbel(size=flat.shape)).argmax(axis=1)] = True
    tied = rng.random(len(flat)) < ties
    # Two winners: a pair with a probability proportional to the product of its strengths, by rejection of equal ones.
    for game in np.flatnonzero(tied):
        p = np.exp(flat[game] - flat[game].max())
        while True:
            one, other = rng.choice(players, size=2, p=p / p.sum())
            if one != other:
                break
        won[game] = False
        won[game, [one, other]] = True
    return level.reshape(-1, players), won, np.repeat(np.arange(blocks), games)


def test_estimates_and_likelihood_are_those_of_statsmodels():
    rng = np.random.default_rng(1)
    level, won, block = drawn(rng, 120, ties=0.2)
    x = coded(3, level)
    mine = conditional_logit(x, won, block)
    game = np.repeat(np.arange(len(won)), won.shape[1])
    theirs = ConditionalLogit(won.ravel().astype(int), x.reshape(-1, 2), groups=game).fit(disp=False)
    assert mine.estimate == pytest.approx(theirs.params, abs=1e-4)
    alone = conditional_logit(x, won, np.arange(len(won)))
    assert np.sqrt(np.diagonal(alone.covariance)) == pytest.approx(theirs.bse, rel=0.12)  # no blocks, the model true: both estimate the same


def test_errors_are_those_of_blocks():
    """A block that is played four times over says as much as once."""
    rng = np.random.default_rng(2)
    level, won, block = drawn(rng, 200, games=1)
    once = conditional_logit(coded(3, level), won, block)
    four = conditional_logit(np.repeat(coded(3, level), 4, axis=0), np.repeat(won, 4, axis=0), np.repeat(block, 4))
    assert four.estimate == pytest.approx(once.estimate)
    assert four.covariance == pytest.approx(once.covariance)
    assert (four.games, four.blocks) == (800, 200)


@pytest.mark.parametrize(("luck", "ties"), [(0.0, 0.0), (0.0, 0.3)])
def test_known_effects_are_held(luck, ties):
    rng = np.random.default_rng(3)
    held, draws = np.zeros(2), 200
    for _ in range(draws):
        level, won, block = drawn(rng, 60, games=2, luck=luck, ties=ties)
        found = conditional_logit(coded(3, level), won, block)
        half = 2.0 * np.sqrt(np.diagonal(found.covariance))
        held += np.abs(found.estimate - (0.5, -0.3)) <= half
    assert (held / draws > 0.90).all(), held / draws


def test_what_can_not_be_estimated_is_not():
    rng = np.random.default_rng(4)
    level, won, block = drawn(rng, 50)
    never = won & (level != 2)
    assert conditional_logit(coded(3, level), never, block) is None  # a level that never wins
    x = coded(3, level)
    assert conditional_logit(np.concatenate([x, x], axis=2), won, block) is None  # twice the same factor
    assert conditional_logit(x, np.zeros_like(won), block) is None  # nobody won anything
