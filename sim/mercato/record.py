"""The rows of a finished game: what `rules/mercato.md` lists at its end."""

from __future__ import annotations

from sim.core.contract import implements, record_game, record_seat
from sim.core.leading import decided_turn
from sim.core.options import Column
from sim.mercato.state import (
    N_ABILITY,
    N_CHANGED_COMPO,
    N_COMPO_CHANGED_BY_OTHER,
    N_DISCARDED,
    N_HEALED,
    N_INJURED,
    N_LOST_TO_COMPO,
    N_LOST_TO_TRANSFER,
    N_PLACED,
    N_PROPOSED,
    N_REACTED,
    N_REFUSED,
    N_REPLACED,
    N_TRADED,
    N_TRANSFERRED,
    N_WAS_INJURED,
    STATE,
)
from sim.mercato.team import missing_players

NO_COACH_ID = 255

GAMES_COLUMNS = (
    Column("first", "u1", "seat that began (M-4), among the seats of this game"),
    Column("winners", "u1", "number of seats that completed a team (M-17, M-19)"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6)"),
    Column("turns", "i2", "turns begun, all seats together"),
    Column("rounds", "i2", "rounds begun: turns of the first player"),
    Column("reshuffles", "i2", "how often the discards became the draw pile (M-16)"),
    Column(
        "leader_changes",
        "i2",
        "how often the leaders (fewest players missing; as a set) were others after a turn than after the turn before",
    ),
    Column("decided_turn", "i2", "turn from whose end on the winners, and nobody else, led; the last turn if that never was so or nobody won"),
)

SEATS_COLUMNS = (
    Column("order", "u1", "order of play: 0 began"),
    Column("compo_start", "u1", "compo dealt (M-1, M-20)", "compo"),
    Column("compo_end", "u1", "compo at the end", "compo"),
    Column("coach", "u1", "coach (M-23); 255 without coaches", "coach"),
    Column("won", "u1", "1 if this seat completed a team"),
    Column("winners", "u1", "number of seats that did"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6)"),
    Column("turns", "i2", "turns begun by this seat"),
    Column("rounds", "i2", "rounds begun: turns of the first player"),
    Column("missing", "i1", "uninjured players missing from a complete team at the end"),
    Column("behind", "u1", "the most by which more players were missing than of the best other seat, after any turn: 0 if never"),
    Column("placed", "i2", "players placed (M-7, M-21, M-24)"),
    Column("replaced", "i2", "players replaced (M-8)"),
    Column("healed", "i2", "players healed (M-9, M-21, M-26, M-31)"),
    Column("injured", "i2", "injuries laid on others (M-10)"),
    Column("was_injured", "i2", "injuries suffered (M-10, M-21)"),
    Column("transferred", "i2", "players taken from others (M-11, M-21)"),
    Column("lost_to_transfer", "i2", "players lost to others' transfers"),
    Column("proposed", "i2", "trades proposed (M-12)"),
    Column("traded", "i2", "trades made, as proposer or partner"),
    Column("refused", "i2", "trades refused that could have been made"),
    Column("changed_compo", "i2", "own compo changed by own card or own swap (M-13, M-21, M-28)"),
    Column("compo_changed_by_other", "i2", "own compo changed by an opponent's card or swap"),
    Column("discarded", "i2", "cards discarded (M-14, M-15), and duel cards of no use or declined (M-21)"),
    Column("lost_to_compo", "i2", "players lost to a smaller compo"),
    Column("reacted", "i2", "reactions: placed (M-24), saw a hand (M-27), healed (M-31)"),
    Column("ability", "i2", "uses of the coach's other abilities (M-25, M-26, M-28, M-29, M-30, M-33)"),
)


@implements(record_game, STATE)
def _record_game(state, rules, row):
    row.first = state.first
    row.winners = 0
    winners = 0
    for seat in range(state.players):
        row.winners += state.won[seat]
        winners |= int(state.won[seat]) << seat
    row.unfinished = state.unfinished
    row.turns = state.turn
    row.rounds = state.rounds
    row.reshuffles = min(int(state.reshuffles), 32767)
    row.leader_changes = state.leader_changes
    row.decided_turn = decided_turn(state, winners)


@implements(record_seat, STATE)
def _record_seat(state, rules, seat, row):
    winners = 0
    for other in range(state.players):
        winners += state.won[other]
    row.order = (seat - state.first + state.players) % state.players
    row.compo_start = state.start_compo[seat]
    row.compo_end = state.compo[seat]
    row.coach = state.coach[seat] if state.coach[seat] >= 0 else NO_COACH_ID
    row.won = state.won[seat]
    row.winners = winners
    row.unfinished = state.unfinished
    row.turns = state.turns[seat]
    row.rounds = state.rounds
    row.missing = missing_players(state, rules, seat)
    row.behind = state.behind[seat]
    count = state.count[seat]
    row.placed = count[N_PLACED]
    row.replaced = count[N_REPLACED]
    row.healed = count[N_HEALED]
    row.injured = count[N_INJURED]
    row.was_injured = count[N_WAS_INJURED]
    row.transferred = count[N_TRANSFERRED]
    row.lost_to_transfer = count[N_LOST_TO_TRANSFER]
    row.proposed = count[N_PROPOSED]
    row.traded = count[N_TRADED]
    row.refused = count[N_REFUSED]
    row.changed_compo = count[N_CHANGED_COMPO]
    row.compo_changed_by_other = count[N_COMPO_CHANGED_BY_OTHER]
    row.discarded = count[N_DISCARDED]
    row.lost_to_compo = count[N_LOST_TO_COMPO]
    row.reacted = count[N_REACTED]
    row.ability = count[N_ABILITY]
