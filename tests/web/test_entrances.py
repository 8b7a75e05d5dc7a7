"""Who comes to a route at all: every route has a entrance, and a program without accounts answers to its own machine alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.viewers import Caller
from records.service import GameBook
from records.service.access import AccessSight, LocalPolicy, RecordReach
from support.soaking import rest_soaked
from web.app import create_app
from web.guards import entrances
from web.guards.entrances import ENTRANCES, EntrancesDifferError, check_entrances
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from flask.testing import FlaskClient

    from records.store import RecordAccess

FROM_ELSEWHERE = ["192.0.2.7", "10.0.0.1", "2001:db8::1", "::ffff:192.0.2.7", "", "unix:"]
PROXIED = [
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Forwarded-Host": "cards.example"},
    {"X-Forwarded-Proto": "https"},
    {"Forwarded": "for=127.0.0.1"},
    {"X-Real-IP": "127.0.0.1"},
]
"""What a proxy says of a request, one header each."""
BANNER = "Open to all: anyone who reaches this server"


class Shut(LocalPolicy):
    """There is no shelf and no record for anybody; and it counts what it is asked."""

    def reach(self, caller: Caller) -> RecordReach:  # noqa: ARG002 -- every policy's
        """Nothing."""
        return RecordReach(everything=False)

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:  # noqa: ARG002 -- every policy's
        """None."""
        return None


@pytest.mark.parametrize("wrong", ["without", "unused", "record", "none", "two"])
def test_new_route_unguarded(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So does a entrance that no route has, one of a record where the address names none, the other way round, and two at once."""
    changed: Mapping[str, entrances.Entrance] = {
        "without": {endpoint: entrance for endpoint, entrance in ENTRANCES.items() if endpoint != "pages.why"},
        "unused": {**ENTRANCES, "pages.nowhere": entrances.Entrance.SHELF},
        "record": {**ENTRANCES, "pages.shelf": entrances.Entrance.RECORD},
        "none": {**ENTRANCES, "pages.replay": entrances.Entrance.ANYBODY},
        "two": {**ENTRANCES, "pages.replay": entrances.Entrance.RECORD | entrances.Entrance.SHELF},
    }[wrong]
    app = create_app(None)
    check_entrances(app)
    with pytest.raises(EntrancesDifferError):
        check_entrances(app, changed)
    monkeypatch.setattr(entrances.check_entrances, "__defaults__", (changed,))
    with pytest.raises(EntrancesDifferError):
        create_app(None)


def test_the_gate_is_asked_before_any_page(client: FlaskClient, tmp_path: Path) -> None:
    """Where a policy shows nothing, only what depends on no record is answered: each page of a record is as one that is not there."""
    assert client.get("/").status_code == 200
    with GameBook.open(f"sqlite:///{tmp_path}/shut.sqlite", policy=Shut()) as book:
        shut = create_app(book).test_client()
        there = {rule.endpoint for rule in shut.application.url_map.iter_rules() if entrances.Entrance.ANYBODY in ENTRANCES[rule.endpoint]}
        for rule in shut.application.url_map.iter_rules():
            arguments = dict.fromkeys(rule.arguments, "1") | {"record": "0123456789abcdef", "game": "regicide"}
            address = shut.application.url_map.bind("localhost").build(rule.endpoint, arguments, append_unknown=False)
            for method in (rule.methods or set()) - {"OPTIONS"}:
                status = shut.open(address, method=method, headers={"Sec-Fetch-Site": "same-origin"}).status_code
                if rule.endpoint in there:
                    assert status in {200, 404}, address
                elif ENTRANCES[rule.endpoint] in {entrances.Entrance.SIGN_IN, entrances.Entrance.ACCOUNT}:
                    assert status == 404, (method, address)  # there are no accounts
                elif ENTRANCES[rule.endpoint] is entrances.Entrance.CLASS:
                    assert status in {200, 303, 401, 422}, (method, address)  # nobody joined, and nothing is told of a class
                else:
                    assert status == (404 if "record" in rule.arguments else 403), (method, address)


def test_etag_probe(book: GameBook, record: str, tmp_path: Path) -> None:
    """Who knows the hash of an answer does not learn by it whether a hidden record is there, or still the same."""
    address = f"/records/{record}?at=2&as=public"
    tag = create_app(book).test_client().get(address).headers["ETag"]
    with GameBook.open(f"sqlite:///{tmp_path / 'book.sqlite'}", policy=Shut()) as shut:
        client = create_app(shut).test_client()
        for one in (tag, f"W/{tag}", "*"):
            hidden, missing = (client.get(path, headers={"If-None-Match": one}) for path in (address, address.replace(record, "0" * 16)))
            assert hidden.status_code == missing.status_code == 404
            assert "ETag" not in hidden.headers
            assert hidden.text.replace(record, "0" * 16) == missing.text


@pytest.mark.parametrize("address", rest_soaked(FROM_ELSEWHERE, keep=2))
def test_another_machine_is_refused_without_accounts(book: GameBook, address: str) -> None:
    """Whichever server runs it: pages, answers of the API and writes; the addresses of this machine are answered."""
    client = create_app(book).test_client()
    for path in ("/", "/api/records", "/static/css/shell.css", "/nowhere"):
        assert client.get(path, environ_base={"REMOTE_ADDR": address}).status_code == 403, path
    assert client.post("/records/new", environ_base={"REMOTE_ADDR": address}).status_code == 403
    for here in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"):
        assert client.get("/", environ_base={"REMOTE_ADDR": here}).status_code == 200


@pytest.mark.parametrize("headers", PROXIED)
def test_rebinding_host_hidden_proxy(book: GameBook, headers: dict[str, str]) -> None:
    """A proxy makes a loopback address public; it is said at the start that one is there."""
    assert create_app(book).test_client().get("/", headers=headers).status_code == 400


def test_behind_a_proxy_the_address_is_the_one_it_tells(book: GameBook) -> None:
    """Who asks from another machine is refused through it as well, and its name of the server is the one that is looked at."""
    client = create_app(book, Settings(behind_proxy=True, hosts=("cards.example",))).test_client()
    told = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    assert client.get("/", headers=told).status_code == 403
    assert client.get("/", headers=told | {"X-Forwarded-For": "127.0.0.1"}).status_code == 200
    assert client.get("/", headers=told | {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "evil.example"}).status_code == 400


def test_every_page_says_that_it_is_open_to_all(book: GameBook, record: str) -> None:
    """And no page does where it is not; then another machine is answered."""
    opened, alone = (create_app(book, Settings(open_to_all=one)).test_client() for one in (True, False))
    for path in ("/", f"/records/{record}", f"/records/{record}?as=public", "/records/new", "/notation", "/api/", "/records/nothing"):
        asked = {"Accept-Language": "en"}
        assert BANNER in opened.get(path, headers=asked, environ_base={"REMOTE_ADDR": "192.0.2.7"}).text, path
        assert BANNER not in alone.get(path, headers=asked).text, path
