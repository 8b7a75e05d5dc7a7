"""What the API refuses: always in the same shape, with place and reason, and telling nothing that is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from records import errors
from records.core.viewers import LOCAL, OPEN, Caller
from records.service.access import AccessSight, LocalPolicy, RecordReach
from support import tiny
from support.programs import app_on, open_book
from support.soaking import one_in, rest_soaked
from web.api.document import described
from web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from records.service import GameBook
    from records.store import RecordAccess

ROUTES = (
    "/api/records",
    "/api/games",
    "/api/openapi.json",
    "/api/records/{id}",
    "/api/records/{id}/steps",
    "/api/records/{id}/events",
    "/api/records/{id}/positions/3",
    "/api/records/{id}/export",
    "/api/records/{id}/layers",
    "/api/records/{id}/drift",
    "/api/records/{id}/cases",
    "/api/records/{id}/precedents",
    "/api/records/{id}/positions/3/knowledge",
    "/api/records/{id}/positions/3/why/draw",
)
OF_RECORDS = ROUTES[3:]
WRITTEN = "/api/records/{id}/cases"
"""Where something may be posted."""


def refused(client: FlaskClient, answer: Any) -> dict[str, Any]:
    """Return the refusal that an answer is; it fits the document and is not kept."""
    assert answer.status_code >= 400, answer.text
    assert answer.mimetype == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers
    told: dict[str, Any] = answer.get_json()
    Draft202012Validator(described()["components"]["schemas"]["Refusal"]).validate(told)
    assert told["code"] == answer.status_code
    return told


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("typo", one_in(3, ["sa=A", "AS=A", "As=public", "as%20=A", "as[]=A", "a=A", "viewer=A", "=A", "first=1"]))
def test_a_typo_never_falls_back_to_a_wider_view(client: FlaskClient, ids: dict[str, str], route: str, typo: str) -> None:
    """A parameter that no route knows is refused on every route, by name."""
    told = refused(client, client.get(f"{route.format(id=ids['tiny'])}?{typo}"))
    assert told["code"] == 422
    assert [*told["errors"]["query"]] == [typo.partition("=")[0].replace("%20", " ")]


@pytest.mark.parametrize("route", OF_RECORDS)
@pytest.mark.parametrize(
    ("viewer", "words"),
    one_in(
        2,
        [
            ("Zoe", "“Zoe” is not a viewer of this record"),
            ("", "“” is not a viewer"),
            ("OPEN", "“OPEN” is not a viewer"),
            ("a", "“a” is not a viewer"),
            ("C", "“C” is not a viewer"),
            ("A&as=open", "“as” is given more than once"),
            ("%00", "printable"),
            ("x" * 201, "at most 200 characters"),
        ],
    ),
)
def test_a_viewer_that_is_none_is_refused(client: FlaskClient, ids: dict[str, str], route: str, viewer: str, words: str) -> None:
    """Nobody's name, a wrong case and two viewers at once are refused at ``as``, without a list of who does sit there."""
    told = refused(client, client.get(f"{route.format(id=ids['tiny'])}?as={viewer}"))
    assert told["code"] == 422
    assert words in told["errors"]["query"]["as"][0]
    assert "Anna" not in str(told)


@pytest.mark.parametrize("route", OF_RECORDS)
def test_ids_are_given_in_full(client: FlaskClient, ids: dict[str, str], route: str) -> None:
    """The beginning of an id, another one and one that cannot be are not there; none of them is searched for."""
    for wrong in (ids["tiny"][:8], "0000000000000000", ids["tiny"].upper(), "%F0%9F%90%A6", "%00", "..%2F.."):
        told = refused(client, client.get(route.format(id=wrong)))
        assert (told["code"], told["status"]) == (404, "Not Found")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/api/records/{id}/positions/8", (404, "path", "at", "events 0 to 7; there is no event 8")),
        ("/api/records/{id}/positions/-1", (422, "path", "at", "“at” is a whole number from 0, not “-1”")),
        ("/api/records/{id}/positions/1e1", (422, "path", "at", "not “1e1”")),
        ("/api/records/{id}/positions/٣", (422, "path", "at", "“at” is a whole number")),
        ("/api/records/{id}/positions/9999999999", (422, "path", "at", "“at” is a whole number")),
        ("/api/records/{id}/positions/3?at=4", (422, "query", "at", "“at” is not known here")),
        ("/api/records/{id}/steps?from=0", (422, "query", "from", "“from” is a whole number from 1 to 999999999, not “0”")),
        ("/api/records/{id}/events?to=x", (422, "query", "to", "“to” is a whole number from 1")),
        ("/api/records/{id}/events?from=3&to=2", (422, "query", "to", "The last event, 2, comes before the first, 3")),
        ("/api/records?sort=random", (422, "query", "sort", "“sort” is one of newest, oldest")),
        ("/api/records?game=chess", (422, "query", "game", "“game” is one of observed")),
        ("/api/records?game=tiny&game=", (422, "query", "game", "“game” is one of")),
        ("/api/records?page=9", (404, "query", "page", "no page 9")),
        ("/api/records?q=" + "a" * 201, (422, "query", "q", "at most 200 characters")),
        ("/api/games?lang=fr", (422, "query", "lang", "“lang” is one of de, en, not “fr”")),
        ("/api/games?lang=en&lang=de", (422, "query", "lang", "more than once")),
    ],
)
def test_what_cannot_be_is_refused_with_place_and_reason(
    client: FlaskClient, ids: dict[str, str], address: str, expected: tuple[int, str, str, str]
) -> None:
    """A refusal names the part of the request, the parameter and what is wrong with it."""
    told = refused(client, client.get(address.format(id=ids["tiny"])))
    status, where, name, words = expected
    assert told["code"] == status
    assert words in told["errors"][where][name][0]


def test_all_that_is_wrong_is_told_at_once(client: FlaskClient) -> None:
    """Each wrong parameter has its own sentence."""
    told = refused(client, client.get("/api/records?sort=x&page=0&page_size=999"))
    assert set(told["errors"]["query"]) == {"sort", "page", "page_size"}


def test_refusals_speak_german(client: FlaskClient, ids: dict[str, str]) -> None:
    """Sentences are in the reader's language; codes, names and places are not."""
    address = f"/api/records/{ids['tiny']}/positions/8"
    told = refused(client, client.get(address, headers={"Accept-Language": "de"}))
    assert told["message"] == "Diese Partie hat die Ereignisse 0 bis 7; ein Ereignis 8 gibt es nicht."
    assert (told["code"], told["status"], [*told["errors"]]) == (404, "Not Found", ["path"])


@pytest.mark.parametrize("address", ["/api/", "/api/nothing", "/api/records/", "/api/records/{id}/", "/api/records/{id}/step", "/api/%00"])
def test_addresses_that_are_not_there(client: FlaskClient, ids: dict[str, str], address: str) -> None:
    """Below ``/api`` also an unknown address is refused as JSON; ``/api/`` itself is a page."""
    answer = client.get(address.format(id=ids["tiny"]))
    if address == "/api/":
        assert (answer.status_code, answer.mimetype) == (200, "text/html")
    else:
        assert refused(client, answer)["code"] == 404
    assert client.get("/apis").mimetype == "text/html"


@pytest.mark.parametrize("route", [route for route in ROUTES if route != WRITTEN])
@pytest.mark.parametrize("method", one_in(4, ["POST", "PUT", "PATCH", "DELETE"]))
def test_all_but_disputes_is_only_read(client: FlaskClient, ids: dict[str, str], route: str, method: str) -> None:
    """Writing is refused with 405, and the answer names what is allowed."""
    answer = client.open(route.format(id=ids["tiny"]), method=method)
    assert refused(client, answer)["code"] == 405
    assert {"GET", "HEAD", "OPTIONS"} == set(answer.allow)


@pytest.mark.parametrize("route", ROUTES)
def test_who_takes_no_json_gets_none(client: FlaskClient, ids: dict[str, str], route: str) -> None:
    """An ``Accept`` that leaves out what an address answers with gets 406; one that takes anything is served."""
    address = route.format(id=ids["tiny"])
    media = "application/x-ndjson" if route.endswith("export") else "application/json"
    told = refused(client, client.get(address, headers={"Accept": "text/html"}))
    assert (told["code"], told["message"]) == (406, f"This address answers with {media} only.")
    assert refused(client, client.get(address, headers={"Accept": f"{media};q=0, text/html"}))["code"] == 406
    for taken in ("*/*", media, "application/*;q=0.1", "text/html, */*;q=0.5", ""):
        assert client.get(address, headers={"Accept": taken}).status_code == 200


class NobodyAsOpen(LocalPolicy):
    """Lets everybody look as a seat, nobody at the open table, the public's view or the shelf."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight:  # noqa: ARG002 -- every policy's
        """Leave all but the seats out."""
        return AccessSight(viewers=("A", "B"), default=OPEN)

    def reach(self, caller: Caller) -> RecordReach:  # noqa: ARG002 -- the same
        """Keep everybody from the shelf."""
        return RecordReach(everything=False)


@pytest.mark.parametrize("route", one_in(2, OF_RECORDS))
@pytest.mark.parametrize("viewer", rest_soaked(["?as=open", "", "?as=public"]))
def test_every_read_asks_the_policy(shelf_file: Path, ids: dict[str, str], route: str, viewer: str) -> None:
    """A viewer that the policy does not allow gets 403 on every route, also where nobody was named, without the policy's own words."""
    with open_book(shelf_file) as book:
        book._office.gate._policy = NobodyAsOpen()
        client = app_on(book).test_client()
        answer = client.get(route.format(id=ids["tiny"]) + viewer)
        assert refused(client, answer)["message"].startswith("You may not look at this record as this viewer.")
        assert (answer.status_code, "may not look as" in answer.text) == (403, False)
        assert client.get(f"{route.format(id=ids['tiny'])}?as=A").status_code == 200
        assert client.get("/api/records").status_code == 403


def test_our_own_faults_tell_nothing(
    shelf_file: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of ours and a damaged record are 500 for the reader and lines in the log for the keeper."""
    with open_book(shelf_file) as book:
        client = app_on(book).test_client()
        for fault in (RuntimeError("the owl is in the deck"), errors.BrokenChain("version 3 holds an owl")):

            def fail(*_: object, fault: Exception = fault) -> None:
                raise fault

            monkeypatch.setattr(book, "record", fail)
            answer = client.get(f"/api/records/{ids['tiny']}")
            assert (refused(client, answer)["code"], "owl" in answer.text) == (500, False)
            assert str(fault) in caplog.text


def test_a_broken_rule_is_told_by_its_code(shelf_file: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a rule was broken the refusal carries the rule's stable code."""

    def fail(*_: object) -> None:
        raise errors.RuleViolation("tiny.lay.twice", "A", "only one card a turn")

    with open_book(shelf_file) as book:
        monkeypatch.setattr(book, "record", fail)
        client = app_on(book).test_client()
        told = refused(client, client.get(f"/api/records/{ids['tiny']}"))
    assert (told["code"], told["rule"]) == (422, "tiny.lay.twice")


def test_without_a_book_everything_is_closed() -> None:
    """Without a store every route says so, in the same shape."""
    client = app_on(None).test_client()
    for route in ROUTES:
        assert refused(client, client.get(route.format(id="x")))["code"] == 503


def test_a_strange_name_of_the_server_is_refused(book: GameBook) -> None:
    """With names given, a request under another name gets 400: a strange site cannot borrow this server."""
    client = app_on(book, Settings(hosts=("127.0.0.1", "localhost"))).test_client()
    assert client.get("/api/records", base_url="http://localhost:8000").status_code == 200
    assert refused(client, client.get("/api/records", base_url="http://evil.example"))["code"] == 400


def test_a_name_that_fits_two_seats_is_refused(tmp_path: Path) -> None:
    """Two players of one name are told apart by their keys only."""
    with open_book(tmp_path / "twins.sqlite") as book:
        client = app_on(book).test_client()
        record = book.writing.add(LOCAL, tiny.new_game(names=("Kim", "Kim")))[0].id
        told = refused(client, client.get(f"/api/records/{record}?as=kim"))
        assert (told["code"], told["message"]) == (422, "“kim” fits more than one seat. Use the seat's key.")
        assert client.get(f"/api/records/{record}?as=B").status_code == 200
