"""The ready-made studies can be played as they are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from analysis.figures import MODULES as DECLARED
from analysis.study import load_study
from sim.core.registry import game_names
from strategies.registry import strategy_names

STUDIES = sorted((Path(__file__).resolve().parents[2] / "studies").glob("*.toml"))
GAME_OF = {path: tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in STUDIES}


@pytest.mark.parametrize("path", [path for path in STUDIES if GAME_OF[path] in game_names()], ids=lambda path: path.stem)
def test_a_ready_made_study_is_right(path):
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    lineups = [*data.get("lineups", []), *(point["lineup"] for point in data.get("points", []) if "lineup" in point)]
    missing = {name for lineup in lineups for name in lineup} - set(strategy_names(GAME_OF[path])) - set(data.get("strategies", {}))
    study = load_study(path, strategies=["random"] if missing else ())
    assert missing <= {"expert", "raider", "guard", "banker", "builder"}, "planned strategies only"
    assert study.title != path.stem
    assert study.question.endswith("?")
    assert not study.notices or missing
    assert len({point.label for point in study.points}) == len(study.points)


def test_there_are_studies():
    assert {path.stem for path in STUDIES} >= {"mercato-compos", "mercato-ladder", "mercato-transferts", "mercato-rulings"}
    assert {path.stem for path in STUDIES} >= {"stealr-modes", "freak-shop-objectives"}
    assert set(GAME_OF.values()) <= set(DECLARED)
