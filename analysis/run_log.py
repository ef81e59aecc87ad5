"""The log of a run folder: when, where and how fast it was played. One JSON object a line; nothing reads it to compute."""

from __future__ import annotations

import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any


class RunLog:
    """Appends events to ``log.jsonl`` of a run folder."""

    FILE_NAME = "log.jsonl"

    def __init__(self, folder: Path) -> None:
        self.path = folder / self.FILE_NAME

    def start(self, is_new: bool, workers: int, chunk_seconds: float, games: int) -> None:
        """A run begins or goes on, on this machine."""
        self._append(
            "start" if is_new else "continue",
            games_to_play=games,
            workers=workers,
            chunk_seconds=chunk_seconds,
            process=os.getpid(),
            machine=machine(),
        )

    def part(self, key: str, seconds: float) -> None:
        """A part is whole; `seconds` is the time that its chunks took, added up over workers."""
        self._append("part", part=key, seconds=round(seconds, 3))

    def end(self, how: str, games: int, seconds: float) -> None:
        """The run ended: complete, interrupted or failed, after so many games and seconds."""
        times = os.times()
        self._append(
            how,
            games=games,
            seconds=round(seconds, 3),
            cpu_seconds=round(times.user + times.system, 3),
            peak_megabytes=peak_megabytes(),
        )

    def merged(self, folders: list[str]) -> None:
        """The run was joined from the shards in these folders."""
        self._append("merged", shards=folders, machine=machine())

    def extended(self, blocks: list[int]) -> None:
        """The run is made longer; its design points had so many blocks."""
        self._append("extended", blocks_before=blocks)

    def _append(self, event: str, **details: Any) -> None:
        line = {"event": event, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **details}
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def machine() -> dict[str, Any]:
    """What the run is played on: processor, cores, system, Python and the libraries that matter."""
    return {
        "node": platform.node(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        **{name: metadata.version(name) for name in ("numba", "numpy", "polars", "joblib")},
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def peak_megabytes() -> float | None:
    """The most memory that this process has used so far, in MB; None where the system does not say."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1e6 if sys.platform == "darwin" else 1e3), 1)
