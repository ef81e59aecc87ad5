"""`balancier doctor`: is everything in order here, and what to do where it is not."""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from analysis.spelling import plural
from sim.core.errors import UserError

LIBRARIES = ("numpy", "numba", "polars", "pandas", "scipy", "matplotlib", "joblib", "jinja2", "typer", "rich", "filelock")
PACKAGES = ("sim", "strategies", "analysis", "reports")
LITTLE_DISK = 2_000_000_000
"""Bytes. A million games of four players take some 25 MB."""


class Finding(NamedTuple):
    """Something that was looked at."""

    good: bool
    what: str
    advice: str = ""


def examine(run: Path | None) -> int:
    """Print what was looked at; the exit code is 1 when something is to be done."""
    findings = list(installation() if run is None else run_folder(run))
    for finding in findings:
        print(f"{'ok  ' if finding.good else 'LOOK'}  {finding.what}{f': {finding.advice}' if finding.advice else ''}")
    return 0 if all(finding.good for finding in findings) else 1


def installation() -> Iterator[Finding]:
    """Python, the libraries, our own packages, compiled code, disk and cores."""
    from sim.core.cache import cache_root

    version = platform.python_version()
    yield Finding(sys.version_info >= (3, 11), f"Python {version}", "" if sys.version_info >= (3, 11) else "balancier needs 3.11 or newer")
    for name in LIBRARIES:
        try:
            yield Finding(True, f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            yield Finding(False, name, "it is not installed; make setup, or pip install balancier again")
    home = Path(__file__).resolve().parents[2]
    for name in PACKAGES:
        file = importlib.import_module(name).__file__
        if file is None or home not in Path(file).resolve().parents:
            yield Finding(False, f"the package {name}", f"{file} stands in its place; rename that file or folder")
    yield from compiled_code(cache_root())
    yield disk(Path.cwd(), "here")
    cores = os.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    yield Finding(True, f"{plural(usable, 'core')} to play on" + (f" of {cores}" if usable != cores else ""))


def compiled_code(root: Path) -> Iterator[Finding]:
    """Where compiled code is kept, whether it can be, and which games are ready."""
    from sim.core.cache import is_warm
    from sim.core.registry import game_names

    place = root
    while not place.exists():
        place = place.parent
    if not os.access(place, os.W_OK):
        yield Finding(
            False, f"compiled code in {root}", "the folder can't be written; name another with BALANCIER_CACHE, or every start compiles again"
        )
        return
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) if root.exists() else 0
    yield Finding(True, f"compiled code in {root} ({size / 1e6:,.0f} MB)")
    yield disk(place, "for compiled code")
    cold = [name for name in game_names() if not is_warm(name)]
    if cold:
        told = f"{', '.join(cold)} will be compiled at the next start, which takes up to a minute each; make setup does it now"
        yield Finding(True, "some rules are not compiled yet", told)
    else:
        yield Finding(True, "the rules of all games are compiled")


def disk(place: Path, what: str) -> Finding:
    """Free space of a disk."""
    free = shutil.disk_usage(place).free
    good = free > LITTLE_DISK
    return Finding(good, f"{free / 1e9:,.1f} GB free {what}", "" if good else "make room before a long run")


def run_folder(folder: Path) -> Iterator[Finding]:
    """A run: its manifest, every file of it, what is missing, and whether this balancier can continue it."""
    from analysis import manifest as manifests
    from analysis.parts import damage
    from analysis.shards import Shard, parts_of_study
    from analysis.tables import Run

    manifest = manifests.load(folder)
    run = Run(folder, manifest)
    again = "run its study again with the same --out: the part is played again"
    whole = 0
    for key, entry in sorted(manifest["parts"].items()):
        wrong = damage(folder, entry)
        if wrong is None:
            whole += 1
        else:
            yield Finding(False, f"part {key}: {wrong}", again)
    yield Finding(True, f"{plural(whole, 'part')} whole, every byte as its checksum says")
    left = [path for path in folder.rglob(".*.tmp")]
    if left:
        yield Finding(False, f"{plural(len(left), 'half-written file')}", "a run was killed here; the next one removes them")
    try:
        study = run.study
    except UserError as problem:
        yield Finding(False, "the study", f"{problem}")
        return
    shard = Shard(*manifest["shard"]) if "shard" in manifest else None
    wanted = parts_of_study(study, shard)
    missing = len(wanted) - sum(part.key in manifest["parts"] for part in wanted)
    share = f" of shard {shard}" if shard else ""
    if missing:
        yield Finding(False, f"{plural(missing, 'part')}{share} missing", "run its study again with the same --out to go on")
    else:
        yield Finding(True, f"all {plural(len(wanted), 'part')}{share} there")
    now, then = manifests.versions(study), manifest["versions"]
    for what, before, here in (
        ("the game", then["game"], now["game"]),
        *((f"strategy {name}", then["strategies"][name], now["strategies"][name]) for name in now["strategies"]),
    ):
        if before != here:
            yield Finding(False, f"{what} was version {before} and is {here} now", "the run can be read, but not continued or replayed")
