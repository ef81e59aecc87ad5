"""A browser to open pages in.

Without a browser nothing in this folder is collected (`make test` says so in a line of its own; `make browser` fails).
"""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.finder import find_browser
from tests.pages import made as made  # a fixture, for all tests here

collect_ignore_glob = [] if find_browser() else ["test_*.py"]


@pytest.fixture(scope="session")
def browser():
    """The browser of this worker."""
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=find_browser())
        yield program
        program.close()


@pytest.fixture
def opened(browser, made):
    """`with opened(name) as page:` a page in a window of its own. What it says on the console, and what it asks the network for, fails the test."""

    @contextmanager
    def window(name, width=1400, scheme="light", script=True):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script, accept_downloads=True
        )
        try:
            page = context.new_page()
            said, asked = [], []
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda problem: said.append(str(problem)))
            page.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
            page.on("request", lambda request: asked.append(request.url))
            page.route("http*://**", lambda route: route.abort())
            address = f"file://{made(name)}"
            page.goto(address)
            yield page
            assert said == []
            assert [url for url in asked if url.split("#")[0] != address and not url.startswith(("data:", "blob:"))] == []
        finally:
            context.close()

    return window
