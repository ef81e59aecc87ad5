"""The course of a game as one generator that stops at every decision: turns, draws, debts, plays, last round, end.

Each stop leaves `actor`, `decision` and what is `pending` in the table's state, and the legal moves in `Table.moves`; it is
sent the move chosen.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from . import effects, knowledge
from .counters import Tally
from .legal import Move, debt_moves, play_moves
from .payment import Play, ask, receive
from .table import Table, Won, take
from .words import JOKERS, MONEY, lies_on_tables

Game = Generator[None, Move, None]


def whole_game(table: Table, tally: Tally, first: int) -> Game:
    """A game from its deal to its end."""
    yield from _until_won(table, tally, _turns(table, tally, first))


def rest_of_game(table: Table, tally: Tally) -> Game:
    """A game from the middle of a turn on, in which the active player may play and nothing is under way."""
    yield from _until_won(table, tally, _turns(table, tally, None))


def _until_won(table: Table, tally: Tally, turns: Game) -> Game:
    """S-11, and the end of the game."""
    table.watch = tally.leads
    try:
        yield from turns
    except Won:
        tally.note("a victory on another's turn", table.s["winners"] != [table.active])
        tally.note("a victory by a debt card", table.pending["stage"] == "debts")
        tally.note("a victory in the last round", table.s["last_turns"] is not None)
    state = table.s
    state["over"] = True
    state["actor"] = state["decision"] = None
    tally.leads(table)
    if len(table.standings) < state["turn"]:  # the last turn did not come to its end
        table.look()


def _turns(table: Table, tally: Tally, first: int | None) -> Game:
    """S-1 clockwise; S-31 Go Again; S-34 the last round; C-6 the turn limit."""
    state = table.s
    seat, won_again = first, False
    while True:
        if seat is not None:
            yield from _beginning(table, tally, seat, won_again)
        again = yield from _plays(table, tally)
        yield from _end_of_turn(table, tally)
        table.look()
        if _last_round(table, tally):
            tally.note("a shared victory", len(richest(table)) > 1)
            state["emptied"] = True
            state["winners"] = richest(table)
            return
        limit = state["turn"] >= table.options["max_turns"]
        won_again = again and state["last_turns"] is None and not limit
        if not won_again and table.pending["go_again"]:
            tally.note("a Go Again at the turn limit" if limit else "a Go Again opens the last round")
            table.pending["go_again"] = False
            table.discard("go_again")
        if limit:
            state["unfinished"] = True
            return
        seat = table.active if won_again else (table.active + 1) % table.players


def _last_round(table: Table, tally: Tally) -> bool:
    """S-34, after a turn: whether it was the last one; the last round is opened if it must be."""
    state = table.s
    state["idle_turns"] = 0 if table.pending["plays_made"] else state["idle_turns"] + 1
    if state["last_turns"] is not None:
        tally.note("cards reappear in the last round", bool(state["pile"] or state["discard"]))
        return state["last_turns"] == 0
    no_hands = not any(seat["hand"] for seat in state["seats"])
    if not state["pile"] and not state["discard"] and (no_hands or state["idle_turns"] >= table.players):
        state["last_turns"] = table.players
        tally.note("the last round: no card in any hand" if no_hands else "the last round: nobody plays")
    return False


def richest(table: Table) -> list[int]:
    """S-34: most complete colours, then the greatest value of bank and table; still equal: shared."""
    worth = [(table.complete_colours(seat), table.bank_value(seat) + table.table_value(seat)) for seat in range(table.players)]
    return [seat for seat in range(table.players) if worth[seat] == max(worth)]


def _beginning(table: Table, tally: Tally, seat: int, won_again: bool) -> Game:
    """S-2 the draw, S-31 the Go Again that gave the turn, S-3 debts."""
    state, options, mine = table.s, table.options, table.seat(seat)
    state["turn"] += 1
    mine["turns"] += 1
    state["active"] = seat
    if seat == table.game["first"] and not won_again:
        state["rounds"] += 1
    if state["last_turns"] is not None:
        state["last_turns"] -= 1
    table.pending.update(
        stage="debts", plays_left=options["plays_per_turn"], plays_made=0, moves_left=options["joker_moves_per_turn"], arriving=None, card=None
    )
    as_ever = mine["hand"] or (won_again and options["go_again_draw"] == "two")
    number, shuffles = options["draw"] if as_ever else options["draw_on_empty"], state["reshuffles"]
    drawn = [card for _ in range(number) if (card := table.draw(seat)) is not None]
    for card in drawn:
        tally.held(seat, card)
    tally.note("fewer cards than are to be drawn", 0 < len(drawn) < number)
    tally.note("a shuffle in a turn's draw", state["reshuffles"] > shuffles)
    tally.note("an empty hand after Go Again", won_again and not mine["hand"])
    tally.note("two tokens with one holder", max(mine["tokens"].values(), default=0) > 1)
    tally.note("tokens come back to an empty hand", bool(mine["tokens"]) and not mine["hand"])
    if won_again:
        table.pending["go_again"] = False
        table.discard("go_again")
    while mine["tokens"] and mine["hand"]:
        yield from _debt(table, tally, seat)
    for holder in list(mine["tokens"]):
        while holder in mine["tokens"]:
            _token_returns(table, tally, seat, holder)
    table.pending["stage"] = "plays"


def _token_returns(table: Table, tally: Tally, seat: int, holder: str) -> None:
    take(table.seat(seat)["tokens"], holder)
    table.seat(seat)["home"] += 1
    tally.add(seat, "tokens_settled")


def _debt(table: Table, tally: Tally, me: int) -> Game:
    """S-3: one card for a token (or for all of a holder's), which costs a play if one is left."""
    move = yield from ask(table, me, "debt", debt_moves(table, me))
    card, receiver = move["card"], move["seat"]
    if table.pending["plays_left"] > 0:
        table.pending["plays_left"] -= 1
        tally.add(me, "plays_used")
    else:
        tally.note("a debt card that costs no play")
    _token_returns(table, tally, me, str(receiver))
    while table.options["debt_cards_per"] == "holder" and str(receiver) in table.seat(me)["tokens"]:
        _token_returns(table, tally, me, str(receiver))
    table.from_hand(me, card)
    if table.options["debt_card_to"] == "hand":
        table.to_hand(receiver, card)
        tally.held(receiver, card)
        knowledge.gives_unseen(table, me, receiver, card)
        return
    knowledge.leaves_openly(table, me, card)
    if lies_on_tables(card):
        yield from receive(table, receiver, card)
    else:
        table.bank(receiver, card)


def _plays(table: Table, tally: Tally) -> Generator[None, Move, bool]:
    """S-4 to S-7: plays and joker moves until the turn ends; whether a Go Again ended it."""
    me = table.active
    while moves := play_moves(table, me):
        move = yield from ask(table, me, "play", moves)
        action = move["action"]
        if action == "end":
            return False
        if action == "move":
            table.pending["moves_left"] -= 1
            tally.add(me, "jokers_moved")
            table.lift(me, move["card"], move["source"])
            table.lay(me, move["card"], move["colour"])
            table.check_victory(me)
            continue
        _leave_hand(table, tally, me, move["card"])
        if action == "place":
            tally.add(me, "jokers_placed" if move["card"] in JOKERS else "properties_placed")
            table.lay(me, move["card"], move["colour"])
            table.check_victory(me)
        elif action == "bank":
            if move["card"] in MONEY:
                tally.add(me, "money_banked")
            tally.kind(me, "banked", move["card"])
            table.bank(me, move["card"])
        else:
            tally.kind(me, "played", move["card"])
            if move["card"] == "go_again":
                _lay_beside(table, tally)
                return True
            yield from effects.use(Play(table, tally, move))
    return False


def _leave_hand(table: Table, tally: Tally, me: int, card: str) -> None:
    """S-4: a play; everyone sees what it is."""
    table.pending["plays_left"] -= 1
    table.pending["plays_made"] += 1
    tally.add(me, "plays_used")
    table.from_hand(me, card)
    knowledge.leaves_openly(table, me, card)


def _lay_beside(table: Table, tally: Tally) -> None:
    """S-31: beside the piles until its new turn's draw; to the discards at once in the last round, where it gives no turn."""
    if table.s["last_turns"] is None:
        table.pending["go_again"] = True
    else:
        tally.note("a Go Again in the last round")
        table.discard("go_again")


def _end_of_turn(table: Table, tally: Tally) -> Game:
    """S-8: discard down to the limit."""
    me = table.active
    table.pending["stage"] = "ending"
    tally.add(me, "plays_unused", table.pending["plays_left"])
    while table.hand_size(me) > table.options["hand_limit"]:
        moves: list[dict[str, Any]] = [{"action": "drop", "card": card} for card in table.seat(me)["hand"]]
        card = (yield from ask(table, me, "discard", moves))["card"]
        table.from_hand(me, card)
        table.discard(card)
        knowledge.leaves_openly(table, me, card)
        tally.add(me, "discards")
