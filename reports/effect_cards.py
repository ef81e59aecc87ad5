"""The cards of one design point about several factors at once: what matters and what goes together, match-ups, a model of who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.choice_model import MODEL_GAMES
from analysis.effects import TIMES, WHOLE
from analysis.language import tr, trn
from analysis.points import PointSummary
from analysis.wording import (
    Names,
    amount,
    ceil,
    clauses,
    colon,
    decimals,
    ends,
    fixed,
    listing,
    outward,
    percent,
    percent_range,
    points_words,
    share_words,
    whole,
    with_range,
)  # fmt: skip
from reports.card import Card, Table, beside, difference_cell, range_cell, share_cell, side, side_word
from reports.figures.dots import Dot, dots
from reports.figures.heat import Cell, heat
from reports.lookup import WHISKERS, Figures, dot

Row = dict[str, Any]

_MOST_TOLD = 3


def effect_cards(figures: Figures, point: PointSummary, drawn: bool = True) -> list[Card]:
    """What a design point says about several factors at once; none where one factor alone tells seats apart, and
    none without `drawn`."""
    index = point.info.index
    if not drawn:
        return []  # of many settings the tables of the run say it
    rows = [row for row in figures.rows("variation", index) if row["figure"] == "win_rate"]
    cards = [variation_card(figures.names, rows, f"p{index}-variation")] if rows else []
    cards += _interaction_cards(figures, index)
    cards += [_match_up_card(figures, index, factor) for factor in _met(figures, index)]
    return cards + _model_card(figures, index, point.info.players)


def factor_word(names: Names, factor: str) -> str:
    """A factor as a heading: "Starting compo"."""
    return names.figures.factor(factor).title


def component_word(names: Names, component: str) -> str:
    """A component as a heading: "Compo × Coach"."""
    if component == WHOLE:
        return tr("All of them together")
    factors = component.split(TIMES)
    return factor_word(names, factors[0]) if len(factors) == 1 else crossed_word(names, component)


def crossed_word(names: Names, component: str) -> str:
    """Factors that are crossed, in short: "Coach × Order of play"."""
    return TIMES.join(_heads(names, component))


def _heads(names: Names, component: str) -> list[str]:
    return [head_of(names, factor) for factor in component.split(TIMES)]


def head_of(names: Names, factor: str) -> str:
    """A factor at the head of a column: "Compo"; of places "Order of play", since the family's own head begins a row ("Plays 1st")."""
    return factor_word(names, factor) if factor == "order" else names.family(factor).head


def size_words(row: Row) -> str:
    """The size of an effect on a share, with its joint interval: "3.2 points (2.9 to 3.6)"."""
    low, high = ends(row)
    if low is None or high is None:
        return tr("{size} points", size=fixed(100 * row["estimate"], 1))
    digits = decimals(low, high)
    return tr("{size} points ({range})", size=fixed(100 * row["estimate"], digits), range=percent_range(low, high, digits))


def variation_card(names: Names, rows: Sequence[Row], name: str) -> Card:
    """How much each factor, and what goes together of two, moves win rates; `rows` are those of the table `variation` at one design point."""
    sizes: dict[str, Row] = {}
    for row in rows:
        if row["of"] == "size" and row["component"] != WHOLE:
            sizes.setdefault(row["component"], row)  # a factor stands in several layouts: the first one speaks
    ordered = sorted(sizes, key=lambda component: (component.count(TIMES), -sizes[component]["estimate"]))
    shown = [component for component in ordered if (sizes[component]["low_simultaneous"] or 0.0) > 0]
    told = sorted(shown, key=lambda component: -sizes[component]["estimate"])[:_MOST_TOLD]
    if told:
        listed = listing([f"{component_word(names, component)} {size_words(sizes[component])}" for component in told])
        sentence = tr("How far win rates lie from the average, typically: {listed}.", listed=listed)
    else:
        sentence = tr("No factor, and no two together, are shown to move win rates.")
    pairs = [component for component in ordered if TIMES in component and sizes[component]["low"] is not None]
    if pairs and not any(component in shown for component in pairs):
        most = max(sizes[component]["high_simultaneous"] or 0.0 for component in pairs)
        sentence += " " + tr(
            "That two of them do more, or less, together than each by itself is not shown; typically it is at most {most} points.",
            most=fixed(ceil(100 * most, 1), 1),
        )
    whole = [row for row in rows if row["of"] == "outcome" and row["component"] == WHOLE and row["low"] is not None]
    if whole and told:
        most_said = max(whole, key=lambda row: row["estimate"])
        sentence += " " + tr(
            "{what} together explain {share} of whether a seat wins; the rest is in neither of them.",
            what=listing(_heads(names, most_said["layout"])), share=share_words(most_said),
        )  # fmt: skip
    svg = caption = ""
    known = [component for component in ordered if sizes[component]["low"] is not None]
    if known:
        svg = dots(
            [dot(component_word(names, c), sizes[c], beside(sizes[c], 0.0)) for c in known], name, tr("What matters, and what goes together"),
            clauses([colon(component_word(names, c), size_words(sizes[c])) for c in known]), tr("typical distance from the average, points"),
        )  # fmt: skip
        caption = tr(
            "Typical distance (root mean square) of the levels' win rates from the average, with the noise of the sample taken out. A × B: what two "
            "levels do together beyond what each does by itself. Thick line: the interval alone; thin: of all together. Triangles: shown to matter."
        )
    by = {(row["layout"], row["component"], row["of"]): row for row in rows}
    table = []
    for (layout, component, of), row in by.items():
        if of == "size":
            cells = by.get((layout, component, "cells"))
            outcome = by.get((layout, component, "outcome"))
            table.append((crossed_word(names, layout), component_word(names, component), _share(row), _share(cells), _share(outcome)))
    headings = (tr("Together"), tr("What"), tr("Size, points"), tr("Of the variation between levels, %"), tr("Of whether a seat wins, %"))
    return Card(tr("What matters, and what goes together"), sentence, svg, caption, Table(headings, table, 2))


def _share(row: Row | None) -> str:
    """A share and its joint interval, in percent, without the sign."""
    if row is None or row["estimate"] is None:
        return ""
    if ends(row)[0] is None:  # the same in every block
        return fixed(100 * row["estimate"], 2)
    return with_range(share_cell(row, 2), range_cell(row, least=2))


def _interaction_cards(figures: Figures, index: int) -> list[Card]:
    """A map for each two factors that are shown to do something together."""
    names = figures.names
    layouts: dict[str, list[Row]] = {}
    for row in figures.rows("interactions", index):
        if row["figure"] == "win_rate":
            layouts.setdefault(row["layout"], []).append(row)
    cards = []
    for number, rows in enumerate(layouts.values()):
        shown = [row for row in rows if side(row)]
        if not shown or any(row["low"] is None for row in rows):
            continue
        one, other = rows[0]["factor"], rows[0]["other"]
        widest = max(shown, key=lambda row: abs(row["estimate"]))
        pair = tr("{one} with {other}", one=names.level(one, widest["level"]), other=names.level(other, widest["other_level"]))
        sentence = trn(
            "One of the {all} pairs is shown to differ from the sum of the two: {pair}, {points} beyond what the two do by themselves.",
            "{n} of the {all} pairs are shown to differ from the sum of the two, most of all {pair}: {points} beyond what the two do by themselves.",
            len(shown), pair=pair, points=points_words(widest), n=whole(len(shown)), all=whole(len(rows)),
        )  # fmt: skip
        title = tr("{one} × {other}: beyond the two", one=head_of(names, one), other=head_of(names, other))
        caption = tr(
            "Points of win rate that two levels add, or take, together, beyond what each adds by itself. Bold on colour: shown to differ from 0, all "
            "{n} pairs judged together.", n=whole(len(rows)),
        )  # fmt: skip
        svg = _interaction_heat(names, rows, one, other, f"p{index}-together{number}", title)
        table = Table(
            (head_of(names, one), head_of(names, other), tr("Beyond the two, points"), tr("all pairs together"), tr("Shown")),
            [
                (names.level(one, r["level"]), names.level(other, r["other_level"]), difference_cell(r), range_cell(r, signed=True), side_word(r))
                for r in rows
            ],
            2,
        )
        cards.append(Card(title, sentence, svg, caption, table))
    return cards


def _interaction_heat(names: Names, rows: Sequence[Row], one: str, other: str, name: str, title: str) -> str:
    first, second = (list(dict.fromkeys(row[key] for row in rows)) for key in ("level", "other_level"))
    across, down = ((one, "level"), (other, "other_level")) if len(first) <= len(second) else ((other, "other_level"), (one, "level"))
    lines = first if down[1] == "level" else second
    columns = second if down[1] == "level" else first
    cells = {
        (names.level(down[0], row[down[1]]), names.level(across[0], row[across[1]])): Cell(row["estimate"], row["estimate"], side(row) != 0)
        for row in rows
    }
    words = clauses([colon(f"{names.level(one, r['level'])}{TIMES}{names.level(other, r['other_level'])}", points_words(r)) for r in rows])
    return heat(cells, [names.level(down[0], x) for x in lines], [names.level(across[0], x) for x in columns], name, title, words, signed=True)


def _met(figures: Figures, index: int) -> list[str]:
    return [f for f in dict.fromkeys(row["factor"] for row in figures.rows("match_ups", index)) if f != "strategy"]


def _match_up_card(figures: Figures, index: int, factor: str) -> Card:
    """Level against level with two at the table."""
    names = figures.names
    rates = [row for row in figures.rows("match_ups", index) if row["factor"] == factor]
    pairs = {(row["row"], row["column"]): row for row in figures.rows("match_up_differences", index) if row["factor"] == factor}
    levels = list(dict.fromkeys(level for row in rates for level in (row["row"], row["column"])))
    mean = {level: sum(r["estimate"] for r in rates if r["row"] == level) / max(sum(r["row"] == level for r in rates), 1) for level in levels}
    levels.sort(key=lambda level: -mean[level])
    cells, table = {}, []
    for row in sorted(rates, key=lambda r: (levels.index(r["row"]), levels.index(r["column"]))):
        key = (row["row"], row["column"])
        difference = pairs[key] if key in pairs else _turned(pairs[key[1], key[0]])
        one, other = (names.level(factor, level) for level in key)
        cells[one, other] = Cell(row["estimate"], difference["estimate"], side(difference) != 0)
        table.append(
            (one, other, share_cell(row), range_cell(row), difference_cell(difference), range_cell(difference, signed=True), whole(row["games"]))
        )
    shown = [row for row in pairs.values() if side(row)]
    title = tr("{what} against each other", what=names.plural(factor)[:1].upper() + names.plural(factor)[1:])
    if shown:
        widest = max(shown, key=lambda row: abs(row["estimate"]))
        widest = widest if widest["estimate"] > 0 else _turned(widest)
        sentence = trn(
            "One of the {all} match-ups is shown to favour one side, {one} against {other}: {points}.",
            "{n} of the {all} match-ups are shown to favour one side, most of all {one} against {other}: {points}.",
            len(shown), n=whole(len(shown)), all=whole(len(pairs)), one=names.level(factor, widest["row"]),
            other=names.level(factor, widest["column"]), points=points_words(widest),
        )  # fmt: skip
    else:
        sentence = tr("No match-up is shown to favour one side.")
    labels = [names.level(factor, level) for level in levels]
    words = clauses([colon(tr("{one} against {other}", one=row[0], other=row[1]), amount(row[2], "%")) for row in table])
    svg = heat(cells, labels, labels, f"p{index}-match-{factor}", title, words)
    caption = tr(
        "Games won in % by the row against the column. Bold on colour: shown to win more (blue) or less (orange) often than the other side in the "
        "same games. All match-ups are judged together. A shared victory counts for both."
    )
    head = names.family(factor).head
    headings = (head, tr("against"), tr("Games won, %"), tr("all together"), tr("More than the other, points"), tr("all together"), tr("Games"))
    return Card(title, sentence, svg, caption, Table(headings, table, 2))


def _turned(row: Row) -> Row:
    """A difference seen from the other side."""
    turned = {**row, "row": row["column"], "column": row["row"], "estimate": -row["estimate"]}
    for low, high in (("low", "high"), ("low_simultaneous", "high_simultaneous")):
        turned[low], turned[high] = -row[high], -row[low]
    return turned


def _model_card(figures: Figures, index: int, players: int) -> list[Card]:
    """All factors at once, by the conditional logit."""
    names = figures.names
    rows = figures.rows("model", index)
    if not rows:
        return []
    shown = [row for row in rows if row["low_simultaneous"] > 1.0 or row["high_simultaneous"] < 1.0]
    average = 1.0 / players
    if shown:
        widest = max(shown, key=lambda row: abs(row["share"] - average))
        low, high = widest["share_low"], widest["share_high"]
        digits = decimals(low, high)
        sentence = tr(
            "With everything else equal at the table, a seat with {level} wins {share} of its games ({range}), where an average one wins {average}.",
            level=names.level(widest["factor"], widest["level"]), share=percent(widest["share"], digits),
            range=percent_range(low, high, digits), average=percent(average),
        )  # fmt: skip
    else:
        sentence = tr("With everything else equal at the table, nothing is shown to matter.")
    sentence += " " + tr(
        "Fitted on {games} games in {blocks} blocks, the first of this setting (at most {most} games).",
        games=whole(rows[0]['games']), blocks=whole(rows[0]['blocks']), most=whole(MODEL_GAMES),
    )  # fmt: skip
    marks = [
        Dot(names.level(r["factor"], r["level"]), r["share"], *_alone(r, players), r["share_low"], r["share_high"], beside(r, 1.0)) for r in rows
    ]
    words = clauses(
        [colon(names.level(r["factor"], r["level"]), with_range(percent(r["share"]), percent_range(r["share_low"], r["share_high"]))) for r in rows]
    )
    svg = dots(
        marks, f"p{index}-model", tr("Who wins, everything at once"), words, tr("games won among average seats, %"),
        (average, tr("average {share}", share=fixed(100 * average, 1))),
    )  # fmt: skip
    caption = tr("What each would win at a table of average seats, all else equal, by a model that holds all of them at once.")
    caption = f"{caption} {tr(WHISKERS)}"
    table = [
        (
            factor_word(names, r["factor"]), names.level(r["factor"], r["level"]),
            with_range(fixed(r['estimate'], 3), outward(r['low_simultaneous'], r['high_simultaneous'], 3)),
            with_range(fixed(100 * r['share'], 1), percent_range(r['share_low'], r['share_high'])),
            {1: tr("above"), -1: tr("below"), 0: tr("not shown")}[beside(r, 1.0)],
        )
        for r in rows
    ]  # fmt: skip
    headings = (tr("What"), tr("Level"), tr("Odds ratio"), tr("Wins among average seats, %"), tr("Shown"))
    return [Card(tr("Who wins, everything at once"), sentence, svg, caption, Table(headings, table, 2))]


def _alone(row: Row, players: int) -> tuple[float, float]:
    """The interval of a row by itself, as win rates among average seats."""
    low, high = (ratio / (ratio + players - 1) for ratio in (row["low"], row["high"]))
    return low, high


__all__ = ["component_word", "effect_cards", "factor_word", "size_words", "variation_card"]
