"""Guessing over HTTP: what foreign pages forge counts nothing, right codes and links are let in, and a known browser stays its holder's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from records.accounts.tokens import new_token
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPERATOR
from records.service import GameBook, NewTable
from records.service.chapters.drafts import NewChapter
from records.service.desks.linking import NewLink
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store.schema import attempts
from support.club import HOME, SECRET, Clock, found_club, hash_at_no_cost
from support.soaking import rest_soaked
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient

OURS = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The program over a store with Ada and Ben."""
    with pytest.MonkeyPatch.context() as patch, GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('g')}/club.sqlite") as opened:
        hash_at_no_cost(patch)
        found_club(opened, Clock())
        yield create_app(opened, Settings())


def phone(app: Flask, address: str = HOME) -> FlaskClient:
    """Return a browser of its own in a network."""
    client = app.test_client()
    client.environ_base |= {"REMOTE_ADDR": address}
    return client


def book_of(app: Flask) -> GameBook:
    """Return what the program shows."""
    book: GameBook = app.extensions["kiebitz-book"]
    return book


def counted(app: Flask) -> dict[str, int]:
    """Return what is counted, by key."""
    with book_of(app)._office.store.transactions.reading() as connection:
        return {key: count for key, count, *_more in connection.execute(select(attempts))}


@pytest.mark.parametrize(
    "headers",
    rest_soaked(
        [
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"},
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"},
            {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "iframe"},
            {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image"},
        ],
        keep=2,
    ),
)
def test_forged_pictures(club: Flask, headers: dict[str, str]) -> None:
    """Twenty-five pictures and more that a foreign page asks for: each is refused, and nothing is counted."""
    before = counted(club)
    for _ in range(60):
        assert phone(club, "203.0.113.4").get(f"/s/{new_token()}/", headers=headers).status_code == 404
    assert counted(club) == before


def test_a_wrong_link_counts_once_and_locks_wrong_links_alone(club: Flask) -> None:
    """Not twice, though the page that says so asks again who came; codes, passwords and right links are let in."""
    book, there = book_of(club), "203.0.114.4"
    before = counted(club)
    assert phone(club, there).get(f"/s/{new_token()}/").status_code == 404
    (key,) = {*counted(club)} - {*before}
    first = counted(club)[key]
    assert phone(club, there).get(f"/s/{new_token()}/").status_code == 404
    assert counted(club)[key] - first == 15_000
    for _ in range(60):
        refused = phone(club, there).get(f"/s/{new_token()}/", headers=OURS)
    assert refused.status_code == 429
    assert "Try again in a minute" in refused.text
    ada = book.sign_ins.caller_of(book.sign_ins.sign_in("Ada", SECRET, HOME))
    assert ada is not None
    record = book.writing.begin(ada, NewTable(game="castle-rampage", names=("x", "y"), begins=SeatKey("A"), dealt=True))
    link, _row = book.access.share(ada, record, NewLink(viewer="public"))
    assert phone(club, there).get(f"/s/{link}/").status_code == 302
    assert phone(club, there).post("/sign-in", data={"name": "Ben", "password": SECRET}, headers=OURS).status_code == 303
    code = book.people.add_member(OPERATOR, "Ina")
    fields = {"code": code, "password": "plover in the reeds", "again": "plover in the reeds"}
    assert phone(club, there).post("/welcome", data=fields, headers=OURS).status_code == 303


def test_a_browser_stays_its_holders_while_others_of_its_network_guess(club: Flask) -> None:
    """The cookie stays when somebody signs out, lets nobody in, and who guesses beside it has no sixtieth try."""
    there = "203.0.115.4"
    mine, other = phone(club, there), phone(club, there)
    right = {"name": "Ben", "password": SECRET}
    assert mine.post("/sign-in", data=right, headers=OURS).status_code == 303
    assert mine.post("/sign-out", headers=OURS).status_code == 303
    assert mine.get("/account").status_code != 200
    answers = [other.post("/sign-in", data=right | {"password": f"wrong {turn}"}, headers=OURS).status_code for turn in range(60)]
    assert answers == [401] * 5 + [429] * 55
    assert other.post("/sign-in", data=right, headers=OURS).status_code == 429
    assert mine.post("/sign-in", data=right, headers=OURS).status_code == 303
    kept = mine.get_cookie("kiebitz-browser")
    assert kept is not None
    assert (kept.http_only, kept.same_site) == (True, "Lax")
    assert kept.value.encode() not in Path(book_of(club)._office.store.address.removeprefix("sqlite:///")).read_bytes()


def test_a_right_code_of_a_class_is_let_in_after_fifty_wrong_ones(tmp_path: Path) -> None:
    """From one phone, behind the address of a whole school; and two nicknames of one phone are one learner."""
    with GameBook.open(f"sqlite:///{tmp_path}/school.sqlite") as book:
        study = book.studies.open_study(LOCAL, "First lessons")

        record = book.writing.add(LOCAL, next(simulate(library()["castle-rampage"], seed=3, games=1)))[0].id
        book.studies.add_chapter(LOCAL, study.id, NewChapter(title="One", record=record, last=9, viewer="B"))
        book.studies.publish_study(LOCAL, study.id)
        held = book.classes.open_class(LOCAL, study.id)
        code, app = book.classes.set_class_code(LOCAL, held.id), create_app(book, Settings(open_to_all=True))
        one = phone(app)
        for turn in range(60):
            assert one.post("/join", data={"code": f"0000-{turn:04}", "nickname": "Kim"}, headers=OURS).status_code == 401
        joined = {"code": code, "nickname": "Kim"}
        assert phone(app).post("/join", data=joined, headers=OURS).status_code == 200
        assert one.post("/join", data=joined | {"nickname": "Lou"}, headers=OURS).status_code == 200
        again = one.post("/join", data=joined | {"nickname": "Max"}, headers=OURS)
        assert "You are already in this class as Lou" in again.text
        assert sorted(learner.nickname for learner in book.classes.learners(LOCAL, held.id)) == ["Kim", "Lou"]
        one.post(f"/classes/{held.id}/phone", data={"act": "leave"}, headers=OURS)
        assert one.post("/join", data=joined | {"nickname": "Max"}, headers=OURS).status_code == 200
        page = phone(app, "127.0.0.1").get(f"/classes/{held.id}", headers=OURS).text
        assert "same device as Lou" in page
        assert "same device as Max" in page


def test_a_first_password_is_not_the_name_and_the_page_says_so(club: Flask) -> None:
    """In English and in German; the code is good for another try."""
    code, client = book_of(club).people.add_member(OPERATOR, "Emanuela"), phone(club)
    for language, words in (
        ("en", "Your name, this site&#39;s name or the code"),
        ("de", "Dein Name, der Name dieser Seite oder der Code"),
    ):
        headers = OURS | {"Accept-Language": language}
        for bad in ("emanuela 2024", "Emanuela Emanuela", "localhost-1234", f"kiebitz {code}"):
            refused = client.post("/welcome", data={"code": code, "password": bad, "again": bad}, headers=headers)
            assert refused.status_code == 422
            assert words in refused.text
    assert client.post("/welcome", data={"code": code, "password": SECRET, "again": SECRET}, headers=OURS).status_code == 303
