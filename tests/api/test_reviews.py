"""Reviews by the API: what is there, asked for and stopped, through each viewer's eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL, OPEN
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.reviewed import reviewed
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from records.service import GameBook

book = books.shared


@pytest.fixture(scope="module")
def client(book: GameBook) -> FlaskClient:
    """A program."""
    return create_app(book).test_client()


def game(book: GameBook) -> str:
    """A game of two that ended."""
    return book.writing.add(LOCAL, *simulate(library()["regicide"], seed=12, games=1, players=2))[0].id


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """One that is reviewed."""
    found = game(book)
    reviewed(book, found)
    return found


def read(client: FlaskClient, record: str, viewer: str) -> Any:
    """The answer."""
    answer = client.get(f"/api/records/{record}/review?as={viewer}")
    assert answer.status_code == 200
    return answer.get_json()


def test_it_says_what_the_desk_says(client: FlaskClient, book: GameBook, record: str) -> None:
    """Chances, losses and errors in points; the result taken apart adds up."""
    whole, found = read(client, record, "open"), book.reviews.review(LOCAL, record, OPEN)
    assert [one["seat"] for one in whole["seats"]] == ["A", "B"]
    for told, seat in zip(whole["seats"], found.seats, strict=True):
        assert [(one["step"], one["mark"]) for one in told["decisions"]] == [(row.version, row.mark) for row in seat.decisions]
        assert [one["loss"]["points"] for one in told["decisions"]] == [pytest.approx(float(row.loss.mean)) for row in seat.decisions]
    (split,) = whole["open"]["splits"]
    parts = (split["start"], split["chance"], split["lay"], split["unjudged"], *split["skill"].values())
    assert sum(parts) == pytest.approx(split["result"])


def test_a_seat_is_sent_its_own_review_alone(client: FlaskClient, record: str) -> None:
    """Nothing of the open table and of other seats; the public has none."""
    own = read(client, record, "A")
    assert ([one["seat"] for one in own["seats"]], own["open"]) == (["A"], None)
    assert own["seats"][0] == read(client, record, "open")["seats"][0]
    assert client.get(f"/api/records/{record}/review?as=public").status_code == 422


def test_it_is_asked_for_stopped_and_looked_at_closer(client: FlaskClient, book: GameBook, record: str) -> None:
    """A look starts nothing; each verb answers with what is there then."""
    fresh = game(book)
    assert read(client, fresh, "A")["seats"][0]["work"]["state"] == "none"
    path = f"/api/records/{fresh}/review"
    asked = client.post(f"{path}?as=A", json={}).get_json()
    assert asked["seats"][0]["work"]["state"] == "waiting"
    assert client.post(f"{path}/cancelling?as=A", json={}).get_json()["seats"][0]["work"]["state"] == "cancelled"
    step = next(one["step"] for one in read(client, record, "A")["seats"][0]["decisions"] if not one["apart"])
    assert client.post(f"/api/records/{record}/review/closer?as=A", json={"step": step}).status_code == 200
    assert [job.record for job in book.jobs.of_caller(LOCAL) if job.state == "open"] == [record]
    for sent, wrong in ((path, {"graded": "yes"}), (f"{path}/closer", {}), (f"{path}/closer", {"step": 1}), (f"{path}/closing", {})):
        assert client.post(f"{sent}?as=A", json=wrong).status_code == 422
    assert client.post(f"{path}/closing?as=A", json={"seat": "A"}).status_code == 403
