"""A run in shares: each machine plays some of a study's parts into a folder of its own, and `merge` joins the folders.

Part number i (of all design points, in order) belongs to shard 1 + i mod n: shards are known from the study alone, so any queueing system
can play them, in any order. The merged run is the same, byte for byte, as one that was played in one piece.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis import manifest as manifests
from analysis.parts import Part, damage, parts_of
from analysis.run_log import RunLog
from analysis.study import Study
from sim.core.errors import UserError


@dataclass(frozen=True)
class Shard:
    """One of `of` equal shares of a run."""

    number: int
    """From 1."""
    of: int

    def __str__(self) -> str:
        """As people write it: ``3/16``."""
        return f"{self.number}/{self.of}"


def parse_shard(text: str) -> Shard:
    """``3/16`` as a shard; UserError for anything else."""
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip())
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise UserError(f"--shard {text}: it is written NUMBER/OF, as 3/16, with NUMBER from 1 to OF")
    return Shard(int(found[1]), int(found[2]))


def parts_of_study(study: Study, shard: Shard | None = None) -> list[Part]:
    """The parts of all design points, in order, or those of a shard; UserError when it has none."""
    parts = [part for point in study.points for part in parts_of(point)]
    if shard is None:
        return parts
    if shard.of > len(parts):
        raise UserError(f"--shard {shard}: the study has {len(parts)} parts, which is the most shards that it can be played in")
    return parts[shard.number - 1 :: shard.of]


def merge(folders: Sequence[str | Path], out: str | Path) -> Path:
    """Join the shards of a run in `folders` into the run folder `out`, which must be new; returns it.

    The folder appears whole or not at all. Raises UserError, which names the folder, for a shard that is missing, there twice, not finished,
    damaged, or of another study or behaviour version.
    """
    out = Path(out)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UserError(f"--out {out.as_posix()}: it exists already; name a new folder")
    shards = [(Path(folder), manifests.load(Path(folder))) for folder in folders]
    if not shards:
        raise UserError("merge: name the folders of the shards")
    first, manifest = shards[0]
    for folder, other in shards:
        if "shard" not in other:
            raise UserError(f"{folder.as_posix()}: this is a whole run, not a shard of one")
        difference = manifests.difference(manifest, other, shards=False)
        if difference is not None:
            raise UserError(f"{folder.as_posix()}: it is a shard of another run than {first.as_posix()} (of which {difference})")
    _check_numbers(shards)
    parts = _check_parts(shards)

    out.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        made.chmod(first.stat().st_mode & 0o7777)
        for key, (folder, entry) in parts.items():
            for table, listed in entry["tables"].items():
                (made / table).mkdir(exist_ok=True)
                shutil.copyfile(folder / listed["file"], made / listed["file"])
            wrong = damage(made, entry)
            if wrong is not None:
                raise UserError(f"{folder.as_posix()}: part {key}: {wrong}; play the shard again there")
        merged = {key: value for key, value in manifest.items() if key != "shard"}
        manifests.save(made, {**merged, "parts": {key: entry for key, (_, entry) in parts.items()}, "complete": True})
        RunLog(made).merged([folder.as_posix() for folder, _ in shards])
        if out.exists():
            out.rmdir()
        made.rename(out)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return out


def _check_numbers(shards: Sequence[tuple[Path, dict[str, Any]]]) -> None:
    """Refuse shards of different divisions, twins and gaps."""
    first, manifest = shards[0]
    of = manifest["shard"][1]
    seen: dict[int, Path] = {}
    for folder, other in shards:
        number, of_other = other["shard"]
        if of_other != of:
            raise UserError(f"{folder.as_posix()}: it is shard {number}/{of_other}, and {first.as_posix()} is one of {of}")
        if number in seen:
            raise UserError(f"{folder.as_posix()}: it is shard {number}/{of}, and so is {seen[number].as_posix()}")
        seen[number] = folder
    gaps = [f"{number}/{of}" for number in range(1, of + 1) if number not in seen]
    if gaps:
        raise UserError(f"merge: shard {', '.join(gaps[:5])}{' and others' if len(gaps) > 5 else ''} is missing")


def _check_parts(shards: Sequence[tuple[Path, dict[str, Any]]]) -> dict[str, tuple[Path, dict[str, Any]]]:
    """Every part with its folder; UserError for a shard that has not all of its parts, or has others."""
    study = manifests.study_of(shards[0][1])
    found: dict[str, tuple[Path, dict[str, Any]]] = {}
    for folder, manifest in shards:
        shard = Shard(*manifest["shard"])
        wanted = {part.key for part in parts_of_study(study, shard)}
        lacking = sorted(wanted - set(manifest["parts"]))
        if lacking:
            told = f"shard {shard} is not finished, part {lacking[0]} is missing"
            raise UserError(f"{folder.as_posix()}: {told}; play its study there with --shard {shard} --resume")
        found.update({key: (folder, manifest["parts"][key]) for key in wanted})
    return dict(sorted(found.items()))
