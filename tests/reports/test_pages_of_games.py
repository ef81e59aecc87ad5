"""Pages of Stealr and Freak Shop: made from runs without an engine whose truth is known, and read back."""

from __future__ import annotations

import json
import re
import shutil
from itertools import product

import pytest

import sim.core.registry
from analysis import balance
from analysis.grids import Mapped
from analysis.summary import summarise
from reports import grid_cards
from reports.commands.report import report
from tests.analysis.synthetic import rows_of
from tests.analysis.synthetic_games import Point, stand_in, write_freak, write_stealr
from tests.reports.test_page import Page, number

HELD = {"deal_breaker": 0.5, "yoink": 0.6, "just_say_no": 0.7}
PLAYED = {"deal_breaker": 0.6, "yoink": 0.8, "just_say_no": 0.5}
ALL = list(product((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))


@pytest.fixture(scope="module")
def games():
    """Titles and options of both games, whether or not their engines are there."""
    real = sim.core.registry.get_game
    stands = {name: stand_in(name) for name in ("stealr", "freak_shop")}
    with pytest.MonkeyPatch.context() as patched:
        for module in ("sim.core.registry", "analysis.wording"):
            patched.setattr(f"{module}.get_game", lambda name: stands.get(name) or real(name))
        yield stands


@pytest.fixture(scope="module")
def stealr(tmp_path_factory, games):
    def mode(variant, length, other, effect, lineup):
        truth = {"held": HELD, "played": PLAYED, "effect": effect, "length": length, "on_other_turn": other, "raider": 0.8}
        return Point(variant, 2, lineup=lineup, settings={"variant": variant, "lineup": ", ".join(lineup)}, truth=truth)

    modes = (("no_mercy", 30, 0.25, {"deal_breaker": 1.0}), ("doux", 34, 0.1, {"deal_breaker": 0.7}), ("debutant", 40, 0.05, {}))
    points = [mode(*each, lineup) for lineup in (("expert",), ("raider", "guard")) for each in modes]
    return write_stealr(tmp_path_factory.mktemp("stealr"), points, blocks=700, blocks_per_part=300)


@pytest.fixture(scope="module")
def freak(tmp_path_factory, games):
    points = [
        Point(
            "classic", players, options={"objectives": list(c), "equal_turns": equal},
            settings={"options.objectives": list(c), "options.equal_turns": equal, "players": players},
            truth={"mean": [10, 20, 15], "sd": [1 + 0.5 * e for e in c], "seller": 2 * (c[0] == 4), "length": 24 + c[1]},
        )
        for players in (2,) for equal in (False, True) for c in ALL
    ]  # fmt: skip
    return write_freak(tmp_path_factory.mktemp("freak"), points, blocks=120)


@pytest.fixture(scope="module")
def stealr_html(stealr):
    return report(stealr).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def freak_html(freak):
    return report(freak).read_text(encoding="utf-8")


def table_with(page, *headings):
    """The first table whose headings begin so."""
    return next(table for table in page.tables if table[0][: len(headings)] == list(headings))


def estimate(cell):
    """The number before the ±."""
    return number(cell.split(" ± ")[0])


@pytest.mark.parametrize("name", ["stealr_html", "freak_html"])
def test_pages_are_well_formed_and_know_no_other_game(name, request):
    html = request.getfixturevalue(name)
    page = Page(html)
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith(("#", "data:")) for link in page.links)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    words = " ".join(page.texts).lower()
    for foreign in ("compo ", "compos", "coach", "mercato", "goalkeeper", "completed their team"):
        assert foreign not in words, foreign
    assert len(html) < 3_000_000
    assert not re.search(r"\bnan\b|None", words)


def test_variants_are_compared(stealr, stealr_html):
    page = Page(stealr_html)
    titles = [title for title in page.headings if "compared" in title]
    assert titles == [f"No Mercy, Doux and Débutant compared, 2 players, {who}" for who in ("expert", "raider, guard")]
    for title in (
        "How long games last",
        "Change of length",
        "Change of victories on another's turn",
        "Win rate of seats that played it",
        "Side by side",
    ):
        assert page.headings.count(title) >= 2, title
    games = [rows_of(stealr, "games", point) for point in range(6)]
    table = table_with(page, "Setting", "Change, turns")
    assert [row[0] for row in table[1:]] == ["Doux less No Mercy", "Débutant less No Mercy", "Débutant less Doux"]
    for row, (mine, base) in zip(table[1:], ((1, 0), (2, 0), (2, 1)), strict=True):
        assert number(row[1]) == pytest.approx(games[mine]["turns"].mean() - games[base]["turns"].mean(), abs=0.0501)
        assert number(row[3]) > 2  # what pairing gained
    side_by_side = {row[0]: row[2:] for row in table_with(page, "In a game", "Unit", "No Mercy")[1:]}
    for k in range(3):
        assert estimate(side_by_side["Won on another player's turn"][k]) == pytest.approx(100 * games[k]["on_other_turn"].mean(), abs=0.0501)
    assert "In all six comparisons of variants a change of the length of games is shown" in " ".join(page.texts)


def test_what_becomes_of_each_card(stealr, stealr_html):
    page = Page(stealr_html)
    seats = rows_of(stealr, "seats", 0)
    table = {row[0]: row[1:] for row in table_with(page, "Card", "Held", "Banked", "Played")[1:]}
    assert set(table) == {"Deal Breaker", "Yoink!", "Just Say No"}
    for k, deed in enumerate(("held", "banked", "played")):
        assert estimate(table["Deal Breaker"][k]) == pytest.approx(seats[f"deal_breaker_{deed}"].mean(), abs=0.0051)
    wins = next(
        table for table in page.tables if table[0][:2] == ["Card", "Games won, %"] and table[1][0] == "Deal Breaker" and number(table[1][1]) > 65
    )
    expected = 100 * seats[seats["deal_breaker_played"] > 0]["won"].mean()
    assert number(wins[1][1]) == pytest.approx(expected, abs=0.0501)
    assert wins[1][wins[0].index("Shown")] == "above"


def test_seats_are_told_by_place_and_by_strategy(stealr, stealr_html):
    page = Page(stealr_html)
    tables = [table for table in page.tables if table[0][0] == "A seat, in a game"]
    assert tables[0][0] == ["A seat, in a game", "Unit", "All seats", "1st", "2nd"]
    assert ["raider", "guard"] in [table[0][-2:] for table in tables]
    seats = rows_of(stealr, "seats", 3)
    mixed = next(table for table in tables if table[0][-2:] == ["raider", "guard"])
    (row,) = [row for row in mixed if row[0] == "Complete sets at the end"]
    assert estimate(row[2]) == pytest.approx(seats["sets"].mean(), abs=0.0051)
    assert estimate(row[-2]) == pytest.approx(seats[seats["strategy"] == 1]["sets"].mean(), abs=0.0051)


def test_the_map_of_all_combinations(freak, freak_html):
    page = Page(freak_html)
    assert page.headings.count("Weight of each objective") == 2
    assert page.headings.count("Winner's margin") == 1
    assert page.headings.count("Length: change") == 1
    assert "Winner's margin: change" not in page.headings  # not a game came out differently
    table = table_with(page, "Combination", "Objectives")
    assert [row[0] for row in table[1:]] == ["-".join(map(str, chosen)) for chosen in ALL]
    assert table[1][1] == "Mode · Voisins · Collection."
    for index in (0, 21, 63):
        row = table[1 + index]
        assert estimate(row[table[0].index("Length, turns")]) == pytest.approx(rows_of(freak, "games", index)["turns"].mean(), abs=0.0501)
        margin = rows_of(freak, "seats", index).groupby("block")["margin"].max().mean()
        assert estimate(row[table[0].index("Winner's margin, points")]) == pytest.approx(margin, abs=0.0501)
    figure = re.search(r'<svg(?:(?!</svg>).)*?id="grid-0-1-title".*?</svg>', freak_html, re.DOTALL).group()
    assert all(f">{words}</text>" in figure for words in ("Mode", "Voisins", "Collection.", "Ordonné", "Marchandage"))
    assert len(re.findall(r">\d\d\.\d</text>", figure)) == 64


def test_the_answer_of_a_grid_says_what_weighs_and_what_the_first_seat_is_worth(freak, freak_html):
    text = " ".join(" ".join(Page(freak_html).texts).split())
    assert "With 2 players, of what separates the seats of a game, the most measured comes from 12 Bien ordonné" in text
    assert "What the seller's seat is worth: " in text
    summary = summarise(freak)
    row = balance.tables(summary)["weights"].filter(point=0, figure="of_spread", element="12").to_dicts()[0]
    assert f"{100 * row['estimate']:.0f}" in re.search(r"the most measured comes from 12 Bien ordonné \(([\d.]+) ±", text).group(1)


def test_only_what_is_furthest_on_its_side_is_called_furthest(freak):
    """Where all that is shown lies on one side, its nearest end is not "furthest"."""
    summary = summarise(freak)
    turns = next(of for of in summary.figures.grid.maps if of.name == "turns")
    values = {(0, 0, 0): 31.0, (1, 0, 0): 27.0, (2, 0, 0): 24.0, (3, 0, 0): 25.2}

    def found(values):
        cells = {
            place: {"estimate": x, "low_simultaneous": x - 0.5, "high_simultaneous": x + 0.5}
            | {"difference": x - 25, "difference_low": x - 25.5, "difference_high": x - 24.5}
            for place, x in values.items()
        }
        return grid_cards._extremes(summary, Mapped(turns, cells, 25.0)).replace("\u00a0", " ")

    assert found(values) == (
        "three of four combinations are shown to differ from the average, 25.0 turns; furthest: Mode · Voisins · Collection. (31.00 ± 0.50 turns) "
        "and Snob · Voisins · Collection. (24.00 ± 0.50 turns)."
    )
    del values[2, 0, 0]
    assert found(values).endswith("furthest: Mode · Voisins · Collection. (31.00 ± 0.50 turns).")


def test_a_single_combination_has_the_cards_of_a_setting(tmp_path, games):
    truth = {"mean": [10, 20, 15], "sd": [2.0, 4.0, 3.0]}
    run = write_freak(tmp_path / "run", [Point("classic", 3, options={"objectives": [1, 5, 9], "equal_turns": False}, truth=truth)], blocks=300)
    page = Page(report(run).read_text(encoding="utf-8"))
    assert {"What decides", "Winner's margin", "What seats do", "What happens in a game", "Length", "How games end", "Order of play"} <= set(
        page.headings
    )
    assert not any("Weight" in title for title in page.headings)
    table = table_with(page, "Objective", "Of the points, %")
    assert [row[0] for row in table[1:5]] == ["1 La mode à petit prix", "5 Fête des voisins", "9 Collectionnite", "All three"]
    assert sum(estimate(row[2]) for row in table[1:4]) == pytest.approx(100, abs=0.2)


def test_drawn_objectives_are_named_by_their_pile(tmp_path, games):
    truth = {"mean": [10, 20, 15], "sd": [2.0, 4.0, 3.0]}
    run = write_freak(tmp_path / "run", [Point("classic", 2, options={"objectives": "random"}, truth=truth)], blocks=60)
    page = Page(report(run).read_text(encoding="utf-8"))
    assert [row[0] for row in table_with(page, "Objective", "Of the points, %")[1:4]] == ["First objective", "Second objective", "Third objective"]


def test_one_block_is_enough_for_pages_that_claim_nothing(tmp_path, games):
    truth = {"held": HELD, "played": PLAYED, "effect": {}, "length": 30}
    stealr = write_stealr(tmp_path / "s", [Point(v, 2, settings={"variant": v}, truth=truth) for v in ("no_mercy", "doux")], blocks=1)
    truth = {"mean": [10, 20, 15], "sd": [2.0, 4.0, 3.0]}
    freak = write_freak(
        tmp_path / "f", [Point("classic", 2, options={"objectives": list(c), "equal_turns": False}, truth=truth) for c in ALL], blocks=1
    )
    for run in (stealr, freak):
        text = " ".join(Page(report(run).read_text(encoding="utf-8")).texts)
        assert not re.search(r"\bnan\b", text)
        assert "is shown;" not in text.split("At a glance")[0]
        for name in (run / "report" / "tables").glob("*.json"):
            json.loads(name.read_text())


@pytest.mark.parametrize(("name", "kept"), [("freak", 127), ("freak", 70), ("freak", 64), ("freak", 3), ("stealr", 13), ("stealr", 4)])
def test_a_run_that_was_stopped_has_a_page(name, kept, request, tmp_path):
    """Design points that have no games yet are left out, whichever they are."""
    run = tmp_path / "run"
    shutil.copytree(request.getfixturevalue(name), run, ignore=shutil.ignore_patterns("report"))
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["parts"] = dict(sorted(manifest["parts"].items())[:kept])
    manifest["complete"] = False
    (run / "manifest.json").write_text(json.dumps(manifest))
    assert "At a glance" in report(run).read_text(encoding="utf-8")
