"""Turning points on the page and over the API: those behind the reader, and a way to the next one that does not tell where it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from importers import ImportOptions, read_file
from records.core.viewers import LOCAL
from records.core.wording.turning import ranked
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked
from web.app import create_app
from web.pages.replay.marks import FIRST

if TYPE_CHECKING:
    from flask.testing import FlaskClient

ARCHIVES = Path(__file__).parents[2] / "examples/games"


book = books.shared


@pytest.fixture(scope="module", params=rest_soaked(["castle-rampage", "regicide", "creature-crush"]))
def record(request: pytest.FixtureRequest, book: GameBook) -> str:
    """A game with some turning points."""
    for game in simulate(library()[request.param], seed=9, games=9):
        record = book.writing.add(LOCAL, game)[0].id
        view = book.record(LOCAL, record, "A")
        if len(view.turning_points(view.steps)) >= 4:
            return record
    raise AssertionError("no such game")


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A reader."""
    return create_app(book).test_client()


def steps(book: GameBook, record: str) -> list[int]:
    """The turning points of the whole game, as A is told them."""
    view = book.record(LOCAL, record, "A")
    return [*view.turning_points(view.steps)]


def read(client: FlaskClient, address: str) -> BeautifulSoup:
    """A page that must be there."""
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


@pytest.mark.parametrize("lens", rest_soaked(["", "&knows=hindsight"]))
def test_the_page_shows_those_up_to_its_step(client: FlaskClient, book: GameBook, record: str, lens: str) -> None:
    """Marks, and in suspense the list, are those of the steps up to the present one; in hindsight marks too lie behind the reader."""
    view = book.record(LOCAL, record, "A")
    before, here, *_ = steps(book, record)
    if not lens:
        client.set_cookie("suspense", "on")
    for at in (0, before, here - 1, here, view.steps):
        page = read(client, f"/records/{record}?at={at}&as=A{lens}")
        reached = view.turning_points(at)
        assert len(page.select("#overview .point")) == len(reached)
        if not lens:
            assert _listed(page) == ranked(reached)
    (mark,) = read(client, f"/records/{record}?at={here}&as=A{lens}").select("#turning-list [aria-current]")
    assert f"at={here}&" in str(mark["href"])


def test_number_13_a_record_opens_with_the_turning_points_of_the_whole_game(client: FlaskClient, book: GameBook, record: str) -> None:
    """The greatest swing first, five at once and the others to be opened, the end always, nothing twice; the bar has none ahead."""
    view = book.record(LOCAL, record, "A")
    points = view.turning_points(view.steps)
    page = read(client, f"/records/{record}?at=0&as=A")
    assert _listed(page) == ranked(points)
    assert len(page.select("#turning-list > ol a")) == min(FIRST, len(points))
    assert len(page.select("#turning-list details a")) == max(0, len(points) - FIRST)
    assert not page.select("#overview .point")
    told = [link.select("span")[-1].text for link in page.select("#turning-list ol a")]
    assert len(set(told)) == len(told)
    end, *others = ranked(points)
    assert view.position(end).state.outcome is not None
    assert view.position(end - 1).state.outcome is None
    assert all(points[other].weight < points[end].weight for other in others)


def _listed(page: BeautifulSoup) -> list[int]:
    return [int(re.findall(r"at=(\d+)", str(link["href"]))[0]) for link in page.select("#turning-list ol a")]


@pytest.mark.soak
def test_the_way_on_does_not_say_where_it_leads(client: FlaskClient, book: GameBook, record: str) -> None:
    """The page's link names this step only; asked, it leads from one turning point to the next, and after the last nowhere."""
    here, at = [], 0
    while True:
        (link,) = read(client, f"/records/{record}?at={at}&as=A").select('[data-control="on-turning"]') or [{"href": ""}]
        if not link["href"]:
            break
        assert link["href"] == f"/records/{record}/turning?at={at}&as=A"
        answer = client.get(str(link["href"]))
        assert answer.status_code == 303
        after = int(re.findall(r"at=(\d+)", answer.headers["Location"])[0])
        if after == at:
            break
        here.append(at := after)
    assert here == steps(book, record)


def test_the_way_back_leads_to_the_one_before(client: FlaskClient, book: GameBook, record: str) -> None:
    """From a turning point to the one before it that was one then; at the first there is none."""
    view, (first, second, *_) = book.record(LOCAL, record, "A"), steps(book, record)
    (link,) = read(client, f"/records/{record}?at={second}&as=A").select('[data-control="back-turning"]')
    before = max(version for version in view.turning_points(second) if version < second)
    assert link["href"] == f"/records/{record}?at={before}&as=A"
    (link,) = read(client, f"/records/{record}?at={first}&as=A").select('[data-control="back-turning"]') or [{"href": ""}]
    assert not link["href"] or f"at={first}&" not in str(link["href"])


@pytest.mark.soak
def test_in_suspense_no_way_leads_ahead(client: FlaskClient, record: str) -> None:
    """Who does not want to know what comes later is offered no jump, and gets none."""
    client.set_cookie("suspense", "on")
    assert not read(client, f"/records/{record}?at=3&as=A").select('[data-control="on-turning"]')
    assert client.get(f"/records/{record}/turning?at=3&as=A").headers["Location"] == f"/records/{record}?at=3&as=A"


@pytest.mark.parametrize("viewer", ["A", "public"])
def test_the_api_sends_what_the_view_tells(client: FlaskClient, book: GameBook, record: str, viewer: str) -> None:
    """Step, kind, weight and words of each, in the reader's language; a step that is not there is refused."""
    view = book.record(LOCAL, record, viewer)
    for at in (0, view.steps // 2, view.steps):
        sent = client.get(f"/api/records/{record}/positions/{at}/turning-points?as={viewer}&lang=en").get_json()
        told = view.turning_points(at)
        assert (sent["id"], sent["viewer"], sent["at"]) == (record, viewer, at)
        assert [(point["version"], point["kind"], point["weight"]) for point in sent["points"]] == [
            (version, point.kind, point.weight) for version, point in told.items()
        ]
        assert all(point["text"].endswith(".") for point in sent["points"])
    assert client.get(f"/api/records/{record}/positions/{view.steps + 1}/turning-points").status_code == 404


def test_a_game_that_looks_for_none_has_none(book: GameBook, client: FlaskClient) -> None:
    """Neither marks nor a list stand on the page of a table that is only observed."""
    archive = ARCHIVES / "night-ferry.json"
    (stored,) = book.writing.add(LOCAL, *read_file(book.games, archive.read_bytes(), archive.name, ImportOptions()))
    page = read(client, f"/records/{stored.id}?at=5&as=A")
    assert not page.select("#review, #overview .point, [data-control='on-turning'], [href='#review']")
    assert client.get(f"/api/records/{stored.id}/positions/5/turning-points?as=A").get_json()["points"] == []
