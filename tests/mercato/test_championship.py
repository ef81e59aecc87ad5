"""Championships: M-34 to M-36."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.play import Lineup, play_blocks
from sim.core.registry import get_game
from strategies.registry import get_strategy

from .match import Match, Pairing

ALL_VARIANTS = [("classic", 3), ("duel", 2), ("ultime", 4), ("ultime_duel", 2)]


@pytest.mark.rule("M-34")
@pytest.mark.parametrize(("variant", "players"), ALL_VARIANTS)
def test_m34_the_agreed_number_of_games_of_any_variant(variant, players):
    match = Match(variant, players, games=3)
    for _ in range(3):
        assert match.next == Pairing(tuple(range(players)), variant, False)
        match.won_by(1)
    assert match.over
    assert (match.champion, match.games) == (1, (3, 0))


@pytest.mark.rule("M-34")
def test_m34_each_winner_scores_a_point():
    match = Match("classic", 4, games=4).won_by(0, 2).won_by(2).won_by().won_by(0, 2, 3)
    assert match.points == [2, 0, 3, 1]
    assert match.champion == 2


@pytest.mark.rule("M-34", "C-6")
def test_m34_of_an_unfinished_game_too():
    match = Match("classic", 3, games=2).won_by(1, unfinished=True).won_by(unfinished=True)
    assert match.points == [0, 1, 0]
    assert match.champion == 1


@pytest.mark.rule("M-34")
def test_m34_compos_coaches_and_first_player_are_drawn_anew_for_each_game():
    """Over the ten games of ten championships, no two are dealt alike, and everything varies within each."""
    for block in range(10):
        match = Match("ultime", 3, games=10, block=block)
        compos, coaches, first, hands = set(), set(), set(), set()
        while not match.over:
            state = match.state()
            compos.add(tuple(seat["compo"] for seat in state["seats"]))
            coaches.add(tuple(seat["coach"] for seat in state["seats"]))
            hands.add(tuple(tuple(seat["hand"].items()) for seat in state["seats"]))
            first.add(state["first"])
            match.won_by(0)
        assert len(hands) == 10
        assert min(len(compos), len(coaches)) >= 8
        assert len(first) >= 2


@pytest.mark.rule("M-34")
def test_m34_a_single_game_is_no_championship():
    match = Match("classic", 2, games=1).won_by()
    assert match.over
    assert match.games == (1, 0)


@pytest.mark.rule("M-35")
def test_m35_a_tie_for_the_lead_is_broken_among_the_tied_only():
    match = Match("classic", 4, games=2).won_by(0, 1, 3).won_by(1, 3, 0)
    assert match.next == Pairing((0, 1, 3), "classic", True)
    assert match.points == [2, 2, 0, 2]


@pytest.mark.rule("M-35")
def test_m35_whoever_fails_to_complete_a_team_is_out():
    match = Match("ultime", 4, games=2).won_by(0, 1, 2, 3).won_by()
    assert match.next == Pairing((0, 1, 2, 3), "ultime", True)
    match.won_by(0, 2, 3)
    assert match.next == Pairing((0, 2, 3), "ultime", True)
    match.won_by(3, 0)
    assert match.next == Pairing((0, 3), "ultime", True)
    match.won_by(3)
    assert match.over
    assert match.champion == 3
    assert match.games == (5, 3)


@pytest.mark.rule("M-35")
def test_m35_extra_games_score_no_points():
    match = Match("classic", 3, games=2).won_by(0, 1).won_by().won_by(1)
    assert (match.points, match.champion) == ([1, 1, 0], 1)


@pytest.mark.rule("M-35")
def test_m35_if_nobody_completes_one_nobody_is_out():
    match = Match("classic", 3, games=2).won_by().won_by()
    for _ in range(5):
        assert match.next == Pairing((0, 1, 2), "classic", True)
        match.won_by(unfinished=True)
    match.won_by(0, 1, 2)
    assert match.next == Pairing((0, 1, 2), "classic", True), "all of them have completed one: nobody is out either"
    assert match.won_by(2).champion == 2


@pytest.mark.rule("M-35")
def test_m35_without_a_tie_there_is_no_extra_game():
    match = Match("classic", 3, games=2).won_by(0, 1).won_by(0)
    assert (match.over, match.champion, match.games) == (True, 0, (2, 0))


@pytest.mark.rule("M-35")
@pytest.mark.parametrize("most", [0, 1, 3])
def test_m35_max_extra_games(most):
    """Then there is no champion."""
    match = Match("classic", 3, games=2, max_extra_games=most).won_by().won_by()
    for _ in range(most):
        assert match.next == Pairing((0, 1, 2), "classic", True)
        match.won_by()
    assert (match.over, match.champion, match.games) == (True, None, (2 + most, most))


@pytest.mark.rule("M-35")
def test_m35_a_hundred_extra_games_by_default():
    match = Match("duel", 2, games=2).won_by(0).won_by(1)
    extra = 0
    while not match.over:
        match.won_by()
        extra += 1
    assert (extra, match.champion) == (100, None)


@pytest.mark.rule("M-35")
def test_m35_the_last_extra_game_may_still_decide():
    match = Match("classic", 3, games=2, max_extra_games=1).won_by().won_by().won_by(1)
    assert (match.over, match.champion) == (True, 1)


@pytest.mark.rule("M-36")
@pytest.mark.parametrize(
    ("variant", "players", "final", "expected"),
    [
        ("classic", 3, "game", "classic"),
        ("classic", 3, "duel", "duel"),
        ("ultime", 3, "game", "ultime"),
        ("ultime", 3, "duel", "ultime_duel"),
        ("classic", 2, "duel", "duel"),
        ("ultime", 2, "duel", "ultime_duel"),
        ("duel", 2, "game", "duel"),
        ("duel", 2, "duel", "duel"),
        ("ultime_duel", 2, "game", "ultime_duel"),
        ("ultime_duel", 2, "duel", "ultime_duel"),
    ],
)
def test_m36_two_tied_from_the_start(variant, players, final, expected):
    leaders = (0, players - 1)
    match = Match(variant, players, games=2, final=final).won_by(*leaders).won_by()
    assert match.next == Pairing(leaders, expected, True)
    state = match.state()
    assert all((sum(seat["hand"].values()) > 0) == (expected in ("classic", "ultime")) for seat in state["seats"])
    assert all((seat["coach"] is not None) == expected.startswith("ultime") for seat in state["seats"])
    match.won_by(leaders[1])
    assert match.champion == leaders[1]


@pytest.mark.rule("M-36")
def test_m36_a_duel_only_once_two_are_left():
    match = Match("ultime", 4, games=2, final="duel").won_by(0, 1, 2).won_by()
    assert match.next == Pairing((0, 1, 2), "ultime", True)
    match.won_by(1, 2)
    assert match.next == Pairing((1, 2), "ultime_duel", True)
    match.won_by(unfinished=True)
    assert match.next == Pairing((1, 2), "ultime_duel", True), "nobody has completed a team: once more"
    assert match.won_by(1).champion == 1


@pytest.mark.rule("M-34", "M-35", "M-36")
@pytest.mark.parametrize(("variant", "players", "final"), [("ultime", 3, "duel"), ("classic", 4, "game"), ("duel", 2, "game")])
def test_m34_the_rows_of_championships_that_are_played(variant, players, final):
    """The score and the champion of every match, recounted from the rows of its games."""
    compos = {"1-1": {"gardien": 1, "defenseur": 1}, "0-2": {"gardien": 1, "attaquant": 2}}
    deck = {"4-4-2": 0, "4-3-3": 0, "3-4-3": 0, "3-5-2": 0, "5-4-1": 0, "1-1": 3, "0-2": 3}
    options = {"games": 2, "final": final, "max_extra_games": 4, "max_turns": 80}
    config = get_game("mercato").configure(variant, players, options=options, deck=deck, compos=compos, require_eleven=False)
    rows = play_blocks(config, Lineup((get_strategy("mercato", "random"),) * players), 11, 0, 4)
    assert len(rows.matches) == 4 * players * players
    for match in rows.matches.reshape(-1, players):
        block, rotation = match["block"][0], match["rotation"][0]
        games = rows.games[(rows.games["block"] == block) & (rows.games["rotation"] == rotation)]
        seats = rows.seats[(rows.seats["block"] == block) & (rows.seats["rotation"] == rotation)]
        assert list(games["game"]) == list(range(len(games)))
        assert list(games["extra"]) == [0] * 2 + [1] * (len(games) - 2)
        assert set(match["games"]) == {len(games)}
        assert set(match["extra_games"]) == {len(games) - 2}
        points = [int(seats["won"][(seats["seat"] == seat) & (seats["game"] < 2)].sum()) for seat in range(players)]
        assert list(match["points"]) == points
        alive = {seat for seat in range(players) if points[seat] == max(points)}
        for game in games[2:]:
            at_it = seats[seats["game"] == game["game"]]
            assert set(at_it["seat"]) == alive
            assert config.labels["variant"][game["variant"]] == (f"{variant}_duel" if final == "duel" and len(alive) == 2 else variant)
            alive = set(at_it["seat"][at_it["won"] == 1]) or alive
        assert list(match["champion"]) == [int(alive == {seat}) for seat in range(players)]
        assert set(match["unfinished"]) == {int(len(alive) > 1)}
        assert len(alive) == 1 or len(games) == 2 + 4
    assert np.any(rows.matches["extra_games"] > 0), "this shows something of extra games too"
