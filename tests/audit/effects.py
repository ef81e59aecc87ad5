"""What a move does: the complete next state from the state and the move, as the rules give it.

`play` changes the table in place. Card by card in the order of M-16; then `turns.settle` or `turns.go_on`.
"""

from __future__ import annotations

from . import knowledge, turns
from .legal import Move, injurable, more_heals, placements
from .table import Table
from .words import CARE, INJURY, TRANSFER


def play(table: Table, move: Move) -> None:
    """Play one legal move, and all that follows from it without a decision."""
    decision = table.s["decision"]
    _EFFECTS[(decision, move["action"])](table, table.s["actor"], move)
    table.settle_pile()


# --- pieces shared by several moves ------------------------------------------------------------------------------


def _spend(table: Table, me: int, card: str, *, to_discards: bool) -> None:
    """A card is played from hand for all to see."""
    table.from_hand(me, card)
    knowledge.leaves_openly(table, me, card)
    if to_discards:
        table.discard(card)


def _send_off(table: Table, owner: int, line: str, injuries: int) -> None:
    """A player leaves a team for the discards, followed by its injuries (M-16)."""
    table.leave(owner, line, injuries)
    table.discard(line, *[INJURY] * injuries)


def _injure(table: Table, owner: int, line: str, injuries: int) -> None:
    table.leave(owner, line, injuries)
    table.join(owner, line, injuries + 1)


def _heal(table: Table, owner: int, line: str, injuries: int) -> None:
    """One injury of one player is discarded (M-9)."""
    table.leave(owner, line, injuries)
    table.join(owner, line, injuries - 1)
    table.discard(INJURY)


def _heal_with_card(table: Table, me: int, move: Move, healed_before: list[tuple[str, int]]) -> None:
    """M-9, M-26: heal a player; a Marabout may go on with players not yet healed with this card."""
    _heal(table, me, move["line"], move["injuries"])
    table.healed_players = [*healed_before, (move["line"], move["injuries"] - 1)]
    count = len(table.healed_players)
    turns.note_wins(table)
    if table.s["over"]:
        return
    if table.coach(me, "marabout") and not table.seat(me)["won"] and count < table.options["marabout_heals"] and more_heals(table, me):
        table.pending["healed"] = count
        turns.ask(table, me, "heal_more")
    else:
        _heals_done(table)


def _heals_done(table: Table) -> None:
    table.pending["healed"] = 0
    table.healed_players = []
    turns.go_on(table)


def _new_compo(table: Table, seat: int, card: str) -> None:
    """A compo takes the place of another, which is discarded (M-13)."""
    table.discard(table.seat(seat)["compo"])
    table.seat(seat)["compo"] = card
    table.pending["shrink"] = [seat]


def _move_over(table: Table, thief: int, move: Move) -> None:
    """M-11: an uninjured player changes teams."""
    table.leave(move["seat"], move["line"], 0)
    table.join(thief, move["line"])


def _attacked(table: Table, victim: int, reaction: str, can_react: bool) -> None:
    """M-24, M-27, M-31: what the coach of an injured or robbed team does about it."""
    if table.coach(victim, "visionnaire"):
        knowledge.looks(table, victim, table.active)
    if can_react:
        table.pending["reaction"] = victim
        table.reaction_kind = reaction


# --- action, finish ------------------------------------------------------------------------------------------------


def _place(table: Table, me: int, move: Move) -> None:  # M-7
    table.pending["actions_left"] -= 1
    _spend(table, me, move["card"], to_discards=False)
    table.join(me, move["card"])
    turns.settle(table)


def _replace(table: Table, me: int, move: Move) -> None:  # M-8
    table.pending["actions_left"] -= 1
    _spend(table, me, move["card"], to_discards=False)
    _send_off(table, me, move["line"], move["injuries"])
    table.join(me, move["card"])
    turns.settle(table)


def _care(table: Table, me: int, move: Move) -> None:  # M-9
    table.pending["actions_left"] -= 1
    _spend(table, me, CARE, to_discards=True)
    _heal_with_card(table, me, move, [])


def _injure_other(table: Table, me: int, move: Move) -> None:  # M-10
    table.pending["actions_left"] -= 1
    _spend(table, me, INJURY, to_discards=False)
    victim = move["seat"]
    _injure(table, victim, move["line"], move["injuries"])
    heals = table.coach(victim, "opportuniste") and CARE in table.seat(victim)["hand"]
    _attacked(table, victim, "react_care", heals)
    turns.settle(table)


def _transfer(table: Table, me: int, move: Move) -> None:  # M-11
    table.pending["actions_left"] -= 1
    _spend(table, me, TRANSFER, to_discards=True)
    victim = move["seat"]
    _move_over(table, me, move)
    places = table.coach(victim, "stratege") and bool(placements(table, victim))
    _attacked(table, victim, "react_place", places)
    turns.settle(table)


def _compo(table: Table, me: int, move: Move) -> None:  # M-13
    table.pending["actions_left"] -= 1
    _spend(table, me, move["card"], to_discards=False)
    _new_compo(table, me, move["card"])
    turns.settle(table)


def _sabotage(table: Table, me: int, move: Move) -> None:  # M-29
    table.pending["actions_left"] -= 1
    _spend(table, me, move["card"], to_discards=False)
    _new_compo(table, move["seat"], move["card"])
    table.pending["after_shrink"] = "sabotage"
    turns.settle(table)


def _discard(table: Table, me: int, move: Move) -> None:  # M-14
    table.pending["actions_left"] -= 1
    _spend(table, me, move["card"], to_discards=True)
    turns.go_on(table)


def _pass(table: Table, me: int, move: Move) -> None:  # M-14
    table.pending["actions_left"] -= 1
    turns.go_on(table)


def _steal(table: Table, me: int, move: Move) -> None:  # M-25
    table.pending["abilities_left"] -= 1
    victim = move["seat"]
    card = table.chance.pick(sorted(table.seat(victim)["hand"]))
    table.from_hand(victim, card)
    table.to_hand(me, card)
    table.pending["stolen_from"] = victim
    knowledge.leaves_openly(table, victim, card, [me])
    knowledge.leaves_unseen(table, victim, (seat for seat in table.clockwise(me) if seat != victim))
    knowledge.joins_openly(table, me, card, [victim])
    turns.ask(table, me, "give")


def _give(table: Table, me: int, move: Move) -> None:  # M-25
    victim = table.pending["stolen_from"]
    table.pending["stolen_from"] = None
    table.from_hand(me, move["card"])
    table.to_hand(victim, move["card"])
    knowledge.leaves_openly(table, me, move["card"], [victim])
    knowledge.leaves_unseen(table, me, (seat for seat in table.clockwise(me) if seat != victim))
    knowledge.joins_openly(table, victim, move["card"], [me])
    turns.go_on(table)


def _swap(table: Table, me: int, move: Move) -> None:  # M-28
    table.pending["abilities_left"] -= 1
    other = move["seat"]
    mine, his = table.seat(me), table.seat(other)
    mine["compo"], his["compo"] = his["compo"], mine["compo"]
    table.pending["shrink"] = [me, other]
    turns.settle(table)


def _drop(table: Table, owner: int, move: Move) -> None:  # M-13
    _send_off(table, owner, move["line"], move["injuries"])
    turns.settle(table)


# --- trades (M-12) -------------------------------------------------------------------------------------------------


def _propose(table: Table, me: int, move: Move) -> None:
    give, want = move["card"], move["line"]
    table.pending["proposals_left"] -= 1
    knowledge.holds_one(table, me, give)
    to_ask = [seat for seat in table.clockwise(me) if table.in_game(seat) and want in table.seat(seat)["hand"]]
    table.pending["trade"] = {"proposer": me, "give": give, "want": want, "accepted": [], "to_ask": to_ask}
    _ask_on(table)


def _ask_on(table: Table) -> None:
    """The next answer; or, when all are in, their effect."""
    trade = table.pending["trade"]
    if trade["to_ask"]:
        turns.ask(table, trade["to_ask"][0], "answer")
        return
    for seat in trade["accepted"]:
        knowledge.holds_one(table, seat, trade["want"], [trade["proposer"]])
    if not trade["accepted"]:
        table.pending["trade"] = None
        turns.go_on(table)
    elif len(trade["accepted"]) == 1:
        _exchange(table, trade["accepted"][0])
    else:
        turns.ask(table, trade["proposer"], "partner")


def _answer(table: Table, me: int, move: Move) -> None:
    trade = table.pending["trade"]
    trade["to_ask"] = trade["to_ask"][1:]
    if move["action"] == "accept":
        trade["accepted"] = [*trade["accepted"], me]
    _ask_on(table)


def _exchange(table: Table, partner: int) -> None:
    """The trade takes place and is the action."""
    trade = table.pending["trade"]
    me, give, want = trade["proposer"], trade["give"], trade["want"]
    for owner, card in ((me, give), (partner, want)):
        table.from_hand(owner, card)
        knowledge.leaves_openly(table, owner, card)
    for owner, card in ((me, want), (partner, give)):
        table.to_hand(owner, card)
        knowledge.joins_openly(table, owner, card)
    table.pending["trade"] = None
    table.pending["actions_left"] -= 1
    turns.go_on(table)


# --- other decisions -----------------------------------------------------------------------------------------------


def _heal_more(table: Table, me: int, move: Move) -> None:  # M-26
    if move["action"] == "decline":
        _heals_done(table)
        return
    before = list(table.healed_players)
    _heal_with_card(table, me, move, before)


def _react(table: Table, me: int, move: Move) -> None:  # M-24, M-31
    table.pending["reaction"] = None
    if move["action"] == "place":
        _spend(table, me, move["card"], to_discards=False)
        table.join(me, move["card"])
        table.draw_to_hand(me)
    elif move["action"] == "care":
        _spend(table, me, CARE, to_discards=True)
        _heal(table, me, move["line"], move["injuries"])
        table.draw_to_hand(me)
    turns.settle(table)


def _limit(table: Table, me: int, move: Move) -> None:  # M-15
    _spend(table, me, move["card"], to_discards=True)
    turns.end_turn(table)


def _draw(table: Table, me: int, move: Move) -> None:  # M-5, M-30
    if table.duel:
        turns.draw_duel_card(table)
    else:
        turns.draw_all(table)


def _take(table: Table, me: int, move: Move) -> None:  # M-30: of equal cards the latest
    discards = table.s["discard"]
    latest = max(i for i, card in enumerate(discards) if card == move["card"])
    card = discards.pop(latest)
    table.pending["draws_left"] -= 1
    if table.duel:
        turns.show_duel_card(table, card)
        return
    table.to_hand(me, card)
    knowledge.joins_openly(table, me, card)
    turns.draw_all(table)


# --- duel (M-21, M-33) ---------------------------------------------------------------------------------------------


def _duel_open_decline(table: Table, me: int, move: Move) -> None:
    turns.start_duel_draw(table)


def _duel_close_end(table: Table, me: int, move: Move) -> None:
    turns.next_turn(table)


def _duel_card(table: Table, decider: int, move: Move) -> None:
    """M-21: the card on the table is applied to the active player's affairs, or discarded."""
    me = table.active
    card = table.pending["drawn"]
    table.pending["drawn"] = None
    action = move["action"]
    if action in ("discard", "decline"):
        table.discard(card)
    elif action == "place":
        table.join(me, card)
    elif action == "suffer":
        _injure(table, me, move["line"], move["injuries"])
    elif action == "suffer_random":
        _injure(table, me, *table.chance.pick(injurable(table, me)))
    elif action == "heal":
        table.discard(CARE)
        _heal_with_card(table, me, move, [])
        return
    elif action == "transfer":
        table.discard(TRANSFER)
        _move_over(table, me, move)
    elif action == "compo":
        _new_compo(table, move["seat"], card)
        if move["seat"] != me and table.coach(me, "sournois") and table.pending["extra_cards_left"] > 0:
            table.pending["after_shrink"] = "sabotage"
    turns.settle(table)


_EFFECTS = {
    ("draw", "draw"): _draw,
    ("draw", "take"): _take,
    ("action", "place"): _place,
    ("action", "replace"): _replace,
    ("action", "care"): _care,
    ("action", "injure"): _injure_other,
    ("action", "transfer"): _transfer,
    ("action", "propose"): _propose,
    ("action", "compo"): _compo,
    ("action", "sabotage"): _sabotage,
    ("action", "steal"): _steal,
    ("action", "swap"): _swap,
    ("action", "discard"): _discard,
    ("action", "pass"): _pass,
    ("finish", "steal"): _steal,
    ("finish", "swap"): _swap,
    ("finish", "end"): lambda table, me, move: turns.end_turn(table),
    ("answer", "accept"): _answer,
    ("answer", "refuse"): _answer,
    ("partner", "partner"): lambda table, me, move: _exchange(table, move["seat"]),
    ("shrink", "drop"): _drop,
    ("give", "give"): _give,
    ("heal_more", "heal"): _heal_more,
    ("heal_more", "decline"): _heal_more,
    ("react_place", "place"): _react,
    ("react_place", "decline"): _react,
    ("react_care", "care"): _react,
    ("react_care", "decline"): _react,
    ("limit", "discard"): _limit,
    ("duel_open", "swap"): _swap,
    ("duel_open", "decline"): _duel_open_decline,
    ("duel_close", "swap"): _swap,
    ("duel_close", "end"): _duel_close_end,
}
_EFFECTS.update(
    {("duel_card", action): _duel_card for action in ("place", "discard", "suffer", "suffer_random", "heal", "decline", "transfer", "compo", "pass")}
)
