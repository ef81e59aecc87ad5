"""From a study to a run folder: equal runs are equal files; nothing half-written; only what is missing is played."""

from __future__ import annotations

import json
import signal
import threading
import time
from hashlib import sha256

import pytest

import analysis.estimate
import analysis.expand
import sim.core.play
from analysis.chunks import Chunk, Pace, Played, Window, play_here
from analysis.estimate import estimate
from analysis.parts import Part, parts_of
from analysis.run import check_workers, plan_run, play, run_study
from analysis.study import load_study
from analysis.tables import open_run
from sim.core.errors import StrategyFailure, UserError
from tests.analysis.folders import STUDY, digest, without_traces

PYTHON_BOT = """\
from strategies.registry import strategy


@strategy(game="mercato", name="Last", version=1, about="the last move", compiled=False)
def choose(view, moves, n_moves, params, memory, rng):
    return n_moves - 1
"""


# -- the same bytes, whatever the workers


@pytest.mark.parametrize("extra", ["", "[options]\ngames = 3\n"], ids=["games", "championships"])
def test_equal_runs_are_equal_files(lab, extra):
    (lab / "study.toml").write_text(STUDY + extra)
    study = load_study("study.toml")
    run_study(study, "one", workers=1)
    expected = digest(lab / "one")
    tables = 3 if extra else 2
    assert len(expected) == 1 + tables * sum(1 for point in study.points for _ in parts_of(point))
    for number, (workers, chunk_seconds) in enumerate([(2, 0.5), (5, 0.5), (1, 1e-9), (2, 1e-9), (5, 0.001)]):
        run_study(study, f"other{number}", workers=workers, chunk_seconds=chunk_seconds)
        assert digest(lab / f"other{number}") == expected


def test_a_prefix_of_blocks_is_the_same_games(lab):
    """Blocks are what they are, whatever the size of the study: parts that two runs share are the same files."""
    run_study(load_study("study.toml"), "forty")
    run_study(load_study("study.toml", blocks=16), "sixteen")
    forty, sixteen = digest(lab / "forty"), digest(lab / "sixteen")
    shared = [name for name in sixteen if name != "manifest.json"]
    assert len(shared) == 4
    assert all(sixteen[name] == forty[name] for name in shared)


def test_other_seeds_are_other_games(lab):
    run_study(load_study("study.toml", blocks=16), "one")
    run_study(load_study("study.toml", blocks=16, seed=2), "two")
    assert digest(lab / "one")["games/p000-00000.parquet"] != digest(lab / "two")["games/p000-00000.parquet"]


def test_processes_play_the_same_as_threads(lab, monkeypatch):
    (lab / "bot.py").write_text(PYTHON_BOT)
    study = load_study("study.toml", strategies=["bot.py:Last"], blocks=20)
    assert not study.strategies["bot.py:Last"].compiled
    run_study(study, "threads", workers=1)
    monkeypatch.setattr(analysis.estimate, "_PROCESSES_FROM", 0.0)
    run_study(study, "processes", workers=2, chunk_seconds=0.01)
    assert digest(lab / "processes") == digest(lab / "threads")


# -- what a run folder says


def test_the_manifest_lists_what_is_there(lab):
    run = run_study(load_study("study.toml"), "run", workers=2)
    manifest = json.loads((lab / "run" / "manifest.json").read_text())
    assert manifest["complete"] is True
    assert list(manifest["parts"]) == [f"p{point:03d}-{part:05d}" for point in (0, 1) for part in (0, 1, 2)]
    assert [part["blocks"] for part in manifest["parts"].values()] == [16, 16, 8] * 2
    for part in manifest["parts"].values():
        for table in part["tables"].values():
            content = (lab / "run" / table["file"]).read_bytes()
            assert (len(content), sha256(content).hexdigest()) == (table["bytes"], table["sha256"])
    assert manifest["labels"]["strategy"] == ["random", "other"]
    assert manifest["study_text"] == STUDY
    assert manifest["seed"] == 1
    assert set(manifest["versions"]) == {"balancier", "game", "strategies", "source_hash"}
    assert run.study == load_study("study.toml")
    assert without_traces(lab)


def test_the_log_says_when_where_and_how_fast(lab):
    run_study(load_study("study.toml"), "run", workers=1)
    events = [json.loads(line) for line in (lab / "run" / "log.jsonl").read_text().splitlines()]
    assert [event["event"] for event in events] == ["start", *["part"] * 6, "complete"]
    assert events[0]["machine"]["cores"] >= 1
    assert events[-1]["games"] == 160


def test_progress_ends_with_all_games(lab):
    seen = []
    run_study(load_study("study.toml"), "run", workers=2, chunk_seconds=1e-9, progress=seen.append)
    assert [progress.games for progress in seen] == sorted(progress.games for progress in seen)
    assert seen[-1].games == seen[-1].total == 160
    assert seen[-1].remaining == 0
    assert {progress.point for progress in seen} == {"duel, 2 players · random", "duel, 2 players · random, other"}


# -- folders


def test_a_complete_run_is_left_alone(lab, monkeypatch):
    study = load_study("study.toml")
    run_study(study, "run")
    before = {path: path.stat().st_mtime_ns for path in (lab / "run").rglob("*")}
    monkeypatch.setattr(sim.core.play, "play_blocks", None)
    assert plan_run(study, "run").is_complete
    run_study(study, "run")
    assert {path: path.stat().st_mtime_ns for path in (lab / "run").rglob("*")} == before


def test_a_new_title_margin_or_target_is_noted_without_playing(lab, monkeypatch):
    run_study(load_study("study.toml"), "run")
    monkeypatch.setattr(sim.core.play, "play_blocks", None)
    (lab / "study.toml").write_text(STUDY.replace("A study", "Another title"))
    run = run_study(load_study("study.toml", overrides=["margin=1.0", "targets.turns=40"]), "run")
    assert (run.study.title, run.study.margin, run.study.targets) == ("Another title", 1.0, {"turns": 40.0})
    assert run.manifest["study"]["targets"] == {"turns": 40.0}
    assert "Another title" in run.study.text


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"blocks": 41}, "its design point 'duel, 2 players · random' has blocks 40, not 41"),
        ({"overrides": ["deck.soin=7"]}, "has deck.soin 8, not 7"),
        ({"overrides": ["options.duel_injury=random"]}, "has options.duel_injury owner, not random"),
        ({"strategies": ["random"]}, "its number of design points is 2, not 1"),
    ],
)
def test_a_folder_with_another_run_is_refused(lab, changes, told):
    run_study(load_study("study.toml"), "run")
    before = digest(lab / "run")
    with pytest.raises(UserError, match="holds another run") as caught:
        plan_run(load_study("study.toml", **changes), "run")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert digest(lab / "run") == before


def test_a_changed_strategy_file_makes_another_run(lab):
    (lab / "bot.py").write_text(PYTHON_BOT)
    run_study(load_study("study.toml", strategies=["bot.py:Last"], blocks=2), "run")
    (lab / "bot.py").write_text(PYTHON_BOT.replace("n_moves - 1", "0"))
    with pytest.raises(UserError, match=r"another text of bot\.py:Last"):
        plan_run(load_study("study.toml", strategies=["bot.py:Last"], blocks=2), "run")


def test_a_folder_with_anything_else_is_refused(lab):
    study = load_study("study.toml")
    (lab / "full").mkdir()
    (lab / "full" / "letter.txt").write_text("Dear …")
    with pytest.raises(UserError, match="full: the folder holds something that is not a run"):
        plan_run(study, "full")
    (lab / "file").write_text("")
    with pytest.raises(UserError, match="file: this is a file"):
        plan_run(study, "file")
    (lab / "empty").mkdir()
    assert plan_run(study, "empty").is_new
    with pytest.raises(UserError, match="there is no run to resume"):
        plan_run(study, "nowhere", resume=True)
    assert sorted(path.name for path in lab.iterdir()) == ["empty", "file", "full", "study.toml"]


@pytest.mark.parametrize("damage", ["{", "[]", '{"format": 99}', '{"format": 1}'])
def test_a_damaged_manifest_is_no_run(lab, damage):
    (lab / "run").mkdir()
    (lab / "run" / "manifest.json").write_text(damage)
    with pytest.raises(UserError, match=r"run/manifest\.json"):
        plan_run(load_study("study.toml"), "run")


def test_workers_out_of_range_are_refused():
    for workers in (0, -1, 5000):
        with pytest.raises(UserError, match=f"--workers {workers}: it is out of range; 1 to 1024"):
            check_workers(workers)
    assert check_workers(None) >= 1


# -- interruptions and failures


def interrupt_after(games):
    """A progress callback that presses Ctrl-C once."""

    def watch(progress):
        if progress.games >= games and not watch.pressed:
            watch.pressed = True
            signal.raise_signal(signal.SIGINT)

    watch.pressed = False
    return watch


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_an_interrupted_run_is_continued_to_the_same_files(lab, workers, monkeypatch):
    study = load_study("study.toml")
    run_study(study, "whole", workers=1)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run_study(study, "run", workers=workers, chunk_seconds=1e-9, progress=interrupt_after(50))
    assert signal.getsignal(signal.SIGINT) is handler
    assert without_traces(lab)
    half = open_run("run")
    assert not half.is_complete
    assert 1 <= len(half.part_keys()) < 6
    kept = {key: (lab / "run" / "games" / f"{key}.parquet").stat().st_mtime_ns for key in half.part_keys()}
    run_study(study, "run", workers=workers, resume=True)
    assert digest(lab / "run") == digest(lab / "whole")
    assert {key: (lab / "run" / "games" / f"{key}.parquet").stat().st_mtime_ns for key in kept} == kept
    events = [json.loads(line)["event"] for line in (lab / "run" / "log.jsonl").read_text().splitlines()]
    assert [event for event in events if event != "part"] == ["start", "interrupted", "continue", "complete"]


def test_parts_that_are_missing_or_cut_off_are_played_again(lab):
    study = load_study("study.toml")
    run_study(study, "run")
    expected = digest(lab / "run")
    (lab / "run" / "games" / "p000-00001.parquet").unlink()
    seats = lab / "run" / "seats" / "p001-00002.parquet"
    seats.write_bytes(seats.read_bytes()[:-1])
    (lab / "run" / "seats" / ".p001-00000.parquet.77.tmp").write_bytes(b"half")
    plan = plan_run(study, "run")
    assert [part.key for part in plan.missing] == ["p000-00001", "p001-00002"]
    play(plan)
    assert digest(lab / "run") == expected


def failing_at(block, monkeypatch):
    """Let a strategy fail in a block."""
    whole = sim.core.play.play_blocks

    def play_blocks(config, lineup, seed, first_block, n_blocks):
        if first_block + n_blocks > block:
            raise StrategyFailure("random", "mercato", seed, block, 0, 3, "it raised ZeroDivisionError")
        return whole(config, lineup, seed, first_block, n_blocks)

    monkeypatch.setattr(sim.core.play, "play_blocks", play_blocks)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failing_strategy_ends_the_run_and_whole_parts_stay(lab, workers, monkeypatch):
    plan = plan_run(load_study("study.toml"), "run")
    time_needed = estimate(plan.study, plan.missing)
    failing_at(33, monkeypatch)
    threads = threading.active_count()
    with pytest.raises(StrategyFailure, match="block 33"):
        play(plan, workers=workers, chunk_seconds=1e-9, time_needed=time_needed)
    assert open_run("run").part_keys() == ["p000-00000", "p000-00001"]
    assert without_traces(lab)
    assert threading.active_count() == threads or workers > 1


def test_a_strategy_that_fails_before_a_part_is_whole_leaves_no_folder(lab, monkeypatch):
    failing_at(3, monkeypatch)
    with pytest.raises(StrategyFailure):
        run_study(load_study("study.toml"), "deep/down/run")
    plan = plan_run(load_study("study.toml"), "deep/down/run")
    monkeypatch.undo()
    monkeypatch.chdir(lab)
    time_needed = estimate(plan.study, plan.missing)
    failing_at(3, monkeypatch)
    with pytest.raises(StrategyFailure):
        play(plan, time_needed=time_needed)
    assert [path.name for path in lab.iterdir()] == ["study.toml"]


# -- chunks


def test_workers_never_run_far_ahead_of_the_writer():
    """However slow the results are taken, no more chunks are in memory than the window allows."""
    window = Window(4)
    begun = []

    class Eager:
        def play(self, point, first_block, blocks):
            begun.append(first_block)
            return "rows", 0.0

        def watch(self, point, first_block, blocks, rows):
            return {}

    part = Part(0, 0, 0, 40)
    threads = [
        threading.Thread(target=lambda chunk=chunk: play_here(Eager(), window, chunk))
        for chunk in (Chunk(part, order, 1, order) for order in range(12))
    ]
    for thread in threads:
        thread.start()
    for taken in range(6):
        until = time.monotonic() + 5
        while len(begun) < taken + 4 and time.monotonic() < until:
            time.sleep(0.001)
        assert len(begun) == taken + 4
        window.take()
    window.cancel()
    window.take()
    for thread in threads:
        thread.join(5)
    assert len(begun) <= 11


def test_chunks_last_as_long_as_asked():
    pace = Pace({0: 0.01, 1: 10.0}, chunk_seconds=0.5)
    assert pace.blocks(0) == 40
    assert pace.blocks(1) == 1
    pace.note(Played(Chunk(Part(0, 0, 0, 100), 0, 10, 0), rows=None, seconds=0.3))
    assert pace.blocks(0) == 20


def test_parts_depend_on_block_numbers_alone(lab):
    few, many = load_study("study.toml", blocks=20), load_study("study.toml", blocks=70)
    assert [(part.first_block, part.blocks) for part in parts_of(few.points[0])] == [(0, 16), (16, 4)]
    assert [part.first_block for part in parts_of(many.points[0])] == [0, 16, 32, 48, 64]


def test_the_estimate_counts_what_is_left(lab):
    study = load_study("study.toml")
    everything = estimate(study)
    assert everything.games == 160
    assert everything.blocks == {0: 40, 1: 40}
    assert all(seconds > 0 for seconds in everything.seconds_per_block.values())
    assert everything.seconds(1) == pytest.approx(everything.core_seconds)
    some = estimate(study, [Part(1, 2, 32, 8)])
    assert (some.games, some.blocks) == (16, {1: 8})


def test_the_pilot_of_many_design_points_measures_a_sample(lab):
    counts = list(range(2, 40))
    study = load_study("study.toml", overrides=[f'sweep={{"deck.soin" = {counts}}}'])
    guess = estimate(study, budget=0.0)
    assert set(guess.seconds_per_block) == set(range(2 * len(counts)))
    assert all(seconds > 0 for seconds in guess.seconds_per_block.values())
