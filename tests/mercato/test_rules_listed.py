"""`python -m tests.rules` itself."""

from __future__ import annotations

import pytest

from ..rules import by_rule, main, rules


def test_every_rule_is_listed_and_has_a_test(capsys):
    assert list(rules()["common"]) == [f"C-{number}" for number in range(1, 9)]
    assert list(rules()["mercato"]) == [f"M-{number}" for number in range(1, 37)]
    assert main([]) == 0
    told = capsys.readouterr()
    assert "M-13 Change compo\n      tests/mercato/test_actions.py::test_m13_a_compo_card_replaces_ones_own_which_is_discarded" in told.out
    assert told.err == ""
    assert main(["--game", "mercato"]) == 0
    assert "C-1 " not in capsys.readouterr().out


@pytest.fixture
def elsewhere(tmp_path):
    docs, tests = tmp_path / "docs", tmp_path / "tests"
    docs.mkdir()
    tests.mkdir()
    (docs / "rules-chess.md").write_text("# Chess\n\n### X-1 Kings\n\n### X-2 Queens, two of them\n\nX-3 is no heading\n")
    (tests / "test_chess.py").write_text(
        "import pytest\npytestmark = [pytest.mark.rule('X-1')]\n\ndef test_a(): pass\n\n"
        "@pytest.mark.slow\nclass TestB:\n    @pytest.mark.rule('X-1', 'X-4')\n    def test_b(self): pass\n\n"
        "    @pytest.mark.rule('X-2')\n    def helper(self): pass\n"
    )
    return docs, tests


def test_a_rule_without_a_test_and_a_test_without_a_rule_fail(elsewhere, capsys):
    docs, tests = elsewhere
    assert by_rule(tests) == {
        "X-1": ["tests/test_chess.py::test_a", "tests/test_chess.py::TestB::test_b"],
        "X-4": ["tests/test_chess.py::TestB::test_b"],
    }
    assert main([], docs, tests) == 1
    told = capsys.readouterr()
    assert "  X-2 Queens, two of them\n      NO TEST\n" in told.out
    assert "no test shows X-2" in told.err
    assert "names a rule that there isn't: X-4" in told.err
    assert main(["--game", "go"], docs, tests) == 2
    assert "chess" in capsys.readouterr().err
