"""Who wins within a game, given who sits at the table: conditional logit.

A seat's strength is x'β; a seat alone at the top wins with the probability exp(x'β) / Σ exp(x'β) over the seats of its game (McFadden 1974, in
Zarembka, Frontiers in Econometrics, 105-142; the first choice of Plackett and Luce). A game that k seats won says which set of k seats it was: the
likelihood given k, Π exp over the winners / Σ over all sets of k seats of the same product (exact treatment of ties: Chamberlain 1980, Review of
Economic Studies 47, 225-238). Games that nobody or everybody won say nothing about who wins. This is the likelihood of statsmodels'
`ConditionalLogit`, which tests compare with; that one visits games one by one in Python and has no errors for games that come in blocks.

Games of a block share their deal, so errors come from the scores of whole blocks (sandwich: Liang & Zeger 1986, Biometrika 73, 13-22).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.moments import Floats

_STEPS = 50
_LARGEST = 15.0
"""A log odds beyond this (one in three million) means that a level always or never wins: there is no estimate."""


@dataclass(frozen=True)
class Choice:
    """estimate: (K,) β.  covariance: (K, K), by blocks.  games: that say something about who wins.  blocks: that they lie in."""

    estimate: Floats
    covariance: Floats
    games: int
    blocks: int


def conditional_logit(x: Floats, won: NDArray[np.bool_], block: NDArray[np.int64]) -> Choice | None:
    """Fit by Newton's method, which finds the only maximum: the likelihood is concave.

    x: (G, P, K) of each seat of each game.  won: (G, P).  block: (G,). None when a coefficient has no finite estimate, or can't be told from others.
    """
    number = won.sum(axis=1)
    use = (number > 0) & (number < won.shape[1])
    x, won, block, number = x[use], won[use], block[use], number[use]
    kinds = [_sets(x[number == k], won[number == k], int(k)) for k in np.unique(number)]
    beta = np.zeros(x.shape[2])
    if not len(x):
        return None
    for _ in range(_STEPS):
        scores, information = _derivatives(kinds, beta)
        score = sum((s.sum(axis=0) for s in scores), np.zeros(len(beta)))
        if np.linalg.cond(information) > 1e10:
            return None
        step = np.linalg.solve(information, score)
        beta = beta + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        if np.abs(beta).max() > _LARGEST:
            return None
        if np.abs(step).max() < 1e-9:
            break
    else:
        return None
    scores, information = _derivatives(kinds, beta)
    if np.linalg.cond(information) > 1e10:
        return None
    of_games = np.concatenate([block[number == k] for k in np.unique(number)])
    places, where = np.unique(of_games, return_inverse=True)
    by_block = np.zeros((len(places), len(beta)))
    np.add.at(by_block, where, np.concatenate(scores))
    bread = np.linalg.inv(information)
    blocks = len(places)
    meat = by_block.T @ by_block * (blocks / (blocks - 1.0) if blocks > 1 else np.nan)
    return Choice(beta, bread @ meat @ bread, len(x), blocks)


def _sets(x: Floats, won: NDArray[np.bool_], winners: int) -> tuple[Floats, Floats]:
    """(G, S, K): x summed over each set of so many seats; (G, K): over the winners."""
    members = np.array([[seat in chosen for seat in range(x.shape[1])] for chosen in combinations(range(x.shape[1]), winners)], dtype=np.float64)
    return np.einsum("sp,gpk->gsk", members, x), np.einsum("gp,gpk->gk", won.astype(np.float64), x)


def _derivatives(kinds: list[tuple[Floats, Floats]], beta: Floats) -> tuple[list[Floats], Floats]:
    """Each game's score, kind by kind, and the information of all."""
    scores, information = [], np.zeros((len(beta), len(beta)))
    for sets, winners in kinds:
        strength = sets @ beta
        weight = np.exp(strength - strength.max(axis=1, keepdims=True))
        weight /= weight.sum(axis=1, keepdims=True)
        mean = np.einsum("gs,gsk->gk", weight, sets)
        scores.append(winners - mean)
        flat = sets.reshape(-1, len(beta))
        information += (flat * weight.reshape(-1, 1)).T @ flat - mean.T @ mean
    return scores, information
