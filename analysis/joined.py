"""Two runs read as one: the design points of A, then those of B, with common names behind their ids.

So everything that is known of one run (sums, tables, cards) is known of two, and differences between design points of A and B are taken within
blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from analysis import manifest as manifests
from analysis.tables import NO_LABEL, Run


@dataclass(frozen=True)
class JoinedRun(Run):
    """Runs A and B as one; see `join`."""

    runs: Mapping[str, Run] = field(default_factory=dict)
    maps: Mapping[str, Mapping[str, Mapping[int, int]]] = field(default_factory=dict)
    """By run and family: this run's ids → those of both."""
    partners: Mapping[int, int] = field(default_factory=dict)

    @property
    def compared_with(self) -> Mapping[int, int]:
        """The design point of A that one of B is compared with."""
        return self.partners

    def part(self, key: str, table: str, columns: Iterable[str] | None = None) -> pl.DataFrame:
        """One part of a table, its ids those of both runs."""
        side, _, own = key.partition("/")
        wanted = list(columns) if columns is not None else [column["name"] for column in self.columns(table)]
        rows = self.runs[side].part(own, table, wanted)
        changed = [
            pl.col(name).replace(self.maps[side][family])
            for name, family in self.families.items()
            if name in rows.columns and self.maps[side].get(family)
        ]
        return rows.with_columns(changed) if changed else rows

    def scan(self, table: str, point: int | None = None) -> pl.LazyFrame:
        """A table as a lazy frame, part by part."""
        parts = [self.part(key, table).lazy() for key in self.part_keys(point)]
        return pl.concat(parts) if parts else self._empty(table).lazy()


def join(a: Run, b: Run, partners: Mapping[int, int], title: str, question: str) -> JoinedRun:
    """Both runs as one; design points of B are numbered after those of A, and all labels say which run they are of.

    partners: by the number of a design point of B (as numbered then), that of the one of A that it is compared with.
    """
    runs = {"a": a, "b": b}
    labels: dict[str, list[str]] = {}
    maps: dict[str, dict[str, dict[int, int]]] = {"a": {}, "b": {}}
    for side, run in runs.items():
        for family, names in run.labels().items():
            known = labels.setdefault(family, [])
            known += [name for name in names if name not in known]
            moved = {k: known.index(name) for k, name in enumerate(names) if known.index(name) != k}
            if moved:
                maps[side][family] = moved
    shift = len(a.points)
    points = [{**point, "label": f"A: {point['label']}"} for point in a.points]
    points += [{**point, "index": point["index"] + shift, "label": f"B: {point['label']}"} for point in b.points]
    parts = {f"a/{key}": part for key, part in a.manifest["parts"].items()}
    parts |= {f"b/{key}": {**part, "point": part["point"] + shift} for key, part in b.manifest["parts"].items()}
    columns = {}
    for table in manifests.TABLES:
        there = {column["name"] for column in b.columns(table)}
        columns[table] = [column for column in a.columns(table) if column["name"] in there]
    study = {
        **a.manifest["study"],
        "name": "compare",
        "title": title,
        "question": question,
        "strategies": {**b.manifest["study"]["strategies"], **a.manifest["study"]["strategies"]},
        "overrides": [],
        "targets": {},
    }
    combined = {
        **a.manifest,
        "study": study,
        "study_text": f"# A\n{a.manifest['study_text']}\n# B\n{b.manifest['study_text']}",
        "points": points,
        "labels": labels,
        "columns": columns,
        "complete": a.is_complete and b.is_complete,
        "parts": parts,
    }
    _check_room(labels, columns)
    return JoinedRun(a.folder, combined, runs, maps, partners)


def _check_room(labels: Mapping[str, list[str]], columns: Mapping[str, list[dict[str, Any]]]) -> None:
    """Ids of both runs must fit into the columns' types, and 255 means none."""
    for listed in columns.values():
        for column in listed:
            names = labels.get(column["labels"], [])
            if np.dtype(column["dtype"]).itemsize == 1 and len(names) >= NO_LABEL:
                raise ValueError(f"{len(names)} names of {column['labels']} don't fit into the column {column['name']}")
