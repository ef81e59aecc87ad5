"""One game told as a person at the table would tell it (`balancier replay`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from sim.stealr.cards import COLOUR_SLUGS, COLOUR_TITLES, TITLES

_COLOURS = dict(zip(COLOUR_SLUGS, COLOUR_TITLES, strict=True))


def narrate(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Lines of text for the objects of a trace (see docs/reference/trace-stealr.md)."""
    names: list[str] = []
    sizes: dict[str, int] = {}
    turn = 0
    before: dict[str, Any] = {}
    for line in lines:
        if line["type"] == "game":
            names = [f"Player {seat + 1} ({strategy})" for seat, strategy in enumerate(line["strategies"])]
            sizes = line["options"]["set_sizes"]
            place = f"seed {line['seed']}, block {line['block']}, rotation {line['rotation']}"
            yield f"Stealr No Mercy, {line['variant']}, {line['players']} players: {place}"
            for seat, told in enumerate(line["state"]["seats"]):
                yield f"  {names[seat]}: {_cards(told['hand'])}"
            yield f"{names[line['first']]} begins."
        elif line["type"] == "decision":
            if before["turn"] != turn:
                turn = before["turn"]
                yield f"\nTurn {turn}: {names[before['active']]}. {_seat(before['seats'][before['active']], sizes)}"
            yield f"  {_happened(line, names)}"
            yield from _consequences(before, line["state"], names, line["moves"][line["chosen"]]["action"])
        else:
            yield "\n" + _result(line, before, names)
        before = line.get("state", before)


def _cards(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} × {TITLES[card]}" if number > 1 else TITLES[card] for card, number in counts.items()) or "nothing"


def _seat(seat: dict[str, Any], sizes: dict[str, int]) -> str:
    lying = ", ".join(_colour(colour, there, sizes[colour]) for colour, there in seat["table"].items())
    bank = sum(int(value) * number for value, number in seat["bank"].items())
    owed = sum(seat["tokens"].values())
    tokens = f"; {owed} debt token{'s' if owed > 1 else ''} out" if owed else ""
    return f"Table: {lying or 'nothing'}; bank: {bank}M{tokens}; hand: {_cards(seat['hand'])}"


def _colour(colour: str, there: dict[str, Any], size: int) -> str:
    shacks = f" + {there['shacks']} Shack{'s' if there['shacks'] > 1 else ''}" if there["shacks"] else ""
    return f"{_COLOURS[colour]} {len(there['cards'])}/{size}{shacks}"


def _happened(line: dict[str, Any], names: list[str]) -> str:
    text = line["moves"][line["chosen"]]["text"]
    for seat, name in enumerate(names):
        text = text.replace(f"seat {seat}", name)
    return f"{names[line['actor']]}: {text}{'' if not line['forced'] else ' (nothing else was possible)'}"


_TOLD_BY_THE_MOVE = ("place", "bank", "pay", "hand_out", "give", "drop", "put", "move")


def _consequences(before: dict[str, Any], after: dict[str, Any], names: list[str], action: str) -> Iterator[str]:
    if after["reshuffles"] != before["reshuffles"]:
        yield "  The discards are shuffled into a new pile."
    for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        for holder, name in enumerate(names):
            change = now["tokens"].get(str(holder), 0) - was["tokens"].get(str(holder), 0)
            if change > 0:
                yield f"  {names[seat]} owes {name}: a debt token changes hands."
            elif change < 0:
                yield f"  {names[seat]} has {'a debt token' if change == -1 else f'{-change} debt tokens'} back from {name}."
        if action not in _TOLD_BY_THE_MOVE or seat != before["actor"]:
            yield from _losses(was, now, names[seat], before["active"] == seat)
    if after["last_turns"] is not None and before["last_turns"] is None:
        yield "  The cards have run out: everyone has one last turn."
    for seat in after["winners"]:
        if seat not in before["winners"] and not after["emptied"]:
            yield f"  {names[seat]} has the last set!"


def _losses(was: dict[str, Any], now: dict[str, Any], name: str, active: bool) -> Iterator[str]:
    """What a seat has lost that the move itself has not told: to an action, or as all that it could pay with."""
    lost = _lying(was) - _lying(now)
    money = Counter({f"{value}M": number for value, number in was["bank"].items()}) - Counter(
        {f"{value}M": number for value, number in now["bank"].items()}
    )
    if lost or money:
        cards = [*(f"{number} × {value}" if number > 1 else value for value, number in money.items()), *([_cards(lost)] if lost else [])]
        yield f"  {name} loses {', '.join(cards)}."
    hand = Counter(was["hand"]) - Counter(now["hand"])
    hand.subtract({"just_say_no": 1})
    if not active and +hand:
        yield f"  {name} hands over {_cards(+hand)}."


def _lying(seat: dict[str, Any]) -> Counter[str]:
    return Counter(card for there in seat["table"].values() for card in (*there["cards"], *["shack"] * there["shacks"]))


def _result(line: dict[str, Any], state: dict[str, Any], names: list[str]) -> str:
    winners = " and ".join(names[seat] for seat in line["winners"])
    after = f"after {line['turns']} turns, in round {line['rounds']}"
    if line["unfinished"]:
        return f"The game is unfinished (turn limit): nobody has won {after}."
    how = ", as the cards have run out" if state["emptied"] else ""
    return f"{winners} {'win' if len(line['winners']) > 1 else 'wins'} {after}{how}."
