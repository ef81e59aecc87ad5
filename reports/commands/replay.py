"""`balancier replay`: tell one game, of a run or of a seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from analysis import manifest as manifests
from analysis.expand import expand
from analysis.settings import MOST_BLOCKS
from analysis.spelling import suggest
from analysis.study import DEFAULT_SEED, Point, Study
from analysis.study_file import StudyFile, override
from analysis.tables import Run, open_run
from sim.core.errors import UserError
from sim.core.registry import game_names, get_game


def replay_game(
    source: str,
    *,
    point: str | None,
    block: int,
    rotation: int,
    seed: int | None,
    players: int | None,
    variant: str | None,
    strategies: Sequence[str],
    overrides: Sequence[str],
    as_json: bool,
) -> int:
    """Print one game as a story, or as JSON Lines. Returns the exit code."""
    from sim.core.replay import replay

    flags = {"--seed": seed, "--players": players, "--variant": variant}
    given = [flag for flag, value in flags.items() if value is not None]
    given += ["--strategy"] * bool(strategies) + ["--set"] * bool(overrides)
    is_game = source in game_names() and not (Path(source) / manifests.FILE_NAME).is_file()
    if Path(source).is_dir() and not is_game:
        if given:
            raise UserError(f"{given[0]}: the run {source} has its own; it goes with the name of a game")
        run = open_run(source)
        study = run.study
        chosen = _point(run, point)
        _same_versions(run, study)
        last = chosen.blocks - 1
    elif source in game_names():
        if point is not None:
            raise UserError("--point: it goes with a run folder; a game is set up by --variant, --players, --set")
        study = _study_of_flags(source, seed, players, variant, strategies, overrides)
        if len(study.points) > 1:
            raise UserError(
                f"{' '.join(f'--set {text}' for text in overrides)}: this makes {len(study.points)} design points; name the values of one"
            )
        chosen = study.points[0]
        last = MOST_BLOCKS
    else:
        known = suggest(source, game_names())
        raise UserError(f"{source}: there is no such run folder, and no such game; {known}")
    if not 0 <= block <= last:
        raise UserError(f"--block {block}: it is out of range; 0 to {last}")
    if not 0 <= rotation < chosen.rotations:
        raise UserError(f"--rotation {rotation}: it is out of range; 0 to {chosen.rotations - 1}")
    lines = replay(study.config(chosen), study.lineup(chosen), study.seed, block, rotation)
    if as_json:
        for line in lines:
            print(json.dumps(line, ensure_ascii=False))
    else:
        for text in get_game(study.game).narrate(lines):
            print(text)
    return 0


def _point(run: Run, wanted: str | None) -> Point:
    """The design point with that number or label."""
    points = run.study.points
    if wanted is None:
        if len(points) > 1:
            labels = "; ".join(f"{point.index}: {point.label}" for point in points[:12])
            more = f"; … {len(points) - 1}" if len(points) > 12 else ""
            raise UserError(f"--point: the run has {len(points)} design points, name one ({labels}{more})")
        return points[0]
    if wanted.isdecimal():
        if int(wanted) >= len(points):
            raise UserError(f"--point {wanted}: it is out of range; 0 to {len(points) - 1}")
        return points[int(wanted)]
    for point in points:
        if point.label == wanted:
            return point
    raise UserError(f"--point {wanted}: there is no such design point; {suggest(wanted, [p.label for p in points])}")


def _same_versions(run: Run, study: Study) -> None:
    """Refuse to replay what would now be another game."""
    played = run.manifest["versions"]
    now = get_game(study.game).version
    if played["game"] != now:
        raise UserError(
            f"{run.folder.as_posix()}: the run was played by version {played['game']} of {study.game}, this is version {now};"
            " its games can't be told again"
        )
    for name, spec in study.strategies.items():
        version = study.strategy(name).version
        if version != spec.version:
            raise UserError(
                f"{run.folder.as_posix()}: the run was played by version {spec.version} of the strategy {name}, this is"
                f" version {version}; its games can't be told again"
            )


def _study_of_flags(
    game: str,
    seed: int | None,
    players: int | None,
    variant: str | None,
    strategies: Sequence[str],
    overrides: Sequence[str],
) -> Study:
    """A study of one design point, as if its file said what the command line says."""
    from strategies.registry import strategy_names

    names = list(strategy_names(game))
    best = "expert" if "expert" in names else names[-1]
    data = {"game": game, "seed": DEFAULT_SEED if seed is None else seed, "blocks": 1}
    data["lineups"] = [list(strategies) or [best]]
    places: dict[tuple[str | int, ...], str] = {("seed",): f"--seed {seed}", ("lineups",): " ".join(f"--strategy {name}" for name in strategies)}
    if variant is not None:
        data["variant"] = variant
        places["variant",] = f"--variant {variant}"
    if players is not None:
        data["players"] = players
        places["players",] = f"--players {players}"
    elif variant is None or variant in get_game(game).variants:
        data["players"] = get_game(game).variants[variant or next(iter(get_game(game).variants))].players[0]
    file = StudyFile("the command line", "", data, places)
    for assignment in overrides:
        override(file, assignment)
    return expand(file, stem=game, folder=Path("."), overrides=tuple(f"--set {text}" for text in overrides))
