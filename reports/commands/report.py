"""`balancier report RUN`: the page and the tables of a run."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sim.core.errors import UserError

if TYPE_CHECKING:
    import polars as pl

PAGE = "index.html"
TABLES = "tables"
_MARK = '<meta name="generator" content="balancier">'


def report(run_dir: str | Path, out: str | Path | None = None, lang: str = "en") -> Path:
    """Make the page of a run, and its tables beside it; returns where the page is.

    run_dir: a run folder.  out: the folder for the report, RUN/report if None.  lang: language of the page.

    The folder is written whole or not at all: it appears, or takes the place of an earlier report, when all of it is there. Raises
    UserError when `run_dir` is no run, has no games yet, or when `out` holds something that is not a report.
    """
    from analysis import balance
    from analysis.language import speaking
    from analysis.summary import summarise
    from analysis.wording import Names
    from reports.page import page

    check_language(lang)
    run_dir = Path(run_dir)
    folder = Path(out) if out is not None else run_dir / "report"
    check_target(folder)
    with speaking(lang):
        summary = summarise(run_dir)
        if not summary.game_count:
            raise UserError(f"{run_dir.as_posix()}: no part of this run is done yet; `balancier run` continues it")
        names = Names.of(summary.manifest)
        tables = balance.tables(summary)
        html = page(summary, tables, names)
    return write_report(html, tables, folder)


def write_report(html: str, tables: Mapping[str, pl.DataFrame], folder: Path) -> Path:
    """Write a page and its tables into `folder`, whole or not at all; returns where the page is."""
    from reports.export import write_tables

    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        made.chmod(0o777 & ~_umask())
        (made / PAGE).write_text(html, encoding="utf-8", newline="\n")
        write_tables(tables, made / TABLES)
        _put(made, folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder / PAGE


def check_language(lang: str) -> None:
    """Raises UserError for a language that pages are not written in."""
    from analysis.language import LANGUAGES
    from analysis.spelling import nearest

    if lang not in LANGUAGES:
        known = {"english": "en", "français": "fr", "french": "fr", **{code: code for code in LANGUAGES}}
        close = nearest(lang.replace("_", "-").split("-")[0], known)
        hint = f"did you mean --lang {known[close]}?" if close else f"pages are written in {' and '.join(LANGUAGES)}"
        raise UserError(f"--lang {lang}: there are no pages in this language; {hint}")


def check_target(folder: Path) -> None:
    """Refuse to replace a folder that is not a report of ours."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise UserError(f"--out {folder.as_posix()}: this is a file; the report needs a folder")
    inside = {entry.name for entry in folder.iterdir()}
    if not inside:
        return
    index = folder / PAGE
    ours = inside <= {PAGE, TABLES} and index.is_file() and _MARK in index.read_text(encoding="utf-8", errors="replace")[:2000]
    if not ours:
        raise UserError(f"--out {folder.as_posix()}: this folder holds something else than a report; choose a new one")


def _put(made: Path, folder: Path) -> None:
    """Move the finished folder into place; an earlier report goes only when the new one is there."""
    if not folder.exists():
        made.rename(folder)
        return
    old = made.with_name(f"{made.name}-old")
    folder.rename(old)
    try:
        made.rename(folder)
    except OSError:
        old.rename(folder)
        raise
    shutil.rmtree(old)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
