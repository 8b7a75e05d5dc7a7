"""No address is gone, and no form of those pages that only accounts and classes have."""

from __future__ import annotations

import pytest

from records.core.ids import SeatKey
from records.service import GameBook, NewTable
from support import books, club, ways
from web.app import create_app

book = books.own


def test_no_address_is_gone() -> None:
    """Pages, API and files answer where they did, and to the same methods."""
    assert ways.gone("routes", set(ways.routes(create_app(None))), set()) == []


@pytest.mark.soak
def test_no_form_of_accounts_is_gone(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signing in, one's account, people, access, seats, and the phone of a class."""
    club.hash_at_no_cost(monkeypatch)
    book.sign_ins.choose_password(book.people.add_member(club.LOCAL, "Ada", ["admin", "recorder", "teacher"]), club.SECRET, club.HOME)
    token = book.sign_ins.sign_in("Ada", club.SECRET, club.HOME)
    ada = book.sign_ins.caller_of(token)
    assert ada is not None
    record = book.writing.begin(ada, NewTable(game="castle-rampage", names=("Ben", "Cleo"), begins=SeatKey("A"), dealt=True))
    in_class = book.classes.open_class_on_record(ada, record, "A", "Tuesday").id
    app = create_app(book)
    stranger, member, guest = app.test_client(), app.test_client(), app.test_client()
    member.set_cookie("kiebitz", token)
    form = {"code": book.classes.set_class_code(ada, in_class), "nickname": "Kim"}
    guest.post("/join", data=form, headers={"Sec-Fetch-Site": "same-origin"})
    lines, leads = set[str](), set[str]()
    for client, pages in (
        (stranger, ("/", "/sign-in", "/welcome", "/join")),
        (member, ("/", "/account", "/people", f"/records/{record}/access", "/seat")),
        (guest, (f"/classes/{in_class}/phone",)),
    ):
        told, led = ways.told(client, pages)
        lines, leads = lines | told, leads | led
    assert ways.gone("accounts", lines, leads) == []
