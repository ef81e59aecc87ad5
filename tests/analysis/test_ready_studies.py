"""The ready-made studies can be played as they are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from analysis.figures import MODULES as DECLARED
from analysis.study import load_study

STUDIES = sorted((Path(__file__).resolve().parents[2] / "studies").glob("*.toml"))
GAME_OF = {path: tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in STUDIES}


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_ready_made_study_is_right(path):
    study = load_study(path)
    assert study.title != path.stem
    assert study.question.endswith("?")
    assert not study.notices
    assert len({point.label for point in study.points}) == len(study.points)


def test_there_are_studies():
    assert {path.stem for path in STUDIES} >= {"mercato-compos", "mercato-ladder", "mercato-transferts", "mercato-rulings"}
    assert {path.stem for path in STUDIES} >= {"stealr-modes", "stealr-ladder", "freak-shop-objectives", "freak-shop-ladder"}
    assert set(GAME_OF.values()) <= set(DECLARED)
