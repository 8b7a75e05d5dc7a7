"""The pages on which a game is written down as axe reads them: places and dice are buttons there, and hold no other."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import NewTable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from records.service import GameBook

pytestmark = pytest.mark.browser
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}
LOOKS = ((390, 844, "light"), (768, 1024, "dark"), (1440, 900, "light"), (390, 844, "dark"))
SEED = 6
NO_PAD = ".pad { position: relative !important }"
"""What lies below the pad is reached by scrolling; axe, which does not scroll, would call it covered."""
FIND = "(rules) => axe.run(document, rules).then((it) => it.violations)"


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards and dice each time: with others perhaps nothing can be paid for."""
    monkeypatch.setattr("records.service.writing.recording.random.SystemRandom", lambda: random.Random(SEED))  # noqa: S311 -- cards, not secrets


@pytest.mark.soak
@pytest.mark.parametrize(("game", "locale"), [("regicide", "de-DE"), ("castle-rampage", "en-GB"), ("creature-crush", "de-DE")])
def test_axe_finds_nothing_where_a_game_is_written_down(site: str, chromium: Browser, book: GameBook, game: str, locale: str) -> None:
    """As the page opens, and with a card touched so that places light up, in both themes and at three widths."""
    record = book.writing.begin(LOCAL, NewTable(game=game, names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True), ())
    found: dict[str, list[str]] = {}
    with chromium.new_context(locale=locale, bypass_csp=True, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{site}/records/{record}/record")
        page.locator("#pad[data-state=ready]").wait_for()
        page.add_style_tag(content=NO_PAD)
        page.evaluate(AXE)
        for nth, (width, height, theme) in enumerate(LOOKS):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            if nth == 1:
                page.locator(".board .card[data-lit]").first.dispatch_event("click")
            for one in page.evaluate(FIND, RULES):
                places = [node["target"] for node in one["nodes"][:4]]
                found.setdefault(f"{width} {theme}", []).append(f"{one['id']}: {places} ({len(one['nodes'])})")
    assert found == {}


@pytest.mark.soak
def test_a_place_is_reached_and_touched_by_keys(site: str, phone: Page, book: GameBook) -> None:
    """Each place that a card may go to is a button with a name of its own; Enter touches it. A die has a thumb's size and a name."""
    record = book.writing.begin(LOCAL, NewTable(game="creature-crush", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True), ())
    phone.goto(f"{site}/records/{record}/record")
    phone.locator("#pad[data-state=ready]").wait_for()
    for die in phone.locator(".board .die").all():
        box: Any = die.bounding_box()
        assert min(box["width"], box["height"]) >= 43.9
        assert re.fullmatch(r"die [1-6]", die.get_attribute("aria-label") or "")
    phone.locator('.board [data-place="hand-A"] .card[data-lit]').first.press("Enter")
    places = phone.locator(".board .lay")
    names = [place.get_attribute("aria-label") for place in places.all()]
    assert len(names) > 1
    assert len({*names}) == len(names)
    last = places.last
    last.press("Enter")
    expect(last).to_have_attribute("aria-pressed", "true")
