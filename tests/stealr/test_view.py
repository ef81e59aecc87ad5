"""What a seat sees (C-3) and what a window betrays (C-7): nothing that is hidden from it changes a byte of its view, or its decision."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim.core.registry import Config, get_game
from sim.stealr.cards import JUST_SAY_NO, KINDS
from sim.stealr.state import ACTIONS, ANSWER, DECISIONS, PUBLIC_FIELDS
from strategies.registry import get_strategy, strategy_names
from tests.core.playout import Board, seeded
from tests.core.test_view import Asked, ask, differing, snapshot

from .option_sets import mixed, short, variants


def hidden_otherwise(state: np.ndarray, seat: int, chance: np.random.Generator) -> np.ndarray:
    """A state that ``seat`` cannot tell from this one: other hands (but what it knows of them), the pile, others' knowledge, all counts and streams
    differ."""
    state = snapshot(state)
    inside = state[0]
    players, top, size = int(inside["players"]), int(inside["pile_top"]), int(inside["pile_size"])
    sure = inside["known"][seat].astype(int)
    pool = inside["pile"][top : top + size].astype(int).tolist()
    others = [holder for holder in range(players) if holder != seat]
    for holder in others:
        pool += np.repeat(np.arange(KINDS), inside["hand"][holder, :KINDS] - sure[holder]).tolist()
    chance.shuffle(pool)
    for holder in others:
        number = int(inside["hand_size"][holder] - sure[holder].sum())
        inside["hand"][holder, :KINDS] = sure[holder] + np.bincount(pool[:number], minlength=KINDS)
        pool = pool[number:]
    inside["pile"][top : top + size] = pool
    for observer in others:
        inside["known"][observer] = 0
    inside["count"] = chance.integers(0, 100, inside["count"].shape)
    inside["by_card"] = chance.integers(0, 100, inside["by_card"].shape)
    inside["told"][others] = 0
    inside["changed"] = 1 - inside["changed"]
    inside["seed"] += 1
    inside["chance"]["position"] = chance.integers(0, 2**63)
    return state


def choice(board: Board, strategy, told: Asked, chance: np.random.Generator, spoil: bool) -> int:
    """What a strategy answers; with ``spoil``, where there is rubbish beyond the moves and the events that it has been given."""
    views = told.view.copy().view(board.desk.views.dtype)
    moves = np.zeros(256, board.desk.moves.dtype)
    if spoil:
        moves.view(np.uint8)[:] = chance.integers(0, 4, moves.nbytes)
        view = views[0]
        view["log"][view["events"] :] = chance.integers(0, 4, view["log"][view["events"] :].shape)
    moves[: told.n_moves] = told.moves
    stream = np.zeros(1, board.desk.streams.dtype)
    stream["position"], stream["gamma"] = 12345, 0x9E3779B97F4A7C15
    params = np.array(list(strategy.params.values()), float)
    return int(strategy.compile()(views[0], moves, told.n_moves, params, np.zeros(strategy.memory, np.int64), stream[0]))


def look_otherwise(config: Config, block: int, decisions: int, strategies: list) -> set[str]:
    """Play, and look at every decision again in states that the seat can't tell apart: the same bytes, moves, choices. The kinds of decisions met."""
    board = Board(config, get_strategy("stealr", "random"))
    chance = np.random.default_rng(block)
    board.deal(block, block % config.players)
    kinds = set()
    for _ in range(decisions):
        if board.over:
            break
        if len(board.legal()) > 1:
            state, views = board.state, snapshot(board.desk.views)
            kinds.add(DECISIONS[state["decision"][0]])
            told = ask(board, state, views)
            after = board.state
            for _ in range(2):
                again = ask(board, hidden_otherwise(state, int(state["actor"][0]), chance), views)
                assert (again.position, again.n_moves) == (told.position, told.n_moves)
                assert again.view.tobytes() == told.view.tobytes(), (config.options, differing(board, told, again))
                assert again.moves.tobytes() == told.moves.tobytes()
            for strategy in strategies:
                assert choice(board, strategy, told, chance, spoil=False) == choice(board, strategy, told, chance, spoil=True), strategy.name
            board.state = after
            board.desk.views.view(np.uint8)[:] = views.view(np.uint8)
            board.desk.views[told.position : told.position + 1].view(np.uint8)[:] = told.view
        board.answer(int(chance.integers(len(board.legal()))))
    return kinds


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(("mode", "players"), variants())
def test_what_is_hidden_changes_no_view_and_no_decision(mode, players):
    """For every decision of some games, and every built-in strategy."""
    strategies = [get_strategy("stealr", name) for name in strategy_names("stealr")]
    look_otherwise(get_game("stealr").configure(mode, players), players, 200, strategies)
    for block in range(3):
        look_otherwise(short(mode, players), block, 60, strategies)


@pytest.mark.rule("C-3")
def test_mixtures_hide_the_same():
    """The same for odd options and decks; all kinds of decisions with a choice come up."""
    kinds = set()
    for number in range(40):
        kinds |= look_otherwise(mixed(number), number, 80, [])
    for number in range(6):  # long games, with several sets of a colour
        kinds |= look_otherwise(short("no_mercy", 2 + number % 3, sets_to_win=10), number, 250, [])
    assert kinds == set(DECISIONS)


@pytest.mark.rule("C-3")
def test_the_view_holds_what_lies_open_and_nothing_else():
    """Public fields as in the state; one's own hand; what one knows; the events. No field more."""
    board = Board(get_game("stealr").configure("no_mercy", 4), get_strategy("stealr", "random"))
    names = [name for name, *_ in PUBLIC_FIELDS]
    assert set(board.desk.views.dtype.names) - set(names) == {"seat", "hand", "known", "events", "events_missed", "log", "rules"}
    chance = np.random.default_rng(3)
    looked = 0
    for block in range(3):
        board.deal(block)
        while not board.over:
            if len(board.legal()) > 1:
                state = board.state
                told = ask(board, state, snapshot(board.desk.views))
                view, seat = told.view.view(board.desk.views.dtype)[0], int(state["actor"][0])
                assert view["seat"] == seat
                assert view["hand"].tolist() == state["hand"][0, seat, :KINDS].tolist()
                assert view["known"].tolist() == state["known"][0, seat].tolist()
                for name in names:
                    assert view[name].tolist() == state[name][0].tolist(), name
                looked += 1
            board.answer(int(chance.integers(len(board.legal()))))
    assert looked > 200


def without_noes(before: np.ndarray, seat: int) -> np.ndarray | None:
    """The state before a move, but the seat that would be asked after it holds no Just Say No: they lie at the bottom of the pile, and other cards in
    the hand. None if someone knows better, or the pile has nothing to give for them."""
    state = snapshot(before)
    inside = state[0]
    if inside["known"][:, seat].sum() > 0:
        return None
    top, size = int(inside["pile_top"]), int(inside["pile_size"])
    bottom = top + size - 1
    while inside["hand"][seat, JUST_SAY_NO] > 0:
        while bottom > top + 8 and inside["pile"][bottom] == JUST_SAY_NO:
            bottom -= 1
        if bottom <= top + 8:  # what is drawn next must stay the same
            return None
        inside["hand"][seat, JUST_SAY_NO] -= 1
        inside["hand"][seat, inside["pile"][bottom]] += 1
        inside["pile"][bottom] = JUST_SAY_NO
    return state


def next_decision(board: Board, state: np.ndarray, choices: list[int], seat: int) -> Asked | str:
    """Make some moves from a state and look at the next decision with a choice; ``"over"``, or ``"his"`` once ``seat`` itself comes to move."""
    board.state = state
    board.desk.views.view(np.uint8)[:] = 0
    for chosen in choices:
        board.legal()
        board.answer(chosen)
    while not board.over and board.desk.states["actor"][0] != seat and len(board.legal()) == 1:
        board.answer(0)
    if board.over:
        return "over"
    return "his" if board.desk.states["actor"][0] == seat else ask(board, board.state, snapshot(board.desk.views))


@pytest.mark.rule("C-7", "S-33")
def test_a_window_does_not_betray_a_hand():
    """The next seat that is asked sees the same whether someone could have said No and did not, or could not; counters by the active player too."""
    compared: Counter[str] = Counter()
    for players in (2, 3, 4):
        for number in range(40):
            deck = {"just_say_no": 20, "tough_luck": 0, "yoink": 0, "rent_any": 8, "heist": 8, "forced_debt": 8, "unfair_trade": 8}
            board = Board(get_game("stealr").configure("no_mercy", players, deck=deck), get_strategy("stealr", "random"))
            board.deal(number)
            game = board.play(seeded(number), 200)
            for decision in range(len(game.choices) - 1):
                seat = int(game.states["actor"][decision + 1])
                before = game.states[decision : decision + 1]
                if game.states["decision"][decision + 1] != ANSWER or seat == before["actor"][0]:
                    continue
                other = without_noes(before, seat)
                if other is None:
                    continue
                moves = game.moves[decision + 1]
                assert ACTIONS[moves["action"][1]] == "accept"
                declined = next_decision(board, before, [game.choices[decision], 1], seat)
                could_not = next_decision(board, other, [game.choices[decision]], seat)
                if isinstance(declined, str) or isinstance(could_not, str):
                    assert declined == could_not
                    continue
                assert declined.position == could_not.position
                assert declined.view.tobytes() == could_not.view.tobytes(), differing(board, declined, could_not)
                assert declined.moves.tobytes() == could_not.moves.tobytes()
                compared["target" if game.states["noes"][decision + 1] % 2 == 0 else "active player"] += 1
    assert min(compared["target"], compared["active player"]) > 20, compared
