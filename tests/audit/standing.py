"""Who led after each turn, and how far behind the others were: told from the standings after every turn, once the game is over.

A standing has a number a seat: what is missing, or anything else of which less is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def decisiveness(standings: Sequence[Sequence[int]], winners: Sequence[int]) -> dict[str, int]:
    """The columns of `games`, where the leaders are the seats with the least."""
    return told([{seat for seat, mine in enumerate(standing) if mine == min(standing)} for standing in standings], winners)


def told(led: Sequence[set[int]], winners: Sequence[int]) -> dict[str, int]:
    """The columns of `games`, from who led after each turn.

    `leader_changes`: turns after which others led than after the turn before. `decided_turn`: the first turn from whose end on the winners led and
    nobody else; the last turn if there is none, or if nobody has won.
    """
    others = [turn for turn, seats in enumerate(led, 1) if seats != set(winners)]
    return {
        "leader_changes": sum(now != before for before, now in pairwise(led)),
        "decided_turn": min(others[-1] + 1, len(led)) if others else 1,
    }


def behind(standings: Sequence[Sequence[int]], seat: int) -> int:
    """By how much more than of the best other seat this seat's number was, at the worst of times."""
    return max(max(0, standing[seat] - min(other for place, other in enumerate(standing) if place != seat)) for standing in standings)
