"""Luck against skill, the ladder and its equilibrium: against brute force over the games, and against known strengths."""

from itertools import combinations

import numpy as np
import pytest

from analysis import balance
from analysis.ladder import equilibrium, ladder
from analysis.luck import luck_and_skill, parts
from analysis.match_ups import match_ups
from analysis.summary import summarise
from tests.analysis.synthetic import SyntheticPoint, rows_of, write_run

STRENGTH = {"a": 0.8, "b": 0.0, "c": -0.8}


def mixed(lineup=("a", "b", "c"), luck=1.0, **more):
    return SyntheticPoint("classic", len(lineup), lineup=lineup, strategy=STRENGTH, luck=luck, shared=0.05, **more)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    points = [mixed(), mixed(luck=0.0), mixed(("a", "b", "b", "b")), SyntheticPoint("classic", 3)]
    return write_run(tmp_path_factory.mktemp("run"), points, blocks=1200, blocks_per_part=500)


@pytest.fixture(scope="module")
def summary(run):
    return summarise(run)


def by_hand(seats):
    """(deal, strategy, variance) from every pair of games of a seat of a deal, one by one."""
    y = (seats["won"] / seats["winners"].clip(lower=1)).to_numpy()
    variance = ((y - y.mean()) ** 2).mean()
    mean = seats.assign(y=y).groupby("position")["y"].mean()
    rest = seats.assign(y=y - mean[seats["position"]].to_numpy())
    products = [a * b for _, same in rest.groupby(["block", "seat"])["y"] for i, a in enumerate(same) for j, b in enumerate(same) if i < j]
    by_strategy = seats.assign(y=y).groupby("strategy")["y"].agg(["mean", "size"])
    between = (by_strategy["size"] * (by_strategy["mean"] - y.mean()) ** 2).sum() / by_strategy["size"].sum()
    return float(np.mean(products)), float(between), variance


@pytest.mark.parametrize("point", [0, 2])
def test_the_parts_equal_those_of_every_pair_of_games(run, summary, point):
    seats = rows_of(run, "seats", point)
    deal, between, variance = by_hand(seats)
    found = parts(summary.points[point])
    assert found.variance == pytest.approx(variance)
    # Estimated means take a little of the deal with them: the corrected estimate differs by their covariance, of the order 1 / blocks.
    assert found.deal * variance == pytest.approx(deal, abs=1.5 * variance / 1200)
    assert found.between.measured / len(summary.points[point].info.lineup) == pytest.approx(between)
    assert found.between.square < between  # noise taken out


def test_its_errors_equal_those_of_leaving_out_blocks(run, summary):
    seats = rows_of(run, "seats", 0)
    groups = 30
    found = []
    for group in range(groups):
        deal, _, variance = by_hand(seats[seats["block"] % groups != group])
        found.append(deal / variance)
    error = np.sqrt((groups - 1) / groups * ((np.array(found) - np.mean(found)) ** 2).sum())
    assert parts(summary.points[0]).deal_error == pytest.approx(error, rel=0.35)  # 30 groups know an error to 13 %


def test_luck_is_shown_where_there_is_luck_and_skill_where_there_is_skill(summary):
    table = luck_and_skill(summary)
    by = {(row["point"], row["source"]): row for row in table.to_dicts()}
    assert by[0, "deal"]["low_simultaneous"] > 0.1
    assert by[1, "deal"]["low_simultaneous"] == 0.0  # every game decided anew
    assert by[1, "deal"]["high_simultaneous"] < 0.06
    assert by[1, "strategy"]["low_simultaneous"] > 0.05
    for point in (0, 1, 2):
        assert sum(by[point, source]["estimate"] for source in ("deal", "strategy", "rest")) == pytest.approx(1.0)
    assert not table.filter(point=3).height  # all alike


def test_who_always_wins_leaves_room_for_what_was_not_seen(tmp_path):
    point = SyntheticPoint("classic", 2, lineup=("a", "b"), strategy={"a": 60.0, "b": 0.0}, shared=0.0)
    table = luck_and_skill(summarise(write_run(tmp_path, [point], blocks=100)))
    by = {row["source"]: row for row in table.to_dicts()}
    assert by["strategy"]["estimate"] == pytest.approx(1.0)
    # Blocks that differ are rarer than 1 - 0.025^(1/100) = 3.6 %: with one such block in 28 a share of 0.93 would still be possible.
    assert 0.9 < by["strategy"]["low"] < 0.95
    assert by["deal"]["high"] > 0.03


def test_the_ladder_stands_in_order_and_its_steps_equal_plain_counts(tmp_path):
    pairs = list(combinations(STRENGTH, 2))
    run = write_run(tmp_path, [mixed(pair) for pair in reversed(pairs)], blocks=800, blocks_per_part=300)
    summary = summarise(run)
    steps = ladder(summary).to_dicts()
    assert [(row["upper"], row["lower"]) for row in steps] == [("a", "b"), ("b", "c")]
    names = summary.labels["strategy"]
    for row in steps:
        point = [set(p.info.lineup) for p in summary.points].index({row["upper"], row["lower"]})
        seats = rows_of(run, "seats", point)
        share = (seats["won"] / seats["winners"].clip(lower=1)).groupby(seats["strategy"]).sum()
        assert row["estimate"] == pytest.approx(share[names.index(row["upper"])] / share.sum())
        assert row["low_simultaneous"] > 0.5
    met = match_ups(summary).filter(factor="strategy")
    assert len(met) == 6
    weights = {row["strategy"]: row for row in equilibrium(summary).to_dicts()}
    assert (weights["a"]["estimate"], weights["a"]["low"], weights["a"]["support"], weights["a"]["alone"]) == (1.0, 1.0, 1.0, 1.0)
    assert (weights["c"]["high"], weights["c"]["support"]) == (0.0, 0.0)
    assert {"ladder", "equilibrium", "luck_and_skill", "match_ups"} <= set(balance.tables(summary))


def test_what_is_not_settled_is_told_so(tmp_path):
    """Three that are equally strong and play the same deals: in each of these the three tables end alike, so that the errors go together. Then either
    the first beats both others, or the last does, and never the middle one."""
    pairs = list(combinations(("x", "y", "z"), 2))
    points = [SyntheticPoint("classic", 2, lineup=pair, luck=1.0) for pair in pairs]
    rows = {row["strategy"]: row for row in equilibrium(summarise(write_run(tmp_path, points, blocks=200))).to_dicts()}
    assert sum(row["estimate"] for row in rows.values()) == pytest.approx(1.0)
    for name in ("x", "z"):
        assert 0.01 < rows[name]["support"] < 0.99
        assert (rows[name]["low"], rows[name]["high"]) == (0.0, 1.0)
    assert rows["x"]["support"] + rows["z"]["support"] == pytest.approx(1.0)
    assert rows["y"]["support"] == 0.0


def test_where_a_pair_has_not_met_there_is_no_equilibrium(tmp_path):
    points = [SyntheticPoint("classic", 2, lineup=pair) for pair in (("x", "y"), ("y", "z"))]
    assert equilibrium(summarise(write_run(tmp_path, points, blocks=50))).is_empty()


def test_fours_give_a_ladder_too(tmp_path):
    """Each step is the mean over the line-ups that hold both; seats that a strategy has more of don't count for it."""
    points = [mixed(lineup) for lineup in (("a", "b", "b", "b"), ("a", "a", "b", "c"), ("b", "c", "c", "c"))]
    run = write_run(tmp_path, points, blocks=500)
    summary = summarise(run)
    first = ladder(summary).to_dicts()[0]
    assert (first["upper"], first["lower"]) == ("a", "b")
    names, expected = summary.labels["strategy"], []
    for point in (0, 1):
        seats = rows_of(run, "seats", point)
        rate = (seats["won"] / seats["winners"].clip(lower=1)).groupby(seats["strategy"]).mean()
        a, b = rate[names.index("a")], rate[names.index("b")]
        expected.append(a / (a + b))
    assert first["estimate"] == pytest.approx(np.mean(expected))
