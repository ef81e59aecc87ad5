"""From the rows of a part to numbers a block: what every figure is a sum of.

A part is read, reduced to one row a block for each group of variables, and forgotten. Groups:

    <factor>            wins, win shares, games: by level, then of all seats (a factor of `analysis.figures`)
    games               1 a game; then each figure of games
    seats               games, seats, winners; then each figure of seats, and what it is a share of
    seats_by_<factor>:<figure>  a figure of seats, and what it is divided by: by level, then of all
    cards:<card>        seats, winners; for each deed its count, and the seats, and winners, that did it at least once
    within              see `within_values`

Groups are small, because the cross products of a group grow with the square of its variables. All variables are whole numbers but for standard
deviations, so that sums are exact and do not depend on the order of parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.figures import CardTable, Factor, Figures, PerGame, PerSeat, Test, Within
from analysis.points import PointInfo, Summary
from analysis.statistics.moments import Floats
from analysis.tables import NO_LABEL, Run


@dataclass(frozen=True)
class Part:
    """A fixed range of blocks of one design point."""

    run: Run
    key: str
    point: int
    first_block: int
    blocks: int

    def read(self, table: str, columns: set[str]) -> pl.DataFrame:
        """The part's rows of `table`, of those of `columns` that it has."""
        there = [column["name"] for column in self.run.columns(table) if column["name"] in columns]
        return self.run.part(self.key, table, there)


class PartRows:
    """The games of a part as arrays: `game(column)` is (G,), `seat(column)` is (G, players). Extra games of championships are left out."""

    def __init__(self, part: Part, info: PointInfo, figures: Figures) -> None:
        """Read what `figures` ask for. Raises ValueError when the rows of a game do not lie together."""
        self.info, self.blocks = info, part.blocks
        columns = columns_needed(figures)
        self._games = ordinary(part.read("games", columns), info)
        self._seats = ordinary(part.read("seats", columns), info)
        block = self._games["block"].to_numpy()
        if len(self._seats) != len(block) * info.players or not (self.seat("block") == block[:, None]).all():
            raise ValueError(f"part {part.key}: its tables games and seats do not hold the same games")
        self.block = block.astype(np.int64) - part.first_block
        each = len(block) // self.blocks
        self._each = each if each * self.blocks == len(block) and (self.block == np.repeat(np.arange(self.blocks), each)).all() else 0

    def has(self, table: str, column: str) -> bool:
        """Whether a column is there; `games` always has winners."""
        return column in (self._games if table == "games" else self._seats).columns or (table, column) == ("games", "winners")

    def game(self, column: str) -> NDArray[np.int64]:
        """A column of `games`."""
        if column == "winners" and column not in self._games.columns:
            return over_seats(self.won)
        return self._games[column].to_numpy().astype(np.int64)

    def seat(self, column: str) -> NDArray[np.int64]:
        """A column of `seats`, a row a game."""
        return self._seats[column].to_numpy().astype(np.int64).reshape(-1, self.info.players)

    @cached_property
    def won(self) -> NDArray[np.int64]:
        """1 for each winner."""
        return self.seat("won")

    @cached_property
    def seat_block(self) -> NDArray[np.int64]:
        """The block of each seat's row."""
        return np.repeat(self.block, self.info.players)

    def by_block(self, of_games: NDArray[np.integer] | Floats) -> Floats:
        """Sums over the games of each block: (blocks,) from (G,)."""
        if self._each:  # as many games in every block, in order: no need to look up whose each is
            each = of_games.reshape(self.blocks, self._each)
            return sum((each[:, game] for game in range(1, self._each)), start=each[:, 0]).astype(np.float64)
        return np.bincount(self.block, weights=of_games, minlength=self.blocks).astype(np.float64)


def columns_needed(figures: Figures) -> set[str]:
    """Names of the columns that any figure reads, of both tables."""
    wanted = {"block", "game", "won", "winners", "position"}
    wanted |= {column for factor in figures.factors for column in factor.columns}
    wanted |= {figure.column for figure in (*figures.games, *figures.lengths)}
    wanted |= {column for figure in figures.seats for column in (figure.column, figure.share_of)}
    if figures.cards is not None:
        wanted |= {deed.column.format(card=card) for deed in figures.cards.deeds for card in figures.cards.cards}
    if figures.within is not None:
        wanted |= {figures.within.total, figures.within.rank, *figures.within.components}
    return wanted


def ordinary(table: pl.DataFrame, info: PointInfo) -> pl.DataFrame:
    """Without the extra games of championships (M-35): a match's games are numbered, the extra ones last."""
    if info.games_per_match == 1 and table["game"].max() in (0, None):
        return table
    return table.filter(pl.col("game") < info.games_per_match)


def tested(values: NDArray[np.int64], test: Test | None) -> NDArray[np.int64]:
    """Numbers as they are, or 1 where they pass the test."""
    if test is None:
        return values
    kind, bound = test
    return (values > bound if kind == "over" else values == bound).astype(np.int64)


def over_seats(values: NDArray[np.int64], how: str = "sum") -> NDArray[np.int64]:
    """(G,) from (G, players): the sum over the seats of a game, the largest ("max") or the smallest ("min") value. Seat by seat: a game has few."""
    combine = {"sum": np.add, "max": np.maximum, "min": np.minimum}[how]
    found = values[:, 0]
    for seat in range(1, values.shape[1]):
        found = combine(found, values[:, seat])
    return found


# -- by level


def levels_of(columns: list[NDArray[np.int64]], factor: Factor, summary: Summary, players: int) -> tuple[int, NDArray[np.int64], NDArray[np.bool_]]:
    """(number of levels, each row's level, rows that have one), from the factor's columns."""
    labels = summary.level_labels(factor, players)
    number = math.prod(len(names) for names in labels)
    level = np.zeros(len(columns[0]), np.int64)
    known = np.ones(len(columns[0]), np.bool_)
    for name, ids, names in zip(factor.columns, columns, labels, strict=True):
        none = ids == NO_LABEL
        if (ids[~none] >= len(names)).any():
            raise ValueError(f"seats.{name} holds an id that the manifest does not name")
        known &= ~none
        level = level * len(names) + np.where(none, 0, ids)
    return number, level, known


def by_level(
    blocks: int,
    block: NDArray[np.integer],
    number: int,
    level: NDArray[np.int64],
    known: NDArray[np.bool_],
    numerators: tuple[NDArray[np.integer] | Floats, ...],
) -> Floats:
    """(blocks, (numerators + 1) (number + 1)): each numerator and then the rows, by level and of all rows."""
    cell = block * number + level
    every = bool(known.all())
    cell = cell if every else cell[known]
    found = np.empty((blocks, len(numerators) + 1, number + 1))
    for k, weights in enumerate((*numerators, None)):
        chosen = weights if weights is None or every else weights[known]
        levels = np.bincount(cell, weights=chosen, minlength=blocks * number).reshape(blocks, number)
        found[:, k, :number] = levels
        found[:, k, number] = levels.sum(axis=1) if every else np.bincount(block, weights=weights, minlength=blocks)
    return found.reshape(blocks, -1)


def first_and_others(order: Floats, players: int) -> Floats:
    """(blocks, 4): wins and games of the first player, then of all others; `order` is what `by_level` counts of the places in the order of play."""
    games = 2 * (players + 1)
    first, everyone = order[:, [0, games]], order[:, [players, games + players]]
    return np.hstack([first, everyone - first])


# -- the groups

Values = tuple[tuple[str, ...], Floats]
"""Names of variables, and (blocks, variables)."""


def factor_values(rows: PartRows, summary: Summary, factor: Factor) -> Floats | None:
    """Wins, win shares and games by level; None when no seat has a level."""
    found = _levels(rows, summary, factor)
    if found is None:
        return None
    won = rows.won.astype(np.float64)
    shares = won * (rows.info.win_unit // np.maximum(over_seats(rows.won), 1)[:, None])
    return by_level(rows.blocks, rows.seat_block, *found, (won.ravel(), shares.ravel()))


def _levels(rows: PartRows, summary: Summary, factor: Factor) -> tuple[int, NDArray[np.int64], NDArray[np.bool_]] | None:
    if not all(rows.has("seats", column) for column in factor.columns):
        return None
    found = levels_of([rows.seat(column).ravel() for column in factor.columns], factor, summary, rows.info.players)
    return found if found[0] and found[2].any() else None


def group_values(rows: PartRows, summary: Summary) -> Iterator[tuple[str, Values]]:
    """Every group but the factors, by name."""
    figures = summary.figures
    yield "games", games_values(rows, figures)
    if figures.seats:
        yield "seats", seats_values(rows, figures)
    for factor in figures.factors:
        chosen = [figure for figure in figures.seats if factor.name in figure.by and rows.has("seats", figure.column)]
        found = _levels(rows, summary, factor) if chosen else None
        if found is None:
            continue
        for figure in chosen:
            yield f"seats_by_{factor.name}:{figure.name}", seats_by_values(rows, figure, found)
    for card in figures.cards.cards if figures.cards is not None else ():
        yield f"cards:{card}", card_values(rows, figures.cards, card)
    if figures.within is not None and all(rows.has("seats", c) for c in (figures.within.total, *figures.within.components, figures.within.rank)):
        yield "within", within_values(rows, figures.within)


def games_values(rows: PartRows, figures: Figures) -> Values:
    """1 a game, then each figure of games whose column is there."""
    names, columns = ["games"], [rows.by_block(np.ones(len(rows.block)))]
    for figure in figures.games:
        if rows.has(figure.source, figure.column):
            names.append(figure.name)
            columns.append(rows.by_block(game_figure(rows, figure)))
    return tuple(names), np.stack(columns, axis=1)


def game_figure(rows: PartRows, figure: PerGame) -> NDArray[np.int64]:
    """A figure of games, (G,)."""
    if figure.source == "games":
        return tested(rows.game(figure.column), figure.test)
    of_seats = rows.seat(figure.column)
    if figure.how == "range":
        return tested(over_seats(of_seats, "max") - over_seats(of_seats, "min"), figure.test)
    return tested(over_seats(of_seats, figure.how), figure.test)


def seat_figure(rows: PartRows, figure: PerSeat) -> NDArray[np.int64]:
    """A figure of seats as (G, players): 0 for those that it is not about."""
    value = tested(rows.seat(figure.column), figure.test)
    return value * rows.won if figure.among == "winners" else value


def seats_values(rows: PartRows, figures: Figures) -> Values:
    """Games, seats, winners, and the figures of seats."""
    ones = np.ones(len(rows.block))
    names = ["games", "seats", "winners"]
    columns = [rows.by_block(ones), rows.by_block(ones * rows.info.players), rows.by_block(over_seats(rows.won))]
    for figure in figures.seats:
        if rows.has("seats", figure.column):
            names.append(figure.name)
            columns.append(rows.by_block(over_seats(seat_figure(rows, figure))))
            if figure.share_of:
                names.append(f"{figure.name}:of")
                columns.append(rows.by_block(over_seats(rows.seat(figure.share_of))))
    return tuple(names), np.stack(columns, axis=1)


def seats_by_values(rows: PartRows, figure: PerSeat, levels: tuple[int, NDArray[np.int64], NDArray[np.bool_]]) -> Values:
    """A figure of seats and its denominator, by level and then of all."""
    numerators = [seat_figure(rows, figure)]
    if figure.share_of:
        numerators.append(rows.seat(figure.share_of))
    elif figure.among == "winners":
        numerators.append(rows.won)
    values = by_level(rows.blocks, rows.seat_block, *levels, tuple(numerator.ravel() for numerator in numerators))
    names = tuple(f"{name}:{level}" for name in ("top", "bottom") for level in (*range(levels[0]), "all"))
    return names, values[:, : len(names)]  # seats are the last, and the denominator unless there is another


def card_values(rows: PartRows, table: CardTable | None, card: str) -> Values:
    """Seats and winners; for each deed with a kind of card its count, the seats that did it at least once, and the winners among them."""
    names = ["seats", "winners"]
    columns = [rows.by_block(np.full(len(rows.block), rows.info.players)), rows.by_block(over_seats(rows.won))]
    for deed in table.deeds if table is not None else ():
        column = deed.column.format(card=card)
        if rows.has("seats", column):
            count = rows.seat(column)
            did = (count > 0).astype(np.int64)
            names += [deed.name, f"did:{deed.name}", f"won:{deed.name}"]
            columns += [rows.by_block(over_seats(of)) for of in (count, did, did * rows.won)]
    return tuple(names), np.stack(columns, axis=1)


def within_values(rows: PartRows, within: Within) -> Values:
    """How seats differ within a game; components are a = 0, 1, … and "total".

    sum:a    Σ over seats
    sd:a     standard deviation of the game's seats (population: the seats are all there are)
    cov:a:b  n Σ xy - Σx Σy over the n seats: n² times the covariance within the game, a whole number
    lead:a   the winner's value less the mean of those next to him, in parts of 1/win_unit; 0 in games that several won or nobody
    """
    marks = [*(str(k) for k in range(len(within.components))), "total"]
    x = np.stack([rows.seat(column) for column in (*within.components, within.total)], axis=2)
    n = rows.info.players
    sums = x.sum(axis=1)
    cross = n * np.einsum("gpa,gpb->gab", x, x) - sums[:, :, None] * sums[:, None, :]
    names, columns = ["games"], [rows.by_block(np.ones(len(rows.block)))]
    for a, mark in enumerate(marks):
        names += [f"sum:{mark}", f"sd:{mark}"]
        columns += [rows.by_block(sums[:, a]), rows.by_block(np.sqrt(cross[:, a, a]) / n)]
        for b in range(a, len(marks)):
            names.append(f"cov:{mark}:{marks[b]}")
            columns.append(rows.by_block(cross[:, a, b]))
    rank = rows.seat(within.rank)
    first = rows.won * (rank == 1)
    alone = first.sum(axis=1) == 1
    others = np.where(first == 1, np.iinfo(np.int64).max, rank)
    next_to = (others == others.min(axis=1, keepdims=True)) & (n > 1)
    weight = rows.info.win_unit // np.maximum(next_to.sum(axis=1), 1)
    for a, mark in enumerate(marks):
        best = (x[:, :, a] * first).sum(axis=1) * rows.info.win_unit
        lead = np.where(alone, best - (x[:, :, a] * next_to).sum(axis=1) * weight, 0)
        names.append(f"lead:{mark}")
        columns.append(rows.by_block(lead))
    return tuple(names), np.stack(columns, axis=1)
