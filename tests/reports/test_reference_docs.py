"""The reference pages list everything that there is, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analysis.study_file import PLAIN_KEYS, POINT_KEYS, SECTIONS
from reports.cli import CHECK_FAILED, DONE, INTERRUPTED, RUN_FAILED, UNDECIDED, USER_ERROR, main
from reports.commands.games import columns_markdown
from sim.core.registry import game_names, get_game

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
COMMANDS = ("games", "new", "run", "merge", "doctor", "report", "compare", "check", "replay")


@pytest.mark.parametrize("name", game_names())
def test_the_columns_of_tables_are_those_of_the_game(name):
    page = (REFERENCE / "run-folder.md").read_text(encoding="utf-8")
    found = re.search(rf"<!-- columns: {name} -->\n(.*?)<!-- end of columns -->", page, re.DOTALL)
    assert found is not None
    expected = "\n".join(columns_markdown(get_game(name)))
    assert found.group(1).strip() == expected.strip(), f"paste the output of: balancier games {name} --columns"


def test_every_key_of_a_study_is_explained():
    page = (REFERENCE / "study.md").read_text(encoding="utf-8")
    for key in PLAIN_KEYS:
        assert f"| `{key}` |" in page
    for section in SECTIONS:
        assert re.search(rf"\| `\[+{section}", page)
    for key in POINT_KEYS:
        assert f"`{key}" in page


def test_the_example_of_a_study_is_right(tmp_path, monkeypatch):
    from analysis.study import load_study

    page = (REFERENCE / "study.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(title.*?)```", page, re.DOTALL).group(1)
    (tmp_path / "study.toml").write_text(example)
    assert len(load_study(tmp_path / "study.toml").points) == 4


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_the_command_line_is_explained(command, capsys):
    page = (REFERENCE / "command-line.md").read_text(encoding="utf-8")
    found = re.search(rf"^## balancier {command}\n(.*?)^## ", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    explained = found.group(1) + page[: page.index("\n## ")]
    assert main([command, "--help"]) == 0
    for option in re.findall(r"--[a-z]+", capsys.readouterr().out):
        assert option == "--help" or option in explained, option


def test_exit_codes_are_explained():
    page = (REFERENCE / "command-line.md").read_text(encoding="utf-8")
    for code in (DONE, CHECK_FAILED, USER_ERROR, RUN_FAILED, UNDECIDED, INTERRUPTED):
        assert re.search(rf"^\| {code} \| \w+", page, re.MULTILINE)
