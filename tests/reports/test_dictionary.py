"""The data dictionary knows every table and column that is exported, and the reference page is written from it."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from analysis import compare, dictionary, tipping
from analysis.figures import MODULES, figures_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "tables.md"


def test_every_exported_table_is_explained_with_its_columns(exported):
    for name, table in exported.tables.items():
        entry = dictionary.entry_of(name, exported.summary.figures)
        assert entry is not None, f"add {name} to analysis/dictionary.py"
        assert dictionary.columns_of_entry(entry) == tuple(table.columns), name
        assert set(table.columns) <= set(dictionary.COLUMNS), "add the column to analysis/dictionary.py"
        assert dictionary.about_table(name, exported.summary.figures)


def test_units_are_those_of_the_figures(exported):
    """Shares lie between 0 and 1, differences of shares between -1 and 1: what is called a number may be anything."""
    seen = set()
    for name, table in exported.tables.items():
        for unit, row in zip(dictionary.units(name, table, exported.summary.figures), table.iter_rows(named=True), strict=True):
            seen.add(unit)
            if row.get("estimate") is None:
                continue  # nothing can be said
            if unit == "share" and name not in ("parts", "weights"):  # a component may take away from the spread
                assert 0 <= row["estimate"] <= 1, (name, row)
            elif unit == "points":
                assert -1 <= row["estimate"] <= 1, (name, row)
    assert seen == {"share", "points", "number"}


@pytest.mark.parametrize(
    ("game", "table", "rows", "expected"),
    [
        ("stealr", "seats", {"figure": "rent_paid"}, "number"),
        ("stealr", "seats_by_order", {"figure": "rent_collected"}, "share"),
        ("stealr", "change_of_seats_by_strategy", {"figure": "rent_collected"}, "points"),
        ("freak_shop", "weights", {"figure": "of_spread"}, "share"),
        ("freak_shop", "weights", {"figure": "points"}, "number"),
        ("freak_shop", "maps", {"map": "seller"}, "points"),
        ("freak_shop", "maps", {"map": "turns"}, "number"),
        ("mercato", "going_first", {"against": "last"}, "points"),
        ("mercato", "from_par_by_compo_coach", {"compo": "4-4-2"}, "points"),
        ("mercato", "means", {"number": "turns"}, "number"),
        ("mercato", "comparison", {"figure": "turns", "share": False}, "number"),
        ("mercato", "comparison", {"figure": "win_rate", "share": True}, "points"),
        ("mercato", "nothing_known", {"x": 1}, "number"),
    ],
)
def test_units_of_rows(game, table, rows, expected):
    assert dictionary.units(table, pl.DataFrame([rows]), figures_of(game)) == [expected]


@pytest.mark.parametrize(("table", "schema"), [("tipping_points", tipping.SCHEMA), ("comparison", compare.SCHEMA)])
def test_tables_of_sweeps_and_comparisons_are_explained(table, schema):
    assert dictionary.columns_of_entry(dictionary.entry_of(table, figures_of("mercato"))) == tuple(schema)
    assert set(schema) <= set(dictionary.COLUMNS)


def test_a_table_of_another_games_factor_is_not_known():
    assert dictionary.entry_of("win_rate_by_compo", figures_of("mercato")).columns == ("compo",)
    assert dictionary.entry_of("win_rate_by_compo_coach", figures_of("mercato")).columns == ("compo", "coach")
    assert dictionary.entry_of("win_rate_by_compo", figures_of("stealr")) is None
    assert dictionary.about_table("win_rate_by_compo", figures_of("stealr")) == ""
    assert dictionary.about_column("no_such_column") == ""


def test_the_reference_page_is_that_of_the_dictionary():
    found = re.search(r"<!-- dictionary -->\n(.*?)<!-- end of dictionary -->", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    assert found.group(1).strip() == dictionary.markdown().strip(), "paste the output of: python -m analysis.dictionary"
    for game in MODULES:
        for factor in figures_of(game).factors:
            assert f"| factors | `{factor.name}` |" in found.group(1)
