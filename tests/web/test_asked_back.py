"""What cannot be undone is asked back, and done when the same form comes once more with the answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from records.accounts.tokens import stored_form
from records.core.ids import SeatKey
from records.core.viewers import Caller, CallerKind, Role
from records.service import GameBook, NewTable
from records.service.layers.notes import NoteText
from records.store import Account, SessionRow, open_store
from support.recording_forms import fields, main, soup, words
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

ADA = Caller("Ada", CallerKind.ACCOUNT, account="keyada", roles=frozenset(Role), via="s")
OURS = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store with two accounts."""
    now = datetime.now(UTC)
    with GameBook(open_store(f"sqlite:///{tmp_path}/club.sqlite")) as opened:
        for name, roles in (("Ada", frozenset(map(str, Role))), ("Ben", frozenset({"player"}))):
            opened._office.store.accounts.put(Account(key=f"key{name.lower()}", name=name, roles=roles, created_at=now))
        for letter, key in (("a", "keyada"), ("b", "keyben")):
            row = SessionRow(digest=stored_form(letter * 32), account=key, made_at=now, seen_at=now, ends_at=now + timedelta(days=1))
            opened._office.store.sign_ins.put_session(row)
        opened._office.policy.expect_accounts()
        yield opened


def browser(book: GameBook, letter: str) -> FlaskClient:
    """Return the browser of who has that session."""
    client = create_app(book).test_client()
    client.set_cookie("kiebitz", letter * 32)
    return client


def asked(client: FlaskClient, path: str, says: str, form: dict[str, str]) -> None:
    """Send a form, be asked, and say yes."""
    page = client.post(path, data=form, headers=OURS)
    assert page.status_code == 200, path
    assert words(main(page).h1) == says
    again = main(page).select_one("form.sure")
    assert again is not None
    sent = fields(again)
    assert {name: sent[name] for name in form} == {name: [value] for name, value in form.items()}
    assert client.post(str(again["action"]), data=sent, headers=OURS).status_code == 303, path


def test_deletion_asks(book: GameBook) -> None:
    """An account, a token, a link, a note: nothing is gone before somebody said yes, and then it is."""
    ada = browser(book, "a")
    record = book.writing.begin(ADA, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))
    _token, token = book.sign_ins.make_token(ADA, "reader", ["read"], 5), book.sign_ins.tokens(ADA)[0].id
    asked(ada, "/account", "End this token?", {"act": "end-token", "token": token})
    assert book.sign_ins.tokens(ADA) == []
    ada.post(f"/records/{record}/access", data={"act": "share", "viewer": "public", "days": "3"}, headers=OURS)
    (link,) = book.access.links(ADA, record)
    asked(ada, f"/records/{record}/access", "End this link?", {"act": "end-link", "link": link.id})
    assert book.access.links(ADA, record) == []
    note = book.notes.write_note(ADA, record, NoteText(at=0, text="Thistledown"))
    form = {"act": "erase", "layer": note.layer, "note": note.id, "at": "0", "as": "public", "was": str(note.version)}
    asked(ada, f"/records/{record}/notes", "Erase this note?", form)
    assert "Thistledown" not in ada.get(f"/records/{record}/notes").text
    asked(ada, "/people", "End the account Ben?", {"act": "end", "name": "Ben"})
    asked(ada, "/people", "Delete the account Ben for good?", {"act": "forget", "name": "Ben"})
    assert [one.name for one in book.people.members(ADA)] == ["Ada"]


def test_refusals_name_the_way_out(book: GameBook) -> None:
    """A page says who may do it, and nothing of cards where none was asked for; in German too."""
    ben, stranger = browser(book, "b"), create_app(book).test_client()
    record = book.writing.begin(ADA, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))
    book.access.seat_account(ADA, record, "B", "Ben")

    def said(client: FlaskClient, path: str, language: str = "en") -> str:
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == 403, path
        return words(soup(answer).select_one("main h1 ~ p"))

    assert said(ben, "/people") == "Only admins can do this. Ask the person who looks after the accounts here."
    assert said(ben, "/people", "de") == "Das können nur Verwalter. Frag die Person, die hier die Konten betreut."
    assert said(ben, f"/records/{record}?as=A").startswith("You may not look at this record as this viewer. Without “as”")
    assert said(ben, f"/records/{record}/record").startswith("You cannot write in this record.")
    assert said(ben, "/notation").startswith("Only recorders and admins can record games")
    assert said(ben, "/classes").startswith("Only teachers can hold classes and write studies.")
    assert stranger.get(f"/records/{record}").status_code == 404


def test_a_link_lists_files_only_where_it_may_be_taken_along_and_says_what_an_ended_one_is(book: GameBook) -> None:
    """What was not allowed is not offered; after its end a link says so in words, and leads out of it, for it knows of no shelf."""
    ada = browser(book, "a")
    record = book.writing.begin(ADA, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))
    book.access.close_record(ADA, record)
    stranger = create_app(book).test_client()
    offered = {}
    for export in ("", "on"):
        form = {"act": "share", "viewer": "public", "days": "3", **({"export": "on"} if export else {})}
        made = soup(ada.post(f"/records/{record}/access", data=form, headers=OURS)).select_one(".made code")
        assert made is not None
        shared = "/s/" + made.get_text().partition("/s/")[2]
        page = soup(stranger.get(f"{shared}records/{record}", headers={"Accept-Language": "en"}))
        offered[export] = [str(one["href"]) for one in page.select(".exports a")]
        assert page.select("#board")
    assert offered[""] == []
    assert any("/offline" in one for one in offered["on"])
    for link in book.access.links(ADA, record):
        book.access.end_link(ADA, record, link.id)
    ended = stranger.get(shared, headers={"Accept-Language": "en"})
    assert ended.status_code == 404
    assert words(main(ended).h1) == "This link shows nothing here"
    assert "The person who sent it to you can make a new one." in words(main(ended))
    assert [one["href"] for one in main(ended).select("a")] == ["/"], "out of the link: below it nothing is there"
