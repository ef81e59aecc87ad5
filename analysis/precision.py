"""Playing until the figures are precise enough, instead of a number of games.

A study may say ``precision = 0.2`` (percentage points): each design point is then played in rounds until every row of the named figures has an
interval no wider than that to either side, the rows of a table judged together. A round plays a fixed number of blocks for each design
point; how many the next one needs is decided when it is whole, from complete rounds alone, so that the same games are played whatever the workers and
interruptions. Intervals are those of the blocks that were played: the number of blocks looks at the spread of the figures and never at which
level is ahead, as in Stein's two-stage procedure (C. Stein, Annals of Mathematical Statistics 16, 1945, 243-258).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from analysis import manifest as manifests
from analysis.run import Plan, plan_run
from analysis.study import Study

_SAFETY = 1.1  # a few more blocks than the widths say: an estimate of a spread may be too low
_MOST_GROWTH = 16.0  # times the blocks, from one round to the next: a small pilot knows little
_STEP = 256  # blocks; numbers are rounded up to a multiple of it


@dataclass(frozen=True)
class Round:
    """What the rounds so far have shown, and what the next one is to play."""

    widths: tuple[float, ...]
    """Of each design point: the widest of the intervals asked for, to one side, in percentage points (infinite without games)."""
    blocks: tuple[int, ...]
    """Of each design point: blocks that the next round brings it to."""
    before: tuple[int, ...]
    capped: tuple[bool, ...]
    """Whether the most games that the study allows are too few for the precision."""

    @property
    def is_last(self) -> bool:
        """Whether nothing is left to play."""
        return self.blocks == self.before


def with_blocks(study: Study, blocks: tuple[int, ...]) -> Study:
    """The study with so many blocks for its design points."""
    return replace(study, points=tuple(replace(point, blocks=count) for point, count in zip(study.points, blocks, strict=True)))


def current_round(study: Study, out: Path) -> Study:
    """The study with the blocks of the round that its run folder is in: the pilot's where there is none."""
    if not (out / manifests.FILE_NAME).exists():
        return study
    there = manifests.load(out)["points"]
    if len(there) != len(study.points) or any(point["blocks"] < pilot.blocks for point, pilot in zip(there, study.points, strict=True)):
        return study  # another run: `plan_run` will say in what it differs
    return with_blocks(study, tuple(point["blocks"] for point in there))


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
    return Round(widths, tuple(blocks), before, tuple(capped))


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


def play_rounds(plan: Plan, play: Callable[[Plan], None], tell: Callable[[Round], None]) -> Plan:
    """Play round after round until the figures are precise enough or the cap is reached.

    play: plays what a plan has to play.  tell: is told what each round has shown. Returns the last round's plan; the run is then marked complete.
    """
    while True:
        play(plan)
        found = next_round(plan.study, plan.out)
        tell(found)
        if found.is_last:
            manifest = manifests.load(plan.out)
            if not manifest["complete"]:
                manifests.save(plan.out, {**manifest, "complete": True})
            return plan
        plan = plan_run(with_blocks(plan.study, found.blocks), plan.out, extend=True)
