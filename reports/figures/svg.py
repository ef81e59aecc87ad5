"""From a Matplotlib figure to an SVG that can stand among others in one page.

- Colours are *tokens*: a colour that no figure would use by chance stands for a CSS variable, so figures follow the page into dark mode.
- Text stays text: it can be read aloud, searched and set in the page's font.
- Every id begins with the figure's name: two figures in one page never share one.
- The numbers that are drawn go with the figure, for those who want them in a table.
- The same data give the same bytes: fixed salt, no date, coordinates rounded to a tenth of a unit.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter

from analysis.wording import MINUS, written
from reports.figures.pictures import SCALE, keep

UNIT = 72.0
"""SVG units an inch: sizes below are in SVG units, about a CSS pixel at full size."""
WIDTH = 360.0
"""Width of a figure: a phone shows it at full size, a desk beside others."""

_VARIABLES = (
    "ink", "soft", "grid", "paper", "above", "below", "unclear", "fill",
    *(f"up{k}" for k in range(1, 5)), *(f"down{k}" for k in range(1, 5)), *(f"series{k}" for k in range(8)),
)  # fmt: skip
TOKEN = {name: f"#a7{number:02x}5f" for number, name in enumerate(_VARIABLES)}
"""Name of a CSS variable → the colour that stands for it in Matplotlib."""

_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "balancier",
    "font.family": "DejaVu Sans",
    "font.size": 11.0,
    "text.color": TOKEN["ink"],
    "axes.edgecolor": TOKEN["soft"],
    "axes.labelcolor": TOKEN["soft"],
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "xtick.color": TOKEN["soft"],
    "ytick.color": TOKEN["soft"],
    "xtick.labelcolor": TOKEN["soft"],
    "ytick.labelcolor": TOKEN["ink"],
    "xtick.labelsize": 10.0,
    "axes.labelsize": 10.0,
    "grid.color": TOKEN["grid"],
    "grid.linewidth": 0.8,
    "lines.solid_capstyle": "butt",
    "path.simplify": True,
    "text.parse_math": False,  # a $ in a strategy's name is a $
}


class Drawing(str):
    """An <svg> element, with the numbers that it draws.

    name: begins all its ids.  columns: the heads of its numbers.  rows: words, numbers (shares as fractions of 1) or None, in the order drawn.
    """

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | float | None]]

    def __new__(cls, svg: str, name: str = "", columns: Sequence[str] = (), rows: Sequence[Sequence[str | float | None]] = ()) -> Drawing:
        """A figure's markup and its numbers."""
        made = super().__new__(cls, svg)
        made.name, made.columns, made.rows = name, columns, rows
        return made


def styled() -> Any:
    """The context in which figures are drawn."""
    return matplotlib.rc_context(_STYLE)


def canvas(height: float, width: float = WIDTH, margins: tuple[float, float, float, float] = (60, 10, 10, 34)) -> tuple[Figure, Any]:
    """A figure and its axes; `margins` (left, right, top, bottom), all in SVG units."""
    figure = Figure(figsize=(width / UNIT, height / UNIT))
    left, right, top, bottom = margins
    box = (left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height)
    axes = figure.add_axes(box)
    axes.xaxis.set_major_formatter(_Ticks())
    axes.yaxis.set_major_formatter(_Ticks())
    figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    return figure, axes


class _Ticks(ScalarFormatter):
    """Numbers along an axis in the form of the language in use."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        return written(super().__call__(x, pos).replace(MINUS, "-"))


def to_svg(
    figure: Figure,
    name: str,
    title: str,
    description: str,
    columns: Sequence[str] = (),
    rows: Sequence[Sequence[str | float | None]] = (),
) -> Drawing:
    """The figure as an <svg> element for a page.

    name: begins every id; letters, digits and hyphens.  title, description: its text alternative.  columns, rows: the numbers that it draws.
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    keep(name, figure, TOKEN)
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    view = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    if view is None:
        raise RuntimeError("Matplotlib wrote an SVG without a viewBox")
    width, height = view.groups()
    label, told = f"{name}-title", f"{name}-told"
    head = (
        f'<svg class="figure" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{label}" aria-describedby="{told}" '
        f'style="max-width:{float(width) * SCALE:.0f}px">'
        f'<title id="{label}">{escape(title)}</title><desc id="{told}">{escape(description)}</desc>'
    )
    body = text[text.index(">") + 1 :]
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"<[^>]+>", _tidy_tag, body)
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', body))
    body = re.sub(r' id="([^"]+)"', lambda found: f' id="{name}-{found.group(1)}"' if found.group(1) in used else "", body)
    body = re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", body)
    body = re.sub(r"<g>\s*</g>\s*", "", body)
    return Drawing(head + re.sub(r"\n\s*", "\n", body).strip(), name, columns, rows)


def _tidy_tag(found: re.Match[str]) -> str:
    """One tag (not the text between tags): tokens become variables, numbers short, fonts the page's."""
    tag = found.group()
    for variable, colour in TOKEN.items():
        tag = tag.replace(colour, f"var(--{variable})")
    tag = tag.replace("xlink:href", "href").replace(' transform="rotate(-0', ' transform="rotate(0')
    tag = re.sub(r' transform="rotate\(0 [^)]*\)"', "", tag)
    tag = re.sub(r"font-family: [^;\"]*; ?", "", tag)
    tag = re.sub(r"(-?\d+\.\d{2,})(?=[^%\d])", lambda number: _short(float(number.group())), tag)
    return re.sub(r"\s*\n\s*", " ", tag)


def _short(number: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{number:.1f}"
    return "0" if float(text) == 0 else text.removesuffix(".0")
