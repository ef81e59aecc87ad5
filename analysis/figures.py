"""What a game's reports show: declarations, one module a game (`analysis.mercato`, `analysis.stealr`, `analysis.freak_shop`).

Everything else in `analysis` and `reports` reads these and knows no game. A declaration names columns of the run's tables, and the words for
people. A figure whose column a run does not have is left out, so declarations may name what only some variants record. What people read is of the
type `Text`: `figures_of` gives it in the language in use.

The unit of every figure is the block; how the sums are made is in `analysis.sums`, how they become tables in `analysis.balance`,
`analysis.measures` and `analysis.within`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from analysis.language import Text, language, spoken

Test = tuple[Literal["over", "equal"], int]
"""Turns a number into yes or no: ("over", 1) is yes for 2 and more, ("equal", 0) for 0."""


@dataclass(frozen=True)
class Family:
    """Names that ids stand for (a family of the manifest's labels), and what people call them.

    plural: "coaches".  head: a table's heading.  printed: the names are slugs of cards, shown by their printed names.
    words: other names for people, by slug.  titles: the same, as they are printed on the game's cards, whatever the language.
    """

    plural: Text
    head: Text
    printed: bool = False
    words: Mapping[str, Text] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Factor:
    """What seats are told apart by: its name, the columns of `seats` that say so, and what the columns' ids name.

    A family is one of the manifest's label families, or "order" for numbers from 0 (the first player) on.
    """

    name: str
    columns: tuple[str, ...]
    families: tuple[str, ...]
    title: Text
    """Of its card: "Starting compo"."""
    topic: Text = ""
    """In a sentence: "starting compo". Only factors with a topic are spoken of in the answer and compared between settings."""
    paired: bool = True
    """Whether its changes from design point to design point are collected."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the level columns in tables of results."""
        return self.families


@dataclass(frozen=True)
class PerGame:
    """A number of each game, or with `test` a yes or no: from a column of `games`, or of `seats` (over the seats of the game: its sum, its
    largest value, or largest less smallest).

    title: in a table, without unit.  card: on which of a setting's cards it stands ("": on none).  told: of a share, the rest of the sentence
    "12 % of the games …".  what: in a sentence about a change ("the length of games").  unit: of a number.
    axis: of a figure of changes.  change: whether a card shows how it changes from setting to setting.
    """

    name: str
    column: str
    title: Text
    test: Test | None = None
    source: Literal["games", "seats"] = "games"
    how: Literal["sum", "max", "range"] = "sum"
    card: Literal["", "length", "endings", "more"] = "more"
    unit: Text = ""
    told: Text = ""
    what: Text = ""
    change: bool = False
    change_title: Text = ""

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, not a mean per game."""
        return self.test is not None


@dataclass(frozen=True)
class PerSeat:
    """A column of `seats`: its mean, or with `test` how often it is so, of all seats or of the winners; also by the factors in `by`.

    unit: of a number.  share_of: another column; the figure is then Σ column / Σ share_of.
    """

    name: str
    column: str
    title: Text
    test: Test | None = None
    among: Literal["all", "winners"] = "all"
    by: tuple[str, ...] = ()
    unit: Text = ""
    share_of: str = ""

    @property
    def is_share(self) -> bool:
        """Whether it is a share of seats, not a mean."""
        return self.test is not None


@dataclass(frozen=True)
class Deed:
    """What can be done with a kind of card: `column` names the column of `seats` that counts it, with {card} for the card's slug.

    wins: whether the win rate of those who did it at least once is told.
    """

    name: str
    column: str
    title: Text
    wins: bool = False


@dataclass(frozen=True)
class CardTable:
    """What became of each kind of card: a row a kind, a column a deed."""

    title: Text
    cards: tuple[str, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class Within:
    """How seats differ within a game: spread and correlation of `components` and of their sum, and what the winner's margin is made of.

    total: the column of the sum.  components: columns.  rank: the column that is 1 for the winner and more for others; the margin is to those of the
    next rank.  family: of the names of components.  names: of the components, unless the option `option` of a design point lists what they are.
    title: of a component, in a heading.  total_title: of the sum.
    """

    total: str
    components: tuple[str, ...]
    rank: str
    family: str
    names: tuple[str, ...]
    title: Text
    total_title: Text
    option: str = ""


@dataclass(frozen=True)
class Map:
    """A figure that is drawn as a map over a grid.

    table: "going_first" (the first player's win rate less that of the others), or "means", "endings", "seats", "spread"; of these, the row `row`.
    reference: what cells are compared with: 0, or the mean of all cells (None).  scale: of the figure in its unit.  digits: decimals.
    """

    name: str
    table: Literal["going_first", "means", "endings", "seats", "spread"]
    row: str
    title: Text
    caption: Text
    unit: Text
    scale: float = 1.0
    reference: float | None = None
    digits: int = 1

    @property
    def inline(self) -> str:
        """The title in the middle of a sentence."""
        return f"{self.title[0].lower()}{self.title[1:]}"


@dataclass(frozen=True)
class Grid:
    """An option whose value is a list of one element of each of three piles (`axes`): its combinations make a map, a panel for each of the third
    pile.

    family: of the elements' names.  short: a name of a word or two for each.  maps: what is drawn.
    """

    option: str
    axes: tuple[tuple[int, ...], ...]
    family: str
    short: Mapping[int, str]
    maps: tuple[Map, ...] = ()


@dataclass(frozen=True)
class Figures:
    """All that a game's reports show beyond its title, variants and options.

    conditions: options that make another game of it rather than a change; design points that differ in them are mapped, not compared.
    variants_alike: variants are dealt alike and played by the same rules, so that they are compared with each other, deal by deal.
    won: what a win is, in words.  unfinished: what becomes of a game that reaches the limit of turns.
    """

    game: str
    families: Mapping[str, Family]
    factors: tuple[Factor, ...]
    games: tuple[PerGame, ...]
    lengths: tuple[PerGame, ...] = ()
    seats: tuple[PerSeat, ...] = ()
    cards: CardTable | None = None
    within: Within | None = None
    grid: Grid | None = None
    conditions: tuple[str, ...] = ()
    variants_alike: bool = False
    sections: Mapping[str, str] = field(default_factory=dict)
    """Sections of a study that only this game has, in words: {"compos": "line-up"}."""
    reading: tuple[tuple[Text, Text], ...] = ()
    """Terms for the last part of the page, with what they mean in this game."""
    example: str = ""
    """A card whose count a new study sweeps as an example."""

    def factor(self, name: str) -> Factor:
        """The factor of this name."""
        return next(factor for factor in self.factors if factor.name == name)

    def per_game(self, name: str) -> PerGame:
        """The figure of games of this name."""
        return next(figure for figure in self.games if figure.name == name)

    @property
    def shares(self) -> tuple[PerGame, ...]:
        """Figures of games that are shares."""
        return tuple(figure for figure in self.games if figure.is_share)

    @property
    def numbers(self) -> tuple[PerGame, ...]:
        """Figures of games that are means."""
        return tuple(figure for figure in self.games if not figure.is_share)


ORDER = Factor("order", ("order",), ("order",), "Order of play")
GOING_FIRST = "going_first"
"""The first player's win rate less another's, among the figures that guards and targets name."""
STRATEGY = Factor("strategy", ("strategy",), ("strategy",), "Strategy", "strategy", paired=False)
FAMILIES = {
    "order": Family("places in the order of play", "Plays"),
    "strategy": Family("strategies", "Strategy"),
}
SHARED = PerGame(
    "shared", "winners", "Several winners", ("over", 1), card="endings", told="have several winners",
    change=True, what="the share of games with several winners", change_title="Change of shared victories",
)  # fmt: skip
UNWON = PerGame("unwon", "winners", "Won by nobody", ("equal", 0), card="endings")
UNFINISHED = PerGame("unfinished", "unfinished", "Unfinished (limit of turns)", ("over", 0), card="endings", what="the share of unfinished games")
TURNS = PerGame(
    "turns", "turns", "Turns, all seats together", card="length", unit="turns",
    what="the length of games", change=True, change_title="Change of length",
)  # fmt: skip
DECISIONS = PerGame("decisions", "decisions", "Decisions", card="", unit="decisions")
LEADER_CHANGES = PerGame(
    "leader_changes", "leader_changes", "Changes of the leader", unit="changes",
    what="how often the leader changes", change=True, change_title="Change of lead changes",
)  # fmt: skip
DECIDED = PerGame(
    "decided_turn", "decided_turn", "Turns until the winners led for good", unit="turns",
    what="the turn from which the winners lead for good", change=True, change_title="Change of when it is decided",
)  # fmt: skip
ROUNDS = PerGame("rounds", "rounds", "Rounds", card="length", unit="rounds", what="the number of rounds")


def comebacks(unit: str, by: tuple[str, ...]) -> tuple[PerSeat, PerSeat]:
    """How far behind the winners had been, in what a lead is counted in."""
    return (
        PerSeat("comeback", "behind", "Winners who had been behind", ("over", 0), among="winners", by=by),
        PerSeat("deficit", "behind", "Largest deficit of the winner (comeback)", among="winners", by=by, unit=unit),
    )


MODULES = {"mercato": "analysis.mercato", "stealr": "analysis.stealr", "freak_shop": "analysis.freak_shop"}
"""Where each game's declarations are."""


def figures_of(game: str) -> Figures:
    """The declarations of a game in the language in use; of one that has none, what every game has: order of play, strategies, endings, length."""
    return _spoken(game, language())


@cache
def _spoken(game: str, lang: str) -> Figures:
    declared = declared_figures(game)
    return declared if lang == "en" else spoken(declared)


def declared_figures(game: str) -> Figures:
    """The declarations of a game as they are written."""
    if game in MODULES:
        return importlib.import_module(MODULES[game]).FIGURES
    return Figures(game, FAMILIES, (ORDER, STRATEGY), (UNFINISHED, TURNS), (TURNS,))
