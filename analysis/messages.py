"""Collects every text that people read, and keeps the files of translations up to date: ``make messages``, or ``python -m analysis.messages``.

Where texts are found:

- in the sources and templates: calls of `tr`, `trn` and `noted` with literal texts;
- in the declarations of the games' reports: fields of the type `Text`;
- in the games: what their options say;
- in the ready-made studies: titles, questions and labels of design points; in their guard rails: reasons.

A translation is kept as long as its English text is there. A new text gets an empty entry, without guesses from similar ones: a wrong guess is
harder to see than a gap. What is no longer there is dropped.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.figures import declared_figures
from analysis.language import FOLDER, LANGUAGES, spoken
from sim.core.registry import game_names, get_game

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOT = Path(__file__).parent.parent
SOURCES = ("analysis", "reports")
_TEXTS = {"tr": 1, "trn": 2, "noted": 1}
"""How many texts each function takes."""
_WIDTH = 110
_UNSAID = tuple(
    f'"{head}:' for head in ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Report-Msgid-Bugs-To", "Last-Translator", "Language-Team")
)
"""Lines of a file's head that would change without a text having changed, or that name nobody."""


def collected() -> Catalog:
    """All texts, as a catalogue without translations. A text that has a plural is a pair."""
    from babel.messages.catalog import Catalog

    catalog = Catalog(project="balancier", charset="utf-8", fuzzy=False)
    for message, where in (*_of_sources(), *_of_declarations(), *_of_options(), *_of_studies()):
        catalog.add(message, locations=[(where, 0)])
    return catalog


def _of_sources() -> Iterator[tuple[str | tuple[str, ...], str]]:
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            where = path.relative_to(ROOT).as_posix()
            if path.suffix == ".py":
                yield from ((message, where) for message in of_python(path.read_text(encoding="utf-8")))
            elif path.suffix == ".j2":
                yield from ((message, where) for message in of_template(path))


def of_python(source: str) -> Iterator[str | tuple[str, ...]]:
    """The literal texts of all calls of `tr`, `trn` and `noted` in a Python source, in order. (Babel's own extractor passes over calls that stand in
    the arguments of another, or in an f-string.)"""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        texts = tuple(a.value for a in call.args[: _TEXTS.get(call.func.id, 0)] if isinstance(a, ast.Constant) and isinstance(a.value, str))  # type: ignore[attr-defined]
        if texts:
            yield texts if len(texts) > 1 else texts[0]


def of_template(path: Path) -> Iterator[str | tuple[str, ...]]:
    """The same of a Jinja template, by Jinja's extractor."""
    from babel.messages.extract import extract_from_file

    keywords = {"tr": None, "trn": (1, 2)}
    for _, message, *_ in extract_from_file("jinja2", path, keywords=keywords, options={"trim_blocks": "true", "lstrip_blocks": "true"}):
        yield message


def _of_declarations() -> Iterator[tuple[str, str]]:
    for name in game_names():
        texts: list[str] = []
        spoken(declared_figures(name), lambda text, texts=texts: texts.append(text) or text)  # type: ignore[misc]
        yield from ((text, f"analysis/{name}.py") for text in texts)


def _of_options() -> Iterator[tuple[str, str]]:
    for name in game_names():
        yield from ((option.about, f"sim/{name}/options.py") for option in get_game(name).options.values())


def _of_studies() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "studies").glob("*.toml")):
        study: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        texts = [study.get("title"), study.get("question"), *(point.get("label") for point in study.get("points", []))]
        yield from ((text, f"studies/{path.name}") for text in texts if text)
    for path in sorted((ROOT / "studies" / "guards").glob("*.toml")):
        guards = tomllib.loads(path.read_text(encoding="utf-8"))["guard"]
        yield from ((guard["why"].rstrip("."), f"studies/guards/{path.name}") for guard in guards if "why" in guard)


def updated(lang: str) -> Catalog:
    """The translations into a language, brought up to date with the texts that there are."""
    from babel.messages.pofile import read_po

    path = FOLDER / f"{lang}.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale=lang)
    catalog.update(collected(), no_fuzzy_matching=True, update_header_comment=False, keep_user_comments=True)
    catalog.obsolete.clear()
    return catalog


def write(lang: str) -> tuple[int, int]:
    """Write the file of a language anew; returns how many texts there are and how many of them lack a translation."""
    import io

    from babel.messages.pofile import write_po

    catalog = updated(lang)
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=_WIDTH, omit_header=False, sort_by_file=False, ignore_obsolete=True, include_lineno=False)
    lines = buffer.getvalue().decode("utf-8").split("\n")
    kept = [line.replace(":  ", ": ") if line.startswith('"Project-Id') else line for line in lines if not line.startswith(_UNSAID)]
    (FOLDER / f"{lang}.po").write_text("\n".join(kept), encoding="utf-8", newline="\n")
    messages = [message for message in catalog if message.id]
    return len(messages), sum(not _translated(message.string) for message in messages)


def _translated(string: Any) -> bool:
    return bool(string) if isinstance(string, str) else bool(string) and all(string)


def main() -> int:
    """Bring the files of all languages up to date, and say what is missing."""
    for lang in LANGUAGES:
        if lang != "en":
            texts, missing = write(lang)
            print(f"{lang}: {texts} texts, {missing} without a translation ({(FOLDER / f'{lang}.po').relative_to(ROOT).as_posix()})", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
