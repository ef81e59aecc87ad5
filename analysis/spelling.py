"""Sentences that help: the nearest right spelling, lists for people, durations."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the member of `known` that `name` was probably meant to be, or None."""
    known = list(known)
    folded = {candidate.casefold(): candidate for candidate in known}
    close = get_close_matches(str(name).casefold(), list(folded), n=1, cutoff=0.6)
    if close:
        return folded[close[0]]
    last_parts = {candidate.rsplit(".", 1)[-1]: candidate for candidate in known}
    return last_parts.get(str(name).rsplit(".", 1)[-1])


def suggest(name: str, known: Iterable[str], limit: int = 12) -> str:
    """Return "did you mean 'x'?" or, when nothing is near, "known are a, b and c"."""
    known = list(known)
    close = nearest(name, known)
    if close is not None:
        return f"did you mean {close!r}?"
    if not known:
        return "there are none"
    shown = known[:limit]
    more = f" and {len(known) - limit} more" if len(known) > limit else ""
    return f"known are {', '.join(shown)}{more}" if more else f"known are {listing(shown)}"


def listing(words: Iterable[object], joint: str = "and") -> str:
    """Return "a, b and c"."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {joint} {texts[-1]}"


def duration(seconds: float) -> str:
    """Return seconds as people say them: "8 s", "3 min 20 s", "2 h 5 min"."""
    if seconds < 1:
        return "less than a second"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 600:
        return f"{whole // 60} min {whole % 60} s" if whole % 60 else f"{whole // 60} min"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min" if minutes % 60 else f"{minutes // 60} h"


def plural(count: int, noun: str, several: str = "") -> str:
    """Return "1 game", "12,000 games"; `several` is the plural where it is not made with an s."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {several or noun + 's'}"
