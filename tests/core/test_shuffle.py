"""Coupled shuffles: uniform for every deck, no card lost or made, and decks that differ by a few cards are dealt almost the same."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from sim.core.compile import compiled
from sim.core.rng import DEAL, STREAM, below, open_stream
from sim.core.shuffle import HOLE, insert, shuffle_coupled

UNTOUCHED = 99


def shuffled(counts, reference, seed, start=0):
    """The deck that a seed gives, as a list, top first; checks that nothing is written outside."""
    counts, reference = np.array(counts, np.int16), np.array(reference, np.int16)
    out = np.full(start + max(counts.sum(), reference.sum()) + 2, UNTOUCHED, np.int8)
    stream = np.zeros(1, STREAM)[0]
    open_stream(stream, seed, 0, 0, DEAL, 0)
    size = shuffle_coupled(stream, counts, reference, out, start)
    assert (out[:start] == UNTOUCHED).all()
    assert (out[-2:] == UNTOUCHED).all()
    return out[start : start + size].tolist()


@compiled
def _many(stream, counts, reference, out, codes):
    """Shuffle ``len(codes)`` times; each deck as a number in base ``len(counts)``."""
    for i in range(len(codes)):
        open_stream(stream, 7, i, 0, DEAL, 0)
        size = shuffle_coupled(stream, counts, reference, out, 0)
        code = 0
        for card in out[:size]:
            code = code * len(counts) + card
        codes[i] = code


def frequencies(counts, reference, shuffles):
    codes = np.zeros(shuffles, np.int64)
    out = np.zeros(sum(counts) + sum(reference), np.int8)
    _many(np.zeros(1, STREAM)[0], np.array(counts, np.int16), np.array(reference, np.int16), out, codes)
    return dict(zip(*np.unique(codes, return_counts=True)))


DECKS = {
    "same": ([1, 2, 1], [1, 2, 1]),
    "all kinds once": ([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]),
    "one less": ([1, 1, 1], [1, 2, 1]),
    "much smaller": ([1, 0, 1, 1], [2, 3, 2, 1]),
    "one kind gone": ([0, 2, 2], [1, 2, 2]),
    "one more": ([2, 1, 1], [1, 1, 1]),
    "much larger": ([1, 3, 2], [0, 1, 1]),
    "from nothing": ([2, 2, 1], [0, 0, 0]),
    "exchanged": ([2, 0, 2], [1, 1, 2]),
    "more and less, larger": ([3, 0, 1, 1], [1, 1, 1, 1]),
    "more and less, smaller": ([2, 0, 0, 1], [1, 2, 2, 1]),
    "one card": ([0, 1], [2, 2]),
}


@pytest.mark.parametrize("name", DECKS)
def test_uniform_over_all_orders(name):
    """Chi-square over every distinguishable order of a tiny deck; equal copies make all of them equally likely."""
    counts, reference = DECKS[name]
    cards = [kind for kind, copies in enumerate(counts) for _ in range(copies)]
    orders = set(itertools.permutations(cards))
    assert len(orders) == math.factorial(len(cards)) // math.prod(math.factorial(c) for c in counts)
    expected = {sum(card * len(counts) ** power for power, card in enumerate(reversed(order))) for order in orders}
    shuffles = 400 * len(orders)
    seen = frequencies(counts, reference, shuffles)
    assert set(seen) == expected
    if len(orders) > 1:
        assert stats.chisquare(list(seen.values())).pvalue > 1e-4


def test_uniform_place_of_every_card_in_a_real_deck():
    """A deck like Mercato's with cards more and less than printed: each kind is evenly spread over the places from top to bottom."""
    counts, reference = [8, 18, 13, 12, 8, 9, 6, 2, 3, 0], [8, 16, 16, 12, 8, 8, 8, 2, 2, 2]
    size = sum(counts)
    table = np.zeros((len(counts), size), int)
    for seed in range(2000):
        for place, card in enumerate(shuffled(counts, reference, seed)):
            table[card, place] += 1
    p_values = [stats.chisquare(row).pvalue for row, copies in zip(table, counts) if copies]
    assert min(p_values) > 1e-4 / len(p_values)
    assert stats.kstest(p_values, "uniform").pvalue > 1e-3


decks = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=15)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(decks, st.integers(0, 2**40), st.integers(0, 5))
def test_no_card_lost_or_made(deck, seed, start):
    counts, reference = zip(*deck)
    cards = shuffled(counts, reference, seed, start)
    assert HOLE not in cards
    assert [cards.count(kind) for kind in range(len(counts))] == list(counts)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(decks, st.integers(0, 2**40), st.data())
def test_one_card_for_another_changes_one_place(deck, seed, data):
    """A transfer card less and a care card more: all others stay where they are."""
    _, reference = zip(*deck)
    present = [kind for kind, copies in enumerate(reference) if copies]
    if not present:
        return
    gone, instead = data.draw(st.sampled_from(present)), data.draw(st.integers(0, len(reference) - 1))
    counts = list(reference)
    counts[gone] -= 1
    counts[instead] += 1
    before, after = shuffled(reference, reference, seed), shuffled(counts, reference, seed)
    changed = [(a, b) for a, b in zip(before, after) if a != b]
    assert changed == ([] if gone == instead else [(gone, instead)])


@settings(max_examples=200, deadline=None, derandomize=True)
@given(decks, st.integers(0, 2**40), st.data())
def test_a_removed_copy_leaves_a_hole_filled_from_the_bottom(deck, seed, data):
    _, reference = zip(*deck)
    present = [kind for kind, copies in enumerate(reference) if copies]
    if not present:
        return
    gone = data.draw(st.sampled_from(present))
    counts = list(reference)
    counts[gone] -= 1
    before, after = shuffled(reference, reference, seed), shuffled(counts, reference, seed)
    *kept, bottom = before
    changed = [place for place, (a, b) in enumerate(zip(kept, after)) if a != b]
    assert len(changed) <= 1
    if changed:  # the hole, now with the bottom card in it
        assert (before[changed[0]], after[changed[0]]) == (gone, bottom)
    else:  # the bottom card itself went, or took the place of its like
        assert bottom == gone


@settings(max_examples=200, deadline=None, derandomize=True)
@given(decks, st.integers(0, 2**40), st.data())
def test_an_added_copy_takes_a_place_and_what_lay_there_goes_to_the_bottom(deck, seed, data):
    _, reference = zip(*deck)
    added = data.draw(st.integers(0, len(reference) - 1))
    counts = list(reference)
    counts[added] += 1
    before, after = shuffled(reference, reference, seed), shuffled(counts, reference, seed)
    changed = [place for place, (a, b) in enumerate(zip(before, after)) if a != b]
    assert len(after) == len(before) + 1
    assert len(changed) <= 1
    if changed:
        assert after[changed[0]] == added
        assert after[-1] == before[changed[0]]
    else:
        assert after[-1] == added


@settings(max_examples=200, deadline=None, derandomize=True)
@given(decks, st.integers(0, 2**40), st.data())
def test_a_few_cards_more_or_less_move_a_few_cards(deck, seed, data):
    """Whatever a deck has more or less than the reference, no more places differ than cards do, from top to where the shorter deck ends."""
    _, reference = zip(*deck)
    counts = [max(0, copies + data.draw(st.integers(-2, 2))) for copies in reference]
    before, after = shuffled(reference, reference, seed), shuffled(counts, reference, seed)
    differences = sum(abs(a - b) for a, b in zip(counts, reference))
    assert sum(a != b for a, b in zip(before, after)) <= differences


def test_insert_reaches_every_place_alike():
    stream = np.zeros(1, STREAM)[0]
    places = np.zeros(5, int)
    for block in range(5000):
        open_stream(stream, 2, block, 0, DEAL, 0)
        out = np.array([0, 1, 2, 3, UNTOUCHED, UNTOUCHED], np.int8)
        insert(stream, out, 0, 4, 9)
        assert out[5] == UNTOUCHED
        assert sorted(out[:5]) == [0, 1, 2, 3, 9]
        place = out.tolist().index(9)
        places[place] += 1
        assert out[4] == (place if place < 4 else 9)
        assert all(out[i] == i for i in range(4) if i != place)
    assert stats.chisquare(places).pvalue > 1e-4


def test_a_shuffle_draws_once_a_reference_card():
    """So that a deck with copies beyond the reference still deals the reference's own cards alike."""
    stream, twin = np.zeros(2, STREAM)
    for counts in ([3, 3, 3], [3, 0, 1], [2, 4, 3]):
        open_stream(stream, 5, 0, 0, DEAL, 0)
        open_stream(twin, 5, 0, 0, DEAL, 0)
        shuffle_coupled(stream, np.array(counts, np.int16), np.array([3, 3, 3], np.int16), np.zeros(20, np.int8), 0)
        for i in range(8, 0, -1):
            below(twin, i + 1)
        assert stream["position"] == twin["position"]
