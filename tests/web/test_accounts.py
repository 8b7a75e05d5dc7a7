"""Accounts in the browser's requests: signing in and out, codes, people, seats, releases, in forms without a script."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.accounts import passwords
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPERATOR
from records.service import GameBook, NewTable
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

SECRET = "lapwing over the dyke"  # noqa: S105 -- of a test
OURS = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that are hashed at no cost."""
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}")
    monkeypatch.setattr(passwords, "matches", lambda stored, password: stored == f"hash of {password}")
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: False)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store with Ada, who looks after it, and Ben."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.sqlite") as opened:
        for code in (opened.people.add_member(LOCAL, "Ada", ["admin", "recorder"]), opened.people.add_member(OPERATOR, "Ben")):
            opened.sign_ins.choose_password(code, SECRET, "127.0.0.1")
        yield opened


def browser(book: GameBook, **settings: bool) -> FlaskClient:
    """Return a browser of its own."""
    return create_app(book, Settings(**settings)).test_client()  # type: ignore[arg-type]  # switches


def post(client: FlaskClient, path: str, **fields: object) -> TestResponse:
    """Send a form as our own page does."""
    return client.post(path, data=fields, headers=OURS)


def signed_in(book: GameBook, name: str) -> FlaskClient:
    """Return the browser of somebody who has signed in."""
    client = browser(book)
    assert post(client, "/sign-in", name=name, password=SECRET).status_code == 303
    return client


def code_in(answer: TestResponse) -> str:
    """Return the code that a page shows this once."""
    found = re.search(r'<code class="code">([0-9A-Z-]+)</code>', answer.text)
    assert found, answer.text
    return found[1]


def begun(book: GameBook) -> str:
    """Return a game that Ada writes down."""
    ada = book.sign_ins.caller_of(book.sign_ins.sign_in("Ada", SECRET, "127.0.0.1"))
    assert ada is not None
    return book.writing.begin(ada, NewTable(game="castle-rampage", names=("Ben", "Cleo"), begins=SeatKey("A"), dealt=True))


def test_without_accounts_there_is_no_such_page(tmp_path: Path) -> None:
    """Pages are those of a program without accounts, to the byte, and the addresses of accounts are not there."""
    with GameBook.open(f"sqlite:///{tmp_path}/local.sqlite") as book:
        client = browser(book)
        assert "Sign in" not in client.get("/").text
        assert "Authorization" not in client.get("/").headers["Vary"]
        for path in ("/sign-in", "/welcome", "/account", "/account/data", "/seat", "/people"):
            assert client.get(path).status_code == 404
            assert post(client, path).status_code in {404, 405}


def test_signing_in_and_out(book: GameBook) -> None:
    """A cookie that no script reads; afterwards one is where one came from, and out means nobody."""
    client = browser(book)
    assert client.get("/account?lang=en").location.startswith("/sign-in?next=/account")
    wrong = post(client, "/sign-in", name="Ben", password="wrong", next="/account")  # noqa: S106
    assert wrong.status_code == 401
    assert "Wrong name or password" in wrong.text
    assert 'value="Ben"' in wrong.text
    right = post(client, "/sign-in", name="Ben", password=SECRET, next="/account")
    assert (right.status_code, right.location) == (303, "/account")
    cookie = right.headers["Set-Cookie"]
    assert cookie.startswith("kiebitz=")
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Path=/"))
    mine = client.get("/account").text
    assert "<h1>Ben</h1>" in mine
    assert 'href="/words"' in mine
    assert post(client, "/sign-out").status_code == 303
    assert client.get("/account").status_code == 303


@pytest.mark.parametrize("onward", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "x", "/a\nb"])
def test_one_is_led_to_no_other_site(book: GameBook, onward: str) -> None:
    """Where one goes after signing in is an address of this server."""
    assert post(browser(book), "/sign-in", name="Ben", password=SECRET, next=onward).location == "/"


def test_fixation(book: GameBook) -> None:
    """A token that was in the cookie before is not the one afterwards, and is nobody's."""
    client = browser(book)
    client.set_cookie("kiebitz", "0" * 32)
    post(client, "/sign-in", name="Ben", password=SECRET)
    cookie = client.get_cookie("kiebitz")
    assert cookie is not None
    assert cookie.value != "0" * 32
    stranger = browser(book)
    stranger.set_cookie("kiebitz", "0" * 32)
    assert stranger.get("/account").status_code == 303


def test_csrf_login_csrf(book: GameBook) -> None:
    """A write with our cookie proves where it is from: without both headers it is refused, as from another site."""
    client = signed_in(book, "Ben")
    for headers in ({}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        assert client.post("/sign-out", headers=headers).status_code == 403
    assert client.get("/account").status_code == 200
    assert client.post("/sign-out", headers={"Origin": "http://localhost"}).status_code == 303
    assert browser(book).post("/sign-in", data={"name": "Ben", "password": SECRET}).status_code == 303  # nobody's name is carried
    login = {"name": "Ben", "password": SECRET}
    assert browser(book).post("/sign-in", data=login, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_the_cookie_over_https(book: GameBook) -> None:
    """Behind a proxy it is one that no plain page and no other host can set."""
    app = create_app(book, Settings(behind_proxy=True, secure=True))
    headers = OURS | {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    for prefix, name in (("", "__Host-kiebitz="), ("/cards", "__Secure-kiebitz=")):
        more = {"X-Forwarded-Prefix": prefix} if prefix else {}
        answer = app.test_client().post("/sign-in", data={"name": "Ben", "password": SECRET}, headers=headers | more)
        assert answer.headers["Set-Cookie"].startswith(name)
        assert "Secure" in answer.headers["Set-Cookie"]
        assert f"Path={prefix}/" in answer.headers["Set-Cookie"]


def test_too_many_attempts_are_told(book: GameBook) -> None:
    """As a page that says how long, and for programs by Retry-After."""
    client = browser(book)
    for _ in range(5):
        post(client, "/sign-in", name="Cleo", password="wrong")  # noqa: S106
    locked = post(client, "/sign-in", name="Cleo", password="wrong")  # noqa: S106
    assert locked.status_code == 429
    assert 0 < int(locked.headers["Retry-After"]) <= 900


def test_admins_see_the_state_of_the_server(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is open, kept and stored, and the latest faults by the numbers under which the log tells of them; nobody else does."""
    ada, ben = signed_in(book, "Ada"), signed_in(book, "Ben")
    assert ben.get("/state").status_code == 403
    assert browser(book).get("/state").location.startswith("/sign-in")
    page = ada.get("/state").text
    assert "None since this process began." in page
    assert re.search(r"Free on its disk</th><td>[\d,]+ MB", page)
    with monkeypatch.context() as broken:
        broken.setattr(book.people, "members_from", None)
        number = ada.get("/people").headers["X-Request-Id"]
    page = ada.get("/state?lang=de").text
    assert re.search(rf"<code>{number}</code></td><td>500</td><td><code>/people</code>", page)
    assert "Zustand des Servers" in page


def test_people_are_made_and_come_in_by_their_code(book: GameBook) -> None:
    """Ada makes an account, its holder chooses a password by the code, and only admins see the page."""
    ada, ben = signed_in(book, "Ada"), signed_in(book, "Ben")
    assert ben.get("/people").status_code == 403
    assert post(ben, "/people", act="add", name="Eve").status_code == 403
    made = post(ada, "/people", act="add", name="Cleo", role=["player", "arbiter"])
    code = code_in(made)
    assert f"http://localhost/welcome?code={code}" in made.text
    assert f'value="{code}"' in browser(book).get(f"/welcome?code={code}").text
    assert "Cleo</b>" in ada.get("/people").text
    client = browser(book)
    assert post(client, "/welcome", code=code, password=SECRET, again="another").status_code == 422
    assert post(client, "/welcome", code=code, password="short", again="short").status_code == 422  # noqa: S106
    assert post(client, "/welcome", code="AAAA-AAAA", password=SECRET, again=SECRET).status_code == 401
    assert post(client, "/welcome", code=code, password=SECRET, again=SECRET).status_code == 303
    assert "Arbiter" in client.get("/account").text
    for act, more in (("add", {}), ("fly", {}), ("end", {"name": "Ada", "sure": "1"}), ("roles", {"name": "Cleo", "role": "king"})):
        refused = post(ada, "/people", act=act, **{"name": "Cleo", **more})
        assert refused.status_code == 422
        assert 'role="alert"' in refused.text
    assert post(ada, "/people", act="rename", name="Cleo", new="Clea").status_code == 303
    assert code_in(post(ada, "/people", act="reset", name="Clea"))
    assert post(ada, "/people", act="roles", name="Clea", role=["player"]).status_code == 303
    assert client.get("/account").status_code == 303  # rights changed, so the session has ended
    assert post(ada, "/people", act="end", name="Clea", sure="1").status_code == 303
    assert post(ada, "/people", act="forget", name="Clea", sure="1").status_code == 303
    assert "Clea" not in ada.get("/people").text


def test_a_token_is_shown_once_and_asks_for_its_owner(book: GameBook) -> None:
    """Made on one's own page, used in Authorization, ended there; a wrong one gets 401 with the way that would do."""
    client = signed_in(book, "Ada")
    made = post(client, "/account", act="token", label="phone", scope=["read", "record"], days="30")
    token = re.search(r"<code>(kbz_\w+)</code>", made.text)
    assert token
    page = BeautifulSoup(client.get("/account").text, "html.parser")
    assert token[1] not in page.get_text()
    (row,) = [one.get_text(" ", strip=True) for one in page.select(".rows li") if "phone" in one.get_text()]
    assert "View records and Record games" in row, "permissions are named as where they are ticked"
    program, bearer = browser(book), {"Authorization": f"Bearer {token[1]}"}
    assert program.get("/api/records", headers=bearer).status_code == 200
    for said in ("Bearer kbz_wrong", "Basic QWRhOng=", "Bearer"):
        refused = program.get("/api/records", headers={"Authorization": said})
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert program.get("/account", headers=bearer).status_code == 303  # a token has no page of its own
    for fields in ({"label": ""}, {"label": "x", "days": "0"}, {"label": "x", "scope": "fly"}, {"label": "x", "days": "many"}):
        assert post(client, "/account", act="token", **{"scope": "read", "days": "9", **fields}).status_code == 422
    ident = re.search(r'name="token" value="(\w+)"', client.get("/account").text)
    assert ident
    assert post(client, "/account", act="end-token", token=ident[1], sure="1").status_code == 303
    assert post(client, "/account", act="end-token", token=ident[1], sure="1").status_code == 422
    assert program.get("/api/records", headers=bearer).status_code == 401


def test_a_password_is_changed(book: GameBook) -> None:
    """By who knows the old one; the session stays."""
    client, new = signed_in(book, "Ben"), "a better password"
    assert post(client, "/account", act="password", old="wrong", password=new, again=new).status_code == 422
    assert post(client, "/account", act="password", old=SECRET, password=new, again="x").status_code == 422
    assert post(client, "/account", act="password", old=SECRET, password="x", again="x").status_code == 422  # noqa: S106
    assert post(client, "/account", act="password", old=SECRET, password=new, again=new).status_code == 303
    assert client.get("/account").status_code == 200
    assert post(browser(book), "/sign-in", name="Ben", password=new).status_code == 303


def test_what_is_held_of_me_is_a_file(book: GameBook) -> None:
    """With one's own account in it and no secret."""
    got = signed_in(book, "Ben").get("/account/data")
    assert got.headers["Content-Disposition"].startswith("attachment")
    held = json.loads(got.text)
    assert held["account"]["name"] == "Ben"
    assert SECRET not in got.text
    ada, record = signed_in(book, "Ada"), begun(book)
    ada.get(f"/records/{record}?as=open")
    post(ada, f"/records/{record}/access", act="release", listed="accounts", after="public", hands="never", names="on")
    held = json.loads(ada.get("/account/data").text)
    assert [(one["record"], one["viewer"], one["ground"]) for one in held["opened_hands"]] == [(record, "open", "owner")]
    assert [(one["record"], one["ground"]) for one in held["changes"]] == [(record, "opened")]


def test_ones_own_page_says_how_to_be_forgotten(book: GameBook) -> None:
    """Whom to ask and what stays; an admin is led to the people, others to the imprint if there is one, and reads what comes first."""
    ben = BeautifulSoup(signed_in(book, "Ben").get("/account").text, "html.parser").select_one("#forget")
    assert ben is not None
    assert "An admin of this site deletes your account when you ask for it." in ben.get_text()
    assert "If your name in games and your texts are to go too, say so when you ask" in ben.get_text()
    assert ben.select("a") == []
    told = create_app(book, Settings(imprint="Run by Ada.")).test_client()
    post(told, "/sign-in", name="Ben", password=SECRET)
    assert [one["href"] for one in BeautifulSoup(told.get("/account").text, "html.parser").select("#forget a")] == ["/imprint"]
    ada = signed_in(book, "Ada")
    assert [one["href"] for one in BeautifulSoup(ada.get("/account").text, "html.parser").select("#forget a")] == ["/people"]
    assert "if it is run first" in post(ada, "/people", act="forget", name="Ben").text


def test_a_club_evening(book: GameBook) -> None:
    """Ada writes a game down, gives Ben a code for his seat, releases it; he sees his hand, others what is let see."""
    record = begun(book)
    ada, ben, stranger = signed_in(book, "Ada"), signed_in(book, "Ben"), browser(book)
    path = f"/records/{record}"
    assert ben.get(path).status_code == 404
    page = ada.get(f"{path}/access")
    assert "This game is still running." in page.text
    code = code_in(post(ada, f"{path}/access", act="code", seat="A"))
    assert post(ben, "/seat", code="AAAA-AAAA").status_code == 401
    taken = post(ben, "/seat", code=code)
    assert (taken.status_code, taken.location) == (303, f"{path}?at={book.record(OPERATOR, record).steps}&as=A")
    seen = ben.get(path)
    assert seen.status_code == 200
    assert 'value="A"' in seen.text
    assert 'value="B"' not in seen.text
    assert f"{path}/access" in seen.text
    assert ben.get(f"{path}?as=B").status_code == 403
    assert stranger.get(path).status_code == 404
    assert post(ben, f"{path}/access", act="release", listed="everybody", after="hands", hands="now").status_code == 403
    released = post(ada, f"{path}/access", act="release", listed="everybody", after="hands", hands="now", names="on")
    assert released.status_code == 303
    assert stranger.get(path).status_code == 200
    assert stranger.get(f"{path}?as=A").status_code == 403  # it is still running
    assert post(ben, f"{path}/access", act="agree").status_code == 303
    assert post(ada, f"{path}/access", act="close").status_code == 303
    assert stranger.get(f"{path}?as=A").status_code == 200
    assert "No one has opened" not in ben.get(f"{path}/access").text
    assert stranger.get(f"{path}/access").status_code == 403
    assert post(ada, f"{path}/access", act="free", seat="A").status_code == 303
    assert post(ada, f"{path}/access", act="reopen").status_code == 303
    for fields in (
        {"act": "fly"},
        {"act": "release", "listed": "x"},
        {"act": "code", "seat": "Z"},
        {"act": "open", "viewer": "A", "reason": ""},
    ):
        assert post(ada, f"{path}/access", **fields).status_code == 422
    assert post(ada, f"{path}/access", act="close", strange="x").status_code == 422


def test_an_imprint_is_shown_where_one_was_written(book: GameBook) -> None:
    """To everybody, signed in or not, as harmless Markdown; without one there is no such page, and no link to it."""
    assert browser(book).get("/imprint").status_code == 404
    assert "/imprint" not in browser(book).get("/").text
    told = create_app(book, Settings(imprint="Run by *Ada*. <script>x</script>")).test_client()
    page = told.get("/imprint").text
    assert "<em>Ada</em>" in page
    assert "<script>x" not in page
    assert "/imprint" in told.get("/sign-in").text


def test_pages_offer_what_one_may_do(book: GameBook) -> None:
    """Who may not bring records is offered no form for it, and who may not write on no page for that."""
    record = begun(book)
    ada, ben, stranger = signed_in(book, "Ada"), signed_in(book, "Ben"), browser(book)
    for client, may in ((ada, True), (ben, False), (stranger, False)):
        assert ('id="files"' in client.get("/").text) == may
        assert ('href="/upload"' in client.get("/").text) == may
    assert f"/records/{record}/record" in ada.get(f"/records/{record}?as=open").text
    assert "Sign in" in stranger.get(f"/records/{record}").text


@pytest.mark.soak
def test_number_16_many_people_have_pages(book: GameBook) -> None:
    """Each stands on one page, by name; a page is no longer however many there are, and begins at the name that is asked for."""
    ada = signed_in(book, "Ada")
    for nth in range(130):
        book.people.add_member(OPERATOR, f"Person {nth:03}")
    found, address, sizes = [], "/people", []
    while address:
        answer = ada.get(address, headers={"Accept-Language": "en"})
        sizes.append(len(answer.data))
        page = BeautifulSoup(answer.text, "html.parser")
        found += [it.text for it in page.select(".people summary b")]
        onward = page.select_one("main a[rel=next]")
        address = str(onward["href"]) if onward else ""
    assert found == ["Ada", "Ben", *(f"Person {nth:03}" for nth in range(130))]
    assert len(sizes) == 3
    begun = BeautifulSoup(ada.get("/people?from=person+09").text, "html.parser")
    assert [it.text for it in begun.select(".people summary b")][:2] == ["Person 090", "Person 091"]
    assert (
        post(ada, "/people?from=person+09", act="roles", name="Person 091", role="teacher").headers["Location"] == "/people?from=person+09"
    )
    again = ada.get("/people").data
    for nth in range(130, 200):
        book.people.add_member(OPERATOR, f"Person {nth:03}")
    assert len(ada.get("/people").data) == len(again)
