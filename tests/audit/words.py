"""The words of the trace and of the rules: names of cards, lines, coaches, options, counters; errors and report.

Written from the rules (M-…, C-…) and the trace format (docs/reference/trace-mercato.md) alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

LINES = ("gardien", "defenseur", "milieu", "attaquant")
INJURY, CARE, TRANSFER = "blessure", "soin", "transfert"
PLAIN_CARDS = (*LINES, INJURY, CARE, TRANSFER)
COACHES = ("stratege", "fourbe", "marabout", "visionnaire", "cameleon", "sournois", "fossoyeur", "opportuniste")
NO_COACH = 255  # how a table writes a seat without a coach
VARIANTS = {"classic": (2, 3, 4), "duel": (2,), "ultime": (2, 3, 4), "ultime_duel": (2,)}

# The options that bear on a game: a tuple of choices, a pair (low, None) for whole numbers, or bool.
CHOICES = {
    "discard": ("when_stuck", "always"),
    "last_turns": ("everyone", "same_round"),
    "duel_injury": ("owner", "opponent", "random"),
}
NUMBERS = (
    "opening_hand", "hand_limit", "draws_per_turn", "actions_per_turn", "injuries_per_player", "trade_proposals",
    "abilities_per_turn", "fossoyeur_depth", "marabout_heals", "sournois_extra_cards", "max_turns",
)  # fmt: skip
SWITCHES = ("trade_same_line", "same_compo", "duel_may_decline_transfer", "winner_out")

# What a result row counts for each seat ("What a result row says").
COUNTERS = (
    "placed", "replaced", "healed", "injured", "was_injured", "transferred", "lost_to_transfer", "proposed", "traded",
    "refused", "changed_compo", "compo_changed_by_other", "discarded", "lost_to_compo", "reacted", "ability",
)  # fmt: skip

# The fields of a state; others may be added to the trace and are passed over.
STATE_FIELDS = (
    "over", "unfinished", "turn", "active", "actor", "decision", "winners", "last_turns", "pile", "discard",
    "reshuffles", "seats", "pending",
)  # fmt: skip
SEAT_FIELDS = ("hand", "compo", "coach", "team", "won", "turns", "known")
PENDING_FIELDS = (
    "actions_left", "draws_left", "proposals_left", "abilities_left", "drawn", "extra_cards_left", "trade", "shrink",
    "after_shrink", "stolen_from", "healed", "reaction",
)  # fmt: skip

# The fields of each kind of move, by decision where an action's name has several meanings.
FIELDS = {
    "place": ("card",), "replace": ("card", "line", "injuries"), "care": ("line", "injuries"),
    "injure": ("seat", "line", "injuries"), "transfer": ("seat", "line"), "propose": ("card", "line"),
    "compo": ("card",), "sabotage": ("card", "seat"), "steal": ("seat",), "swap": ("seat",), "discard": ("card",),
    "pass": (), "draw": (), "take": ("card",), "end": (), "accept": (), "refuse": (), "partner": ("seat",),
    "drop": ("line", "injuries"), "give": ("card",), "heal": ("line", "injuries"), "decline": (),
    "suffer": ("line", "injuries"), "suffer_random": (),
}  # fmt: skip
DUEL_FIELDS = {"place": (), "discard": (), "compo": ("card", "seat")}

# The rule that a kind of move lives by: where a disagreement over it is looked up.
RULE_OF_ACTION = {
    "place": "M-7", "replace": "M-8", "care": "M-9", "injure": "M-10", "transfer": "M-11", "propose": "M-12",
    "accept": "M-12", "refuse": "M-12", "partner": "M-12", "compo": "M-13", "drop": "M-13", "discard": "M-14",
    "pass": "M-14", "sabotage": "M-29", "steal": "M-25", "give": "M-25", "swap": "M-28", "draw": "M-5", "take": "M-30",
    "end": "M-6", "heal": "M-26", "decline": "M-32", "suffer": "M-21", "suffer_random": "M-21",
}  # fmt: skip
RULE_OF_DECISION = {
    "draw": "M-30", "action": "M-6", "finish": "M-32", "answer": "M-12", "partner": "M-12", "shrink": "M-13",
    "give": "M-25", "heal_more": "M-26", "react_place": "M-24", "react_care": "M-31", "limit": "M-15",
    "duel_open": "M-33", "duel_card": "M-21", "duel_close": "M-33",
}  # fmt: skip


def rule_of(decision: str, action: str) -> str:
    """The rule by which a move of this kind is played at this decision."""
    if decision in ("action", "finish", "draw"):
        return RULE_OF_ACTION.get(action, RULE_OF_DECISION[decision])
    return RULE_OF_DECISION.get(decision, "M-6")


def fields_of(decision: str, action: str) -> tuple[str, ...]:
    """The fields that a move has, by the trace format."""
    if decision == "duel_card" and action in DUEL_FIELDS:
        return DUEL_FIELDS[action]
    return FIELDS[action]


class AuditError(Exception):
    """The first disagreement between a trace and the rules: decision number (-1: before the first), rule, what."""

    def __init__(self, n: int, rule: str, message: str) -> None:
        super().__init__(f"decision {n}: {rule}: {message}")
        self.n = n
        self.rule = rule
        self.message = message


@dataclass
class AuditReport:
    """What was audited: how much of what, so that a clean bill over an empty trace does not go unnoticed."""

    games: int = 0
    decisions: int = 0
    turns: int = 0
    reshuffles: int = 0
    unfinished: int = 0
    winners: Counter[int] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: AuditReport) -> AuditReport:
        """Add the counts of another report to this one."""
        for name in ("games", "decisions", "turns", "reshuffles", "unfinished"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("winners", "variants", "asked", "chosen", "offered"):
            getattr(self, name).update(getattr(other, name))
        return self
