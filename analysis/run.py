"""From a study to a run folder.

`plan_run` says what there is to do and refuses what can't be done, writing nothing; `play` does it: design points → parts
→ chunks on joblib's workers → Parquet files, and a manifest that lists what is whole. `run_study` is both.
The tables depend on the study alone: not on workers, chunks, interruptions or the order in which things end.
"""

from __future__ import annotations

import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from analysis import manifest as manifests
from analysis.chunks import CHUNK_SECONDS, Chunk, Pace, Played, Player, Window, play_elsewhere, play_here
from analysis.cluster import cluster, parcel, play_on_cluster
from analysis.estimate import Estimate, estimate, worth_processes
from analysis.parts import Part, Shelf, damage, sweep_temporary
from analysis.run_log import RunLog
from analysis.shards import Shard, parts_of_study
from analysis.study import Study
from analysis.tables import Run, open_run
from analysis.watch import Watch
from sim.core.errors import UserError

MOST_WORKERS = 1024
LOCK = ".lock"
"""Held by whoever plays into a run folder."""
_SAVE_SECONDS = 1.0  # the manifest of a long run is not rewritten more often than this; parts that it misses are played again


@dataclass(frozen=True)
class Progress:
    """How far a run is: handed to the callback after every chunk."""

    games: int
    """Games played by now, of `total` that were to play when it began."""
    total: int
    seconds: float
    point: str
    """Label of the design point that is being played."""
    watch: Watch
    """What was played says so far."""

    @property
    def widest(self) -> float | None:
        """The widest interval so far, in percentage points to one side; None where none is watched, or too little was played."""
        return self.watch.widest

    @property
    def remaining(self) -> float:
        """Seconds that are left at the present rate."""
        return self.seconds / self.games * (self.total - self.games) if self.games else float("inf")


@dataclass(frozen=True)
class Plan:
    """What there is to do for a study in a folder."""

    study: Study
    out: Path
    manifest: dict[str, Any]
    missing: tuple[Part, ...]
    found: int
    """Parts that are there already."""
    is_new: bool
    changed: bool = False
    """Title, question, margin, targets or labels differ from what the folder says."""
    damaged: tuple[str, ...] = ()
    """What is wrong with parts that were there: they are played again."""
    extended: tuple[int, ...] = ()
    """Blocks that the design points had, in a run that is made longer."""
    seen: bytes | None = None
    """The manifest that was there."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to play."""
        return not self.missing


def plan_run(study: Study, out: str | Path, *, resume: bool = False, shard: Shard | None = None, extend: bool = False) -> Plan:
    """Look at the folder `out` and say what is to be played; nothing is written.

    A folder that does not exist or is empty gets a new run (unless `resume` asks for one that is there); a run of the same
    study (and shard) is continued; anything else is refused with a UserError that names the difference. Every file that is there is
    compared with its checksum. With `extend` the study may have more blocks than the run: it is made longer.
    """
    out = Path(out)
    fresh = manifests.new_manifest(study)
    if shard is not None and study.in_rounds:
        raise UserError(f"--shard {shard}: shards can't know when together they have played enough; give a number of games (--games) instead")
    if shard is not None:
        fresh["shard"] = [shard.number, shard.of]
    wanted = parts_of_study(study, shard)
    if out.exists() and not out.is_dir():
        raise UserError(f"{out.as_posix()}: this is a file; name a folder for the run with --out")
    if not out.exists() or not any(entry.name != LOCK for entry in out.iterdir()):
        if resume or extend:
            flag = "resume" if resume else "extend"
            raise UserError(f"{out.as_posix()}: there is no run to {flag}; leave out --{flag} to start one")
        return Plan(study, out, fresh, tuple(wanted), found=0, is_new=True)
    if not (out / manifests.FILE_NAME).exists():
        raise UserError(f"{out.as_posix()}: the folder holds something that is not a run; name another with --out")
    seen = (out / manifests.FILE_NAME).read_bytes()
    old = manifests.load(out)
    difference = manifests.difference(old, fresh, longer=extend)
    if difference is not None:
        raise UserError(f"{out.as_posix()}: the folder holds another run ({difference}); {_way_out(old, fresh)}")
    done: dict[str, Any] = {}
    damaged = []
    for part in wanted:
        entry = old["parts"].get(part.key)
        if entry is None or entry["blocks"] != part.blocks:
            continue
        wrong = damage(out, entry)
        if wrong is None:
            done[part.key] = entry
        else:
            damaged.append(wrong)
    missing = tuple(part for part in wanted if part.key not in done)
    merged = {**fresh, "versions": old["versions"], "parts": done, "complete": not missing and shard is None}
    if study.in_rounds:  # who plays the rounds says when it is
        merged["complete"] = old["complete"] and not missing
    before = tuple(point["blocks"] for point in old["points"])
    longer = before != tuple(point["blocks"] for point in fresh["points"])
    if longer or "extended" in old:
        merged["extended"] = [*old.get("extended", []), *([list(before)] if longer else [])]
    changed = any(merged[key] != old.get(key) for key in merged)
    return Plan(
        study,
        out,
        merged,
        missing,
        found=len(done),
        is_new=False,
        changed=changed,
        damaged=tuple(damaged),
        extended=before if longer else (),
        seen=seen,
    )


def _way_out(old: dict[str, Any], new: dict[str, Any]) -> str:
    """What to do about a folder that holds another run."""
    if manifests.difference(old, new, longer=True) is None:
        return "to make it longer add --extend; or name another folder with --out"
    return "name another folder with --out, or remove it"


def run_study(
    study: Study,
    out: str | Path,
    *,
    workers: int | None = None,
    chunk_seconds: float = CHUNK_SECONDS,
    progress: Callable[[Progress], None] | None = None,
    resume: bool = False,
    shard: Shard | None = None,
    extend: bool = False,
    scheduler: str | None = None,
) -> Run:
    """Play `study` into the folder `out` and return the run, ready to be read. See `plan_run` and `play`."""
    from analysis.rounds import current_round, play_rounds

    def play_plan(plan: Plan) -> None:
        play(plan, workers=workers, chunk_seconds=chunk_seconds, progress=progress, scheduler=scheduler)

    if study.in_rounds:
        play_rounds(plan_run(current_round(study, Path(out)), out, resume=resume, shard=shard), play_plan, lambda found: None)
    else:
        play_plan(plan_run(study, out, resume=resume, shard=shard, extend=extend))
    return open_run(out)


def check_workers(workers: int | None) -> int:
    """The number of workers: as asked, or one for each core; UserError when out of range."""
    if workers is None:
        from joblib import cpu_count

        return int(cpu_count())
    if not 1 <= workers <= MOST_WORKERS:
        raise UserError(f"--workers {workers}: it is out of range; 1 to {MOST_WORKERS}")
    return workers


def play(
    plan: Plan,
    *,
    workers: int | None = None,
    chunk_seconds: float = CHUNK_SECONDS,
    progress: Callable[[Progress], None] | None = None,
    time_needed: Estimate | None = None,
    scheduler: str | None = None,
) -> Run:
    """Play what a plan has to play; with the address of a `scheduler`, on the workers of its Dask cluster.

    Raises
    ------
    KeyboardInterrupt
        after Ctrl-C: the parts that are whole are kept, and the same study continues there.
    GameFailure
        when a strategy fails, or the rules do; a new folder in which nothing is whole yet is removed again.
    """
    workers = check_workers(workers)
    if plan.missing:
        time_needed = time_needed or estimate(plan.study, plan.missing)
        _Run(plan, workers, chunk_seconds, time_needed, progress, scheduler).play()
    elif plan.changed:
        manifests.save(plan.out, plan.manifest)
    return open_run(plan.out)


@dataclass
class _Run:
    """One call of `play`, from creating the folder to the last save of the manifest."""

    plan: Plan
    workers: int
    chunk_seconds: float
    time_needed: Estimate
    progress: Callable[[Progress], None] | None
    scheduler: str | None = None
    games: int = 0
    saved_at: float = 0.0
    unsaved: bool = False
    stop_asked: bool = False
    may_be_left: bool = False
    """Whether the workers are being waited for who need not be."""
    begin: float = field(default_factory=time.perf_counter)

    def play(self) -> None:
        made = _make_folder(self.plan.out)
        with _alone(self.plan.out):
            manifest = self.plan.out / manifests.FILE_NAME
            if (manifest.read_bytes() if manifest.exists() else None) != self.plan.seen:
                raise UserError(f"{self.plan.out.as_posix()}: another process has played into this folder meanwhile; start again")
            self._play_alone(made)

    def _play_alone(self, made: list[Path]) -> None:
        plan = self.plan
        sweep_temporary(plan.out)
        manifests.save(plan.out, plan.manifest)
        self.log = RunLog(plan.out)
        if plan.extended:
            self.log.extended(list(plan.extended))
        self.log.start(plan.is_new, self.workers, self.chunk_seconds, self.time_needed.games)
        self.shelf = Shelf(plan.out, plan.study, plan.manifest["labels"])
        self.watch = Watch(plan.study)
        self.pace = Pace(self.time_needed.seconds_per_block, self.chunk_seconds)
        ended = "failed"
        try:
            if self.scheduler is not None:
                with cluster(self.scheduler):
                    self._play_elsewhere(plan.missing)
            else:
                for by_processes, parts in self._groups():
                    self._play_parts(parts, by_processes)
            plan.manifest["complete"] = "shard" not in plan.manifest and not plan.study.in_rounds
            self.unsaved = True
            ended = "complete"
        except KeyboardInterrupt:
            ended = "interrupted"
            raise
        finally:
            # After a failure the disk may be full: what the manifest says by then is true, and the first trouble is the one to tell.
            with suppress(OSError) if ended == "failed" else nullcontext():
                if self.unsaved:
                    manifests.save(plan.out, plan.manifest)
                self.log.end(ended, self.games, time.perf_counter() - self.begin)
            if ended == "failed" and plan.is_new and not plan.manifest["parts"]:
                _remove_empty_run(plan.out, made)

    def _groups(self) -> Iterator[tuple[bool, list[Part]]]:
        """The missing parts in order, those for threads apart from those for processes."""
        study = self.plan.study
        slow = {
            point.index
            for point in study.points
            if self.workers > 1 and point.index in self.time_needed.blocks and worth_processes(study, point, self.time_needed)
        }
        for by_processes in (False, True):
            parts = [part for part in self.plan.missing if (part.point in slow) == by_processes]
            if parts:
                yield by_processes, parts

    def _chunks(self, parts: Iterable[Part], window: Window) -> Iterator[Chunk]:
        order = 0
        for part in parts:
            done = 0
            while done < part.blocks:
                if window.cancelled:
                    return
                blocks = min(self.pace.blocks(part.point), part.blocks - done)
                yield Chunk(part, part.first_block + done, blocks, order)
                done += blocks
                order += 1

    def _play_parts(self, parts: list[Part], by_processes: bool) -> None:
        from joblib import Parallel, delayed

        study = self.plan.study
        window = Window(2 * self.workers + 2)
        chunks = self._chunks(parts, window)
        if by_processes:
            plain = study.to_dict()
            tasks = (delayed(play_elsewhere)(plain, chunk) for chunk in chunks)
        else:
            player = Player(study)
            tasks = (delayed(play_here)(player, window, chunk) for chunk in chunks)
        backend = "loky" if by_processes else "threading"
        parallel = Parallel(n_jobs=self.workers, backend=backend, return_as="generator", pre_dispatch="2*n_jobs", batch_size=1)
        results = parallel(tasks)
        done = False
        try:
            with _graceful_interrupt(window, self):
                self._collect(results, window, wait=not by_processes)
                done = True
        finally:
            if by_processes:
                from joblib.externals.loky import get_reusable_executor

                with warnings.catch_warnings():  # joblib says how much of what was played is thrown away
                    warnings.simplefilter("ignore")
                    results.close()
                get_reusable_executor().shutdown(wait=True, kill_workers=not done)

    def _play_elsewhere(self, parts: Sequence[Part]) -> None:
        from joblib import Parallel, delayed

        load = parcel(self.plan.study)
        window = Window(0)  # nobody waits at it: what is under way is bounded by what joblib sends out
        tasks = (delayed(play_on_cluster)(load, chunk) for chunk in self._chunks(parts, window))
        parallel = Parallel(n_jobs=-1, return_as="generator", pre_dispatch="2*n_jobs", batch_size=1)
        with _graceful_interrupt(window, self):
            self._collect(parallel(tasks), window)

    def _collect(self, results: Iterable[Played], window: Window, wait: bool = True) -> None:
        """Take the chunks' results in order, write each part with its last chunk.

        On any trouble let the workers finish (`wait`), or leave them to be killed: then Ctrl-C is heeded while they are waited for, too.
        """
        trouble: BaseException | None = None
        pending: list[Any] = []
        seconds = 0.0
        waiting = iter(results)
        while True:
            self.may_be_left = not wait
            played = next(waiting, None)
            self.may_be_left = False
            if played is None:
                break
            if trouble is None:
                try:
                    if self.stop_asked:
                        raise KeyboardInterrupt
                    if played.failure is not None:
                        raise played.failure
                    pending.append(played.rows)
                    seconds += played.seconds
                    self.pace.note(played)
                    self.watch.add(played.chunk.part.point, played.watched)
                    if played.chunk.is_last:
                        self._write(played.chunk.part, pending, seconds)
                        pending, seconds = [], 0.0
                    self._tell(played.chunk)
                except BaseException as problem:  # raised again below, when no worker is playing any more
                    trouble = problem
                    pending = []
                    window.cancel()
                    if not wait:
                        break
            window.take()
        if trouble is not None:
            raise trouble
        if self.stop_asked:
            raise KeyboardInterrupt

    def _write(self, part: Part, rows: list[Any], seconds: float) -> None:
        self.plan.manifest["parts"][part.key] = self.shelf.write(part, rows)
        self.log.part(part.key, seconds)
        self.unsaved = True
        if time.perf_counter() - self.saved_at > _SAVE_SECONDS:
            manifests.save(self.plan.out, self.plan.manifest)
            self.saved_at = time.perf_counter()
            self.unsaved = False

    def _tell(self, chunk: Chunk) -> None:
        point = self.plan.study.points[chunk.part.point]
        self.games += chunk.blocks * point.rotations * point.games_per_match
        if self.progress is not None:
            elapsed = time.perf_counter() - self.begin
            self.progress(Progress(self.games, self.time_needed.games, elapsed, point.label, self.watch))


@contextmanager
def _graceful_interrupt(window: Window, run: _Run) -> Iterator[None]:
    """Let Ctrl-C end the run between two chunks; a second Ctrl-C interrupts at once."""
    if threading.current_thread() is not threading.main_thread():  # signals reach the main thread only
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        if run.stop_asked:
            raise KeyboardInterrupt
        run.stop_asked = True
        window.cancel()
        if run.may_be_left:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _make_folder(out: Path) -> list[Path]:
    """Create `out` with its parents; returns those that were created, innermost first."""
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UserError(f"{out.as_posix()}: the folder can't be made ({problem.strerror})") from None
    return made


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Keep other processes from playing into the folder; UserError when one does."""
    from filelock import FileLock, Timeout

    lock = FileLock(out / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise UserError(f"{out.as_posix()}: another process is playing into this folder; wait for it, or name another with --out") from None
    try:
        yield
    finally:
        lock.release()


def _remove_empty_run(out: Path, made: list[Path]) -> None:
    """Remove a folder in which nothing was played to its end, and the parents made for it."""
    for table in manifests.TABLES:
        if (out / table).is_dir():
            for file in (out / table).iterdir():
                file.unlink()
            (out / table).rmdir()
    for file in (out / manifests.FILE_NAME, out / RunLog.FILE_NAME, out / LOCK):
        file.unlink(missing_ok=True)
    for folder in made:
        if not any(folder.iterdir()):
            folder.rmdir()
