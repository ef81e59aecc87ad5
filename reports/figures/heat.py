"""Heat map: a share for each pair of levels, coloured where it is shown to differ from the average."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.patches import Rectangle

from analysis.wording import brief, fixed
from reports.figures.svg import TOKEN, WIDTH, Drawing, canvas, styled, to_svg

STEPS = (0.0, 0.025, 0.05, 0.10)
"""Distances from the average (fractions of 1) at which the colour becomes stronger."""
_CELL = 27.0
_LABEL = 24


@dataclass(frozen=True)
class Cell:
    """A share, its difference from the average, and whether that difference is shown (by an interval that excludes 0)."""

    estimate: float
    difference: float
    shown: bool


def heat(
    cells: Mapping[tuple[str, str], Cell],
    rows: Sequence[str],
    columns: Sequence[str],
    name: str,
    title: str,
    description: str,
    signed: bool = False,
) -> Drawing:
    """The figure as SVG; `cells` by (row, column), missing ones are left empty. `signed` writes plus signs, for
    differences."""
    with styled():
        labels = ["\n".join(textwrap.wrap(row, _LABEL)[:2]) for row in rows]
        left = 14.0 + 6.4 * max(len(line) for label in labels for line in label.split("\n"))
        longest = max(len(column) for column in columns)
        room = (WIDTH - left - 6.0) / len(columns)
        slanted = 6.6 * longest > room
        top = min(14.0 + 4.8 * longest, 90.0) if slanted else 26.0
        right = max(6.0, 4.8 * len(columns[-1]) - room / 2) if slanted else 6.0
        figure, axes = canvas(top + _CELL * len(rows) + 6.0, WIDTH, (left, right, top, 6.0))
        for i, row in enumerate(rows):
            for j, column in enumerate(columns):
                cell = cells.get((row, column))
                if cell is None:
                    continue
                axes.add_patch(Rectangle((j - 0.47, i - 0.45), 0.94, 0.9, facecolor=TOKEN[_colour(cell)], edgecolor="none"))
                axes.text(
                    j, i, fixed(100 * cell.estimate, 1, signed), ha="center", va="center", fontsize=11 if room > 36 else 9,
                    fontweight="bold" if cell.shown else "normal", color=TOKEN["ink" if cell.shown else "soft"],
                )  # fmt: skip
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.xaxis.tick_top()
        axes.set_xticks(
            range(len(columns)),
            _heads(columns, room) if slanted else list(columns),
            rotation=35 if slanted else 0,
            ha="left" if slanted else "center",
        )
        axes.set_yticks(range(len(rows)), labels)
        axes.tick_params(length=0, pad=4)
        axes.tick_params(axis="x", labelcolor=TOKEN["ink"], labelsize=11)
        for spine in axes.spines.values():
            spine.set_visible(False)
        numbers = [
            (row, column, cell.estimate, cell.difference, int(cell.shown))
            for row in rows
            for column in columns
            if (cell := cells.get((row, column))) is not None
        ]
        return to_svg(figure, name, title, description, ("row", "column", "estimate", "difference", "shown"), numbers)


def steps() -> dict[str, str]:
    """The distances from which the colour becomes stronger, in percentage points, for a caption."""
    return {name: brief(100 * step) for name, step in zip(("first", "second", "third"), STEPS[1:], strict=True)}


def _colour(cell: Cell) -> str:
    if not cell.shown:
        return "fill"
    step = sum(abs(cell.difference) >= limit for limit in STEPS)
    return f"{'up' if cell.difference > 0 else 'down'}{step}"


def _heads(columns: Sequence[str], room: float) -> list[str]:
    """Slanted heads of columns, each cut where it would leave the figure at the right; the table below has them whole."""
    heads = []
    for place, column in enumerate(columns):
        fits = max(int(((len(columns) - place - 0.5) * room + 18.0) / 5.1), 5)
        heads.append(column if len(column) <= fits else f"{column[: fits - 1]}…")
    return heads
