"""Whether runs that are left alone end with the same tables, whatever happens to them: compared byte for byte with an undisturbed run.

    python -m benchmarks.left_alone studies/*.toml --games 2000        some minutes
    python -m benchmarks.left_alone studies/mercato-compos.toml        one study

For all studies together: `balancier run` killed (kill -9) at random moments and started again until it ends. For each study: one worker and three,
chunks of any size, shares that are merged (the first merging killed), and a Dask cluster of two processes on this machine, one of them killed.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from analysis.run import Progress, run_study
from analysis.shards import Shard, merge, parts_of_study
from analysis.study import Study, load_study

MOST_SHARDS = 3


def digest(folder: Path) -> str:
    """Of every file of a run but its log and lock."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in ("log.jsonl", ".lock"):
            found.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return found.hexdigest()


def killed(command: Sequence[str], seconds: float, chance: random.Random) -> int:
    """Start a command again and again, killing it after a random time up to `seconds`, longer and longer; returns how often it was killed."""
    kills = 0
    while True:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            child.wait(timeout=chance.uniform(0.5, seconds * (1 + kills / 3)))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
            kills += 1
            continue
        if child.returncode:
            raise SystemExit(f"{' '.join(command)}: exit code {child.returncode}")
        return kills


def ways(study: Study, here: Path) -> Iterator[tuple[str, Path]]:
    """Play a study in several ways; yields each with its run folder."""
    for workers, chunk in ((1, 0.5), (3, 0.5), (2, 1e-9), (2, 5.0)):
        out = here / f"{workers}-{chunk}"
        run_study(study, out, workers=workers, chunk_seconds=chunk)
        yield f"{workers} workers, chunks of {chunk:g} s", out
    number = min(MOST_SHARDS, len(parts_of_study(study)))
    shards = [here / f"shard-{k}" for k in range(1, number + 1)]
    for k, out in enumerate(shards, 1):
        run_study(study, out, shard=Shard(k, number), workers=1 + k % 2)
    merging = [sys.executable, "-m", "reports.cli", "merge", *map(str, shards), "--out", str(here / "merged")]
    child = subprocess.Popen(merging, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None and not list(here.glob(".merged-*")):
        time.sleep(0.001)
    child.kill()
    child.wait()
    if not (here / "merged").exists():
        merge(shards, here / "merged")
    yield f"{number} shares, merged (killed while merging: {'before it was whole' if child.returncode else 'too late'})", here / "merged"
    yield "a cluster of two, one killed", _on_a_cluster(study, here / "cluster")


def _on_a_cluster(study: Study, out: Path) -> Path:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]

        def kill_one(progress: Progress) -> None:
            if len(pids) == 2 and progress.games > progress.total / 3:
                os.kill(pids.pop(), signal.SIGKILL)

        run_study(study, out, chunk_seconds=0.05, progress=kill_one, scheduler=cluster.scheduler_address)
        if len(pids) == 2:
            raise SystemExit("no worker was killed: play more games")
    return out


def main() -> int:
    """Print a line for each comparison; 1 when any differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("studies", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=8.0, help="within which the first kill comes")
    asked = parser.parse_args()
    differ = 0

    def told(name: str, way: str, same: bool) -> None:
        nonlocal differ
        differ += not same
        print(f"{'same     ' if same else 'DIFFERENT'} {name}: {way}", flush=True)

    with tempfile.TemporaryDirectory() as place:
        here = Path(place)
        command = [sys.executable, "-m", "reports.cli", "run", *map(str, asked.studies), "--games", str(asked.games), "--quiet"]
        if len(asked.studies) == 1:
            command += ["--out", str(here / "killed" / asked.studies[0].stem)]
        else:
            command += ["--out", str(here / "killed")]
        kills = killed(command, asked.seconds, random.Random(4))
        for path in asked.studies:
            study = load_study(path, games=asked.games)
            whole = here / path.stem / "whole"
            run_study(study, whole, workers=2)
            told(path.stem, f"{kills} times killed with all studies, and started again", digest(here / "killed" / path.stem) == digest(whole))
            for way, out in ways(study, here / path.stem):
                told(path.stem, way, digest(out) == digest(whole))
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
