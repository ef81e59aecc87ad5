"""The public face: every name is there, nothing is imported before it is used, and packages hidden by a user's file are noticed."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import balancier

HEAVY = ("numpy", "numba", "polars", "pandas", "sim", "strategies", "analysis", "reports")


def test_every_name_is_there():
    assert set(balancier.__all__) <= set(dir(balancier))
    for name in balancier.__all__:
        assert getattr(balancier, name) is not None
    assert balancier.__version__


def test_another_name_is_refused_with_a_hint():
    with pytest.raises(AttributeError, match="balancier has no 'run_studi'"):
        balancier.run_studi  # noqa: B018


def test_importing_it_imports_nothing_large():
    code = f"import sys, balancier; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (["analysis.py"], r"the file \S*analysis.py hides a part of balancier that is called 'analysis' too: rename it \(my_analysis.py"),
        (["reports/__init__.py"], r"the folder \S*reports hides a part of balancier that is called 'reports' too: rename it \(my_reports,"),
        (["sim.py", "strategies.py"], r"the file \S*sim.py hides .*my_sim.py"),
        (["bots.py", "runs/log.txt"], ""),
    ],
    ids=["file", "package", "two", "harmless"],
)
def test_a_package_hidden_by_a_users_file_is_noticed(tmp_path, files, told):
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    done = subprocess.run([sys.executable, "-c", "import balancier"], capture_output=True, text=True, cwd=tmp_path)
    last = done.stderr.splitlines()[-1] if done.stderr else ""
    if told:
        assert done.returncode == 1
        assert re.match(f"ImportError: {told}", last), last
    else:
        assert (done.returncode, last) == (0, "")


def test_a_module_that_was_imported_before_is_noticed_too(tmp_path):
    (tmp_path / "analysis.py").touch()
    code = "import sys; import analysis; sys.path.remove(''); import balancier"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert "hides a part of balancier" in done.stderr


def test_tables_for_pandas():
    frame = pl.DataFrame({"count": np.array([1, 2], np.int16), "rate": [0.5, None], "name": ["a", None]})
    for table in (frame, frame.lazy()):
        made = balancier.to_pandas(table)
        assert list(made.columns) == ["count", "rate", "name"]
        assert made["count"].dtype == np.int16
        assert made["rate"].isna().tolist() == made["name"].isna().tolist() == [False, True]
    rows = np.zeros(3, [("block", "i8"), ("won", "u1")])
    assert balancier.to_pandas(rows).dtypes.to_dict() == {"block": np.dtype("i8"), "won": np.dtype("u1")}
