"""A table set up by hand, put before a strategy: which move does it make?"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from sim.mercato.cards import COACH_SLUGS, COMPO, PLAIN_SLUGS, PRINTED_COMPOS
from sim.mercato.state import ACTION, ACTIONS, DRAWING, DUEL_CARD, PLAYING
from strategies.registry import Strategy

COMPOS = [*PRINTED_COMPOS, "4-4-1"]
SMALL = {"4-4-1": {"gardien": 1, "defenseur": 4, "milieu": 4, "attaquant": 1}}


def kind(name: str) -> int:
    """The number of a card by its slug."""
    return PLAIN_SLUGS.index(name) if name in PLAIN_SLUGS else COMPO + COMPOS.index(name)


class Situation:
    """Seat 0 decides, on its own turn unless said otherwise; everyone has the compo 4-4-2, an empty team and an empty hand.

    ``small_compo`` adds a compo 4-4-1 to the game.
    """

    def __init__(self, strategy: Strategy, variant: str = "classic", players: int = 2, small_compo: bool = False, **options: Any) -> None:
        extra = {"compos": SMALL, "deck": {"4-4-1": 2}, "require_eleven": False} if small_compo else {}
        config = get_game("mercato").configure(variant, players, options=options, **extra)
        self.session = Session(config, Lineup((strategy,) * players), 1)
        desk, engine = self.session.desk, self.session.engine
        engine.begin_match(desk.tables, desk.matches, 0, 0, True)
        engine.begin_game(desk.tables, self.session.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)
        self.state = desk.states[0]
        assert config.labels["compo"] == (COMPOS if small_compo else COMPOS[:-1])
        for field in ("hand", "hand_size", "team", "known", "discard_size"):
            self.state[field] = 0
        self.state["coach"] = -1
        self.state["first"] = self.state["active"] = self.state["actor"] = 0
        duel = variant in ("duel", "ultime_duel")
        self.state["decision"], self.state["stage"] = (DUEL_CARD, DRAWING) if duel else (ACTION, PLAYING)
        self.state["draws_left"] = 0
        self.state["drawn"] = -1
        for seat in range(players):
            self.compo(seat, "4-4-2")

    def compo(self, seat: int, name: str) -> Situation:
        """Lay a compo before a seat."""
        self.state["compo"][seat] = COMPOS.index(name)
        return self

    def coach(self, seat: int, name: str) -> Situation:
        """Give a seat a coach."""
        self.state["coach"][seat] = COACH_SLUGS.index(name)
        return self

    def hand(self, seat: int, *cards: str) -> Situation:
        """Put cards into a hand."""
        for card in cards:
            self.state["hand"][seat][kind(card)] += 1
        self.state["hand_size"][seat] = len(cards)
        return self

    def team(self, seat: int, healthy: tuple[int, ...], injured: tuple[int, ...] = (0, 0, 0, 0)) -> Situation:
        """Put players into a team: uninjured ones, and ones with one injury, by line."""
        for line in range(4):
            self.state["team"][seat][line][0] = healthy[line]
            self.state["team"][seat][line][1] = injured[line]
        return self

    def set(self, **fields: Any) -> Situation:
        """Write other fields of the state."""
        for name, value in fields.items():
            self.state[name] = value
        return self

    def moves(self) -> tuple[int, list[np.void]]:
        """The position that is asked, and its legal moves."""
        position, n_moves = next(self.session.decisions(0b1111))
        shown = self.session._part(self.session.desk.shown, position)
        return position, [shown[i] for i in range(n_moves)]

    def answer(self) -> dict[str, Any]:
        """The move made, with the action's name."""
        position, moves = self.moves()
        move = moves[self.session.ask(position, len(moves))]
        told = {name: int(move[name]) for name in ("card", "seat", "line", "injuries")}
        return {"action": ACTIONS[move["action"]], **told}
