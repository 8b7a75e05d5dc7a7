"""Two people quarrel over step 40 of an example, in a real Chromium: from the shelf to the printed ruling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser
FILE = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-siege.jsonl"
MOST_CLICKS = {"phone": 11, "desk": 10}
"""From the shelf to the sheet; on a phone what is beside the board is opened first."""
QUARREL = "Asking for a Last Resort: The table looks"
WIDTHS = {"phone": (390, 844), "desk": (1440, 900)}


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A shelf with the example."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as opened:
        store_file(opened, LOCAL, FILE.read_bytes(), FILE.name, ImportOptions())
        yield opened


class Walker:
    """A person with a pointer, who counts the clicks; a choice from a list is one."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, at: Locator) -> None:
        """Click something, which must be large enough and lie within the window's width."""
        at.scroll_into_view_if_needed()
        box = at.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= (self.page.viewport_size or {})["width"]
        at.click()
        self.clicks += 1

    def choose(self, at: Locator, label: str) -> None:
        """Choose from a list by what stands there."""
        at.select_option(label=label)
        self.clicks += 1


@pytest.mark.soak
@pytest.mark.parametrize("width", WIDTHS)
def test_a_quarrel_goes_from_the_shelf_to_a_printed_ruling(visit: Callable[..., Page], width: str) -> None:
    """In few clicks; the sheet says in both languages what the other reading would have done, and each form offers what is likely next."""
    size = dict(zip(("width", "height"), WIDTHS[width], strict=True))
    page = visit("/", viewport=size, locale="en-GB")
    walker = Walker(page)
    walker.click(page.locator(".record").get_by_role("link", name="Ada against Bruno").first)
    page.locator("[role=slider]").wait_for()
    page.keyboard.type("36")
    page.keyboard.press("Enter")
    page.wait_for_url("**at=38**")
    if width == "phone":
        walker.click(page.locator("#rail-open"))
    walker.click(page.get_by_role("link", name="Dispute", exact=True))
    expect(page.locator("main")).to_contain_text("It falls, and nothing is left of the attack.")
    page.get_by_label("What is asked?").fill("Is Bruno asked for a Last Resort?")
    walker.click(page.get_by_role("button", name="Open the dispute"))

    claim = page.locator("form", has=page.locator("input[value=claim]"))
    expect(claim.get_by_label("Who makes the claim")).to_have_value("Ada")
    walker.click(claim.get_by_role("button", name="Claim"))
    expect(page.locator(".verdict")).to_have_text("It follows.")
    expect(claim.get_by_label("Who makes the claim")).to_have_value("Bruno")
    walker.choose(claim.get_by_label("By which reading"), QUARREL)
    walker.choose(claim.get_by_label("What follows from it"), "Something else follows.")
    walker.click(claim.get_by_role("button", name="Claim"))
    expect(page.locator(".told ins").first).to_have_text("The table finds that Bruno can weaken the attack.")

    rule = page.locator("form", has=page.locator("input[value=rule]"))
    rule.get_by_label("Who rules").fill("Judge")
    walker.choose(rule.get_by_label("By which reading"), QUARREL)
    rule.get_by_label("Paragraphs").fill("11.4")
    walker.click(rule.get_by_role("button", name="Rule"))
    walker.click(page.get_by_role("link", name="Print the ruling"))
    expect(page.locator("article[lang=en] ins").first).to_have_text("The table finds that Bruno can weaken the attack.")
    expect(page.locator("article[lang=de] ins").first).to_have_text("Der Tisch stellt fest, dass Bruno den Angriff schwächen kann.")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert walker.clicks <= MOST_CLICKS[width]
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4 within margins of a centimetre
    assert page.evaluate("document.querySelector('main').getBoundingClientRect().bottom") <= 1047
    assert not page.get_by_role("link", name="Back to the dispute").is_visible()


def test_a_dispute_beside_the_board_is_a_line_of_words(visit: Callable[..., Page], book: GameBook) -> None:
    """However wide the screen is, a row has the room of the column in which it stands: its title is read in lines, not in letters."""
    (entry,) = book.records.shelf(LOCAL).entries
    book.cases.open_case(LOCAL, entry.id, 38, "Is Bruno asked for a Last Resort?", by="Ada", to=("*",))
    page = visit(f"/records/{entry.id}/cases?at=38")
    for width in (1440, 1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        room, title = (page.locator(it).first.evaluate("it => it.clientWidth") for it in (".rows", ".entry .name"))
        assert title >= 0.9 * (room - 20), (width, room, title)
