"""The cards of one design point about what seats do: their figures, what becomes of each kind of card, how they differ within a game."""

from __future__ import annotations

from typing import Any

from analysis.language import noted, tr
from analysis.points import PointSummary
from analysis.wording import Names, capital, clauses, colon, fixed, listing, percent, points_words, share_words, whole, with_range
from reports.card import Card, Table, difference_cell, plus_minus, range_cell, share_cell, side, side_word
from reports.decisive_card import NAMES as DECISIVE
from reports.figures.dots import dots
from reports.lookup import WHISKERS, Figures, dot

Row = dict[str, Any]

_REACH = noted("± reaches as far as the interval that holds for all rows together.")


def seat_cards(figures: Figures, point: PointSummary, drawn: bool = True) -> list[Card]:
    """What a game declares about its seats; none where it declares nothing."""
    index = point.info.index
    cards = [_games_card(figures, index), _seats_card(figures, index)]
    table = figures.summary.figures.cards
    if table is not None and figures.rows("cards", index):
        cards.append(_kinds_card(figures, index))
        cards += [_wins_card(figures, index, deed.name, deed.title, drawn) for deed in table.deeds if deed.wins]
    if figures.rows("spread", index):
        cards.append(_within_card(figures, index, drawn))
    return [card for card in cards if card is not None]


def _games_card(figures: Figures, index: int) -> Card | None:
    """Figures of games that stand on no other card."""
    by = {row["ending"]: row for row in figures.rows("endings", index)} | {row["number"]: row for row in figures.rows("means", index)}
    drawn = {figure.name for figure in figures.summary.figures.lengths}
    told = {*drawn, *DECISIVE}
    wanted = [f for f in figures.summary.figures.games if f.card == "more" and f.name in by and not {f.name, f.column} & told]
    if not wanted:
        return None
    rows = [
        (f.title, with_range(share_cell(by[f.name]), range_cell(by[f.name])) if f.is_share else plus_minus(by[f.name]), "%" if f.is_share else f.unit)
        for f in wanted
    ]
    headings = (tr("In a game"), tr("Mean, or share of games"), tr("Unit"))
    return Card(tr("What happens in a game"), "", table=Table(headings, rows), open=True)


def _seats_card(figures: Figures, index: int) -> Card | None:
    """Figures of seats: of all, and by the levels of each factor that tells seats apart."""
    whole = {row["figure"]: row for row in figures.rows("seats", index)}
    if not whole:
        return None
    names = figures.names
    declared = [f for f in figures.summary.figures.seats if f.name in whole]
    headings = [tr("A seat, in a game"), tr("Unit"), tr("All seats")]
    columns: list[dict[str, Row]] = [whole]
    for factor in figures.summary.figures.factors:
        rows = figures.rows(f"seats_by_{factor.name}", index)
        levels = list(dict.fromkeys(tuple(row[family] for family in factor.levels) for row in rows))
        for level in levels if len(levels) > 1 else []:
            here = {row["figure"]: row for row in rows if tuple(row[family] for family in factor.levels) == level}
            headings.append(names.levels(dict(zip(factor.levels, level, strict=True)), factor.levels))
            columns.append(here)
    table_rows: list[tuple[str, ...]] = []
    for figure in declared:
        percentage = figure.is_share or bool(figure.share_of)
        cells = [plus_minus(c[figure.name], 100.0 if percentage else 1.0) if figure.name in c else "" for c in columns]
        table_rows.append((figure.title, "%" if percentage else figure.unit, *cells))
    sentence = f"{tr(_REACH)} {tr('Places are those in the order of play.')}"
    return Card(tr("What seats do"), sentence, table=Table(headings, table_rows, 2), wide=len(columns) > 2, open=True)


def card_name(names: Names, slug: str) -> str:
    """A kind of card for people."""
    return names.level("card", slug)


def _kinds_card(figures: Figures, index: int) -> Card:
    """A row a kind of card, a column a deed: how often a seat does it in a game."""
    table = figures.summary.figures.cards
    assert table is not None
    by = {(row["deed"], row["card"]): row for row in figures.rows("cards", index)}
    kinds = [card for card in table.cards if any(card == c and row["estimate"] > 0 for (_, c), row in by.items())]
    rows = [(card_name(figures.names, card), *(plus_minus(by[d.name, card]) if (d.name, card) in by else "" for d in table.deeds)) for card in kinds]
    headings = (tr("Card"), *(deed.title for deed in table.deeds))
    sentence = f"{tr('How often a seat does it in a game, on average.')} {tr(_REACH)}"
    return Card(table.title, sentence, table=Table(headings, rows), wide=True, open=True)


def _wins_card(figures: Figures, index: int, deed: str, title: str, drawn: bool) -> Card | None:
    """Win rate of the seats that did it at least once, by kind of card."""
    names = figures.names
    rates = {row["card"]: row for row in figures.rows("win_rate_by_card", index) if row["deed"] == deed}
    par = {row["card"]: row for row in figures.rows("from_par_by_card", index) if row["deed"] == deed}
    kinds = sorted(rates, key=lambda card: -rates[card]["estimate"])
    if not kinds:
        return None
    average = par[kinds[0]]["par"]
    above = [card for card in kinds if side(par[card]) > 0]
    below = [card for card in reversed(kinds) if side(par[card]) < 0]
    doing = title.lower()
    told = [
        tr(
            "seats that {did} {card} win {share}, {difference} from the average",
            did=doing,
            card=card_name(names, found[0]),
            share=share_words(rates[found[0]]),
            difference=points_words(par[found[0]]),
        )
        for found in (above, below)
        if found
    ]
    if told:
        sentence = capital(tr("{findings}; a seat wins {average} on average.", findings=listing(told), average=percent(average)))
    else:
        sentence = tr("No card that a seat {did} is shown to matter.", did=doing)
    svg = ""
    if drawn:
        rows = [dot(card_name(names, card), rates[card], side(par[card])) for card in kinds]
        words = clauses([colon(card_name(names, card), share_words(rates[card])) for card in kinds])
        reference = (average, tr("average {share}", share=fixed(100 * average, 1)))
        svg = dots(rows, f"p{index}-card-{deed}", tr("Win rate of seats that {did} a card", did=doing), words, tr("games won, %"), reference)
    cells = [
        (
            card_name(names, card),
            share_cell(rates[card]),
            range_cell(rates[card]),
            difference_cell(par[card]),
            range_cell(par[card], signed=True),
            side_word(par[card]),
            whole(rates[card]["games"]),
        )
        for card in kinds
    ]
    headings = (
        tr("Card"),
        tr("Games won, %"),
        tr("all rows together"),
        tr("From average, points"),
        tr("all rows together"),
        tr("Shown"),
        tr("Seats that did"),
    )
    caption = f"{tr(WHISKERS)} {tr('All cards, held and played, are judged together.')}" if svg else ""
    return Card(tr("Win rate of seats that {did} it", did=doing), sentence, svg, caption, Table(headings, cells), open=not drawn)


def _within_card(figures: Figures, index: int, drawn: bool) -> Card:
    """What separates the seats of a game, by component."""
    within = figures.summary.figures.within
    assert within is not None
    names = figures.names
    spread = {row["component"]: row for row in figures.rows("spread", index)}
    lead = {row["component"]: row for row in figures.rows("margin", index)}
    parts = {(row["of"], row["component"]): row for row in figures.rows("parts", index)}
    components = [component for component in spread if component != "total"]
    decisive = sorted((c for c in components if ("spread", c) in parts), key=lambda c: -parts["spread", c]["estimate"])
    sentence = ""
    if decisive:
        told = [tr("{component} makes {share} %", component=component_name(names, c), share=plus_minus(parts["spread", c], 100.0)) for c in decisive]
        sentence = tr("Of what separates the seats of a game in points, {shares}.", shares=listing(told))
    svg = caption = ""
    if drawn and decisive and all(parts["spread", c]["low"] is not None for c in components):
        rows = [dot(component_name(names, c), parts["spread", c], 0) for c in components]
        equal = 1.0 / len(components)
        svg = dots(
            rows,
            f"p{index}-within",
            tr("Share of the spread within a game"),
            sentence,
            tr("share of the spread within a game, %"),
            (equal, tr("equal parts")),
        )
        caption = tr(
            "How much of the variance of totals within a game comes from each; together 100 %. Thick line: the interval alone; thin: of all together."
        )
    table_rows = []
    for component in [*components, "total"]:
        cells = [plus_minus(parts[of, component], 100.0) if (of, component) in parts else "" for of in ("points", "spread", "margin")]
        table_rows.append((component_name(names, component), *cells, plus_minus(spread[component]), plus_minus(lead[component])))
    for row in figures.rows("correlations", index):
        pair = tr("{one} and {other}: correlation", one=component_name(names, row["component"]), other=component_name(names, row["other"]))
        table_rows.append((pair, "", "", "", plus_minus(row), ""))
    headings = (
        within.title,
        tr("Of the points, %"),
        tr("Of the spread, %"),
        tr("Of the winner's margin, %"),
        tr("Spread within a game"),
        tr("Winner's lead"),
    )
    return Card(tr("What decides"), sentence, svg, caption, Table(headings, table_rows), open=not drawn)


def component_name(names: Names, component: str) -> str:
    """A component for people."""
    within = names.figures.within
    return names.level(within.family if within else "", component)
