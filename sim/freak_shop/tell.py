"""One game told as a person at the table would tell it (`balancier replay`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sim.freak_shop.cards import CLOSING_NAME, OBJECTIVE_TITLES


def narrate(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Lines of text for the objects of a trace (see docs/reference/trace-freak-shop.md)."""
    names: list[str] = []
    before: dict[str, Any] = {}
    for line in lines:
        if line["type"] == "game":
            names = [f"Player {seat + 1} ({strategy})" for seat, strategy in enumerate(line["strategies"])]
            yield f"Freak Shop, {line['players']} players: seed {line['seed']}, block {line['block']}, rotation {line['rotation']}"
            for number in line["state"]["objectives"]:
                yield f"  Objective {number}: {OBJECTIVE_TITLES[number - 1]}"
            yield f"{names[line['first']]} is the seller and begins."
            before = line["state"]
            yield from _turn(before, names)
        elif line["type"] == "decision":
            if line["state"]["turn"] != before["turn"] or line["state"]["over"] or line["moves"][line["chosen"]]["action"] == "pass":
                yield from _exchange(line, before, names)
            before = line["state"]
        else:
            yield from _end(line, names)


def _turn(state: dict[str, Any], names: list[str]) -> Iterator[str]:
    seat = state["active"]
    yield f"\nTurn {state['turn']}: {names[seat]}, manor {_cards(state['seats'][seat]['manor'])}. The shop: {_cards(state['shop'])}"


def _exchange(line: dict[str, Any], before: dict[str, Any], names: list[str]) -> Iterator[str]:
    """The exchange that the last step has completed, and what it led to."""
    after, move = line["state"], line["moves"][line["chosen"]]
    taken, given = dict(before["exchange"]["taken"]), dict(before["exchange"]["given"])
    if move["action"] in ("take", "give"):
        (taken if move["action"] == "take" else given)[move["card"]] = move["number"]
    if move["action"] == "pass":
        yield "  Passes."
    else:
        kind = {"good_deal": "Good deal", "fair_price": "Fair price"}[before["exchange"]["kind"]]
        yield f"  {kind}: {_cards(given)} for {_cards(taken)}."
    drawn = before["pile"][: len(before["pile"]) - len(after["pile"])]
    merchandise = [card for card in drawn if card != CLOSING_NAME]
    if merchandise:
        yield f"  The shop gets {', '.join(map(_card, merchandise))}."
    if len(merchandise) < len(drawn):
        yield "  The closing card (Fermeture) comes up." + ("" if after["over"] else " The round is played out.")
    if not after["over"]:
        yield from _turn(after, names)


def _end(line: dict[str, Any], names: list[str]) -> Iterator[str]:
    unfinished = "The game is unfinished (turn limit). " if line["unfinished"] else ""
    winners = " and ".join(names[seat] for seat in line["winners"])
    verb = "win" if len(line["winners"]) > 1 else "wins"
    by_cards = " (equal points: the cards decide)" if any(seat["tie_break"] for seat in line["seats"]) else ""
    yield f"\n{unfinished}{f'{winners} {verb}{by_cards}' if winners else 'Nobody has won'} after {line['turns']} turns."
    for name, seat in zip(names, line["seats"], strict=True):
        points = ", ".join(f"{seat[f'objective_{slot}']} {seat[f'points_{slot}']}" for slot in (1, 2, 3))
        yield f"  {seat['rank']}. {name}: {seat['total']} points ({points}), {seat['cards']} cards worth {seat['worth']}"


def _card(name: str) -> str:
    return f"{name[:-1]} soldé" if name.endswith("s") else name


def _cards(counts: dict[str, int]) -> str:
    """Cards as they lie: `1, 1, 2 soldé, 5`."""
    return ", ".join(_card(name) for name, count in counts.items() for _ in range(count)) or "nothing"
