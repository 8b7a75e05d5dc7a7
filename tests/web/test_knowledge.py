"""What a viewer could know, in dialogs beside the table: candidates of a card, of a hand, of the draw pile, and the odds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from records.core.faces import known
from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.card_names import card_name
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import BeautifulSoup
    from flask.testing import FlaskClient
    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Read = Callable[..., BeautifulSoup]

AT = 60
"""A step at which both sides have closed cards that the other does not know."""


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))[0].id


def percents(page: BeautifulSoup, where: str) -> list[float]:
    """Return the chances of a list."""
    return [float(re.sub("[^0-9.]", "", it.get_text())) for it in page.select(f"{where} li > * > b")]


def test_each_closed_card_leads_to_what_it_can_be(read: Read, book: GameBook, played: str) -> None:
    """Every closed card that lies on the table is a link to its own dialog at this step; open cards lead to what is printed on them."""
    page = read(f"/records/{played}?at={AT}&as=A")
    table = book.record(LOCAL, played, "A").position(AT).table
    walls = [slot for pile, slots in table.piles.items() if not pile.startswith("display") for slot in slots]
    links = {str(it["data-slot"]): str(it["href"]) for it in page.select("#board a.card[data-slot]")}
    assert {slot: links.get(slot) for slot in walls} == {slot: f"/records/{played}/slots/{slot}?at={AT}&as=A" for slot in walls}
    assert "\x1a" not in str(page)


@pytest.mark.parametrize("place", ["hand:B", "draw"])
def test_a_dialog_asks_why_after_its_list_and_compares_by_its_bars(read: Read, played: str, place: str) -> None:
    """What it can be stands first, then why; the likeliest has the longest bar there is, and every other one its share of that."""
    page = read(f"/records/{played}/places/{place}?at={AT}&as=A")
    assert page.select_one(".dialog .list:has(.chances) ~ .why")
    bars = [float(str(it["width"]).rstrip("%")) for it in page.select(".chances .part")]
    chances = percents(page, ".chances")
    assert max(bars) == 100
    assert max(chances) < 50
    assert bars == pytest.approx([100 * chance / max(chances) for chance in chances], abs=2.5)


def test_an_unknown_card_shows_its_candidates_with_their_chances(read: Read, book: GameBook, played: str) -> None:
    """The truth is among them, the likeliest stands first, the chances add up, and the assumption is told."""
    table = book.record(LOCAL, played, "A").position(AT).table
    whole = book.record(LOCAL, played, "open")
    slot = next(slot for slot, lying in table.slots.items() if not known(lying.face))
    page = read(f"/records/{played}/slots/{slot}?at={AT}&as=A")
    truth = whole.faces[str(whole.position(AT).table.slots[slot].face)].title["en"].replace("\u00ad", "")
    assert truth in " ".join(it.get_text() for it in page.select(".cards .what"))
    chances = percents(page, ".chances")
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(100, abs=0.05 * len(chances))
    assert "picked blind" in " ".join(it.get_text() for it in page.select(".remark"))


def test_a_known_card_is_shown_whole(read: Read, book: GameBook, played: str) -> None:
    """A card that can only be one thing is told with its values, and without a list."""
    table = book.record(LOCAL, played, "A").position(AT).table
    slot, face = next((slot, str(lying.face)) for slot, lying in table.slots.items() if known(lying.face))
    page = read(f"/records/{played}/slots/{slot}?at={AT}&as=A")
    assert library()["castle-rampage"].board.faces is not None
    title = book.record(LOCAL, played, "A").faces[face].title["en"].replace("\u00ad", "")
    assert card_name(page.select_one(".one .card")).startswith(title)  # type: ignore[arg-type]
    assert not page.select(".cards")


def test_the_draw_pile_tells_what_it_can_hold(read: Read, played: str) -> None:
    """Every card that may still be in it, how many at most, and the chance of each to be next."""
    page = read(f"/records/{played}/places/draw?at={AT}&as=A")
    assert page.select_one(".list h2").get_text() == "What it can hold"  # type: ignore[union-attr]
    assert sum(percents(page, ".chances")) == pytest.approx(100, abs=0.05 * len(page.select(".chances li")))
    assert all("at most" in it.get_text() for it in page.select(".chances .what small"))
    assert not page.select(".rows")


def test_another_hand_tells_what_it_can_hold(read: Read, book: GameBook, played: str) -> None:
    """Of a hand that is not the viewer's the candidates are told, of the own hand its cards."""
    at = next(at for at in range(AT, 120) if book.record(LOCAL, played, "A").position(at).table.hands["B"].count)  # type: ignore[index]
    page = read(f"/records/{played}/places/hand:B?at={at}&as=A")
    assert page.select_one(".list h2").get_text() == "What the hand can hold"  # type: ignore[union-attr]
    assert page.select(".chances li")
    assert not read(f"/records/{played}/places/hand:A?at={at}&as=A").select(".list")


def test_the_discard_pile_is_shown_sorted_and_in_order(read: Read, book: GameBook, played: str) -> None:
    """Equal cards once with their number, in the order of the catalogue; below all of them in their order."""
    faces = book.record(LOCAL, played, "public").position(200).table.zones["discard"]  # type: ignore[index]
    page = read(f"/records/{played}/places/discard?at=200&as=public")
    shown = [it.get_text() for it in page.select(".cards .what")]
    assert len(shown) == len(set(faces)) < len(faces)
    times = [int(match.group(1)) if (match := re.search("([0-9]+)\u00d7", text)) else 1 for text in shown]
    assert sum(times) == len(faces) == len(page.select(".rows li"))


def test_odds_are_those_of_the_viewer(read: Read, book: GameBook, played: str) -> None:
    """Ana computes against Ben's piles, the open table for the seat to act; chances to defend at least so much never rise."""
    page = read(f"/records/{played}/odds?at={AT}&as=A")
    assert "as Ana could know, at step 51" in page.get_text()
    heads = [it.get_text() for it in page.select(".odds h2")]
    assert {"Gate of Ben: the first card defends", "Castle of Ben: the first card defends", "Draw pile: the next card is"} <= set(heads)
    assert not any("Ana" in head for head in heads)
    acting = book.record(LOCAL, played, "open").position(AT).state.active
    assert f"as {book.record(LOCAL, played, 'open').names[acting]} could know" in read(f"/records/{played}/odds?at={AT}").get_text()


def test_an_attack_is_computed_as_it_is_asked(read: Read, played: str) -> None:
    """What an attack destroys adds up to certainty, a stronger one destroys more, another way hits other piles; unasked none is told."""
    assert not read(f"/records/{played}/odds?at={AT}&as=A").select(".odds section:has([data-odds-form=attack]) li")
    fallen = [0.0, 0.0]
    for nth, strength in enumerate((1, 4)):
        page = read(f"/records/{played}/odds?at={AT}&as=A&strength={strength}")
        (section,) = page.select(".odds section:has([data-odds-form=attack])")
        assert section.select_one("input[name=strength]")["value"] == str(strength)  # type: ignore[index]
        outcomes = [it for it in section.select("li") if "not counted" not in it.get_text() and "last card" not in it.get_text()]
        assert all(
            it.span is not None and re.fullmatch(r"nothing falls|(Gate: \d+)?(, )?(Castle: \d+)?", it.span.get_text()) for it in outcomes
        )
        chances = [100.0 if it.b.get_text() == "certain" else float(re.sub("[^0-9.]", "", it.b.get_text())) for it in outcomes if it.b]
        assert sum(chances) == pytest.approx(100, abs=0.1 * len(chances))
        fallen[nth] = sum(chance for it, chance in zip(outcomes, chances, strict=True) if "nothing" not in it.get_text())
    assert fallen[0] < fallen[1]
    alone = read(f"/records/{played}/odds?at={AT}&as=A&strength=3&way=castle")
    assert not any("Gate:" in it.get_text() for it in alone.select(".odds section:has([data-odds-form=attack]) li span"))


def test_each_reason_leads_to_its_step(read: Read, book: GameBook, played: str) -> None:
    """What a closed card can be is explained by events before the step, each with what would be possible without it."""
    table = book.record(LOCAL, played, "A").position(AT).table
    slot = next(slot for slot, lying in table.slots.items() if not known(lying.face))
    dialog = read(f"/records/{played}/slots/{slot}?at={AT}&as=A")
    page = read(str(dialog.select_one("a[data-why]")["href"]))  # type: ignore[index]
    lines = page.select(".reasons li")
    assert lines
    for line in lines:
        found = re.search(r"\?at=(\d+)&as=A$", str(line.a["href"])) if line.a else None
        assert found is not None
        assert 0 < int(found[1]) <= AT
        assert "without it" in line.get_text()


def test_odds_are_told_in_german(read: Read, played: str) -> None:
    """Words and digits of the page are the reader's."""
    page = read(f"/records/{played}/odds?at={AT}&as=A&lang=de")
    assert "wie es für Ana erschließbar ist, bei Schritt 51" in page.get_text()
    assert "davon: Einheit" in page.get_text()
    assert not re.search(r"[0-9]\.[0-9]", page.select_one(".odds").get_text())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("address", "status"),
    one_in(
        3,
        [
            ("/records/RECORD/odds?at=60&as=A&strength=-1", 422),
            ("/records/RECORD/odds?at=60&as=A&way=sideways", 422),
            ("/records/RECORD/why/hand:A?at=60&as=A", 404),
            ("/records/RECORD/why/discard?at=60&as=A", 404),
            ("/records/RECORD/why/s9999?at=60&as=A", 404),
            ("/records/RECORD/slots/s9999?at=60&as=A", 404),
            ("/records/RECORD/slots/none", 404),
            ("/records/RECORD/odds?at=9999", 404),
            ("/records/RECORD/odds?as=Nobody", 422),
            ("/records/RECORD/odds?strength=x", 422),
            ("/records/none/odds", 404),
        ],
    ),
)
def test_what_is_not_there_is_refused(client: FlaskClient, played: str, address: str, status: int) -> None:
    """A slot, a step, a viewer or a number that is not there."""
    assert client.get(address.replace("RECORD", played)).status_code == status


def test_no_page_of_a_step_computes_odds(read: Read, book: GameBook, played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a step and its regions need nothing of what takes time to work out."""

    def refuse(*_args: object) -> None:
        raise AssertionError("odds were computed for a step")

    monkeypatch.setattr(type(book.record(LOCAL, played, "A")), "knowledge", refuse)
    assert read(f"/records/{played}?at={AT}&as=A").select("#board")
    assert read(f"/records/{played}/steps/{AT}?as=A").select("#board")


def test_in_hindsight_fewer_cards_can_be_in_a_hand(read: Read, book: GameBook, played: str) -> None:
    """The dialog of another's hand leads to what it can hold in hindsight, which is less, and back."""
    view = book.record(LOCAL, played, "A")
    then, later = view.knowledge(AT).hands[SeatKey("B")], view.knowledge(AT, hindsight=True).hands[SeatKey("B")]
    page = read(f"/records/{played}/places/hand:B?at={AT}&as=A")
    assert [it.get_text() for it in page.select(".other-time a")] == ["In hindsight"]
    after = read(str(page.select_one(".other-time a")["href"]))  # type: ignore[index]
    assert len(page.select(".chances li")) == len(then.most)
    assert len(after.select(".chances li")) == len(later.most) < len(then.most)
    assert after.select_one(".lens-note") is not None
    assert str(after.select_one(".other-time a")["href"]) == f"/records/{played}/places/hand:B?at={AT}&as=A"  # type: ignore[index]


def test_cards_on_the_board_lead_on_in_hindsight(read: Read, played: str) -> None:
    """The address of each card's dialog keeps the lens and can be read."""
    page = read(f"/records/{played}?at={AT}&as=A&knows=hindsight")
    cards = [str(card["href"]) for card in page.select("#board a.card")]
    assert cards
    for card in cards:
        assert parse_qs(urlsplit(card).query)["knows"] == ["hindsight"], card
    read(cards[0])


def test_a_card_that_was_seen_later_is_told_in_hindsight(read: Read, book: GameBook, played: str) -> None:
    """What lies closed and is seen only later has a dialog of what it is, in hindsight alone."""
    view = book.record(LOCAL, played, "A")
    then, later = view.knowledge(AT), view.knowledge(AT, hindsight=True)
    slot = next(slot for slot, chances in then.slots.items() if chances.certain is None and later.slots[slot].certain is not None)
    assert read(f"/records/{played}/slots/{slot}?at={AT}&as=A").select(".chances")
    page = read(f"/records/{played}/slots/{slot}?at={AT}&as=A&knows=hindsight")
    assert not page.select(".chances")
    assert page.select_one(".one .card") is not None


def test_hindsight_stays_from_step_to_step(read: Read, played: str) -> None:
    """A replay in hindsight says so; its steps, closed cards and places lead on in hindsight, and one link leads back."""
    then = read(f"/records/{played}?at={AT}&as=A")
    page = read(str(then.select_one('[data-control="hindsight"]')["href"]))  # type: ignore[index]
    assert page.select_one("#board .lens-note") is not None
    for selector in ('[data-control="on"]', "#board a.card[data-slot]", '#board a[href*="/places/"]'):
        assert "knows=hindsight" in str(page.select_one(selector)["href"])  # type: ignore[index]
        assert "knows=" not in str(then.select_one(selector)["href"])  # type: ignore[index]
    assert page.select_one('#where input[name="knows"]') is not None
    assert "knows=" not in str(page.select_one('[data-control="hindsight"]')["href"])  # type: ignore[index]


def test_hindsight_is_asked_for_in_one_word(client: FlaskClient, played: str) -> None:
    """Another word is refused, and so is the hindsight of a table that forgets."""
    for path in (f"/records/{played}?at={AT}&as=A", f"/records/{played}/places/draw?at={AT}&as=A"):
        assert client.get(f"{path}&knows=all").status_code == 422
        assert client.get(f"{path}&knows=hindsight").status_code == 200
        assert client.get(f"{path}&knows=hindsight&memory=table").status_code == 422


@pytest.mark.soak
@pytest.mark.browser
def test_the_key_x_goes_to_hindsight_and_back(visit: Open, played: str) -> None:
    """The key changes the time without a new page; arrows keep it, and so does the dialog of a hand, whose link changes it there alone."""
    page = visit(f"/records/{played}?at={AT}&as=A")
    page.evaluate("document.body.dataset.samePage = ''")
    page.keyboard.press("x")
    page.wait_for_url(re.compile(rf"\?at={AT}&as=A&knows=hindsight$"))
    expect(page.locator("#board .lens-note")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(rf"\?at=(?!{AT}&)\d+&as=A&knows=hindsight$"))
    page.locator('#board a[href*="/places/hand:B"]').first.click()
    dialog = page.locator("dialog[open] .dialog")
    expect(dialog.locator(".lens-note")).to_be_visible()
    dialog.locator(".other-time a").click()
    expect(dialog.locator(".lens-note")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.wait_for_url(re.compile(r"\?at=\d+&as=A$"))
    assert page.evaluate("'samePage' in document.body.dataset")
