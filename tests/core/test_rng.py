"""The random streams: frozen, equal to a second implementation in plain integers, uniform, and apart from each other.

`reference` below is written from the paper (Steele, Lea, Flood 2014) and Lemire (2019), in Python's unbounded integers, and shares nothing with
`sim.core.rng`.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from sim.core import rng

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
PURPOSES = (rng.FIRST_PLAYER, rng.DEAL, rng.DEAL_CARDS, rng.DEAL_EXTRA, rng.DEAL_REST, rng.RESHUFFLE, rng.CHANCE, rng.STRATEGY)


def ref_mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def ref_gamma(z: int) -> int:
    z = ((z ^ (z >> 33)) * 0xFF51AFD7ED558CCD) & MASK
    z = ((z ^ (z >> 33)) * 0xC4CEB9FE1A85EC53) & MASK
    z = (z ^ (z >> 33)) | 1
    return z ^ 0xAAAAAAAAAAAAAAAA if (z ^ (z >> 1)).bit_count() < 24 else z


class Reference:
    """A stream in plain integers."""

    def __init__(self, *names: int) -> None:
        name = 0
        for part in names:
            name = ref_mix(((name ^ part) + GOLDEN) & MASK)
        self.position, self.gamma = name, ref_gamma((name + GOLDEN) & MASK)

    def bits(self) -> int:
        self.position = (self.position + self.gamma) & MASK
        return ref_mix(self.position)

    def below(self, n: int) -> int:
        while True:
            product = (self.bits() >> 32) * n
            if product % 2**32 >= 2**32 % n:  # the remainders that would make some results likelier are drawn again
                return product >> 32


def opened(*names: int) -> np.void:
    stream = np.zeros(1, rng.STREAM)[0]
    rng.open_stream(stream, *names)
    return stream


def unmixed(z: int) -> int:
    """What `mix` makes ``z`` of: its inverse."""

    def unshift(value: int, bits: int) -> int:
        result = value
        for _ in range(64 // bits):
            result = value ^ (result >> bits)
        return result

    z = (unshift(z, 31) * pow(0x94D049BB133111EB, -1, 2**64)) & MASK
    z = (unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64)) & MASK
    return unshift(z, 30)


def stream_giving(first: int, second: int) -> np.void:
    """A stream whose next two draws of 64 bits are these."""
    stream = np.zeros(1, rng.STREAM)[0]
    gamma = (unmixed(second) - unmixed(first)) & MASK
    stream["gamma"], stream["position"] = gamma, (unmixed(first) - gamma) & MASK
    return stream


FROZEN = {
    # (seed, block, game, purpose, index): position, gamma, the first three draws of 64 bits, five of below(1000)
    (0, 0, 0, 1, 0): (
        0x2D6527BA78AF243F,
        0x3D9680B4DF255617,
        [0xE43A093F2778F7A9, 0x6AC4327FED816182, 0x42D987140B8F6ED7],
        [891, 417, 261, 721, 715],
    ),
    (1, 0, 0, 2, 0): (
        0x0785FFB86C7F250D,
        0x5B913F496CB47C3D,
        [0x9621DA26A3C5815C, 0x24CA31D91885E8AA, 0xEFC8107FA0075B7C],
        [586, 143, 936, 702, 369],
    ),
    (20261, 7, 3, 6, 2): (
        0xEDEB132C72B2BD3A,
        0xC46BA7C6C33C7575,
        [0x0E0C786250FCB750, 0xE827730AFA261ADA, 0x0C56E7F60F7C6AC1],
        [54, 906, 48, 675, 262],
    ),
    (9223372036854775807, 9223372036854775807, 2147483647, 8, 4): (
        0x00DD4A05733C6403,
        0xA3738E9D4EF244A9,
        [0x0726F90B0BB98D04, 0x16376E75C8AFDD76, 0xB27B2FD4455D40C9],
        [27, 86, 697, 788, 592],
    ),
    (123456789, 999999, 0, 7, 41): (
        0x0CDAC20F6F6118C3,
        0x2A0026C4C3F32D95,
        [0x9256DF724D3EB7F7, 0x319F5F4A48070BC9, 0x3F1E12DAA8FB71A7],
        [571, 193, 246, 925, 874],
    ),
}


def test_golden_vectors():
    """The generator is frozen: other numbers would change every result of every study that was ever made."""
    assert len(FROZEN) == 5
    for names, (position, gamma, bits, thousandths) in FROZEN.items():
        stream = opened(*names)
        assert (int(stream["position"]), int(stream["gamma"])) == (position, gamma), names
        assert [int(rng.next_bits(stream)) for _ in bits] == bits
        stream = opened(*names)
        assert [rng.below(stream, 1000) for _ in thousandths] == thousandths


def test_purposes_are_frozen():
    assert PURPOSES == (1, 2, 3, 4, 5, 6, 7, 8)


NAMES = st.tuples(*[st.integers(0, 2**63 - 1) | st.integers(0, 20)] * 5)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(NAMES, st.lists(st.integers(1, 2**32 - 1) | st.integers(1, 200), min_size=1, max_size=12))
def test_equals_the_reference(names, sizes):
    stream, reference = opened(*names), Reference(*names)
    assert (int(stream["position"]), int(stream["gamma"])) == (reference.position, reference.gamma)
    for size in sizes:
        assert rng.below(stream, size) == reference.below(size)
    assert int(rng.next_bits(stream)) == reference.bits()
    assert rng.uniform(stream) == (reference.bits() >> 11) / 2**53


def test_gamma_is_odd_and_changes_often():
    """Also where the first candidate has too few changes between neighbouring bits, which the paper calls weak (about one name in fifty)."""
    corrected = 0
    for block in range(3000):
        stream, reference = opened(1, block, 0, rng.DEAL, 0), Reference(1, block, 0, rng.DEAL, 0)
        gamma = int(stream["gamma"])
        assert gamma == reference.gamma
        assert gamma % 2 == 1
        assert (gamma ^ (gamma >> 1)).bit_count() >= 24
        position = (reference.position + GOLDEN) & MASK
        corrected += gamma != gamma_before_correction(position)
    assert corrected > 10


def gamma_before_correction(z: int) -> int:
    z = ((z ^ (z >> 33)) * 0xFF51AFD7ED558CCD) & MASK
    z = ((z ^ (z >> 33)) * 0xC4CEB9FE1A85EC53) & MASK
    return (z ^ (z >> 33)) | 1


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 94, 160, 1000, 2**16 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_below_is_exact_at_its_borders(n):
    """Of the 2**32 values drawn, each result gets exactly 2**32 // n: checked where one result gives way to the next."""
    results = range(n) if n <= 200 else [0, 1, n // 3, n // 2, n - 2, n - 1]
    for result in results:
        first = -(-result * 2**32 // n)
        last = -(-(result + 1) * 2**32 // n) - 1
        rejected = 2**32 % n  # products whose low half is smaller are drawn again
        accepted = [x for x in (first, first + 1, last) if x <= last]
        for x in accepted:
            stream = stream_giving(x << 32, 0xFFFFFFFF_00000000)
            again = (x * n) % 2**32 < rejected
            expected = n - 1 if again else result
            if again and (0xFFFFFFFF * n) % 2**32 < rejected:
                continue  # the second draw would be rejected too
            assert rng.below(stream, n) == expected, (x, again)
        kept = last - first + 1 - sum((x * n) % 2**32 < rejected for x in range(first, min(first + 2, last + 1)))
        assert kept == 2**32 // n


@pytest.mark.parametrize(("n", "draws"), [(2, 20_000), (3, 30_000), (6, 30_000), (7, 30_000), (94, 50_000), (3 * 2**30, 30_000)])
def test_below_is_uniform(n, draws):
    """Chi-square at a fixed seed; a large ``n`` is looked at in thirds, where multiplication without rejection would be off by a third."""
    stream = opened(20, 0, 0, rng.CHANCE, n)
    cells = min(n, 94)
    seen = np.zeros(cells, int)
    for _ in range(draws):
        seen[rng.below(stream, n) * cells // n] += 1
    assert stats.chisquare(seen).pvalue > 1e-4


def test_uniform_reaches_both_ends_and_no_further():
    assert rng.uniform(stream_giving(0, 0)) == 0.0
    assert rng.uniform(stream_giving(2**11 - 1, 0)) == 0.0
    assert rng.uniform(stream_giving(2**11, 0)) == 2.0**-53
    assert rng.uniform(stream_giving(MASK, 0)) == 1.0 - 2.0**-53


def test_uniform_is_uniform():
    stream = opened(21, 0, 0, rng.STRATEGY, 0)
    values = np.array([rng.uniform(stream) for _ in range(20_000)])
    assert stats.kstest(values, "uniform").pvalue > 1e-4
    assert stats.kstest((values * 1024) % 1.0, "uniform").pvalue > 1e-4


def test_every_part_of_a_name_counts():
    """No two of 20,000 neighbouring names share a starting point or a first draw: seeds, blocks, games, purposes, indices, and their order."""
    seen: dict[tuple[int, int], tuple[int, ...]] = {}
    firsts = set()
    names = list(itertools.product(range(5), range(20), range(5), PURPOSES, range(5)))
    names += [(2**63 - 1 - seed, 2**40 + block, 0, rng.DEAL, 0) for seed in range(4) for block in range(4)]
    for name in names:
        stream = opened(*name)
        start = int(stream["position"]), int(stream["gamma"])
        assert start not in seen, (name, seen[start])
        seen[start] = name
        firsts.add(int(rng.next_bits(stream)))
    assert len(firsts) == len(names) > 20_000


def test_neighbouring_streams_are_independent():
    """Pairs of first draws of neighbouring blocks, games, purposes and indices fill a square evenly."""
    for part in range(5):
        table = np.zeros((8, 8), int)
        for number in range(6000):
            name = [3, 5, 0, rng.DEAL, 0]
            name[part] = 2 * number
            here = rng.below(opened(*name), 8)
            name[part] += 1
            table[here, rng.below(opened(*name), 8)] += 1
        assert stats.chisquare(table.ravel()).pvalue > 1e-4, part
