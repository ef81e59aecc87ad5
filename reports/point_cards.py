"""The cards of one design point: win rates by each of the game's factors; how games end; how long they last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.figures import Factor, PerGame
from analysis.points import PointSummary
from analysis.statements import first_sentence, level_sentence
from analysis.wording import Names, count, fixed, percent, share_words
from reports.card import Card, Table, difference_cell, mean_cells, range_cell, share_cell, side, side_word
from reports.decisive_card import decisive_card
from reports.effect_cards import effect_cards
from reports.figures.bars import bars
from reports.figures.dots import dots
from reports.figures.heat import Cell, heat
from reports.lookup import WHISKERS, Figures, dot
from reports.luck_cards import luck_card
from reports.seat_cards import seat_cards

Row = dict[str, Any]


def point_cards(figures: Figures, point: PointSummary, drawn: bool = True) -> list[Card]:
    """All cards of a design point. Without `drawn`, tables only."""
    index = point.info.index
    cards = []
    for factor in figures.summary.figures.factors:
        rates, par = figures.rows(f"win_rate_by_{factor.name}", index), figures.rows(f"from_par_by_{factor.name}", index)
        if rates:
            cards.append(_level_card(figures, factor, index, rates, par, drawn))
    if figures.rows("champions", index):
        cards.append(_championship_card(figures, index))
    cards.append(_endings_card(figures, index))
    cards.append(_length_card(figures, point, drawn))
    cards += [_distribution_card(figures, point, f, drawn) for f in figures.summary.figures.lengths if f.card != "length" and f.name in point.lengths]
    cards += [*effect_cards(figures, point, drawn), *luck_card(figures, point, drawn), *decisive_card(figures, point)]
    return cards + seat_cards(figures, point, drawn)


def _level_card(figures: Figures, factor: Factor, index: int, rates: Sequence[Row], par: Sequence[Row], drawn: bool) -> Card:
    names = figures.names
    shares = figures.rows(f"win_share_by_{factor.name}", index)
    sentence = level_sentence(rates, par, factor.levels, names)
    if factor.name == "order":
        sentence = first_sentence(figures.rows("going_first", index))
    title = factor.title
    svg = caption = ""
    if drawn and len(factor.levels) == 2:
        svg, caption = _heat(figures, factor, index, rates, par), _heat_caption(par)
    elif drawn:
        svg = dots(
            [dot(names.levels(row, factor.levels), row, side(d)) for row, d in zip(rates, par, strict=True)],
            f"p{index}-{factor.name}",
            f"Win rate by {title.lower()}",
            _described(rates, factor, names),
            "games won, %",
            (par[0]["par"], f"average {fixed(100 * par[0]['par'], 1)}"),
        )
        caption = WHISKERS
    rows = [
        [
            *(names.level(family, rate[family]) for family in factor.levels),
            share_cell(rate),
            range_cell(rate),
            difference_cell(difference),
            range_cell(difference, signed=True),
            side_word(difference),
            share_cell(shared),
            f"{rate['games']:,}",
            f"{rate['blocks']:,}",
        ]
        for rate, difference, shared in zip(rates, par, shares, strict=True)
    ]
    headings = (
        *(names.family(family).head for family in factor.levels),
        "Games won, %",
        "all rows together",
        "From average, points",
        "all rows together",
        "Shown",
        "Win share, %",
        "Games",
        "Blocks",
    )
    return Card(title, sentence, svg, caption, Table(headings, rows, len(factor.levels)), open=not drawn)


def _described(rates: Sequence[Row], factor: Factor, names: Names) -> str:
    """A figure in words, for those who don't see it."""
    return "; ".join(f"{names.levels(row, factor.levels)}: {share_words(row)}" for row in rates)


def _heat(figures: Figures, factor: Factor, index: int, rates: Sequence[Row], par: Sequence[Row]) -> str:
    names = figures.names
    column, line = factor.levels
    columns = [names.level(column, value) for value in figures.summary.labels[column]]
    lines = [names.level(line, value) for value in figures.summary.labels[line]]
    cells = {
        (names.level(line, rate[line]), names.level(column, rate[column])): Cell(rate["estimate"], difference["estimate"], side(difference) != 0)
        for rate, difference in zip(rates, par, strict=True)
    }
    columns = [c for c in columns if any(key[1] == c for key in cells)]
    lines = [r for r in lines if any(key[0] == r for key in cells)]
    return heat(
        cells,
        lines,
        columns,
        f"p{index}-{factor.name}",
        "Win rate by " + " and ".join(names.family(family).head.lower() for family in factor.levels),
        _described(rates, factor, names),
    )


def _heat_caption(par: Sequence[Row]) -> str:
    low, high = (
        min(row["low_simultaneous"] - row["estimate"] for row in par),
        max(row["high_simultaneous"] - row["estimate"] for row in par),
    )
    half = max(-low, high)
    return (
        f"Games won in %, {percent(par[0]['par'])} on average. Bold on colour: shown to differ from the average, blue above and orange below, "
        f"stronger from 2.5, 5 and 10 points on. Grey: not shown. All {count(len(par))} cells are judged together; each is known to within "
        f"± {fixed(100 * half, 1)} points."
    )


def _length_card(figures: Figures, point: PointSummary, drawn: bool) -> Card:
    index = point.info.index
    quantiles = figures.rows("lengths", index)
    means = {row["number"]: row for row in figures.rows("means", index)}
    rows = []
    for figure in figures.summary.figures.numbers:
        if figure.card == "length" and figure.name in means:
            rows.append((f"{figure.title}: mean", *mean_cells(means[figure.name])))
            rows += [_quantile_row(figure.title, row) for row in quantiles if row["number"] == figure.name]
    at = {(row["number"], row["quantile"]): f"{row['estimate']:.0f}" for row in quantiles}
    sentence = f"Half of the games take at most {at['turns', 0.5]} turns of all seats together, nine in ten at most {at['turns', 0.9]}"
    sentence += f"; in rounds, {at['rounds', 0.5]} and {at['rounds', 0.9]}." if ("rounds", 0.5) in at else "."
    svg, caption = _bars(figures, point, "turns", "Length of games", sentence, "turns, all seats together") if drawn else ("", "")
    return Card("Length", sentence, svg, caption, Table(("Length", "Estimate", "95 % interval"), rows), open=not drawn)


def _bars(figures: Figures, point: PointSummary, number: str, title: str, sentence: str, axis: str) -> tuple[str, str]:
    """A distribution as a figure, and its caption."""
    index = point.info.index
    marks = [(row["quantile"], row["estimate"]) for row in figures.rows("lengths", index) if row["number"] == number]
    name = "length" if number == "turns" else number
    svg, beyond, last = bars(point.lengths[number], marks, f"p{index}-{name}", title, sentence, axis)
    unit = axis.split(",")[0]
    caption = f"How many games took how many {unit}." if number == "turns" else f"How many games had how many {unit}."
    caption += " Dashed: what a tenth, half and nine tenths of the games don't exceed."
    if beyond > 0:
        beyond_it = "are longer than" if number == "turns" else "have more than"
        caption += f" {percent(beyond)} of the games {beyond_it} {last} {unit} and not drawn."
    return svg, caption


def _distribution_card(figures: Figures, point: PointSummary, figure: PerGame, drawn: bool) -> Card:
    """A number whose distribution is kept and that is no length."""
    index = point.info.index
    quantiles = {row["quantile"]: row for row in figures.rows("lengths", index) if row["number"] == figure.name}
    mean = next(row for row in figures.rows("means", index) if row["number"] == figure.name)
    sentence = (
        f"{figure.title}: {mean_cells(mean)[0]} {figure.unit} on average ({mean_cells(mean)[1]}); in half of the games at most "
        f"{quantiles[0.5]['estimate']:.0f}, in nine of ten at most {quantiles[0.9]['estimate']:.0f}."
    )
    rows = [(f"{figure.title}: mean", *mean_cells(mean)), *(_quantile_row(figure.title, row) for row in quantiles.values())]
    svg, caption = _bars(figures, point, figure.name, figure.title, sentence, figure.unit) if drawn else ("", "")
    return Card(figure.title, sentence, svg, caption, Table((figure.title, "Estimate", "95 % interval"), rows), open=not drawn)


def _quantile_row(title: str, row: Row) -> tuple[str, str, str]:
    return f"{title}: {_portion(row)} at most", f"{row['estimate']:.0f}", f"{row['low']:.0f} to {row['high']:.0f}"


def _portion(row: Row) -> str:
    return "half of the games" if row["quantile"] == 0.5 else f"{100 * row['quantile']:.0f} % of the games"


def _endings_card(figures: Figures, index: int) -> Card:
    by = {row["ending"]: row for row in figures.rows("endings", index)}
    declared = {figure.name: figure for figure in figures.summary.figures.games if figure.card == "endings"}
    told = [f"{share_words(by[name])} {{}} {figure.told}" for name, figure in declared.items() if figure.told and name in by]
    sentence = "; ".join(words.format("of the games" if not k else "of them") for k, words in enumerate(told))
    sentence += "; " if told else ""
    if by["unfinished"]["estimate"] > 0:
        sentence += f"{share_words(by['unfinished'])} end unfinished."
    else:
        sentence += f"none of the {by['unfinished']['games']:,} was left unfinished."
    rows = [(f"{declared[key].title}, %", share_cell(row, 2), range_cell(row, least=2)) for key, row in by.items() if key in declared]
    numbers = [row for row in figures.rows("means", index) if row["number"] in declared]
    rows += [(f"{declared[row['number']].title}, mean", *mean_cells(row, 3)) for row in numbers]
    return Card("How games end", sentence, table=Table(("Of all games", "Estimate", "95 % interval"), rows), open=True)


def _championship_card(figures: Figures, index: int) -> Card:
    rates = figures.rows("champions", index)
    endings = {row["ending"]: row for row in figures.rows("matches", index)}
    (extra,) = figures.rows("extra_games", index)
    rows = [(f"Seats of {row['strategy']} that became champion, %", share_cell(row), range_cell(row)) for row in rates]
    words = {"extended": "Championships with extra games, %", "unfinished": "Championships without a champion, %"}
    rows += [(words[key], share_cell(row, 2), range_cell(row, least=2)) for key, row in endings.items()]
    rows.append(("Extra games a championship, mean", *mean_cells(extra)))
    sentence = (
        f"{share_words(endings['extended'])} of the {endings['extended']['games']:,} championships need extra games, "
        f"{mean_cells(extra)[0]} on average ({mean_cells(extra)[1]}). All other figures leave extra games out."
    )
    return Card("Championships", sentence, table=Table(("", "Estimate", "95 % interval"), rows), open=True)
