"""Where this machine has a browser that Playwright can drive: Chromium, or another made from it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

VARIABLE = "BALANCIER_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "microsoft-edge-stable", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
)
HOW = f"install Chromium, Chrome or Edge (on Debian and Ubuntu: sudo apt install chromium), or name the program: {VARIABLE}=/path/to/chrome"


def find_browser() -> str | None:
    """The program to start, or None. What BALANCIER_BROWSER names goes before all others."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or next((place for place in PLACES if Path(place).is_file()), None)
