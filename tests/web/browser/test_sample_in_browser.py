"""Sixty ways to see a table, in which each pair is met: hand, sentence and dock share the screen, and nothing is scrolled sideways."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters.events import AskCandidates, GuidedReading
from records.values import replace
from support import books

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from records.service import NewGame, RecordView

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
SIZES = ((360, 640), (390, 844), (768, 1024), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES = ("en-GB", "de-DE")
KINDS = ("replay", "recording", "task", "what if", "dispute", "lesson")
GAMES = ("castle-rampage", "regicide", "creature-crush")
MOMENTS = ("early", "crowded", "last")
NAMES = ("Maximiliane", "Hans-Christian")
SIXTY = 60


class Shown(NamedTuple):
    """A page with a table."""

    kind: str
    game: str
    moment: str
    language: str


class Look(NamedTuple):
    """A way to see a table."""

    kind: str
    game: str
    moment: str
    language: str
    size: tuple[int, int]
    theme: Literal["light", "dark"]

    @property
    def page(self) -> Shown:
        """The page that is seen."""
        return Shown(*self[:4])


def looks() -> list[Look]:
    """Sixty of the 1,512: eighteen pages, each at three or four sizes."""
    found = []
    for k, kind in enumerate(KINDS):
        for g, game in enumerate(GAMES):
            own = [s for s in range(len(SIZES)) if (s + k) % 3 == g]
            more = [s for s in range(len(SIZES)) if s not in own]
            for nth, s in enumerate([*own, more[(k + g) % len(more)]]):
                language = LANGUAGES[(k + g) % 2]
                found.append(Look(kind, game, MOMENTS[(k + g) % 3], language, SIZES[s], THEMES[(nth + k // 2) % 2]))
    return found


def test_the_sample_meets_every_pair() -> None:
    """Each size with each kind of page, each game in each language, and so on: of any two of the six, every pair is among them."""
    sample, values = looks(), (KINDS, GAMES, MOMENTS, LANGUAGES, SIZES, THEMES)
    for one, other in combinations(range(len(values)), 2):
        met = {(look[one], look[other]) for look in sample}
        assert len(met) == len(values[one]) * len(values[other]), (one, other)
    assert len(sample) == SIXTY


book = books.shared


@pytest.fixture(scope="module")
def addresses(book: GameBook) -> dict[Shown, str]:
    """The pages of the sample."""
    news = {game: _simulated(game) for game in GAMES}
    views = {game: book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "open") for game, new in news.items()}
    moments = {game: _moments(view) for game, view in views.items()}
    return {
        page: _address(book, page.kind, news[page.game], views[page.game], moments[page.game][page.moment])
        for page in dict.fromkeys(look.page for look in looks())
    }


def _simulated(game: str) -> NewGame:
    new = next(iter(simulate(library()[game], seed=3, games=1)))
    return replace(new, names=dict(zip(new.seats, NAMES, strict=True)))


def _moments(view: RecordView) -> dict[str, int]:
    """After how many events somebody decides: soon, when most lies on the table and in the hands, and for the last time."""
    decides = [recorded.v - 1 for recorded in view.events if recorded.cause == recorded.v]

    def load(at: int) -> float:
        table = view.position(at).table
        return 0.5 * sum(hand.count for hand in table.hands.values()) + 0.3 * sum(map(len, table.piles.values()))

    return {"early": decides[6], "crowded": max(decides[len(decides) // 4 :: 8], key=load), "last": decides[-1]}


def _address(book: GameBook, kind: str, new: NewGame, view: RecordView, at: int) -> str:
    """Make a page of this kind at a moment of a game, and return its address."""
    record = view.header.record
    match kind:
        case "replay":
            return f"/records/{record}?at={at}&as=A"
        case "recording":
            begun = replace(new, entries=list(new.entries)[:at])
            return f"/records/{book.writing.add(LOCAL, begun)[0].id}/record"
        case "what if":
            assert view.game.play is not None
            command = view.game.play.legal(view.position(at))[0]
            line = book.notes.begin_line(LOCAL, record, at, name="what if", viewer="open", dealt="known", command=command)
            return f"/lines/{line.layer}/{line.id}?node=1"
        case "dispute":
            return f"/cases/{book.cases.open_case(LOCAL, record, at, 'Is that so?', by='Ana', to=('*',)).id}?as=A"
        case _:
            task = AskCandidates(place="hand:B") if kind == "task" else GuidedReading()
            chapter = NewChapter(title="A chapter", record=record, viewer="A", last=at, text="What *happens* here.", task=task)
            study = book.studies.open_study(LOCAL, "A study", "").id
            book.studies.add_chapter(LOCAL, study, chapter)
            return f"/learn/{study}/{book.studies.publish_study(LOCAL, study).chapters[0].id}/chapter"


SHARED = """() => {
  const seen = (wanted) => [...document.querySelectorAll(wanted)].filter((it) => it.checkVisibility());
  const boxes = (wanted) => seen(wanted).map((it) => it.getBoundingClientRect());
  const edge = (all, side, of) => (all.length ? of(...all.map((it) => it[side])) : null);
  const hand = boxes(".side:not([data-far]) [data-place^=hand-] .card");
  const says = boxes(".middle .said, .says :is(.said, .due p), .ending .verdict, .goes-on .said, #write");
  return {
    wide: document.documentElement.scrollWidth,
    hand: [edge(hand, "top", Math.min), edge(hand, "bottom", Math.max)],
    says: [edge(says, "top", Math.min), edge(says, "bottom", Math.max)],
    floor: edge(boxes(".dock, .pad"), "top", Math.min), dock: edge(boxes(".dock, .pad"), "bottom", Math.max),
  };
}"""
"""Edges of one's own hand, of what is said, and of what lies below the table; px."""


def missing(at: dict[str, Any], width: int, height: int) -> list[str]:
    """What of a table is not to be seen at once."""
    (hand_top, hand_end), (said_top, said_end) = at["hand"], at["says"]
    holds = {
        "width": at["wide"] <= width,
        "dock": at["floor"] is not None and at["dock"] <= height,
        "sentence": said_top is not None and 0 <= said_top <= said_end <= at["dock"],
        "hand": hand_top is None or 0 <= hand_top <= hand_end <= at["floor"],
    }
    return [part for part, is_so in holds.items() if not is_so]


def test_sixty_looks_share_the_screen(visit: Open, site: str, addresses: dict[Shown, str]) -> None:
    """In each hand and sentence lie above the dock, which is in view, and nothing is scrolled sideways."""
    pages = {language: visit("about:blank", locale=language, reduced_motion="reduce") for language in LANGUAGES}
    found = []
    for look in looks():
        page, (width, height) = pages[look.language], look.size
        if not page.url.endswith(addresses[look.page]):
            page.goto(site + addresses[look.page])
        page.emulate_media(color_scheme=look.theme)
        page.set_viewport_size({"width": width, "height": height})
        at = page.evaluate(SHARED)
        if parts := missing(at, width, height):
            found.append((parts, *look, at))
    assert found == [], "\n".join(map(str, found))


ENLARGED = ((640, 360), (320, 180))
"""1280 by 720 at 200 and 400 %."""
HIDDEN = """() => {
  const used = "a[href], button, input:not([type=hidden]), select, summary, textarea";
  const aside = ".skip, .sr, .lay, [popover]:not(:popover-open)";
  const is_met = (it, share) => {
    it.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    scrollBy({ top: it.getBoundingClientRect().top - share * innerHeight, behavior: "instant" });
    const at = it.getClientRects()[0];
    return [0.06, 0.5, 0.94].some((part) => {
      const met = document.elementFromPoint(at.left + at.width * part, at.top + Math.min(at.height / 2, innerHeight / 2));
      if (!met) return false;
      return it.contains(met) || met.closest("label")?.contains(it) || (met.contains(it) && met.closest("label, summary, a, button"));
    });
  };
  return [...document.querySelectorAll(used)]
    .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest(aside) && it.offsetWidth > 1)
    .filter((it) => ![0.45, 0.1].some((share) => is_met(it, share)))
    .map((it) => it.outerHTML.slice(0, 120));
}"""
"""What can be used and is seen at no place that it can be scrolled to."""
COVERED = """() => [...document.querySelectorAll("body *")]
  .filter((it) => ["sticky", "fixed"].includes(getComputedStyle(it).position) && it.checkVisibility())
  .map((it) => it.getBoundingClientRect())
  .filter((it) => it.height > 0 && it.bottom > 0 && it.top < innerHeight)
  .reduce((sum, it) => sum + Math.min(it.bottom, innerHeight) - Math.max(it.top, 0), 0) / innerHeight"""
"""Which part of the height stays while a page is scrolled."""


@pytest.mark.soak
def test_enlarged_everything_is_reached_by_scrolling_one_way(visit: Open, site: str, addresses: dict[Shown, str]) -> None:
    """At twice its size a page keeps its bars, at four times it gives them up; nothing lies below them for good, or off to the side."""
    pages = {language: visit("about:blank", locale=language, reduced_motion="reduce") for language in LANGUAGES}
    found = []
    for shown, address in addresses.items():
        page = pages[shown.language]
        for width, height in ENLARGED:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(site + address)
            if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
                found.append((*shown, width, "wide", wide))
            found += [(*shown, width, "not reached", part) for part in page.evaluate(HIDDEN)]
            page.evaluate("scrollTo(0, 200)")
            if width < 640 and (part := page.evaluate(COVERED)) > 0.34:
                found.append((*shown, width, "covered", round(part, 2)))
    assert found == [], "\n".join(map(str, found))
