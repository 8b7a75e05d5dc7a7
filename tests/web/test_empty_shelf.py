"""What an empty shelf says: what its reader can do, by who they are, and no command of a shell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.accounts.tokens import stored_form
from records.core.ids import SeatKey
from records.core.viewers import Caller, CallerKind, Role
from records.service import GameBook, NewTable
from records.store import Account, SessionRow
from support import books
from support.recording_forms import soup
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

SEAT, WRITE, BRING = ("/seat", "I have a code for a seat"), ("/records/new", "Write a game down"), ("/upload", "Import a file")
CLASSES, PEOPLE = ("/classes", "My classes"), ("/people", "Create accounts for others")
SIGN_IN, CODE, JOIN = ("/sign-in", "Sign in"), ("/welcome", "I have a code"), ("/join", "I have a code for a class")


book = books.own


def ways(client: FlaskClient) -> list[tuple[str, str]]:
    """Return where the empty shelf leads, and in which words."""
    page = soup(client.get("/", headers={"Accept-Language": "en"}))
    assert page.select("pre, code") == []
    assert "kiebitz import" not in page.get_text()
    found = [(str(link["href"]), link.get_text()) for link in page.select(".empty .ways a")]
    for address, _words in found:
        assert client.get(address).status_code == 200, address
    return found


def test_a_guest_is_told_nothing_of_games_that_are_not_open_to_them(book: GameBook) -> None:
    """The words are true with hidden games and without; who sees every game is told that there is none. No form is in vain."""
    local = create_app(book).test_client().get("/", headers={"Accept-Language": "en"}).text
    assert "No game is here yet" in local
    signed_in(book, "a", "admin")
    guest = create_app(book).test_client()
    empty = guest.get("/", headers={"Accept-Language": "en"}).text
    assert "No game is open to you here yet" in empty
    keeper = Caller("Na", CallerKind.ACCOUNT, account="keya", roles=frozenset({Role.ADMIN}))
    book.writing.begin(keeper, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))
    assert soup(guest.get("/", headers={"Accept-Language": "en"})).select_one(".empty") == BeautifulSoup(empty, "html.parser").select_one(
        ".empty"
    )
    refused = guest.get("/records/new", headers={"Accept-Language": "en"})
    assert refused.status_code == 403
    assert "Only recorders and admins can record games" in refused.text
    assert soup(refused).select_one('main a[href="/sign-in"]') is not None
    assert soup(refused).select_one("main form") is None
    assert signed_in(book, "r", "recorder").get("/records/new").status_code == 200


def signed_in(book: GameBook, letter: str, *roles: str) -> FlaskClient:
    """Return the browser of somebody with these roles."""
    now = datetime.now(UTC)
    book._office.store.accounts.put(Account(key=f"key{letter}", name=f"N{letter}", roles=frozenset(roles), created_at=now))
    row = SessionRow(digest=stored_form(letter * 32), account=f"key{letter}", made_at=now, seen_at=now, ends_at=now + timedelta(days=1))
    book._office.store.sign_ins.put_session(row)
    book._office.policy.expect_accounts()
    client = create_app(book).test_client()
    client.set_cookie("kiebitz", letter * 32)
    return client


@pytest.mark.soak
def test_an_empty_shelf_says_what_this_caller_can_do(book: GameBook) -> None:
    """Who runs it alone, a stranger, a learner of a class, a player, a recorder, a teacher, an admin."""
    assert ways(create_app(book).test_client()) == [WRITE, BRING, CLASSES]
    admin = signed_in(book, "a", "admin")
    assert ways(admin) == [WRITE, BRING, SEAT, PEOPLE]
    assert ways(create_app(book).test_client()) == [SIGN_IN, CODE, JOIN]
    assert ways(signed_in(book, "p", "player")) == [SEAT]
    assert ways(signed_in(book, "r", "player", "recorder")) == [WRITE, BRING, SEAT]
    assert ways(signed_in(book, "t", "teacher")) == [SEAT, CLASSES]
    teacher = Caller("Nt", CallerKind.ACCOUNT, account="keyt", roles=frozenset({Role.TEACHER, Role.RECORDER}), via="x")
    record = book.writing.begin(teacher, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))
    in_class = book.classes.open_class_on_record(teacher, record, "public", "Tuesday").id
    guest = create_app(book).test_client()
    form = {"code": book.classes.set_class_code(teacher, in_class), "nickname": "Kim"}
    assert guest.post("/join", data=form, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200  # with the own code for coming back
    assert ways(guest) == [(f"/classes/{in_class}/phone", "Back to my class"), SIGN_IN, CODE]
