"""`balancier report RUN`: the page of a run, and its tables, figures and texts in other formats."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from sim.core.errors import UserError

_MARK = '<meta name="generator" content="balancier">'


def report(run_dir: str | Path, out: str | Path | None = None, lang: str = "en", formats: str | Iterable[str] | None = None) -> Path:
    """Make the report of a run; returns where its page is.

    run_dir: a run folder.  out: the folder for the report, RUN/report if None.  lang: language of the page.  formats: what is written
    beside the page, names of `reports.export.FORMATS` as a list or with commas between, or "all"; None for the usual ones.

    The folder is written whole or not at all: it appears, or takes the place of an earlier report, when all of it is there. Raises
    UserError when `run_dir` is no run, has no games yet, or when `out` holds something that is not a report.
    """
    from analysis import balance
    from analysis.language import speaking
    from analysis.summary import summarise
    from analysis.wording import Names
    from reports.export import write_report
    from reports.figures.pictures import keeping
    from reports.page import content_of

    check_language(lang)
    chosen = chosen_formats(formats)
    run_dir = Path(run_dir)
    folder = Path(out) if out is not None else run_dir / "report"
    check_target(folder)
    with speaking(lang), keeping("png" in chosen) as pictures:
        summary = summarise(run_dir)
        if not summary.game_count:
            raise UserError(f"{run_dir.as_posix()}: no part of this run is done yet; `balancier run` continues it")
        names = Names.of(summary.manifest)
        content = content_of(summary, balance.tables(summary), names)

    def write(made: Path) -> None:
        with speaking(lang):
            write_report(content, names, made, chosen, pictures)

    return put_report(folder, write)


def put_report(folder: Path, write: Callable[[Path], None]) -> Path:
    """Have `write` fill a new folder, then put that in the place of `folder`: whole or not at all. Returns where the page is."""
    from reports.export import PAGE

    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        made.chmod(0o777 & ~_umask())
        write(made)
        _put(made, folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder / PAGE


def reports(runs: Sequence[str | Path], out: Path | None = None, lang: str = "en", formats: str | None = None) -> Iterator[Path]:
    """Make the reports of some runs, one after the other, those of several in OUT/RUN if `out` is given; yields where each page is."""
    places = [out if out is None or len(runs) == 1 else out / Path(run).name for run in runs]
    twice = [place for place in places if place is not None and places.count(place) > 1]
    if twice:
        raise UserError(f"--out {out}: two of the runs are called {twice[0].name}; give each report a place of its own")
    for run, place in zip(runs, places, strict=True):
        yield report(run, place, lang, formats)


def chosen_formats(asked: str | Iterable[str] | None) -> list[str]:
    """The names of formats that were asked for; UserError at one that there is not."""
    from analysis.spelling import suggest
    from reports.export import FORMATS, USUAL

    if asked is None:
        return list(USUAL)
    names = [name.strip() for name in (asked.split(",") if isinstance(asked, str) else asked)]
    if names == ["all"]:
        return list(FORMATS)
    for name in names:
        if name not in FORMATS:
            raise UserError(f"--formats {name}: a report is not written in that; {suggest(name, [*FORMATS, 'all'])}")
    return names


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
    from reports.export import ENTRIES, PAGE

    if not folder.exists():
        return
    if not folder.is_dir():
        raise UserError(f"--out {folder.as_posix()}: this is a file; the report needs a folder")
    inside = {entry.name for entry in folder.iterdir()}
    if not inside:
        return
    index = folder / PAGE
    ours = inside <= ENTRIES and index.is_file() and _MARK in index.read_text(encoding="utf-8", errors="replace")[:2000]
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
