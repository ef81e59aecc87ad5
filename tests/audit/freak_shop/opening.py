"""The first line: its form, and the set-up (F-1, F-2)."""

from __future__ import annotations

from typing import Any

from ..words import AuditError
from .table import NOTHING, Table, add, deck_of
from .words import (
    CATEGORIES,
    CHOICES,
    CLOSING,
    EXCHANGE_FIELDS,
    FIRST_GAME,
    KINDS,
    NUMBERS,
    OBJECTIVES,
    POINTS,
    SEAT_FIELDS,
    SEATS,
    STATE_FIELDS,
    SWITCHES,
    VALUES,
    Cards,
    value_of,
)


def need(holds: bool, rule: str, message: str, n: int = -1) -> None:
    """Raise `AuditError` if it does not hold."""
    if not holds:
        raise AuditError(n, rule, message)


def is_int(value: object, least: int = 0) -> bool:
    """A whole number (not true or false), at least so great."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def check_cards(cards: object, what: str, n: int = -1) -> None:
    """Counts by card, none of them 0."""
    well = isinstance(cards, dict) and all(card in KINDS and is_int(number, 1) for card, number in cards.items())
    need(well, "trace", f"{what} is {cards!r}: not counts by card", n)


def check_game_line(game: dict[str, Any]) -> None:
    """Names, numbers and options of a game's first line."""
    fixed = {"schema": 1, "game": "freak_shop", "variant": "classic", "match_game": 0, "first": 0, "compos": {}}
    for name, value in fixed.items():
        need(name in game and game[name] == value and type(game[name]) is type(value), "trace", f"{name} is {game.get(name)!r}, not {value!r}")
    for name in ("version", "seed", "block", "rotation"):
        need(is_int(game.get(name)), "trace", f"{name} is {game.get(name)!r}, not a number")
    players = game.get("players")
    need(is_int(players) and players in SEATS, "trace", f"{players!r} players")
    need(game.get("match_seats") == list(range(players)), "trace", f"match_seats are {game.get('match_seats')!r}")
    strategies = game.get("strategies")
    named = isinstance(strategies, list) and len(strategies) == players and all(isinstance(name, str) and name for name in strategies)
    need(named, "trace", f"strategies are {strategies!r}")
    need(isinstance(game.get("options"), dict), "trace", "no options")
    check_options(game["options"])
    check_deck(game)


def check_options(options: dict[str, Any]) -> None:
    """Every option is there, and means something."""

    def table(name: str, keys: list[str], least: int = 0) -> None:
        value = options.get(name)
        well = isinstance(value, dict) and list(sorted(value)) == sorted(keys) and all(is_int(n, least) for n in value.values())
        need(well, "trace", f"{name} is {value!r}")

    values = [str(value) for value in VALUES]
    table("sale", values)
    table("points", list(POINTS))
    table("refill", [str(players) for players in SEATS], 1)
    need(options["points"]["somme_step"] > 0, "F-15", "a step of no points")
    for name, allowed in CHOICES.items():
        need(options.get(name) in allowed, "trace", f"{name} is {options.get(name)!r}")
    for name in SWITCHES:
        need(isinstance(options.get(name), bool), "trace", f"{name} is {options.get(name)!r}")
    for name, least in NUMBERS.items():
        need(is_int(options.get(name), least), "trace", f"{name} is {options.get(name)!r}")
    categories = options.get("categories")
    well = isinstance(categories, dict) and sorted(categories) == sorted(values) and set(categories.values()) <= set(CATEGORIES)
    need(well, "trace", f"categories are {categories!r}")
    for low in range(1, 9):
        need(len({options["categories"][str(low + i)] for i in range(3)}) < 3, "F-21", f"three categories from {low} on")
    piles = options.get("piles")
    well = isinstance(piles, list) and len(piles) == 3 and all(isinstance(pile, list) and pile for pile in piles)
    need(well and all(objective in OBJECTIVES for pile in piles for objective in pile), "trace", f"piles are {piles!r}")
    starting = options.get("starting_cards")
    well = isinstance(starting, list) and len(starting) == max(SEATS) and all(isinstance(cards, list) for cards in starting)
    need(well and all(value in VALUES for cards in starting for value in cards), "trace", f"starting_cards are {starting!r}")
    check_objectives(options, options.get("objectives"))


def check_objectives(options: dict[str, Any], chosen: object) -> None:
    """The option `objectives`."""
    if chosen not in ("random", "first_game"):
        well = isinstance(chosen, list) and len(chosen) == 3 and all(objective in pile for objective, pile in zip(chosen, options["piles"]))
        need(well, "F-2", f"objectives is {chosen!r}: not one from each pile")


def check_deck(game: dict[str, Any]) -> None:
    """The deck by value; C-8: no more cards on sale than cards."""
    deck = game.get("deck")
    well = isinstance(deck, dict) and sorted(deck) == sorted(map(str, VALUES)) and all(is_int(number) for number in deck.values())
    need(well, "trace", f"deck is {deck!r}")
    for value, number in game["deck"].items():
        need(game["options"]["sale"][value] <= number, "F-1", f"{game['options']['sale'][value]} of {number} cards of value {value} are on sale")


def check_form(state: object, players: int, n: int = -1) -> None:
    """Whether a first state has all parts, each of the right kind."""
    if not isinstance(state, dict):
        raise AuditError(n, "trace", "no state")
    for name in STATE_FIELDS:
        need(name in state, "trace", f"the state has no {name!r}", n)
    seats = state["seats"]
    well = isinstance(seats, list) and len(seats) == players
    need(well and all(isinstance(seat, dict) and set(SEAT_FIELDS) <= set(seat) for seat in seats), "trace", "not a full seat for each player", n)
    for number, seat in enumerate(seats):
        check_cards(seat["manor"], f"the manor of seat {number}", n)
    check_cards(state["shop"], "the shop", n)
    pile = state["pile"]
    need(isinstance(pile, list) and all(card in (*KINDS, CLOSING) for card in pile), "trace", "the pile is not a list of cards", n)
    exchange = state["exchange"]
    need(isinstance(exchange, dict) and set(EXCHANGE_FIELDS) <= set(exchange), "trace", f"exchange is {exchange!r}", n)


def check_first_state(table: Table) -> None:
    """F-1, F-2: the deal; then the state in which the seller begins (F-3)."""
    state, options = table.s, table.options
    for seat, mine in enumerate(state["seats"]):
        dealt: Cards = {}
        for value in options["starting_cards"][seat]:
            add(dealt, {str(value): 1})
        need(mine["manor"] == dealt, "F-1", f"seat {seat} begins with {mine['manor']}, not {dealt}")
    need(state["pile"].count(CLOSING) == 1, "F-2", f"{state['pile'].count(CLOSING)} closing cards in the pile")
    check_all_cards(table, -1)
    shop = sum(state["shop"].values())
    need(shop == options["shop_minimum"], "F-2", f"{shop} cards in the shop, not {options['shop_minimum']}")
    below = len(state["pile"]) - 1 - state["pile"].index(CLOSING)
    above = options["bottom_cards"] - below
    need(above >= 0, "F-2", f"{below} cards below the closing card, of {options['bottom_cards']}")
    need(len(state["pile"]) > options["bottom_cards"], "F-2", "a pile without its bottom cards")
    objectives = state["objectives"]
    check_objectives(options, objectives)
    need(isinstance(objectives, list), "F-2", f"objectives are {objectives!r}")
    if options["objectives"] == "first_game":
        need(sorted(objectives) == FIRST_GAME, "F-2", f"objectives of the first game are {objectives}")
    elif options["objectives"] != "random":
        need(objectives == options["objectives"], "F-2", f"objectives are {objectives}, not {options['objectives']}")
    begun = {"over": False, "unfinished": False, "turn": 1, "active": 0, "actor": 0, "decision": "exchange", "closed": False,
             "exchange": NOTHING, "leaders": [], "leader_changes": 0, "above_closing": above}  # fmt: skip
    for name, value in begun.items():
        seen = table.s[name]
        need(
            seen == value and type(seen) is type(value), "F-3" if name in ("turn", "active", "actor") else "F-2", f"{name} is {seen!r}, not {value!r}"
        )
    turns = [seat["turns"] for seat in state["seats"]]
    need(turns == [1] + [0] * (table.players - 1), "F-3", f"turns begun are {turns}")
    seen = [seat["points"] for seat in state["seats"]]
    table.score()
    for seat, points in enumerate(seen):
        right = table.s["seats"][seat]["points"]
        need(points == right, f"F-{9 + first_difference(objectives, points, right)}", f"points of seat {seat} are {points}, not {right}")


def first_difference(objectives: list[int], seen: object, right: list[int]) -> int:
    """The objective whose points differ (the first one, if the points are no list of three)."""
    if isinstance(seen, list) and len(seen) == len(right):
        return next((objective for objective, a, b in zip(objectives, seen, right) if a != b), objectives[0])
    return objectives[0]


def check_all_cards(table: Table, n: int) -> None:
    """C-2: every card of the deck is somewhere, and no other."""
    cards: Cards = {}
    for zone in (*table.manors, table.s["shop"]):
        add(cards, zone)
    for card in table.s["pile"]:
        if card != CLOSING:
            add(cards, {card: 1})
    deck = deck_of(table.game)
    for card in sorted(cards.keys() | deck.keys(), key=lambda card: (value_of(card), card)):
        need(cards.get(card, 0) == deck.get(card, 0), "C-2", f"{cards.get(card, 0)} cards {card}, not {deck.get(card, 0)}", n)
