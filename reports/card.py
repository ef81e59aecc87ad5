"""What a page is made of: cards with a figure, a sentence and a table of the same numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analysis.language import language, tr
from analysis.wording import MINUS, ceil, decimals, difference_decimals, ends, fixed, outward, percent_range, with_range

_SIGN = rf"(?P<sign>[+{MINUS}-]?)"
_NUMBERS = {
    "en": re.compile(rf"{_SIGN}(?P<whole>\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.(?P<part>\d+))?(?![\d.,-])"),
    "fr": re.compile(rf"{_SIGN}(?P<whole>\d{{1,3}}(?:[\u202f\u00a0]\d{{3}})+|\d+)(?:,(?P<part>\d+))?(?![\d.,-])"),
}
"""How a number begins a cell, in a language: "+1.2", "−3 ± 1", "20.9 to 21.7", "12,345"; not "5-4-1"."""


class Valued(str):
    """A cell whose text does not begin with the number that it is sorted by: "5-4-1 46.4"."""

    value: float

    def __new__(cls, text: str, value: float) -> Valued:
        """A cell's text, and its number."""
        made = super().__new__(cls, text)
        made.value = value
        return made


def sort_value(cell: str) -> float | None:
    """The number by which a cell is sorted: the one that it begins with (of an interval, its lower end), or None."""
    if isinstance(cell, Valued):
        return cell.value
    found = _NUMBERS[language()].match(cell)
    if found is None:
        return None
    value = float(f"{re.sub('[^0-9]', '', found['whole'])}.{found['part'] or 0}")
    return -value if found["sign"] in ("-", MINUS) else value


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
    return percent_range(low, high, max(least, (difference_decimals if signed else decimals)(low, high)), signed)


def difference_cell(row: Mapping[str, Any]) -> str:
    """A difference of shares in percentage points."""
    return fixed(100 * row["estimate"], difference_decimals(*ends(row)), signed=True)


def mean_cells(row: Mapping[str, Any], digits: int = 2) -> tuple[str, str]:
    """A mean and its own interval."""
    known = row["low"] is not None and row["high"] is not None
    return fixed(row["estimate"], digits), outward(row["low"], row["high"], digits) if known else tr("unknown")


def mean_words(row: Mapping[str, Any], digits: int = 2) -> str:
    """A mean and its own interval, in a sentence."""
    mean, interval = mean_cells(row, digits)
    known = row["low"] is not None and row["high"] is not None
    return with_range(mean, interval) if known else tr("{figure} (interval unknown)", figure=mean)


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
