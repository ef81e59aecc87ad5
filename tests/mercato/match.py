"""A championship whose games are not played but decided by the test: who won which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.core.play import Lineup, Session
from sim.core.registry import get_game

from .table import nobody


@dataclass(frozen=True)
class Pairing:
    """The game about to be played: the seats of the match that sit at it, the variant, whether it is an extra game."""

    seats: tuple[int, ...]
    variant: str
    extra: bool


class Match:
    """One match of a study with these options."""

    def __init__(self, variant: str = "classic", players: int = 3, *, block: int = 0, **options: Any) -> None:
        """Deal its first game."""
        game = get_game("mercato")
        self.config = game.configure(variant, players, options=options)
        session = Session(self.config, Lineup((nobody,) * players), seed=1)
        self.describe, self.engine, self.desk, self.rules = game.describe, session.engine, session.desk, session.rules
        self.engine.begin_match(self.desk.tables, self.desk.matches, block, 0, True)
        self.over = not self._begin()

    def _begin(self) -> bool:
        desk = self.desk
        return bool(self.engine.begin_game(desk.tables, self.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams))

    @property
    def next(self) -> Pairing | None:
        """The game about to be played; None when the match is over."""
        if self.over:
            return None
        table = self.desk.tables[0]
        seats = tuple(int(seat) for seat in table["seat_of"][: table["seats"]])
        state = self.state()
        assert len(state["seats"]) == len(seats)
        return Pairing(seats, self.config.labels["variant"][table["variant"]], bool(table["extra"]))

    def state(self) -> dict[str, Any]:
        """The game about to be played, as it has been dealt."""
        return {**self.describe(self.config, self.desk.states[0]), "first": int(self.desk.states[0]["first"])}

    def won_by(self, *seats: int, unfinished: bool = False) -> Match:
        """Let these seats of the match, and nobody else, win the game; the next one is dealt."""
        pairing = self.next
        assert pairing is not None
        assert set(seats) <= set(pairing.seats)
        state = self.desk.states[0]
        for place, seat in enumerate(pairing.seats):
            state["won"][place] = int(seat in seats)
        state["unfinished"], state["actor"] = int(unfinished), -1
        self.desk.tables["game"] += 1
        self.over = not self._begin()
        return self

    @property
    def points(self) -> list[int]:
        """Each seat's points."""
        return [int(points) for points in self.desk.matches[0]["points"][: self.config.players]]

    @property
    def games(self) -> tuple[int, int]:
        """Games ended, and how many of them were extra games."""
        return int(self.desk.matches[0]["games"]), int(self.desk.matches[0]["extra_games"])

    @property
    def champion(self) -> int | None:
        """The champion's seat, or None."""
        seat = int(self.desk.matches[0]["champion"])
        return None if seat < 0 else seat
