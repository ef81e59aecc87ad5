"""The language in which sentences and pages are written: English, or a translation of it.

Every text that people read goes through `tr` (or `trn`, where a number decides between one and many). The English text is the key; the
translations stand in ``analysis/languages/LANG.po``, GNU gettext's format, which Poedit and the like open, read by Babel. Values are filled in by
name after the translation was found, so a translation may put them in another order:

>>> tr("{name} wins {share} of its games", name="5-4-1", share="53.6 %")
'5-4-1 wins 53.6 % of its games'

Texts of modules that are imported before the language is known (declarations) are marked with `noted`, and put through `tr` where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = ("en", "fr")
_FOLDER = Path(__file__).parent / "languages"
_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language in use, as "en" or "fr"."""
    return _language.get()


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Write in this language within the block. Raises ValueError for one that there is no translation into."""
    if lang not in LANGUAGES:
        raise ValueError(f"balancier writes in {', '.join(LANGUAGES)}, not in {lang!r}")
    before = _language.set(lang)
    try:
        yield
    finally:
        _language.reset(before)


def tr(text: str, /, **values: Any) -> str:
    """`text` in the language in use, with its {names} filled in from `values`; English where the translation is missing."""
    return _found(text, None, 0).format(**values) if values else _found(text, None, 0)


def trn(one: str, many: str, number: int, /, **values: Any) -> str:
    """`one` or `many`, by the rule of the language in use for `number`, with its {names} filled in (the number too, if it is among them)."""
    return _found(one, many, number).format(**values) if values else _found(one, many, number)


def noted(text: str) -> str:
    """`text` itself: marks it for translation where it is written, long before it is shown."""
    return text


def _found(one: str, many: str | None, number: int) -> str:
    lang = language()
    if lang != "en" and one:
        catalog = catalogue(lang)
        message = catalog.get(one)
        if message is not None and message.string and not message.fuzzy:
            if isinstance(message.string, str):
                return message.string
            return message.string[c2py(catalog.plural_expr)(number)]
    return one if many is None or number == 1 else many


@cache
def catalogue(lang: str) -> Catalog:
    """The translations into a language, as Babel reads them from ``languages/LANG.po``."""
    from babel.messages.pofile import read_po

    with (_FOLDER / f"{lang}.po").open("rb") as file:
        return read_po(file, locale=lang)
