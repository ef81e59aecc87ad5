"""The files of a report: the page, Markdown, a workbook, the tables as CSV, Parquet and JSON, the figures as SVG and PNG."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl

from analysis.language import noted, tr
from analysis.wording import Names
from reports.content import Content
from reports.figures.pictures import name_of, standalone

PAGE, MARKDOWN, WORKBOOK, TABLES, FIGURES = "index.html", "report.md", "report.xlsx", "tables", "figures"
ENTRIES = frozenset({PAGE, MARKDOWN, WORKBOOK, TABLES, FIGURES})
"""All that a report's folder may hold."""
FORMATS = {
    "html": noted("the page"),
    "md": noted("the report in Markdown, for GitHub and the like"),
    "xlsx": noted("an Excel workbook: the answer, and a sheet for each table"),
    "csv": noted("the tables as CSV: commas, decimal points"),
    "csv-fr": noted("the tables as CSV for a French Excel: semicolons, decimal commas"),
    "parquet": noted("the tables as Parquet, with types"),
    "json": noted("the tables as JSON"),
    "svg": noted("the figures as drawings that stay sharp at any size"),
    "png": noted("the figures as pictures"),
}
"""What a report can be written in. The page is always there."""
USUAL = ("html", "md", "xlsx", "csv", "parquet", "json", "svg")
"""Written unless something else is asked for: all but what takes long (png) or is there twice (csv-fr)."""
_FILES = {
    "md": MARKDOWN,
    "xlsx": WORKBOOK,
    "csv": f"{TABLES}/*.csv",
    "csv-fr": f"{TABLES}/*.fr.csv",
    "parquet": f"{TABLES}/*.parquet",
    "json": f"{TABLES}/*.json",
    "svg": f"{FIGURES}/*.svg",
    "png": f"{FIGURES}/*.png",
}


def write_report(content: Content, names: Names, folder: Path, formats: Collection[str], pictures: Mapping[str, bytes]) -> None:
    """Write a report into a folder that is there: the page, and `formats`. pictures: PNG of the figures by name, for "png"."""
    from reports.markdown import markdown
    from reports.rendering import html
    from reports.workbook import workbook

    content = replace(content, beside=[(path, tr(FORMATS[form])) for form, path in _FILES.items() if form in formats])
    _write(folder / PAGE, html(content))
    if "md" in formats:
        ending = next((ending for ending in ("svg", "png") if ending in formats), "")
        text = markdown(content, names.figures, lambda name: f"{FIGURES}/{name}.{ending}" if ending else "")
        _write(folder / MARKDOWN, text)
    if "xlsx" in formats:
        (folder / WORKBOOK).write_bytes(workbook(content, names))
    wanted = [form for form in ("csv", "csv-fr", "parquet", "json") if form in formats]
    if wanted:
        write_tables(content.tables, folder / TABLES, wanted)
    if "svg" in formats:
        for card in content.drawn():
            _write(folder / FIGURES / f"{name_of(card.svg)}.svg", standalone(card.svg))
    if "png" in formats:
        for name, picture in pictures.items():
            (folder / FIGURES).mkdir(exist_ok=True)
            (folder / FIGURES / f"{name}.png").write_bytes(picture)


def write_tables(tables: Mapping[str, pl.DataFrame], folder: Path, formats: Collection[str] = ("csv", "parquet", "json")) -> None:
    """Write each table as NAME.csv, NAME.fr.csv, NAME.parquet and NAME.json (those of `formats`) into `folder`, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        if "csv" in formats:
            table.write_csv(folder / f"{name}.csv")
        if "csv-fr" in formats:
            _harmless(table).write_csv(folder / f"{name}.fr.csv", include_bom=True, separator=";", decimal_comma=True)
        if "parquet" in formats:
            table.write_parquet(folder / f"{name}.parquet")
        if "json" in formats:
            table.write_json(folder / f"{name}.json")


def _harmless(table: pl.DataFrame) -> pl.DataFrame:
    """The table with an apostrophe before texts that Excel would take for formulas (OWASP, "CSV Injection")."""

    def kept(name: str) -> pl.Expr:
        text = pl.col(name)
        return pl.when(text.str.contains(r"^[=+\-@\t\r]")).then(pl.concat_str(pl.lit("'"), text)).otherwise(text).alias(name)

    return table.with_columns(kept(name) for name, dtype in table.schema.items() if dtype == pl.String)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
