"""Tables about several factors at once, against plain pandas over the Parquet parts and against known effects."""

import numpy as np
import pytest

from analysis import balance
from analysis.choice_model import model
from analysis.effects import effects, interactions, variation
from analysis.match_ups import match_up_differences, match_ups
from analysis.side_by_side import crossings
from analysis.statistics import mean_interval
from analysis.summary import summarise
from tests.analysis.synthetic import COACHES, COMPOS, SyntheticPoint, rows_of, to_pandas, write_run
from tests.analysis.synthetic_games import CARDS, Point, write_freak, write_stealr

COACH = (0.8, -0.4, 0.0, 0.0, 0.0, 0.0, 0.0, -0.4)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    points = [
        SyntheticPoint("ultime", 3, coach=COACH, order=(0.3, 0.0, -0.3), shared=0.0),
        SyntheticPoint("ultime", 2, compo=(0.0, 0.0, 0.0, 0.0, -1.0), coach=COACH, shared=0.1),
        SyntheticPoint("classic", 3, lineup=("expert", "greedy", "random"), strategy={"expert": 0.6, "random": -0.6}, shared=0.0),
    ]
    return write_run(tmp_path_factory.mktemp("run"), points, blocks=2000, blocks_per_part=800)


@pytest.fixture(scope="module")
def summary(run):
    return summarise(run)


def jackknife(seats, statistic, groups=40):
    """Standard errors of a statistic by leaving out groups of blocks (the delete-a-group jackknife)."""
    group = seats["block"] % groups
    left = np.array([statistic(seats[group != g]) for g in range(groups)])
    return np.sqrt((groups - 1) / groups * ((left - left.mean(axis=0)) ** 2).sum(axis=0))


def test_effects_and_interactions_equal_plain_means_of_cells(run, summary):
    def cells(seats):
        return seats.groupby(["compo_start", "coach"])["won"].mean().unstack().to_numpy()

    def beyond(seats):
        mean = cells(seats)
        return mean - mean.mean(axis=1, keepdims=True) - mean.mean(axis=0, keepdims=True) + mean.mean()

    seats = rows_of(run, "seats", 0)
    coach = cells(seats).mean(axis=0) - cells(seats).mean()
    mine = effects(summary).filter(point=0, layout="compo × coach", factor="coach")
    assert mine["level"].to_list() == list(COACHES)
    assert mine["estimate"].to_numpy() == pytest.approx(coach)
    both = interactions(summary).filter(point=0, layout="compo × coach")
    assert both["estimate"].to_numpy() == pytest.approx(beyond(seats).ravel())
    error = jackknife(seats, lambda s: beyond(s).ravel())
    width = (both["high"] - both["low"]).to_numpy() / 2 / 1.96
    assert width == pytest.approx(error, rel=0.45)  # 40 groups know a standard error to 11 %, the worst of 40 to 40 %
    assert width.mean() == pytest.approx(error.mean(), rel=0.05)


def test_what_matters_is_told_from_what_does_not(summary):
    table = variation(summary).filter(point=0, layout="compo × coach", figure="win_rate")
    size = {row["component"]: row for row in table.filter(of="size").to_dicts()}
    assert size["coach"]["low_simultaneous"] > 0.05
    for none in ("compo", "compo × coach"):
        assert size[none]["low_simultaneous"] == 0
        assert size[none]["high_simultaneous"] < 0.03
    share = {row["component"]: row for row in table.filter(of="cells").to_dicts()}
    assert sum(row["estimate"] for row in share.values()) == pytest.approx(1.0)
    assert share["coach"]["low"] > 0.85
    whole = table.filter(of="outcome", component="whole").to_dicts()[0]
    assert whole["estimate"] == pytest.approx(size["whole"]["estimate"] ** 2 / (1 / 3 * 2 / 3))
    order = variation(summary).filter(point=0, layout="compo × order", of="size", component="order").to_dicts()[0]
    assert order["low_simultaneous"] > 0.02


def test_strategies_are_crossed_where_they_differ_and_their_cards_equal_pandas(run, summary):
    seats = rows_of(run, "seats", 2)
    mean = seats.groupby(["order", "strategy"])["won"].mean().unstack().to_numpy()
    names = [summary.labels["strategy"][k] for k in sorted(seats["strategy"].unique())]
    mine = effects(summary).filter(point=2, layout="order × strategy", factor="strategy")
    by_name = dict(zip(mine["level"], mine["estimate"]))
    for k, name in enumerate(names):
        assert by_name[name] == pytest.approx(mean[:, k].mean() - mean.mean())
    assert "order × strategy" not in variation(summary).filter(point=0)["layout"].to_list()


def test_match_ups_equal_plain_pandas(run, summary):
    seats = rows_of(run, "seats", 1)
    game = seats.set_index(["block", "rotation", "seat"])[["compo_start", "won"]].unstack("seat")
    mine = match_ups(summary).filter(point=1, factor="compo")
    assert len(mine) == 20
    for row in mine.to_dicts():
        a, b = COMPOS.index(row["row"]), COMPOS.index(row["column"])
        wins = games = 0
        for me, other in ((0, 1), (1, 0)):
            met = (game["compo_start"][me] == a) & (game["compo_start"][other] == b)
            wins, games = wins + game["won"][me][met].sum(), games + met.sum()
        assert row["estimate"] == pytest.approx(wins / games)
        assert row["games"] == games
    by = {(row["row"], row["column"]): row["estimate"] for row in mine.to_dicts()}
    differences = match_up_differences(summary).filter(point=1, factor="compo")
    assert len(differences) == 10
    for row in differences.to_dicts():
        assert row["estimate"] == pytest.approx(by[row["row"], row["column"]] - by[row["column"], row["row"]])
        assert (row["low_simultaneous"] > 0) == (row["column"] == "5-4-1")  # the only weak one
    assert match_ups(summary).filter(point=0).is_empty()  # three at the table


def test_the_model_holds_known_effects_all_at_once(tmp_path):
    """No luck with the hand and no shared wins: then the model is the law of the data."""
    truth = {"compo": (0.0, 0.1, 0.2, 0.3, -0.6), "coach": COACH, "order": (0.3, 0.0, -0.3)}
    point = SyntheticPoint("ultime", 3, **truth, shared=0.0, luck=0.0)
    table = model(summarise(write_run(tmp_path, [point], blocks=3000)))
    assert table["factor"].unique(maintain_order=True).to_list() == ["compo", "coach", "order"]
    for factor, strength in truth.items():
        rows = table.filter(factor=factor)
        odds = np.exp(np.array(strength) - np.mean(strength))
        assert (rows["low_simultaneous"].to_numpy() <= odds).all()
        assert (odds <= rows["high_simultaneous"].to_numpy()).all()
        assert rows["share"].to_numpy() == pytest.approx(rows["estimate"].to_numpy() / (rows["estimate"].to_numpy() + 2))
    assert (table["high_simultaneous"] / table["low_simultaneous"] < 1.5).all()


def test_the_model_uses_the_first_blocks_only(tmp_path, monkeypatch):
    import analysis.choice_model

    point = SyntheticPoint("ultime", 2, coach=COACH, shared=0.0)
    whole = summarise(write_run(tmp_path / "whole", [point], blocks=1000, blocks_per_part=300))
    first = summarise(write_run(tmp_path / "first", [point], blocks=600, blocks_per_part=300))
    monkeypatch.setattr(analysis.choice_model, "MODEL_GAMES", 1200)
    assert model(whole)["games"].unique().to_list() == [1200]
    assert model(whole)["estimate"].to_list() == model(first)["estimate"].to_list()


def test_one_factor_alone_needs_no_model(tmp_path):
    freak = summarise(write_freak(tmp_path, [Point("classic", 3, truth={"mean": (5, 5, 5), "sd": (2, 2, 2)})], blocks=50))
    assert model(freak).is_empty()


# -- across design points

STEALR = {"held": dict.fromkeys(CARDS, 0.3), "played": dict.fromkeys(CARDS, 0.3), "effect": {}}


def test_crossed_settings_are_found_and_their_lengths_decomposed(tmp_path):
    """Turns: 20, twice as many with three players, 10 more in one of the modes with two only."""
    length = {("no_mercy", 2): 20, ("doux", 2): 30, ("no_mercy", 3): 40, ("doux", 3): 40}
    points = [Point(mode, players, truth={**STEALR, "length": turns}) for (mode, players), turns in length.items()]
    run = write_stealr(tmp_path, points, blocks=600, blocks_per_part=250)
    summary = summarise(run)
    (crossing,) = crossings([point.info for point in summary.points], summary.figures)
    assert crossing.settings == ("variant", "players")
    assert crossing.points == (0, 2, 1, 3)
    means = np.array([rows_of(run, "games", point)["turns"].mean() for point in crossing.points]).reshape(2, 2)
    table = effects(summary).filter(figure="turns", factor="players")
    assert table["estimate"].to_numpy() == pytest.approx(means.mean(axis=0) - means.mean())
    both = interactions(summary).filter(figure="turns")
    assert both["estimate"].to_numpy()[0] == pytest.approx((means[0, 0] - means[0, 1] - means[1, 0] + means[1, 1]) / 4)
    assert both["high_simultaneous"].to_numpy()[0] < 0  # the first mode is short with two
    shares = variation(summary).filter(figure="turns", of="cells")
    exact = {"variant": 2.5**2, "players": 7.5**2, "variant × players": 2.5**2}
    for row in shares.to_dicts():
        truth = exact[row["component"]] / sum(exact.values())
        assert row["low_simultaneous"] <= truth <= row["high_simultaneous"]
    assert {"going_first", "turns", "a_lead_lost"} <= set(effects(summary)["figure"])


def test_errors_across_settings_know_that_deals_are_shared(tmp_path):
    """Modes play the same deals; the same errors follow from plain sums over blocks."""
    points = [Point(mode, players, truth={**STEALR, "length": long}) for players in (2, 3) for mode, long in (("no_mercy", 25), ("doux", 26))]
    run = write_stealr(tmp_path, points, blocks=300, blocks_per_part=100)
    table = effects(summarise(run)).filter(figure="turns", factor="variant")
    by_block = np.stack([rows_of(run, "games", point).groupby("block")["turns"].mean() for point in range(4)], axis=1)
    difference = (by_block[:, 0] + by_block[:, 2] - by_block[:, 1] - by_block[:, 3]) / 4
    assert table["estimate"].to_numpy() == pytest.approx([difference.mean(), -difference.mean()])
    low, high = mean_interval(difference.mean(), difference.std(ddof=1) / np.sqrt(300), 300)
    assert table["low"].to_list()[0] == pytest.approx(float(low))
    assert table["high"].to_list()[0] == pytest.approx(float(high))


def test_the_piles_of_a_grid_are_decomposed(tmp_path):
    """The seller gains with one objective of the second pile; the length comes from the first pile alone."""
    points = [
        Point("classic", 3, options={"objectives": [a, b, c]}, settings={"options.objectives": [a, b, c]},
              truth={"mean": (6, 6, 6), "sd": (2, 2, 2), "length": 20 + 3 * (a == 1), "seller": 4 * (b == 5)})
        for a in (1, 2) for b in (5, 6, 7) for c in (9, 10)
    ]  # fmt: skip
    summary = summarise(write_freak(tmp_path, points, blocks=400, blocks_per_part=150))
    seller = effects(summary).filter(figure="seller")
    shown = {row["level"] for row in seller.drop_nulls("low").to_dicts() if row["low_simultaneous"] > 0}
    assert shown == {"5"}
    first_pile = seller.filter(factor="pile 1")
    assert first_pile["estimate"].to_list() == [0.0, 0.0]  # the same in every deal
    assert first_pile["low"].null_count() == 2
    by = {row["component"]: row for row in variation(summary).filter(figure="seller", of="cells").to_dicts()}
    assert by["pile 2"]["estimate"] == pytest.approx(1.0)
    assert len(by) == 7
    # The others are the same in every deal: how large they may be otherwise is not known, nor then a share.
    assert (by["pile 2"]["low"], by["pile 2"]["high"]) == (0.0, 1.0)
    size = {row["component"]: row for row in variation(summary).filter(figure="seller", of="size").to_dicts()}
    assert size["pile 2"]["low_simultaneous"] > 0.05
    length = {row["component"]: row for row in variation(summary).filter(figure="turns", of="size").to_dicts()}
    assert length["pile 1"]["estimate"] == pytest.approx(1.5)
    tables = balance.tables(summary)
    assert {"effects", "interactions", "variation"} <= set(tables)
    assert to_pandas(tables["variation"].filter(of="size").select("estimate"))["estimate"].min() >= 0
