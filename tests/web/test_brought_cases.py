"""Disputes that are dropped on the shelf, and disputes as one page that works without a network."""

from __future__ import annotations

import html
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from importers.base import ImportOptions
from importers.native_cases import write_case_file
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from support.soaking import one_in
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

GAME = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-yucata.jsonl"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[GameBook]:
    """A store with one game."""
    with GameBook.open(f"sqlite:///{tmp_path}/home.db") as opened:
        store_file(opened, LOCAL, GAME.read_bytes(), GAME.name, ImportOptions())
        yield opened


@pytest.fixture
def case(home: GameBook) -> str:
    """A ruled dispute about it, with words for A alone."""
    (record,) = home._office.store.ids()
    made = home.cases.open_case(LOCAL, record, 20, "Is that so?", to=("*",)).id
    home.cases.make_claim(LOCAL, made, NewClaim(party="A", reading=ReadingNamed(), text="Moonpebble."), to=("A",))
    home.cases.rule(LOCAL, made, NewRuling(by="Judge", cites=("4.2",), text="So be it."), to=("*",))
    return made


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    """A browser at an empty store."""
    with GameBook.open(f"sqlite:///{tmp_path}/elsewhere.db") as book:
        made = create_app(book).test_client()
        made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        yield made


def dropped(client: FlaskClient, *files: tuple[str, bytes]) -> TestResponse:
    """Send files as the shelf's form does."""
    return client.post("/upload", data={"files": [(io.BytesIO(data), name) for name, data in files]})


def text(answer: TestResponse) -> str:
    """What a page says, in words."""
    assert answer.status_code == 200, answer.text
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


@pytest.mark.parametrize(("viewer", "words"), one_in(4, [("open", True), ("A", True), ("B", False), ("public", False)]))
def test_a_dropped_dispute_is_read_with_its_table(home: GameBook, case: str, client: FlaskClient, viewer: str, *, words: bool) -> None:
    """The report leads to its page: what was said for that viewer, the table at each step, and that the game is not here."""
    answer = dropped(client, ("a.case", write_case_file(home.games, home.cases.case_file(LOCAL, case, viewer))))
    (path,) = re.findall(r'href="(/cases/[^"]+)"', answer.text)
    page = text(client.get(path))
    assert ("Moonpebble" in page) is words
    for said in ("Is that so?", "So be it.", "§ 4.2", "came as a file", "The game it is about is not here", "what the file says"):
        assert said in page, said
    assert "What comes next" not in page
    board = client.get(path).text
    assert 'class="board"' in board
    steps = [html.unescape(way) for way in re.findall(r'href="(/cases/[^"]+&amp;at=\d+#table)"', board)]
    assert steps
    assert all(client.get(step.partition("#")[0]).status_code == 200 for step in steps)
    assert client.get(f"{path}?at=9999").status_code == 404
    again = dropped(client, ("again.case", write_case_file(home.games, home.cases.case_file(LOCAL, case, viewer))))
    assert "was here already" in text(again)
    refused = client.post(path, data={"act": "rule", "as": "open", "by": "Judge", "switch": "own", "to": "*"})
    assert refused.status_code == 403
    assert client.get(f"{path}/ruling").status_code == 200
    gone = client.post(path, data={"act": "erase", "as": viewer, "what": "file", "sure": "on"})
    assert gone.status_code == 303
    assert client.get(path).status_code == 404


def test_a_damaged_dispute_is_refused_with_its_line(home: GameBook, case: str, client: FlaskClient) -> None:
    """The others that came with it are taken."""
    whole = write_case_file(home.games, home.cases.case_file(LOCAL, case, "A"))
    answer = dropped(
        client, ("whole.case", whole), ("changed.case", whole.replace(b"Is that so?", b"Is this so?")), ("cut.case", whole[:-9])
    )
    said = text(answer)
    assert re.search(r"changed\.case ?, line \d+", said)
    assert re.search(r"cut\.case ?, line \d+", said)
    assert len(re.findall(r'href="/cases/', answer.text)) == 1


def test_a_dispute_as_one_page_holds_what_its_reader_may_see(home: GameBook, case: str) -> None:
    """Nothing that was written to others, no address but its own and no form; the arbiter gets none."""
    made = create_app(home).test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    pages = {viewer: made.get(f"/cases/{case}/offline?as={viewer}") for viewer in ("open", "A", "B", "public", "arbiter")}
    assert [one.status_code for one in pages.values()] == [200, 200, 200, 200, 403]
    shown = {viewer: "Moonpebble" in pages[viewer].text for viewer in ("open", "A", "B", "public")}
    assert shown == {"open": True, "A": True, "B": False, "public": False}
    for viewer in shown:
        page = pages[viewer].text
        assert re.findall(r'(?:src|href)="(?!#)([^"]+)"', page) == [f"http://localhost/cases/{case}"]
        assert re.findall(r"<form|<button type=\"submit", page) == []
        assert "So be it." in page
