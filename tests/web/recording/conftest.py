"""A browser on an empty book of the games that come with the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support import books

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser as RealBrowser
    from playwright.sync_api import Page


book = books.own


@pytest.fixture
def phone(chromium: RealBrowser) -> Iterator[Page]:
    """A page on a phone that is touched."""
    with chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True, reduced_motion="reduce") as context:
        page = context.new_page()
        failed: list[str] = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        yield page
        assert failed == []
