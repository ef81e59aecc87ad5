"""Pages are valid HTML that a screen reader finds its way through: read by a strict parser, and checked for what a parser lets pass."""

from __future__ import annotations

import base64
import hashlib
import re
from itertools import pairwise
from pathlib import Path

import html5lib
import pytest

from analysis.language import speaking
from reports.about import _strategies as strategies_of
from tests.pages import PAGES

NAMESPACE = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(params=PAGES)
def text(request, made):
    return Path(made(request.param)).read_text(encoding="utf-8")


@pytest.fixture
def tree(text):
    return html5lib.HTMLParser(strict=True).parse(text)  # raises at the first mistake


def elements(tree, *names):
    return [element for element in tree.iter() if isinstance(element.tag, str) and element.tag.removeprefix(NAMESPACE) in names]


def words(element):
    return " ".join("".join(element.itertext()).split())


def test_it_is_valid_and_every_reference_leads_somewhere(tree, text):
    ids = [element.get("id") for element in tree.iter() if element.get("id") is not None]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) for name in ids)
    asked = [name for element in tree.iter() for key in ("aria-labelledby", "aria-describedby") for name in (element.get(key) or "").split()]
    asked += [link.get("href")[1:] for link in elements(tree, "a")]
    assert asked
    assert set(asked) <= set(ids)
    assert text.startswith("<!DOCTYPE html>\n")
    assert len(text) < 3_000_000


def test_headings_are_in_order_and_one_is_the_first(tree):
    levels = [int(heading.tag[-1]) for heading in elements(tree, "h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels.count(1) == 1 == levels[0]
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_table_has_a_name_and_heads(tree):
    for table in elements(tree, "table"):
        assert words(elements(table, "caption")[0])
        heads = elements(table, "thead")[0][0]
        assert all(cell.get("scope") == "col" and words(cell) for cell in heads if cell.tag.endswith("th"))
        for row in elements(table, "tbody")[0]:
            assert len(row) == len(heads)
            assert row[0].get("scope") == "row"


def test_every_figure_says_what_it_shows_and_has_its_numbers(tree):
    figures = elements(tree, "figure")
    assert figures
    assert len(figures) == len(elements(tree, "svg") + [e for e in tree.iter() if str(e.tag) == "{http://www.w3.org/2000/svg}svg"])
    for figure in figures:
        assert len(words(elements(figure, "figcaption")[0])) > 40
        svg = next(element for element in figure.iter() if str(element.tag).endswith("svg"))
        told = {child.get("id"): words(child) for child in svg if str(child.tag).endswith(("title", "desc"))}
        assert told[svg.get("aria-labelledby")]
        assert told[svg.get("aria-describedby")]
        lines = figure.get("data-csv").splitlines()
        assert len(lines) > 1


def test_it_needs_nothing_but_itself_and_runs_nothing_but_its_own_script(tree):
    (script,) = elements(tree, "script")
    digest = base64.b64encode(hashlib.sha256(script.text.encode()).digest()).decode()
    (policy,) = [meta.get("content") for meta in elements(tree, "meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert f"script-src 'sha256-{digest}';" in policy
    assert not re.search(r"https?:|\*|unsafe-eval", policy)
    for element in tree.iter():
        assert not [key for key in element.attrib if str(key).startswith("on")], element.tag
        for key in ("href", "src", "{http://www.w3.org/1999/xlink}href", "action", "data", "poster", "srcset"):
            link = element.get(key)
            assert link is None or link.startswith(("#", "data:,")), (element.tag, link)
    assert not re.search(r"\beval\(|new Function|import\(|fetch\(|XMLHttpRequest|https?://(?!www\.w3\.org/2000/svg)", script.text)
    assert not re.search(r"url\((?!#)|@import", elements(tree, "style")[0].text)


def test_the_answer_comes_first_and_what_repeats_it_last(tree):
    titles = [words(heading).removesuffix(" #") for heading in elements(tree, "h2")]
    assert titles[0] == "The answer"
    assert titles[-2:] == ["What was played", "How to read this"]
    answer = next(section for section in elements(tree, "section") if section.get("class") == "answer")
    assert 1 <= len(elements(answer, "li")) <= 5


def test_strategies_are_told_with_every_digit_and_which_file_they_were():
    """Parameters as the study must have them to give the same games, whatever the language of the page."""
    value = 0.1234567890123
    specs = {
        "bold": {"source": "greedy", "version": 3, "params": {"injure": value, "draw": -2.0}, "sha256": ""},
        "mine": {"source": "bots/mine.py", "version": 1, "params": {}, "sha256": "0123456789abcdef" * 4},
        "expert": {"source": "expert", "version": 2, "params": {}, "sha256": ""},
    }
    for lang in ("en", "fr"):
        with speaking(lang):
            bold, mine, expert = strategies_of({"study": {"strategies": specs}}).rows
        assert bold == ("bold", "greedy", "3", f"injure = {value!r}, draw = -2")
        assert mine[1] == "bots/mine.py (sha256 0123456789ab…)"
        assert expert[1] not in ("", "expert")
