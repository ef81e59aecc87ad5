"""The command line `balancier`: its commands and options, its exit codes, and how it speaks of mistakes.

Data goes to stdout, talk to stderr. Nothing heavy is imported here: each command imports what it needs when it is called, so
that ``balancier --help`` answers at once.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

# Many small matrix products are faster without BLAS's own threads, by a hundred times where other programs keep the cores busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

DONE, CHECK_FAILED, USER_ERROR, RUN_FAILED, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 4, 130

app = typer.Typer(
    name="balancier",
    help="A laboratory for the balance of card games: plays studies, reports win rates with their uncertainty.",
    epilog="Exit codes: 0 done, 1 a check failed, 2 a mistake of the user's, 3 a run failed, 4 a check undecided, 130 interrupted.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on stderr but errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
Lang = Annotated[str, typer.Option("--lang", metavar="en|fr", help="The language: English or French.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a setting, as deck.transfert=6 or options.discard=always."),
]


def _show_version(wanted: bool) -> None:
    if wanted:
        from analysis.manifest import balancier_version

        typer.echo(f"balancier {balancier_version()}")
        raise typer.Exit


@app.callback()
def _balancier(
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and leave.")] = False,
) -> None:
    pass


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game, to see all about it.")] = None,
    json: Json = False,
    columns: Annotated[bool, typer.Option("--columns", help="Print the columns of a run's tables, in Markdown.")] = False,
) -> int:
    """List games; of one game its variants, options, deck and strategies."""
    from reports.commands.games import show

    return show(game, as_json=json, columns=columns)


@app.command()
def new(game: Annotated[str, typer.Argument(metavar="GAME", help="The game to study.")]) -> int:
    """Print a commented study with the printed deck: balancier new GAME > study.toml"""
    from reports.commands.new import new_study

    return new_study(game)


@app.command()
def run(
    studies: Annotated[list[Path], typer.Argument(metavar="STUDY...", help="TOML files of studies.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="The run folder (of several studies: of their folders) [runs/STUDY]."),
    ] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N", help="Games for each design point.")] = None,
    blocks: Annotated[int | None, typer.Option("--blocks", metavar="N", help="Blocks for each design point.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Another seed: other deals.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", "-j", metavar="N", help="Workers [one a core].")] = None,
    sets: Sets = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option("--strategy", metavar="NAME|FILE.py:NAME", help="Replace the line-ups: it plays every position."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue a run; refuse to start one.")] = False,
    extend: Annotated[bool, typer.Option("--extend", help="Make a run longer: the study, or --games, now asks for more.")] = False,
    shard: Annotated[
        str | None,
        typer.Option("--shard", metavar="K/N", help="Play the K-th of N equal shares; `balancier merge` joins them."),
    ] = None,
    backend: Annotated[str, typer.Option("--backend", metavar="threads|dask", help="Who plays: this machine, or a Dask cluster.")] = "threads",
    scheduler: Annotated[str | None, typer.Option("--scheduler", metavar="ADDRESS", help="The cluster's scheduler, as tcp://host:8786.")] = None,
    quiet: Quiet = False,
    log_json: Annotated[bool, typer.Option("--log-json", help="Progress as JSON Lines on stderr.")] = False,
) -> int:
    """Play studies into run folders, and print the folders. The same command continues an interrupted run."""
    from reports.commands.run import Request, run_studies

    asked = Request(
        out=out,
        games=games,
        blocks=blocks,
        seed=seed,
        workers=workers,
        overrides=sets or [],
        strategies=strategy or [],
        resume=resume,
        extend=extend,
        shard=shard,
        backend=backend,
        scheduler=scheduler,
        quiet=quiet,
        log_json=log_json,
    )
    return run_studies(studies, asked)


@app.command()
def merge(
    shards: Annotated[list[Path], typer.Argument(metavar="SHARD...", help="The run folders of all shards of a run.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The run folder to make.")],
) -> int:
    """Join the shards of a run (run --shard K/N) into one run folder, and print it."""
    from analysis.shards import merge as join

    typer.echo(join(shards, out).as_posix())
    return DONE


@app.command()
def doctor(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run folder, to check every file of it.")] = None,
) -> int:
    """Check the installation (libraries, compiled code, disk, cores), or a run folder, and say what to do."""
    from reports.commands.doctor import examine

    return examine(run)


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Where to [RUN/report]; of several runs: the folder of their folders.")
    ] = None,
    lang: Lang = "en",
    formats: Annotated[
        str | None,
        typer.Option("--formats", metavar="LIST", help="Beside the page: md, xlsx, csv, csv-fr, parquet, json, svg, png [all but csv-fr, png]."),
    ] = None,
) -> int:
    """Make the page of a run, with its tables and figures as files beside it, and print where the page is."""
    from reports.commands.report import reports as make_reports

    for page in make_reports(runs, out, lang, formats):
        typer.echo(page)
    return DONE


@app.command()
def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="A run folder, or a study, which is played first.")],
    b: Annotated[Path | None, typer.Argument(metavar="[B]", help="Another one [A with what --set changes].")] = None,
    sets: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a setting of B, as deck.transfert=6 (B is a study).")
    ] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N", help="Of studies: games for each design point.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Of studies: the seed of both [that of A].")] = None,
    workers: Annotated[int | None, typer.Option("--workers", "-j", metavar="N", help="Of studies: workers [one a core].")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="DIR", help="Make a page and tables of it, too.")] = None,
    lang: Lang = "en",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Say what is otherwise in B than in A: two runs or studies, or a study and a change of it."""
    from reports.commands.compare import Request, compare_runs

    return compare_runs(a, b, Request(games, seed, workers, sets or [], out, json, quiet, lang))


@app.command()
def check(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="A run folder.")] = None,
    guards: Annotated[Path | None, typer.Argument(metavar="[GUARD.toml]", help="A file of guard rails.")] = None,
    example: Annotated[str | None, typer.Option("--example", metavar="GAME", help="Print a commented file of guards of a game.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say what is kept, too.")] = False,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Hold a run against guard rails; exit code 0 all kept, 1 some broken, 4 none broken but some undecided."""
    from reports.commands.check import check_run

    return check_run(run, guards, json, verbose, example, lang)


@app.command()
def replay(
    source: Annotated[str, typer.Argument(metavar="RUN|GAME", help="A run folder, or a game.")],
    point: Annotated[str | None, typer.Option("--point", metavar="P", help="Of a run: number or label of a design point.")] = None,
    block: Annotated[int, typer.Option("--block", metavar="B", help="Which deal.")] = 0,
    rotation: Annotated[int, typer.Option("--rotation", metavar="R", help="Which seating of it.")] = 0,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Of a game: the seed.")] = None,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="Of a game: how many play.")] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="V", help="Of a game: the variant.")] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option("--strategy", metavar="NAME|FILE.py:NAME", help="Of a game: who plays; once for all, or once for each."),
    ] = None,
    sets: Sets = None,
    json: Annotated[bool, typer.Option("--json", help="Print every decision and state as JSON Lines.")] = False,
) -> int:
    """Tell one game as a person would: of a run, or of a game with a seed."""
    from reports.commands.replay import replay_game

    return replay_game(
        source,
        point=point,
        block=block,
        rotation=rotation,
        seed=seed,
        players=players,
        variant=variant,
        strategies=strategy or [],
        overrides=sets or [],
        as_json=json,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; without `arguments`, those of the process."""
    try:
        code = app(args=list(arguments) if arguments is not None else None, prog_name="balancier", standalone_mode=False)
        sys.stdout.flush()
        return int(code or DONE)
    except (BrokenPipeError, SystemExit):  # who read our output has read enough (`balancier games | head`); typer then exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
        return DONE
    except (KeyboardInterrupt, typer.Abort):
        print("balancier: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as problem:
        return _explain(problem)


def _explain(problem: Exception) -> int:
    """One sentence on stderr for what is not a fault of balancier's own; a traceback for what is."""
    from sim.core.errors import GameFailure, UserError

    if os.environ.get("BALANCIER_DEBUG") == "1":
        traceback.print_exception(problem)
    if isinstance(problem, UserError):
        print(f"balancier: {problem}", file=sys.stderr)
        return USER_ERROR
    if isinstance(problem, GameFailure):
        print(f"balancier: {problem}", file=sys.stderr)
        return RUN_FAILED
    if isinstance(problem, typer.TyperException):
        told = " ".join(problem.format_message().split())
        print(f"balancier: {told} (see balancier --help)", file=sys.stderr)
        return USER_ERROR
    if isinstance(problem, OSError):
        where = f"{problem.filename}: " if problem.filename else ""
        print(f"balancier: {where}{problem.strerror or problem}", file=sys.stderr)
        return RUN_FAILED
    if os.environ.get("BALANCIER_DEBUG") != "1":
        traceback.print_exception(problem)
    print("balancier: this is a fault of balancier's own; please report it with the lines above", file=sys.stderr)
    return RUN_FAILED


if __name__ == "__main__":
    sys.exit(main())
