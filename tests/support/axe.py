"""Pages as axe reads them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import axe_playwright_python

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}
NO_DOCK = ".dock { position: relative !important }"
"""What lies below the dock is reached by scrolling; axe, which does not scroll, would call it covered."""


def findings(page: Page) -> list[str]:
    """What axe finds on a page: the rule, and the first places where it is broken."""
    page.add_style_tag(content=NO_DOCK)
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE)
    found: list[Any] = page.evaluate("(rules) => axe.run(document, rules).then((it) => it.violations)", RULES)
    return [f"{one['id']}: {[node['target'] for node in one['nodes'][:4]]} ({len(one['nodes'])})" for one in found]
