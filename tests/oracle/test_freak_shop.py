"""Freak Shop: games so small that all of them can be counted out, and what shuffling means: the simulated rates are the exact ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sim.core.play import Lineup, Session, play_blocks
from sim.core.registry import Config, get_game
from sim.core.replay import replay
from strategies.registry import get_strategy
from tests.audit.freak_shop.scores import Scores
from tests.oracle import freak_shop as tiny
from tests.oracle.freak_shop import Cards, Exchange, Game, Outcome, exchanges, outcomes, turned_up

ERROR = 1e-6
BLOCKS = 20_000
DEALS = 400
VALUES = range(1, 11)


def cards(words: str) -> Cards:
    """`"1 2s"` as (value, on sale)."""
    return tuple(sorted((int(word.removesuffix("s")), int(word.endswith("s"))) for word in words.split()))


def named(manor: Cards) -> dict[str, int]:
    """As the auditor's scores read a manor."""
    return dict(Counter(f"{value}{'s' * sale}" for value, sale in manor))


GAMES: dict[str, tuple[Game, list[int]]] = {
    "two players": (Game((cards("1 2"), cards("1 3")), cards("1 1s 2 2s 3 3s"), shop=2, bottom=2, refill=1), [1, 5, 9]),
    "three, passes, equal turns": (
        Game((cards("1"), cards("2"), cards("1")), cards("1s 2 2s 3 1"), shop=2, bottom=1, refill=1, same_value="any", equal_turns=True),
        [2, 6, 10],
    ),
    "a value on one side": (Game((cards("1 2"), cards("3")), cards("1 2s 2 3s 4 4"), shop=3, bottom=2, refill=2, same_value="no"), [3, 7, 11]),
    "topped up": (Game((cards("3"), cards("3 3")), cards("1 1 1s 1s 2 1"), shop=3, bottom=1, refill=1), [2, 6, 9]),
    "two, equal turns": (Game((cards("1 2 2"), cards("1 1 4")), cards("1s 2s 2s 3 3s"), shop=2, bottom=1, refill=1, equal_turns=True), [4, 8, 12]),
    "two, passes": (Game((cards("1 2"), cards("3 3")), cards("1s 1s 2s 3s 3 2"), shop=2, bottom=1, refill=1, same_value="any"), [1, 7, 12]),
}


def configure(game: Game, objectives: list[int]) -> Config:
    """The tiny game for the simulator."""
    every = [*game.rest, *(card for manor in game.manors for card in manor)]
    options = {
        "objectives": objectives, "shop_minimum": game.shop, "bottom_cards": game.bottom, "fair_same_value": game.same_value,
        "equal_turns": game.equal_turns, "refill": {str(players): game.refill for players in (2, 3, 4, 5)},
        "sale": {str(v): every.count((v, 1)) for v in VALUES},
        "starting_cards": [[value for value, _ in manor] for manor in game.manors] + [[1]] * (5 - len(game.manors)),
        "points": {"somme_step": 3},  # of 10 these manors never have a full one
    }  # fmt: skip
    deck = {str(v): sum(value == v for value, _ in every) for v in VALUES}
    return get_game("freak_shop").configure("classic", len(game.manors), options=options, deck=deck)


Figure = Callable[[list[list[int]], list[int], tuple[Cards, ...]], int]  # of points by seat and objective, ranks, manors


def figures(seat: int) -> dict[str, Figure]:
    """What is compared of a seat: a column of the table and what it is."""

    def won(points: list[list[int]], ranks: list[int], manors: tuple[Cards, ...]) -> int:
        return int(ranks[seat] == 1)

    return {
        "won": won,
        "shared": lambda points, ranks, manors: int(ranks[seat] == 1 and ranks.count(1) > 1),
        "rank": lambda points, ranks, manors: ranks[seat],
        **{f"points_{i + 1}": lambda points, ranks, manors, i=i: points[seat][i] for i in range(3)},
        "cards": lambda points, ranks, manors: len(manors[seat]),
        "worth": lambda points, ranks, manors: sum(value for value, _ in manors[seat]),
    }


def moments(ends: dict[Outcome, float], of: Callable[[Outcome], int]) -> tuple[float, float]:
    """Mean and standard deviation of a figure."""
    mean = sum(chance * of(end) for end, chance in ends.items())
    spread = sum(chance * (of(end) - mean) ** 2 for end, chance in ends.items()) ** 0.5
    return mean, spread if spread > 1e-6 else 0.0


def agree(seen: Any, mean: float, spread: float) -> None:
    """The mean of independent games is the exact one, and so is the spread."""
    assert len(seen) == BLOCKS
    bound = stats.norm.isf(ERROR / 2) * spread / BLOCKS**0.5 + 1e-9
    assert abs(seen.mean() - mean) <= bound, (seen.mean(), mean, bound)
    assert spread == 0 or abs(seen.std() / spread - 1) < 0.1


@pytest.mark.parametrize("name", GAMES)
def test_tiny_games(name: str) -> None:
    """Every seat's points, ranks, victories and cards, and the length of the game: means and spreads over 20,000 games of random players."""
    game, objectives = GAMES[name]
    config = configure(game, objectives)
    ends = {end: float(chance) for end, chance in outcomes(game).items()}
    scores = Scores(config.options)
    judged: dict[Outcome, tuple[list[list[int]], list[int]]] = {}
    for manors, turns in ends:
        by_objective = [scores.points(objective, [named(manor) for manor in manors]) for objective in objectives]
        points = [list(mine) for mine in zip(*by_objective)]
        judged[manors, turns] = points, scores.ranks([sum(mine) for mine in points], [named(manor) for manor in manors])
    rows = play_blocks(config, Lineup((get_strategy("freak_shop", "random"),) * config.players), 77, 0, BLOCKS)
    agree(rows.games["turns"], *moments(ends, lambda end: end[1]))
    varied = set()
    for seat in range(config.players):
        mine = rows.seats[rows.seats["seat"] == seat]
        for column, figure in figures(seat).items():
            mean, spread = moments(ends, lambda end, figure=figure: figure(*judged[end], end[0]))  # type: ignore[misc]
            agree(mine[column], mean, spread)
            varied |= {column} if spread else set()
    assert {"won", "rank", "cards", "worth"} <= varied
    assert len(varied & {"points_1", "points_2", "points_3"}) >= 2


def not_topped_up(game: Game, shop: Cards, rest: Cards, needed: int) -> Iterator[tuple[Fraction, Cards, Cards, bool]]:
    yield from turned_up(replace(game, shop=0), shop, rest, needed) if needed > 0 else [(Fraction(1), shop, rest, False)]


def one_card_more(game: Game, shop: Cards, rest: Cards, needed: int) -> Iterator[tuple[Fraction, Cards, Cards, bool]]:
    yield from turned_up(replace(game, bottom=game.bottom + 1), shop, rest, needed)


def by_exchanges(listed: list[Exchange]) -> Iterator[tuple[Fraction, Exchange]]:
    yield from ((Fraction(1, len(listed)), exchange) for exchange in listed)


@pytest.mark.parametrize(
    ("part", "wrong", "name"),
    [
        ("turned_up", not_topped_up, "topped up"),
        ("turned_up", one_card_more, "a value on one side"),
        ("by_steps", by_exchanges, "a value on one side"),
    ],
)
def test_a_wrong_count_is_noticed(monkeypatch: pytest.MonkeyPatch, part: str, wrong: Any, name: str) -> None:
    """The comparison is fine enough to tell a slightly different game from the right one."""
    tiny.turn.cache_clear()
    monkeypatch.setattr(tiny, part, wrong)
    with pytest.raises(AssertionError):
        test_tiny_games(name)
    tiny.turn.cache_clear()


def test_the_printed_exchange_is_among_those_counted_out() -> None:
    """F-4, F-5: the enumeration itself, on examples of the rules."""
    deals, prices = exchanges(cards("1 1s 4"), cards("4s 8 8s"), "different_cards")
    assert (cards("8 8s"), cards("1 1s")) in deals
    assert prices == [(cards("4s"), cards("4"))]
    assert exchanges(cards("4"), cards("4s"), "no") == ([], [])
    deals, prices = exchanges(cards("2 9"), cards("1 1 2 3 4"), "different_cards")
    assert (cards("1 1 3 4"), cards("9")) in prices
    assert all((2, 0) not in taken or (2, 0) not in given for taken, given in prices)


def uniform(counts: Any) -> float:
    """The p-value of a chi-square test that all are equally likely."""
    return float(stats.chisquare(counts).pvalue)


@pytest.mark.parametrize("players", [2, 5])
def test_objectives_and_the_closing_card_are_drawn_evenly(players: int) -> None:
    """F-2: all 64 combinations, and all seven places of the closing card, are equally likely."""
    config = get_game("freak_shop").configure("classic", players, options={"max_turns": 1})
    games = Session(config, Lineup((get_strategy("freak_shop", "random"),) * players), 5).play(0, BLOCKS).games
    counts = Counter(zip(*(games[f"objective_{i}"].tolist() for i in (1, 2, 3))))
    assert len(counts) == 64
    assert uniform(list(counts.values())) > ERROR
    places = np.bincount(games["above_closing"], minlength=7)
    assert len(places) == 7
    assert uniform(places) > ERROR


def test_shop_and_pile_are_shuffled() -> None:
    """F-2: every card is as likely in the shop as any other, and as likely anywhere in the pile."""
    config = get_game("freak_shop").configure("classic", 2)
    lineup = Lineup((get_strategy("freak_shop", "random"),) * 2)
    rest = Counter({f"{v}{'s' * on_sale}": config.options["sale"][str(v)] if on_sale else config.deck[str(v)] - config.options["sale"][str(v)]
                    for v in VALUES for on_sale in (0, 1)})  # fmt: skip
    for seat in range(2):
        rest.subtract(map(str, config.options["starting_cards"][seat]))
    shop, places = Counter[str](), Counter[str]()
    for block in range(DEALS):
        state = next(iter(replay(config, lineup, 3, block)))["state"]
        shop.update(state["shop"])
        merchandise = [card for card in state["pile"] if card != "fermeture"]
        for place, card in enumerate(merchandise):
            places[card] += place
    kinds = [card for card in rest if rest[card]]
    expected = [rest[card] * 5 * DEALS / rest.total() for card in kinds]
    assert stats.chisquare([shop[card] for card in kinds], expected).pvalue > ERROR
    for card in kinds:  # the sum of the places of a kind's copies in the pile, by the law of a random order
        in_pile = rest[card] * DEALS - shop[card]
        size = rest.total() - 5
        spread = (in_pile * (size**2 - 1) / 12) ** 0.5
        assert abs(places[card] - in_pile * (size - 1) / 2) < stats.norm.isf(ERROR / 2) * spread, card
