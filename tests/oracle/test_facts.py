"""The facts to which the rules hold a simulator of the printed game, shown by games and by counting."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.stats import binomtest

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from strategies.registry import get_strategy

ALPHA = 1e-6
LINES = {"gardien": 8, "defenseur": 16, "milieu": 16, "attaquant": 12}
COMPOS = {"4-4-2": (1, 4, 4, 2), "4-3-3": (1, 4, 3, 3), "3-4-3": (1, 3, 4, 3), "3-5-2": (1, 3, 5, 2), "5-4-1": (1, 5, 4, 1)}
COPIES = 2
EVERYONE = 0b1111
TABLES = [("classic", 2), ("classic", 4), ("ultime", 2), ("ultime", 4)]
"""Variants with hands, and players."""
GAMES = {"random": 50, "greedy": 250}
"""Games at each of them, by strategy."""
DEALS = 20_000
"""Draws of four compos compared."""
ORDINARY_GAMES = 3000
"""Games of each variant, number of players and strategy."""


def session(variant: str, players: int, strategy: str, seed: int) -> Session:
    config = get_game("mercato").configure(variant, players)
    return Session(config, Lineup((get_strategy("mercato", strategy),) * players), seed)


def decisions(played: Session, block: int) -> Iterator[np.void]:
    """The state before each decision of a block's first game, forced ones too, and at its end: always the same record, changed by what goes on."""
    desk, engine = played.desk, played.engine
    engine.begin_match(desk.tables, desk.matches, block, 0, True)
    assert engine.begin_game(desk.tables, played.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)
    state = desk.states[0]
    while state["actor"] >= 0:
        yield state
        n_moves, choice = engine.legal(played.rules, desk.states, desk.moves), 0
        if n_moves > 1:
            position, _ = next(played.decisions(EVERYONE))
            choice = played.ask(position, n_moves)
        engine.answer(desk.tables, played.rules, desk.states, desk.moves, choice)
    yield state


@pytest.mark.parametrize("strategy", ["random", "greedy"])
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_nobody_wins_on_anothers_turn_and_no_waiting_hand_exceeds_five(variant: str, players: int, strategy: str) -> None:
    played = session(variant, players, strategy, 31)
    wins, fullest = 0, 0
    for block in range(GAMES[strategy]):
        won_before, was_active = [0] * players, -1
        for state in decisions(played, block):
            won, active = state["won"].tolist()[:players], int(state["active"])
            new = [seat for seat in range(players) if won[seat] and not won_before[seat]]
            assert new in ([], [was_active]), f"block {block}, turn {state['turn']}: {new} won on the turn of {was_active}"
            hands = state["hand"].sum(axis=1).tolist()
            fullest = max(fullest, *(hands[seat] for seat in range(players) if seat != active))
            assert fullest <= 5, f"block {block}, turn {state['turn']}: hands {hands} on the turn of {active}"
            wins += len(new)
            won_before, was_active = won, active
    assert wins > 0
    assert fullest == 5


def test_every_printed_team_can_be_completed() -> None:
    printed = get_game("mercato")
    assert {name: printed.deck[name] for name in LINES} == LINES
    assert {name: tuple(compo.values()) for name, compo in printed.printed_compos.items()} == COMPOS
    assert {printed.deck[name] for name in COMPOS} == {COPIES}
    assert all(needed <= there for compo in COMPOS.values() for needed, there in zip(compo, LINES.values()))


def impossible(draw: tuple[int, ...]) -> bool:
    """Whether so many teams of each compo can't all be complete at once: some line asks for more players than there are."""
    needs = [sum(n * compo[line] for n, compo in zip(draw, COMPOS.values())) for line in range(len(LINES))]
    return any(needed > there for needed, there in zip(needs, LINES.values()))


def share_impossible(players: int) -> Fraction:
    """The chance of such a draw."""
    total = Fraction(0)
    for draw in product(range(COPIES + 1), repeat=len(COMPOS)):
        if sum(draw) == players and impossible(draw):
            ways = 1
            for n in draw:
                ways *= comb(COPIES, n)
            total += Fraction(ways, comb(COPIES * len(COMPOS), players))
    return total


def test_in_44_percent_of_the_draws_four_teams_cannot_all_be_completed() -> None:
    assert share_impossible(1) == 0
    share = share_impossible(4)
    assert round(100 * share) == 44, share
    played = session("classic", 4, "greedy", 32)
    names = played.config.labels["compo"]
    rows = played.play(0, DEALS).seats
    rows = rows[rows["rotation"] == 0]
    drawn = rows["compo_start"].reshape(DEALS, 4)
    assert (rows["block"].reshape(DEALS, 4) == np.arange(DEALS)[:, None]).all()
    seen = sum(impossible(tuple(int((block == names.index(name)).sum()) for name in COMPOS)) for block in drawn)
    p = binomtest(seen, DEALS, float(share)).pvalue
    assert p > ALPHA, f"{seen / DEALS:.4f} of the simulated draws, {float(share):.4f} counted out, p = {p:.2g}"


@pytest.mark.parametrize("strategy", ["greedy", "builder", "expert"])
@pytest.mark.parametrize(("variant", "players"), [*TABLES, ("classic", 3), ("ultime", 3), ("duel", 2), ("ultime_duel", 2)])
def test_ordinary_players_finish_their_games(variant: str, players: int, strategy: str) -> None:
    games = session(variant, players, strategy, 33).play(0, -(-ORDINARY_GAMES // players)).games
    assert len(games) >= ORDINARY_GAMES
    assert games["unfinished"].sum() == 0, f"of {len(games)} games, these blocks are unfinished: {games['block'][games['unfinished'] > 0]}"
    assert (games["winners"] > 0).all()
