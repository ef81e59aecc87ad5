"""A study: the question, and the design points that answer it.

`load_study` reads and checks a TOML file and expands it; a `Study` is what remains: plain values that can be written as
JSON (`to_dict`) and read again (`from_dict`), from which a run is played, continued and replayed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.study_file import StudyFile
    from sim.core.play import Lineup
    from sim.core.registry import Config, Game
    from strategies.registry import Strategy

DEFAULT_GAMES = 10_000
"""Games per design point when a study says neither `blocks` nor `games`."""

DEFAULT_SEED = 1
DEFAULT_MARGIN = 2.5
"""How many percentage points from its fair share still count as balanced, when a study does not say."""


@dataclass(frozen=True)
class StrategySpec:
    """Who plays, in plain values: what a strategy is called here, where it comes from, and all of its parameters."""

    name: str
    source: str
    """A built-in name, an entry point, or ``path.py:Name`` (the path relative to the working folder, or absolute)."""
    version: int
    params: dict[str, float]
    compiled: bool = True
    sha256: str = ""
    """Of the file, for a strategy from a file of the user's; else empty."""


@dataclass(frozen=True)
class Point:
    """A design point: one way to play, that gets a share of the run of its own."""

    index: int
    label: str
    variant: str
    players: int
    lineup: tuple[str, ...]
    """Names of strategies, one for each line-up position."""
    options: dict[str, Any]
    deck: dict[str, int]
    compos: dict[str, dict[str, int]]
    settings: dict[str, Any]
    """What distinguishes this design point from the others: ``{"deck.transfert": 6, "lineup": "greedy"}``."""
    rotations: int
    """Games (in a championship: matches) of one block."""
    blocks: int
    blocks_per_part: int
    most_blocks: int = 0
    """The cap where the results decide the number of blocks; 0 where they do not."""

    @property
    def games_per_match(self) -> int:
        """Games of a match without its extra games: 1 outside championships."""
        return int(self.options.get("games", 1))

    @property
    def games(self) -> int:
        """Games to play at this design point, the extra games of championships aside."""
        return self.blocks * self.rotations * self.games_per_match


@dataclass(frozen=True)
class Study:
    """Everything that decides what is played, and what the report needs to say about it."""

    name: str
    title: str
    question: str
    game: str
    seed: int
    margin: float
    allow_impossible: bool
    require_eleven: bool
    strategies: dict[str, StrategySpec]
    points: tuple[Point, ...]
    precision: float = 0.0
    """Percentage points to either side that the intervals of the figures may have; 0: a number of games is given instead."""
    precision_of: tuple[str, ...] = ()
    """The factors whose win rates are to be so precise."""
    until: str = ""
    """"verdict": played until every level's verdict against the margin is settled; "": not so."""
    verdict_of: tuple[str, ...] = ()
    """The factors whose win rates are to have verdicts."""
    confidence: float = 0.95
    """Of the intervals that `precision` or `until` speaks of."""
    targets: dict[str, float] = field(default_factory=dict)
    """Of figures of games and of going_first, the values that a sweep is asked about, as written: shares in percent."""
    overrides: tuple[str, ...] = ()
    """What the command line changed, in its own words."""
    text: str = field(default="", compare=False)
    """The file as written."""
    notices: tuple[str, ...] = field(default=(), compare=False)
    """What is worth saying before playing: an impossible compo that is allowed, an option without effect."""

    @property
    def in_rounds(self) -> bool:
        """Whether the results decide how many games are played, round after round."""
        return bool(self.precision or self.until)

    @property
    def games(self) -> int:
        """Games of all design points, the extra games of championships aside."""
        return sum(point.games for point in self.points)

    @cached_property
    def game_object(self) -> Game:
        """The game's declaration from the registry."""
        from sim.core.registry import get_game

        return get_game(self.game)

    def config(self, point: Point) -> Config:
        """The game set up as at `point`."""
        flags = {"allow_impossible": self.allow_impossible, "require_eleven": self.require_eleven}
        return configure(self.game_object, point.variant, point.players, point.options, point.deck, point.compos, flags)

    def strategy(self, name: str) -> Strategy:
        """The strategy that this study calls `name`, its parameters set."""
        from strategies.registry import get_strategy

        spec = self.strategies[name]
        strategy = get_strategy(self.game, spec.source)
        return strategy.with_params(spec.params, name)

    def lineup(self, point: Point) -> Lineup:
        """The strategies that play at `point`, ready to be handed to `play_blocks`."""
        from sim.core.play import Lineup

        return Lineup(tuple(self.strategy(name) for name in point.lineup))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, the file's text and the notices left out."""
        plain = asdict(self)
        del plain["text"], plain["notices"]
        plain["overrides"] = list(self.overrides)
        plain["precision_of"] = list(self.precision_of)
        plain["verdict_of"] = list(self.verdict_of)
        plain["points"] = [{**point, "lineup": list(point["lineup"])} for point in plain["points"]]
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Study:
        """The study that `to_dict` wrote."""
        points = tuple(Point(**{**point, "lineup": tuple(point["lineup"])}) for point in plain["points"])
        strategies = {name: StrategySpec(**spec) for name, spec in plain["strategies"].items()}
        return cls(
            **{
                **plain,
                "points": points,
                "strategies": strategies,
                "overrides": tuple(plain.get("overrides", ())),
                "precision_of": tuple(plain.get("precision_of", ())),
                "verdict_of": tuple(plain.get("verdict_of", ())),
            }
        )

    def with_notices(self, *more: str) -> Study:
        """A copy with more notices, each once."""
        return replace(self, notices=tuple(dict.fromkeys((*self.notices, *more))))


def taken(game: Game) -> set[str]:
    """What a game's `configure` can be told besides options and deck: compos, allow_impossible, require_eleven, or nothing."""
    return set(signature(game.configure).parameters)


def configure(
    game: Game,
    variant: str,
    players: int,
    options: dict[str, Any],
    deck: dict[str, int],
    compos: dict[str, dict[str, int]],
    flags: dict[str, bool],
) -> Config:
    """A game set up; of compos and flags, what it can be told."""
    more = {key: value for key, value in {"compos": compos, **flags}.items() if key in taken(game)}
    return game.configure(variant, players, options=options, deck=deck, **more)


def load_study(
    path: str | Path,
    *,
    overrides: tuple[str, ...] | list[str] = (),
    games: int | None = None,
    blocks: int | None = None,
    seed: int | None = None,
    strategies: tuple[str, ...] | list[str] = (),
) -> Study:
    """Read the study at `path`, apply the command line's changes and expand it to design points.

    Parameters
    ----------
    overrides:
        ``KEY=VALUE`` texts (``--set``), VALUE in TOML. Such a setting holds for every design point.
    games, blocks, seed:
        replace the study's; `games` and `blocks` count for each design point.
    strategies:
        names or ``path.py:Name`` that replace all line-ups, each playing every position.

    Raises
    ------
    UserError
        with one sentence that names the place (``file:line`` or the option of the command line) and the key.
    """
    from analysis.study_file import read_study_file

    file = read_study_file(Path(path))
    return _expanded(file, Path(path).stem, Path(path).parent, overrides, {"games": games, "blocks": blocks, "seed": seed}, strategies)


def make_study(
    data: Mapping[str, Any],
    *,
    overrides: tuple[str, ...] | list[str] = (),
    games: int | None = None,
    blocks: int | None = None,
    seed: int | None = None,
    strategies: tuple[str, ...] | list[str] = (),
) -> Study:
    """A study written as a dictionary, with the keys of a study's file; see `load_study`.

    A key "name" names it ("notebook" without one); files of strategies are looked for from the current folder.
    """
    from analysis.study_file import parse_study
    from analysis.toml_text import toml_text
    from sim.core.errors import UserError

    name = str(data.get("name", "notebook"))
    if not re.fullmatch(r"[\w-]+", name):
        raise UserError(f"study: name: {name!r} can't be a folder's name; letters, digits, _ and - can")
    file = parse_study(toml_text({key: value for key, value in data.items() if key != "name"}), "study")
    return _expanded(file, name, Path("."), overrides, {"games": games, "blocks": blocks, "seed": seed}, strategies)


def _expanded(
    file: StudyFile,
    stem: str,
    folder: Path,
    overrides: tuple[str, ...] | list[str],
    flags: dict[str, int | None],
    strategies: tuple[str, ...] | list[str],
) -> Study:
    """The study of a file with the command line's changes."""
    from analysis import study_file
    from analysis.expand import expand
    from sim.core.errors import UserError

    for assignment in overrides:
        study_file.override(file, assignment)
    said = [f"--set {assignment}" for assignment in overrides]
    if flags["games"] is not None and flags["blocks"] is not None:
        raise UserError("--games and --blocks: give one of the two")
    for key, value in flags.items():
        if value is not None:
            study_file.set_value(file, {key: value}, f"--{key} {value}")
            said.append(f"--{key} {value}")
    if strategies:
        said.extend(f"--strategy {name}" for name in strategies)
        place = " ".join(f"--strategy {name}" for name in strategies)
        study_file.set_value(file, {"lineups": [[name] for name in strategies]}, place)
    return expand(file, stem=stem, folder=folder, overrides=tuple(said))
