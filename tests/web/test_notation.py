"""Games as texts in the browser: every record shows its own, and a text that is pasted becomes a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup

from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from support import books

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

GAMES = Path(__file__).parents[2] / "examples" / "games"
TEXT = (GAMES / "regicide-jacks.kbz").read_text()


book = books.own


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
    assert "events were read without an error" in good.text
    assert not book.records.entries(LOCAL, [])
    stored = client.post("/notation", data={"text": TEXT, "store": "1"})
    assert stored.status_code == 303
    assert client.get(stored.headers["Location"]).status_code == 200
    assert 'href="/notation"' in client.get("/upload").text


def draft(client: FlaskClient, text: str, line: int) -> BeautifulSoup:
    """Return what stands beside a text while it is typed."""
    answer = client.post("/notation/draft", data={"text": text, "line": str(line)})
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def test_the_board_beside_a_text_follows_the_cursor(client: FlaskClient, book: GameBook) -> None:
    """After the line of the cursor, before the first line none; nothing is stored by it."""
    lines = TEXT.split("\n")
    early, late = lines.index("   c10 sA $! {Clubs double, and the Ace shields: the Jack hits with nine.}") + 1, len(lines)
    shown = {line: str(draft(client, TEXT, line).find(class_="drawn")) for line in (1, early, late)}
    assert "<svg" not in shown[1]
    assert "<svg" in shown[early] != shown[late]
    assert "Step 9," in shown[early]
    assert "Step 91," in shown[late], "of 112 events 91 are told"
    assert book.records.count(LOCAL) == (0, 0)


def test_a_fault_in_a_typed_text_is_told_at_its_place(client: FlaskClient) -> None:
    """With line and column, marked under the line itself; the board stays as far as it was read; a text that is too long waits."""
    faulty = TEXT.replace("   d10 +c4", "   d10 +cook", 1)
    nth = faulty[: faulty.index("+cook")].count("\n") + 1
    page = draft(client, faulty, len(faulty.split("\n")))
    state = page.find(class_="state")
    assert state is not None
    assert state["data-line"] == str(nth)
    pre = page.find(class_="faulty")
    assert pre is not None
    line, caret = pre.text.split("\n")
    assert line == faulty.split("\n")[nth - 1]
    assert line[caret.index("^") :].startswith("cook")
    assert f"Line {nth}, column {caret.index('^') + 1}" in page.text
    assert "<svg" in str(page)
    assert "too long" in draft(client, TEXT + ";" * 40_000, 1).text
    assert client.post("/notation/draft", data={"text": TEXT, "line": "x"}).status_code == 422


def test_the_board_stands_beside_a_checked_text_without_a_script_too(client: FlaskClient, book: GameBook) -> None:
    """The button reads the text and draws the table at its end."""
    answer = client.post("/notation", data={"text": TEXT, "check": "1"})
    assert "<svg" in answer.text
    assert book.records.count(LOCAL) == (0, 0)


def test_names_of_a_typed_game_are_replaced(client: FlaskClient, book: GameBook) -> None:
    """Before it is stored; the wish stays while the text is checked."""
    assert "checked" in client.post("/notation", data={"text": TEXT, "check": "1", "pseudonyms": "on"}).text
    sent = client.post("/notation", data={"text": TEXT, "store": "1", "pseudonyms": "on"})
    names = book.record(LOCAL, sent.headers["Location"].rpartition("/")[2]).names
    assert names
    assert all(name == f"Player {seat}" for seat, name in names.items())
