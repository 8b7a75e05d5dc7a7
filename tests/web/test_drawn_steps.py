"""A step that was drawn is not drawn again while nobody writes: whatever a process knows of it, another one may change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from flask import render_template

from records.core.viewers import LOCAL, PUBLIC
from records.service import GameBook
from records.service.desks.linking import NewLink
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import books
from web.app import create_app
from web.choices import HIDDEN
from web.pages.board.card_views import HERE
from web.pages.replay import page as replay_page

if TYPE_CHECKING:
    from flask import Flask

AT, PASSWORD = 20, "lapwing over the dyke"

book = books.own


@pytest.fixture
def record(book: GameBook) -> str:
    """A game that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=5, games=1))[0].id


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whose step was drawn, each time one is."""
    whose: list[str] = []
    page = replay_page.page

    def counted(*given: object) -> replay_page.ReplayPage:
        whose.append(str(given[3]["as"]))  # type: ignore[index]  # what was asked
        return page(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(replay_page, "page", counted)
    return whose


def test_a_note_and_a_name_of_another_process_stand_in_the_next_step(book: GameBook, record: str, drawn: list[str]) -> None:
    """Two processes on one store: what the one has drawn it draws again once the other has written anything, and only then."""
    client, address = create_app(book).test_client(), f"/records/{record}/steps/{AT}?as=A"
    with GameBook.open(book.address) as other:
        before = [client.get(address).text for _ in range(2)]
        assert (len(drawn), before[0]) == (1, before[1])
        note = other.notes.write_note(LOCAL, record, NoteText(at=AT, text="A quiet move.", audience=("*",), since=AT))
        noted = client.get(address).text
        assert "A quiet move." in noted
        assert "A quiet move." not in before[0]
        other.records.rename(LOCAL, record, "B", "Rosalind")
        assert "Rosalind" in client.get(address).text
        other.notes.erase_note(LOCAL, note.layer, note.id)
        assert "A quiet move." not in client.get(address).text
    assert len(drawn) == 4


def test_a_step_is_drawn_for_one_viewer_with_their_wishes(book: GameBook, record: str, drawn: list[str]) -> None:
    """Another seat, language, stride, or layer that is left out is another step; nobody gets what was drawn for somebody else."""
    book.notes.write_note(LOCAL, record, NoteText(at=AT, text="A quiet move.", audience=("*",), since=AT))
    (layer,) = book.notes.layers(LOCAL, record)
    app, address = create_app(book), f"/records/{record}/steps/{AT}"
    asked: list[tuple[str, dict[str, str], str]] = [
        ("?as=A", {}, ""),
        ("?as=B", {}, ""),
        ("?as=open", {}, ""),
        ("?as=A&by=turn", {}, ""),
        ("?as=A&short=on", {}, ""),
        ("?as=A", {"Accept-Language": "de"}, ""),
        ("?as=A", {}, f"{HIDDEN}={layer.id}"),
    ]
    answers = [[_text(app, f"{address}{query}", headers, cookie) for query, headers, cookie in asked] for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(drawn) == len(asked)
    first, second, table, *_, german, hidden = answers[0]
    assert len({first, second, table, german}) == 4
    assert ("A quiet move." in first, "A quiet move." in hidden) == (True, False)
    assert all(f"as={seat}" not in answer for seat, answer in zip("BA", answers[0][:2], strict=True))


def test_what_is_drawn_once_offers_nobody_the_eyes_of_others(book: GameBook, record: str) -> None:
    """Who sits at A and may look through no other eyes is offered those alone, whoever looked as A before; and each step is its own."""
    view = book.record(LOCAL, record, "A")
    seat = view.header.seats[0]
    looks = [(allowed, at) for at in (AT, AT + 1) for allowed in (None, (seat,), (seat, PUBLIC))]
    with create_app(book).test_request_context(f"/records/{record}/steps/{AT}?as=A"):
        for allowed, at in looks * 2:
            page = replay_page.page(book, LOCAL, record, {"at": str(at), "as": "A"}, replace(view, allowed=allowed))
            text = render_template("pages/step.html", page=page)
            offered = set(re.findall(r'name="as" value="([a-zA-Z]+)"', text))
            assert offered == ({"A", "B", "public", "open"} if allowed is None else {str(getattr(one, "value", one)) for one in allowed})
            assert set(re.findall(r"(?:turning|breaches|cases|lines)\?at=(\d+)", text)) == {str(at)}
            assert HERE not in text


def test_a_right_that_ends_has_ended_at_the_next_step(book: GameBook, record: str) -> None:
    """A session that another process ends lets nobody in, whatever was drawn for it."""
    token = book.sign_ins.choose_password(book.people.add_member(LOCAL, "Ada", ["admin", "recorder"]), PASSWORD, "127.0.0.1")
    ada = book.sign_ins.caller_of(token)
    assert ada is not None
    record = book.writing.add(ada, *simulate(library()["castle-rampage"], seed=6, games=1))[0].id
    client, address = create_app(book).test_client(), f"/records/{record}/steps/{AT}?as=A"
    client.set_cookie("kiebitz", token)
    with GameBook.open(book.address) as other:
        assert [client.get(address).status_code for _ in range(2)] == [200, 200]
        other.sign_ins.sign_out(ada)
        assert client.get(address).status_code == 404


def test_a_link_that_another_process_ends_leads_nowhere_and_never_to_wider_eyes(book: GameBook, record: str) -> None:
    """Though the step was drawn for its holder, and every other one for the owner."""
    token, link = book.access.share(LOCAL, record, NewLink(viewer="A"))
    client, path = create_app(book).test_client(), f"/records/{record}/steps/{AT}"
    assert {client.get(f"{path}?as={viewer}").status_code for viewer in ("A", "B", "open")} == {200}
    with GameBook.open(book.address) as other:
        assert [client.get(f"/s/{token}{path}?as={viewer}").status_code for viewer in ("A", "A", "B", "open")] == [200, 200, 403, 403]
        other.access.end_link(LOCAL, record, link.id)
        assert client.get(f"/s/{token}{path}?as=A").status_code == 404


def _text(app: Flask, address: str, headers: dict[str, str], cookie: str) -> str:
    client, (name, _, value) = app.test_client(), cookie.partition("=")
    if name:
        client.set_cookie(name, value)
    return client.get(address, headers=headers).text
