"""Map of a grid of three piles: a panel for each element of the third, rows of the first, columns of the second; a number in each cell.

Cells that are shown to differ from the reference are coloured and bold, stronger the further away; the steps are a half, all, and one and a half of
the typical distance (the root mean square of all cells' distances), so that the map of any figure uses all of its colours.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.patches import Rectangle

from analysis.wording import fixed
from reports.figures.svg import TOKEN, WIDTH, Drawing, canvas, styled, to_svg

_CELL = 24.0
_TITLE = 40.0
_STEPS = (0.5, 1.0, 1.5)


@dataclass(frozen=True)
class GridCell:
    """A number, its distance from the reference, and whether that is shown (by an interval that excludes 0)."""

    value: float
    difference: float
    shown: bool


def grid(
    cells: Mapping[tuple[int, int, int], GridCell],
    axes: tuple[Sequence[str], Sequence[str], Sequence[str]],
    name: str,
    title: str,
    description: str,
    digits: int = 1,
    signed: bool = False,
) -> Drawing:
    """The figure as SVG. `cells` by places on the three axes (missing ones stay empty); `axes`: the names of rows, columns and panels."""
    rows, columns, panels = axes
    typical = math.sqrt(sum(cell.difference**2 for cell in cells.values()) / len(cells)) if cells else 0.0
    left = 12.0 + 6.0 * max(map(len, rows))
    panel = _TITLE + _CELL * len(rows) + 10.0
    room = (WIDTH - left - 4.0) / len(columns)
    height = panel * len(panels)
    with styled():
        figure, axes_ = canvas(height, WIDTH, (0.0, 0.0, 0.0, 0.0))
        axes_.set_xlim(0.0, WIDTH)
        axes_.set_ylim(height, 0.0)
        axes_.axis("off")
        for third, words in enumerate(panels):
            top = third * panel + _TITLE
            axes_.text(left, top - 25.0, words, fontsize=11.5, fontweight="bold", color=TOKEN["ink"], va="center")
            for second, column in enumerate(columns):
                x = left + (second + 0.5) * room
                axes_.text(x, top - 8.0, column, ha="center", va="center", fontsize=_fitting(column, room), color=TOKEN["soft"])
            for first, row in enumerate(rows):
                y = top + (first + 0.5) * _CELL
                axes_.text(left - 6.0, y, row, ha="right", va="center", fontsize=10, color=TOKEN["ink"])
                for second in range(len(columns)):
                    cell = cells.get((first, second, third))
                    if cell is not None:
                        _draw(axes_, cell, left + second * room, y, room, typical, digits, signed)
        numbers = [(rows[i], columns[j], panels[k], cell.value, cell.difference, int(cell.shown)) for (i, j, k), cell in cells.items()]
        return to_svg(figure, name, title, description, ("row", "column", "panel", "value", "difference", "shown"), numbers)


def _draw(axes, cell: GridCell, x: float, y: float, room: float, typical: float, digits: int, signed: bool) -> None:
    face = TOKEN[_colour(cell, typical)]
    axes.add_patch(Rectangle((x + 1.0, y - _CELL / 2 + 1.0), room - 2.0, _CELL - 2.0, facecolor=face, edgecolor="none"))
    axes.text(
        x + room / 2, y, fixed(cell.value, digits, signed), ha="center", va="center", fontsize=11,
        fontweight="bold" if cell.shown else "normal", color=TOKEN["ink" if cell.shown else "soft"],
    )  # fmt: skip


def _fitting(word: str, room: float) -> float:
    """A font size at which a word fits its column."""
    return min(10.0, 1.75 * room / max(len(word), 1))


def _colour(cell: GridCell, typical: float) -> str:
    if not cell.shown:
        return "fill"
    step = 1 + sum(abs(cell.difference) >= limit * typical for limit in _STEPS)
    return f"{'up' if cell.difference > 0 else 'down'}{step}"
