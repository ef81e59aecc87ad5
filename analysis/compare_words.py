"""A comparison of two runs in sentences, and its rows as text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analysis.compare import Comparison, Pair, Row
from analysis.language import tr, trn
from analysis.point_names import label_words, variant_and_players
from analysis.wording import amount, brief, ceil, colon, difference_decimals, fixed, floor, in_points, listing, percent, whole, with_range

Told = tuple[str, str, str, str, str, str, str]
"""Figure, values in A and in B, the difference, its interval on its own and with all others, the gain of pairing."""


def side(row: Row) -> int:
    """+1 or -1 when a difference is shown, by the interval that holds for all rows together; else 0."""
    low, high = row["low_simultaneous"], row["high_simultaneous"]
    return 0 if low is None or high is None else int(low > 0) - int(high < 0)


def place_words(comparison: Comparison, pair: Pair) -> str:
    """Which design points these are: "Mercato, 4 players: 6 Transfert instead of 8 Transfert"."""
    info = pair.a.info
    place = variant_and_players(comparison.names.variant(info.variant), info.players)
    twins = [other for other in comparison.pairs if (other.a.info.variant, other.a.info.players) == (info.variant, info.players)]
    if len(twins) > 1:
        place = f"{place}, {label_words(info).removeprefix(colon('A', ''))}"
    return colon(place, listing(list(pair.differs)) if pair.differs else tr("played by the same rules"))


def figure_words(comparison: Comparison, row: Row) -> str:
    """What a row is about: "win rate, 5-4-1"."""
    if row["figure"] == "win_rate":
        return tr("win rate, {level}", level=comparison.names.said(row["factor"], row["level"]))
    if row["figure"] == "going_first":
        return tr("first player less last player")
    return comparison.names.figures.per_game(row["figure"]).title


def told(comparison: Comparison, row: Row) -> Told:
    """A row as text."""
    if row["share"]:
        signed = row["figure"] == "going_first"
        values = [_points(value) if signed else percent(value) if value is not None else "" for value in (row["value_a"], row["value_b"])]
        scale, digits = 100.0, _digits(row, 100.0)
    else:
        values = [fixed(value, 2) if value is not None else "" for value in (row["value_a"], row["value_b"])]
        scale, digits = 1.0, max(_digits(row, 1.0), 2)
    alone, together = (_interval(row[f"low{of}"], row[f"high{of}"], scale, digits) for of in ("", "_simultaneous"))
    gain = "" if row["gain"] is None else fixed(row["gain"], 1)
    return figure_words(comparison, row), values[0], values[1], fixed(scale * row["difference"], digits, signed=True), alone, together, gain


def _points(value: float | None) -> str:
    return "" if value is None else fixed(100 * value, 1, signed=True)


def _digits(row: Row, scale: float) -> int:
    low, high = row["low_simultaneous"], row["high_simultaneous"]
    if low is None or high is None or high <= low:
        return 1
    return difference_decimals(scale * low / 100.0, scale * high / 100.0)


def _interval(low: float | None, high: float | None, scale: float, digits: int) -> str:
    if low is None or high is None:
        return tr("unknown")
    return tr("{low} to {high}", low=fixed(floor(scale * low, digits), digits, True), high=fixed(ceil(scale * high, digits), digits, True))


def change_words(comparison: Comparison, row: Row) -> str:
    """A difference in one line: "Turns, all seats together: 64.58 in A, 63.12 in B: −1.46 turns (−2.09 to −0.83)"."""
    figure, a, b, difference, _, together, _ = told(comparison, row)
    if row["share"]:
        difference = in_points(100 * row["difference"], _digits(row, 100.0))
    else:
        difference = amount(difference, comparison.names.figures.per_game(row["figure"]).unit)
    change = with_range(difference, together)
    return tr("{figure}: {a} in A, {b} in B; {change}", figure=figure, a=a, b=b, change=change)


def _sureness(row: Row) -> float:
    """How many widths of its own interval a difference lies from zero; without end where the interval is a single number."""
    width = row["high"] - row["low"]
    return abs(row["difference"]) / width if width > 0 else math.inf


def pair_sentences(comparison: Comparison) -> list[tuple[Pair, str, list[str]]]:
    """For each pair of design points a sentence, and a line for each difference that is shown, the surest first."""
    found = []
    for number, pair in enumerate(comparison.pairs):
        rows = comparison.table.filter(pair=number).to_dicts()
        shown = sorted((row for row in rows if side(row)), key=_sureness, reverse=True)
        place = place_words(comparison, pair)
        if not shown:
            sentence = tr("{place}. None of {all} figures is shown to differ.", place=place, all=whole(len(rows)))
        else:
            sentence = trn(
                "{place}. One of {all} figures is shown to differ.",
                "{place}. {shown} of {all} figures are shown to differ.",
                len(shown),
                place=place,
                shown=whole(len(shown)),
                all=whole(len(rows)),
            )
        lines = [change_words(comparison, row) for row in shown]
        if not shown and (rates := [row for row in rows if row["figure"] == "win_rate" and row["low_simultaneous"] is not None]):
            widest = max(rates, key=lambda row: abs(row["difference"]))
            lines = [tr("The largest difference measured of a win rate: {change}", change=change_words(comparison, widest))]
        found.append((pair, sentence, lines))
    return found


def closing_sentences(comparison: Comparison) -> list[str]:
    """How the rows were judged, what pairing gained, what has no counterpart."""
    found = [
        tr("The intervals in brackets hold for all {rows} differences together, {confidence} times in 100. All this holds for the strategies that "
           "played.", rows=whole(comparison.table.height), confidence=brief(100 * comparison.confidence))
    ]  # fmt: skip
    gains = sorted(row["gain"] for row in comparison.table.iter_rows(named=True) if row["gain"] is not None)
    if gains:
        middle = gains[len(gains) // 2]
        found.append(
            tr("Differences are taken deal by deal. That was worth {low} to {high} times as many games, {middle} in the middle.",
               low=fixed(gains[0], 1), high=fixed(gains[-1], 1), middle=fixed(middle, 1))
        )  # fmt: skip
    for side_, infos in (("A", comparison.only_a), ("B", comparison.only_b)):
        if infos:
            labels = listing([label_words(info) for info in infos])
            found.append(tr("Only in {side}, and left out: {labels}.", side=side_, labels=labels))
    return found


def text_table(comparison: Comparison, number: int) -> list[str]:
    """The rows of a pair as lines of aligned text."""
    rows: Sequence[Sequence[str]] = [told(comparison, row) for row in comparison.table.filter(pair=number).to_dicts()]
    heads = [tr("Figure"), "A", "B", tr("B less A"), tr("on its own"), tr("all together"), tr("gain")]
    widths = [max(len(line[k]) for line in (heads, *rows)) for k in range(len(heads))]
    return [
        "  ".join(cell.ljust(width) if k == 0 else cell.rjust(width) for k, (cell, width) in enumerate(zip(line, widths, strict=True))).rstrip()
        for line in (heads, *rows)
    ]
