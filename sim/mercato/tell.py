"""One game told as a person at the table would tell it (`balancier replay`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sim.mercato.cards import TITLES


def narrate(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Lines of text for the objects of a trace (see docs/reference/trace-mercato.md)."""
    names: list[str] = []
    turn = 0
    before: dict[str, Any] = {}
    for line in lines:
        if line["type"] == "game":
            names = [f"Player {seat + 1} ({strategy})" for seat, strategy in enumerate(line["strategies"])]
            yield f"Mercato, {line['variant']}, {line['players']} players: seed {line['seed']}, block {line['block']}, rotation {line['rotation']}"
            for seat, told in enumerate(line["state"]["seats"]):
                coach = f", {TITLES[told['coach']]}" if told["coach"] else ""
                hand = f", hand: {_hand(told['hand'])}" if told["hand"] else ""
                yield f"  {names[seat]}: {told['compo']}{coach}{hand}"
            yield f"{names[line['first']]} begins."
        elif line["type"] == "decision":
            if before["turn"] != turn:
                turn = before["turn"]
                yield f"\nTurn {turn}: {names[before['active']]}. {_team(before['seats'][before['active']])}"
            yield f"  {_happened(line, names)}"
            yield from _consequences(before, line["state"], names)
        else:
            winners = " and ".join(names[seat] for seat in line["winners"])
            unfinished = "The game is unfinished (turn limit). " if line["unfinished"] else ""
            verb = "win" if len(line["winners"]) > 1 else "wins"
            yield f"\n{unfinished}{f'{winners} {verb}' if winners else 'Nobody has won'} after {line['turns']} turns, in round {line['rounds']}."
        before = line.get("state", before)


def _hand(hand: dict[str, int]) -> str:
    return ", ".join(
        f"{number} {TITLES.get(card, f'Compo {card}')}" if number > 1 else TITLES.get(card, f"Compo {card}") for card, number in hand.items()
    )


def _team(seat: dict[str, Any]) -> str:
    players = "".join(f" {len(injuries)}{TITLES[line][0]}" for line, injuries in seat["team"].items())
    hurt = sum(1 for injuries in seat["team"].values() for times in injuries if times)
    return f"{seat['compo']}, team{players}{f', {hurt} injured' if hurt else ''}{', hand: ' + _hand(seat['hand']) if seat['hand'] else ''}"


def _happened(line: dict[str, Any], names: list[str]) -> str:
    move = line["moves"][line["chosen"]]
    text = move["text"]
    for seat, name in enumerate(names):
        text = text.replace(f"seat {seat}", name)
    return f"{names[line['actor']]}: {text}{'' if not line['forced'] else ' (nothing else was possible)'}"


def _consequences(before: dict[str, Any], after: dict[str, Any], names: list[str]) -> Iterator[str]:
    if after["reshuffles"] != before["reshuffles"]:
        yield "  The discards are shuffled into a new pile."
    for seat in after["winners"]:
        if seat not in before["winners"]:
            yield f"  {names[seat]} has a complete team!"
