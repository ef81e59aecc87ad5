"""A place to play small runs in."""

from __future__ import annotations

import pytest

import analysis.expand
from tests.analysis.folders import STUDY


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A working folder with study.toml; parts are of 16 blocks, so that a small study has several."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(analysis.expand, "BLOCKS_PER_PART", 16)
    monkeypatch.setattr(analysis.expand, "MATCH_BLOCKS_PER_PART", 4)
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path
