"""Numbers and names in words, for sentences and pages.

Intervals are rounded outwards: what is printed is never narrower than what was computed. One decimal of a percentage is shown, more only
when the interval is narrower than that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from analysis.figures import Factor, Family, Figures, figures_of
from sim.core.registry import Game, get_game

NBSP = "\u00a0"
MINUS = "\u2212"
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def decimals(low: float, high: float) -> int:
    """Decimals of a percentage that an interval (of fractions of 1) deserves: 1, 2 or 3."""
    width = 100.0 * (high - low)
    if not width > 0 or width >= 0.25:
        return 1
    return 2 if width >= 0.025 else 3


def floor(value: float, digits: int) -> float:
    """Rounded down to `digits` decimals."""
    return math.floor(value * 10**digits + 1e-9) / 10**digits


def ceil(value: float, digits: int) -> float:
    """Rounded up to `digits` decimals."""
    return math.ceil(value * 10**digits - 1e-9) / 10**digits


def fixed(value: float, digits: int, signed: bool = False) -> str:
    """A number with a fixed number of decimals, a real minus sign, and never minus zero."""
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        return text.lstrip("-")
    sign = MINUS if value < 0 else "+" if signed else ""
    return sign + text.lstrip("-")


def percent(share: float, digits: int = 1) -> str:
    """0.213 as "21.3 %"."""
    return f"{fixed(100.0 * share, digits)}{NBSP}%"


def outward(low: float, high: float, digits: int, signed: bool = False) -> str:
    """The ends of an interval, rounded outwards: "20.9 to 21.7"."""
    return f"{fixed(floor(low, digits), digits, signed)} to {fixed(ceil(high, digits), digits, signed)}"


def percent_range(low: float, high: float, digits: int = 1, signed: bool = False) -> str:
    """The ends of an interval of fractions of 1, in percent, rounded outwards."""
    return outward(100 * low, 100 * high, digits, signed)


def share_words(row: Mapping[str, Any], joint: bool = True) -> str:
    """A share and its interval (the simultaneous one): "21.3 % (20.9 to 21.7)"."""
    low, high = ends(row, joint)
    digits = decimals(low, high)
    return f"{percent(row['estimate'], digits)} ({percent_range(low, high, digits)})"


def points_words(row: Mapping[str, Any], joint: bool = True) -> str:
    """A difference of shares in percentage points and its interval: "+1.2 points (0.8 to 1.6)"."""
    low, high = ends(row, joint)
    digits = decimals(low, high)
    return f"{fixed(100 * row['estimate'], digits, signed=True)} points ({percent_range(low, high, digits, signed=True)})"


def ends(row: Mapping[str, Any], joint: bool = True) -> tuple[float, float]:
    """The ends of a row's interval, of the simultaneous one if `joint`."""
    return (row["low_simultaneous"], row["high_simultaneous"]) if joint else (row["low"], row["high"])


def count(number: int) -> str:
    """A number of things, in words up to twelve."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else f"{number:,}"


def in_settings(found: int, total: int) -> str:
    """ "in both settings", "in all six settings", "in two of the six settings"."""
    if found == total:
        return "in both settings" if total == 2 else f"in all {count(total)} settings"
    return f"in {count(found)} of the {count(total)} settings"


def portion(found: int, total: int) -> str:
    """ "both", "all five", "two of five"."""
    if found == total:
        return "both" if total == 2 else f"all {count(total)}"
    return f"{count(found)} of {count(total)}"


def listing(words: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def ordinal(place: int) -> str:
    """1 as "1st"."""
    suffix = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{suffix}"


class Names:
    """What people read for the slugs of a run: printed French names of cards, titles of variants."""

    def __init__(self, game: Game, figures: Figures | None = None) -> None:
        """Names of a game's cards and variants, and the words of its figures."""
        self.game = game
        self.figures = figures or figures_of(game.name)
        self._titles = dict(game.deck_titles)

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> Names:
        """Names for a run's manifest; UserError when this balancier doesn't have the game."""
        return cls(get_game(manifest["study"]["game"]))

    def card(self, slug: str) -> str:
        """A card's printed name."""
        return self._titles.get(slug, slug)

    def variant(self, slug: str) -> str:
        """A variant's printed title."""
        variant = self.game.variants.get(slug)
        return variant.title if variant else slug

    def family(self, name: str) -> Family:
        """How the names of a family are told."""
        return self.figures.families.get(name) or Family(f"{name}s", name.capitalize())

    def plural(self, *families: str) -> str:
        """The levels of a factor, as a noun: "compos", "compos × coaches"."""
        return " × ".join(self.family(name).plural for name in families)

    def topic(self, factor: Factor) -> str:
        """A factor in the middle of a sentence: "starting compo"."""
        return factor.topic or factor.title[:1].lower() + factor.title[1:]

    def level(self, family: str, value: Any) -> str:
        """A level of a factor: a place as "1st", a card by its printed name, anything else by its words or as it is called."""
        if family == "order":
            return ordinal(int(value) + 1)
        told = self.family(family)
        return told.words.get(str(value)) or (self.card(value) if told.printed else str(value))

    def levels(self, row: Mapping[str, Any], families: Sequence[str]) -> str:
        """A row's levels together: "5-4-1 with Le Fourbe"."""
        return " with ".join(self.level(family, row[family]) for family in families)
