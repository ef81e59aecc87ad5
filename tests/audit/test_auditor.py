"""The auditor tested without an engine: stories written by hand, and traces of its own reading, spoilt in every way."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from . import AuditError, AuditReport, audit
from .mutations import MUTATIONS
from .selfplay import header, seat, selfplay
from .story import Story, player
from .table import Table, copy_json
from .words import FIELDS, RULE_OF_DECISION

G, D, M, A = "gardien", "defenseur", "milieu", "attaquant"
OTHER = "1-1-1"
COMPOS = {
    "1-1-0": {G: 1, D: 1, M: 0, A: 0},
    "1-2-0": {G: 1, D: 2, M: 0, A: 0},
    OTHER: {G: 1, D: 1, M: 1, A: 0},
}


def proposals(*cards: str) -> list[str]:
    """All proposals of these cards in words."""
    return [f"propose {card} {line}" for card in cards for line in (G, D, M, A) if line != card]


def objects(lines: list[dict[str, Any]], **how: bool) -> AuditError:
    """The auditor's objection."""
    with pytest.raises(AuditError) as caught:
        audit(lines, **how)
    return caught.value


def a_whole_game() -> list[dict[str, Any]]:
    """Two players, compo 1-1-0, one card each: seat 0 wins on turn 3, seat 1 has a last turn (M-19)."""
    story = Story(
        "classic", COMPOS, [player("1-1-0", hand=f"{G} {D}"), player("1-1-0", hand=D, turns=0)],
        pile=f"{M} {G} soin", options={"opening_hand": 1},
    )  # fmt: skip
    story.step(
        [f"place {G}", f"place {D}", *proposals(G, D)],
        {"0.hand": D, "0.team": {G: [0], D: [], M: [], A: []}, **story.turn(1), "1.hand": f"{D} {M}", "pile": f"{G} soin"},
    )
    story.step(
        [f"place {D}", *proposals(D, M)],
        {"1.hand": M, "1.team": {G: [], D: [0], M: [], A: []}, **story.turn(0), "0.hand": f"{D} {G}", "pile": "soin"},
    )
    story.step(
        [f"place {D}", f"replace {D} {G} 0", f"replace {G} {G} 0", *proposals(G, D)],
        {
            "0.hand": G, "0.team": {G: [0], D: [0], M: [], A: []}, "0.won": True, "winners": [0],
            **story.turn(1), "last_turns": [0, 0], "1.hand": f"{M} soin", "pile": "",
        },
    )  # fmt: skip
    story.step(
        ["discard soin", f"discard {M}"],
        {"1.hand": M, "discard": "soin", "over": True, "actor": None, "decision": None, "p.actions_left": 0},
    )
    common = {"variant": "classic", "players": 2, "strategy": "random", "block": 0, "rotation": 0, "game": 0,
              "compo_start": "1-1-0", "compo_end": "1-1-0", "coach": None, "winners": 1, "unfinished": False, "turns": 2, "rounds": 2}  # fmt: skip
    none = dict.fromkeys(
        ("replaced", "healed", "injured", "was_injured", "transferred", "lost_to_transfer", "proposed", "traded",
         "refused", "changed_compo", "compo_changed_by_other", "lost_to_compo", "reacted", "ability"), 0,
    )  # fmt: skip
    rows = [
        {**common, **none, "seat": 0, "order": 0, "won": True, "missing": 0, "behind": 0, "placed": 2, "discarded": 0},
        {**common, **none, "seat": 1, "order": 1, "won": False, "missing": 1, "behind": 1, "placed": 1, "discarded": 1},
    ]
    result = {"type": "result", "winners": [0], "unfinished": False, "turns": 4, "rounds": 2, "leader_changes": 2, "decided_turn": 3, "seats": rows}
    return [*story.lines, result]


def test_a_whole_game_is_in_order() -> None:
    """M-1 to M-7, M-14, M-17, M-19: the game above."""
    lines = a_whole_game()
    report = audit(lines)
    assert (report.games, report.decisions, report.turns, report.winners) == (1, 4, 4, Counter({1: 1}))
    assert audit([json.dumps(line) for line in lines] * 3).games == 3


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_a_whole_game_spoilt(name: str) -> None:
    """Whatever is spoilt in it is found; the few mutations that need more are tried on longer games below."""
    lines = a_whole_game()
    spoilt = MUTATIONS[name](lines, random.Random(name))
    if spoilt is not None:
        objects(spoilt)


def test_compo_drops_in_order() -> None:
    """M-13, M-16: the old compo, then the dropped player, then its injury."""

    def story(discard: str) -> Story:
        tale = Story(
            "classic", COMPOS, [player("1-2-0", hand=OTHER, gardien=[0], defenseur=[0, 1]), player("1-1-0", hand=M)],
            pile="soin soin",
        )  # fmt: skip
        tale.step([f"compo {OTHER}"],
                  {"0.hand": "", "0.compo": OTHER, "discard": "1-2-0", "p.actions_left": 0, "p.shrink": [0],
                   "decision": "shrink"})  # fmt: skip
        tale.step([f"drop {D} 1", f"drop {D} 0"],
                  {"0.team": {G: [0], D: [0], M: [], A: []}, "discard": discard, **tale.turn(1), "1.hand": f"{M} soin",
                   "pile": "soin"})  # fmt: skip
        return tale

    assert story(f"1-2-0 {D} blessure").audit().decisions == 2
    with pytest.raises(AuditError, match="M-16"):
        story(f"1-2-0 blessure {D}").audit()


def test_trade_with_two_yeses() -> None:
    """M-12: asked clockwise, the proposer chooses, and each seat knows what it must."""
    tale = Story(
        "classic", COMPOS,
        [player("1-1-0", hand=M), player("1-1-0", hand=f"{G} soin"), player("1-1-0", hand=G)], pile=f"{A} {A}",
    )  # fmt: skip
    trade = {"proposer": 0, "give": M, "want": G, "accepted": [], "to_ask": [1, 2]}
    tale.step([f"propose {M} {G}", f"propose {M} {D}", f"propose {M} {A}", f"discard {M}"],
              {"1.known.0": M, "2.known.0": M, "p.proposals_left": 0, "p.trade": trade, "actor": 1,
               "decision": "answer"})  # fmt: skip
    tale.step(["accept", "refuse"], {"p.trade": {**trade, "accepted": [1], "to_ask": [2]}, "actor": 2})
    tale.step(["accept", "refuse"],
              {"p.trade": {**trade, "accepted": [1, 2], "to_ask": []}, "actor": 0, "decision": "partner",
               "0.known.1": G, "0.known.2": G})  # fmt: skip
    tale.step(["partner 1", "partner 2"],
              {"0.hand": G, "1.known.0": G, "2.known.0": G, "0.known.1": M, "2.known.1": M,
               **tale.turn(1), "pile": A, "1.hand": f"soin {M} {A}"})  # fmt: skip
    assert tale.audit().chosen["accept"] == 2
    tale.now["seats"][2]["known"]["1"] = {}
    tale.lines[-1]["state"] = tale.now
    assert objects(tale.lines, whole=False, dealt=False).rule == "M-27"


def fourbe(stolen: str, rest: str) -> Story:
    """M-25 at three players: seat 0 steals from seat 1, who holds two care cards, and gives a defender."""
    zero, one, two = player("1-1-0", "fourbe", hand=D), player("1-1-0", "marabout", hand="soin soin"), player("1-1-0", "sournois")
    zero["known"], two["known"] = {"1": {"soin": 1}}, {"1": {"soin": 2}, "0": {D: 1}}
    tale = Story("ultime", COMPOS, [zero, one, two], pile=f"{A} {A}", state={"p.proposals_left": 0})
    tale.step(["steal 1", f"place {D}"],
              {"0.hand": f"{D} {stolen}", "1.hand": rest, "0.known.1": "", "2.known.1": "soin", "1.known.0": "soin",
               "p.abilities_left": 0, "p.stolen_from": 1, "decision": "give"})  # fmt: skip
    tale.step([f"give {D}", "give soin"],
              {"0.hand": "soin", "1.hand": f"soin {D}", "p.stolen_from": None, "2.known.0": "", "0.known.1": D,
               "decision": "action"})  # fmt: skip
    tale.step(["discard soin"],
              {"0.hand": "", "discard": "soin", "1.known.0": "", **tale.turn(1), "pile": A,
               "1.hand": f"soin {D} {A}"})  # fmt: skip
    return tale


def test_fourbe() -> None:
    """M-25: a card of the victim's only; the third seat knows one card less of each kind."""
    assert fourbe("soin", "soin").audit().decisions == 3
    with pytest.raises(AuditError, match="M-25"):
        fourbe("transfert", "soin").audit()


def test_winning_transfer_and_stratege() -> None:
    """M-11, M-17, M-19, M-24: the robbed Stratège still reacts, then draws; the winner's turn ends."""
    tale = Story(
        "ultime", COMPOS,
        [player("1-1-0", "fourbe", hand="transfert", gardien=[0]),
         player("1-1-0", "stratege", hand=f"{D} {M}", defenseur=[0])], pile="soin blessure transfert",
    )  # fmt: skip
    tale.step([f"transfer 1 {D}", "steal 1"],
              {"0.hand": "", "0.team": {G: [0], D: [0], M: [], A: []}, "1.team": {G: [], D: [], M: [], A: []},
               "discard": "transfert", "0.won": True, "winners": [0], "last_turns": [0, 1], "p.actions_left": 0,
               "p.reaction": 1, "actor": 1, "decision": "react_place"})  # fmt: skip
    tale.step([f"place {D}", "decline"],
              {"1.team": {G: [], D: [0], M: [], A: []}, **tale.turn(1), "last_turns": [0, 0],
               "1.hand": f"{M} soin blessure", "pile": "transfert"})  # fmt: skip
    tale.step([f"discard {M}", "discard soin", "discard blessure"],
              {"1.hand": "soin blessure", "discard": f"transfert {M}", "p.actions_left": 0, "over": True, "actor": None,
               "decision": None})  # fmt: skip
    assert tale.audit().decisions == 3


def test_visionnaire_and_opportuniste() -> None:
    """M-10, M-27, M-31: one sees the hand without the injury card, the other may care at once, and draws."""

    def story(coach: str, hand: str) -> Story:
        return Story(
            "ultime", COMPOS, [player("1-1-0", "fourbe", hand="blessure transfert"),
                               player("1-1-0", coach, hand=hand, gardien=[0])],
            pile="soin soin", state={"p.abilities_left": 0},
        )  # fmt: skip

    hurt = {G: [1], D: [], M: [], A: []}
    moves = [f"injure 1 {G} 0", f"transfer 1 {G}"]
    sees = story("visionnaire", "")
    sees.step(moves, {"0.hand": "transfert", "1.team": hurt, "1.known.0": "transfert", **sees.turn(1), "1.hand": "soin",
                      "pile": "soin"})  # fmt: skip
    assert sees.audit().decisions == 1
    cares = story("opportuniste", "soin")
    cares.step(moves, {"0.hand": "transfert", "1.team": hurt, "p.actions_left": 0, "p.reaction": 1, "actor": 1,
                       "decision": "react_care"})  # fmt: skip
    cares.step([f"care {G} 1", "decline"],
               {"1.team": {G: [0], D: [], M: [], A: []}, "discard": "soin blessure", **cares.turn(1), "pile": "",
                "1.hand": "soin soin"})  # fmt: skip
    assert cares.audit().decisions == 2


def sournois(hand: str, drawn: str, pile: str) -> Story:
    """M-16, M-29: the victim drops a player, the pile is empty, the discards are shuffled, two cards drawn."""
    tale = Story(
        "ultime", COMPOS, [player("1-1-0", "sournois", hand="1-1-0"),
                           player("1-2-0", "stratege", hand="soin", defenseur=[0, 0])],
        discard="blessure transfert transfert", options={"same_compo": False},
    )  # fmt: skip
    tale.step(["sabotage 1-1-0 1"],
              {"0.hand": "", "1.compo": "1-1-0", "discard": "blessure transfert transfert 1-2-0", "p.actions_left": 0,
               "p.shrink": [1], "p.after_shrink": "sabotage", "actor": 1, "decision": "shrink"})  # fmt: skip
    tale.step([f"drop {D} 0"],
              {"1.team": {G: [], D: [0], M: [], A: []}, "discard": "", "reshuffles": 1, **tale.turn(1), "0.hand": hand,
               "1.hand": f"soin {drawn}", "pile": pile})  # fmt: skip
    return tale


def test_sournois_and_reshuffle() -> None:
    """Any order of the shuffled cards is accepted; no other cards are."""
    assert sournois("1-2-0", "blessure", f"transfert {D} transfert").audit().decisions == 2
    assert sournois(D, "transfert", "blessure 1-2-0 transfert").audit().decisions == 2
    for wrong in ((D, D, "blessure 1-2-0 transfert"), (D, "transfert", "soin 1-2-0 transfert"),
                  (D, "transfert", "1-2-0 transfert")):  # fmt: skip
        with pytest.raises(AuditError):
            sournois(*wrong).audit()


def test_fossoyeur_and_marabout() -> None:
    """M-30: the latest of equal discards; M-26: a second player, never the same one again."""
    tale = Story(
        "ultime", COMPOS, [player("1-2-0", "fossoyeur"), player("1-2-0", "marabout", hand="soin", defenseur=[1, 2])],
        discard="soin soin milieu soin milieu", pile="transfert transfert",
        options={"injuries_per_player": 2, "fossoyeur_depth": 4}, state={"decision": "draw", "p.draws_left": 1},
    )  # fmt: skip
    tale.step(["take soin", "draw", f"take {M}"],
              {"0.hand": "soin", "discard": "soin soin milieu milieu", "p.draws_left": 0, "1.known.0": "soin",
               "decision": "action"})  # fmt: skip
    tale.step(["discard soin"],
              {"0.hand": "", "discard": "soin soin milieu milieu soin", "1.known.0": "", **tale.turn(1),
               "1.hand": "soin transfert", "pile": "transfert"})  # fmt: skip
    tale.step([f"care {D} 2", f"care {D} 1"],
              {"1.hand": "transfert", "1.team": {G: [], D: [1, 1], M: [], A: []},
               "discard": "soin soin milieu milieu soin soin blessure", "p.actions_left": 0, "p.healed": 1,
               "decision": "heal_more"})  # fmt: skip
    tale.step([f"heal {D} 1", "decline"],
              {"1.team": {G: [], D: [0, 1], M: [], A: []},
               "discard": "soin soin milieu milieu soin soin blessure blessure", **tale.turn(0, "draw", draws_left=1)})  # fmt: skip
    assert tale.audit().decisions == 4


def test_cameleon_swaps_after_the_action() -> None:
    """M-28: free after the action too, but not once he has won; both drop what no longer fits, he first."""
    tale = Story(
        "ultime", COMPOS, [player(OTHER, "cameleon", hand="transfert", gardien=[0], milieu=[0]),
                           player("1-2-0", "fourbe", defenseur=[0, 0])],
        pile="soin soin", state={"p.proposals_left": 0},
    )  # fmt: skip
    tale.step([f"transfer 1 {D}", "swap 1"],
              {"0.hand": "", "0.team": {G: [0], D: [0], M: [0], A: []}, "1.team": {G: [], D: [0], M: [], A: []},
               "discard": "transfert", "0.won": True, "winners": [0], "last_turns": [0, 0], **tale.turn(1),
               "1.hand": "soin", "pile": "soin"})  # fmt: skip
    assert tale.audit().decisions == 1
    tale = Story(
        "ultime", COMPOS, [player(OTHER, "cameleon", hand="soin", milieu=[0]),
                           player("1-2-0", "fourbe", defenseur=[0, 0])],
        pile="soin soin",
    )  # fmt: skip
    tale.step(["discard soin", "swap 1"],
              {"0.hand": "", "discard": "soin", "p.actions_left": 0, "decision": "finish"})  # fmt: skip
    tale.step(["swap 1", "end"],
              {"0.compo": "1-2-0", "1.compo": OTHER, "p.abilities_left": 0, "p.shrink": [0, 1],
               "decision": "shrink"})  # fmt: skip
    tale.step([f"drop {M} 0"],
              {"0.team": {G: [], D: [], M: [], A: []}, "discard": f"soin {M}", "p.shrink": [1], "actor": 1})  # fmt: skip
    tale.step([f"drop {D} 0"],
              {"1.team": {G: [], D: [0], M: [], A: []}, "discard": f"soin {M} {D}", **tale.turn(1), "1.hand": "soin",
               "pile": "soin"})  # fmt: skip
    assert tale.audit().decisions == 4


def test_duel() -> None:
    """M-21, M-22, M-33: the Sournois goes on after a compo on the other; a complete team ends the game at once."""
    tale = Story(
        "ultime_duel", COMPOS, [player("1-1-0", "sournois", gardien=[0]),
                                player("1-2-0", "fourbe", gardien=[0], defenseur=[1, 0])],
        pile="soin blessure defenseur",
        state={"decision": "duel_card", "p.drawn": "1-1-0", "1.team": {G: [0], D: [0, 1], M: [], A: []}},
    )  # fmt: skip
    tale.step(["compo 1-1-0 1", "compo 1-1-0 0"],
              {"1.compo": "1-1-0", "discard": "1-2-0", "p.drawn": None, "p.shrink": [1],
               "p.after_shrink": "sabotage", "actor": 1, "decision": "shrink"})  # fmt: skip
    tale.step([f"drop {D} 0", f"drop {D} 1"],
              {"1.team": {G: [0], D: [1], M: [], A: []}, "discard": f"1-2-0 {D}", "p.shrink": [],
               "p.after_shrink": None, "p.extra_cards_left": 0, "p.drawn": "soin", "pile": "blessure defenseur", "actor": 0,
               "decision": "duel_card"})  # fmt: skip
    tale.step(["discard"],
              {"discard": f"1-2-0 {D} soin", **tale.turn(1, "duel_card"), "p.drawn": "blessure",
               "pile": "defenseur"})  # fmt: skip
    tale.step([f"suffer {G} 0"], {"1.team": {G: [1], D: [1], M: [], A: []}, **tale.turn(0, "duel_card"), "p.drawn": D, "pile": ""})
    tale.step(["place"],
              {"0.team": {G: [0], D: [0], M: [], A: []}, "p.drawn": None, "0.won": True, "winners": [0], "over": True,
               "actor": None, "decision": None})  # fmt: skip
    assert tale.audit().decisions == 5


OPTION_SETS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "classic": ("classic", 3, {"max_turns": 40}),
    "ultime": ("ultime", 4, {"injuries_per_player": 2, "abilities_per_turn": 2, "max_turns": 40}),
    "duel": ("duel", 2, {"duel_injury": "random", "max_turns": 60}),
    "ultime duel": ("ultime_duel", 2, {"duel_injury": "opponent", "max_turns": 60}),
}


@pytest.mark.parametrize("name", OPTION_SETS)
def test_every_mutation_is_found(name: str) -> None:
    """On longer games of its own making, which the auditor accepts, it objects to each spoilt one."""
    variant, players, options = OPTION_SETS[name]
    lines = list(selfplay(header(variant, players, options=options, first=1), seed=5))
    audit(lines)
    rng = random.Random(name)
    tried = 0
    for mutation, spoil in MUTATIONS.items():
        spoilt = spoil(lines, rng)
        if spoilt is not None:
            error = objects(spoilt)
            assert error.rule, mutation
            tried += 1
    assert tried >= 80


def placing(table: Table, moves: list[dict[str, Any]]) -> int:
    """A player who places whatever can be placed."""
    return next((i for i, one in enumerate(moves) if one["action"] == "place"), 0)


def test_own_games_reach_everything() -> None:
    """Games of its own making ask every kind of decision and offer every kind of move."""
    report = AuditReport()
    for seed in range(2):
        for variant, players, options in OPTION_SETS.values():
            report += audit(selfplay(header(variant, players, options=options), seed))
    small = {"1-1-1": {G: 1, D: 1, M: 1, A: 0}, "1-2-1": {G: 1, D: 1, M: 2, A: 1}, "0-2-2": {G: 0, D: 2, M: 2, A: 2}}
    hospital = {"blessure": 24, "soin": 24, "transfert": 4}
    for seed in range(24):
        options = {"max_turns": 60, "winner_out": seed % 2 == 0, "last_turns": ("everyone", "same_round")[seed % 2],
                   "draws_per_turn": seed % 3, "opening_hand": 4, "injuries_per_player": 2}  # fmt: skip
        report += audit(selfplay(header("ultime", 4, options=options, compos=small, deck=hospital), seed))
        report += audit(selfplay(header("ultime_duel", 2, options={"max_turns": 60}, deck=hospital), seed))
        report += audit(selfplay(header("classic", 4, compos={OTHER: COMPOS[OTHER]}, deck={OTHER: 4}), seed, placing))
    assert set(report.asked) == set(RULE_OF_DECISION)
    assert set(report.offered) == set(FIELDS)
    assert report.reshuffles
    assert max(report.winners) > 1


def test_bad_lines() -> None:
    """What is no trace at all is refused in one sentence too."""
    for lines in ([], ["{"], ["[1]"], [{"type": "result"}], [{"type": "game"}]):
        with pytest.raises(AuditError, match="trace"):
            audit(lines)
    lines = a_whole_game()
    assert objects([lines[0], {"type": "gossip"}]).rule == "trace"
    assert objects(lines[:-1]).rule == "C-6"
    assert audit(lines[:-1], whole=False).decisions == 4
    assert seat("1-1-0", 2, 0)["known"] == {"1": {}}


def test_command_line(tmp_path: Path) -> None:
    """`python -m tests.audit`: 0 for traces in order, 1 for a wrong one, 2 for a wrong call."""
    lines = a_whole_game()
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("\n".join(json.dumps(line) for line in lines * 2), encoding="utf-8")
    spoilt = copy_json(lines)
    spoilt[2]["state"]["discard"] = ["soin"]
    bad.write_text("\n".join(json.dumps(line) for line in spoilt), encoding="utf-8")

    def run(*names: str, text: str = "") -> subprocess.CompletedProcess[str]:
        house = Path(__file__).parents[2]
        command = [sys.executable, "-m", "tests.audit", *names]
        return subprocess.run(command, cwd=house, input=text, capture_output=True, text=True, check=False)

    done = run(str(good))
    assert done.returncode == 0, done.stderr
    assert "2 games, 8 decisions" in done.stdout
    wrong = run(str(bad))
    assert wrong.returncode == 1
    assert "decision 1: M-16" in wrong.stderr
    assert run("-", text=good.read_text(encoding="utf-8")).returncode == 0
    assert run().returncode == 2
    assert run(str(tmp_path / "none")).returncode == 2
