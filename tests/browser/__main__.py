"""`python -m tests.browser`: says whether pages can be tried in a browser here, and how to get one; exit code 1 when not."""

from __future__ import annotations

import os
import sys

from tests.browser.finder import HOW, VARIABLE, find_browser

found = find_browser()
if found:
    print(f"Pages are tried in {found}")
elif os.environ.get(VARIABLE):
    print(f"{VARIABLE}={os.environ[VARIABLE]}: there is no such program, so the tests of pages in a browser are left out; {HOW}")
else:
    print(f"The tests of pages in a browser are left out, since there is none here: {HOW}")
sys.exit(0 if found else 1)
