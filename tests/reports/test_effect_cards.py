"""Cards about several factors at once, luck and skill: what they say of runs whose truth is known, and that the page holds them."""

import dataclasses
import re

import pytest

from analysis import balance
from analysis.summary import summarise
from analysis.wording import Names
from reports.across_cards import across_sections
from reports.decisive_card import decisive_card
from reports.effect_cards import effect_cards
from reports.lookup import Figures
from reports.luck_cards import ladder_cards, luck_card
from tests.analysis.synthetic import SyntheticPoint, write_run
from tests.analysis.synthetic_games import CARDS, Point, stand_in, write_stealr

COACH = (0.8, -0.4, 0.0, 0.0, 0.0, 0.0, 0.0, -0.4)


def figures_of_run(run, names=None):
    summary = summarise(run)
    return Figures(summary, names or Names.of(summary.manifest), balance.tables(summary))


@pytest.fixture(scope="module")
def coached(tmp_path_factory):
    point = SyntheticPoint("ultime", 2, coach=COACH, shared=0.05)
    return figures_of_run(write_run(tmp_path_factory.mktemp("run"), [point], blocks=2500))


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    strength = {"a": 0.8, "b": 0.0, "c": 0.0}
    lineups = [("a", "b"), ("a", "c"), ("b", "c")]
    points = [SyntheticPoint("classic", 2, lineup=lineup, strategy=strength, shared=0.0) for lineup in lineups]
    return figures_of_run(write_run(tmp_path_factory.mktemp("run"), points, blocks=800))


def card(cards, title):
    (found,) = [card for card in cards if card.title == title]
    return found


def test_what_matters_is_said_and_no_more(coached):
    cards = effect_cards(coached, coached.summary.points[0])
    matters = card(cards, "What matters, and what goes together")
    # Strengths of 0.35 (root mean square) on the scale of log odds: a quarter of that in win rates near one half, less what luck with the hand takes.
    assert 5.0 < float(re.search(r"Coach ([\d.]+) points", matters.sentence).group(1)) < 8.7
    assert "Order of play" not in matters.sentence
    assert "is not shown" in matters.sentence
    assert re.search(r"Compo and Coach together explain \d\.\d.% \(", matters.sentence.replace("\N{NO-BREAK SPACE}", " "))
    assert "beyond the two" not in " ".join(card.title for card in cards)
    assert matters.svg.count("<desc") == 1
    assert all(len(row) == len(matters.table.headings) for row in matters.table.rows)


def test_match_ups_name_the_strong_one(coached):
    coaches = card(effect_cards(coached, coached.summary.points[0]), "Coaches against each other")
    assert re.search(r"most of all Le Stratège against (Le Fourbe|L'Opportuniste)", coaches.sentence)
    assert len(coaches.table.rows) == 56
    compos = card(effect_cards(coached, coached.summary.points[0]), "Compos against each other")
    assert compos.sentence == "No match-up is shown to favour one side."


def test_the_model_says_what_it_was_fitted_on(coached):
    told = card(effect_cards(coached, coached.summary.points[0]), "Who wins, everything at once")
    assert told.sentence.startswith("With everything else equal at the table, a seat with Le Stratège wins ")
    assert "in 2," in told.sentence  # of the 2,500 blocks those in which somebody won alone
    assert "at most 16,000 games" in told.sentence
    assert len(told.table.rows) == 5 + 8 + 2


def test_a_pair_that_goes_together_is_mapped(coached):
    rows = [dict(row) for row in coached.rows("interactions", 0)]
    for row in rows:
        if (row["level"], row["other_level"]) == ("5-4-1", "fourbe"):
            row.update(estimate=0.09, low=0.05, high=0.13, low_simultaneous=0.03, high_simultaneous=0.15)
    import polars as pl

    changed = Figures(
        coached.summary, coached.names, {**coached.tables, "interactions": pl.DataFrame(rows, schema=coached.tables["interactions"].schema)}
    )
    found = card(effect_cards(changed, coached.summary.points[0]), "Compo × Coach: beyond the two")
    assert found.sentence == (
        "One of the 40 pairs is shown to differ from the sum of the two: 5-4-1 with Le Fourbe, +9.0 points (+3.0 to +15.0) beyond what the two do by "
        "themselves."
    )
    assert len(found.table.rows) == 40


def test_of_many_settings_the_tables_say_it(coached):
    assert effect_cards(coached, coached.summary.points[0], drawn=False) == []
    assert {"variation", "model", "match_ups"} <= set(coached.tables)


def test_luck_and_skill_and_the_ladder(pairs):
    (luck,) = luck_card(pairs, pairs.summary.points[0])
    assert "in the deal" in luck.sentence
    assert "(a, b)" in luck.sentence or "(a and b)" in luck.sentence
    cards = ladder_cards(pairs, [0, 1, 2], "x")
    assert [c.title for c in cards] == ["The ladder of strategies", "Luck and skill, step by step", "Does one strategy dominate?"]
    ladder = cards[0]
    assert ladder.sentence.startswith("From the top, as measured: a, ")
    assert "One of the 2 steps is shown;" in ladder.sentence
    assert cards[2].sentence.startswith("a dominates")
    assert len(cards[1].table.rows) == 2


def test_equals_have_no_card_of_luck(coached):
    assert luck_card(coached, coached.summary.points[0]) == []
    assert ladder_cards(coached, [0], "x") == []


def test_how_decisive_gathers_what_is_there(tmp_path):
    truth = {"held": dict.fromkeys(CARDS, 0.3), "played": dict.fromkeys(CARDS, 0.3), "effect": {}, "lead_lost": 0.4}
    length = {("no_mercy", 2): 20, ("no_mercy", 3): 30, ("doux", 2): 21, ("doux", 3): 33}
    points = [Point(mode, players, truth={**truth, "length": long}) for (mode, players), long in length.items()]
    run = write_stealr(tmp_path, points, blocks=300)
    figures = figures_of_run(run, Names(stand_in("stealr")))
    (found,) = decisive_card(figures, figures.summary.points[0])
    assert re.match(r"In (3\d|4\d)\.\d.% \([^)]*\) of the games a lead is lost\.", found.sentence)
    (section,) = across_sections(figures.summary, figures, figures.names)
    (part,) = section.parts
    shares = card(part.cards, "What makes the differences between settings")
    assert re.match(r"Turns, all seats together: 9\d\.\d.% \(\d[^)]*\) of the differences between settings come from players alone", shares.sentence)
    turns = card(part.cards, "Turns, all seats together")
    assert turns.svg
    assert len({len(row) for row in shares.table.rows}) == 1


def test_a_game_that_declares_nothing_of_it_has_no_card(coached):
    bare = dataclasses.replace(coached.summary.figures, games=(), seats=())
    summary = dataclasses.replace(coached.summary, figures=bare)
    names = Names(coached.names.game, bare)
    assert decisive_card(Figures(summary, names, coached.tables), summary.points[0]) == []
