"""S-33 on the core's contract: three targets clockwise, each one's chain of Noes finished before the next is asked."""

from __future__ import annotations

import itertools

import pytest

from sim.core.registry import get_game
from tests.core.playout import Board
from tests.core.toys import say_no
from tests.core.toys.toy import strategies

ATTACKER = 1
CLOCKWISE = (2, 3, 0)


def expected(noes, coins):
    """Every course of an attack by seat 1, from the printed rule alone: ``{(answers …): coins}``; an answer is (seat, 'no' or 'decline')."""

    def one_target(target, noes, said):
        """All courses of one chain: (answers, Noes left, whether the card takes effect)."""
        seat = target if said % 2 == 0 else ATTACKER
        if noes[seat] == 0:
            yield (), noes, said % 2 == 0
            return
        yield ((seat, "decline"),), noes, said % 2 == 0
        left = tuple(n - (s == seat) for s, n in enumerate(noes))
        for answers, rest, effect in one_target(target, left, said + 1):
            yield ((seat, "no"), *answers), rest, effect

    courses = {(): (noes, coins)}
    for target in CLOCKWISE:
        following = {}
        for answers, (left, purses) in courses.items():
            if purses[target] == 0:  # nothing to lose: not asked
                following[answers] = (left, purses)
                continue
            for more, rest, effect in one_target(target, left, 0):
                change = {target: -1, ATTACKER: 1} if effect else {}
                following[answers + more] = (rest, tuple(c + change.get(s, 0) for s, c in enumerate(purses)))
        courses = following
    return {answers: purses for answers, (_, purses) in courses.items()}


CASES = [
    *[(noes, (2, 2, 2, 2)) for noes in itertools.product((0, 1, 2), (0, 1, 3), (0, 1), (0, 2))],
    ((1, 1, 1, 1), (0, 1, 1, 1)),
    ((1, 1, 1, 1), (1, 0, 0, 0)),
    ((1, 2, 1, 1), (0, 3, 0, 1)),
    ((5, 5, 0, 0), (1, 1, 1, 1)),
]


@pytest.mark.parametrize(("noes", "coins"), CASES)
def test_every_course_of_an_attack(toys, noes, coins):
    """All sequences of answers that the engine offers, and their outcomes, are those of a recursive reading of the rule."""
    game = get_game("toy_say_no")
    board = Board(game.configure("toy", 4), strategies(game.name)["random"])
    board.deal(0)
    state = board.state
    state["hand"], state["coins"], state["active"], state["actor"], state["decision"] = 0, coins, ATTACKER, ATTACKER, say_no.PLAY
    state["hand"][0, :, say_no.NO] = noes
    state["hand"][0, ATTACKER, say_no.ATTACK] = 1
    board.state = state
    moves = board.legal()
    board.answer(moves["action"].tolist().index(say_no.DO_ATTACK))
    turn = int(state["turn"][0])
    courses = {}
    for path, end in board.walk(lambda s: s["turn"] > turn or s["actor"] < 0):
        answers = tuple((seat, say_no.ACTIONS[action]) for seat, action in path)
        assert answers not in courses
        courses[answers] = tuple(end["coins"].tolist())
        assert end["hand"][:, say_no.NO].sum() + end["spent"][say_no.NO] - state["spent"][0, say_no.NO] == sum(noes) + drawn_noes(state[0], end)
    assert courses == expected(noes, coins)


def drawn_noes(before, after):
    """Noes drawn when the next turn began."""
    drawn = before["pile"][before["pile_top"] : after["pile_top"]]
    return (drawn == say_no.NO).sum()


def test_a_seat_without_a_no_is_never_asked_and_nobody_can_tell(toys):
    """The views of all others are the same, byte for byte, whether the target could not answer or declined (C-7)."""
    game = get_game("toy_say_no")
    config = game.configure("toy", 4)
    board = Board(config, strategies(game.name)["random"])
    views = {}
    for noes in (0, 1):
        board.deal(0)
        state = board.state
        state["hand"], state["coins"], state["active"], state["actor"], state["decision"] = 0, 2, ATTACKER, ATTACKER, say_no.PLAY
        state["hand"][0, ATTACKER, [say_no.ATTACK, say_no.NO]] = 1
        state["hand"][0, 2, say_no.NO] = noes
        state["hand"][0, 3, say_no.NO] = 1
        board.state = state
        board.answer(board.legal()["action"].tolist().index(say_no.DO_ATTACK))
        if noes:
            assert board.state["actor"][0] == 2
            board.answer(board.legal()["action"].tolist().index(say_no.DO_DECLINE))
        assert board.state["actor"][0] == 3
        position, _ = next(board.session.decisions(0b1111))
        views[noes] = board.desk.views[position].tobytes()
    assert views[0] == views[1]
