"""Where compiled code is kept between runs.

Numba's disk cache does not notice that a function in *another* file, or a global, has changed, and then runs old code in silence. So the folder's
name is a hash of everything that compiled code may depend on: for the engines the sources in `sim/`, for built-in strategies those and the sources in
`strategies/` (so that work on a strategy does not compile the engines again).
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import re
import shutil
import sys
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
KEPT_FOLDERS = 12  # the newest caches that pruning leaves: some checkouts, with and without bounds checks


ENGINES = ("sim",)
STRATEGIES = ("sim", "strategies")


@cache
def source_hash(packages: tuple[str, ...] = STRATEGIES) -> str:
    """Hexadecimal SHA-256 (16 digits) of every source file of these packages, and of the versions of what compiles them."""
    digest = hashlib.sha256()
    for package in packages:
        root = _ROOT / package
        for path in sorted(root.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(importlib.metadata.version(name).encode())
    digest.update(sys.version.encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds one compile cache a version: ``BALANCIER_CACHE``, or the user's cache folder."""
    own = os.environ.get("BALANCIER_CACHE")
    if own:
        return Path(own)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "balancier" / "compiled"


def cache_folder(packages: tuple[str, ...]) -> Path:
    """The folder for what these very sources compile to."""
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return cache_root() / f"{'-'.join(packages)}-{source_hash(packages)}{checked}"


def use_own_cache(packages: tuple[str, ...] = ENGINES) -> None:
    """Point Numba's disk cache to the folder for these sources."""
    folder = str(cache_folder(packages))
    os.environ["NUMBA_CACHE_DIR"] = folder
    numba = sys.modules.get("numba")
    if numba is not None:  # imported already: it reads this setting whenever it is to keep a function
        numba.config.CACHE_DIR = folder


def tidy() -> None:
    """Note that the present folders are in use, and remove those of older sources."""
    with contextlib.suppress(OSError):  # a home that can't be written: Numba then says so itself where it matters
        for packages in (ENGINES, STRATEGIES):
            folder = cache_folder(packages)
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        prune(cache_root())


def source_stamp(packages: tuple[str, ...]) -> str:
    """Hexadecimal digest (16 digits) of the places and dates of these packages' sources, by which Numba looks for the code that it has kept."""
    digest = hashlib.sha256()
    for package in packages:
        for path in sorted((_ROOT / package).rglob("*.py")):
            status = path.stat()
            digest.update(f"{path} {status.st_mtime_ns} {status.st_size}\n".encode())
    return digest.hexdigest()[:16]


def _ready(game: str) -> Path:
    return cache_folder(ENGINES) / f"{game}-{source_stamp(ENGINES)}.ready"


def is_warm(game: str) -> bool:
    """Whether the engine of ``game`` has been compiled and kept."""
    return _ready(game).exists()


def mark_warm(game: str) -> None:
    """Note that the engine of ``game`` is in the cache."""
    with contextlib.suppress(OSError):  # no cache can be written here: the next process compiles again
        _ready(game).touch()


_OWN_FOLDER = re.compile(r"(sim|sim-strategies)-[0-9a-f]{16}(-checked)?")


def prune(root: Path) -> None:
    """Remove all but the :data:`KEPT_FOLDERS` caches that were used last. Touches nothing in ``root`` but folders that bear a cache's name."""
    folders = [path for path in root.iterdir() if _OWN_FOLDER.fullmatch(path.name) and path.is_dir() and not path.is_symlink()]
    folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in folders[KEPT_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)
