"""axe-core finds nothing to object to: contrast, names of controls, order of headings, tables, landmarks."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.pages import GAMES

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 390])
def test_axe_finds_nothing(opened, name, scheme, width):
    with opened(name, width, scheme) as page:
        page.click("#unfold")
        found = Axe().run(page, options=RULES).response["violations"]
        assert [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in found] == []
