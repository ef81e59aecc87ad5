"""Tune the numbers of Stealr's `expert` by play against the other strategies and against itself as it stands.

    python -m benchmarks.tune_stealr all --minutes 15         the three modes, 2 and 4 players
    python -m benchmarks.tune_stealr all --minutes 0 --start '{"spare": 0.2}' --seed 4000      only measure, beside the strategy as it stands

How: see `benchmarks.tuning`.
"""

from __future__ import annotations

from benchmarks.tuning import Cell, arguments_of, tune
from strategies.registry import get_strategy

GAME = "stealr"
CELLS: dict[str, list[tuple[str, list[str]]]] = {
    "all": [
        ("no_mercy", ["raider"]),
        ("no_mercy", ["greedy"]),
        ("no_mercy", ["guard"]),
        ("doux", ["raider"]),
        ("no_mercy", ["raider"] * 3),
        ("debutant", ["banker"]),
    ],
    "self": [("no_mercy", ["expert"]), ("doux", ["expert"]), ("debutant", ["expert"]), ("no_mercy", ["expert"] * 3), ("debutant", ["expert"] * 3)],
}
BLOCKS = 120  # of a cell for one variation
MEASURED = 2000  # of a cell at the end


def main() -> None:
    """Search, then measure afresh."""
    arguments = arguments_of(str(__doc__), sorted(CELLS))
    cells = [Cell(GAME, variant, others) for variant, others in CELLS[arguments.what]]
    stands = get_strategy(GAME, "expert")
    tune(stands, list(stands.params), cells, arguments, BLOCKS, MEASURED)


if __name__ == "__main__":
    main()
