"""Suspense: who does not want to know how long a game lasts is not sent it; and charts end at the step."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import books
from support.soaking import rest_soaked
from web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

AT = (0, 7, 30, 61)
"""Steps that are looked at."""


book = books.shared


@pytest.fixture(scope="module", params=rest_soaked(["castle-rampage", "regicide"]))
def records(request: pytest.FixtureRequest, book: GameBook) -> tuple[str, str]:
    """A game that ends, and the same game of which no more than its beginning was written down."""
    (whole,) = simulate(library()[request.param], seed=9, games=1)
    (stored,) = book.writing.add(LOCAL, whole)
    following = next(version for version in book.record(LOCAL, stored.id).timeline.versions if version > AT[-1])
    (begun,) = book.writing.add(LOCAL, replace(whole, entries=whole.entries[: following + 1]))
    return stored.id, begun.id


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A reader who wants suspense."""
    client = create_app(book).test_client()
    client.set_cookie("suspense", "on")
    return client


@pytest.mark.parametrize("viewer", rest_soaked(["A", "open", "public"]))
def test_a_page_in_suspense_knows_nothing_of_what_comes(client: FlaskClient, records: tuple[str, str], viewer: str) -> None:
    """Page, regions, charts and what the page leads to are, byte for byte, those of a record that goes only one step further."""
    for at in AT:
        moment = f"at={at}&as={viewer}"
        for address in (f"?{moment}", f"/steps/{at}?as={viewer}", f"/rules?{moment}", f"/charts/uncertainty?{moment}", f"/odds?{moment}"):
            whole, begun = (client.get(f"/records/{record}{address}").text.replace(record, "RECORD") for record in records)
            assert whole == begun, address


def told(page: str, record: str) -> str:
    """A page without the ids and hashes in it, which may hold any number."""
    return re.sub(r"[?&]v=[0-9a-f]+", "", page).replace(record, "")


def test_a_link_that_is_handed_on_keeps_the_suspense(client: FlaskClient, records: tuple[str, str]) -> None:
    """What a reader in suspense copies leads whoever opens it into suspense too; elsewhere the link says nothing of it."""
    page = BeautifulSoup(client.get(f"/records/{records[0]}?at=3&suspense=on").text, "html.parser")
    link = page.select("#link")[0]
    other = client.application.test_client()
    opened = BeautifulSoup(other.get(str(link["data-share"])).text, "html.parser")
    assert "Hide the length" not in opened.select(".suspense-choice")[0].text
    assert "max" not in opened.select("#where input[type=number]")[0].attrs
    plain = BeautifulSoup(client.get(f"/records/{records[0]}?at=3&suspense=off").text, "html.parser")
    assert "data-share" not in plain.select("#link")[0].attrs


def test_without_suspense_the_length_is_told(client: FlaskClient, book: GameBook, records: tuple[str, str]) -> None:
    """The page's link switches it on and off, and the choice is kept; steps, length and the whole game are there again without it."""
    record = records[0]
    steps = book.record(LOCAL, record).steps
    hidden = client.get(f"/records/{record}?at=7&as=A").text
    assert "at=7&amp;as=A&amp;suspense=off" in hidden
    assert str(steps) not in told(hidden, record)
    assert str(len(book.record(LOCAL, record, "A").timeline.stops)) not in told(hidden, record)
    assert f"at={steps}" not in hidden
    assert "class=ahead" not in hidden
    shown = client.get(f"/records/{record}?at=7&as=A&suspense=off").text
    again = client.get(f"/records/{record}?at=7&as=A").text
    for page in (shown, again):
        assert f'max="{len(book.record(LOCAL, record, "A").timeline.stops)}"' in page
        assert "class=ahead" in page
        assert "suspense=on" in page
    assert 'max="' not in client.get(f"/records/{record}?at=7&as=A&suspense=on").text
    assert 'max="' not in client.get(f"/records/{record}?at=7&as=A").text


def test_every_step_can_be_reached_in_suspense_and_the_end_is_told_there(
    client: FlaskClient, book: GameBook, records: tuple[str, str]
) -> None:
    """The way on leads to the end, where nothing leads on and the result is told as then."""
    record = records[0]
    view = book.record(LOCAL, record, "A")
    before, at = view.timeline.stops[-2:]
    assert f"at={at}&amp;as=A" in client.get(f"/records/{record}?at={before}&as=A").text
    last = client.get(f"/records/{record}?at={view.steps}&as=A").text
    assert 'class="verdict"' in last
    assert 'data-control="on"' in last
    assert f"at={view.steps + 1}&" not in last


@pytest.mark.parametrize("address", ["?at=99999&as=A", "/charts/uncertainty?as=A", "?at=7&as=A&knows=hindsight", "?at=7&suspense=maybe"])
def test_no_refusal_tells_the_length(client: FlaskClient, book: GameBook, records: tuple[str, str], address: str) -> None:
    """A step that is not there, hindsight and a chart without a step say nothing of how many there are."""
    answer = client.get(f"/records/{records[0]}{address}")
    assert answer.status_code == (404 if "99999" in address else 422 if "7" in address else 200)
    assert str(book.record(LOCAL, records[0]).steps) not in told(answer.text, records[0])


@pytest.mark.soak
def test_a_chart_ends_at_the_step(book: GameBook, records: tuple[str, str]) -> None:
    """As then: figure, table, list of steps and downloads end where the reader stands; the whole game is a link away."""
    record, client = records[0], create_app(book).test_client()
    steps = book.record(LOCAL, record).steps
    whole = {"pending": 1}
    while whole["pending"]:  # a chart that takes long comes in parts
        whole = client.get(f"/api/records/{record}/charts/uncertainty?as=A&grain=step").get_json()
    until = client.get(f"/api/records/{record}/charts/uncertainty?as=A&grain=step&at=30").get_json()
    for line, cut in zip(whole["lines"], until["lines"], strict=True):
        assert cut["points"] == [point for point in line["points"] if point["at"] <= 30]
    page = client.get(f"/records/{record}/charts/uncertainty?as=A&at=30").text
    figures = [json.loads(text.partition(">")[2].partition("</script>")[0]) for text in page.split('<script type="application/json"')[1:]]
    assert figures
    assert {tuple(figure["layout"]["xaxis"]["range"]) for figure in figures} == {
        (0, book.record(LOCAL, record, "A").timeline.step_number(30))
    }
    assert max(at for figure in figures for trace in figure["data"] for at in trace["x"]) <= 30
    assert '/charts/uncertainty?as=A&amp;grain=turn"' in page
    assert "charts/uncertainty.csv?as=A&amp;grain=turn&amp;at=30" in page
    whole_length = book.record(LOCAL, record, "A").timeline.step_number(steps)
    assert f"[0, {whole_length}]" in client.get(f"/records/{record}/charts/uncertainty?as=A").text
    assert client.get(f"/api/records/{record}/charts/uncertainty?at={steps + 1}").status_code == 404
