"""What holds in every state, whatever was played: a second look that does not depend on the recomputed step."""

from __future__ import annotations

from collections import Counter

from ..opening import need
from .table import Table
from .words import MULTICOLOUR, SHACK, colours_of, lies_on_tables


def cards_in_game(table: Table) -> Counter[str]:
    """Every card in every zone, for C-2."""
    state, pending = table.s, table.pending
    counts: Counter[str] = Counter(state["pile"]) + Counter(state["discard"]) + Counter(state["banked"])
    for seat in state["seats"]:
        counts.update(seat["hand"])
        for pile in seat["table"].values():
            counts.update(pile["cards"])
            counts[SHACK] += pile["shacks"]
    if not state["over"]:
        counts["go_again"] += pending["go_again"]
        if pending["arriving"] is not None:
            counts[pending["arriving"]["card"]] += 1
    return +counts


def check_invariants(table: Table, n: int) -> None:
    """C-2, C-3, S-5, S-6, S-8, S-11, S-13, S-16 in the state that the trace and the rules agree on."""
    state, options = table.s, table.options
    deck, cards = Counter(table.game["deck"]), cards_in_game(table)
    if state["over"]:  # what was under way is in no zone: a joker on its way, a Go Again beside the piles
        missing = +deck - cards
        need(not (cards - deck) and missing.total() <= 2, "C-2", "cards were lost or created", n)
    else:
        need(cards == +deck, "C-2", "cards were lost or created", n)
    in_banks: Counter[int] = Counter()
    for number, seat in enumerate(state["seats"]):
        in_banks.update({int(value): count for value, count in seat["bank"].items()})
        for colour, pile in seat["table"].items():
            well = pile["cards"] and all(lies_on_tables(card) and colour in colours_of(card) for card in pile["cards"])
            need(bool(well), "S-5", f"{pile['cards']} in {colour} of seat {number}", n)
            need(0 <= pile["shacks"] <= len(table.sets(number, colour)), "S-13", f"{pile['shacks']} Shacks on {colour} of seat {number}", n)
        need(seat["home"] >= 0 and seat["home"] + sum(seat["tokens"].values()) == options["debt_tokens"], "S-16", f"tokens of seat {number}", n)
        if not state["over"]:
            need(table.complete_colours(number) < options["sets_to_win"], "S-11", f"seat {number} has won and the game goes on", n)
        for other, bounds in seat["known"].items():
            hand = table.seat(int(other))["hand"]
            wrong = [card for card, bound in bounds.items() if not 1 <= bound <= hand.get(card, 0)]
            need(not wrong, "C-3", f"seat {number} knows of {wrong} that seat {other} does not hold", n)
    by_value: Counter[int] = Counter()
    for card, count in state["banked"].items():
        need(not lies_on_tables(card) and card != MULTICOLOUR, "S-6", f"{card} was banked", n)
        by_value[table.value(card)] += count
    need(by_value == in_banks, "S-6", "what lies in the banks is not what was banked", n)
    need(sum(seat["turns"] for seat in state["seats"]) == state["turn"], "S-1", "turns do not add up", n)
