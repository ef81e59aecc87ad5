"""What every exported table says, what its columns mean, and in what unit its figures are: the data dictionary.

`docs/reference/tables.md` is written from this (``python -m analysis.dictionary``), and so are the lists of tables in a report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from analysis.figures import MODULES, Figures, figures_of
from analysis.language import noted, tr

Unit = Literal["share", "points", "number", "row"]
"""Of a table's figures. share: a fraction of 1.  points: a difference of such.  number: what a row says (turns, cards).  row: a share or a number, by
row."""

POINT = ("point", "label", "variant", "players", "lineup")
"""The first columns of every table: the design point."""
FIGURE = ("games", "blocks", "estimate", "low", "high", "low_simultaneous", "high_simultaneous")
"""The last columns of most tables: the figure and its intervals."""
CHANGE = ("baseline", "gain")
"""Further columns of tables of changes."""


@dataclass(frozen=True)
class Entry:
    """A table: its name (with {factor} for the name of a factor), what it says, its unit, and the columns that tell its rows apart.

    columns: "{levels}" stands for the factor's own.  whole: all columns, where they are not POINT, `columns` and FIGURE.
    """

    name: str
    about: str
    unit: Unit
    columns: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()


ENTRIES = (
    Entry("win_rate_by_{factor}", noted("Share of games won, every winner counted, by level"), "share", ("{levels}",)),
    Entry("win_share_by_{factor}", noted("Wins per game, a victory that k players share counted as 1/k, by level"), "share", ("{levels}",)),
    Entry("from_par_by_{factor}", noted("Win rate less that of all seats of the setting, within the same blocks"), "points", ("{levels}", "par")),
    Entry("change_by_{factor}", noted("Win rate less that of the same level in another setting, on the same deals"), "points", ("{levels}", *CHANGE)),
    Entry("going_first", noted("Win rate of the first player less that of others"), "points", ("against",)),
    Entry("endings", noted("Shares of games by how they ended and what happened in them"), "share", ("ending",)),
    Entry("means", noted("Means per game"), "number", ("number",)),
    Entry("lengths", noted("Quantiles: what a tenth, half and nine tenths of the games don't exceed"), "number", ("number", "quantile")),
    Entry("change_of_endings", noted("How the shares of games differ from another setting, on the same deals"), "points", ("ending", *CHANGE)),
    Entry("change_of_means", noted("How the means per game differ from another setting, on the same deals"), "number", ("number", *CHANGE)),
    Entry("change_of_going_first", noted("How what going first is worth differs from another setting"), "points", ("against", *CHANGE)),
    Entry("champions", noted("Share of championships that a seat of each strategy won"), "share", ("strategy",)),
    Entry("matches", noted("Shares of championships with extra games, and without a champion"), "share", ("ending",)),
    Entry("extra_games", noted("Mean number of extra games of a championship"), "number", ("number",)),
    Entry("seats", noted("What a seat does and has in a game: means, and shares of seats"), "row", ("figure",)),
    Entry("seats_by_{factor}", noted("What a seat does and has in a game, by level"), "row", ("figure", "{levels}")),
    Entry("change_of_seats", noted("How what a seat does and has differs from another setting"), "row", ("figure", *CHANGE)),
    Entry("change_of_seats_by_{factor}", noted("The same, by level"), "row", ("figure", "{levels}", *CHANGE)),
    Entry("cards", noted("What became of each kind of card: how often a seat does it in a game"), "number", ("deed", "card")),
    Entry("change_of_cards", noted("How that differs from another setting"), "number", ("deed", "card", *CHANGE)),
    Entry("win_rate_by_card", noted("Win rate of the seats that did it with such a card at least once"), "share", ("deed", "card")),
    Entry("from_par_by_card", noted("That, less the win rate of all seats; not the effect of the card"), "points", ("deed", "card", "par")),
    Entry("change_of_win_rate_by_card", noted("How that win rate differs from another setting"), "points", ("deed", "card", *CHANGE)),
    Entry("spread", noted("Standard deviation of the seats' points within a game, mean over games"), "number", ("component",)),
    Entry("margin", noted("The winner's lead over the next, and each component's part of it, mean over games"), "number", ("component",)),
    Entry("parts", noted("Shares of the points, of the variance within a game, and of the winner's margin, by component"), "share",
          ("of", "component")),
    Entry("change_of_spread", noted("How the spread differs from another setting"), "number", ("component", *CHANGE)),
    Entry("change_of_margin", noted("How the margin differs from another setting"), "number", ("component", *CHANGE)),
    Entry("change_of_parts", noted("How these shares differ from another setting"), "points", ("of", "component", *CHANGE)),
    Entry("correlations", noted("Correlation within a game of two components, from -1 to 1"), "number", ("component", "other")),
    Entry("weights", noted("What each element of the grid weighs, over all settings that have it"), "row", ("figure", "element")),
    Entry("verdicts", noted("The verdict on each level against the study's margin; the figure is the difference from par"), "points",
          whole=(*POINT, "factor", "level", "par", *FIGURE, "margin", "verdict", "shown", "games_needed", "p_favoured", "p_handicapped", "p_balanced",
                 "p_holm", "p_bh", "looked_at")),
    Entry("verdicts_by_profile", noted("Whether the verdict on a level holds under all strategy profiles: how many say what, and which"), "number",
          whole=("point", "label", "variant", "players", "factor", "level", "holds", "profiles", "favoured", "handicapped", "undecided", "balanced",
                 "favoured_under", "handicapped_under", "undecided_under", "balanced_under")),
    Entry("effects", noted("What a level adds on average over the levels of the other factors"), "row", ("layout", "figure", "factor", "level")),
    Entry("interactions", noted("What two levels together add beyond what each adds by itself"), "row",
          ("layout", "figure", "factor", "level", "other", "other_level")),
    Entry("variation", noted("How large the effects of a factor, or of several together, are, and what part of the variation they explain"), "row",
          ("layout", "figure", "component", "of")),
    Entry("match_ups", noted("Two at a table: win rate of the row's level against the column's"), "share", ("factor", "row", "column")),
    Entry("match_up_differences", noted("That less the win rate of the column's level in the same games"), "points", ("factor", "row", "column")),
    Entry("model", noted("A model of who wins: strength of each level, the average being 1, all factors at once"), "number",
          whole=(*POINT, "factor", "level", *FIGURE, "share", "share_low", "share_high")),
    Entry("luck_and_skill", noted("What part of the variance of a seat's win is due to the deal, to who plays it, and to the rest"), "share",
          ("source",)),
    Entry("ladder", noted("Of the wins of two strategies, the share of the upper one, at tables where both sit"), "share", ("upper", "lower")),
    Entry("equilibrium", noted("Weight of each strategy in the mixed equilibrium of the table of strategies, for two players"), "share",
          whole=(*POINT, "strategy", *FIGURE, "support")),
    Entry("maps", noted("Each setting of the grid less the reference of the map"), "row", ("map", "reference")),
    Entry("tipping_points", noted("Where a figure crosses its reference as a setting changes; the figure is a value of that setting"), "number",
          whole=(*POINT, "key", "others", "figure", "factor", "level", "reference", "target", "points", "games", "blocks", "crossing", "status",
                 "rising", "estimate", "low", "high", "low_simultaneous", "high_simultaneous", "after", "before", "curves")),
    Entry("comparison", noted("Of a comparison only: a figure of B less that of A, at design points that are compared"), "row",
          whole=("pair", "a", "b", "label_a", "label_b", "figure", "factor", "level", "share", "value_a", "value_b", "difference", "low", "high",
                 "low_simultaneous", "high_simultaneous", "games", "blocks", "paired", "gain")),
)  # fmt: skip
"""All tables, in the order of the reference page."""

COLUMNS = {
    "point": noted("design point: its number in the run's manifest"),
    "label": noted("design point: its label"),
    "variant": noted("variant of the game"),
    "players": noted("seats at the table"),
    "lineup": noted("strategies at the table; one name when all play the same"),
    "games": noted("games behind the figure (of a level: games of a seat with that level)"),
    "blocks": noted("independent blocks behind it: the unit of statistics"),
    "estimate": noted("the figure"),
    "low": noted("lower end of its 95 % interval, the row on its own"),
    "high": noted("upper end of its 95 % interval, the row on its own"),
    "low_simultaneous": noted("lower end of the interval that holds for all rows together that are judged together, 95 times in 100"),
    "high_simultaneous": noted("upper end of the interval that holds for all rows together that are judged together, 95 times in 100"),
    "order": noted("place in the order of play: 0 goes first"),
    "strategy": noted("strategy"),
    "compo": noted("starting compo"),
    "coach": noted("coach (the card's short name)"),
    "par": noted("win rate of all seats of the design point, from which the difference is taken"),
    "baseline": noted("the design point (number) compared with"),
    "gain": noted("how many times as many blocks two runs with different deals would have needed for the same certainty; empty: unknown"),
    "against": noted('"last": the last player; "others": all others together'),
    "ending": noted("name of the share of games (below)"),
    "number": noted("name of the number per game (below)"),
    "quantile": noted("share of the games that don't exceed the estimate"),
    "figure": noted("name of the figure (below), win_rate, or going_first; in `weights`: points, spread, of_points, of_spread, of_margin"),
    "deed": noted("what was done with the card (below)"),
    "card": noted("kind of card (its short name)"),
    "component": noted('what the points came from, or which factors; "total", "whole": all together'),
    "other": noted("the other component, or the other factor"),
    "of": noted("of `parts`: points, spread or margin; of `variation`: size (in the figure's unit), cells or outcome (shares of that variation)"),
    "element": noted("element of the grid: an objective's printed number"),
    "map": noted("name of the map (below)"),
    "factor": noted("what the level is a level of"),
    "level": noted("the level (its short name; of places in the order of play: 0 goes first)"),
    "margin": noted("how far from par still counts as balanced, as the study says"),
    "verdict": noted("favoured, handicapped, balanced, or undecided"),
    "shown": noted("whether a difference from par is shown, whatever its size: above, below, or empty"),
    "games_needed": noted(
        "games that would settle it four times in five if the true difference is the measured one; 0: settled; empty: nothing is known"
    ),
    "p_favoured": noted('p-value against "at most the margin above par"'),
    "p_handicapped": noted('p-value against "at most the margin below par"'),
    "p_balanced": noted('p-value against "outside the margin": the greater of two one-sided tests of equivalence'),
    "p_holm": noted("p_balanced after Holm's correction over all rows: for a gate that lets pass only what is shown to be balanced"),
    "p_bh": noted("twice the smaller of p_favoured and p_handicapped, after Benjamini and Hochberg's correction: a screen for suspects"),
    "looked_at": noted("how many rows are judged together"),
    "holds": noted("all: one verdict under all profiles; partly: one, or undecided; depends: balanced under some; opposite: both sides; undecided"),
    "profiles": noted("strategy profiles (line-ups) that were played"),
    "favoured": noted("profiles under which the level is favoured"),
    "handicapped": noted("profiles under which it is handicapped"),
    "undecided": noted("profiles under which it is undecided"),
    "balanced": noted("profiles under which it is balanced"),
    "favoured_under": noted("the profiles under which it is favoured"),
    "handicapped_under": noted("the profiles under which it is handicapped"),
    "undecided_under": noted("the profiles under which it is undecided"),
    "balanced_under": noted("the profiles under which it is balanced"),
    "layout": noted("which factors are crossed, each level counting the same"),
    "other_level": noted("the other factor's level"),
    "row": noted("the level whose win rate it is"),
    "column": noted("the level at the other seat"),
    "share": noted(
        "of `model`: what the level would win at a table of average seats, all else equal; of `comparison`: whether it is a fraction of 1"
    ),
    "share_low": noted("lower end of its interval, for all rows together"),
    "share_high": noted("upper end of its interval, for all rows together"),
    "source": noted("deal, strategy, or rest"),
    "upper": noted("the strategy of the pair that is stronger over all its pairs"),
    "lower": noted("the other strategy of the pair"),
    "support": noted("in what share of the tables drawn from the estimates the strategy is played at all"),
    "reference": noted("what is subtracted: zero, the mean of all settings of the map, or par, the win rate of all seats"),
    "key": noted("the setting that changes along the curve"),
    "others": noted("the other settings of the curve"),
    "target": noted("the number that is the reference; empty for par, which differs between design points"),
    "points": noted("design points of the curve"),
    "crossing": noted("which crossing of the curve it is, from 1"),
    "status": noted("crosses: shown; above, below: shown everywhere; above_at_some, below_at_some: shown at some values only; unclear: nowhere"),
    "rising": noted("whether it crosses from below to above as the setting grows"),
    "after": noted("the last value of the setting at which the one side is shown"),
    "before": noted("the first value of the setting at which the other side is shown"),
    "curves": noted("how many curves are judged together"),
    "pair": noted("number of the pair of design points"),
    "a": noted("design point of A: its number"),
    "b": noted("design point of B: its number"),
    "label_a": noted("design point of A: its label"),
    "label_b": noted("design point of B: its label"),
    "value_a": noted("the figure in A"),
    "value_b": noted("the figure in B"),
    "difference": noted("that of B less that of A"),
    "paired": noted("whether the difference was taken deal by deal"),
}
"""What the columns mean."""

_WEIGHTS_SHARES = ("of_points", "of_spread", "of_margin")


def entry_of(table: str, figures: Figures) -> Entry | None:
    """The entry of a table of this game, with its factor filled in; None when it has none."""
    plain = {entry.name: entry for entry in ENTRIES}
    if table in plain:
        return plain[table]
    for entry in ENTRIES:
        found = re.fullmatch(entry.name.replace("{factor}", "(.+)"), table) if "{factor}" in entry.name else None
        factor = next((f for f in figures.factors if found and f.name == found[1]), None)
        if factor is not None:
            columns = tuple(name for c in entry.columns for name in (factor.levels if c == "{levels}" else (c,)))
            return Entry(table, entry.about, entry.unit, columns)
    return None


def columns_of_entry(entry: Entry) -> tuple[str, ...]:
    """All columns of a table, in order."""
    return entry.whole or (*POINT, *entry.columns, *FIGURE)


def about_table(table: str, figures: Figures) -> str:
    """What a table says, in the language in use."""
    entry = entry_of(table, figures)
    return tr(entry.about) if entry is not None else ""


def about_column(column: str) -> str:
    """What a column means, in the language in use."""
    return tr(COLUMNS[column]) if column in COLUMNS else ""


def units(table: str, frame: pl.DataFrame, figures: Figures) -> list[Unit]:
    """The unit of each row's figure: "share", "points" or "number"."""
    entry = entry_of(table, figures)
    unit: Unit = entry.unit if entry is not None else "number"
    if unit != "row":
        return [unit] * frame.height
    fraction: Unit = "points" if table.startswith("change_") or table in ("maps", "effects", "interactions", "comparison") else "share"
    return [fraction if _is_fraction(table, row, figures) else "number" for row in frame.iter_rows(named=True)]


def _is_fraction(table: str, row: dict[str, Any], figures: Figures) -> bool:
    if table in ("effects", "interactions", "variation"):
        return row["figure"] == "win_rate" or row.get("of") in ("cells", "outcome")
    if table == "comparison":
        return bool(row["share"])
    if table == "weights":
        return row["figure"] in _WEIGHTS_SHARES
    if table == "maps":
        return next((m.scale == 100.0 for m in (figures.grid.maps if figures.grid else ()) if m.name == row["map"]), False)
    return next((f.is_share or bool(f.share_of) for f in figures.seats if f.name == row["figure"]), False)


# -- the reference page

_UNITS = {
    "share": "fractions of 1",
    "points": "differences of fractions of 1",
    "number": "numbers",
    "row": "fractions of 1 or numbers, by row",
}


def markdown() -> str:
    """The lists of `docs/reference/tables.md`: tables, columns, and the names of figures of each game."""
    return "\n".join([*_tables(), "", *_columns(), "", *(line for game in MODULES for line in _names(figures_of(game)))])


def _tables() -> Iterator[str]:
    yield "## The tables"
    yield ""
    yield from ("| table | what a row says | figures are | columns that tell its rows apart |", "|---|---|---|---|")
    for entry in ENTRIES:
        told = entry.whole or entry.columns
        columns = ", ".join("the factor's" if column == "{levels}" else f"`{column}`" for column in told)
        yield f"| `{entry.name}` | {entry.about} | {_UNITS[entry.unit]} | {columns} |"


def _columns() -> Iterator[str]:
    yield "## The columns"
    yield ""
    yield from ("| column | what it says |", "|---|---|")
    for name, about in COLUMNS.items():
        yield f"| `{name}` | {about} |"


def _names(figures: Figures) -> Iterator[str]:
    """What the names in a game's tables stand for."""
    kinds: Sequence[tuple[str, Sequence[tuple[str, str, str]]]] = (
        ("factors", [(f.name, f.title, ", ".join(f.levels)) for f in figures.factors]),
        ("`ending`", [(f.name, f.title, "share of games") for f in figures.shares]),
        ("`number`", [(f.name, f.title, f.unit) for f in figures.numbers]),
        ("`figure`", [(f.name, f.title, _seat_unit(f)) for f in figures.seats]),
        ("`deed`", [(d.name, d.title, "times a seat and game") for d in figures.cards.deeds] if figures.cards else []),
        ("`map`", [(m.name, m.title, "fraction of 1" if m.scale == 100.0 else m.unit) for m in figures.grid.maps] if figures.grid else []),
    )
    title = {"mercato": "Mercato", "stealr": "Stealr No Mercy", "freak_shop": "Freak Shop"}[figures.game]
    yield f"## Names in the tables of {title}"
    yield ""
    yield from ("| of | name | what it is | unit, or columns |", "|---|---|---|---|")
    for kind, rows in kinds:
        for name, about, unit in rows:
            yield f"| {kind} | `{name}` | {about} | {unit} |"
    yield ""


def _seat_unit(figure: Any) -> str:
    of = ", of the winners" if figure.among == "winners" else ""
    return f"{'share of seats' if figure.is_share else 'fraction of 1' if figure.share_of else figure.unit}{of}"


if __name__ == "__main__":
    print(markdown())
