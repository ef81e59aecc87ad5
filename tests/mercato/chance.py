"""What the rules leave to chance, judged by exact distributions.

Every test of chance in this folder rejects below `ALPHA`: of a million correct programs (or seeds), each test would reject one. The seeds are
fixed, so a test that passes goes on passing until what it tests changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from scipy import stats

from .table import Table

ALPHA = 1e-6


def assert_fits(observed: Counter[Any], probabilities: Mapping[Any, float]) -> None:
    """Pearson's chi-square test; nothing impossible may have been observed, and every expected count is at least 20."""
    assert set(observed) <= set(probabilities), f"{set(observed) - set(probabilities)} cannot happen"
    assert abs(sum(probabilities.values()) - 1) < 1e-9
    total = sum(observed.values())
    expected = [total * probability for probability in probabilities.values()]
    assert min(expected) >= 20
    p = stats.chisquare([observed[key] for key in probabilities], expected).pvalue
    assert p > ALPHA, f"p = {p:.2g}: {dict(observed)} where {dict(zip(probabilities, np.round(expected, 1)))} was expected"


def uniform(*keys: Any) -> dict[Any, float]:
    """All equally likely."""
    return dict.fromkeys(keys, 1 / len(keys))


def deals(table: Table, number: int) -> Iterator[dict[str, Any]]:
    """So many games of a table's setting as they have been dealt: the state at the first decision, with ``first`` added."""
    desk, engine = table.desk, table.engine
    for block in range(number):
        engine.begin_match(desk.tables, desk.matches, block, 0, True)
        engine.begin_game(desk.tables, table.rules, desk.matches, desk.states, desk.views, desk.memory, desk.streams)
        yield {**table.state(), "first": int(table.raw["first"])}
