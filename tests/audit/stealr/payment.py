"""A card under way, cards that arrive, and payment with its tokens (S-11, S-15 to S-17, S-28)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from .counters import Tally
from .legal import Move, pay_moves, payable, payable_cards
from .table import Table, put, take
from .words import COLOURS, JOKERS, RENTS, SHACK, colours_of

Step = Generator[None, Move, None]


@dataclass
class Play:
    """A card under way: the table, what is counted, and the move by which the active player has used it."""

    table: Table
    tally: Tally
    move: Move

    @property
    def me(self) -> int:
        """The active player, who has played it."""
        return self.table.active

    @property
    def name(self) -> str:
        """The card."""
        return str(self.move["card"])


def ask(table: Table, seat: int, decision: str, moves: list[Move]) -> Generator[None, Move, Move]:
    """Stop for a decision; the move chosen."""
    table.s["actor"], table.s["decision"], table.moves = seat, decision, moves
    return (yield)


def receive(table: Table, seat: int, card: str) -> Step:
    """S-11: a card comes onto a table; a joker is placed by its receiver before anything else goes on."""
    colour = card
    if card in JOKERS:
        table.pending["arriving"] = {"card": card, "seat": seat}
        moves = [{"action": "put", "card": card, "colour": colour} for colour in colours_of(card)]
        colour = (yield from ask(table, seat, "put", moves))["colour"]
        table.pending["arriving"] = None
    table.lay(seat, card, colour)
    table.check_victory(seat)


def pay(play: Play, payer: int) -> Step:
    """S-15: card by card until the debt is covered; S-16 as soon as it can't be."""
    table, card = play.table, play.table.card
    owed = card["amount"]
    while owed > 0:
        if payable(table, payer) < owed:
            play.tally.note("can't pay any more", card["step"] == "pay")
            card.update(step="give_all", owed=None)
            yield from _give_all(play, payer)
            return
        card.update(step="pay", owed=owed)
        move = yield from ask(table, payer, "pay", pay_moves(table, payer))
        owed = max(0, owed - (move["value"] if "value" in move else table.value(move["card"])))
        card["owed"] = owed
        yield from _pay_with(play, payer, move)


def _pay_with(play: Play, payer: int, move: Move) -> Step:
    """S-15: one card, money to the bank, a property to the table; a Shack (`shack_pays`) becomes money."""
    table, me = play.table, play.me
    if "value" in move:
        value = move["value"]
        take(table.seat(payer)["bank"], str(value))
        put(table.seat(me)["bank"], str(value))
    elif move["card"] == SHACK:
        value = table.value(SHACK)
        play.tally.note("a Shack pays")
        table.seat(payer)["table"][move["colour"]]["shacks"] -= 1
        table.bank(me, SHACK)
    else:
        value = table.value(move["card"])
        table.lift(payer, move["card"], move["colour"])
    if play.name in RENTS:
        play.tally.add(me, "rent_received", value)
        play.tally.add(payer, "rent_paid", value)
    if "card" in move and move["card"] != SHACK:
        yield from receive(table, me, move["card"])


def _give_all(play: Play, payer: int) -> Step:
    """S-16: a token, the money by value, Shacks if they pay, properties by colour, two-colour jokers by colour and list."""
    table = play.table
    if table.seat(payer)["home"] > 0:
        give_token(play, payer)
    else:
        play.tally.note("the rest is void")
    money = [{"value": int(value)} for value, n in sorted(table.seat(payer)["bank"].items(), key=lambda one: int(one[0])) for _ in range(n)]
    cards = payable_cards(table, payer)
    in_order = [one for one in cards if one[0] == SHACK] + [one for one in cards if one[0] in COLOURS] + [one for one in cards if one[0] in JOKERS]
    for part in (*money, *({"card": card, "colour": colour} for card, colour in in_order)):
        yield from _pay_with(play, payer, part)


def give_token(play: Play, giver: int) -> None:
    """S-16, S-29: a token of the target's goes to the active player."""
    seat = play.table.seat(giver)
    seat["home"] -= 1
    put(seat["tokens"], str(play.me))
    play.tally.add(giver, "tokens_given")
