"""An interval against limits: what it shows about the true value, and what it leaves open.

The limits cut the line into three regions: below, within, above. An interval that holds the true value 95 times in 100 says in which of them it
lies whenever it lies wholly in one; it is wrong at most 5 times in 100, since a wrong region means that the interval missed the truth. Three-sided
testing (Goeman, Solari & Stijnen 2010, Statistics in Medicine 29, 2117-2125) says the same in tests: exactly one of the three hypotheses "it
lies in this region" is true, so rejecting two of them needs no further correction. "Within" is the two one-sided tests of equivalence
(Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680).
"""

from __future__ import annotations

from typing import Literal

Region = Literal["within", "above", "below", "undecided"]


def judge(low: float | None, high: float | None, lower: float, upper: float, is_open: bool = False) -> Region:
    """Where a value lies whose interval is `low` to `high`, beside the limits `lower` and `upper`.

    "within": the whole interval lies between the limits (ends included).  "above", "below": it lies wholly beyond one of them, not touching it.
    "undecided": anything else, also an interval that is not known (None or nan).  is_open: the limits themselves lie beyond ("under 40" is not 40).

    Raises ValueError when the limits or the ends are the wrong way round.
    """
    if not lower <= upper:
        raise ValueError(f"the limits are the wrong way round: {lower} to {upper}")
    if low is None or high is None or low != low or high != high:
        return "undecided"
    if low > high:
        raise ValueError(f"the ends of an interval are the wrong way round: {low} to {high}")
    if low > upper or (is_open and low == upper):
        return "above"
    if high < lower or (is_open and high == lower):
        return "below"
    inside = lower < low and high < upper if is_open else lower <= low and high <= upper
    return "within" if inside else "undecided"
