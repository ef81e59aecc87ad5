"""The fair prices that `expert` looks at: for each of several aims the one, of all there are, that leads to the best manor (see `pool`)."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.freak_shop.cards import MODE, PAS_LES_MEMES, VALUES
from sim.freak_shop.options import NO
from sim.freak_shop.state import FAIR_PRICE
from strategies.freak_shop.outlook import P_GATHER, TURNS, consider_exchange
from strategies.freak_shop.pool import SEPARATE, fill, form_of, raise_curve, tops_of, trace_back
from strategies.freak_shop.survey import EVERYWHERE, MIXED, NOWHERE, OWN, OWN_SALE, SHOP, WIDTH, WORTH, sale_copies

TARGETS = 5  # lowest values of which many copies are gathered for one good deal
ENOUGH_TURNS = 0.4  # turns to come that make it worth while to gather for a good deal


@compiled
def look_at_manors(view, memory, after, params, search, curve, top, there, gains, layers, rng):
    """Fill the curve, and consider the fair prices to the best manors."""
    mixed = 0 if view.rules.fair_same_value == NO else 1
    form = form_of(view.objectives)
    set_gains(memory, gains, 1.0, -0.01, 0.0, mixed)  # points; of cards on sale rather none
    for copies in range(1, tops_of(form) + 1):
        fill(view.rules, there, gains, form, copies, layers, len(curve) - 1)
        raise_curve(layers, form, curve)
    _consider_best(view, memory, after, params, search, curve, top, there, gains, form, layers, rng)
    for slot in range(3):
        objective = view.objectives[slot]
        if objective <= PAS_LES_MEMES:
            sign = 1.0 if objective == MODE else -1.0
            for step in range(2):
                set_gains(memory, gains, 1.0, sign * (0.5 + 1.5 * step), 0.0, mixed)
                _consider_best(view, memory, after, params, search, curve, top, there, gains, form, layers, rng)
    if search[TURNS] > ENOUGH_TURNS:
        for step in range(2):
            set_gains(memory, gains, 0.05 if step == 0 else 1.0, 0.0, params[P_GATHER], mixed)
            _consider_best(view, memory, after, params, search, curve, top, there, gains, SEPARATE, layers, rng)
        for target in range(TARGETS):
            _set_target(memory, gains, target)
            _consider_best(view, memory, after, params, search, curve, top, there, gains, SEPARATE, layers, rng)


@compiled
def _consider_best(view, memory, after, params, search, curve, top, there, gains, form, layers, rng):
    """The best manor of the own sum by ``gains``, unless it is the own."""
    mixed_at = NOWHERE if view.rules.fair_same_value == NO else EVERYWHERE
    for copies in range(1, tops_of(form) + 1):
        fill(view.rules, there, gains, form, copies, layers, memory[WORTH])
        if trace_back(view.rules, there, gains, form, copies, layers, memory[WORTH], after) and _differs(memory, after, mixed_at):
            consider_exchange(view, memory, after, params, search, curve, top, FAIR_PRICE, mixed_at, rng)


@compiled
def _differs(memory, after, mixed_at):
    """Whether the manor is another one: other copies of a value, or, where cards of a value may go both ways, others of them on sale."""
    for place in range(VALUES):
        copies = int(after[0, 2 * place])
        if copies != memory[OWN + place]:
            return True
        if mixed_at == EVERYWHERE and sale_copies(memory, place, copies, 1) != memory[OWN_SALE + place]:
            return True
    return False


@compiled
def _best_deal(memory, place, copies):
    """The most that a good deal of so many copies of a value could add to the sum, with all of the pool in the shop."""
    most = 0
    for high in range(place + 1, VALUES):
        most = max(most, min(copies, memory[OWN + high] + memory[SHOP + high]) * (high - place))
    return most


@compiled
def set_gains(memory, gains, points, sale, gather, mixed):
    """What copies of each value bring: their points, the cards on sale among them, the next good deal that they could make, each with its
    weight."""
    for place in range(VALUES):
        for copies in range(memory[OWN + place] + memory[SHOP + place] + 1):
            gain = points * memory[MIXED + WIDTH * place + copies] + sale * sale_copies(memory, place, copies, mixed)
            if gather != 0.0:
                gain += gather * _best_deal(memory, place, copies)
            gains[place, copies] = gain


@compiled
def _set_target(memory, gains, target):
    """Copies of one value for one good deal above all, paid for rather with dear cards than with cheap ones."""
    for place in range(VALUES):
        for copies in range(memory[OWN + place] + memory[SHOP + place] + 1):
            gains[place, copies] = 0.01 * memory[MIXED + WIDTH * place + copies]
            if place == target:
                gains[place, copies] += 10.0 * _best_deal(memory, place, copies)
            elif place > target:
                gains[place, copies] -= 0.1 * copies * place
