"""The rules common to all games, as far as they are Mercato's: C-1 to C-5, C-7 (C-6 is in test_winning, C-8 in test_setup)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sim.core.errors import StrategyFailure
from sim.core.play import Lineup, Rows, play_blocks
from sim.core.registry import get_game
from sim.core.replay import replay
from sim.core.rng import below
from strategies.registry import get_strategy, strategy

from .table import LINES, Table

QUICK = {
    "compos": {"1-1": {"gardien": 1, "defenseur": 1, "milieu": 1}, "1-2": {"gardien": 1, "defenseur": 2}},
    "deck": {"4-4-2": 0, "4-3-3": 0, "3-4-3": 0, "3-5-2": 0, "5-4-1": 0, "1-1": 3, "1-2": 3},
    "require_eleven": False,
}
"""A small game, over in a few turns."""
VARIANTS = [("classic", 3), ("duel", 2), ("ultime", 4), ("ultime_duel", 2)]


@strategy(game="mercato", name="last", version=1, about="the last legal move", compiled=False)
def last(view, moves, n_moves, params, memory, rng):
    return n_moves - 1


@strategy(game="mercato", name="wasteful", version=1, about="the last legal move, after drawing for nothing", compiled=False)
def wasteful(view, moves, n_moves, params, memory, rng):
    for _ in range(7):
        below(rng, 6)
    return n_moves - 1


@strategy(game="mercato", name="beyond", version=1, about="an index that does not exist", compiled=False)
def beyond(view, moves, n_moves, params, memory, rng):
    return n_moves


@strategy(game="mercato", name="before", version=1, about="another", compiled=False)
def before(view, moves, n_moves, params, memory, rng):
    return -1


@strategy(game="mercato", name="wordy", version=1, about="no index at all", compiled=False)
def wordy(view, moves, n_moves, params, memory, rng):
    return "place"


@strategy(game="mercato", name="broken", version=1, about="raises", compiled=False)
def broken(view, moves, n_moves, params, memory, rng):
    raise ZeroDivisionError("oh")


def play(variant: str, players: int, *strategies, seed: int = 1, blocks: int = 3, first: int = 0, **setting) -> Rows:
    config = get_game("mercato").configure(variant, players, **{**QUICK, **setting})
    chosen = strategies or (get_strategy("mercato", "random"),)
    return play_blocks(config, Lineup((chosen * players)[:players]), seed, first, blocks)


def same(a: Rows, b: Rows) -> bool:
    return bool(np.array_equal(a.games, b.games) and np.array_equal(a.seats, b.seats))


@pytest.mark.rule("C-1")
@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_c1_options_deck_strategies_and_seed_determine_every_game(variant, players):
    rows = play(variant, players)
    assert same(rows, play(variant, players))
    assert not same(rows, play(variant, players, seed=2))
    later = play(variant, players, first=1, blocks=1)
    assert np.array_equal(rows.seats[rows.seats["block"] == 1], later.seats), "whichever other blocks are played"
    assert not np.array_equal(rows.seats["placed"][rows.seats["block"] == 0], rows.seats["placed"][rows.seats["block"] == 1])


@pytest.mark.rule("C-1", "C-5")
def test_c1_a_strategys_own_draws_change_nothing_else():
    setting = {"blocks": 1, "options": {"max_turns": 40}}
    assert same(play("ultime", 2, last, **setting), play("ultime", 2, wasteful, **setting))


@pytest.mark.rule("C-2")
@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_c2_every_card_of_the_deck_is_somewhere_after_every_decision(variant, players):
    config = get_game("mercato").configure(variant, players, **QUICK)
    lineup = Lineup((get_strategy("mercato", "random"),) * players)
    whole = {card: copies for card, copies in config.deck.items() if copies and card not in get_game("mercato").coaches}
    decisions = 0
    for block in range(2):
        for line in replay(config, lineup, 5, block):
            if "state" not in line:
                continue
            state, decisions = line["state"], decisions + 1
            found = [*state["pile"], *state["discard"], *([state["pending"]["drawn"]] if state["pending"]["drawn"] else [])]
            for seat in state["seats"]:
                found += [seat["compo"], *(card for card, number in seat["hand"].items() for _ in range(number))]
                found += [name for name in LINES for _ in seat["team"][name]]
                found += ["blessure"] * sum(sum(players) for players in seat["team"].values())
            assert {card: found.count(card) for card in set(found)} == whole
    assert decisions > 10


def situation(hands: dict[int, tuple[str, ...]], pile: tuple[str, ...]) -> Table:
    """Seat 0 to act at an Ultime table of three, with much to choose from."""
    t = Table("ultime", 3).coach(0, "fourbe").coach(1, "visionnaire").coach(2, "stratege").team(1, gardien=1, milieu=[0, 1]).team(2, attaquant=1)
    t.hand(0, "milieu", "transfert", "blessure", "soin").pile(*pile).discards("soin", "4-3-3")
    for seat, cards in hands.items():
        t.hand(seat, *cards)
    return t


@pytest.mark.rule("C-3")
def test_c3_hidden_cards_and_the_order_of_the_pile_are_in_no_view():
    """The same hands' sizes and the same pile's size: whatever the cards are, seat 0 is told the same."""
    pile = ("soin", "gardien", "milieu", "3-5-2", "blessure")
    views = {
        situation({1: ("gardien", "soin"), 2: ("milieu",)}, pile).view(),
        situation({1: ("gardien", "soin"), 2: ("milieu",)}, pile[::-1]).view(),
        situation({1: ("transfert", "4-4-2"), 2: ("blessure",)}, pile).view(),
        situation({1: ("milieu", "milieu"), 2: ("gardien",)}, ("attaquant",) * 5).view(),
    }
    assert len(views) == 1


@pytest.mark.rule("C-3")
def test_c3_what_lies_open_and_the_sizes_of_what_does_not_are_in_every_view():
    def usual() -> Table:
        return situation({1: ("gardien", "soin"), 2: ("milieu",)}, ("soin", "gardien"))

    views = [
        usual(),
        situation({1: ("gardien",), 2: ("milieu",)}, ("soin", "gardien")),  # a hand's size
        situation({1: ("gardien", "soin"), 2: ("milieu",)}, ("soin",)),  # the pile's
        usual().hand(0, "milieu", "transfert", "blessure", "gardien"),  # the own hand
        usual().team(1, gardien=1, milieu=[0, 0]),
        usual().compo(2, "3-5-2"),
        usual().coach(2, "opportuniste"),
        usual().discards("4-3-3", "soin"),
    ]
    assert len({t.view() for t in views}) == len(views)


@pytest.mark.rule("C-3", "M-27")
def test_c3_what_a_rule_has_revealed_is_in_that_seats_view_alone():
    """Seat 1, a Visionnaire, has seen seat 0's hand when seat 0 took its player: its view depends on that hand, seat 2's does not."""
    victim, third = set(), set()
    for kept in ("gardien", "4-3-3"):
        t = Table("ultime", 3).coach(1, "visionnaire").team(1, milieu=1).hand(0, "transfert", kept)
        t.hand(1, "soin", "milieu").hand(2, "soin", "milieu").pile("attaquant", "attaquant").play("transfer")
        victim.add(t.view())
        third.add(t.play("place", card="milieu").view())
    assert (len(victim), len(third)) == (2, 1)


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("culprit", [beyond, before, wordy, broken], ids=lambda culprit: culprit.name)
def test_c4_an_answer_that_is_no_legal_move_stops_the_run(culprit):
    """The error names the strategy, the game's seed, block and rotation, and the decision."""
    with pytest.raises(StrategyFailure) as caught:
        play("classic", 2, last, culprit, seed=77, first=5)
    failure = caught.value
    assert (failure.strategy, failure.game, failure.seed, failure.block, failure.rotation) == (culprit.name, "mercato", 77, 5, 0)
    assert failure.decision >= 0
    for word in (culprit.name, "77", "5", str(failure.decision)):
        assert word in str(failure)


@pytest.mark.rule("C-4")
def test_c4_nothing_but_what_was_chosen_is_done():
    """In a trace, the hand of whoever places a player loses that player and his team gains it: the move listed at the index answered."""
    config = get_game("mercato").configure("classic", 2, **QUICK)
    lines = list(replay(config, Lineup((last, last)), 3, 0))
    placed = 0
    for earlier, line in pairwise(line for line in lines if "state" in line):
        move = line["moves"][line["chosen"]]
        assert line["chosen"] == len(line["moves"]) - 1, "what the strategy answered"
        if move["action"] == "place":
            was, now = (where["state"]["seats"][line["actor"]]["team"][move["card"]] for where in (earlier, line))
            assert len(now) == len(was) + 1
            placed += 1
    assert placed > 0


@pytest.mark.rule("C-5")
def test_c5_a_card_drawn_at_random_is_nobodys_decision():
    """The Fourbe names a victim, not a card; which it is depends on the game's own stream."""
    t = Table("ultime", 2).coach(0, "fourbe").hand(0).hand(1, "gardien", "defenseur", "milieu", "attaquant")
    assert t.moves("steal") == [{"action": "steal", "seat": 1}]
    taken = [next(iter(t.play("steal").hand_of(0))) for _ in t.under(12)]
    again = [next(iter(t.play("steal").hand_of(0))) for _ in t.under(12)]
    assert len(set(taken)) > 1
    assert taken == again


@pytest.mark.rule("C-5")
@pytest.mark.parametrize(
    ("prepare", "asked", "choices"),
    [
        (lambda: Table().hand(0, "3-4-3").team(0, defenseur=[0, 0, 0, 1]).play("compo"), (0, "shrink"), 2),
        (lambda: Table(options={"hand_limit": 1}).hand(0, "milieu", "soin", "transfert").play("place"), (0, "limit"), 2),
        (lambda: Table("duel").pile("blessure").team(0, gardien=1, milieu=1).begins(0), (0, "duel_card"), 2),
        (lambda: Table("duel").pile("3-5-2").begins(0), (0, "duel_card"), 2),
        (lambda: Table("ultime").coach(0, "fourbe").hand(0, "soin").hand(1, "milieu").play("steal"), (0, "give"), 2),
        (lambda: Table("ultime").coach(1, "fossoyeur").discards("soin", "milieu").begins(1), (1, "draw"), 3),
    ],
)
def test_c5_what_the_rules_leave_to_a_person_is_asked(prepare, asked, choices):
    t = prepare()
    assert t.asked == asked
    assert len(t.moves()) == choices
