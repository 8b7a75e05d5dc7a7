"""The pages in a real Chromium: keyboard, choice of viewers, phone, dark, and without a script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from records.core.ids import SeatKey

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 780}


def place(page: Page) -> tuple[str, str]:
    """Return step and viewer as the address bar has them."""
    query = parse_qs(urlsplit(page.url).query)
    return query.get("at", ["-"])[0], query.get("as", ["-"])[0]


def step_is(page: Page, at: int, viewer: str = "A") -> None:
    """Wait until address and page are at this step."""
    page.wait_for_url(re.compile(rf"\?at={at}&as={viewer}$"))
    expect(page.locator("#overview")).to_have_attribute("data-at", str(at))


def test_the_arrows_step_and_the_address_follows(visit: Open, record: str) -> None:
    """Arrows step by event, with Shift by turn, Home and End to either end; words and address go along, without a new page."""
    page = visit(f"/records/{record}?at=1&as=A")
    page.evaluate("document.body.dataset.samePage = ''")
    for key, at, words in (
        ("ArrowRight", 2, "word 1"),
        ("ArrowRight", 4, "word 3"),
        ("Shift+ArrowRight", 5, "word 4"),
        ("ArrowLeft", 4, "word 3"),
        ("ArrowRight", 5, "word 4"),
        ("ArrowRight", 6, "whispered"),
        ("Shift+ArrowLeft", 5, "word 4"),
        ("Shift+ArrowLeft", 4, "word 3"),
        ("End", 25, "Anna wins"),
        ("Home", 0, ""),
    ):
        page.keyboard.press(key)
        step_is(page, at)
        if words:
            expect(page.locator(".line[aria-current]")).to_contain_text(words)
    assert page.evaluate("'samePage' in document.body.dataset")
    assert "step 0" in page.title()


@pytest.mark.soak
def test_quick_presses_are_not_lost(visit: Open, record: str) -> None:
    """Three presses in a row are three steps."""
    page = visit(f"/records/{record}?at=0&as=open")
    page.evaluate("for (let n = 0; n < 3; n++) dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))")
    step_is(page, 3, "open")
    expect(page.locator(".line[aria-current]")).to_contain_text("fox-and-ladder 2")


def test_the_browsers_back_button_goes_back(visit: Open, record: str) -> None:
    """A walk by arrows is one entry of the history, and each jump is one: Back leads to where a walk began."""
    page = visit(f"/records/{record}?at=1&as=A")
    before = page.evaluate("history.length")
    for at in (2, 4, 5):
        page.keyboard.press("ArrowRight")
        step_is(page, at)
    page.keyboard.press("End")
    step_is(page, 25)
    for _ in range(2):
        here = page.url
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(lambda url, here=here: url != here)
    assert page.evaluate("history.length") - before == 3
    for at in (25, 5, 1):
        page.go_back()
        step_is(page, at)
    expect(page.locator(".line[aria-current]")).to_contain_text("word 0")


@pytest.mark.soak
def test_v_goes_through_the_viewers(visit: Open, record: str, secret_words: dict[SeatKey, str]) -> None:
    """The key v changes the viewer at the same step, round and round; what only another seat was told is gone from the whole page."""
    page = visit(f"/records/{record}?at=8&as=A")
    may_know = {"A": {"A"}, "B": {"B"}, "public": set(), "open": {"A", "B"}}
    for viewer in ("B", "public", "open", "A"):
        page.keyboard.press("v")
        step_is(page, 8, viewer)
        html = page.content()
        assert {seat for seat, word in secret_words.items() if word in html} == may_know[viewer]
        expect(page.locator("#viewpoint input:checked")).to_have_value(viewer)


@pytest.mark.soak
def test_a_clicked_viewer_gives_the_arrows_back(visit: Open, record: str) -> None:
    """After a click on a viewer the arrows step again; reached by keyboard, they choose among the viewers."""
    page = visit(f"/records/{record}?at=8&as=A")
    page.locator(".viewpoint-open").click()
    page.locator("#viewpoint label", has_text="Ben").click()
    step_is(page, 8, "B")
    page.keyboard.press("ArrowLeft")
    step_is(page, 7, "B")


@pytest.mark.soak
def test_g_goes_to_a_step(visit: Open, record: str) -> None:
    """The key g takes a number; keys rest while it is typed, and step again afterwards."""
    page = visit(f"/records/{record}?at=8&as=A")
    page.keyboard.press("g")
    expect(page.locator("#where input[name=step]")).to_be_focused()
    page.keyboard.press("v")
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    expect(page.locator("#where input[name=step]")).to_have_value("17")
    expect(page.locator("#overview")).to_have_attribute("data-at", "20")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where input[name=step]")).to_have_value("16")


@pytest.mark.soak
def test_other_keys_do_nothing(visit: Open, record: str) -> None:
    """Reserved keys, capitals and keys with other modifiers leave the page as it is."""
    page = visit(f"/records/{record}?at=8&as=A")
    for key in ("x", "e", "c", "b", "Shift+V", "Control+ArrowRight", "Alt+v", "Shift+Home", "Control+]"):
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert place(page) == ("8", "A")


@pytest.mark.soak
def test_letters_can_be_switched_off(visit: Open, record: str) -> None:
    """The help opens by its key and tells the keys; with letters off v rests, the arrows do not, and the choice is kept."""
    page = visit(f"/records/{record}?at=8&as=A")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.get_by_label("Single letters are keys").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.reload()
    page.keyboard.press("v")
    page.keyboard.press("ArrowRight")
    step_is(page, 10)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="All keys (?)").click()
    expect(page.get_by_label("Single letters are keys")).not_to_be_checked()


@pytest.mark.soak
def test_the_focus_stays_on_the_control(visit: Open, record: str) -> None:
    """Who steps by Enter on a control stays on it, at the end too: there the focus goes to the page's content."""
    page = visit(f"/records/{record}?at=23&as=A")
    page.locator("[data-control=on]").focus()
    page.keyboard.press("Enter")
    step_is(page, 24)
    expect(page.locator("[data-control=on]")).to_be_focused()
    page.keyboard.press("Enter")
    step_is(page, 25)
    expect(page.locator("main")).to_be_focused()


@pytest.mark.soak
def test_the_step_is_announced(visit: Open, record: str) -> None:
    """A step is told to who hears the page."""
    page = visit(f"/records/{record}?at=1&as=A")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_contain_text("word 1")


IN_SIGHT = """() => {
  const box = document.getElementById("narration").getBoundingClientRect();
  const marked = document.querySelector("#narration [aria-current]");
  if (!marked) return false;
  const it = marked.getBoundingClientRect();
  return it.left >= box.left - 1 && it.right <= box.right + 1 && it.top >= box.top - 1 && it.bottom <= box.bottom + 1;
}"""


@pytest.mark.parametrize("size", rest_soaked([PHONE, WIDE]))
def test_the_present_step_is_in_sight(visit: Open, record: str, size: Any) -> None:
    """Wherever one goes, the marked line is inside its box, on the phone too."""
    page = visit(f"/records/{record}?at=1&as=open", viewport=size)
    last = page.locator("#where [name=step]").get_attribute("max") or ""
    for key, at in (("End", last), ("ArrowLeft", str(int(last) - 1)), ("Home", "0"), ("ArrowRight", "1")):
        page.keyboard.press(key)
        page.wait_for_function("at => document.querySelector('#where [name=step]').value === at", arg=at)
        if key != "Home":
            page.wait_for_function(IN_SIGHT)


@pytest.mark.soak
@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_scrolls_sideways(visit: Open, site: str, record: str, language: str) -> None:
    """On no width from 320 px does a page scroll sideways, in either language."""
    page = visit("about:blank", locale=language)
    for address in ("/", "/?q=anna", f"/records/{record}?at=9&as=A", f"/records/{record}?at=25&as=open"):
        page.goto(site + address)
        for width in (320, 360, 640, 768, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


@pytest.mark.soak
def test_on_a_phone_the_viewers_are_a_sheet(visit: Open, record: str) -> None:
    """On a phone one button tells the viewer and opens the choice; a choice closes it again."""
    page = visit(f"/records/{record}?at=8&as=A", viewport=PHONE, has_touch=True)
    expect(page.locator("#viewpoint")).to_be_hidden()
    page.locator(".viewpoint-open").tap()
    page.locator("#viewpoint label", has_text="Spectator").tap()
    step_is(page, 8, "public")
    expect(page.locator("#viewpoint")).to_be_hidden()
    expect(page.locator(".viewpoint-open")).to_contain_text("Spectator")


@pytest.mark.soak
def test_targets_are_large_enough_to_touch(visit: Open, record: str) -> None:
    """On a phone every visible control of the dock is at least 44 px in both directions."""
    page = visit(f"/records/{record}?at=8&as=A", viewport=PHONE, has_touch=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".dock a, .dock button, .table-head .btn, .rail a")].filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width && (box.width < 43.5 || box.height < 43.5);
        }).map((element) => element.outerHTML.slice(0, 80))"""
    )
    assert small == []


@pytest.mark.soak
def test_dark_is_the_readers_choice(visit: Open, record: str) -> None:
    """The page is dark where the system is, the switch turns it over, and the choice holds after a new visit."""
    ground = "getComputedStyle(document.body).color"
    page = visit(f"/records/{record}?at=8&as=A", color_scheme="dark")
    dark = page.evaluate(ground)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Light or dark").click()
    light = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == light
    assert visit("/", color_scheme="light").evaluate(ground) == light


@pytest.mark.soak
def test_the_link_to_the_moment_is_copied(visit: Open, record: str, site: str) -> None:
    """A click on the link copies the address of the moment with its viewer, as it is after stepping."""
    page = visit(f"/records/{record}?at=1&as=A", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    step_is(page, 2)
    page.locator("#link").click()
    expect(page.get_by_role("status")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/records/{record}?at=2&as=A"


@pytest.mark.soak
def test_where_no_script_may_copy_the_link_stands_in_a_field(visit: Open, record: str) -> None:
    """On plain http beyond this machine browsers have no clipboard: the link is shown, marked, and ready to be copied by hand."""
    page = visit(f"/records/{record}?at=4&as=A")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("#link").click()
    field = page.get_by_role("dialog").get_by_role("textbox")
    expect(field).to_be_focused()
    assert field.input_value().endswith("?at=4&as=A")
    assert page.evaluate("document.activeElement.selectionEnd === document.activeElement.value.length")


@pytest.mark.soak
def test_a_phone_shares_the_link(visit: Open, record: str) -> None:
    """By touch the browser's own sheet gets title and address."""
    page = visit(f"/records/{record}?at=4&as=A", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.evaluate("Object.defineProperty(navigator, 'share', { value: async (what) => { window.shared = what; } })")
    page.locator("#link").click()
    assert page.evaluate("window.shared.url").endswith("?at=4&as=A")
    assert page.evaluate("window.shared.title")


@pytest.mark.soak
def test_a_refused_step_is_an_ordinary_page(chromium: Browser, site: str, record: str) -> None:
    """A number behind the last step, sent past the field's own bound, ends on the page that says why."""
    page = chromium.new_page()
    page.goto(f"{site}/records/{record}?at=8&as=A")
    page.evaluate("document.querySelector('#where input[name=step]').removeAttribute('max')")
    page.locator("#place-open").click()
    page.locator("#where input[name=step]").fill("99")
    page.keyboard.press("Enter")
    expect(page.locator("main.refusal")).to_contain_text("99")
    page.close()


def test_everything_works_without_a_script(visit: Open, record: str) -> None:
    """With scripts off, links step, forms choose viewer and step, and what needs a script is not offered."""
    page = visit(f"/records/{record}?at=8&as=A", java_script_enabled=False)
    for ways, there in (
        ([page.locator("[data-control=on]")], ("10", "A")),
        (
            [
                page.locator(".viewpoint-open"),
                page.locator("#viewpoint label", has_text="Spectator"),
                page.get_by_role("button", name="View", exact=True),
            ],
            ("10", "public"),
        ),
        ([page.locator("#where").get_by_role("button")], ("25", "public")),
    ):
        if there[0] == "25":
            page.locator("#place-open").click()
            page.locator("#where input[name=step]").fill("17")
        with page.expect_navigation():
            for way in ways:
                way.click()
        assert place(page) == there
    expect(page.locator(".verdict")).to_have_text("Anna won")
    expect(page.get_by_role("button", name="Light or dark")).to_be_hidden()
    expect(page.get_by_role("button", name="All keys (?)")).to_be_hidden()


@pytest.mark.soak
def test_axes_of_the_page_are_landmarks(visit: Open, record: str) -> None:
    """The page has one main, one first heading and a way to skip to it by keyboard."""
    page = visit(f"/records/{record}?at=8&as=A")
    page.keyboard.press("Tab")
    expect(page.locator(".skip").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    assert page.locator("h1").count() == page.locator("main").count() == 1
