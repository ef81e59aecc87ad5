"""Playing in rounds: the results so far decide how many games are played.

A round plays a fixed number of blocks for each design point; how many the next one needs is decided when it is whole, from complete rounds alone, so
that the same games are played whatever the workers and interruptions. What decides is a precision (`analysis.precision`) or whether the verdicts
are settled (`analysis.settled`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from analysis import manifest as manifests
from analysis.run import Plan, plan_run
from analysis.study import Point, Study


@dataclass(frozen=True)
class Round:
    """What the rounds so far have shown, and what the next one is to play; of each design point."""

    blocks: tuple[int, ...]
    """Blocks that the next round brings it to."""
    before: tuple[int, ...]
    capped: tuple[bool, ...]
    """Whether the most games that the study allows are too few."""
    widths: tuple[float, ...] = ()
    """Of a precision: the widest of the intervals asked for, to one side, in percentage points (infinite without games)."""
    unsettled: tuple[int, ...] = ()
    """Of verdicts: levels whose verdict is not settled."""
    levels: tuple[int, ...] = ()
    """Of verdicts: levels."""
    likely: tuple[float, ...] = ()
    """Of verdicts: blocks that would settle all of them if the figures stay as they are; infinite where a level lies at the margin."""

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
    from analysis import precision, settled

    return settled.next_round(study, out) if study.until else precision.next_round(study, out)


def play_rounds(plan: Plan, play: Callable[[Plan], None], tell: Callable[[Round], None]) -> Plan:
    """Play round after round until that is enough or the cap is reached.

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


def games_in(point: Point, blocks: float) -> float:
    """Games of so many blocks."""
    return blocks * point.rotations * point.games_per_match if math.isfinite(blocks) else math.inf
