"""A report in Markdown, as GitHub and the like show it: the answer, every card's sentence and table, links to the figures.

Text is escaped, so that a name with a star, a bar or a tag in it is read as it is written. The tables of figures, and the settings that the page
folds away, are folded here too (<details>).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from analysis.dictionary import about_table
from analysis.figures import Figures
from analysis.language import tr, trn
from analysis.wording import whole
from reports.card import Card, Section, Table
from reports.content import Content
from reports.figures.pictures import name_of

_SPECIAL = re.compile(r"[\\`*_{}\[\]|~$#]")
_LIST = re.compile(r"^(\d+)?([-+.)=])(?=\s|[-=]*$)")
"""What would begin a list, or underline a heading."""
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}  # an @ would call somebody

Link = Callable[[str], str]
"""From the name of a figure to where its picture lies; "" when there is none."""


def markdown(content: Content, figures: Figures, link: Link = lambda name: "") -> str:
    """The report as Markdown.

    figures: the game's declarations.  link: where the picture of a figure lies.
    """
    lines = [*_top(content), *_body(content, link), *_played(content), *_numbers(content, figures), *_reading(content)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def escaped(text: str) -> str:
    """A text that Markdown shows as it is, on one line."""
    text = re.sub(r"[\r\n\t]+", " ", text).strip()
    text = _SPECIAL.sub(lambda found: "\\" + found.group(), text)
    text = re.sub("[&<>@]", lambda found: _ENTITIES[found.group()], text)
    text = re.sub(r"(?<=\w)://", "&#58;//", text)  # no link out of a name
    return _LIST.sub(lambda found: f"{found[1] or ''}\\{found[2]}", text)


def table(data: Table) -> Iterator[str]:
    """A table; numbers stand to the right."""
    columns = len(data.headings)
    yield f"| {' | '.join(escaped(heading) or ' ' for heading in data.headings)} |"
    yield f"|{'|'.join('---' if place < data.labels else '--:' for place in range(columns))}|"
    for row in data.rows:
        yield f"| {' | '.join(escaped(cell) or ' ' for cell in row)} |"
    yield ""


def _folded(summary: str, lines: Sequence[str]) -> Iterator[str]:
    yield f"<details><summary>{re.sub('[&<>@]', lambda found: _ENTITIES[found.group()], summary)}</summary>"
    yield ""
    yield from lines
    yield "</details>"
    yield ""


def _code(text: str, language: str = "") -> Iterator[str]:
    """A block of code, fenced by more backticks than it holds in a row."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    yield from (f"{fence}{language}", text.rstrip("\n"), fence, "")


def _top(content: Content) -> Iterator[str]:
    yield from (f"# {escaped(content.title)}", "", escaped(tr("{game} · balance report", game=content.game)), "")
    if content.question and content.question != content.title:
        yield from (f"> {escaped(content.question)}", "")
    if not content.complete:
        told = tr("This run is not finished: the report shows the {games} games that are done.", games=whole(content.games))
        yield from (f"**{escaped(told)}**", "")
    yield from (f"## {tr('The answer')}", "")
    yield from (f"- {escaped(sentence)}" for sentence in content.answers)
    yield ""
    yield escaped(
        tr(
            "All this holds for the strategies that played. In brackets: intervals that hold together, 95 times in 100, for all rows and settings "
            "that a sentence compares."
        )
    )
    yield ""
    yield from table(Table((tr("What it rests on"), ""), content.basis))


def _body(content: Content, link: Link) -> Iterator[str]:
    if content.glance is not None:
        yield from (f"## {escaped(content.glance.title)}", "", escaped(content.glance.sentence), "")
        yield from _table_of(content.glance, folded=not content.glance.open)
    for section in ([content.verdicts] if content.verdicts is not None else []) + list(content.sections):
        yield from (f"## {escaped(section.title)}", "", escaped(section.note), "")
        yield from _cards(section, 3, link)
        for part in section.parts:
            inside = [escaped(part.note), "", *_cards(part, 4, link)]
            if part.folded:
                yield from _folded(part.title, inside)
            else:
                yield from (f"### {escaped(part.title)}", "", *inside)


def _cards(section: Section, level: int, link: Link) -> Iterator[str]:
    for card in section.cards:
        yield from (f"{'#' * level} {escaped(card.title)}", "", escaped(card.sentence), "")
        target = link(name_of(card.svg)) if card.svg else ""
        if target:
            yield from (f"![{escaped(card.title)}](<{target}>)", "", f"*{escaped(card.caption)}*" if card.caption else "", "")
        yield from _table_of(card, folded=bool(target) and not card.open)


def _table_of(card: Card, folded: bool) -> Iterator[str]:
    if card.table is not None:
        lines = list(table(card.table))
        rows = len(card.table.rows)
        yield from _folded(trn("The numbers ({rows} row)", "The numbers ({rows} rows)", rows, rows=whole(rows)), lines) if folded else lines


def _played(content: Content) -> Iterator[str]:
    about = content.about
    yield from (f"## {tr('What was played')}", "")
    yield from table(Table((tr("Fact"), tr("Value")), about.facts, 2))
    yield from (f"### {tr('Deck')}", "")
    yield escaped(tr("The printed deck with these differences:") if about.deck else tr("The printed deck."))
    yield ""
    yield from (f"- {escaped(sentence)}" for sentence in about.deck)
    yield from ("", f"### {tr('Options')}", "")
    changed = [line for line in about.options if line.differs]
    usual = [line for line in about.options if not line.differs]
    headings = (tr("Option"), tr("Value"), tr("Default"), tr("Rules"), tr("What it says"))
    if changed:
        yield from table(Table(headings, [(o.name, o.value, o.default, o.rules, o.about) for o in changed], 5))
    else:
        yield from (escaped(tr("All options are those of the printed game, with the rulings that are balancier's defaults.")), "")
    if usual:
        lines = list(table(Table(headings, [(o.name, o.value, o.default, o.rules, o.about) for o in usual], 5)))
        yield from _folded(f"{tr('Options at their defaults')} ({len(usual)})", lines)
    yield from (f"### {tr('Strategies')}", "", *table(about.strategies))
    yield from (f"### {tr('Settings')}", "")
    yield from _folded(f"{tr('All settings with their games and blocks')} ({len(about.points.rows)})", list(table(about.points)))
    yield from (f"### {tr('How to play it again')}", "", tr("The same study, seed and versions give the same tables, byte for byte."), "")
    yield from _code("\n".join(about.commands))
    yield from _folded(tr("The study file"), list(_code(about.study_text, "toml")))


def _numbers(content: Content, figures: Figures) -> Iterator[str]:
    yield from (f"## {tr('The numbers')}", "")
    if content.beside:
        yield from table(Table((tr("File"), tr("What it is")), content.beside, 2))
    rows = [(name, whole(frame.height), about_table(name, figures)) for name, frame in content.tables.items()]
    lines = [f"| {escaped(name)} | {height} | {escaped(about)} |" for name, height, about in rows]
    head = [f"| {tr('Table')} | {tr('Rows')} | {tr('What a row says')} |", "|---|--:|---|"]
    yield from _folded(trn("The table of results", "The {number} tables of results", len(rows), number=whole(len(rows))), [*head, *lines, ""])


def _reading(content: Content) -> Iterator[str]:
    yield from (f"## {tr('How to read this')}", "")
    for term, meaning in content.terms():
        yield from (f"**{escaped(term)}.** {escaped(meaning)}", "")
