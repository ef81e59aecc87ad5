"""What a result row says of a seat and of a game; what is counted there for each rule is shown beside that rule."""

from __future__ import annotations

import pytest

from .table import Table


@pytest.mark.rule("S-1")
def test_s1_rows_tell_the_order_from_the_first_player():
    t = Table("doux", 4, first=2)
    assert [t.counted(seat)["order"] for seat in range(4)] == [2, 3, 0, 1]
    assert [t.counted(seat)["seat"] for seat in range(4)] == [0, 1, 2, 3]
    assert t.game_row()["first"] == 2
    assert t.config.labels["variant"][t.counted(0)["variant"]] == "doux"


@pytest.mark.rule("S-1", "S-31")
def test_s1_rows_count_turns_and_rounds():
    """A round is begun by the first player, and not by a turn that Go Again gives him."""
    t = Table("no_mercy", 3, first=1).pile(*["1m"] * 60).turn_of(0)
    for _ in range(4):
        t.ends()
    t.hand(1, "go_again").use("go_again")
    t.ends()
    assert [t.counted(seat)["turns"] for seat in range(3)] == [1, 3, 2]
    assert {t.counted(seat)["rounds"] for seat in range(3)} == {2} == {t.game_row()["rounds"]}
    assert t.game_row()["turns"] == 6


@pytest.mark.rule("S-9")
def test_s9_rows_count_reshuffles():
    t = Table().hand(1, "shack").pile().discards("1m", "2m").begins(1)
    assert t.game_row()["reshuffles"] == 1


@pytest.mark.rule("S-34")
def test_s34_rows_tell_the_value_of_bank_and_table():
    t = Table().bank(0, "5m", "heist").lay(0, rouge=2, vert=["joker_vert_gare", "joker_multicolore"]).shacks(0, rouge=1)
    row = t.counted(0)
    assert (row["bank_value"], row["table_value"], row["sets"]) == (9, 3 + 3 + 4 + 3, 0)


@pytest.mark.rule("S-2", "S-6")
def test_s6_rows_count_every_kind_of_card_held_banked_and_played():
    t = Table().pile("heist", "rent_rouge_jaune", "double_rent_gare_services", "1m", "shack").begins(1)
    row = t.counted(1)
    assert {name: number for name, number in row.items() if name.endswith("_held") and number} == {
        "heist_held": 1, "rent_held": 1, "double_rent_held": 1, "shack_held": 1,
    }  # fmt: skip
    t.play("bank", card="rent_rouge_jaune").play("bank", card="1m")
    assert (t.counted(1)["rent_banked"], t.counted(1)["money_banked"], t.counted(1)["rent_played"]) == (1, 1, 0)


@pytest.mark.rule("S-11", "S-20")
def test_s11_rows_tell_the_largest_lead_that_was_held_and_lost():
    """Two sets ahead, then one is stolen: level. The lead of two is lost, though he is never behind."""
    t = Table("no_mercy", 3).lay(1, rouge=3, vert=3, gare=3).hand(1, "gare").turn_of(1)
    assert t.counted(1)["lead_lost"] == 0
    t = Table("no_mercy", 3, options={"sets_to_win": 4}).lay(1, rouge=3, gare=3).hand(1, "gare", "1m").turn_of(1).play("place")
    assert t.counted(1)["lead_lost"] == 2, "if the game ended here without a winner"
    t.hand(0, "deal_breaker", "1m").turn_of(0).use("deal_breaker", colour="gare")
    assert [t.counted(seat)["lead_lost"] for seat in range(3)] == [0, 2, 0]
    t.hand(2, "deal_breaker", "1m").turn_of(2).use("deal_breaker", seat=1)
    assert [t.counted(seat)["lead_lost"] for seat in range(3)] == [0, 2, 0]


@pytest.mark.rule("S-11")
def test_s11_a_lead_that_wins_is_not_lost():
    t = Table().lay(0, rouge=3, vert=3, marron=1).hand(0, "marron").play("place")
    assert (t.counted(0)["won"], t.counted(0)["lead_lost"], t.counted(1)["lead_lost"]) == (1, 0, 0)


@pytest.mark.rule("S-24", "S-23")
def test_s24_rows_count_what_actions_took_payments_apart():
    t = Table().lay(0, rouge=3).hand(0, "rent_any", "heist", "1m").bank(1, "10m", "5m", "1m").use("rent_any").pays(10)
    assert t.counted(1)["cards_lost"] == 0
    assert t.use("heist").counted(1)["cards_lost"] == 1


@pytest.mark.rule("S-11")
def test_s11_rows_tell_who_led_and_how_far_behind_the_winner_had_been():
    """Complete sets after each turn: 0 0 (both lead), 0 1, 2 1, 2 1, and 3 1, which wins on the spot."""
    t = Table()
    t.raw["turn"] = 1
    t.ends()
    assert (t.game_row()["leader_changes"], t.raw["leaders"]) == (0, 0b11)
    t.lay(1, rouge=2).hand(1, "rouge", "1m").play("place").ends()
    assert (t.game_row()["leader_changes"], [t.counted(seat)["behind"] for seat in (0, 1)]) == (1, [1, 0])
    t.lay(0, vert=3, marron=1).hand(0, "marron", "1m").play("place").ends()
    assert (t.game_row()["leader_changes"], [t.counted(seat)["behind"] for seat in (0, 1)]) == (2, [1, 1])
    t.ends()
    assert t.game_row()["decided_turn"] == t.game_row()["turns"] == 5, "nobody has won yet"
    t.lay(0, gare=3).hand(0, "gare").play("place")
    assert (t.over, t.game_row()["winners"], t.game_row()["turns"]) == (True, 1, 5)
    assert (t.game_row()["leader_changes"], t.game_row()["decided_turn"]) == (2, 3)
    assert [t.counted(seat)["behind"] for seat in (0, 1)] == [1, 2]
