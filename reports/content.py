"""What a report says, whatever it is written in: a page, Markdown, a workbook, a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analysis.language import tr
from analysis.wording import whole
from reports.about import About
from reports.card import Card, Section


@dataclass(frozen=True)
class Content:
    """All of a report, as sentences, cards with their figures and tables, and the tables of numbers behind them.

    answers: sentences.  basis: what they rest on, as name and value.  glance: a card for all settings side by side, with several settings.
    judged: how many differences the report looks at.  reading: terms of the game's report and what they mean.  verdicts: what
    stands right after the answer.  games: how many were played.  beside: the other files of the report, and what they are.
    """

    title: str
    question: str
    game: str
    complete: bool
    answers: Sequence[str]
    basis: Sequence[tuple[str, str]]
    glance: Card | None
    sections: Sequence[Section]
    about: About
    games: int
    judged: int
    reading: Sequence[tuple[str, str]]
    tables: Mapping[str, pl.DataFrame]
    verdicts: Section | None = None
    beside: Sequence[tuple[str, str]] = ()

    def cards(self) -> Iterator[tuple[Section, Card]]:
        """Every card with the section, or the part of one, that it stands in, in the order of the page."""
        for section in [*([self.verdicts] if self.verdicts else []), *self.sections]:
            for part in (section, *section.parts):
                yield from ((part, card) for card in part.cards)

    def drawn(self) -> list[Card]:
        """The cards that have a figure."""
        return [card for _, card in self.cards() if card.svg]

    def terms(self) -> list[tuple[str, str]]:
        """The terms of a report, those of its game among them, and what they mean; in the language in use."""
        return [
            *self.reading[:1],
            (
                tr("Intervals"),
                tr(
                    "The true value lies within the interval 95 times in 100. One deal is played several times with its hands or strategies moved "
                    "around the table; such a block of games is the unit that is counted, since its games are not independent."
                ),
            ),
            (
                tr("All rows together"),
                tr(
                    "Who looks at many rows will find something by chance. This page looks at {many} differences, from the average and between "
                    "settings. The wider intervals (thin lines) hold for all rows of a table at the same time, 95 times in 100; those in “The "
                    "answer” hold for all settings too.",
                    many=whole(self.judged),
                ),
            ),
            (
                tr("Shown, not shown"),
                tr(
                    "A difference is shown when its interval for all rows together leaves out zero. “Not shown” does not mean that there is none: "
                    "it means that these games can't tell it from none. The interval says how large it may still be."
                ),
            ),
            *self.reading[1:],
            (
                tr("Who plays"),
                tr("Everything here is true for the strategies that played. Better or other players may draw other lots from the same cards."),
            ),
        ]
