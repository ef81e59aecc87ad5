"""How fast balancier is, how much memory it takes and how soon it starts, on this machine: ``make bench``.

    python -m benchmarks.bench --yardstick mercato_classic.cpp       everything: a quarter of an hour or so
    python -m benchmarks.bench --quick                               less of everything: about five minutes
    python -m benchmarks.bench --only speed start --json             some parts; numbers for scripts

The yardstick is a plain C++ program that plays the same game (classic Mercato, four players, no trades) with the same two players, and prints
games a second and turns a game; it says what the machine can do. Name its source with ``--yardstick`` or in ``BALANCIER_YARDSTICK``; g++ compiles
it. Speeds are compared by CPU time, best of three, one after the other in turn: on a busy machine they still mean something, seconds on the clock
don't.

This process imports nothing large: a child's peak memory would not be less than its parent's.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BALANCIER = Path(sys.executable).with_name("balancier")
PLAYERS = ("random", "greedy")
TIMES = 3
STUDY = """\
title = "Benchmark"
game = "{game}"
variant = "{variant}"
players = {players}
lineups = [["greedy"]]
"""


@dataclass(frozen=True)
class Setting:
    """How a game is played for the benchmarks, and what is aimed at."""

    game: str
    title: str
    variant: str
    players: int
    compiled_within: int
    """Seconds."""
    speeds: tuple[tuple[str, str, int, str], ...]
    """Strategy, what is counted, games to play, aim."""


MERCATO = Setting("mercato", "Mercato", "classic", 4, 45, (("random", "decisions", 100_000, ""), ("expert", "decisions", 20_000, "")))
STEALR = Setting(
    "stealr",
    "Stealr",
    "no_mercy",
    4,
    75,
    (("random", "decisions", 50_000, "at least 2"), ("greedy", "decisions", 20_000, ""), ("expert", "decisions", 4_000, "")),
)
FREAK_SHOP = Setting(
    "freak_shop",
    "Freak Shop",
    "classic",
    2,
    45,
    (("random", "games", 40_000, "at least 20,000"), ("greedy", "games", 10_000, "at least 2,000"), ("expert", "games", 1_000, "at least 200")),
)
SETTINGS = (MERCATO, STEALR, FREAK_SHOP)


@dataclass(frozen=True)
class Cost:
    """What a child process took."""

    wall: float
    """Seconds on the clock."""
    cpu: float
    """Seconds of all its cores together."""
    megabytes: float
    """The most memory that it held."""
    output: str


@dataclass(frozen=True)
class Line:
    """A line of the table: what was measured, and what it should be."""

    part: str
    what: str
    value: float
    unit: str
    aim: str = ""
    note: str = ""


def run(*command: str | Path, **environment: str) -> Cost:
    """Run a command to its end; RuntimeError with its words when it fails."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        begin = time.perf_counter()
        child = subprocess.Popen([str(word) for word in command], stdout=out, stderr=err, cwd=ROOT, env={**os.environ, **environment})
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if child.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}: exit code {child.returncode}\n{err.read()}")
        unit = 1024**2 if sys.platform == "darwin" else 1024
        return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit, out.read())


def child(task: str, *arguments: str | int, **environment: str) -> dict[str, Any]:
    """What one of the tasks at the end of this file answers, in a process of its own."""
    return json.loads(run(sys.executable, "-m", "benchmarks.bench", "--task", task, *map(str, arguments), **environment).output)


def best(measure: Callable[[], Cost], times: int = TIMES) -> Cost:
    """Several runs: the least time on the clock, the least CPU time, the most memory."""
    costs = [measure() for _ in range(times)]
    return Cost(min(c.wall for c in costs), min(c.cpu for c in costs), max(c.megabytes for c in costs), costs[-1].output)


# -- the parts


def speed(settings: argparse.Namespace) -> Iterator[Line]:
    """Decisions a CPU second on one core, beside the yardstick; a decision is a turn, as the yardstick counts."""
    games = 20_000 if settings.quick else 100_000
    with yardstick(settings.yardstick) as (program, reason):
        theirs: dict[str, list[float]] = {name: [] for name in PLAYERS}
        ours: dict[str, list[float]] = {name: [] for name in PLAYERS}
        for _ in range(TIMES):
            for name in PLAYERS:
                if program is not None:
                    cost = run(program, str(games), name)
                    turns = re.search(r"turns ([\d.]+)", cost.output)
                    if turns is None:
                        raise RuntimeError(f"the yardstick printed no turns a game: {cost.output!r}")
                    theirs[name].append(float(turns[1]) * games / cost.cpu)
                told = child("play", name, games)
                ours[name].append(told["turns"] / told["cpu"])
    for name in PLAYERS:
        fastest = max(ours[name])
        yield Line("speed", f"balancier, {name} players", fastest / 1e6, "M decisions a CPU second")
        if theirs[name]:
            yield Line("speed", f"yardstick, {name} players", max(theirs[name]) / 1e6, "M decisions a CPU second")
            yield Line("speed", f"balancier / yardstick, {name} players", fastest / max(theirs[name]), "", "at least 0.8; 1")
    if reason:
        yield Line("speed", "yardstick", float("nan"), "", note=reason)


def strategies(settings: argparse.Namespace) -> Iterator[Line]:
    """Decisions (of Freak Shop: games) a CPU second on one core with built-in strategies, rows recorded; decisions with one legal move included."""
    for setting in SETTINGS:
        for strategy, counted, games, aim in setting.speeds:
            told = [
                child("game", setting.game, setting.variant, setting.players, strategy, games // (5 if settings.quick else 1)) for _ in range(TIMES)
            ]
            fastest = max(each[counted] / each["cpu"] for each in told)
            what = f"{setting.title}, {setting.players} {strategy} players"
            if counted == "games":
                yield Line("strategies", what, fastest, "games a CPU second", aim)
            else:
                yield Line("strategies", what, fastest / 1e6, "M decisions a CPU second", aim)


@contextmanager
def yardstick(source: str | None) -> Iterator[tuple[Path | None, str]]:
    """The yardstick, compiled; or None and the reason why not."""
    if not source:
        yield None, "not compared: name its source with --yardstick FILE.cpp or in BALANCIER_YARDSTICK"
    elif not Path(source).is_file():
        yield None, f"not compared: there is no file {source}"
    elif shutil.which("g++") is None:
        yield None, "not compared: there is no g++ here"
    else:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "yardstick"
            run("g++", "-O3", "-march=native", Path(source).resolve(), "-o", program)
            yield program, ""


def workers(settings: argparse.Namespace) -> Iterator[Line]:
    """CPU time of the same games with one worker and with two, everything included."""
    games = 50_000 if settings.quick else 200_000
    with study(MERCATO) as file:
        costs: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(TIMES):
            for number in costs:
                costs[number].append(play(file, games, "--workers", str(number)).cpu)
    one, two = min(costs[1]), min(costs[2])
    yield Line("workers", f"{games:,} games, 1 worker", one, "CPU seconds")
    yield Line("workers", f"{games:,} games, 2 workers", two, "CPU seconds")
    yield Line("workers", "two workers / one worker", two / one, "", "at most 1")


def runs(settings: argparse.Namespace) -> Iterator[Line]:
    """`balancier run` of many games with Parquet written: time, and memory that does not grow."""
    games = settings.games or (100_000 if settings.quick else 1_000_000)
    with study(MERCATO) as file:
        for number in (games, 4 * games):
            cost = play(file, number)
            first = number == games
            aim = "about 60 for a million on two cores" if first and games == 1_000_000 else ""
            yield Line("runs", f"Mercato, {number:,} games", cost.wall, "seconds", aim)
            yield Line("runs", f"Mercato, {number:,} games", cost.cpu, "CPU seconds")
            yield Line("runs", f"Mercato, {number:,} games", cost.megabytes, "MB at most", "below 600" if first else "below 600, the same")
    for setting in (STEALR, FREAK_SHOP):
        number = min(games, 100_000)
        with study(setting) as file:
            cost = play(file, number)
        aim = "about 60 on two cores" if setting is STEALR and number == 100_000 else ""
        yield Line("runs", f"{setting.title}, {number:,} games", cost.wall, "seconds", aim)
        yield Line("runs", f"{setting.title}, {number:,} games", cost.cpu, "CPU seconds")
        yield Line("runs", f"{setting.title}, {number:,} games", cost.megabytes, "MB at most", "below 600")


def compiling(settings: argparse.Namespace) -> Iterator[Line]:
    """Starting with an empty cache."""
    for setting in SETTINGS:
        with tempfile.TemporaryDirectory() as cache:
            told = child("compile", setting.game, BALANCIER_CACHE=cache)
        title = setting.title
        yield Line("compile", f"{title}: rules and play loop, cold", told["engine"]["wall"], "seconds", f"at most {setting.compiled_within}")
        yield Line("compile", f"{title}: rules and play loop, cold", told["engine"]["cpu"], "CPU seconds")
        others = [cost for what, cost in told.items() if what not in ("engine", "rest")]
        yield Line("compile", f"{title}: what only replays and plain Python need, cold", told["rest"]["cpu"], "CPU seconds")
        yield Line("compile", f"{title}: {len(others)} strategies, cold", sum(cost["cpu"] for cost in others), "CPU seconds")
        slowest = max(told, key=lambda what: told[what]["cpu"] if what not in ("engine", "rest") else 0.0)
        yield Line("compile", f"{title}: of them {slowest}", told[slowest]["cpu"], "CPU seconds")


def starting(settings: argparse.Namespace) -> Iterator[Line]:
    """Starting with everything compiled."""
    for setting in SETTINGS:
        with study(setting) as file:
            play(file, 1000)
            cost = best(lambda file=file: play(file, 1000))  # type: ignore[misc]
        yield Line("start", f"{setting.title}, 1,000 games from start to finish, warm", cost.wall, "seconds", "at most 3")
        yield Line("start", f"{setting.title}, 1,000 games from start to finish, warm", cost.cpu, "CPU seconds")
    cost = best(lambda: run(BALANCIER, "--help"))
    yield Line("start", "balancier --help", cost.wall, "seconds", "below 0.5")
    yield Line("start", "balancier --help", cost.cpu, "CPU seconds")


def imports(settings: argparse.Namespace) -> Iterator[Line]:
    """What it costs to import what: the bare interpreter, the libraries, our packages with all that they need."""
    bare = best(lambda: run(sys.executable, "-c", "pass")).cpu
    yield Line("imports", "python itself", bare, "CPU seconds")
    for module in ("balancier", "typer", "numpy", "numba", "polars", "sim.core.play", "strategies.registry", "analysis.run", "reports.page"):
        cost = best(lambda module=module: run(sys.executable, "-c", f"import {module}"))  # type: ignore[misc]
        yield Line("imports", f"import {module}", cost.cpu - bare, "CPU seconds")


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Line]]] = {
    "speed": speed,
    "strategies": strategies,
    "workers": workers,
    "runs": runs,
    "compile": compiling,
    "start": starting,
    "imports": imports,
}


@contextmanager
def study(setting: Setting) -> Iterator[Path]:
    """A study in which everybody is greedy, in a folder that is removed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "study.toml"
        file.write_text(STUDY.format(**asdict(setting)), encoding="utf-8")
        yield file


def play(file: Path, games: int, *more: str) -> Cost:
    """`balancier run`; the run folder is removed again."""
    out = file.parent / "run"
    try:
        return run(BALANCIER, "run", file, "--games", str(games), "--out", out, "--quiet", *more)
    finally:
        shutil.rmtree(out, ignore_errors=True)


# -- tasks: what child processes do


def play_yardstick_game(name: str, games: str) -> dict[str, float]:
    """Play so many games with the yardstick's players on one core, rows recorded; CPU seconds and turns."""
    from sim.core.play import Lineup, Session
    from sim.core.registry import get_game
    from strategies.registry import get_strategy

    file = Path(__file__).with_name("yardstick_players.py")
    config = get_game("mercato").configure("classic", 4, options={"trade_proposals": 0})
    session = Session(config, Lineup((get_strategy("mercato", f"{file}:{name}"),) * 4), seed=7)
    session.play(0, 100)
    blocks, step = int(games) // session.rotations, 1000
    turns, begin = 0, time.process_time()
    for first in range(0, blocks, step):
        turns += int(session.play(first, min(step, blocks - first)).games["turns"].sum())
    return {"turns": turns, "cpu": time.process_time() - begin}


def play_game(game: str, variant: str, players: str, name: str, games: str) -> dict[str, float]:
    """Play so many games with everybody the same on one core, rows recorded; CPU seconds, games, decisions."""
    from sim.core.play import Lineup, Session
    from sim.core.registry import get_game
    from strategies.registry import get_strategy

    config = get_game(game).configure(variant, int(players))
    session = Session(config, Lineup((get_strategy(game, name),) * int(players)), seed=7)
    session.play(0, 20)
    blocks = int(games) // session.rotations
    played = decisions = 0
    begin = time.process_time()
    for first in range(0, blocks, 1000):
        rows = session.play(first, min(1000, blocks - first)).games
        played += len(rows)
        decisions += int(rows["decisions"].sum())
    return {"games": played, "decisions": decisions, "cpu": time.process_time() - begin}


def compile_everything(game: str) -> dict[str, dict[str, float]]:
    """Compile a game in the order in which a run needs things; seconds on the clock and of CPU for each."""
    from sim.core.engine import get_engine
    from strategies.registry import get_strategy, strategy_names

    found: dict[str, dict[str, float]] = {}

    def measure(what: str, task: Callable[[], Any]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        task()
        found[what] = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}

    engine = get_engine(game)
    measure("engine", lambda: engine.play_blocks)
    for name in strategy_names(game):
        measure(name, get_strategy(game, name).compile)
    measure("rest", engine.compile_all)
    return found


TASKS: dict[str, Callable[..., Any]] = {"play": play_yardstick_game, "game": play_game, "compile": compile_everything}


# -- telling


def machine() -> dict[str, Any]:
    """What it was measured on."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = re.search(r"^model name\s*: (.*)$", cpuinfo.read_text(), re.MULTILINE)
        processor = named[1] if named else processor
    load = os.getloadavg()[0]
    return {"processor": processor, "cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version(), "load": round(load, 1)}


def table(lines: list[Line]) -> str:
    """Lines as a Markdown table."""
    rows = [("part", "what", "measured", "unit", "aim")]
    rows += [(line.part, line.what, line.note or number(line.value), line.unit, line.aim) for line in lines]
    widths = [max(len(row[place]) for row in rows) for place in range(5)]
    told = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows]
    return "\n".join([told[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *told[1:]])


def number(value: float) -> str:
    """Three digits, or whole."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def main() -> int:
    """Measure and print. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yardstick", metavar="FILE.cpp", default=os.environ.get("BALANCIER_YARDSTICK"), help="source of the yardstick")
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--games", type=int, metavar="N", help="games of the smaller of the two long runs [1,000,000]")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=f"some parts: {', '.join(PARTS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--task", nargs="+", help=argparse.SUPPRESS)
    settings = parser.parse_args()
    if settings.task:
        print(json.dumps(TASKS[settings.task[0]](*settings.task[1:])))
        return 0
    about = machine()
    lines: list[Line] = []
    for part in settings.only or PARTS:
        print(f"measuring: {part} …", file=sys.stderr, flush=True)
        lines += PARTS[part](settings)
    if settings.json:
        plain = [{**asdict(line), "value": None if line.note else line.value} for line in lines]
        print(json.dumps({"machine": about, "lines": plain}, ensure_ascii=False, indent=2))
        return 0
    print(f"{about['processor']}, {about['cores']} cores, {about['system']}, Python {about['python']}; load when it began: {about['load']}\n")
    print(table(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
