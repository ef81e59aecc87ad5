"""Play any game a decision at a time, for the laws that hold for all of them: legal moves, clones, conservation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sim.core.contract import MAX_MOVES
from sim.core.play import Lineup, Session
from sim.core.registry import Config


@dataclass
class Trajectory:
    """One game: ``states`` (n + 1 records, from the deal to the end), and for each of the n decisions the legal moves and the index chosen."""

    states: np.ndarray
    moves: list[np.ndarray]
    choices: list[int]


class Board:
    """A game that the test plays itself, through the compiled rules. A state can be taken from it and put back at any decision."""

    def __init__(self, config: Config, player, seed: int = 1) -> None:
        self.session = Session(config, Lineup((player,) * config.players), seed)
        self.desk, self.engine, self.rules = self.session.desk, self.session.engine, self.session.rules
        move = config.game.records.move
        self.move_fields = [name for name in move.names or () if not move[name].shape]  # all but room that is spare

    def deal(self, block: int, rotation: int = 0) -> None:
        """Begin the first game of a match."""
        desk = self.desk
        self.engine.begin_match(desk.tables, desk.matches, block, rotation, True)
        assert self.deal_next()

    def deal_next(self) -> bool:
        """Deal the next game of the match; False when there is none."""
        desk = self.desk
        return bool(self.engine.begin_game(desk.tables, self.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams))

    @property
    def state(self) -> np.ndarray:
        """A copy of the state (length 1), to the byte: NumPy's own copies leave out what lies between the fields."""
        return self.desk.states.view(np.uint8).copy().view(self.desk.states.dtype)

    @state.setter
    def state(self, state: np.ndarray) -> None:
        self.desk.states.view(np.uint8)[:] = state.view(np.uint8)

    @property
    def over(self) -> bool:
        return int(self.desk.states["actor"][0]) < 0

    def legal(self) -> np.ndarray:
        """A copy of the legal moves: at least one, none twice."""
        n = int(self.engine.legal(self.rules, self.desk.states, self.desk.moves))
        assert 1 <= n < MAX_MOVES
        moves = self.desk.moves[:n].copy()
        assert len(set(moves[self.move_fields].tolist())) == n, f"a move is offered twice: {moves}"
        return moves

    def answer(self, choice: int) -> None:
        """Do one of the moves that :meth:`legal` has just shown."""
        self.engine.answer(self.desk.tables, self.rules, self.desk.states, self.desk.moves, choice)

    def rows(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows of the game that is over."""
        desk, engine = self.desk, self.engine
        seats = int(desk.tables["seats"][0])
        games, rows = np.zeros(1, engine.game_rows), np.zeros(seats, engine.seat_rows)
        engine.note_game(desk.tables, self.rules, desk.states, games, rows, 0, 0)
        return games, rows

    def play(self, choose: Callable[[int], int], most: int = 1_000_000) -> Trajectory:
        """Play on, ``choose(number of moves)`` picking an index, to the end or for so many decisions."""
        states, moves, choices = [self.state], [], []
        while not self.over and len(choices) < most:
            legal = self.legal()
            choice = choose(len(legal))
            self.answer(choice)
            moves.append(legal)
            choices.append(choice)
            states.append(self.state)
        return Trajectory(np.concatenate([state.view(np.uint8) for state in states]).view(states[0].dtype), moves, choices)

    def again(self, trajectory: Trajectory, start: int) -> None:
        """Continue a clone taken at decision ``start`` with the same choices: the same moves are offered, and the same states follow, byte for
        byte."""
        self.state = trajectory.states[start : start + 1]
        for decision in range(start, len(trajectory.choices)):
            moves = self.legal()
            assert moves.tobytes() == trajectory.moves[decision].tobytes()
            self.answer(trajectory.choices[decision])
            assert self.state.tobytes() == trajectory.states[decision + 1 : decision + 2].tobytes(), f"the clone differs after decision {decision}"

    def walk(self, stop: Callable[[np.void], bool]) -> Iterator[tuple[list[tuple], np.void]]:
        """Every way to play on from here until ``stop(state)``: the moves made, each as ``(actor, *move)``, and the state reached. Clones at
        every decision."""
        stack = [([], self.state)]
        while stack:
            path, state = stack.pop()
            if stop(state[0]):
                yield path, state[0]
                continue
            self.state = state
            moves = self.legal()
            actor = int(state["actor"][0])
            for choice in range(len(moves)):
                self.state = state
                self.legal()
                self.answer(choice)
                stack.append(([*path, (actor, *moves[self.move_fields][choice].tolist())], self.state))


def seeded(seed: int) -> Callable[[int], int]:
    """A random chooser."""
    generator = np.random.default_rng(seed)
    return lambda n: int(generator.integers(n))
