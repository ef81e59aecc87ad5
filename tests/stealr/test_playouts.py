"""Random play of Stealr under every option and many mixtures: what must hold at every decision (C-2, C-4), whatever is played."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.contract import MAX_MOVES
from sim.core.registry import Config, get_game
from sim.stealr.cards import COLOURS, GO_AGAIN, KINDS, MULTICOLOUR, PLACE_COLOURS, PLACE_KINDS, PROPERTY, SHACK
from sim.stealr.state import DECISIONS, PLAY, PLAYS, STEPS
from strategies.registry import get_strategy
from tests.core.playout import Board, Trajectory, seeded

from .option_sets import mixed, one_by_one, short, variants

DECISIONS_A_GAME = 500


def board(config: Config, seed: int = 1) -> Board:
    return Board(config, get_strategy("stealr", "random"), seed)


def cards_by_kind(config: Config, states: np.ndarray) -> np.ndarray:
    """How many cards of each kind there are in each state, wherever they lie: hands, tables, banks, piles, on their way. (n, KINDS)"""
    seats = slice(0, config.players)
    total = states["hand"][:, seats, :KINDS].sum(axis=1).astype(int) + states["banked"] + states["discard"]
    for place, kind in enumerate(PLACE_KINDS):
        total[:, kind] += states["table"][:, seats, place].sum(axis=1)
    total[:, SHACK] += states["shacks"][:, seats].sum(axis=(1, 2))
    total[:, GO_AGAIN] += states["go_again"]
    rows = np.arange(len(states))
    arriving = states["arriving"] >= 0
    total[rows[arriving], states["arriving"][arriving]] += 1
    places = np.arange(states["pile"].shape[1])
    first = states["pile_top"].astype(int)
    lies = (places >= first[:, None]) & (places < (first + states["pile_size"])[:, None])
    for kind in range(KINDS):
        total[:, kind] += ((states["pile"] == kind) & lies).sum(axis=1)
    return total


def check(config: Config, game: Trajectory) -> None:
    """The invariants of a game of ``config``."""
    states, players, options = game.states, config.players, config.options
    seats = slice(0, players)
    rules = config.rules[0]
    # C-2: no card and no token is made or lost.
    assert (cards_by_kind(config, states) == rules["deck"]).all()
    assert (states["home"][:, seats] + states["tokens"][:, seats].sum(axis=2) == options["debt_tokens"]).all()
    zones = ("hand", "table", "bank", "shacks", "discard", "banked", "known", "tokens", "home", "pile_size")
    for name in (*zones, "plays_left", "moves_left", "owed", "count"):
        assert (states[name] >= 0).all(), name
    assert all((states["tokens"][:, seat, seat] == 0).all() for seat in range(players))
    # What lies open agrees with itself.
    assert (states["hand_size"] == states["hand"].sum(axis=2)).all()
    assert (states["discard_size"] == states["discard"].sum(axis=1)).all()
    assert (states["table_cards"] == states["table"].sum(axis=2)).all()
    assert (states["table_value"] == states["table"][..., : len(PLACE_KINDS)] @ rules["value"][PLACE_KINDS].astype(int)).all()
    values = np.arange(states["bank"].shape[2])
    assert (states["bank_value"] == states["bank"] @ values).all()
    assert (states["bank_cards"] == states["bank"].sum(axis=2)).all()
    banked = np.stack([(states["banked"] * (rules["value"] == value)).sum(axis=1) for value in values], axis=1)
    assert (states["bank"].sum(axis=1) == banked).all(), "money in banks is worth what was banked"
    assert (states["banked"][:, PROPERTY : MULTICOLOUR + 1] == 0).all()
    complete = np.zeros_like(states["complete"])
    for colour in range(COLOURS):
        here = states["table"][..., np.flatnonzero(colour == PLACE_COLOURS)].sum(axis=2).astype(int)
        assert (states["lying"][..., colour] == here).all()
        multicolour = states["table"][..., np.flatnonzero((colour == PLACE_COLOURS) & (PLACE_KINDS == MULTICOLOUR))[0]]
        complete += (here >= rules["set_size"][colour]) & (here > multicolour)
        assert (states["shacks"][..., colour] <= -(-here // rules["set_size"][colour])).all(), "as many Shacks as sets"
    assert (states["complete"] == complete).all()
    # S-11: who has enough sets has won, and nobody else unless the cards ran out (S-34).
    enough = states["complete"][:, seats] >= options["sets_to_win"]
    assert not enough[:-1].any()
    assert (np.diff(states["turn"]) >= 0).all()
    assert (states["turns"].sum(axis=1) == states["turn"]).all()
    assert (states["turn"] <= options["max_turns"]).all()
    # S-27: what anyone knows of a hand is true.
    for observer in range(players):
        assert (states["known"][:, observer] <= states["hand"][..., :KINDS]).all()
        assert (states["known"][:, observer, observer] == 0).all()
    # The end.
    assert (states["actor"][:-1] >= 0).all()
    last = states[-1]
    if last["actor"] < 0:
        assert bool(last["unfinished"]) + bool(last["emptied"]) + bool(enough[-1].any()) == 1
        assert last["won"].any() == (not last["unfinished"])
        assert (last["won"][seats] == enough[-1]).all() or last["emptied"]
        assert last["turn"] == options["max_turns"] or not last["unfinished"]
    else:
        assert not last["won"].any()
        assert not enough.any()


def moves_in_words(config: Config, game: Trajectory, decisions: range) -> None:
    """Different moves are told differently."""
    for decision in decisions:
        told = [config.game.describe_move(config, move) for move in game.moves[decision]]
        assert len({tuple(words.items()) for words in told}) == len({words["text"] for words in told}) == len(told), told


@pytest.mark.rule("C-2", "C-8")
@pytest.mark.parametrize("part", range(4))
def test_every_option_alone(part):
    """Each option at each end of its range."""
    for number, (name, config) in enumerate(one_by_one()[part::4]):
        table = board(config)
        for block in range(3):
            table.deal(number + block, number % config.players)
            game = table.play(seeded(number + block), DECISIONS_A_GAME)
            try:
                check(config, game)
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error
        moves_in_words(config, game, range(0, len(game.choices), 40))


@pytest.mark.rule("C-2", "C-4")
@pytest.mark.parametrize("part", range(4))
def test_mixed_options_and_decks(part):
    for number in range(part, 160, 4):
        config = mixed(number)
        table = board(config)
        table.deal(number, number % config.players)
        check(config, table.play(seeded(number), DECISIONS_A_GAME))


@pytest.mark.rule("C-4", "S-13", "S-16")
def test_payments_with_shacks_always_leave_a_move():
    """A set's last card may take its Shack to the discards in the middle of a payment, and leave less than is owed: many dear Shacks, no money."""
    deck = {"shack": 30, "rent_any": 12, "double_rent_any": 8, "just_say_no": 0, **{f"{face}m": 0 for face in (1, 2, 3, 4, 5, 10, 15)}}
    options = {"shack_pays": True, "sets_to_win": 10, "shack_rent": 2, "values": {"shack": 15}}
    turned = 0
    for number in range(150):
        config = get_game("stealr").configure("no_mercy", 2 + number % 3, options=options, deck=deck)
        table = board(config)
        table.deal(number)
        states = table.play(seeded(number), 600).states
        rows = np.flatnonzero((states["step"][:-1] == STEPS.index("pay")) & (states["card"][:-1] >= 0))
        payer, out = states["target"][rows], states["tokens"].sum(axis=2)
        turned += int((out[rows + 1, payer] > out[rows, payer]).sum())
    assert turned > 3, "it comes up"


@pytest.mark.rule("C-5")
def test_every_decision_and_every_ending_is_met():
    """The playouts are worth something: all ten kinds of decision come up in them, and every way to end."""
    met, endings = set(), set()
    for mode, players in variants():
        ways = (get_game("stealr").configure(mode, players), short(mode, players), short(mode, players, sets_to_win=10, max_turns=70))
        for block in range(12):
            table = board(ways[block % 3])
            table.deal(block)
            states = table.play(seeded(block), 3000).states
            met |= {DECISIONS[decision] for decision, actor in zip(states["decision"], states["actor"]) if actor >= 0}
            last = states[-1]
            endings |= {"sets" if last["won"].any() and not last["emptied"] else "emptied" if last["emptied"] else "unfinished"}
    assert met == set(DECISIONS)
    assert endings == {"sets", "emptied", "unfinished"}


@pytest.mark.rule("C-1")
@pytest.mark.parametrize(("mode", "players"), variants())
def test_clones_are_independent(mode, players):
    """A state copied at any decision continues identically, and nothing that happens afterwards touches it."""
    for block, config in enumerate((short(mode, players), get_game("stealr").configure(mode, players))):
        table = board(config)
        table.deal(block)
        game = table.play(seeded(block), 150)
        kept = game.states.tobytes()
        for start in range(0, len(game.choices), 1 + len(game.choices) // 6):
            table.again(game, start)
            table.state = game.states[start : start + 1]
            table.play(seeded(99), 40)  # another way to go on from there
            table.again(game, start)
        assert game.states.tobytes() == kept


@pytest.mark.rule("C-1", "S-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_blocks_are_dealt_differently_and_modes_alike(players):
    """N blocks give N different deals; a block deals alike whatever the options that come into play later, and almost alike in other modes."""
    table = board(get_game("stealr").configure("no_mercy", players))
    deals = set()
    for block in range(200):
        table.deal(block)
        deals.add(table.state.tobytes().replace(block.to_bytes(8, "little"), b""))
    assert len(deals) == 200
    same_cards = []
    for block in range(40):
        table.deal(block)
        changed = board(get_game("stealr").configure("no_mercy", players, options={"hand_limit": 9, "shack_pays": True}))
        changed.deal(block)
        assert changed.state.tobytes() == table.state.tobytes()
        for mode in ("doux", "debutant"):
            other = board(get_game("stealr").configure(mode, players))
            other.deal(block)
            assert other.state["first"][0] == table.state["first"][0]
            same_cards.append(np.minimum(other.state["hand"], table.state["hand"]).sum() / table.state["hand"].sum())
    assert np.mean(same_cards) > 0.7, "one in seven cards of the No Mercy deck is not in the other's at all"


@pytest.mark.rule("C-4")
def test_no_decision_can_have_too_many_moves():
    """The bound on moves holds by counting, and a table laid out to have as many as possible reaches the count exactly: nothing was forgotten.

    A hand with every kind of card; before the opponents complete sets of all colours; before the player every joker in each of its colours,
    multicolour ones (six at most, one in the hand) in five.
    """
    others, colours, multicolour = 3, 10, 5
    place = colours + 7 * 2 + colours
    bank = 7 + 12 + 13 + 1
    rents = 2 * 5 * 2 + 2 * colours
    shack, super_sly, deal_breaker = colours, colours, others * colours
    alone = 4  # Market Crash, Heist, Pass Go, Go Again
    named = others * 5 + others * 3  # Tax Collector, Repossession, Unfair Trade, Yoink!, Forced Debt; Tough Luck by type
    moved = 7 * 2 + multicolour * (colours - 1)
    most = place + bank + rents + shack + super_sly + deal_breaker + alone + named + moved + 1
    assert most == 245 < MAX_MOVES
    table = board(get_game("stealr").configure("no_mercy", 4, deck={"joker_multicolore": 6}, options={"sets_to_win": 10}))
    table.deal(0)
    state = table.state
    for name in ("hand", "table", "lying", "shacks", "bank"):
        state[name] = 0
    state["hand"][0, 0, :KINDS] = 1
    state["hand_size"][0, 0] = KINDS
    for seat in range(4):
        state["table"][0, seat, :COLOURS] = 6
        state["bank"][0, seat, 5] = state["bank_cards"][0, seat] = 2
        state["bank_value"][0, seat] = 10
    jokers = PLACE_KINDS >= PROPERTY + COLOURS
    state["table"][0, 0, np.flatnonzero(jokers)] = 1
    state["table"][0, 0, np.flatnonzero((PLACE_KINDS == MULTICOLOUR) & (multicolour <= PLACE_COLOURS))] = 0
    for colour in range(COLOURS):
        state["lying"][..., colour] = state["table"][..., np.flatnonzero(colour == PLACE_COLOURS)].sum(axis=2)
    state["complete"], state["table_cards"] = 10, state["table"].sum(axis=2)
    state["actor"], state["active"], state["decision"], state["stage"], state["plays_left"], state["moves_left"] = 0, 0, PLAY, PLAYS, 3, 5
    table.state = state
    assert len(table.legal()) == most


@pytest.mark.rule("C-4")
def test_other_decisions_have_few_moves():
    """A debt: a kind of card for one of three holders. All others: places and values of one table or bank, given to one of three at most."""
    seen: dict[str, int] = {}
    for number in range(60):
        table = board(mixed(1000 + number))
        table.deal(number)
        game = table.play(seeded(number), 300)
        for state, moves in zip(game.states, game.moves):
            name = DECISIONS[state["decision"]]
            seen[name] = max(seen.get(name, 0), len(moves))
    assert KINDS * 3 < MAX_MOVES
    assert len(PLACE_KINDS) * 3 < MAX_MOVES
    assert all(number <= 60 for name, number in seen.items() if name != "play"), seen
    assert seen["play"] < MAX_MOVES // 2
