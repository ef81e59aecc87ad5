"""The strategies that a study names: built-in ones, files of the user's, and its own variations of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import isfinite
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from analysis.places import Path
from analysis.spelling import suggest
from analysis.study import Point, StrategySpec
from analysis.study_file import StudyFile, dotted
from sim.core.errors import UserError

if TYPE_CHECKING:
    from strategies.registry import Strategy


class StrategyBook:
    """Resolves the names of strategies in one study file, each once, with errors that name their place."""

    def __init__(self, file: StudyFile, game: str, folder: FilePath) -> None:
        from strategies.registry import strategy_names

        self.file = file
        self.game = game
        self.folder = folder
        self.built_in = list(strategy_names(game))
        self._strategies: dict[str, Strategy] = {}
        self._specs: dict[str, StrategySpec] = {}
        self.variations = list(file.data.get("strategies", {}))
        for name, table in file.data.get("strategies", {}).items():
            self._variation(name, table)

    # -- resolving

    def _variation(self, name: str, table: Any) -> None:
        at: Path = ("strategies", name)
        example = f'[strategies.{name}] from = "{self.built_in[-1] if self.built_in else "…"}"'
        if name in self.built_in:
            raise self.file.error(at, f"{name} is the name of a strategy already; call the variation otherwise")
        if not isinstance(table, dict):
            raise self.file.error(at, f"write it as a table: {example}")
        if not isinstance(table.get("from"), str):
            raise self.file.error(at, f"it must say which strategy it varies: {example}")
        strategy, source = self._get(table["from"], (*at, "from"))
        params: dict[str, float] = {}
        for key, value in table.items():
            if key == "from":
                continue
            self._check_parameter(strategy, key, (*at, key))
            params[key] = self._number(value, (*at, key))
        self._add(name, strategy.with_params(params, name), source)

    def _get(self, ref: str, at: Path) -> tuple[Strategy, str]:
        """The strategy behind a built-in name, an entry point or ``path.py:Name``, and where it comes from."""
        from strategies.registry import get_strategy

        is_file = ".py" in ref
        source = self._from_here(ref, at) if is_file else ref
        try:
            return get_strategy(self.game, source), source
        except UserError as problem:
            if is_file or ref in self.built_in:
                raise UserError(f"{self.file.place(at)}: {dotted(at)}: {problem}") from None
            known = [name for name in self.variations if name != at[1]] + self.built_in
            hint = suggest(ref, known)
            raise self.file.error(at, f"there is no strategy {ref!r} for {self.game}; {hint}") from None

    def _from_here(self, ref: str, at: Path) -> str:
        """``path.py:Name`` with the path seen from the working folder; a study's own paths start at its folder."""
        path, colon, name = ref.rpartition(":") if ":" in ref[2:] else (ref, "", "")
        if self.file.place(at).startswith("--") or FilePath(path).is_absolute():
            return ref
        moved = FilePath(os.path.relpath(self.folder / path)).as_posix()
        return f"{moved}{colon}{name}"

    def _add(self, name: str, strategy: Strategy, source: str) -> None:
        self._strategies[name] = strategy
        self._specs[name] = StrategySpec(
            name=name,
            source=source,
            version=int(strategy.version),
            params={key: float(value) for key, value in strategy.params.items()},
            compiled=bool(strategy.compiled),
            sha256=strategy.digest,
        )

    def _name(self, ref: Any, at: Path) -> str:
        if not isinstance(ref, str):
            raise self.file.error(at, f"{ref!r} is not the name of a strategy; names stand in quotation marks")
        if ref not in self._strategies:
            strategy, source = self._get(ref, at)
            self._add(ref, strategy, source)
        return ref

    # -- line-ups

    def lineup(self, value: Any, at: Path) -> list[str]:
        """The names of one line-up, checked."""
        if isinstance(value, str):
            raise self.file.error(at, f'a line-up is a list of names; write ["{value}"]')
        if not isinstance(value, list):
            raise self.file.error(at, f'{value!r} is not a line-up; write for instance ["expert", "greedy"]')
        if not value:
            raise self.file.error(at, 'the line-up is empty; write for instance ["expert"]')
        return [self._name(ref, (*at, number)) for number, ref in enumerate(value)]

    def lineups(self, value: Any, at: Path) -> list[tuple[list[str], Path]]:
        """All line-ups of a study with their places; without any, each design point must have its own."""
        if value is None:
            points = self.file.data.get("points", [])
            if points and all("lineup" in point for point in points):
                return []
            raise UserError(f'{self.file.name}: lineups: it is missing; write for instance lineups = [["expert"]]')
        if not isinstance(value, list) or not value:
            raise self.file.error(at, 'there must be at least one line-up; write for instance lineups = [["expert"]]')
        if any(isinstance(element, str) for element in value):
            raise self.file.error(at, 'this is a list of line-ups; write [["expert"], ["greedy"]], or [["expert", "greedy"]]')
        lineups: list[tuple[list[str], Path]] = []
        for number, element in enumerate(value):
            names = self.lineup(element, (*at, number))
            if any(names == earlier for earlier, _ in lineups):
                raise self.file.error((*at, number), f"the line-up {names} stands twice in the list")
            lineups.append((names, (*at, number)))
        return lineups

    # -- parameters

    def check_parameter(self, name: str, parameter: str, at: Path) -> None:
        """Refuse a parameter that the variation `name` does not have."""
        if name not in self.variations:
            hint = suggest(name, self.variations) if self.variations else f'write [strategies.{name}] from = "…" first'
            raise self.file.error(at, f"the study has no [strategies.{name}]; {hint}")
        self._check_parameter(self._strategies[name], parameter, at)

    def _check_parameter(self, strategy: Strategy, parameter: str, at: Path) -> None:
        if parameter not in strategy.params:
            known = suggest(parameter, strategy.params)
            raise self.file.error(at, f"{strategy.name} has no parameter {parameter!r}; {known}")

    def _number(self, value: Any, at: Path) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise self.file.error(at, f"{value!r} is not a number")
        return float(value)

    def named(self, names: Sequence[str], swept: dict[Path, Any]) -> list[str]:
        """The `names` with swept parameters set; a name then says them: ``bold(injure=2)``."""
        chosen = []
        for name in names:
            values = {str(setting[2]): value for setting, value in swept.items() if setting[1] == name}
            if values:
                told = ", ".join(f"{key}={value}" for key, value in values.items())
                params = {key: self._number(value, ("sweep",)) for key, value in values.items()}
                changed = f"{name}({told})"
                if changed not in self._strategies:
                    strategy = self._strategies[name].with_params(params, changed)
                    self._add(changed, strategy, self._specs[name].source)
                name = changed
            chosen.append(name)
        return chosen

    # -- results

    def strategy(self, name: str) -> Strategy:
        """The strategy that this study calls `name`."""
        return self._strategies[name]

    def used(self, points: Sequence[Point]) -> dict[str, StrategySpec]:
        """What the design points need, in the order in which they name it."""
        return {name: self._specs[name] for point in points for name in point.lineup}
