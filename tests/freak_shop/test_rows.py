"""What result rows say of a seat and of a game (what is scored and who has won is shown in the files of those rules)."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import get_strategy

from .table import CLOSING, Table


@pytest.mark.rule("F-4", "F-5")
def test_rows_count_exchanges_by_kind_and_cards():
    t = Table(2).manor(0, "1", "1", "9").manor(1, "10", "4").shop("3", "3", "5", "5", "4", "2").pile(*["6"] * 8, CLOSING).turn_of(0)
    t.good_deal(give=("1", "1"), take=("3", "3")).fair_price(give=("10",), take=("5", "5")).fair_price(give=("9",), take=("1", "2", "6"))
    seats = t.rows()[1]
    assert [(seat["good_deals"], seat["fair_prices"], seat["passes"]) for seat in seats] == [(1, 1, 0), (0, 1, 0)]
    assert [(seat["given"], seat["taken"]) for seat in seats] == [(3, 5), (1, 2)]
    assert [(seat["cards"], seat["worth"]) for seat in seats] == [(5, 15), (3, 14)]


@pytest.mark.rule("F-3", "F-8")
def test_rows_count_turns_and_rounds():
    t = Table(3).pile(*["1"] * 20, CLOSING).turn_of(0)
    for _ in range(4):
        t.pass_time()
    game, seats = t.rows()
    assert [seat["turns"] for seat in seats] == [2, 2, 1]
    assert {seat["rounds"] for seat in seats} == {2} == {game["rounds"]}
    assert (game["turns"], game["first"]) == (5, 0)
    assert [(seat["seat"], seat["order"]) for seat in seats] == [(0, 0), (1, 1), (2, 2)]


@pytest.mark.rule("F-2")
@pytest.mark.parametrize("above", range(7))
def test_rows_tell_how_many_cards_lay_above_the_closing_card(above):
    for block in range(200):
        t = Table(2, block=block)
        if t.dealt["above_closing"] == above:
            break
    assert t.rows()[0]["above_closing"] == above == 6 - (len(t.dealt["pile"]) - 1 - t.dealt["pile"].index(CLOSING))


@pytest.mark.rule("F-22", "C-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rows_of_real_games_agree_with_themselves(players):
    config = get_game("freak_shop").configure("classic", players)
    rows = Session(config, Lineup((get_strategy("freak_shop", "random"),) * players), 5).play(0, 40)
    seats = {name: rows.seats[name].reshape(40, players).astype(int) for name in rows.seats.dtype.names or ()}
    total, rank = seats["total"], seats["rank"]
    assert (total == seats["points_1"] + seats["points_2"] + seats["points_3"]).all()
    assert (seats["won"] == (rank == 1)).all()
    assert (seats["winners"] == seats["won"].sum(axis=1, keepdims=True)).all()
    assert (rows.games["winners"] == seats["won"].sum(axis=1)).all()
    assert (seats["shared"] == (seats["won"] & (seats["winners"] > 1))).all()
    others = np.array([np.delete(total, seat, axis=1).max(axis=1) for seat in range(players)]).T
    assert (seats["margin"] == total - others).all()
    assert (rank.min(axis=1) == 1).all()
    assert ((total[:, :, None] < total[:, None, :]).sum(axis=2) < rank).all(), "everyone with more points is ahead"
    assert (seats["turns"].sum(axis=1) == rows.games["turns"]).all()
    assert (seats["turns"] == seats["good_deals"] + seats["fair_prices"] + seats["passes"]).all()
    assert (seats["cards"] == 4 + seats["taken"] - seats["given"]).all()
    assert (seats["turns"][:, 0] == rows.games["rounds"]).all()
    for slot in (1, 2, 3):
        assert (seats[f"objective_{slot}"] == rows.games[f"objective_{slot}"][:, None]).all()
        assert ((rows.games[f"objective_{slot}"] - 1) // 4 == slot - 1).all()
