"""Tune the numbers of Mercato's `expert` by play against the other strategies and against itself as it stands.

    python -m benchmarks.tune_mercato hands --minutes 15         classic and ultime, 2 and 4 players
    python -m benchmarks.tune_mercato duel --minutes 5           duel and ultime_duel
    python -m benchmarks.tune_mercato hands --minutes 0 --start '{"wait": 0.35}' --seed 4000      only measure, beside the strategy as it stands

How: see `benchmarks.tuning`.
"""

from __future__ import annotations

from benchmarks.tuning import Cell, arguments_of, tune
from strategies.registry import get_strategy

GAME = "mercato"
CELLS: dict[str, list[tuple[str, list[str]]]] = {
    "hands": [
        ("classic", ["builder"]),
        ("classic", ["greedy"]),
        ("ultime", ["builder"]),
        ("classic", ["builder"] * 3),
        ("classic", ["greedy", "spoiler", "expert"]),
        ("ultime", ["builder"] * 3),
        ("ultime", ["greedy", "trader", "expert"]),
    ],
    "duel": [("duel", ["greedy"]), ("duel", ["expert"]), ("ultime_duel", ["greedy"]), ("ultime_duel", ["expert"])],
}
BLOCKS = {"hands": 150, "duel": 1500}  # of a cell for one variation
MEASURED = {"hands": 3000, "duel": 40000}  # of a cell at the end


def main() -> None:
    """Search, then measure afresh."""
    arguments = arguments_of(str(__doc__), sorted(CELLS))
    cells = [Cell(GAME, variant, others) for variant, others in CELLS[arguments.what]]
    stands = get_strategy(GAME, "expert")
    names = [name for name in stands.params if name.startswith("duel_") == (arguments.what == "duel")]
    tune(stands, names, cells, arguments, BLOCKS[arguments.what], MEASURED[arguments.what])


if __name__ == "__main__":
    main()
