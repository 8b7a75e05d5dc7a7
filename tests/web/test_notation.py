"""Games as texts in the browser: every record shows its own, and a text that is pasted becomes a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

GAMES = Path(__file__).parents[2] / "examples" / "games"
TEXT = (GAMES / "regicide-jacks.kbz").read_text()


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book of the games that come with the program."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as opened:
        yield opened


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A browser that prefers English."""
    made = create_app(book).test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return made


def field(answer: TestResponse) -> str:
    """Return what stands in the field of a page."""
    found = BeautifulSoup(answer.text, "html.parser").find("textarea")
    assert found is not None
    return found.text


def test_a_record_shows_its_text_as_its_viewer_saw_it(client: FlaskClient, book: GameBook) -> None:
    """The other hand is not in it; the replay leads there, and a text for everybody has a button that copies it."""
    (stored,) = store_file(book, LOCAL, TEXT.encode(), "game.kbz", ImportOptions())
    assert f"/records/{stored.id}/notation?as=open" in client.get(f"/records/{stored.id}?as=open").text
    whole = client.get(f"/records/{stored.id}/notation?as=open")
    assert "> B: c10 d10 d7 d9 h9 s6 sA" in field(whole)
    assert 'id="copy"' in whole.text
    seat = field(client.get(f"/records/{stored.id}/notation?as=A"))
    assert "> B: ?*7" in seat
    assert "c10 d10 d7" not in seat


def test_in_suspense_the_text_ends_where_the_reader_is(client: FlaskClient, book: GameBook) -> None:
    """No result, no later line; what a step belongs to is not told by halves."""
    (stored,) = store_file(book, LOCAL, (GAMES / "regicide-gold.jsonl").read_bytes(), "game.jsonl", ImportOptions())
    assert "[Result" in field(client.get(f"/records/{stored.id}/notation"))
    client.get(f"/records/{stored.id}?at=3&suspense=on")
    some = field(client.get(f"/records/{stored.id}/notation?at=40"))
    assert "[Result" not in some
    assert "\n2. A\n" in some
    assert "\nstart\n" not in field(client.get(f"/records/{stored.id}/notation"))


def test_an_observed_table_has_none(client: FlaskClient, book: GameBook) -> None:
    """Nor a link to one."""
    (stored,) = store_file(book, LOCAL, (GAMES / "night-ferry.json").read_bytes(), "game.json", ImportOptions())
    assert client.get(f"/records/{stored.id}/notation").status_code == 404
    assert "/notation?" not in client.get(f"/records/{stored.id}").text


def test_a_pasted_game_is_checked_and_stored_without_a_script(client: FlaskClient, book: GameBook) -> None:
    """The first fault stands above the field with its place, and the text stays in it."""
    wrong = TEXT.replace("   h10 > hJ\n", "   h10 > worm\n")
    faulty = client.post("/notation", data={"text": wrong, "check": "1"})
    assert faulty.status_code == 422
    assert "Line 16, column 10" in faulty.text
    assert "no card is called" in faulty.text
    assert field(faulty).strip() == wrong.strip()
    good = client.post("/notation", data={"text": TEXT.replace("\n", "\r\n"), "check": "1"})
    assert "steps are read without a fault" in good.text
    assert not book.entries(LOCAL, [])
    stored = client.post("/notation", data={"text": TEXT, "store": "1"})
    assert stored.status_code == 303
    assert client.get(stored.headers["Location"]).status_code == 200
    assert "/notation" in client.get("/").text
