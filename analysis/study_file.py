"""A study's TOML file as read: its values, where each of them stands, and errors that say so.

This module knows TOML and the form of a study, not what the values mean; `study` and `expand` know that.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from analysis.places import Path, locate
from analysis.spelling import suggest
from sim.core.errors import UserError

SECTIONS = ("options", "deck", "compos", "strategies", "points", "sweep", "targets")
PLAIN_KEYS = (
    "title",
    "question",
    "game",
    "variant",
    "players",
    "seed",
    "blocks",
    "games",
    "margin",
    "precision",
    "precision_of",
    "until",
    "verdict_of",
    "confidence",
    "max_games",
    "allow_impossible",
    "require_eleven",
    "lineups",
)
ROUND_KEYS = ("precision", "precision_of", "until", "verdict_of", "confidence", "max_games")
"""Of studies that are played in rounds, until they are precise enough or their verdicts are settled."""
POINT_KEYS = ("label", "variant", "players", "lineup", "options", "deck", "compos")
_TREES = {"options": 2, "deck": 2, "compos": 3}  # sections whose leaves are settings, and how long a leaf's path is
_BARE_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*|\d+(-\d+)+")  # always, ultime_duel, 4-4-2


@dataclass
class StudyFile:
    """The values of a study file after the command line's changes, and the place of each."""

    name: str
    text: str
    data: dict[str, Any]
    places: dict[Path, str]
    pinned: dict[Path, Any] = field(default_factory=dict)
    """Settings from the command line that hold for every design point, whatever [[points]] and [sweep] say."""

    def place(self, path: Path) -> str:
        """Where `path`, or else the nearest thing around it, stands: ``studies/a.toml:12`` or ``--set players=5``."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return self.name

    def error(self, path: Path, sentence: str, key: str | None = None) -> UserError:
        """A UserError of one sentence: the place, the key, and what is wrong with it."""
        return UserError(f"{self.place(path)}: {key or dotted(path)}: {sentence}")


def dotted(path: Path) -> str:
    """A path as people write it: ``deck.transfert``, ``points[2].players``, ``compos."4 4 2".milieu``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            word = part if re.fullmatch(r"[\w-]+", part) else f'"{part}"'
            text += f".{word}" if text else word
    return text


def read_study_file(path: FilePath) -> StudyFile:
    """Read `path`; a UserError says what keeps it from being read (missing, not text, not TOML)."""
    return parse_study(read_text(path, "study"), path.as_posix())


def read_text(path: FilePath, what: str) -> str:
    """The text of a TOML file; UserError when it can't be read. what: "study", as sentences call it."""
    name = path.as_posix()
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        beside = path.parent if path.parent.is_dir() else FilePath(".")
        names = sorted(found.name for found in beside.glob("*.toml"))
        raise UserError(f"{name}: there is no such {what}{'; ' + suggest(path.name, names) if names else ''}") from None
    except IsADirectoryError:
        raise UserError(f"{name}: this is a folder; a {what} is a TOML file") from None
    except UnicodeDecodeError:
        raise UserError(f"{name}: this is not a text in UTF-8; a {what} is a TOML file") from None
    except OSError as problem:
        raise UserError(f"{name}: it can't be read ({problem.strerror})") from None


def parse_study(text: str, name: str) -> StudyFile:
    """Parse the `text` of a study; `name` stands for it in messages."""
    file = parse_toml(text, name)
    _check_names(file)
    return file


def parse_toml(text: str, name: str) -> StudyFile:
    """Parse a TOML file of ours, its keys not checked yet; `name` stands for it in messages."""
    text = text.replace("\r\n", "\n")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise UserError(f"{name}{_toml_problem(str(problem))}") from None
    places = {where: f"{name}:{line}" for where, line in locate(text).items()}
    return StudyFile(name, text, data, places)


def _toml_problem(message: str) -> str:
    """ ":3: not TOML (…)" from "… (at line 3, column 5)"."""
    found = re.match(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)$", message, re.DOTALL)
    if found is None:
        return f": this is not TOML ({message})"
    what, line, column = found.groups()
    what = what[0].lower() + what[1:]
    if line is None:
        return f": this is not TOML: {what} at the end of the file"
    return f":{line}: this is not TOML: {what}, column {column}"


def _check_names(file: StudyFile) -> None:
    """Refuse unknown keys at the top and in [[points]], and sections that are not tables."""
    for key in file.data:
        if key not in PLAIN_KEYS + SECTIONS:
            raise file.error((key,), f"there is no such key in a study; {suggest(key, PLAIN_KEYS + SECTIONS)}")
    for section in ("options", "deck", "compos", "strategies", "sweep", "targets"):
        if not isinstance(file.data.get(section, {}), dict):
            raise file.error((section,), f"write it as a table, [{section}], with one line for each key")
    points = file.data.get("points", [])
    if not isinstance(points, list) or not all(isinstance(point, dict) for point in points):
        raise file.error(("points",), "write each design point as a table of its own, [[points]]")
    if "points" in file.data and not points:
        raise file.error(("points",), "the list of design points is empty; leave it out, or write [[points]]")
    for index, point in enumerate(points):
        for key in point:
            if key.split(".")[0] not in POINT_KEYS:
                raise file.error(("points", index, key), f"there is no such key in a design point; {suggest(key, POINT_KEYS)}")


def leaves(file: StudyFile, tree: dict[str, Any], at: Path) -> Iterable[tuple[Path, Any, Path]]:
    """Yield (setting, value, where it stands) for all settings of `tree`, which stands at `at`.

    A setting is a path such as ``("deck", "transfert")`` or ``("players",)``, of an entry of an option that is a table
    ``("options", "refill", "2")``. Keys may be nested tables, dotted keys,
    or dotted keys in quotation marks (``"deck.transfert" = [4, 6]``).
    """

    def walk(node: Any, setting: Path, where: Path) -> Iterable[tuple[Path, Any, Path]]:
        section = setting[0] if setting else ""
        depth = {**_TREES, "strategies": 3}.get(str(section), 1)
        if setting and len(setting) >= depth and not (section == "options" and isinstance(node, dict)):
            if isinstance(node, dict):
                raise file.error(where, "this is one value, not a table", key=dotted(setting))
            yield setting, node, where
            return
        if not isinstance(node, dict):
            raise file.error(where, f"write {dotted(setting)}.<name> = value", key=dotted(setting))
        for key, value in node.items():
            parts = tuple(key.split(".")) if "." in key and len(setting) == 0 else (key,)
            yield from walk(value, (*setting, *parts), (*where, key))

    yield from walk(tree, (), at)


# -- changes from the command line


def override(file: StudyFile, assignment: str) -> None:
    """Carry out one ``--set KEY=VALUE``, VALUE as in TOML (a bare word is a string)."""
    place = f"--set {assignment}"
    key, equals, value = assignment.partition("=")
    if not equals or not key.strip() or not value.strip():
        raise UserError(f"{place}: write --set KEY=VALUE, for instance --set deck.transfert=6")
    try:
        tree = tomllib.loads(f"{key.strip()} = {value.strip()}")
    except tomllib.TOMLDecodeError:
        if not _BARE_WORD.fullmatch(value.strip()):
            raise UserError(f"{place}: {value.strip()} is not a TOML value (text goes in quotation marks)") from None
        try:
            tree = tomllib.loads(f'{key.strip()} = "{value.strip()}"')
        except tomllib.TOMLDecodeError:
            raise UserError(f"{place}: {key.strip()} is not a key; write deck.transfert, players, …") from None
    if "\n" in assignment or len(tree) != 1:
        raise UserError(f"{place}: write one KEY=VALUE for each --set")
    set_value(file, tree, place)


def set_value(file: StudyFile, tree: dict[str, Any], place: str) -> None:
    """Merge `tree` (a nested table with one leaf) into the study; a setting then holds for every design point."""
    top = next(iter(tree))
    probe = StudyFile(place, "", tree, {(top,): place})
    if top in ("points", "sweep"):
        file.data[top] = tree[top]
        _forget(file, (top,), place)
        _check_names(file)
        return
    _check_names(probe)
    if top in ("games", "blocks"):  # two ways to say the same: the later one counts
        for other in ("games", "blocks", *ROUND_KEYS):  # a number of games instead of rounds
            file.data.pop(other, None)
    if top in ("strategies", "targets") or (top in PLAIN_KEYS and top not in ("variant", "players", "lineups")):
        _merge(file, file.data, tree, (), place)
        return
    if top == "lineups":
        file.data["lineups"] = tree["lineups"]
        _forget(file, ("lineups",), place)
        file.pinned[("lineup",)] = True
        return
    for setting, value, _ in list(leaves(probe, tree, ())):
        _merge(file, file.data, _nested(setting, value), (), place)
        file.pinned[setting] = value


def _nested(setting: Path, value: Any) -> dict[str, Any]:
    for part in reversed(setting):
        value = {part: value}
    return value


def _merge(file: StudyFile, data: dict[str, Any], tree: dict[str, Any], at: Path, place: str) -> None:
    for key, value in tree.items():
        where = (*at, key)
        if isinstance(value, dict) and isinstance(data.get(key), dict):
            _merge(file, data[key], value, where, place)
        else:
            data[key] = value
            _forget(file, where, place)


def _forget(file: StudyFile, path: Path, place: str) -> None:
    """Let everything at and below `path` be said to stand at `place`."""
    for known in [known for known in file.places if known[: len(path)] == path]:
        del file.places[known]
    file.places[path] = place
