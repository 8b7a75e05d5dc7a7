"""What stands beside the answers of the API: nobody else may use them, and what was sent before is not sent again."""

from __future__ import annotations

import gzip
import hashlib
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

ROUTES = (
    "/api/",
    "/api/openapi.json",
    "/api/games",
    "/api/records",
    "/api/records/{id}?as=A",
    "/api/records/{id}/steps?as=A",
    "/api/records/{id}/events?as=A",
    "/api/records/{id}/positions/60?as=A",
    "/api/records/{id}/export?as=A",
)


@pytest.fixture
def castle(ids: dict[str, str]) -> str:
    """A long record."""
    return ids["castle-rampage"]


@pytest.mark.soak
@pytest.mark.parametrize("route", [*ROUTES, "/api/nothing", "/api/records?sa=A"])
def test_answers_are_guarded_like_pages(client: FlaskClient, castle: str, route: str) -> None:
    """Policy and protections are those of the pages, on refusals too, and no other site is let in."""
    headers, page = client.get(route.format(id=castle)).headers, client.get("/").headers
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Permissions-Policy"):
        assert headers[name] == page[name]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert not [name for name in headers.keys() if name.startswith("Access-Control-")]  # noqa: SIM118 -- headers are no mapping
    assert "Set-Cookie" not in headers


def test_other_sites_get_no_leave(client: FlaskClient, castle: str) -> None:
    """A browser that asks for another site is given no leave to read, in advance neither."""
    for method in ("GET", "OPTIONS"):
        asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
        headers = client.open(f"/api/records/{castle}", method=method, headers=asked).headers
        assert not [name for name in headers.keys() if name.startswith("Access-Control-")]  # noqa: SIM118 -- headers are no mapping


@pytest.mark.parametrize("route", ROUTES)
def test_the_etag_is_of_what_is_sent(client: FlaskClient, castle: str, route: str) -> None:
    """It is a hash of the bytes and of nothing else, so it tells no more than they do; the same bytes get 304."""
    address = route.format(id=castle)
    first = client.get(address, headers={"Accept-Encoding": "identity"})
    assert first.headers["ETag"] == f'"{hashlib.blake2b(first.data, digest_size=16).hexdigest()}"'
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert {"Accept-Language", "Cookie"} <= {word.strip() for word in first.headers["Vary"].split(",")}
    again = client.get(address, headers={"Accept-Encoding": "identity", "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_viewers_and_languages_have_etags_of_their_own(client: FlaskClient, castle: str) -> None:
    """What was kept for one viewer or language is never taken for another's."""
    tags = {
        client.get(f"/api/records/{castle}/steps?as={viewer}&lang={language}").headers["ETag"]
        for viewer in ("A", "B", "public", "open")
        for language in ("de", "en")
    }
    assert len(tags) == 8


@pytest.mark.parametrize("route", ROUTES)
def test_head_has_the_headers_of_get(client: FlaskClient, castle: str, route: str) -> None:
    """HEAD answers like GET, without the body."""
    head, whole = client.head(route.format(id=castle)), client.get(route.format(id=castle))
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Content-Type", "Content-Length", "Content-Disposition"):
        assert head.headers.get(name) == whole.headers.get(name)


def test_answers_are_compressed(client: FlaskClient, castle: str) -> None:
    """A long answer is sent packed to who takes it, and is the same unpacked."""
    address = f"/api/records/{castle}/steps?as=A"
    plain, packed = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 5


def test_a_program_s_language_is_not_kept(app: Flask, castle: str) -> None:
    """``?lang=`` on the API speaks once; on the page for people it is remembered, as on every page."""
    client = app.test_client()
    assert "Set-Cookie" not in client.get(f"/api/records/{castle}/steps?lang=de").headers
    assert "lang=de" in client.get("/api/?lang=de").headers["Set-Cookie"]
