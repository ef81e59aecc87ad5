"""What a strategy works out once, as its turn begins: the pool of its manor and the shop, by value, and what each number of copies would score.

A manor of which only the values are said stands for the best copies of them: with La mode à petit prix as many cards on sale as there are,
otherwise as few (no objective but that one ever wants them). So an exchange is a row of ten numbers, and what it scores is looked up value by
value. Everything lies in the strategy's memory, at the places below; ``after`` is a scratch manor (1, kinds) that holds what would be owned, all
as cards without sale mark.
"""

from __future__ import annotations

from sim.core.compile import compiled, index
from sim.freak_shop.cards import CLOU, COLLECTION, MARCHANDAGE, MODE, PAS_LES_MEMES, SIAMOIS, SNOB, SOMME, TROIS, VALUES, VOISINS
from sim.freak_shop.options import NO
from sim.freak_shop.scoring import copies_of, objective_points, on_sale, total

PLAN = 0  # by kind: taken above 0, given below
PLANNED = 20  # GOOD_DEAL, FAIR_PRICE, PASS; NO_PLAN
PLANNED_TURN = 21
OWN = 22  # copies by value (value v at v - 1), here and below
SHOP = 32
OWN_SALE = 42  # of them on sale
SHOP_SALE = 52
NEED = 62  # points that one more copy would bring the rival
OTHERS = 72  # the most copies in another manor
WORTH, CARDS, SALES, SHOP_CARDS, WANTS_SALE, WHOLE, BASE, RIVAL = range(82, 90)
UNMIXED = 128  # points of m copies of a value where its cards all go one way: UNMIXED + WIDTH * (v - 1) + m
MIXED = 1408  # the same where plain cards may be given for cards on sale of the same value
PLACE = 2688  # points by La mode and Pas les mêmes valeurs with so many cards on sale
WIDTH = 128
MEMORY = 2816

NO_PLAN = -1
NOWHERE, EVERYWHERE = -1, VALUES  # at which value cards of the same value may go both ways; or a value's index


@compiled
def survey(view, memory, against_rival):
    """Fill the memory for the turn that begins. With ``against_rival`` what the rival (the best other seat) loses or gains counts too."""
    me = index(view.seat)
    memory[WORTH] = memory[CARDS] = memory[SALES] = memory[SHOP_CARDS] = memory[WANTS_SALE] = memory[WHOLE] = 0
    for place in range(VALUES):
        plain = 2 * place
        memory[OWN_SALE + place] = view.manor[me, plain + 1]
        memory[OWN + place] = copies_of(view.manor, me, place + 1)
        memory[SHOP_SALE + place] = view.shop[plain + 1]
        memory[SHOP + place] = int(view.shop[plain]) + int(view.shop[plain + 1])
        memory[WORTH] += (place + 1) * memory[OWN + place]
        memory[CARDS] += memory[OWN + place]
        memory[SALES] += memory[OWN_SALE + place]
        memory[SHOP_CARDS] += memory[SHOP + place]
        memory[OTHERS + place] = 0
        for other in range(view.players):
            if other != me:
                memory[OTHERS + place] = max(memory[OTHERS + place], copies_of(view.manor, other, place + 1))
    memory[RIVAL] = rival(view)
    for slot in range(3):
        objective = view.objectives[slot]
        if objective == MODE:
            memory[WANTS_SALE] = 1
        if is_whole(objective):
            memory[WHOLE] = 1
    memory[BASE] = 0
    for place in range(VALUES):
        for copies in range(memory[OWN + place] + memory[SHOP + place] + 1):
            mixed = value_points(view, memory, place, copies, sale_copies(memory, place, copies, 1), against_rival)
            memory[UNMIXED + WIDTH * place + copies] = value_points(view, memory, place, copies, sale_copies(memory, place, copies, 0), against_rival)
            memory[MIXED + WIDTH * place + copies] = mixed
        if view.rules.fair_same_value == NO:
            for copies in range(memory[OWN + place] + memory[SHOP + place] + 1):
                memory[MIXED + WIDTH * place + copies] = memory[UNMIXED + WIDTH * place + copies]
        memory[BASE] += memory[UNMIXED + WIDTH * place + memory[OWN + place]]
    _fill_places(view, memory, against_rival)


@compiled
def rival(view):
    """The other seat with the most points now; the first after this one where several have."""
    best = (int(view.seat) + 1) % int(view.players)
    for step in range(2, view.players):
        other = (int(view.seat) + step) % int(view.players)
        if total(view.points, other) > total(view.points, best):
            best = other
    return best


@compiled
def is_whole(objective):
    """Whether an objective looks at the manor as a whole: not value by value, nor at the cards on sale."""
    return objective == SOMME or objective >= CLOU


@compiled
def sale_copies(memory, place, copies, mixed):
    """How many of so many copies of a value would be on sale, by choice of the best copies."""
    own, sale = memory[OWN + place], memory[OWN_SALE + place]
    shop, shop_sale = memory[SHOP + place], memory[SHOP_SALE + place]
    if mixed == 1:
        if memory[WANTS_SALE] == 1:
            return min(copies, sale + shop_sale)
        return max(0, copies - (own - sale) - (shop - shop_sale))
    change = copies - own
    if memory[WANTS_SALE] == 1:
        if change > 0:
            return sale + min(change, shop_sale)
        return sale - max(0, -change - (own - sale))
    if change > 0:
        return sale + max(0, change - (shop - shop_sale))
    return sale - min(-change, sale)


@compiled
def value_points(view, memory, place, copies, sale, against_rival):
    """Points of so many copies of one value, ``sale`` of them on sale, by the objectives that look at each value."""
    points = copies_points(view.rules, view.objectives, place, copies, sale, memory[OTHERS + place])
    if against_rival == 1:
        theirs = copies_of(view.manor, memory[RIVAL], place + 1)
        for slot in range(3):
            if view.objectives[slot] == VOISINS and theirs > 0 and theirs >= memory[OTHERS + place] and theirs >= copies:
                points -= int(view.rules.voisins)
    return points


@compiled
def copies_points(rules, objectives, place, copies, sale, others):
    """Points of so many copies of one value, ``sale`` of them on sale, for whoever owns them; another has up to ``others`` of it."""
    points = 0
    if copies == 0:
        return 0
    category = index(rules.category[place])
    for slot in range(3):
        objective = objectives[slot]
        if objective == SNOB:
            points += int(rules.snob) if sale == 0 else 0
        elif objective == MARCHANDAGE:
            points += int(rules.marchandage) if sale <= rules.marchandage_sale else 0
        elif objective == VOISINS:
            points += int(rules.voisins) if copies >= others else 0
        elif objective == SIAMOIS:
            points += copies // 2 * int(rules.siamois[category])
        elif objective == TROIS:
            points += copies // 3 * int(rules.trois[category])
        elif objective == COLLECTION:
            points += int(rules.collection)
    return points


@compiled
def _fill_places(view, memory, against_rival):
    """F-10, F-11: points with each number of cards on sale, the others' being what they are."""
    there = memory[SALES]
    for place in range(VALUES):
        there += memory[SHOP_SALE + place]
    for sale in range(there + 1):
        memory[PLACE + sale] = 0
        for slot in range(3):
            objective = view.objectives[slot]
            if objective <= PAS_LES_MEMES:
                memory[PLACE + sale] += _place_points(view, memory, objective, sale, int(view.seat))
                if against_rival == 1:
                    memory[PLACE + sale] -= _place_points(view, memory, objective, sale, memory[RIVAL])


@compiled
def _place_points(view, memory, objective, sale, seat):
    """What ``seat`` scores by its place if this strategy owns ``sale`` cards on sale."""
    own = sale if seat == view.seat else on_sale(view.manor, seat)
    if objective == MODE and own == 0 and view.rules.zero_sale_scores == 0:
        return 0
    place = 0
    for other in range(view.players):
        number = sale if other == view.seat else on_sale(view.manor, other)
        if (number > own) if objective == MODE else (number < own):
            first = True
            for earlier in range(other):
                first = first and (sale if earlier == view.seat else on_sale(view.manor, earlier)) != number
            place += 1 if first else 0
    if place > 2:
        return 0
    return int(view.rules.mode[place]) if objective == MODE else int(view.rules.pas_les_memes[place])


@compiled
def whole_points(view, after):
    """Points of a manor by the objectives that look at it as a whole."""
    points = 0
    for slot in range(3):
        if is_whole(view.objectives[slot]):
            points += objective_points(view.rules, int(view.objectives[slot]), after, 1, 0)
    return points


@compiled
def lay_out(memory, after):
    """Set the scratch manor to what is owned now."""
    for place in range(VALUES):
        after[0, 2 * place] = memory[OWN + place]
        after[0, 2 * place + 1] = 0


@compiled
def scored(view, memory, after, mixed_at):
    """Points (less the rival's, as surveyed) with the manor ``after``; cards of the value ``mixed_at`` may go both ways."""
    points = 0
    sales = 0
    for place in range(VALUES):
        copies = int(after[0, 2 * place])
        mixed = 1 if mixed_at == place or mixed_at == EVERYWHERE else 0
        points += memory[(MIXED if mixed == 1 else UNMIXED) + WIDTH * place + copies]
        sales += sale_copies(memory, place, copies, mixed)
    points += memory[PLACE + sales]
    if memory[WHOLE] == 1:
        points += whole_points(view, after)
    return points


@compiled
def write_plan(view, memory, after, exchange, mixed_at):
    """Keep the exchange that leads to ``after`` as the plan of this turn."""
    for place in range(VALUES):
        copies = int(after[0, 2 * place])
        mixed = 1 if (mixed_at == place or mixed_at == EVERYWHERE) and view.rules.fair_same_value != NO else 0
        sale = sale_copies(memory, place, copies, mixed)
        memory[PLAN + 2 * place] = copies - sale - (memory[OWN + place] - memory[OWN_SALE + place])
        memory[PLAN + 2 * place + 1] = sale - memory[OWN_SALE + place]
    memory[PLANNED] = exchange
