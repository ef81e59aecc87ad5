"""The colours of figures that stand outside a page: the light ones of the page's style sheet, which is their only home."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STYLE = Path(__file__).resolve().parents[1] / "templates" / "style.css"


@cache
def light() -> dict[str, str]:
    """Name of a CSS variable → colour as #rrggbb, from the first :root block of the style sheet."""
    block = re.search(r":root\s*\{(.*?)\}", STYLE.read_text(encoding="utf-8"), re.DOTALL)
    if block is None:
        raise RuntimeError(f"{STYLE.name} has no :root block with colours")
    return {name: _long(colour) for name, colour in re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})\b", block[1])}


def _long(colour: str) -> str:
    """#abc as #aabbcc."""
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
