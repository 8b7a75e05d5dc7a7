"""Two people play on their own phones in a real Chromium, a browser context each: both follow, and a lost network loses no move."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from records.accounts.tokens import stored_form
from records.core.ids import SeatKey
from records.core.viewers import Caller, CallerKind, Role
from records.service import GameBook, NewTable
from records.store import Account, Release, SessionRow, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser
A, B = SeatKey("A"), SeatKey("B")
REC = Caller("Rec", CallerKind.ACCOUNT, account="keyrec", roles=frozenset({Role.RECORDER}), via="s-rec")
SOON = 8000
"""Milliseconds in which a page has followed: it asks every two seconds."""


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store with three accounts that have signed in, each with one session."""
    now = datetime.now(UTC)
    with open_store(f"sqlite:///{tmp_path}/club.sqlite") as store:
        for name in ("Ana", "Ben", "Rec"):
            key = f"key{name.lower()}"
            store.accounts.put(Account(key=key, name=name, roles=frozenset({"player", "recorder"}), created_at=now))
            row = SessionRow(
                digest=stored_form(name[0].lower() * 32), account=key, made_at=now, seen_at=now, ends_at=now + timedelta(days=1)
            )
            store.sign_ins.put_session(row)
        with GameBook(store) as opened:
            yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A game that the program deals, which Ana and Ben write, and of which nothing is released."""
    begun = book.writing.begin(
        REC, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=True, ruleset="castle-rampage/plain")
    )
    for seat, name in ((A, "Ana"), (B, "Ben")):
        book.access.seat_account(REC, begun, seat, name)
    book.access.release_record(REC, begun, Release(players_write=True))
    return begun


@pytest.fixture
def phone_of(chromium: Browser, site: str) -> Iterator[Callable[[str, str], Page]]:
    """Open an address on somebody's phone."""
    contexts = []

    def opened(name: str, path: str) -> Page:
        context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB")
        context.add_cookies([{"name": "kiebitz", "value": name[0].lower() * 32, "url": site}])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.goto(site + path)
        page.locator("#pad[data-state], #transport").first.wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()


def choose(page: Page, seat: str, nth: int = 0) -> None:
    """Touch a card of the own hand."""
    page.locator(f'#board [data-place="hand-{seat}"] .card[data-lit]').nth(nth).tap()
    expect(page.locator("#clear")).to_be_visible()


def lay(page: Page, seat: str) -> None:
    """Touch the own gate, where the card that was chosen goes."""
    page.locator(f'#board [data-pile="gate:{seat}"]').tap()


def steps(book: GameBook, record: str) -> int:
    """Return how many events there are."""
    return book.record(REC, record).steps


def stands_at(page: Page, version: int) -> None:
    """Wait until a page stands at a step."""
    expect(page.locator("main")).to_have_attribute("data-version", str(version), timeout=SOON)


def test_both_phones_follow_and_a_begun_touch_stays(book: GameBook, record: str, phone_of: Callable[[str, str], Page]) -> None:
    """While both lay cards out: the page that rests goes on by itself; where a card is touched it stays so, and the move is written."""
    path = f"/records/{record}/record"
    ana, ben = phone_of("Ana", path), phone_of("Ben", path)
    choose(ana, "A")
    expect(ana.locator("#hint")).to_contain_text("Now touch: Gate of Ana, Castle of Ana. That writes it down.")
    lay(ana, "A")
    expect(ana.locator('#board [data-pile="gate:A"] .card')).not_to_have_count(0)
    stands_at(ben, steps(book, record))
    choose(ana, "A")
    touched = ana.locator("[data-touched]").first.get_attribute("aria-label") or ana.locator("[data-touched]").first.inner_text()
    before = ana.locator("main").get_attribute("data-version")
    choose(ben, "B")
    lay(ben, "B")
    news = ana.locator("#news")
    expect(news).to_contain_text("The game went on. What you have begun stays.", timeout=SOON)
    expect(ana.locator("main")).to_have_attribute("data-version", before or "")
    expect(ana.locator("[data-touched]")).to_have_count(1)
    overtaken = steps(book, record)
    lay(ana, "A")  # a move that was begun before Ben's
    expect(news).to_be_hidden()
    expect(ana.locator(".alert[role=alert]")).to_have_count(0)
    assert steps(book, record) > overtaken
    stands_at(ana, steps(book, record))
    stands_at(ben, steps(book, record))
    choose(ben, "B")
    choose(ana, "A")
    ana.locator('#board [data-pile="castle:A"]').tap()
    ben.locator("#news button").tap(timeout=SOON)
    stands_at(ben, steps(book, record))
    expect(ben.locator("[data-touched]")).to_have_count(1)
    assert touched
    assert ben.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.soak
def test_the_replay_of_a_running_game_follows(book: GameBook, record: str, phone_of: Callable[[str, str], Page]) -> None:
    """Who looks at the last step is led to the new one; who looks at an earlier one stays there, and finds the way."""
    path = f"/records/{record}"
    last, earlier = phone_of("Ben", f"{path}?at={steps(book, record)}"), phone_of("Ben", f"{path}?at=2")
    ana = phone_of("Ana", f"{path}/record")
    choose(ana, "A")
    lay(ana, "A")
    expect(ana.locator('#board [data-pile="gate:A"] .card')).not_to_have_count(0)
    now = steps(book, record)
    expect(last).to_have_url(re.compile(rf"\?at={now}&"), timeout=SOON)
    expect(last.locator('#board [data-pile="gate:A"] .card, #board [data-place^="gate"] .card').first).to_be_visible()
    way = earlier.locator("#dock .news")
    expect(way).to_have_text(re.compile(r"^\d+ new steps?$"), timeout=SOON)
    assert "at=2&" in earlier.url
    way.tap()
    expect(earlier).to_have_url(re.compile(rf"\?at={now}&"))
    expect(way).to_have_count(0)
    expect(earlier.locator("#where")).to_contain_text("of ")


def test_a_phone_that_loses_the_network_keeps_the_move_and_sends_it_once(
    book: GameBook, record: str, phone_of: Callable[[str, str], Page], site: str
) -> None:
    """Without a network, with an answer that was lost, after a reload, and while the other side moves: each move is written once."""
    path = f"/records/{record}/record"
    ana, ben = phone_of("Ana", path), phone_of("Ben", path)
    ben.context.set_offline(True)
    choose(ben, "B")
    lay(ben, "B")
    expect(ben.locator("#away")).to_contain_text("No connection.")
    choose(ana, "A")
    lay(ana, "A")
    expect(ana.locator('#board [data-pile="gate:A"] .card')).not_to_have_count(0)
    between = steps(book, record)
    ben.context.set_offline(False)
    ben.goto(site + path)  # the page is opened anew before the move is sent
    expect(ben.locator("#away")).to_be_hidden(timeout=SOON)
    expect(ben.locator("#pad[data-state=ready]")).to_be_visible()
    assert steps(book, record) == between + 1
    sent: list[str] = []

    def lose_the_answer(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.post_data or "")
        route.fetch(max_redirects=0)
        return route.abort()

    ben.route("**/record", lose_the_answer)
    choose(ben, "B")
    lay(ben, "B")
    expect(ben.locator("#away")).to_contain_text("No connection.")
    assert sent
    assert steps(book, record) == between + 2
    choose(ana, "A")
    lay(ana, "A")
    stands_at(ana, between + 3)
    ben.unroute("**/record")
    ben.reload()
    ben.wait_for_function("() => !Object.keys(localStorage).some((name) => name.startsWith('kiebitz-kept'))")
    expect(ben.locator("#away")).to_be_hidden(timeout=SOON)
    stands_at(ben, between + 3)
    assert steps(book, record) == between + 3
