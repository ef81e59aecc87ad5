"""What lies across design points: the table at a glance, curves over a swept setting, line-ups against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.language import tr, trn
from analysis.point_names import PointNames
from analysis.points import Summary
from analysis.spelling import value_words
from analysis.sweeps import Sweep
from analysis.tipping import WIN_RATE
from analysis.wording import Names, brief, capital, clauses, colon, fixed, listing, percent, points_words, rates_portion, whole, with_range
from reports.card import Card, Table, Valued, difference_cell, range_cell, share_cell, side
from reports.figures.heat import Cell, heat
from reports.figures.lines import Line, lines
from reports.lookup import Figures
from reports.tipping_cards import curve_cards, level_tippings, mark_words, marks, setting_words, tipping_rows

Row = dict[str, Any]

_OPEN_ROWS = 16


def glance(summary: Summary, figures: Figures, names: Names) -> Card | None:
    """A row for each design point: what it won most and least with, going first, endings, length. None with one point only."""
    points = [point for point in summary.points if point.game_count]
    if len(points) < 2:
        return None
    places = PointNames(summary, names)
    named = [factor for factor in summary.figures.factors if factor.topic]
    told = [f.name for f in named if any(figures.rows(f"win_rate_by_{f.name}", point.info.index) for point in points)]
    headings = [tr("Setting"), tr("Games")]
    for factor in told:
        head = names.family(factor).head.lower()
        headings += [tr("Lowest {level}, %", level=head), tr("Highest {level}, %", level=head)]
    headings += [tr("First less last, points"), tr("Several winners, %"), tr("Unfinished, %"), tr("Median turns")]
    rows = []
    for point in points:
        index = point.info.index
        row = [places.short(index), whole(point.game_count)]
        for factor in told:
            rates = sorted(figures.rows(f"win_rate_by_{factor}", index), key=lambda r: r["estimate"])
            row += [Valued(f"{names.level(factor, r[factor])} {share_cell(r)}", r["estimate"]) for r in (rates[0], rates[-1])] if rates else ["", ""]
        first = [r for r in figures.rows("going_first", index) if r["against"] == "last"]
        endings = {r["ending"]: r for r in figures.rows("endings", index)}
        median = [r for r in figures.rows("lengths", index) if (r["number"], r["quantile"]) == ("turns", 0.5)]
        row.append(with_range(difference_cell(first[0]), range_cell(first[0], signed=True)) if first else "")
        row += [
            share_cell(endings["shared"]),
            share_cell(endings["unfinished"], 2),
            fixed(median[0]["estimate"], 0) if median else "",
        ]
        rows.append(row)
    return Card(
        tr("At a glance"),
        tr("Lowest and highest are as measured; whether they are shown to differ from the average stands further down."),
        table=Table(headings, rows),
        wide=True,
        open=len(rows) <= _OPEN_ROWS,
    )


def sweep_cards(summary: Summary, figures: Figures, sweep: Sweep, number: int, names: Names) -> list[Card]:
    """Curves of win rates along a sweep, by every factor that has levels there."""
    axis = setting_words(sweep.key, names)
    fixed_words = ", ".join(f"{setting_words(k, names)} = {value_words(v)}" for k, v in sweep.others.items())
    cards = []
    for factor in (factor.name for factor in summary.figures.factors if len(factor.levels) == 1):
        rates = {point: figures.rows(f"win_rate_by_{factor}", point) for point in sweep.points}
        if not all(rates.values()):
            continue
        levels = list(dict.fromkeys(row[factor] for rows in rates.values() for row in rows))
        found = {level: [row for rows in rates.values() for row in rows if row[factor] == level] for level in levels}
        value_of = dict(zip(sweep.points, sweep.values, strict=True))
        series = [
            Line(
                names.level(factor, level),
                [value_of[row["point"]] for row in rows],
                [row["estimate"] for row in rows],
                [row["low_simultaneous"] for row in rows],
                [row["high_simultaneous"] for row in rows],
            )
            for level, rows in found.items()
        ]
        pars = [figures.rows(f"from_par_by_{factor}", point)[0]["par"] for point in sweep.points]
        title = tr("Win rate by {factor}", factor=summary.figures.factor(factor).title.lower())
        crossing = tipping_rows(figures, sweep, WIN_RATE, factor)
        words = clauses([*(colon(line.label, _line_words(line)) for line in series), *mark_words(crossing, factor, names)])
        svg = lines(
            series, f"sweep{number}-{factor}", title, words, axis, par=Line("", sweep.values, pars, pars, pars), marks=marks(crossing, levels)
        )
        rows = [
            [
                brief(value_of[row["point"]]),
                names.level(factor, row[factor]),
                share_cell(row),
                range_cell(row),
                whole(row["games"]),
            ]
            for level in levels
            for row in found[level]
        ]
        headings = (axis, capital(names.plural(factor)), tr("Games won, %"), tr("all rows of the setting together"), tr("Games"))
        table = Table(headings, rows, 2)
        caption = tr("Bands or upright lines: the interval that holds for all levels of a setting together. Dashed: the average of all seats.") + " "
        caption += tr("Everything else equal: {settings}.", settings=fixed_words) if fixed_words else tr("Everything else equal.")
        if any(row["status"] == "crosses" for row in crossing):
            caption += " " + tr(
                "Where a level crosses the average: a dashed line up from its interval on the axis, which holds together with those of the other "
                "levels; between the values tried the curve is taken as straight."
            )
        sentence = " ".join([change_sentence(figures, sweep, factor, names), *level_tippings(crossing, factor, sweep.key, names)]).strip()
        cards.append(Card(title, sentence, svg, caption, table))
    alone = tr(
        "Band: the interval of each value on its own. Dashed: what the curve is compared with. Between the values "
        "tried the curve is taken as straight."
    )
    return cards + curve_cards(figures, sweep, number, names, alone)


def _line_words(line: Line) -> str:
    """A curve in words, for those who don't see it."""
    return listing([tr("{share} at {value}", share=percent(y), value=brief(x)) for x, y in zip(line.x, line.y, strict=True)])


def change_sentence(figures: Figures, sweep: Sweep, factor: str, names: Names, place: str = "") -> str:
    """How the win rates change from one end of the sweep to the other, where the two are paired by block.

    place: where it holds, put in front: "with 4 players in Mercato".
    """
    first, last = sweep.points[0], sweep.points[-1]
    turned = False
    rows = [row for row in figures.rows(f"change_by_{factor}", last) if row["baseline"] == first]
    if not rows:
        rows = [row for row in figures.rows(f"change_by_{factor}", first) if row["baseline"] == last]
        turned = True
    if not rows:
        return ""
    start, end = (sweep.values[-1], sweep.values[0]) if turned else (sweep.values[0], sweep.values[-1])
    values = {"start": brief(start), "end": brief(end), "setting": setting_words(sweep.key, names), "place": capital(place)}
    if place:
        values["span"] = tr("{place}, from {start} to {end} {setting}", **values)
    else:
        values["span"] = tr("From {start} to {end} {setting}", **values)
    shown = [row for row in rows if side(row)]
    widest = max(shown or rows, key=lambda row: abs(row["estimate"]))
    values |= {"name": names.level(factor, widest[factor]), "difference": points_words(widest)}
    if shown:
        values["rates"] = rates_portion(len(shown), len(rows))
        told = trn(
            "{span}, {rates} is shown to change, that of {name}: {difference}.",
            "{span}, {rates} are shown to change, the most that of {name}: {difference}.",
            len(shown),
            **values,
        )
    else:
        told = tr("{span}, no win rate is shown to change; the largest change measured is {name}, {difference}.", **values)
    gains = sorted(row["gain"] for row in rows if row["gain"] is not None and row["gain"] == row["gain"])
    if not gains:
        return told
    low, high = fixed(gains[0], 1), fixed(gains[-1], 1)
    if low == high:
        gained = tr("Playing the same deals everywhere was worth {times} times as many games.", times=low)
    else:
        gained = tr("Playing the same deals everywhere was worth {low} to {high} times as many games.", low=low, high=high)
    return f"{told} {gained}"


def lineup_card(summary: Summary, figures: Figures, points: Sequence[int], name: str, names: Names) -> Card | None:
    """Strategies against each other: who wins how often at a table of others. None unless several line-ups mix two strategies."""
    infos = {point.info.index: point.info for point in summary.points}
    cells: dict[tuple[str, str], Cell] = {}
    rows = []
    for index in points:
        info = infos[index]
        used = sorted(dict.fromkeys(info.lineup), key=lambda s: (info.lineup.count(s), info.lineup.index(s)))
        rates = {row["strategy"]: row for row in figures.rows("win_rate_by_strategy", index)}
        differences = {row["strategy"]: row for row in figures.rows("from_par_by_strategy", index)}
        if len(used) != 2 or len(rates) != 2:
            continue
        pairs = [(used[0], used[1])]
        if info.lineup.count(used[0]) == info.lineup.count(used[1]):
            pairs.append((used[1], used[0]))
        for one, other in pairs:
            if (one, other) not in cells:
                rate, difference = rates[one], differences[one]
                cells[one, other] = Cell(rate["estimate"], difference["estimate"], side(difference) != 0)
                seats = info.lineup.count(other)
                rows.append(
                    [one, f"{seats} × {other}" if seats > 1 else other, share_cell(rate), range_cell(rate), difference_cell(difference),
                     range_cell(difference, signed=True), whole(rate["games"])]
                )  # fmt: skip
    if len(cells) < 3:
        return None
    strategies = list(dict.fromkeys(s for pair in cells for s in pair))
    mean = {s: _mean([cell.difference for pair, cell in cells.items() if pair[0] == s]) for s in strategies}
    strategies.sort(key=lambda s: -mean[s])
    lines_ = [s for s in strategies if any(pair[0] == s for pair in cells)]
    columns = [s for s in strategies if any(pair[1] == s for pair in cells)]
    words = clauses([tr("{one} against {other}: {share} %", one=row[0], other=row[1], share=row[2]) for row in rows])
    title = tr("Strategies against each other")
    svg = heat(cells, lines_, columns, name, title, words)
    caption = tr(
        "Games won in % by the strategy of the row, at a table whose other seats are played by that of the column. Bold on colour: shown to differ "
        "from the average of all seats of that table."
    )
    headings = (
        tr("Strategy"),
        tr("against"),
        tr("Games won, %"),
        tr("both together"),
        tr("From average, points"),
        tr("both together"),
        tr("Games"),
    )
    return Card(title, "", svg, caption, Table(headings, rows, 2))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else -1.0
