"""Lists and texts in a real Chromium: what stands in the first screen, that a row is one link, and what an empty list shows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL, OPERATOR
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.store import Pairing
from records.studies.chapters.events import GuidedReading
from support import books, club
from support.axe import findings
from support.every_page import GAMES
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Page

    from records.core.viewers import Caller

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
ADA, EVE, GUEST = "Ada", "Eve", ""
"""Who has something in every list, who has nothing yet, and who is not known."""
LISTS = ("/learn", "/studies", "/classes", "/events", "/figures", "cases", "/people", "/account")
TEXTS = ("/rules", "/rules/castle-rampage", "/events?event=Cup", "access", "notation", "rules")
ALL = (
    *product((ADA,), (*LISTS, *TEXTS)),
    *product((EVE,), LISTS[:5]),
    (EVE, "/account"),
    *product((GUEST,), ("/learn", "/events", "/rules")),
)
SIZES = ((390, 844), (1280, 720), (1440, 900))


@dataclass(frozen=True, slots=True)
class Look:
    """Pages, each with who opens it, and how they are looked at."""

    pages: tuple[tuple[str, str], ...]
    size: tuple[int, int]
    theme: str
    locale: str


LOOKS = (
    Look(((EVE, "/studies"),), (390, 844), "dark", "de-DE"),
    *(Look(ALL, *how) for how in product(SIZES, ("light", "dark"), ("en-GB", "de-DE"))),
)
"""An empty list for every day, without a game; then all pages."""
BOXES = """() => {
  const seen = (it) => it.checkVisibility() && it.getBoundingClientRect().height > 0;
  const first = [...document.querySelectorAll(".entry, .example, .column, .text, .panel, main table")].find(seen);
  const rows = [...document.querySelectorAll(".entry")].filter(seen);
  const whole = (row) => {
    row.scrollIntoView({ block: "center" });
    const box = row.getBoundingClientRect(), link = row.querySelector(".name a");
    return [[box.right - 3, box.top + 3], [box.left + 3, box.bottom - 3]].every(([x, y]) => document.elementFromPoint(x, y) === link);
  };
  const top = first ? first.getBoundingClientRect().top : innerHeight;
  return {
    top,
    wide: document.documentElement.scrollWidth,
    board: document.getElementById("board") !== null,
    low: rows.filter((row) => row.getBoundingClientRect().height < 44).length,
    torn: rows.filter((row) => row.querySelector(".name a") && !whole(row)).length,
    forms: [...document.querySelectorAll(".listing form[method=post]")].filter(seen).length,
    example: [...document.querySelectorAll(".example")].filter(seen).length,
    todo: [...document.querySelectorAll("main .btn.solid")].filter(seen).length,
    rows: rows.length,
  };
}"""

book = books.shared


@pytest.fixture(scope="module")
def tokens(book: GameBook) -> Mapping[str, str]:
    """Sessions of Ada and Eve."""
    with pytest.MonkeyPatch.context() as patch:
        club.hash_at_no_cost(patch)
        found = {}
        for name, roles in ((ADA, ("admin", "recorder", "teacher")), (EVE, ("recorder", "teacher"))):
            code = book.people.add_member(OPERATOR if found else LOCAL, name, roles)
            book.sign_ins.choose_password(code, club.SECRET, club.HOME)
            found[name] = book.sign_ins.sign_in(name, club.SECRET, club.HOME)
    return found


@pytest.fixture(scope="module")
def filled(book: GameBook, tokens: Mapping[str, str]) -> str:
    """Give Ada a game with a dispute, an event, a study and a class; the value is the record."""
    ada = _caller(book, tokens[ADA])
    (stored,) = store_file(book, ada, (GAMES / "castle-rampage-plain.jsonl").read_bytes(), "plain.jsonl", ImportOptions())
    book.people.pair(ada, stored.id, Pairing("Cup", "1", "1"))
    book.cases.open_case(ada, stored.id, _at(book, ada, stored.id), "Is that so?", by="Ana", to=("*",), event="Cup")
    study = book.studies.open_study(ada, "A study of attacks, whose title is as long as titles of studies can be", "").id
    chapter = NewChapter(title="First", record=stored.id, viewer="A", last=9, text="*Read.*", task=GuidedReading())
    book.studies.add_chapter(ada, study, chapter)
    book.studies.publish_study(ada, study)
    book.classes.open_class_on_record(ada, stored.id, "A", "Tuesdays")
    return stored.id


def _caller(book: GameBook, token: str) -> Caller:
    caller = book.sign_ins.caller_of(token)
    assert caller is not None
    return caller


def _at(book: GameBook, by: Caller, record: str) -> int:
    """An event that belongs to a play, so that it can be disputed."""
    return max(one.v for one in book.record(by, record, "open").events if one.cause == 1) + 1


@pytest.mark.parametrize("look", rest_soaked(LOOKS))
def test_lists_and_texts_begin_in_the_first_screen(
    request: pytest.FixtureRequest, visit: Open, site: str, tokens: Mapping[str, str], look: Look
) -> None:
    """Nothing is wider than the screen, a row is one link from edge to edge, forms stand behind a button, and axe finds nothing.

    A list that is empty shows an example, and one thing to do. Full lists are read by axe in ``test_read_by_all_in_browser.py``.
    """
    record, size = request.getfixturevalue("filled") if look.pages == ALL else "", look.size
    how: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": look.theme, "locale": look.locale}
    page = visit("/sign-in", bypass_csp=True, reduced_motion="reduce", **how)
    for who, path in look.pages:
        page.context.clear_cookies()
        if who:
            page.context.add_cookies([{"name": "kiebitz", "value": tokens[who], "url": site}])
        answer = page.goto(site + (path if path.startswith("/") else f"/records/{record}/{path}"))
        assert answer is not None
        assert answer.ok, (who, path)
        at: dict[str, Any] = page.evaluate(BOXES)
        where = (who, path, at)
        assert at["wide"] <= size[0], where
        assert at["top"] <= size[1] * (0.5 if size[0] >= 600 else 0.82 if at["board"] else 0.75), where
        assert (at["low"], at["torn"], at["forms"]) == (0, 0, 0), where
        if who == EVE:
            assert at["example"] >= 1, where
            assert at["todo"] == 1, where
            assert findings(page) == [], where
