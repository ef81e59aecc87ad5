"""Runs that are left alone: killed, damaged, in shares on several machines, made longer; always the same bytes in the end."""

from __future__ import annotations

import errno
import json
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import analysis.cluster
import analysis.parts
from analysis.manifest import versions, write_atomically
from analysis.run import plan_run, play, run_study
from analysis.shards import Shard, merge, parse_shard, parts_of_study
from analysis.study import load_study
from analysis.tables import open_run
from sim.core.errors import UserError
from tests.analysis.folders import STUDY, digest, without_traces


@pytest.fixture
def whole(lab):
    """The run of study.toml, undisturbed."""
    run_study(load_study("study.toml"), "whole", workers=1)
    return digest(lab / "whole")


# -- damage


def test_a_damaged_part_is_named_and_played_again(lab, whole):
    seats = lab / "whole" / "seats" / "p001-00001.parquet"
    content = bytearray(seats.read_bytes())
    content[len(content) // 2] ^= 1
    seats.write_bytes(content)
    study = load_study("study.toml")
    plan = plan_run(study, "whole")
    assert plan.damaged == ("seats/p001-00001.parquet is damaged: its checksum is another",)
    assert [part.key for part in plan.missing] == ["p001-00001"]
    play(plan)
    assert digest(lab / "whole") == whole


def test_a_full_disk_loses_nothing_that_was_done(lab, whole, monkeypatch):
    study = load_study("study.toml")
    left = [3]

    def until_full(path, content):
        if path.suffix == ".parquet":
            left[0] -= 1
            if left[0] < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        write_atomically(path, content)

    monkeypatch.setattr(analysis.parts, "write_atomically", until_full)
    with pytest.raises(OSError, match="No space left"):
        run_study(study, "run", workers=2)
    assert without_traces(lab)
    assert open_run("run").part_keys() == ["p000-00000"]
    monkeypatch.undo()
    monkeypatch.chdir(lab)
    monkeypatch.setattr(analysis.expand, "BLOCKS_PER_PART", 16)
    run_study(study, "run", workers=2)
    assert digest(lab / "run") == whole


# -- killed

KILLED = """\
import sys
import analysis.expand
analysis.expand.BLOCKS_PER_PART = 16
from analysis.run import run_study
from analysis.study import load_study
run_study(load_study("study.toml"), "run", workers=2, chunk_seconds=1e-9, progress=lambda progress: print(progress.games, flush=True))
"""


def test_a_run_that_is_killed_again_and_again_ends_with_the_same_files(lab, whole):
    """kill -9 at random moments: after any number of games, and a moment later."""
    chance = random.Random(5)
    kills = 0
    for _ in range(40):
        child = subprocess.Popen(
            [sys.executable, "-c", KILLED], cwd=lab, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        )
        assert child.stdout is not None
        with child.stdout:
            for _ in range(chance.randrange(1, 40)):
                if not child.stdout.readline():
                    break
            time.sleep(chance.random() * 0.01)
            child.send_signal(signal.SIGKILL)
            child.wait()
        if child.returncode == 0:
            break
        kills += 1
        if (lab / "run" / "manifest.json").exists():
            for part in open_run("run").part_keys():  # what is said to be done is there, whole
                assert open_run("run").part(part, "games").height > 0
    assert kills >= 2
    run_study(load_study("study.toml"), "run")
    assert digest(lab / "run") == whole
    assert without_traces(lab)


def test_two_processes_never_play_into_one_folder(lab, monkeypatch):
    study = load_study("study.toml")
    plan = plan_run(study, "run")
    told = []

    def second(progress):
        if not told:
            with pytest.raises(UserError) as caught:
                play(plan_run(study, "run"))
            told.append(str(caught.value))

    play(plan, workers=1, progress=second)
    assert told == ["run: another process is playing into this folder; wait for it, or name another with --out"]
    with pytest.raises(UserError, match="has played into this folder meanwhile"):
        play(plan)


# -- shards


@pytest.mark.parametrize("of", [1, 2, 4, 6])
def test_merged_shards_are_the_run_in_one_piece(lab, whole, of):
    study = load_study("study.toml")
    for number in range(1, of + 1):
        run = run_study(study, f"s{number}", shard=Shard(number, of), workers=1 + number % 2)
        assert not run.is_complete
        assert plan_run(study, f"s{number}", shard=Shard(number, of)).is_complete
    folders = [f"s{number}" for number in range(of, 0, -1)]
    assert merge(folders, "merged") == Path("merged")
    assert digest(lab / "merged") == whole
    assert open_run("merged").is_complete


def test_every_part_belongs_to_one_shard(lab):
    study = load_study("study.toml")
    parts = parts_of_study(study)
    for of in range(1, len(parts) + 1):
        shares = [part for number in range(1, of + 1) for part in parts_of_study(study, Shard(number, of))]
        assert sorted(part.key for part in shares) == sorted(part.key for part in parts)
    with pytest.raises(UserError, match="the study has 6 parts"):
        parts_of_study(study, Shard(1, 7))


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "a/b", "1/2/3", "-1/4"])
def test_what_is_no_shard_is_refused(text):
    with pytest.raises(UserError, match="NUMBER/OF"):
        parse_shard(text)


def test_gaps_twins_strangers_and_halves_are_refused_by_name(lab, whole):
    study = load_study("study.toml")
    for number in (1, 2, 3):
        run_study(study, f"s{number}", shard=Shard(number, 3))
    run_study(study, "half", shard=Shard(1, 2))
    run_study(load_study("study.toml", seed=9), "other", shard=Shard(3, 3))
    with pytest.raises(UserError, match="shard 2/3 is missing"):
        merge(["s1", "s3"], "merged")
    with pytest.raises(UserError, match="s1: it is shard 1/3, and so is s1"):
        merge(["s1", "s2", "s1", "s3"], "merged")
    with pytest.raises(UserError, match="half: it is shard 1/2, and s1 is one of 3"):
        merge(["s1", "half"], "merged")
    with pytest.raises(UserError, match=r"other: it is a shard of another run than s1 .*seed"):
        merge(["s1", "s2", "other"], "merged")
    with pytest.raises(UserError, match="whole: this is a whole run"):
        merge(["s1", "whole"], "merged")
    manifest = json.loads((lab / "s2" / "manifest.json").read_text())
    gone = min(manifest["parts"])
    del manifest["parts"][gone]
    (lab / "s2" / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(UserError, match=f"s2: shard 2/3 is not finished, part {gone} is missing"):
        merge(["s1", "s2", "s3"], "merged")
    run_study(study, "s2", shard=Shard(2, 3))
    (lab / "s3" / "games" / min(path.name for path in (lab / "s3" / "games").iterdir())).write_bytes(b"")
    with pytest.raises(UserError, match=r"s3: part p000-00002: .*play the shard again"):
        merge(["s1", "s2", "s3"], "merged")
    assert not (lab / "merged").exists()
    assert not list(lab.glob(".merged*"))
    with pytest.raises(UserError, match="whole: it exists already"):
        merge(["s1", "s2", "s3"], "whole")


def test_a_shard_is_continued_as_the_same_shard_only(lab):
    study = load_study("study.toml")
    run_study(study, "s1", shard=Shard(1, 3))
    with pytest.raises(UserError, match="it is shard 1/3, not a whole run"):
        plan_run(study, "s1")
    with pytest.raises(UserError, match="it is shard 1/3, not shard 2/3"):
        plan_run(study, "s1", shard=Shard(2, 3))


# -- longer


def test_a_run_that_is_made_longer_is_the_long_run(lab):
    (lab / "long.toml").write_text(STUDY.replace("blocks = 40", "blocks = 90"))
    run_study(load_study("long.toml"), "long")
    run_study(load_study("study.toml"), "run")
    kept = (lab / "run" / "games" / "p000-00001.parquet").stat().st_mtime_ns
    long = load_study("long.toml")
    with pytest.raises(UserError, match=r"blocks 40, not 90.*add --extend"):
        plan_run(long, "run")
    run_study(long, "run", extend=True)
    tables = {name for name in digest(lab / "long") if name.endswith(".parquet")}
    assert {name: digest(lab / "run")[name] for name in tables} == {name: digest(lab / "long")[name] for name in tables}
    assert set(digest(lab / "run")) == set(digest(lab / "long"))
    assert (lab / "run" / "games" / "p000-00001.parquet").stat().st_mtime_ns == kept
    manifest = json.loads((lab / "run" / "manifest.json").read_text())
    assert manifest["extended"] == [[40, 40]]
    assert manifest["complete"]
    assert plan_run(long, "run").is_complete
    with pytest.raises(UserError, match="blocks 90, not 40"):
        plan_run(load_study("study.toml"), "run", extend=True)
    with pytest.raises(UserError, match="no run to extend"):
        plan_run(long, "nowhere", extend=True)


# -- many machines

BOT = """\
from strategies.toolkit import compiled, strategy


@strategy(game="mercato", name="Last", version=3, about="the last move")
def choose(view, moves, n_moves, params, memory, rng):
    return n_moves - 1
"""


@pytest.fixture(scope="module")
def local_cluster():
    """A scheduler and two workers, processes of their own, on the loopback interface."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL) as cluster:
        yield cluster


def test_a_cluster_plays_the_same_though_a_worker_is_killed(lab, local_cluster, monkeypatch):
    (lab / "bot.py").write_text(BOT)
    (lab / "study.toml").write_text(STUDY.replace('["random", "other"]', '["random", "bot.py:Last"]'))
    study = load_study("study.toml")
    run_study(study, "whole", workers=1)
    pids = [worker.pid for worker in local_cluster.workers.values()]
    assert len(pids) == 2

    def kill_one(progress):
        if len(pids) == 2 and progress.games >= 20:
            os.kill(pids.pop(), signal.SIGKILL)

    run_study(study, "run", chunk_seconds=1e-9, progress=kill_one, scheduler=local_cluster.scheduler_address)
    assert len(pids) == 1
    assert digest(lab / "run") == digest(lab / "whole")


def test_a_worker_with_other_versions_is_refused(lab, local_cluster, monkeypatch):
    study = load_study("study.toml")
    monkeypatch.setattr(analysis.cluster.manifests, "versions", lambda study: {**versions(study), "game": 99})
    with pytest.raises(UserError, match=r"the worker on .* has version of the game .*, not 99"):
        run_study(study, "run", scheduler=local_cluster.scheduler_address)
    assert not (lab / "run").exists()


def test_a_cluster_that_is_not_there_is_told(lab, monkeypatch):
    monkeypatch.setattr(analysis.cluster, "CONNECT_SECONDS", 0.5)
    with pytest.raises(UserError, match=r"--scheduler tcp://127.0.0.1:1: no Dask scheduler answers there"):
        run_study(load_study("study.toml"), "run", scheduler="tcp://127.0.0.1:1")


def test_a_cluster_with_a_single_core_is_refused(lab, monkeypatch):
    """joblib would play in this process instead, and say nothing."""
    from distributed import LocalCluster

    monkeypatch.setattr(analysis.cluster, "CONNECT_SECONDS", 1)
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL) as small,
        pytest.raises(UserError, match="the cluster has a single core; start more workers"),
    ):
        run_study(load_study("study.toml"), "run", scheduler=small.scheduler_address)


def test_the_file_that_did_not_fit_is_named(tmp_path, monkeypatch):
    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(tmp_path / "part.parquet", b"content")
    assert caught.value.filename == str(tmp_path / "part.parquet")
    assert without_traces(tmp_path)


PLAIN = """\
from strategies.toolkit import strategy


@strategy(game="mercato", name="First", version=1, about="the first move", compiled=False)
def choose(view, moves, n_moves, params, memory, rng):
    return 0
"""


def test_ctrl_c_is_heeded_while_processes_start(lab, monkeypatch):
    """They are killed, not waited for; the run goes on later as if nothing had happened."""
    (lab / "bot.py").write_text(PLAIN)
    (lab / "study.toml").write_text(
        STUDY.replace('[["random"], ["random", "other"]]', '[["bot.py:First"]]').replace("[strategies.other]", "").replace('from = "random"', "")
    )
    study = load_study("study.toml")
    run_study(study, "whole", workers=1)
    monkeypatch.setattr("analysis.run.worth_processes", lambda *told: True)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    progress = []
    with pytest.raises(KeyboardInterrupt):
        run_study(study, "run", workers=2, chunk_seconds=1e-9, progress=progress.append)
    assert not open_run("run").is_complete
    run_study(study, "run", workers=1)
    assert digest(lab / "run") == digest(lab / "whole")
