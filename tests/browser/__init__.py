"""Pages in a real browser, headless: what no reading of the HTML can show. They run where a browser is found, see `tests.browser.finder`."""
