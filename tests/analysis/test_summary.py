"""One pass over a run: the same sums however many processes read it, and sums of different things are never added."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import balance
from analysis.processes import in_processes
from analysis.statistics.moments import Moments, merged
from analysis.summary import summarise
from tests.analysis.synthetic import SyntheticPoint, write_run


@pytest.mark.parametrize("games", [1, 3])
def test_a_run_read_by_several_processes_has_the_same_sums(tmp_path, games):
    """Pairs, championships and lengths too; the last slice is smaller than the others."""
    points = [SyntheticPoint("ultime", 3, compo=(first, 0, 0, 0, 0), options={"games": games}) for first in (0.0, 0.5)]
    run = write_run(tmp_path / "run", points, blocks=250, blocks_per_part=100)
    one, two = (balance.tables(summarise(run, workers)) for workers in (1, 2))
    assert {"change_by_compo", "lengths"} | ({"champions"} if games > 1 else set()) <= set(one)
    assert list(one) == list(two)
    for name, table in one.items():
        assert table.equals(two[name]), name


def test_sums_are_added_in_any_nesting_and_only_of_the_same_variables():
    some, more = Moments.of(np.eye(2)), Moments.of(np.ones((3, 2)))
    found = merged({"a": [some], "names": ("x", "y")}, {"a": [more], "b": some, "names": ("x", "y")})
    assert found["a"][0].total.tolist() == [4.0, 4.0]
    assert found["b"] is some
    with pytest.raises(ValueError, match="different variables"):
        merged({"names": ("x", "y")}, {"names": ("x", "z")})


def test_trouble_in_a_process_is_told_here():
    with pytest.raises(ValueError, match="not a number: two"):
        list(in_processes(2, _fails, "not a number", ["one", "two"]))


def _fails(common, task):
    if task == "two":
        raise ValueError(f"{common}: {task}")
    return task
