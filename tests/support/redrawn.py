"""What a change of a page makes the browser work, in counts: they are the same on every machine, however busy it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

FORCED = "disabled-by-default-devtools.timeline.stack"
"""With it an event tells which script asked, where one did."""


@dataclass(frozen=True)
class Redrawn:
    """Work of a page's thread, as the browser traced it."""

    restyled: int
    """Elements whose style was found anew."""
    forced: int
    """How often a script measured what was changed before, so that the page had to be laid out at once."""
    laid_out: int
    """Things that were laid out anew, with what contains them."""


def redrawn(page: Page, act: Callable[[], object]) -> Redrawn:
    """Return what the page of a browser did while ``act`` was done."""
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["devtools.timeline", FORCED])
    try:
        act()
    finally:
        trace = json.loads(browser.stop_tracing())
    events: list[dict[str, Any]] = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
    layouts = [event["args"].get("beginData", {}) for event in events if event["name"] == "Layout"]
    return Redrawn(
        restyled=sum(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"),
        forced=sum("stackTrace" in layout for layout in layouts),
        laid_out=sum(layout.get("dirtyObjects", 0) for layout in layouts),
    )
