"""Sums of a design point for what goes beyond one factor at a time; each by name, mergeable with +.

crossed:a×b      two factors at once: wins, then games, of each combination of levels (`Moments`), the last factor's levels next to each other
match_ups:a      two players: a group for each pair of levels, the first one's wins, the second one's, games (`GroupMoments`)
luck             where strategies differ, what tells the deal from how it is played; see `luck_values`
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.figures import Factor
from analysis.points import PointInfo, Summary
from analysis.statistics import Moments
from analysis.statistics.groups import GroupMoments
from analysis.statistics.moments import Floats
from analysis.sums import PartRows, over_seats
from analysis.tables import NO_LABEL

COLUMNS = {"position"}
"""Columns of `seats` that these sums read beside those that the factors name."""

_MOST_CELLS = 48
"""Combinations of two factors: their cross products grow with the square."""


def more_sums(rows: PartRows, summary: Summary) -> Iterator[tuple[str, Any]]:
    """The sums of a part, by name."""
    levels = {factor.name: found for factor in single(summary) if (found := levels_at(rows, summary, factor)) is not None}
    declared = {factor.columns for factor in summary.figures.factors}
    columns = {factor.name: factor.columns[0] for factor in single(summary)}
    for first, second in combinations(levels, 2):
        if (columns[first], columns[second]) in declared:
            continue  # summed already, as a factor of its own
        if (first, second) == ("order", "strategy") and rows.info.players == 2:
            continue  # what one gains in a place the other loses in the other place: no interaction can show
        if len(levels[first][0]) * len(levels[second][0]) <= _MOST_CELLS:
            yield f"crossed:{first}×{second}", Moments.of(crossed_values(rows, levels[first], levels[second]))
    if rows.info.players == 2:
        for name, found in levels.items():
            if name not in ("order", "strategy"):
                yield f"match_ups:{name}", GroupMoments.of(match_up_values(rows, found))
    if has_deals(rows.info) and all(rows.has("seats", column) for column in COLUMNS):
        yield "luck", Moments.of(luck_values(rows))


def single(summary: Summary) -> list[Factor]:
    """Factors of one column."""
    return [factor for factor in summary.figures.factors if len(factor.columns) == 1]


def level_ids(summary: Summary, info: PointInfo, factor: Factor) -> list[int]:
    """The ids of a factor's levels that can occur at a design point: of strategies those of the line-up."""
    if factor.name == "strategy":
        names = summary.labels["strategy"]
        return [names.index(name) for name in dict.fromkeys(info.lineup)]
    return list(range(len(summary.level_labels(factor, info.players)[0])))


def levels_at(rows: PartRows, summary: Summary, factor: Factor) -> tuple[list[int], NDArray[np.int64]] | None:
    """(ids of levels, each seat's level (G, players) as a place among them); None where seats are not all told apart by the factor."""
    ids = level_ids(summary, rows.info, factor)
    if not rows.has("seats", factor.columns[0]) or len(ids) < 2:
        return None
    place = np.full(NO_LABEL + 1, -1, np.int64)
    place[ids] = np.arange(len(ids))
    column = rows.seat(factor.columns[0])
    found = place[np.clip(column, 0, NO_LABEL)]
    return (ids, found) if len(found) and (found >= 0).all() else None


def crossed_values(rows: PartRows, first: tuple[list[int], NDArray[np.int64]], second: tuple[list[int], NDArray[np.int64]]) -> Floats:
    """(blocks, 2 · combinations): wins, then games."""
    number = len(first[0]) * len(second[0])
    cell = ((rows.block[:, None] * len(first[0]) + first[1]) * len(second[0]) + second[1]).ravel()
    size = rows.blocks * number
    wins, games = np.bincount(cell, weights=rows.won.ravel(), minlength=size), np.bincount(cell, minlength=size)
    return np.hstack([wins.reshape(rows.blocks, number), games.reshape(rows.blocks, number)]).astype(np.float64)


def pairs_of(levels: int) -> list[tuple[int, int]]:
    """The pairs of different levels, in the order of their groups."""
    return list(combinations(range(levels), 2))


def match_up_values(rows: PartRows, levels: tuple[list[int], NDArray[np.int64]]) -> Floats:
    """(blocks, pairs, 3): the first one's wins, the second one's, games. Games of equal levels are left out."""
    ids, level = levels
    number = len(ids) * (len(ids) - 1) // 2
    pair = np.full((len(ids), len(ids)), -1, np.int64)
    for k, (a, b) in enumerate(pairs_of(len(ids))):
        pair[a, b] = pair[b, a] = k
    group = pair[level[:, 0], level[:, 1]]
    unlike = group >= 0
    turned = level[:, 0] > level[:, 1]
    cell = (rows.block * number + group)[unlike]
    mine, theirs = np.where(turned, rows.won[:, 1], rows.won[:, 0]), np.where(turned, rows.won[:, 0], rows.won[:, 1])
    size = rows.blocks * number
    columns = [np.bincount(cell, weights=values[unlike], minlength=size) for values in (mine, theirs)] + [np.bincount(cell, minlength=size)]
    return np.stack(columns, axis=1).reshape(rows.blocks, number, 3).astype(np.float64)


def has_deals(info: PointInfo) -> bool:
    """Whether strategies move over the seats of each deal, so that every one of them plays from every seat of it."""
    return len(set(info.lineup)) > 1 and info.rotations == info.players and info.games_per_match == 1


def luck_values(rows: PartRows) -> Floats:
    """What tells the deal from how it is played, from win shares y in parts of 1/win_unit (a game that several win is shared by them).

    In the games of a block a seat keeps its cards, those that will come, and its place in the order, while each strategy plays it once. Variables
    (blocks, 4 + 2 players): seats of games, Σ y²; of each two games of the same seat how many (both orders), Σ of their products of y; then Σ y by
    position of the line-up, and the games of each.
    """
    info = rows.info
    share = rows.won * (info.win_unit // np.maximum(over_seats(rows.won), 1)[:, None])
    size = rows.blocks * info.players
    first = rows.block[:, None] * info.players
    of_seat = (first + np.arange(info.players)).ravel()
    total, count, square = (np.bincount(of_seat, weights=w, minlength=size) for w in (share.ravel(), None, (share * share).ravel()))
    by_position = (first + rows.seat("position")).ravel()
    won, played = (np.bincount(by_position, weights=w, minlength=size) for w in (share.ravel(), None))
    columns = [count, square, count * (count - 1), total * total - square]
    summed = [column.reshape(rows.blocks, info.players).sum(axis=1, keepdims=True) for column in columns]
    return np.hstack([*summed, won.reshape(rows.blocks, -1), played.reshape(rows.blocks, -1)]).astype(np.float64)
