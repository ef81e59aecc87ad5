"""How often the intervals of effects, of shares of variation, of the model, and of luck and skill hold the truth, by simulation.

    python -m benchmarks.effect_coverage            the tables of docs/explanation/effects.md (some minutes)
    python -m benchmarks.effect_coverage --quick    a tenth of the repetitions

A block is a deal: seats with levels of two factors, or strategies that move over its seats; everybody's chance of winning follows from strengths that
are known, and from luck with the cards that the games of a block share.
"""

from __future__ import annotations

import argparse
from itertools import product

import numpy as np

from analysis.choice_model import coded
from analysis.luck import parts_of
from analysis.statistics import Moments, ratios, sidak_confidence
from analysis.statistics.choice import conditional_logit
from analysis.statistics.components import component, effect_matrix, projection, ratio_interval, terms
from analysis.statistics.intervals import mean_interval
from analysis.statistics.moments import Floats

SIZES = (3, 4)
GAMES = 4
PLAYERS = 4


def crossed_truth(strength: Floats, luck: float, rng: np.random.Generator) -> Floats:
    """Win rates of the cells, by a large simulation of the same law."""
    total = np.zeros((2, *SIZES))
    for _ in range(60):
        values = crossed_blocks(strength, luck, 10_000, rng)
        total += values.sum(axis=0).reshape(2, *SIZES)
    return np.asarray(total[0] / total[1], dtype=np.float64)


def crossed_blocks(strength: Floats, luck: float, blocks: int, rng: np.random.Generator) -> Floats:
    """(blocks, 2 · cells): wins and games; the hands of a deal move over the seats, so that its games share levels and luck."""
    cells = strength.size
    level = rng.integers(0, cells, (blocks, 1, PLAYERS))
    strong = strength.ravel()[level] + luck * rng.normal(size=(blocks, 1, PLAYERS)) + rng.gumbel(size=(blocks, GAMES, PLAYERS))
    won = np.zeros((blocks, GAMES, PLAYERS))
    np.put_along_axis(won, strong.argmax(axis=2)[..., None], 1.0, axis=2)
    where = (np.arange(blocks)[:, None, None] * cells + level + np.zeros((1, GAMES, 1), np.int64)).ravel()
    counted = [np.bincount(where, weights=w, minlength=blocks * cells).reshape(blocks, cells) for w in (won.ravel(), None)]
    return np.hstack(counted).astype(np.float64)


def effects(repetitions: int, blocks: int, beyond: float, rng: np.random.Generator) -> list[float]:
    """Coverage of main effects, each and together; of interactions together; of the size of the interaction; of its share."""
    strength = 0.3 * np.array([-1.0, 0.0, 1.0])[:, None] * np.ones(4) + beyond * np.outer([1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0])
    truth = crossed_truth(strength, 0.7, rng)
    matrices = [np.vstack([effect_matrix(SIZES, (k,)) for k in (0, 1)]), effect_matrix(SIZES, (0, 1))]
    exact = {term: component(truth.ravel(), np.zeros((12, 12)), projection(SIZES, [term])).square for term in terms(2)}
    share = exact[0, 1] / sum(exact.values())
    held = np.zeros(5)
    for _ in range(repetitions):
        moments = Moments.of(crossed_blocks(strength, 0.7, blocks, rng))
        unit = np.eye(24)
        found = ratios(moments, unit[:12], unit[12:])
        for k, matrix in enumerate(matrices):
            estimate, error = found.contrasts(matrix)
            right = matrix @ truth.ravel()
            lower, upper = mean_interval(estimate, error, blocks, sidak_confidence(0.95, len(matrix)))
            held[1 + k] += bool(((lower <= right) & (right <= upper)).all())
            if k == 0:
                lower, upper = mean_interval(estimate, error, blocks)
                held[0] += float(((lower <= right) & (right <= upper)).mean())
        both = component(found.estimate, found.covariance, projection(SIZES, [(0, 1)]))
        rest = component(found.estimate, found.covariance, projection(SIZES, [(0,), (1,)]))
        low, high = both.interval(0.95)
        held[3] += low <= exact[0, 1] <= high
        low, high = ratio_interval(both, rest, 0.95)
        held[4] += low <= share <= high
    return list(100 * held / repetitions)


def model(repetitions: int, blocks: int, ties: float, rng: np.random.Generator) -> list[float]:
    """Coverage of the log odds ratios, each; the blocks' games share the levels of the seats."""
    beta = np.array([0.5, -0.3])
    held = 0.0
    for _ in range(repetitions):
        level = np.repeat(rng.integers(0, 3, (blocks, PLAYERS)), GAMES, axis=0)
        x = coded(3, level)
        weight = np.exp(x @ beta)
        share = weight / weight.sum(axis=1, keepdims=True)
        won = np.zeros(share.shape, bool)
        np.put_along_axis(won, (np.log(share) + rng.gumbel(size=share.shape)).argmax(axis=1)[:, None], True, axis=1)
        pairs = np.array([(i, j) for i, j in product(range(PLAYERS), repeat=2) if i < j])
        for game in np.flatnonzero(rng.random(len(won)) < ties):
            chance = weight[game, pairs[:, 0]] * weight[game, pairs[:, 1]]
            won[game] = False
            won[game, pairs[rng.choice(len(pairs), p=chance / chance.sum())]] = True
        found = conditional_logit(x, won, np.repeat(np.arange(blocks), GAMES))
        if found is None:
            raise RuntimeError("the model has no estimate")
        low, high = mean_interval(found.estimate, np.sqrt(np.diagonal(found.covariance)), found.blocks)
        held += float(((low <= beta) & (beta <= high)).mean())
    return [100 * held / repetitions]


def luck_blocks(strength: Floats, luck: float, blocks: int, rng: np.random.Generator) -> Floats:
    """Variables of `analysis.sums_more.luck_values` in whole wins: strategies move over the seats of a deal, whose luck stays."""
    players = len(strength)
    hand = luck * rng.normal(size=(blocks, 1, players))
    position = (np.arange(players)[None, :] + np.arange(players)[:, None]) % players
    strong = strength[position][None] + hand + rng.gumbel(size=(blocks, players, players))
    won = np.zeros((blocks, players, players))
    np.put_along_axis(won, strong.argmax(axis=2)[..., None], 1.0, axis=2)
    seat = won.sum(axis=1)
    by_position = np.stack([won[:, position == k].sum(axis=1) for k in range(players)], axis=1)
    ones = np.ones((blocks, 1))
    product_sum = (seat * seat).sum(axis=1, keepdims=True) - (won * won).sum(axis=(1, 2))[:, None]
    return np.hstack(
        [
            players**2 * ones,
            won.sum(axis=(1, 2))[:, None],
            players**2 * (players - 1) * ones,
            product_sum,
            by_position,
            players * np.ones((blocks, players)),
        ]
    )


def luck(repetitions: int, blocks: int, strength: Floats, amount: float, rng: np.random.Generator) -> list[float]:
    """Coverage of the shares of deal and strategy."""
    lineup = tuple(str(k) for k in range(len(strength)))
    sums = [Moments.of(luck_blocks(strength, amount, 10_000, rng)) for _ in range(60)]
    whole = parts_of(sum(sums[1:], sums[0]), lineup, 1)
    if whole is None:
        raise RuntimeError("nothing varies")
    truth = whole.deal, whole.between.square / whole.variance
    held = np.zeros(2)
    for _ in range(repetitions):
        found = parts_of(Moments.of(luck_blocks(strength, amount, blocks, rng)), lineup, 1)
        if found is None:
            raise RuntimeError("nothing varies")
        for k, (low, high) in enumerate(found.ends(0.95)):
            held[k] += low <= max(truth[k], 0.0) <= high
    return list(100 * held / repetitions)


def main() -> None:
    """Print the tables of the docs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    repetitions = 100 if parser.parse_args().quick else 1000
    rng = np.random.default_rng(1)
    print("Effects: blocks, interaction | main effects each, together | interactions together | size of the interaction | its share")
    for blocks, beyond in product((100, 1000), (0.0, 0.2, 1.0)):
        print(blocks, beyond, *(f"{held:.1f}" for held in effects(repetitions, blocks, beyond, rng)))
    print("Model: blocks, shared wins | each log odds ratio")
    for blocks, ties in product((100, 1000), (0.0, 0.2)):
        print(blocks, ties, *(f"{held:.1f}" for held in model(repetitions // (10 if ties else 4), blocks, ties, rng)))
    print("Luck and skill: blocks, strengths, luck | deal | strategy")
    for blocks, strength, amount in product((100, 1000), ((0.0, 0.0), (0.8, 0.0), (0.5, 0.0, -0.5), (4.0, 0.0)), (0.0, 1.0)):
        print(blocks, strength, amount, *(f"{held:.1f}" for held in luck(repetitions, blocks, np.array(strength), amount, rng)))


if __name__ == "__main__":
    main()
