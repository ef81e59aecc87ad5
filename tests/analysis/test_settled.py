"""Playing until the verdicts are settled: the same games whatever the workers and interruptions, and the intervals that belong to such a stop."""

from __future__ import annotations

import json
import signal

import numpy as np
import polars as pl
import pytest

import analysis.expand
import analysis.settings
from analysis import balance
from analysis.rounds import current_round, next_round
from analysis.run import plan_run, run_study
from analysis.settled import _blocks
from analysis.shards import Shard
from analysis.study import load_study
from analysis.summary import summarise
from analysis.tables import open_run
from analysis.verdicts import verdicts
from reports.cli import main
from sim.core.errors import UserError
from tests.analysis.folders import digest
from tests.analysis.synthetic import SyntheticPoint, write_run

STUDY = """\
title = "Settled"
game = "mercato"
variant = "duel"
players = 2
lineups = [["random"]]
margin = 12.0
until = "verdict"
verdict_of = ["order", "compo"]
max_games = 40_000
"""


@pytest.fixture
def settled(lab, monkeypatch):
    """A working folder with a study whose pilot is small."""
    monkeypatch.setattr(analysis.settings, "PILOT_BLOCKS", 64)
    monkeypatch.setattr(analysis.expand, "BLOCKS_PER_PART", 512)
    (lab / "study.toml").write_text(STUDY)
    return lab


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def test_it_stops_as_soon_as_every_verdict_is_settled_and_no_sooner(settled):
    run = run_study(load_study("study.toml"), "run", workers=1)
    told = manifest(settled / "run")
    assert told["complete"]
    assert told["study"]["until"] == "verdict"
    assert told["study"]["verdict_of"] == ["order", "compo"]
    assert [blocks for (blocks,) in told["extended"]] == [64 * 2**k for k in range(len(told["extended"]))]
    assert len(told["extended"]) > 1
    table = verdicts(summarise("run"))
    assert "undecided" not in table["verdict"]
    before = run_study(load_study("study.toml", blocks=told["extended"][-1][0]), "before", workers=1)
    assert before.study.until == ""
    (settled / "before" / "manifest.json").write_text(json.dumps({**manifest(settled / "before"), "study": told["study"]}))
    assert "undecided" in verdicts(summarise("before"))["verdict"]
    assert run.points[0]["blocks"] == 2 * before.points[0]["blocks"]


@pytest.mark.parametrize("workers", [1, 3])
def test_interrupted_or_not_the_same_rounds_are_played(settled, workers):
    study = load_study("study.toml")
    run_study(study, "whole", workers=2)
    pressed = []

    def press(progress):  # once in each of the first three calls, later and later
        if len(pressed) < 3 and progress.games > 50 * 3 ** len(pressed) and (not pressed or pressed[-1] != progress.total):
            pressed.append(progress.total)
            signal.raise_signal(signal.SIGINT)

    for _ in range(5):
        try:
            run_study(study, "run", workers=workers, chunk_seconds=1e-9, progress=press)
            break
        except KeyboardInterrupt:
            assert not open_run("run").is_complete
    assert pressed
    assert digest(settled / "run") == digest(settled / "whole")


def test_the_cap_ends_it_and_says_so(settled, capsys):
    (settled / "study.toml").write_text(STUDY.replace("40_000", "300").replace("12.0", "0.1"))
    assert main(["run", "study.toml", "--workers", "1", "--out", "run"]) == 0
    err = capsys.readouterr().err
    assert "until each win rate by order and by compo is shown to lie within ±0.1 points of the average, or beyond; together 95 %" in err
    assert "max_games is too few for 1 design point: raise it, and run the study again" in err
    run = open_run("run")
    assert run.is_complete
    assert run.points[0]["blocks"] * run.points[0]["rotations"] == 300
    found = next_round(current_round(load_study("study.toml"), settled / "run"), settled / "run")
    assert found.is_last
    assert found.capped == (True,)
    assert found.unsettled[0] > 0


def test_rounds_grow_in_whole_parts_after_the_first_and_never_beyond_the_cap(settled):
    (point,) = load_study("study.toml").points
    seen = [point.blocks]
    for _ in range(20):
        from dataclasses import replace

        point = replace(point, blocks=_blocks(point))
        seen.append(point.blocks)
    assert seen[:6] == [64, 128, 256, 512, 1024, 1536]
    assert all(blocks % 512 == 0 for blocks in seen[3:] if blocks < point.most_blocks)
    assert seen[-1] == point.most_blocks == 20_000


def test_a_factor_without_levels_to_tell_apart_is_refused(settled):
    (settled / "study.toml").write_text(STUDY.replace('["order", "compo"]', '["strategy"]'))
    with pytest.raises(UserError, match="run: verdict_of: strategy: at no design point are there two levels"):
        run_study(load_study("study.toml"), "run", workers=1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('"verdict"', '"monday"'), r"study.toml:7: until: 'monday' is nothing to play until"),
        (('"compo"]', '"compo_coach"]'), r"study.toml:8: verdict_of: there is no win rate by 'compo_coach'"),
        (('"compo"]', '"order"]'), r"study.toml:8: verdict_of: 'order' stands twice"),
        (("max_games = 40_000", "games = 40"), r"study.toml:9: games: its verdicts decide how many games are played"),
        (("max_games = 40_000", "precision = 1.0"), r"study.toml:7: until: a study is played to a precision or until"),
        (("max_games = 40_000", 'precision_of = ["compo"]'), r"study.toml:9: precision_of: this study is played until its verdicts are settled"),
        (('until = "verdict"\n', ""), r"study.toml:\d: (verdict_of|max_games): it belongs to a precision or to verdicts"),
    ],
)
def test_mistakes_are_told_with_their_place(settled, change, told):
    (settled / "study.toml").write_text(STUDY.replace(*change))
    with pytest.raises(UserError, match=told):
        load_study("study.toml")


def test_shards_can_t_be_played_until_a_verdict(settled):
    with pytest.raises(UserError, match="--shard 1/2: shards can't know"):
        plan_run(load_study("study.toml"), "run", shard=Shard(1, 2))


def test_a_run_that_was_stopped_on_a_verdict_is_not_made_longer_as_if_its_number_had_been_fixed(settled):
    run_study(load_study("study.toml"), "run", workers=1)
    with pytest.raises(UserError, match="it was played until its verdicts were settled"):
        plan_run(load_study("study.toml", games=40_000), "run", extend=True)


# -- the tables of such a run


def until_verdict(folder, points, **more):
    """A synthetic run, and the same as one that was stopped on a verdict."""
    run = write_run(folder, points, **more)
    fixed = summarise(run)
    told = json.loads((run / "manifest.json").read_text())
    told["study"]["until"] = "verdict"
    (run / "manifest.json").write_text(json.dumps(told))
    return fixed, summarise(run)


def test_its_tables_have_the_wider_intervals_around_the_same_estimates(tmp_path):
    points = [
        SyntheticPoint("classic", 4, compo=(0.0, 0.1, 0.2, 0.3, -0.6), shared=0.1),
        SyntheticPoint("classic", 3, lineup=("expert", "greedy", "greedy"), strategy={"expert": 0.5}),
    ]
    fixed, stopped = until_verdict(tmp_path, points, blocks=2000)
    ends = ("low", "high", "low_simultaneous", "high_simultaneous")
    names = [f"{kind}_by_{factor}" for kind in ("win_rate", "win_share", "from_par") for factor in ("compo", "order", "strategy")]
    one, two = balance.tables(fixed), balance.tables(stopped)
    for name in [*names, "going_first"]:
        assert one[name].drop(ends).equals(two[name].drop(ends)), name
        for low, high in (ends[:2], ends[2:]):
            ratio = (two[name][high] - two[name][low]) / (one[name][high] - one[name][low])
            assert ratio.min() > 1.2, name
            assert ratio.max() < 5.0, name
            assert ((two[name][low] < two[name]["estimate"]) & (two[name]["estimate"] < two[name][high])).all()
    assert one["lengths"].equals(two["lengths"])


def test_its_verdicts_and_p_values_agree(tmp_path):
    """What is shown to lie beyond the margin has a small p-value, what is not has none; both from the same bets."""
    fixed, stopped = until_verdict(tmp_path, [SyntheticPoint("classic", 4, compo=(0.0, 0.0, 0.1, 0.2, -1.0))], blocks=4000)
    table = verdicts(stopped)
    each = 0.05 / table.height
    assert {"handicapped", "undecided"} < set(table["verdict"])
    for row in table.iter_rows(named=True):
        assert (row["verdict"] == "handicapped") == (row["p_handicapped"] < each / 2)
        assert (row["verdict"] == "favoured") == (row["p_favoured"] < each / 2)
        assert (row["games_needed"] == 0) == (row["verdict"] != "undecided")
    usual = verdicts(fixed)
    assert (table.filter(pl.col("verdict") == "undecided")["games_needed"].to_numpy() > 0).all()
    assert (np.array(table["verdict"] == "undecided").sum()) >= (np.array(usual["verdict"] == "undecided").sum())


def test_the_page_says_which_intervals_it_shows(tmp_path):
    from analysis.wording import Names
    from reports.about import about

    fixed, stopped = until_verdict(tmp_path, [SyntheticPoint("classic", 4)], blocks=50)
    stopped.manifest["study"].update({"verdict_of": ["compo", "order"], "confidence": 0.9})
    facts = dict(about(stopped, Names.of(stopped.manifest)).facts)
    assert facts["Played until"].startswith("the verdicts on starting compo and order of play were settled")
    assert "after every round, 1 in all; all levels together 90 %" in facts["Played until"]
    assert "hold at every moment" in facts["Played until"]
    assert "Played until" not in dict(about(fixed, Names.of(fixed.manifest)).facts)
