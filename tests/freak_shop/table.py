"""A table at which a situation is laid out, and then played on by the compiled rules, one step at a time.

    t = Table(3, options={"fair_same_value": "no"})
    t.manor(0, "2", "9").shop("1", "1", "2s", "3", "4").turn_of(0)
    t.exchange(give=("9",), take=("1", "1", "3", "4"))
    assert t.active == 1

A card is its value, with an s when it is on sale. Every manor holds a single 1 until said otherwise, the shop five 10s, the pile 1s and then the
closing card. Whatever is played, no card may appear or vanish (C-2) and no legal move may be offered twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from numba.core import types

from sim.core.compile import COMPILED, array_type, compile_kept
from sim.core.contract import MAX_POSITIONS
from sim.core.play import Lineup, Session
from sim.core.proxy import RecordsProxy
from sim.core.registry import get_game
from sim.freak_shop.apply import begin_turn
from sim.freak_shop.options import RULES
from sim.freak_shop.scoring import leaders, update_points
from sim.freak_shop.state import STATE
from strategies.registry import strategy

KINDS = tuple(f"{value}{mark}" for value in range(1, 11) for mark in ("", "s"))
CLOSING = "fermeture"
EVERYONE = (1 << MAX_POSITIONS) - 1


@strategy(game="freak_shop", name="nobody", version=1, about="stands for whoever is never asked: the tests choose", compiled=False)
def nobody(view: Any, moves: Any, n_moves: int, params: Any, memory: Any, rng: Any) -> int:
    raise AssertionError


def _lay(states, rules, seat):
    state = states[0]
    update_points(rules[0], state.objectives, state.manor, state.players, -1, state.points)
    state.leaders = leaders(rules[0], state.manor, state.players, state.points)
    begin_turn(state, seat)


@cache
def _laid() -> Any:
    """The function that makes a state of what has been laid out."""
    if not COMPILED:
        return lambda states, rules, seat: _lay(RecordsProxy(states), RecordsProxy(rules), seat)
    return compile_kept(_lay, types.void(array_type(STATE), array_type(RULES), types.int64))


def counted(cards: Iterable[str]) -> list[int]:
    """Counts by kind."""
    number = Counter(cards)
    assert set(number) <= set(KINDS), number
    return [number[kind] for kind in KINDS]


class Table:
    """One game in progress. The methods that lay something out return the table, so that they can be chained."""

    def __init__(self, players: int = 2, *, seed: int = 1, block: int = 0, **setting: Any) -> None:
        """A table at which seat 0 is about to begin. ``setting``: options, deck … as for ``configure``."""
        self.game = get_game("freak_shop")
        self.config = self.game.configure("classic", players, **setting)
        self.session = Session(self.config, Lineup((nobody,) * players), seed)
        self.engine, self.desk, self.rules = self.session.engine, self.session.desk, self.session.rules
        self.players = players
        desk = self.desk
        self.engine.begin_match(desk.tables, desk.matches, block, 0, True)
        self.engine.begin_game(desk.tables, self.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)
        self.dealt = self.state()
        self.raw["manor"] = 0
        self.raw["manor"][:players, 0] = 1
        self.shop(*["10"] * 5).pile(*["1"] * 20, CLOSING).turn_of(0)

    @property
    def raw(self) -> Any:
        """The state record itself."""
        return self.desk.states[0]

    # Laying out

    def manor(self, seat: int, *cards: str) -> Table:
        """A seat's manor, in place of what it was."""
        self.raw["manor"][seat] = counted(cards)
        return self

    def shop(self, *cards: str) -> Table:
        """The shop, in place of what it was."""
        self.raw["shop"] = counted(cards)
        return self

    def pile(self, *cards: str) -> Table:
        """The pile, next card first; the closing card among them."""
        merchandise = [card for card in cards if card != CLOSING]
        assert len(cards) == len(merchandise) + 1
        s = self.raw
        s["pile"][: len(merchandise)] = [KINDS.index(card) for card in merchandise]
        s["pile_top"], s["merchandise"], s["pile_size"], s["closing_at"] = 0, len(merchandise), len(cards), cards.index(CLOSING)
        s["left"] = counted(merchandise)
        return self

    def objectives(self, *three: int) -> Table:
        """The objectives, in place of those drawn."""
        self.raw["objectives"] = three
        return self

    def turn_of(self, seat: int) -> Table:
        """This seat's turn, the game's first, has begun."""
        s = self.raw
        s["turn"], s["turns"], s["closed"], s["count"], s["leader_changes"], s["unfinished"] = 0, 0, 0, 0, 0, 0
        s["delta"] = 0
        _laid()(self.desk.states, self.rules, seat)
        s["leaders"], s["leaders_since"], s["behind"] = 0, 0, 0  # nobody has looked yet
        self.desk.tables["decision"][0] = 0
        return self

    # Playing

    def moves(self, *actions: str) -> list[dict[str, Any]]:
        """The legal moves (of these actions only, if any are named), as in a trace but without their text."""
        number = 0 if self.over else self.engine.legal(self.rules, self.desk.states, self.desk.moves)
        moves = [self.game.describe_move(self.config, self.desk.moves[i]) for i in range(number)]
        for move in moves:
            del move["text"]
        assert all(moves.count(move) == 1 for move in moves), f"a move is offered twice: {moves}"
        return [move for move in moves if not actions or move["action"] in actions]

    @property
    def actions(self) -> set[str]:
        """What can be done at all."""
        return {move["action"] for move in self.moves()}

    def play(self, action: str, **fields: Any) -> Table:
        """Make the one legal move that fits."""
        moves = self.moves()
        fitting = [i for i, move in enumerate(moves) if move == {"action": action, **fields}]
        assert len(fitting) == 1, f"{action} {fields} fits {len(fitting)} of the legal moves of {self.asked}: {moves}"
        before = self.cards()
        self.engine.answer(self.desk.tables, self.rules, self.desk.states, self.desk.moves, fitting[0])
        assert self.cards() == before, "cards have appeared or vanished (C-2)"
        return self

    def good_deal(self, *, give: tuple[str, ...], take: tuple[str, ...]) -> Table:
        """A whole good deal."""
        return self._steps("good_deal", give, take)._ended()

    def fair_price(self, *, give: tuple[str, ...], take: tuple[str, ...]) -> Table:
        """A whole fair price."""
        return self._steps("fair_price", give, take).play("done")._ended()

    def _ended(self) -> Table:
        assert self.raw["exchange"] == 0 or self.over, "the exchange is not complete"
        return self

    def _steps(self, kind: str, give: tuple[str, ...], take: tuple[str, ...]) -> Table:
        self.play(kind)
        given, taken = Counter(give), Counter(take)
        for card in KINDS:
            if taken[card]:
                self.play("take", card=card, number=taken[card])
            if given[card]:
                self.play("give", card=card, number=given[card])
        return self

    def allows(self, kind: str, *, give: tuple[str, ...], take: tuple[str, ...]) -> bool:
        """Whether an exchange is legal: whether its steps are all offered. The table stays as it is."""
        states, moves = self.desk.states.copy(), self.desk.moves.copy()
        try:
            self.good_deal(give=give, take=take) if kind == "good_deal" else self.fair_price(give=give, take=take)
        except AssertionError as refused:
            if "fits 0" not in str(refused) and "is not complete" not in str(refused):
                raise
            return False
        finally:
            self.desk.states[:], self.desk.moves[:] = states, moves
        return True

    def pass_time(self) -> Table:
        """The seat whose turn it is gives a card for one of another value: what it exchanges is of no matter."""
        state = self.state()
        pairs = ((own, other) for own in state["seats"][state["active"]]["manor"] for other in state["shop"])
        own, other = next(pair for pair in pairs if pair[0].rstrip("s") != pair[1].rstrip("s"))
        return self.good_deal(give=(own,), take=(other,))

    # Looking

    def state(self) -> dict[str, Any]:
        """The whole state, as in a trace."""
        return self.game.describe(self.config, self.raw)

    def manor_of(self, seat: int) -> dict[str, int]:
        """The cards in a manor."""
        return self.state()["seats"][seat]["manor"]

    def points(self, slot: int = 0) -> list[int]:
        """What each seat has by one of the three objectives."""
        return [seat["points"][slot] for seat in self.state()["seats"]]

    @property
    def in_shop(self) -> dict[str, int]:
        """The cards in the shop."""
        return self.state()["shop"]

    @property
    def in_pile(self) -> list[str]:
        """The pile, next card first."""
        return self.state()["pile"]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state()["over"]

    @property
    def asked(self) -> tuple[int | None, str | None]:
        """Who decides next, and what."""
        state = self.state()
        return state["actor"], state["decision"]

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.state()["active"]

    def view(self) -> bytes:
        """All that the actor may know, as its strategy gets it (only where it has a choice)."""
        assert len(self.moves()) > 1
        position, _ = next(self.session.decisions(EVERYONE))
        return self.desk.views[position].tobytes()

    def rows(self) -> tuple[dict[str, int], list[dict[str, int]]]:
        """What the rows of the tables `games` and `seats` would say if the game ended here."""
        games, seats = np.zeros(1, self.engine.game_rows), np.zeros(self.players, self.engine.seat_rows)
        self.engine.note_game(self.desk.tables, self.rules, self.desk.states, games, seats, 0, 0)
        names = [table.dtype.names or () for table in (games, seats)]
        return (
            {name: int(value) for name, value in zip(names[0], games[0])},
            [{name: int(value) for name, value in zip(names[1], row)} for row in seats],
        )

    def cards(self) -> Counter[str]:
        """Every card on the table, wherever it lies, the closing card included."""
        state = self.state()
        total: Counter[str] = Counter(state["pile"])
        total[CLOSING] += state["closed"]
        total.update(state["shop"])
        for seat in state["seats"]:
            total.update(seat["manor"])
        return total


def scored(objective: int, *manors: tuple[str, ...], **setting: Any) -> list[int]:
    """Points of manors under one objective."""
    table = Table(len(manors), **setting)
    for seat, cards in enumerate(manors):
        table.manor(seat, *cards)
    return table.objectives(objective, objective, objective).turn_of(0).points()
