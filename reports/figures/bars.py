"""Bars: how a length is distributed, with the lengths that a tenth, half and nine tenths of the games don't exceed."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.patches import PathPatch
from matplotlib.path import Path

from analysis.language import tr
from analysis.statistics import Histogram
from analysis.wording import colon, fixed, percent
from reports.figures.svg import TOKEN, WIDTH, Drawing, canvas, styled, to_svg

_BINS = 60
_SHOWN = 0.995  # the longest games in 200 would squeeze all others together


def bars(
    histogram: Histogram, quantiles: Sequence[tuple[float, float]], name: str, title: str, description: str, axis: str
) -> tuple[Drawing, float, int]:
    """The figure as SVG, the share of games longer than its axis, and where the axis ends. `quantiles`: (level, value)."""
    edges, counts = histogram.binned(_BINS, _SHOWN)
    beyond = 1.0 - float(counts.sum()) / histogram.games
    with styled():
        figure, axes = canvas(178.0, WIDTH, (14.0, 14.0, 32.0, 40.0))
        heights = counts / counts.max()
        vertices, codes = [], []
        width = edges[1] - edges[0]
        gap = 0.12 * width
        for edge, height in zip(edges[:-1], heights, strict=True):
            if height > 0:
                x0, x1 = edge - width / 2 + gap / 2, edge + width / 2 - gap / 2
                vertices += [(x0, 0), (x0, height), (x1, height), (x1, 0), (x0, 0)]
                codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        axes.add_patch(PathPatch(Path(vertices, codes), facecolor=TOKEN["series0"], edgecolor="none"))
        axes.set_xlim(edges[0] - width, edges[-1])
        axes.set_ylim(0, 1.04)
        unit = (WIDTH - 28.0) / (edges[-1] - edges[0] + width)
        free = -1e9  # where the last label of the lower row ends, in SVG units
        for level, value in quantiles:
            x = value - (value - edges[0]) % width
            if x > edges[-1]:
                continue
            axes.plot([x, x], [0, 1.0], color=TOKEN["ink"], linewidth=1.0, linestyle=(0, (4, 3)))
            words = colon(tr("half") if level == 0.5 else percent(level, 0), fixed(value, 0))
            half = 3.0 * len(words) + 3.0
            place = x * unit
            raised = place - half < free
            free = free if raised else place + half
            axes.annotate(
                words,
                (x, 1.0),
                xytext=(0, 18 if raised else 5),
                textcoords="offset points",
                ha="center",
                fontsize=10,
                color=TOKEN["ink"],
            )
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.tick_params(axis="x", length=3)
        axes.locator_params(axis="x", nbins=7)
        axes.set_xlabel(axis)
        numbers = [(value, int(games)) for value, games in enumerate(histogram.count) if games]
        return to_svg(figure, name, title, description, ("value", "games"), numbers), beyond, int(edges[-1]) - 1
