"""Who sends something is asked for before a byte of it is read: a body that its sender may not send makes no work."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

from records.accounts import passwords
from records.core.viewers import LOCAL, OPERATOR
from records.store.tables.releases import Listed, Onlookers, Release
from web.app import create_app
from web.guards import entrances
from web.guards.entrances import EntrancesDifferError, check_entrances

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import GameBook

FOR_ANYBODY = {
    "accounts.sign_out",
    "accounts.signed_in",
    "accounts.welcomed",
    "classes.answer",
    "classes.joined",
    "learning.answer",
    "learning.change",
    "notes.answer",
}
"""What is sent there is a small form: a password, a code, an answer to a task."""
SMALL = 2 * 64 * 1024
ADDING = {"pages.merge", "pages.notation_draft", "pages.notation_sent", "pages.upload", "recording.begin"}
FORM = "application/x-www-form-urlencoded"
SECRET = "lapwing over the dyke"  # noqa: S105 -- of a test


class Flood(io.RawIOBase):
    """A body of four megabytes that counts how much of it is read."""

    def __init__(self) -> None:
        self.read_of_it, self.left = 0, 4 * 1024 * 1024

    def readable(self) -> bool:
        """Return that it is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Give what is asked for."""
        found = min(len(buffer), self.left)
        buffer[:found] = b"a" * found
        self.left -= found
        self.read_of_it += found
        return found


@pytest.fixture
def released(book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A record that is released to everybody, in a store with Ada, who may add games, and Ben, who may not."""
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}")
    monkeypatch.setattr(passwords, "matches", lambda stored, password: stored == f"hash of {password}")
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: False)
    for code in (book.people.add_member(LOCAL, "Ada", ["admin", "recorder"]), book.people.add_member(OPERATOR, "Ben")):
        book.sign_ins.choose_password(code, SECRET, "127.0.0.1")
    book.access.release_record(OPERATOR, record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC))
    return record


def read_of(client: FlaskClient, record: str, *, chunked: bool) -> dict[str, tuple[int, int]]:
    """How much each route that is sent something reads of a flood, and its answer."""
    found = {}
    for rule in client.application.url_map.iter_rules():
        if not (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            continue
        address = client.application.url_map.bind("localhost").build(rule.endpoint, dict.fromkeys(rule.arguments, "1") | {"record": record})
        flood = Flood()
        length: dict[str, Any] = {} if chunked else {"CONTENT_LENGTH": str(flood.left)}
        environ = {"wsgi.input": flood, "wsgi.input_terminated": True, "CONTENT_TYPE": FORM, "HTTP_SEC_FETCH_SITE": "same-origin", **length}
        answer = client.open(address.partition("?")[0], method="POST", environ_overrides=environ)
        found[rule.endpoint] = flood.read_of_it, answer.status_code
    return found


@pytest.mark.parametrize("chunked", [False, True])
def test_number_9_a_guests_body_makes_no_work(book: GameBook, released: str, *, chunked: bool) -> None:
    """On no route that writes; where everybody may send something it is a small form, and no more than that is read."""
    found = read_of(create_app(book).test_client(), released, chunked=chunked)
    assert len(found) > 40
    for endpoint, (read, status) in found.items():
        assert status in {400, 401, 403, 404, 413, 415, 422} or endpoint == "accounts.sign_out", (endpoint, status)
        assert read <= (SMALL if endpoint in FOR_ANYBODY else 0), (endpoint, read, status)


def test_number_9_who_may_not_add_games_sends_none(book: GameBook, released: str) -> None:
    """An account without that right is refused before its file or its text is read; one with it is read."""
    reads = {}
    for name in ("Ben", "Ada"):
        client = create_app(book).test_client()
        client.post("/sign-in", data={"name": name, "password": SECRET}, headers={"Sec-Fetch-Site": "same-origin"})
        reads[name] = read_of(client, released, chunked=True)
    assert {endpoint: reads["Ben"][endpoint] for endpoint in ADDING} == dict.fromkeys(ADDING, (0, 403))
    assert all(reads["Ada"][endpoint][0] > 0 for endpoint in ADDING)


def test_number_9_a_route_that_does_not_say_who_writes_keeps_the_program_from_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """So does a word about a route that writes nothing."""
    app, writers = create_app(None), entrances.WRITERS
    for wrong in (
        {name: who for name, who in writers.items() if name != "pages.upload"},
        {**writers, "pages.shelf": writers["pages.upload"]},
    ):
        monkeypatch.setattr(entrances, "WRITERS", wrong)
        with pytest.raises(EntrancesDifferError):
            check_entrances(app)
