"""The trash on the pages: a game goes in and comes out by its own menu and by the list, and what lies there is its keeper's alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from records.accounts.tokens import stored_form
from records.core.viewers import LOCAL, Caller, CallerKind, Role
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.desks.linking import NewLink
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account, HandsOpen, Listed, Onlookers, Release, SessionRow
from support.recording_forms import fields, main, soup, words
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

ADA = Caller("Ada", CallerKind.ACCOUNT, account="keyada", roles=frozenset({Role.RECORDER}), via="s")
OURS = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
HERE, AWAY = 200, 404


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A store of Ada, who records, and Ben, who plays."""
    now = datetime.now(UTC)
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('trash')}/club.sqlite") as opened:
        for name, role in (("Ada", "recorder"), ("Ben", "player")):
            opened._office.store.accounts.put(Account(key=f"key{name.lower()}", name=name, roles=frozenset({role}), created_at=now))
        for letter, key in (("a", "keyada"), ("b", "keyben")):
            row = SessionRow(digest=stored_form(letter * 32), account=key, made_at=now, seen_at=now, ends_at=now + timedelta(days=1))
            opened._office.store.sign_ins.put_session(row)
        opened._office.policy.expect_accounts()
        yield opened


def released(book: GameBook) -> str:
    """Add a game of Ada's at which Ben sits and which everybody may see."""
    record = book.writing.add(ADA, next(simulate(library()["regicide"], seed=5, games=1, players=2)))[0].id
    book.access.seat_account(ADA, record, "A", "Ben")
    book.access.release_record(ADA, record, Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True))
    return str(record)


def browser(book: GameBook, letter: str = "") -> FlaskClient:
    """Return the browser of who has that session, or of a stranger."""
    client = create_app(book).test_client()
    if letter:
        client.set_cookie("kiebitz", letter * 32)
    return client


def seen(client: FlaskClient, path: str) -> int:
    """Return how a page is answered."""
    return client.get(path, headers=OURS).status_code


def put_in(client: FlaskClient, record: str, *, sure: str = "1") -> int:
    """Send the form that puts a game into the trash."""
    return client.post(f"/records/{record}/trash", data={"act": "trash", **({"sure": sure} if sure else {})}, headers=OURS).status_code


def take_out(client: FlaskClient, record: str) -> int:
    """Send the form that takes it out."""
    return client.post(f"/records/{record}/trash", data={"act": "restore"}, headers=OURS).status_code


def test_a_game_goes_in_by_its_menu_and_comes_out_by_the_list(book: GameBook) -> None:
    """It is asked back first; its own page says where it lies, and the list leads to it."""
    record, ada = released(book), browser(book, "a")
    form = soup(ada.get(f"/records/{record}", headers=OURS)).select_one(f'form[action="/records/{record}/trash"]')
    assert form is not None
    assert words(form) == "Put it into the trash"
    asks = ada.post(str(form["action"]), data={"act": "trash"}, headers=OURS)
    assert words(main(asks).h1) == "Put this game into the trash?"
    assert seen(browser(book), f"/records/{record}") == HERE, "nothing is done before the answer"
    sure = main(asks).select_one("form.sure")
    assert sure is not None
    assert ada.post(str(sure["action"]), data=fields(sure), headers=OURS).location == "/trash"
    own = soup(ada.get(f"/records/{record}", headers=OURS))
    assert "In the trash" in words(own.select_one(".imprint"))
    assert f"/records/{record}" not in ada.get("/", headers=OURS).text, "not even as the game at which its reader was"
    listed = main(ada.get("/trash", headers=OURS))
    out = listed.select_one(f'form[action="/records/{record}/trash"]')
    assert out is not None
    assert listed.select_one(f'a[href="/records/{record}"]') is not None
    assert ada.post(str(out["action"]), data={"act": "restore"}, headers=OURS).location == f"/records/{record}"
    assert "trash" not in words(soup(ada.get(f"/records/{record}", headers=OURS)).select_one(".imprint"))
    assert seen(browser(book), f"/records/{record}") == HERE


def test_only_its_keeper_puts_it_in_or_takes_it_out(book: GameBook) -> None:
    """Who sits there may not, nobody else finds it in the list, and no form offers it to them."""
    record = released(book)
    ben, stranger = browser(book, "b"), browser(book)
    assert f"/records/{record}/trash" not in ben.get(f"/records/{record}", headers=OURS).text
    assert put_in(ben, record) == 403
    assert put_in(stranger, record) in {401, 403, 303}
    assert seen(stranger, f"/records/{record}") == HERE
    book.records.trash(ADA, record)
    assert take_out(ben, record) == AWAY
    for client in (ben, stranger):
        for path in ("/trash", "/api/trash"):
            assert record not in client.get(path, headers=OURS).text, path
        nobodys = "0" * len(record)
        behind, behind_none = (client.get(f"/api/trash?after={after}", headers=OURS) for after in (record, nobodys))
        assert behind.text == behind_none.text.replace(nobodys, record), "asking for the page behind it tells nothing of it"
        assert client.get("/api/trash", headers=OURS).get_json()["total"] == 0
    for path in ("/trash", "/api/trash"):
        assert record in browser(book, "a").get(path, headers=OURS).text, path


def test_what_is_no_act_is_refused(book: GameBook) -> None:
    """And nothing is done."""
    record, ada = released(book), browser(book, "a")
    for data in ({"act": "burn"}, {}, {"act": "trash", "other": "1"}):
        assert ada.post(f"/records/{record}/trash", data=data, headers=OURS).status_code == 422
    assert seen(browser(book), f"/records/{record}") == HERE


def test_the_one_user_of_a_store_without_accounts_has_a_trash_too(tmp_path: object) -> None:
    """And a link to what lies there shows nothing."""
    with GameBook.open(f"sqlite:///{tmp_path}/home.sqlite") as book:
        record = book.writing.add(LOCAL, next(simulate(library()["regicide"], seed=6, games=1, players=2)))[0].id
        token, _row = book.access.share(LOCAL, record, NewLink(viewer="open"))
        client = create_app(book).test_client()
        assert seen(client, f"/s/{token}/records/{record}") == HERE
        assert put_in(client, record) == 303
        assert seen(client, f"/s/{token}/records/{record}") == AWAY
        assert "In the trash" in client.get(f"/records/{record}", headers=OURS).text
        assert take_out(client, record) == 303
        assert seen(client, f"/s/{token}/records/{record}") == HERE


def test_a_chapter_on_a_game_in_the_trash_is_named_and_left_out(tmp_path: object) -> None:
    """The study goes on with the other chapter, its sheet and its file say what they do without, and all is back with the game."""
    with GameBook.open(f"sqlite:///{tmp_path}/home.sqlite") as book:
        kept, gone = (book.writing.add(LOCAL, game)[0].id for game in simulate(library()["castle-rampage"], seed=8, games=2))
        study = book.studies.open_study(LOCAL, "Two games").id
        for title, record in (("Gone", gone), ("Kept", kept)):
            book.studies.add_chapter(LOCAL, study, NewChapter(title=title, record=record, last=9, viewer="A"))
        lost, there = (one.id for one in book.studies.publish_study(LOCAL, study).chapters)
        client, path = create_app(book).test_client(), f"/learn/{study}"
        led = client.get(path, headers=OURS).text
        assert f"{path}/{lost}/chapter" in led
        assert "the answers can be read in it" not in led, "nothing is asked"
        book.records.trash(LOCAL, gone)
        page = main(client.get(path, headers=OURS))
        assert [words(one) for one in page.select(".chapters li")] == ["Gone its game is not there", "Kept to read"]
        begin = page.select_one("a.solid")
        assert begin is not None
        assert begin["href"] == f"{path}/{there}/chapter"
        for of in ("/sheet", "/offline"):
            told = client.get(f"{path}{of}", headers=OURS)
            assert told.status_code == HERE, of
            assert "Left out, because its game is not there: Gone" in told.text, of
        book.records.restore(LOCAL, gone)
        assert client.get(path, headers=OURS).text == led


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10, deadline=None)
@given(acts=st.lists(st.sampled_from(["in", "out", "link", "end"]), max_size=8))
def test_whatever_comes_first_only_its_keeper_sees_what_lies_there(book: GameBook, acts: list[str]) -> None:
    """Links made before, amid and after, and its player: what lies in the trash is there for none of them, and else for all."""
    record, ada, ben, stranger = released(book), browser(book, "a"), browser(book, "b"), browser(book)
    lies, links = False, dict[str, str]()
    for act in acts:
        if act == "in":
            lies = put_in(ada, record) == 303 or lies
        elif act == "out":
            lies = take_out(ada, record) != 303 and lies
        elif act == "link":
            token, row = book.access.share(ADA, record, NewLink(viewer="B"))
            links[row.id] = f"/s/{token}/records/{record}"
        elif links:
            book.access.end_link(ADA, record, ended := next(iter(links)))
            del links[ended]
        paths = {f"/records/{record}": (ben, stranger), **dict.fromkeys(links.values(), (stranger,))}
        for path, clients in paths.items():
            for client in clients:
                assert seen(client, path) == (AWAY if lies else HERE), (act, path)
                assert seen(client, f"{path}/steps/3") == (AWAY if lies else HERE), (act, path)
        assert seen(ada, f"/records/{record}") == HERE
        told = [
            record in {one["id"] for one in client.get("/api/trash", headers=OURS).get_json()["records"]} for client in (ada, ben, stranger)
        ]
        assert told == [lies, False, False], act
