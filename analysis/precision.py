"""Playing until the figures are precise enough, instead of a number of games.

A study may say ``precision = 0.2`` (percentage points): each design point is then played in rounds (`analysis.rounds`) until every row of the named
figures has an interval no wider than that to either side, the rows of a table judged together. Intervals are those of the blocks that were played:
the number of blocks looks at the spread of the figures and never at which level is ahead, as in Stein's two-stage procedure (C. Stein, Annals of
Mathematical Statistics 16, 1945, 243-258).
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from analysis.rounds import Round
from analysis.study import Study

_SAFETY = 1.1  # a few more blocks than the widths say: an estimate of a spread may be too low
_MOST_GROWTH = 16.0  # times the blocks, from one round to the next: a small pilot knows little
_STEP = 256  # blocks; numbers are rounded up to a multiple of it


def next_round(study: Study, out: Path) -> Round:
    """What a run whose latest round is whole still needs; `study` has that round's blocks."""
    widths = half_widths(study, out)
    before = tuple(point.blocks for point in study.points)
    blocks, capped = [], []
    for point, width in zip(study.points, widths, strict=True):
        wanted = point.blocks
        if width > study.precision:
            growth = min((width / study.precision) ** 2 * _SAFETY, _MOST_GROWTH) if math.isfinite(width) else _MOST_GROWTH
            wanted = math.ceil(point.blocks * growth / _STEP) * _STEP
        capped.append(width > study.precision and point.blocks >= point.most_blocks)
        blocks.append(max(point.blocks, min(wanted, point.most_blocks)))
    return Round(tuple(blocks), before, tuple(capped), widths=widths)


def half_widths(study: Study, out: Path) -> tuple[float, ...]:
    """Of each design point, the widest interval to one side among the rows of the study's figures, in percentage points."""
    from analysis import balance
    from analysis.summary import summarise

    summary = summarise(out)
    played = {point.info.index for point in summary.points if point.game_count}
    widest = [0.0 if point.index in played else math.inf for point in study.points]
    for factor in study.precision_of:
        table = balance.win_rates(summary, factor, study.confidence)
        sides = np.maximum((table["high_simultaneous"] - table["estimate"]).to_numpy(), (table["estimate"] - table["low_simultaneous"]).to_numpy())
        for index, side in zip(table["point"].to_list(), sides.tolist(), strict=True):
            widest[index] = max(widest[index], 100 * side if math.isfinite(side) else math.inf)
    return tuple(widest)
