"""Several processes for what is computed from a run's parts, and one after the other where that is quicker."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from analysis.tables import Run

Result = TypeVar("Result")

WORTH_BYTES = 100_000_000
"""Size of the parts from which processes are worth their start, of a second or two."""


def how_many(run: Run, workers: int | None = None) -> int:
    """How many processes read a run: as asked, or one for each core if the run is long."""
    if workers is not None:
        return workers
    size = sum(table["bytes"] for entry in run.manifest["parts"].values() for table in entry["tables"].values())
    if size < WORTH_BYTES:
        return 1
    from joblib import cpu_count

    return int(cpu_count())


def in_processes(number: int, work: Callable[..., Result], common: Any, tasks: Iterable[Any]) -> Iterator[Result]:
    """`work(common, task)` of each task, in order, by so many processes. They end with the last result, or with the first trouble."""
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor

    parallel = Parallel(n_jobs=number, backend="loky", return_as="generator", pre_dispatch="2*n_jobs", batch_size=1)
    done = False
    try:
        yield from parallel(delayed(_deaf)(work, common, task) for task in tasks)
        done = True
    finally:
        get_reusable_executor().shutdown(wait=True, kill_workers=not done)


def _deaf(work: Callable[..., Result], common: Any, task: Any) -> Result:
    """Ctrl-C is for the process that was started: it stops the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return work(common, task)
