"""The tables of a run against known effects and against plain pandas over the Parquet parts."""

import json

import numpy as np
import polars as pl
import pytest

from analysis import balance
from analysis.statements import headline
from analysis.summary import summarise
from analysis.sweeps import sweeps
from analysis.table_sentences import first_sentence, level_sentence
from analysis.wording import Names
from sim.core.errors import UserError
from tests.analysis.synthetic import COACHES, COMPOS, SyntheticPoint, rows_of, to_pandas, write_run

STRONG = (0.0, 0.1, 0.2, 0.3, -0.6)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    points = [
        SyntheticPoint("classic", 4, compo=STRONG, luck=0.0, shared=0.1, unfinished=0.01),
        SyntheticPoint("ultime", 3, compo=STRONG, coach=(0.3, *[0.0] * 7), order=(0.3, 0.0, 0.0)),
        SyntheticPoint("classic", 4, lineup=("expert", "greedy", "greedy", "random"), strategy={"expert": 0.5, "random": -2.0}),
    ]
    return write_run(tmp_path_factory.mktemp("run"), points, blocks=1500, blocks_per_part=400)


@pytest.fixture(scope="module")
def summary(run):
    return summarise(run)


def seats_of(run, point):
    return rows_of(run, "seats", point)


def games_of(run, point):
    return rows_of(run, "games", point)


def test_win_rates_equal_plain_pandas(run, summary):
    table = to_pandas(balance.win_rates(summary, "compo"))
    for point in (0, 1, 2):
        seats = seats_of(run, point)
        plain = seats.groupby("compo_start")["won"].agg(["mean", "size"])
        mine = table[table["point"] == point].set_index("compo")
        for slug, (mean, size) in zip(COMPOS, plain.itertuples(index=False)):
            assert mine.loc[slug, "estimate"] == pytest.approx(mean)
            assert mine.loc[slug, "games"] == size
    crossed = to_pandas(balance.win_rates(summary, "compo_coach"))
    plain = seats_of(run, 1).groupby(["compo_start", "coach"])["won"].mean()
    assert len(crossed) == 40
    for row in crossed.itertuples():
        assert row.estimate == pytest.approx(plain[COMPOS.index(row.compo), COACHES.index(row.coach)])


def test_the_error_is_that_of_blocks(run, summary):
    seats = seats_of(run, 0)
    by_block = seats[seats["compo_start"] == 4].groupby("block")["won"].agg(["sum", "size"])
    share = by_block["sum"].sum() / by_block["size"].sum()
    residual = (by_block["sum"] - share * by_block["size"]) / by_block["size"].sum()
    error = np.sqrt(len(residual) / (len(residual) - 1) * (residual**2).sum())
    row = balance.win_rates(summary, "compo").filter(point=0, compo="5-4-1").to_dicts()[0]
    assert row["blocks"] == len(by_block)
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * error, rel=0.03)
    assert row["low_simultaneous"] < row["low"] < row["estimate"] < row["high"] < row["high_simultaneous"]


def test_win_shares_split_shared_victories(run, summary):
    seats = seats_of(run, 0)
    seats["share"] = seats["won"] / seats["winners"].clip(lower=1)
    plain = seats.groupby("compo_start")["share"].mean()
    table = balance.win_shares(summary, "compo").filter(point=0)
    assert table["estimate"].to_numpy() == pytest.approx(plain.to_numpy())


def test_true_rates_are_held(summary):
    truth = SyntheticPoint("classic", 4, compo=STRONG, luck=0.0, shared=0.1, unfinished=0.01).compo_rates()
    table = balance.win_rates(summary, "compo").filter(point=0)
    assert (table["low_simultaneous"].to_numpy() <= truth).all()
    assert (truth <= table["high_simultaneous"].to_numpy()).all()


def test_difference_from_par_is_taken_within_blocks(run, summary):
    seats = seats_of(run, 0)
    table = to_pandas(balance.from_par(summary, "compo").filter(point=0)).set_index("compo")
    assert table["par"].iloc[0] == pytest.approx(seats["won"].mean())
    rates = seats.groupby("compo_start")["won"].mean()
    assert table.loc["5-4-1", "estimate"] == pytest.approx(rates[4] - seats["won"].mean())
    assert table.loc["5-4-1", "high_simultaneous"] < 0 < table.loc["3-5-2", "low_simultaneous"]
    by_block = seats.assign(y=seats["won"] * (seats["compo_start"] == 4), n=seats["compo_start"] == 4).groupby("block")[["y", "n", "won"]].sum()
    size = seats.groupby("block")["won"].size()
    z = (by_block["y"] - rates[4] * by_block["n"]) / by_block["n"].sum() - (by_block["won"] - seats["won"].mean() * size) / size.sum()
    width = table.loc["5-4-1", "high"] - table.loc["5-4-1", "low"]
    assert width == pytest.approx(2 * 1.96 * np.sqrt((z**2).sum()), rel=0.03)


def test_going_first(run, summary):
    seats = seats_of(run, 1)
    rates = seats.groupby("order")["won"].mean()
    rows = {row["against"]: row for row in balance.going_first(summary).filter(point=1).to_dicts()}
    assert rows["last"]["estimate"] == pytest.approx(rates[0] - rates[2])
    assert rows["others"]["estimate"] == pytest.approx(rates[0] - seats[seats["order"] > 0]["won"].mean())
    assert rows["last"]["low_simultaneous"] > 0


def test_endings_and_lengths_keep_unfinished_games(run, summary):
    games = games_of(run, 0)
    by = {row["ending"]: row for row in balance.endings(summary).filter(point=0).to_dicts()}
    assert by["unfinished"]["estimate"] == pytest.approx(games["unfinished"].mean())
    assert by["unfinished"]["games"] == len(games)
    assert by["shared"]["estimate"] == pytest.approx((games["winners"] > 1).mean())
    assert by["unwon"]["estimate"] == pytest.approx((games["winners"] == 0).mean())
    lengths = balance.lengths(summary).filter(point=0, number="turns")
    for row in lengths.to_dicts():
        assert row["estimate"] == np.quantile(games["turns"], row["quantile"], method="inverted_cdf")
    mean = balance.means(summary).filter(point=0, number="turns").to_dicts()[0]
    assert mean["estimate"] == pytest.approx(games["turns"].mean())


def test_the_parts_do_not_matter(run, summary, tmp_path):
    points = [
        SyntheticPoint("classic", 4, compo=STRONG, luck=0.0, shared=0.1, unfinished=0.01),
        SyntheticPoint("classic", 4, compo=(0.0,) * 5),
    ]
    one = balance.tables(summarise(write_run(tmp_path / "one", points, blocks=400, blocks_per_part=400)))
    assert {"change_by_compo", "change_by_order"} <= set(one)
    for name, table in one.items():
        assert table.height, name
    assert "win_rate_by_coach" not in one
    assert "win_rate_by_strategy" not in one


def test_paired_changes_equal_plain_pandas(tmp_path):
    points = [SyntheticPoint("classic", 4, compo=STRONG), SyntheticPoint("classic", 4, compo=(0.0, 0.1, 0.2, 0.3, -0.4))]
    run = write_run(tmp_path, points, blocks=900, blocks_per_part=250)
    row = balance.changes(summarise(run), "compo").filter(compo="5-4-1").to_dicts()[0]
    blocks = []
    for point in (0, 1):
        seats = seats_of(run, point)
        chosen = seats[seats["compo_start"] == 4].groupby("block")["won"].agg(["sum", "size"]).reindex(range(900), fill_value=0)
        share = chosen["sum"].sum() / chosen["size"].sum()
        blocks.append((share, (chosen["sum"] - share * chosen["size"]) / chosen["size"].sum()))
    assert row["baseline"] == 0
    assert row["estimate"] == pytest.approx(blocks[1][0] - blocks[0][0])
    error = np.sqrt(((blocks[1][1] - blocks[0][1]) ** 2).sum())
    assert row["high"] - row["low"] == pytest.approx(2 * 1.97 * error, rel=0.05)
    apart = np.sqrt((blocks[0][1] ** 2).sum() + (blocks[1][1] ** 2).sum())
    assert row["gain"] == pytest.approx((apart / error) ** 2, rel=0.01)
    assert row["gain"] > 1.5


def test_extra_games_of_championships_stay_out(tmp_path):
    point = SyntheticPoint("classic", 3, lineup=("expert", "greedy", "random"), strategy={"random": -2.0}, options={"games": 4})
    run = write_run(tmp_path, [point], blocks=80, blocks_per_part=50)
    before = balance.tables(summarise(run))
    assert before["champions"]["games"].sum() == 80 * 3 * 3
    assert before["matches"].filter(ending="extended")["games"][0] == 80 * 3
    for table in ("games", "seats"):
        for file in (run / table).glob("*.parquet"):
            frame = pl.read_parquet(file)
            extra = frame.filter(pl.col("game") == 3).with_columns(pl.lit(4, pl.UInt16).alias("game"))
            if table == "seats":
                extra = extra.with_columns(pl.lit(1, pl.UInt8).alias("won"))
            pl.concat([frame, extra]).write_parquet(file)
    content = json.loads((run / "manifest.json").read_text())
    for entry in content["parts"].values():
        for listed in entry["tables"].values():
            listed["bytes"] = (run / listed["file"]).stat().st_size
    (run / "manifest.json").write_text(json.dumps(content))
    after = balance.tables(summarise(run))
    for name in before:
        assert before[name].equals(after[name]), name


def test_more_settings_make_the_simultaneous_intervals_wider(summary):
    table = balance.from_par(summary, "compo").filter(point=0)
    whole = balance.from_par(summary, "compo", family="run").filter(point=0)
    assert (whole["low_simultaneous"] < table["low_simultaneous"]).all()
    assert whole["low"].equals(table["low"])
    with pytest.raises(ValueError, match="family"):
        balance.from_par(summary, "compo", family="page")


def test_sentences_say_what_is_shown_and_no_more(summary, tmp_path):
    names = Names.of(summary.manifest)
    rates = balance.win_rates(summary, "compo").filter(point=0).to_dicts()
    par = balance.from_par(summary, "compo").filter(point=0).to_dicts()
    sentence = level_sentence(rates, par, ("compo",), names)
    assert sentence.startswith("5-4-1 wins ")
    assert "the least of the five compos" in sentence
    flat = summarise(write_run(tmp_path, [SyntheticPoint("classic", 4)], blocks=200))
    rates, par = (table(flat, "compo").to_dicts() for table in (balance.win_rates, balance.from_par))
    sentence = level_sentence(rates, par, ("compo",), names)
    assert sentence.startswith("No difference between the five compos is shown.")
    assert first_sentence(balance.going_first(flat).to_dicts()).startswith("No difference between going first and going last is shown")
    told = headline(flat, names)
    assert [statement.topic for statement in told] == ["compo", "order", "endings", "length"]
    assert all(statement.text.endswith(".") for statement in told)


def test_a_rank_is_claimed_only_when_its_interval_stands_apart():
    def row(compo, estimate, half, par=0.25):
        ends = {"low_simultaneous": estimate - half, "high_simultaneous": estimate + half}
        return {"compo": compo, "estimate": estimate, **ends}, {
            "estimate": estimate - par, "low_simultaneous": estimate - par - half, "high_simultaneous": estimate - par + half, "par": par,
        }  # fmt: skip

    rates, par = zip(*[row("4-4-2", 0.20, 0.01), row("4-3-3", 0.21, 0.01), row("5-4-1", 0.30, 0.01)])
    from sim.core.registry import get_game

    sentence = level_sentence(rates, par, ("compo",), Names(get_game("mercato")))
    assert "4-4-2 wins 20.0" in sentence
    assert "one of two shown to be below the average" in sentence
    assert "5-4-1 wins 30.0" in sentence
    assert "the most" in sentence
    assert "least" not in sentence


def test_sweeps_are_found(tmp_path):
    points = [
        SyntheticPoint("classic", 2, deck={"transfert": t}, settings={"deck.transfert": t, "options.discard": d})
        for d in ("when_stuck", "always")
        for t in (8, 4, 6)
    ]
    found = sweeps(summarise(write_run(tmp_path, points, blocks=10)))
    assert [(line.key, line.values, line.points) for line in found] == [
        ("deck.transfert", (4.0, 6.0, 8.0), (1, 2, 0)),
        ("deck.transfert", (4.0, 6.0, 8.0), (4, 5, 3)),
    ]
    assert found[0].others == {"options.discard": "when_stuck"}


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(UserError, match="not a run"):
        summarise(tmp_path)


def test_an_id_without_a_name_is_refused(run, tmp_path):
    made = write_run(tmp_path / "run", [SyntheticPoint("classic", 2)], blocks=10)
    text = (made / "manifest.json").read_text().replace('"3-5-2", "5-4-1"]', '"3-5-2"]')
    (made / "manifest.json").write_text(text)
    with pytest.raises(ValueError, match="does not name"):
        summarise(made)
