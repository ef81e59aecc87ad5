"""Pages in French: nothing on them is left in English, and numbers are written as French people write them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import analysis.language
from analysis import balance
from analysis.language import NARROW, NBSP, catalogue, speaking
from analysis.spelling import value_words
from analysis.summary import summarise
from analysis.wording import Names
from reports.commands.report import report
from reports.page import page
from sim.core.errors import UserError
from sim.core.registry import get_game
from tests.analysis.synthetic import SyntheticPoint, write_run
from tests.analysis.synthetic_games import Point, write_freak, write_stealr

STRONG = (0.0, 0.1, 0.2, 0.3, -0.6)
ENGLISH = re.compile(
    r"(?<![\w.])(the|of|and|games?|shown|not|with|from|which|their|between|each|than|more|less|most|least|wins|won|seats?|rows?|settings?|turns|average|"
    r"deals?|players?|changed|strategies|held|played|other|all|by|to|is|are)(?![\w.])"
)
"""Words that no French sentence has."""


class Texts(HTMLParser):
    """What is read on a page, text by text, but for code: attributes for people too."""

    def __init__(self, html):
        super().__init__()
        self.found, self.silent, self.lang = [], 0, ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.silent += tag in ("style", "script", "pre", "code")
        found = dict(attributes)
        self.lang = found.get("lang") or self.lang
        self.found += [found[name] for name in ("aria-label", "title", "placeholder", "alt") if found.get(name)]

    def handle_endtag(self, tag):
        self.silent -= tag in ("style", "script", "pre", "code")

    def handle_data(self, data):
        if not self.silent and data.strip():
            self.found.append(data.strip())


def texts(html):
    return Texts(html).found


@pytest.fixture(scope="module")
def mercato(tmp_path_factory):
    points = [
        SyntheticPoint(players=4, compo=STRONG, settings={"players": 4, "deck.transfert": count}, deck={"transfert": count}, unfinished=0.01)
        for count in (4, 6, 8)
    ]
    ultime = SyntheticPoint("ultime", 2, compo=STRONG, coach=(0.5, -0.5, 0, 0, 0, 0, 0, 0.2), lineup=("expert", "greedy"), settings={"players": 2})
    return write_run(tmp_path_factory.mktemp("mercato"), [*points, ultime], blocks=200)


@pytest.fixture(scope="module")
def stealr(tmp_path_factory):
    held, played = {"deal_breaker": 0.5, "yoink": 0.6, "just_say_no": 0.7}, {"deal_breaker": 0.6, "yoink": 0.8, "just_say_no": 0.5}
    cards = {"held": held, "played": played, "effect": {"deal_breaker": 1.0}}
    points = [
        Point(mode, 2, settings={"variant": mode}, truth={**cards, "length": 30 + k, "on_other_turn": 0.1 * k, "raider": 0.0})
        for k, mode in enumerate(("no_mercy", "doux", "debutant"))
    ]
    return write_stealr(tmp_path_factory.mktemp("stealr"), points, blocks=300)


@pytest.fixture(scope="module")
def freak(tmp_path_factory):
    points = [
        Point(
            "classic", 2, options={"objectives": [a, b, c]}, settings={"options.objectives": [a, b, c]},
            truth={"mean": [10, 20, 15], "sd": [1 + 0.5 * a, 2, 3], "seller": 2 * (a == 4), "length": 24 + b},
        )
        for a in (1, 2, 3, 4) for b in (5, 6, 7, 8) for c in (9,)
    ]  # fmt: skip
    return write_freak(tmp_path_factory.mktemp("freak"), points, blocks=80)


@pytest.fixture(scope="module")
def made(mercato, stealr, freak, tmp_path_factory):
    """For each game its pages in English and French, and the texts that were asked for in French and not found."""
    pages = {}
    known = analysis.language._translations("fr")
    for name, run in (("mercato", mercato), ("stealr", stealr), ("freak_shop", freak)):
        folder = tmp_path_factory.mktemp(f"{name}-pages")
        missing: set[str] = set()

        class Watched(dict):
            def get(self, text, default=None, missing=missing):
                if text not in self:
                    missing.add(text)
                return super().get(text, default)

        english = report(run, folder / "en").read_text(encoding="utf-8")
        with pytest.MonkeyPatch.context() as patched:
            watched = analysis.language._Translations(Watched(known.texts), known.plural)
            patched.setattr(analysis.language, "_translations", lambda lang, watched=watched: watched)
            french = report(run, folder / "fr", "fr").read_text(encoding="utf-8")
        pages[name] = english, french, missing, summarise(run)
    return pages


GAMES = ("mercato", "stealr", "freak_shop")


@pytest.mark.parametrize("name", GAMES)
def test_every_text_asked_for_is_translated(made, name):
    _, _, missing, summary = made[name]
    study = summary.manifest["study"]
    own = {study["title"], study["question"], "", *(point.info.label for point in summary.points)}
    assert missing - own == set()


def option_values(name):
    """Values that options may have, as a study writes them."""
    return {value_words(value) for option in get_game(name).options.values() for value in (option.default, *option.choices, True, False)}


def letters(text):
    return re.sub(r"[\W\d_]+", " ", text).strip().lower()


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_left_in_english(made, name):
    """A text that stands on both pages is a name, a number, or was never put through the translation."""
    english, french, _, summary = made[name]
    game = get_game(name)
    alike = {message.id for message in catalogue("fr") if message.id == message.string}
    study = summary.manifest["study"]
    names = {study["title"], study["question"], study["name"], "balancier", game.title, *game.deck_titles.values(), *study["strategies"]}
    names |= {variant.title for variant in game.variants.values()} | set(game.options)
    names |= option_values(name)
    names |= {value_words(value) for point in summary.points for value in (*point.info.options.values(), *point.info.lineup)}
    names |= {*(point.info.label for point in summary.points), *(key for spec in study["strategies"].values() for key in spec["params"])}
    names |= {title for family in summary.figures.families.values() for title in family.titles.values()}
    names |= set(summary.figures.grid.short.values()) if summary.figures.grid else set()
    allowed = {letters(text) for text in alike | names | {"sources"}}
    allowed |= {word for name in names for word in letters(name).split()}  # figures break long names
    kept = set()
    for text in set(texts(english)) & set(texts(french)):
        if text.endswith("…") and any(name.startswith(text[:-1]) for name in names):  # at the head of a narrow column
            continue
        parts = re.split(r" [·×/,=] |, |\d+(?:[.,]\d+)*| \(|\)|\n", text)
        words = [word for part in parts if letters(part) not in allowed for word in letters(part).split() if len(word) > 2]
        if letters(text) not in allowed and not allowed >= set(words):
            kept.add(text)
    assert kept == set()


@pytest.mark.parametrize("name", GAMES)
def test_no_english_words(made, name):
    _, french, _, summary = made[name]
    own = {summary.manifest["study"]["title"], summary.manifest["study"]["question"], *option_values(name)}
    for text in texts(french):
        if text not in own:
            assert not ENGLISH.search(text), text


@pytest.mark.parametrize("name", GAMES)
def test_numbers_and_signs_are_french(made, name):
    _, french, _, summary = made[name]
    assert Texts(french).lang == "fr"
    assert 'lang="en"' not in french
    found = texts(french)
    own = {value_words(value) for point in summary.points for value in point.info.options.values()}
    versions = (summary.manifest["versions"]["balancier"],)
    for text in found:
        if not text.startswith(versions) and " = " not in text and text not in own:
            assert not re.search(r"\d\.\d", text), text
            assert not re.search(r"[\w)] [:;!?%](?!\w)", text), text
            assert not re.search(r"\d%", text), text
    joined = "\n".join(found)
    assert re.search(rf"\d,\d{NBSP}%", joined)
    assert re.search(r"\(de [−+]?\d+,\d à [−+]?\d+,\d\)", joined)
    if name != "stealr":
        assert re.search(rf"\d{NARROW}\d{{3}}\b", joined)


def test_texts_of_figures_are_french(made):
    found = texts(made["mercato"][1])
    assert {f"parties gagnées,{NBSP}%", "tours, tous joueurs confondus", "cartes Transfert dans le paquet"} <= set(found)
    axis = [text for text in found if re.fullmatch(r"\d+,\d", text)]
    assert axis


def test_a_page_is_the_same_when_it_is_made_again_in_another_language(mercato, made, tmp_path):
    english, french, *_ = made["mercato"]
    assert report(mercato, tmp_path / "fr", "fr").read_text(encoding="utf-8") == french
    assert report(mercato, tmp_path / "en").read_text(encoding="utf-8") == english


def test_sums_made_in_one_language_make_a_page_in_another(mercato, tmp_path):
    """Parts of a long run are read in other processes, which know no language."""
    summary = summarise(mercato)
    names, tables = Names.of(summary.manifest), balance.tables(summary)
    with speaking("fr"):
        assert page(summary, tables, names) == report(mercato, tmp_path / "fr", "fr", ["html"]).read_text(encoding="utf-8")
    assert page(summary, tables, names) == report(mercato, tmp_path / "en", "en", ["html"]).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lang", "hint"),
    [("de", "pages are written in en and fr"), ("Français", "did you mean --lang fr"), ("fr_FR", "did you mean --lang fr"), ("en-GB", "--lang en")],
)
def test_other_languages_are_refused_with_what_there_is(mercato, tmp_path, lang, hint):
    with pytest.raises(UserError, match=hint):
        report(mercato, tmp_path / "out", lang)
    assert not (tmp_path / "out").exists()
