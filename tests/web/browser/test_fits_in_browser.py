"""The replay at every size of screen and its hardest steps: what a reader needs is there together, or a short scroll away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import books

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from records.service import RecordView

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
SIZES = ((360, 640), (390, 844), (768, 1024), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440))
LOW = (844, 390)
"""A phone on its side: sentence and buttons are one strip, and the board is scrolled."""
ZOOMED = ((640, 360), (320, 180))
"""1280 by 720 at 200 and 400 %."""
LEAST = {
    "castle": {"card": (45, 60, 76, 72, 100, 130, 190)},
    "royal": {"card": (45, 60, 64, 72, 100, 120, 150), "play": (34, 40, 55, 45, 60, 110, 130), "royal": (74, 74, 96, 108, 150, 180, 225)},
    "crush": {"card": (45, 60, 64, 72, 98, 120, 150), "cell": (98, 107, 146, 185, 221, 313, 448), "row": (48, 76, 110, 78, 108, 138, 195)},
}
"""Px at each size: cards of piles and hand, of what was played against a royal, the royal, a place of a field and its height."""
NAMES = ("Maximiliane", "Hans-Christian", "Friederike", "Bartholomäus")
BOXES = """() => {
  const seen = (wanted) => [...document.querySelectorAll(wanted)].filter((it) => it.checkVisibility());
  const box = (wanted) => {
    const parts = seen(wanted).map((it) => it.getBoundingClientRect());
    return parts.length ? [Math.min(...parts.map((it) => it.top)), Math.max(...parts.map((it) => it.bottom))] : null;
  };
  const least = (wanted, side) => {
    const parts = seen(wanted).map((it) => it[side]);
    return parts.length ? Math.min(...parts) : null;
  };
  const own = ".side:not([data-far]) .strip.own [data-place] .card";
  const words = (it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return range.getBoundingClientRect();
  };
  return {
    head: box(".table-head")[1], dock: box(".dock"), hand: box(own), far: box(".side[data-far]"), controls: box("#transport .btn"),
    sentence: box(".middle .said, .says :is(.said, .due p), .ending .verdict, .goes-on .said"), strip: box("#now-said"),
    card: least(`${own}, .pile .card`, "clientWidth"), play: least(".play .card", "clientWidth"),
    royal: least(".stands .card", "clientWidth"),
    cell: least(".cell-of", "offsetWidth"), row: least(".cell-of", "offsetHeight"),
    wide: document.documentElement.scrollWidth,
    ahead: seen(".ahead").map((it) => it.textContent).join(),
    crossing: seen(".two-fields .stock h3").map((it) => [it.innerText, words(it)]).filter(([, one], nth, all) => all.slice(nth + 1)
      .some(([, other]) => one.left < other.right + 2 && other.left < one.right + 2 && one.top < other.bottom && other.top < one.bottom))
      .map(([said]) => said),
    in_view: seen("a[href], button, input:not([type=hidden]), select, summary, [tabindex='0']")
      .filter((it) => !it.closest("#board, #narration, .skip")).length,
  };
}"""
REACHED = """() => [
    ".side:not([data-far]) .strip.own .card", ".side[data-far]", "#narration .line[aria-current]", ".viewpoint-open", "#transport",
  ].filter((wanted) => {
    const part = document.querySelector(wanted);
    part.scrollIntoView({ block: "center" });
    const at = part.getBoundingClientRect();
    return !(at.height > 0 && at.left >= -1 && at.right <= innerWidth + 1 && at.top < innerHeight && at.bottom > 0);
  })"""
STANDING_OUT = """() => [...document.querySelectorAll(".cell-of .sign")]
  .filter((it) => it.getBoundingClientRect().right > it.closest(".cell-of").getBoundingClientRect().right).map((it) => it.textContent)"""
LYING = """() => [...document.querySelectorAll(".cell-of:has(.face)")].map((cell) => {
  const box = (it) => it.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(cell.querySelector(".called"));
  const [name, place, card] = [words, cell, cell.querySelector(".card")].map(box);
  return {
    fills: Math.min(card.width / place.width, card.height / place.height),
    covered: [...cell.querySelectorAll(".sign")].map(box)
      .some((it) => it.bottom > name.top + 1 && it.left < name.right && it.right > name.left),
    below: place.bottom - name.bottom,
    drawn: [...cell.querySelectorAll(".charge use")].every((it) => it.getBBox().width > 0),
  };
})"""
COUNTS = """() => {
  const boxes = (wanted) => [...document.querySelectorAll(wanted)].map((it) => it.getBoundingClientRect());
  const seen = (wanted) => boxes(wanted).filter((it) => it.width && it.height > 1);
  const counts = seen(".two-fields .stock h3");
  const beside = seen(".stacked ol, .goes-on .said, .middle .said, .strip h3, .seat-name");
  return counts.flatMap((one, nth) => [...counts.slice(nth + 1), ...beside]
    .filter((it) => one.left < it.right + 4 && it.left < one.right + 4 && one.top + 2 < it.bottom && it.top + 2 < one.bottom)
    .map((it) => [one, it].map(({ left, right, top, bottom }) => [left, top, right, bottom].map(Math.round))));
}"""
"""Counts of a field that touch each other or what is said beside them: there is less than 4 px between both."""
HAND = """() => {
  const cards = [...document.querySelectorAll(".side:not([data-far]) .strip.own [data-place] .card")];
  return cards.slice(0, -1).map((it, nth) => {
    const name = it.querySelector(".name").getBoundingClientRect();
    return [Math.round(cards[nth + 1].getBoundingClientRect().left - name.right), Math.round(name.width)];
  });
}"""
WORDS = """() => {
  const cards = [...document.querySelectorAll(".side:not([data-far]) .strip.own [data-place] .card")];
  return cards.slice(0, -1).map((it, nth) => {
    const words = document.createRange();
    words.selectNodeContents(it.querySelector(".name"));
    const next = cards[nth + 1].getBoundingClientRect();
    return next.top === it.getBoundingClientRect().top ? Math.round(next.left - words.getBoundingClientRect().right) : 0;
  });
}"""
"""Pixels between the words of each name and the next card of the row."""
SEEN = """() => {
  const box = (it) => it.getBoundingClientRect();
  const cards = [...document.querySelectorAll(".side:not([data-far]) .strip.own [data-place] .card")].map(box);
  const side = document.querySelector(".side:not([data-far])").getBoundingClientRect();
  const seen = cards.map((it, nth) => (cards[nth + 1]?.top === it.top ? cards[nth + 1].left - it.left : it.width));
  const name = document.querySelector(".side:not([data-far]) .seat-name bdi");
  return {
    cards: cards.length, rows: new Set(cards.map((it) => it.top)).size, least: Math.min(...seen),
    beyond: Math.max(...cards.map((it) => it.right)) - side.right,
    lines: name.getClientRects().length, cut: name.scrollWidth - name.clientWidth,
    below: side.bottom - box(document.querySelector(".dock")).top,
  };
}"""
"""Of one's own hand: its rows, and the pixels that the next card leaves to be seen of one; and whether the name beside it is whole."""
STANDS = """() => [".clash", ".side:not([data-far])"].map((it) => {
  const at = document.querySelector(it).getBoundingClientRect();
  return [Math.round(at.top + scrollY), Math.round(at.bottom + scrollY)];
}).flat()"""


book = books.shared


def played(book: GameBook, game: str, seed: int, **how: Any) -> RecordView:
    """A game that played itself between people with long names, as its first seat saw it."""
    new = next(iter(simulate(library()[game], seed=seed, games=1, **how)))
    new = replace(new, names=dict(zip(new.seats, NAMES, strict=False)))
    return book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "A")


def hardest(view: RecordView, how_much: Callable[[int], float]) -> int:
    """The step at which most lies on the table and in the viewer's hand, by this measure of the rest."""

    def load(at: int) -> float:
        table = view.position(at).table
        hand = table.hands.get("A")  # type: ignore[call-overload]
        return how_much(at) + (0.5 * hand.count if hand is not None else 0) + 0.3 * sum(map(len, table.piles.values()))

    return max(range(1, view.steps + 1), key=load)


@pytest.fixture(scope="module")
def royals(book: GameBook) -> RecordView:
    """Regicide with four players: seven plays against one royal."""
    return played(book, "regicide", 7, players=4)


@pytest.fixture(scope="module")
def crush(book: GameBook) -> RecordView:
    """CreatureCrush with chains of effects."""
    return played(book, "creature-crush", 3)


@pytest.fixture(scope="module")
def addresses(book: GameBook, royals: RecordView, crush: RecordView) -> dict[str, dict[str, str]]:
    """A game of each kind at an early step, its hardest, and its last."""
    castle = played(book, "castle-rampage", 1, ruleset="castle-rampage/plain")
    hardest_of = {
        "castle": (castle, hardest(castle, lambda at: 2 * len(it.arrivals) if (it := castle.fight(at)) else -9)),
        "royal": (royals, hardest(royals, lambda at: 2 * len(it.plays) if (it := royals.enemy(at)) else -9)),
        "crush": (crush, hardest(crush, lambda at: 2 * len(it.stack) if (it := crush.field(at)) else -9)),
    }
    return {
        name: {
            word: f"/records/{view.header.record}?at={at}&as=A"
            for word, at in (("early", view.timeline.versions[6]), ("crowded", at), ("last", view.steps))
        }
        for name, (view, at) in hardest_of.items()
    }


def fit(page: Page, game: str, step: str) -> None:
    """At each size hand, sentence and dock share the screen, cards are large enough, and nothing is scrolled sideways."""
    for nth, (width, height) in enumerate(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        at = page.evaluate(BOXES)
        where = (game, step, width, height, at)
        assert at["wide"] <= width, where
        assert at["crossing"] == [], (at["crossing"], width)
        assert at["head"] + at["dock"][1] - at["dock"][0] <= 0.2 * height + 14, where
        assert at["dock"][1] <= height, where
        assert at["head"] <= at["sentence"][0], where
        assert at["sentence"][1] <= at["dock"][0], where
        assert at["far"][0] >= at["head"], where
        if at["hand"] is not None:
            assert at["hand"][1] <= at["dock"][0], where
        for what, least in LEAST[game].items():
            assert at[what] is None or at[what] >= least[nth] or (step, what) == ("last", "row"), (what, where)
        if width == 1440:
            assert at["in_view"] <= 20, where
        if game == "castle" and step == "crowded":
            assert re.search(r"\w \N{MINUS SIGN}\d", at["ahead"]), where


@pytest.mark.parametrize(
    ("moment", "theme", "locale"),
    [
        (("castle", "crowded"), "light", "en-GB"),
        (("crush", "early"), "light", "de-DE"),
        *(
            pytest.param((game, step), theme, locale, marks=pytest.mark.soak)
            for theme in ("light", "dark")
            for locale in ("de-DE", "en-GB")
            for game in LEAST
            for step in ("early", "crowded", "last")
        ),
    ],
)
def test_hand_sentence_and_dock_share_the_screen(
    visit: Open, addresses: dict[str, dict[str, str]], moment: tuple[str, str], theme: str, locale: str
) -> None:
    """On seven screens from a phone to a projector, early, at the hardest step and at the end, each in both themes and languages."""
    game, step = moment
    fit(visit(addresses[game][step], locale=locale, color_scheme=theme, reduced_motion="reduce"), game, step)


@pytest.mark.soak
@pytest.mark.parametrize("game", [*LEAST])
def test_on_a_low_screen_and_enlarged_everything_is_reached(visit: Open, addresses: dict[str, dict[str, str]], game: str) -> None:
    """Sentence and buttons are one strip there, above which one's own hand stays; all else is scrolled to, one way only.

    At four times its size nothing stays where it is.
    """
    page = visit(addresses[game]["crowded"], reduced_motion="reduce")
    for width, height in (LOW, *ZOOMED):
        page.set_viewport_size({"width": width, "height": height})
        at = page.evaluate(BOXES)
        assert at["wide"] <= width, (game, width, at)
        assert at["dock"][1] - at["dock"][0] <= 46, (game, width, at)
        assert at["strip"] is not None, (game, width, at)
        stays = width >= 640
        assert (at["dock"][1] <= height) == stays, (game, width, at)
        assert (at["head"] <= at["hand"][0] and at["hand"][1] <= at["dock"][0] + 1) or not stays, (game, width, at)
        if width < 640:
            page.locator("#rail-open").click()
        assert page.evaluate(REACHED) == [], (game, width)


@pytest.mark.soak
def test_the_ground_of_a_royal_keeps_its_place_and_height(visit: Open, royals: RecordView) -> None:
    """With nothing played, with most played, and when somebody has to suffer: neither the royal's ground nor one's own hand moves."""
    enemies = {at: it for at in range(1, royals.steps + 1) if (it := royals.enemy(at))}
    most = max(enemies, key=lambda at: len(enemies[at].plays))
    bare = max(at for at, it in enemies.items() if at < most and not it.plays)
    due = max(at for at, it in enemies.items() if at < most and it.due)
    stands: dict[tuple[int, int], list[Any]] = {}
    page = visit(f"/records/{royals.header.record}?at={bare}&as=A", reduced_motion="reduce")
    site = page.url.split("/records/")[0]
    for step in (bare, due, most):
        page.goto(f"{site}/records/{royals.header.record}?at={step}&as=A")
        for width, height in ((390, 844), (844, 390), (768, 1024), (1280, 720), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            stands.setdefault((width, height), []).append(page.evaluate(STANDS))
    for size, (first, *others) in stands.items():
        assert all(abs(one - other) <= 2 for it in others for one, other in zip(first, it, strict=True)), (
            size,
            first,
            others,
        )


@pytest.mark.soak
def test_side_by_side_figures_stay_in_their_place_on_a_phone(visit: Open, addresses: dict[str, dict[str, str]]) -> None:
    """Attack and life stand within the place of their card, and nothing is scrolled sideways."""
    page = visit(addresses["crush"]["crowded"].replace("?", "/eyes?") + "&other=B", viewport={"width": 390, "height": 844})
    assert page.locator(".cell-of .sign").count()
    assert page.evaluate(STANDING_OUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize("locale", ["de-DE", pytest.param("en-GB", marks=pytest.mark.soak)])
def test_counts_of_a_field_stand_apart_on_a_phone(visit: Open, crush: RecordView, locale: str) -> None:
    """Stack, camp and hell are numbers there: none touches another, the sentence, or an effect that lies beside them."""
    effects = {at: len(it.stack) for at in crush.timeline.versions if (it := crush.field(at))}
    steps = [max(at for at, count in effects.items() if count == wanted) for wanted in (0, 1, max(effects.values()))]
    page = visit(f"/records/{crush.header.record}?at={steps[0]}&as=A", locale=locale, reduced_motion="reduce")
    site = page.url.split("/records/")[0]
    for step in steps:
        page.goto(f"{site}/records/{crush.header.record}?at={step}&as=A")
        for width, height in ((360, 640), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COUNTS) == [], (step, width)


@pytest.mark.soak
def test_a_picture_fills_its_place_and_leaves_the_name_to_be_read(visit: Open, addresses: dict[str, dict[str, str]]) -> None:
    """A card on the field is as large as its place, its picture has come, and no figure covers its name, which stands on the lower edge."""
    page = visit(addresses["crush"]["crowded"])
    for width, height in ((360, 640), (1280, 720), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        places = page.evaluate(LYING)
        assert len(places) >= 4
        assert [it for it in places if it["fills"] < 0.92 or it["covered"] or not 0 <= it["below"] < 16 or not it["drawn"]] == [], width


@pytest.mark.soak
def test_no_card_of_a_full_hand_covers_a_name(visit: Open, addresses: dict[str, dict[str, str]]) -> None:
    """Nine cards and more in hand overlap, and the name of each stands upright on the edge that the next card leaves free."""
    page = visit(addresses["crush"]["crowded"], locale="de-DE")
    for width, height in ((390, 844), (1280, 720), (1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        names = page.evaluate(HAND)
        assert len(names) >= 8, "a full hand"
        assert [name for name in names if name[0] < -2 or name[1] < 8] == [], (width, names)


@pytest.mark.soak
@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7])
def test_the_names_of_a_short_hand_beside_its_field_can_be_read(visit: Open, crush: RecordView, cards: int) -> None:
    """Beside a narrow field four cards overlap already; on phones five lie side by side."""
    seat = crush.header.seats[0]
    at = next(step for step in range(40, crush.steps) if crush.position(step).table.hands[seat].count == cards)
    page = visit(f"/records/{crush.header.record}?at={at}&as={seat}", reduced_motion="reduce")
    for width, height in ((390, 844), (768, 1024), (1024, 768), (1280, 720), (1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        between = page.evaluate(WORDS)
        assert len(between) == cards - 1
        assert min(between) >= -2, (width, between)


@pytest.mark.parametrize(
    ("size", "rows", "least"),
    [
        ((768, 1024), 2, 30),
        *(
            pytest.param(size, rows, least, marks=pytest.mark.soak)
            for size, rows, least in (
                ((700, 900), 2, 26),
                ((820, 1180), 2, 30),
                ((930, 700), 1, 20),
                ((1000, 800), 1, 20),
                ((1024, 1366), 2, 40),
                ((1280, 720), 1, 20),
                ((1440, 900), 1, 20),
            )
        ),
    ],
)
def test_a_long_hand_lies_in_two_rows_where_there_is_height(
    visit: Open, crush: RecordView, size: tuple[int, int], rows: int, least: int
) -> None:
    """Eleven cards beside a narrow field: each shows enough to be read and touched, none leaves its side, and the name is whole."""
    most = max(crush.timeline.versions, key=lambda at: hand.count if (hand := crush.position(at).table.hands.get("A")) else 0)
    width, height = size
    page = visit(f"/records/{crush.header.record}?at={most}&as=A", locale="de-DE", viewport={"width": width, "height": height})
    seen = page.evaluate(SEEN)
    assert seen["cards"] >= 11
    assert seen["rows"] == rows, seen
    assert seen["least"] >= least, seen
    assert seen["beyond"] <= 0, seen
    assert seen["below"] <= 0, seen
    assert (seen["lines"], seen["cut"]) == (1, 0), seen
