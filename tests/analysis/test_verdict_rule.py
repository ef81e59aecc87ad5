"""Where an interval lies beside limits."""

import pytest

from analysis.statistics.verdict import judge


@pytest.mark.parametrize(
    ("low", "high", "region"),
    [
        (-0.02, 0.02, "within"),
        (-0.025, 0.025, "within"),  # the limits themselves still count as balanced
        (0.001, 0.02, "within"),  # shown to differ from 0, and shown to be too little to matter
        (0.026, 0.04, "above"),
        (-0.04, -0.026, "below"),
        (0.025, 0.04, "undecided"),  # touching: the true value may be the limit itself
        (0.01, 0.03, "undecided"),
        (-0.03, 0.01, "undecided"),
        (-0.1, 0.1, "undecided"),
        (None, None, "undecided"),
        (float("nan"), float("nan"), "undecided"),
    ],
)
def test_regions(low, high, region):
    assert judge(low, high, -0.025, 0.025) == region


def test_limits_need_not_be_symmetric():
    assert judge(0.21, 0.29, 0.20, 0.30) == "within"
    assert judge(0.31, 0.35, 0.20, 0.30) == "above"


def test_what_is_the_wrong_way_round_is_refused():
    with pytest.raises(ValueError, match="limits"):
        judge(0.0, 1.0, 1.0, 0.0)
    with pytest.raises(ValueError, match="interval"):
        judge(1.0, 0.0, 0.0, 1.0)
