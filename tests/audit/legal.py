"""The legal moves of every decision, in no order: exactly those that the rules allow."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .table import Table
from .words import CARE, INJURY, LINES, TRANSFER

Move = dict[str, Any]


def legal_moves(table: Table) -> list[Move]:
    """All legal moves of the decision that the table stands at."""
    return _ASKED[table.s["decision"]](table, table.s["actor"])


def free_moves(table: Table) -> list[Move]:
    """M-25, M-28, M-32: the free abilities that the active player can use now."""
    me = table.active
    if table.pending["abilities_left"] < 1:
        return []
    if table.coach(me, "fourbe") and not table.duel:
        return [{"action": "steal", "seat": seat} for seat in table.clockwise(me) if table.in_game(seat) and table.seat(seat)["hand"]]
    if table.coach(me, "cameleon"):
        return [
            {"action": "swap", "seat": seat}
            for seat in table.clockwise(me)
            if table.in_game(seat) and compo_may_follow(table, seat, table.seat(me)["compo"])
        ]
    return []


def compo_may_follow(table: Table, seat: int, compo: str) -> bool:
    """M-13: whether this compo may replace the one of the seat (`same_compo`)."""
    return table.options["same_compo"] or table.seat(seat)["compo"] != compo


def placements(table: Table, seat: int) -> list[Move]:
    """M-7: player cards in hand whose line has room."""
    hand = table.seat(seat)["hand"]
    return [{"action": "place", "card": line} for line in LINES if line in hand and table.room(seat, line) > 0]


def heals(table: Table, seat: int, action: str) -> list[Move]:
    """M-9: the different injured players of one's own."""
    return [{"action": action, "line": line, "injuries": injuries} for line, injuries in table.kinds_of_players(seat) if injuries > 0]


def injurable(table: Table, seat: int) -> list[tuple[str, int]]:
    """M-10: the different players that can take one more injury."""
    most = table.options["injuries_per_player"]
    return [(line, injuries) for line, injuries in table.kinds_of_players(seat) if injuries < most]


def robberies(table: Table, thief: int) -> list[Move]:
    """M-11, M-18: uninjured players of teams that haven't won, for whom the thief's compo has room."""
    return [
        {"action": "transfer", "seat": seat, "line": line}
        for seat in table.clockwise(thief)
        if not table.seat(seat)["won"]
        for line in LINES
        if 0 in table.seat(seat)["team"][line] and table.room(thief, line) > 0
    ]


def more_heals(table: Table, seat: int) -> list[Move]:
    """M-26: injured players not yet healed with this card."""
    moves = []
    for line in LINES:
        left = Counter(table.seat(seat)["team"][line])
        left -= Counter(injuries for where, injuries in table.healed_players if where == line)
        moves += [{"action": "heal", "line": line, "injuries": injuries} for injuries in left if injuries > 0]
    return moves


def _real_actions(table: Table, me: int) -> list[Move]:
    """M-7 to M-11, M-13, M-29: what keeps a player from having to discard (M-14)."""
    hand = table.seat(me)["hand"]
    moves = placements(table, me)
    for card in LINES:
        if card in hand:
            moves += [
                {"action": "replace", "card": card, "line": line, "injuries": injuries}
                for line, injuries in table.kinds_of_players(me)
                if line == card or table.room(me, card) > 0
            ]
    if CARE in hand:
        moves += heals(table, me, "care")
    if INJURY in hand:
        moves += [
            {"action": "injure", "seat": seat, "line": line, "injuries": injuries}
            for seat in table.clockwise(me)
            if not table.seat(seat)["won"]
            for line, injuries in injurable(table, seat)
        ]
    if TRANSFER in hand:
        moves += robberies(table, me)
    for card in hand:
        if card not in table.compos:
            continue
        if compo_may_follow(table, me, card):
            moves.append({"action": "compo", "card": card})
        if table.coach(me, "sournois"):
            moves += [
                {"action": "sabotage", "card": card, "seat": seat}
                for seat in table.clockwise(me)
                if table.in_game(seat) and compo_may_follow(table, seat, card)
            ]
    return moves


def _proposals(table: Table, me: int) -> list[Move]:
    """M-12: a line of a player card in hand for another line, if anybody is left to ask."""
    if table.pending["proposals_left"] < 1 or not any(table.in_game(seat) for seat in table.clockwise(me)):
        return []
    same = table.options["trade_same_line"]
    hand = table.seat(me)["hand"]
    return [{"action": "propose", "card": card, "line": line} for card in LINES if card in hand for line in LINES if same or line != card]


def _action(table: Table, me: int) -> list[Move]:
    """M-6, with the free abilities beside it."""
    moves = _real_actions(table, me)
    hand = table.seat(me)["hand"]
    if not hand:  # M-14: an empty hand passes
        moves.append({"action": "pass"})
    elif not moves or table.options["discard"] == "always":
        moves += [{"action": "discard", "card": card} for card in hand]
    return moves + _proposals(table, me) + free_moves(table)


def _draw(table: Table, me: int) -> list[Move]:
    """M-30: draw, or one of the different cards among the last discards."""
    last = table.s["discard"][-table.options["fossoyeur_depth"] :]
    return [{"action": "draw"}, *({"action": "take", "card": card} for card in sorted(set(last)))]


def _partner(table: Table, me: int) -> list[Move]:
    """M-12: with several yeses the proposer chooses."""
    return [{"action": "partner", "seat": seat} for seat in table.pending["trade"]["accepted"]]


def _shrink(table: Table, me: int) -> list[Move]:
    """M-13: each different player of a line that holds too many."""
    over = table.overfull(me)
    return [{"action": "drop", "line": line, "injuries": injuries} for line, injuries in table.kinds_of_players(me) if line in over]


def _any_card(action: str, table: Table, me: int) -> list[Move]:
    return [{"action": action, "card": card} for card in table.seat(me)["hand"]]


def _duel_card(table: Table, decider: int) -> list[Move]:
    """M-21: what can be done with the card on the table, which is the active player's whoever decides."""
    card = table.pending["drawn"]
    me = table.active
    if card is None:
        return [{"action": "pass"}]
    moves: list[Move] = []
    if card in LINES:
        moves = [{"action": "place"}] if table.room(me, card) > 0 else []
    elif card == INJURY:
        hits = injurable(table, me)
        if table.options["duel_injury"] == "random":
            moves = [{"action": "suffer_random"}] if hits else []
        else:
            moves = [{"action": "suffer", "line": line, "injuries": injuries} for line, injuries in hits]
    elif card == CARE:
        moves = heals(table, me, "heal")
        moves += [{"action": "decline"}] if moves else []
    elif card == TRANSFER:
        moves = robberies(table, me)
        moves += [{"action": "decline"}] if moves and table.options["duel_may_decline_transfer"] else []
    else:
        moves = [{"action": "compo", "card": card, "seat": seat} for seat in (0, 1) if compo_may_follow(table, seat, card)]
    return moves or [{"action": "discard"}]


_ASKED = {
    "draw": _draw,
    "action": _action,
    "finish": lambda table, me: [*free_moves(table), {"action": "end"}],
    "answer": lambda table, me: [{"action": "accept"}, {"action": "refuse"}],
    "partner": _partner,
    "shrink": _shrink,
    "give": lambda table, me: _any_card("give", table, me),
    "heal_more": lambda table, me: [*more_heals(table, me), {"action": "decline"}],
    "react_place": lambda table, me: [*placements(table, me), {"action": "decline"}],
    "react_care": lambda table, me: [*heals(table, me, "care"), {"action": "decline"}],
    "limit": lambda table, me: _any_card("discard", table, me),
    "duel_open": lambda table, me: [*free_moves(table), {"action": "decline"}],
    "duel_card": _duel_card,
    "duel_close": lambda table, me: [*free_moves(table), {"action": "end"}],
}
