"""Distributions of several settings one above the other, on one axis: how long games are, not only on average."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from analysis.language import tr
from analysis.statistics import Histogram
from analysis.wording import colon, fixed
from reports.figures.svg import TOKEN, WIDTH, Drawing, canvas, styled, to_svg

_BINS = 48
_SHOWN = 0.995  # the longest games in 200 would squeeze all others together
_ROW = 58.0
_LABEL = 16


@dataclass(frozen=True)
class Ridge:
    """A setting's distribution, its median and the interval of that, and what nine tenths don't exceed."""

    label: str
    histogram: Histogram
    median: float
    low: float
    high: float
    late: float


def ridges(rows: Sequence[Ridge], name: str, title: str, description: str, axis: str) -> Drawing:
    """The figure as SVG: bars of the share of games, equal areas; a line at the median, a mark at the 90 % quantile."""
    first = min(int(np.argmax(row.histogram.count > 0)) for row in rows)
    last = max(_end(row.histogram) for row in rows)
    width = max(1, -(-(last - first + 1) // _BINS))
    edges = np.arange(first, last + width + 1, width)
    shares = [_binned(row.histogram, edges) for row in rows]
    tallest = max(float(share.max()) for share in shares)
    with styled():
        labels = ["\n".join(textwrap.wrap(row.label, _LABEL)[:3]) for row in rows]
        left = 14.0 + 6.4 * max(len(line) for label in labels for line in label.split("\n"))
        figure, axes = canvas(_ROW * len(rows) + 46.0, WIDTH, (left, 14.0, 6.0, 40.0))
        axes.set_xlim(edges[0] - 0.5, edges[-1] - 0.5)
        axes.set_ylim(len(rows) - 0.02, -0.06)
        for place, (row, share) in enumerate(zip(rows, shares, strict=True)):
            base = place + 0.94
            vertices: list[tuple[float, float]] = []
            codes: list[Any] = []
            for edge, height in zip(edges[:-1], 0.84 * share / tallest, strict=True):
                if height > 0:
                    x0, x1 = edge - 0.5, edge + width - 0.5 - 0.12 * width
                    vertices += [(x0, base), (x0, base - height), (x1, base - height), (x1, base), (x0, base)]
                    codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
            axes.add_patch(PathPatch(Path(vertices, codes), facecolor=TOKEN[f"series{place % 8}"], edgecolor="none", alpha=0.75))
            axes.plot([edges[0] - 0.5, edges[-1] - 0.5], [base, base], color=TOKEN["grid"], linewidth=0.8)
            axes.plot([row.median, row.median], [base, base - 0.9], color=TOKEN["ink"], linewidth=1.2, linestyle=(0, (4, 3)))
            if row.late <= edges[-1]:
                axes.plot([row.late, row.late], [base, base - 0.3], color=TOKEN["ink"], linewidth=1.2)
            axes.annotate(
                colon(tr("half"), fixed(row.median, 0)), (row.median, base - 0.84), xytext=(4, 0), textcoords="offset points", va="center",
                fontsize=9.5, color=TOKEN["ink"],
            )  # fmt: skip
        axes.set_yticks([place + 0.6 for place in range(len(rows))], labels)
        axes.tick_params(axis="y", length=0, pad=6)
        axes.tick_params(axis="x", length=3)
        axes.spines["left"].set_visible(False)
        axes.locator_params(axis="x", nbins=7)
        axes.set_xlabel(axis)
        numbers = [(row.label, value, int(games)) for row in rows for value, games in enumerate(row.histogram.count) if games]
        return to_svg(figure, name, title, description, ("row", "value", "games"), numbers)


def _end(histogram: Histogram) -> int:
    share = np.cumsum(histogram.count) / histogram.games
    return int(np.argmax(share >= _SHOWN - 1e-12))


def _binned(histogram: Histogram, edges: np.ndarray) -> np.ndarray:
    padded = np.zeros(int(edges[-1]), np.int64)
    kept = histogram.count[: len(padded)]
    padded[: len(kept)] = kept
    return np.add.reduceat(padded, edges[:-1]) / histogram.games
