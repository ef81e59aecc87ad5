"""What goes wrong says where: strategies that break the rules or raise, files that can't be used; and a strategy can be stepped through."""

from __future__ import annotations

import pickle
import sys

import pytest

from sim.core.errors import RulesFailure, SetupError, StrategyFailure, StrategyFileError, UnknownNameError, UserError
from sim.core.play import Lineup, Session, play_blocks
from sim.core.registry import get_game
from sim.core.replay import replay
from strategies.registry import get_strategy
from tests.core.toys.toy import strategies

HEAD = "from strategies.registry import strategy\n\n\n"
HEAD += "@strategy(game='mercato', name='Bold', version=1, about='x', params={'when': 3.0}, memory=1, compiled=%s)\n"
SIGNATURE = "def choose(view, moves, n_moves, params, memory, rng):\n"
ILLEGAL = "    memory[0] += 1\n    return n_moves + 5 if memory[0] > params[0] else 0\n"
NEGATIVE = "    return -3\n"
RAISES = "    memory[0] += 1\n    if memory[0] > params[0]:\n        raise ValueError('no idea')\n    return 0\n"


def bold(tmp_path, body, compiled=True, signature=SIGNATURE):
    path = tmp_path / "my_bot.py"
    path.write_text(HEAD % compiled + signature + body)
    return get_strategy("mercato", f"{path}:Bold")


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
@pytest.mark.parametrize(("body", "told"), [(ILLEGAL, "it answered"), (NEGATIVE, "it answered -3"), (RAISES, "it raised ValueError: no idea")])
def test_a_failing_strategy_is_named_with_its_place(tmp_path, compiled, body, told):
    """Strategy, game, seed, block, rotation and decision; the same place whether compiled or not, and in a replay."""
    failing = bold(tmp_path, body, compiled)
    config = get_game("mercato").configure("classic", 2)
    random = get_strategy("mercato", "random")
    for lineup in (Lineup((random, failing)), Lineup((failing, random))):
        with pytest.raises(StrategyFailure) as caught:
            play_blocks(config, lineup, 42, 5, 3)
        error = caught.value
        assert (error.strategy, error.game, error.seed, error.block, error.rotation) == ("Bold", "mercato", 42, 5, 0)
        assert told in error.message
        assert str(error).count("\n") == 0
        assert all(part in str(error) for part in ("Bold", "mercato", "seed 42", "block 5", "rotation 0", f"decision {error.decision}"))
        with pytest.raises(StrategyFailure) as again:
            list(replay(config, lineup, 42, 5, 0))
        assert (again.value.decision, again.value.message) == (error.decision, error.message)
        other = Lineup(tuple(s.uncompiled() for s in lineup.strategies))
        with pytest.raises(StrategyFailure) as plain:
            play_blocks(config, other, 42, 5, 3)
        assert (plain.value.decision, plain.value.message) == (error.decision, error.message)


@pytest.mark.parametrize("answer", ["1.0", "None", "True", "'0'"])
def test_an_answer_that_is_no_index(tmp_path, answer):
    failing = bold(tmp_path, f"    return {answer}\n", compiled=False)
    with pytest.raises(StrategyFailure, match="not the index of a move"):
        play_blocks(get_game("mercato").configure("duel", 2), Lineup((failing,) * 2), 1, 0, 5)


def test_a_session_plays_on_after_a_failure(tmp_path):
    """Nothing of a failed block is left behind."""
    config = get_game("mercato").configure("classic", 2)
    never = bold(tmp_path, ILLEGAL).with_params({"when": 1e9})
    session = Session(config, Lineup((never, get_strategy("mercato", "random"))), 1)
    expected = session.play(0, 2).seats.tobytes()
    params = session.desk.params.copy()
    session.desk.params[:] = 2.0
    with pytest.raises(StrategyFailure):
        session.play(0, 2)
    session.desk.params[:] = params
    assert session.play(0, 2).seats.tobytes() == expected


FILES = {
    "missing": (None, "there is no strategy file", None),
    "syntax": ("x = 1\ndef broken(:\n    pass\n", "line 2", "SyntaxError"),
    "import": ("\n\nimport no_such_module_at_all\n", "line 3", "no_such_module_at_all"),
    "raises": ("a = 1\nb = a / 0\n", "line 2", "ZeroDivisionError"),
    "empty": ("x = 1\n", "declares no strategy for mercato", "@strategy"),
    "signature": (HEAD % True + "def choose(view, moves):\n    return 0\n", "takes (view, moves)", "view, moves, n_moves, params, memory, rng"),
    "game": ((HEAD % True).replace("'mercato'", "'mercat'") + SIGNATURE + "    return 0\n", "mercat", "did you mean 'mercato'"),
    "memory": ((HEAD % True).replace("memory=1", "memory=5000") + SIGNATURE + "    return 0\n", "5000", "0 to 4096"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_cannot_be_used(tmp_path, name):
    source, *told = FILES[name]
    path = tmp_path / "my_bot.py"
    if source is not None:
        path.write_text(source)
    with pytest.raises(UserError) as caught:
        get_strategy("mercato", f"{path}:Bold")
    message = str(caught.value)
    assert "\n" not in message
    assert all(part in message for part in told if part)


def test_a_strategy_that_does_not_compile(tmp_path):
    path = tmp_path / "my_bot.py"
    strategy = bold(tmp_path, "    return view.no_such_field\n")
    with pytest.raises(StrategyFileError) as caught:
        Session(get_game("mercato").configure("duel", 2), Lineup((strategy,) * 2), 1)
    assert f"{path}:" in str(caught.value)
    assert "no_such_field" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names_are_refused_with_the_nearest_one(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean 'random'"):
        get_strategy("mercato", "randon")
    with pytest.raises(UnknownNameError, match="did you mean 'mercato'"):
        get_game("mercatto")
    strategy = bold(tmp_path, "    return 0\n")
    with pytest.raises(StrategyFileError, match="did you mean 'Bold'"):
        get_strategy("mercato", f"{tmp_path / 'my_bot.py'}:bold")
    with pytest.raises(UserError, match="did you mean 'when'"):
        strategy.with_params({"wen": 1.0})
    with pytest.raises(UserError, match="it is a number"):
        strategy.with_params({"when": "often"})
    with pytest.raises(SetupError) as caught:
        get_game("mercato").configure("classic", 2, options={"discrad": "always"})
    assert caught.value.key == "options.discrad"
    assert "did you mean 'discard'" in str(caught.value)


def test_a_changed_file_is_read_anew(tmp_path):
    config = get_game("mercato").configure("duel", 2)
    digests = set()
    for body in ("    return 0\n", "    return n_moves - 1\n", "    return 0\n"):
        strategy = bold(tmp_path, body)
        digests.add((body, strategy.digest, play_blocks(config, Lineup((strategy,) * 2), 1, 0, 5).seats.tobytes()))
    assert len(digests) == 2


def test_a_breakpoint_stops_in_an_uncompiled_strategy(tmp_path):
    """`uncompiled()` plays the same games, and `choose` and the helpers that it calls are Python frames, which is what a debugger stops at."""
    helper = "from sim.core.compile import compiled\nfrom sim.core.rng import below\n\n@compiled\ndef helper(n):\n    return n - 1\n\n"
    path = tmp_path / "my_bot.py"
    path.write_text(helper + HEAD % True + SIGNATURE + "    spot = helper(n_moves)\n    return below(rng, spot + 1)\n")
    strategy = get_strategy("mercato", f"{path}:Bold")
    config = get_game("mercato").configure("duel", 2)
    seen = set()

    def trace(frame, event, argument):
        if frame.f_code.co_filename == str(path):
            seen.add((frame.f_code.co_name, frame.f_lineno))
            return trace
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        plain = play_blocks(config, Lineup((strategy.uncompiled(),) * 2), 1, 0, 2)
    finally:
        sys.settrace(before)
    assert {name for name, _ in seen} == {"choose", "helper"}
    assert plain.seats.tobytes() == play_blocks(config, Lineup((strategy,) * 2), 1, 0, 2).seats.tobytes()


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
def test_a_game_that_offers_no_legal_move_is_an_error(toys, compiled):
    """At a table for one there is nobody from whom to claim: no move is made in silence, whoever plays, in a run as in a replay."""
    random = strategies("toy_payment")["random"]
    lineup = Lineup((random if compiled else random.uncompiled(),))
    config = get_game("toy_payment").configure("toy", 1)
    for play in (lambda: play_blocks(config, lineup, 42, 5, 3), lambda: list(replay(config, lineup, 42, 5, 0))):
        with pytest.raises(RulesFailure) as caught:
            play()
        error = caught.value
        assert (error.game, error.seed, error.block, error.rotation, error.decision) == ("toy_payment", 42, 5, 0, 0)
        assert str(error).startswith("the rules of toy_payment offer no legal move (seed 42, block 5, rotation 0, decision 0): a fault of balancier")
        assert str(error).count("\n") == 0
        assert str(pickle.loads(pickle.dumps(error))) == str(error), "it must survive the way from another process"
