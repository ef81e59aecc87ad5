"""`balancier run`: play studies into run folders."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from analysis.estimate import estimate
from analysis.run import Plan, Progress, check_workers, plan_run, play
from analysis.spelling import duration, plural
from analysis.study import Study, load_study
from sim.core.errors import UserError

RUNS = Path("runs")


def run_studies(
    paths: Sequence[Path],
    *,
    out: Path | None,
    games: int | None,
    blocks: int | None,
    seed: int | None,
    workers: int | None,
    overrides: Sequence[str],
    strategies: Sequence[str],
    resume: bool,
    quiet: bool,
) -> int:
    """Check all studies and their folders, then play one after the other; prints the folders. Returns the exit code."""

    def say(text: str) -> None:
        if not quiet:
            print(text, file=sys.stderr, flush=True)

    count = check_workers(workers)
    folders = _folders(paths, out)
    plans: list[Plan] = []
    for path, folder in zip(paths, folders, strict=True):
        study = load_study(path, overrides=list(overrides), games=games, blocks=blocks, seed=seed, strategies=list(strategies))
        plans.append(plan_run(study, folder, resume=resume))
    for number, (path, plan) in enumerate(zip(paths, plans, strict=True)):
        for notice in plan.study.notices:
            say(f"{path.as_posix()}: note: {notice}")
        try:
            _play(plan, path, count, say, quiet)
        except KeyboardInterrupt:
            again = paths[number:] if len(paths) > 1 else paths
            print(f"interrupted; to continue: {_command(again, out, plan.study, workers, resume)}", file=sys.stderr)
            return 130
        print(plan.out.as_posix(), flush=True)
    return 0


def _folders(paths: Sequence[Path], out: Path | None) -> list[Path]:
    """The run folder of each study; two studies that would share one are refused."""
    if out is not None and len(paths) == 1:
        return [out]
    folders = [(out or RUNS) / path.stem for path in paths]
    for number, folder in enumerate(folders):
        if folder in folders[:number]:
            twin = paths[folders.index(folder)]
            raise UserError(f"{paths[number].as_posix()}: its run folder {folder.as_posix()} is that of {twin.as_posix()} too")
    return folders


def _play(plan: Plan, path: Path, workers: int, say: Callable[[str], None], quiet: bool) -> None:
    study, where = plan.study, plan.out.as_posix()
    if plan.is_complete:
        say(f"{where}: complete already, {plural(study.games, 'game')}; nothing to play")
        play(plan, workers=workers)  # a new title or margin is noted
        return
    time_needed = estimate(study, plan.missing)
    points = plural(len(study.points), "design point")
    rest = f" left of {study.games:,}" if plan.found else ""
    at_work = plural(workers, "worker")
    seconds = time_needed.seconds(workers)
    about = duration(seconds) if seconds < 1 else f"about {duration(seconds)}"
    say(f"{path.as_posix()}: {points}, {plural(time_needed.games, 'game')}{rest}; {about} with {at_work}")
    if plan.found:
        say(f"{where}: continues a run that was interrupted")
    last: list[Progress] = []
    with _progress_line(quiet) as show:

        def note(progress: Progress) -> None:
            last[:] = [progress]
            show(progress)

        play(plan, workers=workers, progress=note, time_needed=time_needed)
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

        def show(progress: Progress) -> None:
            words = f"{progress.games:,} games, {duration(progress.remaining)} left · {progress.point}"
            line.update(task, completed=progress.games, total=progress.total, words=words)

        yield show


def _command(paths: Sequence[Path], out: Path | None, study: Study, workers: int | None, resume: bool) -> str:
    """The command that continues: as it was called. A single study is then asked to resume, and nothing else."""
    words = ["balancier", "run", *(str(path) for path in paths)]
    if out is not None:
        words += ["--out", str(out)]
    for said in study.overrides:
        flag, value = said.split(" ", 1)
        words += [flag, value]
    if workers is not None:
        words += ["--workers", str(workers)]
    if len(paths) == 1:
        words.append("--resume")
    return shlex.join(words)
