"""Compiling ahead: everything is compiled once, and known to be."""

from __future__ import annotations

import os
import shutil

import pytest

import sim.core.cache
from strategies import warm
from strategies.registry import strategy_names


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """An empty cache, and a list of what would have been compiled."""
    monkeypatch.setenv("BALANCIER_CACHE", str(tmp_path))
    done = []

    def compile_all():
        warm.cache_folder(warm.ENGINES).mkdir(parents=True, exist_ok=True)
        for task in warm.tasks():
            done.append(task)
            yield (*task, 1.0)

    monkeypatch.setattr(warm, "compile_all", compile_all)
    return done


def test_every_engine_and_strategy_is_compiled_once(compiled, capsys):
    assert warm.main() == 0
    assert set(compiled) == {("mercato", "engine"), *(("mercato", name) for name in strategy_names("mercato"))}
    assert "once for each version" in capsys.readouterr().err
    assert warm.main() == 0
    assert len(compiled) == len(set(compiled))
    assert capsys.readouterr().err == ""


def test_it_is_compiled_again_when_the_cache_has_gone(compiled):
    warm.main()
    shutil.rmtree(warm.cache_root())
    warm.main()
    assert len(compiled) == 2 * len(set(compiled))


def test_the_mark_depends_on_the_files_dates_as_numbas_cache_does(tmp_path, monkeypatch):
    before = warm.mark()
    for package in warm.STRATEGIES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "module.py").touch()
    monkeypatch.setattr(sim.core.cache, "_ROOT", tmp_path)
    elsewhere = warm.mark()
    os.utime(tmp_path / "sim" / "module.py", (1, 1))
    assert len({before, elsewhere, warm.mark()}) == 3


def test_a_strategy_is_compiled_or_found(capsys):
    assert warm.compile_one("mercato", "random") >= 0
