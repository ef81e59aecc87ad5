"""`balancier compare` and `balancier check` as they are called, with small real runs of all three games."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import polars as pl
import pytest
from scipy import stats

from analysis.guard_file import read_guards
from analysis.statistics.intervals import freedom
from reports.cli import main
from tests.reports.test_french_page import ENGLISH, option_values, texts

ROOT = Path(__file__).resolve().parents[2]
GUARDS = sorted((ROOT / "studies" / "guards").glob("*.toml"))
STUDIES = {
    "mercato": 'game = "mercato"\nvariant = "duel"\nlineups = [["greedy"]]\ngames = 60\n',
    "stealr": 'game = "stealr"\nvariant = "doux"\nplayers = 2\nlineups = [["builder"]]\ngames = 40\n',
    "freak_shop": 'game = "freak_shop"\nplayers = 3\nlineups = [["greedy"]]\ngames = 40\n[options]\nobjectives = [1, 5, 9]\n',
}
CHANGES = {"mercato": "deck.transfert=4", "stealr": "deck.deal_breaker=0", "freak_shop": "options.equal_turns=true"}


@pytest.fixture
def lab(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for game, text in STUDIES.items():
        Path(f"{game}.toml").write_text(text)
    return tmp_path


def call(capsys, *words):
    capsys.readouterr()
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


def played(path: Path, table: str) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(file) for file in sorted((path / table).glob("*.parquet"))])


@pytest.mark.parametrize("game", STUDIES)
def test_a_study_against_itself_with_a_change(game, lab, capsys):
    code, out, err = call(capsys, "compare", f"{game}.toml", "--set", CHANGES[game], "--workers", 1, "--out", "page")
    assert code == 0, err
    assert out.startswith("A: runs/compare/")
    assert "Differences are taken deal by deal." in out
    assert " instead of " in out
    assert Path("page/index.html").is_file()
    assert out.rstrip().endswith("page/index.html")
    folders = [Path(line.split(": ", 1)[1]) for line in out.splitlines()[:2]]
    code, told, _ = call(capsys, "compare", *folders, "--json")
    assert code == 0
    found = json.loads(told)
    assert found["game"] == game
    (pair,) = found["pairs"]
    assert pair["paired"]
    (turns,) = [row for row in pair["rows"] if row["figure"] == "turns"]
    games = [played(folder, "games") for folder in folders]
    assert turns["value_a"] == pytest.approx(games[0]["turns"].mean())
    assert turns["difference"] == pytest.approx(games[1]["turns"].mean() - games[0]["turns"].mean())
    # Paired by block, as Polars says it.
    blocks = [table.group_by("block").agg(pl.col("turns").sum(), pl.len()).sort("block") for table in games]
    means = [table["turns"].mean() for table in games]
    residual = [(b["turns"] - b["len"] * m) / b["len"].sum() for b, m in zip(blocks, means, strict=True)]
    number = blocks[0].height
    error = (((residual[1] - residual[0]) ** 2).sum() * number / (number - 1)) ** 0.5
    changed = (blocks[0]["turns"] != blocks[1]["turns"]).sum()
    assert turns["high"] - turns["low"] == pytest.approx(2 * stats.t.ppf(0.975, freedom(changed)) * error)


def test_what_was_played_is_not_played_again(lab, capsys):
    words = ("compare", "mercato.toml", "--set", "deck.transfert=4", "--workers", 1)
    _, first, _ = call(capsys, *words)
    _, second, err = call(capsys, *words)
    assert second == first
    assert err.count("nothing to play") == 2
    _, _, err = call(capsys, *words, "--games", 20, "--quiet")
    assert not err
    assert len(list(Path("runs/compare").iterdir())) == 4


def test_a_run_and_a_study_are_dealt_alike(lab, capsys):
    assert main(["run", "mercato.toml", "--seed", "7", "--out", "a", "--workers", "1", "--quiet"]) == 0
    code, out, err = call(capsys, "compare", "a", "mercato.toml", "--set", "deck.transfert=4", "--workers", 1)
    assert code == 0, err
    assert "deal by deal" in out


@pytest.mark.parametrize("game", STUDIES)
def test_comparisons_and_checks_in_french(game, lab, capsys):
    code, out, err = call(capsys, "compare", f"{game}.toml", "--set", CHANGES[game], "--workers", 1, "--out", "page", "--lang", "fr")
    assert code == 0, err
    _, _, *lines, _ = out.splitlines()  # the folders, and where the page is
    assert " au lieu de " in out
    assert "B moins A" in out
    page = Path("page/index.html").read_text(encoding="utf-8")
    folder = out.splitlines()[0].removeprefix("A: ")
    _, guards, _ = call(capsys, "check", "--example", game)
    Path("guards.toml").write_text("\n".join(line for line in guards.splitlines() if not line.startswith("why")))
    code, checks, err = call(capsys, "check", folder, "guards.toml", "-v", "--lang", "fr")
    assert code in (0, 1, 4), err
    for text in (*lines, *texts(page), *checks.splitlines()):
        assert text in option_values(game) or not ENGLISH.search(text), text
    assert re.fullmatch(r"\d+ vérifications : .+ 95 fois sur 100\.", checks.splitlines()[-1].replace("\u00a0", " "))
    first = checks.splitlines()[0].replace("\u00a0", " ")
    assert re.fullmatch(r"(tenu|NON TENU|indécis) : .+ : pour .+, le taux de victoire vaut \d+,\d+ % \(de \d+,\d+ à \d+,\d+\)\W+limite : .+", first)
    for words in (("compare", folder, folder), ("check", folder, "guards.toml")):
        code, _, err = call(capsys, *words, "--lang", "de")
        assert code == 2
        assert "pages are written in en and fr" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("mercato.toml",), "name two runs or studies, or one study and what to change in it"),
        (("mercato.toml", "mercato.toml"), "both studies play the same games; change something with --set"),
        (("mercato.toml", "stealr.toml", "--games", "4"), "different games can't be compared"),
        (("nowhere", "mercato.toml"), "nowhere: there is no such run folder"),
        (("nowhere", "elsewhere"), "nowhere: there is no such run folder"),
        (("mercato.toml", "elsewhere", "--set", "deck.transfert=4"), "elsewhere: --set changes a study that is played"),
        (("a", "b", "--games", "9"), "--games 9: both are runs that were played already"),
        (("mercato.toml", "--set", "deck.transfer=4"), "did you mean 'transfert'?"),
        (("mercato.toml", "--set", "deck.transfert=4", "--out", "mercato.toml"), "this is a file"),
    ],
)
def test_mistakes_of_compare(words, sentence, lab, capsys):
    code, out, err = call(capsys, "compare", *words, *(("--workers", 1) if "mercato.toml" in words else ()))
    assert code == 2
    assert sentence in err
    assert not out
    assert "Traceback" not in err


@pytest.mark.parametrize("game", STUDIES)
def test_the_example_is_a_file_of_guards_that_can_be_used(game, lab, capsys):
    code, out, _ = call(capsys, "check", "--example", game)
    assert code == 0
    Path("guards.toml").write_text(out)
    assert read_guards(Path("guards.toml")).game == game
    assert out.count("[[guard]]") == 5
    assert main(["run", f"{game}.toml", "--out", "run", "--workers", "1", "--quiet"]) == 0
    code, out, err = call(capsys, "check", "run", "guards.toml", "-v")
    assert code in (0, 1, 4), err
    lines = out.splitlines()
    assert len(lines) > 4
    assert lines[-1].startswith(f"{len(lines) - 1} checks: ")
    results = [line.split(":")[0] for line in lines[:-1]]
    assert code == (1 if "BROKEN" in results else 4 if "undecided" in results else 0)


@pytest.mark.parametrize("path", GUARDS, ids=lambda path: path.stem)
def test_ready_guards_belong_to_a_ready_study(path):
    file = read_guards(path)
    study = ROOT / "studies" / path.name
    assert f'game = "{file.game}"' in study.read_text(encoding="utf-8")
    assert f"studies/guards/{path.name}" in path.read_text(encoding="utf-8")
    assert all(guard.why for guard in file.guards)


def test_exit_codes_and_json_of_check(lab, capsys):
    shutil.rmtree("run", ignore_errors=True)
    assert main(["run", "mercato.toml", "--out", "run", "--workers", "1", "--quiet"]) == 0
    limits = {"under = 1000": 0, "under = 2": 1}
    median = played(Path("run"), "games")["turns"].mean()
    limits[f"under = {median}"] = 4
    for limit, expected in limits.items():
        Path("guards.toml").write_text(f'game = "mercato"\n[[guard]]\nfigure = "turns"\n{limit}\n')
        code, out, _ = call(capsys, "check", "run", "guards.toml")
        assert code == expected
        assert len(out.splitlines()) == (1 if expected == 0 else 2)
        code, out, _ = call(capsys, "check", "run", "guards.toml", "--json")
        assert code == expected
        found = json.loads(out)
        assert found["checks"][0]["estimate"] == pytest.approx(median)
        assert sum(found["results"].values()) == 1
    Path("guards.toml").write_text('game = "mercato"\n[[guard]]\nfigure = "turns"\nundr = 4\n')
    code, out, err = call(capsys, "check", "run", "guards.toml")
    assert (code, out) == (2, "")
    assert err == "balancier: guards.toml:4: guard[1].undr: there is no such key in a guard; did you mean 'under'?\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "name a run folder and a file of guards"),
        (("run",), "name a run folder and a file of guards"),
        (("run", "nowhere.toml"), "nowhere.toml: there is no such file of guards"),
        (("--example", "mercatto"), "mercato"),
        (("run", "--example", "mercato"), "leave the run out"),
    ],
)
def test_mistakes_of_check(words, sentence, lab, capsys):
    code, out, err = call(capsys, "check", *words)
    assert code == 2
    assert sentence in err
    assert not out
