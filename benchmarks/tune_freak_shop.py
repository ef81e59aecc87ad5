"""Tune the numbers of Freak Shop's `expert` by play against itself as it stands.

    python -m benchmarks.tune_freak_shop all --minutes 15              all numbers but those of the objectives; random objectives, 2 and 3 players
    python -m benchmarks.tune_freak_shop objectives --blocks 1000      the number of each objective, in games that have it
    python -m benchmarks.tune_freak_shop all --minutes 0 --start '{"deny": 0.2}' --seed 4000      only measure, beside the strategy as it stands

`all` is the search of `benchmarks.tuning`. `objectives` tries, for each objective by itself, a third and three times its number, in games that
have this objective while the other two are drawn from their piles, and prints the lead over the strategy as it stands with its 99 % interval; so
it can be seen which numbers should be moved, and what is shown of them.
"""

from __future__ import annotations

from benchmarks.tuning import Z_99, Cell, arguments_of, tune
from sim.freak_shop.cards import OBJECTIVES
from sim.freak_shop.options import PRINTED_PILES
from strategies.registry import Strategy, get_strategy

GAME = "freak_shop"
LINEUPS = (["expert"], ["expert", "expert"])
BLOCKS = {"all": 200, "objectives": 1000}  # of a cell for one variation
MEASURED = 4000  # of a cell at the end
FACTORS = (1 / 3, 3.0)


def piles_with(objective: int) -> dict[str, list[list[int]]]:
    """Options with which one objective is always there, and the others are drawn."""
    return {"piles": [[objective] if objective in pile else pile for pile in PRINTED_PILES]}


def try_objective(objective: int, start: Strategy, blocks: int, seed: int) -> None:
    """Print what a lower and a higher number of one objective would bring."""
    name = f"worth_{objective}"
    cell = Cell(GAME, "classic", ["expert"], piles_with(objective))
    for factor in FACTORS:
        value = round(factor * start.params[name], 4)
        margins = cell.margins(start.with_params({name: value}, "tried"), seed, 0, blocks)
        half_width = Z_99 * margins.std(ddof=1) / len(margins) ** 0.5
        print(f"{name} = {value:g} for {start.params[name]:g}: {100 * margins.mean():+.2f} points ± {100 * half_width:.2f}", flush=True)


def main() -> None:
    """Search, then measure afresh; or try."""
    arguments = arguments_of(str(__doc__), ["all", "objectives"])
    stands = get_strategy(GAME, "expert")
    if arguments.what == "objectives":
        for objective in range(1, OBJECTIVES + 1):
            try_objective(objective, stands.with_params(arguments.start, "start"), arguments.blocks or BLOCKS["objectives"], arguments.seed)
        return
    names = [name for name in stands.params if not name.startswith("worth_")]
    cells = [Cell(GAME, "classic", others, {}, f"{1 + len(others)} players") for others in LINEUPS]
    tune(stands, names, cells, arguments, BLOCKS["all"], MEASURED)


if __name__ == "__main__":
    main()
