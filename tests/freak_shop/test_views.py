"""C-3 to C-5: what a seat is told, and whose every decision is."""

from __future__ import annotations

import numpy as np
import pytest

from sim.freak_shop.state import PUBLIC_FIELDS, STATE, VIEW
from tests.core.playout import seeded

from .table import CLOSING, Table

PILE = ("6", "7", "8", "8s", "9", "1", "1s", "2")


def usual(**setting) -> Table:
    return Table(3, **setting).manor(0, "1", "2s", "5").manor(1, "4").manor(2, "4s", "9").shop("1", "3", "3", "7", "10").objectives(1, 6, 12)


@pytest.mark.rule("C-3", "F-9")
def test_c3_the_order_of_the_pile_and_where_the_closing_card_lies_are_in_no_view():
    views = {usual().pile(*cards).turn_of(0).view() for cards in ((*PILE, CLOSING), (CLOSING, *PILE), (*PILE[::-1][:3], CLOSING, *PILE[::-1][3:]))}
    assert len(views) == 1


@pytest.mark.rule("C-3", "F-9")
def test_c3_everything_else_is_in_every_view():
    views = [
        usual(),
        usual().manor(0, "1", "2", "5"),
        usual().manor(2, "4s", "8"),
        usual().shop("1s", "3", "3", "7", "10"),
        usual().objectives(1, 6, 11),
        usual(options={"equal_turns": True}),
        usual(options={"points": {"snob": 1}}),
        usual(deck={"10": 3}),
    ]
    told = [t.pile(*PILE, CLOSING).turn_of(0).view() for t in views]
    told.append(usual().pile(*PILE[1:], CLOSING).turn_of(0).view())  # how many cards are left
    told.append(usual().pile("5", *PILE[1:], CLOSING).turn_of(0).view())  # and which
    told.append(usual().pile(*PILE, CLOSING).turn_of(1).view())
    told.append(usual().pile(*PILE, CLOSING).turn_of(0).play("fair_price").view())
    told.append(usual().pile(*PILE, CLOSING).turn_of(0).play("fair_price").play("give", card="1", number=1).view())
    assert len(set(told)) == len(told)


@pytest.mark.rule("C-3")
def test_c3_views_do_not_depend_on_what_is_hidden_along_whole_games():
    """At every decision of some games: another order of the pile, another place of the closing card, another stream, other counters."""
    chance = np.random.default_rng(1)
    for block in range(3):
        t = Table(2 + block, block=block)
        t.engine.begin_game(t.desk.tables, t.rules, t.desk.matches, t.desk.states, t.desk.views, t.desk.memory, t.desk.streams)
        choose = seeded(block)
        while not t.over:
            moves = t.moves()
            if len(moves) > 1:
                before, told = t.desk.states.copy(), t.view()
                s = t.raw
                top, end = int(s["pile_top"]), int(s["merchandise"])
                s["pile"][top:end] = chance.permutation(s["pile"][top:end])
                s["closing_at"] = chance.integers(top, end + 1)
                s["above_closing"], s["leader_changes"], s["chance"]["position"] = 9, 77, chance.integers(2**62)
                s["count"] = 5
                assert t.view() == told
                t.desk.states[:] = before
            t.engine.legal(t.rules, t.desk.states, t.desk.moves)
            t.engine.answer(t.desk.tables, t.rules, t.desk.states, t.desk.moves, choose(len(moves)))


def test_view_and_state_begin_alike():
    for name, *_ in PUBLIC_FIELDS:
        assert STATE.fields[name][1] == VIEW.fields[name][1]
    assert set(VIEW.names or ()) - {name for name, *_ in PUBLIC_FIELDS} == {"seat", "rules"}


@pytest.mark.rule("C-3")
def test_c3_a_view_remembers_what_everyone_exchanged_last():
    t = usual().pile(*PILE, CLOSING).turn_of(0)
    t.good_deal(give=("2s",), take=("7",))
    t.fair_price(give=("4",), take=("1", "3"))
    t.view()
    view = t.desk.views[t.desk.tables[0]["asked"]]
    assert view["seat"] == 2
    assert view["last_exchange"].tolist()[:3] == [1, 2, -1]
    assert {i: int(n) for i, n in enumerate(view["last_delta"][0]) if n} == {3: -1, 12: 1}
    assert {i: int(n) for i, n in enumerate(view["last_delta"][1]) if n} == {0: 1, 4: 1, 6: -1}


@pytest.mark.rule("C-5")
def test_c5_which_copy_changes_hands_is_asked():
    """Equal values with and without sale mark are different cards, and whoever exchanges them says which."""
    t = Table(2).manor(0, "4", "4s").shop("7", "7s", "1", "1", "1").turn_of(0).play("good_deal")
    assert {(move["action"], move["card"]) for move in t.moves()} == {("give", "4"), ("give", "4s"), ("take", "1")}
    t.play("give", card="4s", number=1)
    assert {(move["action"], move["card"]) for move in t.moves()} == {("take", "7"), ("take", "7s")}
