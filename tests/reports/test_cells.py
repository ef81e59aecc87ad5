"""By which number a cell is sorted, and a figure's numbers as text, in both languages."""

from __future__ import annotations

import pytest

from analysis.language import speaking
from reports.card import Valued, sort_value
from reports.figures.svg import Drawing
from reports.rendering import figure_csv

NNBSP, NBSP, MINUS = "\u202f", "\u00a0", "\u2212"


@pytest.mark.parametrize(
    ("lang", "cell", "value"),
    [
        ("en", "57.8", 57.8),
        ("en", f"{MINUS}2.4", -2.4),
        ("en", "+12.4 (+7.4 to +17.3)", 12.4),
        ("en", f"{MINUS}5.6 to +0.7", -5.6),
        ("en", "12,345,678", 12345678.0),
        ("en", "3.21 ± 0.04", 3.21),
        ("en", f"21.3{NBSP}% (20.9 to 21.7)", 21.3),
        ("en", "34 (34 to 35)", 34.0),
        ("en", "5-4-1 46.4", None),
        ("en", "no deal came out differently", None),
        ("en", "unknown", None),
        ("en", "", None),
        ("fr", "57,8", 57.8),
        ("fr", f"{MINUS}2,4", -2.4),
        ("fr", f"12{NNBSP}345{NNBSP}678", 12345678.0),
        ("fr", f"12{NBSP}345,5 ± 0,4", 12345.5),
        ("fr", f"{MINUS}5,6 à +0,7", -5.6),
        ("fr", "5-4-1 46,4", None),
    ],
)
def test_the_number_that_a_cell_begins_with(lang, cell, value):
    with speaking(lang):
        assert sort_value(cell) == value


def test_a_cell_may_bring_its_number():
    cell = Valued("5-4-1 46.4", 0.464)
    assert (cell, sort_value(cell)) == ("5-4-1 46.4", 0.464)


def test_numbers_of_a_figure_as_csv():
    drawing = Drawing("<svg/>", "x", ("row", "estimate", "low"), [('a "b", c', 0.1234567891, None), ("d;e", 12, 3.5)])
    assert figure_csv(drawing) == 'row,estimate,low\n"a ""b"", c",0.123457,\nd;e,12,3.5\n'
    with speaking("fr"):
        assert figure_csv(drawing) == 'row;estimate;low\n"a ""b"", c";0,123457;\n"d;e";12;3,5\n'
