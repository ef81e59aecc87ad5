"""What holds in every state, whatever was played: a second look that does not depend on the recomputed step."""

from __future__ import annotations

from collections import Counter

from .opening import cards_in_game, need
from .table import Table
from .words import COACHES, LINES


def check_invariants(table: Table, n: int) -> None:
    """C-2, C-3, M-7, M-10, M-15, M-17 in the state that the trace and the rules agree on."""
    state = table.s
    deck = Counter({card: count for card, count in table.game["deck"].items() if card not in COACHES})
    need(cards_in_game(table) == +deck, "C-2", "cards were lost or created", n)
    most = table.options["injuries_per_player"]
    for number, seat in enumerate(state["seats"]):
        over = table.overfull(number)
        waits = number in state["pending"]["shrink"]
        need(not over or waits, "M-7", f"seat {number} holds too many in {over}", n)
        injuries = max((count for line in LINES for count in seat["team"][line]), default=0)
        need(injuries <= most, "M-10", f"a player of seat {number} has {injuries} injuries", n)
        if number != table.active and seat["turns"] and not table.duel:
            held = sum(seat["hand"].values())
            need(held <= table.options["hand_limit"], "M-15", f"seat {number} waits with {held} cards", n)
        for other, bounds in seat["known"].items():
            hand = table.seat(int(other))["hand"]
            wrong = [card for card, bound in bounds.items() if bound > hand.get(card, 0)]
            need(not wrong, "C-3", f"seat {number} knows of {wrong} that seat {other} does not hold", n)
        need(seat["won"] or not table.complete(number), "M-17", f"seat {number} is complete and has not won", n)
    need(sum(seat["turns"] for seat in state["seats"]) == state["turn"], "M-4", "turns do not add up", n)
