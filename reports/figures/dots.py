"""Dot and whisker: a share for each level, its interval, and the average of all seats as a line."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from analysis.wording import decimals, fixed
from reports.figures.svg import TOKEN, WIDTH, Drawing, canvas, styled, to_svg

_ROW = 26.0
_LABEL = 24  # characters of a line of a row's label
_LEAST_NUMBERS = 1.0
_COLUMNS = ("row", "estimate", "low", "high", "low_simultaneous", "high_simultaneous", "shown")
_LEAST_SPAN = 4.0  # percentage points that the axis shows at least, so that noise is not blown up


@dataclass(frozen=True)
class Dot:
    """A row: shares as fractions of 1. `side` is +1 or -1 when shown to lie above or below the average, else 0."""

    label: str
    estimate: float
    low: float
    high: float
    low_simultaneous: float
    high_simultaneous: float
    side: int = 0


def dots(
    rows: Sequence[Dot],
    name: str,
    title: str,
    description: str,
    axis: str,
    reference: tuple[float, str] | None = None,
    scale: float = 100.0,
    signed: bool = False,
) -> Drawing:
    """The figure as SVG, the first row on top.

    reference: a value drawn as a dashed line, and what it is called.  scale: 100 for shares shown in percent, 1 for plain numbers.
    signed: for differences, whose axis may go below zero.
    """
    with styled():
        labels = ["\n".join(textwrap.wrap(row.label, _LABEL)[:3]) for row in rows]
        longest = max(len(line) for label in labels for line in label.split("\n"))
        height = _ROW if all("\n" not in label for label in labels) else _ROW + 8.0
        top = 22.0 if reference is not None else 8.0
        figure, axes = canvas(top + height * len(rows) + 40.0, WIDTH, (14.0 + 6.6 * longest, 50.0, top, 40.0))
        low, high = _limits(rows, reference, scale, signed)
        axes.set_xlim(low, high)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        axes.locator_params(axis="x", nbins=6)
        if reference is not None:
            x = scale * reference[0]
            axes.axvline(x, color=TOKEN["ink"], linewidth=1.1, linestyle=(0, (4, 3)), zorder=1)
            axes.annotate(
                reference[1], (x, 1.0), xycoords=("data", "axes fraction"), xytext=(0, 5),
                textcoords="offset points", ha=_anchor(x, low, high), fontsize=10, color=TOKEN["ink"],
            )  # fmt: skip
        for place, row in enumerate(rows):
            colour = TOKEN[{1: "above", -1: "below"}.get(row.side, "unclear")]
            axes.plot([scale * row.low_simultaneous, scale * row.high_simultaneous], [place, place], color=colour, linewidth=1.6)
            axes.plot([scale * row.low, scale * row.high], [place, place], color=colour, linewidth=4.2)
            axes.plot(
                [scale * row.estimate], [place], marker={1: ">", -1: "<"}.get(row.side, "o"), markersize=9 if row.side else 8,
                markerfacecolor=colour, markeredgecolor=TOKEN["paper"], markeredgewidth=1.3, linestyle="none",
            )  # fmt: skip
            digits = decimals(scale / 100 * row.low_simultaneous, scale / 100 * row.high_simultaneous)
            axes.annotate(
                fixed(scale * row.estimate, digits, signed), (1.0, place), xycoords=("axes fraction", "data"), xytext=(46, 0),
                textcoords="offset points", ha="right", va="center", fontsize=11, color=TOKEN["ink"],
            )  # fmt: skip
        axes.set_yticks(range(len(rows)), labels)
        axes.tick_params(axis="y", length=0, pad=6)
        axes.tick_params(axis="x", length=3)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(axis)
        return to_svg(figure, name, title, description, _COLUMNS, [astuple(row) for row in rows])


def _limits(rows: Sequence[Dot], reference: tuple[float, str] | None, scale: float, signed: bool) -> tuple[float, float]:
    """The ends of the axis: all intervals and the reference, with some room, and never so narrow that noise looks large."""
    ends = [scale * x for row in rows for x in (row.low_simultaneous, row.high_simultaneous)]
    if reference is not None:
        ends.append(scale * reference[0])
    low, high = min(ends), max(ends)
    least = _LEAST_SPAN if scale == 100.0 else _LEAST_NUMBERS
    spare = max(0.06 * (high - low), (least - (high - low)) / 2)
    return (low - spare, high + spare) if signed else (max(low - spare, 0.0), min(high + spare, scale))


def _anchor(x: float, low: float, high: float) -> str:
    """How to align a label at x so that it stays within the axes."""
    place = (x - low) / (high - low)
    return "left" if place < 0.2 else "right" if place > 0.8 else "center"
