"""Figures of seats, of kinds of cards and within a game, on runs of Stealr and Freak Shop with a known truth, and against plain pandas."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from scipy import special, stats

from analysis import balance
from analysis.figures import figures_of
from analysis.grids import mapped, mapped_change
from analysis.statistics import Moments
from analysis.summary import summarise
from analysis.within import correlation_rows
from tests.analysis.synthetic import rows_of
from tests.analysis.synthetic_games import CARDS, MODES, Point, freak_part, write_freak, write_stealr

HELD = {"deal_breaker": 0.5, "yoink": 0.6, "just_say_no": 0.7}
PLAYED = {"deal_breaker": 0.6, "yoink": 0.8, "just_say_no": 0.5}
SD = {number: 1.0 + 0.5 * number for number in range(1, 13)}
ALL = list(product((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))


def mode(variant, length, other, effect, **more):
    truth = {"held": HELD, "played": PLAYED, "effect": effect, "length": length, "on_other_turn": other, **more}
    return Point(variant, 3, lineup=("greedy",), settings={"variant": variant}, truth=truth)


@pytest.fixture(scope="module")
def stealr(tmp_path_factory):
    modes = [
        mode("no_mercy", 30, 0.2, {"deal_breaker": 1.0}),
        mode("doux", 34, 0.1, {"deal_breaker": 0.7}),
        mode("debutant", 40, 0.1, {"yoink": -0.4}),
    ]
    return write_stealr(tmp_path_factory.mktemp("stealr"), modes, blocks=1500, blocks_per_part=400)


@pytest.fixture(scope="module")
def stealr_summary(stealr):
    return summarise(stealr)


def combination(chosen, players=3, correlation=0.0, **options):
    truth = {"mean": [10, 20, 15], "sd": [SD[number] for number in chosen], "seller": 2, "correlation": correlation}
    settings = {"options.objectives": list(chosen), **{f"options.{key}": value for key, value in options.items()}}
    return Point("classic", players, options={"objectives": list(chosen), "equal_turns": False, **options}, settings=settings, truth=truth)


@pytest.fixture(scope="module")
def freak(tmp_path_factory):
    """Two combinations with a known correlation, each also with equal turns."""
    points = [combination(chosen, correlation=0.4, equal_turns=equal) for equal in (False, True) for chosen in ((1, 5, 9), (4, 8, 12))]
    return write_freak(tmp_path_factory.mktemp("freak"), points, blocks=3000, blocks_per_part=800)


@pytest.fixture(scope="module")
def freak_summary(freak):
    return summarise(freak)


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    return write_freak(tmp_path_factory.mktemp("grid"), [combination(chosen) for chosen in ALL], blocks=300, blocks_per_part=130)


@pytest.fixture(scope="module")
def grid_summary(grid):
    return summarise(grid)


def error_of(numerator: pd.Series, denominator: pd.Series) -> float:
    """Standard error of a ratio over blocks, from its residuals."""
    share = numerator.sum() / denominator.sum()
    residual = (numerator - share * denominator) / denominator.sum()
    return float(np.sqrt(len(residual) / (len(residual) - 1) * (residual**2).sum()))


# -- kinds of cards


def test_rates_of_cards_equal_plain_pandas_and_hold_the_truth(stealr, stealr_summary):
    table = balance.tables(stealr_summary)["cards"].filter(point=0)
    seats = rows_of(stealr, "seats", 0)
    assert table.height == 3 * len(CARDS)
    truth = {"held": HELD, "played": {c: HELD[c] * PLAYED[c] for c in CARDS}, "banked": {c: HELD[c] * (1 - PLAYED[c]) for c in CARDS}}
    for row in table.iter_rows(named=True):
        assert row["estimate"] == pytest.approx(seats[f"{row['card']}_{row['deed']}"].mean())
        assert row["low_simultaneous"] <= truth[row["deed"]][row["card"]] <= row["high_simultaneous"]
        by_block = seats.groupby("block")[f"{row['card']}_{row['deed']}"].agg(["sum", "size"])
        assert row["high"] - row["low"] == pytest.approx(2 * 1.961 * error_of(by_block["sum"], by_block["size"]), rel=0.01)


def test_win_rates_with_a_card_equal_plain_pandas_within_blocks(stealr, stealr_summary):
    tables = balance.tables(stealr_summary)
    seats = rows_of(stealr, "seats", 0)
    did = seats[seats["deal_breaker_played"] > 0]
    (row,) = tables["win_rate_by_card"].filter(point=0, deed="played", card="deal_breaker").to_dicts()
    assert row["estimate"] == pytest.approx(did["won"].mean())
    assert row["games"] == len(did)
    (difference,) = tables["from_par_by_card"].filter(point=0, deed="played", card="deal_breaker").to_dicts()
    assert difference["par"] == pytest.approx(1 / 3)
    assert difference["estimate"] == pytest.approx(did["won"].mean() - 1 / 3)
    assert difference["low_simultaneous"] > 0
    (nothing,) = tables["from_par_by_card"].filter(point=0, deed="played", card="just_say_no").to_dicts()
    assert nothing["low_simultaneous"] < 0 < nothing["high_simultaneous"]
    (worse,) = tables["from_par_by_card"].filter(point=2, deed="played", card="yoink").to_dicts()
    assert worse["high_simultaneous"] < 0


def test_cards_that_a_run_does_not_record_are_left_out(stealr_summary):
    assert set(balance.tables(stealr_summary)["cards"]["card"]) == set(CARDS)
    assert set(CARDS) < set(figures_of("stealr").cards.cards)


def test_a_card_that_a_deck_lacks_has_no_win_rate(tmp_path):
    none = {**HELD, "yoink": 0.0}
    modes = [mode("no_mercy", 30, 0.2, {}), mode("doux", 30, 0.2, {}, held=none)]
    tables = balance.tables(summarise(write_stealr(tmp_path, modes, blocks=60)))
    assert set(tables["win_rate_by_card"].filter(point=0)["card"]) == set(CARDS)
    for name in ("win_rate_by_card", "from_par_by_card", "change_of_win_rate_by_card"):
        assert set(tables[name].filter(point=1)["card"]) == set(CARDS) - {"yoink"}, name
    (row,) = tables["cards"].filter(point=1, card="yoink", deed="held").to_dicts()
    assert row["estimate"] == 0 < row["games"]


# -- variants


def test_every_variant_is_compared_with_those_before_it(stealr_summary):
    assert stealr_summary.partners == {0: (), 1: (0,), 2: (0, 1)}
    table = balance.tables(stealr_summary)["change_of_means"].filter(number="turns")
    assert list(zip(table["point"], table["baseline"])) == [(1, 0), (2, 0), (2, 1)]


def test_differences_between_variants_are_taken_within_blocks(stealr, stealr_summary):
    table = balance.tables(stealr_summary)["change_of_means"].filter(number="turns")
    games = [rows_of(stealr, "games", point).groupby("block")["turns"].agg(["sum", "size"]) for point in range(3)]
    for point, base in ((1, 0), (2, 0), (2, 1)):
        (row,) = table.filter(point=point, baseline=base).to_dicts()
        mine, other = games[point], games[base]
        assert row["estimate"] == pytest.approx(mine["sum"].sum() / mine["size"].sum() - other["sum"].sum() / other["size"].sum())
        difference = error_of(mine["sum"] - other["sum"], mine["size"])  # all blocks have as many games: the ratio of the differences
        apart = np.hypot(error_of(mine["sum"], mine["size"]), error_of(other["sum"], other["size"]))
        assert row["high"] - row["low"] == pytest.approx(2 * 1.961 * difference, rel=0.01)
        assert row["gain"] == pytest.approx((apart / difference) ** 2, rel=0.01)
        assert row["gain"] > 5


def test_changes_of_endings_of_cards_and_of_seats_are_paired_too(stealr, stealr_summary):
    tables = balance.tables(stealr_summary)
    (row,) = tables["change_of_endings"].filter(ending="on_other_turn", point=1, baseline=0).to_dicts()
    share = [rows_of(stealr, "games", point)["on_other_turn"].mean() for point in range(3)]
    assert row["estimate"] == pytest.approx(share[1] - share[0])
    assert row["high_simultaneous"] < 0
    assert row["low_simultaneous"] <= -0.1 <= row["high_simultaneous"]
    (same,) = tables["change_of_endings"].filter(ending="on_other_turn", point=2, baseline=1).to_dicts()
    assert same["estimate"] == 0  # the same coin in both
    (card,) = tables["change_of_win_rate_by_card"].filter(deed="played", card="deal_breaker", point=2, baseline=0).to_dicts()
    rates = [s[s["deal_breaker_played"] > 0]["won"].mean() for s in (rows_of(stealr, "seats", point) for point in (0, 2))]
    assert card["estimate"] == pytest.approx(rates[1] - rates[0])
    assert card["gain"] > 1.2
    assert "sets" in set(tables["change_of_seats"]["figure"])


# -- figures of seats and of games


def test_figures_of_seats_equal_plain_pandas(stealr, stealr_summary):
    tables = balance.tables(stealr_summary)
    seats = rows_of(stealr, "seats", 1)
    found = {row["figure"]: row for row in tables["seats"].filter(point=1).to_dicts()}
    assert found["tokens_given"]["estimate"] == pytest.approx(seats["tokens_given"].mean())
    assert found["tokens_given"]["low_simultaneous"] <= 0.4 <= found["tokens_given"]["high_simultaneous"]
    assert found["rent_collected"]["estimate"] == pytest.approx(seats["rent_received"].sum() / seats["rent_claimed"].sum())
    assert found["rent_collected"]["low_simultaneous"] <= 0.6 <= found["rent_collected"]["high_simultaneous"]
    by = tables["seats_by_order"].filter(point=1, figure="sets")
    assert by["estimate"].to_list() == pytest.approx(seats.groupby("order")["sets"].mean().to_list())
    by = tables["seats_by_order"].filter(point=1, figure="rent_collected")
    rents = seats.groupby("order")[["rent_received", "rent_claimed"]].sum()
    assert by["estimate"].to_list() == pytest.approx((rents["rent_received"] / rents["rent_claimed"]).to_list())


def test_numbers_of_a_game_may_be_a_sum_a_maximum_or_a_range_over_its_seats(stealr, stealr_summary, freak, freak_summary):
    means = {row["number"]: row["estimate"] for row in balance.means(stealr_summary).filter(point=0).to_dicts()}
    endings = {row["ending"]: row["estimate"] for row in balance.endings(stealr_summary).filter(point=0).to_dicts()}
    game = rows_of(stealr, "seats", 0).groupby(["block", "rotation"])
    assert means["tokens_given"] == pytest.approx(game["tokens_given"].sum().mean())
    assert means["lead_lost"] == pytest.approx(game["lead_lost"].max().mean())
    assert endings["a_lead_lost"] == pytest.approx((game["lead_lost"].max() > 0).mean())
    assert endings["large_lead_lost"] == 0
    game = rows_of(freak, "seats", 0).groupby("block")
    endings = {row["ending"]: row["estimate"] for row in balance.endings(freak_summary).filter(point=0).to_dicts()}
    assert endings["uneven"] == pytest.approx((game["turns"].max() > game["turns"].min()).mean())
    assert endings["tie_break"] == pytest.approx(game["tie_break"].max().mean())
    equal = {row["ending"]: row["estimate"] for row in balance.endings(freak_summary).filter(point=2).to_dicts()}
    assert equal["uneven"] == 0


def test_a_run_without_a_column_of_winners_counts_those_who_won(stealr, stealr_summary, tmp_path):
    import json
    import shutil

    shutil.copytree(stealr, tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    for table in ("games", "seats"):
        manifest["columns"][table] = [column for column in manifest["columns"][table] if column["name"] != "winners"]
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest))
    mine, other = balance.tables(summarise(tmp_path / "run")), balance.tables(stealr_summary)
    assert mine["endings"].equals(other["endings"])
    assert mine["win_share_by_order"].equals(other["win_share_by_order"])


def test_distributions_are_kept_of_what_a_game_declares(freak, freak_summary):
    table = balance.lengths(freak_summary).filter(point=0, number="margin")
    margin = rows_of(freak, "seats", 0).groupby("block")["margin"].max()
    for row in table.to_dicts():
        assert row["estimate"] == np.quantile(margin, row["quantile"], method="inverted_cdf")
        assert row["low"] <= row["estimate"] <= row["high"]


# -- within a game


def within_pandas(run, point):
    """(G, players, 4) of the three components and the total."""
    seats = rows_of(run, "seats", point)
    players = seats["seat"].max() + 1
    return np.stack([seats[column].to_numpy().reshape(-1, players) for column in ("points_1", "points_2", "points_3", "total")], axis=2), seats


def test_spread_equals_numpy_and_holds_the_truth(freak, freak_summary):
    table = {row["component"]: row for row in balance.tables(freak_summary)["spread"].filter(point=1).to_dicts()}
    x, _ = within_pandas(freak, 1)
    assert list(table) == ["4", "8", "12", "total"]
    n = x.shape[1]
    # The mean of the (population) standard deviation of n normal numbers; rounding to whole points adds a variance of 1/12.
    shrink = np.sqrt(2.0 / n) * special.gamma(n / 2) / special.gamma((n - 1) / 2)
    for k, component in enumerate(table):
        deviation = x[:, :, k].std(axis=1)
        row = table[component]
        assert row["estimate"] == pytest.approx(deviation.mean())
        assert row["high"] - row["low"] == pytest.approx(2 * 1.961 * deviation.std(ddof=1) / np.sqrt(len(deviation)), rel=0.01)
        if component in ("4", "8"):
            assert row["low_simultaneous"] <= shrink * np.sqrt(SD[int(component)] ** 2 + 1 / 12) <= row["high_simultaneous"]


def test_parts_of_points_spread_and_margin(freak, freak_summary):
    table = balance.tables(freak_summary)["parts"].filter(point=0)
    x, seats = within_pandas(freak, 0)
    totals = {of: part["estimate"].sum() for (of,), part in table.group_by("of")}
    assert totals == pytest.approx({"points": 1.0, "spread": 1.0, "margin": 1.0})
    found = {(row["of"], row["component"]): row for row in table.to_dicts()}
    centred = x - x.mean(axis=1, keepdims=True)
    rank = seats["rank"].to_numpy().reshape(len(x), -1)
    lead = np.take_along_axis(x, (rank == 1).argmax(axis=1)[:, None, None], axis=1) - np.take_along_axis(
        x, (rank == 2).argmax(axis=1)[:, None, None], axis=1
    )
    for k, component in enumerate(("1", "5", "9")):
        assert found["points", component]["estimate"] == pytest.approx(x[:, :, k].sum() / x[:, :, 3].sum())
        spread = (centred[:, :, k] * centred[:, :, 3]).sum() / (centred[:, :, 3] ** 2).sum()
        assert found["spread", component]["estimate"] == pytest.approx(spread)
        assert found["margin", component]["estimate"] == pytest.approx(lead[:, 0, k].sum() / lead[:, 0, 3].sum())
    sd = np.array([SD[1], SD[5]])
    covariance = 0.4 * sd[0] * sd[1]
    seller = x[:, :, 2].var(axis=1).mean() * 3 / 2  # the third has the seller's points too
    variance = (sd**2).sum() + 2 * covariance + 2 / 12 + seller
    for component, own in zip(("1", "5"), sd**2 + 1 / 12, strict=True):
        row = found["spread", component]
        assert row["low_simultaneous"] - 0.005 <= (own + covariance) / variance <= row["high_simultaneous"] + 0.005


def test_correlations_within_a_game(freak, freak_summary):
    table = {(row["component"], row["other"]): row for row in balance.tables(freak_summary)["correlations"].filter(point=1).to_dicts()}
    x, _ = within_pandas(freak, 1)
    centred = x - x.mean(axis=1, keepdims=True)
    for (a, mine), (b, other) in combinations(enumerate(("4", "8", "12")), 2):
        pooled = (centred[:, :, a] * centred[:, :, b]).sum() / np.sqrt((centred[:, :, a] ** 2).sum() * (centred[:, :, b] ** 2).sum())
        assert table[mine, other]["estimate"] == pytest.approx(pooled)
    truth = 0.4 * SD[4] * SD[8] / np.sqrt((SD[4] ** 2 + 1 / 12) * (SD[8] ** 2 + 1 / 12))
    assert table["4", "8"]["low_simultaneous"] <= truth <= table["4", "8"]["high_simultaneous"]
    assert table["4", "12"]["low_simultaneous"] <= 0 <= table["4", "12"]["high_simultaneous"]


def test_intervals_of_correlations_cover():
    """600 runs of 60 games of three seats with a correlation of 0.6: a 95 % interval holds it 95 times in a hundred."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(600):
        z = rng.normal(size=(2, 60, 3))
        x = np.stack([z[0], 0.6 * z[0] + 0.8 * z[1]])
        sums = x.sum(axis=2)
        products = [3 * (x[a] * x[b]).sum(axis=1) - sums[a] * sums[b] for a, b in ((0, 1), (0, 0), (1, 1))]
        moments = Moments.of(np.stack([np.ones(60), *products], axis=1))
        rows = correlation_rows(None, {}, moments, np.array([[1, 2, 3]]), 0)
        low, high = rows.interval(0.95)
        held += bool(low[0] <= 0.6 <= high[0])
    assert stats.binomtest(held, 600, 0.95).pvalue > 0.001, held


# -- conditions and grids


def test_what_a_setting_changes_is_compared_under_the_same_objectives(freak, freak_summary):
    assert freak_summary.partners == {0: (), 1: (), 2: (0,), 3: (1,)}
    (row,) = balance.tables(freak_summary)["change_of_means"].filter(number="turns", point=3).to_dicts()
    turns = [rows_of(freak, "games", point)["turns"].mean() for point in (1, 3)]
    assert row["baseline"] == 1
    assert row["estimate"] == pytest.approx(turns[1] - turns[0])


def test_a_map_compares_each_combination_with_the_average_within_blocks(grid, grid_summary):
    (pool,) = grid_summary.pools
    maps = {of.name: of for of in grid_summary.figures.grid.maps}
    found = mapped(grid_summary, pool, maps["margin"])
    margins = np.stack([rows_of(grid, "seats", point).groupby("block")["margin"].max().to_numpy() for point in range(64)])
    assert found.reference == pytest.approx(margins.mean())
    t = stats.t.ppf(0.5 + 0.95 ** (1 / 64) / 2, 299 / 6)
    for number, place in enumerate(product(range(4), repeat=3)):
        row = found.cells[place]
        difference = margins[number] - margins.mean(axis=0)
        assert row["point"] == number
        assert row["estimate"] == pytest.approx(margins[number].mean())
        assert row["difference"] == pytest.approx(difference.mean())
        assert row["difference_high"] - row["difference"] == pytest.approx(t * difference.std(ddof=1) / np.sqrt(300))
    assert found.side(found.cells[0, 0, 0]) < 0 < found.side(found.cells[3, 3, 3])  # the smallest spread, the largest
    table = balance.tables(grid_summary)["maps"].filter(map="margin")
    assert table["estimate"].to_list() == pytest.approx([found.cells[place]["difference"] for place in product(range(4), repeat=3)])
    assert mapped_change(grid_summary, pool, maps["margin"], balance.tables(grid_summary)) is None


def test_the_map_of_the_first_seat_is_its_win_rate_less_that_of_the_others(grid, grid_summary):
    (pool,) = grid_summary.pools
    of = grid_summary.figures.grid.maps[0]
    seats = rows_of(grid, "seats", 5)
    row = mapped(grid_summary, pool, of).cells[0, 1, 1]
    expected = seats[seats["order"] == 0]["won"].mean() - seats[seats["order"] > 0]["won"].mean()
    assert row["point"] == 5
    assert row["estimate"] == row["difference"] == pytest.approx(expected)
    by_block = seats.groupby("block").apply(lambda g: g[g["order"] == 0]["won"].sum() - g[g["order"] > 0]["won"].sum() / 2, include_groups=False)
    t = stats.t.ppf(0.5 + 0.95 ** (1 / 64) / 2, 299 / 6)
    assert row["high_simultaneous"] - row["estimate"] == pytest.approx(t * by_block.std(ddof=1) / np.sqrt(300))


def test_the_weight_of_an_element_is_taken_over_all_its_partners(grid, grid_summary):
    table = {(row["figure"], row["element"]): row for row in balance.tables(grid_summary)["weights"].to_dicts()}
    spread, part, whole = {}, {}, {}
    for point, chosen in enumerate(ALL):
        x, _ = within_pandas(grid, point)
        centred = x - x.mean(axis=1, keepdims=True)
        for k, element in enumerate(chosen):
            spread.setdefault(element, []).append(x[:, :, k].std(axis=1))
            part.setdefault(element, []).append((centred[:, :, k] * centred[:, :, 3]).sum())
            whole.setdefault(element, []).append((centred[:, :, 3] ** 2).sum())
    for element in range(1, 13):
        row = table["spread", str(element)]
        assert row["estimate"] == pytest.approx(np.mean(spread[element]))
        # Sixteen combinations that were dealt alike are one deal, not sixteen: the error is that of their mean, block by block.
        by_block = np.mean(spread[element], axis=0)
        assert row["high"] - row["low"] == pytest.approx(2 * stats.t.ppf(0.975, 299 / 6) * by_block.std(ddof=1) / np.sqrt(300), rel=1e-6)
        assert table["of_spread", str(element)]["estimate"] == pytest.approx(sum(part[element]) / sum(whole[element]))
    assert table["of_spread", "12"]["low_simultaneous"] > table["of_spread", "1"]["high_simultaneous"]


def test_few_combinations_or_other_piles_make_no_map(freak_summary, tmp_path):
    assert not freak_summary.pools
    strange = [combination((chosen[2], *chosen[:2])) for chosen in ALL[:16]]
    assert not summarise(write_freak(tmp_path, strange, blocks=10)).pools


def test_the_parts_of_a_run_do_not_matter(grid, grid_summary, tmp_path):
    one = balance.tables(summarise(write_freak(tmp_path, [combination(chosen) for chosen in ALL[:16]], blocks=260, blocks_per_part=130)))
    whole = [freak_part(combination(ALL[0]), first, 130, ["expert"]) for first in (0, 130)]
    total = np.concatenate([seats["total"] for _, seats in whole])
    (row,) = one["seats"].filter(point=0, figure="total").to_dicts()
    assert row["estimate"] == pytest.approx(total.mean())
    assert set(one) >= {"maps", "weights", "correlations", "parts"}


def test_tables_that_do_not_hold_the_same_games_are_refused(tmp_path):
    import polars as pl

    run = write_freak(tmp_path, [combination(ALL[0])], blocks=20)
    (file,) = (run / "seats").glob("*.parquet")
    frame = pl.read_parquet(file)
    frame.reverse().write_parquet(file)
    with pytest.raises(ValueError, match="same games"):
        summarise(run)


def test_modes_are_those_of_the_declaration():
    assert set(MODES) == {"no_mercy", "doux", "debutant"}
    assert figures_of("stealr").variants_alike
    assert not figures_of("mercato").variants_alike
