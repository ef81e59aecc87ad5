"""Checks of guard rails in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from analysis.guard_file import BALANCED, GOING_FIRST, WIN_RATE
from analysis.guards import Check, Result
from analysis.language import noted, tr, trn
from analysis.point_names import PointNames
from analysis.wording import NBSP, Names, brief, fixed, in_points, outward, whole, with_range

_RESULTS = {"kept": noted("kept"), "broken": noted("BROKEN"), "undecided": noted("undecided")}


def sentence(check: Check, names: Names, places: PointNames) -> str:
    """A check in one sentence, with the setting, the figure, its interval, and the limits."""
    values = {
        "result": tr(_RESULTS[check.result]),
        "place": places.short(check.info.index),
        "what": what_words(check, names),
        "figure": _figure(check, names),
        "limits": limit_words(check, names),
    }
    text = tr("{result}: {place}: {what} is {figure}; to be {limits}.", **values)
    if check.result == "undecided":
        if check.needed is None:
            text += " " + tr("It was measured at the limit itself: nobody can tell how many games would settle it.")
        else:
            text += " " + tr("About {needed} games of this setting would settle it, of which {games} are played.",
                             needed=_rounded_up(check.needed), games=whole(check.games))  # fmt: skip
    if check.result != "kept" and check.guard.why:
        text += " " + tr("Why: {why}.", why=tr(check.guard.why.rstrip(".")))
    return text


def summary_line(found: Mapping[Result, int], confidence: float) -> str:
    """How many checks came out how, and how sure all are together."""
    total = sum(found.values())
    return trn(
        "{total} check: {kept} kept, {broken} broken, {undecided} undecided; all intervals hold together {confidence} times in 100.",
        "{total} checks: {kept} kept, {broken} broken, {undecided} undecided; all intervals hold together {confidence} times in 100.",
        total,
        total=whole(total),
        kept=whole(found["kept"]),
        broken=whole(found["broken"]),
        undecided=whole(found["undecided"]),
        confidence=brief(100 * confidence),
    )


def what_words(check: Check, names: Names) -> str:
    """The figure: "the win rate of 5-4-1"."""
    guard = check.guard
    level = names.said(guard.by, check.level) if guard.by else ""
    if guard.figure == WIN_RATE:
        return tr("the win rate of {level}", level=level)
    if guard.figure == BALANCED:
        return tr("the win rate of {level}, less the average of all seats,", level=level)
    if guard.figure == GOING_FIRST:
        if guard.against == "last":
            return tr("the first player's win rate, less the last one's,")
        return tr("the first player's win rate, less that of all others,")
    title = names.figures.per_game(guard.figure).title
    if guard.quantile == 0.5:
        return tr("the median of “{title}”", title=title)
    if guard.quantile is not None:
        return tr("the {quantile} % quantile of “{title}”", quantile=brief(100 * guard.quantile), title=title)
    return tr("the share of games “{title}”", title=title) if check.share else tr("the mean of “{title}”", title=title)


def limit_words(check: Check, names: Names) -> str:
    """The limits: "between 20 and 30 %", "under 53 %"."""
    lower, upper = (brief(round(_scale(check) * limit, 9)) for limit in (check.lower, check.upper))
    unit = unit_words(check, names)
    if isfinite(check.lower) and isfinite(check.upper):
        return tr("between {lower} and {upper}{unit}", lower=lower, upper=upper, unit=unit)
    return tr("under {limit}{unit}", limit=upper, unit=unit) if isfinite(check.upper) else tr("over {limit}{unit}", limit=lower, unit=unit)


def unit_words(check: Check, names: Names) -> str:
    """The unit behind a number, with the space before it."""
    if not check.share:
        unit = names.figures.per_game(check.guard.figure).unit
        return f"{NBSP}{unit}" if unit else ""
    return f"{NBSP}{tr('points')}" if check.guard.figure in (BALANCED, GOING_FIRST) else f"{NBSP}%"


def _scale(check: Check) -> float:
    return 100.0 if check.share else 1.0


def _digits(check: Check) -> int:
    if check.guard.quantile is not None:
        return 0
    if check.low is None or check.high is None:
        return 1
    width = _scale(check) * (check.high - check.low)
    return 1 if width >= 0.25 else 2 if width >= 0.025 else 3


def _figure(check: Check, names: Names) -> str:
    """The figure with its unit and interval: "53.1 % (51.9 to 54.3)"."""
    signed = check.guard.figure in (BALANCED, GOING_FIRST)
    value, digits = _scale(check) * check.estimate, _digits(check)
    figure = in_points(value, digits) if signed else fixed(value, digits) + unit_words(check, names)
    if check.low is None or check.high is None:
        return tr("{figure} (interval unknown)", figure=figure)
    return with_range(figure, outward(_scale(check) * check.low, _scale(check) * check.high, digits, signed))


def _rounded_up(games: int) -> str:
    """Two significant digits: what is said of the future is no exact number."""
    step = 10 ** max(len(str(games)) - 2, 0)
    return whole(-(-games // step) * step)
