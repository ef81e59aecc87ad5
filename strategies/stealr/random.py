"""`random`: the yardstick of all others."""

from sim.core.rng import below
from strategies.registry import strategy


@strategy(game="stealr", name="random", version=1, about="plays any legal move, all equally likely")
def choose(view, moves, n_moves, params, memory, rng):
    """A uniform legal move."""
    return below(rng, n_moves)
