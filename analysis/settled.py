"""Playing until the verdicts are settled: each level is shown to lie within the margin around par, or beyond it.

A study may say ``until = "verdict"``: each design point is played in rounds, and stops as soon as the interval of every level's difference from par
lies wholly in one of the three regions that the margin makes (`analysis.statistics.verdict`). Looking after every round is allowed for, because the
intervals hold at every moment (`analysis.anytime`). All levels of all figures that the study names are judged together (Bonferroni).
"""

from __future__ import annotations

import math
from pathlib import Path

from analysis.rounds import Round
from analysis.statistics.verdict import judge
from analysis.study import Point, Study
from sim.core.errors import UserError

_GROWTH = 1.5  # times the blocks, from one round to the next
_GROWTH_IN_A_PART = 2.0  # a part that is begun is played again when it is made longer: few rounds in the first one


def next_round(study: Study, out: Path) -> Round:
    """What a run whose latest round is whole still needs; `study` has that round's blocks.

    Raises UserError when no design point has such levels as the study wants verdicts of.
    """
    from analysis import balance
    from analysis.summary import summarise

    summary = summarise(out)
    each = 1.0 - (1.0 - study.confidence) / len(study.verdict_of)
    margin = study.margin / 100.0
    number = len(study.points)
    levels, unsettled, growth = [0] * number, [0] * number, [1.0] * number
    for factor in study.verdict_of:
        table = balance.from_par(summary, factor, each)
        if not table.height:
            raise UserError(f"{out.as_posix()}: verdict_of: {factor}: at no design point are there two levels to be told apart; name another")
        for row in table.iter_rows(named=True):
            at, low, high = row["point"], row["low_simultaneous"], row["high_simultaneous"]
            levels[at] += 1
            if judge(low, high, -margin, margin) == "undecided":
                unsettled[at] += 1
                growth[at] = max(growth[at], _growth(row["estimate"], low, high, margin))
    before = tuple(point.blocks for point in study.points)
    blocks = tuple(_blocks(point) if open_ else point.blocks for point, open_ in zip(study.points, unsettled, strict=True))
    capped = tuple(open_ > 0 and point.blocks >= point.most_blocks for point, open_ in zip(study.points, unsettled, strict=True))
    likely = tuple(factor * point.blocks for factor, point in zip(growth, study.points, strict=True))
    return Round(blocks, before, capped, unsettled=tuple(unsettled), levels=tuple(levels), likely=likely)


def _blocks(point: Point) -> int:
    """Where the next round brings a design point: within the first part in whole steps of two, then in whole parts."""
    part = point.blocks_per_part
    wanted = _GROWTH_IN_A_PART * point.blocks if point.blocks < part else part * math.ceil(_GROWTH * point.blocks / part)
    return max(point.blocks, min(int(wanted), point.most_blocks))


def _growth(estimate: float, low: float, high: float, margin: float) -> float:
    """How many times the blocks would settle it, should the estimate stay where it is: an interval's width goes with the square root."""
    gap = abs(abs(estimate) - margin)
    half = max(high - estimate, estimate - low)
    return (half / gap) ** 2 if gap > 0 else math.inf
