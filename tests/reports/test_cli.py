"""The command line as a user meets it: what goes where, exit codes, one sentence for each mistake, nothing half-written."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib

import pytest

import sim.core.play
from analysis.study import load_study
from analysis.tables import open_run
from reports.cli import main
from sim.core.errors import RulesFailure, StrategyFailure
from sim.core.registry import get_game

STUDY = """\
title = "A study"
game = "mercato"
variant = "duel"
players = 2
blocks = 10
lineups = [["random"]]
"""

COMPILED_BOT = """\
from strategies.registry import strategy


@strategy(game="mercato", name="Bold", version=1, about="the first move")
def choose(view, moves, n_moves, params, memory, rng):
    return {answer}
"""

PYTHON_BOT = """\
from strategies.registry import strategy


@strategy(game="mercato", name="Bold", version=1, about="the first move", compiled=False)
def choose(view, moves, n_moves, params, memory, rng):
    {body}
"""


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A working folder with study.toml."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BALANCIER_DEBUG", raising=False)
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


@pytest.fixture
def balancier(lab, capsys):
    """Call the command line; returns (exit code, stdout, stderr)."""

    def call(*arguments):
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return call


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


# -- help, versions, lists


def test_help_is_quick_because_nothing_heavy_is_imported():
    heavy = ("numpy", "numba", "polars", "pandas", "joblib", "rich", "matplotlib", "sim", "strategies", "analysis")
    code = f"import sys; from reports.cli import main; main(['--help']); print([m for m in {heavy} if m in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.rstrip().endswith("[]")
    assert all(f"\n  {command} " in told.stdout for command in ("games", "new", "run", "report", "replay"))


def test_version(balancier):
    code, out, err = balancier("--version")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"balancier \d\S*\n", out)


def test_games_lists_what_there_is(balancier):
    code, out, _ = balancier("games")
    assert code == 0
    assert "mercato: Mercato" in out
    code, out, _ = balancier("games", "--json")
    assert [game["name"] for game in json.loads(out)] == ["mercato", "stealr", "freak_shop"]


def test_games_tells_all_about_one(balancier):
    game = get_game("mercato")
    code, out, err = balancier("games", "mercato")
    assert (code, err) == (0, "")
    for name, option in game.options.items():
        assert f"  {name} " in out
        assert all(rule in out for rule in option.rules)
    for title in ("Gardien", "Défenseur", "Compo", "Le Stratège", "L'Opportuniste"):
        assert title in out
    assert "  random " in out
    assert max(map(len, out.splitlines())) <= 120


def test_games_as_json(balancier):
    code, out, _ = balancier("games", "mercato", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["options"]["hand_limit"]["range"] == [1, 20]
    assert told["options"]["discard"] == {
        "default": "when_stuck",
        "kind": "choice",
        "range": None,
        "choices": ["when_stuck", "always"],
        "rules": ["M-14"],
        "variants": ["classic", "ultime"],
        "about": get_game("mercato").options["discard"].about,
    }
    assert told["deck"]["transfert"] == {"count": 8, "title": "Transfert"}
    assert told["strategies"]["random"]["version"] >= 1
    assert {column["name"] for column in told["columns"]["seats"]} >= {"block", "won", "coach"}


def test_columns_in_markdown(balancier):
    code, out, _ = balancier("games", "mercato", "--columns")
    assert code == 0
    for table in ("games", "seats", "matches"):
        for column in getattr(get_game("mercato"), f"{table}_columns"):
            assert f"| `{column.name}` |" in out


def test_new_prints_a_study_that_runs(balancier, lab):
    code, out, err = balancier("new", "mercato")
    assert (code, err) == (0, "")
    (lab / "new.toml").write_text(out, encoding="utf-8")
    study = load_study("new.toml")
    game = get_game("mercato")
    assert study.points[0].deck == game.deck
    assert all(f"# {name} = " in out for name in game.options)
    code, out, _ = balancier("run", "new.toml", "--games", "4", "--quiet", "--strategy", "random")
    assert (code, out) == (0, "runs/new\n")


def test_what_new_leaves_out_with_a_sign_is_right_too(balancier):
    """Taking the # away from the options, the compo, the variation and the sweep gives TOML that is accepted."""
    _, out, _ = balancier("new", "mercato")
    game = get_game("mercato")
    for name, option in game.options.items():
        line = next(line for line in out.splitlines() if line.startswith(f"# {name} = "))
        assert tomllib.loads(line[2:])[name] == option.default
    whole = "\n".join(line.removeprefix("# ") if re.match(r'# (\[|[\w"].* = )', line) else line for line in out.splitlines())
    told = tomllib.loads(whole)
    assert set(told["options"]) == set(game.options)
    assert {"points", "sweep", "compos", "targets"} <= set(told)


# -- run


def test_run_says_first_how_long_and_prints_the_folder(balancier, lab):
    code, out, err = balancier("run", "study.toml", "--workers", "1")
    assert (code, out) == (0, "runs/study\n")
    first, last = err.splitlines()
    assert re.fullmatch(r"study\.toml: 1 design point, 20 games; .* with 1 worker", first)
    assert re.fullmatch(r"runs/study: 20 games in .*, [\d,]+ a second", last)
    assert open_run("runs/study").is_complete


def test_quiet_is_quiet(balancier):
    code, out, err = balancier("run", "study.toml", "--quiet")
    assert (code, out, err) == (0, "runs/study\n", "")


def test_run_again_says_that_it_is_complete(balancier):
    balancier("run", "study.toml")
    code, out, err = balancier("run", "study.toml")
    assert (code, out) == (0, "runs/study\n")
    assert "complete already, 20 games" in err


def test_several_studies_and_a_folder_for_them(balancier, lab):
    (lab / "second.toml").write_text(STUDY.replace("blocks = 10", "blocks = 3"))
    code, out, _ = balancier("run", "study.toml", "second.toml", "--out", "here", "--blocks", "2")
    assert (code, out) == (0, "here/study\nhere/second\n")
    assert open_run("here/study").points[0]["blocks"] == 2


def test_a_mistake_in_the_second_study_is_found_before_the_first_is_played(balancier, lab):
    (lab / "second.toml").write_text(STUDY + "player = 2\n")
    code, out, err = balancier("run", "study.toml", "second.toml")
    assert (code, out) == (2, "")
    assert "second.toml:7: player" in err
    assert names_in(lab) == ["second.toml", "study.toml"]


def test_settings_seed_and_strategy_from_the_command_line(balancier, lab):
    (lab / "bot.py").write_text(COMPILED_BOT.format(answer=0))
    code, _, _ = balancier(
        "run", "study.toml", "--set", "deck.transfert=6", "--set", "options.same_compo=false", "--seed", "9",
        "--strategy", "bot.py:Bold", "--strategy", "random", "--games", "5", "--out", "out",
    )  # fmt: skip
    assert code == 0
    run = open_run("out")
    assert run.manifest["seed"] == 9
    assert [point["lineup"] for point in run.points] == [["bot.py:Bold"] * 2, ["random"] * 2]
    for point in run.points:
        assert (point["deck"]["transfert"], point["options"]["same_compo"], point["blocks"]) == (6, False, 3)
    assert "--set deck.transfert=6" in run.study.overrides


# -- mistakes: exit code 2, one sentence, nothing written

MISTAKES = {
    "no command": (["runn", "study.toml"], r"No such command 'runn'.*"),
    "no study": (["run"], r"Missing argument 'STUDY\.\.\.'.*"),
    "unknown flag": (["run", "study.toml", "--game", "4"], r".*--game.*"),
    "games no number": (["run", "study.toml", "--games", "many"], r".*--games.*"),
    "study missing": (["run", "stud.toml"], r"stud\.toml: there is no such study; did you mean 'study\.toml'\?"),
    "unknown key": (["run", "study.toml", "--set", "decks.soin=3"], r"--set decks\.soin=3: decks: .*'deck'\?"),
    "unknown option": (["run", "study.toml", "--set", "options.discards=always"], r"--set .*: options\.discards: .*'discard'\?"),
    "unknown variant": (["run", "study.toml", "--set", "variant=dual"], r"--set variant=dual: variant: .*'duel'\?"),
    "unknown strategy": (["run", "study.toml", "--strategy", "randon"], r"--strategy randon: .*'random'\?"),
    "five players": (["run", "study.toml", "--set", "players=5"], r"--set players=5: players: .*2 players, not 5"),
    "negative count": (["run", "study.toml", "--set", "deck.soin=-1"], r"--set deck\.soin=-1: deck\.soin: .*"),
    "count beyond arrays": (["run", "study.toml", "--set", "deck.soin=9999"], r"--set deck\.soin=9999: deck\.soin: .*"),
    "impossible compo": (["run", "study.toml", "--set", "deck.gardien=0"], r"--set deck\.gardien=0: deck\.gardien: .*"),
    "seed": (["run", "study.toml", "--seed", "-1"], r"--seed -1: seed: .*"),
    "workers": (["run", "study.toml", "--workers", "0"], r"--workers 0: .*"),
    "resume nothing": (["run", "study.toml", "--resume"], r"runs/study: there is no run to resume.*"),
    "folder taken": (["run", "study.toml", "--out", "taken"], r"taken: the folder holds something that is not a run.*"),
    "same folder": (["run", "study.toml", "taken/study.toml"], r"taken/study\.toml: its run folder runs/study is that of.*"),
    "file not there": (["run", "study.toml", "--strategy", "none.py:Bold"], r"--strategy none\.py:Bold: .*none\.py"),
    "file does not import": (["run", "study.toml", "--strategy", "import.py:Bold"], r".*import\.py, line 1: .*nonsense.*"),
    "file with a slip": (["run", "study.toml", "--strategy", "syntax.py:Bold"], r".*syntax\.py, line 1: .*"),
    "file without it": (["run", "study.toml", "--strategy", "bot.py:Bald"], r".*bot\.py has no strategy 'Bald'.*'Bold'.*"),
    "file does not compile": (["run", "study.toml", "--strategy", "compile.py:Bold"], r".*compile\.py:4: .*does not compile.*"),
    "unknown game": (["games", "mercatto"], r".*mercatto.*'mercato'.*"),
    "new unknown game": (["new", "mercatto"], r".*mercatto.*'mercato'.*"),
    "columns of no game": (["games", "--columns"], r"--columns: name a game; known are mercato.*"),
    "report of nothing": (["report", "nowhere"], r"nowhere: there is no such run folder"),
    "report in Latin": (["report", "nowhere", "--lang", "la"], r"--lang la: .*"),
    "replay of nothing": (["replay", "mercatto"], r"mercatto: there is no such run folder, and no such game; did you mean 'mercato'\?"),
    "replay of a folder": (["replay", "taken"], r"taken: this is not a run folder.*"),
    "replay rotation": (["replay", "mercato", "--rotation", "2"], r"--rotation 2: it is out of range; 0 to 1"),
    "replay block": (["replay", "mercato", "--block", "-1"], r"--block -1: it is out of range.*"),
    "replay players": (["replay", "mercato", "--players", "7"], r"--players 7: players: .*2, 3 or 4 players, not 7"),
    "replay variant": (["replay", "mercato", "--variant", "dual"], r"--variant dual: variant: .*'duel'\?"),
    "replay point": (["replay", "mercato", "--point", "1"], r"--point: it goes with a run folder.*"),
    "replay strategies": (
        ["replay", "mercato", "--strategy", "random", "--strategy", "random", "--players", "3"],
        r"--strategy random --strategy random: lineups\[1\]: 2 strategies for 3 players.*",
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_in_one_sentence_and_nothing_is_written(balancier, lab, what):
    arguments, sentence = MISTAKES[what]
    (lab / "taken").mkdir()
    (lab / "taken" / "study.toml").write_text(STUDY)
    (lab / "bot.py").write_text(COMPILED_BOT.format(answer=0))
    (lab / "import.py").write_text("import nonsense\n")
    (lab / "syntax.py").write_text("def choose(:\n")
    (lab / "compile.py").write_text(COMPILED_BOT.format(answer="view.no_such_field"))
    before = {path: path.read_bytes() for path in lab.rglob("*") if path.is_file()}
    code, out, err = balancier(*arguments)
    assert code == 2, err
    assert out == ""
    told = [line for line in err.splitlines() if line.startswith("balancier: ")]
    assert len(told) == 1, err
    assert re.fullmatch(f"balancier: {sentence}", told[0]), told[0]
    assert "Traceback" not in err
    after = {path: path.read_bytes() for path in lab.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert after == before


def test_debugging_shows_where_a_mistake_was_found(balancier, monkeypatch):
    monkeypatch.setenv("BALANCIER_DEBUG", "1")
    code, _, err = balancier("run", "study.toml", "--set", "players=5")
    assert code == 2
    assert "Traceback" in err


# -- strategies that fail while playing: exit code 3, the place, nothing half-written


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (COMPILED_BOT.format(answer=99), "it answered 99 where there are"),
        (COMPILED_BOT.format(answer=-1), "it answered -1 where there are"),
        (COMPILED_BOT.format(answer="n_moves // (n_moves - n_moves) if n_moves > 99 else params[0:0].argmax()"), "it raised ValueError"),
        (PYTHON_BOT.format(body="return 99"), "it answered 99 where there are"),
        (PYTHON_BOT.format(body="return 'first'"), "it answered 'first'"),
        (PYTHON_BOT.format(body="raise RuntimeError('no idea')"), "it raised RuntimeError: no idea"),
    ],
    ids=["index", "negative", "raises", "python index", "python text", "python raises"],
)
def test_a_failing_strategy_is_named_with_game_block_and_decision(balancier, lab, text, told):
    (lab / "bot.py").write_text(text)
    code, out, err = balancier("run", "study.toml", "--strategy", "bot.py:Bold", "--quiet")
    assert (code, out) == (3, "")
    assert re.fullmatch(r"balancier: strategy \S*Bold failed in mercato \(seed 1, block 0, rotation 0, decision \d+\): .*\n", err), err
    assert told in err
    assert not (lab / "runs").exists()


def test_a_strategy_that_fails_later_leaves_no_folder_without_parts(balancier, lab, monkeypatch):
    whole = sim.core.play.play_blocks

    def play_blocks(config, lineup, seed, first_block, n_blocks):
        if n_blocks + first_block > 300:
            raise StrategyFailure("random", "mercato", seed, 300, 1, 7, "it raised ZeroDivisionError: division by zero")
        return whole(config, lineup, seed, first_block, n_blocks)

    monkeypatch.setattr(sim.core.play, "play_blocks", play_blocks)
    code, _, err = balancier("run", "study.toml", "--blocks", "2000", "--workers", "1", "--out", "deep/run")
    assert code == 3
    assert "block 300, rotation 1, decision 7" in err
    assert not (lab / "deep").exists()


# -- many studies, long runs


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (StrategyFailure("random", "mercato", 5, 0, 1, 7, "it raised ZeroDivisionError"), "strategy random failed in mercato (seed 5"),
        (RulesFailure("mercato", 5, 0, 1, 7), "the rules of mercato offer no legal move (seed 5"),
    ],
    ids=["strategy", "rules"],
)
def test_a_failing_study_does_not_stop_the_others(balancier, lab, monkeypatch, failure, told):
    whole = sim.core.play.play_blocks

    def play_blocks(config, lineup, seed, first_block, n_blocks):
        if seed == 5:
            raise failure
        return whole(config, lineup, seed, first_block, n_blocks)

    monkeypatch.setattr(sim.core.play, "play_blocks", play_blocks)
    (lab / "bad.toml").write_text(STUDY.replace("blocks = 10", "blocks = 10\nseed = 5"))
    (lab / "last.toml").write_text(STUDY)
    code, out, err = balancier("run", "study.toml", "bad.toml", "last.toml")
    assert code == 3
    assert out.split() == ["runs/study", "runs/last"]
    assert f"balancier: {told}" in err
    assert err.splitlines()[-1] == "2 of 3 studies done; failed: bad.toml"
    assert not (lab / "runs" / "bad").exists()


def test_progress_as_json_lines(balancier, lab):
    code, _, err = balancier("run", "study.toml", "--log-json", "--quiet")
    lines = [json.loads(line) for line in err.splitlines()]
    assert code == 0
    assert lines[-1] == {**lines[-1], "event": "progress", "run": "runs/study", "games": 20, "total": 20, "seconds_left": 0.0}
    assert set(lines[-1]) == {"event", "run", "point", "games", "total", "seconds", "games_per_second", "seconds_left", "widest"}
    assert 0 < lines[-1]["widest"] <= 100


def test_shards_are_played_and_merged(balancier, lab):
    (lab / "study.toml").write_text(STUDY.replace('[["random"]]', '[["random"], ["greedy"]]'))
    assert balancier("run", "study.toml", "--shard", "2/2")[:2] == (0, "runs/study-shard-2-of-2\n")
    assert balancier("run", "study.toml", "--shard", "1/2", "--out", "one")[:2] == (0, "one\n")
    code, out, _ = balancier("merge", "one", "runs/study-shard-2-of-2", "--out", "runs/merged")
    assert (code, out) == (0, "runs/merged\n")
    balancier("run", "study.toml")
    assert (lab / "runs/merged/manifest.json").read_bytes() == (lab / "runs/study/manifest.json").read_bytes()
    assert balancier("run", "study.toml", "--out", "runs/merged")[2] == "runs/merged: complete already, 40 games; nothing to play\n"


def test_a_run_is_made_longer(balancier, lab):
    balancier("run", "study.toml")
    code, _, err = balancier("run", "study.toml", "--games", "40")
    assert code == 2
    assert "blocks 10, not 20); to make it longer add --extend" in err
    code, _, err = balancier("run", "study.toml", "--games", "40", "--extend")
    assert code == 0
    assert "runs/study: makes a run longer" in err
    assert open_run("runs/study").scan("games").collect().height == 40


def test_a_full_disk_is_told_with_the_command_that_continues(balancier, lab, monkeypatch):
    def full(path, content):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("analysis.parts.write_atomically", full)
    code, out, err = balancier("run", "study.toml")
    assert (code, out) == (3, "")
    assert "balancier: runs/study/games/p000-00000.parquet: No space left on device\n" in err
    assert "Traceback" not in err


def test_doctor_looks_at_the_installation(balancier):
    code, out, err = balancier("doctor")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert all(line.startswith("ok    ") for line in lines)
    assert any("compiled code in" in line for line in lines)
    assert any(re.search(r"\d+ cores? to play on", line) for line in lines)


def test_doctor_names_what_is_wrong_with_a_run(balancier, lab):
    balancier("run", "study.toml")
    code, out, _ = balancier("doctor", "runs/study")
    assert code == 0
    assert "ok    1 part whole" in out
    seats = lab / "runs/study/seats/p000-00000.parquet"
    seats.write_bytes(seats.read_bytes()[::-1])
    (lab / "runs/study/games/.p000-00001.parquet.9.tmp").touch()
    code, out, _ = balancier("doctor", "runs/study")
    assert code == 1
    assert "LOOK  part p000-00000: seats/p000-00000.parquet is damaged" in out
    assert "LOOK  1 half-written file" in out
    assert balancier("doctor", "nowhere")[0] == 2


# -- interruption


@pytest.mark.skipif(os.name == "nt", reason="SIGINT can't be sent to one process there")
def test_ctrl_c_names_the_command_that_resumes_and_it_does(balancier, lab):
    command = [sys.executable, "-c", "import sys; from reports.cli import main; sys.exit(main())"]
    arguments = ["run", "study.toml", "--blocks", "2000000", "--workers", "2"]
    with subprocess.Popen(command + arguments, cwd=lab, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + 300
        while not list((lab).glob("runs/study/seats/p000-00000.parquet")) and time.monotonic() < until:
            time.sleep(0.05)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == ""
    assert "Traceback" not in err
    said = err.splitlines()[-1]
    assert said == "interrupted; to continue: balancier run study.toml --blocks 2000000 --workers 2 --resume"
    assert not [path for path in lab.rglob("*.tmp")]
    run = open_run("runs/study")
    assert not run.is_complete
    assert run.part_keys()


def test_a_reader_that_has_read_enough_is_no_mistake(lab):
    command = [sys.executable, "-c", "import sys; from reports.cli import main; sys.exit(main(['games', 'mercato']))"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(60) == 0
    assert err == ""


# -- replay


def test_replay_of_a_seed_tells_a_game(balancier):
    code, out, err = balancier("replay", "mercato", "--seed", "3", "--variant", "duel", "--strategy", "random")
    assert (code, err) == (0, "")
    assert "seed 3" in out
    again = balancier("replay", "mercato", "--seed", "3", "--variant", "duel", "--strategy", "random")
    assert again == (0, out, "")
    other = balancier("replay", "mercato", "--seed", "4", "--variant", "duel", "--strategy", "random")
    assert other[1] != out


def test_replay_as_json_lines(balancier):
    code, out, _ = balancier("replay", "mercato", "--seed", "3", "--strategy", "random", "--set", "deck.soin=9", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert (lines[0]["type"], lines[0]["seed"], lines[0]["deck"]["soin"]) == ("game", 3, 9)
    assert len(lines) > 10


def test_replay_of_a_run_is_the_game_in_its_tables(balancier, lab):
    (lab / "study.toml").write_text(STUDY + '[[points]]\n[[points]]\nlabel = "soft"\ndeck.blessure = 4\n')
    balancier("run", "study.toml")
    code, out, _ = balancier("replay", "runs/study", "--point", "soft", "--block", "3", "--rotation", "1", "--json")
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0]["deck"]["blessure"] == 4
    assert (lines[0]["block"], lines[0]["rotation"]) == (3, 1)
    assert balancier("replay", "runs/study", "--point", "1", "--block", "3", "--rotation", "1", "--json") == (0, out, "")
    for arguments, told in (
        (["--point", "2"], "--point 2: it is out of range; 0 to 1"),
        (["--point", "sofd"], "--point sofd: there is no such design point; did you mean 'soft'?"),
        ([], "--point: the run has 2 design points, name one (0: duel, 2 players; 1: soft)"),
        (["--point", "1", "--block", "10"], "--block 10: it is out of range; 0 to 9"),
        (["--point", "1", "--seed", "3"], "--seed: the run runs/study has its own; it goes with the name of a game"),
    ):
        code, out, err = balancier("replay", "runs/study", *arguments)
        assert (code, out, err) == (2, "", f"balancier: {told}\n")


def test_a_run_of_another_version_is_not_replayed_as_if_it_were_the_same(balancier, lab):
    balancier("run", "study.toml", "--quiet")
    manifest = lab / "runs" / "study" / "manifest.json"
    told = json.loads(manifest.read_text())
    told["versions"]["game"] = 999
    manifest.write_text(json.dumps(told))
    code, _, err = balancier("replay", "runs/study")
    assert code == 2
    assert "version 999 of mercato" in err
