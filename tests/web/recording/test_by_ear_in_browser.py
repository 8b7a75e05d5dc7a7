"""A game without eyes in a real Chromium: followed, and written down, by what the browser tells of the page and by keys alone."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN
from records.service import NewTable
from records.service.library import library
from records.service.writing.simulation import simulate
from support.soaking import soaked
from web.words.wording import say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

    from records.service import GameBook
    from records.service.viewing import RecordView

pytestmark = pytest.mark.browser
EXAMPLE = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-example-gate.jsonl"
WHOLE = 2000
"""More moves than a game has."""
STANDS_STILL = "() => (document.getElementById('pad') ?? { dataset: { state: 'ready' } }).dataset.state === 'ready'"
"""No state of a pad: its script has not come yet, and the board has no buttons."""


@pytest.mark.parametrize("game", ["", *map(soaked, ("castle-rampage", "regicide", "creature-crush"))])
def test_a_game_is_followed_by_ear(site: str, phone: Page, book: GameBook, game: str) -> None:
    """Each press of an arrow tells what happened, in the words of the record; hands, and a royal's figures, are told with their numbers."""
    if game:
        record = book.writing.add(LOCAL, next(iter(simulate(library()[game], seed=7, games=1))))[0].id
    else:
        record = store_file(book, LOCAL, EXAMPLE.read_bytes(), EXAMPLE.name, ImportOptions())[0].id
    view = book.record(LOCAL, record, OPEN)
    steps = list(zip(view.timeline.told, view.timeline.stops, strict=True))
    phone.goto(f"{site}/records/{record}?at={steps[0][1]}&as=open")
    for step, stop in steps[1:]:
        phone.keyboard.press("ArrowRight")
        phone.wait_for_url(re.compile(rf"[?&]at={stop}(&|$)"))
        for line in step.lines:
            expect(phone.get_by_role("status").first).to_contain_text(say_plainly(line, view.names, view.faces))
        heard = phone.locator("#board").aria_snapshot()
        missed = [words for words in _figures(view, stop) if words not in heard]
        assert missed == [], (stop, heard)


def _figures(view: RecordView, at: int) -> Iterator[str]:
    for seat, hand in view.position(at).table.hands.items():
        yield f"Hand {hand.count} , Hand of {view.names[seat]}"
    if (enemy := view.enemy(at)) is not None:
        yield from (f"{meter.title}: {meter.number} of {meter.full}" for meter in enemy.meters if meter.number <= meter.full)


@pytest.mark.parametrize(
    ("game", "moves"), [("regicide", 2), *(soaked(game, WHOLE) for game in ("castle-rampage", "regicide", "creature-crush"))]
)
def test_a_game_is_written_down_by_ear(site: str, phone: Page, book: GameBook, *, game: str, moves: int) -> None:
    """Cards, places and dice are found by their names, Enter touches them, and the button that says the move writes it."""
    record = book.writing.begin(LOCAL, NewTable(game=game, names=("Ana", "Ben"), begins="A", dealt=True))  # type: ignore[arg-type]
    picker, view = random.Random(2), book.record(LOCAL, record, OPEN)  # noqa: S311 -- a game, not a secret
    assert view.game.recording is not None
    assert view.game.simulation is not None
    phone.goto(f"{site}/records/{record}/record")
    for _ in range(moves):
        position = view.position(view.steps)
        if position.state.outcome is not None:
            break
        nth = view.game.recording.actions(position).index(view.game.simulation.policy(position, picker))
        _written(phone, nth)
        before, view = view, book.record(LOCAL, record, OPEN)
        assert view.steps > before.steps
    assert moves < WHOLE or view.position(view.steps).state.outcome is not None


def _written(page: Page, nth: int) -> None:
    """Write one of the moves; the page's data only says by which names."""
    page.wait_for_function(STANDS_STILL)
    data = json.loads(page.locator("#touch-data").text_content() or "")
    touches, _holes, says, *_rest = data["moves"][nth]
    keys = sorted((data["keys"][at] for at in touches), key=lambda key: (key[0].startswith("place:"), key[0].startswith("die:")))
    for key, words in keys:
        if (done := _version(page) != data["version"]) or _offered(page, says).count():
            break
        _enter(_called(page, key, words))
        page.wait_for_function(STANDS_STILL)
    else:
        done = _version(page) != data["version"]
    if not done:
        if not page.get_by_role("button", name=says, exact=True).and_(page.locator("#write")).count():
            _enter(_offered(page, says).first)
        _enter(page.locator("#write"))
    page.wait_for_function(STANDS_STILL)
    if page.locator("form.sure").count():
        _enter(page.locator("form.sure").get_by_role("button").first)
        page.wait_for_load_state()
    page.wait_for_function(f"JSON.parse(document.getElementById('touch-data')?.textContent ?? '{{}}').version !== {data['version']}")


def _version(page: Page) -> int:
    return int(page.evaluate("JSON.parse(document.getElementById('touch-data')?.textContent ?? '{}').version ?? -1"))


def _offered(page: Page, says: str) -> Locator:
    """The button of the pad that says a whole move."""
    return page.locator("#pad").get_by_role("button", name=says, exact=True, disabled=False)


def _called(page: Page, key: str, words: str) -> Locator:
    """What bears a name: of a hand its card, of a place its card, else what is called so on the board, or in the pad."""
    board = page.locator("#board")
    title, _comma, place = words.partition(", ")
    where, named = board, rf"(^|: |, ){re.escape(words)}(,|;|$)"
    if key.startswith("hand:"):
        seat, _slash, face = key.removeprefix("hand:").partition("/")
        where = board.get_by_role("list", name=f"Hand of {'Ana' if seat == 'A' else 'Ben'}", exact=True)
        if "(" in words:  # cards of one title differ in what they do, and so here, not in their names
            named = rf": {re.escape(words.partition(' (')[0])}(,|;|$)"
            where = where.locator(f'li:has([data-card="{face}"], [data-href*="/cards/{face}?"])')
    elif key.startswith("slot:") and place:
        named = rf"^{re.escape(place)}.*: {re.escape(title)}(,|;|$)"
    found = where.get_by_role("button", name=re.compile(named), disabled=False, pressed=False)
    return found.first if found.count() else page.locator("#pad").get_by_role("button", name=words, disabled=False).first


def _enter(it: Locator) -> None:
    it.focus()
    it.press("Enter")
