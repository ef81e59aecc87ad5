"""The play loop, the same for every game: it takes the functions of :mod:`sim.core.contract` as arguments, and is compiled once a game.

:func:`advance` plays until the game is over or a strategy in plain Python has to be asked; :func:`play_blocks` plays whole blocks without leaving
compiled code. Arrays (`n` is ``MAX_POSITIONS``): ``tables, states, matches`` of length 1; ``views`` (n,); ``moves`` (MAX_MOVES,) the engine's
own list; ``shown`` (n * MAX_MOVES,) the copies that strategies see; ``params`` (n * most parameters,) float64 and ``memory`` (n * longest memory,)
int64, of which each position sees ``n_params[position]`` and ``n_memory[position]``; ``streams`` (n,).
"""

from __future__ import annotations

from sim.core.compile import borrow, compiled, copy_records, index
from sim.core.contract import MAX_MOVES, MAX_POSITIONS
from sim.core.rng import STRATEGY, open_stream

OVER = 0
ILLEGAL = -1
STUCK = -2


@compiled
def begin_match(table, match, block, rotation, same):
    """Seat the line-up for one rotation of a block: strategies move over the seats, or, where all are the same, what is dealt to the seats."""
    table.block = block
    table.rotation = rotation
    table.game = 0
    players = table.players
    table.deal_shift = rotation if same else 0
    for seat in range(players):
        table.position_at[seat] = seat if same else (seat + rotation) % players
        match.points[seat] = 0
        match.alive[seat] = 1
    match.games = 0
    match.extra_games = 0
    match.champion = -1


@compiled
def begin_game(table, rules, match, state, views, memory, streams, next_game, setup, introduce):
    """Deal the match's next game; False when there is none left."""
    if not next_game(state, rules, table, match):
        return False
    table.decision = 0
    setup(state, rules, table)
    for seat in range(table.seats):
        position = table.position_at[table.seat_of[seat]]
        open_stream(streams[position], table.seed, table.block, table.game, STRATEGY, position)
        introduce(state, rules, seat, views[position])
    for i in range(len(memory)):
        memory[i] = 0
    return True


@compiled
def advance(
    table, rules, state, views, moves, shown, params, n_params, memory, n_memory, streams, strategies, uncompiled, legal_moves, observe, apply
):  # fmt: skip
    """Play until the game is over (returns ``OVER``), a strategy breaks the rules (``ILLEGAL``), the game's rules offer no legal move where
    someone must decide (``STUCK``), or a strategy in plain Python must be asked.

    In the last case the number of legal moves is returned, and ``views`` and ``shown`` are filled for position ``table.asked``. ``uncompiled``
    has bit p set for each position p that is plain Python. A decision with one legal move is made without asking.
    """
    moves = borrow(moves, 0, MAX_MOVES)
    while state.actor >= 0:
        actor = index(state.actor)
        n_moves = legal_moves(state, rules, moves)
        choice = 0
        if n_moves > 1:
            position = index(table.position_at[index(table.seat_of[actor])])
            view = views[position]
            observe(state, rules, actor, view)
            mine = borrow(shown, position * MAX_MOVES, MAX_MOVES)
            copy_records(mine, moves, n_moves)
            table.asked = position
            table.n_moves = n_moves
            if (uncompiled >> position) & 1:
                return n_moves
            choice = strategies[position](
                view,
                mine,
                n_moves,
                borrow(params, position * (len(params) // MAX_POSITIONS), n_params[position]),
                borrow(memory, position * (len(memory) // MAX_POSITIONS), n_memory[position]),
                streams[position],
            )
            if choice < 0 or choice >= n_moves:
                table.answer = choice
                return ILLEGAL
        elif n_moves < 1:
            return STUCK
        apply(state, rules, moves[choice])
        table.decision += 1
    return OVER


@compiled
def note_game(table, rules, state, game_row, seat_rows, first_seat_row, record_game, record_seat):
    """Write the rows of a game that is over: the common columns here, the others by the game."""
    game_row.block = table.block
    game_row.rotation = table.rotation
    game_row.game = table.game
    game_row.variant = table.variant
    game_row.players = table.seats
    game_row.extra = table.extra
    game_row.decisions = table.decision
    record_game(state, rules, game_row)
    for seat in range(table.seats):
        row = seat_rows[first_seat_row + seat]
        seat_in_match = int(table.seat_of[seat])
        row.block = table.block
        row.rotation = table.rotation
        row.game = table.game
        row.seat = seat_in_match
        row.position = table.position_at[seat_in_match]
        row.variant = table.variant
        row.players = table.seats
        record_seat(state, rules, seat, row)


@compiled
def note_match(table, match, match_rows, first_row):
    """Write a championship's rows, one a seat."""
    for seat in range(table.players):
        row = match_rows[first_row + seat]
        row.block = table.block
        row.rotation = table.rotation
        row.seat = seat
        row.position = table.position_at[seat]
        row.players = table.players
        row.points = match.points[seat]
        row.games = match.games
        row.extra_games = match.extra_games
        row.champion = 1 if match.champion == seat else 0
        row.unfinished = 1 if match.champion < 0 else 0


@compiled
def play_blocks(
    functions, tables, all_rules, matches, states, views, moves, shown, params, n_params, memory, n_memory, streams, strategies,
    first_block, n_blocks, rotations, same, games_a_match, game_rows, seat_rows, match_rows, written,
):  # fmt: skip
    """Play blocks until all are done (returns their number) or the rows are full; ``ILLEGAL`` or ``STUCK`` as :func:`advance`.

    Stops only between blocks. ``written`` gets the number of rows in ``game_rows, seat_rows, match_rows``; the last has length 0 where
    matches are not recorded.
    """
    next_game, setup, introduce, legal_moves, observe, apply, record_game, record_seat = functions
    table, rules, match, state = tables[0], all_rules[0], matches[0], states[0]
    n_games = n_seats = n_matches = 0
    done = 0
    while done < n_blocks:
        if n_games + rotations * games_a_match > len(game_rows):
            break
        for rotation in range(rotations):
            begin_match(table, match, first_block + done, rotation, same)
            while begin_game(table, rules, match, state, views, memory, streams, next_game, setup, introduce):
                status = advance(
                    table, rules, state, views, moves, shown, params, n_params, memory, n_memory, streams, strategies, 0,
                    legal_moves, observe, apply,
                )  # fmt: skip
                if status != OVER:
                    return status
                note_game(table, rules, state, game_rows[n_games], seat_rows, n_seats, record_game, record_seat)
                n_games += 1
                n_seats += table.seats
                table.game += 1
            if len(match_rows) > 0:
                note_match(table, match, match_rows, n_matches)
                n_matches += table.players
        done += 1
    written[0], written[1], written[2] = n_games, n_seats, n_matches
    return done
