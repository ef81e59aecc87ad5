"""A table of Freak Shop laid out by hand, put before a strategy: which exchange does it make?"""

from __future__ import annotations

from typing import Any

from sim.core.play import Lineup, Session
from sim.freak_shop.state import ACTIONS
from strategies.registry import Strategy
from tests.freak_shop.table import EVERYONE, KINDS, Table


class Counter(Table):
    """A `Table` at which seat 0 is played by a strategy."""

    def __init__(self, strategy: Strategy, players: int = 2, *, seed: int = 1, **setting: Any) -> None:
        """As for `Table`."""
        super().__init__(players, seed=seed, **setting)
        self.asked_of = Session(self.config, Lineup((strategy,) * players), seed)
        desk, engine = self.asked_of.desk, self.asked_of.engine
        engine.begin_match(desk.tables, desk.matches, 0, 0, True)
        engine.begin_game(desk.tables, self.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)

    def answer(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """The exchange that seat 0 makes: its kind, the cards given, the cards taken. The table stays as it is."""
        session, desk = self.asked_of, self.asked_of.desk
        desk.states[:] = self.desk.states
        turn = int(desk.states["turn"][0])
        assert desk.states["active"][0] == 0
        for position, n_moves in session.decisions(EVERYONE):
            session.engine.answer(desk.tables, self.rules, desk.states, desk.moves, session.ask(position, n_moves))
            if desk.states["turn"][0] != turn or desk.states["actor"][0] < 0:
                break
        delta = desk.states["last_delta"][0][0].tolist()
        given = tuple(KINDS[kind] for kind in range(20) for _ in range(-delta[kind]))
        taken = tuple(KINDS[kind] for kind in range(20) for _ in range(delta[kind]))
        return ACTIONS[desk.states["last_exchange"][0][0]], given, taken

    def at_the_end(self) -> Counter:
        """Nothing but the closing card is left in the pile."""
        self.pile("fermeture")
        return self
