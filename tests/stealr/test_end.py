"""How a game ends when nobody completes his sets: the cards run out (S-34), or the turn limit comes (C-6)."""

from __future__ import annotations

import pytest

from .table import Table


def run_out(players: int = 3, **options) -> Table:
    """Both piles are empty, and seat 0 is about to play the last card that anyone holds."""
    return Table("no_mercy", players, options=options).hand(0, "1m").pile()


def pass_on(t: Table) -> Table:
    """A turn without a play, of who has nothing but a joker to move."""
    assert {move["action"] for move in t.moves()} <= {"move", "end", "place", "bank", "use"}
    return t.play("end")


@pytest.mark.rule("S-34")
def test_s34_one_last_turn_each():
    """After the turn in which the last card is played; those turns are counted, he who has just ended has one too."""
    t = run_out()
    for seat in range(3):
        t.lay(seat, rose=["joker_rose_orange"])  # so that everyone has a decision
    t.play("bank").play("end")
    order = []
    while not t.over:
        order.append((t.state()["active"], t.state()["last_turns"]))
        t.play("end")
    assert order == [(1, 2), (2, 1), (0, 0)]
    assert (t.state()["emptied"], t.state()["unfinished"], t.state()["turn"]) == (True, False, 3)
    row = t.game_row()
    assert (row["emptied"], row["by_sets"], row["on_other_turn"]) == (1, 0, 0)


@pytest.mark.rule("S-34")
def test_s34_not_while_a_pile_or_a_hand_has_a_card():
    for lay_out in (lambda t: t.hand(2, "1m"), lambda t: t.pile("1m", "1m", "1m"), lambda t: t.discards("1m", "1m", "1m")):
        t = lay_out(run_out()).play("bank")
        assert t.state()["last_turns"] is None


@pytest.mark.rule("S-34")
def test_s34_even_if_cards_reappear():
    """A Shack that is lost in the last round goes to the discards: it is drawn and may be played, and the round goes on."""
    t = run_out().lay(1, rose=["joker_rose_orange"]).shacks(1, rose=1).play("bank")
    assert (t.state()["last_turns"], t.asked) == (2, (1, "play"))
    t.play("move").play("end")
    assert (t.state()["last_turns"], t.state()["active"], t.hand_of(2)) == (1, 2, {"shack": 1})
    t.play("bank")
    assert t.over


@pytest.mark.rule("S-34")
@pytest.mark.parametrize(
    ("lay_out", "winners"),
    [
        (lambda t: t.lay(1, rouge=3).bank(0, "15m"), [1]),
        (lambda t: t.lay(1, rouge=3).lay(0, vert=3), [0]),  # 12M against 9M
        (lambda t: t.lay(1, rouge=3).shacks(1, rouge=1).lay(2, vert=3), [1, 2]),  # 3 × 3M and a Shack of 3M against 3 × 4M
        (lambda t: t.lay(1, rouge=6).lay(2, marron=2), [1]),  # two of one colour count once: then value
        (lambda t: t.bank(1, "2m").lay(2, rose=1), [1, 2]),
        (lambda t: t.bank(1, "2m").lay(2, gare=["joker_multicolore"], rose=1), [1, 2]),  # a multicolour joker has no value
        (lambda t: t.bank(0, "5m").bank(1, "3m", "3m").lay(2, rouge=["joker_rouge_jaune"] * 2), [0, 1, 2]),  # and the 1M of seat 0
        (lambda t: t, [0]),
    ],
)
def test_s34_most_sets_then_the_greatest_value_or_shared(lay_out, winners):
    """Seat 0 banks 1M with his last play; Shacks count their value."""
    t = lay_out(run_out(joker_moves_per_turn=0)).play("bank")
    assert t.over
    assert t.winners == winners
    assert t.game_row()["winners"] == len(winners)
    assert [t.counted(seat)["won"] for seat in range(3)] == [1 if seat in winners else 0 for seat in range(3)]


@pytest.mark.rule("S-34", "S-11")
def test_s34_a_victory_by_sets_still_ends_the_game():
    t = run_out().bank(2, "15m").lay(1, rouge=3, vert=3, rose=["joker_rose_orange"], orange=2).play("bank")
    assert t.state()["last_turns"] == 2
    t.play("move")
    assert (t.winners, t.state()["emptied"], t.game_row()["by_sets"]) == ([1], False, 1)


@pytest.mark.rule("S-34")
def test_s34_both_piles_empty_while_everyone_keeps_a_card():
    """After as many turns in a row without a play as there are players."""
    t = Table("no_mercy", 3).pile()
    for seat in range(3):
        t.hand(seat, "1m", "2m")
    for _ in range(3):
        assert t.state()["last_turns"] is None
        pass_on(t)
    assert (t.state()["last_turns"], t.state()["active"]) == (2, 0)
    for _ in range(3):
        pass_on(t)
    assert (t.over, t.state()["emptied"], t.winners) == (True, True, [0, 1, 2])


@pytest.mark.rule("S-34")
def test_s34_a_play_begins_the_count_anew_and_joker_moves_are_none():
    t = Table("no_mercy", 2).pile().lay(0, rose=["joker_rose_orange"])
    for seat in range(2):
        t.hand(seat, "1m", "2m", "3m")
    pass_on(t)
    t.play("bank", card="1m")
    pass_on(t)
    assert t.state()["idle_turns"] == 0
    t.play("move").play("end")
    assert (t.state()["idle_turns"], t.state()["last_turns"]) == (1, None)
    pass_on(t)
    assert t.state()["last_turns"] == 1


@pytest.mark.rule("S-34", "S-3")
def test_s34_debt_cards_are_no_plays():
    t = Table("no_mercy", 2).pile().hand(0, "1m", "2m").hand(1, "1m", "2m").tokens(1, 0)
    pass_on(t)
    t.play("give", card="2m").play("end")
    assert t.state()["last_turns"] == 1


@pytest.mark.rule("S-34")
def test_s34_not_while_a_pile_has_cards_however_long_nobody_plays():
    t = Table("no_mercy", 2, options={"draw": 0}).pile("1m").hand(0, "2m").hand(1, "2m")
    for _ in range(6):
        pass_on(t)
    assert (t.state()["last_turns"], t.state()["idle_turns"]) == (None, 6)


@pytest.mark.rule("C-6")
def test_c6_the_turn_limit_leaves_a_game_unfinished():
    t = Table("no_mercy", 2, options={"max_turns": 3}).pile(*["1m"] * 40).hand(0, "1m").bank(0, "10m")
    t.raw["turn"] = 2
    t.ends()
    assert t.state()["turn"] == 3
    t.ends()
    assert (t.over, t.state()["unfinished"], t.winners) == (True, True, [])
    assert (t.game_row()["unfinished"], t.game_row()["winners"], t.counted(0)["unfinished"]) == (1, 0, 1)


@pytest.mark.rule("C-6", "S-31")
def test_c6_a_turn_won_by_go_again_counts():
    t = Table("no_mercy", 2, options={"max_turns": 3}).hand(0, "go_again", "1m")
    t.raw["turn"] = 3
    t.use("go_again")
    assert (t.over, t.state()["unfinished"], t.discarded) == (True, True, {"go_again": 1})


@pytest.mark.rule("C-6", "S-34")
def test_c6_the_last_turn_of_the_last_round_ends_the_game_as_ever():
    t = run_out(2, max_turns=3).play("bank")
    assert (t.over, t.state()["turn"], t.state()["emptied"]) == (True, 2, True)
    t = run_out(2, max_turns=1)
    t.raw["turn"] = 1
    assert t.play("bank").state()["unfinished"]
