"""What an author of strategies needs, in one place, whatever the game.

``strategy`` declares a strategy; ``compiled`` decorates its helpers; ``below(rng, n)`` draws a uniform integer from 0 to n - 1, ``uniform(rng)`` a
uniform number from 0 (included) to 1 (excluded). What belongs to one game is in that game's own toolkit, such as `strategies.mercato.toolkit`.
"""

from sim.core.compile import compiled
from sim.core.rng import below, uniform
from strategies.registry import Strategy, strategy

__all__ = ["Strategy", "below", "compiled", "strategy", "uniform"]
