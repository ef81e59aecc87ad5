"""What `expert` expects of its rival: the points that the best fair price would bring it from the shop that an exchange leaves."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.freak_shop.cards import SOMME, VALUES
from sim.freak_shop.scoring import copies_of
from strategies.freak_shop.pool import best_state, fill, form_of, tops_of
from strategies.freak_shop.survey import EVERYWHERE, OWN, OWN_SALE, RIVAL, SHOP, SHOP_SALE, copies_points, is_whole, sale_copies


@compiled
def reply(view, memory, after, mixed_at, there, gains, layers):
    """The most points that the rival gains by a fair price after this strategy's exchange, cards on sale as such left out (F-10, F-11).

    ``after`` is the own manor by then; ``there``, ``gains`` and ``layers`` are scratch, the latter large enough for the rival's wealth.
    """
    rival = memory[RIVAL]
    worth = 0
    now = 0.0
    for place in range(VALUES):
        own = int(after[0, 2 * place])
        mixed = 1 if mixed_at == place or mixed_at == EVERYWHERE else 0
        theirs = copies_of(view.manor, rival, place + 1)
        theirs_on_sale = int(view.manor[rival, 2 * place + 1])
        plain = memory[OWN + place] + memory[SHOP + place] - own + theirs  # copies in the rival's pool …
        sale = memory[OWN_SALE + place] + memory[SHOP_SALE + place] - sale_copies(memory, place, own, mixed) + theirs_on_sale
        there[place] = plain
        plain -= sale  # … and those without sale mark
        others = own
        for seat in range(view.players):
            if seat != rival and seat != view.seat:
                others = max(others, copies_of(view.manor, seat, place + 1))
        for copies in range(int(there[place]) + 1):
            gains[place, copies] = copies_points(view.rules, view.objectives, place, copies, max(0, copies - plain), others)
        now += copies_points(view.rules, view.objectives, place, theirs, theirs_on_sale, others)
        worth += (place + 1) * theirs
    for slot in range(3):
        objective = int(view.objectives[slot])
        if is_whole(objective) and objective != SOMME:
            now += int(view.points[rival, slot])
    best = now
    form = form_of(view.objectives)
    for top in range(1, tops_of(form) + 1):
        fill(view.rules, there, gains, form, top, layers, worth)
        best = max(best, layers[VALUES, best_state(layers, form, worth), worth])
    return best - now
