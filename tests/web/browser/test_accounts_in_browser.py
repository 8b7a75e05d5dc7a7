"""Accounts in a real Chromium: every page of accounts as axe reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.accounts import passwords
from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook, NewTable
from records.store import open_store
from support.axe import findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
SECRET = "lapwing over the dyke"  # noqa: S105 -- of a test


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameBook]:
    """A store with all games and one admin, whose password costs nothing."""
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}")
    monkeypatch.setattr(passwords, "matches", lambda stored, password: stored == f"hash of {password}")
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: False)
    with GameBook(open_store(f"sqlite:///{tmp_path}/club.sqlite")) as opened:
        opened.sign_ins.choose_password(opened.people.add_member(LOCAL, "Ada", ["admin", "recorder"]), SECRET, "127.0.0.1")
        yield opened


@pytest.mark.soak
@pytest.mark.parametrize(("theme", "size"), [("dark", (390, 844)), ("light", (1440, 900))])
def test_axe_finds_nothing_on_pages_of_accounts(visit: Open, site: str, book: GameBook, theme: str, size: tuple[int, int]) -> None:
    """Forms, lists, codes: named, in order, with contrast, and nothing wider than the screen."""
    token = book.sign_ins.sign_in("Ada", SECRET, "127.0.0.1")
    caller = book.sign_ins.caller_of(token)
    assert caller is not None
    record = book.writing.begin(caller, NewTable(game="castle-rampage", names=("Ben", "Cleo"), begins=SeatKey("A"), dealt=True))
    page = visit("/sign-in", viewport={"width": size[0], "height": size[1]}, color_scheme=theme, bypass_csp=True)
    page.context.add_cookies([{"name": "kiebitz", "value": token, "url": site}])
    found = {}
    for path in ("/sign-in", "/welcome", "/account", "/people", "/state", f"/records/{record}/access", "/seat"):
        page.goto(site + path)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        if told := findings(page):
            found[path] = told
    assert found == {}
