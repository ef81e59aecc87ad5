"""Numbers and names in words, for sentences and pages.

Intervals are rounded outwards: what is printed is never narrower than what was computed. One decimal of a percentage is shown, more only
when the interval is narrower than that.

Every number that people read is written here, in the form of the language in use: its decimal sign and its sign between thousands (as Babel has them
from the Unicode consortium's CLDR), its words for small numbers, its ordinals. Data that programs read (CSV, JSON) are written elsewhere, plain.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from analysis.figures import Factor, Family, Figures, figures_of
from analysis.language import NBSP, language, noted, spoken, tr, trn
from sim.core.registry import Game, get_game

MINUS = "\u2212"
_WORDS = (
    noted("zero"), noted("one"), noted("two"), noted("three"), noted("four"), noted("five"), noted("six"), noted("seven"), noted("eight"),
    noted("nine"), noted("ten"), noted("eleven"), noted("twelve"),
)  # fmt: skip
_MOST_DECIMALS = 6


def decimals(low: float, high: float) -> int:
    """Decimals of a percentage that an interval (of fractions of 1) deserves: 1, 2 or 3."""
    width = 100.0 * (high - low)
    if not width > 0 or width >= 0.25:
        return 1
    return 2 if width >= 0.025 else 3


def difference_decimals(low: float, high: float) -> int:
    """Decimals of a difference: those of its interval, and more where rounding outwards would make an interval seem to reach 0 that doesn't."""
    digits = decimals(low, high)
    while digits < _MOST_DECIMALS and ((low > 0 and floor(100 * low, digits) <= 0) or (high < 0 and ceil(100 * high, digits) >= 0)):
        digits += 1
    return digits


def floor(value: float, digits: int) -> float:
    """Rounded down to `digits` decimals."""
    return math.floor(value * 10**digits + 1e-9) / 10**digits


def ceil(value: float, digits: int) -> float:
    """Rounded up to `digits` decimals."""
    return math.ceil(value * 10**digits - 1e-9) / 10**digits


@dataclass(frozen=True)
class _Signs:
    """The signs of a language's numbers."""

    decimal: str
    thousands: str


@cache
def _signs(lang: str) -> _Signs:
    from babel.numbers import get_decimal_symbol, get_group_symbol

    return _Signs(get_decimal_symbol(lang), get_group_symbol(lang))


def written(text: str) -> str:
    """A number as Python writes it ("-1,234.5") in the form of the language in use, with a real minus sign ("−1 234,5")."""
    signs = _signs(language())
    form = {".": signs.decimal, ",": signs.thousands, "-": MINUS}
    return "".join(form.get(sign, sign) for sign in text)


def fixed(value: float, digits: int, signed: bool = False) -> str:
    """A number with a fixed number of decimals, a real minus sign, and never minus zero."""
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        return written(text.lstrip("-"))
    return f"{'+' if signed and value > 0 else ''}{written(text)}"


def whole(number: int) -> str:
    """A whole number with a sign between thousands: "12,000"."""
    return written(f"{number:,}")


def brief(value: float) -> str:
    """A number with as many decimals as it has, six digits at most: "4", "0.5"."""
    return written(f"{value:g}")


def percent(share: float, digits: int = 1) -> str:
    """0.213 as "21.3 %"."""
    return f"{fixed(100.0 * share, digits)}{NBSP}%"


def outward(low: float, high: float, digits: int, signed: bool = False) -> str:
    """The ends of an interval, rounded outwards: "20.9 to 21.7"."""
    return tr("{low} to {high}", low=fixed(floor(low, digits), digits, signed), high=fixed(ceil(high, digits), digits, signed))


def percent_range(low: float, high: float, digits: int = 1, signed: bool = False) -> str:
    """The ends of an interval of fractions of 1, in percent, rounded outwards."""
    return outward(100 * low, 100 * high, digits, signed)


def with_range(figure: str, interval: str) -> str:
    """A figure and its interval: "21.3 % (20.9 to 21.7)"."""
    return tr("{figure} ({interval})", figure=figure, interval=interval)


def share_words(row: Mapping[str, Any], joint: bool = True) -> str:
    """A share and its interval (the simultaneous one): "21.3 % (20.9 to 21.7)"."""
    low, high = ends(row, joint)
    digits = decimals(low, high)
    return with_range(percent(row["estimate"], digits), percent_range(low, high, digits))


def points_words(row: Mapping[str, Any], joint: bool = True) -> str:
    """A difference of shares in percentage points and its interval: "+1.2 points (0.8 to 1.6)"."""
    low, high = ends(row, joint)
    digits = difference_decimals(low, high)
    return with_range(in_points(100 * row["estimate"], digits), percent_range(low, high, digits, signed=True))


def amount(number: str, unit: str) -> str:
    """A number and its unit, which no line separates: "8.3 turns", "12 %"."""
    return f"{number}{NBSP}{unit}" if unit else number


def in_points(value: float, digits: int) -> str:
    """A difference in percentage points: "+1.2 points". (In French anything below 2 is singular.)"""
    return trn("{number} points", "{number} points", int(abs(value)), number=fixed(value, digits, signed=True))


def ends(row: Mapping[str, Any], joint: bool = True) -> tuple[float, float]:
    """The ends of a row's interval, of the simultaneous one if `joint`."""
    return (row["low_simultaneous"], row["high_simultaneous"]) if joint else (row["low"], row["high"])


def count(number: int) -> str:
    """A number of things, in words up to twelve."""
    return tr(_WORDS[number]) if 0 <= number < len(_WORDS) else whole(number)


def in_settings(found: int, total: int) -> str:
    """ "in both settings", "in all six settings", "in two of the six settings"."""
    if found == total:
        return tr("in both settings") if total == 2 else tr("in all {total} settings", total=count(total))
    return trn("in one of the {total} settings", "in {found} of the {total} settings", found, found=count(found), total=count(total))


def portion(found: int, total: int) -> str:
    """ "both", "all five", "two of five"; where the things are named beside it, take a function that names them in the same breath."""
    if found == total:
        return tr("both") if total == 2 else tr("all {total}", total=count(total))
    return tr("{found} of {total}", found=count(found), total=count(total))


def settings_portion(found: int, total: int) -> str:
    """ "both settings", "all five settings", "two of five settings"."""
    if found == total:
        return tr("both settings") if total == 2 else tr("all {total} settings", total=count(total))
    return trn("one of {total} settings", "{found} of {total} settings", found, found=count(found), total=count(total))


def rates_portion(found: int, total: int) -> str:
    """ "both win rates", "all five win rates", "two of five win rates"."""
    if found == total:
        return tr("both win rates") if total == 2 else tr("all {total} win rates", total=count(total))
    return trn("one of {total} win rates", "{found} of {total} win rates", found, found=count(found), total=count(total))


def combinations_portion(found: int, total: int) -> str:
    """ "both combinations", "all five combinations", "two of five combinations"."""
    if found == total:
        return tr("both combinations") if total == 2 else tr("all {total} combinations", total=count(total))
    return trn("one of {total} combinations", "{found} of {total} combinations", found, found=count(found), total=count(total))


def comparisons_portion(found: int, total: int) -> str:
    """ "both comparisons", "all five comparisons", "two of five comparisons"; of variants with each other."""
    if found == total:
        return tr("both comparisons") if total == 2 else tr("all {total} comparisons", total=count(total))
    return trn("one of {total} comparisons", "{found} of {total} comparisons", found, found=count(found), total=count(total))


def listing(words: Sequence[str]) -> str:
    """ "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return tr("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])


def clauses(texts: Sequence[str]) -> str:
    """Parts of a sentence, each of which could be one of its own: "a; b; c"."""
    told = "".join(texts[:1])
    for text in texts[1:]:
        told = tr("{before}; {after}", before=told, after=text)
    return told


def colon(head: str, text: str) -> str:
    """ "head: text"."""
    return tr("{head}: {text}", head=head, text=text)


def capital(text: str) -> str:
    """A text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def ordinal(place: int) -> str:
    """1 as "1st"."""
    if place == 1:
        return tr("1st")
    if 10 <= place % 100 <= 20:
        return tr("{place}th", place=place)
    forms = {1: noted("{place}st"), 2: noted("{place}nd"), 3: noted("{place}rd")}
    return tr(forms.get(place % 10, "{place}th"), place=place)


class Names:
    """What people read for the slugs of a run: printed French names of cards, titles of variants."""

    def __init__(self, game: Game, figures: Figures | None = None) -> None:
        """Names of a game's cards and variants, and the words of its figures."""
        self.game = game
        self._figures = figures
        self._titles = dict(game.deck_titles)

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> Names:
        """Names for a run's manifest; UserError when this balancier doesn't have the game."""
        return cls(get_game(manifest["study"]["game"]))

    @property
    def figures(self) -> Figures:
        """The declarations of the game's reports, in the language in use."""
        return self._figures or figures_of(self.game.name)

    def card(self, slug: str) -> str:
        """A card's printed name."""
        return self._titles.get(slug, slug)

    def variant(self, slug: str) -> str:
        """A variant's printed title."""
        variant = self.game.variants.get(slug)
        return variant.title if variant else slug

    def family(self, name: str) -> Family:
        """How the names of a family are told."""
        return self.figures.families.get(name) or spoken(Family(f"{name}s", name.capitalize()))

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
        return told.words.get(str(value)) or told.titles.get(str(value)) or (self.card(value) if told.printed else str(value))

    def said(self, family: str, value: Any) -> str:
        """A level in a sentence: "5-4-1", "Le Fourbe", "the 1st player"."""
        told = self.level(family, value)
        return tr("the {place} player", place=told) if family == "order" else told

    def levels(self, row: Mapping[str, Any], families: Sequence[str]) -> str:
        """A row's levels together: "5-4-1 with Le Fourbe"."""
        told, *others = (self.level(family, row[family]) for family in families)
        for other in others:
            told = tr("{one} with {other}", one=told, other=other)
        return told
