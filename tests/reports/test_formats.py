"""A report in other forms than the page: the same numbers in each, names harmless in each, the same bytes for the same run."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ET
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pytest
from markdown_it import MarkdownIt
from PIL import Image
from polars.testing import assert_frame_equal

from analysis.dictionary import units
from analysis.wording import Names
from reports.cli import main
from reports.commands.report import report
from reports.export import FORMATS, USUAL, write_tables
from reports.figures.palette import light
from reports.figures.pictures import keeping, standalone, to_png
from reports.figures.svg import TOKEN, canvas, styled, to_svg
from reports.markdown import escaped
from reports.workbook import FORMULA, sheet_names, workbook
from sim.core.errors import UserError
from tests.analysis.synthetic import SyntheticPoint, write_run
from tests.exports import NASTY

# -- tables as files


def test_every_table_reads_back_equal_from_every_format(exported):
    folder = exported.folder / "tables"
    assert {path.name for path in folder.iterdir()} == {f"{t}.{e}" for t in exported.tables for e in ("csv", "fr.csv", "parquet", "json")}
    for name, table in exported.tables.items():
        assert_frame_equal(pl.read_parquet(folder / f"{name}.parquet"), table)
        assert_frame_equal(pl.read_csv(folder / f"{name}.csv", schema=table.schema), table)
        assert_frame_equal(pl.read_json(folder / f"{name}.json", schema=table.schema), table)
        assert json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))[0].keys() == dict.fromkeys(table.columns).keys()


def test_the_french_csv_is_what_a_french_excel_reads(exported):
    """A byte order mark (else it takes UTF-8 for Latin), semicolons, decimal commas; and nothing that it takes for a formula."""
    for name, table in exported.tables.items():
        path = exported.folder / "tables" / f"{name}.fr.csv"
        assert path.read_bytes().startswith("\ufeff".encode())
        texts = {column: str for column, dtype in table.schema.items() if dtype == pl.String}
        empty = {column: [""] for column in table.columns if column not in texts}
        read = pd.read_csv(path, sep=";", decimal=",", keep_default_na=False, na_values=empty, dtype=texts)
        assert list(read.columns) == table.columns
        for column, dtype in table.schema.items():
            if dtype == pl.String:
                plain = [text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text for text in read[column]]
                assert plain == table[column].to_list()
                assert not any(text.startswith(FORMULA) for text in read[column])
            else:
                np.testing.assert_allclose(read[column].to_numpy(float), table[column].to_numpy().astype(float), rtol=1e-12)


def test_tables_are_written_in_the_formats_that_are_asked_for(tmp_path):
    write_tables({"a": pl.DataFrame({"x": [1]})}, tmp_path / "t", ["json"])
    assert [path.name for path in (tmp_path / "t").iterdir()] == ["a.json"]


# -- the workbook


def test_every_sheet_holds_its_table_as_typed_numbers(exported):
    book = openpyxl.load_workbook(exported.folder / "report.xlsx")
    front, columns = book.sheetnames[:2]
    assert (front, columns) == ("Answer", "Columns")
    places = sheet_names(exported.tables, [front, columns])
    assert book.sheetnames[2:] == list(places.values())
    for name, table in exported.tables.items():
        sheet = book[places[name]]
        head = [cell.value for cell in sheet[1]]
        assert [title for title in head if title in table.columns] == table.columns
        assert sheet.freeze_panes == "A2"
        assert sheet.auto_filter.ref == f"A1:{openpyxl.utils.get_column_letter(len(head))}{table.height + 1}"
        assert sheet.max_row == table.height + 1
        kinds = units(name, table, exported.summary.figures)
        for column, dtype in table.schema.items():
            cells = [row[0] for row in sheet.iter_rows(min_row=2, min_col=head.index(column) + 1, max_col=head.index(column) + 1)]
            expected = table[column].to_list()
            assert [cell.value for cell in cells] == [pytest.approx(value, rel=1e-15) if isinstance(value, float) else value for value in expected]
            types = {cell.data_type for cell in cells if cell.value is not None}
            assert types <= ({"s"} if dtype == pl.String else {"n"})
            if column in ("estimate", "low_simultaneous"):
                shown = [("%" in cell.number_format, kind in ("share", "points")) for cell, kind in zip(cells, kinds) if cell.value is not None]
                assert all(percent == fraction for percent, fraction in shown)


def test_printed_names_stand_beside_short_ones(exported):
    book = openpyxl.load_workbook(exported.folder / "report.xlsx")
    game = exported.summary.figures.game
    table, column, pairs = {
        "mercato": ("win_rate_by_coach", "coach", {"fourbe": "Le Fourbe", "opportuniste": "L'Opportuniste"}),
        "stealr": ("cards", "card", {"deal_breaker": "Deal Breaker", "yoink": "Yoink!"}),
        "freak_shop": ("weights", "element", {"12": "12 Bien ordonné", "1": "1 La mode à petit prix"}),
    }[game]
    head, *rows = book[table].iter_rows(values_only=True)
    found = {row[head.index(column)]: row[head.index(f"{column}_name")] for row in rows}
    assert pairs.items() <= found.items()
    head, *rows = book["win_rate_by_order"].iter_rows(values_only=True)
    assert {(row[head.index("order")], row[head.index("order_name")]) for row in rows} >= {(0, "1st"), (1, "2nd")}


def test_the_first_sheet_has_the_answer_what_was_played_and_where_things_are(exported):
    book = openpyxl.load_workbook(exported.folder / "report.xlsx")
    front = book["Answer"]
    texts = [cell.value for row in front.iter_rows() for cell in row if cell.value is not None]
    said = exported.content
    assert texts[0] == said.title
    for sentence in said.answers:
        assert sentence in texts
    assert {name for name, _ in said.about.facts} <= set(texts)
    links = {cell.value: cell.hyperlink.location for row in front.iter_rows() for cell in row if cell.hyperlink}
    assert set(links) == set(exported.tables)
    for place in links.values():
        sheet, cell = place.rsplit("!", 1)
        assert sheet.strip("'") in book.sheetnames
        assert cell == "A1"
    assert all(about for row in book["Columns"].iter_rows(min_row=2, values_only=True) for about in row)


def test_no_text_is_a_formula(exported):
    with zipfile.ZipFile(exported.folder / "report.xlsx") as archive:
        for name in archive.namelist():
            assert "<f>" not in archive.read(name).decode("utf-8", errors="replace")
    book = openpyxl.load_workbook(exported.folder / "report.xlsx")
    begins = [cell for sheet in book for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str) and cell.value.startswith(FORMULA)]
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in begins)
    if exported.summary.figures.game == "mercato":
        assert {NASTY, "+Which | compo?"} <= {cell.value for cell in begins}


def test_names_of_sheets_are_those_that_excel_takes():
    long = "change_of_win_rate_by_something_very_long"
    wanted = [long, long + "_2", long.upper(), "a/b:c*d?e[f]g\\h", "'quoted'", "History", "Answer", "plain", ""]
    found = sheet_names(wanted, ["Answer"])
    assert list(found) == wanted
    assert found["plain"] == "plain"
    assert len({name.casefold() for name in found.values()} | {"answer", "history"}) == len(wanted) + 2
    for name in found.values():
        assert 1 <= len(name) <= 31
        assert not re.search(r"[\[\]:*?/\\]", name)
        assert not name.startswith("'") and not name.endswith("'")


def test_a_table_that_is_too_long_for_a_sheet_is_left_out_and_said_so(exported, monkeypatch):
    longest = max(exported.tables, key=lambda name: exported.tables[name].height)
    monkeypatch.setattr("reports.workbook.ROWS", exported.tables[longest].height)
    book = openpyxl.load_workbook(io.BytesIO(workbook(exported.content, Names.of(exported.summary.manifest))))
    assert longest not in book.sheetnames
    (row,) = [row for row in book["Answer"].iter_rows(values_only=True) if row[0] == longest]
    assert "too long for a sheet" in row[1]


# -- Markdown


def rendered(text: str) -> ET.Element:
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(re.sub(r"</?(details|summary)>", "", text))
    return ET.fromstring(f"<all>{html.replace('&nbsp;', chr(160))}</all>")


def words(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_markdown_renders_to_the_cards_of_the_page(exported):
    text = (exported.folder / "report.md").read_text(encoding="utf-8")
    root = rendered(text)
    said = exported.content
    assert words(root.find("h1")) == " ".join(said.title.split())
    told = [words(item) for item in root.iter("li")]
    for sentence in said.answers:
        assert " ".join(sentence.split()) in told
    tables = [[[words(cell) for cell in row] for row in table.iter("tr")] for table in root.iter("table")]
    assert all(len({len(row) for row in table}) == 1 for table in tables)
    for _, card in said.cards():
        assert " ".join(card.sentence.split()) in [words(p) for p in root.iter("p")] or not card.sentence
        if card.table is not None:
            plain = [[" ".join(cell.split()) for cell in row] for row in (card.table.headings, *card.table.rows)]
            assert plain in tables, card.title
    assert text.count("<details>") == text.count("</details>") == text.count("<summary>")


def test_markdown_shows_every_figure_of_the_page(exported):
    root = rendered((exported.folder / "report.md").read_text(encoding="utf-8"))
    images = [image.get("src") for image in root.iter("img")]
    assert len(images) == len(exported.content.drawn()) == len(set(images))
    assert all((exported.folder / source).is_file() for source in images)


@pytest.mark.parametrize(
    "text",
    [NASTY, "<script>alert(1)</script>", "1. one", "2) two", "- dash", "+ plus", "# head", "a | b", "![x](y)", "[x](http://y)", "http://x.y",
     "> quote", "---", "===", "`code`", "**bold** _it_ ~~no~~", "$x$", "\\| \\", "&amp; &lt;", "5-4-1 wins", "−0.5", "@someone", "a\nb\r\nc",
     "* star"],
)  # fmt: skip
def test_any_text_is_read_in_markdown_as_it_is_written(text):
    """Alone on a line, in a list, and in a table's cell."""
    plain = " ".join(text.split())
    for source, tag in (
        (escaped(text), "p"),
        (f"- {escaped(text)}", "li"),
        (f"| a |\n|---|\n| {escaped(text)} |", "td"),
        (f"# {escaped(text)}", "h1"),
    ):
        root = rendered(source)
        assert words(next(root.iter(tag))) == plain
        assert {element.tag for element in root.iter()} <= {"all", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "h1"}


# -- figures


def test_figures_are_whole_documents_with_the_pages_light_colours(exported):
    said = exported.content
    names = {path.stem for path in (exported.folder / "figures").glob("*.svg")}
    assert len(names) == len(said.drawn()) > 0
    assert names == {path.stem for path in (exported.folder / "figures").glob("*.png")}
    palette = {*light().values(), "none"}
    ids: list[str] = []
    for name in names:
        text = (exported.folder / "figures" / f"{name}.svg").read_text(encoding="utf-8")
        assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"')
        root = ET.fromstring(text.encode())
        assert root.find("{http://www.w3.org/2000/svg}title").text
        assert "var(" not in re.sub(r">[^<]*<", "><", text)
        used = {found for found in re.findall(r"(?:fill|stroke): ?(#\w+|none)", text)} | set(re.findall(r'fill="(#\w+)"', text))
        assert used <= palette
        own = [element.get("id") for element in root.iter() if element.get("id")]
        assert all(each.startswith(name) for each in own)
        assert {found for found in re.findall(r'(?:url\(#|href="#)([^)"]+)', text)} <= set(own)
        ids += own
    assert len(set(ids)) == len(ids)


def test_all_figures_are_well_formed_in_one_document(exported):
    together = ET.fromstring("<page>" + "".join(card.svg for card in exported.content.drawn()) + "</page>")
    ids = [element.get("id") for element in together.iter() if element.get("id")]
    assert len(together) == len(exported.content.drawn())
    assert len(set(ids)) == len(ids)


def test_pictures_are_twice_as_sharp_as_the_page_and_on_paper(exported):
    for path in (exported.folder / "figures").glob("*.png"):
        drawn = ET.fromstring(path.with_suffix(".svg").read_bytes())
        with Image.open(path) as picture:
            assert picture.size == pytest.approx((2 * float(drawn.get("width")), 2 * float(drawn.get("height"))), abs=2)
            assert picture.getpixel((0, 0))[:3] == tuple(int(light()["paper"][k : k + 2], 16) for k in (1, 3, 5))


def test_a_picture_has_the_colours_of_the_page_and_none_of_its_tokens():
    with styled():
        figure, axes = canvas(100.0)
        axes.plot([0, 1], [0, 1], color=TOKEN["above"], marker="o", markerfacecolor=TOKEN["below"], linewidth=6, markersize=20)
        axes.fill_between([0, 1], [0, 0], [1, 0], color=TOKEN["series2"], linewidth=0)
        axes.text(0.5, 0.5, "text", color=TOKEN["ink"], fontsize=40)
        picture = Image.open(io.BytesIO(to_png(figure, TOKEN))).convert("RGB")
        buffer = io.BytesIO()
        figure.savefig(buffer, format="svg")
    seen = {f"#{r:02x}{g:02x}{b:02x}" for _, (r, g, b) in picture.getcolors(picture.width * picture.height)}
    assert {light()[name] for name in ("above", "below", "series2", "ink", "paper")} <= seen
    assert not seen & set(TOKEN.values())
    assert not any(token in buffer.getvalue().decode() for token in TOKEN.values())


def test_every_token_has_a_colour_of_the_page():
    assert set(TOKEN) <= set(light())


def test_figures_are_kept_only_where_they_are_wanted():
    with styled():
        for wanted in (True, False):
            with keeping(wanted) as kept:
                to_svg(canvas(50.0)[0], "name", "title", "description")
            assert list(kept) == ["name"] * wanted
    with pytest.raises(ValueError, match="no figure of a page"):
        standalone("<svg></svg>")


# -- the report as a whole


def test_the_same_run_gives_the_same_bytes_in_every_format(exported, tmp_path):
    report(exported.run, tmp_path / "again", formats="all")
    files = [path.relative_to(exported.folder) for path in exported.folder.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".html", ".md", ".xlsx", ".csv", ".parquet", ".json", ".svg", ".png"}
    for file in files:
        assert (exported.folder / file).read_bytes() == (tmp_path / "again" / file).read_bytes(), file


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("small") / "run", [SyntheticPoint("classic", 2)], blocks=40)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (None, {"index.html", "report.md", "report.xlsx", "tables", "figures"}),
        ("html", {"index.html"}),
        ("md, xlsx", {"index.html", "report.md", "report.xlsx"}),
        ("png", {"index.html", "figures"}),
        ("csv-fr", {"index.html", "tables"}),
    ],
)
def test_formats_are_chosen_and_the_page_is_always_there(small, tmp_path, asked, expected):
    folder = report(small, tmp_path / "out", formats=asked).parent
    assert {path.name for path in folder.iterdir()} == expected
    if asked == "md, xlsx":
        assert "![" not in (folder / "report.md").read_text(encoding="utf-8")
    report(small, folder, formats="html")  # takes the place of the other, whatever that held
    assert {path.name for path in folder.iterdir()} == {"index.html"}


def test_formats_that_there_are_not_are_refused(small, tmp_path, capsys):
    with pytest.raises(UserError, match=r"--formats pfd: a report is not written in that; known are html, md"):
        report(small, tmp_path / "out", formats="pfd")
    assert main(["report", str(small), "--formats", "xslx", "--out", str(tmp_path / "out")]) == 2
    assert "did you mean 'xlsx'?" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert set(USUAL) <= set(FORMATS)


def test_several_runs_are_reported_one_after_the_other(small, tmp_path, capsys):
    other = write_run(tmp_path / "other", [SyntheticPoint("ultime", 3)], blocks=30)
    assert main(["report", str(small), str(other), "--formats", "html", "--out", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out.split()
    assert told == [str(tmp_path / "out" / name / "index.html") for name in ("run", "other")]
    assert "Ultime" in (tmp_path / "out" / "other" / "index.html").read_text(encoding="utf-8")
    assert main(["report", str(small), str(small), "--out", str(tmp_path / "twice")]) == 2
    assert "two of the runs are called run" in capsys.readouterr().err
    assert not (tmp_path / "twice").exists()
