"""M-34 to M-36 of the auditor, on games of which only the first line and the winners are given."""

from __future__ import annotations

from typing import Any

import pytest

from . import AuditError
from .match import MatchAudit


def game(number: int, seats: list[int], variant: str = "ultime", final: str = "duel", games: int = 2) -> dict[str, Any]:
    """What a match looks at in a game's first line."""
    options = {"games": games, "final": final, "max_extra_games": 3}
    return {
        "options": options, "match_game": number, "seed": 1, "block": 0, "rotation": 0, "variant": variant,
        "players": len(seats), "match_seats": seats,
    }  # fmt: skip


def play(*played: tuple[dict[str, Any], list[int]]) -> MatchAudit:
    """A match of these games, each with its winners (seats in the game)."""
    match = MatchAudit(played[0][0], known=True)
    for one, winners in played:
        match.begin(one)
        match.end(one, winners)
    return match


TIED = [(game(0, [0, 1, 2, 3]), [1, 3]), (game(1, [0, 1, 2, 3]), [0])]


def test_points_and_prolongations() -> None:
    """M-34, M-35: the tied play on; nobody out if nobody wins; whoever fails is out; the last one is champion."""
    assert not play(*TIED).over
    assert play(*TIED).left == [0, 1, 3]
    nobody = play(*TIED, (game(2, [0, 1, 3]), []))
    assert nobody.left == [0, 1, 3]
    two = play(*TIED, (game(2, [0, 1, 3]), [0, 2]))
    assert two.left == [0, 3]
    assert not two.over
    done = play(*TIED, (game(2, [0, 1, 3]), [0, 2]), (game(3, [0, 3], "ultime_duel"), [1]))
    assert done.over
    assert done.left == [3]


def test_one_leader_ends_it() -> None:
    """M-34: no extra game without a tie; a single game is no championship."""
    match = play(TIED[0], (game(1, [0, 1, 2, 3]), [1]))
    assert match.over
    with pytest.raises(AuditError, match="M-35"):
        match.begin(game(2, [1, 3]))
    assert play((game(0, [0, 1], games=1), [0, 1])).over


def test_extra_games_run_out() -> None:
    """M-35: `max_extra_games`."""
    extra: list[tuple[dict[str, Any], list[int]]] = [(game(number, [0, 1, 3]), []) for number in (2, 3, 4)]
    assert not play(*TIED, *extra[:2]).over
    assert play(*TIED, *extra).over


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        (game(3, [0, 1, 3]), "M-34"),
        ({**game(2, [0, 1, 3]), "block": 1}, "M-34"),
        (game(2, [0, 1, 2, 3]), "M-35"),
        (game(2, [0, 3, 1]), "M-35"),
        (game(2, [0, 1, 3], "ultime_duel"), "M-36"),
        (game(2, [0, 1, 3], "classic"), "M-36"),
    ],
)
def test_wrong_games(wrong: dict[str, Any], rule: str) -> None:
    """Another number, deal, seats or variant than the match needs next."""
    with pytest.raises(AuditError, match=rule):
        play(*TIED, (wrong, []))


@pytest.mark.parametrize(("final", "variant"), [("duel", "ultime"), ("game", "ultime_duel")])
def test_wrong_final(final: str, variant: str) -> None:
    """M-36: with two left, the decider is what `final` says."""
    first, second = (game(0, [0, 1], final=final), [0]), (game(1, [0, 1], final=final), [1])
    with pytest.raises(AuditError, match="M-36"):
        play(first, second, (game(2, [0, 1], variant, final), []))
