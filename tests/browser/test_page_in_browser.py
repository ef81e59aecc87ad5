"""What a page does in a browser: it opens in silence and alone, its tables sort and filter, its figures hand out their numbers."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.pages import BAD_COMPO, BAD_LABELS, BAD_QUESTION, BAD_STRATEGY, BAD_TITLE, GAMES, PAGES

TABLE = "table:has(caption:text-is('{}'))"


def column(table, k):
    """The texts of a column, of the rows that are shown."""
    return [row.locator("th, td").nth(k).inner_text() for row in table.locator("tbody tr:visible").all()]


def as_number(text):
    return float(re.match(r"[+-]?[\d.]+", text.replace("\u2212", "-").replace(",", "")).group())


def as_french_number(text):
    grouped = re.sub(r"(?<=\d)[\u202f\u00a0](?=\d{3})", "", text)
    return float(re.match(r"[+-]?\d+(,\d+)?", grouped.replace("\u2212", "-")).group().replace(",", "."))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [1400, 390])
def test_it_opens_in_silence_alone_and_within_its_window(opened, name, width):
    with opened(name, width) as page:
        assert page.locator("h1").count() == 1
        assert page.locator("figure .tools button").count() >= 3 * page.locator("figure svg").count() > 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.click("#unfold")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.click(".contents summary")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", PAGES)
def test_no_label_of_a_figure_is_cut_off_and_none_is_tiny(opened, name):
    """Every text of a figure lies within its card, and is at least 8.5 pixels high at the width of a phone."""
    with opened(name, 390) as page:
        page.click("#unfold")
        cut = page.evaluate(
            """() => [...document.querySelectorAll("figure svg text")].flatMap((text) => {
                const card = text.closest(".card").getBoundingClientRect(), box = text.getBoundingClientRect();
                const size = parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a;
                return box.left < card.left - 1 || box.right > card.right + 1 || size < 8.5 ? [`${text.textContent} (${size})`] : [];
            })"""
        )
        assert cut == []


def test_names_are_shown_and_do_nothing(opened):
    with opened("hostile") as page:
        page.click("#unfold")
        assert page.locator("h1").inner_text() == BAD_TITLE
        assert page.title() == BAD_TITLE
        text = page.locator("body").inner_text()
        for name in (BAD_QUESTION, BAD_STRATEGY, BAD_COMPO, *BAD_LABELS):
            assert name in text
        assert page.locator("svg text", has_text=BAD_COMPO[:10]).count() > 0
        assert page.locator("script").count() == 1
        assert page.locator("img, [onerror], [onload], [onclick]").count() == 0


def test_a_script_that_is_not_the_page_s_does_not_run(opened, made, browser, tmp_path):
    """Even if a name slipped through as markup, the policy of the page keeps it from running, and from reaching out."""
    text = Path(made("mercato")).read_text(encoding="utf-8")
    path = tmp_path / "slipped.html"
    path.write_text(
        text.replace("</main>", "<script>document.title = 'taken'</script><img src='https://example.org/x.png'></main>"), encoding="utf-8"
    )
    page = browser.new_page()
    failed = []
    page.on("requestfailed", lambda request: failed.append(request.failure))
    page.goto(f"file://{path}")
    assert page.title() != "taken"
    assert failed == ["csp"]
    page.close()


def test_tables_sort_by_number_and_by_name(opened):
    with opened("mercato") as page:
        page.click("#unfold")
        table = page.locator(TABLE.format("Starting compo")).first
        before = column(table, 0)
        heads = table.locator("thead th")
        place = heads.all_inner_texts().index("From average, points")
        for order, turned in (("descending", True), ("ascending", False)):
            heads.nth(place).locator("button").click()
            assert heads.nth(place).get_attribute("aria-sort") == order
            numbers = [as_number(cell) for cell in column(table, place)]
            assert numbers == sorted(numbers, reverse=turned)
            assert min(numbers) < 0 < max(numbers)  # with minus signs
        heads.nth(0).locator("button").press("Enter")  # by keyboard
        assert heads.nth(place).get_attribute("aria-sort") is None
        assert column(table, 0) == sorted(before)
        heads.nth(0).locator("button").press("Enter")
        assert column(table, 0) == sorted(before, reverse=True)
        heads.nth(0).locator("button").press("Enter")
        assert column(table, 0) == before


def test_intervals_and_thousands_sort_by_value(opened):
    with opened("mercato") as page:
        page.click("#unfold")
        table = page.locator(TABLE.format("At a glance"))
        heads = table.locator("thead th").all_inner_texts()
        for head in ("First less last, points", "Games"):
            place = heads.index(head)
            table.locator("thead th").nth(place).locator("button").click()
            numbers = [as_number(cell) for cell in column(table, place) if cell.strip()]
            assert numbers == sorted(numbers, reverse=True)
            assert len(set(numbers)) > 1
        place = heads.index("Lowest compo, %")
        table.locator("thead th").nth(place).locator("button").click()
        numbers = [float(cell.split()[-1]) for cell in column(table, place) if cell.strip()]
        assert numbers == sorted(numbers, reverse=True)


def test_french_numbers_sort_by_value(opened):
    with opened("french") as page:
        page.click("#unfold")
        assert page.evaluate("document.documentElement.lang") == "fr"
        table = page.locator("table", has=page.locator("tbody th", has_text="Le Fossoyeur")).first
        found = set()
        for place in range(1, table.locator("thead th").count()):
            button = table.locator("thead th").nth(place).locator("button")
            button.click()
            cells = [cell for cell in column(table, place) if re.match(r"[+\u2212]?\d", cell)]
            numbers = [as_french_number(cell) for cell in cells]
            assert numbers == sorted(numbers, reverse=True)
            found |= {sign for cell in cells for sign in ",\u2212\u202f" if sign in cell}
        assert found >= {",", "\u2212"}
        assert page.locator("input[type=search]").first.get_attribute("placeholder") != "Find rows"


def test_long_tables_are_searched(opened):
    with opened("freak_shop") as page:
        page.click("#unfold")
        table = page.locator("table.filterable").filter(has=page.locator("th", has_text="Combination")).first
        box = table.locator("xpath=../preceding-sibling::div[@class='find'][1]")
        rows = table.locator("tbody tr")
        whole = rows.count()
        assert whole == 64
        box.locator("input").fill("MODE clou")
        shown = table.locator("tbody tr:visible")
        assert 0 < shown.count() < whole
        assert all("Mode" in text and "Clou" in text for text in shown.all_inner_texts())
        assert box.locator("output").inner_text() == f"{shown.count()} of 64 rows"
        box.locator("input").fill("ordonne")  # without the accent
        assert shown.count() == 16
        box.locator("input").fill("no such thing")
        assert shown.count() == 0
        box.locator("input").fill("")
        assert shown.count() == whole


def test_parts_fold_and_links_open_what_they_lead_to(opened):
    with opened("mercato") as page:
        details = page.locator("main details")
        assert details.count() > 5
        page.click("#unfold")
        assert page.locator("main details:not([open])").count() == 0
        page.click("#fold")
        assert page.locator("main details[open]").count() == 0
        page.click(".contents summary")
        target = page.locator(".contents li li a").last
        name = target.get_attribute("href")[1:]
        target.click()
        assert page.locator(".contents details").get_attribute("open") is None
        heading = page.locator(f"[id='{name}']")
        assert heading.locator("xpath=ancestor::details").get_attribute("open") is not None
        page.wait_for_function(
            "name => { const top = document.getElementById(name).getBoundingClientRect().top; return 30 < top && top < 300; }", arg=name
        )
        page.click(".contents summary")
        page.keyboard.press("Escape")
        assert page.locator(".contents details").get_attribute("open") is None


@pytest.mark.parametrize("name", PAGES)
def test_every_figure_hands_out_its_numbers_and_itself(opened, name):
    with opened(name) as page:
        page.click("#unfold")
        figures = page.locator("figure")
        names = [figure.get_attribute("data-name") for figure in figures.all()]
        assert len(set(names)) == len(names)
        assert all(figure.get_attribute("data-csv") for figure in figures.all())
        figure = figures.nth(figures.count() // 2)
        with page.expect_download() as download:
            figure.get_by_role("button", name="Data (CSV)").click()
        assert download.value.suggested_filename == f"{figure.get_attribute('data-name')}.csv"
        text = Path(download.value.path()).read_text(encoding="utf-8-sig")
        rows = list(csv.reader(io.StringIO(text)))
        assert len({len(row) for row in rows}) == 1
        assert len(rows) > 2
        with page.expect_download() as download:
            figure.get_by_role("button", name="SVG").click()
        saved = Path(download.value.path()).read_text(encoding="utf-8")
        root = ET.fromstring(saved)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(--" not in saved
        with page.expect_download() as download:
            figure.get_by_role("button", name="PNG").click()
        image = Path(download.value.path()).read_bytes()
        assert image.startswith(b"\x89PNG")
        assert int.from_bytes(image[16:20], "big") == 3 * 360


def test_the_numbers_of_a_figure_are_those_of_its_table(opened):
    with opened("mercato") as page:
        page.click("#unfold")
        card = page.locator("article", has=page.locator("h3", has_text="Starting compo")).first
        rows = list(csv.DictReader(io.StringIO(card.locator("figure").get_attribute("data-csv"))))
        table = card.locator("table")
        assert [row["row"] for row in rows] == column(table, 0)
        assert [100 * float(row["estimate"]) for row in rows] == pytest.approx([float(cell) for cell in column(table, 1)], abs=0.0501)


@pytest.mark.parametrize("name", GAMES)
def test_dark_is_dark_and_paper_is_white(opened, name):
    brightness = """selector => {
        const element = document.querySelector(selector), style = getComputedStyle(element);
        const of = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
        return [of(style.backgroundColor), of(style.color)];
    }"""
    with opened(name, scheme="dark") as page:
        ground, ink = page.evaluate(brightness, "body")
        assert ground < 0.15 < 0.8 < ink
        fill = page.evaluate("getComputedStyle(document.querySelector('svg text')).fill")
        assert sum(map(int, re.findall(r"\d+", fill))) / 765 > 0.5
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate(brightness, "body") == [1.0, 0.0]
        for selector in (".contents", ".tools", "main details:not([open]):not(.kept)"):
            assert page.locator(selector).first.is_hidden(), selector
        assert page.locator("pre", has_text="balancier run").first.is_visible()


def test_on_paper_what_makes_it_repeatable_is_whole(opened):
    with opened("mercato") as page:
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.locator("details.kept table.options").first.is_visible()
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert page.locator("details.kept[open]").count() == 0
        page.emulate_media(media="screen")
        pdf = page.pdf(prefer_css_page_size=True)
        assert pdf.startswith(b"%PDF")
        assert len(pdf) > 20_000


def test_all_is_there_without_the_script(opened):
    with opened("mercato", script=False) as page:
        assert page.locator("tbody tr").count() > 50
        assert page.locator("#unfold").is_hidden()
        assert page.locator(".find, .tools, .sort").count() == 0
        page.locator(".card details summary").first.click()
        assert page.locator(".card details table").first.is_visible()
