"""Headers: what may run in a page, and what a browser may keep of it."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from support.soaking import rest_soaked

if TYPE_CHECKING:
    from flask.testing import FlaskClient


def test_every_answer_is_protected(client: FlaskClient, record: str) -> None:
    """Pages, refusals and assets carry the strict policy, and none allows what stands in the page itself."""
    for address in ("/", f"/records/{record}?at=2", "/nothing", "/static/css/tokens.css", f"/records/{record}?at=999"):
        headers = client.get(address).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
        assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Frame-Options"] == "DENY"


def test_a_page_is_kept_privately_and_asked_for_again(client: FlaskClient, record: str) -> None:
    """A page is private, checked at every visit, and differs by language and cookie."""
    headers = client.get(f"/records/{record}?at=2").headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert {"Accept-Language", "Cookie", "Accept-Encoding"} <= {word.strip() for word in headers["Vary"].split(",")}


@pytest.mark.parametrize("encoding", rest_soaked(["identity", "gzip", "br", "zstd"], keep=2))
def test_an_unchanged_page_is_not_sent_again(client: FlaskClient, record: str, encoding: str) -> None:
    """The ETag of a page, in whichever encoding it was sent, gets 304 without a body until the page changes."""
    address = f"/records/{record}?at=2&as=A"
    first = client.get(address, headers={"Accept-Encoding": encoding})
    assert first.headers.get("Content-Encoding", "identity") == encoding
    again = client.get(address, headers={"Accept-Encoding": encoding, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = client.get(f"/records/{record}?at=3&as=A", headers={"Accept-Encoding": encoding, "If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200


def test_compressed_and_plain_are_the_same_page(client: FlaskClient, record: str) -> None:
    """What is compressed is what is sent plainly, and its ETag is made from the same hash."""
    address = f"/records/{record}?at=2&as=A"
    plain, packed = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    (tag, _), (packed_tag, weak) = plain.get_etag(), packed.get_etag()
    assert (packed_tag, weak) == (f"{tag}:gzip", True)  # gzip writes the time into its bytes, so they are not the same ones each time


@pytest.mark.soak
def test_the_etag_is_of_what_this_viewer_is_sent(client: FlaskClient, record: str) -> None:
    """Viewers and languages have ETags of their own; the same page asked for twice has the same."""
    tags = {
        (viewer, language): client.get(f"/records/{record}?at=4&as={viewer}", headers={"Accept-Language": language}).headers["ETag"]
        for viewer in ("A", "B", "public", "open")
        for language in ("de", "en")
    }
    assert len(set(tags.values())) == 8
    again = client.get(f"/records/{record}?at=4&as=A", headers={"Accept-Language": "de"})
    assert again.headers["ETag"] == tags["A", "de"]


def test_assets_are_not_sent_again(client: FlaskClient) -> None:
    """A style sheet that the browser has is answered with 304."""
    first = client.get("/static/css/shell.css", headers={"Accept-Encoding": "gzip"})
    again = client.get("/static/css/shell.css", headers={"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_cache(client: FlaskClient, record: str) -> None:
    """No address leaves the site in a referrer, no cache keeps what depends on who asks; so it is on every route, also where it refuses."""
    lasting = {"static", "charts.script"}
    for rule in client.application.url_map.iter_rules():
        parts = dict.fromkeys(rule.arguments, "1") | {"record": record, "game": "whisper"}
        address = client.application.url_map.bind("localhost").build(rule.endpoint, parts, append_unknown=False)
        method = "GET" if "GET" in (rule.methods or ()) else "POST"
        headers = client.open(address, method=method).headers
        assert headers["Referrer-Policy"] == "same-origin", address
        if rule.endpoint not in lasting:
            assert headers["Cache-Control"] in {"private, no-cache", "no-store"}, address
            assert "Cookie" in headers["Vary"], address
