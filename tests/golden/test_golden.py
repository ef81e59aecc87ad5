from __future__ import annotations

import json

import pytest

from tests.golden.digests import FILE, digest, key, settings

STORED = json.loads(FILE.read_text())


def test_every_setting_has_a_digest_under_its_present_versions():
    assert {key(*setting) for setting in settings()} == set(STORED), "python -m tests.golden.digests"


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: "-".join(map(str, setting)))
def test_the_same_seeds_give_the_same_games(setting):
    assert digest(*setting) == STORED[key(*setting)], (
        "the outcome of some seed has changed: raise the behaviour version of the game or the strategy, then run python -m tests.golden.digests"
    )
