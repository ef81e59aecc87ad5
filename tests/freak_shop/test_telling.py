"""The trace, move by move, against what its page says; and a game told to people."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

from sim.core.play import Lineup
from sim.core.registry import get_game
from sim.core.replay import replay
from strategies.registry import get_strategy

from .table import CLOSING, KINDS

GAME = get_game("freak_shop")


def trace(players: int, block: int = 0, **options) -> list[dict]:
    config = GAME.configure("classic", players, options=options)
    return list(replay(config, Lineup((get_strategy("freak_shop", "random"),) * players), 3, block))


@pytest.mark.rule("C-2", "F-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("same_value", ["different_cards", "any", "no"])
def test_a_trace_can_be_followed(players, same_value):
    """Every state follows from the one before by the move chosen; 65 cards and the closing card are somewhere in each."""
    lines = trace(players, players, fair_same_value=same_value)
    assert json.loads(json.dumps(lines)) == lines
    whole = Counter(
        {f"{value}{mark}": n for value in range(1, 11) for mark, n in (("", 12 - value - round((12 - value) / 3)), ("s", round((12 - value) / 3)))}
    )
    exchanges = 0
    for earlier, line in pairwise(line for line in lines if "state" in line):
        was, now, move = earlier["state"], line["state"], line["moves"][line["chosen"]]
        cards = Counter(now["pile"]) + Counter(now["shop"])
        for seat in now["seats"]:
            cards += Counter(seat["manor"])
        cards[CLOSING] += now["closed"]
        assert cards == whole + Counter([CLOSING])
        assert line["actor"] == was["actor"] == was["active"]
        assert line["decision"] == was["decision"]
        assert line["forced"] == (len(line["moves"]) == 1)
        if line["decision"] == "exchange" and move["action"] != "pass":
            assert now["exchange"]["kind"] == move["action"]
            assert now["turn"] == was["turn"]
            continue
        taken, given = Counter(was["exchange"]["taken"]), Counter(was["exchange"]["given"])
        if move["action"] in ("take", "give"):
            assert was["exchange"]["last"] is None or KINDS.index(move["card"]) > KINDS.index(was["exchange"]["last"])
            (taken if move["action"] == "take" else given)[move["card"]] = move["number"]
        if now["turn"] == was["turn"] and not now["over"]:
            assert (now["exchange"]["taken"], now["exchange"]["given"]) == (dict(taken), dict(given))
            assert all(now[name] == was[name] for name in ("pile", "shop", "seats", "leaders"))
            continue
        exchanges += 1
        drawn = was["pile"][: len(was["pile"]) - len(now["pile"])]
        assert Counter(now["seats"][line["actor"]]["manor"]) == Counter(was["seats"][line["actor"]]["manor"]) + taken - given
        assert Counter(now["shop"]) == Counter(was["shop"]) + given - taken + Counter(card for card in drawn if card != CLOSING)
        assert now["closed"] == (CLOSING in drawn)
        assert now["exchange"] == {"kind": None, "taken": {}, "given": {}, "last": None}
    result = lines[-1]
    assert exchanges == result["turns"]
    assert result["winners"] == [seat for seat, row in enumerate(result["seats"]) if row["rank"] == 1]
    assert [row["total"] for row in result["seats"]] == [sum(seat["points"]) for seat in lines[-2]["state"]["seats"]]
    assert result["rounds"] == lines[-2]["state"]["seats"][0]["turns"]


def test_moves_are_told_apart():
    for line in trace(4)[1:-1]:
        assert len({move["text"] for move in line["moves"]}) == len(line["moves"])


@pytest.mark.parametrize("players", [2, 5])
def test_a_game_is_told_as_a_person_would(players):
    lines = trace(players, 1)
    told = "\n".join(GAME.narrate(lines))
    result = lines[-1]
    for number in lines[0]["state"]["objectives"]:
        assert {1: "La mode à petit prix", 12: "Bien ordonné"}.get(number, "") in told
    assert told.count("\nTurn ") == result["turns"]
    assert told.count("Good deal: ") == sum(row["good_deals"] for row in result["seats"])
    assert told.count("Fair price: ") == sum(row["fair_prices"] for row in result["seats"])
    assert told.count("Fermeture") == 1
    assert "soldé" in told
    assert f"{result['seats'][0]['total']} points" in told


def test_what_is_out_of_the_ordinary_is_told_too():
    unfinished = "\n".join(GAME.narrate(trace(2, max_turns=3)))
    assert "unfinished" in unfinished
    assert "Nobody has won" in unfinished
    played_out = [text for text in ("\n".join(GAME.narrate(trace(3, block, equal_turns=True))) for block in range(4)) if "played out" in text]
    assert played_out
    passes = "\n".join("\n".join(GAME.narrate(trace(2, block, fair_same_value="any"))) for block in range(3))
    assert "  Passes." in passes
