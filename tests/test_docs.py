"""The documentation: its examples run, its links lead somewhere, and its index names every page."""

from __future__ import annotations

import glob
import re
import shlex
import shutil
from pathlib import Path

import pytest

from reports.cli import main

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
GUIDES = [page for page in PAGES if page.parent.name in ("tutorial", "how-to") or page == ROOT / "README.md"]
FEW = 24  # games in place of many
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$|^    (balancier [^\n]*)$", re.MULTILINE | re.DOTALL)


def named(pages: list[Path]) -> list[pytest.param]:
    return [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in pages]


def heading_anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


@pytest.mark.parametrize("page", named(PAGES))
def test_links_lead_somewhere(page):
    text = re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.is_relative_to(ROOT), target
        assert there.exists(), target
        if anchor:
            assert anchor in heading_anchors(there), target


def test_the_index_names_every_page():
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in PAGES[1:]:
        if page != DOCS / "README.md":
            assert f"({page.relative_to(DOCS).as_posix()})" in index, page


@pytest.mark.parametrize("page", named(GUIDES))
def test_examples_run(page, tmp_path, monkeypatch, capsys):
    """What stands on a page, from top to bottom: files that it shows, commands, pieces of Python; with few games."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "studies", "studies")
    shutil.copytree(DOCS / "examples", "docs/examples")
    shutil.copy("docs/examples/my_bot.py", "my_bot.py")
    names: dict[str, object] = {"__name__": "example"}
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert found or page.name == "README.md"
    for language, block, command in found:
        if language == "toml":
            title = re.match(r"# (\S+\.toml)\n", block)
            if title is not None:
                Path(title[1]).write_text(re.sub(r"^games = [\d_]+", f"games = {FEW}", block, flags=re.MULTILINE), encoding="utf-8")
        elif language == "python":
            exec(compile(re.sub(r"games=[\d_]+", f"games={FEW}", block), page.name, "exec"), names)
        elif command:
            run_command(command, capsys)


def run_command(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line, comments=True)[1:]
    target = None
    if ">" in words:
        target = words[words.index(">") + 1]
        words = words[: words.index(">")]
    words = [found for word in words for found in (sorted(glob.glob(word)) or [word])]
    if words[0] == "run" or (words[0] == "compare" and any(word.endswith(".toml") for word in words)):
        if "--games" in words:
            del words[words.index("--games") : words.index("--games") + 2]
        words += ["--games", str(FEW), "--workers", "1"]
    capsys.readouterr()
    code = main(words)
    out, err = capsys.readouterr()
    judged = words[0] == "check" and "--example" not in words
    assert code in ((0, 1, 4) if judged else (0,)), f"{line}: {err}"  # whether guards are kept is not for few games to say
    if target is not None:
        Path(target).write_text(out, encoding="utf-8")
