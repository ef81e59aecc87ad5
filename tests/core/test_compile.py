"""The pieces that Numba lacks do in compiled code what plain Python says they do."""

from __future__ import annotations

import numba
import numpy as np

from sim.core.compile import COMPILED, ROW, copy_items, copy_records, copy_start, lowest, positive
from sim.core.proxy import RecordProxy, RecordsProxy

BEGIN = 140
START = BEGIN + 1  # more than the 128 bytes that are copied at once
INNER = np.dtype([("cells", np.int8, (3, 4, 4)), ("head", np.int8, (BEGIN,)), ("tail", np.int64)])


def _rows(array):
    return [positive(array, row) for row in range(3)]


def _copies(target, source):
    copy_items(target.cells, 5, source.cells, 20, 7)
    return positive(target.cells, 0)


def _start(target, source):
    copy_start(target, source, START)


def _records(target, source, number):
    copy_records(target, source, number)


def _low(bits):
    return lowest(bits)


def _filled(seed):
    records = np.zeros(5, INNER)
    chance = np.random.default_rng(seed)
    records["cells"] = chance.integers(-2, 3, records["cells"].shape)
    records["head"] = chance.integers(-128, 128, records["head"].shape)
    records["tail"] = chance.integers(0, 2**60, 5)
    return records


def _both(function, *arguments):
    """What a function answers, compiled (records arrive as arrays of length 1)."""
    return numba.njit(function)(*arguments) if COMPILED else function(*arguments)


def test_positive_marks_what_is_above_zero():
    cells = _filled(1)[0]["cells"]
    flat = cells.reshape(-1, ROW)
    want = [sum(1 << i for i in range(ROW) if row[i] > 0) for row in flat]
    assert _both(_rows, cells) == want
    assert len(set(want)) == 3


def test_lowest_is_the_number_of_the_lowest_bit():
    for bits in (1, 2, 12, 0x8000, 1 << 62, (1 << 62) + (1 << 40)):
        assert _both(_low, bits) == next(i for i in range(64) if bits >> i & 1)


def test_items_are_copied_as_if_flat():
    target, source = _filled(2), _filled(3)
    want = target["cells"][0].reshape(-1).copy()
    want[5:12] = source["cells"][0].reshape(-1)[20:27]
    if COMPILED:
        marks = numba.njit(lambda a, b: _copies_compiled(a[0], b[0]))(target, source)
    else:
        marks = _copies(RecordProxy(target[:1]), RecordProxy(source[:1]))
    assert (target["cells"][0].reshape(-1) == want).all()
    assert marks == sum(1 << i for i in range(ROW) if want[i] > 0)


def test_the_start_of_a_record_is_copied_and_no_more():
    target, source = _filled(4), _filled(5)
    before = target.copy()
    if COMPILED:
        numba.njit(lambda a, b: _start_compiled(a[1], b[1]))(target, source)
    else:
        _start(RecordProxy(target[1:2]), RecordProxy(source[1:2]))
    size = INNER.itemsize
    got, old, new = (np.frombuffer(records.tobytes(), np.uint8) for records in (target, before, source))
    changed = slice(size, size + START)
    assert (got[changed] == new[changed]).all()
    got, old = got.copy(), old.copy()
    got[changed] = old[changed] = 0
    assert (got == old).all()


def test_the_first_records_are_copied():
    target, source = _filled(6), _filled(7)
    last = target[3:].copy()
    if COMPILED:
        numba.njit(_records)(target, source, 3)
    else:
        _records(RecordsProxy(target), RecordsProxy(source), 3)
    assert (target[:3] == source[:3]).all()
    assert (target[3:] == last).all()


if COMPILED:
    _copies_compiled = numba.njit(_copies)
    _start_compiled = numba.njit(_start)
