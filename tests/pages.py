"""Pages for tests: of a run with known numbers for each game, and of a real one whose names are as bad as names can be."""

from __future__ import annotations

import json
import os
import shutil
from itertools import product
from pathlib import Path

import pytest
from filelock import FileLock

import sim.core.registry
from reports.cli import main
from reports.commands.report import report
from tests.analysis.synthetic import SyntheticPoint, write_run
from tests.analysis.synthetic_games import Point, stand_in, write_freak, write_stealr

BAD_STRATEGY = "<script>alert(3)</script> & \"co\" 'x' $x$"
BAD_COMPO = "<img src=x onerror=alert(4)>"
BAD_LABELS = ("'><script>alert(5)</script>", "</script><svg onload=alert(6)> & $a_b$")
BAD_TITLE = "<script>alert(1)</script> & 'co' \"x\" $x$"
BAD_QUESTION = '</style></title><script>alert(2)</script> $a_b$ & <b onclick="alert(7)">?'
BAD_STUDY = f"""\
title = '''{BAD_TITLE}'''
question = '''{BAD_QUESTION}'''
game = "mercato"
variant = "duel"
players = 2
games = 400
lineups = [['''{BAD_STRATEGY}''', "random"]]

[strategies.{json.dumps(BAD_STRATEGY)}]
from = "random"

[deck]
{json.dumps(BAD_COMPO)} = 8

[compos.{json.dumps(BAD_COMPO)}]
gardien = 1
defenseur = 4
milieu = 3
attaquant = 3

[[points]]
label = '''{BAD_LABELS[0]}'''

[[points]]
label = '''{BAD_LABELS[1]}'''
options.same_compo = false
"""
COMPO = (0.0, 0.1, 0.2, 0.3, -0.6)
COACH = (0.4, *[0.0] * 7)


def mercato(folder: Path) -> Path:
    """Every kind of card and figure of Mercato: coaches, championships, line-ups, a sweep."""
    points = [
        SyntheticPoint("classic", 4, compo=COMPO, unfinished=0.01),
        SyntheticPoint("ultime", 3, compo=COMPO, coach=COACH, order=(0.3, 0.0, 0.0)),
        SyntheticPoint("duel", 2, lineup=("expert", "greedy"), strategy={"expert": 0.7}, options={"games": 3}),
    ]
    points += [
        SyntheticPoint("classic", 2, compo=COMPO, deck={"transfert": count}, settings={"deck.transfert": count}, label=f"{count}")
        for count in (4, 6, 8, 10, 12)
    ]
    return report(write_run(folder / "run", points, blocks=300))


def french(folder: Path) -> Path:
    """Mercato in French: decimal commas, spaces between thousands."""
    points = [SyntheticPoint("ultime", 3, compo=COMPO, coach=COACH, order=(0.3, 0.0, 0.0)), SyntheticPoint("classic", 2, compo=COMPO)]
    return report(write_run(folder / "run", points, blocks=700), lang="fr")


def stealr(folder: Path) -> Path:
    """Three modes compared, with cards held and played."""
    held = {"deal_breaker": 0.5, "yoink": 0.6, "just_say_no": 0.7}
    played = {"deal_breaker": 0.6, "yoink": 0.8, "just_say_no": 0.5}
    points = [
        Point(
            variant, 2, lineup=lineup, settings={"variant": variant, "lineup": ", ".join(lineup)},
            truth={"held": held, "played": played, "effect": {"deal_breaker": 1.0}, "length": length, "on_other_turn": 0.1, "raider": 0.8},
        )
        for lineup in (("expert",), ("raider", "guard"))
        for variant, length in (("no_mercy", 30), ("doux", 34), ("debutant", 40))
    ]  # fmt: skip
    with _standing_in("stealr"):
        return report(write_stealr(folder / "run", points, blocks=300))


def freak_shop(folder: Path) -> Path:
    """All 64 combinations of objectives, with and without equal turns."""
    points = [
        Point(
            "classic", 2, options={"objectives": list(c), "equal_turns": equal},
            settings={"options.objectives": list(c), "options.equal_turns": equal, "players": 2},
            truth={"mean": [10, 20, 15], "sd": [1 + 0.5 * e for e in c], "seller": 2 * (c[0] == 4), "length": 24 + c[1]},
        )
        for equal in (False, True)
        for c in product((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    ]  # fmt: skip
    with _standing_in("freak_shop"):
        return report(write_freak(folder / "run", points, blocks=60))


def hostile(folder: Path) -> Path:
    """A real run, played through the command line, with names that would break a careless page."""
    study, run = folder / "bad.toml", folder / "run"
    study.write_text(BAD_STUDY, encoding="utf-8")
    assert main(["run", str(study), "--out", str(run), "--quiet", "--workers", "1"]) == 0
    return report(run)


def _standing_in(name: str):
    """The game as `tests.analysis.synthetic_games` knows it, in place of the real one."""
    real, stand = sim.core.registry.get_game, stand_in(name)

    class Patched:
        def __enter__(self):
            self.patch = pytest.MonkeyPatch()
            for module in ("sim.core.registry", "analysis.wording"):
                self.patch.setattr(f"{module}.get_game", lambda asked: stand if asked == name else real(asked))

        def __exit__(self, *problem):
            self.patch.undo()

    return Patched()


MAKERS = {"mercato": mercato, "stealr": stealr, "freak_shop": freak_shop, "hostile": hostile, "french": french}
GAMES = ("mercato", "stealr", "freak_shop")
PAGES = (*GAMES, "hostile")
"""The English ones."""


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """`made(name)` is the path of one of these pages; the first worker that asks for it makes it."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "pages"  # the parent is that of all workers of this session
    shared.mkdir(exist_ok=True)

    def page(name: str) -> str:
        with FileLock(shared / f"{name}.lock"):
            folder, done = shared / name, shared / f"{name}.done"
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                done.write_text(str(MAKERS[name](folder)))
            return done.read_text()

    return page
