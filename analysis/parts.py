"""Parts: the files of a run. A part is a fixed range of blocks of one design point, written whole or not at all."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.manifest import TABLES, sync_folder, write_atomically
from analysis.study import Point, Study

COMPRESSION_LEVEL = 3
ROW_GROUP = 2**17
"""Rows of a Parquet row group. Fixed, so that equal tables are equal files."""


@dataclass(frozen=True)
class Part:
    """Blocks `first_block` … `first_block + blocks - 1` of a design point."""

    point: int
    number: int
    first_block: int
    blocks: int

    @property
    def key(self) -> str:
        """The part's name in the manifest and of its files: ``p003-00012``."""
        return f"p{self.point:03d}-{self.number:05d}"


def parts_of(point: Point) -> Iterator[Part]:
    """The parts of a design point; their boundaries depend on block numbers alone."""
    for number, first in enumerate(range(0, point.blocks, point.blocks_per_part)):
        yield Part(point.index, number, first, min(point.blocks_per_part, point.blocks - first))


class Shelf:
    """Turns the rows of chunks into the files of parts."""

    def __init__(self, folder: Path, study: Study, labels: dict[str, list[str]]) -> None:
        self.folder = folder
        self.study = study
        self.labels = labels
        game = study.game_object
        self.columns = {table: getattr(game, f"{table}_columns") for table in TABLES}
        self._maps: dict[int, dict[str, np.ndarray]] = {}

    def write(self, part: Part, chunks: Sequence[Any]) -> dict[str, Any]:
        """Write the tables of `part` from its chunks' rows, in order; return its entry for the manifest."""
        point = self.study.points[part.point]
        tables: dict[str, Any] = {}
        for table in TABLES:
            if table == "matches" and point.games_per_match == 1:
                continue
            frame = self.frame(table, point, [getattr(rows, table) for rows in chunks])
            content = parquet_bytes(frame)
            name = f"{table}/{part.key}.parquet"
            (self.folder / table).mkdir(exist_ok=True)
            write_atomically(self.folder / name, content)
            sync_folder(self.folder / table)
            tables[table] = {
                "file": name,
                "rows": frame.height,
                "bytes": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
        return {"point": part.point, "first_block": part.first_block, "blocks": part.blocks, "tables": tables}

    def frame(self, table: str, point: Point, pieces: Sequence[np.ndarray]) -> pl.DataFrame:
        """The pieces of one table, end to end, with the ids of this run: `point`, and those of labelled columns."""
        maps = self._maps_of(point)
        size = sum(len(piece) for piece in pieces)
        series = []
        for column in self.columns[table]:
            dtype = np.dtype(column.dtype)
            if column.name == "point":
                values = np.full(size, point.index, dtype)
            elif column.labels == "strategy" and column.name == "strategy":
                position = np.concatenate([piece["position"] for piece in pieces])
                values = maps["strategy"][position].astype(dtype)
            else:
                values = np.concatenate([np.ascontiguousarray(piece[column.name]) for piece in pieces])
                if column.labels in maps:
                    values = maps[column.labels][values]
                values = values.astype(dtype, copy=False)
            series.append(pl.Series(column.name, values))
        return pl.DataFrame(series)

    def _maps_of(self, point: Point) -> dict[str, np.ndarray]:
        """How ids of a design point become ids of the run, for the families where they differ; 255 is "none" in both."""
        if point.index not in self._maps:
            own = self.study.config(point).labels
            maps: dict[str, np.ndarray] = {"strategy": np.array([self.labels["strategy"].index(name) for name in point.lineup], np.uint16)}
            for family, names in own.items():
                if family != "strategy" and names != self.labels[family][: len(names)]:
                    ids = np.arange(256, dtype=np.uint8)
                    ids[: len(names)] = [self.labels[family].index(name) for name in names]
                    maps[family] = ids
            self._maps = {point.index: maps}  # parts come point by point: one is enough
        return self._maps[point.index]


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """`frame` as the bytes of a Parquet file; equal frames give equal bytes."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", compression_level=COMPRESSION_LEVEL, row_group_size=ROW_GROUP)
    return buffer.getvalue()


def is_whole(folder: Path, entry: dict[str, Any]) -> bool:
    """Whether every file of a part that the manifest lists is there, with the size that it says."""
    return all((folder / table["file"]).is_file() and (folder / table["file"]).stat().st_size == table["bytes"] for table in entry["tables"].values())


def damage(folder: Path, entry: dict[str, Any]) -> str | None:
    """What is wrong with the files of a part, in words; None when each is what the manifest says, to the byte."""
    for table in entry["tables"].values():
        path = folder / table["file"]
        if not path.is_file():
            return f"{table['file']} is missing"
        if path.stat().st_size != table["bytes"]:
            return f"{table['file']} has {path.stat().st_size:,} bytes, not {table['bytes']:,}"
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != table["sha256"]:
                return f"{table['file']} is damaged: its checksum is another"
    return None


def sweep_temporary(folder: Path) -> None:
    """Remove what a killed run has left half-written."""
    for place in (folder, *(folder / table for table in TABLES)):
        for left in place.glob(".*.tmp"):
            left.unlink(missing_ok=True)
