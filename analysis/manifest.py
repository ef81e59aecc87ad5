"""The manifest of a run folder: one JSON document that says what was asked, by which versions, and what is done.

It is rewritten whole (temporary name, fsync, rename), so a reader sees the old one or the new one, never half of one. It
holds nothing about when or where a run was played (that is in ``log.jsonl``): equal runs have equal manifests.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from analysis.study import Study
from sim.core.errors import UserError

FORMAT = 1
FILE_NAME = "manifest.json"
TABLES = ("games", "seats", "matches")


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path` whole or not at all: temporary name, fsync, rename, and the temporary file never stays."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as problem:
        if problem.filename is None:  # a full disk: the system does not say where
            problem.filename = str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the renames in `folder` durable, where the system lets a folder be synchronised."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def run_labels(study: Study) -> dict[str, list[str]]:
    """The names behind the ids of a run: for each family those of all design points, in the order of first use."""
    labels: dict[str, dict[str, None]] = {}
    for config in configs_of_kind(study):
        for family, names in config.labels.items():
            labels.setdefault(family, {}).update(dict.fromkeys(names))
    labels["strategy"] = dict.fromkeys(study.strategies)
    return {family: list(names) for family, names in labels.items()}


def configs_of_kind(study: Study) -> Iterable[Any]:
    """One configuration for each set of names among the design points (most studies have a single one)."""
    seen: set[tuple[Any, ...]] = set()
    for point in study.points:
        kind = (point.variant, point.players, tuple(point.compos), tuple(point.deck))
        if kind not in seen:
            seen.add(kind)
            yield study.config(point)


def balancier_version() -> str:
    """The version of balancier as installed; "0" when the sources are used in place."""
    try:
        return metadata.version("balancier")
    except metadata.PackageNotFoundError:
        return "0"


def versions(study: Study) -> dict[str, Any]:
    """Versions of everything that decides an outcome, and the hash of the sources."""
    from sim.core.cache import source_hash

    return {
        "balancier": balancier_version(),
        "game": study.game_object.version,
        "strategies": {name: spec.version for name, spec in study.strategies.items()},
        "source_hash": source_hash(),
    }


def new_manifest(study: Study) -> dict[str, Any]:
    """The manifest of a run of `study` of which nothing is played yet."""
    plain = study.to_dict()
    points, seed = plain.pop("points"), plain.pop("seed")
    game = study.game_object
    columns = {table: getattr(game, f"{table}_columns") for table in TABLES}
    return {
        "format": FORMAT,
        "study": plain,
        "study_text": study.text,
        "seed": seed,
        "points": points,
        "labels": run_labels(study),
        "columns": {
            table: [{"name": column.name, "dtype": column.dtype, "labels": column.labels, "about": column.about} for column in declared]
            for table, declared in columns.items()
        },
        "versions": versions(study),
        "complete": False,
        "parts": {},
    }


def study_of(manifest: dict[str, Any]) -> Study:
    """The study that a manifest describes."""
    from dataclasses import replace

    study = Study.from_dict({**manifest["study"], "points": manifest["points"], "seed": manifest["seed"]})
    return replace(study, text=manifest["study_text"])


def save(folder: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest of `folder`, its parts in order."""
    ordered = {**manifest, "parts": dict(sorted(manifest["parts"].items()))}
    write_atomically(folder / FILE_NAME, (json.dumps(ordered, indent=1, ensure_ascii=False) + "\n").encode())
    sync_folder(folder)


def load(folder: Path) -> dict[str, Any]:
    """Read and check the manifest of `folder`; UserError when this is not a run folder or not one of this format."""
    if not folder.exists():
        raise UserError(f"{folder.as_posix()}: there is no such run folder")
    if not folder.is_dir():
        raise UserError(f"{folder.as_posix()}: this is a file; a run is a folder with a {FILE_NAME}")
    path = folder / FILE_NAME
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"{folder.as_posix()}: this is not a run folder, it holds no {FILE_NAME}") from None
    except (UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise UserError(f"{path.as_posix()}: this is not the manifest of a run ({problem})") from None
    except OSError as problem:
        raise UserError(f"{path.as_posix()}: it can't be read ({problem.strerror})") from None
    _check(manifest, path)
    return manifest


_KEYS = {
    "study": dict,
    "study_text": str,
    "seed": int,
    "points": list,
    "labels": dict,
    "columns": dict,
    "versions": dict,
    "complete": bool,
    "parts": dict,
}


def _check(manifest: Any, path: Path) -> None:
    if not isinstance(manifest, dict) or not isinstance(manifest.get("format"), int):
        raise UserError(f"{path.as_posix()}: this is not the manifest of a run (it has no format)")
    if manifest["format"] != FORMAT:
        raise UserError(f"{path.as_posix()}: format: the run has format {manifest['format']}, this balancier reads format {FORMAT}")
    for key, kind in _KEYS.items():
        if not isinstance(manifest.get(key), kind):
            raise UserError(f"{path.as_posix()}: {key}: it is missing or damaged")
    for key, part in manifest["parts"].items():
        tables = part.get("tables") if isinstance(part, dict) else None
        if not isinstance(tables, dict) or not {"games", "seats"} <= set(tables):
            raise UserError(f"{path.as_posix()}: parts.{key}: it is damaged")


def difference(old: dict[str, Any], new: dict[str, Any], *, shards: bool = True, longer: bool = False) -> str | None:
    """What keeps the run of manifest `old` from being continued as that of `new`, in words; None when nothing does.

    Only what decides the tables counts: a new title, question, margin or target is no other run. Without `shards` different shards of a run are the
    same run; with `longer` a design point may have more blocks than before.
    """
    if shards and old.get("shard") != new.get("shard"):
        return f"it is {_share(old)}, not {_share(new)}"
    for what, told in (
        ("game", lambda m: m["study"]["game"]),
        ("seed", lambda m: m["seed"]),
        ("number of design points", lambda m: len(m["points"])),
        ("version of the game", lambda m: m["versions"]["game"]),
    ):
        if told(old) != told(new):
            return f"its {what} is {told(old)}, not {told(new)}"
    if old["study"].get("until") and not new["study"].get("until"):
        return "it was played until its verdicts were settled, which its intervals allow for"
    for before, after in zip(old["points"], new["points"], strict=True):
        for key in ("variant", "players", "lineup", "options", "deck", "compos", "rotations", "blocks", "blocks_per_part"):
            if longer and key == "blocks" and before[key] < after[key]:
                continue
            if before[key] != after[key]:
                return f"its design point {before['label']!r} has {_change(key, before[key], after[key])}"
    for name, spec in new["study"]["strategies"].items():
        other = old["study"]["strategies"].get(name)
        if other is None:
            return f"it has no strategy {name}"
        for key in ("version", "params", "sha256"):
            if other[key] != spec[key]:
                if key == "sha256":
                    return f"it was played by another text of {spec['source']}"
                return f"its strategy {name} has {_change(key, other[key], spec[key])}"
    if old["labels"] != new["labels"] or old["columns"] != new["columns"]:
        return "its tables have other columns or names"
    return None


def _share(manifest: dict[str, Any]) -> str:
    return "shard {}/{}".format(*manifest["shard"]) if "shard" in manifest else "a whole run"


def _change(key: str, before: Any, after: Any) -> str:
    if isinstance(before, dict) and isinstance(after, dict):
        changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        name = changed[0]
        return f"{key}.{name} {before.get(name)}, not {after.get(name)}"
    return f"{key} {before}, not {after}"
