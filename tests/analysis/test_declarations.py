"""What a game's reports show is declared by columns that the game has: a misspelt one would be left out in silence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.figures import MODULES, figures_of
from analysis.sums import columns_needed
from sim.core.registry import game_names, get_game

COMMON = {"winners"}  # of `games`; counted from `seats` where a game has no such column


def columns(game, table):
    return {column.name: column for column in getattr(get_game(game), f"{table}_columns")}


@pytest.mark.parametrize("name", game_names())
def test_declared_columns_are_columns_of_the_game(name):
    figures, seats, games = figures_of(name), columns(name, "seats"), columns(name, "games")
    for figure in (*figures.games, *figures.lengths):
        assert figure.column in {"games": set(games) | COMMON, "seats": set(seats)}[figure.source], figure.name
    for factor in figures.factors:
        for column, family in zip(factor.columns, factor.families, strict=True):
            assert seats[column].labels == ("" if family == "order" else family)
    wanted = columns_needed(replace(figures, games=(), lengths=(), cards=None)) - {""}
    assert wanted <= set(seats), wanted - set(seats)
    if figures.cards is not None:
        for deed in figures.cards.deeds:
            there = [card for card in figures.cards.cards if deed.column.format(card=card) in seats]
            assert there, deed.name
        counted = {deed.column.format(card=card) for deed in figures.cards.deeds for card in figures.cards.cards}
        kinds = [deed.column.format(card="") for deed in figures.cards.deeds]
        counted |= {figure.column for figure in figures.seats}
        forgotten = {name for name in seats if any(name.endswith(kind) and name not in counted for kind in kinds)}
        assert not forgotten, "columns of a kind of card that no figure shows"


@pytest.mark.parametrize("name", game_names())
def test_declared_names_are_those_of_the_game(name):
    figures, game = figures_of(name), get_game(name)
    assert figures.game == name
    assert not figures.example or figures.example in game.deck
    for option in (*figures.conditions, *([figures.grid.option] if figures.grid else [])):
        assert option in game.options
    if figures.cards is not None:
        for card in figures.cards.cards:
            assert card in game.deck or card in figures.families["card"].words, card


@pytest.mark.parametrize("name", MODULES)
def test_declarations_hold_together(name):
    figures = figures_of(name)
    names = [figure.name for figure in figures.games]
    assert len(set(names)) == len(names)
    assert {"unfinished", "turns"} <= set(names)
    assert {figure.name for figure in figures.lengths} <= set(names)
    for factor in figures.factors:
        assert set(factor.families) <= set(figures.families)
    by = {factor for figure in figures.seats for factor in figure.by}
    assert by <= {factor.name for factor in figures.factors}
    if figures.grid is not None:
        elements = [element for axis in figures.grid.axes for element in axis]
        assert set(figures.grid.short) == set(elements)
        assert {str(element) for element in elements} <= set(figures.families[figures.grid.family].titles)
        for of in figures.grid.maps:
            known = {"means": names, "endings": names, "seats": [f.name for f in figures.seats], "spread": ["total"], "going_first": [""]}[of.table]
            assert of.row in known, of.name


def test_a_game_without_declarations_has_what_every_game_has():
    figures = figures_of("another")
    assert [factor.name for factor in figures.factors] == ["order", "strategy"]
    assert [figure.name for figure in figures.games] == ["unfinished", "turns"]
