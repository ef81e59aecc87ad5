"""The language in which sentences and pages are written: English, or a translation of it.

Every text that people read goes through `tr` (or `trn`, where a number decides between one and many). The English text is the key; the
translations stand in ``analysis/languages/LANG.po``, GNU gettext's format, which Poedit and the like open, read by Babel. Values are filled in by
name after the translation was found, so a translation may put them in another order:

>>> tr("{name} wins {share} of its games", name="5-4-1", share="53.6 %")
'5-4-1 wins 53.6 % of its games'

Texts of modules that are imported before the language is known are marked with `noted`, and put through `tr` where they are shown; those of the
games' declarations are marked by their type, `Text`, and `spoken` gives the declarations in the language in use. How texts are collected into the
files of translations: `analysis.messages`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from gettext import c2py
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = ("en", "fr")
FOLDER = Path(__file__).parent / "languages"
Text = Annotated[str, "for people"]
"""The type of a declaration's field that people read: `spoken` translates it, and `analysis.messages` collects it."""
NBSP = "\u00a0"
NARROW = "\u202f"

_language: ContextVar[str] = ContextVar("language", default="en")
_T = TypeVar("_T")


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
    found = _translations(language()).texts.get(text)
    chosen = found[0] if found else text
    return chosen.format(**values) if values else chosen


def trn(one: str, many: str, number: int, /, **values: Any) -> str:
    """`one` or `many`, by the rule of the language in use for `number`, with its {names} filled in (the number too, if it is among them)."""
    known = _translations(language())
    found = known.texts.get(one)
    chosen = found[known.plural(number)] if found and len(found) > 1 else one if number == 1 else many
    return chosen.format(**values) if values else chosen


def noted(text: str) -> str:
    """`text` itself: marks it for translation where it is written, long before it is shown."""
    return text


def spoken(declared: _T, translate: Callable[[str], str] = tr) -> _T:
    """A declaration (a dataclass, and those that it is made of) with every field of the type `Text` translated."""
    return _spoken(declared, type(declared), translate)


def _spoken(value: Any, kind: Any, translate: Callable[[str], str]) -> Any:
    """`value`, of the type `kind`, with all texts in it translated."""
    if is_dataclass(value) and not isinstance(value, type):
        kinds = get_type_hints(type(value), include_extras=True)
        found = {field.name: _spoken(getattr(value, field.name), kinds[field.name], translate) for field in fields(value)}
        return replace(value, **found)
    if kind == Text:
        return translate(value) if value else value
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        parts = inner[:1] * len(value) if inner[-1] is Ellipsis else inner
        return tuple(_spoken(each, part, translate) for each, part in zip(value, parts, strict=True))
    if origin is Mapping:
        return {key: _spoken(each, inner[1], translate) for key, each in value.items()}
    if origin in (Union, UnionType) and value is not None:
        return _spoken(value, next(part for part in inner if part is not type(None)), translate)
    return value


# -- the translations


@dataclass(frozen=True)
class _Translations:
    """Translations by English text (of texts with a plural by the singular), and the rule that says which form a number takes."""

    texts: Mapping[str, tuple[str, ...]]
    plural: Callable[[int], int]


@cache
def _translations(lang: str) -> _Translations:
    if lang == "en":
        return _Translations({}, lambda number: int(number != 1))
    found = catalogue(lang)
    texts: dict[str, tuple[str, ...]] = {}
    for message in found:
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if message.id and forms and all(forms) and not message.fuzzy:
            english = message.id if isinstance(message.id, str) else message.id[0]
            texts[english] = tuple(typeset(form, lang) for form in forms)
    return _Translations(texts, c2py(found.plural_expr))


@cache
def catalogue(lang: str) -> Catalog:
    """The translations into a language as they are written, read by Babel from ``languages/LANG.po``."""
    from babel.messages.pofile import read_po

    with (FOLDER / f"{lang}.po").open("rb") as file:
        return read_po(file, locale=lang)


def typeset(text: str, lang: str) -> str:
    """A text as it is set in a language. In French: spaces that never break before : ; ! ? % and within « », and the typographer's apostrophe,
    so that translators need not type signs that can't be seen."""
    if lang != "fr":
        return text
    text = re.sub(r" (?=[;!?])", NARROW, text)
    text = re.sub(r" (?=[:%»])|(?<=«) ", NBSP, text)
    return re.sub(r"(?<=\w)'", "’", text)
