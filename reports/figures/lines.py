"""Lines: a share for each level as a swept value changes, with a band for the interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from analysis.language import tr
from analysis.wording import brief
from reports.figures.svg import TOKEN, WIDTH, Drawing, canvas, styled, to_svg

_MARKERS = "os^DvPXd"
_BANDS = 3  # of more levels the bands would hide each other; whiskers, side by side, take their place
_BESIDE = 0.36  # of the least distance between two values, over which the whiskers of a value are spread


@dataclass(frozen=True)
class Line:
    """A level's shares (fractions of 1) over the swept values, with their intervals."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


@dataclass(frozen=True)
class Mark:
    """A place on the axis of swept values, with its interval, that belongs to a level (its number among the series)."""

    series: int
    x: float
    low: float
    high: float
    text: str


def lines(
    series: Sequence[Line],
    name: str,
    title: str,
    description: str,
    x_axis: str,
    y_axis: str = "",
    par: Line | None = None,
    marks: Sequence[Mark] = (),
    scale: float = 100.0,
) -> Drawing:
    """The figure as SVG.

    par: the average, drawn dashed, without a band.  y_axis: games won if none is given.
    marks: tipping points, a dashed line up from a band on the axis.
    scale: 100 for shares shown in percent, 1 for plain numbers.
    """
    with styled():
        longest = max(len(line.label) for line in series)
        right = min(16.0 + 6.4 * longest, 120.0)
        figure, axes = canvas(max(230.0, 60.0 + 17.0 * len(series)), WIDTH, (38.0, right, 10.0, 42.0))
        values = sorted({x for line in series for x in line.x})
        banded = len(series) <= _BANDS
        least = min((after - before for before, after in pairwise(values)), default=1.0)
        for number, line in enumerate(series):
            colour = TOKEN[f"series{number % 8}"]
            beside = 0.0 if banded else least * _BESIDE * (number / (len(series) - 1) - 0.5)
            x = np.asarray(line.x) + beside
            y, low, high = (scale * np.asarray(values) for values in (line.y, line.low, line.high))
            if banded:
                axes.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)
            else:
                axes.vlines(x, low, high, color=colour, linewidth=1.4)
            axes.plot(x, y, color=colour, linewidth=1.6 if banded else 1.1, marker=_MARKERS[number % 8], markersize=5)
        if par is not None:
            axes.plot(par.x, scale * np.asarray(par.y), color=TOKEN["ink"], linewidth=1.1, linestyle=(0, (4, 3)))
        axes.grid(axis="y")
        axes.set_axisbelow(True)
        if len(values) <= 10:
            axes.set_xticks(values, [brief(x) for x in values])
        bottom, top = axes.get_ylim()
        if scale == 100.0 and top - bottom < 4.0:
            axes.set_ylim((top + bottom) / 2 - 2.0, (top + bottom) / 2 + 2.0)
        bottom, top = axes.get_ylim()
        _draw_marks(axes, marks)
        apart = (top - bottom) * 14.0 / (figure.get_figheight() * 72.0 - 52.0)
        for number, place in _spread([scale * line.y[-1] for line in series], apart):
            axes.annotate(
                series[number].label, (1.0, place), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points",
                va="center", fontsize=10.5, color=TOKEN[f"series{number % 8}"], annotation_clip=False,
            )  # fmt: skip
        axes.tick_params(axis="y", length=0, labelcolor=TOKEN["soft"], labelsize=10)
        axes.tick_params(axis="x", length=3)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(x_axis)
        axes.set_ylabel(y_axis or tr("games won, %"))
        numbers = [(line.label, *row) for line in series for row in zip(line.x, line.y, line.low, line.high, strict=True)]
        return to_svg(figure, name, title, description, ("row", "at", "estimate", "low_simultaneous", "high_simultaneous"), numbers)


def _draw_marks(axes: Any, marks: Sequence[Mark]) -> None:
    """Tipping points: bands on the axis, one above the other, each with its line and its value."""
    for number, mark in enumerate(marks):
        colour, height = TOKEN[f"series{mark.series % 8}"], 0.015 + 0.03 * number
        across = axes.get_xaxis_transform()
        axes.plot([mark.low, mark.high], [height, height], transform=across, color=colour, linewidth=5.0, alpha=0.55, solid_capstyle="butt")
        axes.plot([mark.x, mark.x], [height, 1.0], transform=across, color=colour, linewidth=1.1, linestyle=(0, (2, 2)))
        axes.annotate(
            mark.text, (mark.x, 1.0), xycoords=across, xytext=(3, -3 - 12 * number), textcoords="offset points",
            va="top", fontsize=9.5, color=colour,
        )  # fmt: skip


def _spread(places: Sequence[float], apart: float) -> list[tuple[int, float]]:
    """Move labels up and down until they are `apart`: (index, place)."""
    order = sorted(range(len(places)), key=lambda k: places[k])
    spread = [places[k] for k in order]
    for _ in range(200):
        moved = False
        for k in range(len(spread) - 1):
            lack = apart - (spread[k + 1] - spread[k])
            if lack > 1e-9:
                spread[k] -= lack / 2
                spread[k + 1] += lack / 2
                moved = True
        if not moved:
            break
    return list(zip(order, spread, strict=True))
