"""The course of a game: wins, turns, draws, last turns, the end; and which decision comes next (M-5, M-15 to M-22)."""

from __future__ import annotations

from .legal import free_moves, injurable
from .table import Table
from .words import INJURY


def ask(table: Table, seat: int | None, decision: str | None) -> None:
    """The next decision."""
    table.s["actor"] = seat
    table.s["decision"] = decision


def settle(table: Table) -> None:
    """After a change of teams or compos: wins, players to drop, what waits for it, then the turn goes on."""
    note_wins(table)
    if table.s["over"]:
        return
    pending = table.pending
    pending["shrink"] = [seat for seat in pending["shrink"] if table.overfull(seat)]
    if pending["shrink"]:
        ask(table, pending["shrink"][0], "shrink")
    elif pending["after_shrink"] == "sabotage":
        pending["after_shrink"] = None
        if table.duel:  # M-33: the Sournois draws and applies another card
            pending["extra_cards_left"] -= 1
            show_duel_card(table, table.draw())
        else:  # M-29: the Sournois draws a card
            table.draw_to_hand(table.active)
            go_on(table)
    elif pending["reaction"] is not None:  # M-24, M-31
        ask(table, pending["reaction"], table.reaction_kind)
    else:
        go_on(table)


def note_wins(table: Table) -> None:
    """M-17: whoever's team is complete now has won; M-22: in a duel that ends the game; M-19: else, last turns."""
    new = [seat for seat in range(table.players) if not table.seat(seat)["won"] and table.complete(seat)]
    if not new:
        return
    state = table.s
    first_win = not state["winners"]
    for seat in new:
        table.seat(seat)["won"] = True
    state["winners"] = sorted([*state["winners"], *new])
    if table.duel:
        table.look()
        end_game(table, unfinished=False)
        return
    if first_win:
        # "The winner": the active player if he has won, else the first winner clockwise from him.
        winner = next(seat for seat in (table.active, *table.clockwise(table.active)) if seat in new)
        fewer = [table.seat(seat)["turns"] < table.seat(winner)["turns"] for seat in range(table.players)]
        everyone = table.options["last_turns"] == "everyone"
        state["last_turns"] = [int(everyone or fewer[seat]) for seat in range(table.players)]
    for seat in new:  # M-17: a winner takes no more turns
        state["last_turns"][seat] = 0


def go_on(table: Table) -> None:
    """Back to the active player: another action, free abilities, or the end of his turn."""
    me = table.active
    if table.duel:
        _duel_goes_on(table)
    elif table.seat(me)["won"]:  # M-17: his turn ends at once
        end_turn(table)
    elif table.pending["actions_left"] > 0:
        ask(table, me, "action")
    elif free_moves(table):  # M-25, M-28: after the action
        ask(table, me, "finish")
    else:
        end_turn(table)


def end_turn(table: Table) -> None:
    """M-15: discard down to the limit, then the next turn."""
    if sum(table.seat(table.active)["hand"].values()) > table.options["hand_limit"]:
        ask(table, table.active, "limit")
    else:
        next_turn(table)


def next_turn(table: Table) -> None:
    """M-4 clockwise; M-19 last turns only, once someone has won; C-6 the turn limit."""
    table.look()
    state = table.s
    order = [*table.clockwise(table.active), table.active]
    if state["last_turns"] is not None:
        order = [seat for seat in order if state["last_turns"][seat]]
    if not order:
        end_game(table, unfinished=False)
    elif state["turn"] >= table.options["max_turns"]:
        end_game(table, unfinished=True)
    else:
        begin_turn(table, order[0])


def end_game(table: Table, *, unfinished: bool) -> None:
    """Nobody decides any more."""
    table.s["over"] = True
    table.s["unfinished"] = unfinished
    ask(table, None, None)


def begin_turn(table: Table, seat: int) -> None:
    """M-5, M-21: a new turn, up to its first decision."""
    state, options = table.s, table.options
    state["turn"] += 1
    state["active"] = seat
    table.seat(seat)["turns"] += 1
    if state["last_turns"] is not None:
        state["last_turns"][seat] = 0
    state["pending"] = {
        "actions_left": options["actions_per_turn"],
        "draws_left": options["draws_per_turn"],
        "proposals_left": options["trade_proposals"],
        "abilities_left": options["abilities_per_turn"],
        "extra_cards_left": options["sournois_extra_cards"],
        "drawn": None,
        "trade": None,
        "shrink": [],
        "after_shrink": None,
        "stolen_from": None,
        "healed": 0,
        "reaction": None,
    }
    table.phase = "open"
    if table.duel:
        _duel_goes_on(table)
    elif may_dig(table, seat) and options["draws_per_turn"] > 0:
        ask(table, seat, "draw")
    else:
        draw_all(table)


def may_dig(table: Table, seat: int) -> bool:
    """M-30: whether the Fossoyeur has a discarded card to take."""
    return table.coach(seat, "fossoyeur") and bool(table.s["discard"]) and table.options["fossoyeur_depth"] > 0


def draw_all(table: Table) -> None:
    """M-5: the draws of the turn that are left, then the action."""
    for _ in range(table.pending["draws_left"]):
        table.draw_to_hand(table.active)
    table.pending["draws_left"] = 0
    go_on(table)


def _duel_goes_on(table: Table) -> None:
    """M-21, M-33: swap, draw and apply, swap; whichever of these is still to come."""
    me = table.active
    if table.phase == "open":
        if free_moves(table):
            ask(table, me, "duel_open")
        else:
            start_duel_draw(table)
    elif table.phase == "card" and table.pending["draws_left"] > 0:  # M-21: draws_per_turn cards, one by one
        draw_duel_card(table)
    elif free_moves(table):
        table.phase = "close"
        ask(table, me, "duel_close")
    else:
        next_turn(table)


def start_duel_draw(table: Table) -> None:
    """M-21, M-33: the card of the turn; the Fossoyeur may take a discarded one instead."""
    if may_dig(table, table.active):
        ask(table, table.active, "draw")
    else:
        draw_duel_card(table)


def draw_duel_card(table: Table) -> None:
    """One of the turn's draws: turn up the next card."""
    table.pending["draws_left"] -= 1
    show_duel_card(table, table.draw())


def show_duel_card(table: Table, card: str | None) -> None:
    """A card lies on the table; its owner decides on it (M-21).

    Under `duel_injury = "opponent"` the opponent chooses the player to be injured, if there is one.
    """
    me = table.active
    table.phase = "card"
    table.pending["drawn"] = card
    by_opponent = card == INJURY and table.options["duel_injury"] == "opponent" and injurable(table, me)
    ask(table, 1 - me if by_opponent else me, "duel_card")
