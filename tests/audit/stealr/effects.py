"""What rents, actions and the Shack do, target by target, with Just Say No and what is handed out (S-12 to S-33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

from . import knowledge
from .legal import Move, belongings, is_victim, payable, taken_by_sly_deal
from .payment import Play, Step, ask, give_token, pay, receive
from .table import Table, put, take
from .words import COLOURS, DOUBLE, JOKERS, NO, RENTS, SHACK, TARGETED, type_of


def use(play: Play) -> Step:
    """A card used: its cost is paid, it has left the hand."""
    table, name, me = play.table, play.name, play.me
    if name == SHACK:
        pile = table.seat(me)["table"][play.move["colour"]]
        pile["shacks"] += 1
        play.tally.note("a second Shack on a colour", pile["shacks"] == 2)
        return
    table.discard(name)
    if name == "pass_go":
        shuffles = table.s["reshuffles"]
        while table.hand_size(me) < table.options["pass_go_hand"] and (card := table.draw(me)) is not None:
            play.tally.held(me, card)
        play.tally.note("a shuffle by Pass Go Go Go!", table.s["reshuffles"] > shuffles)
        return
    table.pending["card"] = {
        "card": name, "step": None, "target": None, "waiting": [], "noes": 0, "colour": play.move.get("colour"), "set": None,
        "type": play.move.get("type"), "named": {}, "amount": _amount(play), "owed": None, "kept": None,
    }  # fmt: skip
    if name == "deal_breaker":
        yield from _choose_set(play)
    elif name == "market_crash":
        yield from _name_cards(play)
    targets = [play.move["seat"]] if name == "deal_breaker" or name in TARGETED else list(table.clockwise(me))
    targets = [seat for seat in targets if _takes_place(play, seat)]
    if name in RENTS:
        play.tally.asked(me, table.card["amount"], len(targets))
    for at, target in enumerate(targets):
        table.card.update(step="answer", target=target, waiting=targets[at + 1 :], noes=0, owed=None, kept=None)
        yield from _deal_with(play, target)
    table.pending["card"] = None


def _amount(play: Play) -> int | None:
    """S-12 to S-14, S-28: what is claimed from each target."""
    table, name, me = play.table, play.name, play.me
    if name == "yoink":
        return int(table.options["yoink_amount"])
    if name not in RENTS:
        return None
    colour = play.move["colour"]
    rent = table.options["rents"][colour][len(table.sets(me, colour)[0]) - 1]
    if table.shacks(me, colour):  # Shacks lie on the first sets, and none is fuller than the first
        rent += table.options["shack_rent"]
    return int(rent) * (2 if name in DOUBLE else 1)


def _choose_set(play: Play) -> Step:
    """S-20: of two complete sets of a colour, which one is the thief's choice."""
    table, seat, colour = play.table, play.move["seat"], play.move["colour"]
    numbers = table.complete_sets(seat, colour)
    number = numbers[0]
    if len(numbers) > 1:
        table.card.update(step="set", target=seat)
        moves = [{"action": "choose", "seat": seat, "colour": colour, "number": number} for number in numbers]
        number = (yield from ask(table, play.me, "set", moves))["number"]
    table.card["set"] = number


def _name_cards(play: Play) -> Step:
    """S-22: one card of every opponent, all named before anyone answers."""
    table = play.table
    owners = [seat for seat in table.clockwise(play.me) if is_victim(table, seat, "market_crash")]
    for at, seat in enumerate(owners):
        table.card.update(step="name", target=seat, waiting=owners[at + 1 :])
        moves = [{"action": "name", "card": card, "colour": colour, "seat": seat} for card, colour in sorted(set(table.cards_on_table(seat)))]
        move = yield from ask(table, play.me, "name", moves)
        table.card["named"][str(seat)] = {"card": move["card"], "colour": move["colour"]}


# --- one target -------------------------------------------------------------------------------------------------------


def _deal_with(play: Play, target: int) -> Step:
    """S-33: the answers of one target, then the effect on it, if there is anything to lose."""
    table, tally, name = play.table, play.tally, play.name
    if not _takes_place(play, target):
        return
    if not _may_refuse(play, target):
        tally.note("not asked though holding a No", NO in table.seat(target)["hand"])
    elif (yield from _noes(play, target)):
        tally.kind(play.me, "stopped", name)
        return
    tally.kind(target, "suffered", name)
    yield from _EFFECTS.get(name, pay)(play, target)


def _takes_place(play: Play, target: int) -> bool:
    """Whether the card concerns the target and finds something there (S-12, S-17, S-32)."""
    table, name = play.table, play.name
    if name in RENTS or name == "yoink":
        return table.card["amount"] > 0 and is_victim(table, target, "yoink")
    if name == "super_sly_deal":
        return bool(taken_by_sly_deal(table, target, play.move["colour"]))
    return is_victim(table, target, name)


def _may_refuse(play: Play, target: int) -> bool:
    """S-17, S-33: whether a target on which the card takes effect has something to lose that it may defend."""
    table, name = play.table, play.name
    if name in RENTS or name == "yoink":
        return table.options["insolvent_may_refuse"] or payable(table, target) >= table.card["amount"]
    if name == "unfair_trade":
        return bool(table.seat(target)["bank"])
    return True  # a Just Say No is a hand to lose by Tough Luck


def _noes(play: Play, target: int) -> Generator[None, Move, bool]:
    """S-33: No upon No until someone declines or can't; true if the card is stopped."""
    table, tally, me, said = play.table, play.tally, play.me, 0
    while True:
        seat = (target, me)[said % 2]
        costs = seat == me and table.options["just_say_no_costs_play"]
        if NO not in table.seat(seat)["hand"]:
            break
        if costs and table.pending["plays_left"] < 1:
            tally.note("no play left for a No")
            break
        move = yield from ask(table, seat, "answer", [{"action": "no"}, {"action": "accept"}])
        if move["action"] == "accept":
            break
        table.from_hand(seat, NO)
        table.discard(NO)
        knowledge.leaves_openly(table, seat, NO)
        if costs:
            table.pending["plays_left"] -= 1
            tally.add(seat, "plays_used")
        tally.kind(seat, "played", NO)
        if said:
            tally.add((me, target)[said % 2], "noes_countered")
        said += 1
        table.card["noes"] = said
        tally.note("three Noes on one target", said == 3)
    return said % 2 == 1


# --- effects ----------------------------------------------------------------------------------------------------------


def _move_as_one(play: Play, victim: int, cards: list[tuple[str, str]], colour: str, shacks: int) -> None:
    """S-20, S-21: cards go over at once, with Shacks of one colour; each keeps the colour in which it lies."""
    table, me = play.table, play.me
    before = table.complete_colours(victim)
    piles = table.seat(victim)["table"]
    if colour in piles:
        piles[colour]["shacks"] -= shacks
    for card, source in cards:
        table.lying(victim, source).remove(card)
        table.lay(me, card, source)
    if shacks:
        table.seat(me)["table"][colour]["shacks"] += shacks
    for source in {colour, *(source for _, source in cards)}:
        table.settle_shacks(victim, source)
    surplus = table.surplus
    table.settle_shacks(me, colour)
    play.tally.note("a stolen Shack too many", table.surplus > surplus)
    play.tally.note("a Shack is stolen", shacks > 0)
    play.tally.note("jokers of another colour", any(source != colour for _, source in cards))
    play.tally.lost(me, victim, len(cards) + shacks, before - table.complete_colours(victim))
    table.check_victory(me)


def _deal_breaker(play: Play, target: int) -> Step:
    """S-20, with S-13: Shacks lie on the first sets."""
    table, colour, number = play.table, play.move["colour"], play.table.card["set"]
    cards = [(card, colour) for card in table.sets(target, colour)[number]]
    _move_as_one(play, target, cards, colour, int(number < table.shacks(target, colour)))
    yield from ()


def _super_sly_deal(play: Play, target: int) -> Step:
    """S-21."""
    colour = play.move["colour"]
    _move_as_one(play, target, taken_by_sly_deal(play.table, target, colour), colour, play.table.shacks(target, colour))
    yield from ()


def _lose_card(play: Play, victim: int, card: str, colour: str) -> None:
    """A single card is taken off a table by an action."""
    before = play.table.complete_colours(victim)
    play.table.lift(victim, card, colour)
    play.tally.lost(play.me, victim, 1, before - play.table.complete_colours(victim))


def _market_crash(play: Play, target: int) -> Step:
    """S-22."""
    named = play.table.card["named"][str(target)]
    play.table.card["step"] = "done"
    _lose_card(play, target, named["card"], named["colour"])
    yield from receive(play.table, play.me, named["card"])


def _bank_to_bank(play: Play, giver: int, receiver: int, value: int) -> None:
    take(play.table.seat(giver)["bank"], str(value))
    put(play.table.seat(receiver)["bank"], str(value))
    play.tally.lost(play.me, giver, 1, 0)


def _heist(play: Play, target: int) -> Step:
    """S-23."""
    _bank_to_bank(play, target, play.me, max(map(int, play.table.seat(target)["bank"])))
    yield from ()


def _keep_one(play: Play, target: int) -> Step:
    """S-24, S-25: he chooses the card that he keeps, and who gets which of the others."""
    table, card, others = play.table, play.table.card, list(play.table.clockwise(target))
    card["step"] = "keep"
    move = yield from ask(table, target, "keep", [{"action": "keep", **one} for one in belongings(table, target, play.name)])
    kept = {name: move[name] for name in ("value", "card", "colour") if name in move}
    card.update(step="hand_out", kept=kept)
    if table.players == 2:
        for one in _in_order(table, target, play.name, kept):
            yield from _hand_over(play, target, play.me, one)
        return
    while left := [one for one in belongings(table, target, play.name) if one != kept or _copies(table, target, kept) > 1]:
        moves = [{"action": "hand_out", **one, "seat": seat} for one in left for seat in others]
        move = yield from ask(table, target, "hand_out", moves)
        yield from _hand_over(play, target, move["seat"], move)


def _copies(table: Table, seat: int, one: dict[str, Any]) -> int:
    if "value" in one:
        return int(table.seat(seat)["bank"][str(one["value"])])
    return table.lying(seat, one["colour"]).count(one["card"])


def _in_order(table: Table, seat: int, name: str, kept: dict[str, Any]) -> list[dict[str, Any]]:
    """S-16, of all but the kept card: money by value, properties by colour, jokers by colour and list."""
    if name == "tax_collector":
        parts = [{"value": value} for value in sorted(map(int, Counter(table.seat(seat)["bank"]).elements()))]
    else:
        cards = table.cards_on_table(seat)
        parts = [{"card": card, "colour": colour} for kind in (COLOURS, JOKERS) for card, colour in cards if card in kind]
    parts.remove(kept)
    return parts


def _hand_over(play: Play, giver: int, receiver: int, one: dict[str, Any]) -> Step:
    if "value" in one:
        _bank_to_bank(play, giver, receiver, one["value"])
    else:
        _lose_card(play, giver, one["card"], one["colour"])
        yield from receive(play.table, receiver, one["card"])


def _unfair_trade(play: Play, target: int) -> Step:
    """S-26."""
    mine, his = play.table.seat(play.me), play.table.seat(target)
    play.tally.note("a trade for an empty bank", not his["bank"])
    play.tally.note("a trade of an empty bank", not mine["bank"])
    play.tally.lost(play.me, target, sum(his["bank"].values()), 0)
    mine["bank"], his["bank"] = his["bank"], mine["bank"]
    yield from ()


def _tough_luck(play: Play, target: int) -> Step:
    """S-27."""
    table, hand = play.table, play.table.seat(target)["hand"]
    taken = {card: n for card, n in hand.items() if type_of(card) == play.move["type"]}
    play.tally.note("an empty hand is looked at", not hand)
    for card, n in taken.items():
        for _ in range(n):
            table.from_hand(target, card)
            table.to_hand(play.me, card)
            play.tally.held(play.me, card)
            play.tally.lost(play.me, target, 1, 0)
    knowledge.taken_by_type(table, play.me, target, play.move["type"], taken)
    yield from ()


def _forced_debt(play: Play, target: int) -> Step:
    """S-29."""
    give_token(play, target)
    yield from ()


_EFFECTS: dict[str, Callable[[Play, int], Step]] = {
    "deal_breaker": _deal_breaker,
    "super_sly_deal": _super_sly_deal,
    "market_crash": _market_crash,
    "heist": _heist,
    "tax_collector": _keep_one,
    "repossession": _keep_one,
    "unfair_trade": _unfair_trade,
    "tough_luck": _tough_luck,
    "forced_debt": _forced_debt,
}  # the others are claims: the rents and Yoink!
