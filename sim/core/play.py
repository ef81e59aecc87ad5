"""Blocks of games, played: from a configuration and a line-up of strategies to rows of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from sim.core.compile import COMPILED
from sim.core.contract import MAX_POSITIONS
from sim.core.engine import Desk, Engine, get_engine, strategy_signature
from sim.core.errors import RulesFailure, StrategyFailure
from sim.core.functions import Functions
from sim.core.loop import ILLEGAL, OVER, STUCK
from sim.core.proxy import RecordProxy, RecordsProxy
from sim.core.registry import Config


class Player(Protocol):
    """What the engine needs of a strategy (see `strategies.registry.Strategy`)."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def params(self) -> dict[str, float]:
        """Its parameters, in the order in which it reads them."""

    @property
    def memory(self) -> int:
        """How many numbers it keeps during a game."""

    @property
    def compiled(self) -> bool:
        """False for plain Python."""

    def identity(self) -> tuple[Any, ...]:
        """What makes two strategies the same: name, version, source, parameters."""

    def compile(self) -> Any:
        """The compiled ``choose``."""

    @property
    def choose(self) -> Callable[..., int]:
        """The plain Python ``choose``."""


@dataclass(frozen=True)
class Lineup:
    """The strategies of a match, by line-up position; as many as there are seats."""

    strategies: tuple[Player, ...]

    @property
    def all_same(self) -> bool:
        """Whether everyone plays the same: then what is dealt rotates instead of the strategies."""
        return len({strategy.identity() for strategy in self.strategies}) == 1

    @property
    def plain(self) -> int:
        """Bit p is set when the strategy at position p is plain Python."""
        return sum(1 << position for position, strategy in enumerate(self.strategies) if not strategy.compiled)


def rotations(config: Config, lineup: Lineup) -> int:
    """Games (or matches) of a block: the line-up's distinct rotations over the seats, or, where all strategies are the same, of what is dealt."""
    names = [strategy.identity() for strategy in lineup.strategies]
    if lineup.all_same:
        return config.players if config.game.rotates_deal else 1
    return next(shift for shift in range(1, len(names) + 1) if names[shift:] + names[:shift] == names)


@dataclass(frozen=True)
class Rows:
    """Rows of the tables `games`, `seats` and `matches`: structured arrays with the game's columns."""

    games: np.ndarray
    seats: np.ndarray
    matches: np.ndarray


class Session:
    """One worker's place for playing a configuration with a line-up: arrays, compiled strategies, parameters."""

    def __init__(self, config: Config, lineup: Lineup, seed: int) -> None:
        """Compile what has to be compiled. ``seed`` from 0 to 2**63 - 1."""
        if len(lineup.strategies) != config.players:
            raise ValueError(f"{len(lineup.strategies)} strategies for {config.players} seats")
        self.config, self.lineup, self.seed = config, lineup, seed
        self.engine: Engine = get_engine(config.game.name)
        strategies = lineup.strategies
        self.desk = Desk(config.game, max(len(s.params) for s in strategies), max(s.memory for s in strategies))
        for position, strategy in enumerate(strategies):
            self._part(self.desk.params, position)[: len(strategy.params)] = list(strategy.params.values())
            self.desk.n_params[position] = len(strategy.params)
            self.desk.n_memory[position] = strategy.memory
        functions = [strategy.compile() if strategy.compiled else self.engine.placeholder() for strategy in strategies]
        functions += functions[:1] * (MAX_POSITIONS - len(functions))
        self.functions = Functions(functions, [strategy_signature(config.game.records)] * MAX_POSITIONS) if COMPILED else tuple(functions)
        self.desk.tables["seed"] = seed
        self.desk.tables["players"] = config.players
        self.rotations = rotations(config, lineup)
        self.rules = config.rules
        self._proxies: dict[int, tuple[Any, ...]] = {}

    def play(self, first_block: int, n_blocks: int) -> Rows:
        """Play whole blocks; releases the GIL unless a strategy is plain Python. Raises :class:`StrategyFailure`, :class:`RulesFailure`."""
        games = self.rotations * self.config.games_a_match
        n_matches = n_blocks * self.rotations * self.config.players if self.config.matches else 0
        rows = self._rows(n_blocks * games, n_blocks * games * self.config.players, n_matches)
        if self.lineup.plain:
            counts = self._play_with_python(first_block, n_blocks, rows)
        else:
            counts = self._play_compiled(first_block, n_blocks, rows)
        for table in (rows.seats[: counts[1]], rows.matches[: counts[2]]):
            table["strategy"] = table["position"]
        if len(rows.matches):
            rows.matches["variant"] = self.rules["variant"][0]
        return Rows(rows.games[: counts[0]], rows.seats[: counts[1]], rows.matches[: counts[2]])

    def _rows(self, games: int, seats: int, matches: int) -> Rows:
        engine = self.engine
        return Rows(np.zeros(games, engine.game_rows), np.zeros(seats, engine.seat_rows), np.zeros(matches, engine.match_rows))

    def _play_compiled(self, first_block: int, n_blocks: int, rows: Rows) -> tuple[int, int, int]:
        desk, config = self.desk, self.config
        try:
            done = self.engine.play_blocks(
                desk.tables, self.rules, desk.matches, desk.states, *desk.seen, self.functions, first_block, n_blocks, self.rotations,
                self.lineup.all_same, config.games_a_match, rows.games, rows.seats, rows.matches, desk.written,
            )  # fmt: skip
        except Exception as error:  # whatever a strategy raises is its failure, told with its place
            raise self._failure(f"it raised {type(error).__name__}: {error}") from error
        if done == STUCK:
            raise self.stuck()
        if done == ILLEGAL:
            raise self._illegal()
        assert done == n_blocks
        return int(desk.written[0]), int(desk.written[1]), int(desk.written[2])

    def _play_with_python(self, first_block: int, n_blocks: int, rows: Rows) -> tuple[int, int, int]:
        desk, engine = self.desk, self.engine
        game_rows, seat_rows, match_rows = rows.games, rows.seats, rows.matches
        n_games = n_seats = n_matches = 0
        for block in range(first_block, first_block + n_blocks):
            for rotation in range(self.rotations):
                engine.begin_match(desk.tables, desk.matches, block, rotation, self.lineup.all_same)
                while engine.begin_game(desk.tables, self.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams):
                    for position, n_moves in self.decisions(self.lineup.plain):
                        engine.answer(desk.tables, self.rules, desk.states, desk.moves, self.ask(position, n_moves))
                    engine.note_game(desk.tables, self.rules, desk.states, game_rows, seat_rows, n_games, n_seats)
                    n_games += 1
                    n_seats += int(desk.tables["seats"][0])
                    desk.tables["game"] += 1
                if len(match_rows):
                    engine.note_match(desk.tables, desk.matches, match_rows, n_matches)
                    n_matches += self.config.players
        return n_games, n_seats, n_matches

    @staticmethod
    def _part(array: np.ndarray, position: int) -> np.ndarray:
        """A line-up position's part of an array that holds all of them."""
        return array.reshape(MAX_POSITIONS, -1)[position]

    def decisions(self, stop_at: int) -> Iterator[tuple[int, int]]:
        """Play the game on; yields (line-up position, number of moves) when one of the positions in the bit mask ``stop_at`` must decide.

        The caller answers with ``engine.answer`` before going on.
        """
        desk = self.desk
        while True:
            try:
                status = self.engine.advance(desk.tables, self.rules, desk.states, *desk.seen, self.functions, stop_at)
            except Exception as error:
                raise self._failure(f"it raised {type(error).__name__}: {error}") from error
            if status == OVER:
                return
            if status == STUCK:
                raise self.stuck()
            if status == ILLEGAL:
                raise self._illegal()
            yield int(desk.tables["asked"][0]), int(status)

    def ask(self, position: int, n_moves: int) -> int:
        """The answer of the strategy at a position to the decision pending, checked (C-4)."""
        desk, strategy = self.desk, self.lineup.strategies[position]
        params = self._part(desk.params, position)[: desk.n_params[position]]
        memory = self._part(desk.memory, position)[: desk.n_memory[position]]
        shown = self._part(desk.shown, position)
        try:
            if strategy.compiled and COMPILED:
                answer = strategy.compile()(desk.views[position], shown, n_moves, params, memory, desk.streams[position])
            else:
                if position not in self._proxies:
                    self._proxies[position] = (
                        RecordProxy(desk.views[position : position + 1]),
                        RecordsProxy(shown),
                        RecordProxy(desk.streams[position : position + 1]),
                    )
                view, moves, stream = self._proxies[position]
                answer = strategy.choose(view, moves, n_moves, params, memory, stream)
        except Exception as error:
            raise self._failure(f"it raised {type(error).__name__}: {error}") from error
        if isinstance(answer, (bool, np.bool_)) or not isinstance(answer, (int, np.integer)):
            raise self._failure(f"it answered {answer!r}, which is not the index of a move")
        desk.tables["answer"] = answer
        if not 0 <= answer < n_moves:
            raise self._illegal()
        return int(answer)

    def stuck(self) -> RulesFailure:
        """The game under way offers no legal move where someone must decide."""
        table = self.desk.tables[0]
        return RulesFailure(self.config.game.name, self.seed, int(table["block"]), int(table["rotation"]), int(table["decision"]))

    def _illegal(self) -> StrategyFailure:
        table = self.desk.tables[0]
        return self._failure(f"it answered {table['answer']} where there are {table['n_moves']} legal moves (0 to {table['n_moves'] - 1})")

    def _failure(self, message: str) -> StrategyFailure:
        table = self.desk.tables[0]
        strategy = self.lineup.strategies[int(table["asked"])]
        return StrategyFailure(
            strategy.name, self.config.game.name, self.seed, int(table["block"]), int(table["rotation"]), int(table["decision"]), message
        )


def play_blocks(config: Config, lineup: Lineup, seed: int, first_block: int, n_blocks: int) -> Rows:
    """Play whole blocks. Same arguments, same rows: whatever else runs, and however the blocks are divided among calls.

    The column ``strategy`` holds the line-up position and ``point`` 0: whoever knows the study fills them in.
    """
    return Session(config, lineup, seed).play(first_block, n_blocks)
