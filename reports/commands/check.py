"""`balancier check RUN GUARD.toml`: guard rails for a designer's own checks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.core.errors import UserError

if TYPE_CHECKING:
    from analysis.guards import Check
    from analysis.point_names import PointNames
    from analysis.wording import Names

KEPT, BROKEN, UNDECIDED = 0, 1, 4


def check_run(
    run_dir: Path | None, guards: Path | None, as_json: bool = False, verbose: bool = False, example: str | None = None, lang: str = "en"
) -> int:
    """Hold a run against a file of guards and print what is broken or undecided. Returns the exit code."""
    if example is not None:
        if run_dir is not None:
            raise UserError("--example GAME prints a file of guards; leave the run out")
        print("\n".join(example_file(example)))
        return KEPT
    if run_dir is None or guards is None:
        raise UserError("check: name a run folder and a file of guards; `balancier check --example GAME > guards.toml` prints one")

    from analysis.guard_file import read_guards
    from analysis.guards import check, results
    from analysis.language import speaking
    from analysis.point_names import PointNames
    from analysis.summary import summarise
    from analysis.tables import open_run
    from analysis.wording import Names
    from reports.commands.report import check_language

    check_language(lang)
    file = read_guards(guards)
    run = open_run(run_dir)
    summary = summarise(run)
    if not summary.game_count:
        raise UserError(f"{run_dir.as_posix()}: no part of this run is done yet; `balancier run` continues it")
    names = Names.of(run.manifest)
    checks = check(run, summary, file)
    found = results(checks)
    if not run.is_complete:
        print(f"{run_dir.as_posix()}: note: this run is not finished; the games that are done are judged", file=sys.stderr)
    with speaking(lang):
        places = PointNames(summary, names)
        if as_json:
            print(json.dumps(_plain(run_dir, guards, file.confidence, checks, names, places), ensure_ascii=False, indent=1))
        else:
            from analysis.guard_words import sentence, summary_line

            for each in checks:
                if verbose or each.result != "kept":
                    print(sentence(each, names, places))
            print(summary_line(found, file.confidence))
    return BROKEN if found["broken"] else UNDECIDED if found["undecided"] else KEPT


def _plain(run_dir: Path, guards: Path, confidence: float, checks: list[Check], names: Names, places: PointNames) -> dict[str, Any]:
    from analysis.guard_words import sentence
    from analysis.guards import limit_ends, results

    return {
        "run": run_dir.as_posix(),
        "guards": guards.as_posix(),
        "confidence": confidence,
        "results": results(checks),
        "checks": [
            {
                "guard": each.guard.number + 1,
                "figure": each.guard.figure,
                "by": each.guard.by or None,
                "level": each.level or None,
                "quantile": each.guard.quantile,
                "point": each.info.index,
                "label": each.info.label,
                "limits": limit_ends(each.lower, each.upper),
                "estimate": each.estimate,
                "low": each.low,
                "high": each.high,
                "games": each.games,
                "games_needed": each.needed,
                "result": each.result,
                "sentence": sentence(each, names, places),
            }
            for each in checks
        ],
    }


def example_file(name: str) -> Iterable[str]:
    """The lines of a commented file of guards of a game, that can be used as it is."""
    from analysis.figures import figures_of
    from reports.commands.games import toml
    from sim.core.registry import get_game

    game = get_game(name)
    figures = figures_of(name)
    factors = [factor.name for factor in figures.factors if len(factor.levels) == 1]
    yield f"# Guard rails of {game.title}.  Hold a run against them: balancier check runs/study guards.toml"
    yield "# Exit code: 0 all kept, 1 some broken, 4 none broken but some undecided, 2 a mistake in this file."
    yield "# Lines that begin with # do nothing: take the # away to use them."
    yield ""
    yield f"game = {toml(name)}"
    yield "confidence = 0.95   # of all checks of this file together"
    yield ""
    yield f"# Win rates by {', '.join(factors)}: each level against limits in percent, at every setting of the run."
    yield "[[guard]]"
    yield 'figure = "win_rate"'
    yield 'by = "order"'
    yield "under = 75          # or over = 20, or within = [20, 75]"
    yield 'why = "no place at the table may nearly always win"'
    yield "# variant, players, lineup, point = …   only at such settings of the run"
    yield '# level = "1"       # only one of the levels: the first player; or a name, as in the tables'
    yield ""
    yield "# Balanced: no level further from the average of all seats than the margin of the study, in percentage points."
    yield "# [[guard]]"
    yield '# figure = "balanced"'
    yield f"# by = {toml(factors[0])}"
    yield "# margin = 2.5      # if another than the study's"
    yield ""
    yield "# The first player's win rate less the last one's (against = \"others\": less that of all others), in percentage points."
    yield "[[guard]]"
    yield 'figure = "going_first"'
    yield "within = [-30, 30]"
    yield ""
    shares = ", ".join(figure.name for figure in figures.shares)
    yield f"# Shares of games, in percent: {shares}"
    yield "[[guard]]"
    yield 'figure = "unfinished"'
    yield "under = 5"
    yield ""
    numbers = ", ".join(f"{figure.name} ({figure.unit})" for figure in figures.numbers)
    yield f"# Means per game: {numbers}"
    yield f"# Of {', '.join(length.name for length in figures.lengths)} a quantile too: 0.5 is the median."
    yield "[[guard]]"
    yield 'figure = "turns"'
    yield "quantile = 0.5"
    yield "under = 200"
