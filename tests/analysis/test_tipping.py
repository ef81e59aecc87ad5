"""Where curves cross: the set by brute force, statuses, coverage; and tipping points of runs with a known truth."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from analysis.statistics.crossing import Curve, crossings, located, sides
from analysis.summary import summarise
from analysis.tipping import tipping_points
from benchmarks.tipping_coverage import CASES, coverage
from tests.analysis.synthetic import SyntheticPoint, rows_of, write_run

X = np.array([4.0, 6.0, 8.0, 10.0, 12.0])


def curve(y, correlation=0.0):
    m = len(y)
    return Curve(X[:m], np.array(y, float), np.full((m, m), correlation) + (1 - correlation) * np.eye(m))


def brute(found, low, high, after, before, steps=200_001):
    """The ends of the set of x at which 0 is not refused, on a fine grid."""
    x = np.linspace(after, before, steps)
    y = np.interp(x, found.x, found.y)
    k = np.clip(np.searchsorted(found.x, x, side="right") - 1, 0, len(found.x) - 2)
    w = (x - found.x[k]) / (found.x[k + 1] - found.x[k])
    rho = found.correlation[k, k + 1]

    def reach(ends):
        p, q = (1 - w) * ends[k], w * ends[k + 1]
        return np.sqrt(p**2 + q**2 + 2 * rho * p * q)

    is_open = (y - reach(found.y - low) <= 0) & (y + reach(high - found.y) >= 0)
    return x[is_open].min(), x[is_open].max()


@pytest.mark.parametrize("correlation", [0.0, 0.4, 0.95, 1.0, -0.5])
@pytest.mark.parametrize("y", [(5, 3, 0.5, -2, -6), (5, 1, 2, -0.2, -6), (4, 4, 0.2, -0.1, -3)])
def test_the_interval_is_the_set_that_is_not_refused(y, correlation):
    found = curve(y, correlation)
    down, up = np.array([1.0, 1.5, 0.8, 1.2, 1.0]), np.array([1.3, 0.9, 1.1, 1.0, 1.4])
    (crossing,) = crossings(found, sides(found.y - down, found.y + up))
    assert crossing.status == "crosses"
    assert crossing.rising is False
    ends = located(found, found.y - down, found.y + up, crossing)
    assert ends == pytest.approx(brute(found, found.y - down, found.y + up, crossing.after, crossing.before), abs=1e-4)
    assert ends[0] <= crossing.estimate <= ends[1]


def test_points_that_go_together_place_a_crossing_between_them_less_surely():
    """The error of a mean of two estimates grows with their correlation."""
    widths = []
    for correlation in (0.0, 0.5, 1.0):
        found = curve((3, 1, -1, -3, -5), correlation)
        (crossing,) = crossings(found, sides(found.y - 0.9, found.y + 0.9))
        low, high = located(found, found.y - 0.9, found.y + 0.9, crossing)
        widths.append(high - low)
    assert widths[0] < widths[1] < widths[2]
    assert widths[2] == pytest.approx(2 * 0.9)  # a shift of the whole line by 0.9, at a slope of 1


def test_what_is_said_when_no_crossing_is_shown():
    assert crossings(curve((3, 2, 4, 3, 2)), [1] * 5)[0].status == "above"
    assert crossings(curve((-3, -2, -4, -3, -2)), [-1] * 5)[0].status == "below"
    some = crossings(curve((3, 2, 1, 0.5, -0.5)), [1, 1, 0, 0, 0])[0]
    assert some.status == "above_at_some"
    assert some.estimate == pytest.approx(11.0)
    unclear = crossings(curve((1, 0.5, 1, 0.5, 1)), [0] * 5)[0]
    assert unclear.status == "unclear"
    assert math.isnan(unclear.estimate)
    assert all(math.isnan(end) for end in located(curve((3, 2, 1, 0.5, -0.5)), np.zeros(5), np.zeros(5), some))


def test_several_crossings_each_have_their_row():
    found = curve((2, -2, 2, 3, -3))
    shown = crossings(found, sides(found.y - 1, found.y + 1))
    assert [(c.estimate, c.rising, c.after, c.before) for c in shown] == [(5.0, False, 4, 6), (7.0, True, 6, 8), (11.0, False, 10, 12)]


def test_a_curve_without_error_crosses_at_a_point():
    found = curve((2, 1, -1, -2, -3))
    (crossing,) = crossings(found, sides(found.y, found.y))
    assert located(found, found.y, found.y, crossing) == (7.0, 7.0)


def test_a_crossing_at_a_value_that_was_tried():
    found = curve((2, 1, 0, -1, -2))
    (crossing,) = crossings(found, sides(found.y - 0.5, found.y + 0.5))
    assert crossing.estimate == 8.0
    assert located(found, found.y - 0.5, found.y + 0.5, crossing) == pytest.approx(brute(found, found.y - 0.5, found.y + 0.5, 6, 10), abs=1e-4)


def test_an_unknown_interval_hides_nothing():
    found = curve((3, 2, 0.5, -2, -3))
    low, high = found.y - 1, found.y + 1
    low[2] = high[2] = np.nan
    (crossing,) = crossings(found, sides(low, high))
    assert (crossing.after, crossing.before) == (6, 10)
    assert located(found, low, high, crossing) == (6, 10)


@pytest.mark.parametrize("name", ["straight, 5 points", "straight, few deals", "straight, deals hardly shared"])
def test_coverage_by_simulation(name):
    """At least 95 % but for the error of 400 repetitions (standard error 1.1)."""
    case = next(case for case in CASES if case.name == name)
    found = coverage(replace(case, blocks=min(case.blocks, 400)), 400, seed=3)
    assert found["shown"] > 0.5
    assert found["alone"] > 0.95 - 3 * 0.011
    assert found["together"] > 0.95 - 3 * 0.011


def test_a_curve_on_the_reference_is_seldom_said_to_cross():
    case = next(case for case in CASES if case.name == "never crosses")
    assert coverage(replace(case, blocks=200), 400, seed=4)["any"] < 0.05 + 3 * 0.011


# -- runs

SLOPE = 0.12
COUNTS = (4, 6, 8, 10, 12)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """5-4-1's strength falls through that of all others at 6.3; the first player's advantage is gone at 8."""
    points = [
        SyntheticPoint(
            "classic",
            4,
            compo=(0.0, 0.0, 0.0, 0.0, -SLOPE * (count - 6.3)),
            order=(0.15 * (8.0 - count), 0.0, 0.0, 0.0),
            length=20.0 + 2 * count,
            deck={"transfert": count},
            settings={"deck.transfert": count},
        )
        for count in COUNTS
    ]
    return write_run(tmp_path_factory.mktemp("runs") / "run", points, blocks=3000, blocks_per_part=700, seed=2)


@pytest.fixture(scope="module")
def table(run):
    return tipping_points(summarise(run))


def test_known_tipping_points_are_found(table):
    (row,) = table.filter(figure="win_rate", factor="compo", level="5-4-1").to_dicts()
    assert row["status"] == "crosses"
    assert row["rising"] is False
    assert row["low_simultaneous"] < row["low"] < 6.3 < row["high"] < row["high_simultaneous"]
    assert row["after"] <= row["low_simultaneous"]
    assert row["before"] >= row["high_simultaneous"]
    assert row["curves"] == 5
    (first,) = table.filter(figure="going_first").to_dicts()
    assert first["low"] < 8.0 < first["high"]


def test_a_tipping_point_equals_plain_pandas(run, table):
    """The two points around the crossing, their errors and their covariance by hand."""
    (row,) = table.filter(figure="win_rate", factor="compo", level="5-4-1").to_dicts()
    y, z = [], []
    for point in (1, 2):
        seats = rows_of(run, "seats", point)
        sums = seats.groupby("block")["won"].agg(["sum", "size"])
        own = seats[seats["compo_start"] == 4].groupby("block")["won"].agg(["sum", "size"]).reindex(sums.index, fill_value=0)
        share, par = own["sum"].sum() / own["size"].sum(), sums["sum"].sum() / sums["size"].sum()
        y.append(share - par)
        z.append((own["sum"] - share * own["size"]) / own["size"].sum() - (sums["sum"] - par * sums["size"]) / sums["size"].sum())
    assert row["estimate"] == pytest.approx(6 + 2 * y[0] / (y[0] - y[1]))
    covariance = np.array([[a @ b for a in z] for b in z]) * 3000 / 2999
    w = np.linspace(0, 1, 100_001)
    weights = np.stack([1 - w, w])
    error = np.sqrt(np.einsum("iw,ij,jw->w", weights, covariance, weights))
    held = np.abs(weights[0] * y[0] + weights[1] * y[1]) <= 1.9608 * error
    # The page's intervals are asymmetric (Korn & Graubard), a little wider than ± 1.96 errors.
    assert row["low"] == pytest.approx(6 + 2 * w[held].min(), abs=0.05)
    assert row["high"] == pytest.approx(6 + 2 * w[held].max(), abs=0.05)


def test_a_target_of_the_study_is_crossed(run):
    summary = summarise(run)
    length = [games["turns"].mean() for games in (rows_of(run, "games", k) for k in range(5))]
    target = (length[1] + length[2]) / 2
    summary.manifest["study"]["targets"] = {"turns": target}
    (row,) = tipping_points(summary).filter(figure="turns").to_dicts()
    assert row["estimate"] == pytest.approx(7.0)
    assert row["rising"] is True
    assert row["low"] < 7.0 < row["high"]


def test_what_going_first_is_worth_crosses_its_target(run):
    """The curve of the win rates less 5 points, by plain pandas."""
    summary = summarise(run)
    summary.manifest["study"]["targets"] = {"going_first": 5}
    (row,) = tipping_points(summary).filter(figure="going_first").to_dicts()
    rates = [rows_of(run, "seats", k).groupby("order")["won"].mean() for k in range(5)]
    y = np.array([rate[0] - rate[3] - 0.05 for rate in rates])
    k = int(np.flatnonzero((y[:-1] > 0) & (y[1:] <= 0))[0])
    assert (row["reference"], row["target"], row["status"]) == ("target", 0.05, "crosses")
    assert row["estimate"] == pytest.approx(COUNTS[k] + 2 * y[k] / (y[k] - y[k + 1]))
    assert row["low"] < row["estimate"] < row["high"] < 8.0  # it is gone at 8


def test_without_covariances_intervals_are_no_narrower(run, table, monkeypatch):
    monkeypatch.setattr("analysis.line_sums.MOST_VARIABLES", 1)
    wide = tipping_points(summarise(run)).filter(figure="win_rate", level="5-4-1").to_dicts()[0]
    row = table.filter(figure="win_rate", level="5-4-1").to_dicts()[0]
    assert wide["estimate"] == row["estimate"]
    assert wide["low"] < row["low"]
    assert wide["high"] > row["high"]


def test_parts_and_a_run_that_stopped_do_not_matter(tmp_path):
    points = [SyntheticPoint("classic", 2, deck={"transfert": c}, settings={"deck.transfert": c}) for c in COUNTS]
    one = tipping_points(summarise(write_run(tmp_path / "one", points, blocks=300, blocks_per_part=300)))
    assert set(one["status"]) <= {"unclear", "above_at_some", "below_at_some"}
    assert one["low"].is_null().all()
    two = summarise(write_run(tmp_path / "two", points[:2], blocks=50))
    assert tipping_points(two).height == 0
