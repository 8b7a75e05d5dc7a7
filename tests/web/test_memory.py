"""The table through the eyes of one that forgets: less of the hands, all else the same, and said so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from records.core.viewers import LOCAL
from records.service import Entry, GameBook, NewGame
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from support.castle import CASTLE, NOON, given, strengthen
from support.castle_powers import decline, use

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bs4 import BeautifulSoup
    from flask.testing import FlaskClient
    from playwright.sync_api import Page

    Read = Callable[..., BeautifulSoup]
    Open = Callable[..., Page]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book with all games, on a store of its own."""
    with GameBook(open_store(f"sqlite:///{tmp_path / 'castle.sqlite'}"), games=library()) as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A game in which Ana saw cards of Ben's hand, of which he then laid one face down."""
    table = given(rules="castle-rampage/house", hand_B="spy squire robber", gate_A="cook cook ogre", hand_A="knight", on_turn="B")
    table = decline(table.when(use("robber", "B"))).when(strengthen("squire", "gate:B"))
    entries = [Entry(at=recorded.at, event=recorded.event, cause=recorded.cause) for recorded in table.log]
    names = dict(zip(table.header.seats, ("Ana", "Ben"), strict=True))
    edition = CASTLE.rules.edition("castle-rampage/house")
    return book.add(LOCAL, NewGame(game=CASTLE.name, seats=table.header.seats, names=names, started=NOON, entries=entries, **edition))[0].id


def faces_in_hand(page: BeautifulSoup, seat: str) -> list[str]:
    """Return how the cards of a drawn hand lie and what they are."""
    return [str(card["data-face"]) for card in page.select(f'[data-place="hand-{seat}"] .card')]


def test_the_forgetful_table_shows_less_of_the_other_hand(read: Read, book: GameBook, record: str) -> None:
    """Where the table has forgotten, the card lies as closed as the others; piles and the own hand are as ever, and a line says why."""
    at = book.record(LOCAL, record, "A").steps
    whole, forgetful = (read(f"/records/{record}?at={at}&as=A{lens}") for lens in ("", "&memory=table"))
    assert "known" in faces_in_hand(whole, "B")
    assert set(faces_in_hand(forgetful, "B")) == {"down"}
    assert len(faces_in_hand(forgetful, "B")) == len(faces_in_hand(whole, "B"))
    assert faces_in_hand(forgetful, "A") == faces_in_hand(whole, "A")
    piles = [[str(pile).replace("&amp;memory=table", "") for pile in page.select(".pile .slots")] for page in (whole, forgetful)]
    assert piles[0] == piles[1]
    assert not whole.select(".lens-note")
    assert "The online table's memory" in forgetful.select(".board .lens-note")[0].get_text()
    assert "by the online table's memory" in forgetful.select(".viewpoint .lens")[0].get_text()


@pytest.mark.parametrize(("first", "viewer"), [(0, "A"), (1, "B"), (2, "public"), (3, "open")])
def test_never_more_than_the_seat_may_know(read: Read, book: GameBook, record: str, first: int, viewer: str) -> None:
    """At every fourth step each hand shows at most the faces and red eyes of the whole lens, in the page and in the list of the hand."""
    for at in range(first, book.record(LOCAL, record, viewer).steps + 1, 4):
        for address in ("?", "/places/hand:A?", "/places/hand:B?"):
            pages = [read(f"/records/{record}{address}at={at}&as={viewer}{lens}") for lens in ("", "&memory=table")]
            whole, forgetful = ([str(card) for card in page.select('[data-place^="hand-"] .card, .rows .card')] for page in pages)
            assert sum('data-face="down"' in card for card in forgetful) >= sum('data-face="down"' in card for card in whole)
            assert {face for card in forgetful for face in re.findall(r"#(ch-[a-z-]+)", card)} <= {
                face for card in whole for face in re.findall(r"#(ch-[a-z-]+)", card)
            }
            assert str(forgetful).count("seal other") <= str(whole).count("seal other")


def test_the_narration_stays_whole(read: Read, book: GameBook, record: str) -> None:
    """What was told is told through either lens; only the addresses of the steps keep the lens."""
    at = book.record(LOCAL, record, "A").steps
    whole, forgetful = (read(f"/records/{record}?at={at}&as=A{lens}") for lens in ("", "&memory=table"))
    told = [[line.get_text() for line in page.select("#narration .line")] for page in (whole, forgetful)]
    assert told[0]
    assert told[0] == told[1]
    links = [str(link["href"]) for link in forgetful.select("#narration .line, #cells .cell, #transport a[href]")]
    assert links
    assert all(link.endswith("&as=A&memory=table") for link in links)
    assert not any("memory" in str(link["href"]) for link in whole.select("#narration .line, #cells .cell, #transport a[href]"))


def test_the_choice_is_a_link_beside_the_viewpoint(read: Read, record: str) -> None:
    """One link leads to the other lens at the same step for the same viewer, and back; the forms keep the lens."""
    page = read(f"/records/{record}?at=2&as=A")
    (link,) = page.select("#viewbar a[data-control=lens]")
    assert link["href"] == f"/records/{record}?at=2&as=A&memory=table"
    page = read(str(link["href"]))
    assert page.select("#viewbar a[data-control=lens]")[0]["href"] == f"/records/{record}?at=2&as=A"
    for form in ("#viewpoint", "#where"):
        assert [field["value"] for field in page.select(f'{form} input[name="memory"]')] == ["table"]


def test_the_list_of_a_hand_keeps_the_lens(read: Read, book: GameBook, record: str) -> None:
    """The hand's list shows what the table shows, works nothing out, says through which lens, and leads back to the same table."""
    at = book.record(LOCAL, record, "A").steps
    board = read(f"/records/{record}?at={at}&as=A&memory=table")
    (heading,) = (link for link in board.select("a.open") if "/places/hand:B" in str(link["href"]))
    dialog = read(str(heading["href"]))
    assert dialog.select(".dialog .lens-note")
    assert "What the hand can hold" not in dialog.get_text()
    assert "What the hand can hold" in read(f"/records/{record}/places/hand:B?at={at}&as=A").get_text()
    assert dialog.select(".without-dialog a")[0]["href"] == f"/records/{record}?at={at}&as=A&memory=table"


@pytest.mark.parametrize("wrong", ["memory=", "memory=1", "memory=Table", "memory=table&memory=table"])
def test_other_words_are_refused(client: FlaskClient, record: str, wrong: str) -> None:
    """A word that names no lens is refused, never passed over."""
    for address in (f"/records/{record}?{wrong}", f"/records/{record}/steps/1?{wrong}", f"/records/{record}/places/hand:A?{wrong}"):
        assert client.get(address).status_code == 422


def test_a_game_without_such_a_table_refuses(client: FlaskClient, read: Read, book: GameBook) -> None:
    """Where no table forgets there is no choice, and the word is refused."""
    record = book.add(LOCAL, *simulate(library()["regicide"], seed=2, games=1))[0].id
    assert not read(f"/records/{record}?at=3&as=A").select("a[data-control=lens]")
    answer = client.get(f"/records/{record}?at=3&as=A&memory=table")
    assert (answer.status_code, "memory is known." in answer.text) == (422, True)


@pytest.mark.browser
def test_the_lens_stays_from_step_to_step(visit: Open, book: GameBook, record: str) -> None:
    """A click changes the lens without a new page; arrows, the key v and the language's link keep it."""
    at = book.record(LOCAL, record, "A").steps
    page = visit(f"/records/{record}?at={at}&as=A")
    page.evaluate("document.body.dataset.samePage = ''")
    expect(page.locator(".lens-note")).to_have_count(0)
    page.locator("#viewbar a[data-control=lens]").click()
    page.wait_for_url(re.compile(rf"\?at={at}&as=A&memory=table$"))
    expect(page.locator("#board .lens-note")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"&as=A&memory=table$"))
    page.keyboard.press("v")
    page.wait_for_url(re.compile(r"&as=B&memory=table$"))
    assert "memory=table" in str(page.locator('.lang a[lang="de"]').get_attribute("href"))
    page.locator("#viewbar a[data-control=lens]").click()
    page.wait_for_url(re.compile(r"&as=B$"))
    expect(page.locator("#board .lens-note")).to_have_count(0)
    assert "memory" not in str(page.locator('.lang a[lang="de"]').get_attribute("href"))
    assert page.evaluate("'samePage' in document.body.dataset")
