"""A strategy of one's own: places whom it can, else injures whoever misses fewest players."""

from strategies.mercato.toolkit import INJURE, PLACE, TRANSFER, completes, missing
from strategies.toolkit import strategy, uniform


@strategy(game="mercato", name="Bold", version=1, about="places, robs, injures the leader", params={"injure": 6.0})
def choose(view, moves, n_moves, params, memory, rng):
    """The move of highest value; ties by lot."""
    lacking = missing(view, view.seat)
    best, best_value = 0, -1000.0
    for i in range(n_moves):
        move = moves[i]
        value = 0.0
        if completes(view, move, lacking):
            value = 100.0
        elif move.action == PLACE or move.action == TRANSFER:
            value = 10.0
        elif move.action == INJURE:
            value = params[0] - 0.1 * missing(view, move.seat)
        value += 0.01 * uniform(rng)
        if value > best_value:
            best, best_value = i, value
    return best
