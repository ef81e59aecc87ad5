"""Mercato's variants and options (`rules/mercato.md`, Options), and the record in which the compiled rules read them."""

from __future__ import annotations

import numpy as np

from sim.core.compile import record_type
from sim.core.options import Option, Variant
from sim.mercato.cards import COACHES, KINDS, LINES, MAX_COMPOS, MAX_INJURIES

CLASSIC, DUEL, ULTIME, ULTIME_DUEL = range(4)

VARIANTS = (
    Variant("classic", "Mercato", (2, 3, 4), "complete your team first; everyone else then has one last turn (M-1 to M-19)"),
    Variant("duel", "Mercato-duel", (2,), "no hands: draw a card and apply it; the first complete team wins at once (M-20 to M-22)"),
    Variant("ultime", "Mercato Ultime", (2, 3, 4), "classic, and each player has a coach with an ability of his own (M-23 to M-32)"),
    Variant("ultime_duel", "Mercato Ultime en duel", (2,), "the duel with coaches; four of them have no effect there (M-33)"),
)

_HANDS = ("classic", "ultime")
_DUELS = ("duel", "ultime_duel")
_COACHES = ("ultime", "ultime_duel")


def _int(name: str, default: int, low: int, high: int, rules: tuple[str, ...], about: str, variants: tuple[str, ...] = ()) -> Option:
    return Option(name, default, "int", about, rules, low, high, variants=variants)


def _bool(name: str, default: bool, rules: tuple[str, ...], about: str, variants: tuple[str, ...] = ()) -> Option:
    return Option(name, default, "bool", about, rules, variants=variants)


def _choice(name: str, choices: tuple[str, ...], rules: tuple[str, ...], about: str, variants: tuple[str, ...] = ()) -> Option:
    return Option(name, choices[0], "choice", about, rules, choices=choices, variants=variants)


OPTIONS = (
    _int("opening_hand", 5, 0, 20, ("M-2",), "cards dealt to each player", _HANDS),
    _int("hand_limit", 5, 1, 20, ("M-15",), "most cards in a hand at the end of a turn", _HANDS),
    _int("draws_per_turn", 1, 1, 5, ("M-5", "M-21"), "cards drawn (in a duel: drawn and applied) each turn"),
    _int("actions_per_turn", 1, 1, 5, ("M-6",), "actions each turn", _HANDS),
    _int("injuries_per_player", 1, 1, MAX_INJURIES, ("M-10", "M-21"), "most injuries that one player can have"),
    _int("trade_proposals", 1, 0, 5, ("M-12",), "trades that may be proposed each turn; 0 plays without trades", _HANDS),
    _bool("trade_same_line", False, ("M-12",), "a trade may ask for the same line that it offers", _HANDS),
    _bool("same_compo", True, ("M-13", "M-21", "M-28", "M-29"), "a compo may be replaced by (or swapped for) one of the same kind"),
    _choice("discard", ("when_stuck", "always"), ("M-14",), "when a card may be discarded instead of an action", _HANDS),
    _choice("last_turns", ("everyone", "same_round"), ("M-19",),
            "who has a last turn once someone has won: everyone, or only those who have had fewer turns than the winner", _HANDS),
    _bool("winner_out", True, ("M-18",), "nothing at all can be done to a winner; false: only injuries and transfers are barred", _HANDS),
    _choice("duel_injury", ("owner", "opponent", "random"), ("M-21",), "who chooses which player an injury drawn in a duel hits", _DUELS),
    _bool("duel_may_decline_transfer", False, ("M-21",), "a transfer drawn in a duel may be discarded unused", _DUELS),
    _int("abilities_per_turn", 1, 0, 5, ("M-25", "M-28", "M-32", "M-33"),
         "how often Le Fourbe and Le Caméléon may use their ability each turn", _COACHES),
    _int("fossoyeur_depth", 3, 1, 20, ("M-30", "M-33"), "how many of the latest discards Le Fossoyeur may choose from", _COACHES),
    _int("marabout_heals", 2, 1, 11, ("M-26", "M-33"), "players that Le Marabout heals with one card, at most", _COACHES),
    _int("sournois_extra_cards", 1, 0, 5, ("M-33",),
         "extra cards a turn that Le Sournois draws in a duel after changing his opponent's compo", ("ultime_duel",)),
    _int("max_turns", 1000, 1, 6000, ("C-6",), "turns of all seats together after which a game ends unfinished"),
    _int("games", 1, 1, 200, ("M-34",), "games of a match; more than 1 is a championship"),
    _choice("final", ("game", "duel"), ("M-36",), "how the last two tied in a championship decide it"),
    _int("max_extra_games", 100, 0, 200, ("M-35",), "extra games after which a tied championship ends without a champion"),
)  # fmt: skip

RULES = np.dtype(
    [
        ("variant", np.int8),
        ("players", np.int8),
        ("compos", np.int8),  # kinds of compos in this study
        ("line_up", np.int8, (MAX_COMPOS, LINES)),  # players a compo asks for
        ("deck", np.int16, (KINDS,)),
        ("coaches", np.int8, (COACHES,)),  # 1: in the game
        *((option.name, np.int16) for option in OPTIONS),
    ],
    align=True,
)
"""Everything constant in a design point: variant, deck and options (choices by number)."""

RULES_TYPE = record_type(RULES)
