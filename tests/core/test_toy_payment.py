"""S-15 and S-16 on the core's contract: card by card until covered, jokers placed as they arrive, everything from who cannot pay."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sim.core.registry import get_game
from tests.core.playout import Board
from tests.core.toys import payment
from tests.core.toys.payment import BLUE, FIVE, JOKER_BLUE, JOKER_RED, KINDS, MULTI, ONE, RED, TEN, TWO
from tests.core.toys.toy import strategies

CREDITOR, PAYER = 0, 1
WORTH = {ONE: 1, TWO: 2, FIVE: 5, TEN: 10, RED: 2, BLUE: 3, JOKER_RED: 2, JOKER_BLUE: 2, MULTI: 0}
JOKERS = (JOKER_RED, JOKER_BLUE)


def owns(**cards):
    counts = np.zeros(KINDS, np.int8)
    for name, number in cards.items():
        counts[getattr(payment, name.upper())] = number
    return counts


def outcomes(holdings, debt):
    """What the payer may have paid in the end, and how the receiver may have placed it: a payment is any set of cards that covers the debt, and
    without its most
    valuable card would not (which can then be paid last); who cannot pay gives all."""
    can_pay = [kind for kind in range(KINDS) if kind != MULTI]
    total = sum(WORTH[kind] * int(holdings[kind]) for kind in can_pay)
    ranges = [range(int(holdings[kind]) + 1) if kind != MULTI else range(1) for kind in range(KINDS)]
    found = set()
    for paid in itertools.product(*ranges):
        value = sum(WORTH[kind] * number for kind, number in enumerate(paid))
        if total < debt:
            covers = value == total and all(paid[kind] == holdings[kind] for kind in can_pay)
        else:
            covers = value >= debt and value - max(WORTH[kind] for kind, number in enumerate(paid) if number) < debt
        if covers:
            jokers = paid[JOKER_RED] + paid[JOKER_BLUE]
            for red in range(jokers + 1):
                got = list(paid)
                got[JOKER_RED], got[JOKER_BLUE] = red, jokers - red
                found.add((paid, tuple(got)))
    return found


CASES = [
    (owns(one=3, two=1), 2),
    (owns(one=2, five=1, ten=1), 4),
    (owns(one=1, two=2, red=1, blue=1, joker_red=1), 6),
    (owns(two=1, joker_red=1, joker_blue=1, multi=1), 3),
    (owns(joker_red=2, joker_blue=1, multi=2), 6),
    (owns(ten=1, multi=1), 1),
    # cannot pay
    (owns(one=2, blue=1, joker_red=1), 9),
    (owns(joker_red=1, joker_blue=2, multi=1), 8),
    (owns(multi=2), 5),
    (owns(), 5),
]


def claimed(toys, holdings, debt, mine=None):
    """A board on which the creditor has just claimed ``debt`` from the payer."""
    game = get_game("toy_payment")
    board = Board(game.configure("toy", 2, options={"turns": 5}), strategies(game.name)["random"])
    board.deal(0)
    state = board.state
    state["active"], state["actor"], state["decision"], state["debt"] = CREDITOR, CREDITOR, payment.CLAIM, debt
    state["owns"], state["tokens"] = 0, 0
    state["owns"][0, PAYER] = holdings
    if mine is not None:
        state["owns"][0, CREDITOR] = mine
    board.state = state
    board.legal()
    board.answer(0)
    return board, state[0]


@pytest.mark.parametrize(("holdings", "debt"), CASES)
def test_every_way_to_pay(toys, holdings, debt):
    board, before = claimed(toys, holdings, debt)
    turn = int(before["turn"])
    found = set()
    solvent = sum(WORTH[kind] * int(number) for kind, number in enumerate(holdings)) >= debt
    for path, end in board.walk(lambda s: s["turn"] > turn or s["actor"] < 0):
        paid = holdings - end["owns"][PAYER]
        found.add((tuple(paid.tolist()), tuple(end["owns"][CREDITOR].tolist())))
        assert end["tokens"][PAYER, CREDITOR] == (0 if solvent else 1)
        assert all(action == payment.PLACE for _, action, *_ in path) or solvent  # who gives all decides nothing
        assert all(actor == (CREDITOR if action == payment.PLACE else PAYER) for actor, action, *_ in path)
        for step, (_, action, card, _) in enumerate(path):
            if action == payment.PAY and card in JOKERS:  # placed at once, before anything else goes on
                assert path[step + 1][1] == payment.PLACE
    assert found == outcomes(holdings, debt)


def test_victory_in_the_middle_of_a_payment(toys):
    """The card that completes the second set ends the game at once: the rest is not paid any more (S-11)."""
    board, _ = claimed(toys, owns(red=1, blue=1, ten=1), 12, mine=owns(red=2, blue=2, joker_red=1))
    ends = list(board.walk(lambda s: s["actor"] < 0 or s["payer"] < 0))
    won = [(path, end) for path, end in ends if end["winner"] == CREDITOR]
    assert {tuple(card for _, _, card, _ in path) for path, _ in won} == {(BLUE,), (RED, BLUE), (TEN, BLUE)}
    for path, end in won:
        assert end["owns"][PAYER].sum() == 3 - len(path)
        assert end["actor"] == -1


def test_placing_a_joker_can_win(toys):
    board, _ = claimed(toys, owns(joker_red=1, one=1), 3, mine=owns(red=3, blue=2))
    ends = [(tuple(move[1:3] for move in path), int(end["winner"])) for path, end in board.walk(lambda s: s["actor"] < 0 or s["payer"] < 0)]
    wins = [moves for moves, winner in ends if winner == CREDITOR]
    assert wins
    assert all(moves[-1] == (payment.PLACE, JOKER_BLUE) for moves in wins)
