"""`balancier run`: play studies into run folders."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from analysis.estimate import estimate
from analysis.rounds import Round, current_round, games_in, play_rounds
from analysis.run import Plan, Progress, check_workers, plan_run, play
from analysis.shards import Shard, parse_shard
from analysis.spelling import duration, plural
from analysis.study import Study, load_study
from sim.core.errors import GameFailure, UserError, nearest

RUNS = Path("runs")
RUN_FAILED = 3
BACKENDS = ("threads", "dask")
SHOWN_EVERY = 0.25
"""Seconds between two lines of progress, at least."""


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line, of all studies alike."""

    out: Path | None = None
    games: int | None = None
    blocks: int | None = None
    seed: int | None = None
    workers: int | None = None
    overrides: Sequence[str] = ()
    strategies: Sequence[str] = ()
    resume: bool = False
    extend: bool = False
    shard: str | None = None
    backend: str = "threads"
    scheduler: str | None = None
    quiet: bool = False
    log_json: bool = False


def run_studies(paths: Sequence[Path], asked: Request) -> int:
    """Check all studies and their folders, then play one after the other; prints the folders. Returns the exit code.

    One that fails while playing (a strategy, the disk) does not keep the others from being played.
    """

    def say(text: str) -> None:
        if not asked.quiet:
            print(text, file=sys.stderr, flush=True)

    check_workers(asked.workers)
    _check_backend(asked)
    shard = parse_shard(asked.shard) if asked.shard is not None else None
    folders = _folders(paths, asked.out, shard)
    plans: list[Plan] = []
    for path, folder in zip(paths, folders, strict=True):
        study = load_study(
            path, overrides=list(asked.overrides), games=asked.games, blocks=asked.blocks, seed=asked.seed, strategies=list(asked.strategies)
        )
        study = current_round(study, folder) if study.in_rounds else study
        plans.append(plan_run(study, folder, resume=asked.resume, shard=shard, extend=asked.extend))
    failed: list[Path] = []
    for number, (path, plan) in enumerate(zip(paths, plans, strict=True)):
        for notice in plan.study.notices:
            say(f"{path.as_posix()}: note: {notice}")
        for wrong in plan.damaged:
            print(f"{plan.out.as_posix()}: {wrong}; its part is played again", file=sys.stderr, flush=True)
        try:
            if plan.study.in_rounds:
                _play_rounds(plan, path, asked, say)
            else:
                _play(plan, path, asked, say)
        except KeyboardInterrupt:
            print(f"interrupted; to continue: {_command(paths[number:], plan, asked)}", file=sys.stderr)
            return 130
        except (GameFailure, OSError) as problem:
            print(f"balancier: {_told(problem)}", file=sys.stderr)
            if plan.out.exists():
                print(f"{plan.out.as_posix()}: what is done stays; to continue: {_command([path], plan, asked)}", file=sys.stderr)
            failed.append(path)
        else:
            print(plan.out.as_posix(), flush=True)
    if len(paths) > 1:
        names = f"; failed: {', '.join(path.as_posix() for path in failed)}" if failed else ""
        say(f"{len(paths) - len(failed)} of {plural(len(paths), 'study', 'studies')} done{names}")
    return RUN_FAILED if failed else 0


def _check_backend(asked: Request) -> None:
    if asked.backend not in BACKENDS:
        raise UserError(f"--backend {asked.backend}: {nearest(asked.backend, BACKENDS, 'backend')}")
    if (asked.backend == "dask") != (asked.scheduler is not None):
        raise UserError("--backend dask and --scheduler ADDRESS go together: the address is that of the cluster's scheduler, as tcp://host:8786")


def _told(problem: Exception) -> str:
    """What kept a study from being played to its end."""
    if isinstance(problem, OSError):
        return f"{f'{problem.filename}: ' if problem.filename else ''}{problem.strerror or problem}"
    return str(problem)


def _folders(paths: Sequence[Path], out: Path | None, shard: Shard | None) -> list[Path]:
    """The run folder of each study; two studies that would share one are refused."""
    if out is not None and len(paths) == 1:
        return [out]
    share = f"-shard-{shard.number}-of-{shard.of}" if shard is not None else ""
    folders = [(out or RUNS) / f"{path.stem}{share}" for path in paths]
    for number, folder in enumerate(folders):
        if folder in folders[:number]:
            twin = paths[folders.index(folder)]
            raise UserError(f"{paths[number].as_posix()}: its run folder {folder.as_posix()} is that of {twin.as_posix()} too")
    return folders


def _play_rounds(plan: Plan, path: Path, asked: Request, say: Callable[[str], None]) -> None:
    """Round after round until the study's figures are precise enough, or its verdicts are settled."""
    study = plan.study
    figures = " and ".join(f"by {factor.replace('_', ' × ')}" for factor in study.verdict_of or study.precision_of)
    together = f"together {100 * study.confidence:g} %"
    if study.until:
        say(f"{path.as_posix()}: until each win rate {figures} is shown to lie within ±{study.margin:g} points of the average, or beyond; {together}")
    else:
        say(f"{path.as_posix()}: until the win rates {figures} are known to ±{study.precision:g} points, {together}")

    def tell(found: Round) -> None:
        said = f"{plan.out.as_posix()}: {_settled(study, found) if study.until else _widest(found)}"
        if not found.is_last:
            more = sum(after > before for after, before in zip(found.blocks, found.before, strict=True))
            say(f"{said}; {plural(more, 'design point')} of {len(found.blocks)} need more games")
        elif any(found.capped):
            say(f"{said}; max_games is too few for {plural(sum(found.capped), 'design point')}: raise it, and run the study again")
        else:
            say(f"{said}; {'that is all' if study.until else 'that is precise enough'}")

    play_rounds(plan, lambda each: _play(each, path, asked, say), tell)


def _widest(found: Round) -> str:
    widest = max(found.widths)
    return f"widest ±{widest:.2g} points" if isfinite(widest) else "no figures yet"


def _settled(study: Study, found: Round) -> str:
    """How many verdicts are settled, and how many games the others are likely to take."""
    levels = sum(found.levels)
    said = f"{levels - sum(found.unsettled)} of {plural(levels, 'verdict')} settled"
    if not any(found.unsettled):
        return said
    more = [games_in(point, min(blocks, point.most_blocks) - point.blocks) for point, blocks in zip(study.points, found.likely, strict=True)]
    if any(isfinite(m) and m > 0 for m in more):
        said += f" (the others in about {round(sum(more), -3):,.0f} games more, if the figures stay as they are)"
    return said


def _play(plan: Plan, path: Path, asked: Request, say: Callable[[str], None]) -> None:
    study, where, workers = plan.study, plan.out.as_posix(), check_workers(asked.workers)
    if plan.is_complete:
        what = "" if "shard" in plan.manifest else f", {plural(study.games, 'game')}"
        say(f"{where}: complete already{what}; nothing to play")
        play(plan, workers=workers)  # a new title or margin is noted
        return
    time_needed = estimate(study, plan.missing)
    points = plural(len(study.points), "design point")
    rest = f" left of {study.games:,}" if plan.found else ""
    if asked.scheduler is not None:
        how = f"about {duration(time_needed.core_seconds)} on one core, on the cluster of {asked.scheduler}"
    else:
        seconds = time_needed.seconds(workers)
        how = f"{duration(seconds) if seconds < 1 else f'about {duration(seconds)}'} with {plural(workers, 'worker')}"
    say(f"{path.as_posix()}: {points}, {plural(time_needed.games, 'game')}{rest}; {how}")
    if plan.extended and not study.in_rounds:
        say(f"{where}: makes a run longer")
    elif plan.found and not plan.extended:
        say(f"{where}: continues a run that was interrupted")
    last: list[Progress] = []
    with _json_lines(plan) if asked.log_json else _progress_line(asked.quiet) as show:

        def note(progress: Progress) -> None:
            last[:] = [progress]
            show(progress)

        play(plan, workers=workers, progress=note, time_needed=time_needed, scheduler=asked.scheduler)
    end = last[0]
    say(f"{where}: {plural(end.games, 'game')} in {duration(end.seconds)}, {round(end.games / end.seconds):,} a second")


@contextmanager
def _progress_line(quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """A line that moves, on a terminal; elsewhere nothing. It is drawn four times a second at most."""
    if quiet or not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Line

    columns = (
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[words]}", markup=False),
    )
    with Line(*columns, console=Console(stderr=True), refresh_per_second=4, transient=True) as line:
        task = line.add_task("", total=None, words="")
        shown = 0.0

        def show(progress: Progress) -> None:
            nonlocal shown
            if progress.seconds - shown < SHOWN_EVERY and progress.games < progress.total:
                return
            shown = progress.seconds
            rate = f"{round(progress.games / progress.seconds):,} a second, " if progress.seconds else ""
            widest = f"widest ±{progress.widest:.2g} points, " if progress.widest is not None else ""
            words = f"{progress.games:,} games, {rate}{widest}{duration(progress.remaining)} left · {progress.point}"
            line.update(task, completed=progress.games, total=progress.total, words=words)

        yield show


@contextmanager
def _json_lines(plan: Plan) -> Iterator[Callable[[Progress], None]]:
    """How far it is as JSON Lines on stderr, four times a second at most; the last line comes when the run ends."""
    shown = 0.0
    latest: Progress | None = None

    def write(progress: Progress) -> None:
        line = {
            "event": "progress",
            "run": plan.out.as_posix(),
            "point": progress.point,
            "games": progress.games,
            "total": progress.total,
            "seconds": round(progress.seconds, 3),
            "games_per_second": round(progress.games / progress.seconds, 1) if progress.seconds else None,
            "seconds_left": round(progress.remaining, 1) if progress.games else None,
            "widest": round(progress.widest, 4) if progress.widest is not None else None,
        }
        print(json.dumps(line, ensure_ascii=False), file=sys.stderr, flush=True)

    def show(progress: Progress) -> None:
        nonlocal shown, latest
        latest = progress
        if progress.seconds - shown >= SHOWN_EVERY:
            shown = progress.seconds
            latest = None
            write(progress)

    yield show
    if latest is not None:
        write(latest)


def _command(paths: Sequence[Path], plan: Plan, asked: Request) -> str:
    """The command that continues: as it was called. A single study is then asked to resume, and nothing else."""
    words = ["balancier", "run", *(str(path) for path in paths)]
    if asked.out is not None:
        words += ["--out", str(asked.out)]
    for said in plan.study.overrides:
        flag, value = said.split(" ", 1)
        words += [flag, value]
    if asked.workers is not None:
        words += ["--workers", str(asked.workers)]
    if asked.scheduler is not None:
        words += ["--backend", asked.backend, "--scheduler", asked.scheduler]
    if asked.shard is not None:
        words += ["--shard", asked.shard]
    if asked.extend and len(paths) > 1:
        words.append("--extend")
    if len(paths) == 1:
        words.append("--resume")
    return shlex.join(words)
