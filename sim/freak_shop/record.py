"""The rows of a finished game: what `rules/freak_shop.md` lists at its end."""

from __future__ import annotations

from sim.core.compile import compiled
from sim.core.contract import implements, record_game, record_seat
from sim.core.leading import decided_turn
from sim.core.options import Column
from sim.freak_shop.cards import KINDS
from sim.freak_shop.scoring import leaders, rank_of, total, worth
from sim.freak_shop.state import N_FAIR_PRICES, N_GIVEN, N_GOOD_DEALS, N_PASSES, N_TAKEN, STATE

GAMES_COLUMNS = (
    Column("first", "u1", "seat that began: the seller's, 0"),
    Column("winners", "u1", "number of seats that won (F-22)"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6)"),
    Column("turns", "i2", "turns begun, all seats together"),
    Column("rounds", "i2", "rounds begun: turns of the first player"),
    Column("objective_1", "u1", "first objective: its printed number", "objective"),
    Column("objective_2", "u1", "second objective", "objective"),
    Column("objective_3", "u1", "third objective", "objective"),
    Column("leader_changes", "i2", "how often the leaders (by F-22, as a set) were others after a turn than after the turn before"),
    Column("decided_turn", "i2", "turn from whose end on the winners, and nobody else, led; the last turn if that never was so or nobody won"),
    Column("above_closing", "u1", "how many of the cards shuffled with the closing card lay above it (F-2)"),
)

SEATS_COLUMNS = (
    Column("order", "u1", "order of play: 0 began (the same as the seat)"),
    Column("won", "u1", "1 if this seat won, alone or with others (F-22)"),
    Column("winners", "u1", "number of seats that won"),
    Column("unfinished", "u1", "1 if the turn limit ended the game (C-6): then nobody has won"),
    Column("turns", "i2", "turns begun by this seat"),
    Column("rounds", "i2", "rounds begun: turns of the first player"),
    Column("objective_1", "u1", "first objective: its printed number", "objective"),
    Column("objective_2", "u1", "second objective", "objective"),
    Column("objective_3", "u1", "third objective", "objective"),
    Column("points_1", "i4", "points by the first objective"),
    Column("points_2", "i4", "points by the second objective"),
    Column("points_3", "i4", "points by the third objective"),
    Column("total", "i4", "points by all three"),
    Column("rank", "u1", "place by F-22: one more than the number of seats ahead"),
    Column("shared", "u1", "1 if this seat won together with another"),
    Column("tie_break", "u1", "1 if this seat won and another that did not had as many points: the manors' cards decided"),
    Column("margin", "i4", "total less the best total of another seat: 0 when tied, below 0 for losers"),
    Column("behind", "i4", "the most points by which the best other seat had more, after any turn: 0 if never"),
    Column("cards", "i2", "cards in the manor at the end"),
    Column("worth", "i2", "sum of their values"),
    Column("good_deals", "i2", "good deals made (F-4)"),
    Column("fair_prices", "i2", "fair prices made (F-5)"),
    Column("passes", "i2", "turns without an exchange (F-5, F-6)"),
    Column("given", "i2", "cards given to the shop"),
    Column("taken", "i2", "cards taken from the shop"),
)


@compiled
def _winners(state, rules):
    """F-22: how many seats have won; C-6: nobody in an unfinished game."""
    winners = 0
    for seat in range(state.players):
        winners += 1 if rank_of(rules, state.manor, state.players, state.points, seat) == 1 else 0
    return 0 if state.unfinished else winners


@implements(record_game, STATE)
def _record_game(state, rules, row):
    row.first = state.first
    row.winners = _winners(state, rules)
    row.unfinished = state.unfinished
    row.turns = state.turn
    row.rounds = state.turns[state.first]
    row.objective_1 = state.objectives[0]
    row.objective_2 = state.objectives[1]
    row.objective_3 = state.objectives[2]
    row.leader_changes = state.leader_changes
    row.decided_turn = decided_turn(state, 0 if state.unfinished else leaders(rules, state.manor, state.players, state.points))
    row.above_closing = state.above_closing


@implements(record_seat, STATE)
def _record_seat(state, rules, seat, row):
    winners = _winners(state, rules)
    own = total(state.points, seat)
    rank = rank_of(rules, state.manor, state.players, state.points, seat)
    won = rank == 1 and not state.unfinished
    best = -1
    level = False  # another seat, which has not won, has as many points
    for other in range(state.players):
        if other != seat:
            theirs = total(state.points, other)
            best = max(best, theirs)
            level = level or (theirs == own and rank_of(rules, state.manor, state.players, state.points, other) > 1)
    row.order = seat
    row.won = 1 if won else 0
    row.winners = winners
    row.unfinished = state.unfinished
    row.turns = state.turns[seat]
    row.rounds = state.turns[state.first]
    row.objective_1 = state.objectives[0]
    row.objective_2 = state.objectives[1]
    row.objective_3 = state.objectives[2]
    row.points_1 = state.points[seat, 0]
    row.points_2 = state.points[seat, 1]
    row.points_3 = state.points[seat, 2]
    row.total = own
    row.rank = rank
    row.shared = 1 if won and winners > 1 else 0
    row.tie_break = 1 if won and level else 0
    row.margin = own - best
    row.behind = state.behind[seat]
    row.cards = 0
    for kind in range(KINDS):
        row.cards += state.manor[seat, kind]
    row.worth = worth(state.manor, seat)
    count = state.count[seat]
    row.good_deals = count[N_GOOD_DEALS]
    row.fair_prices = count[N_FAIR_PRICES]
    row.passes = count[N_PASSES]
    row.given = count[N_GIVEN]
    row.taken = count[N_TAKEN]
