"""What a seat sees (C-3) and what a window betrays (C-7): nothing that is hidden from it changes a byte of its view, or its decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from sim.core.registry import get_game
from sim.mercato.cards import COMPO, KINDS, LINES, SOIN
from sim.mercato.state import ANSWER, DECISIONS, PARTNER, REACT_CARE, REACT_PLACE
from strategies.registry import get_strategy, strategy_names
from tests.core.option_sets import mixed, small_compos, variants
from tests.core.playout import Board, seeded

EVERYONE = 0b11111


@dataclass
class Asked:
    """A decision as the seat that makes it sees it."""

    position: int
    n_moves: int
    view: np.ndarray
    moves: np.ndarray


def ask(board: Board, state: np.ndarray, views: np.ndarray) -> Asked:
    """Put a state on the board (with the views as they were before) and look at its decision, which must have several moves."""
    board.state = state
    board.desk.views.view(np.uint8)[:] = views.view(np.uint8)
    position, n_moves = next(board.session.decisions(EVERYONE))
    view = board.desk.views[position : position + 1].view(np.uint8).copy()
    return Asked(position, n_moves, view, board.session._part(board.desk.shown, position)[:n_moves].copy())


def snapshot(array: np.ndarray) -> np.ndarray:
    return array.view(np.uint8).copy().view(array.dtype)


def hidden_otherwise(state: np.ndarray, seat: int, chance: np.random.Generator) -> np.ndarray:
    """A state that ``seat`` cannot tell from this one: other hands (but what it knows of them), the pile, others' knowledge and answers, all
    counts and streams differ."""
    state = snapshot(state)
    inside = state[0]
    players, top, size = int(inside["players"]), int(inside["pile_top"]), int(inside["pile_size"])
    sure = inside["known"][:, :, seat].astype(int)
    pool = inside["pile"][top : top + size].astype(int).tolist()
    others = [holder for holder in range(players) if holder != seat]
    for holder in others:
        pool += np.repeat(np.arange(KINDS), inside["hand"][holder] - sure[holder]).tolist()
    chance.shuffle(pool)
    for holder in others:
        number = int(inside["hand_size"][holder] - sure[holder].sum())
        inside["hand"][holder] = sure[holder] + np.bincount(pool[:number], minlength=KINDS)
        pool = pool[number:]
    inside["pile"][top : top + size] = pool
    for observer in others:
        inside["known"][:, :, observer] = 0
    if inside["decision"] == ANSWER:  # who else agrees, or has still to answer, is known to nobody
        for holder in others:
            inside["accepted"][holder], inside["to_ask"][holder] = chance.integers(0, 2, 2)
    inside["count"] = chance.integers(0, 100, inside["count"].shape)
    inside["told"][others] = 0
    inside["chances"] += 7
    inside["seed"] += 1
    inside["chance"]["position"] = chance.integers(0, 2**63)
    return state


CASES = [(variant, players, small) for variant, players in variants() for small in (False, True)]


@pytest.mark.parametrize(("variant", "players", "small"), CASES)
def test_what_is_hidden_changes_no_view_and_no_decision(variant, players, small):
    """For every decision of some games, and every built-in strategy: the same bytes, the same moves, the same choice."""
    config = small_compos(variant, players, trade_proposals=2) if small else get_game("mercato").configure(variant, players)
    compiled = [get_strategy("mercato", name) for name in strategy_names("mercato")]
    board = Board(config, compiled[0])
    for block in range(4 if small else 1):
        chance = np.random.default_rng(block)
        board.deal(block, block % players)
        for _ in range(60 if small else 200):
            if board.over:
                break
            if len(board.legal()) > 1:
                state, views = board.state, snapshot(board.desk.views)
                seat = int(state["actor"][0])
                told = ask(board, state, views)
                after = board.state
                for _ in range(2):
                    again = ask(board, hidden_otherwise(state, seat, chance), views)
                    assert (again.position, again.n_moves) == (told.position, told.n_moves)
                    assert again.view.tobytes() == told.view.tobytes(), differing(board, told, again)
                    assert again.moves.tobytes() == told.moves.tobytes()
                for strategy in compiled:
                    assert choice(board, strategy, told, chance, spoil=False) == choice(board, strategy, told, chance, spoil=True), strategy.name
                board.state = after
                board.desk.views.view(np.uint8)[:] = views.view(np.uint8)
                board.desk.views[told.position : told.position + 1].view(np.uint8)[:] = told.view
            board.answer(int(chance.integers(len(board.legal()))))


def differing(board: Board, one: Asked, other: Asked) -> str:
    """The fields of two views that differ."""
    views = [asked.view.view(board.desk.views.dtype)[0] for asked in (one, other)]
    return ", ".join(name for name in views[0].dtype.names if views[0][name].tobytes() != views[1][name].tobytes())


def choice(board: Board, strategy, told: Asked, chance: np.random.Generator, spoil: bool) -> int:
    """What a strategy answers; with ``spoil``, where there is rubbish beyond the moves, the events and the discards that it has been given."""
    views = told.view.copy().view(board.desk.views.dtype)
    moves = np.zeros(256, board.desk.moves.dtype)
    if spoil:
        moves.view(np.uint8)[:] = chance.integers(0, 4, moves.nbytes)
        view = views[0]
        view["log"][view["events"] :] = chance.integers(0, 4, view["log"][view["events"] :].shape)
        view["discard"][view["discard_size"] :] = chance.integers(0, KINDS, len(view["discard"]) - view["discard_size"])
    moves[: told.n_moves] = told.moves
    stream = np.zeros(1, board.desk.streams.dtype)
    stream["position"], stream["gamma"] = 12345, 0x9E3779B97F4A7C15
    params = np.array(list(strategy.params.values()), float)
    return int(strategy.compile()(views[0], moves, told.n_moves, params, np.zeros(strategy.memory, np.int64), stream[0]))


def test_mixtures_hide_the_same():
    """The same for odd options and decks, the bytes of the views alone."""
    kinds = set()
    for number in range(60):
        config = mixed(number)
        board = Board(config, get_strategy("mercato", "random"))
        chance = np.random.default_rng(number)
        board.deal(number, number % config.players)
        for _ in range(60):
            if board.over:
                break
            if len(board.legal()) > 1:
                state, views = board.state, snapshot(board.desk.views)
                kinds.add(DECISIONS[state["decision"][0]])
                told = ask(board, state, views)
                again = ask(board, hidden_otherwise(state, int(state["actor"][0]), chance), views)
                assert again.view.tobytes() == told.view.tobytes(), (config.variant, config.options, differing(board, told, again))
                assert again.moves.tobytes() == told.moves.tobytes()
                board.state = state
            board.answer(int(chance.integers(len(board.legal()))))
    assert len(kinds) >= len(DECISIONS) - 1


def unable(before: np.ndarray, seat: int, decision: int, wanted: int) -> np.ndarray | None:
    """The state before a move, but the seat that would be asked after it lacks the cards to answer with: they lie at the bottom of the pile.

    None if someone knows better, or the pile has nothing to give for them.
    """
    state = snapshot(before)
    inside = state[0]
    lacking = {REACT_PLACE: range(LINES), REACT_CARE: [SOIN], ANSWER: [wanted]}[decision]
    instead = range(COMPO, KINDS) if decision == REACT_PLACE else [kind for kind in range(LINES) if kind != wanted]
    if inside["known"][seat].sum() > 0:
        return None
    top, size = int(inside["pile_top"]), int(inside["pile_size"])
    bottom = top + size - 1
    for kind in lacking:
        while inside["hand"][seat, kind] > 0:
            while bottom > top + 6 and inside["pile"][bottom] not in instead:
                bottom -= 1
            if bottom <= top + 6:  # what is drawn next must stay the same
                return None
            inside["hand"][seat, kind] -= 1
            inside["hand"][seat, inside["pile"][bottom]] += 1
            inside["pile"][bottom] = kind
    return state


def next_decision(board: Board, state: np.ndarray, choices: list[int], seat: int) -> Asked | str:
    """Make some moves from a state and look at the next decision that has several moves; ``"over"``, or ``"his"`` once ``seat`` itself comes to
    move."""
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


def declining(board: Board, moves: np.ndarray) -> int:
    """The index of the move that declines or refuses: the last one of each such window."""
    told = board.session.config.game.describe_move(board.session.config, moves[-1])
    assert told["action"] in ("decline", "refuse")
    return len(moves) - 1


def test_a_window_does_not_betray_a_hand():
    """C-7: the next seat that is asked sees the same whether someone could have reacted and declined, or could not; for both reactions and the
    answers to trades."""
    compared: Counter[str] = Counter()
    for players in (2, 3, 4):
        for number in range(60):
            coaches = {"stratege": 1, "opportuniste": 1, "fourbe": int(players > 2), "sournois": int(players > 3)}
            config = get_game("mercato").configure(
                "ultime",
                players,
                options={"trade_proposals": number % 3 // 2, "hand_limit": 7},
                deck={**dict.fromkeys(get_game("mercato").coaches, 0), **coaches, "blessure": 20, "transfert": 20, "soin": 16},
            )
            board = Board(config, get_strategy("mercato", "random"))
            board.deal(number)
            game = board.play(seeded(number), 150)
            for decision in range(len(game.choices) - 1):
                kind, seat = int(game.states["decision"][decision + 1]), int(game.states["actor"][decision + 1])
                before = game.states[decision : decision + 1]
                if kind not in (REACT_PLACE, REACT_CARE, ANSWER) or int(before["decision"][0]) == ANSWER or seat == before["actor"][0]:
                    continue
                other = unable(before, seat, kind, int(game.states["wanted"][decision + 1]))
                if other is None:
                    continue
                declined = next_decision(board, before, [game.choices[decision], declining(board, game.moves[decision + 1])], seat)
                could_not = next_decision(board, other, [game.choices[decision]], seat)
                if isinstance(declined, str) or isinstance(could_not, str):
                    assert declined == could_not
                    continue
                assert declined.position == could_not.position
                assert declined.view.tobytes() == could_not.view.tobytes(), (DECISIONS[kind], differing(board, declined, could_not))
                assert declined.moves.tobytes() == could_not.moves.tobytes()
                compared[DECISIONS[kind]] += 1
    assert min(compared[DECISIONS[kind]] for kind in (REACT_PLACE, REACT_CARE, ANSWER)) > 20, compared


def test_the_answers_that_were_not_chosen_are_known_to_the_proposer_alone():
    """M-12: of several yeses the others at the table see the one that was taken, nothing of the rest."""
    seen = 0
    for number in range(80):
        board = Board(get_game("mercato").configure("classic", 4), get_strategy("mercato", "random"))
        board.deal(number)
        game = board.play(seeded(number), 200)
        for decision, state in enumerate(game.states[:-1]):
            if state["decision"] != PARTNER or state["actor"] < 0:
                continue
            agreed = [seat for seat in range(4) if state["accepted"][seat]]
            after = game.states[decision + 1]
            chosen = int(game.moves[decision][game.choices[decision]]["seat"])
            proposer, wanted = int(state["proposer"]), int(state["wanted"])
            for holder in agreed:
                if holder != chosen:
                    seen += 1
                    known = after["known"][holder, wanted]
                    assert known[proposer] >= 1
                    before = game.states[decision - 1]["known"][holder, wanted]
                    assert all(known[seat] <= before[seat] for seat in range(4) if seat != proposer)
    assert seen > 3
