"""`balancier compare A B`: what is otherwise in one run than in another; studies are played first."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.core.errors import UserError

PLAYED = Path("runs/compare")
"""Where studies that are compared are played, a folder for each way to play them."""


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line."""

    games: int | None = None
    seed: int | None = None
    workers: int | None = None
    overrides: Sequence[str] = ()
    out: Path | None = None
    as_json: bool = False
    quiet: bool = False
    lang: str = "en"


class _Ended(Exception):
    """A study could not be played to its end; holds the exit code."""


def compare_runs(first: Path, second: Path | None, asked: Request) -> int:
    """Play what is not played yet, compare, and print. Returns the exit code."""
    from analysis.language import speaking
    from reports.commands.report import check_language

    check_language(asked.lang)
    if asked.out is not None:
        from reports.commands.report import check_target

        check_target(asked.out)
    try:
        folders = _folders(first, second, asked)
    except _Ended as ended:
        return int(ended.args[0])

    from analysis.compare import compare
    from analysis.tables import open_run

    first_run, second_run = (open_run(folder) for folder in folders)
    with speaking(asked.lang):
        comparison = compare(first_run, second_run)
        if asked.as_json:
            print(json.dumps(_plain(comparison, folders), ensure_ascii=False, indent=1))
        else:
            print("\n".join(_text(comparison, folders)))
        if asked.out is not None:
            from reports.compare_page import write_page

            page = write_page(comparison, folders, asked.out)
            print(page.as_posix(), file=sys.stderr if asked.as_json else sys.stdout)
    return 0


# -- from what was named to run folders


def _folders(first: Path, second: Path | None, asked: Request) -> list[Path]:
    studies = [path.suffix == ".toml" or path.is_file() for path in (first, second or first)]
    if second is None and not asked.overrides:
        raise UserError("compare: name two runs or studies, or one study and what to change in it: --set deck.transfert=6")
    if asked.overrides and not studies[1]:
        raise UserError(f"{(second or first).as_posix()}: --set changes a study that is played, not a run that is there; name its TOML file")
    for flag, value in (("--games", asked.games), ("--seed", asked.seed), ("--workers", asked.workers)):
        if value is not None and not any(studies):
            raise UserError(f"{flag} {value}: both are runs that were played already; it counts for studies")
    paths = [first, second or first]
    seed = asked.seed if asked.seed is not None else _seed_of(paths, studies)
    plans = [
        _planned(path, asked, seed, asked.overrides if number == 1 else ()) if study else (path, None)
        for number, (path, study) in enumerate(zip(paths, studies, strict=True))
    ]
    if plans[0][0] == plans[1][0] and all(studies):
        raise UserError(f"{paths[1].as_posix()}: both studies play the same games; change something with --set")
    games = [_game_of(path, study) for path, study in zip(paths, studies, strict=True)]
    if games[0] != games[1]:
        told = f"{paths[0].as_posix()} is of {games[0]}, {paths[1].as_posix()} of {games[1]}"
        raise UserError(f"{told}: different games can't be compared")
    for folder, play in plans:
        if play is not None:
            _play(*play, folder, asked)
    return [folder for folder, _ in plans]


def _seed_of(paths: Sequence[Path], studies: Sequence[bool]) -> int:
    """The seed of whichever is a run, else that of the first study: equal seeds deal alike."""
    from analysis import manifest
    from analysis.study import load_study

    for path, study in zip(paths, studies, strict=True):
        if not study:
            return int(manifest.load(path)["seed"])
    return load_study(paths[0]).seed


def _game_of(path: Path, study: bool) -> str:
    from analysis import manifest
    from analysis.study import load_study

    return load_study(path).game if study else str(manifest.load(path)["study"]["game"])


def _planned(path: Path, asked: Request, seed: int, overrides: Sequence[str]) -> tuple[Path, tuple[Path, int, Sequence[str]]]:
    """The folder in which a study is played, named by all that decides its games, and how."""
    from analysis.study import load_study

    study = load_study(path, overrides=list(overrides), games=asked.games, seed=seed)
    decides: dict[str, Any] = {
        key: value for key, value in study.to_dict().items() if key not in ("title", "question", "margin", "targets", "overrides", "name")
    }
    digest = hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:8]
    return PLAYED / f"{path.stem}-{digest}", (path, seed, overrides)


def _play(path: Path, seed: int, overrides: Sequence[str], folder: Path, asked: Request) -> None:
    from reports.commands.run import Request as RunRequest
    from reports.commands.run import run_studies

    wanted = RunRequest(out=folder, games=asked.games, seed=seed, workers=asked.workers, overrides=overrides, quiet=asked.quiet)
    with contextlib.redirect_stdout(io.StringIO()):  # the folders stand at the head of the comparison
        code = run_studies([path], replace(wanted))
    if code:
        raise _Ended(code)


# -- what is printed


def _text(comparison: Any, folders: Sequence[Path]) -> list[str]:
    from analysis.compare_words import closing_sentences, pair_sentences, place_words, text_table

    lines = [f"{side}: {folder.as_posix()}" for side, folder in zip("AB", folders, strict=True)]
    for _, sentence, changes in pair_sentences(comparison):
        lines += ["", sentence, *(f"  {change}" for change in changes)]
    lines += ["", *closing_sentences(comparison), *comparison.notes]
    for number, pair in enumerate(comparison.pairs):
        lines += ["", place_words(comparison, pair), *text_table(comparison, number)]
    return lines


def _plain(comparison: Any, folders: Sequence[Path]) -> dict[str, Any]:
    return {
        "a": folders[0].as_posix(),
        "b": folders[1].as_posix(),
        "game": comparison.summary.manifest["study"]["game"],
        "confidence": comparison.confidence,
        "notes": list(comparison.notes),
        "pairs": [
            {
                "a": pair.a.info.label.removeprefix("A: "),
                "b": pair.b.info.label.removeprefix("B: "),
                "variant": pair.a.info.variant,
                "players": pair.a.info.players,
                "paired": pair.paired,
                "differs": list(pair.differs),
                "rows": comparison.table.filter(pair=number).drop("pair", "a", "b", "label_a", "label_b").to_dicts(),
            }
            for number, pair in enumerate(comparison.pairs)
        ],
        "only_a": [info.label for info in comparison.only_a],
        "only_b": [info.label for info in comparison.only_b],
    }
