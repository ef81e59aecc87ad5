"""The cards of one design point: win rates by each of the game's factors; how games end; how long they last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.figures import Factor, PerGame
from analysis.language import noted, tr
from analysis.points import PointSummary
from analysis.table_sentences import first_sentence, level_sentence
from analysis.wording import Names, clauses, colon, count, fixed, outward, percent, share_words, whole
from reports.card import Card, Table, difference_cell, mean_cells, mean_words, range_cell, share_cell, side, side_word
from reports.decisive_card import decisive_card
from reports.effect_cards import effect_cards
from reports.figures.bars import bars
from reports.figures.dots import dots
from reports.figures.heat import Cell, heat, steps
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
            tr("Win rate by {factor}", factor=title.lower()),
            _described(rates, factor, names),
            tr("games won, %"),
            (par[0]["par"], tr("average {share}", share=fixed(100 * par[0]["par"], 1))),
        )
        caption = tr(WHISKERS)
    rows = [
        [
            *(names.level(family, rate[family]) for family in factor.levels),
            share_cell(rate),
            range_cell(rate),
            difference_cell(difference),
            range_cell(difference, signed=True),
            side_word(difference),
            share_cell(shared),
            whole(rate["games"]),
            whole(rate["blocks"]),
        ]
        for rate, difference, shared in zip(rates, par, shares, strict=True)
    ]
    headings = (
        *(names.family(family).head for family in factor.levels),
        tr("Games won, %"),
        tr("all rows together"),
        tr("From average, points"),
        tr("all rows together"),
        tr("Shown"),
        tr("Win share, %"),
        tr("Games"),
        tr("Blocks"),
    )
    return Card(title, sentence, svg, caption, Table(headings, rows, len(factor.levels)), open=not drawn)


def _described(rates: Sequence[Row], factor: Factor, names: Names) -> str:
    """A figure in words, for those who don't see it."""
    return clauses([colon(names.levels(row, factor.levels), share_words(row)) for row in rates])


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
        tr("Win rate by {line} and {column}", line=names.family(column).head.lower(), column=names.family(line).head.lower()),
        _described(rates, factor, names),
    )


def _heat_caption(par: Sequence[Row]) -> str:
    low, high = (
        min(row["low_simultaneous"] - row["estimate"] for row in par),
        max(row["high_simultaneous"] - row["estimate"] for row in par),
    )
    half = max(-low, high)
    return tr(
        "Games won in %, {average} on average. Bold on colour: shown to differ from the average, blue above and orange below, stronger from "
        "{first}, {second} and {third} points on. Grey: not shown. All {number} cells are judged together; each is known to within ± {half} points.",
        average=percent(par[0]["par"]),
        number=count(len(par)),
        half=fixed(100 * half, 1),
        **steps(),
    )


def _length_card(figures: Figures, point: PointSummary, drawn: bool) -> Card:
    index = point.info.index
    quantiles = figures.rows("lengths", index)
    means = {row["number"]: row for row in figures.rows("means", index)}
    rows = []
    for figure in figures.summary.figures.numbers:
        if figure.card == "length" and figure.name in means:
            rows.append((tr("{figure}: mean", figure=figure.title), *mean_cells(means[figure.name])))
            rows += [_quantile_row(figure.title, row) for row in quantiles if row["number"] == figure.name]
    at = {(row["number"], row["quantile"]): fixed(row["estimate"], 0) for row in quantiles}
    values = {"half": at["turns", 0.5], "most": at["turns", 0.9]}
    if ("rounds", 0.5) in at:
        sentence = tr(
            "Half of the games take at most {half} turns of all seats together, nine in ten at most {most}; in rounds, {half_rounds} and "
            "{most_rounds}.",
            half_rounds=at["rounds", 0.5],
            most_rounds=at["rounds", 0.9],
            **values,
        )
    else:
        sentence = tr("Half of the games take at most {half} turns of all seats together, nine in ten at most {most}.", **values)
    svg, caption = _bars(figures, point, "turns", tr("Length of games"), sentence, tr("turns, all seats together")) if drawn else ("", "")
    headings = (tr("Length"), tr("Estimate"), tr("95 % interval"))
    return Card(tr("Length"), sentence, svg, caption, Table(headings, rows), open=not drawn)


def _bars(figures: Figures, point: PointSummary, number: str, title: str, sentence: str, axis: str) -> tuple[str, str]:
    """A distribution as a figure, and its caption."""
    index = point.info.index
    marks = [(row["quantile"], row["estimate"]) for row in figures.rows("lengths", index) if row["number"] == number]
    name = "length" if number == "turns" else number
    svg, beyond, last = bars(point.lengths[number], marks, f"p{index}-{name}", title, sentence, axis)
    if number == "turns":
        caption = tr("How many games took how many turns. Dashed: what a tenth, half and nine tenths of the games don't exceed.")
        beyond_it = noted("{share} of the games are longer than {last} turns and not drawn.")
    else:
        caption = tr("How many games had how many {unit}. Dashed: what a tenth, half and nine tenths of the games don't exceed.", unit=axis)
        beyond_it = noted("{share} of the games have more than {last} {unit} and are not drawn.")
    if beyond > 0:
        caption += " " + tr(beyond_it, share=percent(beyond), last=whole(last), unit=axis)
    return svg, caption


def _distribution_card(figures: Figures, point: PointSummary, figure: PerGame, drawn: bool) -> Card:
    """A number whose distribution is kept and that is no length."""
    index = point.info.index
    quantiles = {row["quantile"]: row for row in figures.rows("lengths", index) if row["number"] == figure.name}
    mean = next(row for row in figures.rows("means", index) if row["number"] == figure.name)
    sentence = tr(
        "{figure}: {mean} {unit} on average ({interval}); in half of the games at most {half}, in nine of ten at most {most}.",
        figure=figure.title,
        mean=mean_cells(mean)[0],
        unit=figure.unit,
        interval=mean_cells(mean)[1],
        half=fixed(quantiles[0.5]["estimate"], 0),
        most=fixed(quantiles[0.9]["estimate"], 0),
    )
    rows = [(tr("{figure}: mean", figure=figure.title), *mean_cells(mean)), *(_quantile_row(figure.title, row) for row in quantiles.values())]
    svg, caption = _bars(figures, point, figure.name, figure.title, sentence, figure.unit) if drawn else ("", "")
    return Card(figure.title, sentence, svg, caption, Table((figure.title, tr("Estimate"), tr("95 % interval")), rows), open=not drawn)


def _quantile_row(title: str, row: Row) -> tuple[str, str, str]:
    values = fixed(row["estimate"], 0), outward(row["low"], row["high"], 0)
    if row["quantile"] == 0.5:
        return tr("{figure}: half of the games at most", figure=title), *values
    return tr("{figure}: {share} % of the games at most", figure=title, share=fixed(100 * row["quantile"], 0)), *values


def _endings_card(figures: Figures, index: int) -> Card:
    by = {row["ending"]: row for row in figures.rows("endings", index)}
    declared = {figure.name: figure for figure in figures.summary.figures.games if figure.card == "endings"}
    told: list[str] = []
    for name, figure in declared.items():
        if figure.told and name in by:
            words = noted("{share} of them {told}") if told else noted("{share} of the games {told}")
            told.append(tr(words, share=share_words(by[name]), told=figure.told))
    if by["unfinished"]["estimate"] > 0:
        told.append(tr("{share} end unfinished", share=share_words(by["unfinished"])))
    else:
        told.append(tr("none of the {number} was left unfinished", number=whole(by["unfinished"]["games"])))
    percent_of = noted("{figure}, %")
    rows = [(tr(percent_of, figure=declared[key].title), share_cell(row, 2), range_cell(row, least=2)) for key, row in by.items() if key in declared]
    numbers = [row for row in figures.rows("means", index) if row["number"] in declared]
    rows += [(tr("{figure}, mean", figure=declared[row["number"]].title), *mean_cells(row, 3)) for row in numbers]
    headings = (tr("Of all games"), tr("Estimate"), tr("95 % interval"))
    return Card(tr("How games end"), f"{clauses(told)}.", table=Table(headings, rows), open=True)


def _championship_card(figures: Figures, index: int) -> Card:
    rates = figures.rows("champions", index)
    endings = {row["ending"]: row for row in figures.rows("matches", index)}
    (extra,) = figures.rows("extra_games", index)
    became = noted("Seats of {strategy} that became champion, %")
    rows = [(tr(became, strategy=row["strategy"]), share_cell(row), range_cell(row)) for row in rates]
    words = {"extended": noted("Championships with extra games, %"), "unfinished": noted("Championships without a champion, %")}
    rows += [(tr(words[key]), share_cell(row, 2), range_cell(row, least=2)) for key, row in endings.items()]
    rows.append((tr("Extra games a championship, mean"), *mean_cells(extra)))
    sentence = tr(
        "{share} of the {number} championships need extra games, {mean} on average. All other figures leave extra games out.",
        share=share_words(endings["extended"]),
        number=whole(endings["extended"]["games"]),
        mean=mean_words(extra),
    )
    return Card(tr("Championships"), sentence, table=Table(("", tr("Estimate"), tr("95 % interval")), rows), open=True)
