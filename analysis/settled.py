"""Playing until the verdicts are settled: each level is shown to lie within the margin around par, or beyond it.

A study may say ``until = "verdict"``: each design point is played in rounds, and stops as soon as the verdicts on its levels are settled: the
interval of a level's difference from par lies wholly within the margin, or wholly beyond it. Looking after every round is allowed for, because the
intervals hold at every moment (`analysis.anytime`). What is looked at is the table of verdicts that the report shows, in which all levels of the
run are judged together.
"""

from __future__ import annotations

import math
from pathlib import Path

from analysis.rounds import Round
from analysis.study import Point, Study
from sim.core.errors import UserError

_GROWTH = 1.5  # times the blocks, from one round to the next
_GROWTH_IN_A_PART = 2.0  # a part that is begun is played again when it is made longer: few rounds in the first one


def next_round(study: Study, out: Path) -> Round:
    """What a run whose latest round is whole still needs; `study` has that round's blocks.

    Raises UserError when no design point has such levels as the study wants verdicts of.
    """
    import polars as pl

    from analysis.summary import summarise
    from analysis.verdicts import MOST_GAMES, verdicts

    table = verdicts(summarise(out), study.confidence).filter(pl.col("factor").is_in(study.verdict_of))
    missing = [factor for factor in study.verdict_of if factor not in table["factor"]]
    if missing:
        raise UserError(f"{out.as_posix()}: verdict_of: {missing[0]}: at no design point are there two levels to be told apart; name another")
    number = len(study.points)
    levels, unsettled, likely = [0] * number, [0] * number, [float(point.blocks) for point in study.points]
    for row in table.iter_rows(named=True):
        at, needed = row["point"], row["games_needed"]
        levels[at] += 1
        if row["verdict"] == "undecided":
            unsettled[at] += 1
            point = study.points[at]
            more = math.inf if needed is None or needed >= MOST_GAMES else needed * point.blocks / point.games
            likely[at] = max(likely[at], point.blocks + more)
    before = tuple(point.blocks for point in study.points)
    blocks = tuple(_blocks(point) if open_ else point.blocks for point, open_ in zip(study.points, unsettled, strict=True))
    capped = tuple(open_ > 0 and point.blocks >= point.most_blocks for point, open_ in zip(study.points, unsettled, strict=True))
    return Round(blocks, before, capped, unsettled=tuple(unsettled), levels=tuple(levels), likely=tuple(likely))


def _blocks(point: Point) -> int:
    """Where the next round brings a design point: within the first part in whole steps of two, then in whole parts."""
    part = point.blocks_per_part
    wanted = _GROWTH_IN_A_PART * point.blocks if point.blocks < part else part * math.ceil(_GROWTH * point.blocks / part)
    return max(point.blocks, min(int(wanted), point.most_blocks))
