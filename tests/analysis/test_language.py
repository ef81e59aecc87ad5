"""Two languages: the files of translations are complete and whole, texts and numbers take the form of the language in use."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from string import Formatter

import pytest

from analysis import messages
from analysis.figures import MODULES, declared_figures, figures_of
from analysis.language import LANGUAGES, NARROW, NBSP, catalogue, language, speaking, spoken, tr, trn, typeset
from analysis.wording import (
    MINUS,
    brief,
    clauses,
    colon,
    combinations_portion,
    count,
    fixed,
    in_points,
    in_settings,
    listing,
    ordinal,
    outward,
    percent,
    points_words,
    settings_portion,
    share_words,
    whole,
    written,
)

OTHERS = [lang for lang in LANGUAGES if lang != "en"]


def placeholders(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def translations(lang):
    """(English forms, translated forms) of every message."""
    for message in catalogue(lang):
        if message.id:
            yield (
                (message.id,) if isinstance(message.id, str) else message.id,
                (message.string,) if isinstance(message.string, str) else message.string,
            )


# -- the files


@pytest.mark.parametrize("lang", OTHERS)
def test_every_text_has_a_translation_and_no_translation_is_left_over(lang):
    there = {message.id: message for message in catalogue(lang) if message.id}
    wanted = {message.id for message in messages.collected() if message.id}
    assert not sorted(map(str, wanted - there.keys())), "run `make messages` and translate what is new"
    assert not sorted(map(str, there.keys() - wanted)), "run `make messages`"
    assert not catalogue(lang).obsolete
    assert [english for english, translated in translations(lang) if not all(translated)] == []
    assert [message.id for message in there.values() if message.fuzzy] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_fill_in_the_same_values(lang):
    for english, translated in translations(lang):
        many = placeholders(english[-1])
        assert placeholders(translated[-1]) == many, english
        # "one of …" may say the number in words
        assert set(placeholders(translated[0])) <= set(many), english
        assert len(translated) == (catalogue(lang).num_plurals if len(english) > 1 else 1), english


@pytest.mark.parametrize("lang", OTHERS)
def test_a_file_is_what_the_collector_writes(lang, tmp_path, monkeypatch):
    """So that a change of one text changes one entry, and nothing else."""
    before = (messages.FOLDER / f"{lang}.po").read_text(encoding="utf-8")
    (tmp_path / f"{lang}.po").write_text(before, encoding="utf-8")
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    assert messages.write(lang)[1] == 0
    assert (tmp_path / f"{lang}.po").read_text(encoding="utf-8") == before


def test_french_is_typeset():
    for _, translated in translations("fr"):
        for text in translated:
            assert NBSP not in text and NARROW not in text, f"typed as plain spaces, set by `typeset`: {text}"
            set_ = typeset(re.sub(r"\{\w+\}", "x", text), "fr")
            names = re.sub(r"(Yoink|Go)!", "", set_)  # as printed
            assert not re.search(r"[^\s\u00a0\u202f(«!?…][:;!?%»]", re.sub(r"%?x%", "", names)), text
            assert not re.search(r" [:;!?%»]|« ", set_), text
            assert not re.search(r"\w'", set_), text
            assert "..." not in text and '"' not in text, text
            assert not re.search(r"\d\.\d", text), text


def test_texts_are_found_within_texts_templates_and_strings():
    source = """
x = f"{tr('inner')} {tr(WHISKERS)}"
y = tr("outer {a}", a=listing([tr("nested " "twice") for _ in z]))
w = noted("later"), trn("one", "{n} many", n, n=n), other("not this")
"""
    assert list(messages.of_python(source)) == ["inner", "outer {a}", "nested twice", "later", ("one", "{n} many")]
    page = messages.ROOT / "reports" / "templates" / "page.html.j2"
    assert {"The answer", ("{many} setting", "All {many} settings")} <= set(messages.of_template(page))


# -- texts


def test_a_language_holds_within_its_block():
    assert (language(), tr("The answer")) == ("en", "The answer")
    with speaking("fr"):
        assert tr("The answer") == "La réponse"
        with speaking("en"):
            assert tr("The answer") == "The answer"
        assert language() == "fr"
    assert language() == "en"
    with pytest.raises(ValueError, match="xx"), speaking("xx"):
        pass


def test_a_text_without_translation_stays_english():
    with speaking("fr"):
        assert tr("My own study of {braces") == "My own study of {braces"
        assert trn("{n} thing of mine", "{n} things of mine", 3, n=3) == "3 things of mine"
        assert tr("") == ""


def test_french_counts_none_as_one():
    def said(number):
        return trn("in one no difference is shown", "in {number} no difference is shown", number, number=number)

    assert [said(number) for number in (0, 1, 2)] == [
        "in 0 no difference is shown",
        "in one no difference is shown",
        "in 2 no difference is shown",
    ]
    with speaking("fr"):
        assert [said(number)[:7] for number in (0, 1, 2)] == ["dans un", "dans un", "dans 2,"]


@pytest.mark.parametrize("game", MODULES)
def test_declarations_are_spoken_in_the_language_in_use(game):
    english = declared_figures(game)
    assert figures_of(game) == english
    with speaking("fr"):
        french = figures_of(game)
        assert figures_of(game) is french
        assert french == spoken(english)
    assert spoken(english, str.upper).factor("strategy").title == "STRATEGY"
    assert french.factor("strategy").title == "Stratégie"
    assert [f.name for f in french.games] == [f.name for f in english.games]
    assert french.families.keys() == english.families.keys()
    for mine, theirs in zip(french.games, english.games, strict=True):
        assert mine.title != theirs.title
    untouched = {"title", "caption", "unit", "told", "what", "change_title", "total_title", "topic", "plural", "head", "words", "reading"}
    same_but(french, english, untouched)
    if game == "freak_shop":
        assert french.families["objective"].titles["3"] == "3 Trop snob"


def same_but(one, other, texts):
    """Two declarations are alike in all that is no text."""
    if is_dataclass(one):
        for field in fields(one):
            if field.name not in texts:
                same_but(getattr(one, field.name), getattr(other, field.name), texts)
    elif isinstance(one, tuple):
        for mine, theirs in zip(one, other, strict=True):
            same_but(mine, theirs, texts)
    elif isinstance(one, dict):
        for key in other:
            same_but(one[key], other[key], texts)
    else:
        assert one == other


# -- numbers

ROW = {"estimate": 0.2129, "low": 0.2111, "high": 0.2149, "low_simultaneous": 0.2091, "high_simultaneous": 0.2169}


def test_numbers_in_english():
    assert [fixed(x, 1) for x in (0.04, -0.04, -3.25, 1234.5)] == ["0.0", "0.0", f"{MINUS}3.2", "1234.5"]
    assert (fixed(2, 1, signed=True), fixed(0, 1, signed=True), fixed(-2, 0, signed=True)) == ("+2.0", "0.0", f"{MINUS}2")
    assert (whole(999), whole(16002), brief(2.5), brief(10.0)) == ("999", "16,002", "2.5", "10")
    assert share_words(ROW) == f"21.3{NBSP}% (20.9 to 21.7)"
    assert points_words({**ROW, "estimate": 0.012}) == "+1.2 points (+20.9 to +21.7)"
    assert [ordinal(k) for k in (1, 2, 3, 4, 11, 21, 112)] == ["1st", "2nd", "3rd", "4th", "11th", "21st", "112th"]
    assert (count(2), count(13), listing(["a", "b", "c"]), listing(["a"]), listing([])) == ("two", "13", "a, b and c", "a", "")
    assert [in_settings(n, 6) for n in (1, 2, 6)] == ["in one of the six settings", "in two of the six settings", "in all six settings"]


def test_numbers_in_french():
    with speaking("fr"):
        assert [fixed(x, 1) for x in (0.04, -3.25)] == ["0,0", f"{MINUS}3,2"]
        assert (whole(999), whole(16002), whole(20_000_000)) == ("999", f"16{NARROW}002", f"20{NARROW}000{NARROW}000")
        assert written("-1,234.5") == f"{MINUS}1{NARROW}234,5"
        assert (brief(2.5), percent(0.5, 0)) == ("2,5", f"50{NBSP}%")
        assert outward(20.91, 21.69, 1) == "20,9 à 21,7"
        assert share_words(ROW) == f"21,3{NBSP}% (de 20,9 à 21,7)"
        assert [in_points(x, 1) for x in (-0.9, 1.9, 2.0)] == [f"{MINUS}0,9 point", "+1,9 point", "+2,0 points"]
        assert [ordinal(k) for k in (1, 2, 3, 4, 11, 21, 112)] == ["1er", "2e", "3e", "4e", "11e", "21e", "112e"]
        assert (count(2), count(12), count(1300), listing(["a", "b", "c"])) == ("deux", "douze", f"1{NARROW}300", "a, b et c")
        assert [in_settings(n, 6) for n in (1, 2, 6)] == [
            "dans une des six configurations",
            "dans deux des six configurations",
            "dans les six configurations",
        ]
        assert settings_portion(1, 8) == "une configuration sur huit"
        assert combinations_portion(54, 64) == "54 combinaisons sur 64"
        assert (clauses(["a", "b"]), colon("a", "b")) == (f"a{NARROW}; b", f"a{NBSP}: b")


def test_french_sets_its_signs_itself():
    assert typeset("« Qu'est-ce que c'est ? » : 95 % ; oui !", "fr") == (
        f"«{NBSP}Qu’est-ce que c’est{NARROW}?{NBSP}»{NBSP}: 95{NBSP}%{NARROW}; oui{NARROW}!"
    )
    assert typeset("it's 95 % : so", "en") == "it's 95 % : so"


def test_what_is_shown_does_not_seem_to_reach_zero():
    shown = {"estimate": -0.006, "low_simultaneous": -0.0119, "high_simultaneous": -0.00003}
    assert points_words(shown) == f"{MINUS}0.600 points ({MINUS}1.190 to {MINUS}0.003)"
    assert points_words({**shown, "high_simultaneous": 0.00003}).endswith(f"({MINUS}1.2 to +0.1)")
    assert points_words({**shown, "high_simultaneous": 0.0}).endswith(f"({MINUS}1.2 to 0.0)")
