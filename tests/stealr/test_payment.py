"""Rents, payments and what happens to who cannot pay (S-12, S-14 to S-17, S-28)."""

from __future__ import annotations

import pytest

from .table import Table

MULTI = "joker_multicolore"


@pytest.mark.rule("S-12")
def test_s12_one_of_the_colours_named_of_which_one_has_a_card():
    t = Table().lay(0, rouge=1, vert=3, marron=[MULTI], jaune=["joker_rouge_jaune", MULTI])
    t.hand(0, "rent_rouge_jaune", "rent_vert_bleu_fonce", "double_rent_rose_orange", "rent_marron_bleu_clair", "rent_any")
    assert t.uses("rent_rouge_jaune") == [("rouge",), ("jaune",)]
    assert t.uses("rent_vert_bleu_fonce") == [("vert",)]
    assert t.uses("double_rent_rose_orange") == []
    assert t.uses("rent_marron_bleu_clair") == [], "not of multicolour jokers alone"
    assert t.uses("rent_any") == [("rouge",), ("jaune",), ("vert",)]
    assert ("rent_marron_bleu_clair", 1) in t.offered("bank")


@pytest.mark.rule("S-12")
@pytest.mark.parametrize(
    ("colour", "rents"),
    [
        ("marron", (1, 2)), ("bleu_clair", (1, 2, 3)), ("rose", (1, 2, 4)), ("orange", (1, 3, 5)), ("rouge", (2, 3, 6)), ("jaune", (2, 4, 6)),
        ("vert", (2, 4, 7)), ("bleu_fonce", (3, 8)), ("services", (1, 2)), ("gare", (1, 2, 3, 4)),
    ],
)  # fmt: skip
def test_s12_the_rent_of_every_colour(colour, rents):
    """By the number of cards of the fullest set: more than a set's are no more rent."""
    for number in range(1, len(rents) + 3):
        for card, factor in (("rent_any", 1), ("double_rent_any", 2)):
            t = Table().lay(0, **{colour: number}).bank(1, "15m", "10m").hand(0, card).use(card, colour=colour)
            assert t.pending("amount") == factor * rents[min(number, len(rents)) - 1]


@pytest.mark.rule("S-14")
@pytest.mark.parametrize("pair", ["marron_bleu_clair", "rose_orange", "rouge_jaune", "vert_bleu_fonce", "gare_services"])
def test_s14_double_rent_claims_twice(pair):
    colour = "vert" if pair.startswith("vert") else pair.split("_")[0]
    amounts = []
    for card in (f"rent_{pair}", f"double_rent_{pair}"):
        t = Table().lay(0, **{colour: 1}).bank(1, "15m").hand(0, card).use(card, colour=colour)
        amounts.append(t.pending("amount"))
    assert amounts[1] == 2 * amounts[0] > 0


@pytest.mark.rule("S-12", "S-33")
def test_s12_it_claims_from_every_opponent_clockwise():
    t = Table("no_mercy", 4, first=1).lay(1, rouge=1).hand(1, "rent_any").bank(0, "3m", "2m").bank(2, "3m", "2m").bank(3, "3m", "2m").turn_of(1)
    t.use("rent_any")
    for seat in (2, 3, 0):
        assert t.asked == (seat, "pay")
        assert t.pending("waiting") == {2: [3, 0], 3: [0], 0: []}[seat]
        t.pays(2)
    assert t.bank_of(1) == [2, 2, 2]
    assert [t.counted(seat)["rent_paid"] for seat in range(4)] == [2, 0, 2, 2]
    row = t.counted(1)
    assert (row["rents_asked"], row["rent_claimed"], row["rent_received"], row["rent_any_played"]) == (3, 6, 6, 1)
    assert [t.counted(seat)["rent_any_suffered"] for seat in range(4)] == [1, 0, 1, 1]


@pytest.mark.rule("S-12")
def test_s12_it_can_be_played_though_nobody_can_pay():
    t = Table(options={"debt_tokens": 0}).lay(0, rouge=1).hand(0, "rent_any", "1m").use("rent_any")
    assert (t.asked, t.discarded, t.counted(0)["rents_asked"]) == ((0, "play"), {"rent_any": 1}, 0)


@pytest.mark.rule("S-15")
def test_s15_the_payers_choice_from_bank_and_table_until_it_is_covered():
    t = Table().lay(0, vert=2).hand(0, "rent_any").hand(1, "10m")
    t.bank(1, "1m", "3m").lay(1, rouge=3, rose=["joker_rose_orange"], gare=[MULTI]).use("rent_any", colour="vert")
    assert t.moves() == [
        {"action": "pay", "value": 1},
        {"action": "pay", "value": 3},
        {"action": "pay", "card": "rouge", "colour": "rouge"},
        {"action": "pay", "card": "joker_rose_orange", "colour": "rose"},
    ], "complete sets too; never the hand, never a multicolour joker"
    t.pays(1)
    assert (t.asked, t.pending("owed")) == ((1, "pay"), 3)
    t.pays("rouge")
    assert (t.table_of(0)["rouge"], t.bank_of(0), t.state()["active"]) == (["rouge"], [1], 1)


@pytest.mark.rule("S-15")
def test_s15_no_change_is_given():
    t = Table().lay(0, rouge=1).hand(0, "rent_any").bank(1, "15m", "1m").use("rent_any").pays(15)
    assert (t.bank_of(0), t.bank_of(1)) == ([15], [1])
    assert t.counted(0)["rent_received"] == 15


@pytest.mark.rule("S-15", "S-11")
def test_s15_a_two_colour_joker_pays_its_value_and_its_receiver_places_it():
    t = Table().lay(0, rouge=3).hand(0, "rent_any").lay(1, rose=["joker_rose_orange"] * 2).bank(1, "5m").use("rent_any", colour="rouge")
    t.pays("joker_rose_orange")
    assert (t.asked, t.pending("owed")) == ((0, "put"), 4)
    t.play("put", colour="orange")
    assert (t.asked, t.pending("owed")) == ((1, "pay"), 4)
    assert t.pays(5).table_of(0)["orange"] == ["joker_rose_orange"]


@pytest.mark.rule("S-15")
def test_s15_who_can_just_pay_chooses_the_order():
    t = Table().lay(0, vert=2).hand(0, "rent_any").bank(1, "3m", "1m").use("rent_any").pays(3)
    assert t.asked == (1, "pay")
    assert t.pays(1).owes(1) == {}


@pytest.mark.rule("S-16")
def test_s16_who_cannot_pay_gives_everything_and_a_token():
    t = Table("no_mercy", 3).lay(0, vert=3).hand(0, "rent_any", "1m").lay(1, rouge=1, gare=1).bank(1, "1m").bank(2, "10m", "5m")
    t.use("rent_any")
    assert (t.table_of(0), t.bank_of(0)) == ({"rouge": ["rouge"], "vert": ["vert"] * 3, "gare": ["gare"]}, [1])
    assert (t.table_of(1), t.bank_of(1), t.owes(1), t.seat(1)["home"]) == ({}, [], {"0": 1}, 2)
    assert t.asked == (2, "pay")
    assert (t.counted(1)["rent_paid"], t.counted(1)["tokens_given"]) == (6, 1)


@pytest.mark.rule("S-16", "S-11")
def test_s16_in_a_fixed_order_each_joker_placed_before_the_next_card():
    """First the token, then the money by value, the properties by colour, the jokers by colour and list."""
    jokers = ["joker_vert_gare", "joker_services_gare", MULTI]
    t = Table().lay(0, gare=4).shacks(0, gare=1).hand(0, "double_rent_any")  # 18M
    t.lay(1, gare=["gare", *jokers], rose=["joker_rose_orange", MULTI], vert=1).bank(1, "1m", "2m").shacks(1, gare=1).use("double_rent_any")
    assert t.asked == (0, "put")
    assert (t.owes(1), t.bank_of(0), t.table_of(0)) == ({"0": 1}, [1, 2], {"vert": ["vert"], "gare": ["gare"] * 5})
    placed = []
    while t.asked == (0, "put"):
        placed.append(t.pending("arriving")["card"])
        assert t.pending("step") == "give_all"
        t.play("put", colour={"joker_rose_orange": "orange", "joker_vert_gare": "vert", "joker_services_gare": "services"}[placed[-1]])
    assert placed == ["joker_rose_orange", "joker_vert_gare", "joker_services_gare"]
    assert (t.table_of(1), t.shacks_of(1)) == ({"rose": [MULTI], "gare": [MULTI]}, {"gare": 1}), "multicolour jokers stay, and so does the Shack"


@pytest.mark.rule("S-16", "S-11")
def test_s16_a_victory_stops_the_giving():
    t = Table().lay(0, rouge=3, rose=3, vert=2).hand(0, "double_rent_any").lay(1, vert=1, gare=1)
    t.use("double_rent_any", colour="rouge")
    assert (t.winners, t.table_of(1)) == ([0], {"gare": ["gare"]})


@pytest.mark.rule("S-16", "S-15")
def test_s16_a_payer_with_only_multicolour_jokers():
    t = Table().lay(0, rouge=1).hand(0, "rent_any").lay(1, gare=[MULTI, MULTI]).use("rent_any")
    assert (t.table_of(1), t.owes(1)) == ({"gare": [MULTI, MULTI]}, {"0": 1})


@pytest.mark.rule("S-16")
def test_s16_with_the_third_token_out_the_rest_is_void():
    for out in (2, 3):
        t = Table("no_mercy", 3).lay(0, vert=3).hand(0, "rent_any", "1m").tokens(1, 2, out).bank(1, "1m").use("rent_any", colour="vert")
        assert (t.bank_of(0), t.owes(1)) == ([1], {"0": 1, "2": 2} if out == 2 else {"2": 3})
        assert t.counted(1)["tokens_given"] == 3 - out
    t = Table(options={"debt_tokens": 1}).lay(0, vert=3).hand(0, "rent_any").bank(1, "1m").use("rent_any", colour="vert")
    assert t.seat(1)["home"] == 0


@pytest.mark.rule("S-13", "S-15", "S-16")
def test_s13_shacks_may_pay_if_the_option_says_so():
    def table(**options):
        return Table(options=options).lay(0, vert=2).hand(0, "rent_any").bank(1, "1m").lay(1, rouge=1, rose=1).shacks(1, rouge=1, rose=1)

    t = table().use("rent_any", colour="vert")
    assert {"action": "pay", "card": "shack", "colour": "rouge"} not in t.moves()
    t = table(shack_pays=True).use("rent_any", colour="vert")
    assert t.moves()[-2:] == [{"action": "pay", "card": "shack", "colour": colour} for colour in ("rose", "rouge")]
    t.play("pay", card="shack", colour="rouge").play("pay", value=1)
    assert (t.bank_of(0), t.shacks_of(1), t.table_of(1)["rouge"]) == ([1, 3], {"rose": 1}, ["rouge"])


@pytest.mark.rule("S-13", "S-16")
def test_s13_the_insolvents_shacks_go_after_his_money():
    t = Table(options={"shack_pays": True}).lay(0, vert=3).shacks(0, vert=1).hand(0, "rent_any").bank(1, "1m").lay(1, rouge=1).shacks(1, rouge=1)
    t.use("rent_any", colour="vert")
    assert (t.bank_of(0), t.table_of(1), t.shacks_of(0), t.owes(1)) == ([1, 3], {}, {"vert": 1}, {"0": 1})


@pytest.mark.rule("S-13", "S-16")
@pytest.mark.parametrize("card", ["rose", "joker_rose_orange"])
def test_s13_a_shack_that_is_lost_in_the_middle_of_a_payment_pays_nothing(card):
    """8M of 9M are claimed. With the last card of the set its Shack goes to the discards: 4M are left for 6M, so all of it goes, and a token."""
    t = Table(options={"shack_pays": True}).lay(0, bleu_fonce=2).hand(0, "rent_any", "1m").bank(1, "4m").lay(1, rose=[card]).shacks(1, rose=1)
    t.use("rent_any").pays(card)
    if card != "rose":
        assert (t.asked, t.pending("owed")) == ((0, "put"), 6)
        t.play("put", colour="rose")
    assert (t.asked, t.bank_of(0), t.owes(1), t.discarded) == ((0, "play"), [4], {"0": 1}, {"rent_any": 1, "shack": 1})
    t = Table(options={"shack_pays": True}).lay(0, bleu_fonce=2).hand(0, "rent_any", "1m").bank(1, "4m", "3m").lay(1, rose=["rose"]).shacks(1, rose=1)
    t.use("rent_any").pays("rose")
    assert t.asked == (1, "pay"), "with enough left he goes on paying"


@pytest.mark.rule("S-12", "S-33")
def test_s12_a_rent_of_nothing_claims_nothing():
    t = Table(options={"rents": {"rouge": [0, 1, 2]}}).lay(0, rouge=1).hand(0, "rent_any", "1m").bank(1, "5m").hand(1, "just_say_no").use("rent_any")
    assert (t.asked, t.bank_of(1), t.counted(0)["rents_asked"]) == ((0, "play"), [5], 0)


# S-17


@pytest.mark.rule("S-17", "S-33")
def test_s17_a_claim_may_be_refused_by_who_could_not_pay_it():
    t = Table().lay(0, vert=3).hand(0, "rent_any", "1m").hand(1, "just_say_no").use("rent_any", colour="vert")
    assert (t.asked, t.offered()) == ((1, "answer"), [(), ()])
    t.play("no")
    assert (t.owes(1), t.asked, t.counted(0)["rent_any_stopped"]) == ({}, (0, "play"), 1)
    t = Table().lay(0, vert=3).hand(0, "rent_any", "1m").hand(1, "just_say_no").use("rent_any", colour="vert").play("accept")
    assert (t.owes(1), t.hand_of(1)) == ({"0": 1}, {"just_say_no": 1}), "once accepted, the token can't be refused"


@pytest.mark.rule("S-17")
def test_s17_unless_the_option_says_not():
    def table(*bank):
        t = Table(options={"insolvent_may_refuse": False}).lay(0, vert=3).hand(0, "rent_any", "1m").hand(1, "just_say_no").bank(1, *bank)
        return t.use("rent_any", colour="vert")

    t = table("5m")
    assert (t.owes(1), t.asked) == ({"0": 1}, (0, "play"))
    assert table("5m", "2m").asked == (1, "answer")


@pytest.mark.rule("S-28", "S-32")
def test_s28_yoink_claims_ten():
    t = Table("no_mercy", 3).hand(0, "yoink", "1m").bank(1, "5m", "3m", "4m").use("yoink", seat=1)
    assert (t.asked, t.pending("amount"), t.pending("owed")) == ((1, "pay"), 10, 10)
    t.pays(5, 3)
    assert t.asked == (1, "pay")
    t.pays(4)
    assert (t.bank_of(0), t.asked) == ([3, 4, 5], (0, "play"))
    assert (t.counted(1)["yoink_suffered"], t.counted(1)["rent_paid"], t.counted(0)["yoink_played"]) == (1, 0, 1)
    t = Table(options={"yoink_amount": 4}).hand(0, "yoink").bank(1, "5m", "4m").use("yoink").pays(4)
    assert t.bank_of(1) == [5]


@pytest.mark.rule("S-28", "S-16")
def test_s28_of_who_has_nothing_it_takes_a_token():
    t = Table().hand(0, "yoink", "1m").use("yoink")
    assert t.owes(1) == {"0": 1}
