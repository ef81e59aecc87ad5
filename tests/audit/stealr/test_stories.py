"""Stories written by hand: what the auditor accepts, and what it objects to, without an engine and without its own reading of the rules."""

from __future__ import annotations

import pytest

from . import AuditError
from .story import Story, card, piles, player


def objects(story: Story, rule: str) -> None:
    """The auditor objects to the last line of a story."""
    with pytest.raises(AuditError) as caught:
        story.audit()
    assert caught.value.n == len(story.lines) - 2
    assert caught.value.rule == rule, caught.value


def rent(amount: int, *, asked: bool = True) -> Story:
    """S-12 to S-15: Double Rent for two Rose with a Shack; seat 2 has nothing at all to lose."""
    seats = [player("double_rent_any 1m", rose="rose rose shack"), player("", "10 5"), player(home=0, tokens="1 1 1")]
    tale = Story(seats, banked="10m 5m", pile="2m 2m")
    tale.step(
        ["use double_rent_any rose", "bank double_rent_any 3", "bank 1m 1", "end"],
        tale.played() | {"0.hand": "1m", "discard": "double_rent_any", "actor": 1, "decision": "pay"}
        | {"p.card": card("double_rent_any", step="pay", colour="rose", amount=amount, owed=amount)},
    )  # fmt: skip
    if asked:
        tale.step(
            ["pay 10", "pay 5"], {"1.bank": "5", "0.bank": "10", "p.card": card("double_rent_any", step="pay", colour="rose", amount=amount, owed=4)}
        )
        tale.step(["pay 5"], {"1.bank": "", "0.bank": "10 5", "p.card": None, "actor": 0, "decision": "play"})
    return tale


def test_rent_with_a_shack_doubled() -> None:
    assert rent(14).audit().chosen["pay"] == 2
    for wrong in (7, 9, 28):
        objects(rent(wrong, asked=False), "S-14")


def test_who_cannot_pay_gives_a_token_and_all_in_order() -> None:
    """S-16: token, money, properties, jokers, each placed before the next; the multicolour joker stays, a Shack without a card is discarded."""
    seats = [player("yoink"), player("", "3", rose="rose joker_rose_orange joker_multicolore", gare="joker_services_gare shack")]
    tale = Story(seats, banked="3m")
    given = {"1.bank": "", "0.bank": "3", "1.home": 2, "1.tokens": "0", "0.hand": "", "discard": "yoink"}
    waits = {"actor": 0, "decision": "put", "p.arriving": {"card": "joker_rose_orange", "seat": 0}}
    all_of_it = card("yoink", step="give_all", amount=10)
    tale.step(["use yoink 1", "bank yoink 2", "end"], tale.played() | given | waits | {
        "p.card": all_of_it, "0.table": piles(rose="rose"), "1.table": piles(rose="joker_multicolore", gare="joker_services_gare shack"),
    })  # fmt: skip
    tale.step(["put joker_rose_orange orange", "put joker_rose_orange rose"], {
        "p.arriving": {"card": "joker_services_gare", "seat": 0}, "0.table": piles(rose="rose", orange="joker_rose_orange"),
        "1.table": piles(rose="joker_multicolore"), "discard": "yoink shack",
    })  # fmt: skip
    tale.step(["put joker_services_gare services", "put joker_services_gare gare"], {
        "p.arriving": None, "p.card": None, "decision": "play",
        "0.table": piles(rose="rose", orange="joker_rose_orange", services="joker_services_gare"),
    })  # fmt: skip
    assert tale.audit().asked["put"] == 2
    tale.now["seats"][1]["home"] = 3
    tale.lines[-1]["state"] = tale.now
    objects(tale, "S-16")


def test_a_shack_lost_on_the_way_makes_insolvent() -> None:
    """S-13, S-16 under `shack_pays`: the last Rose takes the Shack with it; what is left no longer covers the debt."""
    seats = [player("yoink 1m"), player("", "4", rose="rose shack", orange="orange")]
    tale = Story(seats, banked="4m", options={"shack_pays": True, "yoink_amount": 11})
    tale.step(["use yoink 1", "bank yoink 2", "bank 1m 1", "end"], tale.played() | {
        "0.hand": "1m", "discard": "yoink", "actor": 1, "decision": "pay", "p.card": card("yoink", step="pay", amount=11, owed=11),
    })  # fmt: skip
    tale.step(["pay rose rose", "pay 4", "pay shack rose", "pay orange orange"], {
        "discard": "yoink shack", "1.table": {}, "1.bank": "", "1.home": 2, "1.tokens": "0", "0.bank": "4",
        "0.table": piles(rose="rose", orange="orange"), "p.card": None, "actor": 0, "decision": "play",
    })  # fmt: skip
    assert tale.audit().decisions == 2


def noes(*, left: int, costs: bool) -> Story:
    """S-33: a No, a counter, and the target's second one; the counter costs a play under `just_say_no_costs_play`."""
    seats = [player("heist just_say_no 1m"), player("just_say_no just_say_no", "5")]
    tale = Story(seats, banked="5m", options={"just_say_no_costs_play": costs})
    tale.step(
        ["use heist", "bank heist 4", "bank just_say_no 4", "bank 1m 1", "end"],
        tale.played() | {"0.hand": "just_say_no 1m", "discard": "heist", "actor": 1, "decision": "answer", "p.card": card("heist")},
    )
    tale.step(["no", "accept"], {"1.hand": "just_say_no", "discard": "heist just_say_no", "actor": 0, "p.card": card("heist", noes=1)})
    tale.step(["no", "accept"], {
        "0.hand": "1m", "discard": "heist just_say_no just_say_no", "actor": 1, "p.card": card("heist", noes=2), "p.plays_left": left,
    })  # fmt: skip
    return tale


def test_noes_in_a_chain() -> None:
    for costs, left in ((False, 2), (True, 1)):
        stopped, taken = noes(left=left, costs=costs), noes(left=left, costs=costs)
        stopped.step(
            ["no", "accept"], {"1.hand": "", "discard": "heist just_say_no just_say_no just_say_no", "p.card": None, "actor": 0, "decision": "play"}
        )
        assert stopped.audit().chosen["no"] == 3
        taken.step(["accept", "no"], {"0.bank": "5", "1.bank": "", "p.card": None, "actor": 0, "decision": "play"})
        assert taken.audit().chosen["accept"] == 1
        objects(noes(left=3 - left, costs=costs), "S-4")


def test_a_victory_on_anothers_turn() -> None:
    """S-11, S-25: the card that the victim hands to seat 2 completes its third colour, and nothing else happens."""
    seats = [player("repossession"), player("", marron="marron", rose="rose", vert="vert"),
             player("", marron="marron", services="services services", bleu_fonce="bleu_fonce joker_multicolore")]  # fmt: skip
    tale = Story(seats)
    tale.step(["use repossession 1", "use repossession 2", "bank repossession 5", "end"], tale.played() | {
        "0.hand": "", "discard": "repossession", "actor": 1, "decision": "keep", "p.card": card("repossession", step="keep"),
    })  # fmt: skip
    kept = {"card": "rose", "colour": "rose"}
    tale.step(["keep rose rose", "keep marron marron", "keep vert vert"],
              {"decision": "hand_out", "p.card": card("repossession", step="hand_out", kept=kept)})  # fmt: skip
    handed = ["hand_out marron marron 2", "hand_out marron marron 0", "hand_out vert vert 0", "hand_out vert vert 2"]
    tables = {"1.table": piles(rose="rose", vert="vert"),
              "2.table": piles(marron="marron marron", services="services services", bleu_fonce="bleu_fonce joker_multicolore")}  # fmt: skip
    tale.step(handed, tables | tale.over(2))
    assert tale.audit().decisions == 3
    tale.lines[-1]["state"] = tale.lines[-1]["state"] | {"over": False, "winners": [], "actor": 1, "decision": "hand_out"}
    objects(tale, "S-11")


def deal_breaker(number: int, shacks: int) -> Story:
    """S-20, S-13: two complete sets of Marron under one Shack, which lies on the first of them."""
    mine, sets = "marron marron joker_marron_bleu_clair joker_multicolore shack", ["marron marron", "joker_marron_bleu_clair joker_multicolore"]
    tale = Story([player("deal_breaker 1m"), player("", marron=mine)])
    tale.step(["use deal_breaker 1 marron", "bank deal_breaker 3", "bank 1m 1", "end"], tale.played() | {
        "0.hand": "1m", "discard": "deal_breaker", "decision": "set", "p.card": card("deal_breaker", step="set", colour="marron"),
    })  # fmt: skip
    stolen, left = sets[number], sets[1 - number]
    tale.step([f"choose 1 marron {number}", f"choose 1 marron {1 - number}"], {
        "p.card": None, "decision": "play",
        "0.table": piles(marron=stolen + " shack" * shacks), "1.table": piles(marron=left + " shack" * (1 - shacks)),
    })  # fmt: skip
    return tale


def test_deal_breaker_takes_the_set_that_is_chosen() -> None:
    assert deal_breaker(0, 1).audit().asked["set"] == 1
    assert deal_breaker(1, 0).audit().asked["set"] == 1
    objects(deal_breaker(0, 0), "S-13")
    objects(deal_breaker(1, 1), "S-13")


def sly_deal(option: str, mine: dict[str, str], his: dict[str, str], discard: str) -> Story:
    """S-21, S-13: Marron with a Shack on both sides, and a joker that could lie in Marron."""
    seats = [player("super_sly_deal 1m", marron="marron shack"), player("", marron="marron shack", bleu_clair="joker_marron_bleu_clair")]
    tale = Story(seats, options={"super_sly_jokers": option})
    tale.step(
        ["use super_sly_deal marron", "use super_sly_deal bleu_clair", "bank super_sly_deal 3", "bank 1m 1", "end"],
        tale.played() | {"0.hand": "1m", "discard": discard, "0.table": piles(**mine), "1.table": piles(**his)},
    )
    return tale


def test_super_sly_deal_and_a_shack_too_many() -> None:
    both, joker = {"marron": "marron marron shack"}, {"bleu_clair": "joker_marron_bleu_clair"}
    discards = "super_sly_deal shack"
    assert sly_deal("placed", both, joker, discards).audit().decisions == 1
    assert sly_deal("possible", both | joker, {}, discards).audit().decisions == 1
    objects(sly_deal("placed", both | joker, {}, discards), "S-21")
    objects(sly_deal("possible", both, joker, discards), "S-21")
    objects(sly_deal("placed", {"marron": "marron marron shack shack"}, joker, "super_sly_deal"), "S-9")


def tough_luck(known: dict[str, str]) -> Story:
    """S-27, C-3: who knows what, after all money of seat 1 has gone to seat 0 before the eyes of seat 2."""
    seats = [player("tough_luck"), player("1m 1m 5m rose"), player("")]
    for seat, bounds in ((0, {"1": {"5m": 1}}), (2, {"1": {"1m": 1, "rose": 1}, "0": {"tough_luck": 1}})):
        seats[seat]["known"] = {str(other): bounds.get(str(other), {}) for other in range(3) if other != seat}
    tale = Story(seats)
    kinds = ["money", "property", "action"]
    uses = [f"use tough_luck {seat} {kind}" for seat in (1, 2) for kind in kinds]
    tale.step([*uses, "bank tough_luck 5", "end"], tale.played() | {
        "0.hand": "1m 1m 5m", "1.hand": "rose", "discard": "tough_luck", "0.known.1": "rose", "1.known.0": "1m 1m 5m", **known,
    })  # fmt: skip
    return tale


def test_what_tough_luck_shows() -> None:
    assert tough_luck({"2.known.0": "1m", "2.known.1": "rose"}).audit().decisions == 1
    objects(tough_luck({"2.known.0": "1m 1m 5m", "2.known.1": "rose"}), "S-27")
    objects(tough_luck({"2.known.0": "1m", "2.known.1": ""}), "S-27")
    objects(tough_luck({"2.known.0": "1m", "2.known.1": "rose", "1.known.0": ""}), "S-27")


def debts(option: str, home: int, tokens: str, left: int, *, card_of_joker: bool = False) -> Story:
    """S-2, S-3: seat 0 ends its turn; seat 1, with two tokens at seat 0, draws two cards and gives the first of them."""
    tale = Story([player("1m"), player("", "1", home=1, tokens="0 0")], banked="1m", pile="rose joker_rose_orange heist",
                 options={"debt_cards_per": option, "draw_on_empty": 3})  # fmt: skip
    tale.step(["end", "bank 1m 1"], tale.turn(1) | {
        "pile": [], "1.hand": "rose joker_rose_orange heist", "decision": "debt", "p.stage": "debts", "p.plays_left": 3, "idle_turns": 1,
    })  # fmt: skip
    first = {"1.hand": "rose heist", "1.home": home, "1.tokens": tokens, "p.plays_left": left, "actor": 0, "decision": "put"}
    tale.step(["give joker_rose_orange 0", "give rose 0", "give heist 0"], first | {"p.arriving": {"card": "joker_rose_orange", "seat": 0}})
    tale.step(["put joker_rose_orange orange", "put joker_rose_orange rose"], {
        "p.arriving": None, "actor": 1, "decision": "debt" if tokens else "play", "p.stage": "debts" if tokens else "plays",
        "0.table": piles(orange="joker_rose_orange"),
    })  # fmt: skip
    return tale


def test_debts() -> None:
    assert debts("token", 2, "0", 2).audit().asked["debt"] == 1
    assert debts("holder", 3, "", 2).audit().asked["debt"] == 1
    for wrong in (debts("token", 3, "", 2), debts("holder", 2, "0", 2)):
        with pytest.raises(AuditError, match="S-16"):
            wrong.audit()
    with pytest.raises(AuditError, match="S-4"):
        debts("token", 2, "0", 3).audit()


def last_round(turns: int) -> Story:
    """S-31, S-34: a Go Again that opens the last round gives no turn; everyone has one more, seat 0 too; then the richest have won."""
    tale = Story([player("go_again"), player("", "3", vert="vert")], banked="3m", options={"debt_tokens": 3}, discard="", pile="")
    tale.step(["use go_again", "bank go_again 1", "end"], {"0.hand": "", "discard": "go_again"} | tale.turn(1, last_turns=turns) | {
        "1.hand": "go_again", "discard": "", "reshuffles": 1, "p.plays_left": 3,
    })  # fmt: skip
    tale.step(["bank go_again 1", "use go_again", "end"], {
        "1.hand": "", "1.bank": "3 1", "banked": "3m go_again", "emptied": True, "last_turns": 0, "turn": 4, "active": 0, "0.turns": 2,
        "idle_turns": 1,
    } | tale.over(1))  # fmt: skip
    return tale


def test_the_last_round() -> None:
    assert last_round(1).audit().decisions == 2
    with pytest.raises(AuditError, match="S-34"):
        last_round(2).audit()


def passes_go(hand: str, pile: str) -> Story:
    """S-9, S-30: the pile is empty, the discards are shuffled, Pass Go Go Go! among them."""
    tale = Story([player("pass_go"), player("1m")], discard="rose heist 5m", options={"pass_go_hand": 2})
    tale.step(["use pass_go", "bank pass_go 1", "end"], tale.played() | {"0.hand": hand, "pile": pile.split(), "discard": "", "reshuffles": 1})
    return tale


def test_shuffles() -> None:
    """Any order of the shuffled cards is accepted; no other cards are."""
    for hand, pile in (("rose pass_go", "heist 5m"), ("heist 5m", "pass_go rose"), ("heist 5m", "rose pass_go")):
        assert passes_go(hand, pile).audit().decisions == 1
    for hand, pile in (("rose rose", "heist 5m"), ("rose", "heist 5m pass_go"), ("rose heist", "1m pass_go"), ("rose heist", "pass_go")):
        with pytest.raises(AuditError):
            passes_go(hand, pile).audit()
