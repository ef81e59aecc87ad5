"""Figures as files of their own: an SVG that needs no page around it, and a PNG of the same drawing."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from matplotlib.artist import Artist
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from reports.figures.palette import light

SCALE = 1.25
"""CSS pixels on the page for an SVG unit: how large a figure is at most drawn there."""
SHARPNESS = 2
"""PNG pixels for a CSS pixel."""
FONTS = "DejaVu Sans, Verdana, Segoe UI, sans-serif"
"""As measured when the labels were placed; the others are about as wide."""

_kept: ContextVar[dict[str, bytes] | None] = ContextVar("kept", default=None)


@contextmanager
def keeping(wanted: bool = True) -> Iterator[dict[str, bytes]]:
    """Within the block every figure that is drawn is also kept as a PNG, by its name, if `wanted`."""
    kept: dict[str, bytes] = {}
    before = _kept.set(kept if wanted else None)
    try:
        yield kept
    finally:
        _kept.reset(before)


def keep(name: str, figure: Figure, tokens: Mapping[str, str]) -> None:
    """Keep a figure that is done with as a PNG, if anybody wants it."""
    kept = _kept.get()
    if kept is not None:
        kept[name] = to_png(figure, tokens)


def name_of(svg: str) -> str:
    """The name of a page's figure, with which all its ids begin."""
    found = re.search(r'aria-labelledby="([^"]+)-title"', svg)
    if found is None:
        raise ValueError("this is no figure of a page")
    return found[1]


def standalone(svg: str) -> str:
    """A page's figure as an SVG file: light colours in place of the page's variables, on paper, with fonts and a size."""
    colours = light()
    text = re.sub(r"<[^>]+>", lambda tag: re.sub(r"var\(--([\w-]+)\)", lambda name: colours[name[1]], tag.group()), svg)
    head = re.match(r'<svg class="figure" viewBox="0 0 ([\d.]+) ([\d.]+)"([^>]*?) style="[^"]*">', text)
    if head is None:
        raise ValueError("this is no figure of a page")
    width, height = (float(head[k]) for k in (1, 2))
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SCALE * width:.0f}" height="{SCALE * height:.0f}" '
        f'viewBox="0 0 {head[1]} {head[2]}"{head[3]} font-family="{FONTS}" stroke-linejoin="round">'
    )
    body = text[head.end() :]
    words = re.match(r"<title.*?</title><desc>.*?</desc>", body, re.DOTALL)
    after = words.end() if words else 0
    paper = f'<rect width="100%" height="100%" fill="{colours["paper"]}"/>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{start}{body[:after]}{paper}{body[after:]}\n'


def to_png(figure: Figure, tokens: Mapping[str, str]) -> bytes:
    """The figure as a PNG in light colours, as large as a page shows it at most, twice as sharp. Afterwards the figure has these colours.

    tokens: name of a CSS variable → the colour by which the figure means it.
    """
    named = {token: light()[name] for name, token in tokens.items()}
    for artist in figure.findobj():
        _recolour(artist, named)
    figure.patch.set_visible(True)
    figure.patch.set_facecolor(light()["paper"])
    buffer = io.BytesIO()
    # No metadata: its "Software" names a version of Matplotlib, and the same data should give the same bytes.
    figure.savefig(buffer, format="png", dpi=72 * SCALE * SHARPNESS, facecolor="auto", metadata={"Software": None})
    return buffer.getvalue()


def _recolour(artist: Artist, named: Mapping[str, str]) -> None:
    """Replace every token among the artist's colours, its transparency kept."""

    def found(colour: Any) -> Any:
        if isinstance(colour, str) and colour.lower() in ("none", "auto"):
            return colour
        plain = to_hex(colour)
        return named[plain] + to_hex(colour, keep_alpha=True)[7:] if plain in named else colour

    if isinstance(artist, Line2D):
        artist.set_color(found(artist.get_color()))
        artist.set_markerfacecolor(found(artist.get_markerfacecolor()))
        artist.set_markeredgecolor(found(artist.get_markeredgecolor()))
    elif isinstance(artist, Patch):
        # Only what is a token: setting "none" again would give it the transparency of the whole.
        face, edge = artist.get_facecolor(), artist.get_edgecolor()
        if found(face) is not face:
            artist.set_facecolor(found(face))
        if found(edge) is not edge:
            artist.set_edgecolor(found(edge))
    elif isinstance(artist, Text):
        artist.set_color(found(artist.get_color()))
    elif isinstance(artist, Collection):
        faces, edges = list(artist.get_facecolor()), list(artist.get_edgecolor())
        if any(found(colour) is not colour for colour in faces):
            artist.set_facecolor([found(colour) for colour in faces])
        if any(found(colour) is not colour for colour in edges):
            artist.set_edgecolor([found(colour) for colour in edges])
