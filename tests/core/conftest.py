"""The toys, as games that the registry finds while a test uses them."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.core import registry
from sim.core.cache import cache_root
from tests.core.toys.toy import MODULES

TOYS = Path(__file__).parent / "toys"


@pytest.fixture(scope="module")
def toys() -> Iterator[list[str]]:
    """Names of the toy games.

    Their compiled code is kept in a folder named by their own sources, since the engines' folder knows of `sim` alone.
    """
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(TOYS.glob("*.py")))).hexdigest()[:16]
    root = cache_root().with_name(f"{cache_root().name}-toys")
    (root / digest).mkdir(parents=True, exist_ok=True)
    for old in sorted(root.iterdir(), key=lambda path: path.stat().st_mtime)[:-3]:
        shutil.rmtree(old, ignore_errors=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BALANCIER_CACHE", str(root / digest))
        for name, module in MODULES.items():
            patch.setitem(registry._MODULES, name, module)
        yield list(MODULES)
