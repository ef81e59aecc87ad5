"""Reading a run folder: lazy Polars frames over the parts that its manifest lists, and never over any other file.

>>> run = open_run("runs/mercato-compos")                                  # doctest: +SKIP
>>> run.scan("seats").group_by("compo_start").agg(pl.col("won").mean())   # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import polars as pl

from analysis import manifest as manifests
from analysis.parts import is_whole
from analysis.spelling import suggest
from analysis.study import Study
from sim.core.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)

NO_LABEL = 255
"""The id that stands for "none" (no coach) in columns of one byte."""


@dataclass(frozen=True)
class Run:
    """A run folder, opened. The tables are read when they are asked for."""

    folder: Path
    manifest: dict[str, Any]

    # -- what was played

    @cached_property
    def study(self) -> Study:
        """The study that was played."""
        return manifests.study_of(self.manifest)

    @property
    def points(self) -> list[dict[str, Any]]:
        """The design points: index, label, variant, players, lineup, options, deck, compos, settings, rotations, blocks."""
        return self.manifest["points"]

    @property
    def compared_with(self) -> Mapping[int, int] | None:
        """Of two runs read as one (`analysis.joined`): the design point that each is compared with, for those that have one."""
        return None

    @property
    def is_complete(self) -> bool:
        """Whether every part of the study is there."""
        return self.manifest["complete"]

    def labels(self) -> dict[str, list[str]]:
        """The names behind ids, by family: ``labels()["compo"][2]`` is the compo with id 2."""
        return self.manifest["labels"]

    def columns(self, table: str) -> list[dict[str, str]]:
        """The columns of a table: name, dtype, labels (the family of names behind its ids, or ""), about."""
        return self.manifest["columns"][self._known(table)]

    # -- the parts

    def part_keys(self, point: int | None = None) -> list[str]:
        """The keys of all whole parts, or of those of one design point, in order of point and block."""
        parts = self.manifest["parts"]
        keys = (key for key in parts if point is None or parts[key]["point"] == point)
        return sorted(keys, key=lambda key: (parts[key]["point"], parts[key]["first_block"]))

    def part(self, key: str, table: str, columns: Iterable[str] | None = None) -> pl.DataFrame:
        """One part of a table (all rows of its blocks), wholly or some columns of it, in memory."""
        entry = self.manifest["parts"].get(key)
        if entry is None:
            raise UserError(f"{self.folder.as_posix()}: the run has no part {key}; {suggest(key, self.part_keys())}")
        wanted = list(columns) if columns is not None else None
        listed = entry["tables"].get(self._known(table))
        if listed is None:
            empty = self._empty(table)
            return empty.select(wanted) if wanted is not None else empty
        return pl.read_parquet(self.folder / listed["file"], columns=wanted)

    def scan(self, table: str, point: int | None = None) -> pl.LazyFrame:
        """A table (of one design point, or of all) as a lazy frame: ids and counts, small integers."""
        self._known(table)
        files = [
            self.folder / self.manifest["parts"][key]["tables"][table]["file"]
            for key in self.part_keys(point)
            if table in self.manifest["parts"][key]["tables"]
        ]
        return pl.scan_parquet(files) if files else self._empty(table).lazy()

    def with_labels(self, frame: Frame, *columns: str) -> Frame:
        """Add a column ``<name>_name`` for each of `columns`, or for all columns of ids in `frame`; see `add_labels`."""
        return add_labels(frame, self, *columns)

    @cached_property
    def families(self) -> dict[str, str]:
        """Column → family of names, over all tables."""
        return {column["name"]: column["labels"] for table in manifests.TABLES for column in self.columns(table) if column["labels"]}

    def _known(self, table: str) -> str:
        if table not in manifests.TABLES:
            raise UserError(f"a run has no table {table!r}; {suggest(table, manifests.TABLES)}")
        return table

    def _empty(self, table: str) -> pl.DataFrame:
        return pl.DataFrame([pl.Series(column["name"], np.empty(0, np.dtype(column["dtype"]))) for column in self.columns(table)])


def open_run(path: str | Path) -> Run:
    """Open the run folder at `path`; UserError when it is none, or when a file that its manifest lists is not whole."""
    folder = Path(path)
    run = Run(folder, manifests.load(folder))
    for key, entry in run.manifest["parts"].items():
        if not is_whole(folder, entry):
            raise UserError(f"{folder.as_posix()}: a file of part {key} is missing or cut off; run the study again there")
    return run


def add_labels(frame: Frame, run: Run, *columns: str) -> Frame:
    """Add names beside ids: for a column ``compo_start`` of ids a column ``compo_start_name`` of strings.

    Parameters
    ----------
    frame:
        a frame with columns of ids, such as ``run.scan("seats")`` or a summary of it. Names make rows large, so add them
        to summaries rather than to tables.
    columns:
        the columns to name; without any, all columns of ids in `frame`, and ``point`` (the design point's label).

    An id without a name (255: no coach) becomes null.
    """
    there = frame.collect_schema().names()
    families = {**run.families, "point": "point"}
    unknown = [column for column in columns if column not in families or column not in there]
    if unknown:
        raise UserError(f"{unknown[0]} is no column of ids here; {suggest(unknown[0], [c for c in families if c in there])}")
    chosen = columns or [column for column in there if column in families]
    names = {**run.labels(), "point": [point["label"] for point in run.points]}
    added = [
        pl.col(column).replace_strict(dict(enumerate(names[families[column]])), default=None, return_dtype=pl.String).alias(f"{column}_name")
        for column in chosen
    ]
    return frame.with_columns(added)


def to_pandas(table: Any) -> pd.DataFrame:
    """A table as a pandas frame: of Polars (a lazy frame is collected), or rows as `play_blocks` returns them.

    Numbers keep their types; names (strings) become pandas' strings.
    """
    import pandas as pd

    if hasattr(table, "collect"):
        table = table.collect()
    if hasattr(table, "get_columns"):
        return pd.DataFrame({column.name: column.to_numpy() for column in table.get_columns()})
    return pd.DataFrame({name: table[name] for name in table.dtype.names})
