"""Below a path of a proxy's: ``X-Forwarded-Prefix`` stands before every address, and is a clean path or refused."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service.desks.linking import NewLink
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from records.service import GameBook

BROKEN = [
    "//evil.example",
    "https://evil.example",
    "evil",
    "/cards/..",
    "/../cards",
    "/./cards",
    "/cards//more",
    "/cards//",
    "/a b",
    '/"><script>',
    "/cards?x=1",
    "/cards#x",
    "/cards;x",
    "/%2e%2e",
    "\\evil.example",
    "/\\evil.example",
    "/a,/b",
    "/" + "x" * 300,
]


@pytest.fixture
def behind(book: GameBook) -> FlaskClient:
    """Who asks through a proxy."""
    return create_app(book, Settings(behind_proxy=True, secure=True, open_to_all=True)).test_client()


def below(client: FlaskClient, prefix: str, path: str = "/", **headers: str) -> TestResponse:
    """A page below a proxy that names its path."""
    said = {"X-Forwarded-Prefix": prefix, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Accept-Language": "en"}
    return client.get(path, headers=said | headers)


def test_number_9_a_prefix_that_is_no_clean_path_is_refused(behind: FlaskClient) -> None:
    """It would stand before every address of the page, and lead to another site, or out of the path."""
    for prefix, path in product(BROKEN, ("/", "/upload", "/api/records", "/nowhere")):
        refused = below(behind, prefix, path)
        assert refused.status_code == 400, (prefix, path)
        assert "evil" not in refused.text
        assert "Location" not in refused.headers
        assert "Set-Cookie" not in refused.headers


@pytest.mark.parametrize(
    ("prefix", "root"),
    [
        ("/cards/", "/cards"),
        *(
            pytest.param(*pair, marks=pytest.mark.soak)
            for pair in (("", ""), ("/", ""), ("/cards", "/cards"), ("/a/b-c_d.e~f", "/a/b-c_d.e~f"))
        ),
    ],
)
def test_number_9_every_address_of_a_page_stands_below_the_prefix(behind: FlaskClient, record: str, prefix: str, root: str) -> None:
    """Links, forms, pictures, scripts, what scripts ask for, and redirects; and a link to a record, with its QR code."""
    found = 0
    for path in (
        "/",
        f"/records/{record}?at=3",
        f"/records/{record}/notes",
        "/notation",
        f"/records/{record}/steps/4",
        "/studies",
        "/classes",
        "/api/",
    ):
        page = below(behind, prefix, path)
        assert page.status_code == 200, path
        for tag in BeautifulSoup(page.text, "html.parser").find_all(True):
            for name, value in tag.attrs.items():
                if isinstance(value, str) and re.match(r"/\w*(/|$|\?)", value) and name != "d":
                    assert value.startswith(f"{root}/"), (path, name, value)
                    found += 1
    assert found > 100
    assert below(behind, prefix, f"/records/{record}/onward?at=3").headers["Location"].startswith(f"{root}/")
    style = BeautifulSoup(below(behind, prefix).text, "html.parser").select_one('link[rel="stylesheet"]')
    assert style is not None
    assert below(behind, prefix, str(style["href"]).removeprefix(root)).status_code == 200


def test_number_9_a_shared_link_and_the_session_stay_below_the_prefix(book: GameBook, behind: FlaskClient, record: str) -> None:
    """The address that is given away holds it, its page does, and the session's cookie goes nowhere else."""
    token, _row = book.access.share(LOCAL, record, NewLink(viewer="A"))
    page = below(behind, "/cards", f"/s/{token}/")
    assert page.headers["Location"].startswith(f"/cards/s/{token}/records/{record}")
    code = book.people.add_member(LOCAL, "Ada", ["admin", "recorder"])
    book.sign_ins.choose_password(code, "lapwing over the dyke", "127.0.0.1")
    client = create_app(book, Settings(behind_proxy=True, secure=True)).test_client()
    said = {"X-Forwarded-Prefix": "/cards", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Sec-Fetch-Site": "same-origin"}
    entered = client.post("/sign-in", data={"name": "Ada", "password": "lapwing over the dyke"}, headers=said)
    assert entered.headers["Location"].startswith("/cards/")
    assert "Path=/cards/" in entered.headers["Set-Cookie"]


def test_number_9_a_prefix_without_a_proxy_is_refused(book: GameBook) -> None:
    """Only a proxy that the server was started behind is believed."""
    assert create_app(book).test_client().get("/", headers={"X-Forwarded-Prefix": "/cards"}).status_code == 400
