"""Small runs of all three games, and their reports in every format."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import polars as pl
import pytest

from analysis import balance
from analysis.points import Summary
from analysis.summary import summarise
from analysis.wording import Names
from reports.commands.report import report
from reports.content import Content
from reports.page import content_of
from tests.analysis.synthetic import SyntheticPoint, write_run
from tests.analysis.synthetic_games import Point, write_freak, write_stealr

NASTY = '=HYPERLINK("http://x","<b>&|*_`$y$`|")'
"""A strategy's name: a formula, a tag, a bar, all that Markdown knows."""
GAMES = ("mercato", "stealr", "freak_shop")


@dataclass(frozen=True)
class Exported:
    """A run, its report in all formats, and the tables that must stand in it."""

    run: Path
    folder: Path
    summary: Summary
    tables: dict[str, pl.DataFrame]
    content: Content


def _mercato(folder: Path) -> Path:
    strength = (0.0, 0.1, 0.2, 0.3, -0.6)
    points = [
        SyntheticPoint("classic", 3, compo=strength, unfinished=0.02, settings={"deck.transfert": 8}),
        SyntheticPoint("classic", 3, compo=strength, shared=0.2, deck={"transfert": 6}, settings={"deck.transfert": 6}),
        SyntheticPoint("ultime", 4, compo=strength, coach=(0.4, *[0.0] * 7), order=(0.3, 0.0, 0.0, 0.0)),
        SyntheticPoint("duel", 2, lineup=(NASTY, "greedy"), strategy={NASTY: 0.7}, label=NASTY, options={"games": 2}),
    ]
    return write_run(folder, points, blocks=60, title="+Which | compo?", question="@Is <it> *fair*?\n- really")


def _stealr(folder: Path) -> Path:
    held, played = ({"deal_breaker": share, "yoink": share, "just_say_no": share} for share in (0.5, 0.7))
    truth = {"held": held, "played": played, "effect": {"yoink": 0.5}}
    points = [
        Point(variant, 2, lineup=lineup, settings={"variant": variant, "lineup": ", ".join(lineup)}, truth={**truth, "length": length, "raider": 0.8})
        for lineup in (("expert",), ("raider", "guard"))
        for variant, length in (("no_mercy", 30), ("doux", 34))
    ]
    return write_stealr(folder, points, blocks=60)


def _freak_shop(folder: Path) -> Path:
    points = [
        Point("classic", 2, options={"objectives": list(three), "equal_turns": False}, settings={"options.objectives": list(three)},
              truth={"mean": [10, 20, 15], "sd": [2.0, 4.0, 3.0], "length": 24})
        for three in product((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    ]  # fmt: skip
    return write_freak(folder, points, blocks=12)


@pytest.fixture(scope="session", params=GAMES)
def exported(request, tmp_path_factory) -> Exported:
    """A run of each game with its report in all formats."""
    run = {"mercato": _mercato, "stealr": _stealr, "freak_shop": _freak_shop}[request.param](tmp_path_factory.mktemp(request.param) / "run")
    folder = report(run, formats="all").parent
    summary = summarise(run)
    tables = balance.tables(summary)
    return Exported(run, folder, summary, tables, content_of(summary, tables, Names.of(summary.manifest)))
