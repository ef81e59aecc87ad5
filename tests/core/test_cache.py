"""Compiled code is kept between runs, found again, and never stale."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.core import cache

ROOT = Path(__file__).parents[2]
FOLDER = re.compile(r"(sim|sim-strategies)-[0-9a-f]{16}(-checked)?")

COMPILE_TOY = """
import json, sys
from sim.core import registry
from tests.core.toys.toy import MODULES, strategies
registry._MODULES.update(MODULES)
from sim.core.engine import get_engine
hits = get_engine("toy_say_no").compile_all()
random = strategies("toy_say_no")["random"].compile()
json.dump({**hits, "strategy": bool(random.stats.cache_hits)}, sys.stdout)
"""


def run(code: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([sys.executable, "-c", code], cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def test_a_second_process_finds_the_engine(tmp_path):
    """Everything is compiled once, which is announced on stderr, and found by the next process, which says nothing."""
    first, second = (run(COMPILE_TOY, ROOT, BALANCIER_CACHE=str(tmp_path), PYTHONPATH=str(ROOT)) for _ in range(2))
    hits = [json.loads(done.stdout) for done in (first, second)]
    assert len(hits[0]) == 8 + 8 + 1  # the game's functions, the loop's, a strategy
    assert not any(hits[0].values())
    assert all(hits[1].values())
    assert "compiling the rules of toy_say_no" in first.stderr
    assert second.stderr == ""
    assert all(FOLDER.fullmatch(path.name) for path in tmp_path.iterdir())
    assert len(list(tmp_path.iterdir())) == 2


HELPER = "from sim.core.compile import compiled\n\n@compiled\ndef helper(x):\n    return x + {}\n"
KERNEL = """
from numba.core import types
from sim.core.compile import compile_kept
from sim.helper import helper

def kernel(x):
    return helper(x)

made = compile_kept(kernel, types.int64(types.int64))
answer = (int(made(1)), bool(made.stats.cache_hits))
"""


def test_a_change_in_another_file_is_noticed(tmp_path):
    """The trap: Numba's own cache would go on with the old helper, since the kernel's file is the same."""
    package = tmp_path / "house" / "sim"
    shutil.copytree(ROOT / "sim" / "core", package / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "sim" / "__init__.py", package)
    (tmp_path / "house" / "strategies").mkdir()
    (package / "kernel.py").write_text(KERNEL)
    answers = []
    for added in (10, 20, 20, 10):
        (package / "helper.py").write_text(HELPER.format(added))
        done = run(
            "import json; from sim.kernel import answer; print(json.dumps(answer))",
            tmp_path / "house",
            BALANCIER_CACHE=str(tmp_path / "cache"),
            PYTHONPATH=str(tmp_path / "house"),
            PYTHONDONTWRITEBYTECODE="1",
        )
        answers.append(json.loads(done.stdout))
    assert answers == [[11, False], [21, False], [21, True], [11, True]]


@pytest.fixture
def house(tmp_path):
    """A copy of the sources, and a way to load its cache module afresh."""
    for package in cache.STRATEGIES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))

    def folders() -> tuple[str, str]:
        spec = importlib.util.spec_from_file_location("copied_cache", tmp_path / "sim" / "core" / "cache.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return tuple(module.cache_folder(packages).name for packages in (module.ENGINES, module.STRATEGIES))

    return tmp_path, folders


def test_the_folder_is_named_by_the_sources(house, monkeypatch):
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    root, folders = house
    engines, strategies = folders()
    assert FOLDER.fullmatch(engines)
    assert FOLDER.fullmatch(strategies)
    assert folders() == (engines, strategies)
    (root / "sim" / "notes.txt").write_text("not a source")
    assert folders() == (engines, strategies)

    seen = {(engines, strategies)}
    rule = root / "sim" / "mercato" / "team.py"
    rule.write_text(rule.read_text() + "\n")
    seen.add(folders())
    (root / "sim" / "mercato" / "new.py").write_text("")
    seen.add(folders())
    (root / "sim" / "mercato" / "new.py").rename(root / "sim" / "mercato" / "newer.py")
    seen.add(folders())
    assert len({name for name, _ in seen}) == len({name for _, name in seen}) == 4

    before = folders()
    (root / "strategies" / "own.py").write_text("")
    after = folders()
    assert after[0] == before[0]  # work on a strategy does not compile the engines again
    assert after[1] != before[1]

    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert folders() == tuple(f"{name}-checked" for name in after)


def test_the_folder_is_named_by_what_compiles_too(house, monkeypatch):
    _, folders = house
    before = folders()
    for changed in ("numba", "llvmlite", "numpy"):
        with monkeypatch.context() as patch:
            patch.setattr("importlib.metadata.version", lambda name, changed=changed: "0" if name == changed else "1")
            assert folders() != before
    monkeypatch.setattr(sys, "version", "3.99")
    assert folders() != before


def made_at(path: Path, seconds: int) -> Path:
    path.mkdir()
    (path / "index").write_text("x")
    os.utime(path, (seconds, seconds))
    return path


def test_old_folders_are_pruned_and_nothing_else(tmp_path, monkeypatch):
    """Those used last are kept, the present ones always; what is not a cache of ours is never touched, wherever BALANCIER_CACHE points."""
    monkeypatch.setenv("BALANCIER_CACHE", str(tmp_path))
    old = [made_at(tmp_path / f"sim-{number:016x}", 1_000_000 + number) for number in range(30)]
    others = [made_at(tmp_path / name, number) for number, name in enumerate(("photos", "sim-notes", "simulations", ".ssh", "sim-0123"))]
    link = tmp_path / f"sim-{99:016x}"
    link.symlink_to(others[0], target_is_directory=True)
    (tmp_path / "file").write_text("x")
    present = {cache.cache_folder(packages) for packages in (cache.ENGINES, cache.STRATEGIES)}
    cache.tidy()
    assert all(path.is_dir() for path in present)
    assert all((path / "index").exists() for path in others)
    assert (tmp_path / "file").exists()
    kept = [path for path in old if path.exists()]
    assert cache.KEPT_FOLDERS - 3 <= len(kept) <= cache.KEPT_FOLDERS
    assert kept == old[-len(kept) :]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("BALANCIER_CACHE", str(tmp_path / "file" / "below"))
    cache.tidy()
    cache.mark_warm("mercato")
    assert not cache.is_warm("mercato")


def test_where_the_cache_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("BALANCIER_CACHE", str(tmp_path / "own"))
    assert cache.cache_root() == tmp_path / "own"
    monkeypatch.delenv("BALANCIER_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_root() == tmp_path / "balancier" / "compiled"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.cache_root() == Path.home() / ".cache" / "balancier" / "compiled"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.cache_root() == Path.home() / "Library" / "Caches" / "balancier" / "compiled"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache.cache_root() == tmp_path / "local" / "balancier" / "compiled"
