"""The five minutes of docs/access.md in a real Chromium, by hand on phones: from the first command to the end of a game and its link."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from records.accounts import passwords
from records.service import GameBook
from records.store import open_store
from support.command_line import Cli

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
SECRET = "lapwing over the dyke"  # noqa: S105 -- of a test
PHONE = {"width": 390, "height": 844}
PLAYED = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-plain.jsonl"


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """The command line on the store that is served."""
    return Cli(tmp_path, f"sqlite:///{tmp_path}/club.sqlite")


@pytest.fixture
def code(cli: Cli) -> str:
    """The code of the first account, as the first command prints it, before anything is served."""
    return cli("user", "add", "Ada", "--admin", "--role", "recorder").stdout.strip()


@pytest.fixture
def book(cli: Cli, code: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameBook]:
    """The store that is served; passwords cost nothing."""
    assert code
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}")
    monkeypatch.setattr(passwords, "matches", lambda stored, password: stored == f"hash of {password}")
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: False)
    with GameBook(open_store(cli.store)) as opened:
        yield opened


def come_in(page: Page, code: str) -> None:
    """Type a code on the welcome page, and choose a password."""
    page.set_default_timeout(10_000)
    page.get_by_label("Code").fill(code)
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.get_by_label("Repeat the password").fill(SECRET)
    page.get_by_role("button", name="Set the password and sign in").click()


def seat_code(ada: Page, player: str) -> str:
    """Return a new code for the seat of a player of the record whose replay Ada looks at."""
    ada.get_by_role("link", name="Who may see it").click()
    with ada.expect_navigation():
        ada.locator("li", has=ada.get_by_text(player, exact=True)).get_by_role("button", name="A code for this seat").click()
    code = ada.locator(".made .code").inner_text()
    ada.go_back()
    ada.go_back()
    return code


def members(ada: Page, visit: Open, site: str) -> dict[str, Page]:
    """Make three accounts, and let each come in by its code on a phone of their own."""
    ada.goto(f"{site}/people")
    phones = {}
    for name in ("Ben", "Cleo", "Dora"):
        ada.locator("summary", has_text="Add a person").click()
        ada.get_by_label("Name", exact=True).fill(name)
        with ada.expect_navigation():  # the page before shows the code of somebody else
            ada.get_by_role("button", name="Create an account and a code").click()
        phones[name] = visit("/welcome", viewport=PHONE)
        come_in(phones[name], ada.locator(".made .code").inner_text())
        expect(phones[name].get_by_role("heading", name=name)).to_be_visible()
    return phones


def a_game_begun(ada: Page, site: str) -> str:
    """Begin a game from the empty shelf that the program deals; returns the address of its replay."""
    ada.goto(site)
    ada.locator(".empty").get_by_role("link", name="Write a game down").click()
    ada.get_by_role("navigation", name="Game").get_by_role("link", name="Castle Rampage").click()
    for label, name in (("Player 1", "Ben"), ("Player 2", "Cleo")):
        ada.get_by_label(label, exact=True).fill(name)
    ada.get_by_label("The program deals.").check()
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator("#pad")).to_be_visible()
    return ada.url.removesuffix("/record")


def a_game_brought(ada: Page, site: str) -> str:
    """Bring a file; returns the address of its record."""
    ada.goto(site)
    ada.locator(".doors").get_by_role("link", name="Add").click()
    ada.locator("#files").set_input_files(PLAYED)
    ada.get_by_role("button", name="Put on the shelf").click()
    expect(ada.locator(".report")).to_contain_text("1 record added.")
    return site + (ada.locator(".report a").first.get_attribute("href") or "")


def take_seat(phone: Page, site: str, record: str, code: str) -> None:
    """Type the code of a seat; the game is there at once, at its last step, and stands on the shelf."""
    phone.goto(site)
    way = phone.locator(".empty").get_by_role("link", name="I have a code for a seat")
    way.click() if way.count() else phone.goto(f"{site}/seat")
    phone.get_by_label("Code").fill(code)
    phone.get_by_role("button", name="Take a seat").click()
    expect(phone.locator("#board")).to_be_visible()
    assert re.fullmatch(rf"{re.escape(record)}\?at=[0-9]+&as=[AB]", phone.url)
    last = phone.locator('#where input[type="number"]').input_value()
    assert f"of {last}" in phone.locator("#where").inner_text().replace(",", "")
    assert phone.locator('input[name="as"][type="radio"]').count() == 2  # the own eyes and the public's
    phone.goto(site)
    assert phone.locator(f'.record a[href="{record.removeprefix(site)}"]').count() == 1


def play_to_the_end(ben: Page, cleo: Page, site: str, record: str) -> None:
    """Go on from the shelf; Ben resigns, and both see who won."""
    for phone in (ben, cleo):
        phone.goto(site)
        phone.locator(".running a", has_text="Cleo").click()
        expect(phone.locator("#pad[data-state=ready]")).to_be_visible()
    ben.locator("#more").click()
    ben.locator("#choices").get_by_role("button", name="Ben resigns").click()
    ben.locator("#write").click()
    ben.get_by_role("button", name="Yes, write it down").click()
    for phone in (ben, cleo):  # who moved last, and who waited
        expect(phone).to_have_url(re.compile(rf"{re.escape(record)}\?at="), timeout=8000)
        expect(phone.locator("main")).to_contain_text("Cleo won")


@pytest.mark.soak
def test_the_five_minutes_of_the_guide(visit: Open, site: str, code: str) -> None:
    """Four accounts by code, a game begun and one brought, a seat of each by code: the players see both at once, and the end."""
    ada = visit("/welcome", viewport=PHONE)
    come_in(ada, code)
    phones = members(ada, visit, site)
    ben, cleo, dora = phones.values()
    begun, brought = a_game_begun(ada, site), a_game_brought(ada, site)
    for record, whose in ((begun, {"Ben": "Ben", "Cleo": "Cleo"}), (brought, {"Cleo": "Ana", "Ben": "Ben"})):
        for name, player in whose.items():
            ada.goto(record)
            take_seat(phones[name], site, record, seat_code(ada, player))
    ada.goto(f"{begun}/access")
    ada.get_by_label("Players record their own moves").check()
    with ada.expect_navigation():
        ada.get_by_role("button", name="Save these settings").click()
    play_to_the_end(ben, cleo, site, begun)
    dora.goto(site)
    expect(dora.get_by_role("heading", name="No game is open to you here yet")).to_be_visible()
    ada.goto(f"{begun}/access")
    ada.get_by_text("Create a link").first.click()
    with ada.expect_navigation():
        ada.get_by_role("button", name="Create a link").click()
    shared = ada.locator(".made code").inner_text()
    assert re.fullmatch(rf"{re.escape(site)}/s/\w{{32}}/", shared)
    expect(ada.locator(".qr svg")).to_be_visible()
    nobody = visit(shared.removeprefix(site), viewport=PHONE)
    expect(nobody.locator("#board")).to_be_visible()
    nobody.keyboard.press("ArrowRight")
    expect(nobody).to_have_url(re.compile(rf"{re.escape(shared)}records/\w+\?at=[1-9]"))
    assert nobody.locator(".exports a").count() == 0
    for page in (ada, ben, cleo, dora, nobody):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
