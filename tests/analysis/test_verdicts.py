"""Verdicts of runs with known effects, and against independent computation."""

import numpy as np
import polars as pl
import pytest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

from analysis.statistics import Differences, Moments, judge, ratios, sidak_confidence
from analysis.statistics.differences import LEAST_P, Shares
from analysis.summary import summarise
from analysis.verdict_words import margin_words, rounded_up, verdict_sentences, whoever_plays
from analysis.verdicts import COLUMNS, MOST_GAMES, benjamini_hochberg, by_profile, counts, holds, holm, profiles, verdicts
from analysis.wording import Names
from tests.analysis.synthetic import COMPOS, SyntheticPoint, rows_of, write_run

UNEVEN = (0.0, 0.1, 0.2, 0.3, -0.6)
CONTRARY = (0.0, 0.1, 0.2, -0.6, 0.3)
MARGIN = 0.025


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    points = [
        SyntheticPoint("classic", 4, compo=UNEVEN, luck=0.0, shared=0.0, settings={"lineup": "expert"}),
        SyntheticPoint("classic", 4, lineup=("greedy",), compo=CONTRARY, luck=0.0, shared=0.0, settings={"lineup": "greedy"}),
        SyntheticPoint("classic", 4, lineup=("random",), luck=0.0, shared=0.0, settings={"lineup": "random"}),
    ]
    return write_run(tmp_path_factory.mktemp("run"), points, blocks=2500, blocks_per_part=1000)


@pytest.fixture(scope="module")
def summary(run):
    return summarise(run)


@pytest.fixture(scope="module")
def table(summary):
    return verdicts(summary)


def test_known_effects_are_told_right(table):
    """The truth is known: at the second point two compos change places, at the third all are alike."""
    rates = SyntheticPoint("classic", 4, compo=UNEVEN, luck=0.0, shared=0.0).compo_rates() - 0.25
    assert rates[4] < -MARGIN < MARGIN < rates[3]
    truth = {0: rates, 1: rates[[0, 1, 2, 4, 3]], 2: np.zeros(5)}
    right = {
        "favoured": lambda d: d > MARGIN,
        "handicapped": lambda d: d < -MARGIN,
        "balanced": lambda d: abs(d) <= MARGIN,
        "undecided": lambda d: True,
    }
    for row in table.filter(factor="compo").iter_rows(named=True):
        assert right[row["verdict"]](truth[row["point"]][COMPOS.index(row["level"])])
    found = {(row["point"], row["level"]): row["verdict"] for row in table.filter(factor="compo").iter_rows(named=True)}
    assert found[0, "5-4-1"] == found[1, "3-5-2"] == "handicapped"
    assert found[0, "3-5-2"] == found[1, "5-4-1"] == "favoured"
    assert {found[2, compo] for compo in COMPOS} == {"balanced"}
    order = table.filter(factor="order")["verdict"].to_list()
    assert set(order) <= {"balanced", "undecided"}
    assert order.count("balanced") > 6


def test_the_difference_is_that_of_plain_pandas(run, table):
    seats = rows_of(run, "seats", 0)
    row = table.filter(point=0, factor="compo", level="5-4-1").to_dicts()[0]
    assert row["estimate"] == pytest.approx(seats[seats["compo_start"] == 4]["won"].mean() - seats["won"].mean())
    assert row["par"] == pytest.approx(seats["won"].mean())
    assert row["margin"] == MARGIN


def test_every_level_is_judged_with_all_others(table):
    number = 3 * (5 + 4)
    assert table.height == number
    assert set(table["looked_at"]) == {number}
    assert set(COLUMNS) <= set(table.columns)


def test_verdict_interval_and_p_values_never_contradict_each_other(tmp_path):
    points = [
        SyntheticPoint("ultime", 3, compo=UNEVEN, coach=np.linspace(-0.4, 0.4, 8), lineup=("expert", "greedy", "random"), strategy={"random": -3.0})
    ]
    table = verdicts(summarise(write_run(tmp_path, points, blocks=300)))
    tail = (1.0 - sidak_confidence(0.95, table.height)) / 2.0
    region = {"favoured": "above", "handicapped": "below", "balanced": "within", "undecided": "undecided"}
    assert len(set(table["verdict"])) >= 3
    for row in table.iter_rows(named=True):
        low, high = row["low_simultaneous"], row["high_simultaneous"]
        assert judge(low, high, -MARGIN, MARGIN) == region[row["verdict"]]
        assert (row["p_favoured"] < tail) == (row["verdict"] == "favoured")
        assert (row["p_handicapped"] < tail) == (row["verdict"] == "handicapped")
        assert (row["p_balanced"] < tail) == (row["verdict"] == "balanced")
        assert (row["games_needed"] == 0) == (row["verdict"] != "undecided")
        assert (row["shown"] == "above") == (low > 0)
        assert (row["shown"] == "below") == (high < 0)
        if row["verdict"] == "balanced":
            assert row["p_holm"] < 0.05
        if row["verdict"] in ("favoured", "handicapped"):
            assert row["p_bh"] < 0.05


def paired_blocks(blocks=4000, seed=3, level=0.26):
    """Wins per game of one seat's level and of all four seats, by block of four games."""
    rng = np.random.default_rng(seed)
    mine = rng.binomial(4, rng.beta(12 * level, 12 * (1 - level), blocks))
    others = rng.binomial(12, 0.25, blocks)
    return mine, mine + others


def differences(mine, everyone):
    values = np.column_stack([mine, everyone, np.full(len(mine), 4), np.full(len(mine), 16)])
    found = ratios(Moments.of(values), np.eye(4)[:2], np.eye(4)[2:])
    return Differences.of(found, [0], [1], exact_second=True)


def test_more_confidence_is_never_a_narrower_interval():
    """Of few blocks: par, whose wins are the level's too in most of them, must not take back what the level's own interval gives."""
    rng = np.random.default_rng(12)
    pick = np.eye(4)
    for _ in range(300):
        games = rng.integers(1, 3, 4)
        wins = rng.binomial(games, 0.4)
        values = np.column_stack([wins, wins + rng.binomial(4 - games, 0.5), games, np.full(4, 4)])
        found = ratios(Moments.of(values), pick[:2], pick[2:])
        low, high = Differences.of(found, [0] * 4, [1] * 4, exact_second=True).interval([0.5, 0.9, 0.95, 0.999])
        assert (np.diff(low) <= 1e-12).all()
        assert (np.diff(high) >= -1e-12).all()


@pytest.mark.parametrize("level", [0.25, 0.27, 0.28, 0.30])
def test_the_tests_of_equivalence_are_statsmodels(level):
    """Two one-sided t-tests on the blocks' own figures, computed by statsmodels; ours by inversion of the interval."""
    mine, everyone = paired_blocks(level=level)
    ours = differences(mine, everyone)
    theirs, lower, upper = ttost_paired(mine / 4, everyone / 16, -MARGIN, MARGIN)
    at_most, over = ours.p_values(MARGIN)
    under, _ = ours.p_values(-MARGIN)
    assert max(over[0], under[0]) == pytest.approx(theirs, rel=0.1, abs=1e-9)
    assert over[0] == pytest.approx(upper[1], rel=0.1, abs=1e-9)
    assert under[0] == pytest.approx(lower[1], rel=0.1, abs=1e-9)
    assert at_most[0] + over[0] == pytest.approx(1.0)


def test_p_values_are_the_smallest_levels_that_exclude_the_limit():
    ours = differences(*paired_blocks(level=0.29))
    p = ours.p_values(0.01)[0][0]
    assert LEAST_P < p < 0.5
    for factor, excluded in ((1.001, True), (0.999, False)):
        assert (ours.interval(1.0 - 2.0 * p * factor)[0][0] > 0.01) is np.bool_(excluded)


def test_adjusted_p_values():
    p = np.random.default_rng(4).random(40) ** 3
    order = np.argsort(p)
    steps = np.minimum(1.0, np.maximum.accumulate((40 - np.arange(40)) * p[order]))  # Holm 1979, step by step
    assert holm(p)[order] == pytest.approx(steps)
    assert benjamini_hochberg(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])
    assert len(holm(p[:0])) == len(benjamini_hochberg(p[:0])) == 0


def of(estimate, error, blocks=1000.0, par=0.25):
    one = (np.atleast_1d(np.asarray(x, dtype=float)) for x in (par + np.asarray(estimate), error, blocks, 4 * np.asarray(blocks)))
    first = Shares(*one)
    none = np.zeros_like(first.estimate)
    return Differences(first, Shares(none + par, none, first.blocks, 4 * first.size), none, exact_second=True)


def test_more_games_settle_what_they_are_said_to_settle():
    confidence = sidak_confidence(0.95, 10)
    measured = of([0.0, 0.02, 0.03, 0.1], 0.01)
    times = measured.times_needed(-MARGIN, MARGIN, confidence)
    assert (times[:3] > 1).all()
    assert times[3] == 1.0
    low, high = measured.times(times).interval(confidence)
    assert [judge(a, b, -MARGIN, MARGIN) for a, b in zip(low, high)] == ["within", "within", "above", "above"]
    rng = np.random.default_rng(5)
    for k in range(3):
        error = 0.01 / np.sqrt(times[k])
        seen = of(measured.estimate[k] + error * rng.standard_normal(4000), np.full(4000, error), np.full(4000, 1000 * times[k]))
        ends = zip(*seen.interval(confidence))
        settled = np.mean([judge(a, b, -MARGIN, MARGIN) != "undecided" for a, b in ends])
        assert 0.78 <= settled <= 0.93  # said: at least four times in five


def test_what_cannot_be_settled_is_said_so():
    at_the_margin, unknown = of(MARGIN, 0.01), of(0.1, np.nan, 1.0)
    assert np.isinf(at_the_margin.times_needed(-MARGIN, MARGIN, 0.95)[0])
    assert np.isnan(unknown.times_needed(-MARGIN, MARGIN, 0.95)[0])
    assert unknown.p_values(MARGIN)[0][0] == 0.5
    assert rounded_up(123_456) == 130_000
    assert rounded_up(7) == 7


def test_a_single_block_settles_nothing(tmp_path):
    table = verdicts(summarise(write_run(tmp_path, [SyntheticPoint("classic", 4, compo=UNEVEN)], blocks=1)))
    assert set(table["verdict"]) == {"undecided"}
    assert table["games_needed"].null_count() == table.height


def test_a_rate_that_the_rules_fix_is_balanced(tmp_path):
    """Two players of whom the first always wins: -50 and +50 points, without any spread between blocks."""
    points = [SyntheticPoint("classic", 2, order=(60.0, 0.0, 0.0, 0.0), shared=0.0, luck=0.0)]
    table = verdicts(summarise(write_run(tmp_path, points, blocks=200))).filter(factor="order")
    assert table["estimate"].to_list() == [0.5, -0.5]
    assert table["verdict"].to_list() == ["favoured", "handicapped"]


def test_verdicts_by_profile(summary, table):
    assert [[info.index for info in group] for group in profiles(summary)] == [[0, 1, 2]]
    found = {row["level"]: row for row in by_profile(summary, table).filter(factor="compo").iter_rows(named=True)}
    assert found["5-4-1"]["holds"] == found["3-5-2"]["holds"] == "opposite"
    assert found["5-4-1"]["handicapped_under"] == found["3-5-2"]["favoured_under"] == "expert"
    assert found["5-4-1"]["favoured_under"] == found["3-5-2"]["handicapped_under"] == "greedy"
    assert found["5-4-1"]["balanced_under"] == "random"
    assert all(row["profiles"] == 3 == sum(row[v] for v in ("favoured", "handicapped", "undecided", "balanced")) for row in found.values())
    order = by_profile(summary, table).filter(factor="order")
    assert set(order["holds"]) <= {"all", "partly"}


@pytest.mark.parametrize(
    ("verdict_of", "word"),
    [
        ("fff", "all"),
        ("bbb", "all"),
        ("ffu", "partly"),
        ("fbu", "depends"),
        ("fbh", "opposite"),
        ("fhu", "opposite"),
        ("uuu", "undecided"),
    ],
)
def test_whether_it_holds(verdict_of, word):
    full = {"f": "favoured", "h": "handicapped", "b": "balanced", "u": "undecided"}
    under = {verdict: [] for verdict in full.values()}
    for place, letter in enumerate(verdict_of):
        under[full[letter]].append(str(place))
    assert holds(under) == word


def test_profiles_are_told_apart_from_other_changes(tmp_path):
    points = [
        SyntheticPoint("classic", 2, lineup=(name,), deck={"transfert": copies}, settings={"deck.transfert": copies, "lineup": name})
        for copies in (6, 8)
        for name in ("expert", "greedy")
    ]
    summary = summarise(write_run(tmp_path, points, blocks=30))
    assert [[info.index for info in group] for group in profiles(summary)] == [[0, 1], [2, 3]]


def test_sentences(summary, table):
    tables = {"verdicts": table, "verdicts_by_profile": by_profile(summary, table)}
    names = Names.of(summary.manifest)
    out, counted, whoever = verdict_sentences(summary, tables, names)
    assert out.startswith("Shown to be out of balance by more than 2.5 points: ")
    assert "handicapped" in out
    found = counts(table.to_dicts())
    assert counted.startswith(f"Of the 27 levels looked at (each counts once in every setting), {found['balanced']} are shown to be balanced")
    assert whoever.startswith("Under three ways of playing the same cards: it depends on who plays: ")
    assert margin_words(summary) == "2.5"


def test_many_line_ups_are_counted_and_few_are_named(summary, table):
    row = {
        "point": summary.points[0].info.index, "factor": "compo", "level": "4-4-2", "holds": "depends", "profiles": 6, "favoured": 2,
        "handicapped": 0, "undecided": 0, "balanced": 4, "favoured_under": "expert · expert, greedy", "handicapped_under": "", "undecided_under": "",
        "balanced_under": "a · b · c · d",
    }  # fmt: skip
    assert whoever_plays(summary, [row], Names.of(summary.manifest)) == (
        "Under six ways of playing the same cards: it depends on who plays: 4-4-2 (favoured under expert and expert + greedy, balanced under four of "
        "them)."
    )


def test_nothing_out_of_balance_is_said_so(tmp_path):
    summary = summarise(write_run(tmp_path, [SyntheticPoint("classic", 2)], blocks=40))
    sentences = verdict_sentences(summary, {"verdicts": verdicts(summary)}, Names.of(summary.manifest))
    assert sentences[0] == "Nothing is shown to be out of balance by more than 2.5 points."
    assert "more games in each of their settings would probably settle" in sentences[1]
    assert len(sentences) == 2


def test_strategies_are_no_matter_of_balance(tmp_path):
    points = [SyntheticPoint("classic", 3, lineup=("expert", "greedy", "random"), strategy={"random": -3.0})]
    summary = summarise(write_run(tmp_path, points, blocks=400))
    table = verdicts(summary)
    assert table.filter(factor="strategy", level="random")["verdict"].to_list() == ["handicapped"]
    (nothing, *_) = verdict_sentences(summary, {"verdicts": table}, Names.of(summary.manifest))
    assert nothing.startswith("Nothing is shown")


def test_a_table_without_rows_has_its_columns():
    class Empty:
        points = ()
        figures = type("None", (), {"factors": ()})()

    table = verdicts(Empty())
    assert table.height == 0
    assert table.schema["games_needed"] == pl.Int64
    assert MOST_GAMES == 10**9
