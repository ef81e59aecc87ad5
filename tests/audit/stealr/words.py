"""The words of the trace and of the rules: colours, cards, options, fields, counters.

Written from the rules (S-…, C-…) and the trace format (docs/reference/trace-stealr.md) alone.
"""

from __future__ import annotations

MODES = ("no_mercy", "doux", "debutant")
COLOURS = ("marron", "bleu_clair", "rose", "orange", "rouge", "jaune", "vert", "bleu_fonce", "services", "gare")
MONEY = {"1m": 1, "2m": 2, "3m": 3, "4m": 4, "5m": 5, "10m": 10, "15m": 15}
MULTICOLOUR = "joker_multicolore"
# Two-colour jokers in the order of the rules' list, then the multicolour one, with the colours in which each may lie.
JOKERS = {
    "joker_marron_bleu_clair": ("marron", "bleu_clair"),
    "joker_bleu_clair_gare": ("bleu_clair", "gare"),
    "joker_rose_orange": ("rose", "orange"),
    "joker_rouge_jaune": ("rouge", "jaune"),
    "joker_vert_bleu_fonce": ("vert", "bleu_fonce"),
    "joker_vert_gare": ("vert", "gare"),
    "joker_services_gare": ("services", "gare"),
    MULTICOLOUR: COLOURS,
}
_PAIRS = {
    "marron_bleu_clair": ("marron", "bleu_clair"),
    "rose_orange": ("rose", "orange"),
    "rouge_jaune": ("rouge", "jaune"),
    "vert_bleu_fonce": ("vert", "bleu_fonce"),
    "gare_services": ("gare", "services"),
}
# The colours for which each rent card may be played; those of DOUBLE claim twice (S-14).
RENTS = {f"{kind}_{pair}": colours for kind in ("rent", "double_rent") for pair, colours in _PAIRS.items()}
RENTS |= {"rent_any": COLOURS, "double_rent_any": COLOURS}
DOUBLE = {card for card in RENTS if card.startswith("double_")}
TARGETED = ("tax_collector", "repossession", "unfair_trade", "tough_luck", "yoink", "forced_debt")  # `use` names a seat
ACTIONS = ("deal_breaker", "super_sly_deal", "market_crash", "heist", *TARGETED, "pass_go", "go_again", "just_say_no")
SHACK = "shack"
NO = "just_say_no"
CARDS = (*MONEY, *COLOURS, *JOKERS, *RENTS, *ACTIONS, SHACK)
TYPES = ("property", "money", "action")

CHOICES = {
    "debt_cards_per": ("token", "holder"),
    "debt_card_to": ("table", "hand"),
    "super_sly_jokers": ("placed", "possible"),
    "go_again_draw": ("S-2", "two"),
}
NUMBERS = (
    "sets_to_win", "plays_per_turn", "starting_hand", "draw", "draw_on_empty", "hand_limit", "pass_go_hand", "debt_tokens",
    "shack_rent", "yoink_amount", "joker_moves_per_turn", "max_turns",
)  # fmt: skip
SWITCHES = ("multicolour_moves", "shack_pays", "insolvent_may_refuse", "unfair_trade_needs_bank", "just_say_no_costs_play")

# The fields of a state; others may be added to the trace and are passed over.
STATE_FIELDS = (
    "over", "unfinished", "emptied", "turn", "rounds", "active", "actor", "decision", "winners", "idle_turns", "last_turns",
    "pile", "discard", "banked", "reshuffles", "seats", "pending",
)  # fmt: skip
SEAT_FIELDS = ("hand", "bank", "table", "home", "tokens", "turns", "known")
PENDING_FIELDS = ("stage", "plays_left", "plays_made", "moves_left", "go_again", "arriving", "card")

# The fields of each kind of move beside `action` and `text`; `use` has those of its card, and some of what goes to and
# fro is money of a bank or a card of a table.
FIELDS = {
    "give": ("card", "seat"), "place": ("card", "colour"), "bank": ("card", "value"), "move": ("card", "source", "colour"), "end": (),
    "choose": ("seat", "colour", "number"), "name": ("card", "colour", "seat"), "no": (), "accept": (), "put": ("card", "colour"),
    "drop": ("card",),
}  # fmt: skip
MONEY_OR_CARD = {"pay": (), "keep": (), "hand_out": ("seat",)}
USE_FIELDS = {
    "shack": ("colour",), "deal_breaker": ("seat", "colour"), "super_sly_deal": ("colour",), "market_crash": (), "heist": (),
    "pass_go": (), "go_again": (), "tough_luck": ("seat", "type"),
}  # fmt: skip

# The rule by which a decision is asked and a move is played: where a disagreement is looked up.
RULE_OF_DECISION = {
    "debt": "S-3", "play": "S-4", "set": "S-20", "name": "S-22", "answer": "S-33", "pay": "S-15", "put": "S-11", "keep": "S-24",
    "hand_out": "S-24", "discard": "S-8",
}  # fmt: skip
RULE_OF_ACTION = {"place": "S-5", "bank": "S-6", "move": "S-7", "end": "S-4"}
RULE_OF_CARD = {
    "shack": "S-13", "deal_breaker": "S-20", "super_sly_deal": "S-21", "market_crash": "S-22", "heist": "S-23",
    "tax_collector": "S-24", "repossession": "S-25", "unfair_trade": "S-26", "tough_luck": "S-27", "yoink": "S-28",
    "forced_debt": "S-29", "pass_go": "S-30", "go_again": "S-31", "just_say_no": "S-33",
} | dict.fromkeys(RENTS, "S-12") | dict.fromkeys(DOUBLE, "S-14")  # fmt: skip

# What a result row counts for each seat ("What a result row says").
COUNTERS = (
    "plays_used", "plays_unused", "properties_placed", "jokers_placed", "jokers_moved", "money_banked", "rents_asked",
    "rent_claimed", "rent_received", "rent_paid", "tokens_given", "tokens_settled", "cards_lost", "sets_lost", "sets_taken",
    "discards", "noes_countered", "lead_lost",
)  # fmt: skip
KINDS = ("rent", "double_rent", "rent_any", "double_rent_any", *ACTIONS, SHACK)
_STOPPABLE = [kind for kind in KINDS if kind not in ("pass_go", "go_again", NO, SHACK)]
KIND_COUNTERS = {
    **dict.fromkeys(("held", "banked", "played"), KINDS),
    **dict.fromkeys(("stopped", "suffered"), _STOPPABLE),
}

# What an audit notes that it has met: the rare corners, so that it can be shown that games reach them.
SITUATIONS = (
    "two tokens with one holder", "tokens come back to an empty hand", "a debt card that costs no play", "the rest is void",
    "can't pay any more", "a Shack pays", "a Shack is stolen", "a Shack is discarded", "a stolen Shack too many",
    "a second Shack on a colour", "jokers of another colour", "a trade for an empty bank", "a trade of an empty bank",
    "an empty hand is looked at", "three Noes on one target", "no play left for a No", "not asked though holding a No",
    "fewer cards than are to be drawn", "a shuffle in a turn's draw", "a shuffle by Pass Go Go Go!", "an empty hand after Go Again",
    "the last round: no card in any hand", "the last round: nobody plays", "cards reappear in the last round",
    "a Go Again in the last round", "a Go Again opens the last round", "a Go Again at the turn limit", "a shared victory",
    "a victory in the last round", "a victory on another's turn", "a victory by a debt card",
)  # fmt: skip


def kind_of(card: str) -> str | None:
    """The kind under which a row counts a card: the five Rents of a pair are one, the five Double Rents too; null: not counted."""
    if card in RENTS and not card.endswith("_any"):
        return "double_rent" if card in DOUBLE else "rent"
    return card if card in KINDS else None


def type_of(card: str) -> str:
    """S-27: property with jokers; money; action with rents and Shacks."""
    return "money" if card in MONEY else "property" if lies_on_tables(card) else "action"


def lies_on_tables(card: str) -> bool:
    """Whether a card is a property or a joker."""
    return card in COLOURS or card in JOKERS


def colours_of(card: str) -> tuple[str, ...]:
    """The colours in which a property or joker may lie (S-5)."""
    return JOKERS.get(card, (card,))


def fields_of(move: dict[str, object]) -> tuple[str, ...]:
    """The fields that a move has beside `action` and `text`, by the trace format."""
    action, card = str(move.get("action")), str(move.get("card"))
    if action == "use":
        return ("card", *USE_FIELDS.get(card, ("seat",) if card in TARGETED else ("colour",)))
    if action in MONEY_OR_CARD:
        return (*(("value",) if "value" in move else ("card", "colour")), *MONEY_OR_CARD[action])
    return FIELDS.get(action, ())


def rule_of(decision: str, move: dict[str, object]) -> str:
    """The rule by which a move of this kind is played at this decision."""
    if move.get("action") == "use":
        return RULE_OF_CARD.get(str(move.get("card")), "S-4")
    return RULE_OF_ACTION.get(str(move.get("action")), RULE_OF_DECISION[decision])
