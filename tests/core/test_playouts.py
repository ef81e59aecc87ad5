"""Random play of Mercato under every option and many mixtures: what must hold at every decision (C-2, C-4), whatever is played."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.contract import MAX_MOVES
from sim.core.registry import Config, get_game
from sim.mercato.cards import BLESSURE, COACH_SLUGS, COMPO, KINDS, LEVELS, LINES, MAX_COMPOS, MAX_INJURIES, MAX_SEATS
from sim.mercato.state import ACTION, DECISIONS
from strategies.registry import get_strategy
from tests.core.option_sets import mixed, one_by_one, small_compos, variants
from tests.core.playout import Board, Trajectory, seeded

DECISIONS_A_GAME = 400


def board(config: Config, seed: int = 1) -> Board:
    return Board(config, get_strategy("mercato", "random"), seed)


def cards_by_kind(config: Config, states: np.ndarray) -> np.ndarray:
    """How many cards of each kind there are in each state, wherever they lie: hands, teams, before the seats, in the piles, on the table. (n,
    KINDS)"""
    players = config.players
    total = states["hand"][:, :players].sum(axis=1).astype(int)
    teams = states["team"][:, :players].sum(axis=1).astype(int)  # (n, LINES, LEVELS)
    total[:, :LINES] += teams.sum(axis=2)
    total[:, BLESSURE] += (teams * np.arange(LEVELS)).sum(axis=(1, 2))
    rows = np.arange(len(states))
    for seat in range(players):
        total[rows, COMPO + states["compo"][:, seat]] += 1
    drawn = states["drawn"] >= 0
    total[rows[drawn], states["drawn"][drawn]] += 1
    for name, first, size in (("pile", states["pile_top"], states["pile_size"]), ("discard", 0 * states["pile_top"], states["discard_size"])):
        places = np.arange(states[name].shape[1])
        lies = (places >= first[:, None]) & (places < (first + size)[:, None])
        for kind in range(KINDS):
            total[:, kind] += ((states[name] == kind) & lies).sum(axis=1)
    return total


def check(config: Config, game: Trajectory) -> None:
    """The invariants of a game of ``config``."""
    states, players, options = game.states, config.players, config.options
    # C-2: no card is made or lost.
    assert (cards_by_kind(config, states) == config.rules["deck"][0]).all()
    seats = slice(0, players)
    for name in ("hand", "team", "known", "pile_size", "discard_size", "count", "healed"):
        assert (states[name] >= 0).all(), name
    assert (states["hand_size"] == states["hand"].sum(axis=2)).all()
    # What lies open agrees with itself.
    assert (states["turns"].sum(axis=1) == states["turn"]).all()
    assert (states["turn"] <= options["max_turns"]).all()
    assert (np.diff(states["turn"]) >= 0).all()
    assert (np.diff(states["won"], axis=0) >= 0).all()
    assert (states["ended_by_win"] == states["won"].any(axis=1)).all()
    assert (states["team"][..., options["injuries_per_player"] + 1 :] == 0).all()
    if config.variant.startswith("ultime"):
        coaches = states["coach"][:, seats]
        assert all(len(set(row)) == players and min(row) >= 0 for row in coaches[:1].tolist())
        assert (coaches == coaches[0]).all()
        assert all(config.deck[COACH_SLUGS[coach]] == 1 for coach in coaches[0])
    else:
        assert (states["coach"] == -1).all()
    # M-7: a team never has more players than its compo shows, but while it is being put right (M-13).
    asked = config.rules["line_up"][0][states["compo"][:, seats]]
    too_many = (states["team"][:, seats].sum(axis=3) > asked).any(axis=2)
    shrinking = (states["shrinking"][:, None, :] == np.arange(players)[None, :, None]).any(axis=2)
    assert not (too_many & ~shrinking).any()
    # M-27: what anyone knows of a hand is true.
    assert (states["known"] <= states["hand"][..., None]).all()
    assert (np.diagonal(states["known"], axis1=1, axis2=3) == 0).all()
    # The end.
    assert (states["actor"][:-1] >= 0).all()
    if states["actor"][-1] < 0:
        last = states[-1]
        assert last["unfinished"] or last["ended_by_win"]
        assert last["turn"] == options["max_turns"] or not last["unfinished"]


def moves_in_words(config: Config, game: Trajectory, decisions: range) -> None:
    """Different moves are told differently."""
    for decision in decisions:
        told = [config.game.describe_move(config, move) for move in game.moves[decision]]
        assert len({tuple(words.items()) for words in told}) == len({words["text"] for words in told}) == len(told), told


@pytest.mark.parametrize("part", range(4))
def test_every_option_alone(part):
    """Each option at each end of its range, in every variant in which it matters."""
    for number, (name, config) in enumerate(one_by_one()[part::4]):
        table = board(config)
        table.deal(number, number % config.players)
        game = table.play(seeded(number), DECISIONS_A_GAME)
        try:
            check(config, game)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error
        moves_in_words(config, game, range(0, len(game.choices), 40))


@pytest.mark.parametrize("part", range(4))
def test_mixed_options_and_decks(part):
    for number in range(part, 100, 4):
        config = mixed(number)
        table = board(config)
        table.deal(number, number % config.players)
        check(config, table.play(seeded(number), DECISIONS_A_GAME))


def test_every_decision_is_met():
    """The playouts are worth something: all fourteen kinds of decision come up in them."""
    met = set()
    for variant, players in variants():
        for block in range(6):
            table = board(small_compos(variant, players) if block % 2 else get_game("mercato").configure(variant, players))
            table.deal(block)
            states = table.play(seeded(block), 300).states
            met |= {DECISIONS[decision] for decision, actor in zip(states["decision"], states["actor"]) if actor >= 0}
    assert met == set(DECISIONS)


@pytest.mark.parametrize(("variant", "players"), variants())
def test_clones_are_independent(variant, players):
    """A state copied at any decision continues identically, and nothing that happens afterwards touches it."""
    for block, config in enumerate(
        (small_compos(variant, players, trade_proposals=2, discard="always"), get_game("mercato").configure(variant, players))
    ):
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


@pytest.mark.parametrize(("variant", "players"), variants())
def test_blocks_are_dealt_differently(variant, players):
    """N blocks give N different deals, N seeds too; and a block deals alike whatever the options that come into play later."""
    config = get_game("mercato").configure(variant, players)
    table = board(config)
    deals = set()
    for block in range(200):
        table.deal(block)
        deals.add(table.state.tobytes().replace(block.to_bytes(8, "little"), b""))
    assert len(deals) == 200
    table.deal(3)
    for seed in range(20):
        other = board(config, seed)
        other.deal(3)
        same = other.state[0]["pile"].tolist() == table.state[0]["pile"].tolist()
        assert same == (seed == 1)
    changed = board(get_game("mercato").configure(variant, players, options={"same_compo": False, "hand_limit": 7, "max_turns": 10}))
    changed.deal(3)
    assert changed.state.tobytes() == table.state.tobytes()


def most_moves_by_rule() -> int:
    """The most legal moves that one decision can have, by a look at what each kind of move varies in.

    Only an action has many. With four kinds of player cards, four lines, players counted by their injuries (0 to 3), three opponents, eight
    compos and fifteen kinds of cards:
    """
    lines, compos, others = LINES, MAX_COMPOS, MAX_SEATS - 1
    place = lines
    replace = lines * lines * (MAX_INJURIES + 1)  # the card's line, the other player's line and injuries
    care = lines * MAX_INJURIES
    injure = others * lines * MAX_INJURIES  # whoever can take one more
    transfer = others * lines
    own_compo, sabotage = compos, compos * others  # M-29 needs Le Sournois, who has no free ability
    discard = KINDS
    propose = lines * lines
    return place + replace + care + injure + transfer + own_compo + sabotage + discard + propose


def test_no_decision_can_have_too_many_moves():
    """The bound on moves holds by counting, and a table laid out to have as many as possible reaches the count exactly: nothing was forgotten."""
    assert most_moves_by_rule() == 196 < MAX_MOVES
    compos = {f"own{i}": dict(zip(("gardien", "defenseur", "milieu", "attaquant"), (20, 20, 20, 20), strict=True)) for i in range(3)}
    config = get_game("mercato").configure(
        "ultime",
        4,
        options={"injuries_per_player": 3, "trade_same_line": True, "discard": "always", "hand_limit": 20, "trade_proposals": 1},
        compos=compos,
        deck={"blessure": 20},
        require_eleven=False,
        allow_impossible=True,
    )
    table = board(config)
    table.deal(0)
    state = table.state
    own = config.labels["compo"].index("own0")
    state["team"], state["hand"], state["compo"], state["won"] = 1, 0, own, 0
    state["hand"][0, :] = 1
    state["hand_size"] = KINDS
    state["actor"], state["active"], state["decision"], state["stage"] = 0, 0, ACTION, 2
    state["actions_left"], state["proposals_left"], state["abilities_left"] = 1, 1, 1
    state["coach"][0] = [COACH_SLUGS.index(name) for name in ("sournois", "fourbe", "cameleon", "stratege")]
    table.state = state
    assert len(table.legal()) == most_moves_by_rule()


def test_other_decisions_have_few_moves():
    """Every other decision chooses among the kinds of cards of a hand (15), the players of one's team (16 kinds) or the other seats, and one way
    to decline."""
    seen: dict[str, int] = {}
    for number in range(60):
        table = board(mixed(1000 + number))
        table.deal(number)
        game = table.play(seeded(number), 300)
        for state, moves in zip(game.states, game.moves):
            name = DECISIONS[state["decision"]]
            seen[name] = max(seen.get(name, 0), len(moves))
    assert all(number <= max(KINDS, LINES * LEVELS) + MAX_SEATS for name, number in seen.items() if name != "action")
    assert seen["action"] < MAX_MOVES // 2
