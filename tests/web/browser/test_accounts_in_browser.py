"""Accounts in a real Chromium: a club's evening on phones, and every page of accounts as axe reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

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
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameBook]:
    """A store with all games and one admin, whose password costs nothing."""
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}")
    monkeypatch.setattr(passwords, "matches", lambda stored, password: stored == f"hash of {password}")
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: False)
    with GameBook(open_store(f"sqlite:///{tmp_path}/club.sqlite")) as opened:
        opened.sign_ins.choose_password(opened.add_member(LOCAL, "Ada", ["admin", "recorder"]), SECRET, "127.0.0.1")
        yield opened


def sign_in(page: Page, site: str, name: str) -> None:
    """Sign in by hand."""
    page.goto(f"{site}/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="The shelf", exact=True)).to_be_visible()


def test_a_club_evening_on_phones(visit: Open, site: str, book: GameBook) -> None:
    """An account by code, a seat by code, the own hand while the game runs, a link in a window of nobody's: all by hand at 390 px."""
    ada = visit("/sign-in", viewport=PHONE)
    sign_in(ada, site, "Ada")
    caller = book.sign_ins.caller_of(next(one["value"] for one in ada.context.cookies() if one["name"] == "kiebitz"))
    assert caller is not None
    ada.goto(f"{site}/people")
    ada.get_by_label("Name", exact=True).fill("Ben")
    ada.get_by_role("button", name="Make an account and a code").click()
    code = ada.locator(".made .code").inner_text()
    ben = visit("/welcome", viewport=PHONE)
    ben.get_by_label("Code").fill(code)
    ben.get_by_label("Password").fill(SECRET)
    ben.get_by_label("Once more").fill(SECRET)
    ben.get_by_role("button", name="Choose it and sign in").click()
    expect(ben.get_by_role("heading", name="Ben")).to_be_visible()
    record = book.begin(caller, NewTable(game="castle-rampage", names=("Ben", "Cleo"), begins=SeatKey("A"), dealt=True))
    ada.goto(f"{site}/records/{record}/access")
    ada.locator("li", has_text="Ben").get_by_role("button", name="A code for this seat").click()
    ben.goto(f"{site}/seat?code={ada.locator('.made .code').inner_text()}")
    ben.get_by_role("button", name="Take a seat").click()
    expect(ben.locator("#board")).to_be_visible()
    expect(ben.locator('#viewpoint input[value="A"], input[name="as"][value="A"]').first).to_be_checked()
    assert ben.locator('input[name="as"][value="B"]').count() == 0
    ben.wait_for_load_state("networkidle")  # what his page reads ahead is there before the game is closed to him
    ada.get_by_role("button", name="It is not recorded further").click()
    ada.get_by_text("Make a link").first.click()
    ada.get_by_label("Through whose eyes").select_option("A")
    ada.get_by_role("button", name="Make a link").click()
    shared = ada.locator(".made code").inner_text()
    assert re.fullmatch(rf"{re.escape(site)}/s/\w{{32}}/", shared)
    expect(ada.locator(".qr svg")).to_be_visible()
    nobody = visit(shared.removeprefix(site), viewport=PHONE)
    expect(nobody.locator("#board")).to_be_visible()
    nobody.keyboard.press("ArrowRight")
    expect(nobody).to_have_url(re.compile(rf"{re.escape(shared)}records/{record}\?at=[1-9]"))
    for page in (ada, ben, nobody):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("theme", "size"), [("light", (390, 844)), ("dark", (1440, 900))])
def test_axe_finds_nothing_on_pages_of_accounts(visit: Open, site: str, book: GameBook, theme: str, size: tuple[int, int]) -> None:
    """Forms, lists, codes: named, in order, with contrast, and nothing wider than the screen."""
    token = book.sign_ins.sign_in("Ada", SECRET, "127.0.0.1")
    caller = book.sign_ins.caller_of(token)
    assert caller is not None
    record = book.begin(caller, NewTable(game="castle-rampage", names=("Ben", "Cleo"), begins=SeatKey("A"), dealt=True))
    page = visit("/sign-in", viewport={"width": size[0], "height": size[1]}, color_scheme=theme, bypass_csp=True)
    page.context.add_cookies([{"name": "kiebitz", "value": token, "url": site}])
    found = {}
    for path in ("/sign-in", "/welcome", "/account", "/people", f"/records/{record}/access", "/seat"):
        page.goto(site + path)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        if told := findings(page):
            found[path] = told
    assert found == {}
