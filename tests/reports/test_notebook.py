"""Results for notebooks: what shows itself, and studies written as dictionaries."""

from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from polars.testing import assert_frame_equal

import balancier
from analysis.toml_text import toml_text
from reports.commands.report import report
from tests.analysis.synthetic import SyntheticPoint, write_run

DUEL = {"name": "essai", "game": "mercato", "variant": "duel", "players": 2, "lineups": [["random", "greedy"]], "deck": {"transfert": 6}}
EVIL = "<script>alert('x')</script> & \"co\""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    points = [SyntheticPoint("classic", 2, lineup=(EVIL, "greedy"), strategy={EVIL: 1.0}), SyntheticPoint("ultime", 3)]
    return write_run(tmp_path_factory.mktemp("notebook") / "run", points, blocks=60, title="<b>Title</b>")


def test_results_are_those_of_the_report(folder, tmp_path):
    results = balancier.results(folder)
    alone = report(folder, tmp_path / "alone", formats="html")
    assert results.page().html == alone.read_text(encoding="utf-8")
    assert results.page().save(tmp_path / "page.html").read_bytes() == alone.read_bytes()
    page = report(folder, tmp_path / "report")
    assert {path.stem for path in (page.parent / "tables").glob("*.csv")} == set(results.tables())
    for name, picture in results.figures().items():
        assert picture._repr_svg_() == (page.parent / "figures" / f"{name}.svg").read_text(encoding="utf-8")
        assert repr(picture) == f"<figure {name}: {picture.title}>"
    frame = results.to_pandas("going_first")
    assert isinstance(frame, pd.DataFrame)
    assert frame["estimate"].tolist() == results.table("going_first")["estimate"].to_list()
    assert_frame_equal(balancier.balance.going_first(results.summary()), results.table("going_first"))
    assert results.report(tmp_path / "again", formats="html").read_bytes() == alone.read_bytes()


def test_they_show_themselves_without_harm(folder):
    results = balancier.results(balancier.open_run(folder))
    shown = ET.fromstring(f"<div>{results._repr_html_()}</div>")
    assert shown.find("h3").text == "<b>Title</b>"
    assert [item.text for item in shown.iter("li")] == list(results.answer())
    assert repr(results).splitlines()[2:] == list(results.answer()) == repr(results.answer()).splitlines()
    frame = ET.fromstring(results.page()._repr_html_())
    assert frame.get("srcdoc") == results.page().html.replace("\n", " ")  # in a frame of its own; XML reads line ends in attributes as spaces
    assert "<script" not in results._repr_html_()
    assert ".save" in repr(results.page())


def test_figures_are_saved_as_drawings_and_pictures(folder, tmp_path):
    picture = balancier.results(folder).figure("p0-compo")
    assert ET.parse(picture.save(tmp_path / "compo.svg")).getroot().tag.endswith("svg")
    with Image.open(picture.save(str(tmp_path / "compo.PNG"))) as image:
        assert image.format == "PNG"
        assert image.width == 900
    with pytest.raises(balancier.UserError, match=r"gif: a figure is saved as \.svg or \.png"):
        picture.save(tmp_path / "compo.gif")


def test_what_there_is_not_is_said_with_a_hint(folder, tmp_path):
    results = balancier.results(folder)
    with pytest.raises(balancier.UserError, match="no table 'going_frist'; did you mean 'going_first'"):
        results.table("going_frist")
    with pytest.raises(balancier.UserError, match="no figure 'p0-compos'; did you mean 'p0-compo'"):
        results.figure("p0-compos")
    with pytest.raises(balancier.UserError, match="not a run"):
        balancier.results(tmp_path)


def test_a_dictionary_is_played_like_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = balancier.run(DUEL, games=40, workers=1)
    assert results.run.folder == Path("runs/essai")
    Path("essai.toml").write_text(toml_text({k: v for k, v in DUEL.items() if k != "name"}), encoding="utf-8")
    same = balancier.run("essai.toml", "elsewhere", games=40, workers=1)
    again = balancier.run(balancier.load_study("essai.toml", games=40), "third", workers=1)
    for name, table in results.tables().items():
        assert_frame_equal(table, same.table(name))
        assert_frame_equal(table, again.table(name))
    other = balancier.run(DUEL, "other", games=40, workers=1, set=["deck.transfert=8"], seed=3)
    assert other.run.manifest["points"][0]["deck"]["transfert"] == 8
    assert other.run.manifest["seed"] == 3


@pytest.mark.parametrize(
    ("study", "told"),
    [
        ({"game": "mercatoo"}, "study:1: game: there is no game 'mercatoo'; did you mean 'mercato'"),
        ({**DUEL, "deck": {"transfrt": 6}}, "did you mean 'transfert'"),
        ({**DUEL, "players": None}, "study: players: None is no value of a study"),
        ({**DUEL, "name": "../up"}, "can't be a folder's name"),
        ("nowhere.toml", "there is no such study"),
    ],
)
def test_mistakes_in_a_study_are_told_and_nothing_is_written(study, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(balancier.UserError, match=told):
        balancier.run(study)
    assert list(tmp_path.iterdir()) == []


def test_a_loaded_study_is_not_changed_in_silence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(balancier.UserError, match="give games, blocks, seed and set to load_study"):
        balancier.run(balancier.make_study(DUEL, games=40), games=80)


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=12)
PLAIN = NAMES | st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.floats(allow_nan=False)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=8)


@given(st.dictionaries(NAMES, VALUES, max_size=4))
def test_a_dictionary_survives_being_written_as_toml(data):
    assert tomllib.loads(toml_text(data)) == data


def test_numbers_of_numpy_and_paths_are_plain_values():
    text = toml_text({"a": np.int16(3), "b": np.float64(0.5), "c": (1, 2), "d": Path("x/y.py"), "e": np.bool_(True)})
    assert tomllib.loads(text) == {"a": 3, "b": 0.5, "c": [1, 2], "d": "x/y.py", "e": True}
