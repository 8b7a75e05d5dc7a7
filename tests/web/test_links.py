"""Links: one record, one viewer's eyes, up to a step; revocable, expiring, and worth no more than their maker's rights are now."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import pytest

from records.core.events import Sort
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPERATOR, Caller, CallerKind, Role
from records.errors import MalformedCommand, NotYours, RecordNotFound, VersionNotFound
from records.service import GameBook
from records.service.desks.linking import NewLink
from records.service.desks.records import RecordDesk
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account, HandsOpen, Listed, Onlookers, Release
from records.values import replace
from support.soaking import shares
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

ADA = Caller("Ada", CallerKind.ACCOUNT, account="keyada", roles=frozenset({Role.RECORDER}), via="s")
REASONED = replace(OPERATOR, reason="to check")
BEN = Caller("Ben", CallerKind.ACCOUNT, account="keyben", roles=frozenset({Role.TEACHER, Role.PLAYER}), via="s")
NOW = datetime.now(UTC)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store with accounts."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.sqlite") as opened:
        for caller in (ADA, BEN):
            roles = frozenset(map(str, caller.roles)) | ({"admin"} if caller is ADA else frozenset())
            opened._office.store.accounts.put(Account(key=caller.account, name=caller.name, roles=roles, created_at=NOW))
        opened._office.policy.expect_accounts()
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A game that Ada keeps, and at which Ben sat at A."""
    new = next(simulate(library()["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain"))
    stored = book.writing.add(ADA, replace(new, names={"A": "Benno", "B": "Cleo"}))[0].id
    book.access.seat_account(ADA, stored, "A", "Ben")
    return stored


def client(book: GameBook, **settings: bool) -> FlaskClient:
    """Return a browser of its own."""
    return create_app(book, Settings(**settings)).test_client()  # type: ignore[arg-type]  # switches


def get(browser: FlaskClient, path: str, **more: str) -> TestResponse:
    """Read a page."""
    return browser.get(path, headers={"Accept-Language": "en", **more})


def test_a_link_leads_to_one_record_through_one_viewers_eyes(book: GameBook, record: str) -> None:
    """Its root opens the record; pages, steps, charts, exports of pictures and the API stay within it and need no ``as``."""
    token, row = book.access.share(ADA, record, NewLink(viewer="A", first=30))
    browser, root = client(book), f"/s/{token}"
    opened = get(browser, f"{root}/")
    assert (opened.status_code, opened.location) == (302, f"{root}/records/{record}?at=30")
    page = get(browser, opened.location)
    assert page.status_code == 200
    for link in re.findall(r'(?:href|action)="(/[^"]*)"', page.text):
        assert link.startswith((f"{root}/", "/static/")), link
    assert all(f"{root}/static" not in one for one in (page.text,))
    assert "Benno" not in page.text
    assert 'value="B"' not in page.text
    for path in ("/charts", "/rules", "/notation", "/sheet", "/cases", "/findings", "/steps/9", "/places/draw?at=9"):
        assert get(browser, f"{root}/records/{record}{path}").status_code in {200, 302, 303}, path
    seen = get(browser, f"{root}/api/records/{record}/steps").json
    assert seen == create_api(book, record, "A", names=False)
    assert row.viewer == "A"


@pytest.mark.parametrize("said", ["at=21&as=A", "as=A&step=5", "at=21&suspense=on", "at=x"])
def test_what_is_asked_of_a_link_is_asked_of_its_record(book: GameBook, record: str, said: str) -> None:
    """The step of the address comes before the link's own; words that the replay does not know, as of a messenger, are left out."""
    token, _row = book.access.share(ADA, record, NewLink(viewer="A", first=30))
    browser, root = client(book), f"/s/{token}"
    opened = get(browser, f"{root}/?{said}&from=chat")
    assert opened.location is not None
    assert parse_qsl(opened.location.removeprefix(f"{root}/records/{record}?")) == parse_qsl(said)


def create_api(book: GameBook, record: str, viewer: str, *, names: bool) -> object:
    """Return the steps as somebody who may look so gets them by a token of their own."""
    view = book.record(ADA, record, viewer)
    token, _row = book.access.share(ADA, record, NewLink(viewer=viewer, names=names))
    assert view.viewer == viewer
    return get(client(book), f"/s/{token}/api/records/{record}/steps?as={viewer}").json


@pytest.mark.parametrize("viewers", shares(("B",), ("B", "open")))
def test_link_another_seat(book: GameBook, record: str, viewers: tuple[str, ...]) -> None:
    """No other viewer, no other record, no shelf, no form, no write: by every route of the program nothing is there."""
    other = book.writing.add(ADA, next(simulate(library()["castle-rampage"], seed=4, games=1, ruleset="castle-rampage/plain")))[0].id
    token, _row = book.access.share(ADA, record, NewLink(viewer="A"))
    browser, root = client(book), f"/s/{token}"
    app = browser.application
    tried = 0
    for rule in app.url_map.iter_rules():
        arguments = dict.fromkeys(rule.arguments, "1") | {"record": record, "game": "castle-rampage"}
        path = root + app.url_map.bind("localhost").build(rule.endpoint, arguments, append_unknown=False)
        for method in (rule.methods or set()) - {"OPTIONS"}:
            mark = "&" if "?" in path else "?"
            for viewer in viewers:
                answer = browser.open(f"{path}{mark}as={viewer}", method=method, headers={"Sec-Fetch-Site": "same-origin"})
                if "record" in rule.arguments and method in {"GET", "HEAD"}:
                    assert answer.status_code not in {200, 304}, (path, viewer)
                elif method not in {"GET", "HEAD"}:
                    assert answer.status_code in {404, 405}, (path, method)
                tried += 1
        if "record" in rule.arguments:
            assert get(browser, path.replace(record, other)).status_code in {404, 405}
    assert tried > 100
    for path in ("/people", "/sign-in", "/account", "/records/new", "/api/records", "/upload", "/merge"):
        assert get(browser, root + path).status_code == 404, path


def test_link_later_steps(book: GameBook, record: str) -> None:
    """The record ends where the link does: length, result, steps, charts and downloads are those of a record that ends there."""
    token, _row = book.access.share(ADA, record, NewLink(viewer="open", last=20))
    browser, root = client(book), f"/s/{token}/records/{record}"
    assert get(browser, f"{root}?at=20").status_code == 200
    for path in (f"{root}?at=21", f"{root}/steps/21", f"/s/{token}/api/records/{record}/positions/21"):
        assert get(browser, path).status_code == 404
    steps = get(browser, f"/s/{token}/api/records/{record}/steps").json
    assert steps is not None
    assert steps["steps"] == 20
    assert get(browser, f"/s/{token}/api/records/{record}/export").status_code == 403
    header = get(browser, f"/s/{token}/api/records/{record}").json
    assert header is not None
    assert header["outcome"] is None
    for first, last in ((0, 999), (30, 20), (-1, 5)):
        with pytest.raises(VersionNotFound):
            book.access.share(ADA, record, NewLink(viewer="A", first=first, last=last))


def test_what_is_no_link_leads_nowhere(book: GameBook, record: str) -> None:
    """Forged, cut, changed, expired and ended ones are answered alike, and guessers wait."""
    token, row = book.access.share(ADA, record, NewLink(viewer="A", label="for Cleo"))
    browser = client(book)
    ended, past = (book.access.share(ADA, record, NewLink(viewer="A"))[0] for _ in range(2))
    rows = book._office.store.sign_ins
    book.access.end_link(ADA, record, next(one.id for one in rows.links_to(record) if one.digest == stored(ended)))
    expired = next(one for one in rows.links_to(record) if one.digest == stored(past))
    book.access.end_link(ADA, record, expired.id)
    rows.put_link(replace(expired, ends_at=NOW - timedelta(days=1)))
    said = set()
    for wrong in (ended, past, token[:-1], token[:-1] + ("0" if token[-1] != "0" else "1"), "x", row.id, "", "kbz_" + token):
        answer = get(browser, f"/s/{wrong}/records/{record}")
        assert answer.status_code == 404
        assert 'href="/">To the start of this site</a>' in answer.text, "below the link itself there is no way on"
        assert "/sign-in" not in answer.text
        said.add(answer.text.replace(f"/s/{wrong}", "/s/TOKEN"))
    assert len(said) <= 2  # an empty token has no address of its own
    assert get(browser, f"/s/{token}/records/{record}").status_code == 200
    for _ in range(50):
        get(browser, f"/s/{'0' * 32}/records/{record}")
    assert get(browser, f"/s/{'0' * 32}/records/{record}").status_code == 429
    assert get(browser, f"/s/{token}/records/{record}").status_code == 200


def stored(token: str) -> str:
    """Return what is stored of a token."""
    from records.accounts.tokens import stored_form  # noqa: PLC0415 -- here alone

    return stored_form(token)


def test_teacher_gone_old_links(book: GameBook, record: str) -> None:
    """Attenuation: a link is worth what its maker's right is worth now, and ends with the account."""
    book.access.release_record(ADA, record, Release(listed=Listed.PLAYERS))
    token, _row = book.access.share(BEN, record, NewLink(viewer="A"))
    browser, path = client(book), f"/s/{token}/records/{record}"
    with pytest.raises(NotYours):
        book.access.share(BEN, record, NewLink(viewer="B"))
    assert get(browser, path).status_code == 200
    book.access.seat_account(ADA, record, "A", None)
    assert get(browser, path).status_code == 404
    book.access.release_record(ADA, record, Release(listed=Listed.ACCOUNTS, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True))
    assert get(browser, path).status_code == 200
    book.access.release_record(ADA, record, Release(listed=Listed.ACCOUNTS, after=Onlookers.PUBLIC, names=True))
    assert get(browser, path).status_code == 404
    book.access.seat_account(ADA, record, "A", "Ben")
    book._office.store.access.reopen(record)
    running = get(browser, path)
    assert running.status_code == 200
    assert get(browser, f"{path}?as=A").status_code == 403  # while it runs a link shows what is public
    book._office.store.access.close(record)
    assert get(browser, f"{path}?as=A").status_code == 200
    book.people.end_member(OPERATOR, "Ben")
    assert get(browser, path).status_code == 404


def test_referer(book: GameBook, record: str) -> None:
    """No page below a link tells its address; one for named sites may be framed there, and nothing else may."""
    plain, _row = book.access.share(ADA, record, NewLink(viewer="A"))
    framed, _row = book.access.share(ADA, record, NewLink(viewer="A", origins=("https://club.example", "http://localhost:9000")))
    browser = client(book)
    for token, path in ((plain, f"/records/{record}"), (framed, f"/records/{record}/charts"), (framed, "/nowhere")):
        answer = get(browser, f"/s/{token}{path}")
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Robots-Tag"] == "noindex"
    one, other = (get(browser, f"/s/{token}/records/{record}") for token in (plain, framed))
    assert "frame-ancestors 'none'" in one.headers["Content-Security-Policy"]
    assert one.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors https://club.example http://localhost:9000" in other.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in other.headers
    for site in ("club.example", "https://club.example/", "https://x;y", "javascript:x", "https://a b", "https://"):
        with pytest.raises(MalformedCommand):
            book.access.share(ADA, record, NewLink(viewer="A", origins=(site,)))


def test_clickjacked_embed(book: GameBook, record: str) -> None:
    """Who has signed in lends a link nothing: with and without cookie and token it answers alike, but for how one reads."""
    book.sign_ins.choose_password(book.people.reset_member(OPERATOR, "Ada"), "lapwing over the dyke", "127.0.0.1")
    session = book.sign_ins.sign_in("Ada", "lapwing over the dyke", "127.0.0.1")
    token, _row = book.access.share(ADA, record, NewLink(viewer="A"))
    path = f"/s/{token}/records/{record}"
    bare = get(client(book), path)
    carried = client(book)
    carried.set_cookie("kiebitz", session)
    assert carried.get("/account").status_code == 200
    for answer in (get(carried, path), get(client(book), path, Authorization="Bearer kbz_wrong")):
        assert (answer.status_code, answer.text) == (200, bare.text)
    assert get(carried, f"{path}?as=open").status_code == 403
    carried.set_cookie("lang", "de")
    assert 'lang="de"' in carried.get(path).text


def test_the_cookies_of_two_links_never_mix(book: GameBook, record: str) -> None:
    """One window by A's link and another by B's: each is its own, in any order."""
    first, second = (book.access.share(ADA, record, NewLink(viewer=viewer))[0] for viewer in ("A", "B"))
    browser = client(book)
    for token, viewer, other in ((first, "A", "B"), (second, "B", "A"), (first, "A", "B")):
        assert get(browser, f"/s/{token}/records/{record}?as={viewer}").status_code == 200
        assert get(browser, f"/s/{token}/records/{record}?as={other}").status_code == 403


def test_below_a_proxy_with_a_prefix(book: GameBook, record: str) -> None:
    """The link stays behind the proxy's own prefix, and its pictures stay outside the link."""
    token, _row = book.access.share(ADA, record, NewLink(viewer="A"))
    headers = {"X-Forwarded-Prefix": "/cards", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Accept-Language": "en"}
    page = client(book, behind_proxy=True).get(f"/s/{token}/records/{record}", headers=headers)
    assert f'href="/cards/s/{token}/records/{record}' in page.text
    assert 'href="/cards/static/' in page.text


def test_links_are_made_listed_and_ended_on_the_page(book: GameBook, record: str) -> None:
    """The address and its picture are shown once; who may not share sees nothing of it."""
    book.sign_ins.choose_password(book.people.reset_member(OPERATOR, "Ada"), "lapwing over the dyke", "127.0.0.1")
    browser = client(book)
    browser.set_cookie("kiebitz", book.sign_ins.sign_in("Ada", "lapwing over the dyke", "127.0.0.1"))
    ours = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
    path = f"/records/{record}/access"
    made = browser.post(path, data={"act": "share", "viewer": "A", "days": "9", "label": "for Cleo", "last": "20"}, headers=ours)
    found = re.search(r"http://localhost(/s/\w+/)", made.text)
    assert found
    assert "<svg" in made.text
    assert get(client(book), found[1]).status_code == 302
    listed = get(browser, path)
    assert "for Cleo" in listed.text
    assert found[1] not in listed.text
    ident = re.search(r'name="link" value="(\w+)"', listed.text)
    assert ident
    for fields in ({"days": "0"}, {"last": "x"}, {"last": "9999"}, {"origins": "club"}, {"viewer": "Z"}):
        refused = browser.post(path, data={"act": "share", "viewer": "A", "days": "9", **fields}, headers=ours)
        assert refused.status_code == 422, fields
    assert browser.post(path, data={"act": "end-link", "link": ident[1], "sure": "1"}, headers=ours).status_code == 303
    assert get(client(book), found[1]).status_code == 404


def test_without_accounts_links_are_made_by_who_keeps_the_store(tmp_path: Path) -> None:
    """And a link is a link there too: one viewer, one record."""
    with GameBook.open(f"sqlite:///{tmp_path}/local.sqlite") as local:
        record = local.writing.add(LOCAL, next(simulate(library()["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain")))[
            0
        ].id
        token, row = local.access.share(LOCAL, record, NewLink(viewer=SeatKey("A"), names=True))
        browser = client(local)
        assert get(browser, f"/s/{token}/records/{record}").status_code == 200
        for path in (f"/records/{record}?as=B", "/records/new", "/sign-in"):
            assert get(browser, f"/s/{token}{path}").status_code in {403, 404}
        assert [one.id for one in local.access.links(LOCAL, record)] == [row.id]
        local.access.end_link(LOCAL, record, row.id)
        with pytest.raises(RecordNotFound):
            local.access.end_link(LOCAL, record, row.id)


def test_a_link_that_says_so_opens_cases_about_what_it_shows(book: GameBook, record: str) -> None:
    """One form and one route, off unless the link says so; it says where it came from, speaks as no seat, and waits after three.

    The seat of the link and the open table read it; its maker's right must hold then, and a step behind the link's end is none.
    """
    book.access.release_record(ADA, record, Release(listed=Listed.PLAYERS))
    silent, _row = book.access.share(BEN, record, NewLink(viewer="A", last=40))
    token, _row = book.access.share(BEN, record, NewLink(viewer="A", last=40, cases=True))
    at = next(one.v for one in book.record(ADA, record, "A").events if one.event.sort is Sort.DECISION)
    browser, ours = client(book), {"Sec-Fetch-Site": "same-origin"}

    def send(token: str, record: str = record, **fields: object) -> TestResponse:
        form = {"at": at, "text": "May he do that?", "by": "A", **fields}
        return browser.post(f"/s/{token}/records/{record}/cases", data=form, headers=ours)

    assert "Open the dispute" not in get(browser, f"/s/{silent}/records/{record}/cases?at={at}").text
    assert send(silent).status_code == 404
    assert send(token, "0000000000000000").status_code == 404
    assert browser.post(f"/s/{token}/records/{record}/notes", data={}, headers=ours).status_code in {404, 405}
    page = get(browser, f"/s/{token}/records/{record}/cases?at={at}").text
    assert "Open the dispute" in page
    assert 'name="to"' not in page
    assert send(token, at=41).status_code == 422
    assert book.cases.cases(REASONED, record, "open") == []
    sent = send(token)
    assert sent.status_code == 303
    told = get(browser, sent.location).text
    assert "It was sent." in told
    assert '<h2 class="name">May he do that?</h2>' in told  # a dispute itself lies outside the link
    (case,) = book.cases.cases(BEN, record, "A")
    assert (case.question.by, case.question.text, case.v) == ("A (link)", "May he do that?", at)
    assert [*case.written.known_to] == ["A"]
    assert [one.id for one in book.cases.cases(REASONED, record, "open")] == [case.id]
    assert book.cases.cases(REASONED, record, "B") == book.cases.cases(REASONED, record, "public") == []
    assert send(token).status_code == 303
    assert send(token).status_code == 429
    assert len(book.cases.cases(BEN, record, "A")) == 2
    book.access.seat_account(ADA, record, "A", None)
    assert send(token).status_code == 404


def test_without_accounts_a_link_opens_cases_too(tmp_path: Path) -> None:
    """And through the eyes of the public it is read at the open table alone."""
    with GameBook.open(f"sqlite:///{tmp_path}/one.sqlite") as book:
        stored = book.writing.add(LOCAL, next(simulate(library()["castle-rampage"], seed=3, games=1)))[0].id
        at = next(one.v for one in book.record(LOCAL, stored).events if one.event.sort is Sort.DECISION)
        token, _row = book.access.share(LOCAL, stored, NewLink(viewer="public", cases=True))
        caller = book.sign_ins.caller_of_link(token, "127.0.0.1")
        book.cases.ask_case(caller, stored, at, "So?")
        (case,) = book.cases.cases(LOCAL, stored, "open")
        assert (case.question.by, [*case.written.known_to]) == ("(link)", [])
        assert book.cases.cases(LOCAL, stored, "public") == []
        with pytest.raises(NotYours):
            book.cases.open_case(caller, stored, at, "So?")
        bare, _row = book.access.share(LOCAL, stored, NewLink(viewer="public"))
        with pytest.raises(NotYours):
            book.cases.ask_case(book.sign_ins.caller_of_link(bare, "127.0.0.1"), stored, at, "So?")


def test_logs_dumps_tokens(
    book: GameBook, record: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what is logged of a fault below a link, nor the store's file, lets anybody in."""
    token, _row = book.access.share(ADA, record, NewLink(viewer="A"))
    browser = client(book)
    with monkeypatch.context() as patch:
        patch.setattr(RecordDesk, "record", lambda *_args, **_more: {}["fault"])
        assert get(browser, f"/s/{token}/records/{record}").status_code == 500
    assert f"/records/{record}" in caplog.text
    assert token not in caplog.text
    book.close()
    assert token.encode() not in (tmp_path / "club.sqlite").read_bytes()


def test_a_delayed_link_is_made_and_listed_on_the_page(book: GameBook, record: str) -> None:
    """While the game runs its form asks how far behind, the list says it, and the link opens where the game is for it."""
    book.sign_ins.choose_password(book.people.reset_member(OPERATOR, "Ada"), "lapwing over the dyke", "127.0.0.1")
    browser = client(book)
    browser.set_cookie("kiebitz", book.sign_ins.sign_in("Ada", "lapwing over the dyke", "127.0.0.1"))
    ours = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
    path = f"/records/{record}/access"
    assert 'name="delay_steps"' not in get(browser, path).text
    book._office.store.access.reopen(record)
    assert 'name="delay_steps"' in get(browser, path).text
    fields = {"act": "share", "viewer": "public", "days": "9", "delay_steps": "4", "delay_minutes": "0"}
    made = browser.post(path, data=fields, headers=ours)
    found = re.search(r"http://localhost(/s/\w+/)", made.text)
    assert found
    assert "4 steps behind" in get(browser, path).text
    view = book.record(ADA, record, "public")
    shown = view.timeline.versions[-4] - 1
    assert get(client(book), found[1]).location == f"{found[1]}records/{record}?at={shown}"
    for wrong in ("x", "-1", "99999"):
        assert browser.post(path, data=fields | {"delay_steps": wrong}, headers=ours).status_code == 422
