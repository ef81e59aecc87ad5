"""What a run shows while it is played: the widest interval is the one that its tables have in the end."""

from __future__ import annotations

import json

import pytest

import analysis.expand
from analysis import balance
from analysis.chunks import Player
from analysis.run import run_study
from analysis.study import load_study
from analysis.summary import summarise
from analysis.watch import Watch, watched
from reports.cli import main

STUDIES = {
    "ultime": 'game = "mercato"\nvariant = "ultime"\nplayers = 3\nlineups = [["random"], ["random", "greedy", "random"]]\n',
    "duel": 'game = "mercato"\nvariant = "duel"\nplayers = 2\nlineups = [["random"]]\n[options]\ngames = 3\n',
    "stealr": 'game = "stealr"\nvariant = "doux"\nplayers = 2\nlineups = [["random"]]\n',
}


def widest(summary, factor):
    table = balance.win_rates(summary, factor)
    return 100 * max((table["high_simultaneous"] - table["estimate"]).max(), (table["estimate"] - table["low_simultaneous"]).max())


@pytest.mark.parametrize("name", STUDIES)
def test_the_widest_interval_is_that_of_the_tables(lab, name):
    (lab / "study.toml").write_text(STUDIES[name] + 'title = "x"\n' if "[" not in STUDIES[name] else 'title = "x"\n' + STUDIES[name])
    study = load_study("study.toml", blocks=60)
    seen = []
    run_study(study, "run", workers=2, chunk_seconds=1e-3, progress=seen.append)
    (factor,) = watched(study)
    assert seen[-1].widest == pytest.approx(widest(summarise("run"), factor.name), rel=1e-9)


def test_several_factors_and_crossed_ones_are_watched_where_a_precision_names_them(lab):
    (lab / "study.toml").write_text('game = "mercato"\nvariant = "ultime"\nplayers = 4\nlineups = [["random"]]\nprecision = 40.0\n'
                                    'precision_of = ["order", "compo_coach", "coach"]\n')  # fmt: skip
    study = load_study("study.toml", blocks=200)
    study = load_study("study.toml") if not study.precision_of else study
    player, watch = Player(study), Watch(study)
    for first, blocks in ((0, 50), (50, 150)):
        rows, _ = player.play(0, first, blocks)
        watch.add(0, player.watch(0, first, blocks, rows))
    run_study(load_study("study.toml", blocks=200), "run", workers=1)
    summary = summarise("run")
    assert watch.widest == pytest.approx(max(widest(summary, name) for name in study.precision_of), rel=1e-9)


def test_nothing_is_said_before_there_is_anything_to_say(lab):
    study = load_study("study.toml")
    assert Watch(study).widest is None
    player, watch = Player(study), Watch(study)
    rows, _ = player.play(0, 0, 1)
    watch.add(0, player.watch(0, 0, 1, rows))
    assert watch.widest is None or watch.widest == 50.0  # of one block nothing is known: from 0 to 100 %


def test_progress_as_json_lines_has_it_and_quiet_runs_say_nothing(lab, monkeypatch, capsys):
    monkeypatch.setattr(analysis.expand, "BLOCKS_PER_PART", 16)
    assert main(["run", "study.toml", "--log-json", "--workers", "1"]) == 0
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert lines[-1]["games"] == lines[-1]["total"]
    assert 0 < lines[-1]["widest"] < 100
    assert out == "runs/study\n"
    assert main(["run", "study.toml", "--quiet", "--workers", "1", "--out", "quiet"]) == 0
    assert capsys.readouterr() == ("quiet\n", "")
