"""Ranges in a study's grid: what they stand for, and what is refused."""

from __future__ import annotations

import re

import pytest

from analysis.study import load_study
from sim.core.errors import UserError

HEAD = 'game = "mercato"\nvariant = "duel"\nplayers = 2\nblocks = 4\nlineups = [["bold"]]\n[strategies.bold]\nfrom = "greedy"\n[sweep]\n'


def points_of(tmp_path, sweep, *overrides):
    path = tmp_path / "study.toml"
    path.write_text(HEAD + sweep)
    return load_study(path, overrides=overrides).points


@pytest.mark.parametrize(
    ("sweep", "key", "values"),
    [
        ('"deck.transfert" = { from = 4, to = 8 }', "deck.transfert", [4, 5, 6, 7, 8]),
        ('"deck.transfert" = { from = 4, to = 12, step = 4 }', "deck.transfert", [4, 8, 12]),
        ("[sweep.deck.transfert]\nfrom = 0\nto = 2", "deck.transfert", [0, 1, 2]),
        ("deck.transfert.from = 0\ndeck.transfert.to = 1", "deck.transfert", [0, 1]),
        ('"options.injuries_per_player" = { from = 1, to = 2 }', "options.injuries_per_player", [1, 2]),
        ('"strategies.bold.injure" = { from = 0.1, to = 0.4, step = 0.1 }', "strategies.bold.injure", [0.1, 0.2, 0.3, 0.4]),
    ],
)
def test_a_range_stands_for_its_values(tmp_path, sweep, key, values):
    found = [point.settings[key] for point in points_of(tmp_path, sweep)]
    assert found == values
    assert [type(value) for value in found] == [type(value) for value in values]


def test_a_range_from_the_command_line(tmp_path):
    found = points_of(tmp_path, '"deck.transfert" = [4, 5]', 'sweep={ "deck.transfert" = { from = 1, to = 3 } }')
    assert [point.deck["transfert"] for point in found] == [1, 2, 3]


@pytest.mark.parametrize(
    ("sweep", "sentence"),
    [
        ("{ form = 4, to = 8 }", r".*:9: deck\.transfert\.form: there is no such key in a range; did you mean 'from'\?"),
        ("{ from = 4 }", r".*:9: deck\.transfert: a range has both ends, .* to is missing"),
        ("{ from = 8, to = 4 }", r".*:9: deck\.transfert: it begins at 8 and ends at 4; write the smaller number first"),
        ('{ from = "4", to = 8 }', r".*:9: deck\.transfert\.from: '4' is not a number"),
        ("{ from = true, to = 8 }", r".*:9: deck\.transfert\.from: True is not a number"),
        ("{ from = 4, to = inf, step = 1 }", r".*:9: deck\.transfert\.to: inf is not a number"),
        ("{ from = 4, to = 9, step = 2 }", r".*:9: deck\.transfert: steps of 2 from 4 don't meet 9; write to = 8, or another step"),
        ("{ from = 4, to = 8, step = 0 }", r".*:9: deck\.transfert\.step: 0 is out of range; a step is above 0"),
        ("{ from = 0.5, to = 2 }", r".*:9: deck\.transfert: a range of numbers that are not whole needs a step, .*"),
        ("{ from = 0, to = 100000 }", r".*:9: deck\.transfert: these are 100,001 values; at most 1,000"),
        ("{ from = 4.0, to = 6.0, step = 1.0 }", r".*:9: deck\.transfert: 4\.0 is not a whole number"),
    ],
)
def test_a_range_that_can_not_be_meant_is_refused(tmp_path, sweep, sentence):
    with pytest.raises(UserError) as caught:
        points_of(tmp_path, f'"deck.transfert" = {sweep}')
    assert re.fullmatch(sentence, str(caught.value)), str(caught.value)
