"""Two players' files of one game, in the browser: one record of both, or every place where they disagree."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

from importers import native
from records.core.viewers import LOCAL
from records.service import GameBook
from support.programs import app_on
from support.tiny import GAMES, A, B, drawn, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store of the tiny game."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.db", games=GAMES) as opened:
        yield opened


def file_of(book: GameBook, card: str, seat: str) -> bytes:
    """Return a seat's export of a game in which A drew ``card``."""
    record = book.writing.add(LOCAL, new_game(drawn(A, card), drawn(B, "king")))[0].id
    return native.write(book.games, book.records.export(LOCAL, record, seat), seat)


def sent(book: GameBook, first: bytes, second: bytes, trust: str = "", **more: str) -> Any:
    """Send the form."""
    files = [(BytesIO(first), "anna.jsonl"), (BytesIO(second), "ben.jsonl")]
    return (
        app_on(book).test_client().post("/merge", data={"files": files, "trust": trust, **more}, headers={"Sec-Fetch-Site": "same-origin"})
    )


def test_two_files_become_one_record(book: GameBook) -> None:
    """The answer leads to it, and it shows what both saw."""
    record = book.writing.add(LOCAL, new_game())[0].id
    answer = sent(book, *(native.write(book.games, book.records.export(LOCAL, record, seat), seat) for seat in "AB"))
    assert answer.status_code == 200
    link = BeautifulSoup(answer.text, "html.parser").select_one("#merge .report .ok a")
    assert link is not None
    new = str(link["href"]).rpartition("/")[2]
    assert [one.event for one in book.record(LOCAL, new, "open").events[:3]] == [one.event for one in book.record(LOCAL, record).events[:3]]


def test_where_they_disagree_is_told(book: GameBook) -> None:
    """With both texts, and nothing is stored until one of them is believed."""
    first, second = file_of(book, "ace", "A"), file_of(book, "queen", "open")
    before = book.records.count(LOCAL)
    answer = sent(book, first, second)
    told = " ".join(BeautifulSoup(answer.text, "html.parser").select_one("#merge .report").get_text(" ").split())  # type: ignore[union-attr]
    assert answer.status_code == 422
    assert "event 1, tiny.drawn/1 card anna.jsonl: ace ben.jsonl: queen" in told
    assert book.records.count(LOCAL) == before
    assert sent(book, first, second, "2").status_code == 200
    assert book.records.count(LOCAL) == (before[0] + 1, 0)


def test_what_cannot_be_brought_together_is_told(book: GameBook) -> None:
    """No file, one that is none, and a choice that is not there."""
    good = file_of(book, "ace", "A")
    assert "Nothing is stored." in sent(book, good, b"{\n").text
    assert sent(book, good, good, "3").status_code == 422
    answer = app_on(book).test_client().post("/merge", data={}, headers={"Sec-Fetch-Site": "same-origin"})
    assert "Choose two files of one game." in answer.text


def test_names_are_replaced(book: GameBook) -> None:
    """Of both files, before anything is stored."""
    record = book.writing.add(LOCAL, new_game())[0].id
    book.records.rename(LOCAL, record, "A", "Zoe")
    files = [native.write(book.games, book.records.export(LOCAL, record, seat), seat) for seat in "AB"]
    answer = sent(book, *files, pseudonyms="on")
    link = BeautifulSoup(answer.text, "html.parser").select_one("#merge .report .ok a")
    assert link is not None
    assert link.text == "Player A and Player B"
    assert "Zoe" not in {*book.record(LOCAL, str(link["href"]).rpartition("/")[2]).names.values()}
