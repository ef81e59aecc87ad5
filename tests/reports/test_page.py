"""The page of a run: alone in its file, right in its numbers, harmless with any names, written whole or not at all."""

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import numpy as np
import polars as pl
import pytest
from scipy import stats

from reports.commands.report import report
from sim.core.errors import UserError
from tests.analysis.synthetic import COACHES, COMPOS, SyntheticPoint, rows_of, write_run

EVIL = "<script>alert('x')</script> & \"co\" $x$"
STRONG = (0.0, 0.1, 0.2, 0.3, -0.6)


class Page(HTMLParser):
    """Tables as lists of rows of text, ids, tags, and whether every tag is closed."""

    VOID = frozenset({"meta", "link", "br", "img", "path", "use", "rect"})
    ANCHOR = "\0"  # where the link to a heading begins, which is no part of it
    HEADINGS = ("h1", "h2", "h3", "h4")

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.tags, self.stack = [], [], [], []
        self.tables, self.texts, self.headings, self.cell = [], [], [], None
        self.feed(text)
        assert not self.stack

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src", "xlink:href", "action", "data"):
                self.links.append(value)
        if tag not in self.VOID:
            self.stack.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th", *self.HEADINGS):
            self.cell = []
        elif ("class", "anchor") in attributes:
            self.cell.append(self.ANCHOR)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.stack.pop()

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag
        if tag in ("td", "th"):
            self.tables[-1][-1].append("".join(self.cell).strip())
        elif tag in self.HEADINGS:
            self.headings.append("".join(self.cell).split(self.ANCHOR)[0].strip())

    def handle_data(self, text):
        if self.stack and self.stack[-1] in ("script", "style"):
            return
        self.texts.append(text)
        if self.cell is not None:
            self.cell.append(text)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    points = [
        SyntheticPoint("classic", 4, compo=STRONG, unfinished=0.01),
        SyntheticPoint("ultime", 3, compo=STRONG, coach=(0.4, *[0.0] * 7), order=(0.3, 0.0, 0.0)),
        SyntheticPoint("classic", 2, lineup=(EVIL, "greedy"), strategy={EVIL: 0.7}, label=EVIL),
    ]
    folder = tmp_path_factory.mktemp("page") / "run"
    return write_run(folder, points, blocks=600, blocks_per_part=250, title=EVIL.replace('"', "'"), question=EVIL)


@pytest.fixture(scope="module")
def html(run):
    return report(run).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def number(text):
    return float(text.replace("\u2212", "-").replace(",", "").replace("\u00a0", ""))


def table_with(page, *headings, rows):
    """The table that has these headings, and rows with these labels."""
    return next(table for table in page.tables if set(headings) <= set(table[0]) and [row[0] for row in table[1:]] == list(rows))


def test_the_page_needs_nothing_but_itself(html, page):
    assert page.links
    assert all(link.startswith(("#", "data:")) for link in page.links)
    assert page.tags.count("script") == 1  # the page's own: see test_html.py
    assert not re.search(r"url\((?!#)|@import", html.split("<script>")[0])
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_ids_are_unique_and_figures_well_formed(html, page):
    assert len(set(page.ids)) == len(page.ids)
    figures = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    alone = 3 + 1 + 5 + 3  # compo, order, length; strategy; and with coaches: coach, compo × coach
    together = 2 + 2 + 4  # what matters, the model; and with two players and strategies: compos against each other, luck and skill
    assert len(figures) == alone + together
    for figure in figures:
        root = ET.fromstring(figure)
        assert root.find("title").text
        assert root.find("desc").text
        assert root.get("aria-labelledby") == root.find("title").get("id")
        assert not re.search(r"#[0-9a-f]{6}\b(?!\")", re.sub(r'(href="|url\()#[^")]+', "", figure)), "a colour that is not the page's"


def test_names_are_harmless_wherever_they_stand(html, page):
    assert html.count("<script") == 1
    assert EVIL in "".join(page.texts)
    assert EVIL.replace('"', "'") in page.headings


def test_win_rates_and_intervals_equal_an_independent_computation(run, page):
    seats = rows_of(run, "seats", 0)
    table = table_with(page, "Compo", "Games won, %", "From average, points", rows=COMPOS)
    head = table[0]
    par = 100 * seats["won"].mean()
    for slug, row in zip(COMPOS, table[1:]):
        chosen = seats[seats["compo_start"] == COMPOS.index(slug)]
        share = chosen["won"].mean()
        assert number(row[head.index("Games won, %")]) == pytest.approx(100 * share, abs=0.0501)
        assert number(row[head.index("From average, points")]) == pytest.approx(100 * share - par, abs=0.0501)
        assert number(row[head.index("Games")]) == len(chosen)
        by_block = chosen.groupby("block")["won"].agg(["sum", "size"])
        assert number(row[head.index("Blocks")]) == len(by_block)
        residual = (by_block["sum"] - share * by_block["size"]) / len(chosen)
        error = np.sqrt(len(by_block) / (len(by_block) - 1) * (residual**2).sum())
        half = (1 - 0.95**0.2) / 2  # five rows together
        size = share * (1 - share) / error**2
        size *= (stats.t.ppf(half, len(chosen) - 1) / stats.t.ppf(half, len(by_block) - 1)) ** 2
        low = stats.beta.ppf(half, share * size, size - share * size + 1)
        high = stats.beta.ppf(1 - half, share * size + 1, size - share * size)
        shown = [number(end) for end in row[head.index("all rows together")].split(" to ")]
        assert shown[0] <= 100 * low + 1e-6
        assert shown[1] >= 100 * high - 1e-6
        assert shown == pytest.approx([100 * low, 100 * high], abs=0.1)
        split = chosen["won"] / chosen["winners"].clip(lower=1)
        assert number(row[head.index("Win share, %")]) == pytest.approx(100 * split.mean(), abs=0.0501)


def test_coaches_and_order_equal_an_independent_computation(run, page):
    seats = rows_of(run, "seats", 1)
    names = (
        "Le Stratège",
        "Le Fourbe",
        "Le Marabout",
        "Le Visionnaire",
        "Le Caméléon",
        "Le Sournois",
        "Le Fossoyeur",
        "L'Opportuniste",
    )
    table = table_with(page, "Coach", "Games won, %", rows=names)
    for index, row in enumerate(table[1:]):
        assert number(row[1]) == pytest.approx(100 * seats[seats["coach"] == index]["won"].mean(), abs=0.0501)
    table = table_with(page, "Plays", "Games won, %", rows=("1st", "2nd", "3rd"))
    for index, row in enumerate(table[1:]):
        assert number(row[1]) == pytest.approx(100 * seats[seats["order"] == index]["won"].mean(), abs=0.0501)
    crossed = next(table for table in page.tables if table[0][:2] == ["Compo", "Coach"])
    assert len(crossed) == 1 + len(COMPOS) * len(COACHES)


def test_lengths_and_endings_equal_an_independent_computation(run, page):
    games = rows_of(run, "games", 0)
    table = next(t for t in page.tables if t[0][0] == "Length" and number(t[1][1]) == round(games["turns"].mean(), 2))
    found = {row[0]: row[1] for row in table[1:]}
    assert number(found["Turns, all seats together: half of the games at most"]) == np.quantile(games["turns"], 0.5, method="inverted_cdf")
    assert number(found["Rounds: 90 % of the games at most"]) == np.quantile(games["rounds"], 0.9, method="inverted_cdf")
    endings = [t for t in page.tables if t[0][0] == "Of all games"]
    first = {row[0]: number(row[1]) for row in endings[0][1:]}
    assert first["Unfinished (limit of turns), %"] == pytest.approx(100 * games["unfinished"].mean(), abs=0.00501)
    assert first["Several winners, %"] == pytest.approx(100 * (games["winners"] > 1).mean(), abs=0.00501)


def test_parts_appear_only_when_there_is_something_to_say(tmp_path):
    text = report(write_run(tmp_path / "run", [SyntheticPoint("classic", 2)], blocks=60)).read_text()
    headings = Page(text).headings
    assert "Starting compo" in headings
    for absent in ("Coach", "Compo × coach", "Strategy", "Championships", "At a glance"):
        assert absent not in headings
    championship = SyntheticPoint("classic", 2, lineup=("expert", "random"), strategy={"random": -3.0}, options={"games": 3})
    page = Page(report(write_run(tmp_path / "cup", [championship], blocks=60)).read_text())
    assert {"Championships", "Strategy"} <= set(page.headings)
    matches = rows_of(tmp_path / "cup", "matches", 0)
    rows = {row[0]: row[1] for table in page.tables for row in table}
    champion = 100 * matches[matches["strategy"] == 0]["champion"].mean()
    assert number(rows["Seats of expert that became champion, %"]) == pytest.approx(champion, abs=0.0501)


def test_what_was_played_can_be_read_and_repeated(tmp_path):
    point = SyntheticPoint("classic", 2, deck={"transfert": 6}, options={"discard": "always"})
    html = report(write_run(tmp_path, [point], blocks=20, seed=77)).read_text()
    page = Page(html)
    text = " ".join("".join(page.texts).split())
    assert "Transfert: 6 (printed: 8)" in text
    options = next(table for table in page.tables if table[0][0] == "Option")
    assert options[1][:4] == ["discard", "always changed", "when_stuck", "M-14"]
    assert "balancier run synthetic.toml" in text
    assert "Seed77" in text.replace(" ", "")


def test_a_sweep_is_drawn_as_curves_and_many_settings_stay_small(tmp_path):
    points = [
        SyntheticPoint(
            "ultime", 4, compo=(0.0, 0.1, 0.2, 0.3, -0.6 + 0.1 * t), deck={"transfert": t}, options={"trade_proposals": p},
            settings={"deck.transfert": t, "options.trade_proposals": p}, label=f"{t} {p}",
        )
        for t in (4, 6, 8, 12) for p in (0, 1, 2)
    ]  # fmt: skip
    html = report(write_run(tmp_path, points, blocks=40)).read_text()
    page = Page(html)
    assert len(html) < 700_000
    assert page.headings.count("Win rate by starting compo") == 2  # over transferts, over proposals
    assert "At a glance" in page.headings
    assert "From 4 to 12 Transfert cards in the deck" in html
    assert len(set(page.ids)) == len(page.ids)


def test_what_settings_change_is_told_deal_by_deal(tmp_path):
    points = [
        SyntheticPoint("classic", 3, shared=shared, options={"discard": discard}, label=discard)
        for discard, shared in (("when_stuck", 0.05), ("always", 0.3))
    ]
    run = write_run(tmp_path, points, blocks=300)
    page = Page(report(run).read_text())
    assert "Change of shared victories" in page.headings
    assert "Change of length" not in page.headings  # not a turn differs
    table = next(t for t in page.tables if t[0][:2] == ["Setting", "Change, points"] and number(t[1][1]) > 10)
    change = 100 * ((rows_of(run, "games", 1)["winners"] > 1).mean() - (rows_of(run, "games", 0)["winners"] > 1).mean())
    assert table[1][0] == "discard = always"
    assert number(table[1][1]) == pytest.approx(change, abs=0.0501)
    assert "A change of the share of games with several winners is shown, compared with discard = when_stuck; discard = always: +" in "".join(
        page.texts
    )


def test_one_block_is_enough_for_a_page_that_claims_nothing(tmp_path):
    points = [
        SyntheticPoint("ultime", 4),
        SyntheticPoint("ultime", 4, deck={"transfert": 9}),
        SyntheticPoint("duel", 2, options={"games": 2}),
    ]
    page = Page(report(write_run(tmp_path, points, blocks=1)).read_text())
    text = "".join(page.texts)
    assert "unknown" in text
    assert "the least of" not in text
    assert "the most of" not in text
    for name in (tmp_path / "report" / "tables").glob("*.json"):
        json.loads(name.read_text())


def test_line_ups_against_each_other_make_a_map(tmp_path):
    strength = {"a": 0.0, "b": 1.0, "c": 2.0}
    points = [
        SyntheticPoint("classic", 2, lineup=pair, strategy=strength, settings={"lineup": ", ".join(pair)}, label=" ".join(pair))
        for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    page = Page(report(write_run(tmp_path, points, blocks=300)).read_text())
    assert "Strategies against each other" in page.headings
    table = next(t for t in page.tables if t[0][:2] == ["Strategy", "against"])
    assert len(table) == 1 + 6
    assert "strategies from the top" in "".join(page.texts)
    assert "c, b and a; each is shown to beat the next" in "".join(page.texts)


def test_tables_lie_beside_the_page_in_three_forms(run, html):
    folder = run / "report" / "tables"
    names = {path.stem for path in folder.iterdir()}
    assert {"win_rate_by_compo", "from_par_by_coach", "going_first", "endings", "lengths", "means"} <= names
    for name in names:
        parquet = pl.read_parquet(folder / f"{name}.parquet")
        assert parquet.height
        assert pl.read_csv(folder / f"{name}.csv").height == parquet.height
        rows = json.loads((folder / f"{name}.json").read_text())
        assert [row["estimate"] for row in rows] == parquet["estimate"].to_list()
        assert f"<code>{name}</code>" in html


def test_the_same_run_gives_the_same_bytes(run, html, tmp_path):
    again = report(run, tmp_path / "again")
    assert again.read_text(encoding="utf-8") == html
    for file in (run / "report" / "tables").iterdir():
        assert file.read_bytes() == (tmp_path / "again" / "tables" / file.name).read_bytes()


def test_it_is_written_whole_or_not_at_all(tmp_path_factory, tmp_path, monkeypatch):
    import reports.export

    run = write_run(tmp_path_factory.mktemp("small"), [SyntheticPoint("classic", 2)], blocks=40)
    target = tmp_path / "out"

    def fail(tables, folder, formats):
        folder.mkdir()
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(reports.export, "write_tables", fail)
        with pytest.raises(OSError, match="disk full"):
            report(run, target)
        assert list(tmp_path.iterdir()) == []
    first = report(run, target).read_text(encoding="utf-8")
    (target / "index.html").write_text(first.replace("The answer", "Earlier"), encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(reports.export, "write_tables", fail)
        with pytest.raises(OSError, match="disk full"):
            report(run, target)
    assert "Earlier" in (target / "index.html").read_text(encoding="utf-8")
    assert report(run, target).read_text(encoding="utf-8") == first
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_other_peoples_folders_are_left_alone(run, tmp_path):
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(UserError, match="something else than a report"):
        report(run, tmp_path)
    with pytest.raises(UserError, match="this is a file"):
        report(run, tmp_path / "diary.txt")
    with pytest.raises(UserError, match="not a run"):
        report(tmp_path)
    with pytest.raises(UserError, match="--lang"):
        report(run, tmp_path / "out", lang="xx")


def test_an_unfinished_run_says_so(tmp_path):
    run = write_run(tmp_path / "run", [SyntheticPoint("classic", 2)], blocks=60, complete=False)
    assert "This run is not finished" in report(run).read_text()
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["parts"] = {}
    (run / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(UserError, match="no part of this run"):
        report(run)
