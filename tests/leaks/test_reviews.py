"""Who may see a review, by page, signs, API and form: whoever may look at the record so, and of a closed seat only who holds it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPEN, OPERATOR
from records.review.moments import moments
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import HandsOpen, Listed, Onlookers, Release
from support.club import SECRET, hash_at_no_cost
from support.reviewed import reviewed
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient

A, B = SeatKey("A"), SeatKey("B")
NAMES = ("nobody", "Eve", "Ben", "Cleo", "Ada")
VIEWERS = ("A", "B", "open", "public", "")
PUBLIC_ONLY = Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True)
ALL_OPEN = Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True)


class Club:
    """Ada keeps the record, Ben sat at A, Cleo at B, Eve plays elsewhere."""

    def __init__(self, book: GameBook) -> None:
        self.book = book
        app = create_app(book)
        self.clients: dict[str, FlaskClient] = {name: app.test_client() for name in NAMES}
        keeper = book.people.add_member(LOCAL, "Ada", ["admin", "recorder"])
        for code in (keeper, *(book.people.add_member(OPERATOR, name) for name in NAMES[1:4])):
            book.sign_ins.choose_password(code, SECRET, "127.0.0.1")
        self.callers = {name: book.sign_ins.caller_of(book.sign_ins.sign_in(name, SECRET, "127.0.0.1")) for name in NAMES[1:]}
        for name in NAMES[1:]:
            answer = self.clients[name].post("/sign-in", data={"name": name, "password": SECRET}, headers={"Sec-Fetch-Site": "same-origin"})
            assert answer.status_code == 303
        ada = self.callers["Ada"]
        assert ada is not None
        self.record = book.writing.add(ada, *simulate(library()["regicide"], seed=32, games=1, players=2))[0].id
        for name, seat in (("Ben", A), ("Cleo", B)):
            holder = self.callers[name]
            assert holder is not None
            book.access.take_seat(holder, book.access.seat_code(ada, self.record, seat), "127.0.0.1")
        book.access.release_record(ada, self.record, ALL_OPEN)
        reviewed(book, self.record, OPEN, caller=ada)

    def status(self, name: str, path: str) -> int:
        """What somebody gets for a path of the record."""
        return self.clients[name].get(path.replace("RECORD", self.record)).status_code


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A store with accounts and a reviewed game."""
    with pytest.MonkeyPatch.context() as patch, GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('club')}/book.sqlite") as book:
        hash_at_no_cost(patch)
        yield Club(book)


@pytest.mark.parametrize(
    "release",
    rest_soaked([pytest.param(PUBLIC_ONLY, id="public"), pytest.param(Release(), id="unreleased"), pytest.param(ALL_OPEN, id="open")]),
)
def test_a_review_is_there_for_who_may_look_so(club: Club, release: Release) -> None:
    """Page, signs and API answer as the replay does through the same eyes; through the public's there is none."""
    ada = club.callers["Ada"]
    assert ada is not None
    club.book.access.release_record(ada, club.record, release)
    seen = set()
    for name in NAMES:
        for viewer in VIEWERS:
            asked = f"?as={viewer}" if viewer else ""
            replay = club.status(name, f"/records/RECORD{asked}")
            eyes = json.loads(club.clients[name].get(f"/api/records/{club.record}{asked}").text).get("viewer", "")
            wanted = 422 if replay == 200 and eyes == "public" else replay
            for path in ("/records/RECORD/review", "/records/RECORD/review/marks", "/api/records/RECORD/review"):
                assert club.status(name, f"{path}{asked}") == wanted, (name, viewer, path)
            seen.add(wanted)
    assert seen >= {200, 404} if release == Release() else seen >= {200, 422}


def test_a_seat_closes_its_review_to_others(club: Club) -> None:
    """Then its rows are for its holder alone: no chance, no decision, no sum of it reaches anybody else; who holds it opens it again."""
    ada, ben = club.callers["Ada"], club.callers["Ben"]
    assert ada is not None
    assert ben is not None
    club.book.access.release_record(ada, club.record, ALL_OPEN)
    page = f"/records/{club.record}/review"
    ours = {"Sec-Fetch-Site": "same-origin"}
    assert club.clients["Cleo"].post(page, data={"as": "open", "act": "close", "seat": "A"}, headers=ours).status_code == 403
    assert club.clients["Ben"].post(page, data={"as": "A", "act": "close", "seat": "A"}, headers=ours).status_code == 303
    told = club.clients["Ada"].get(f"/api{page}?as=open").get_json()
    first, second = told["seats"]
    assert (first["closed"], first["chart"], first["decisions"]) == (True, [], [])
    assert second["decisions"]
    assert told["open"]["splits"] == []
    steps = {one["step"] for one in club.clients["Ben"].get(f"/api{page}?as=A").get_json()["seats"][0]["decisions"]}
    assert steps
    assert not steps & {one["step"] for one in told["open"]["lay"]}
    around = _around(club, steps)
    assert around
    assert told["open"]["chart"]
    assert not around & {one["step"] for one in (*told["open"]["chart"], *told["open"]["luck"])}
    assert around & {one["step"] for one in club.clients["Ben"].get(f"/api{page}?as=open").get_json()["open"]["chart"]}
    assert "keeps the review to themselves" in club.clients["Ada"].get(f"{page}?as=open").text
    assert "data-none" in club.clients["Ada"].get(f"{page}/marks?as=A").text
    assert club.clients["Ben"].post(page, data={"as": "A", "act": "open", "seat": "A"}, headers=ours).status_code == 303
    assert club.clients["Ada"].get(f"/api{page}?as=open").get_json()["seats"][0]["decisions"]


def _around(club: Club, steps: set[int]) -> set[int]:
    """Return the steps at which the open table's chance tells what decisions were worth: those before them, and before the next one."""
    ada = club.callers["Ada"]
    assert ada is not None
    view = club.book.record(ada, club.record, OPEN)
    decisions = [one.version for one in moments(view.game, view.header, view.seen.events)]
    return {after - 1 for before, after in zip((0, *decisions), decisions, strict=False) if {before, after} & steps}


def test_strangers_ask_for_no_work(club: Club) -> None:
    """Who may only look is offered nothing, and refused."""
    ada = club.callers["Ada"]
    assert ada is not None
    club.book.access.release_record(ada, club.record, ALL_OPEN)
    page = f"/records/{club.record}/review"
    assert 'value="closer"' not in club.clients["nobody"].get(f"{page}?as=open").text
    for act in ("ask", "closer", "try", "planned"):
        sent = {"as": "open", "act": act, "at": "7", "option": "0"}
        assert club.clients["nobody"].post(page, data=sent, headers={"Sec-Fetch-Site": "same-origin"}).status_code in {401, 403}
    assert club.clients["nobody"].post(f"/api{page}?as=open", json={}).status_code in {401, 403}
