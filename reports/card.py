"""What a page is made of: cards with a figure, a sentence and a table of the same numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analysis.language import tr
from analysis.wording import ceil, decimals, ends, fixed, outward, percent_range


@dataclass(frozen=True)
class Table:
    """Headings and rows of text; the first `labels` columns are words, the others numbers."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    labels: int = 1


@dataclass(frozen=True)
class Card:
    """A titled piece of a page. `svg` is markup from `reports.figures`; all else is text and is escaped by the template.

    wide: spans the page.  open: its table stands open, as when there is no figure.
    """

    title: str
    sentence: str = ""
    svg: str = ""
    caption: str = ""
    table: Table | None = None
    wide: bool = False
    open: bool = False


@dataclass
class Section:
    """A part of a page: a design point, or several of the same variant and number of players."""

    name: str
    title: str
    cards: list[Card] = field(default_factory=list)
    parts: list[Section] = field(default_factory=list)
    note: str = ""
    folded: bool = False


def share_cell(row: Mapping[str, Any], least: int = 1) -> str:
    """A share in a table, in percent, with at least so many decimals."""
    return fixed(100 * row["estimate"], max(least, decimals(*ends(row))))


def range_cell(row: Mapping[str, Any], signed: bool = False, least: int = 1) -> str:
    """The interval that holds for all rows together, in percent or percentage points, rounded outwards."""
    low, high = ends(row)
    return percent_range(low, high, max(least, decimals(low, high)), signed)


def difference_cell(row: Mapping[str, Any]) -> str:
    """A difference of shares in percentage points."""
    return fixed(100 * row["estimate"], decimals(*ends(row)), signed=True)


def mean_cells(row: Mapping[str, Any], digits: int = 2) -> tuple[str, str]:
    """A mean and its own interval."""
    known = row["low"] is not None and row["high"] is not None
    return fixed(row["estimate"], digits), outward(row["low"], row["high"], digits) if known else tr("unknown")


def side(row: Mapping[str, Any]) -> int:
    """+1 or -1 when a difference is shown by its simultaneous interval, else 0."""
    return beside(row, 0.0)


def beside(row: Mapping[str, Any], reference: float) -> int:
    """+1 or -1 when a figure is shown to lie above or below a reference, by its simultaneous interval; 0 when not, or when the interval is
    unknown."""
    low, high = ends(row)
    return 0 if low is None or high is None else int(low > reference) - int(high < reference)


def side_word(row: Mapping[str, Any]) -> str:
    """What a difference from the average shows, in a word."""
    return {1: tr("above"), -1: tr("below"), 0: tr("not shown")}[side(row)]


def plus_minus(row: Mapping[str, Any], scale: float = 1.0, signed: bool = False) -> str:
    """An estimate and how far its interval for all rows together reaches: "3.21 ± 0.04", the reach rounded up; "3.21 ± ?" when that is unknown."""
    low, high = ends(row)
    if low is None or high is None:
        return f"{fixed(scale * row['estimate'], 2, signed)} ± ?"
    reach = scale * max(high - row["estimate"], row["estimate"] - low)
    digits = 2 if reach <= 0 else min(max(1 - math.floor(math.log10(reach)), 0), 4)
    return f"{fixed(scale * row['estimate'], digits, signed)} ± {fixed(ceil(reach, digits), digits)}"
