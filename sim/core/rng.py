"""Random streams with named purposes.

Every draw is a pure function of (study seed, block, game of a match, purpose, index) and of how many draws that stream has made. So no result
depends on workers, chunks or order, a strategy's draws never shift the deal, and block *k* is dealt alike under every design point.

A stream is a SplittableRandom of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014): a counter that
advances by an odd *gamma*, mixed by Stafford's variant 13 of MurmurHash3's finaliser. Position and gamma both come from the hashed name,
so that streams
do not overlap as they would on one common orbit. Frozen: ``tests/core/test_rng.py`` holds golden vectors.
"""

from __future__ import annotations

import numpy as np

from sim.core.compile import record_type, wrapping

STREAM = np.dtype([("position", np.uint64), ("gamma", np.uint64)])
STREAM_TYPE = record_type(STREAM)

# Purposes. Numbers are part of what is frozen: never reuse or change one.
FIRST_PLAYER = 1
DEAL = 2  # the main shuffle of the set-up
DEAL_CARDS = 3  # what is dealt to the seats before (compos; objectives)
DEAL_EXTRA = 4  # coaches; other things a seat gets
DEAL_REST = 5  # cards that join the pile after the deal
RESHUFFLE = 6  # index: how often before
CHANCE = 7  # what the rules leave to chance during play; index: how often before
STRATEGY = 8  # a strategy's own draws; index: its line-up position

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_GAMMA_1 = np.uint64(0xFF51AFD7ED558CCD)
_GAMMA_2 = np.uint64(0xC4CEB9FE1A85EC53)
_ALTERNATING = np.uint64(0xAAAAAAAAAAAAAAAA)
_ONE, _TWO, _FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
_FIVES, _THREES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_LOW_NIBBLES, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_LOW_32 = np.uint64(0xFFFFFFFF)
_S11, _S27, _S30, _S31, _S32, _S33, _S56 = (np.uint64(bits) for bits in (11, 27, 30, 31, 32, 33, 56))
_DOUBLE_UNIT = 1.0 / 9007199254740992.0  # 2**-53


@wrapping
def mix(value):
    """Stafford's variant 13: a bijection of 64 bits in which every input bit changes half of the output bits."""
    value = (value ^ (value >> _S30)) * _MIX_1
    value = (value ^ (value >> _S27)) * _MIX_2
    return value ^ (value >> _S31)


@wrapping
def _bit_count(value):
    """The number of ones among 64 bits (Warren, "Hacker's Delight", figure 5-2)."""
    value = value - ((value >> _ONE) & _FIVES)
    value = (value & _THREES) + ((value >> _TWO) & _THREES)
    value = (value + (value >> _FOUR)) & _LOW_NIBBLES
    return int((value * _BYTES) >> _S56)


@wrapping
def _odd_gamma(value):
    """An odd increment with enough changes between neighbouring bits (``mixGamma`` of the paper)."""
    value = (value ^ (value >> _S33)) * _GAMMA_1
    value = (value ^ (value >> _S33)) * _GAMMA_2
    value = (value ^ (value >> _S33)) | _ONE
    return value ^ _ALTERNATING if _bit_count(value ^ (value >> _ONE)) < 24 else value


@wrapping
def open_stream(stream, seed, block, game, purpose, index):
    """Set ``stream`` (a :data:`STREAM` record) to the beginning of the named stream. All names are integers from 0 to 2**63 - 1."""
    name = mix(np.uint64(seed) + _GOLDEN)
    name = mix((name ^ np.uint64(block)) + _GOLDEN)
    name = mix((name ^ np.uint64(game)) + _GOLDEN)
    name = mix((name ^ np.uint64(purpose)) + _GOLDEN)
    name = mix((name ^ np.uint64(index)) + _GOLDEN)
    stream.position = name
    stream.gamma = _odd_gamma(name + _GOLDEN)


@wrapping
def next_bits(stream):
    """The stream's next 64 bits (uint64)."""
    stream.position = np.uint64(stream.position) + np.uint64(stream.gamma)
    return mix(np.uint64(stream.position))


@wrapping
def below(stream, n):
    """A uniform integer from 0 to n - 1, exactly (1 <= n < 2**32).

    Lemire, "Fast random integer generation in an interval" (ACM TOMACS 2019), on the upper 32 bits of a draw.
    """
    size = np.uint64(n)
    product = (next_bits(stream) >> _S32) * size
    low = product & _LOW_32
    if low < size:
        threshold = (_LOW_32 - size + _ONE) % size
        while low < threshold:
            product = (next_bits(stream) >> _S32) * size
            low = product & _LOW_32
    return int(product >> _S32)


@wrapping
def uniform(stream):
    """A uniform float64 from 0 (included) to 1 (excluded), a multiple of 2**-53."""
    return float(next_bits(stream) >> _S11) * _DOUBLE_UNIT
