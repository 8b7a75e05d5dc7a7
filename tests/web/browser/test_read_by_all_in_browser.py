"""Every page as axe reads it, a program that knows the rules by which pages can be heard, seen in contrast and reached by keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from werkzeug.routing import RequestRedirect

from records.service import GameBook
from support import books, ways
from support.axe import findings
from support.every_page import MISSING, every_page
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
SHARE = (
    *("shelf", "upload", "castle-attack", "royal-team-suffers", "card", "why", "charts"),
    *("new", "rules", "rules-of-a-record", "case", "quiz"),
)
"""Pages that differ most, for the tests of every day."""
FILLED = (
    *("write-guided", "shelf-nothing", "note", "observed", "notation-typed", "study-add", "lines", "new-regicide", "join", "odds"),
    *("event-form", "line", "write-castle-rampage", "classes", "quiz", "class", "studies", "lesson", "compare", "study", "case-arbiter"),
    *("cases", "notes", "class-live", "write-chance", "odds-royal", "chapter-candidates", "rules-regicide", "eyes", "chapter-chance"),
    *("castle-hindsight", "castle-memory", "upload", "merge", "shelf", "below-a-chapter"),
)
"""Pages that together have every form and every key."""
WRITTEN = "write-"
"""Where a game is written down: these pages have tests of their own (``recording/test_read_by_all_written.py``)."""
WIDTHS = ((390, 844), (768, 1024), (1440, 900))
NO_PAGES = {
    "pages.step",
    "pages.follow",
    "pages.playing",
    "pages.told",
    "pages.onward",
    "pages.turning",
    "charts.chart",
    "charts.script",
    "document.openapi",
    "exports.png",
    "exports.small",
    "exports.svg",
    "figures.luck_csv",
    "notes.file",
    "offline.case",
    "offline.record",
    "offline.study",
    "recording.log",
    "review.marks",
    "static",
    "accounts.take_out",
    "classes.answers",
    "classes.board_now",
    "classes.events",
    "classes.live_now",
    "classes.phone",  # for who joined: as the board for the projector, with the form of test_classes.py
    "classes.phone_events",
    "classes.phone_now",
}
"""Addresses that answer with a part of a page, a file, or the way to another page."""


book = books.shared


@pytest.fixture(scope="module")
def addresses(book: GameBook) -> dict[str, str]:
    """The address of each page by a short name."""
    return every_page(book)


def test_every_address_of_a_page_is_looked_at(app: Flask, addresses: dict[str, str]) -> None:
    """No page is made that nobody looks at here."""
    known = app.url_map.bind("localhost")
    seen = set()
    for address in addresses.values():
        path, _, query = re.sub(r"^/learn/[^/]+/[^/]+(?=/)", "", address).partition("?")  # below a chapter
        try:
            seen.add(known.match(path, query_args=query)[0])
        except RequestRedirect as leads:
            seen.add(known.match(leads.new_url.removeprefix("http://localhost"))[0])
    wanted = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.rule.startswith("/api/")}
    # pages of accounts are not there without (test_accounts_in_browser.py looks at them), nor an imprint, which is one text
    assert {name for name in wanted - seen - NO_PAGES if not name.startswith(("accounts.", "pages.imprint", "watching."))} == set()


@pytest.mark.parametrize("whole", rest_soaked([False, True], keep=0))
def test_no_form_key_or_menu_entry_is_gone(app: Flask, addresses: dict[str, str], whole: bool) -> None:
    """Each form with its fields, each key and each way of a menu that was there before the pages were laid out anew is there still."""
    pages = addresses.values() if whole else [addresses[name] for name in FILLED]
    assert ways.gone("pages", *ways.told(app.test_client(), pages), whole=whole) == []


@pytest.mark.parametrize(("theme", "size", "first"), rest_soaked([("light", (390, 844), 0), ("dark", (1440, 900), 2)]))
def test_axe_finds_nothing(visit: Open, addresses: dict[str, str], theme: str, size: tuple[int, int], first: int) -> None:
    """On the pages that differ most, every fifth one light on a phone and dark on a wide screen; all pages in all looks in the soak."""
    assert broken(visit, {name: addresses[name] for name in SHARE[first::5]}, theme, size, "en-GB") == {}


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_look(visit: Open, addresses: dict[str, str], theme: str, size: tuple[int, int], locale: str) -> None:
    """On every page, in both themes and languages, at three widths."""
    assert broken(visit, addresses, theme, size, locale) == {}


def broken(visit: Open, addresses: dict[str, str], theme: str, size: tuple[int, int], locale: str) -> dict[str, list[str]]:
    """What is found, by page."""
    how = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": theme, "locale": locale, "reduced_motion": "reduce"}
    page = visit("/", bypass_csp=True, **how)
    site = page.url.rstrip("/")
    found = {}
    for name, address in addresses.items():
        if name.startswith(WRITTEN):
            continue
        if name == MISSING:  # the browser complains of each 404 to its console, which is a finding elsewhere
            continue
        page.goto(site + address)
        if rules := findings(page):
            found[name] = rules
    return found
