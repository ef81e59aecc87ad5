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
)
ON_WINDOWS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
"""Within the folders of programs, which Windows names in its environment."""
HOW = f"install Chromium, Chrome or Edge (on Debian and Ubuntu: sudo apt install chromium), or name the program: {VARIABLE}=/path/to/chrome"


def find_browser() -> str | None:
    """The program to start, or None. What BALANCIER_BROWSER names goes before all others."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    folders = [os.environ[name] for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA") if name in os.environ]
    places = [*map(Path, PLACES), *(Path(folder, program) for folder in folders for program in ON_WINDOWS)]
    return found or next((str(place) for place in places if place.is_file()), None)
