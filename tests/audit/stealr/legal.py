"""The legal moves of each decision, in no order: exactly those that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .table import Table
from .words import (
    COLOURS,
    JOKERS,
    MONEY,
    MULTICOLOUR,
    NO,
    RENTS,
    SHACK,
    TYPES,
    colours_of,
    lies_on_tables,
)

Move = dict[str, Any]


def debt_moves(table: Table, me: int) -> list[Move]:
    """S-3: any card for any holder of a token."""
    seat = table.seat(me)
    return [{"action": "give", "card": card, "seat": int(holder)} for card in seat["hand"] for holder in seat["tokens"]]


def play_moves(table: Table, me: int) -> list[Move]:
    """S-4 to S-7; empty when the turn ends by itself."""
    plays = list(plays_from_hand(table, me)) if table.pending["plays_left"] > 0 else []
    moves = plays + joker_moves(table, me)
    return [*moves, {"action": "end"}] if moves else []


def plays_from_hand(table: Table, me: int) -> Iterator[Move]:
    """S-5, S-6, S-12, S-13, S-20 on: everything that a card of the hand can be used for."""
    for card in table.seat(me)["hand"]:
        if lies_on_tables(card):
            yield from ({"action": "place", "card": card, "colour": colour} for colour in colours_of(card))
        else:
            yield {"action": "bank", "card": card, "value": table.value(card)}
            yield from ({"action": "use", "card": card, **named} for named in uses(table, me, card))


def joker_moves(table: Table, me: int) -> list[Move]:
    """S-7: each joker to each other colour that it may have."""
    if table.pending["moves_left"] < 1:
        return []
    lying = sorted(set(table.cards_on_table(me)))
    return [
        {"action": "move", "card": card, "source": source, "colour": colour}
        for card, source in lying
        if card in JOKERS and (card != MULTICOLOUR or table.options["multicolour_moves"])
        for colour in colours_of(card)
        if colour != source
    ]


def uses(table: Table, me: int, card: str) -> list[Move]:
    """What a card can be used on: the fields beside its name; none if it can only be banked (S-12, S-13, S-32)."""
    others = list(table.clockwise(me))
    if card in RENTS:
        return [{"colour": colour} for colour in RENTS[card] if set(table.lying(me, colour)) - {MULTICOLOUR}]
    if card == SHACK:
        return [{"colour": colour} for colour in COLOURS if table.shacks(me, colour) < len(table.sets(me, colour))]
    if card in ("pass_go", "go_again"):
        return [{}]
    if card == NO or card in MONEY:
        return []
    if card == "deal_breaker":
        return [{"seat": seat, "colour": colour} for seat in others for colour in COLOURS if table.complete_sets(seat, colour)]
    if card == "super_sly_deal":
        return [{"colour": colour} for colour in COLOURS if any(taken_by_sly_deal(table, seat, colour) for seat in others)]
    if card in ("market_crash", "heist"):
        return [{}] if any(is_victim(table, seat, card) for seat in others) else []
    if card == "unfair_trade" and table.options["unfair_trade_needs_bank"] and not table.seat(me)["bank"]:
        return []
    victims = [seat for seat in others if is_victim(table, seat, card)]
    if card == "tough_luck":
        return [{"seat": seat, "type": kind} for seat in victims for kind in TYPES]
    return [{"seat": seat} for seat in victims]


def is_victim(table: Table, seat: int, card: str) -> bool:
    """S-32, of the cards that concern a seat as a whole."""
    if card == "market_crash":
        return bool(table.cards_on_table(seat))
    if card == "heist":
        return bool(table.seat(seat)["bank"])
    if card == "tax_collector":
        return sum(table.seat(seat)["bank"].values()) >= 2
    if card == "repossession":
        return len(table.cards_on_table(seat)) >= 2
    if card == "yoink":
        return can_pay_anything(table, seat) or table.seat(seat)["home"] > 0
    if card == "forced_debt":
        return table.seat(seat)["home"] > 0
    return True  # S-26, S-27: any opponent


def taken_by_sly_deal(table: Table, seat: int, named: str) -> list[tuple[str, str]]:
    """S-21: the (card, colour) that naming a colour takes from a seat."""
    possible = table.options["super_sly_jokers"] == "possible"
    return [
        (card, colour)
        for card, colour in table.cards_on_table(seat)
        if colour == named or (possible and card in JOKERS and named in colours_of(card))
    ]


def payable_cards(table: Table, seat: int) -> list[tuple[str, str]]:
    """S-15, S-16: the (card, colour) on a table that pay: properties and two-colour jokers; a Shack under `shack_pays`."""
    cards = [(card, colour) for card, colour in table.cards_on_table(seat) if card != MULTICOLOUR]
    if table.options["shack_pays"]:
        cards += [(SHACK, colour) for colour in COLOURS for _ in range(table.shacks(seat, colour))]
    return cards


def payable(table: Table, seat: int) -> int:
    """S-15: M that a seat can pay in all."""
    return table.bank_value(seat) + sum(table.value(card) for card, _ in payable_cards(table, seat))


def can_pay_anything(table: Table, seat: int) -> bool:
    """S-32, of Yoink!: anything payable."""
    return bool(table.seat(seat)["bank"]) or bool(payable_cards(table, seat))


def pay_moves(table: Table, payer: int) -> list[Move]:
    """S-15: any card of bank and table."""
    moves: list[Move] = [{"action": "pay", "value": int(value)} for value in table.seat(payer)["bank"]]
    return moves + [{"action": "pay", "card": card, "colour": colour} for card, colour in sorted(set(payable_cards(table, payer)))]


def belongings(table: Table, seat: int, card: str) -> list[Move]:
    """S-24, S-25: what Tax Collector and Repossession leave to choose from, each kind once."""
    if card == "tax_collector":
        return [{"value": int(value)} for value in table.seat(seat)["bank"]]
    return [{"card": one, "colour": colour} for one, colour in sorted(set(table.cards_on_table(seat)))]
