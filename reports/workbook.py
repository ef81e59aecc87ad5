"""All tables of a report as one Excel workbook: typed numbers on a sheet a table, in front the answer, what was played and what is where.

Numbers are numbers and text is text, whatever it begins with, so every language's Excel reads it alike; shares carry percent formats. The same
tables give the same bytes: nothing in the file says when or by which version it was written.
"""

from __future__ import annotations

import datetime
import io
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import polars as pl
import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from analysis.dictionary import about_column, about_table, units
from analysis.language import tr
from analysis.wording import Names, whole
from reports.content import Content

ROWS = 1_048_576
"""Rows of a sheet, its head included: a limit of Excel."""
_LONGEST_NAME = 31
_WIDTHS = (6, 60)
_MEASURED = 200  # rows looked at for a column's width
_CREATED = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_FIGURES = ("estimate", "low", "high", "low_simultaneous", "high_simultaneous")
_PERCENT, _POINTS, _NUMBER, _COUNT = "0.00%", "+0.00%;-0.00%;0.00%", "#,##0.00##", "#,##0"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a text must not begin with, lest Excel take it for a formula once somebody edits the cell."""


def workbook(content: Content, names: Names) -> bytes:
    """The workbook as bytes."""
    return _Book(content, names).written()


def sheet_names(names: Iterable[str], taken: Sequence[str] = ()) -> dict[str, str]:
    """A sheet's name for each name: what Excel allows (31 characters, none of []:*?/\\), and each different, capitals or not."""
    used = {name.casefold() for name in taken} | {"history"}
    found: dict[str, str] = {}
    for name in names:
        plain = re.sub(r"[\[\]:*?/\\\x00-\x1f]", "_", name).strip("'") or "_"
        short, number = plain[:_LONGEST_NAME].rstrip("'"), 1
        while short.casefold() in used:
            number += 1
            end = f"~{number}"
            short = plain[: _LONGEST_NAME - len(end)] + end
        used.add(short.casefold())
        found[name] = short
    return found


class _Book:
    """A workbook in the making."""

    def __init__(self, content: Content, names: Names) -> None:
        self.content, self.names = content, names
        self.file = io.BytesIO()
        self.book = xlsxwriter.Workbook(self.file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
        self.book.set_properties({"title": content.title, "created": _CREATED, "comments": content.question})
        self._formats: dict[tuple[tuple[str, Any], ...], Format] = {}
        self.front = self.book.add_worksheet(tr("Answer")[:_LONGEST_NAME])
        self.columns = self.book.add_worksheet(tr("Columns")[:_LONGEST_NAME])
        self.sheets = sheet_names(content.tables, [self.front.name, self.columns.name])

    def written(self) -> bytes:
        self._front()
        self._columns()
        for name, frame in self.content.tables.items():
            if frame.height < ROWS:
                self._table(self.book.add_worksheet(self.sheets[name]), name, frame)
        self.book.close()
        return self.file.getvalue()

    def style(self, **properties: Any) -> Format:
        """A format, made once."""
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format(properties)
        return self._formats[key]

    def text(self, sheet: Worksheet, row: int, column: int, value: str, **properties: Any) -> None:
        """Write a text as a text, never as a formula, a number or a link."""
        if value.startswith(FORMULA):
            properties["quote_prefix"] = True
        sheet.write_string(row, column, value[:32_767], self.style(**properties))

    # -- the first sheet

    def _front(self) -> None:
        content, sheet = self.content, self.front
        sheet.hide_gridlines(2)
        sheet.set_column(0, 0, 36)
        sheet.set_column(1, 1, 90)
        row = self._lines(0, [content.title], bold=True, font_size=16)
        if content.question and content.question != content.title:
            row = self._sentences(row, [content.question], italic=True)
        if not content.complete:
            row = self._lines(row, [tr("This run is not finished: the report shows the {games} games that are done.", games=whole(content.games))])
        row = self._heading(row, tr("The answer"))
        row = self._sentences(row, content.answers)
        row = self._heading(row, tr("What it rests on"))
        row = self._facts(row, [fact for fact in content.basis if fact not in content.about.facts])
        row = self._heading(row, tr("What was played"))
        row = self._facts(row, content.about.facts)
        deck = "\n".join(content.about.deck) or tr("The printed deck.")
        changed = [
            f"{line.name} = {line.value} ({line.rules})" if line.rules else f"{line.name} = {line.value}"
            for line in content.about.options
            if line.differs
        ]
        row = self._facts(row, [(tr("Deck"), deck), (tr("Options that differ"), "\n".join(changed) or tr("none"))])
        row = self._facts(row, [(tr("Strategy"), ", ".join(part for part in line if part)) for line in content.about.strategies.rows])
        row = self._facts(row, [(tr("How to play it again"), "\n".join(content.about.commands))])
        row = self._heading(row, tr("Sheets"))
        for name, frame in content.tables.items():
            about = about_table(name, self.names.figures)
            if frame.height < ROWS:
                place = f"internal:'{self.sheets[name].replace(chr(39), 2 * chr(39))}'!A1"
                sheet.write_url(row, 0, place, self.style(font_color="#0B5CAD", underline=1), name)
            else:
                self.text(sheet, row, 0, name)
                about = tr("{about} (too long for a sheet: see the file beside this one)", about=about)
            self.text(sheet, row, 1, about, text_wrap=True)
            row += 1
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)

    def _lines(self, row: int, texts: Sequence[str], **properties: Any) -> int:
        for text in texts:
            self.text(self.front, row, 0, text, **properties)
            row += 1
        return row

    def _sentences(self, row: int, sentences: Sequence[str], **properties: Any) -> int:
        """Sentences over both columns, each as high as it needs."""
        for sentence in sentences:
            self.front.merge_range(row, 0, row, 1, "")
            self.text(self.front, row, 0, sentence, text_wrap=True, valign="top", **properties)
            self.front.set_row(row, 15 * math.ceil(len(sentence) / 125))
            row += 1
        return row

    def _heading(self, row: int, text: str) -> int:
        return self._lines(row + 1, [text], bold=True, font_size=13, bottom=1, bottom_color="#D5D4CC")

    def _facts(self, row: int, facts: Sequence[tuple[str, str]]) -> int:
        for name, value in facts:
            self.text(self.front, row, 0, name, valign="top")
            self.text(self.front, row, 1, value, text_wrap=True, valign="top")
            self.front.set_row(row, 15 * max(1, sum(math.ceil(max(len(line), 1) / 95) for line in value.split("\n"))))
            row += 1
        return row

    # -- what the columns mean

    def _columns(self) -> None:
        sheet = self.columns
        self._head(sheet, [tr("Column"), tr("What it says")], [24, 110])
        there = dict.fromkeys(column for frame in self.content.tables.values() for column in frame.columns)
        for row, column in enumerate(there, 1):
            self.text(sheet, row, 0, column)
            self.text(sheet, row, 1, about_column(column), text_wrap=True)
        end = len(there) + 1
        self.text(sheet, end, 0, "*_name")
        self.text(sheet, end, 1, tr("what the column before it says, as it is printed on the cards"))

    # -- a table

    def _head(self, sheet: Worksheet, titles: Sequence[str], widths: Sequence[float]) -> None:
        for column, (title, width) in enumerate(zip(titles, widths, strict=True)):
            self.text(sheet, 0, column, title, bold=True, bottom=1, bg_color="#F3F2EE", valign="top")
            sheet.set_column(column, column, width)
        sheet.freeze_panes(1, 0)

    def _table(self, sheet: Worksheet, name: str, frame: pl.DataFrame) -> None:
        kinds = units(name, frame, self.names.figures)
        frame = with_printed_names(frame, self.names)
        self._head(sheet, frame.columns, [_width(frame[column]) for column in frame.columns])
        for place, column in enumerate(frame.columns):
            values = frame[column].to_list()
            if frame.schema[column] == pl.String:
                for row, value in enumerate(values, 1):
                    if value is not None:
                        self.text(sheet, row, place, value)
                continue
            for row, (value, kind) in enumerate(zip(values, kinds, strict=True), 1):
                _number(sheet, row, place, value, self.style(num_format=_format(column, kind, frame.schema[column])))
        sheet.autofilter(0, 0, frame.height, frame.width - 1)


def with_printed_names(frame: pl.DataFrame, names: Names) -> pl.DataFrame:
    """The table with a column NAME_name after each column of short names that are printed otherwise: Le Fourbe for fourbe, 1st for 0."""
    columns: list[pl.Series] = []
    for column in frame.get_columns():
        columns.append(column)
        family = {"component": "objective", "other": "objective", "element": "objective"}.get(column.name, column.name)
        if family not in names.figures.families and family != "card":
            continue
        told = {value: names.level(family, value) for value in column.unique().to_list() if value is not None}
        if any(str(value) != text for value, text in told.items()):
            columns.append(column.replace_strict(told, return_dtype=pl.String).alias(f"{column.name}_name"))
    return pl.DataFrame(columns)


def _format(column: str, kind: str, dtype: pl.DataType) -> str:
    """How a number of a column looks, its row's figure being of some kind."""
    if column in ("par", "margin", "share", "share_low", "share_high", "support") or (column in _FIGURES and kind == "share") or column == "quantile":
        return _PERCENT
    if column in _FIGURES and kind == "points":
        return _POINTS
    if column.startswith("p_"):
        return "0.0000"
    if column in ("point", "baseline", "order", "players"):
        return "0"
    return _COUNT if dtype.is_integer() else _NUMBER


def _number(sheet: Worksheet, row: int, column: int, value: float | bool | None, style: Format) -> None:
    """Write a number; what is unknown stays empty, and what has no end is told in words, since Excel has no such numbers."""
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif math.isfinite(value):
        sheet.write_number(row, column, value, style)
    elif math.isinf(value):
        sheet.write_string(row, column, "∞" if value > 0 else "-∞")


def _width(column: pl.Series) -> float:
    """A column as wide as its head, with room for the filter's button, and as its first values."""
    head = len(column.name) + 4
    longest = max((len(value) for value in column.head(_MEASURED).to_list() if isinstance(value, str)), default=9)
    return float(min(max(head, longest + 2, _WIDTHS[0]), _WIDTHS[1]))
