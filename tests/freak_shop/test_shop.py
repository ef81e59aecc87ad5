"""F-7, F-8 and C-6: the shop gets new cards, and how a game ends."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import get_strategy

from .table import CLOSING, Table

PILE = ("6", "7", "8", "9", "6s", "7s", "8s", "9s")


def shopping(players: int = 2, *, shop=("1", "2", "3", "4", "5"), pile=(*PILE, CLOSING), **setting) -> Table:
    """Everyone has a 10 and can give it for any card of the shop."""
    t = Table(players, **setting)
    for seat in range(players):
        t.manor(seat, "10", "5s")
    return t.shop(*shop).pile(*pile).turn_of(0)


@pytest.mark.rule("F-7")
@pytest.mark.parametrize(("players", "cards"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_f7_the_shop_gets_two_cards_or_one(players, cards):
    t = shopping(players)
    for turn in range(3):
        before = Counter(t.in_shop)
        give = next(iter(t.manor_of(t.active)))
        take = next(card for card in t.in_shop if card.rstrip("s") != give.rstrip("s"))
        t.good_deal(give=(give,), take=(take,))
        gained = Counter(PILE[turn * cards : (turn + 1) * cards])
        assert Counter(t.in_shop) == before + Counter([give]) - Counter([take]) + gained
        assert t.in_pile == [*PILE[(turn + 1) * cards :], CLOSING]


@pytest.mark.rule("F-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f7_and_then_as_many_as_it_needs_to_have_five(players):
    """Someone takes four of the five cards for one."""
    t = shopping(players, shop=("1", "2", "3", "4", "9")).fair_price(give=("10",), take=("1", "2", "3", "4"))
    assert Counter(t.in_shop) == Counter(["9", "10", *PILE[:3]])
    assert sum(t.in_shop.values()) == 5


@pytest.mark.rule("F-7")
@pytest.mark.parametrize(("refill", "least", "size"), [(1, 5, 6), (4, 5, 9), (1, 8, 8), (3, 8, 8), (1, 1, 6)])
def test_f7_refill_and_shop_minimum_are_options(refill, least, size):
    t = shopping(2, options={"refill": {"2": refill}, "shop_minimum": least}).good_deal(give=("10",), take=("1",))
    assert sum(t.in_shop.values()) == size
    assert sum(Table(2, options={"shop_minimum": least}).dealt["shop"].values()) == least, "F-2: the shop opens with as many"


@pytest.mark.rule("F-8")
@pytest.mark.parametrize("closing", [0, 1])
def test_f8_the_closing_card_ends_the_game_at_once(closing):
    """Whether it comes up as the first or the second of the two new cards: no more cards, no more turns."""
    pile = (*PILE[:closing], CLOSING, *PILE[closing:])
    t = shopping(pile=pile).good_deal(give=("10",), take=("4",))
    assert t.over
    assert t.asked == (None, None)
    assert sum(t.in_shop.values()) == 5 + closing
    assert t.in_pile == list(PILE[closing:]), "what lay below it stays there"
    assert t.cards()[CLOSING] == 1
    assert t.state()["turn"] == 1


@pytest.mark.rule("F-8")
def test_f8_it_is_not_turned_up_before_the_cards_above_it():
    t = shopping(pile=(*PILE[:2], CLOSING)).good_deal(give=("10",), take=("4",))
    assert not t.over
    t.pass_time()
    assert t.over


@pytest.mark.rule("F-8")
def test_f8_it_ends_the_game_while_the_shop_is_filled_up_to_five_too():
    t = shopping(4, shop=("1", "2", "3", "4", "9"), pile=("6", CLOSING, "7")).fair_price(give=("10",), take=("1", "2", "3", "4"))
    assert t.over
    assert t.in_shop == {"6": 1, "9": 1, "10": 1}


@pytest.mark.rule("F-8")
@pytest.mark.parametrize(("players", "turns"), [(2, 2), (3, 3), (5, 5)])
def test_f8_under_equal_turns_the_round_is_played_out_without_new_cards(players, turns):
    t = shopping(players, pile=(CLOSING, *PILE), options={"equal_turns": True})
    for turn in range(turns):
        assert not t.over
        assert t.active == turn
        t.pass_time()
        assert sum(t.in_shop.values()) == 5
    assert t.over
    assert [seat["turns"] for seat in t.state()["seats"]] == [1] * players


@pytest.mark.rule("F-8")
def test_f8_under_equal_turns_the_last_seats_turn_can_end_the_game_at_once():
    t = shopping(2, pile=("6", "7", CLOSING, "8"), options={"equal_turns": True}).pass_time().pass_time()
    assert t.over


def turns_of(players: int, games: int, **options) -> np.ndarray:
    config = get_game("freak_shop").configure("classic", players, options=options)
    return Session(config, Lineup((get_strategy("freak_shop", "random"),) * players), 7).play(0, games).games["turns"]


@pytest.mark.rule("F-8")
@pytest.mark.parametrize(("players", "least", "most"), [(2, 24, 27), (3, 22, 25), (4, 39, 45), (5, 35, 41)])
def test_f8_games_are_as_long_as_the_pile_says(players, least, most):
    """Real games, in which the shop seldom has to be topped up: then they only get shorter."""
    turns = turns_of(players, 60)
    assert turns.max() <= most
    assert (turns >= least).mean() > 0.8
    equal = turns_of(players, 60, equal_turns=True)
    assert (equal == -(-turns // players) * players).all(), "the same games, the last round played out"


@pytest.mark.rule("C-6")
def test_c6_a_game_that_reaches_the_turn_limit_is_unfinished_and_nobody_has_won():
    t = shopping(options={"max_turns": 3}).pass_time().pass_time()
    assert not t.over
    t.pass_time()
    state = t.state()
    assert (state["over"], state["unfinished"], state["turn"]) == (True, True, 3)
    game, seats = t.rows()
    assert (game["unfinished"], game["winners"], game["turns"]) == (1, 0, 3)
    assert [seat["won"] for seat in seats] == [0, 0]
    assert all(seat["unfinished"] == 1 and seat["rank"] >= 1 for seat in seats)


@pytest.mark.rule("C-6", "F-8")
def test_c6_the_closing_card_on_the_last_turn_allowed_finishes_the_game():
    t = shopping(pile=(CLOSING, *PILE), options={"max_turns": 1}).pass_time()
    assert (t.over, t.state()["unfinished"]) == (True, False)
    assert t.rows()[0]["winners"] >= 1
