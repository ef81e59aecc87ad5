"""The rows of a finished game: what `docs/reference/rules-stealr.md` lists at its end."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.core.contract import implements, record_game, record_seat
from sim.core.leading import decided_turn
from sim.core.options import Column
from sim.stealr.cards import SLUGS, TITLES
from sim.stealr.state import (
    BANKED,
    CAN_BE_STOPPED,
    FAMILIES,
    HELD,
    N_ASKED,
    N_CLAIMED,
    N_COUNTERED,
    N_DISCARDS,
    N_JOKERS,
    N_LEAD,
    N_LEAD_LOST,
    N_LOST,
    N_MONEY,
    N_MOVED,
    N_PAID,
    N_PLAYS,
    N_PROPERTIES,
    N_RECEIVED,
    N_SETS_LOST,
    N_SETS_TAKEN,
    N_SETTLED,
    N_TOKENS,
    N_UNUSED,
    PLAYED,
    STATE,
    STOPPED_BY_NO,
    SUFFERED,
)
from sim.stealr.turn import value_of

GAMES_COLUMNS = (
    Column("first", "u1", "seat that began (S-1)"),
    Column("winners", "u1", "seats that won: 1, more if a game ended by S-34 is shared, 0 if unfinished"),
    Column("by_sets", "u1", "1 if complete sets won (S-11)"),
    Column("on_other_turn", "u1", "1 if they did on another player's turn (S-11)"),
    Column("emptied", "u1", "1 if the cards ran out (S-34)"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6)"),
    Column("turns", "i2", "turns begun, all seats together"),
    Column("rounds", "i2", "rounds begun: turns of the first player, but for those won by Go Again"),
    Column("reshuffles", "i2", "how often the discards became the draw pile (S-9)"),
    Column(
        "leader_changes",
        "i2",
        "how often the leaders (most complete sets; as a set) were others after a turn than after the turn before",
    ),
    Column("decided_turn", "i2", "turn from whose end on the winners, and nobody else, led; the last turn if that never was so or nobody won"),
)

_TITLES = {
    "rent": "Rent (of a pair of colours)",
    "double_rent": "Double Rent (of a pair of colours)",
    **{slug: TITLES[slug] for slug in SLUGS if slug in FAMILIES},
}

SEATS_COLUMNS = (
    Column("order", "u1", "order of play: 0 began"),
    Column("won", "u1", "1 if this seat won (S-11; S-34, also shared)"),
    Column("winners", "u1", "number of seats that did"),
    Column("on_other_turn", "u1", "1 if it won on another player's turn (S-11)"),
    Column("emptied", "u1", "1 if the cards ran out (S-34)"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6)"),
    Column("sets", "u1", "colours of which it had a complete set at the end"),
    Column("behind", "u1", "the most complete sets by which the best other seat had more, after any turn: 0 if never"),
    Column("bank_value", "i2", "M in the bank at the end"),
    Column("table_value", "i2", "M on the table at the end, Shacks included"),
    Column("turns", "i2", "turns begun by this seat"),
    Column("rounds", "i2", "rounds begun: turns of the first player, but for those won by Go Again"),
    Column("plays_used", "i2", "plays used: cards played, placed and banked (S-4), debt cards (S-3) and Noes that cost one (S-33)"),
    Column("plays_unused", "i2", "plays left at the ends of turns"),
    Column("properties_placed", "i2", "properties laid from the hand (S-5)"),
    Column("jokers_placed", "i2", "jokers laid from the hand (S-5)"),
    Column("jokers_moved", "i2", "free moves of jokers (S-7)"),
    Column("money_banked", "i2", "money cards banked (S-6)"),
    Column("rents_asked", "i2", "claims made with rent cards, one an opponent who has something to lose (S-12)"),
    Column("rent_claimed", "i4", "what they amounted to, in M"),
    Column("rent_received", "i4", "received for them, in M of the cards' values"),
    Column("rent_paid", "i4", "paid for others' rent cards, in M of the cards' values"),
    Column("tokens_given", "i2", "own debt tokens given (S-16, S-29)"),
    Column("tokens_settled", "i2", "own debt tokens that came back (S-3)"),
    Column(
        "cards_lost", "i2", "cards of table, bank and hand lost to others' actions, Shacks that went with a set or colour included (payments apart)"
    ),
    Column("sets_lost", "i2", "complete sets of different colours lost to others' actions (payments apart)"),
    Column("sets_taken", "i2", "complete sets of different colours that own actions took from others"),
    Column("discards", "i2", "cards discarded at the hand limit (S-8)"),
    Column("noes_countered", "i2", "own Just Say Noes answered by another one (S-33)"),
    Column(
        "lead_lost",
        "i1",
        "largest lead in complete sets over the next player that was held and lost: to a draw, or to a game that ended without winning",
    ),
    *(Column(f"{family}_held", "i2", f"{_TITLES[family]}: copies that came to the hand") for family in FAMILIES),
    *(Column(f"{family}_banked", "i2", f"{_TITLES[family]}: banked from the hand (S-6)") for family in FAMILIES),
    *(Column(f"{family}_played", "i2", f"{_TITLES[family]}: played for its effect") for family in FAMILIES),
    *(Column(f"{family}_stopped", "i2", f"{_TITLES[family]}: targets on which Just Say No stopped it") for family in FAMILIES[:CAN_BE_STOPPED]),
    *(Column(f"{family}_suffered", "i2", f"{_TITLES[family]}: how often another's took effect on this seat") for family in FAMILIES[:CAN_BE_STOPPED]),
)


@compiled
def _winners(state):
    total = 0
    for seat in range(state.players):
        total += int(state.won[seat])
    return total


@compiled
def _won_bits(state):
    bits = 0
    for seat in range(state.players):
        bits |= int(state.won[seat]) << seat
    return bits


@compiled
def _won_on_other_turn(state, seat):
    return 1 if state.won[seat] and not state.emptied and seat != state.active else 0


@implements(record_game, STATE)
def _record_game(state, rules, row):
    row.first = state.first
    row.winners = _winners(state)
    row.by_sets = 1 if row.winners > 0 and not state.emptied else 0
    row.on_other_turn = 0
    for seat in range(state.players):
        row.on_other_turn += _won_on_other_turn(state, seat)
    row.emptied = state.emptied
    row.unfinished = state.unfinished
    row.turns = state.turn
    row.rounds = state.rounds
    row.reshuffles = min(int(state.reshuffles), 32767)
    row.leader_changes = state.leader_changes
    row.decided_turn = decided_turn(state, _won_bits(state))


@implements(record_seat, STATE)
def _record_seat(state, rules, seat, row):
    row.order = (seat - state.first + state.players) % state.players
    row.won = state.won[seat]
    row.winners = _winners(state)
    row.on_other_turn = _won_on_other_turn(state, seat)
    row.emptied = state.emptied
    row.unfinished = state.unfinished
    row.sets = state.complete[seat]
    row.behind = state.behind[seat]
    row.bank_value = state.bank_value[seat]
    row.table_value = value_of(state, rules, seat) - state.bank_value[seat]
    row.turns = state.turns[seat]
    row.rounds = state.rounds
    count = state.count[seat]
    row.plays_used = count[N_PLAYS]
    row.plays_unused = count[N_UNUSED]
    row.properties_placed = count[N_PROPERTIES]
    row.jokers_placed = count[N_JOKERS]
    row.jokers_moved = count[N_MOVED]
    row.money_banked = count[N_MONEY]
    row.rents_asked = count[N_ASKED]
    row.rent_claimed = count[N_CLAIMED]
    row.rent_received = count[N_RECEIVED]
    row.rent_paid = count[N_PAID]
    row.tokens_given = count[N_TOKENS]
    row.tokens_settled = count[N_SETTLED]
    row.cards_lost = count[N_LOST]
    row.sets_lost = count[N_SETS_LOST]
    row.sets_taken = count[N_SETS_TAKEN]
    row.discards = count[N_DISCARDS]
    row.noes_countered = count[N_COUNTERED]
    # A lead that is still held when the game is over has been lost, unless it has won.
    row.lead_lost = count[N_LEAD_LOST] if state.won[seat] else count[N_LEAD]
    held = state.by_card[seat, HELD]
    row.rent_held = held[0]
    row.double_rent_held = held[1]
    row.rent_any_held = held[2]
    row.double_rent_any_held = held[3]
    row.deal_breaker_held = held[4]
    row.super_sly_deal_held = held[5]
    row.market_crash_held = held[6]
    row.heist_held = held[7]
    row.tax_collector_held = held[8]
    row.repossession_held = held[9]
    row.unfair_trade_held = held[10]
    row.tough_luck_held = held[11]
    row.yoink_held = held[12]
    row.forced_debt_held = held[13]
    row.pass_go_held = held[14]
    row.go_again_held = held[15]
    row.just_say_no_held = held[16]
    row.shack_held = held[17]
    banked = state.by_card[seat, BANKED]
    row.rent_banked = banked[0]
    row.double_rent_banked = banked[1]
    row.rent_any_banked = banked[2]
    row.double_rent_any_banked = banked[3]
    row.deal_breaker_banked = banked[4]
    row.super_sly_deal_banked = banked[5]
    row.market_crash_banked = banked[6]
    row.heist_banked = banked[7]
    row.tax_collector_banked = banked[8]
    row.repossession_banked = banked[9]
    row.unfair_trade_banked = banked[10]
    row.tough_luck_banked = banked[11]
    row.yoink_banked = banked[12]
    row.forced_debt_banked = banked[13]
    row.pass_go_banked = banked[14]
    row.go_again_banked = banked[15]
    row.just_say_no_banked = banked[16]
    row.shack_banked = banked[17]
    played = state.by_card[seat, PLAYED]
    row.rent_played = played[0]
    row.double_rent_played = played[1]
    row.rent_any_played = played[2]
    row.double_rent_any_played = played[3]
    row.deal_breaker_played = played[4]
    row.super_sly_deal_played = played[5]
    row.market_crash_played = played[6]
    row.heist_played = played[7]
    row.tax_collector_played = played[8]
    row.repossession_played = played[9]
    row.unfair_trade_played = played[10]
    row.tough_luck_played = played[11]
    row.yoink_played = played[12]
    row.forced_debt_played = played[13]
    row.pass_go_played = played[14]
    row.go_again_played = played[15]
    row.just_say_no_played = played[16]
    row.shack_played = played[17]
    stopped = state.by_card[seat, STOPPED_BY_NO]
    row.rent_stopped = stopped[0]
    row.double_rent_stopped = stopped[1]
    row.rent_any_stopped = stopped[2]
    row.double_rent_any_stopped = stopped[3]
    row.deal_breaker_stopped = stopped[4]
    row.super_sly_deal_stopped = stopped[5]
    row.market_crash_stopped = stopped[6]
    row.heist_stopped = stopped[7]
    row.tax_collector_stopped = stopped[8]
    row.repossession_stopped = stopped[9]
    row.unfair_trade_stopped = stopped[10]
    row.tough_luck_stopped = stopped[11]
    row.yoink_stopped = stopped[12]
    row.forced_debt_stopped = stopped[13]
    suffered = state.by_card[seat, SUFFERED]
    row.rent_suffered = suffered[0]
    row.double_rent_suffered = suffered[1]
    row.rent_any_suffered = suffered[2]
    row.double_rent_any_suffered = suffered[3]
    row.deal_breaker_suffered = suffered[4]
    row.super_sly_deal_suffered = suffered[5]
    row.market_crash_suffered = suffered[6]
    row.heist_suffered = suffered[7]
    row.tax_collector_suffered = suffered[8]
    row.repossession_suffered = suffered[9]
    row.unfair_trade_suffered = suffered[10]
    row.tough_luck_suffered = suffered[11]
    row.yoink_suffered = suffered[12]
    row.forced_debt_suffered = suffered[13]
