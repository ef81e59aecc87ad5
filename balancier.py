"""balancier for notebooks and scripts: what one needs of it, by one name.

>>> import balancier
>>> "mercato" in balancier.game_names()
True

Nothing is imported before it is used, so ``import balancier`` takes no time. The packages behind it are called `sim`, `strategies`, `analysis` and
`reports`; a file or folder of your own by such a name would be imported in their place, so this module looks for one and says which to rename.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis import balance
    from analysis.run import run_study
    from analysis.study import Study, load_study, make_study
    from analysis.summary import summarise
    from analysis.tables import Run, add_labels, open_run, to_pandas
    from reports.commands.report import report
    from reports.notebook import Results, results, run
    from sim.core.errors import GameFailure, RulesFailure, SetupError, StrategyFailure, UserError
    from sim.core.play import Lineup, Rows, Session, play_blocks
    from sim.core.registry import Config, Game, game_names, get_game
    from sim.core.replay import replay
    from strategies.registry import Strategy, get_strategy, strategy, strategy_names

__all__ = [
    "Config",
    "Game",
    "GameFailure",
    "Lineup",
    "Results",
    "Rows",
    "RulesFailure",
    "Run",
    "Session",
    "SetupError",
    "Strategy",
    "StrategyFailure",
    "Study",
    "UserError",
    "add_labels",
    "balance",
    "game_names",
    "get_game",
    "get_strategy",
    "load_study",
    "make_study",
    "open_run",
    "play_blocks",
    "replay",
    "report",
    "results",
    "run",
    "run_study",
    "strategy",
    "strategy_names",
    "summarise",
    "to_pandas",
]

_PACKAGES = ("sim", "strategies", "analysis", "reports")
_WHERE = {
    "sim.core.errors": ("GameFailure", "RulesFailure", "SetupError", "StrategyFailure", "UserError"),
    "sim.core.play": ("Lineup", "Rows", "Session", "play_blocks"),
    "sim.core.registry": ("Config", "Game", "game_names", "get_game"),
    "sim.core.replay": ("replay",),
    "strategies.registry": ("Strategy", "get_strategy", "strategy", "strategy_names"),
    "analysis.run": ("run_study",),
    "analysis.study": ("Study", "load_study", "make_study"),
    "analysis.summary": ("summarise",),
    "analysis.tables": ("Run", "add_labels", "open_run", "to_pandas"),
    "reports.commands.report": ("report",),
    "reports.notebook": ("Results", "results", "run"),
}
_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}


def _refuse_hidden_packages() -> None:
    """Raise ImportError when one of our packages would be, or was, imported from somewhere else."""
    home = Path(__file__).resolve().parent
    for package in _PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec is None:
            raise ImportError(f"balancier is not installed whole: there is no {home / package}")
        folders = list(spec.submodule_search_locations or [])
        if spec.origin is not None and Path(spec.origin).resolve() == home / package / "__init__.py":
            continue
        found = Path(spec.origin or folders[0])
        if found.name == "__init__.py":
            found = found.parent
        what = "folder" if spec.submodule_search_locations is not None else "file"
        raise ImportError(
            f"the {what} {found} hides a part of balancier that is called {package!r} too: rename it (my_{found.name}, say) and start again"
        )


_refuse_hidden_packages()


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for."""
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("balancier")
    elif name == "balance":
        value = importlib.import_module("analysis.balance")
    elif name in _MODULE_OF:
        value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    else:
        raise AttributeError(f"balancier has no {name!r}", name=name, obj=sys.modules[__name__])
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
