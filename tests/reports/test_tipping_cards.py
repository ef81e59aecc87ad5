"""Targets of a study on the page: a card for each, with where the swept setting takes the figure across it."""

import json
import math
import re

import pytest

from analysis.balance import tables
from analysis.language import speaking
from analysis.summary import summarise
from analysis.sweeps import sweeps
from analysis.tipping import tipping_points
from analysis.wording import Names
from reports.lookup import Figures
from reports.tipping_cards import curve_cards
from tests.analysis.synthetic import SyntheticPoint, rows_of, write_run

COUNTS = (4, 6, 8, 10, 12)
LENGTHENED = math.exp((0.4**2 + 0.3**2) / 2)
"""The mean of the factor by which a synthetic game is longer or shorter: log-normal."""
SHARED_AT, LONG_AT = 8.6, 7.0
TURNS = LENGTHENED * (20 + 2 * LONG_AT) + 4


def _several_win(share):
    """The probability at which each loser wins too, so that this share of games of four has several winners."""
    return 1 - (1 - share) ** (1 / 3)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Games get longer with each Transfert card, and fewer have several winners: half of them at 8.6 cards."""
    points = [
        SyntheticPoint(
            "classic", 4, shared=_several_win(0.5 + 0.05 * (SHARED_AT - count)), length=20.0 + 2 * count,
            deck={"transfert": count}, settings={"deck.transfert": count},
        )
        for count in COUNTS
    ]  # fmt: skip
    folder = write_run(tmp_path_factory.mktemp("runs") / "run", points, blocks=1500, seed=5)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["study"]["targets"] = {"turns": TURNS, "shared": 50.0, "going_first": 3.0, "unfinished": 10.0}
    path.write_text(json.dumps(manifest))
    return folder


def cards_of(run):
    summary = summarise(run)
    names = Names.of(summary.manifest)
    (sweep,) = sweeps(summary)
    return {card.title: card for card in curve_cards(Figures(summary, names, tables(summary)), sweep, 1, names, "Caption.")}


def test_known_crossings_are_found(run):
    rows = {row["figure"]: row for row in tipping_points(summarise(run)).filter(reference="target").to_dicts()}
    assert set(rows) == {"turns", "shared", "going_first", "unfinished"}
    assert [rows[name]["target"] for name in ("turns", "shared", "going_first")] == [TURNS, 0.5, 0.03]
    assert rows["turns"]["rising"] is True
    assert rows["shared"]["rising"] is False
    assert rows["turns"]["low"] < LONG_AT < rows["turns"]["high"]
    assert rows["shared"]["low"] < SHARED_AT < rows["shared"]["high"]
    assert rows["shared"]["high"] - rows["shared"]["low"] < 2
    assert rows["unfinished"]["status"] == "below"


def test_each_target_has_a_card_that_says_where_it_is_reached(run):
    cards = cards_of(run)
    assert set(cards) == {"Turns, all seats together", "Several winners", "First player less last player", "Unfinished (limit of turns)"}
    shared = re.fullmatch(
        r"The share of games with several winners falls below the target of 50\u00a0% at (8\.\d+) Transfert cards in the deck "
        r"\(between ([78]\.\d+) and ([89]\.\d+)\)\.",
        cards["Several winners"].sentence,
    )
    assert shared is not None, cards["Several winners"].sentence
    low, at, high = (float(shared[k]) for k in (2, 1, 3))
    assert low < SHARED_AT < high
    assert low < at < high
    assert cards["Turns, all seats together"].sentence.startswith(f"The length of games rises above the target of {TURNS:g}\u00a0turns at ")
    # Nobody has an advantage here, so it is shown to be less than 3 points; no game is unfinished, so less than 10 % are.
    assert cards["First player less last player"].sentence == "What going first is worth stays below the target of 3 points at every value tried."
    unfinished = cards["Unfinished (limit of turns)"]
    assert unfinished.sentence == ("The share of unfinished games stays below the target of 10\u00a0% at every value tried.")


def test_the_table_of_a_card_has_the_figures_themselves_not_what_they_are_above_the_target(run):
    cells = cards_of(run)["Several winners"].table.rows
    for k, (count, share, _) in enumerate(cells):
        assert count == str(COUNTS[k])
        assert float(share) == pytest.approx(100 * (rows_of(run, "games", k)["winners"] > 1).mean(), abs=0.0501)


def test_a_target_in_french(run):
    with speaking("fr"):
        told = " ".join(card.sentence for card in cards_of(run).values())
    assert "la cible de 50\u00a0%" in told.replace("\u202f", "\u00a0")
    assert "target" not in told
