"""The house: imports point down only, files stay readable, nothing of one machine is in them, what is installed works."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("sim", "strategies", "analysis", "reports")
FOLDERS = (*LAYERS, "tests", "benchmarks", "docs", "studies", ".ci")
PYTHON = sorted([ROOT / "balancier.py", *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))])
PUBLIC = [path for path in PYTHON if path.relative_to(ROOT).parts[0] not in ("tests",)]
TEXTS = sorted(
    path
    for path in [*ROOT.iterdir(), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".png", ".pyc")
)
MOST_LINES = 600


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it, by their full names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_down(layer):
    above = {*LAYERS[LAYERS.index(layer) + 1 :], "balancier", "tests", "benchmarks"}
    wrong = [f"{path.relative_to(ROOT)}: {name}" for path in (ROOT / layer).rglob("*.py") for name in imports(path) if name.split(".")[0] in above]
    assert wrong == []


def test_the_games_know_nothing_of_files_tables_or_people():
    allowed = {"numpy", "numba", "llvmlite", "sim", *sys.stdlib_module_names}
    assert {name.split(".")[0] for path in (ROOT / "sim").rglob("*.py") for name in imports(path)} <= allowed


def test_the_core_imports_no_game_and_no_game_another():
    games = [folder.name for folder in (ROOT / "sim").iterdir() if folder.is_dir() and folder.name not in ("core", "__pycache__")]
    assert "mercato" in games
    for room in ("core", *games):
        others = tuple(f"{package}.{game}." for game in games if game != room for package in ("sim", "strategies"))
        for path in [*(ROOT / "sim" / room).rglob("*.py"), *(ROOT / "strategies" / room).rglob("*.py")]:
            assert [name for name in imports(path) if f"{name}.".startswith(others)] == [], path


def test_files_can_be_read_in_one_go():
    assert [path.relative_to(ROOT) for path in PYTHON if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES] == []


def test_every_public_module_says_what_it_is():
    assert [path.relative_to(ROOT) for path in PUBLIC if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []


def test_nothing_of_one_machine_is_in_the_files():
    places = "|".join(("root", "home", "Users", "tmp", "work"))
    pattern = re.compile(rf"(?<![\w.)}}\]])/(?:{places})/|(?<!\w)[A-Z]:\\|index-" rf"url|/sim" r"ple/")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in TEXTS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_command_is_installed():
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="balancier")
    assert script.value == "reports.cli:main"
    command = Path(sys.executable).with_name("balancier.exe" if sys.platform == "win32" else "balancier")
    told = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"balancier {importlib.metadata.version('balancier')}\n"


def _project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [re.fullmatch(r"([a-z0-9-]+)==([\w.]+)", line) for line in lines if line and not line.startswith("#")]
    assert None not in pins
    return {pin[1]: pin[2] for pin in pins if pin}


def test_everything_that_is_installed_for_balancier_is_pinned_and_nothing_else():
    """From the requirements of installed packages, on this system and version of Python."""
    project = _project()
    todo = [Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["dev"])]
    needed: set[str] = set()
    while todo:
        requirement = todo.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        extras = requirement.extras or {""}
        if name in needed or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        needed.add(name)
        for text in importlib.metadata.requires(requirement.name) or ():
            inner = Requirement(text)
            if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in extras):
                inner.marker = None
                todo.append(inner)
    pins = _pins()
    assert needed <= set(pins)
    assert set(pins) - needed <= {"colorama", "tzdata", "importlib-metadata", "zipp"}  # Windows; Python 3.11


def test_pins_are_within_what_the_project_asks_for():
    project, pins = _project(), _pins()
    for text in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        requirement = Requirement(text)
        assert requirement.specifier.contains(pins[requirement.name]), text
