"""A table at which a situation is laid out, and then played on by the compiled rules, one decision at a time.

    t = Table("ultime", 3, options={"abilities_per_turn": 2})
    t.coach(0, "fourbe").hand(0, "soin").hand(1, "gardien").turn_of(0)
    t.play("steal", seat=1)
    assert t.asked == (0, "give")

Everything not laid out is empty: hands, teams, discards, known cards. Every seat's compo is 4-4-2 until said otherwise and nobody has a coach. The
pile holds `FILLER` cards until said otherwise. Whatever is played, no card may appear or vanish (C-2) and no legal move may be offered twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.core.contract import MAX_POSITIONS
from sim.core.play import Lineup, Session
from sim.core.registry import get_game
from sim.mercato.state import ACTIONS, CLOSING, DUEL_CLOSE, END, FINISH, LOG_LENGTH
from strategies.registry import strategy

LINES = ("gardien", "defenseur", "milieu", "attaquant")
PLAIN = (*LINES, "blessure", "soin", "transfert")
COACHES = ("stratege", "fourbe", "marabout", "visionnaire", "cameleon", "sournois", "fossoyeur", "opportuniste")
FILLER = ("gardien",) * 12
EVERYONE = (1 << MAX_POSITIONS) - 1


@strategy(game="mercato", name="nobody", version=1, about="stands for whoever is never asked: the tests choose", compiled=False)
def nobody(view: Any, moves: Any, n_moves: int, params: Any, memory: Any, rng: Any) -> int:
    raise AssertionError


class Table:
    """One game in progress. The methods that lay something out return the table, so that they can be chained."""

    def __init__(self, variant: str = "classic", players: int = 2, *, seed: int = 1, first: int = 0, **setting: Any) -> None:
        """An empty table at which seat 0 is about to act. ``setting``: options, deck, compos … as for ``configure``."""
        self.game = get_game("mercato")
        self.config = self.game.configure(variant, players, **setting)
        self.session = Session(self.config, Lineup((nobody,) * players), seed)
        self.engine, self.desk, self.rules = self.session.engine, self.session.desk, self.session.rules
        self.hands = variant in ("classic", "ultime")
        self.players = players
        self.engine.begin_match(self.desk.tables, self.desk.matches, 0, 0, True)
        self.engine.begin_game(
            self.desk.tables, self.rules, self.desk.matches, self.desk.states, self.desk.views, self.desk.memory, self.desk.streams
        )
        s = self.raw
        for zone in ("hand", "hand_size", "team", "known", "count", "compo", "start_compo", "log"):
            s[zone] = 0
        s["coach"], s["drawn"], s["knowing"] = -1, -1, 0
        s["first"] = first
        for seat in range(players):
            self._count_missing(seat)
        self.pile(*FILLER).discards().turn_of(0)

    @property
    def raw(self) -> Any:
        """The state record itself."""
        return self.desk.states[0]

    # Laying out

    def kind(self, card: str) -> int:
        """The number of a card."""
        return PLAIN.index(card) if card in PLAIN else len(PLAIN) + self.config.labels["compo"].index(card)

    def hand(self, seat: int, *cards: str) -> Table:
        """A seat's hand, in place of what it held."""
        self.raw["hand"][seat] = 0
        for card in cards:
            self.raw["hand"][seat, self.kind(card)] += 1
        self.raw["hand_size"][seat] = len(cards)
        return self

    def team(self, seat: int, **lines: int | list[int]) -> Table:
        """A seat's team, in place of what it was: for each line so many uninjured players, or the list of its players' injuries."""
        self.raw["team"][seat] = 0
        for line, players in lines.items():
            for injuries in [0] * players if isinstance(players, int) else players:
                self.raw["team"][seat, LINES.index(line), injuries] += 1
        return self._count_missing(seat)

    def _count_missing(self, seat: int) -> Table:
        """What the rules keep up to date as teams and compos change."""
        shown = self.config.compos[self.config.labels["compo"][self.raw["compo"][seat]]]
        whole = self.raw["team"][seat, :, 0].tolist()
        lacking = sum(max(0, shown[line] - number) for line, number in zip(LINES, whole, strict=True))
        self.raw["missing"] = int(self.raw["missing"]) & ~(255 << 8 * seat) | lacking << 8 * seat
        return self

    def full(self, seat: int, *, but: str | tuple[str, ...] = ()) -> Table:
        """All players that the seat's compo asks for, but for one of each line named (twice: two)."""
        lacking = Counter([but] if isinstance(but, str) else but)
        return self.team(seat, **{line: number - lacking[line] for line, number in self.config.compos[self.seat(seat)["compo"]].items()})

    def compo(self, seat: int, name: str) -> Table:
        """The compo before a seat."""
        self.raw["compo"][seat] = self.raw["start_compo"][seat] = self.config.labels["compo"].index(name)
        return self._count_missing(seat)

    def coach(self, seat: int, name: str) -> Table:
        """A seat's coach."""
        self.raw["coach"][seat] = COACHES.index(name)
        return self

    def pile(self, *cards: str) -> Table:
        """The draw pile, next card first."""
        self.raw["pile"][: len(cards)] = [self.kind(card) for card in cards]
        self.raw["pile_top"], self.raw["pile_size"] = 0, len(cards)
        return self

    def discards(self, *cards: str) -> Table:
        """The discard pile, latest card last."""
        self.raw["discard"][: len(cards)] = [self.kind(card) for card in cards]
        self.raw["discard_size"] = len(cards)
        return self

    def turn_of(self, seat: int) -> Table:
        """This seat's turn, the game's first, has begun, with nothing to draw: it is about to act."""
        s = self.raw
        sizes = {zone: s[zone].copy() for zone in ("pile_size", "discard_size", "hand_size")}
        for zone in (*sizes, "turn", "turns", "rounds"):
            s[zone] = 0
        self.begins(seat)
        for zone, size in sizes.items():
            s[zone] = size
        for seen in ("leaders", "leader_changes", "leaders_since", "behind"):  # nobody has looked yet
            s[seen] = 0
        s["events"] = s["told"] = self.desk.tables["decision"][0] = 0
        return self

    def begins(self, seat: int) -> Table:
        """The turn before this seat's ends, so that its own begins (and goes on to its first decision)."""
        s, before = self.raw, (seat - 1) % self.players
        s["active"] = s["actor"] = before
        s["stage"], s["decision"] = CLOSING, FINISH if self.hands else DUEL_CLOSE
        self.desk.moves["action"][0] = END
        return self._answer(0)

    def turns_taken(self, *turns: int) -> Table:
        """How many turns each seat has begun."""
        self.raw["turns"][: len(turns)] = turns
        self.raw["turn"] = sum(turns)
        return self

    def win(self, seat: int) -> Table:
        """This seat places its team's last player on its turn and so wins."""
        return self.full(seat, but="milieu").hand(seat, "milieu").turn_of(seat).play("place", card="milieu")

    # Playing

    def moves(self, *actions: str) -> list[dict[str, Any]]:
        """The legal moves (of these actions only, if any are named), as in a trace but without their text."""
        number = 0 if self.over else self.engine.legal(self.rules, self.desk.states, self.desk.moves)
        moves = [self.game.describe_move(self.config, self.desk.moves[i]) for i in range(number)]
        for move in moves:
            del move["text"]
        assert all(moves.count(move) == 1 for move in moves), f"a move is offered twice: {moves}"
        return [move for move in moves if not actions or move["action"] in actions]

    def offered(self, *actions: str) -> list[tuple[Any, ...]]:
        """The same moves as tuples of the values of their fields."""
        return [tuple(move.values())[1:] for move in self.moves(*actions)]

    @property
    def actions(self) -> set[str]:
        """What can be done at all."""
        return {move["action"] for move in self.moves()}

    def play(self, action: str, **fields: Any) -> Table:
        """Make the one legal move that fits."""
        assert action in ACTIONS, action
        moves = self.moves()
        fitting = [i for i, move in enumerate(moves) if move["action"] == action and all(move.get(key) == value for key, value in fields.items())]
        assert len(fitting) == 1, f"{action} {fields} fits {len(fitting)} of the legal moves of {self.asked}: {moves}"
        return self._answer(fitting[0])

    def _answer(self, choice: int) -> Table:
        before = self.cards()
        self.engine.answer(self.desk.tables, self.rules, self.desk.states, self.desk.moves, choice)
        assert self.cards() == before, "cards have appeared or vanished (C-2)"
        return self

    def under(self, blocks: int) -> Iterator[int]:
        """The present situation again and again, each time in another block: with other luck. In the end it is as before."""
        saved = self.desk.states.copy()
        for block in range(blocks):
            self.desk.states[:] = saved
            self.raw["block"] = block
            yield block
        self.desk.states[:] = saved

    # Looking

    def state(self) -> dict[str, Any]:
        """The whole state, as in a trace."""
        return self.game.describe(self.config, self.raw)

    def seat(self, seat: int) -> dict[str, Any]:
        """A seat in the state."""
        return self.state()["seats"][seat]

    def hand_of(self, seat: int) -> dict[str, int]:
        """The cards in a hand."""
        return self.seat(seat)["hand"]

    def line(self, seat: int, line: str) -> list[int]:
        """The injuries of each player in a line."""
        return self.seat(seat)["team"][line]

    def knows(self, seat: int, other: int) -> dict[str, int]:
        """What a seat knows of another hand."""
        return self.seat(seat)["known"][str(other)]

    def counted(self, seat: int) -> dict[str, int]:
        """What a seat's row in the table `seats` would say if the game ended here."""
        return {name: int(value) for name, value in zip(self.engine.seat_rows.names or (), self._rows()[1][seat])}

    def game_row(self) -> dict[str, int]:
        """What the game's row in the table `games` would say."""
        return {name: int(value) for name, value in zip(self.engine.game_rows.names or (), self._rows()[0][0])}

    def _rows(self) -> tuple[np.ndarray, np.ndarray]:
        games, seats = np.zeros(1, self.engine.game_rows), np.zeros(self.players, self.engine.seat_rows)
        self.engine.note_game(self.desk.tables, self.rules, self.desk.states, games, seats, 0, 0)
        return games, seats

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

    @property
    def winners(self) -> list[int]:
        """Who has won."""
        return self.state()["winners"]

    @property
    def discarded(self) -> list[str]:
        """The discards, latest last."""
        return self.state()["discard"]

    @property
    def in_pile(self) -> list[str]:
        """The draw pile, next card first."""
        return self.state()["pile"]

    def view(self) -> bytes:
        """All that the actor may know, as its strategy gets it (only where it has a choice)."""
        assert len(self.moves()) > 1
        position, _ = next(self.session.decisions(EVERYONE))
        assert int(self.desk.views[position]["events"]) < LOG_LENGTH
        return self.desk.views[position].tobytes()

    def cards(self) -> Counter[str]:
        """Every card on the table, wherever it lies, compos before the players included."""
        state = self.state()
        total: Counter[str] = Counter(state["pile"] + state["discard"])
        for seat in state["seats"]:
            total.update(seat["hand"])
            total[seat["compo"]] += 1
            for line, players in seat["team"].items():
                total[line] += len(players)
                total["blessure"] += sum(players)
        total.update([state["pending"]["drawn"]] if state["pending"]["drawn"] else [])
        return total


def ultime(players: int = 2, **options: Any) -> Table:
    """An Ultime table without trades, with these options."""
    return Table("ultime", players, options={"trade_proposals": 0, **options})
