"""The decks, the deal (S-1), and what is refused (C-8)."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.core.errors import SetupError
from sim.core.registry import get_game

from ..rules import rules
from .table import Table

PRINTED = {"no_mercy": 115, "doux": 105, "debutant": 91}


@pytest.mark.rule("S-1", "C-2")
@pytest.mark.parametrize("mode", PRINTED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_s1_everyone_starts_with_five_cards(mode, players):
    """The first player has drawn two more; all the rest is in the pile, and the number of cards is the printed one."""
    t = Table(mode, players).deal(3)
    state = t.state()
    first = int(t.raw["first"])
    assert [sum(t.hand_of(seat).values()) for seat in range(players)] == [7 if seat == first else 5 for seat in range(players)]
    assert sum(t.cards().values()) == PRINTED[mode]
    assert t.cards() == +Counter(t.config.deck)
    assert state["discard"] == state["banked"] == {}
    assert (state["turn"], state["active"], t.asked) == (1, first, (first, "play"))
    assert all(seat["home"] == 3 and not seat["table"] for seat in state["seats"])


@pytest.mark.rule("S-1")
def test_s1_starting_hands_and_first_players_vary():
    t = Table("no_mercy", 4, options={"starting_hand": 3})
    firsts, hands = Counter(), set()
    for block in range(400):
        t.deal(block)
        firsts[int(t.raw["first"])] += 1
        hands.add(str(t.hand_of(0)))
        assert sum(t.hand_of((t.raw["first"] + 1) % 4).values()) == 3
    assert len(firsts) == 4
    assert min(firsts.values()) > 70  # 100 each are expected; 70 lies 3.5 standard deviations below
    assert len(hands) > 390


@pytest.mark.rule("S-1")
def test_s1_play_goes_clockwise():
    t = Table("no_mercy", 4).pile(*["1m"] * 40).turn_of(2)
    assert [t.ends().state()["active"] for _ in range(5)] == [3, 0, 1, 2, 3]


def test_every_rule_is_listed():
    """There is no S-18 and no S-19. That each has a test is checked by `python -m tests.rules`."""
    assert list(rules()["stealr"]) == [f"S-{number}" for number in range(1, 35) if number not in (18, 19)]


@pytest.mark.rule("S-1", "C-8")
def test_c8_modes_are_the_printed_decks():
    game = get_game("stealr")
    decks = {mode: game.configure(mode, 2).deck for mode in PRINTED}
    assert {mode: sum(deck.values()) for mode, deck in decks.items()} == PRINTED
    actions = list(decks["no_mercy"])[list(decks["no_mercy"]).index("deal_breaker") :]
    assert {card for card in actions if decks["debutant"][card]} == {"deal_breaker", "yoink", "pass_go", "just_say_no", "shack"}
    gone = {card for card in actions if not decks["doux"][card]}
    assert gone == {"super_sly_deal", "market_crash", "repossession", "tax_collector", "unfair_trade"}
    for mode in ("doux", "debutant"):
        assert sum(decks[mode][f"{face}m"] for face in (1, 2, 3, 4, 5, 10, 15)) == 24
    assert decks["debutant"]["double_rent_any"] == 0


@pytest.mark.parametrize(
    ("setting", "key", "says"),
    [
        ({"variant": "hard"}, "variant", "no_mercy"),
        ({"players": 5}, "players", "2, 3, 4"),
        ({"options": {"hand_limits": 7}}, "options.hand_limits", "hand_limit"),
        ({"options": {"sets_to_win": 0}}, "options.sets_to_win", "1 to 10"),
        ({"options": {"debt_card_to": "bank"}}, "options.debt_card_to", "hand"),
        ({"options": {"values": 3}}, "options.values", "table"),
        ({"options": {"values": {"heists": 3}}}, "options.values.heists", "heist"),
        ({"options": {"values": {"heist": 0}}}, "options.values.heist", "1 to 15"),
        ({"options": {"values": {"5m": 6}}}, "options.values.5m", "entry"),
        ({"options": {"rents": {"rouge": 3}}}, "options.rents.rouge", "list"),
        ({"options": {"rents": {"rouge": [1, 2]}}}, "options.rents.rouge", "give 3"),
        ({"options": {"set_sizes": {"rouge": 4}}}, "options.rents.rouge", "give 4"),
        ({"options": {"set_sizes": {"rouge": 7}}}, "options.set_sizes.rouge", "1 to 6"),
        ({"deck": {"heists": 3}}, "deck.heists", "heist"),
        ({"deck": {"joker_multicolore": 7}}, "deck.joker_multicolore", "0 to 6"),
        ({"deck": {"1m": 50, "2m": 50}}, "deck", "at most 200"),
        ({"compos": {"4-4-2": {}}}, "compos", "no compos"),
        ({"options": {"starting_hand": 20}, "deck": {"1m": 0}, "players": 4, "few": True}, "deck", "starting hands"),
        ({"options": {"sets_to_win": 4}, "few": True}, "deck", "3 colours only"),
    ],
)
@pytest.mark.rule("C-8", "S-1")
def test_c8_what_cannot_be_played_is_refused_with_one_sentence(setting, key, says):
    setting = dict(setting)
    variant, players = setting.pop("variant", "no_mercy"), setting.pop("players", 2)
    if setting.pop("few", False):  # three colours, and little else
        game = get_game("stealr")
        deck = dict.fromkeys(game.deck, 0) | {"rouge": 3, "vert": 3, "gare": 4, "1m": 10}
        setting["deck"] = deck | setting.get("deck", {})
    with pytest.raises(SetupError) as caught:
        get_game("stealr").configure(variant, players, **setting)
    assert caught.value.key == key
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("C-8")
def test_c8_an_unwinnable_deck_can_be_allowed():
    deck = dict.fromkeys(get_game("stealr").deck, 0) | {"rouge": 3, "vert": 3, "1m": 10}
    config = get_game("stealr").configure("no_mercy", 2, deck=deck, allow_impossible=True)
    assert "2 colours only" in config.warnings[0]


@pytest.mark.rule("S-6", "S-12", "C-8")
def test_c8_values_rents_and_set_sizes_can_be_set():
    """Entries that are not given stay as printed."""
    options = {"values": {"heist": 9}, "rents": {"rouge": [7, 8, 9, 10]}, "set_sizes": {"rouge": 4}}
    t = Table("no_mercy", 2, options=options).hand(0, "heist", "shack", "rent_any").lay(0, rouge=3)
    assert t.config.options["values"]["shack"] == 3
    assert t.config.options["rents"]["vert"] == [2, 4, 7]
    assert t.offered("bank") == [("rent_any", 3), ("heist", 9), ("shack", 3)]
    assert t.state()["seats"][0]["table"]["rouge"]["cards"] == ["rouge"] * 3
    assert t.raw["complete"][0] == 0
    t.bank(1, "10m").use("rent_any", colour="rouge")
    assert t.pending("amount") == 9
