"""What the pages refuse, and how they say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records import errors
from records.core.viewers import LOCAL, OPEN, PUBLIC, Caller
from records.service.access import AccessSight, LocalPolicy
from records.service.desks.linking import NewLink
from support.soaking import one_in
from web.app import create_app
from web.problems import status_of
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

    from records.service import GameBook, NewGame
    from records.store import RecordAccess


def said(text: str) -> tuple[str, str]:
    """Return heading and reason of a page that refuses."""
    main = BeautifulSoup(text, "html.parser").select_one("main.refusal")
    assert main is not None, text
    heading, reason = main.select_one("h1"), main.select("p")[1]
    assert heading is not None
    return heading.get_text(), reason.get_text()


KNOWN = "at, as, memory, knows, suspense, by, large, hide, show, step, turn, round"
"""What the address of a step may say."""


@pytest.mark.parametrize(
    ("address", "status", "words"),
    one_in(
        3,
        [
            ("/records/{id}?at=26", 404, "events 0 to 25; there is no event 26"),
            ("/records/{id}?at=-1", 422, "“at” is a whole number from 0, not “-1”"),
            ("/records/{id}?at=", 422, "“at” is a whole number"),
            ("/records/{id}?at=1e1", 422, "not “1e1”"),
            ("/records/{id}?at=٣", 422, "“at” is a whole number"),
            ("/records/{id}?at=9999999999999999999", 422, "“at” is a whole number"),
            ("/records/{id}?as=Zoe", 422, "“Zoe” is not a viewer of this record"),
            ("/records/{id}?as=", 422, "“” is not a viewer"),
            ("/records/{id}?as=OPEN", 422, "“OPEN” is not a viewer"),
            ("/records/{id}?as=A&as=open", 422, "“as” is given more than once"),
            ("/records/{id}?a=A", 422, f"“a” is not known here. Known parameters: {KNOWN}."),
            ("/records/{id}?AS=A", 422, "“AS” is not known here"),
            ("/records/{id}?as=%00", 422, "printable"),
            ("/records/{id}?lang=fr", 422, "“lang” is one of de, en, not “fr”"),
            ("/records/{prefix}", 404, "no record with this id"),
            ("/records/0000000000000000", 404, "no record with this id"),
            ("/records/%F0%9F%90%A6", 404, "no record with this id"),
            ("/records/", 404, "no page at this address"),
            ("/nothing", 404, "no page at this address"),
            ("/?sort=random", 422, "“sort” is one of finished, newest, oldest"),
            ("/?game=chess", 422, "“game” is one of whisper"),
            ("/?page=2", 404, "no page 2"),
            ("/?page=0", 404, "no page 0"),
            ("/?page=x", 422, "“page” is a whole number"),
            ("/?query=anna", 422, "“query” is not known here"),
            ("/?q=" + "a" * 201, 422, "at most 200 characters"),
        ],
    ),
)
def test_what_cannot_be_is_refused_with_place_and_reason(client: FlaskClient, record: str, address: str, status: int, words: str) -> None:
    """A step, viewer, record or parameter that is not there is refused with its name; nothing falls back to another view."""
    answer = client.get(address.format(id=record, prefix=record[:8]))
    assert answer.status_code == status
    assert words in said(answer.text)[1]
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers


def ways(text: str) -> dict[str, str]:
    """Return the links of a page that refuses, by their words."""
    return {link.get_text(): str(link["href"]) for link in BeautifulSoup(text, "html.parser").select("main.refusal a")}


def test_what_is_refused_of_a_record_leads_back_to_it(client: FlaskClient, record: str) -> None:
    """In one click, without changing an address by hand; what is not there leads to the games alone."""
    for address in (f"/records/{record}?at=26", f"/records/{record}?as=Zoe", f"/records/{record}/cards/none"):
        assert ways(client.get(address).text) == {"To the game": f"/records/{record}", "To the games": "/"}
    for address in ("/records/0000000000000000", "/records/0000000000000000/review", "/nothing", "/?page=0"):
        assert ways(client.get(address).text) == {"To the games": "/"}


def test_what_is_refused_below_a_link_leads_back_to_its_game(book: GameBook, client: FlaskClient, record: str) -> None:
    """A guest has no shelf: the game is the one way on, and where the link shows nothing the one way leads out of it."""
    token, _row = book.access.share(LOCAL, record, NewLink(viewer=PUBLIC))
    root = f"/s/{token}"
    for asked in ("?at=26", "?as=A", "/access"):
        assert ways(client.get(f"{root}/records/{record}{asked}").text) == {"To the game": f"{root}/records/{record}"}
    assert ways(client.get(f"{root}/records/0000000000000000").text) == {"To the start of this site": "/"}


def test_refusals_speak_german(client: FlaskClient, record: str) -> None:
    """A refusal is in the reader's language."""
    answer = client.get(f"/records/{record}?at=26", headers={"Accept-Language": "de"})
    assert said(answer.text) == ("Hier ist nichts zu finden", "Diese Partie hat die Ereignisse 0 bis 25; ein Ereignis 26 gibt es nicht.")


def test_what_was_asked_is_shown_as_text(client: FlaskClient, record: str) -> None:
    """An address that holds markup comes back as text."""
    answer = client.get(f"/records/{record}?as=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in answer.text
    assert "“<script>alert(1)</script>” is not a viewer" in said(answer.text)[1]


def test_a_name_that_fits_two_seats_is_refused(client: FlaskClient, book: GameBook, new_game: Callable[..., NewGame]) -> None:
    """Two players of one name are told apart by their keys only."""
    [stored] = book.writing.add(LOCAL, new_game("Kim", "Kim"))
    answer = client.get(f"/records/{stored.id}?as=kim")
    assert (answer.status_code, said(answer.text)[1]) == (422, "“kim” fits more than one seat. Use the seat's key.")
    assert client.get(f"/records/{stored.id}?as=B").status_code == 200


@pytest.mark.parametrize("method", one_in(4, ["POST", "PUT", "PATCH", "DELETE"]))
@pytest.mark.parametrize("address", ["/", "/records/{id}"])
def test_pages_are_only_read(client: FlaskClient, record: str, method: str, address: str) -> None:
    """Writing to a page is refused with 405, and the answer names what is allowed."""
    answer = client.open(address.format(id=record), method=method)
    assert answer.status_code == 405
    assert {"GET", "HEAD", "OPTIONS"} == set(answer.allow)
    assert said(answer.text) == ("Not possible this way", "This page can only be read.")


def test_head_and_options_are_answered(client: FlaskClient, record: str) -> None:
    """HEAD has the headers of GET without its body; OPTIONS names the methods."""
    address = f"/records/{record}?at=3&as=A"
    head = client.head(address)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", client.get(address).headers["ETag"])
    assert {"GET", "HEAD", "OPTIONS"} == set(client.options(address).allow)


class NobodyAsOpen(LocalPolicy):
    """Lets everybody look as a seat, nobody at the open table."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight:  # noqa: ARG002 -- every policy's
        """Leave all but the seats out."""
        return AccessSight(viewers=("A", "B"), default=OPEN)


def test_what_the_policy_refuses_is_not_shown(book: GameBook, record: str) -> None:
    """A viewer that the policy does not allow gets 403, also as the page's usual viewer, without the policy's own words."""
    book._office.gate._policy = NobodyAsOpen()
    client = create_app(book).test_client()
    for address in (f"/records/{record}", f"/records/{record}?as=open", f"/records/{record}?as=public"):
        answer = client.get(address, headers={"Accept-Language": "en"})
        assert answer.status_code == 403
        assert said(answer.text)[1].startswith("You may not look at this record as this viewer.")
        assert "may not look as open" not in answer.text
    assert client.get(f"/records/{record}?as=A").status_code == 200


class Nowhere(LocalPolicy):
    """No record is there for anybody."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:  # noqa: ARG002 -- every policy's
        """Return nothing."""
        return None


@pytest.mark.parametrize("address", ["/records/{}", "/records/{}?as=A", "/records/{}/steps/3", "/records/{}/record", "/api/records/{}"])
def test_what_is_hidden_is_answered_as_what_is_missing(book: GameBook, record: str, address: str) -> None:
    """A record that is not there for the caller has status, body and headers of one that does not exist."""
    book._office.gate._policy = Nowhere()
    client, missing = create_app(book).test_client(), "0" * len(record)
    answers = [client.get(address.format(of), headers={"Accept-Language": "en"}) for of in (record, missing)]
    assert [answer.status_code for answer in answers] == [404, 404]
    bodies = [answer.text.replace(of, "ID") for answer, of in zip(answers, (record, missing), strict=True)]
    heads = [{name: value for name, value in answer.headers if name not in {"ETag", "Date"}} for answer in answers]
    assert (bodies[0], heads[0]) == (bodies[1], heads[1])


def test_our_own_faults_tell_nothing(
    app: object, book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of ours is 500 for the reader and a line in the log for the keeper."""
    broken = create_app(book)

    def fail(*_: object) -> None:
        raise RuntimeError("the owl is in the deck")

    monkeypatch.setattr(book, "record", fail)
    answer = broken.test_client().get(f"/records/{record}", headers={"Accept-Language": "en"})
    assert answer.status_code == 500
    assert said(answer.text)[0] == "Something is wrong on our side"
    assert "owl" not in answer.text
    assert "the owl is in the deck" in caplog.text


def test_a_damaged_record_is_our_fault(book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that cannot be read any more is 500, not 404, and the page does not say what is in it."""

    def fail(*_: object) -> None:
        raise errors.BrokenChain("version 3 holds owl-seventeen")

    monkeypatch.setattr(book, "record", fail)
    answer = create_app(book).test_client().get(f"/records/{record}")
    assert (answer.status_code, "owl" in answer.text) == (500, False)


def test_every_error_of_the_tree_has_a_status() -> None:
    """What a reader can cause is 4xx, what only we can cause is 500."""
    assert status_of(errors.VersionNotFound("")) == 404
    assert status_of(errors.AmbiguousEntry("")) == 422
    assert status_of(errors.StaleVersion("", 1, 2)) == 409
    assert status_of(errors.NotYours("")) == 403
    assert status_of(errors.CorruptRecord("")) == 500
    assert status_of(errors.StoreRefused("")) == 500


def test_a_strange_name_of_the_server_is_refused(book: GameBook) -> None:
    """With names given, a request under another name gets 400 and no record: a strange site cannot borrow this server."""
    client = create_app(book, Settings(hosts=("127.0.0.1", "localhost"))).test_client()
    assert client.get("/", base_url="http://localhost:8000").status_code == 200
    answer = client.get("/", base_url="http://evil.example")
    assert (answer.status_code, "shelf" in answer.text) == (400, False)


STRANGE = [
    "127.0.0.1:8000.evil.example",
    "localhost:8000@evil.example",
    "localhost:evil.example",
    "localhost:8000:8000",
    "localhost:",
    "localhost: 8000",
    "localhost evil.example",
    "localhost/.evil.example",
    "localhost..",
    "[::1]evil.example",
    "[::1].evil.example:8000",
    "[::1]:8000.evil.example",
    "user@localhost",
    "xn--kd-.localhost:x",
]


def test_number_9_a_name_with_more_behind_it_is_no_own_name(book: GameBook) -> None:
    """What stands behind the colon is a port or nothing: a strange name that begins like ours is strange."""
    client = create_app(book, Settings(hosts=("127.0.0.1", "localhost", "[::1]"))).test_client()
    for host in STRANGE:
        answer = client.get("/", headers={"Host": host})
        assert (answer.status_code, "shelf" in answer.text) == (400, False), host


def test_number_9_a_name_in_another_script_is_known_as_browsers_send_it(book: GameBook) -> None:
    """Who runs the server writes it as it is read."""
    client = create_app(book, Settings(hosts=("spielkärtchen.example",))).test_client()
    sent = "spielkärtchen.example".encode("idna").decode()
    assert [client.get("/", headers={"Host": host}).status_code for host in (sent, f"{sent.upper()}:443", "example")] == [200, 200, 400]


@pytest.mark.parametrize("host", ["[::1]", "[::1]:8000", "LOCALHOST:8000", "localhost.", "127.0.0.1"])
def test_a_name_of_the_server_is_known_however_it_is_written(book: GameBook, host: str) -> None:
    """An IPv6 address stands in brackets, a name is the same in capitals and with the root's dot."""
    client = create_app(book, Settings(hosts=("127.0.0.1", "localhost", "[::1]"))).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["", "[::2]", "[::1", "::1", "x" * 300, f"{'x.' * 200}example", "local\u00e4host", "localhost@evil.example"]
)
def test_what_is_no_name_of_the_server_is_refused(book: GameBook, host: str) -> None:
    """A name that is too long, or none, gets 400 like any other strange name."""
    client = create_app(book, Settings(hosts=("127.0.0.1", "localhost", "[::1]"))).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 400
