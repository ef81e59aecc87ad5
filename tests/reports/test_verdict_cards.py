"""The verdicts on the page: right after the answer, what needs attention first, in words and signs."""

import polars as pl
import pytest

from analysis.summary import summarise
from analysis.verdicts import MOST_GAMES, by_profile, verdicts
from analysis.wording import Names
from reports.card import Section
from reports.commands.report import report
from reports.lookup import Figures
from reports.verdict_cards import games_cell, verdict_section
from tests.analysis.synthetic import SyntheticPoint, write_run

UNEVEN = (0.0, 0.1, 0.2, 0.3, -0.6)


def section_of(run) -> Section:
    summary = summarise(run)
    table = verdicts(summary)
    names = Names.of(summary.manifest)
    tables = {"verdicts": table, "verdicts_by_profile": by_profile(summary, table)}
    section = verdict_section(summary, Figures(summary, names, {name: t for name, t in tables.items() if t.height}), names)
    assert section is not None
    return section


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("one"), [SyntheticPoint("classic", 4, compo=UNEVEN, luck=0.0, shared=0.0)], blocks=1200)


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    points = [
        SyntheticPoint("ultime", 4, lineup=(name,), compo=compo, luck=0.0, settings={"lineup": name})
        for name, compo in (("expert", UNEVEN), ("greedy", UNEVEN), ("random", (0.0, 0.0, 0.0, 0.0, 0.6)))
    ]
    return write_run(tmp_path_factory.mktemp("several"), points, blocks=1200)


def test_what_needs_attention_stands_first(one):
    (card,) = section_of(one).cards
    verdict = [row[2] for row in card.table.rows]
    order = ["▲ favoured", "▼ handicapped", "? undecided", "= balanced"]
    assert verdict == sorted(verdict, key=order.index)
    assert {"▲ favoured", "▼ handicapped", "= balanced"} <= set(verdict)
    assert card.open
    assert card.sentence.startswith("Of 9 levels looked at: ")
    assert all(len(row) == len(card.table.headings) for row in card.table.rows)
    assert ["Starting compo", "5-4-1", "▼ handicapped"] in [row[:3] for row in card.table.rows]


def test_the_games_that_would_settle_it_stand_beside_the_undecided_only(one):
    (card,) = section_of(one).cards
    for row in card.table.rows:
        assert (row[-1] != "") == (row[2] == "? undecided")
    assert games_cell(0) == ""
    assert games_cell(None) == "unknown"
    assert games_cell(MOST_GAMES) == "at the margin"
    assert games_cell(12_345) == "13,000"


def test_many_levels_are_folded_but_for_those_out_of_balance(several):
    cards = {card.title.split(":")[0]: card for card in section_of(several).cards}
    assert cards["Favoured or handicapped"].open
    assert {row[-3][0] for row in cards["Favoured or handicapped"].table.rows} == {"▲", "▼"}
    assert not cards["Balanced"].open
    assert not cards["Undecided"].open
    rows = sum(len(cards[name].table.rows) for name in ("Favoured or handicapped", "Balanced", "Undecided"))
    assert rows == 3 * (5 + 8 + 4)


def test_whoever_plays(several):
    (card,) = [card for card in section_of(several).cards if card.title == "Does it hold whoever plays?"]
    assert list(card.table.headings) == ["What", "Level", "Whoever plays", "all expert", "all greedy", "all random"]
    row = next(row for row in card.table.rows if row[1] == "5-4-1")
    assert row[2] == "opposite verdicts"
    assert row[3].startswith("▼ handicapped (−")
    assert row[5].startswith("▲ favoured (+")
    left_out = 5 + 8 + 4 - len(card.table.rows)
    assert all(row[2] != "undecided under all" for row in card.table.rows)
    assert (f"{left_out} more levels are undecided under all of them." in card.sentence) == (left_out > 1)


def test_a_run_without_verdicts_has_no_section(one):
    summary = summarise(one)
    names = Names.of(summary.manifest)
    assert verdict_section(summary, Figures(summary, names, {}), names) is None


def test_the_page_has_them_right_after_the_answer(several):
    page = report(several)
    html = page.read_text(encoding="utf-8")
    assert html.index('id="answer"') < html.index('id="verdicts"') < html.index('id="glance"')
    assert "Shown to be out of balance by more than 2.5 points" in html
    table = pl.read_parquet(page.parent / "tables" / "verdicts.parquet")
    assert table.height == 3 * (5 + 8 + 4)
    assert pl.read_parquet(page.parent / "tables" / "verdicts_by_profile.parquet").height == 5 + 8 + 4
