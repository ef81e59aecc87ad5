"""The tables of a page as files: CSV, Parquet and JSON, the same rows in each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import polars as pl


def write_tables(tables: Mapping[str, pl.DataFrame], folder: Path) -> None:
    """Write each table as NAME.csv, NAME.parquet and NAME.json into `folder`, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        table.write_csv(folder / f"{name}.csv")
        table.write_parquet(folder / f"{name}.parquet")
        table.write_json(folder / f"{name}.json")
