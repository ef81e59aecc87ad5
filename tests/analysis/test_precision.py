"""Playing until the figures are precise enough: the same games whatever the workers and interruptions, and never more than the cap."""

from __future__ import annotations

import json
import signal

import pytest

import analysis.expand
import analysis.settings
from analysis import balance
from analysis.precision import half_widths, next_round
from analysis.rounds import current_round, with_blocks
from analysis.run import plan_run, run_study
from analysis.shards import Shard
from analysis.study import load_study
from analysis.summary import summarise
from analysis.tables import open_run
from reports.cli import main
from sim.core.errors import UserError
from tests.analysis.folders import digest

STUDY = """\
title = "Precise"
game = "mercato"
variant = "duel"
players = 2
lineups = [["random"]]
precision = 4.0
precision_of = ["compo", "order"]
max_games = 40_000
[sweep]
"deck.transfert" = [8, 16]
"""


@pytest.fixture
def precise(lab, monkeypatch):
    """A working folder with a study whose pilot is small."""
    monkeypatch.setattr(analysis.settings, "PILOT_BLOCKS", 64)
    monkeypatch.setattr(analysis.expand, "BLOCKS_PER_PART", 512)
    (lab / "study.toml").write_text(STUDY)
    return lab


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def test_every_interval_is_as_narrow_as_asked_and_hardly_narrower(precise):
    run = run_study(load_study("study.toml"), "run")
    assert run.is_complete
    summary = summarise("run")
    widest = {}
    for factor in ("compo", "order"):
        for row in balance.win_rates(summary, factor, 0.95).iter_rows(named=True):
            side = max(row["high_simultaneous"] - row["estimate"], row["estimate"] - row["low_simultaneous"])
            widest[row["point"]] = max(widest.get(row["point"], 0), side)
    assert set(widest) == {0, 1}
    assert all(0.03 < side <= 0.04 for side in widest.values())
    told = manifest(precise / "run")
    assert told["complete"]
    assert len(told["extended"]) >= 1
    assert told["extended"][0] == [64, 64]


@pytest.mark.parametrize("workers", [1, 3])
def test_interrupted_or_not_the_same_rounds_are_played(precise, workers):
    study = load_study("study.toml")
    run_study(study, "whole", workers=2)
    pressed = []

    def press(progress):  # once in each of the first three calls, later and later
        if len(pressed) < 3 and progress.games > 100 * 4 ** len(pressed) and (not pressed or pressed[-1] != progress.total):
            pressed.append(progress.total)
            signal.raise_signal(signal.SIGINT)

    for _ in range(5):
        try:
            run_study(study, "run", workers=workers, chunk_seconds=1e-9, progress=press)
            break
        except KeyboardInterrupt:
            assert not open_run("run").is_complete
    assert pressed
    assert digest(precise / "run") == digest(precise / "whole")


def test_the_cap_ends_it_and_a_higher_one_goes_on(precise):
    (precise / "study.toml").write_text(STUDY.replace("40_000", "300").replace('"compo", "order"', '"compo"'))
    run = run_study(load_study("study.toml"), "run")
    assert run.is_complete
    assert [point["blocks"] * point["rotations"] for point in run.points] == [300, 300]
    study = current_round(load_study("study.toml"), precise / "run")
    found = next_round(study, precise / "run")
    assert found.is_last
    assert found.capped == (True, True)
    (precise / "study.toml").write_text(STUDY.replace('"compo", "order"', '"compo"'))
    longer = run_study(load_study("study.toml"), "run")
    assert max(half_widths(longer.study, precise / "run")) <= 4.0
    assert longer.is_complete


def test_a_design_point_that_is_precise_enough_gets_no_more_games(precise):
    study = with_blocks(load_study("study.toml"), (4000, 64))
    run_study(load_study("study.toml", blocks=64), "run")
    assert next_round(with_blocks(study, (64, 64)), precise / "run").blocks[0] > 64
    (precise / "study.toml").write_text(STUDY.replace("precision = 4.0", "precision = 49.0"))
    run = run_study(load_study("study.toml"), "wide")
    assert [point["blocks"] for point in run.points] == [64, 64]
    assert "extended" not in manifest(precise / "wide")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("max_games = 40_000", "games = 40"), r"study.toml:8: games: a precision decides how many games are played"),
        (('"order"]', '"sponsor"]'), r"study.toml:7: precision_of: there is no win rate by 'sponsor'"),
        (("4.0", "0"), r"study.toml:6: precision: 0 is out of range"),
        (("4.0", "true"), r"study.toml:6: precision: True is out of range"),
        (("precision = 4.0\n", "confidence = 0.9\n"), r"study.toml:\d: (precision_of|confidence|max_games): it belongs to a precision"),
        (("40_000", "0"), r"study.toml:8: max_games: 0 is out of range"),
    ],
)
def test_mistakes_are_told_with_their_place(precise, change, told):
    (precise / "study.toml").write_text(STUDY.replace(*change))
    with pytest.raises(UserError, match=told):
        load_study("study.toml")


def test_shards_can_t_be_played_to_a_precision(precise):
    with pytest.raises(UserError, match="--shard 1/2: shards can't know"):
        plan_run(load_study("study.toml"), "run", shard=Shard(1, 2))


def test_the_command_line_says_what_each_round_has_shown(precise, capsys):
    assert main(["run", "study.toml", "--workers", "1"]) == 0
    out, err = capsys.readouterr()
    assert out == "runs/study\n"
    assert "study.toml: until the win rates by compo and by order are known to ±4 points, together 95 %\n" in err
    assert "2 design points of 2 need more games\n" in err
    assert err.rstrip().endswith("points; that is precise enough")
    assert main(["run", "study.toml", "--games", "20", "--out", "few"]) == 0
    assert open_run("few").scan("games").collect().height == 40
