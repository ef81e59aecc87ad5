"""Ranges in a study's grid: ``{ from = 4, to = 12 }`` stands for 4, 5, … 12, with a `step` for every second, third … of them.

Both ends belong to the range, and the last step must meet the upper one, so that nobody looks in vain for a value that was written down.
"""

from __future__ import annotations

from decimal import Decimal
from math import isfinite
from typing import Any

from analysis.places import Path
from analysis.spelling import suggest
from analysis.study_file import StudyFile, dotted

KEYS = ("from", "to", "step")
MOST_VALUES = 1000


def is_range(node: Any) -> bool:
    """Whether a value of the grid is meant as a range: a table with `from` or `to`."""
    return isinstance(node, dict) and ("from" in node or "to" in node)


def without_ranges(file: StudyFile, node: Any, at: Path) -> Any:
    """`node` of the grid, which stands at `at`, with a list of values in the place of each range; UserError for one that can't be meant."""
    if is_range(node):
        return values_of(file, node, at)
    if isinstance(node, dict):
        return {key: without_ranges(file, below, (*at, key)) for key, below in node.items()}
    return node


def values_of(file: StudyFile, node: dict[str, Any], at: Path) -> list[int] | list[float]:
    """The values that a range stands for, both ends among them."""
    name = dotted(tuple(part for key in at[1:] for part in (key.split(".") if isinstance(key, str) else (key,))))
    for key in node:
        if key not in KEYS:
            raise file.error((*at, key), f"there is no such key in a range; {suggest(key, KEYS)}", key=f"{name}.{key}")
    for key in ("from", "to"):
        if key not in node:
            raise file.error(at, f"a range has both ends, {{ from = 4, to = 12 }}; {key} is missing", key=name)
    for key, value in node.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise file.error((*at, key), f"{value!r} is not a number", key=f"{name}.{key}")
    whole = all(isinstance(value, int) for value in node.values())
    if "step" not in node and not whole:
        raise file.error(at, "a range of numbers that are not whole needs a step, { from = 0.5, to = 2.0, step = 0.5 }", key=name)
    # Decimals as written: 0.1 + 0.2 would be another number than 0.3.
    first, last, step = (Decimal(str(node.get(key, 1))) for key in KEYS)
    if step <= 0:
        raise file.error((*at, "step"), f"{node['step']!r} is out of range; a step is above 0", key=f"{name}.step")
    if first >= last:
        raise file.error(at, f"it begins at {node['from']} and ends at {node['to']}; write the smaller number first", key=name)
    steps = (last - first) // step
    if steps >= MOST_VALUES:
        raise file.error(at, f"these are {int(steps) + 1:,} values; at most {MOST_VALUES:,}", key=name)
    if first + steps * step != last:
        met = first + steps * step
        raise file.error(at, f"steps of {step} from {first} don't meet {last}; write to = {met}, or another step", key=name)
    values = [first + k * step for k in range(int(steps) + 1)]
    return [int(value) for value in values] if whole else [float(value) for value in values]
