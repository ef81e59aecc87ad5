"""Just Say No, its chain, and what a window may not betray (S-33, C-7)."""

from __future__ import annotations

import pytest

from .table import Table

NO = "just_say_no"


def rented(players: int = 2, *, noes: dict[int, int], **options) -> Table:
    """Seat 0 claims 6M from everyone, who has 10M and 5M; the seats hold so many Noes."""
    t = Table("no_mercy", players, options=options).lay(0, rouge=3)
    for seat in range(players):
        t.hand(seat, *[NO] * noes.get(seat, 0), *(["rent_any", "1m"] if seat == 0 else ["shack"]))
        if seat:
            t.bank(seat, "10m", "5m")
    return t.use("rent_any")


@pytest.mark.rule("S-33")
def test_s33_a_no_stops_the_card():
    t = rented(noes={1: 1})
    assert (t.asked, t.pending("target"), t.pending("noes")) == ((1, "answer"), 1, 0)
    t.play("no")
    assert (t.asked, t.bank_of(0), t.discarded, t.hand_of(1)) == ((0, "play"), [], {"rent_any": 1, NO: 1}, {"shack": 1})
    assert (t.counted(1)["just_say_no_played"], t.counted(0)["rent_any_stopped"], t.counted(1)["rent_any_suffered"]) == (1, 1, 0)
    assert t.pending("plays_left") == 2


@pytest.mark.rule("S-33")
def test_s33_or_not():
    t = rented(noes={1: 1}).play("accept")
    assert (t.asked, t.hand_of(1)) == ((1, "pay"), {NO: 1, "shack": 1})
    assert t.counted(0)["rent_any_stopped"] == 0


@pytest.mark.rule("S-33")
def test_s33_the_counter_of_a_counter_hits_the_original_target():
    """Four Noes in a chain: with an even number the target pays, with an odd one he does not."""
    for declined, pays in ((1, False), (2, True), (3, False), (4, True)):
        t = rented(noes={0: 2, 1: 2})
        for said in range(declined):
            assert (t.asked, t.pending("noes")) == (((1, 0)[said % 2], "answer"), said)
            t.play("no")
        if declined < 4:
            t.play("accept")
        assert t.asked == ((1, "pay") if pays else (0, "play")), declined
        assert t.discarded.get(NO) == declined
        assert (t.counted(0)["just_say_no_played"], t.counted(1)["just_say_no_played"]) == (declined // 2, (declined + 1) // 2)
        assert t.counted(1)["noes_countered"] == declined // 2
        assert t.counted(0)["noes_countered"] == (declined - 1) // 2


@pytest.mark.rule("S-33")
def test_s33_of_several_victims_one_says_no():
    """Each decides for himself, clockwise; the answers and the payment of one are over before the next is asked."""
    t = rented(4, noes={2: 1, 3: 1})
    assert t.asked == (1, "pay")
    t.pays(10)
    assert t.asked == (2, "answer")
    t.play("no")
    assert t.asked == (3, "answer")
    t.play("accept")
    assert t.asked == (3, "pay")
    t.pays(10)
    assert [t.bank_of(seat) for seat in range(4)] == [[10, 10], [5], [5, 10], [5]]
    assert (t.asked, t.counted(0)["rent_any_stopped"]) == ((0, "play"), 1)


@pytest.mark.rule("S-33")
def test_s33_a_countered_no_counts_for_that_target_only():
    t = rented(3, noes={0: 1, 1: 1, 2: 1}).play("no").play("no")
    assert t.asked == (1, "pay")
    t.pays(10).play("no")
    assert t.asked == (0, "play"), "his only No is gone"
    assert t.bank_of(2) == [5, 10]


@pytest.mark.rule("S-33", "S-22")
def test_s33_market_crash_hits_those_who_do_not_refuse():
    t = Table("no_mercy", 3).lay(1, rouge=1).lay(2, vert=1).hand(0, "market_crash", "1m").hand(1, NO).use("market_crash").play("name").play("name")
    t.play("no")
    assert (t.table_of(0), t.table_of(1), t.table_of(2)) == ({"vert": ["vert"]}, {"rouge": ["rouge"]}, {})


STOPPABLE = {
    "deal_breaker": lambda t: t.lay(1, rouge=3),
    "super_sly_deal": lambda t: t.lay(1, rouge=1),
    "heist": lambda t: t.bank(1, "5m"),
    "tax_collector": lambda t: t.bank(1, "5m", "1m"),
    "repossession": lambda t: t.lay(1, rouge=2),
    "unfair_trade": lambda t: t.bank(1, "5m").bank(0, "1m"),
    "tough_luck": lambda t: t,
    "yoink": lambda t: t.bank(1, "15m"),
    "forced_debt": lambda t: t,
    "rent_any": lambda t: t.lay(0, rouge=1).bank(1, "5m"),
}


@pytest.mark.rule("S-33", "S-20", "S-21", "S-23", "S-24", "S-25", "S-26", "S-27", "S-28", "S-29")
@pytest.mark.parametrize("card", STOPPABLE)
def test_s33_stops_every_card_that_has_a_victim(card):
    t = STOPPABLE[card](Table().hand(0, card, "gare").hand(1, NO, "1m", "2m"))
    before = t.state()["seats"][1]
    fields = {"type": "money"} if card == "tough_luck" else {}
    t.use(card, **fields).play("no")
    after = t.state()["seats"][1]
    del before["hand"], after["hand"]
    assert after == before
    assert (t.hand_of(1), t.asked) == ({"1m": 1, "2m": 1}, (0, "play"))
    assert (t.counted(0)[f"{card}_stopped"], t.counted(1)[f"{card}_suffered"], t.counted(1)["cards_lost"]) == (1, 0, 0)


@pytest.mark.rule("S-33")
def test_s33_who_has_nothing_to_lose_is_not_asked():
    def asked(t, card, **fields):
        return t.hand(0, card, "gare").hand(1, NO).use(card, **fields).asked

    assert asked(Table().bank(0, "1m"), "unfair_trade") == (0, "play")
    assert asked(Table().lay(0, rouge=1).lay(1, vert=["joker_multicolore"]).tokens(1, 0, 3), "rent_any") == (0, "play")
    assert asked(Table("no_mercy", 3).bank(2, "5m"), "heist") == (0, "play")
    assert asked(Table("no_mercy", 3).lay(2, rouge=1).lay(1, vert=1), "super_sly_deal", colour="rouge") == (0, "play")


@pytest.mark.rule("S-33", "S-26")
def test_s33_an_unfair_trade_with_an_empty_bank_takes_place_unasked():
    t = Table().bank(0, "1m").hand(0, "unfair_trade", "gare").hand(1, NO).use("unfair_trade")
    assert (t.bank_of(0), t.bank_of(1)) == ([], [1])


@pytest.mark.rule("S-33")
def test_s33_without_a_trigger_it_can_only_be_banked():
    t = Table().hand(0, NO, NO, NO, NO, NO)
    assert t.moves() == [{"action": "bank", "card": NO, "value": 4}, {"action": "end"}]
    t = Table().hand(0, "heist", "1m").hand(1, NO, NO, NO).bank(1, "5m").use("heist").play("no")
    assert (t.asked, t.hand_of(1)) == ((0, "play"), {NO: 2}), "and there is none once the card is stopped"


@pytest.mark.rule("S-33", "S-4")
def test_s33_the_active_players_counters_cost_a_play_if_the_option_says_so():
    for plays, left in ((3, 1), (2, 0)):
        t = Table(options={"just_say_no_costs_play": True}).lay(0, rouge=3).hand(0, "rent_any", "1m", NO).hand(1, NO).bank(1, "10m", "5m")
        t.turn_of(0, plays=plays).use("rent_any").play("no")
        assert t.asked == (0, "answer")
        t.play("no")
        assert (t.asked, t.pending("plays_left"), t.pending("plays_made")) == ((1, "pay"), left, 1)
        assert t.counted(0)["plays_used"] == 2
    t = Table(options={"just_say_no_costs_play": True}).lay(0, rouge=3).hand(0, "rent_any", "1m", NO).hand(1, NO).bank(1, "10m", "5m")
    t.turn_of(0, plays=1).use("rent_any").play("no")
    assert t.state()["active"] == 1, "with no play left he has no counter"
    assert rented(noes={0: 1, 1: 1}).play("no").play("no").pending("plays_left") == 2


@pytest.mark.rule("C-7", "S-33")
@pytest.mark.parametrize("card", [NO, "5m"])
def test_c7_a_no_not_said_and_none_held_look_the_same(card):
    """To the active player and to the third: the views after both are equal, byte for byte."""
    active, third = set(), set()
    for other in (NO, card):
        t = Table("no_mercy", 3).hand(0, "heist", "heist", "gare").bank(1, "5m", "1m").hand(1, other).hand(2, "1m", "2m").use("heist")
        if other == NO:
            t.play("accept")
        assert t.asked == (0, "play")
        active.add(t.view())
        t.hand(1, "shack").ends()
        t.turn_of(2)
        third.add(t.view())
    assert len(active) == len(third) == 1


@pytest.mark.rule("C-7")
def test_c7_a_no_said_is_seen():
    views = set()
    for answer in ("no", "accept"):
        t = Table("no_mercy", 3).hand(0, "forced_debt", "gare").hand(1, NO).use("forced_debt", seat=1).play(answer)
        views.add(t.view())
    assert len(views) == 2
