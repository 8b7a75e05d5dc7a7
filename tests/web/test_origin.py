"""Only our own pages write: a form that another site sends in a reader's name is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support import books
from support.programs import app_on
from support.stocked import begun

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from records.service import GameBook

OURS = [
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "none", "Origin": "http://localhost"},
    {"Origin": "http://localhost"},
    {},
]
STRANGE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "none", "Origin": "http://evil.example"},
    {"Sec-Fetch-Site": "none", "Origin": "null"},
    {"Origin": "null"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:81"},
    {"Origin": ""},
]
WRITES = ["/upload", "/merge", "/records/new", "/records/0000000000000000/record"]


book = books.shared


@pytest.fixture(scope="module")
def app(book: GameBook) -> Flask:
    """The app as it is served, for all that is refused here."""
    return app_on(book)


@pytest.mark.parametrize("headers", STRANGE, ids=str)
@pytest.mark.parametrize("address", WRITES)
def test_a_strange_site_writes_nothing(client: FlaskClient, address: str, headers: dict[str, str]) -> None:
    """Every route that writes refuses with 403, before it reads the form."""
    answer = client.post(address, data={"do": "gap"}, headers=headers)
    assert answer.status_code == 403
    assert "This was sent from another site&#39;s page" in answer.get_data(as_text=True)


@pytest.mark.parametrize("headers", OURS, ids=str)
@pytest.mark.parametrize("address", WRITES)
def test_our_own_pages_write(client: FlaskClient, address: str, headers: dict[str, str]) -> None:
    """What a browser sends from our page, and what is no browser, is let through to the page itself."""
    assert client.post(address, headers=headers).status_code in {404, 422}


@pytest.mark.parametrize("headers", STRANGE, ids=str)
def test_reading_is_open(client: FlaskClient, headers: dict[str, str]) -> None:
    """A link from elsewhere leads to the shelf."""
    assert client.get("/", headers=headers).status_code == 200


def test_pages_let_a_browser_say_where_it_comes_from(client: FlaskClient) -> None:
    """The referrer policy tells other sites nothing, and does not hide the origin from ourselves."""
    assert client.get("/").headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("headers", STRANGE[:1] + STRANGE[-1:], ids=str)
def test_csrf_on_every_route_that_writes(client: FlaskClient, book: GameBook, headers: dict[str, str]) -> None:
    """Whatever is added: a route that takes another method than reading asks first where the request comes from."""
    record, asked = begun(book), 0
    for rule in client.application.url_map.iter_rules():
        parts = dict.fromkeys(rule.arguments, "1") | {"record": record}
        address = client.application.url_map.bind("localhost").build(rule.endpoint, parts, append_unknown=False)
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            assert client.open(address, method=method, headers=headers).status_code == 403, address
            asked += 1
    assert asked > len(WRITES)
