"""What a report says, whatever it is written in: a page, Markdown, a workbook, a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from reports.about import About
from reports.card import Card, Section


@dataclass(frozen=True)
class Content:
    """All of a report, as sentences, cards with their figures and tables, and the tables of numbers behind them.

    answers: sentences.  basis: what they rest on, as name and value.  glance: a card for all settings side by side, with several settings.
    judged: how many differences the report looks at.  reading: terms of the game's report and what they mean.  verdicts: what
    stands right after the answer.  games: how many were played.
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

    def cards(self) -> Iterator[tuple[Section, Card]]:
        """Every card with the section, or the part of one, that it stands in, in the order of the page."""
        for section in [*([self.verdicts] if self.verdicts else []), *self.sections]:
            for part in (section, *section.parts):
                yield from ((part, card) for card in part.cards)
