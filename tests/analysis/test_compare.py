"""Two runs compared: differences against plain pandas, design points matched, runs that share no deals, names in another order."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import special

from analysis.compare import compare
from analysis.compare_words import change_words, closing_sentences, figure_words, pair_sentences, text_table
from analysis.matching import match
from analysis.points import PointInfo
from analysis.tables import open_run
from sim.core.errors import UserError
from tests.analysis.synthetic import SyntheticPoint, rows_of, write_run

A = SyntheticPoint("classic", 4, compo=(0.0, 0.0, 0.0, 0.0, -0.5), label="as printed")
B = replace(A, compo=(0.0,) * 5, length=24.0, deck={"transfert": 6}, label="fewer")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    return write_run(folder / "a", [A], blocks=1200, blocks_per_part=500), write_run(folder / "b", [B], blocks=1200, blocks_per_part=500)


@pytest.fixture(scope="module")
def comparison(runs):
    return compare(*(open_run(folder) for folder in runs))


def block_sums(run, point, level):
    """Wins and games of a compo, a row a block."""
    seats = rows_of(run, "seats", point)
    blocks = range(int(seats["block"].max()) + 1)
    return seats[seats["compo_start"] == level].groupby("block")["won"].agg(["sum", "size"]).reindex(blocks, fill_value=0)


def residuals(sums):
    share = sums["sum"].sum() / sums["size"].sum()
    return share, ((sums["sum"] - share * sums["size"]) / sums["size"].sum()).to_numpy()


def test_a_difference_equals_plain_pandas(runs, comparison):
    (row,) = comparison.table.filter(figure="win_rate", level="5-4-1").to_dicts()
    (share_a, a), (share_b, b) = (residuals(block_sums(run, 0, 4)) for run in runs)
    assert row["value_a"] == pytest.approx(share_a)
    assert row["value_b"] == pytest.approx(share_b)
    assert row["difference"] == pytest.approx(share_b - share_a)
    error = np.sqrt(((b - a) ** 2).sum())
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * error, rel=0.02)
    assert row["gain"] == pytest.approx(((a**2).sum() + (b**2).sum()) / error**2, rel=0.01)
    assert row["gain"] > 1.2
    assert row["paired"]


def test_means_and_endings_are_compared_too(runs, comparison):
    games = [rows_of(run, "games", 0) for run in runs]
    (turns,) = comparison.table.filter(figure="turns").to_dicts()
    assert turns["difference"] == pytest.approx(games[1]["turns"].mean() - games[0]["turns"].mean())
    assert not turns["share"]
    (shared,) = comparison.table.filter(figure="shared").to_dicts()
    assert shared["difference"] == pytest.approx((games[1]["winners"] > 1).mean() - (games[0]["winners"] > 1).mean())
    (first,) = comparison.table.filter(figure="going_first").to_dicts()
    seats = [rows_of(run, "seats", 0) for run in runs]
    worth = [s[s["order"] == 0]["won"].mean() - s[s["order"] == 3]["won"].mean() for s in seats]
    assert first["difference"] == pytest.approx(worth[1] - worth[0])


def test_all_rows_are_judged_together(comparison):
    number = comparison.table.height
    (row,) = comparison.table.filter(figure="turns").to_dicts()
    wider = special.ndtri((1 + 0.95 ** (1 / number)) / 2) / special.ndtri(0.975)
    assert row["high_simultaneous"] - row["low_simultaneous"] == pytest.approx(wider * (row["high"] - row["low"]), rel=0.01)


def test_sentences_say_what_is_shown_and_no_more(comparison):
    ((pair, sentence, lines),) = pair_sentences(comparison)
    assert pair.differs == ["6 Transfert instead of 8 Transfert"]
    shown = comparison.table.filter((comparison.table["low_simultaneous"] > 0) | (comparison.table["high_simultaneous"] < 0))
    assert len(lines) == shown.height > 1
    assert sentence.startswith("Mercato, 4 players: 6 Transfert instead of 8 Transfert.")
    assert any(line.startswith("win rate, 5-4-1: ") for line in lines)
    assert f"all {comparison.table.height} differences together" in closing_sentences(comparison)[0]
    assert len(text_table(comparison, 0)) == comparison.table.height + 1


def test_what_is_shown_never_seems_to_reach_zero(comparison):
    """Intervals are rounded outwards: where that would take one to 0 that leaves it out, there are more digits."""
    (row,) = comparison.table.filter(figure="turns").to_dicts()
    row |= {"difference": 0.05, "low": 0.02, "high": 0.08, "low_simultaneous": 0.0004, "high_simultaneous": 0.1}
    assert change_words(comparison, row).endswith("+0.0500\u00a0turns (+0.0004 to +0.1000)")
    row |= {"low_simultaneous": -0.0004}
    assert change_words(comparison, row).endswith("+0.05\u00a0turns (\u22120.01 to +0.10)")


def test_places_in_the_order_of_play_are_players(comparison):
    found = [figure_words(comparison, row) for row in comparison.table.filter(factor="order").to_dicts()]
    assert found == [f"win rate, the {place} player" for place in ("1st", "2nd", "3rd", "4th")]


def test_the_same_games_differ_in_nothing(tmp_path):
    same = compare(*(open_run(write_run(tmp_path / name, [A], blocks=60)) for name in ("a", "b")))
    assert same.table["difference"].abs().max() == 0
    ((_, sentence, _),) = pair_sentences(same)
    assert "played by the same rules" in sentence
    assert "None of" in sentence


def test_runs_of_different_seeds_are_independent(runs, tmp_path):
    other = write_run(tmp_path / "b", [B], blocks=600, seed=2)
    found = compare(open_run(runs[0]), open_run(other))
    (row,) = found.table.filter(figure="win_rate", level="5-4-1").to_dicts()
    (share_a, a), (share_b, b) = residuals(block_sums(runs[0], 0, 4)), residuals(block_sums(other, 0, 4))
    assert row["difference"] == pytest.approx(share_b - share_a)
    error = np.sqrt((a**2).sum() + (b**2).sum())
    assert row["high"] - row["low"] == pytest.approx(2 * 1.965 * error, rel=0.01)
    assert not row["paired"]
    assert row["gain"] is None
    assert any("nothing is gained by pairing" in note for note in found.notes)


def test_a_longer_run_is_compared_over_the_deals_that_both_have(runs, tmp_path):
    shorter = write_run(tmp_path / "b", [B], blocks=700, blocks_per_part=500)
    found = compare(open_run(runs[0]), open_run(shorter))
    (row,) = found.table.filter(figure="win_rate", level="5-4-1").to_dicts()
    # Parts of the synthetic runs are alike block by block only where they are of the same length.
    sums = [block_sums(run, 0, 4).iloc[:700] for run in (runs[0], shorter)]
    shares = [s["sum"].sum() / s["size"].sum() for s in sums]
    assert row["difference"] == pytest.approx(shares[1] - shares[0])
    assert row["blocks"] <= 700
    assert any("deals that both have" in note for note in found.notes)


def test_names_in_another_order_are_told_apart(runs, tmp_path):
    """The second run has its compos under other ids, one of which the first has not."""
    folder = write_run(tmp_path / "b", [B], blocks=1200, blocks_per_part=500)
    content = json.loads((folder / "manifest.json").read_text())
    content["labels"]["compo"] = ["5-4-1", "4-2-4", "4-4-2", "4-3-3", "3-4-3"]  # was 4-4-2, 4-3-3, 3-4-3, 3-5-2, 5-4-1
    (folder / "manifest.json").write_text(json.dumps(content))
    found = compare(open_run(runs[0]), open_run(folder))
    (row,) = found.table.filter(figure="win_rate", level="5-4-1").to_dicts()
    share_a, share_b = residuals(block_sums(runs[0], 0, 4))[0], residuals(block_sums(folder, 0, 0))[0]
    assert row["difference"] == pytest.approx(share_b - share_a)
    assert set(found.table.filter(figure="win_rate", factor="compo")["level"]) == {"5-4-1", "4-4-2", "4-3-3", "3-4-3"}


def info(index, label="", variant="classic", players=4, lineup=("expert",) * 4, deck=None, settings=None):
    return PointInfo(index, label, variant, players, lineup, {}, deck or {}, {}, settings or {}, 4, 10)


def numbers(found):
    return [(a.index, b.index) for a, b in found.pairs]


def test_design_points_are_matched():
    a = [info(0, players=2, lineup=("expert",) * 2), info(1), info(2, variant="duel", players=2, lineup=("expert",) * 2)]
    b = [info(0), info(1, players=2, lineup=("expert",) * 2)]
    found = match(a, b)
    assert numbers(found) == [(0, 1), (1, 0)]
    assert [point.index for point in found.only_a] == [2]
    assert not found.only_b


def test_design_points_of_one_kind_are_matched_by_rules_then_label_then_settings():
    a = [info(0, "x", deck={"soin": 8}), info(1, "y", deck={"soin": 6}), info(2, "z", deck={"soin": 4}, settings={"k": 1})]
    b = [info(0, "z2", deck={"soin": 5}, settings={"k": 1}), info(1, "y2", deck={"soin": 8}), info(2, "y", deck={"soin": 7})]
    assert numbers(match(a, b)) == [(0, 1), (1, 2), (2, 0)]


def test_a_line_up_or_a_variant_may_be_what_differs_when_nothing_else_is_left():
    greedy = ("greedy",) * 4
    assert numbers(match([info(0)], [info(0, lineup=greedy)])) == [(0, 0)]
    assert numbers(match([info(0)], [info(0, variant="ultime")])) == [(0, 0)]
    assert numbers(match([info(0)], [info(0, players=3, lineup=("expert",) * 3)])) == []
    two = match([info(0), info(1, deck={"soin": 2})], [info(0, lineup=greedy), info(1, lineup=greedy, deck={"soin": 2})])
    assert not two.pairs  # which belongs to which would be a guess


def test_what_can_not_be_compared_is_refused(runs, tmp_path):
    with pytest.raises(UserError, match="the same run"):
        compare(open_run(runs[0]), open_run(runs[0]))
    with pytest.raises(UserError, match="no design point in common: A has classic with 4 players; B has duel with 2 players"):
        compare(open_run(runs[0]), open_run(write_run(tmp_path / "duel", [SyntheticPoint("duel", 2)], blocks=10)))
    other = write_run(tmp_path / "other", [B], blocks=10, game="stealr")
    with pytest.raises(UserError, match="different games can't be compared"):
        compare(open_run(runs[0]), open_run(other))


def test_other_versions_are_told(runs, tmp_path):
    folder = write_run(tmp_path / "b", [B], blocks=50)
    content = json.loads((folder / "manifest.json").read_text())
    content["versions"]["game"] = 2
    content["study"]["strategies"]["expert"]["params"]["injure"] = 4.0
    (folder / "manifest.json").write_text(json.dumps(content))
    notes = compare(open_run(runs[0]), open_run(folder)).notes
    assert any("behaviour version 1 of the game, B by version 2" in note for note in notes)
    assert any("injure = 4.0 instead of 8.0" in note for note in notes)


def test_intervals_hold_the_truth(tmp_path):
    """Two decks of the same effect, other deals: 40 differences on their own, of which about 2 should miss zero."""
    missed = seen = 0
    for seed in range(1, 9):
        a = open_run(write_run(tmp_path / f"a{seed}", [A], blocks=150, seed=seed))
        b = open_run(write_run(tmp_path / f"b{seed}", [A], blocks=150, seed=seed + 100))
        table = compare(a, b).table.filter(figure="win_rate", factor="compo")
        missed += table.filter((table["low"] > 0) | (table["high"] < 0)).height
        seen += table.height
    assert seen == 40
    assert missed <= 7  # binomial(40, 0.05): more than 7 once in 700, were the misses independent
