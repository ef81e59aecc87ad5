"""F-1, F-2, and C-8: what is dealt, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.core.errors import SetupError
from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import get_strategy
from tests.mercato.chance import assert_fits, uniform

from .table import CLOSING, KINDS, Table, nobody

PRINTED = {"1": 7, "1s": 4, "2": 7, "2s": 3, "3": 6, "3s": 3, "4": 5, "4s": 3, "5": 5, "5s": 2, "6": 4, "6s": 2, "7": 3, "7s": 2, "8": 3, "8s": 1,
           "9": 2, "9s": 1, "10": 1, "10s": 1}  # fmt: skip


def deals(number: int, players: int = 2, **setting):
    """States as dealt, block after block."""
    table = Table(players, **setting)
    desk = table.desk
    for block in range(number):
        table.engine.begin_match(desk.tables, desk.matches, block, 0, True)
        table.engine.begin_game(desk.tables, table.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)
        yield table.state()


def everything(state) -> Counter:
    cards = Counter(state["pile"]) + Counter(state["shop"])
    for seat in state["seats"]:
        cards += Counter(seat["manor"])
    return cards


@pytest.mark.rule("C-8")
def test_c8_the_printed_deck_is_the_default():
    """12 - v cards of value v; a third of each value, to the nearest, is on sale."""
    config = get_game("freak_shop").configure("classic", 2)
    assert config.deck == {str(value): 12 - value for value in range(1, 11)}
    assert config.options["sale"] == {str(value): round((12 - value) / 3) for value in range(1, 11)}
    assert sum(config.deck.values()) == 65
    assert sum(config.options["sale"].values()) == 22
    assert sum(PRINTED.values()) == 65


@pytest.mark.rule("C-8")
def test_c8_every_default_is_the_rules_own():
    options = {option.name: option.default for option in get_game("freak_shop").options.values()}
    assert {name: options[name] for name in options if name not in ("sale", "categories", "points")} == {
        "objectives": "random", "piles": [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
        "starting_cards": [[1, 2, 3, 5], [1, 2, 3, 6], [1, 2, 3, 7], [1, 2, 3, 8], [1, 2, 3, 9]],
        "refill": {"2": 2, "3": 2, "4": 1, "5": 1}, "shop_minimum": 5, "bottom_cards": 6, "fair_same_value": "different_cards",
        "zero_sale_scores": True, "run_cap": 0, "shortest_run": 1, "tie_longer_manor": True, "equal_turns": False, "max_turns": 500,
    }  # fmt: skip
    assert [*options["categories"].values()] == ["accessoires"] * 3 + ["animaux"] * 3 + ["personnel"] * 4
    assert options["points"] == {
        "mode_first": 10, "mode_second": 6, "mode_third": 3, "pas_les_memes_first": 10, "pas_les_memes_second": 6, "pas_les_memes_third": 3,
        "snob": 2, "marchandage": 2, "marchandage_sale": 1, "voisins": 5, "somme": 3, "somme_step": 10,
        "siamois_accessoires": 2, "siamois_animaux": 4, "siamois_personnel": 5, "trois_accessoires": 3, "trois_animaux": 5, "trois_personnel": 7,
        "collection": 3, "clou": 3, "rangement": 3, "ordonne_accessoires": 3, "ordonne_animaux": 5, "ordonne_personnel": 7,
    }  # fmt: skip


@pytest.mark.rule("F-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f1_four_cards_each_none_on_sale(players):
    for state in deals(5, players):
        assert [seat["manor"] for seat in state["seats"]] == [{"1": 1, "2": 1, "3": 1, str(5 + seat): 1} for seat in range(players)]
        assert everything(state) == Counter(PRINTED) + Counter([CLOSING])


@pytest.mark.rule("F-1")
def test_f1_starting_cards_are_an_option():
    starts = [[4, 4], [10], [1, 2, 3], [1], [2]]
    for state in deals(3, 3, options={"starting_cards": starts}):
        assert [seat["manor"] for seat in state["seats"]] == [{"4": 2}, {"10": 1}, {"1": 1, "2": 1, "3": 1}]
        assert everything(state) == Counter(PRINTED) + Counter([CLOSING])


@pytest.mark.rule("F-2")
@pytest.mark.parametrize(("players", "pile"), [(2, 53), (3, 49), (4, 45), (5, 41)])
def test_f2_five_cards_lie_in_the_shop_and_the_closing_card_among_the_last_seven(players, pile):
    for state in deals(60, players):
        assert sum(state["shop"].values()) == 5
        assert len(state["pile"]) == pile
        assert 0 <= len(state["pile"]) - 1 - state["pile"].index(CLOSING) <= 6
        assert state["above_closing"] == 6 - (len(state["pile"]) - 1 - state["pile"].index(CLOSING))
        assert not state["closed"]


@pytest.mark.rule("F-2")
def test_f2_the_closing_cards_place_among_the_seven_is_uniform():
    assert_fits(Counter(state["above_closing"] for state in deals(700)), uniform(*range(7)))


@pytest.mark.rule("F-2")
@pytest.mark.parametrize("bottom", [0, 3, 20])
def test_f2_bottom_cards(bottom):
    depths = {state["above_closing"] for state in deals(300, options={"bottom_cards": bottom})}
    assert depths == set(range(bottom + 1))
    for state in deals(30, options={"bottom_cards": bottom}):
        assert len(state["pile"]) - 1 - state["pile"].index(CLOSING) == bottom - state["above_closing"]


@pytest.mark.rule("F-2")
def test_f2_the_pile_is_shuffled():
    """What lies on top of it and lowest: each kind in proportion to its copies among the 57 that two players do not get."""
    there = Counter(PRINTED) - Counter(["1", "2", "3", "5", "1", "2", "3", "6"])
    odds = {card: number / 57 for card, number in there.items()}
    top, low = Counter(), Counter()
    for state in deals(1200):
        merchandise = [card for card in state["pile"] if card != CLOSING]
        top[merchandise[0]] += 1
        low[merchandise[-1]] += 1
    assert_fits(top, odds)
    assert_fits(low, odds)


@pytest.mark.rule("F-2")
def test_f2_objectives_are_drawn_one_from_each_pile():
    drawn = Counter(tuple(state["objectives"]) for state in deals(1500))
    assert_fits(drawn, uniform(*[(a, b, c) for a in (1, 2, 3, 4) for b in (5, 6, 7, 8) for c in (9, 10, 11, 12)]))


@pytest.mark.rule("F-2")
@pytest.mark.parametrize(
    ("wanted", "three"), [("first_game", [1, 5, 9]), ([2, 8, 12], [2, 8, 12]), ([4, 5, 11], [4, 5, 11])], ids=["first game", "a list", "another"]
)
def test_f2_objectives_that_are_said(wanted, three):
    assert all(state["objectives"] == three for state in deals(10, options={"objectives": wanted}))


@pytest.mark.rule("F-2")
def test_f2_piles_are_an_option():
    piles = [[12], [1, 2], [3, 4, 5, 6, 7]]
    drawn = Counter(tuple(state["objectives"]) for state in deals(400, options={"piles": piles}))
    assert_fits(drawn, uniform(*[(12, b, c) for b in (1, 2) for c in (3, 4, 5, 6, 7)]))


@pytest.mark.rule("F-2", "C-8")
def test_f2_all_stands_for_every_combination():
    game = get_game("freak_shop")
    assert game.several({}) == {}
    assert game.several({"objectives": "random"}) == {}
    everyone = game.several({"objectives": "all"})["objectives"]
    assert len(everyone) == len({tuple(three) for three in everyone}) == 64
    assert everyone[:2] == [[1, 5, 9], [1, 5, 10]]
    assert everyone[-1] == [4, 8, 12]
    assert game.several({"objectives": "all", "piles": [[1], [2, 3], [4]]}) == {"objectives": [[1, 2, 4], [1, 3, 4]]}
    assert all(game.configure("classic", 2, options={"objectives": three}).options["objectives"] == three for three in everyone)


@pytest.mark.rule("C-8")
def test_c8_the_deck_dealt_is_the_deck_asked_for():
    deck, sale = {"1": 0, "10": 9, "4": 12}, {"1": 0, "10": 9, "2": 0, "4": 1}
    wanted = {**PRINTED, "1": 0, "1s": 0, "2": 10, "2s": 0, "10": 0, "10s": 9, "4": 11, "4s": 1}
    for state in deals(20, 3, deck=deck, options={"sale": sale, "starting_cards": [[2], [2], [2], [2], [2]]}):
        assert everything(state) == Counter({card: wanted[card] for card in KINDS}) + Counter([CLOSING])


@pytest.mark.rule("C-8")
@pytest.mark.parametrize(
    ("setting", "key"),
    [
        ({"players": 1}, "players"),
        ({"players": 6}, "players"),
        ({"variant": "duel"}, "variant"),
        ({"deck": {"11": 1}}, "deck.11"),
        ({"deck": {"4": -1}}, "deck.4"),
        ({"deck": {"4": 2}}, "options.sale.4"),  # more cards on sale than cards
        ({"options": {"sale": {"10": 3}}}, "options.sale.10"),
        ({"options": {"sale": {"11": 3}}}, "options.sale.11"),
        ({"options": {"sale": 3}}, "options.sale"),
        ({"deck": {"1": 5}}, "options.starting_cards"),  # four of them on sale, and two seats want one that is not
        ({"options": {"starting_cards": [[10, 10], [1], [1], [1], [1]]}}, "options.starting_cards"),
        ({"options": {"starting_cards": [[1], [1]]}}, "options.starting_cards"),
        ({"options": {"starting_cards": [[1], [], [1], [1], [1]]}}, "options.starting_cards"),
        ({"options": {"bottom_cards": 53}}, "deck"),  # 57 cards are left: five for the shop, 52 for the bottom
        ({"deck": dict.fromkeys(("5", "6"), 0), "options": {"sale": dict.fromkeys(("5", "6"), 0)}}, "options.starting_cards"),
        ({"deck": {"10": 60}}, "deck"),
        ({"deck": {"1": 90}}, "deck"),
        ({"options": {"refill": {"2": 0}}}, "options.refill.2"),
        ({"options": {"refill": {"6": 2}}}, "options.refill.6"),
        ({"options": {"categories": {"2": "animaux", "3": "personnel"}}}, "options.categories"),
        ({"options": {"categories": {"2": "meubles"}}}, "options.categories.2"),
        ({"options": {"objectives": [1, 2, 9]}}, "options.objectives"),
        ({"options": {"objectives": [1, 5]}}, "options.objectives"),
        ({"options": {"objectives": [1, 5, 13]}}, "options.objectives"),
        ({"options": {"objectives": "al"}}, "options.objectives"),
        ({"options": {"objectives": "all"}}, "options.objectives"),
        ({"options": {"piles": [[1], [2], [1]]}}, "options.piles"),
        ({"options": {"piles": [[1], [2], []]}}, "options.piles"),
        ({"options": {"piles": [[2], [5], [9]], "objectives": "first_game"}}, "options.objectives"),
        ({"options": {"points": {"clou": -1}}}, "options.points.clou"),
        ({"options": {"points": {"cloux": 1}}}, "options.points.cloux"),
        ({"options": {"points": {"somme_step": 0}}}, "options.points.somme_step"),
        ({"options": {"equal_turns": 1}}, "options.equal_turns"),
        ({"options": {"run_capp": 1}}, "options.run_capp"),
        ({"compos": {"a": {}}}, "compos"),
    ],
)
def test_c8_a_study_that_cannot_be_dealt_is_refused(setting, key):
    plan = {"variant": "classic", "players": 2, **setting}
    with pytest.raises(SetupError) as caught:
        get_game("freak_shop").configure(plan.pop("variant"), plan.pop("players"), **plan)
    assert caught.value.key == key
    assert "\n" not in str(caught.value)


@pytest.mark.rule("C-8", "F-1")
def test_c8_only_the_seats_that_play_need_their_cards():
    """Two players can play without a 7, an 8 or a 9 that is not on sale."""
    sale = {"7": 5, "8": 4, "9": 3}
    assert get_game("freak_shop").configure("classic", 2, options={"sale": sale})
    with pytest.raises(SetupError):
        get_game("freak_shop").configure("classic", 3, options={"sale": sale})


@pytest.mark.rule("C-8")
def test_c8_a_table_given_in_part_keeps_its_other_entries():
    options = get_game("freak_shop").configure("classic", 4, options={"refill": {"4": 3}, "points": {"clou": 4}}).options
    assert options["refill"] == {"2": 2, "3": 2, "4": 3, "5": 1}
    assert (options["points"]["clou"], options["points"]["collection"]) == (4, 3)


@pytest.mark.rule("F-2", "C-1")
def test_f2_decks_that_differ_by_a_card_are_dealt_almost_alike():
    """The coupling of shuffles: with one 4 more on sale, the pile differs in one place at most; the closing card and the objectives are the same."""
    for one, other in zip(deals(20), deals(20, options={"sale": {"4": 4}})):
        moved = sum(a != b for a, b in zip(one["pile"], other["pile"]))
        assert moved <= 1
        assert one["objectives"] == other["objectives"]
        assert one["above_closing"] == other["above_closing"]


@pytest.mark.rule("F-1", "F-3")
def test_f1_first_cards_belong_to_the_order_of_play():
    """Nothing is dealt to seats that could rotate: a block of equal strategies is one game, and different ones change seats on the same deal."""
    config = get_game("freak_shop").configure("classic", 3, options={"max_turns": 4})
    random = get_strategy("freak_shop", "random")
    assert Session(config, Lineup((random,) * 3), 1).rotations == 1
    session = Session(config, Lineup((random, random, nobody)), 1)
    assert session.rotations == 3
    seated = set()
    for rotation in range(3):
        desk = session.desk
        session.engine.begin_match(desk.tables, desk.matches, 0, rotation, False)
        session.engine.begin_game(desk.tables, session.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)
        assert [seat["manor"] for seat in config.game.describe(config, desk.states[0])["seats"]] == [
            {"1": 1, "2": 1, "3": 1, str(5 + seat): 1} for seat in range(3)
        ]
        seated.add(tuple(desk.tables[0]["position_at"][:3].tolist()))
    assert seated == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
