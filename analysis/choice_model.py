"""A model of who wins within a game, for each design point where two factors or more tell the seats of a game apart.

Tables of means tell factors apart only as far as they are spread evenly over each other. A conditional logit (`analysis.statistics.choice`) holds all
of them at once: the strength of a seat is the sum of what its compo, its coach, its place and its strategy bring. It is fitted on the first
blocks of each design point, `MODEL_GAMES` games of them (the same ones whenever, so that a page is the same for the same run), with errors by block.

Table `model`, level columns factor, level:

    estimate, low, high    odds ratio: by what the level multiplies the odds of winning against a seat that has the (geometric) mean of the factor's
                           levels and is equal in all else; 1 is no effect
    share, share_low, share_high    what that makes of a win rate among average seats: ratio / (ratio + players - 1), joint interval
    games, blocks          those that the fit used
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.points import PointSummary, Summary
from analysis.rows import columns_of, point_columns
from analysis.statistics import sidak_confidence
from analysis.statistics.choice import conditional_logit
from analysis.statistics.intervals import mean_interval
from analysis.sums import Part, PartRows
from analysis.sums_more import levels_at, single

MODEL_GAMES = 16_000
"""Games of a design point that the model is fitted on, in whole blocks."""
_FACTORS = 2
LEVELS = ("factor", "level")
SHARES = ("share", "share_low", "share_high")


def model(summary: Summary, confidence: float = 0.95) -> pl.DataFrame:
    """Odds ratios of the levels of all factors at once."""
    found: list[dict[str, Any]] = []
    for point in summary.points:
        found += _point_model(summary, point, confidence)
    return pl.DataFrame(found, schema={**columns_of(LEVELS), **dict.fromkeys(SHARES, pl.Float64)}).fill_nan(None)


def _point_model(summary: Summary, point: PointSummary, confidence: float) -> list[dict[str, Any]]:
    info = point.info
    blocks = max(MODEL_GAMES // (info.rotations * info.games_per_match), 1)
    x: list[NDArray[np.float64]] = []
    won: list[NDArray[np.bool_]] = []
    block: list[NDArray[np.int64]] = []
    names: list[tuple[str, list[int]]] | None = None
    if info.players < 2 or not point.game_count or len(point.more) == 0:
        return []
    for part in _parts(summary, info.index):
        if part.first_block >= blocks:
            break
        rows = PartRows(part, info, summary.figures)
        levels = {f.name: at for f in single(summary) if (at := levels_at(rows, summary, f)) is not None}
        here = [(name, ids) for name, (ids, _) in levels.items()]
        if names is not None and here != names:
            return []  # a factor that only some parts have
        names = here
        if len(here) < _FACTORS:
            return []
        use = rows.block + part.first_block < blocks
        x.append(np.concatenate([coded(len(ids), level[use]) for ids, level in levels.values()], axis=2))
        won.append(rows.won[use] > 0)
        block.append(rows.block[use] + part.first_block)
    if names is None:
        return []
    fitted = conditional_logit(np.concatenate(x), np.concatenate(won), np.concatenate(block))
    if fitted is None:
        return []
    weights, told = [], []
    begin = 0
    for name, ids in names:
        (labels,) = summary.level_labels(summary.figures.factor(name), info.players)
        wide = np.zeros((len(ids), len(fitted.estimate)))
        wide[:, begin : begin + len(ids) - 1] = coding(len(ids))
        weights.append(wide)
        told += [(name, str(labels[k])) for k in ids]
        begin += len(ids) - 1
    contrast = np.vstack(weights)
    log_odds = contrast @ fitted.estimate
    error = np.sqrt(np.einsum("ck,kl,cl->c", contrast, fitted.covariance, contrast))
    ends = [mean_interval(log_odds, error, fitted.blocks, c) for c in (confidence, sidak_confidence(confidence, len(told)))]
    table = []
    for k, (factor, level) in enumerate(told):
        ratios = [math.exp(value[k]) for value in (log_odds, *ends[0], *ends[1])]
        share = [ratio / (ratio + info.players - 1) for ratio in (ratios[0], ratios[3], ratios[4])]
        numbers = dict(zip(("estimate", "low", "high", "low_simultaneous", "high_simultaneous", *SHARES), (*ratios, *share), strict=True))
        table.append({**point_columns(info), "factor": factor, "level": level, "games": fitted.games, "blocks": fitted.blocks, **numbers})
    return table


def _parts(summary: Summary, point: int) -> list[Part]:
    run = summary.run
    entries = run.manifest["parts"]
    return [Part(run, key, point, entries[key]["first_block"], entries[key]["blocks"]) for key in run.part_keys(point)]


def coding(levels: int) -> NDArray[np.float64]:
    """(levels, levels - 1): effects that sum to zero; the last level is minus the sum of the others."""
    return np.vstack([np.eye(levels - 1), np.full((1, levels - 1), -1.0)])


def coded(levels: int, level: NDArray[np.int64]) -> NDArray[np.float64]:
    """(G, P, levels - 1) from each seat's level (G, P)."""
    return coding(levels)[level]


__all__ = ["MODEL_GAMES", "model"]
