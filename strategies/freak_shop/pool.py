"""The best manors that fair prices can lead to: of all that the cards of manor and shop together can make up.

A fair price keeps the sum of a manor's cards, and whatever of the same sum can be made of manor and shop can be had by one (F-5). So the best of
all fair prices is a knapsack: over the values, so many copies of each, to an exact sum. ``layers[v, state, sum]`` is the most that values 1 to v
can bring; the states carry what an objective looks at across values (a run, runs of three, the value that there is most of). As an exchange
leaves the pool of manor and shop as it is, the same table tells, for each sum, what a manor of that sum could be turned into in the next turn.

``there`` (values) is the pool: copies of each value. ``gains[v - 1, m]`` (values, copies) is what m copies of value v bring by themselves, in
points; what they bring across values is added here.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import compiled
from sim.freak_shop.cards import CLOU, ORDONNE, RANGEMENT, VALUES

IMPOSSIBLE = -1e9
SEPARATE, MOST_COPIES, ONE_RUN, RUNS_OF_THREE = range(4)
MOST_TOP = 6  # copies of the value of which there is most (F-19); more are not looked for


@compiled
def form_of(objectives):
    """How the objectives look across values: the last one that does, where several do."""
    found = SEPARATE
    for slot in range(3):
        objective = int(objectives[slot])
        if objective == CLOU:
            found = MOST_COPIES
        elif objective == RANGEMENT:
            found = ONE_RUN
        elif objective == ORDONNE:
            found = RUNS_OF_THREE
    return found


@compiled
def states_of(form):
    """Number of states."""
    if form == MOST_COPIES:
        return 2
    if form == ONE_RUN:
        return 3
    return 9 if form == RUNS_OF_THREE else 1


@compiled
def tops_of(form):
    """How many tables a form takes: one for each number of copies of the value that there is most of."""
    return MOST_TOP if form == MOST_COPIES else 1


@compiled
def new_layers(form, limit):
    """Room for :func:`fill`, with sums up to ``limit``."""
    return np.empty((VALUES + 1, states_of(form), limit + 1))


@compiled
def bonus(rules, form, top, value, before, copies, after):
    """Points for so many copies of a value between two states; -1 if they don't go together.

    MOST_COPIES (F-19): state 1 once the value with the most copies, ``top`` of them, has come. ONE_RUN (F-20): before, in, after the run.
    RUNS_OF_THREE (F-21): 3 a + b with a runs begun two values before and b begun one value before, up to two of each.
    """
    if form == SEPARATE:
        return 0
    if form == MOST_COPIES:
        if before == after:
            return 0 if copies < top or (before == 1 and copies == top) else -1
        return value * int(rules.clou) if after == 1 and copies == top else -1
    if form == ONE_RUN:
        if after == 1:
            return int(rules.rangement) if before < 2 and copies > 0 else -1
        return 0 if before == after or (before == 1 and after == 2) else -1
    one = before % 3
    begun = after % 3
    if after // 3 != one or copies < before // 3 + one + begun:
        return -1
    if begun == 0:
        return 0
    return begun * int(rules.run_points[value - 1]) if value <= VALUES - 2 else -1


@compiled
def fill(rules, there, gains, form, top, layers, limit):
    """Fill ``layers`` (values + 1, states, sums) for sums up to ``limit``."""
    states = states_of(form)
    for value in range(VALUES + 1):
        for state in range(states):
            for worth in range(limit + 1):
                layers[value, state, worth] = IMPOSSIBLE
    layers[0, 0, 0] = 0.0
    reach = 0
    for value in range(1, VALUES + 1):
        for before in range(states):
            source = layers[value - 1, before]
            for after in range(states):
                target = layers[value, after]
                for copies in range(min(int(there[value - 1]), limit // value) + 1):
                    points = bonus(rules, form, top, value, before, copies, after)
                    if points >= 0:
                        gain = gains[value - 1, copies] + points
                        shift = value * copies
                        for worth in range(min(reach, limit - shift) + 1):
                            brought = source[worth] + gain
                            if brought > target[worth + shift]:
                                target[worth + shift] = brought
        reach = min(limit, reach + value * int(there[value - 1]))


@compiled
def best_state(layers, form, worth):
    """The state in which the best manor of this sum ends; what it brings is ``layers[VALUES, state, worth]``."""
    best = 0
    for state in range(1, states_of(form)):
        if layers[VALUES, state, worth] > layers[VALUES, best, worth]:
            best = state
    return best


@compiled
def raise_curve(layers, form, curve):
    """Set ``curve[s]`` to the most that a manor of the sum s, or of a lower one, brings, if that is more than it says."""
    for worth in range(len(curve)):
        brought = layers[VALUES, best_state(layers, form, worth), worth]
        if brought > curve[worth]:
            curve[worth] = brought
        if worth > 0 and curve[worth - 1] > curve[worth]:
            curve[worth] = curve[worth - 1]


@compiled
def trace_back(rules, there, gains, form, top, layers, worth, after):
    """Write the best manor of the sum ``worth`` to the scratch manor ``after`` (1, kinds); False, and nothing written, if there is none."""
    state = best_state(layers, form, worth)
    if layers[VALUES, state, worth] <= 0.5 * IMPOSSIBLE:
        return False
    for value in range(VALUES, 0, -1):
        step = _step_to(rules, there, gains, form, top, layers, value, state, worth)
        copies = step // states_of(form)
        after[0, 2 * (value - 1)] = copies
        state = step % states_of(form)
        worth -= value * copies
    return True


@compiled
def _step_to(rules, there, gains, form, top, layers, value, state, worth):
    """Copies of a value, and the state before it, from which :func:`fill` has come here: copies * states + state."""
    for before in range(states_of(form)):
        for copies in range(min(int(there[value - 1]), worth // value) + 1):
            points = bonus(rules, form, top, value, before, copies, state)
            if points >= 0 and layers[value - 1, before, worth - value * copies] + (gains[value - 1, copies] + points) == layers[value, state, worth]:
                return copies * states_of(form) + before
    raise AssertionError("no manor leads here")
