"""Chunks on the machines of a Dask cluster: joblib's own backend, with strategies that travel and versions that are compared.

Workers need balancier and a compile cache of their own, and no files: strategies from user files travel as text. Only the process that was
started writes parts, so a worker that dies loses nothing but the chunk that it was playing, which the scheduler gives to another.
"""

from __future__ import annotations

import hashlib
import json
import platform
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from analysis import manifest as manifests
from analysis.chunks import Chunk, Played, Player, play_chunk
from analysis.study import Study
from sim.core.errors import UserError

CONNECT_SECONDS = 10
_COMPARED = ("game", "strategies")


@contextmanager
def cluster(address: str) -> Iterator[None]:
    """Let joblib's calls inside play on the cluster of the scheduler at `address`; UserError when it can't be reached or has no workers."""
    try:
        from distributed import Client
    except ImportError:
        raise UserError("--backend dask: Dask is not installed; pip install 'balancier[dask]'") from None
    from joblib import parallel_config

    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise UserError(f"--scheduler {address}: no Dask scheduler answers there ({problem})") from None
    with client:
        _wait_for_cores(client, address)
        with parallel_config(backend="dask", client=client, wait_for_workers_timeout=CONNECT_SECONDS):
            yield


def _wait_for_cores(client: Any, address: str) -> None:
    """Wait for two cores: joblib plays in its own process, in silence, where a cluster has but one when it begins."""
    until = time.monotonic() + CONNECT_SECONDS
    while (cores := sum(client.ncores().values())) < 2:
        if time.monotonic() > until:
            told = "no workers" if cores == 0 else "a single core"
            raise UserError(f"--scheduler {address}: the cluster has {told}; start more workers with `dask worker {address}`")
        time.sleep(0.1)


def parcel(study: Study) -> str:
    """Everything that a worker elsewhere needs to play `study`, as JSON: the study, the texts of its strategy files, the versions that must agree."""
    texts = {}
    for spec in study.strategies.values():
        if spec.sha256:
            path, _ = _split(spec.source)
            texts[spec.source] = path.read_text(encoding="utf-8")
    versions = manifests.versions(study)
    return json.dumps({"study": study.to_dict(), "texts": texts, "versions": {key: versions[key] for key in _COMPARED}})


def play_on_cluster(parcel: str, chunk: Chunk) -> Played:
    """A chunk on a worker of the cluster; UserError when its versions are others than those of the process that asks."""
    return play_chunk(_unpack(parcel), chunk)


@cache
def _unpack(parcel: str) -> Player:
    told = json.loads(parcel)
    plain, texts = told["study"], told["texts"]
    strategies = {
        name: {**spec, "source": _write(spec["source"], texts[spec["source"]])} if spec["source"] in texts else spec
        for name, spec in plain["strategies"].items()
    }
    study = Study.from_dict({**plain, "strategies": strategies})
    here = manifests.versions(study)
    for key in _COMPARED:
        if here[key] != told["versions"][key]:
            others = f"version of the {key} {here[key]}, not {told['versions'][key]}"
            raise UserError(f"--backend dask: the worker on {platform.node()} has {others}; install the same balancier there")
    return Player(study)


def _write(source: str, text: str) -> str:
    """A strategy file that has travelled, in a temporary folder of this process; the source that names it here."""
    path, name = _split(source)
    folder = Path(_folder()) / hashlib.sha256(text.encode()).hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    (folder / path.name).write_text(text, encoding="utf-8")
    return f"{(folder / path.name).as_posix()}:{name}" if name else (folder / path.name).as_posix()


@cache
def _folder() -> str:
    return tempfile.mkdtemp(prefix="balancier-strategies-")


def _split(source: str) -> tuple[Path, str]:
    """``path.py:Name`` as path and name."""
    path, _colon, name = source.rpartition(":") if ".py:" in source else (source, "", "")
    return Path(path), name
