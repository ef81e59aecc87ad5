"""Reading a run: the tables hold what their columns say, and only what the manifest lists."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import analysis.expand
from analysis.run import run_study
from analysis.study import load_study
from analysis.tables import add_labels, open_run
from sim.core.errors import UserError
from sim.core.play import play_blocks

STUDY = """\
game = "mercato"
blocks = 10
lineups = [["random", "other"]]
[strategies.other]
from = "random"
[[points]]
variant = "duel"
[[points]]
variant = "ultime"
players = 2
deck."4-2-4" = 2
deck."4-4-2" = 0
compos."4-2-4" = { gardien = 1, defenseur = 4, milieu = 2, attaquant = 4 }
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    (folder / "study.toml").write_text(STUDY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis.expand, "BLOCKS_PER_PART", 4)
        return run_study(load_study(folder / "study.toml"), folder / "run")


def test_tables_have_the_declared_columns(run):
    game = run.study.game_object
    for table in ("games", "seats"):
        declared = [(column.name, np.dtype(column.dtype)) for column in getattr(game, f"{table}_columns")]
        frame = run.scan(table).collect()
        assert [(name, frame[name].to_numpy().dtype) for name in frame.columns] == declared
        assert frame.null_count().sum_horizontal().item() == 0
    assert run.scan("games").collect().height == 2 * 10 * 2
    assert run.scan("seats").collect().height == 2 * 10 * 2 * 2


def test_a_table_that_no_design_point_fills_is_empty_with_its_columns(run):
    frame = run.scan("matches").collect()
    assert frame.height == 0
    assert frame.columns == [column["name"] for column in run.columns("matches")]
    assert run.part(run.part_keys()[0], "matches", ["points"]).columns == ["points"]


def test_rows_are_those_that_were_played(run):
    """Apart from the ids that the run fills in, a part holds what `play_blocks` gives."""
    study = run.study
    point = study.points[0]
    rows = play_blocks(study.config(point), study.lineup(point), study.seed, 4, 4)
    part = run.part("p000-00001", "seats")
    for name in rows.seats.dtype.names:
        if name != "strategy":
            assert np.array_equal(part[name].to_numpy(), rows.seats[name]), name
    assert (part["strategy"] == part["position"]).all()


def test_ids_mean_the_same_at_every_design_point(run):
    """A compo of one design point's own gets an id of its own, and names stay right everywhere."""
    assert run.labels()["compo"].count("4-2-4") == 1
    seats = add_labels(run.scan("seats"), run).collect()
    duel, ultime = seats.filter(pl.col("point") == 0), seats.filter(pl.col("point") == 1)
    assert set(duel["compo_start_name"]) <= {"4-4-2", "4-3-3", "3-4-3", "3-5-2", "5-4-1"}
    assert "4-2-4" in set(ultime["compo_start_name"])
    assert "4-4-2" not in set(ultime["compo_start_name"])
    assert duel["coach_name"].null_count() == duel.height
    assert ultime["coach_name"].null_count() == 0
    assert set(seats["strategy_name"]) == {"random", "other"}
    assert set(duel["variant_name"]) == {"duel"}
    assert set(duel["point_name"]) == {run.points[0]["label"]}


def test_parts_are_read_one_by_one(run):
    assert run.part_keys() == [f"p{point:03d}-{part:05d}" for point in (0, 1) for part in (0, 1, 2)]
    assert run.part_keys(1) == ["p001-00000", "p001-00001", "p001-00002"]
    pieces = [run.part(key, "games", ["block", "turns"]) for key in run.part_keys(0)]
    assert pl.concat(pieces).equals(run.scan("games", 0).select("block", "turns").collect())
    assert pieces[1]["block"].unique().sort().to_list() == [4, 5, 6, 7]


def test_files_that_the_manifest_does_not_list_are_not_read(run, tmp_path):
    stray = run.folder / "games" / "p000-00009.parquet"
    stray.write_bytes((run.folder / "games" / "p000-00000.parquet").read_bytes())
    try:
        assert open_run(run.folder).scan("games").collect().height == 40
    finally:
        stray.unlink()


def test_names_can_be_added_to_chosen_columns_and_summaries(run):
    summary = run.scan("seats").group_by("compo_start").agg(pl.len())
    named = run.with_labels(summary, "compo_start").collect()
    assert named.columns == ["compo_start", "len", "compo_start_name"]
    with pytest.raises(UserError, match="compo_stat is no column of ids here; did you mean 'compo_start'"):
        add_labels(summary, run, "compo_stat")


def test_what_is_not_there_is_told(run, tmp_path):
    with pytest.raises(UserError, match="there is no such run folder"):
        open_run(tmp_path / "nowhere")
    with pytest.raises(UserError, match=r"this is not a run folder, it holds no manifest\.json"):
        open_run(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="this is a file"):
        open_run(tmp_path / "file")
    with pytest.raises(UserError, match="a run has no table 'seat'; did you mean 'seats'"):
        run.scan("seat")
    with pytest.raises(UserError, match="the run has no part p000-00007; did you mean"):
        run.part("p000-00007", "games")


def test_a_run_with_a_file_cut_off_is_not_opened(run):
    path = run.folder / "games" / "p001-00002.parquet"
    content = path.read_bytes()
    path.write_bytes(content[:-4])
    try:
        with pytest.raises(UserError, match="a file of part p001-00002 is missing or cut off"):
            open_run(run.folder)
    finally:
        path.write_bytes(content)
