"""`python -m tests.rules [--game mercato]`: every rule and the tests that show it.

Exit code 1 if a rule has no test, or a test names a rule that there isn't. The rules are the headings of docs/reference/rules-*.md. The tests are
those that bear the marker ``@pytest.mark.rule("M-13")``, on a function, on a class, or (``pytestmark``) on a whole file. They are found in the
source; nothing is run.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs" / "reference"
_HEADING = re.compile(r"^#{2,4} ([A-Z]-\d+) (.+?) *$", re.MULTILINE)


def rules(docs: Path = DOCS) -> dict[str, dict[str, str]]:
    """The rules by game (``common`` first): identifier and one-line title, as their pages have them."""
    pages = sorted(docs.glob("rules-*.md"), key=lambda page: (page.stem != "rules-common", page.stem))
    return {page.stem.removeprefix("rules-"): dict(_HEADING.findall(page.read_text(encoding="utf-8"))) for page in pages}


def _named(mark: ast.expr) -> list[str]:
    """The identifiers of a ``pytest.mark.rule(...)``; none if it is another expression."""
    if isinstance(mark, (ast.List, ast.Tuple)):
        return [name for element in mark.elts for name in _named(element)]
    if not isinstance(mark, ast.Call) or not ast.unparse(mark.func).endswith("mark.rule"):
        return []
    return [ast.literal_eval(argument) for argument in mark.args]


def _tests_in(body: list[ast.stmt], inherited: list[str], prefix: str) -> Iterator[tuple[str, str]]:
    """(identifier, test) for every test of a module or class."""
    marks = list(inherited)
    for statement in body:
        if isinstance(statement, ast.Assign) and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets):
            marks += _named(statement.value)
    for statement in body:
        if isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            own = [name for decorator in statement.decorator_list for name in _named(decorator)]
            yield from _tests_in(statement.body, marks + own, f"{prefix}{statement.name}::")
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name.startswith("test"):
            own = [name for decorator in statement.decorator_list for name in _named(decorator)]
            for name in dict.fromkeys(marks + own):
                yield name, f"{prefix}{statement.name}"


def by_rule(folder: Path = TESTS) -> dict[str, list[str]]:
    """Every identifier that a test bears, with those tests (``file::test``)."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for name, test in _tests_in(tree.body, [], f"{path.relative_to(folder.parent).as_posix()}::"):
            found.setdefault(name, []).append(test)
    return found


def main(arguments: list[str] | None = None, docs: Path = DOCS, tests: Path = TESTS) -> int:
    """Print the list; 0 if every rule has a test, 1 if not, 2 for a game that there isn't."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules", description="Every rule and the tests that show it.")
    parser.add_argument("--game", help="this game's rules only (or 'common')")
    game = parser.parse_args(arguments).game
    known, shown = rules(docs), by_rule(tests)
    if game is not None and game not in known:
        print(f"there are no rules of {game!r}; there are those of {', '.join(known)}", file=sys.stderr)
        return 2
    for name, titles in known.items():
        if game in (None, name):
            print(f"{name}: {len(titles)} rules")
            for rule, title in titles.items():
                print(f"  {rule} {title}")
                for test in shown.get(rule, ["NO TEST"]):
                    print(f"      {test}")
    wanted = [rule for name, titles in known.items() if game in (None, name) for rule in titles]
    without = [rule for rule in wanted if rule not in shown]
    everywhere = {rule for titles in known.values() for rule in titles}
    unknown = {rule: shown[rule][0] for rule in sorted(set(shown) - everywhere)}
    if without:
        print(f"no test shows {', '.join(without)}", file=sys.stderr)
    for rule, test in unknown.items():
        print(f"{test} names a rule that there isn't: {rule}", file=sys.stderr)
    return 1 if without or unknown or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
