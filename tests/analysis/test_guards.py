"""Guard rails: what their file may say, how figures are judged together, and what each check needs."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from analysis import balance
from analysis.guard_file import parse_guards
from analysis.guards import check, games_needed, judge, results
from analysis.statistics import sidak_confidence
from analysis.summary import summarise
from analysis.tables import open_run
from sim.core.errors import UserError
from tests.analysis.synthetic import SyntheticPoint, rows_of, write_run

HEAD = 'game = "mercato"\n'
POINTS = [
    SyntheticPoint("classic", 4, compo=(0.0, 0.0, 0.0, 0.0, -0.8), shared=0.0, unfinished=0.02, label="four"),
    SyntheticPoint("classic", 2, shared=0.0, label="two"),
    SyntheticPoint("ultime", 4, lineup=("expert", "greedy", "greedy", "greedy"), strategy={"expert": 1.0}, shared=0.0, label="mixed"),
]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return open_run(write_run(tmp_path_factory.mktemp("runs") / "run", POINTS, blocks=1500))


@pytest.fixture(scope="module")
def summary(run):
    return summarise(run)


def checks(run, summary, text):
    return check(run, summary, parse_guards(HEAD + text, "guards.toml"))


def one(run, summary, text):
    (found,) = checks(run, summary, "[[guard]]\n" + text)
    return found


@pytest.mark.parametrize(
    ("low", "high", "is_open", "result"),
    [
        (0.21, 0.29, False, "kept"),
        (0.20, 0.30, False, "kept"),
        (0.20, 0.29, True, "undecided"),
        (0.19, 0.29, False, "undecided"),
        (0.10, 0.19, False, "broken"),
        (0.10, 0.20, False, "undecided"),
        (0.10, 0.20, True, "broken"),
        (0.31, 0.40, False, "broken"),
        (0.10, 0.40, False, "undecided"),
        (None, 0.25, False, "undecided"),
        (float("nan"), 0.25, False, "undecided"),
    ],
)
def test_an_interval_is_judged_by_both_its_ends(low, high, is_open, result):
    assert judge(low, high, 0.2, 0.3, is_open) == result


def test_a_win_rate_is_judged_by_its_interval(run, summary):
    found = one(run, summary, 'figure = "win_rate"\nby = "compo"\nlevel = "5-4-1"\nplayers = 4\nvariant = "classic"\nwithin = [20, 30]')
    seats = rows_of(run.folder, "seats", 0)
    assert found.estimate == pytest.approx(seats[seats["compo_start"] == 4]["won"].mean())
    assert found.result == "broken"
    assert found.high < 0.20
    assert found.needed is None
    kept = one(run, summary, 'figure = "win_rate"\nby = "compo"\nlevel = "5-4-1"\npoint = "two"\nwithin = [40, 60]')
    assert kept.result == "kept"
    assert kept.info.players == 2


def test_all_checks_of_a_file_are_judged_together(run, summary):
    found = checks(run, summary, '[[guard]]\nfigure = "win_rate"\nby = "compo"\nunder = 90\n[[guard]]\nfigure = "unfinished"\nunder = 10')
    assert len(found) == 15 + 3  # five compos at each of three design points; a share at each
    confidence = sidak_confidence(0.95, 18)
    table = balance.win_rates(summary, "compo", confidence)
    assert [c.high for c in found[:15]] == table["high"].to_list()
    assert [c.low for c in found[15:]] == balance.endings(summary, confidence).filter(ending="unfinished")["low"].to_list()
    wide = checks(run, summary, '[[guard]]\nfigure = "unfinished"\nunder = 10\npoint = "four"')
    assert wide[0].high < found[15].high


def test_confidence_is_the_files_own(run, summary):
    text = '[[guard]]\nfigure = "unfinished"\nunder = 10\npoint = "four"'
    sure = checks(run, summary, f"confidence = 0.999\n{text}")[0]
    assert sure.high > checks(run, summary, text)[0].high


def test_places_count_from_one(run, summary):
    found = one(run, summary, 'figure = "win_rate"\nby = "order"\nlevel = 1\npoint = "four"\nunder = 53')
    seats = rows_of(run.folder, "seats", 0)
    assert found.estimate == pytest.approx(seats[seats["order"] == 0]["won"].mean())


def test_balanced_takes_the_studys_margin_or_its_own(run, summary):
    text = 'figure = "balanced"\nby = "compo"\nlevel = "5-4-1"\npoint = "four"'
    usual = one(run, summary, text)
    assert (usual.lower, usual.upper) == (-0.025, 0.025)
    assert usual.result == "broken"
    seats = rows_of(run.folder, "seats", 0)
    assert usual.estimate == pytest.approx(seats[seats["compo_start"] == 4]["won"].mean() - seats["won"].mean())
    assert one(run, summary, f"{text}\nmargin = 20").result == "kept"


def test_lengths_have_quantiles_and_means(run, summary):
    turns = rows_of(run.folder, "games", 0)["turns"]
    median = one(run, summary, 'figure = "turns"\nquantile = 0.5\npoint = "four"\nunder = 40')
    assert median.estimate == np.quantile(turns, 0.5, method="inverted_cdf")
    assert median.result == "kept"
    at = one(run, summary, f'figure = "turns"\nquantile = 0.5\npoint = "four"\nunder = {median.estimate:g}')
    assert at.result != "kept"  # "under 34" is not 34
    mean = one(run, summary, 'figure = "turns"\npoint = "two"\nover = 5')
    assert mean.estimate == pytest.approx(rows_of(run.folder, "games", 1)["turns"].mean())
    assert not mean.share


def test_going_first_against_others_speaks_of_two_players_too(run, summary):
    found = checks(run, summary, '[[guard]]\nfigure = "going_first"\nagainst = "others"\nwithin = [-50, 50]')
    assert [c.info.players for c in found] == [4, 2, 4]
    seats = rows_of(run.folder, "seats", 0)
    first = seats["order"] == 0
    assert found[0].estimate == pytest.approx(seats[first]["won"].mean() - seats[~first]["won"].mean())


def test_a_line_up_may_be_named_once_or_seat_by_seat(run, summary):
    text = 'figure = "win_rate"\nby = "strategy"\nlevel = "expert"\nover = 30\nlineup = ["expert", "greedy", "greedy", "greedy"]'
    assert one(run, summary, text).info.label == "mixed"
    alike = checks(run, summary, '[[guard]]\nfigure = "unfinished"\nlineup = "expert"\nunder = 10')
    assert [c.info.label for c in alike] == ["four", "two"]


def test_undecided_says_how_many_games_would_settle_it(tmp_path):
    """Played as often as was said, the interval no longer lies across the limit, when the figure stays where it was."""
    point = replace(POINTS[1], label="")
    few = open_run(write_run(tmp_path / "few", [point], blocks=200))
    text = '[[guard]]\nfigure = "win_rate"\nby = "order"\nlevel = 1\nunder = 55'
    found = checks(few, summarise(few), text)[0]
    assert found.result == "undecided"
    assert found.games == 400
    low, high = found.low, found.high
    shrunk = np.sqrt(found.games / found.needed)
    assert judge(found.estimate - (found.estimate - low) * shrunk, found.estimate + (high - found.estimate) * shrunk, -np.inf, 0.55, True) != "broken"
    assert found.estimate + (high - found.estimate) * shrunk == pytest.approx(0.55, abs=1e-3)


def test_games_needed():
    assert games_needed(0.25, 0.15, 0.35, 0.2, 0.3, 1000) == pytest.approx(4000, abs=1)  # half as wide: four times the games
    assert games_needed(0.28, 0.18, 0.38, 0.2, 0.3, 1000) == pytest.approx(25_000, abs=1)  # the nearer limit decides
    assert games_needed(0.30, 0.20, 0.40, 0.1, 0.3, 1000) is None
    assert games_needed(0.0, 0.0, 0.02, -np.inf, 0.01, 1000) == pytest.approx(2000, abs=1)  # none seen: 1 / n, not its root
    assert games_needed(5.0, None, None, 1.0, 9.0, 10) is None


def test_results_are_counted(run, summary):
    found = checks(run, summary, '[[guard]]\nfigure = "unfinished"\nunder = 1.9\n[[guard]]\nfigure = "turns"\nunder = 3')
    counted = results(found)
    assert sum(counted.values()) == 6
    assert counted["broken"] >= 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", r"g: guard: write each guard as a table of its own, \[\[guard\]\], at least one"),
        ("gard = 1", r"g:2: gard: there is no such key in a file of guards; did you mean 'guard'\?"),
        ("confidence = 95", r"g:2: confidence: 95 is out of range; it is a share, above 0\.5 and below 1"),
        ("[[guard]]\nwithin = [1, 2]", r"g:2: guard\[1\]\.figure: it is missing; known are win_rate, .*"),
        ('[[guard]]\nfigur = "turns"', r"g:3: guard\[1\]\.figur: there is no such key in a guard; did you mean 'figure'\?"),
        ('[[guard]]\nfigure = "turn"\nunder = 4', r"g:3: guard\[1\]\.figure: there is no figure 'turn'; did you mean 'turns'\?"),
        ('[[guard]]\nfigure = "win_rate"\nunder = 30', r"g:2: guard\[1\]\.by: it is missing; write by = \"compo\", or another of compo, coach, .*"),
        (
            '[[guard]]\nfigure = "win_rate"\nby = "coatch"\nunder = 30',
            r"g:4: guard\[1\]\.by: there are no win rates by 'coatch'; did you mean 'coach'\?",
        ),
        ('[[guard]]\nfigure = "turns"\nby = "compo"\nunder = 30', r"g:4: guard\[1\]\.by: it belongs to win_rate and balanced; leave it out"),
        ('[[guard]]\nfigure = "turns"', r"g:2: guard\[1\]: give one limit: within = \[20, 30\], under = 53 or over = 5"),
        ('[[guard]]\nfigure = "turns"\nover = 1\nunder = 4', r"g:2: guard\[1\]: give one limit: .*"),
        ('[[guard]]\nfigure = "turns"\nwithin = [30, 20]', r"g:4: guard\[1\]\.within: \[30, 20\] is not a range; .*"),
        ('[[guard]]\nfigure = "turns"\nwithin = 3', r"g:4: guard\[1\]\.within: 3 is not a range; .*"),
        ('[[guard]]\nfigure = "turns"\nunder = "4"', r"g:4: guard\[1\]\.under: '4' is not a number"),
        ('[[guard]]\nfigure = "unfinished"\nunder = 130', r"g:4: guard\[1\]\.under: 130 is out of range; shares are in percent, 0 to 100"),
        ('[[guard]]\nfigure = "shared"\nquantile = 0.5\nunder = 4', r"g:4: guard\[1\]\.quantile: quantiles are known of turns, rounds; leave it out"),
        ('[[guard]]\nfigure = "turns"\nquantile = 50\nunder = 4', r"g:4: guard\[1\]\.quantile: 50 is out of range; .*"),
        ('[[guard]]\nfigure = "balanced"\nby = "compo"\nwithin = [1, 2]', r"g:5: guard\[1\]\.within: balanced has a margin: .*"),
        ('[[guard]]\nfigure = "going_first"\nagainst = "al"\nunder = 4', r"g:4: guard\[1\]\.against: 'al' is neither; .*"),
        ('[[guard]]\nfigure = "turns"\nunder = 4\nplayers = "4"', r"g:5: guard\[1\]\.players: '4' is not a whole number"),
        ("[[guard\nx = 1", r"g:2: this is not TOML: .*"),
    ],
)
def test_a_mistake_gets_one_sentence_with_its_place(text, sentence):
    with pytest.raises(UserError) as caught:
        parse_guards(HEAD + text, "g")
    assert re.fullmatch(sentence, str(caught.value)), str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('figure = "turns"\nunder = 4\nvariant = "clasic"', r"guards.toml:5: guard\[1\]\.variant: no design point .*; did you mean 'classic'\?"),
        (
            'figure = "turns"\nunder = 4\nplayers = 3',
            r"guards.toml:5: guard\[1\]\.players: no design point .* players 3; known are 4 and 2",
        ),
        ('figure = "win_rate"\nby = "compo"\nlevel = "5-4-2"\nunder = 4', r"guards.toml:5: guard\[1\]\.level: there is no compo '5-4-2' .*'5-4-1'\?"),
        ('figure = "win_rate"\nby = "coach"\nvariant = "classic"\nunder = 4', r"guards.toml:4: guard\[1\]\.by: the run's tables have no 'coach' .*"),
    ],
)
def test_what_the_run_does_not_have_is_told(run, summary, text, sentence):
    with pytest.raises(UserError) as caught:
        one(run, summary, text)
    assert re.fullmatch(sentence, str(caught.value)), str(caught.value)


def test_guards_of_another_game_are_refused(run, summary):
    file = parse_guards('game = "stealr"\n[[guard]]\nfigure = "turns"\nunder = 4', "g")
    with pytest.raises(UserError, match=r"g:1: game: these are guards of stealr, and .* is a run of mercato"):
        check(run, summary, file)


def test_a_file_of_guards_errs_no_more_often_than_it_says(tmp_path):
    """All levels are equal and the limit is the truth itself: a check that is kept or broken is wrong, five times in 100 files at most."""
    wrong = 0
    text = '[[guard]]\nfigure = "win_rate"\nby = "compo"\nunder = 50\n[[guard]]\nfigure = "win_rate"\nby = "order"\nunder = 50'
    for seed in range(60):
        folder = write_run(tmp_path / str(seed), [SyntheticPoint("classic", 2, shared=0.0)], blocks=120, seed=seed)
        run = open_run(folder)
        wrong += any(found.result != "undecided" for found in checks(run, summarise(run), text))
    assert wrong <= 9  # binomial(60, 0.05): more than 9 twice in 1,000
