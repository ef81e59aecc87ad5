"""Set-up of a classic game and the deck: M-1 to M-4, C-8's counts."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from sim.core.errors import SetupError
from sim.core.registry import get_game

from .chance import assert_fits, deals, uniform
from .table import COACHES, LINES, Table

COMPOS = ("4-4-2", "4-3-3", "3-4-3", "3-5-2", "5-4-1")
LINE_UPS = {"4-4-2": (1, 4, 4, 2), "4-3-3": (1, 4, 3, 3), "3-4-3": (1, 3, 4, 3), "3-5-2": (1, 3, 5, 2), "5-4-1": (1, 5, 4, 1)}
PLAIN_CARDS = {"gardien": 8, "defenseur": 16, "milieu": 16, "attaquant": 12, "blessure": 8, "soin": 8, "transfert": 8}


@pytest.mark.rule("C-8")
def test_c8_the_printed_deck_is_the_default():
    config = get_game("mercato").configure("ultime", 4)
    assert config.deck == {**PLAIN_CARDS, **dict.fromkeys(COMPOS, 2), **dict.fromkeys(COACHES, 1)}
    assert sum(config.deck.values()) == 94
    assert {name: tuple(line_up[line] for line in LINES) for name, line_up in config.compos.items()} == LINE_UPS


@pytest.mark.rule("C-8")
def test_c8_every_default_is_the_rules_own():
    assert {option.name: option.default for option in get_game("mercato").options.values()} == {
        "opening_hand": 5, "hand_limit": 5, "draws_per_turn": 1, "actions_per_turn": 1, "injuries_per_player": 1, "trade_proposals": 1,
        "trade_same_line": False, "same_compo": True, "discard": "when_stuck", "last_turns": "everyone", "winner_out": True, "duel_injury": "owner",
        "duel_may_decline_transfer": False, "abilities_per_turn": 1, "fossoyeur_depth": 3, "marabout_heals": 2, "sournois_extra_cards": 1,
        "max_turns": 1000, "games": 1, "final": "game", "max_extra_games": 100,
    }  # fmt: skip


@pytest.mark.rule("C-8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_c8_the_deck_dealt_is_the_deck_asked_for(players):
    deck = {"transfert": 3, "milieu": 20, "4-2-4": 4, "5-4-1": 0}
    compos = {
        "4-2-4": {"gardien": 1, "defenseur": 4, "milieu": 2, "attaquant": 4},
        "3-4-3": {"gardien": 1, "defenseur": 2, "milieu": 4, "attaquant": 4},
    }
    table = Table("classic", players, deck=deck, compos=compos)
    wanted = {**PLAIN_CARDS, "transfert": 3, "milieu": 20, "4-4-2": 2, "4-3-3": 2, "3-4-3": 2, "3-5-2": 2, "4-2-4": 4}
    for _ in deals(table, 20):
        assert +table.cards() == Counter(wanted)
    table.compo(0, "3-4-3").team(0, gardien=1, defenseur=2, milieu=4, attaquant=3).hand(0, "attaquant", "defenseur").turn_of(0)
    assert table.offered("place") == [("attaquant",)]


@pytest.mark.rule("C-8")
def test_c8_eleven_players_and_one_goalkeeper_unless_the_study_says_otherwise():
    small = {"1-1-1": {"gardien": 1, "defenseur": 1, "milieu": 1, "attaquant": 1}}
    with pytest.raises(SetupError):
        get_game("mercato").configure("classic", 2, compos=small)
    table = Table("classic", 2, compos=small, require_eleven=False)
    table.compo(0, "1-1-1").full(0, but="attaquant").hand(0, "attaquant").turn_of(0).play("place")
    assert table.winners == [0]


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("variant", ["classic", "ultime"])
def test_m1_two_compos_are_drawn_at_random_without_replacement(variant):
    """Of the ten compos, seat 0's and seat 1's: 2/10 · 1/9 for a pair of equal ones, 2/10 · 2/9 for any other."""
    pairs = {(a, b): 2 / 10 * (1 if a == b else 2) / 9 for a, b in product(COMPOS, COMPOS)}
    assert_fits(Counter((d["seats"][0]["compo"], d["seats"][1]["compo"]) for d in deals(Table(variant, 2), 1000)), pairs)


@pytest.mark.rule("M-1")
def test_m1_the_last_of_four_players_draws_as_the_first_does():
    pairs = {(a, b): 2 / 10 * (1 if a == b else 2) / 9 for a, b in product(COMPOS, COMPOS)}
    dealt = Counter((d["seats"][3]["compo"], d["seats"][2]["compo"]) for d in deals(Table("classic", 4, seed=2), 1000))
    assert_fits(dealt, pairs)


@pytest.mark.rule("M-1", "M-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_m1_the_compos_dealt_are_gone_from_the_pile(players):
    for dealt in deals(Table("classic", players), 50):
        everywhere = Counter(dealt["pile"]) + Counter(seat["compo"] for seat in dealt["seats"]) + Counter(dealt["seats"][dealt["active"]]["hand"])
        assert {name: everywhere[name] for name in COMPOS} == dict.fromkeys(COMPOS, 2)


@pytest.mark.rule("M-1", "C-8")
def test_m1_compos_come_in_the_copies_of_the_deck():
    deck = {"4-4-2": 0, "4-3-3": 3, "3-4-3": 0, "3-5-2": 1, "5-4-1": 0}
    odds = {"4-3-3": 3 / 4, "3-5-2": 1 / 4}
    assert_fits(Counter(d["seats"][1]["compo"] for d in deals(Table("classic", 2, deck=deck), 300)), odds)


@pytest.mark.rule("M-1")
def test_m1_everyone_sees_every_compo():
    seen = Table("classic", 3).hand(0, "gardien", "soin")
    other = Table("classic", 3).hand(0, "gardien", "soin").compo(2, "3-5-2")
    assert seen.view() != other.view()


@pytest.mark.rule("M-2")
@pytest.mark.parametrize("variant", ["classic", "ultime"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_m2_five_cards_each_and_no_compo_among_them(variant, players):
    """The first player has drawn a sixth card by his first decision (M-5); his hand may then hold one compo, of six cards."""
    table = Table(variant, players)
    for dealt in deals(table, 60):
        for number, seat in enumerate(dealt["seats"]):
            begun = seat["turns"] == 1 and dealt["decision"] == "action"
            assert sum(seat["hand"].values()) == (6 if begun else 5), number
            assert sum(seat["hand"].get(compo, 0) for compo in COMPOS) <= int(begun)
            assert not any(any(line) for line in seat["team"].values())
        assert dealt["discard"] == []


@pytest.mark.rule("M-2")
@pytest.mark.parametrize("size", [0, 1, 7])
def test_m2_opening_hand(size):
    for dealt in deals(Table("classic", 4, options={"opening_hand": size}), 20):
        hands = [sum(seat["hand"].values()) for seat in dealt["seats"]]
        hands[dealt["active"]] -= 1
        assert hands == [size] * 4


@pytest.mark.rule("M-2")
def test_m2_what_is_dealt_is_drawn_at_random():
    """A hand of one card: each kind in proportion to its copies among the 76 cards."""
    hands = (next(iter(d["seats"][(d["first"] + 1) % 3]["hand"])) for d in deals(Table("classic", 3, options={"opening_hand": 1}), 700))
    assert_fits(Counter(hands), {card: copies / 76 for card, copies in PLAIN_CARDS.items()})


@pytest.mark.rule("M-3")
@pytest.mark.parametrize("variant", ["classic", "duel"])
def test_m3_a_compo_left_over_lies_anywhere_in_the_pile(variant):
    """A deck with one compo more than players and 15 other cards, five of them dealt to nobody: its place among 16 is uniform."""
    deck = {**dict.fromkeys(PLAIN_CARDS, 0), **dict.fromkeys(COMPOS, 0), "gardien": 1, "defenseur": 5, "milieu": 5, "attaquant": 4, "4-4-2": 3}
    table = Table(variant, 2, deck=deck, options={"opening_hand": 0})
    places = Counter()
    for dealt in deals(table, 500):
        first = dealt["pending"]["drawn"] or next(iter(dealt["seats"][dealt["active"]]["hand"]))
        places[[first, *dealt["pile"]].index("4-4-2")] += 1
    assert_fits(places, uniform(*range(16)))


@pytest.mark.rule("M-3")
def test_m3_the_pile_is_shuffled():
    """The top and the bottom card of the pile: each kind in proportion to its copies in a deck of 86 of which 2 compos are dealt."""
    table = Table("classic", 2, options={"opening_hand": 0}, seed=3)
    odds = {**{card: copies / 84 for card, copies in PLAIN_CARDS.items()}, "compo": 8 / 84}
    top, bottom = Counter(), Counter()
    for dealt in deals(table, 700):
        drawn, last = next(iter(dealt["seats"][dealt["active"]]["hand"])), dealt["pile"][-1]
        top["compo" if drawn in COMPOS else drawn] += 1
        bottom["compo" if last in COMPOS else last] += 1
    assert_fits(top, odds)
    assert_fits(bottom, odds)


@pytest.mark.rule("M-4")
@pytest.mark.parametrize("variant", ["classic", "ultime"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_m4_the_first_player_is_drawn_at_random(variant, players):
    table = Table(variant, players, seed=4)
    first = Counter()
    for dealt in deals(table, 300):
        assert dealt["active"] == dealt["actor"] == dealt["first"]
        assert [seat["turns"] for seat in dealt["seats"]] == [int(seat == dealt["first"]) for seat in range(players)]
        first[dealt["first"]] += 1
    assert_fits(first, uniform(*range(players)))


@pytest.mark.rule("M-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_m4_play_goes_clockwise(players):
    table = Table("classic", players, first=1).pile(*["soin"] * 20)
    table.begins(1)
    order = []
    for _ in range(2 * players + 1):
        order.append(table.active)
        table.play("discard", card="soin")
    assert order == [(1 + step) % players for step in range(2 * players + 1)]


@pytest.mark.rule("C-8")
@pytest.mark.parametrize(
    ("variant", "players", "setting", "key"),
    [
        ("classic", 1, {}, "players"),
        ("classic", 5, {}, "players"),
        ("duel", 3, {}, "players"),
        ("ultime_duel", 4, {}, "players"),
        ("classic", 3, {"deck": {**dict.fromkeys(COMPOS, 0), "4-4-2": 2}}, "deck"),
        ("ultime", 3, {"deck": {**dict.fromkeys(COACHES, 0), "fourbe": 1, "stratege": 1}}, "deck"),
        ("classic", 4, {"options": {"opening_hand": 20}}, "deck"),
        ("classic", 2, {"deck": {"defenseur": 4}}, "deck.defenseur"),
        ("classic", 2, {"deck": {"soin": -1}}, "deck.soin"),
        ("ultime", 2, {"deck": {"fourbe": 2}}, "deck.fourbe"),
    ],
)
def test_c8_a_study_that_cannot_be_dealt_is_refused(variant, players, setting, key):
    with pytest.raises(SetupError) as caught:
        get_game("mercato").configure(variant, players, **setting)
    assert caught.value.key == key


@pytest.mark.rule("C-8")
def test_c8_a_compo_that_nobody_can_complete_is_announced_and_played_only_when_allowed():
    config = get_game("mercato").configure("classic", 2, deck={"defenseur": 4}, allow_impossible=True)
    assert len(config.warnings) == 1
    assert "5-4-1" in config.warnings[0]
    assert not get_game("mercato").configure("classic", 2, deck={"defenseur": 4, "5-4-1": 0}).warnings
