"""Colours of pages: told apart by people who see them otherwise, and read by everybody, in light and in dark.

Dichromats' sight is simulated by the matrices of Machado, Oliveira and Fernandes (2009), severity 1, which apply to linear RGB; a difference is the
distance in CIELAB (ΔE*ab; some 2.3 is just noticeable side by side), contrast is WCAG's.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import reports
from reports.figures.svg import TOKEN

STYLE = (Path(reports.__file__).parent / "templates" / "style.css").read_text(encoding="utf-8")
SIGHT = {
    "all colours": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
WHITE = np.array([0.95047, 1.0, 1.08883])
MODES = dict(
    zip(("light", "dark"), (dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block)) for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)))
)
SERIES = [f"series{k}" for k in range(8)]


def linear(colour):
    """(3,) linear RGB of "#rrggbb"."""
    value = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """(3,) CIELAB of linear RGB."""
    xyz = TO_XYZ @ np.clip(rgb, 0, 1) / WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(one, other, sight):
    return float(np.linalg.norm(lab(SIGHT[sight] @ linear(one)) - lab(SIGHT[sight] @ linear(other))))


def contrast(one, other):
    low, high = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def test_the_simulation_knows_which_colours_are_confused():
    """White, black and grey look the same to everybody; a red and a green that differ clearly are one colour to protanopes."""
    for sight in SIGHT:
        assert apart("#808080", "#808080", sight) == 0
        np.testing.assert_allclose(SIGHT[sight] @ np.ones(3), np.ones(3), atol=1e-5)
    assert apart("#c24e00", "#7a6400", "all colours") > 40
    assert apart("#c24e00", "#7a6400", "protanopia") < 3
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sight", SIGHT)
def test_lines_and_sides_are_told_apart(mode, sight):
    colours = MODES[mode]
    for one, other in (*combinations(SERIES, 2), *combinations(("above", "below", "unclear"), 2)):
        assert apart(colours[one], colours[other], sight) > 15, (one, other)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("sight", SIGHT)
def test_cells_above_below_and_not_shown_are_told_apart(mode, sight):
    colours = MODES[mode]
    for step in range(1, 5):
        for one, other in combinations((f"up{step}", f"down{step}", "fill"), 2):
            assert apart(colours[one], colours[other], sight) > 10, (one, other)
    for side in ("up", "down"):
        for step in range(1, 4):
            assert apart(colours[f"{side}{step}"], colours[f"{side}{step + 1}"], sight) > 5, (side, step)


@pytest.mark.parametrize("mode", MODES)
def test_text_can_be_read_on_its_ground(mode):
    colours = MODES[mode]
    grounds = {"ink": [f"{side}{step}" for side in ("up", "down") for step in range(1, 5)] + ["page", "paper", "warn"]}
    grounds |= {"soft": ["fill", "paper", "page"], "link": ["paper", "page"], **{name: ["paper"] for name in (*SERIES, "above", "below")}}
    for text, places in grounds.items():
        for place in places:
            assert contrast(colours[text], colours[place]) >= 4.5, (text, place)
    assert contrast(colours["unclear"], colours["paper"]) >= 3  # a mark, not text


def test_every_colour_of_a_figure_is_one_of_the_page_in_both_modes():
    for name in TOKEN:
        assert all(name in colours for colours in MODES.values()), name
