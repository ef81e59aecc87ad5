"""Studies of games whose options are tables and lists, and whose words stand for several design points."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest

import sim.core.registry
from analysis.point_names import PointNames
from analysis.points import PointInfo
from analysis.spelling import value_words
from analysis.study import Study, load_study
from analysis.sweeps import sweeps
from analysis.wording import Names
from sim.core.errors import SetupError, UserError
from sim.core.options import Option
from sim.core.registry import get_game

PILES = [[1, 2], [5, 6], [9]]
OPTIONS = {
    option.name: option
    for option in (
        Option("objectives", "random", "list", "three objectives", ("F-10",), 1, 12, choices=("random", "all"), size=3),
        Option("piles", PILES, "lists", "three piles", ("F-2",), 1, 12, size=3),
        Option("refill", {"2": 2, "3": 2, "4": 1}, "table", "cards that the shop gets", ("F-7",), 1, 20),
        Option("rents", {"marron": [1, 2], "rose": [1, 2, 4]}, "table", "rents", ("S-12",), 0, 50, longest=6),
        Option("equal_turns", False, "bool", "the last round is played out", ("F-8",)),
        Option("max_turns", 500, "int", "limit of turns", ("C-6",), 1, 6000),
    )
}

PLAIN = """\
title = "A study"
game = "mercato"
players = 2
blocks = 10
lineups = [["random"]]
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """A game with such options takes Mercato's place; returns a function that writes a study."""
    real = get_game("mercato")

    def configure(variant, players, *, options, deck):
        known = {name: option.check(options.get(name, option.default)) for name, option in OPTIONS.items()}
        if known["objectives"] == "all":
            raise SetupError("options.objectives", "'all' stands for several design points")
        return replace(real.configure("classic", players, deck=deck), game=game, options=known, compos={})

    def several(options):
        known = {name: option.check(options.get(name, option.default)) for name, option in OPTIONS.items()}
        return {"objectives": [list(three) for three in product(*known["piles"])]} if known["objectives"] == "all" else {}

    game = replace(real, title="Boutique", options=OPTIONS, configure=configure, several=several, rotates_deal=False, printed_compos={}, coaches=())
    monkeypatch.setattr(sim.core.registry, "get_game", lambda name: game)
    monkeypatch.chdir(tmp_path)

    def write_study(text):
        (tmp_path / "study.toml").write_text(text, encoding="utf-8")
        return "study.toml"

    return write_study


def test_a_table_is_given_in_part(write):
    for text in ("[options.refill]\n2 = 3\n", "[options]\nrefill = { 2 = 3 }\n", "[options]\nrefill.2 = 3\n"):
        (point,) = load_study(write(PLAIN + text)).points
        assert point.options["refill"] == {"2": 3, "3": 2, "4": 1}


def test_options_are_plain_values_that_a_manifest_holds(write):
    study = load_study(write(PLAIN + "[options]\nobjectives = [1, 5, 9]\nrents.marron = [2, 3]\n"))
    again = Study.from_dict(json.loads(json.dumps(study.to_dict())))
    assert again == study
    assert study.points[0].options["objectives"] == [1, 5, 9]
    assert study.points[0].options["rents"] == {"marron": [2, 3], "rose": [1, 2, 4]}
    assert study.config(study.points[0]).options["piles"] == PILES


def test_entries_of_tables_and_whole_lists_are_swept(write):
    text = '[sweep]\n"options.refill.2" = [1, 2, 3]\n"options.objectives" = [[1, 5, 9], "random"]\n'
    points = load_study(write(PLAIN + text)).points
    assert [(p.options["refill"]["2"], p.options["objectives"]) for p in points] == list(product((1, 2, 3), ([1, 5, 9], "random")))
    assert points[0].label == "classic, 2 players · options.refill.2 = 1 · options.objectives = 1-5-9"


def test_a_word_stands_for_a_design_point_each(write):
    points = load_study(write(PLAIN + '[options]\nobjectives = "all"\n[sweep]\n"options.equal_turns" = [false, true]\n')).points
    combinations = [[1, 5, 9], [1, 6, 9], [2, 5, 9], [2, 6, 9]]
    assert [(p.options["equal_turns"], p.options["objectives"]) for p in points] == list(product((False, True), combinations))
    assert points[5].label == "classic, 2 players · options.equal_turns = true · options.objectives = 1-6-9"
    assert points[5].settings == {"options.equal_turns": True, "options.objectives": [1, 6, 9]}
    assert [p.rotations for p in points] == [1] * 8


def test_a_word_in_a_sweep_stands_among_other_values(write):
    text = '[options]\npiles = [[1, 2], [5], [9]]\n[sweep]\n"options.objectives" = ["all", "random"]\n'
    assert [p.options["objectives"] for p in load_study(write(PLAIN + text)).points] == [[1, 5, 9], [2, 5, 9], "random"]
    with pytest.raises(UserError, match="the same as an earlier one"):
        load_study(write(PLAIN + '[sweep]\n"options.objectives" = ["all", [1, 5, 9]]\n'))


def test_a_word_in_points_and_from_the_command_line(write):
    text = PLAIN + '[[points]]\nlabel = "each"\noptions.objectives = "all"\n[[points]]\nlabel = "drawn"\n'
    labels = [point.label for point in load_study(write(text)).points]
    assert labels == [f"each · options.objectives = {words}" for words in ("1-5-9", "1-6-9", "2-5-9", "2-6-9")] + ["drawn"]
    for said in ("options.objectives=all", 'options.objectives="all"'):
        assert len(load_study(write(PLAIN), overrides=[said]).points) == 4
    (one,) = load_study(write(PLAIN + '[options]\nobjectives = "all"\n'), overrides=["options.objectives=[2, 5, 9]"]).points
    assert one.options["objectives"] == [2, 5, 9]


def test_tables_from_the_command_line(write):
    for said in ("options.refill={ 2 = 4 }", "options.refill.2=4"):
        (point,) = load_study(write(PLAIN + "[options.refill]\n3 = 5\n"), overrides=[said]).points
        assert point.options["refill"] == {"2": 4, "3": 5, "4": 1}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[options]\nrefill.9 = 1\n", r"study.toml:7: options.refill.9: there is no entry '9'"),
        ("[options]\nrefill.2 = 99\n", r"study.toml:7: options.refill.2: 2 is 99; it is a whole number from 1 to 20"),
        ("[options]\nrefill = 3\n", r"study.toml:7: options.refill: refill is 3; it is a table"),
        ("[options]\nobjectives = [1, 5]\n", r"study.toml:7: options.objectives: objectives is \[1, 5\]; it is random or all, or a list of 3"),
        ('[options]\nobjectives = "al"\n', r"study.toml:7: options.objectives: objectives is 'al'; did you mean 'all'"),
        ("[options]\nmax_turns = [1, 2]\n", r"study.toml:7: options.max_turns: \[1, 2\] is not a value .* under \[sweep\]"),
        ("[options]\nmax_turns.few = 1\n", r"study.toml:7: options.max_turns.few: max_turns is one value, not a table"),
        ("[options.refill]\n2 = 1\n[sweep]\n\"options.refill\" = [{ 3 = 1 }, 4]\n", r"study.toml:7: options.refill.2: options.refill is set as a "
        "whole"),
        ("[options.nothing]\na = 1\n", r"options.nothing.*Boutique has no such option"),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_place(write, text, told):
    with pytest.raises(UserError, match=told):
        load_study(write(PLAIN + text))


@pytest.mark.parametrize("line", ["require_eleven = true", "allow_impossible = true"])
def test_a_key_that_only_another_game_takes_is_refused(write, line):
    with pytest.raises(UserError, match=rf"study.toml:6: {line.split()[0]}: Boutique has no such key"):
        load_study(write(PLAIN + line + "\n"))
    with pytest.raises(UserError, match="Boutique has no compos"):
        load_study(write(PLAIN + '[compos."4-2-4"]\nmilieu = 2\n'))


def test_values_in_words():
    assert value_words(True) == "true"
    assert value_words([1, 5, 9]) == "1-5-9"
    assert value_words({"2": 2, "3": [1, 2]}) == "2: 2, 3: 1-2"


class Summary:
    """What names of design points and sweeps need of a summary."""

    def __init__(self, infos):
        self.points = [type("Point", (), {"info": info, "game_count": 1}) for info in infos]
        self.kind = self.baseline = dict.fromkeys(range(len(infos)), 0)


def test_design_points_are_told_apart_by_the_entries_that_differ(write):
    points = load_study(write(PLAIN + '[sweep]\n"options.refill.2" = [1, 2, 3]\n')).points
    infos = [PointInfo.of({**Study.from_dict(load_study("study.toml").to_dict()).to_dict()["points"][p.index]}) for p in points]
    summary = Summary(infos)
    names = Names(replace(get_game("mercato"), title="Boutique"))
    assert [PointNames(summary, names).distinct(k) for k in range(3)] == ["refill.2 = 1", "refill.2 = 2", "refill.2 = 3"]
    (line,) = sweeps(summary)
    assert (line.key, line.values) == ("options.refill.2", (1.0, 2.0, 3.0))
