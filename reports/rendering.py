"""From what a report says to one HTML file that needs nothing but itself: no network, no library; readable without its script, too."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import unicodedata
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from analysis.language import language, tr, trn
from analysis.wording import whole
from reports.card import sort_value
from reports.content import Content
from reports.figures.svg import Drawing

_TEMPLATES = Path(__file__).parent / "templates"
_FILTER_FROM = 8
"""A table of more rows has a box to find some of them."""
_DIGITS = 6
"""Significant digits of the numbers that go with a figure."""


def html(content: Content) -> str:
    """The page of a report, in the language in use."""
    script = (_TEMPLATES / "page.js").read_text(encoding="utf-8")
    environment = _environment()
    page = environment.get_template("page.html.j2").render(
        content=content,
        tables=list(content.tables),
        lang=language(),
        script=Markup(script),
        policy=_policy(script),
        words=_words(),
    )
    return page + "\n"


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(prose=_prose, data_value=_data_value, data_csv=_data_csv, file_name=_file_name)
    environment.globals.update(tr=tr, trn=trn, anchor=_Anchors(), filter_from=_FILTER_FROM, number=whole)
    return environment


def _policy(script: str) -> str:
    """What the browser lets the page do: run this one script, and reach for nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def _words() -> dict[str, str]:
    """What the page's script says to people."""
    return {
        "find": tr("Find rows"),
        "rows": tr("{shown} of {all} rows"),
        "sort": tr("Sort by this column"),
        "csv": tr("Data (CSV)"),
    }


def _prose(text: str) -> Markup:
    """A sentence, escaped, in which figures joined by hyphens (5-4-1) are never broken."""
    return Markup(re.sub(r"\b\d-\d(?:-\d)+\b", r'<span class="name">\g<0></span>', str(escape(text))))


def _data_value(cell: str) -> Markup:
    """The attribute that tells the script a cell's number; none where the text is that number already, or is none."""
    value = sort_value(cell)
    if value is None:
        return Markup("")
    told = f"{value:.10g}"
    return Markup("") if re.fullmatch(r"\d+(\.\d+)?", cell) else Markup(f' data-value="{told}"')


def _data_csv(svg: str) -> Markup:
    """The attribute that holds a figure's numbers as a CSV text."""
    return Markup(' data-csv="{}"').format(figure_csv(svg)) if isinstance(svg, Drawing) and svg.rows else Markup("")


def figure_csv(drawing: Drawing) -> str:
    """The numbers of a figure as CSV; in French with semicolons and decimal commas, as spreadsheets there read it."""
    french = language() == "fr"
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if french else ",", lineterminator="\n")
    writer.writerow(drawing.columns)
    for row in drawing.rows:
        writer.writerow([_csv_cell(cell, french) for cell in row])
    return text.getvalue()


def _csv_cell(cell: Any, french: bool) -> str:
    if cell is None or isinstance(cell, str):
        return cell or ""
    told = f"{cell:.{_DIGITS}g}" if isinstance(cell, float) else str(cell)
    return told.replace(".", ",") if french else told


def _file_name(svg: str, place: str) -> str:
    """What a saved figure is called, without its ending."""
    return _slug(f"balancier {svg.name}") if isinstance(svg, Drawing) else _slug(f"balancier {place}")


def _slug(words: str) -> str:
    """Letters, digits and hyphens: "Compo × coach" as "compo-coach"."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


class _Anchors:
    """Hands out an id for each heading of a page, no two alike."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def __call__(self, place: str, title: str) -> str:
        wanted = f"card-{place}-{_slug(title)}".rstrip("-")
        self._used[wanted] = self._used.get(wanted, 0) + 1
        return wanted if self._used[wanted] == 1 else f"{wanted}--{self._used[wanted]}"
