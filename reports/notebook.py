"""Results of a run for a notebook: the answer, tables, figures and the page as objects that show themselves.

In Jupyter and the like the last line of a cell is shown: `results` as its answer, `results.figure("p0-compo")` as a drawing, `results.page()` as the
page. Everywhere else they print as plain text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.run import run_study
from analysis.spelling import suggest
from analysis.study import Study, load_study, make_study
from analysis.tables import Run, open_run, to_pandas
from analysis.wording import Names
from reports.content import Content
from reports.figures.pictures import keeping, name_of, standalone
from reports.page import content_of
from reports.rendering import html
from sim.core.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

    from analysis.points import Summary

RUNS = Path("runs")
_HEIGHT = 900  # CSS pixels of a page within a notebook


class Answer(list[str]):
    """Sentences that print one a line."""

    def __repr__(self) -> str:
        """The sentences, one a line."""
        return "\n".join(self)

    def _repr_html_(self) -> str:
        return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in self) + "</ul>"


@dataclass(frozen=True, repr=False)
class Picture:
    """A figure of a report.  svg: a drawing that needs nothing around it, in light colours."""

    name: str
    title: str
    caption: str
    svg: str
    _results: Results

    def save(self, path: str | Path) -> Path:
        """Write it as SVG or PNG, by the ending of `path`; returns where it is. UserError at another ending."""
        path = Path(path)
        if path.suffix.lower() not in (".svg", ".png"):
            raise UserError(f"{path.as_posix()}: a figure is saved as .svg or .png")
        if path.suffix.lower() == ".png":
            path.write_bytes(self._results.pngs[self.name])
        else:
            path.write_text(self.svg, encoding="utf-8", newline="\n")
        return path

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """What it is, for where it can't be shown."""
        return f"<figure {self.name}: {self.title}>"


@dataclass(frozen=True, repr=False)
class Page:
    """The page of a report, shown in a frame of its own so that its style stays there."""

    html: str

    def save(self, path: str | Path) -> Path:
        """Write it as an HTML file; returns where it is."""
        Path(path).write_text(self.html, encoding="utf-8", newline="\n")
        return Path(path)

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" style="width:100%;height:{_HEIGHT}px;border:0" title="balancier"></iframe>'

    def __repr__(self) -> str:
        """What it is, for where it can't be shown."""
        return f"<page of {len(self.html):,} characters: .save('page.html') writes it>"


class Results:
    """What a run found. Everything is computed when it is first asked for, and kept."""

    def __init__(self, run: Run) -> None:
        """Results of an opened run."""
        self.run = run

    def summary(self) -> Summary:
        """All sums of the run, from which tables are made (`balancier.balance`)."""
        return self._summary

    def tables(self) -> dict[str, pl.DataFrame]:
        """All tables of results by name, as Polars frames (docs/reference/tables.md says what they hold)."""
        return self._tables

    def table(self, name: str) -> pl.DataFrame:
        """The table of this name; UserError when there is none."""
        if name not in self._tables:
            raise UserError(f"the run has no table {name!r}; {suggest(name, self._tables)}")
        return self._tables[name]

    def to_pandas(self, name: str) -> pd.DataFrame:
        """The table of this name as a pandas frame."""
        return to_pandas(self.table(name))

    def answer(self) -> Answer:
        """The answer in sentences, as on the page."""
        return Answer(self._content.answers)

    def figures(self) -> dict[str, Picture]:
        """All figures of the page by name."""
        return self._figures

    def figure(self, name: str) -> Picture:
        """The figure of this name; UserError when there is none."""
        if name not in self._figures:
            raise UserError(f"the report has no figure {name!r}; {suggest(name, self._figures)}")
        return self._figures[name]

    def page(self) -> Page:
        """The page."""
        return Page(html(self._content))

    def report(self, out: str | Path | None = None, formats: str | Sequence[str] | None = None) -> Path:
        """Write the report as `balancier report` does; returns where its page is."""
        from reports.commands.report import report

        return report(self.run.folder, out, formats=formats)

    @cached_property
    def pngs(self) -> dict[str, bytes]:
        """The figures as PNG, by name."""
        with keeping() as pictures:
            content_of(self._summary, self._tables, self._names)
        return pictures

    @cached_property
    def _summary(self) -> Summary:
        from analysis.summary import summarise

        found = summarise(self.run)
        if not found.game_count:
            raise UserError(f"{self.run.folder.as_posix()}: no part of this run is done yet")
        return found

    @cached_property
    def _tables(self) -> dict[str, pl.DataFrame]:
        from analysis import balance

        return balance.tables(self._summary)

    @cached_property
    def _names(self) -> Names:
        return Names.of(self.run.manifest)

    @cached_property
    def _content(self) -> Content:
        return content_of(self._summary, self._tables, self._names)

    @cached_property
    def _figures(self) -> dict[str, Picture]:
        found = {}
        for section, card in self._content.cards():
            if card.svg:
                name = name_of(card.svg)
                found[name] = Picture(name, f"{section.title}: {card.title}", card.caption, standalone(card.svg), self)
        return found

    def __repr__(self) -> str:
        """Title and answer."""
        return f"{self._content.title}\n\n{self.answer()!r}"

    def _repr_html_(self) -> str:
        return f"<h3>{escape(self._content.title)}</h3>{self.answer()._repr_html_()}"


def results(run: str | Path | Run) -> Results:
    """The results of a run: a folder, or what `open_run` gave. UserError when the folder is not a run."""
    return Results(run if isinstance(run, Run) else open_run(run))


def run(
    study: str | Path | Study | Mapping[str, Any],
    out: str | Path | None = None,
    *,
    games: int | None = None,
    blocks: int | None = None,
    seed: int | None = None,
    set: Sequence[str] = (),
    workers: int | None = None,
) -> Results:
    """Play a study, or find it played, and return its results.

    Parameters
    ----------
    study:
        a study's file; what `load_study` gave; or the same as a dictionary: ``{"game": "mercato", "players": 2, "lineups": [["expert"]]}``.
    out:
        the run folder; ``runs/NAME`` if None, NAME being that of the study (of a dictionary its ``"name"``, "notebook" without one).
    games, blocks, seed:
        replace the study's; `games` and `blocks` count for each design point.
    set:
        ``KEY=VALUE`` texts, as --set on the command line.
    workers:
        how many; one a core if None.

    Raises UserError when something in the study is wrong, or when the folder holds another study's run.
    """
    changes: dict[str, Any] = {"games": games, "blocks": blocks, "seed": seed, "overrides": list(set)}
    if isinstance(study, Study):
        if any(changes.values()):
            raise UserError("run: a study that is loaded already can't be changed; give games, blocks, seed and set to load_study")
        found = study
    elif isinstance(study, Mapping):
        found = make_study(study, **changes)
    else:
        found = load_study(study, **changes)
    return Results(run_study(found, out if out is not None else RUNS / found.name, workers=workers))
