"""The benchmarks' own parts."""

from __future__ import annotations

import sys

import pytest

from benchmarks import bench


def test_a_child_is_measured():
    cost = bench.run(sys.executable, "-c", "x = bytearray(80_000_000); print(len(x))")
    assert cost.output == "80000000\n"
    assert cost.megabytes > 80
    assert cost.cpu > 0
    assert cost.wall > 0


def test_a_child_that_fails_is_told():
    with pytest.raises(RuntimeError, match=r"exit code 3\nwhy"):
        bench.run(sys.executable, "-c", "import sys; print('why', file=sys.stderr); sys.exit(3)")


@pytest.mark.parametrize("player", bench.PLAYERS)
def test_turns_are_counted_as_decisions(player):
    told = bench.play_yardstick_game(player, "40")
    assert told["turns"] > 40 * 30
    assert told["cpu"] > 0


def test_without_a_yardstick_the_reason_is_given(tmp_path):
    for source in (None, str(tmp_path / "none.cpp")):
        with bench.yardstick(source) as (program, reason):
            assert program is None
            assert reason.startswith("not compared: ")


def test_the_table_is_aligned():
    told = bench.table([bench.Line("speed", "this", 2.345678, "M", "at least 2"), bench.Line("speed", "that", float("nan"), "", note="not compared")])
    assert len({len(line) for line in told.splitlines()}) == 1
    assert "2.35" in told
