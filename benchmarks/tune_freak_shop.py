"""Tune the numbers of Freak Shop's `expert` by play against itself as it stands.

    python -m benchmarks.tune_freak_shop all --minutes 15              all numbers but those of the objectives; random objectives, 2 and 3 players
    python -m benchmarks.tune_freak_shop objectives --minutes 24       the number of each objective in turn, in games that have it: 2 minutes each
    python -m benchmarks.tune_freak_shop objective-10 --minutes 5      that of one objective
    python -m benchmarks.tune_freak_shop all --minutes 0 --start '{"deny": 0.2}' --seed 4000      only measure, beside the strategy as it stands

How: see `benchmarks.tuning`. In games that have an objective the other two are drawn from their piles.
"""

from __future__ import annotations

from argparse import Namespace

from benchmarks.tuning import Cell, arguments_of, tune
from sim.freak_shop.cards import OBJECTIVES
from sim.freak_shop.options import PRINTED_PILES
from strategies.registry import get_strategy

GAME = "freak_shop"
LINEUPS = (["expert"], ["expert", "expert"])
BLOCKS = {"all": 200, "objective": 250}  # of a cell for one variation
MEASURED = {"all": 4000, "objective": 1500}  # of a cell at the end


def piles_with(objective: int) -> dict[str, list[list[int]]]:
    """Options with which one objective is always there, and the others are drawn."""
    return {"piles": [[objective] if objective in pile else pile for pile in PRINTED_PILES]}


def tune_objective(objective: int, arguments: Namespace) -> None:
    """The number of one objective."""
    cells = [Cell(GAME, "classic", ["expert"], piles_with(objective), f"objective {objective}")]
    tune(get_strategy(GAME, "expert"), [f"worth_{objective}"], cells, arguments, BLOCKS["objective"], MEASURED["objective"])


def main() -> None:
    """Search, then measure afresh."""
    numbers = range(1, OBJECTIVES + 1)
    arguments = arguments_of(str(__doc__), ["all", "objectives", *(f"objective-{number}" for number in numbers)])
    if arguments.what == "all":
        stands = get_strategy(GAME, "expert")
        names = [name for name in stands.params if not name.startswith("worth_")]
        cells = [Cell(GAME, "classic", others, {}, f"{1 + len(others)} players") for others in LINEUPS]
        tune(stands, names, cells, arguments, BLOCKS["all"], MEASURED["all"])
    elif arguments.what == "objectives":
        arguments.minutes /= OBJECTIVES
        for number in numbers:
            tune_objective(number, arguments)
    else:
        tune_objective(int(arguments.what.split("-")[1]), arguments)


if __name__ == "__main__":
    main()
